package opengotha

import (
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/xmltree"
	"tourney/internal/tournament"
)

// outcomes are OpenGotha's outcomes; the suffix _BYDEF marks a no-show.
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

// rounds reads games and byes. Every round with games is published: OpenGotha has no drafts. So is a planned round with
// byes alone, as after the last walk-over of a knockout.
func (g *reader) rounds() error {
	games := map[roundTable]int{}
	for _, e := range g.root.All("Game") {
		g.Announced++
		g.unknown(e, gameAttributes)
		g.game(e, games)
	}
	last := max(len(g.Rounds), g.T.Settings.Rounds)
	for _, e := range g.root.All("ByePlayer") {
		id, n := g.find(e.Value("player")), number(e, "roundNumber")
		switch {
		case e.Value("player") == "" && len(e.Children) > 0: // some programs wrap the list in an element of this name
		case n < 1 || n > last:
			g.warn(e, "opengotha.bye.round", fault.Clip(e.Value("player")), fault.Clip(e.Value("roundNumber")))
		case id == 0:
			g.warn(e, "opengotha.bye.player", fault.Clip(e.Value("player")), n)
		default:
			g.Round(e.Position(), n).Bye(e.Position(), id)
		}
	}
	return nil
}

// A roundTable is a table in a round, which identifies a game.
type roundTable struct{ round, table int }

// game reads one game. games has the indices of those read before in their rounds.
func (g *reader) game(e *xmltree.Element, games map[roundTable]int) {
	black, white := g.find(e.Value("blackPlayer")), g.find(e.Value("whitePlayer"))
	n, table := number(e, "roundNumber"), number(e, "tableNumber")
	switch {
	case black == 0:
		g.warn(e, "opengotha.game.player", fault.Clip(e.Value("blackPlayer")), n, table)
		return
	case white == 0:
		g.warn(e, "opengotha.game.player", fault.Clip(e.Value("whitePlayer")), n, table)
		return
	case black == white:
		g.warn(e, "import.twice", g.T.Player(black).Name(), n)
		return
	}
	r := g.Round(e.Position(), n)
	if r == nil {
		return
	}
	if table == 0 {
		g.warn(e, "import.table", n, table)
	}
	game := tournament.Game{
		Table: table, Black: black, White: white,
		Result: g.result(e),
	}
	if v := e.Value("knownColor"); v != "" {
		known, err := strconv.ParseBool(strings.ToLower(v))
		if game.ColoursOpen = err == nil && !known; err != nil {
			g.warn(e, "import.value", "knownColor", fault.Clip(v))
		}
	}
	if v := e.Value("handicap"); v != "" && !assemble.TakeNumber(v, 0, 9, func(n int) { game.Handicap = n }) {
		g.warn(e, "import.value", "handicap", fault.Clip(v))
	}
	// A later game replaces an earlier one at its table; an impossible table identifies no game.
	if i, taken := games[roundTable{n, table}]; taken && table > 0 && table <= tournament.MostPlayers {
		g.warn(e, "opengotha.table.twice", n, table)
		r.Replace(i, e.Position(), game)
		return
	}
	games[roundTable{n, table}] = len(r.Games)
	r.Game(e.Position(), game)
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
