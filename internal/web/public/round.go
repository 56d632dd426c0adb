package public

import (
	"slices"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A roundPage is the pairings and results of one round, in the order of the
// tables or of the names.
type roundPage struct {
	page.Base
	Number   int
	Start    string // time of day, "" when not announced
	Progress page.ProgressView
	ByName   bool
	// Tables and Names are the addresses of the two orders.
	Tables, Names string
	Games         []page.GameView
	More          *moreView
	// Matches are the games of teams; Games are then the games without a match.
	Matches      []page.MatchView
	Seats        []seatView
	Byes, Absent []page.PlayerView
	Clock        *page.ClockView // of the current round
}

// A seatView is the table and opponent of one player.
type seatView struct {
	Player page.PlayerView
	sideView
	// Text replaces a game.
	Text string
}

// A sideView is a game from the side of one player.
type sideView struct {
	Table       int
	Black, Open bool
	Opponent    page.PlayerView
	// Terms, TermsWords, Handicap and Komi belong to the game.
	Terms, TermsWords, Handicap, Komi string
	Result                            page.ResultView
	Won, Lost                         bool
	// Corrected and CorrectedAt belong to the game.
	Corrected, CorrectedAt string
}

// sidesOf returns a game from the sides of Black and White.
func sidesOf(g page.GameView) (black, white sideView) {
	black = sideView{
		Table: g.Table, Black: true, Open: g.Open, Opponent: g.White, Terms: g.Terms, TermsWords: g.TermsWords, Handicap: g.Handicap, Komi: g.Komi,
		Result: g.Result, Won: g.Result.Black, Lost: g.Result.White, Corrected: g.Corrected, CorrectedAt: g.CorrectedAt,
	}
	white = black
	white.Opponent, white.Black, white.Won, white.Lost = g.Black, false, g.Result.White, g.Result.Black
	return black, white
}

func showRound(v *Visit) (string, any, error) {
	n, err := v.Round()
	if err != nil {
		return "", nil, err
	}
	r := v.Tournament.Round(n)
	view := roundPage{
		Base: v.Base(page.RoundTitle(v.Lang, v.Tournament, n), "/games").AtRound(n), Number: n, Progress: page.NewProgressView(r),
		ByName: v.Query.Get("by") == "name", Tables: v.Path, Names: v.Path + "?by=name",
	}
	if !r.Start.IsZero() {
		view.Start = v.Lang.Clock(r.Start)
		view.Sheet = v.Lang.T("round.start", view.Start)
	}
	sheets := "/print/tables/"
	if view.ByName {
		sheets = "/print/names/"
	}
	view.Print = v.To(sheets + strconv.Itoa(n))
	view.Byes, view.Absent = v.byesAndAbsent(r)
	if n == v.Tournament.Current() && r.Missing() > 0 {
		view.Clock = v.clock()
	}
	if view.ByName {
		view.Seats, view.More = partOf(v, &view.Base, v.seatsByName(r))
	} else {
		view.Matches, view.Games = v.matchesAndGames(r)
		view.Games, view.More = partOf(v, &view.Base, view.Games)
	}
	return "round", view, nil
}

// matchesAndGames returns the matches of a round, and the games without a match. Without teams, these are all games.
func (v *Visit) matchesAndGames(r *tournament.Round) ([]page.MatchView, []page.GameView) {
	if !page.OfTeams(v.Tournament) {
		return nil, v.gamesOf(r)
	}
	return page.MatchViews(v.Lang, v.Tournament, r), page.OtherGameViews(v.Lang, v.Tournament, r)
}

// gamesOf returns the games of a round in the order of their tables.
func (v *Visit) gamesOf(r *tournament.Round) []page.GameView {
	var games []page.GameView
	for i := range r.Games {
		games = append(games, page.NewGameView(v.Lang, v.Tournament, &r.Games[i]))
	}
	setHeadings(v.Lang, v.Tournament, r.Number, games)
	return games
}

// seatsByName returns the seats of all players in a round in the order of names, also of players without a game.
func (v *Visit) seatsByName(r *tournament.Round) []seatView {
	var seats []seatView
	for _, g := range v.gamesOf(r) {
		black, white := sidesOf(g)
		seats = append(seats, seatView{Player: g.Black, sideView: black}, seatView{Player: g.White, sideView: white})
	}
	for _, id := range r.Byes {
		if board, _ := v.Tournament.Board(r.Number, id); board > 0 {
			seats = append(seats, seatView{Player: page.NewPlayerView(v.Tournament, id), Text: v.Lang.T("team.free", board)})
		}
	}
	byes, absent := v.byesAndAbsent(r)
	for _, p := range byes {
		seats = append(seats, seatView{Player: p, Text: v.Lang.T("standings.cell.bye")})
	}
	why := v.reasonsWithoutGame(r.Number)
	for _, p := range absent {
		seats = append(seats, seatView{Player: p, Text: why(p.ID)})
	}
	i18n.Sort(v.Lang, seats, func(s seatView) string { return s.Player.Name })
	return seats
}

// reasonsWithoutGame returns a function that explains why a player has neither a game
// nor the bye in round n: they are absent, have lost their place in the bracket, have
// not qualified, or were not paired.
func (v *Visit) reasonsWithoutGame(n int) func(tournament.PlayerID) string {
	t, stage := v.Tournament, v.Tournament.Settings.Stage(n)
	_, goOn := t.Settings.SideStage(n)
	var seeds []tournament.PlayerID
	if stage.System.Eliminates() || stage.Qualify > 0 {
		seeds = pairing.Seeds(t, n)
	}
	tree, eliminates := pairing.Tree(t, n)
	hasMatch := func(id tournament.PlayerID) bool { // in this round
		return slices.ContainsFunc(tree.Matches, func(m bracket.TreeMatch) bool {
			return m.Round == n && (m.Sides[0].Player == id || m.Sides[1].Player == id)
		})
	}
	return func(id tournament.PlayerID) string {
		qualified := seeds == nil || slices.Contains(seeds, id)
		switch {
		case eliminates && qualified && !hasMatch(id) && stage.Others != tournament.PlayOnWithLosers:
			return v.Lang.T("standings.cell.out")
		case !t.Player(id).Plays(n):
			return v.Lang.T("standings.cell.absent")
		case !qualified && !goOn && !page.OfTeams(t):
			return v.Lang.T("standings.cell.unqualified")
		}
		return v.Lang.T("standings.cell.unpaired")
	}
}

// byesAndAbsent returns the players with a bye in a round, and the checked-in players without a game, each in the order
// of names. For players in teams it returns the team.
func (v *Visit) byesAndAbsent(r *tournament.Round) (byes, absent []page.PlayerView) {
	for _, p := range v.Tournament.Participants() {
		switch {
		case page.OfTeams(v.Tournament) && v.Tournament.TeamOf(p.ID) != nil: // the team has a match or not
		case r.HasBye(p.ID):
			byes = append(byes, page.NewPlayerView(v.Tournament, p.ID))
		case r.Game(p.ID) == nil && p.Status == tournament.CheckedIn:
			absent = append(absent, page.NewPlayerView(v.Tournament, p.ID))
		}
	}
	_, resting := v.Tournament.Matches(r.Number)
	for _, id := range resting {
		byes = append(byes, page.NewTeamView(v.Tournament, id))
	}
	for _, list := range [][]page.PlayerView{byes, absent} {
		i18n.Sort(v.Lang, list, func(p page.PlayerView) string { return p.Name })
	}
	return byes, absent
}
