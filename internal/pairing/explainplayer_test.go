package pairing

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// TestSentencesAreTrue holds every sentence about games of many fields, with jigo, clubs, odd groups and bans, against
// the results themselves.
func TestSentencesAreTrue(t *testing.T) {
	told := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 14)
		if rapid.Bool().Draw(t, "a preset as it is") {
			presets := tournament.Presets()
			s := presets[rapid.IntRange(0, len(presets)-1).Draw(t, "which")].Settings
			if !s.System.Weighed() || s.Teams.Boards > 0 {
				return
			}
			s.Rounds = max(s.Rounds, 5)
			tn.Settings = s
		}
		for range rapid.IntRange(0, 3).Draw(t, "bans") {
			a, b := rapid.IntRange(1, len(tn.Players)).Draw(t, "a"), rapid.IntRange(1, len(tn.Players)).Draw(t, "b")
			if a != b {
				wish := tournament.Wish{A: tournament.PlayerID(a), B: tournament.PlayerID(b), Kind: tournament.Apart}
				tn.Settings.Constraints.Wishes = append(tn.Settings.Constraints.Wishes, wish)
			}
		}
		for n := 1; n <= 5; n++ {
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			if err != nil {
				return
			}
			c := newClaims(t, tn, d)
			for _, p := range d.Games {
				e := d.Explain(p.Game.Table)
				c.player(e.Game.Black, e.Game.White, e.Black)
				c.player(e.Game.White, e.Game.Black, e.White)
				for _, r := range e.Reasons {
					c.reason(e.Game, r)
					told[r.Key]++
				}
				for _, said := range e.Black {
					told[said.Key]++
				}
			}
			playRandomly(t, tn, d)
		}
	})
	if testing.Short() {
		return // too few draws for every sentence
	}
	for _, key := range []string{
		"player.equal", "player.near", "player.odd", "player.closed", "player.chain", "player.alone", "player.again",
		"player.fewest", "not.met", "not.oftener", "not.better",
		"geo.club", "geo.part", "geo.none", "score.full", "score.part",
	} {
		if told["explain."+key] == 0 {
			t.Errorf("nobody was told %s: %v", key, told)
		}
	}
}

// claims checks sentences about one draw by the results alone.
type claims struct {
	t     *rapid.T
	tn    *tournament.Tournament
	d     *Draw
	score map[tournament.PlayerID]tournament.Score // in the standings
	group map[tournament.PlayerID]int
	cat   map[tournament.PlayerID]int
}

func newClaims(t *rapid.T, tn *tournament.Tournament, d *Draw) *claims {
	c := &claims{t: t, tn: tn, d: d, score: map[tournament.PlayerID]tournament.Score{}, group: map[tournament.PlayerID]int{}, cat: map[tournament.PlayerID]int{}}
	s := results.Settings(tn, d.Round)
	for _, r := range results.Before(tn, d.Round) {
		c.score[r.Player] = r.NBW
		if results.MainScore(s) == tournament.MMS {
			c.score[r.Player] = r.MMS
		}
		c.group[r.Player], c.cat[r.Player] = results.Group(s, r.Main), results.CategoryOf(s, tn.Player(r.Player))
	}
	return c
}

// paired are the players of the round with games that the director did not wish
// for.
func (c *claims) paired(same func(tournament.PlayerID) bool) []tournament.PlayerID {
	var list []tournament.PlayerID
	for _, p := range c.d.Games {
		for _, id := range []tournament.PlayerID{p.Game.Black, p.Game.White} {
			if p.valued && same(id) {
				list = append(list, id)
			}
		}
	}
	return list
}

// may reports whether two could meet: they have not, and no wish keeps them apart. Where only played games count, a
// forfeited one does not count as a meeting.
func (c *claims) may(a, b tournament.PlayerID) bool {
	for i := range c.tn.Rounds[:c.d.Round-1] {
		g := c.tn.Rounds[i].Game(a)
		if g != nil && g.Has(b) && !(g.Result.ByDefault() && c.tn.Settings.Pairing.PlayedOnly) {
			return false
		}
	}
	return !slices.ContainsFunc(c.tn.Settings.Constraints.Wishes, func(w tournament.Wish) bool {
		return w.Kind == tournament.Apart && w.Holds(c.d.Round) && (w.A == a && w.B == b || w.A == b && w.B == a)
	})
}

// perfect tries all ways to pair a group.
func perfect(group []tournament.PlayerID, may func(a, b tournament.PlayerID) bool) bool {
	known := map[uint]bool{}
	var try func(free uint) bool
	try = func(free uint) bool {
		if free == 0 {
			return true
		}
		if done, ok := known[free]; ok {
			return done
		}
		a := bits.TrailingZeros(free)
		for b := a + 1; b < len(group); b++ {
			if free>>b&1 == 1 && may(group[a], group[b]) && try(free&^(1<<a|1<<b)) {
				known[free] = true
				return true
			}
		}
		known[free] = false
		return false
	}
	return try(1<<len(group) - 1)
}

// repeat returns the Repeats of a game of two, where they count.
func (c *claims) repeat(a, b tournament.PlayerID) Repeats {
	if c.tn.Settings.Pairing.Duplicate == 0 {
		return Repeats{}
	}
	return historyOf(c.tn, c.d.Round).repeat(c.d.Round, a, b)
}

// again checks the sentences for a player whose game is a rematch, and returns the others.
func (c *claims) again(me, other tournament.PlayerID, said []Sentence) []Sentence {
	r := c.repeat(me, other)
	if r.Meetings == 0 || said[0].Args[1] != r.Meetings || said[0].Args[2] != r.Last {
		c.t.Fatalf("round %d: %d, who meets %d, is told %v; %+v", c.d.Round, me, other, said, r)
	}
	anybody := func(tournament.PlayerID) bool { return true }
	if forced := !perfect(c.paired(anybody), c.may); forced != (len(said) > 1 && said[1].Key == "explain.player.fewest") {
		c.t.Fatalf("round %d: %d, who meets %d, is told %v; all could meet somebody new: %v", c.d.Round, me, other, said, !forced)
	} else if forced {
		return said[1:]
	}
	return said
}

// player checks the sentences for a player.
func (c *claims) player(me, other tournament.PlayerID, said []Sentence) {
	why := said[0]
	if (why.Key == "explain.player.again") != (c.repeat(me, other).Meetings > 0) {
		c.t.Fatalf("round %d: %d, who meets %d, is told %v", c.d.Round, me, other, said)
	}
	fail := func(want any) {
		c.t.Fatalf("round %d: %d, who meets %d, is told %v; %v", c.d.Round, me, other, said, want)
	}
	same := func(id tournament.PlayerID) bool { return c.cat[id] == c.cat[me] && c.group[id] == c.group[me] }
	if c.cat[me] != c.cat[other] {
		same = func(id tournament.PlayerID) bool { return c.cat[id] == c.cat[me] }
	}
	group := c.paired(same)
	club := func(a, b tournament.PlayerID) bool {
		return c.may(a, b) && (c.tn.Player(a).Club == "" || spelling.Fold(c.tn.Player(a).Club) != spelling.Fold(c.tn.Player(b).Club))
	}
	switch why.Key {
	case "explain.player.equal":
		if c.score[me] != c.score[other] || why.Args[1] != c.score[me] {
			fail(c.score)
		}
	case "explain.player.near":
		if !same(other) || c.score[me] == c.score[other] || why.Args[1] != c.score[me] || why.Args[2] != c.score[other] {
			fail(c.score)
		}
	case "explain.player.alone", "explain.player.alone.category":
		for id := range c.score {
			plays := c.tn.Player(id).Plays(c.d.Round)
			if id != me && plays && c.score[id] == c.score[me] && (why.Key == "explain.player.alone" || c.cat[id] == c.cat[me]) {
				fail(id)
			}
		}
		if why.Args[1] != c.score[me] || why.Args[2] != c.score[other] {
			fail(c.score)
		}
	case "explain.player.odd":
		if len(group)%2 == 0 || same(other) {
			fail(group)
		}
	case "explain.player.closed":
		if perfect(group, c.may) || same(other) {
			fail(group)
		}
	case "explain.player.club":
		if !perfect(group, c.may) || perfect(group, club) || same(other) {
			fail(group)
		}
	case "explain.player.chain":
		left := slices.ContainsFunc(group, func(id tournament.PlayerID) bool {
			i := slices.IndexFunc(c.d.Games, func(p Pairing) bool { return p.Game.Has(id) })
			return id != me && c.tn.NameOf(id) == why.Args[4] && !same(c.d.Games[i].Game.Opponent(id))
		})
		if !left || !perfect(group, c.may) || same(other) {
			fail(group)
		}
	case "explain.player.again":
		said = c.again(me, other, said)
	case "explain.player.cup":
		if !same(other) {
			fail(c.group)
		}
	case "explain.player.ahead":
		if c.tn.Settings.System != tournament.AcceleratedSwiss {
			fail("not accelerated")
		}
	default:
		fail("unknown")
	}
	if len(said) > 1 {
		c.not(me, other, said[1])
	}
}

// not checks why a player does not meet another one.
func (c *claims) not(me, other tournament.PlayerID, said Sentence) {
	name := said.Args[0]
	if _, times := name.(int); times {
		name = said.Args[1]
	}
	i := slices.IndexFunc(c.tn.Players, func(p tournament.Player) bool { return p.Name() == name })
	best := c.tn.Players[i].ID
	weight := func(a, b tournament.PlayerID) int64 {
		return c.d.objective.weigh(c.d.objective.index[a], c.d.objective.index[b]).total()
	}
	g := c.d.Games[slices.IndexFunc(c.d.Games, func(p Pairing) bool { return p.Game.Has(best) })].Game
	theirs := g.Opponent(best)
	allowed := func(a, b tournament.PlayerID) bool { return c.may(a, b) || c.repeat(a, b).Meetings > 0 }
	repeats := c.repeat(me, best).plus(c.repeat(other, theirs)) == c.repeat(me, other).plus(c.repeat(best, theirs))
	equal := repeats && allowed(me, best) && allowed(other, theirs) && weight(me, best)+weight(other, theirs) == weight(me, other)+weight(best, theirs)
	switch said.Key {
	case "explain.not.met", "explain.not.oftener":
		r := c.repeat(me, best)
		first := !slices.ContainsFunc(c.d.Games, func(p Pairing) bool { return c.repeat(p.Game.Black, p.Game.White).Meetings > 0 })
		if said.Args[0] != r.Meetings || said.Args[2] != r.Last || r.Compare(c.repeat(me, other)) <= 0 || first != (said.Key == "explain.not.met") {
			c.t.Fatalf("round %d: %d, who meets %d, is told %v; %+v", c.d.Round, me, other, said, r)
		}
	case "explain.not.equal", "explain.not.better":
		if equal != (said.Key == "explain.not.equal") || said.Args[1] != c.tn.NameOf(theirs) {
			c.t.Fatalf("round %d: %d, who meets %d, is told %v; as good: %v", c.d.Round, me, other, said, equal)
		}
		drafted := c.tn.Clone()
		if err := c.d.Draft(drafted, "test"); err != nil {
			c.t.Fatal(err)
		}
		other, err := new(Session).Instead(context.Background(), drafted, c.d.Round, me, best)
		if fault.Is(err, "constraint.alone") || fault.Is(err, "constraint.few") { // the others could not be paired
			return
		}
		if err != nil {
			c.t.Fatal(err)
		}
		more := other.More.Compare(Repeats{})
		if more < 0 || more == 0 && other.Cost.Sign() < 0 || equal && (more > 0 || other.Cost.Sign() > 0) {
			c.t.Fatalf("round %d: %d is told %v, it costs %+v", c.d.Round, me, said, other)
		}
	default:
		c.t.Fatalf("%v", said)
	}
}

// reason checks the director's sentences about scores, clubs and countries.
func (c *claims) reason(g tournament.Game, r Reason) {
	a, b := c.tn.Player(g.Black), c.tn.Player(g.White)
	club := a.Club != "" && spelling.Fold(a.Club) == spelling.Fold(b.Club)
	country := a.Country != "" && a.Country == b.Country
	p, local := &c.tn.Settings.Pairing, c.tn.Settings.Constraints.LocalClub > 0
	ok := true
	switch r.Key {
	case "explain.score.full":
		ok = c.score[a.ID] == c.score[b.ID] && c.cat[a.ID] == c.cat[b.ID]
	case "explain.score.part":
		ok = c.cat[a.ID] == c.cat[b.ID] && (c.score[a.ID] != c.score[b.ID] || c.tn.Settings.System == tournament.AcceleratedSwiss)
	case "explain.geo.none":
		ok = club && country && p.ClubGap > 0 && p.CountryGap > 0
	case "explain.geo.club":
		ok = club && p.ClubGap > 0 && !(country && p.CountryGap > 0 && !local)
	case "explain.geo.local":
		ok = club && local
	case "explain.geo.country":
		ok = country && p.CountryGap > 0
	case "explain.geo.part":
		ok = !club && !country && p.ClubGap > 0 && p.CountryGap > 0
	case "explain.geo.clubs":
		ok = !club && p.ClubGap > 0
	case "explain.geo.countries":
		ok = !country && p.CountryGap > 0
	}
	if !ok {
		c.t.Fatalf("round %d, %d – %d: %v %v", c.d.Round, g.Black, g.White, r.Key, r.Args)
	}
}

// TestGroupsThatCouldNotMeet finds the reasons that small random fields seldom have: a club too many in a group, and a
// category whose players have all met.
func TestGroupsThatCouldNotMeet(t *testing.T) {
	s := of(t, tournament.Swiss, 5)
	s.Pairing.Geography, s.Pairing.ClubGap, s.Pairing.CountryGap, s.Pairing.ExemptFrom = s.Pairing.Score, 3, 0, rank.Dan(9)
	tn := event(t, s, rank.Kyu(10), rank.Kyu(10), rank.Kyu(10), rank.Kyu(10))
	tn.Players[0].Club, tn.Players[1].Club = "East", "east"
	play(t, tn, 1, []tournament.Game{met(3, 1), met(4, 2)}, nil, whiteWon, whiteWon)
	d := draw(t, tn, 2)
	if d.Games[0].Game.Has(1) && d.Games[0].Game.Has(2) {
		t.Fatalf("the club mates meet: %+v", d.Games)
	}
	for _, p := range d.Games {
		e := d.Explain(p.Game.Table)
		if strong := e.Game.Black <= 2; strong && e.Black[0].Key != "explain.player.club" || !strong && e.White[0].Key != "explain.player.club" {
			t.Errorf("they are told %v and %v", e.Black, e.White)
		}
	}
}

// Of three of one club and a stranger two of the club must meet. The sentence for both explains that another round
// would be as good. Random fields have this too seldom.
func TestAnotherRoundAsGood(t *testing.T) {
	s := of(t, tournament.Swiss, 5)
	s.Pairing = tournament.Pairing{Duplicate: s.Pairing.Duplicate, Score: s.Pairing.Score, Geography: s.Pairing.Score, ClubGap: 3, ExemptFrom: rank.Dan(9)}
	tn := event(t, s, rank.Kyu(10), rank.Kyu(10), rank.Kyu(10), rank.Kyu(10))
	for i := range 3 {
		tn.Players[i].Club = "East"
	}
	told := 0
	d := draw(t, tn, 1)
	for _, p := range d.Games {
		e := d.Explain(p.Game.Table)
		for _, said := range slices.Concat(e.Black, e.White) {
			if said.Key == "explain.not.equal" && said.Args[0] == tn.NameOf(4) {
				told++
			}
		}
	}
	if told != 2 {
		t.Errorf("%d players are told that another round would be as good: %+v", told, d.Games)
	}
}
