package scoring

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// slowDay counts the days since 2000 by calendar.
func slowDay(at time.Time) int {
	at = time.Date(at.Year(), at.Month(), at.Day(), 12, 0, 0, 0, time.UTC)
	return int(at.Sub(time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)).Hours()) / 24
}

// A slowPast is the past of a ladder, day by day. Everything about a player is read from it.
type slowPast struct {
	rules   Ladder
	players []Player
	order   []int
	day     int // the last one, -1 before the first
	// Each entry is a player and a day: joined, played, and protected from that day on.
	joined, played, protected [][2]int
}

func (l *slowPast) last(entries [][2]int, id int) (day int, found bool) {
	for _, e := range slices.Backward(entries) {
		if e[0] == id {
			return e[1], true
		}
	}
	return 0, false
}

// join inserts a player from the bottom up until a player is at least as strong.
func (l *slowPast) join(id, day int) {
	strength := map[int]rank.Rank{}
	for _, p := range l.players {
		strength[p.ID] = p.Rank
	}
	l.order = append(l.order, id)
	for i := len(l.order) - 1; i > 0 && strength[l.order[i-1]] < strength[id]; i-- {
		l.order[i], l.order[i-1] = l.order[i-1], l.order[i]
	}
	l.joined = append(l.joined, [2]int{id, day})
}

// morning moves the idle players: a player who stays passes all idle ones directly above.
func (l *slowPast) morning(day int) {
	var order, above []int
	for _, id := range l.order {
		since, _ := l.last(l.joined, id)
		if played, found := l.last(l.played, id); found {
			since = max(since, played)
		}
		if n := day - since; l.rules.Idle > 0 && n > 0 && n%l.rules.Idle == 0 {
			above = append(above, id)
			continue
		}
		order = append(append(order, id), above...)
		above = nil
	}
	if !l.rules.Leave {
		order = append(order, above...)
	} else {
		order = slices.DeleteFunc(slices.Clone(l.order), func(id int) bool {
			return slices.Contains(above, id) || !slices.Contains(order, id) || l.leaves(id, day)
		})
	}
	l.order = order
}

func (l *slowPast) leaves(id, day int) bool {
	since, _ := l.last(l.joined, id)
	if played, found := l.last(l.played, id); found {
		since = max(since, played)
	}
	return (day-since)%l.rules.Idle == 0 && day > since
}

// arrivals adds the players who join until a day, after another one.
func (l *slowPast) arrivals(after, day int) {
	for d := after + 1; d <= day; d++ {
		for _, p := range byArrival(l.players) {
			if !p.Joined.IsZero() && slowDay(p.Joined) == d {
				l.join(p.ID, day)
			}
		}
	}
}

func byArrival(players []Player) []Player {
	list := slices.Clone(players)
	slices.SortFunc(list, func(a, b Player) int {
		switch {
		case !a.Joined.Equal(b.Joined):
			return a.Joined.Compare(b.Joined)
		case a.Rank != b.Rank:
			return int(b.Rank) - int(a.Rank)
		}
		return a.ID - b.ID
	})
	return list
}

// newSlowPast returns a ladder before its first game.
func newSlowPast(r Ladder, players []Player) *slowPast {
	l := &slowPast{rules: r, players: players, order: []int{}, day: -1}
	for _, p := range byArrival(players) {
		if p.Joined.IsZero() {
			l.join(p.ID, 0)
		}
	}
	return l
}

// play lets the days until a game pass, and reports whether the game is a challenge.
func (l *slowPast) play(g Game) bool {
	now := slowDay(g.At)
	if l.day < 0 {
		l.day = now
		for i := range l.joined {
			l.joined[i][1] = now
		}
		l.arrivals(0, now)
	}
	for l.day < now {
		l.day++
		l.morning(l.day)
		l.arrivals(l.day-1, l.day)
	}
	return l.game(g, l.day)
}

// game applies a game and reports whether it was a challenge.
func (l *slowPast) game(g Game, day int) bool {
	_, blackWas := l.last(l.joined, g.Black)
	_, whiteWas := l.last(l.joined, g.White)
	if !blackWas || !whiteWas {
		return false
	}
	l.played = append(l.played, [2]int{g.Black, day}, [2]int{g.White, day})
	first, second := min(g.Black, g.White), max(g.Black, g.White)
	both := slices.Contains(l.order, first) && slices.Contains(l.order, second)
	for _, id := range []int{first, second} {
		if !slices.Contains(l.order, id) {
			l.join(id, day)
		}
	}
	lower, upper := g.Black, g.White
	lowerWins := g.Result.Outcome == tournament.BlackWins
	if slices.Index(l.order, g.Black) < slices.Index(l.order, g.White) {
		lower, upper = g.White, g.Black
		lowerWins = g.Result.Outcome == tournament.WhiteWins
	}
	from, to := slices.Index(l.order, lower), slices.Index(l.order, upper)
	since, found := l.last(l.protected, upper)
	if back, _ := l.last(l.joined, upper); found && back > since { // protection ends with a new start
		found = false
	}
	if !both || from-to > l.rules.Reach || found && day-since < l.rules.Protection {
		return false
	}
	l.protected = append(l.protected, [2]int{upper, day})
	if !lowerWins {
		return true
	}
	l.protected = append(l.protected, [2]int{lower, day})
	switch l.rules.Shift {
	case Swap:
		l.order[from], l.order[to] = upper, lower
	case Insert:
		for i := from; i > to; i-- { // step by step
			l.order[i], l.order[i-1] = l.order[i-1], l.order[i]
		}
	}
	return true
}

// TestFiveHundredChallenges plays 500 random challenges of a club over years, and checks each step: the rules allow a
// challenge exactly if the game moved or protected a player, and the order equals the slow one.
func TestFiveHundredChallenges(t *testing.T) {
	for seed, rules := range []Ladder{
		{Reach: 3, Shift: Swap},
		{Reach: 5, Shift: Insert, Protection: 7},
		{Reach: 2, Shift: Insert, Protection: 14, Idle: 21},
		{Reach: 4, Shift: Swap, Protection: 3, Idle: 28, Leave: true},
	} {
		t.Run(fmt.Sprint(rules), func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(seed), 43))
			start := time.Date(2026, 1, 6, 18, 30, 0, 0, time.UTC)
			var players []Player
			for id := 1; id <= 20; id++ {
				p := Player{ID: id, Rank: rank.Kyu30 + rank.Rank(random.IntN(30)), Joined: start}
				if id > 14 {
					p.Joined = start.AddDate(0, 0, random.IntN(500))
				}
				players = append(players, p)
			}
			var games []Game
			slow := newSlowPast(rules, players)
			challenges, refused := 0, 0
			for at := start; challenges < 500; {
				at = at.AddDate(0, 0, random.IntN(3))
				before := RungsAt(rules, players, games, at)
				g := challenge(random, before, len(games)+1, at)
				lower, upper := g.Black, g.White
				if before.Place(lower) < before.Place(upper) {
					lower, upper = upper, lower
				}
				allowed := before.May(lower, upper)
				games = append(games, g)
				isChallenge := slow.play(g)
				after := RungsAt(rules, players, games, at)
				if !slices.Equal(after.Order(), slow.order) {
					t.Fatalf("game %d %+v: %v, want %v", len(games), g, after.Order(), slow.order)
				}
				if (allowed == nil) != isChallenge {
					t.Fatalf("game %d %+v: %v, but a challenge: %t", len(games), g, allowed, isChallenge)
				}
				checkStep(t, rules, before, after, g, lower, upper, isChallenge)
				if isChallenge {
					challenges++
				} else {
					refused++
				}
			}
			if refused < 20 {
				t.Errorf("only %d games were no challenge", refused)
			}
		})
	}
}

// challenge draws a game: often of two players within reach.
func challenge(random *rand.Rand, l *Rungs, id int, at time.Time) Game {
	order := l.Order()
	g := Game{ID: id, Day: id, At: at, Result: tournament.Result{Outcome: tournament.BlackWins}}
	from := random.IntN(len(order))
	to := max(0, from-1-random.IntN(6))
	if to == from {
		to = from + 1
	}
	g.Black, g.White = order[from], order[to]
	if random.IntN(20) == 0 { // anybody who was on the ladder
		var all []int
		for id := range l.people {
			all = append(all, id)
		}
		slices.Sort(all)
		if g.Black = all[random.IntN(len(all))]; g.Black == g.White {
			g.White = order[from]
		}
	}
	switch random.IntN(5) {
	case 0:
		g.Result.Outcome = tournament.Jigo
	case 1, 2:
		g.Result.Outcome = tournament.WhiteWins
	}
	return g
}

// checkStep compares two states with the words of the rules.
func checkStep(t *testing.T, rules Ladder, before, after *Rungs, g Game, lower, upper int, isChallenge bool) {
	t.Helper()
	was, is := before.Order(), after.Order()
	from, to := before.Place(lower), before.Place(upper)
	lowerWon := g.Result.Outcome == tournament.BlackWins && g.Black == lower || g.Result.Outcome == tournament.WhiteWins && g.White == lower
	switch {
	case from == 0 || to == 0:
		if len(is) <= len(was) {
			t.Fatal("a player off the ladder did not return")
		}
	case !isChallenge || !lowerWon:
		if !slices.Equal(was, is) {
			t.Fatalf("game %+v moved %v to %v", g, was, is)
		}
	case after.Place(lower) != to:
		t.Fatalf("the winner from %d is at %d, not %d", from, after.Place(lower), to)
	case rules.Shift == Swap && after.Place(upper) != from, rules.Shift == Insert && after.Place(upper) != to+1:
		t.Fatalf("the loser at %d is at %d", to, after.Place(upper))
	}
	if !isChallenge {
		return
	}
	if from-to > rules.Reach || from < to || before.Protected(upper) > 0 {
		t.Fatalf("a challenge from %d to %d, protected for %d days", from, to, before.Protected(upper))
	}
	if after.Protected(upper) != rules.Protection || lowerWon && after.Protected(lower) != rules.Protection {
		t.Fatalf("protected for %d and %d days", after.Protected(upper), after.Protected(lower))
	}
}

// TestReasonsOfChallenges asks for challenges on a small ladder.
func TestReasonsOfChallenges(t *testing.T) {
	start := time.Date(2026, 3, 3, 19, 0, 0, 0, time.UTC)
	players := roster("3d 1d 2k 5k 9k")
	games := []Game{{ID: 1, At: start, Black: 2, White: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}}
	l := RungsAt(Ladder{Reach: 2, Shift: Swap, Protection: 7}, players, games, start.AddDate(0, 0, 2))
	if letters(l.Order()) != "BACDE" {
		t.Fatal(letters(l.Order()))
	}
	for _, tt := range []struct {
		from, to int
		key      string
	}{
		{4, 3, ""}, {5, 3, ""}, {3, 1, "ladder.protected"}, {4, 2, "ladder.reach"}, {3, 3, "ladder.self"}, {3, 4, "ladder.above"}, {3, 9, "ladder.off"},
		{4, 1, "ladder.protected"}, {1, 2, "ladder.protected"},
	} {
		err := l.May(tt.from, tt.to)
		if err == nil && tt.key != "" || err != nil && !fault.Is(err, tt.key) {
			t.Errorf("%d challenges %d: %v, want %q", tt.from, tt.to, err, tt.key)
		}
	}
	if l = RungsAt(Ladder{Reach: 2, Protection: 7}, players, games, start.AddDate(0, 0, 7)); l.May(3, 1) != nil {
		t.Error("protected on the seventh day")
	}
}

// TestIdlePlayers lets players of a small ladder be idle.
func TestIdlePlayers(t *testing.T) {
	start := time.Date(2026, 3, 3, 19, 0, 0, 0, time.UTC)
	players := roster("3d 1d 2k 5k 9k")
	game := func(id, days, black, white int) Game {
		return Game{ID: id, At: start.AddDate(0, 0, days), Black: black, White: white, Result: tournament.Result{Outcome: tournament.Jigo}}
	}
	games := []Game{game(1, 0, 1, 2), game(2, 4, 3, 4)}
	for _, tt := range []struct {
		name  string
		leave bool
		days  int
		want  string
	}{
		{"nobody yet", false, 6, "ABCDE"},
		{"A and B pass C, E is the last", false, 7, "CABDE"},
		{"C passes A, D passes E", false, 11, "ACBED"},
		{"A and B leave, E too", true, 7, "CD"},
		{"all leave", true, 20, ""},
	} {
		l := RungsAt(Ladder{Reach: 2, Idle: 7, Leave: tt.leave}, players, games, start.AddDate(0, 0, tt.days))
		if got := letters(l.Order()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	back := append(slices.Clone(games), game(3, 8, 2, 3))
	if l := RungsAt(Ladder{Reach: 2, Idle: 7, Leave: true}, players, back, start.AddDate(0, 0, 8)); letters(l.Order()) != "BCD" {
		t.Errorf("B returned to %s", letters(l.Order()))
	}
}

// TestLongPause counts a pause of ten years as one.
func TestLongPause(t *testing.T) {
	start := time.Date(2026, 3, 3, 19, 0, 0, 0, time.UTC)
	players := roster("3d 1d 2k")
	games := []Game{{ID: 1, At: start, Black: 1, White: 2, Result: tournament.Result{Outcome: tournament.Jigo}}}
	year := RungsAt(Ladder{Reach: 2, Idle: 7}, players, games, start.AddDate(0, 0, longestPause))
	decade := RungsAt(Ladder{Reach: 2, Idle: 7}, players, games, start.AddDate(10, 0, 0))
	if !slices.Equal(year.Order(), decade.Order()) {
		t.Errorf("%v after a year, %v after ten", year.Order(), decade.Order())
	}
}
