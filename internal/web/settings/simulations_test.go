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

// longSimulation would play for minutes.
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
	one := &simulation{t: field, plan: firstPlan(&settings)}
	one.plan.options.Runs = simulate.MostRuns
	if err := one.ready(nil); err != nil {
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
		if all.begin(context.Background(), one); first == nil {
			first = one
		}
	}
	<-first.done
	if len(all.kept) != mostSimulations || all.of("a") != nil {
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
	all.begin(t.Context(), first)
	all.begin(t.Context(), second)
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

// A simulation that nobody looks at is stopped.
func TestSimulationIsLeft(t *testing.T) {
	all := testSimulations()
	all.patience = time.Nanosecond
	left := longSimulation(t)
	all.begin(t.Context(), left)
	if <-left.done; !left.stopped() {
		t.Errorf("it ends with %v", left.err)
	}
}

func TestSimulationsEndWithTheProgram(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	one := longSimulation(t)
	testSimulations().begin(ctx, one)
	end()
	if <-one.done; !one.stopped() {
		t.Errorf("it ends with %v", one.err)
	}
}
