package settle_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"tourney/internal/event/settle"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// newGame returns a tournament with one recorded game, and the ID of the game.
func newGame(t *testing.T, system string) (*tournament.Tournament, int) {
	t.Helper()
	settings := tournament.Presets()[0].Settings
	settings.Rules, settings.PlayersSettle = system, true
	tn, err := tournament.New(tournament.Info{Name: "Kesä", Slug: "kesa"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	tn.Players = []tournament.Player{{ID: 1}, {ID: 2}, {ID: 3}}
	tn.Rounds = []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{{ID: 7, Round: 1, Table: 1, Black: 1, White: 2, Record: "abc"}}}}
	return tn, 7
}

func TestStepsAreRefused(t *testing.T) {
	tn, id := newGame(t, "chinese")
	g := tn.Game(id)
	take := func(s settle.Step) error { _, err := settle.Take(tn, id, s); return err }
	refuses := func(key string, err error) {
		t.Helper()
		var f *fault.Error
		if !errors.As(err, &f) || f.Key != key {
			t.Errorf("%v, want %s", err, key)
		}
	}
	refuses("settle.changed", take(settle.Step{Kind: settle.Agree, By: 2, Seen: settle.Evidence(g)})) // nothing is proposed
	refuses("settle.void", take(settle.Step{Kind: settle.NoResult, By: 1}))
	refuses("settle.who", take(settle.Step{Kind: settle.Propose, By: 3}))
	refuses("settle.changed", take(settle.Step{Kind: "win", By: 1}))
	if err := take(settle.Step{Kind: settle.Propose, By: 1, Dead: []rules.Point{rules.At(3, 3)}}); err != nil {
		t.Fatal(err)
	}
	seen := settle.Evidence(g)
	refuses("settle.own", take(settle.Step{Kind: settle.Agree, By: 1, Seen: seen}))
	refuses("settle.own", take(settle.Step{Kind: settle.Disagree, By: 1, Seen: seen}))
	if err := take(settle.Step{Kind: settle.Propose, By: 1, Dead: []rules.Point{rules.At(4, 3)}}); err != nil {
		t.Fatal(err)
	}
	refuses("settle.changed", take(settle.Step{Kind: settle.Agree, By: 2, Seen: seen}))
	for name, decide := range map[string]func(){
		"a result":        func() { g.Result, g.EnteredBy = tournament.Result{Outcome: tournament.BlackWins}, "Desk 1" },
		"dead stones":     func() { g.Dead = "-" },
		"a point":         func() { g.Pencil = gamerecord.Pencil{Black: "aa", Reason: "bent four"} },
		"a reading":       func() { g.Pencil = gamerecord.Pencil{Reading: "literal", Reason: "as the text says"} },
		"no illegal move": func() { g.Pencil = gamerecord.Pencil{Enforced: true, Reason: "seen at once"} },
	} {
		was := *g
		decide()
		t.Log("the desk has decided by", name)
		refuses("settle.decided", take(settle.Step{Kind: settle.Propose, By: 1}))
		*g = was
	}
	g.Record = ""
	refuses("record.missing", take(settle.Step{Kind: settle.Propose, By: 1}))
	refuses("game.unknown", func() error { _, err := settle.Take(tn, 8, settle.Step{}); return err }())
	tn.Settings.PlayersSettle = false
	refuses("settle.closed", take(settle.Step{Kind: settle.Propose, By: 1}))
}

// For any order of steps, players agree only on a proposal that the other saw, and a call for the referee stays.
func TestAgreementIsOfBoth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	kinds := []settle.Kind{settle.Propose, settle.NoResult, settle.Agree, settle.Agree, settle.Disagree, settle.Referee}
	agreements := 0
	for range 2000 {
		tn, id := newGame(t, "japanese")
		g := tn.Game(id)
		saw := map[tournament.PlayerID]string{}
		for range 12 {
			if by := tournament.PlayerID(1 + random.IntN(2)); random.IntN(2) == 0 {
				saw[by] = settle.Evidence(g)
			}
			by := tournament.PlayerID(1 + random.IntN(2))
			before := g.Settling
			agreed, err := settle.Take(tn, id, settle.Step{
				Kind: kinds[random.IntN(len(kinds))], By: by, Dead: []rules.Point{rules.At(random.IntN(3), 0)}, Seen: saw[by],
			})
			if err != nil && g.Settling != before {
				t.Fatalf("refused (%v), a step changes %+v to %+v", err, before, g.Settling)
			}
			if before.Referee != 0 && g.Settling.Referee == 0 {
				t.Fatal("the referee is not asked for any more")
			}
			if !agreed {
				continue
			}
			agreements++
			if before.By == 0 || before.By == by || saw[by] != settle.Evidence(g) || g.Settling != before {
				t.Fatalf("%d agrees to %+v, seen %s", by, before, saw[by])
			}
			if !before.NoResult {
				continue
			}
			if err := settle.Enter(tn, id, settle.Agreement{Result: tournament.Result{Outcome: tournament.NoResult}, By: by, At: time.Unix(1, 0)}); err != nil {
				t.Fatal(err)
			}
			if g.EnteredBy != tournament.ByPlayer(before.By) || g.ConfirmedBy != tournament.ByPlayer(by) || g.Settling != (tournament.Settling{}) || !settle.Decided(g) {
				t.Fatalf("entered, the game is %+v", g)
			}
			break
		}
	}
	if agreements < 500 {
		t.Errorf("only %d agreements were tried", agreements)
	}
}
