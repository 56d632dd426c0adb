package director

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"tourney/internal/tournament"
)

func TestDrawingsAreForgotten(t *testing.T) {
	d := fresh(t)
	first := d.draws.memory("a")
	if d.draws.memory("a") != first {
		t.Error("two memories of one tournament")
	}
	for k := range mostMemories - 1 {
		d.draws.memory(fmt.Sprint(k))
	}
	if d.draws.memory("a") != first {
		t.Error("forgotten too early")
	}
	for k := range mostMemories {
		d.draws.memory(fmt.Sprint("later ", k))
	}
	if d.draws.memory("a") == first || len(d.draws.recent) != mostMemories {
		t.Errorf("%d tournaments are remembered", len(d.draws.recent))
	}
}

// occupy holds the turn of a tournament until release is called.
func occupy(t *testing.T, d *Director, slug string) (release func()) {
	t.Helper()
	has, goes, gone := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		err := d.draws.turns.run(context.Background(), slug, func() error {
			close(has)
			<-goes
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}()
	<-has
	return sync.OnceFunc(func() { close(goes); <-gone })
}

// A slow draw delays its own tournament only; a cancelled wait has no effect.
func TestTournamentsAreDrawnSideBySide(t *testing.T) {
	d := fresh(t)
	cup(t, d, 12)
	other := state(t, d).Clone()
	other.Info.Slug, other.Version = "other", 0
	_, err := d.Import(t.Context(), anna, tournament.Whole{Tournament: other}, Founding{})
	must(t, err)

	release := occupy(t, d, "cup")
	defer release()
	must(t, d.On(anna, "other").Round(1).Draft(t.Context(), 1))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.On(anna, "cup").Round(1).Draft(gone, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait returns %v", err)
	}
	release()

	must(t, d.On(anna, "other").Round(1).Drop(t.Context()))
	var all sync.WaitGroup
	for range 3 {
		for _, slug := range []string{"cup", "other"} {
			all.Go(func() {
				if err := d.On(anna, slug).Round(1).Draft(t.Context(), 1); err != nil {
					t.Errorf("%s: %v", slug, err)
				}
				s, err := d.Snapshot(t.Context(), slug)
				if err == nil {
					_, err = s.EvaluateWithBest(t.Context(), 1)
				}
				if err != nil {
					t.Errorf("%s: %v", slug, err)
				}
				d.Progress(slug)
			})
		}
	}
	all.Wait()
	for _, slug := range []string{"cup", "other"} {
		s, err := d.Snapshot(t.Context(), slug)
		must(t, err)
		if n := len(s.Tournament.Round(1).Games); n != 6 {
			t.Errorf("%s has %d games", slug, n)
		}
	}
	if len(d.draws.turns.taken) > 0 {
		t.Errorf("unused turns: %v", d.draws.turns.taken)
	}
}

// A bounded number of tournaments is drawn at the same time; draws that wait for the turn of their tournament do not
// count.
func TestSoManyAreDrawnAtOnce(t *testing.T) {
	d := fresh(t)
	for k := range mostAtOnce - 1 {
		defer occupy(t, d, fmt.Sprint(k))()
	}
	waits, cancel := context.WithCancel(t.Context())
	waited := make(chan error)
	go func() { waited <- d.draws.turns.run(waits, "0", func() error { return nil }) }()
	last := occupy(t, d, "last")
	gone, giveUp := context.WithCancel(t.Context())
	giveUp()
	if err := d.draws.turns.run(gone, "more", func() error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("one more than %d is answered %v", mostAtOnce, err)
	}
	last()
	must(t, d.draws.turns.run(t.Context(), "more", func() error { return nil }))
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait for a turn returns %v", err)
	}
}

// The original draw stays in memory through changes by hand, and is remade if
// missing.
func TestOriginalDrawIsRemembered(t *testing.T) {
	d := fresh(t)
	cup(t, d, 12)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	look := func(d *Director) []bool {
		s, err := d.Snapshot(t.Context(), "cup")
		must(t, err)
		draw, err := s.Explain(t.Context(), 1)
		must(t, err)
		var hand []bool
		for _, g := range s.Tournament.Round(1).Games {
			hand = append(hand, draw.Explain(g.Table).Black[0].Key == "explain.player.locked")
		}
		return hand
	}
	look(d)
	made := d.draws.memory("cup").originals[1]
	if made.draw == nil {
		t.Fatalf("no original in memory: %+v", made)
	}
	r := state(t, d).Round(1)
	must(t, d.On(anna, "cup").Round(1).Swap(t.Context(), r.Games[0].Black, r.Games[1].Black))
	now := look(d)
	if d.draws.memory("cup").originals[1].draw != made.draw {
		t.Error("the draw was made again")
	}
	if anew := look(New(d.store, d.now)); fmt.Sprint(anew) != fmt.Sprint(now) || !now[0] || !now[1] || now[2] {
		t.Errorf("by hand are %v, and %v when no original in memory", now, anew)
	}
}
