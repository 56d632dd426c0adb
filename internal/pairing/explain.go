package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A Sentence is a sentence of the catalogs: its key and the values for its placeholders.
type Sentence struct {
	Key  string
	Args []any
}

// Message returns key and arguments, so that a sentence can stand in another.
func (s Sentence) Message() (key string, args []any) { return s.Key, s.Args }

// An Explanation holds the reasons for a game.
type Explanation struct {
	Game tournament.Game
	// Reasons are for the director: one for every criterion that applies to the two, in the order of Criteria.
	Reasons []Reason
	// Plan is for the director too, where the system prescribes the game: the
	// Berger table or the bracket it follows from.
	Plan []Sentence
	// Black and White are for the two players, and public: why they meet, and, if a player might have expected another
	// opponent, why they do not meet that one.
	Black, White []Sentence
}

// A Reason is the share of one criterion in a game, with its sentence. Percent is from 0 to 100; it is 100 exactly where
// the sentence names no fault of the game.
type Reason struct {
	Share
	Sentence
	Percent int
}

// flawless are the sentences that name no fault of a game.
var flawless = []string{
	"explain.duplicate.full", "explain.colour.full", "explain.colour.part", "explain.colour.even", "explain.category.full",
	"explain.score.full", "explain.score.cup", "explain.seeding.full", "explain.handicap.even", "explain.geo.exempt",
	"explain.geo.local", "explain.geo.part", "explain.geo.clubs", "explain.geo.countries", "explain.wish.full",
}

// newReason returns the share of a criterion with its sentence.
func newReason(s Share, said Sentence) Reason {
	if slices.Contains(flawless, said.Key) {
		return Reason{s, said, 100}
	}
	return Reason{s, said, int(min(max(percent(s), 0), 99))}
}

// Explain explains the game at a table, or returns nil for a table without one. Where teams play, it explains the
// match, and names are of teams.
func (d *Draw) Explain(table int) *Explanation {
	i := slices.IndexFunc(d.Games, func(p Pairing) bool { return p.Game.Table == table })
	if i < 0 {
		return nil
	}
	p := &d.Games[i]
	e := &Explanation{Game: p.Game}
	o := d.objective
	if !p.valued {
		d.explainPlan(e, p)
		return e
	}
	black, white := o.index[p.sides[0]], o.index[p.sides[1]]
	for c, share := range p.Shares {
		if sentence, ok := o.criterionReason(c, share, black, white); ok {
			e.Reasons = append(e.Reasons, newReason(share, sentence))
		}
	}
	e.Black, e.White = d.playerReasons(p, black, white), d.playerReasons(p, white, black)
	return e
}

// ComparedTo returns d with the games that are not in made, the draw as the program produced it, marked as set by the
// director; the explanations of those games mention it.
func (d *Draw) ComparedTo(made *Draw) *Draw {
	drawn := map[[2]tournament.PlayerID]bool{}
	for _, p := range made.Games {
		drawn[[2]tournament.PlayerID{p.Game.Black, p.Game.White}] = true
	}
	since := *d
	since.Games, since.departures = slices.Clone(d.Games), new(departures)
	for i := range since.Games {
		g := &since.Games[i].Game
		since.Games[i].byHand = !drawn[[2]tournament.PlayerID{g.Black, g.White}] && !drawn[[2]tournament.PlayerID{g.White, g.Black}]
	}
	return &since
}

// percent returns the value of a share in percent of the most it could be.
func percent(s Share) int64 {
	if s.Most == 0 {
		return 0
	}
	return int64(float64(s.Value) / float64(s.Most) * 100)
}

// criterionReason returns the sentence of a criterion about a game; ok is false when the criterion does not apply.
func (o *objective) criterionReason(c int, s Share, i, j int) (sentence Sentence, ok bool) {
	if s.Most == 0 && s.Value == 0 {
		return sentence, false
	}
	upper, lower := &o.field[i], &o.field[j]
	if upper.group > lower.group {
		upper, lower = lower, upper
	}
	full, none := s.Value == s.Most, s.Value == 0
	found := func(key string, args ...any) (Sentence, bool) { return Sentence{key, args}, true }
	switch c {
	case duplicate:
		if none {
			met := o.met.between(i, j)
			return found("explain.duplicate.none", met.times, met.last)
		}
		return found("explain.duplicate.full")
	case random:
		return found("explain.random", percent(s))
	case colour:
		switch {
		case full:
			return found("explain.colour.full")
		case !none:
			return found("explain.colour.part")
		case upper.record.Colours*lower.record.Colours > 0:
			return found("explain.colour.none")
		}
		return found("explain.colour.even")
	case category:
		if full {
			return found("explain.category.full", upper.category+1)
		}
		return found("explain.category.part", upper.category+1, lower.category+1)
	case score:
		return o.scoreReason(upper, lower)
	case movedUpDown:
		return found("explain.dudd", lower.player.Name(), upper.player.Name())
	case seeding:
		if o.seedsBest(s.Value, int64(upper.size)) {
			return found("explain.seeding.full", upper.position+1, lower.position+1, upper.size)
		}
		return found("explain.seeding", upper.position+1, lower.position+1, upper.size)
	case lowHandicap:
		if n := o.terms(i, j).Handicap; n > 0 {
			return found("explain.handicap", n)
		}
		return found("explain.handicap.even")
	case geography:
		return o.homeReason(upper, lower)
	}
	if s.Value < 0 {
		return found("explain.wish.family", upper.player.Family)
	}
	return found("explain.wish.full")
}

// scoreReason returns the sentence about the scores of two players, if those count between them.
func (o *objective) scoreReason(upper, lower *entrant) (sentence Sentence, ok bool) {
	main := results.MainScore(*o.s)
	cup := main == tournament.CPS && o.round > 1 // a cup's score is not a number of points
	switch {
	case upper.category != lower.category:
		return sentence, false
	case cup && upper.group == lower.group:
		return Sentence{Key: "explain.score.cup"}, true
	case cup:
		return Sentence{"explain.score.nearcup", []any{upper.player.Name(), lower.player.Name()}}, true
	case upper.standingsScore(main) == lower.standingsScore(main) && upper.accelerated(main) == lower.accelerated(main):
		return Sentence{"explain.score.full", []any{upper.pairingScore(main)}}, true
	}
	return Sentence{"explain.score.part", []any{upper.player.Name(), upper.pairingScore(main), lower.player.Name(), lower.pairingScore(main)}}, true
}

// homeReason returns the sentence about the clubs and countries of two players, as far as those count between them.
func (o *objective) homeReason(a, b *entrant) (sentence Sentence, ok bool) {
	p := &o.s.Pairing
	clubs, countries := p.ClubGap > 0, p.CountryGap > 0 && !o.everywhere
	switch club, country := a.club == b.club, countries && a.country == b.country; {
	case !clubs && !countries:
		return sentence, false
	case a.exempt+b.exempt == 2:
		return Sentence{Key: "explain.geo.exempt"}, true
	case clubs && club && a.local && !country:
		return Sentence{Key: "explain.geo.local"}, true
	case clubs && club && a.local:
		return Sentence{Key: "explain.geo.country"}, true
	case clubs && club && country:
		return Sentence{Key: "explain.geo.none"}, true
	case clubs && club:
		return Sentence{Key: "explain.geo.club"}, true
	case country:
		return Sentence{Key: "explain.geo.country"}, true
	case clubs && o.kinship(a, b) == 1:
		return Sentence{Key: "explain.geo.near"}, true
	case clubs && countries:
		return Sentence{Key: "explain.geo.part"}, true
	case clubs:
		return Sentence{Key: "explain.geo.clubs"}, true
	}
	return Sentence{Key: "explain.geo.countries"}, true
}

// passedForBye returns the players with a better claim to the bye than its receiver. They went without because a draft
// was repaired with few changes, or because their bye would repeat games or leave others unpaired. Also returned is the
// part that the director has fixed.
func (d *Draw) passedForBye(has *entrant) (passed []int, fixed fixture) {
	fixed.byes = slices.DeleteFunc(slices.Clone(d.Byes), func(id tournament.PlayerID) bool { return id == d.Chosen })
	for _, g := range d.Games {
		if g.Game.Locked {
			fixed.games = append(fixed.games, g.Game)
		}
	}
	o, missing := d.objective, d.objective.missing()
	for _, i := range o.byeCandidates(fixed) {
		other := &o.field[i]
		if missing[other.player.ID] == 0 &&
			cmp.Or(cmp.Compare(other.record.Byes, has.record.Byes), cmp.Compare(o.byeCost(other), o.byeCost(has))) < 0 {
			passed = append(passed, i)
		}
	}
	return passed, fixed
}

// onlyBye reports whether a bye for any of the passed players would leave the others no complete pairing. Then the
// sentence names no other reason, because bans between players are not public.
func (d *Draw) onlyBye(passed []int, fixed fixture) bool {
	o := d.objective
	may := func(a, b int) bool { return !o.apart.has(a, b) }
	set := o.numbers(fixed.byes)
	for _, g := range fixed.games {
		set = append(set, o.numbers([]tournament.PlayerID{g.Black, g.White})...)
	}
	return !slices.ContainsFunc(passed, func(c int) bool {
		var rest []int
		for e := range o.field {
			if e != c && !slices.Contains(set, e) {
				rest = append(rest, e)
			}
		}
		return pairable(rest, may)
	})
}

// ExplainBye returns why a player has a bye; ok is false when they have none.
func (d *Draw) ExplainBye(id tournament.PlayerID) (sentence Sentence, ok bool) {
	switch {
	case !slices.Contains(d.Byes, id):
		return Sentence{}, false
	case d.teams:
		return Sentence{"explain.bye.team", nil}, true
	case d.plan != nil && (d.inPlan == nil || d.inPlan(id)):
		return d.explainPlannedBye(id), true
	case id != d.Chosen:
		return Sentence{"explain.bye.hand", nil}, true
	}
	e := d.objective.entrant(id)
	points := e.pairingScore(results.MainScore(*d.objective.s))
	if results.MainScore(*d.objective.s) == tournament.CPS { // not a number of points
		points = e.record.NBW
	}
	key, missing := "explain.bye.lowest", d.objective.missing()
	passed, fixed := d.passedForBye(e)
	switch {
	case missing[id] > 0:
		key = "explain.bye.noshow"
	case len(passed) > 0 && d.onlyBye(passed, fixed):
		key = "explain.bye.only"
	case len(passed) > 0:
		key = "explain.bye.next"
	case len(missing) > 0:
		key = "explain.bye.came"
	}
	return Sentence{key, []any{points, e.record.Byes}}, true
}
