package director

import (
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/pairing"
	"tourney/internal/simulate"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// BenchmarkEntries enters results of 100 and 400 players from 50 desks at once, durably.
func BenchmarkEntries(b *testing.B) {
	for _, players := range []int{100, 400} {
		b.Run(strconv.Itoa(players), func(b *testing.B) {
			s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "a.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			d := New(s, time.Now)
			settings, _ := tournament.PresetNamed("egf")
			t, err := simulate.Invented(players, settings)
			if err != nil {
				b.Fatal(err)
			}
			draw, err := pairing.Make(b.Context(), t, 1, pairing.Options{})
			if err == nil {
				err = draw.Draft(t, "bench")
			}
			if err == nil {
				err = t.Publish(1)
			}
			if err != nil {
				b.Fatal(err)
			}
			slug, err := d.Import(b.Context(), Actor{Name: "Anna"}, tournament.Whole{Tournament: t}, Founding{})
			if err != nil {
				b.Fatal(err)
			}
			e := d.On(Actor{Name: "Desk"}, slug)
			var next atomic.Int64
			var desks sync.WaitGroup
			b.ResetTimer()
			for range 50 {
				desks.Go(func() {
					for {
						i := int(next.Add(1))
						if i > b.N {
							return
						}
						r := tournament.Result{Outcome: []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}[i/(players/2)%2]}
						if _, err := e.Enter(b.Context(), tournament.Entry{Mode: tournament.Chosen, Round: 1, Table: i%(players/2) + 1, Result: r}); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			desks.Wait()
		})
	}
}
