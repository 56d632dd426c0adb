package director

import (
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/pairing"
	"tourney/internal/rank"
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
			t, err := tournament.New(tournament.Info{Slug: "field", Name: "Field"}, settings)
			if err != nil {
				b.Fatal(err)
			}
			for i := range players {
				if _, err := t.AddPlayer(tournament.Player{
					Family: fmt.Sprint("Player ", i), Rank: rank.Dan(3) - rank.Rank(i*20/players), Status: tournament.CheckedIn,
				}, tournament.AllowNamesakes); err != nil {
					b.Fatal(err)
				}
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
			tables := players / 2
			var left atomic.Int64
			left.Store(int64(b.N))
			var desks sync.WaitGroup
			b.ResetTimer()
			for desk := range 50 {
				desks.Go(func() { // each has tables of its own, and corrects what it has entered
					for seen := 0; ; seen++ {
						for table := desk + 1; table <= tables; table += 50 {
							if left.Add(-1) < 0 {
								return
							}
							r := tournament.Result{Outcome: []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}[seen%2]}
							done, err := e.Enter(b.Context(), tournament.Entry{Round: 1, Table: table, Seen: seen, Result: r})
							if err != nil || done.Effect != tournament.Recorded {
								b.Errorf("table %d: %v %v", table, done.Effect, err)
								return
							}
						}
					}
				})
			}
			desks.Wait()
		})
	}
}
