package exchange

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/tournament"
)

// gothaResults are OpenGotha's outcomes; _BYDEF after one says that somebody
// did not show up.
var gothaResults = []struct {
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

// A gothaRound is what a file says about one round.
type gothaRound struct {
	games []tournament.Game
	lines []*element // parallel to games
	byes  []tournament.PlayerID
}

// rounds reads games and byes. Every round with games is published: OpenGotha
// knows no draft.
func (g *gothaReader) rounds() error {
	rounds := make([]gothaRound, tournament.MaxRounds+1)
	last := 0
	for _, e := range g.root.all("Game") {
		n := number(e, "roundNumber")
		if n < 1 || n > tournament.MaxRounds {
			g.notes.warn(e, "opengotha.round", clip(e.value("roundNumber")))
			continue
		}
		g.unknown(e, gothaGame)
		if g.game(e, &rounds[n]) {
			last = max(last, n)
		}
	}
	for _, e := range g.root.all("ByePlayer") {
		if e.value("player") == "" { // some programs wrap the list in an element of this name
			continue
		}
		n := number(e, "roundNumber")
		if n < 1 || n > last {
			g.notes.warn(e, "opengotha.bye.round", clip(e.value("player")), clip(e.value("roundNumber")))
			continue
		}
		g.bye(e, &rounds[n])
	}
	if last > g.t.Settings.Rounds {
		g.notes.warn(nil, "opengotha.rounds", g.t.Settings.Rounds, last)
		g.t.Settings.Rounds = last
	}
	for n := 1; n <= last; n++ {
		if err := g.round(n, &rounds[n]); err != nil {
			return err
		}
	}
	return nil
}

// game reads one game into its round and reports whether it could.
func (g *gothaReader) game(e *element, r *gothaRound) bool {
	black, white := g.find(e.value("blackPlayer")), g.find(e.value("whitePlayer"))
	table := number(e, "tableNumber")
	if black == 0 || white == 0 {
		key := "blackPlayer"
		if black != 0 {
			key = "whitePlayer"
		}
		g.notes.warn(e, "opengotha.game.player", clip(e.value(key)), number(e, "roundNumber"), table)
		return false
	}
	if table < 1 || table > tournament.MostPlayers {
		g.notes.warn(e, "opengotha.table", clip(e.value("tableNumber")), number(e, "roundNumber"))
		table = 0
	}
	game := tournament.Game{
		Table: table, Black: black, White: white,
		ColoursOpen: e.value("knownColor") == "false",
		Result:      g.result(e),
	}
	if v := e.value("handicap"); v != "" && takeNumber(v, 0, 9, func(n int) { game.Handicap = n }) != used {
		g.notes.warn(e, "opengotha.value", "handicap", clip(v))
	}
	game.Komi = g.t.Settings.Handicap.KomiFor(game.Handicap)
	// Round and table name a game: a later one stands for the earlier.
	i := slices.IndexFunc(r.games, func(o tournament.Game) bool { return table > 0 && o.Table == table })
	if i >= 0 {
		g.notes.warn(e, "opengotha.table.twice", number(e, "roundNumber"), table)
		r.games[i], r.lines[i] = game, e
		return true
	}
	r.games, r.lines = append(r.games, game), append(r.lines, e)
	return true
}

// result reads the outcome of a game.
func (g *gothaReader) result(e *element) tournament.Result {
	name, forfeit := strings.CutSuffix(e.value("result"), byDefault)
	for _, r := range gothaResults {
		if r.name == name {
			result := tournament.Result{Outcome: r.outcome}
			if forfeit && result.Known() {
				result.Manner = tournament.ByForfeit
			}
			return result
		}
	}
	if name != "" {
		g.notes.warn(e, "opengotha.result", clip(e.value("result")), number(e, "roundNumber"), number(e, "tableNumber"))
	}
	return tournament.Result{}
}

// bye reads one bye into its round.
func (g *gothaReader) bye(e *element, r *gothaRound) {
	id := g.find(e.value("player"))
	if id == 0 {
		g.notes.warn(e, "opengotha.bye.player", clip(e.value("player")), number(e, "roundNumber"))
		return
	}
	taken := slices.Contains(r.byes, id)
	for _, game := range r.games {
		taken = taken || game.Has(id)
	}
	if taken {
		g.notes.warn(e, "opengotha.twice", g.t.Player(id).Name(), number(e, "roundNumber"))
		return
	}
	r.byes = append(r.byes, id)
}

// round enters one round. Whoever is in it was there, whatever else the file
// says.
func (g *gothaReader) round(n int, r *gothaRound) error {
	seated := map[tournament.PlayerID]bool{}
	var games []tournament.Game
	for i, game := range r.games {
		twice := game.Black
		if seated[game.White] || game.White == game.Black {
			twice = game.White
		}
		if seated[twice] || game.White == game.Black {
			g.notes.warn(r.lines[i], "opengotha.twice", g.t.Player(twice).Name(), n)
			continue
		}
		seated[game.Black], seated[game.White] = true, true
		g.present(r.lines[i], game.Black, n)
		g.present(r.lines[i], game.White, n)
		games = append(games, game)
	}
	for _, id := range r.byes {
		g.present(nil, id, n)
	}
	if len(games) == 0 {
		g.notes.warn(nil, "opengotha.round.empty", n)
	}
	slices.SortFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Table, b.Table) })
	if err := g.t.SetDraft(n, games, r.byes, tournament.Drawn{}); err != nil {
		return err
	}
	g.t.Rounds[n-1].Published = true
	return nil
}

// present makes a player take part in a round that he has a game or bye in.
func (g *gothaReader) present(e *element, id tournament.PlayerID, n int) {
	p := g.t.Player(id)
	if p.Plays(n) {
		return
	}
	g.notes.warn(e, "opengotha.present", p.Name(), n)
	p.Status = tournament.CheckedIn
	p.Absent = p.Absent.With(n, false)
}
