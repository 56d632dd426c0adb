package pairing

import (
	"context"
	"testing"
	"time"

	"tourney/internal/tournament"
)

// BenchmarkManualChange measures the delay after the director changes a draft of 1,000 players.
func BenchmarkManualChange(b *testing.B) {
	tn := event(b, settings(b, "egf"), ranks(1000)...)
	for n := 1; n <= 2; n++ {
		take(b, tn, n, stronger)
	}
	d := draw(b, tn, 3)
	if err := d.Draft(tn, "test"); err != nil {
		b.Fatal(err)
	}
	var s Session
	ctx := context.Background()
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	warm := func() {
		_, err := s.EvaluateWithBest(ctx, tn, 3)
		check(err)
		_, err = s.Make(ctx, tn, 3, Options{})
		check(err)
	}
	warm()
	swap := func(k int) *tournament.Tournament {
		r := tn.Round(3)
		i := 7 * k % (len(r.Games) - 20)
		next := tn.Clone()
		redraft(b, next)(Swap(tn, 3, r.Games[i].White, r.Games[i+11].Black))
		return next
	}
	lock := func(k int) *tournament.Tournament {
		next := swap(k)
		check(next.Lock(3, next.Round(3).Games[7*k%(len(next.Round(3).Games)-20)].Table))
		return next
	}
	for _, bb := range []struct {
		name   string
		change func(k int) *tournament.Tournament
		ask    func(t *tournament.Tournament) error
	}{
		{"weigh", swap, func(t *tournament.Tournament) error { _, err := s.EvaluateWithBest(ctx, t, 3); return err }},
		{"redraw", lock, func(t *tournament.Tournament) error { _, err := s.Make(ctx, t, 3, Options{}); return err }},
		{"instead", swap, func(t *tournament.Tournament) error {
			_, err := s.Instead(ctx, t, 3, t.Round(3).Games[3].Black, t.Round(3).Games[40].White)
			return err
		}},
		{"explain", swap, func(t *tournament.Tournament) error {
			d, err := s.EvaluateWithBest(ctx, t, 3)
			d.Explain(7)
			return err
		}},
		{"forbid", func(k int) *tournament.Tournament {
			next := tn.Clone()
			g := next.Round(3).Games[7*k%len(next.Round(3).Games)]
			next.Settings.Constraints.Wishes = []tournament.Wish{{A: g.Black, B: g.White, Kind: tournament.Apart}}
			return next
		}, func(t *tournament.Tournament) error { _, err := s.Make(ctx, t, 3, Options{}); return err }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			k, worst := 0, time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				next := bb.change(k)
				k++
				b.StartTimer()
				begun := b.Elapsed()
				check(bb.ask(next))
				worst = max(worst, b.Elapsed()-begun)
			}
			b.ReportMetric(float64(worst)/1e6, "worst-ms")
		})
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			var cold Session
			_, err := cold.EvaluateWithBest(ctx, tn, 3)
			check(err)
		}
	})
}
