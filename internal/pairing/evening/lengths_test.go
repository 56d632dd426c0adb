package evening

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

func TestLengths(t *testing.T) {
	blitz := tournament.Clock{Main: tournament.Span(10 * time.Minute)}
	prior := NewLengths(blitz, 19, nil)
	if got := prior.Expected(); got < 12*time.Minute || got > 14*time.Minute {
		t.Errorf("two times ten minutes give %v", got)
	}
	var games []time.Duration
	for range 40 {
		games = append(games, 30*time.Minute)
	}
	slow := NewLengths(blitz, 19, append(games, 0, -time.Hour, 13*time.Hour))
	if got := slow.Expected(); got < 26*time.Minute || got > 28*time.Minute {
		t.Errorf("forty games of 30 minutes give %v", got)
	}
	for elapsed, want := range map[time.Duration]time.Duration{
		0: slow.Expected(), 20 * time.Minute: 10 * time.Minute, 100 * time.Minute: 10 * time.Minute, 29*time.Minute + 50*time.Second: time.Minute,
	} {
		if got := slow.End(tuesday.Add(-elapsed), tuesday).Sub(tuesday); got < want-20*time.Second || got > want+20*time.Second {
			t.Errorf("after %v %v are left, want about %v", elapsed, got, want)
		}
	}
}

func TestLengthsStayInBounds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		span := func(name string) tournament.Span { return tournament.Span(rapid.Int64().Draw(rt, name)) }
		clock := tournament.Clock{
			Main: span("main"), Period: span("period"), Stones: rapid.Int().Draw(rt, "stones"),
			Overtime: rapid.SampledFrom([]tournament.Overtime{"", tournament.Fischer, tournament.Canadian, tournament.Japanese}).Draw(rt, "overtime"),
		}
		finished := []time.Duration{time.Duration(rapid.Int64().Draw(rt, "finished"))}
		l := NewLengths(clock, rapid.Int().Draw(rt, "size"), finished)
		if d := l.Expected(); d < time.Minute || d > 12*time.Hour {
			rt.Fatalf("expected %v", d)
		}
		now := tuesday.Add(time.Duration(rapid.Int64().Draw(rt, "now")))
		if left := l.End(tuesday, now).Sub(now); left < time.Minute || left > 12*time.Hour {
			rt.Fatalf("%v left", left)
		}
	})
}
