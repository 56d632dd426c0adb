package settings

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"tourney/internal/simulate"
	"tourney/internal/tournament"
)

func testSimulations() *simulations {
	return newSimulations(slog.New(slog.NewTextHandler(io.Discard, nil)))
}

// longSimulation returns one that takes minutes.
func longSimulation(t *testing.T) *simulation {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	field, err := simulate.Invented(10, settings)
	if err != nil {
		t.Fatal(err)
	}
	one := &simulation{t: field, plan: defaultPlan(&settings)}
	one.plan.options.Runs = simulate.MostRuns
	if err := one.prepare(nil); err != nil {
		t.Fatal(err)
	}
	return one
}

func TestFewSimulationsAreKept(t *testing.T) {
	all := testSimulations()
	all.turn <- struct{}{}
	var first *simulation
	for k := range mostSimulations + 1 {
		one := &simulation{t: &tournament.Tournament{Info: tournament.Info{Slug: string(rune('a' + k))}}}
		if all.start(context.Background(), one); first == nil {
			first = one
		}
	}
	<-first.done
	if len(all.kept) != mostSimulations || all.last("a") != nil {
		t.Errorf("%d are kept", len(all.kept))
	}
	for _, one := range all.kept {
		one.stop()
		<-one.done
	}
}

// One simulation of a tournament plays, and one of all tournaments at a time.
func TestSimulationsTakeTurns(t *testing.T) {
	all := testSimulations()
	all.turn <- struct{}{} // another tournament has its turn
	first, second := longSimulation(t), longSimulation(t)
	all.start(t.Context(), first)
	all.start(t.Context(), second)
	<-first.done
	if !first.stopped() || second.over() || first.token == second.token {
		t.Error("two simulations of one tournament")
	}
	if first.playing.Load() || second.playing.Load() {
		t.Error("a simulation did not wait for its turn")
	}
	<-all.turn
	second.stop()
	<-second.done
}

// A simulation is stopped when no browser loads its page.
func TestUnwatchedSimulationStops(t *testing.T) {
	all := testSimulations()
	all.timeout = time.Nanosecond
	unwatched := longSimulation(t)
	all.start(t.Context(), unwatched)
	if <-unwatched.done; !unwatched.stopped() {
		t.Errorf("it ended with %v", unwatched.err)
	}
}

func TestSimulationsEndWithTheProgram(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	one := longSimulation(t)
	testSimulations().start(ctx, one)
	end()
	if <-one.done; !one.stopped() {
		t.Errorf("it ended with %v", one.err)
	}
}
