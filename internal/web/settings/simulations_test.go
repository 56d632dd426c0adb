package settings

import (
	"io"
	"log/slog"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/pairing/simulate"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
	"tourney/templates"
)

// newTestSimulations returns simulations, and a function that starts one of minutes for a tournament.
func newTestSimulations(t *testing.T) (all *simulations, start func(slug string)) {
	t.Helper()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	all = newSimulations(&site.Site{
		Director: &director.Director{KeyValue: director.NewKeyValue()}, Catalog: catalog, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	field, err := simulate.Invented(10, settings)
	if err != nil {
		t.Fatal(err)
	}
	return all, func(slug string) {
		t.Helper()
		of := field.Clone()
		of.Info.Slug = slug
		plan := defaultPlan(&settings)
		plan.Options.Runs = simulate.MostRuns
		variants, err := plan.prepare(of, nil)
		if err == nil {
			err = all.start(t.Context(), of, plan, variants)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// until polls the state of a simulation until is returns true.
func until(t *testing.T, all *simulations, slug string, is func(one *work) bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		one, err := all.Of(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		if one != nil && is(one) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("of %s is known %+v", slug, one)
		}
	}
}

// A job is the stored state of a simulation.
type work = site.JobState[planned, []*simulate.Report]

// Each tournament has at most one simulation, and only one simulation plays at a time.
func TestSimulationsTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	all, start := newTestSimulations(t)
	start("cup")
	until(t, all, "cup", func(one *work) bool { return !one.Waiting })
	start("open")
	first, err := all.Of(t.Context(), "open")
	if err != nil {
		t.Fatal(err)
	}
	start("open")
	until(t, all, "open", func(one *work) bool { return one.Token != first.Token && one.Waiting && !one.Over })
	if err := all.Stop(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	until(t, all, "cup", func(one *work) bool { return one.Over && one.Stopped })
	until(t, all, "open", func(one *work) bool { return !one.Waiting && one.Total > 0 })
	if err := all.Stop(t.Context(), "open"); err != nil {
		t.Fatal(err)
	}
}

// A simulation stops without requests for its page.
func TestUnwatchedSimulationStops(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	all, start := newTestSimulations(t)
	all.timeout = time.Nanosecond
	start("cup")
	until(t, all, "cup", func(one *work) bool { return one.Over && one.Stopped })
}
