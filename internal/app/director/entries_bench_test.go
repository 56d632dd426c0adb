package director

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// BenchmarkEntries enters results of 100 and 400 players from 50 desks at once, durably.
func BenchmarkEntries(b *testing.B) {
	for _, players := range []int{100, 400} {
		b.Run(strconv.Itoa(players), func(b *testing.B) {
			d := New(databasetest.OpenFile(b, store.Open), time.Now)
			e := d.On(Actor{Name: "Desk"}, field(b, d, players))
			tables := players / 2
			var left atomic.Int64
			left.Store(int64(b.N))
			var desks sync.WaitGroup
			b.ResetTimer()
			for desk := range 50 {
				desks.Go(func() { // each has separate tables, and corrects its entries
					for seen := 0; ; seen++ {
						for table := desk + 1; table <= tables; table += 50 {
							if left.Add(-1) < 0 {
								return
							}
							enterNext(b, e, tournament.Entry{Round: 1, Table: table, Seen: seen})
						}
					}
				})
			}
			desks.Wait()
		})
	}
}

// field imports a tournament with a first round and returns its slug.
func field(t testing.TB, d *Director, players int) string {
	t.Helper()
	settings, _ := tournament.PresetNamed("egf")
	f, err := tournament.New(tournament.Info{Slug: "field", Name: "Field"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range players {
		if _, err := f.AddPlayer(tournament.Player{
			Family: fmt.Sprint("Player ", i), Rank: rank.Dan(3) - rank.Rank(i*20/players), Status: tournament.CheckedIn,
		}, tournament.AllowNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	draw, err := pairing.Make(t.Context(), f, 1, pairing.Options{})
	if err == nil {
		err = draw.Draft(f, "bench")
	}
	if err == nil {
		err = f.Publish(1)
	}
	if err != nil {
		t.Fatal(err)
	}
	slug, err := d.Import(t.Context(), Actor{Name: "Anna"}, tournament.Whole{Tournament: f}, Founding{})
	if err != nil {
		t.Fatal(err)
	}
	return slug
}
