package opengotha

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/exchange/build"
	"tourney/internal/exchange/xmltree"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// outcomes are OpenGotha's outcomes; _BYDEF after one says that somebody
// did not show up.
var outcomes = []struct {
	name    string
	outcome tournament.Outcome
}{
	{"RESULT_UNKNOWN", tournament.Unknown},
	{"RESULT_WHITEWINS", tournament.WhiteWins},
	{"RESULT_BLACKWINS", tournament.BlackWins},
	{"RESULT_EQUAL", tournament.Jigo},
	{"RESULT_BOTHLOSE", tournament.BothLose},
	{"RESULT_BOTHWIN", tournament.BothWin},
}

const byDefault = "_BYDEF"

// A foundRound is what a file states about one round.
type foundRound struct {
	games []foundGame
	byes  []foundBye
	// at finds a game by its table.
	at map[int]int
}

// A foundGame and a foundBye remember where in the file they stand.
type foundGame struct {
	tournament.Game
	from *xmltree.Element
}

type foundBye struct {
	player tournament.PlayerID
	from   *xmltree.Element
}

// rounds reads games and byes. Every round with games is published: OpenGotha
// knows no draft. So is a planned one with byes alone, as after the last
// walk-over of a knockout.
func (g *reader) rounds() error {
	rounds := make([]foundRound, tournament.MaxRounds+1)
	last, planned := 0, min(g.t.Settings.Rounds, tournament.MaxRounds)
	for _, e := range g.root.All("Game") {
		n := number(e, "roundNumber")
		if n < 1 || n > tournament.MaxRounds {
			g.warn(e, "opengotha.round", fault.Clip(e.Value("roundNumber")))
			continue
		}
		g.unknown(e, gameAttributes)
		if g.game(e, &rounds[n]) {
			last = max(last, n)
		}
	}
	for _, e := range g.root.All("ByePlayer") {
		if e.Value("player") == "" { // some programs wrap the list in an element of this name
			continue
		}
		n := number(e, "roundNumber")
		if n < 1 || n > max(last, planned) {
			g.warn(e, "opengotha.bye.round", fault.Clip(e.Value("player")), fault.Clip(e.Value("roundNumber")))
			continue
		}
		if g.bye(e, &rounds[n]) {
			last = max(last, n)
		}
	}
	g.t.Settings.Rounds = max(planned, last)
	for n := 1; n <= last; n++ {
		if err := g.round(n, &rounds[n]); err != nil {
			return err
		}
	}
	for last > 0 && len(g.t.Rounds[last-1].Games) == 0 && (len(rounds[last].games) > 0 || len(g.t.Rounds[last-1].Byes) == 0) {
		last-- // none of the games could be used
	}
	g.t.Rounds = g.t.Rounds[:last]
	if g.t.Settings.Rounds = max(planned, last); last > planned {
		g.warn(nil, "opengotha.rounds", planned, last)
	}
	return nil
}

// game reads one game into its round and reports whether it could.
func (g *reader) game(e *xmltree.Element, r *foundRound) bool {
	black, white := g.find(e.Value("blackPlayer")), g.find(e.Value("whitePlayer"))
	table := number(e, "tableNumber")
	if black == 0 || white == 0 {
		key := "blackPlayer"
		if black != 0 {
			key = "whitePlayer"
		}
		g.warn(e, "opengotha.game.player", fault.Clip(e.Value(key)), number(e, "roundNumber"), table)
		return false
	}
	if table < 1 || table > tournament.MostPlayers {
		g.warn(e, "opengotha.table", fault.Clip(e.Value("tableNumber")), number(e, "roundNumber"))
		table = 0
	}
	game := tournament.Game{
		Table: table, Black: black, White: white,
		ColoursOpen: e.Value("knownColor") == "false",
		Result:      g.result(e),
	}
	if v := e.Value("handicap"); v != "" && !build.TakeNumber(v, 0, 9, func(n int) { game.Handicap = n }) {
		g.warn(e, "opengotha.value", "handicap", fault.Clip(v))
	}
	game.Komi = g.t.Settings.Handicap.KomiFor(game.Handicap)
	// Round and table name a game: a later one stands for the earlier.
	if i, taken := r.at[table]; taken && table > 0 {
		g.warn(e, "opengotha.table.twice", number(e, "roundNumber"), table)
		r.games[i] = foundGame{game, e}
		return true
	}
	if r.at == nil {
		r.at = map[int]int{}
	}
	r.at[table] = len(r.games)
	r.games = append(r.games, foundGame{game, e})
	return true
}

func (g *reader) result(e *xmltree.Element) tournament.Result {
	name, forfeit := strings.CutSuffix(e.Value("result"), byDefault)
	for _, r := range outcomes {
		if r.name == name {
			result := tournament.Result{Outcome: r.outcome}
			if forfeit && result.Known() {
				result.Manner = tournament.ByForfeit
			}
			return result
		}
	}
	if name != "" {
		g.warn(e, "opengotha.result", fault.Clip(e.Value("result")), number(e, "roundNumber"), number(e, "tableNumber"))
	}
	return tournament.Result{}
}

// bye reads one bye into its round and reports whether it could.
func (g *reader) bye(e *xmltree.Element, r *foundRound) bool {
	id := g.find(e.Value("player"))
	if id == 0 {
		g.warn(e, "opengotha.bye.player", fault.Clip(e.Value("player")), number(e, "roundNumber"))
		return false
	}
	r.byes = append(r.byes, foundBye{id, e})
	return true
}

// round enters one round. Whoever is in it was there, whatever else the file
// says.
func (g *reader) round(n int, r *foundRound) error {
	seated := map[tournament.PlayerID]bool{}
	// seat reports whether all the players are free and takes them in.
	seat := func(from *xmltree.Element, players ...tournament.PlayerID) bool {
		for i, id := range players {
			if seated[id] || slices.Contains(players[:i], id) {
				g.warn(from, "opengotha.twice", g.t.Player(id).Name(), n)
				return false
			}
		}
		for _, id := range players {
			seated[id] = true
			g.present(from, id, n)
		}
		return true
	}
	var games []tournament.Game
	for _, game := range r.games {
		if seat(game.from, game.Black, game.White) {
			games = append(games, game.Game)
		}
	}
	var byes []tournament.PlayerID
	for _, bye := range r.byes {
		if seat(bye.from, bye.player) {
			byes = append(byes, bye.player)
		}
	}
	if len(games) == 0 {
		g.warn(nil, "opengotha.round.empty", n)
	}
	free := 1
	for i := range games {
		if games[i].Table > 0 {
			continue
		}
		for slices.ContainsFunc(games, func(o tournament.Game) bool { return o.Table == free }) {
			free++
		}
		games[i].Table = free
	}
	// Games are numbered in the order of the tables, whatever that of the file.
	slices.SortFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Table, b.Table) })
	if err := g.t.SetDraft(n, games, byes, tournament.Drawn{}); err != nil {
		return err
	}
	g.t.Rounds[n-1].Published = true
	return nil
}

// present makes a player take part in a round with a game or bye of theirs.
func (g *reader) present(e *xmltree.Element, id tournament.PlayerID, n int) {
	p := g.t.Player(id)
	if p.Plays(n) {
		return
	}
	g.warn(e, "opengotha.present", p.Name(), n)
	p.Status = tournament.CheckedIn
	p.Absent = p.Absent.Without(n)
}
