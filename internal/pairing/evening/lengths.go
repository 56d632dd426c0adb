package evening

import (
	"slices"
	"time"

	"tourney/internal/tournament"
)

// Lengths estimates the lengths of games on one size of board. The zero value has no meaning; see NewLengths.
type Lengths struct {
	seconds []int // ascending, never empty
}

// spread holds the lengths of eight imagined games in percent of the expected length: quantiles of a lognormal
// distribution with sigma 0.4, whose mean is 100.
var spread = [...]int{52, 68, 80, 90, 101, 113, 131, 165}

const (
	// mostLengths is the number of finished games in an estimate, the latest.
	mostLengths = 1000
	// shortest and longest bound the lengths of games that count, in seconds.
	shortest, longest = 60, 12 * 3600
)

// NewLengths returns the estimate from finished games, the latest last, of one size of board from 1 to 25. The clock
// counts as much as eight games. Games under a minute and over twelve hours do not count.
func NewLengths(clock tournament.Clock, size int, finished []time.Duration) Lengths {
	expected := ofClock(clock, size)
	var l Lengths
	for _, percent := range spread {
		l.seconds = append(l.seconds, min(max(expected*percent/100, shortest), longest))
	}
	for _, d := range finished[max(0, len(finished)-mostLengths):] {
		if s := int(d / time.Second); s >= shortest && s <= longest {
			l.seconds = append(l.seconds, s)
		}
	}
	slices.Sort(l.seconds)
	return l
}

// ofClock returns the expected length of a game in seconds, from the clock alone: two thirds of the time that both
// players may use in a game of usual length, two moves for every three points of the board.
func ofClock(c tournament.Clock, size int) int {
	size = min(max(size, 1), 25)
	moves := size * size * 2 / 3
	seconds := func(s tournament.Span) int { return min(max(int(time.Duration(s)/time.Second), 0), longest) }
	budget := 2 * seconds(c.Main)
	switch period := seconds(c.Period); c.Overtime {
	case tournament.Fischer:
		budget += moves * period
	case tournament.Canadian:
		budget += moves / 2 * period / max(c.Stones, 1)
	case tournament.Japanese:
		budget += moves / 2 * period / 2
	}
	if budget == 0 {
		budget = moves * 20 // without a clock
	}
	return min(max(budget*2/3, shortest), longest)
}

// Expected returns the mean length of a game.
func (l Lengths) Expected() time.Duration {
	sum := 0
	for _, s := range l.seconds {
		sum += s
	}
	return time.Duration(sum/len(l.seconds)) * time.Second
}

// End returns the expected end of a running game: the mean end of all known games that lasted as long as this one has.
// A game longer than all of them has a tenth of its length left. The end is at least a minute after now.
func (l Lengths) End(started, now time.Time) time.Time {
	elapsed := int(min(max(now.Sub(started), 0), 24*time.Hour) / time.Second)
	sum, n := 0, 0
	for _, s := range l.seconds {
		if s > elapsed {
			sum += s - elapsed
			n++
		}
	}
	left := elapsed / 10
	if n > 0 {
		left = sum / n
	}
	return now.Add(time.Duration(max(left, 60)) * time.Second)
}
