package page

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A PlayerView is a player as pages show him (partial "player").
type PlayerView struct {
	ID            tournament.PlayerID
	Name          string
	Rank          string
	Country, Club string
	Address       string // of the player's public page
	// Helper says that the player fills in and stands in no list.
	Helper bool
	// Team is the name of his team, where teams play.
	Team string
}

// Long reports whether the name takes more than a line of the hall's columns.
func (p PlayerView) Long() bool { return utf8.RuneCountInString(p.Name) > 26 }

// NewPlayerView shows a player, or a team where teams stand in his place.
func NewPlayerView(t *tournament.Tournament, id tournament.PlayerID) PlayerView {
	p := t.Player(id)
	if p == nil {
		return NewTeamView(t, id)
	}
	v := PlayerView{
		ID: id, Name: p.Name(), Rank: p.Rank.String(), Country: p.Country, Club: p.Club, Helper: t.Ghost(id),
		Address: "/t/" + t.Info.Slug + "/players/" + strconv.Itoa(int(id)),
	}
	if team := t.TeamOf(id); team != nil {
		v.Team = team.Name
	}
	return v
}

// A ResultView is a result as a pill (partial "result"): a stone for the
// winner, a short text after it, and the whole in words.
type ResultView struct {
	Known        bool
	Black, White bool // who won
	Text, Words  string
}

func NewResultView(lang *i18n.Language, r tournament.Result) ResultView {
	v := ResultView{Known: r.Known(), Words: lang.T("result.unknown")}
	if !v.Known {
		return v
	}
	v.Words = Sentence(lang, r)
	switch r.Outcome {
	case tournament.BlackWins, tournament.WhiteWins:
		v.Black, v.White = r.Outcome == tournament.BlackWins, r.Outcome == tournament.WhiteWins
		v.Text = "+" + how(lang, r)
	case tournament.Jigo:
		v.Text = lang.T("result.jigo")
	case tournament.BothLose:
		v.Text = "0–0"
	case tournament.BothWin:
		v.Text = "1–1"
	default:
		v.Text = "–"
	}
	return v
}

// how is the part of a written result that comes after the plus sign.
func how(lang *i18n.Language, r tournament.Result) string {
	_, text, _ := strings.Cut(strings.TrimSuffix(r.String(), "/unrated"), "+")
	return lang.Decimal(text)
}

// Sentence says a result in words.
func Sentence(lang *i18n.Language, r tournament.Result) string {
	key, args := r.Message()
	return lang.T(key, args...)
}

// A GameView is one game of a round as pages show it (partial "game").
type GameView struct {
	ID, Table    int
	Black, White PlayerView
	// Open says that the colours are chosen at the board.
	Open bool
	// Terms are short ("h3 k0.5"), TermsWords say them.
	Terms, TermsWords string
	Result            ResultView
	// Odds are what the ratings expect, "38–62 %", and OddsWords say it; "" where
	// they are not shown.
	Odds, OddsWords string
	// Game is its public page; Recorded says that its record is in.
	Game     string
	Recorded bool
	// Corrected is the time of day at which the result was corrected once later
	// rounds were published, CorrectedAt with the day; "" where it was not.
	Corrected, CorrectedAt string
	// Match names the matches of a knockout that begin here, where a round has
	// several kinds.
	Match string
}

func NewGameView(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) GameView {
	v := GameView{
		ID: g.ID, Table: g.Table, Black: NewPlayerView(t, g.Black), White: NewPlayerView(t, g.White), Open: g.ColoursOpen,
		Terms: ShortTerms(lang, g), TermsWords: LongTerms(lang, g), Result: NewResultView(lang, g.Result),
		Game: "/t/" + t.Info.Slug + "/games/" + strconv.Itoa(g.ID), Recorded: g.Record != "",
	}
	if !g.Corrected.IsZero() {
		v.Corrected, v.CorrectedAt = lang.T("game.corrected", lang.Clock(g.Corrected)), lang.T("game.corrected", lang.Moment(g.Corrected))
	}
	return v
}

// ShortTerms writes handicap and komi as game rows do: "k6.5", "h2 k0".
func ShortTerms(lang *i18n.Language, g *tournament.Game) string {
	komi := "k" + lang.Decimal(g.Komi.String())
	if g.Handicap == 0 {
		return komi
	}
	return "h" + strconv.Itoa(g.Handicap) + " " + komi
}

func LongTerms(lang *i18n.Language, g *tournament.Game) string {
	switch g.Handicap {
	case 0:
		return lang.T("terms.even", g.Komi)
	case 1:
		return lang.T("terms.first", g.Komi)
	}
	return lang.T("terms.stones", g.Handicap, g.Komi)
}

// A ProgressView counts the results of a round (partial "progress").
type ProgressView struct {
	Done, Total int
	Percent     int
	Missing     []int // tables without a result
}

func NewProgressView(r *tournament.Round) ProgressView {
	p := ProgressView{Total: len(r.Games), Done: len(r.Games) - r.Missing()}
	if p.Total > 0 {
		p.Percent = 100 * p.Done / p.Total
	}
	for i := range r.Games {
		if !r.Games[i].Result.Known() {
			p.Missing = append(p.Missing, r.Games[i].Table)
		}
	}
	return p
}
