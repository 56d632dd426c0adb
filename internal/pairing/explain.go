package pairing

import (
	"slices"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A Said is a sentence of the catalogs: its key and what fills its places.
type Said struct {
	Key  string
	Args []any
}

// Message returns key and arguments, so that a sentence can stand in another.
func (s Said) Message() (key string, args []any) { return s.Key, s.Args }

// An Explanation says why two players meet.
type Explanation struct {
	Game tournament.Game
	// Reasons are for the director: one for every criterion that has something
	// to say about the two, in the order of Criteria.
	Reasons []Reason
	// Plan is for the director too, where the system prescribes the game: the
	// Berger table or the bracket it follows from.
	Plan []Said
	// Black and White are what the two are told, and may be read by everybody:
	// why they meet, and, if there is somebody they might have expected instead,
	// why not him.
	Black, White []Said
}

// A Reason is what one criterion says about a game.
type Reason struct {
	Share
	Said
}

// Explain explains the game at a table, or returns nil when there is none.
// Where teams play it is the match that is explained, and names are of teams.
func (d *Draw) Explain(table int) *Explanation {
	i := slices.IndexFunc(d.Games, func(p Pairing) bool { return p.Game.Table == table })
	if i < 0 {
		return nil
	}
	p := &d.Games[i]
	e := &Explanation{Game: p.Game}
	o := d.objective
	if !p.weighed {
		d.explainPlan(e, p)
		return e
	}
	black, white := o.index[p.sides[0]], o.index[p.sides[1]]
	for c, share := range p.Shares {
		if said, ok := o.reason(c, share, black, white); ok {
			e.Reasons = append(e.Reasons, Reason{share, said})
		}
	}
	e.Black, e.White = d.told(p, black, white), d.told(p, white, black)
	return e
}

// Since returns the draw with the games that made, the draw as the program made
// it, does not have taken for the director's: their players are told that he
// has set them.
func (d *Draw) Since(made *Draw) *Draw {
	drawn := map[[2]tournament.PlayerID]bool{}
	for _, p := range made.Games {
		drawn[[2]tournament.PlayerID{p.Game.Black, p.Game.White}] = true
	}
	since := *d
	since.Games = slices.Clone(d.Games)
	for i := range since.Games {
		g := &since.Games[i].Game
		since.Games[i].byHand = !drawn[[2]tournament.PlayerID{g.Black, g.White}] && !drawn[[2]tournament.PlayerID{g.White, g.Black}]
	}
	return &since
}

// percent returns a share as a hundredth of what it could be.
func percent(s Share) int64 {
	if s.Most == 0 {
		return 0
	}
	return int64(float64(s.Value) / float64(s.Most) * 100)
}

// reason says what a criterion found; ok is false when it had nothing to say.
func (o *objective) reason(c int, s Share, i, j int) (said Said, ok bool) {
	if s.Most == 0 && s.Value == 0 {
		return said, false
	}
	upper, lower := &o.field[i], &o.field[j]
	if upper.group > lower.group {
		upper, lower = lower, upper
	}
	full, none := s.Value == s.Most, s.Value == 0
	say := func(key string, args ...any) (Said, bool) { return Said{key, args}, true }
	switch c {
	case duplicate:
		if none {
			return say("explain.duplicate.none", o.lastMet(i, j))
		}
		return say("explain.duplicate.full")
	case random:
		return say("explain.random", percent(s))
	case colour:
		switch {
		case full:
			return say("explain.colour.full")
		case none:
			return say("explain.colour.none")
		}
		return say("explain.colour.part")
	case category:
		if full {
			return say("explain.category.full", upper.category+1)
		}
		return say("explain.category.part", upper.category+1, lower.category+1)
	case score:
		main := results.MainScore(*o.s)
		cup := main == tournament.CPS && o.round > 1 // whose score is no number of points
		switch {
		case full && cup:
			return say("explain.score.cup")
		case cup:
			return say("explain.score.nearcup", upper.player.Name(), lower.player.Name())
		case full && upper.ahead(main) == lower.ahead(main):
			return say("explain.score.full", upper.shown(main))
		}
		return say("explain.score.part", upper.player.Name(), upper.shown(main), lower.player.Name(), lower.shown(main))
	case drawUpDown:
		return say("explain.dudd", lower.player.Name(), upper.player.Name(), percent(s))
	case seeding:
		return say("explain.seeding", upper.position+1, lower.position+1, upper.size, percent(s))
	case lowHandicap:
		return say("explain.handicap", percent(s))
	case geography:
		switch {
		case full && upper.exempt+lower.exempt == 2:
			return say("explain.geo.exempt")
		case none:
			return say("explain.geo.none")
		case upper.club == lower.club:
			return say("explain.geo.club", percent(s))
		case upper.country == lower.country:
			return say("explain.geo.country", percent(s))
		}
		return say("explain.geo.part", percent(s))
	}
	if s.Value < 0 {
		return say("explain.wish.family", upper.player.Family)
	}
	return say("explain.wish.full")
}

// lastMet returns the round in which two players met last, or 0.
func (o *objective) lastMet(i, j int) int {
	round, other := 0, o.field[j].player.ID
	for _, g := range o.field[i].record.Games {
		if g.Has(other) {
			round = g.Round
		}
	}
	return round
}

// told says to player i why he meets j, and why not another.
func (d *Draw) told(p *Pairing, i, j int) []Said {
	o := d.objective
	me, other := &o.field[i], &o.field[j]
	name := other.player.Name()
	switch {
	case p.Game.Locked, p.byHand, d.System == tournament.Free:
		return []Said{{"explain.player.locked", []any{name}}}
	case o.together.has(i, j):
		return []Said{{"explain.player.wish", []any{name}}}
	}
	var why Said
	main := results.MainScore(*o.s)
	switch {
	case main == tournament.CPS && me.group == other.group:
		why = Said{"explain.player.cup", []any{name}}
	case main == tournament.CPS:
		why = Said{"explain.player.nearcup", []any{name}}
	case me.ahead(main) || other.ahead(main):
		why = Said{"explain.player.ahead", []any{name}}
	case me.category != other.category:
		why = Said{"explain.player.category", []any{name, me.category + 1}}
	case me.group == other.group:
		why = Said{"explain.player.equal", []any{name, me.record.Main}}
	case me.size == 1:
		why = Said{"explain.player.alone", []any{name, me.record.Main, other.record.Main}}
	case me.group > other.group:
		why = Said{"explain.player.up", []any{name, me.record.Main, other.record.Main}}
	default:
		why = Said{"explain.player.down", []any{name, me.record.Main, other.record.Main}}
	}
	if not, ok := d.instead(i, j); ok {
		return []Said{why, not}
	}
	return []Said{why}
}

// ahead reports whether a player is paired by more points than he has.
func (e *entrant) ahead(main tournament.Criterion) bool { return e.record.Main != e.has(main) }

// has returns the points that a player has in the standings.
func (e *entrant) has(main tournament.Criterion) tournament.Score {
	if main == tournament.MMS {
		return e.record.MMS
	}
	return e.record.NBW
}

// shown is what a player is paired by, said so that it agrees with the
// standings.
func (e *entrant) shown(main tournament.Criterion) any {
	if e.ahead(main) {
		return Said{"explain.score.ahead", []any{e.has(main)}}
	}
	return e.has(main)
}

// instead finds whom player i would rather have met by the criteria than j, if
// nothing but the two had counted, and says why he did not. Whom he is kept
// from is passed over: that is not for everybody to read. So is whose score is
// further away, which would be news to both.
func (d *Draw) instead(i, j int) (Said, bool) {
	o := d.objective
	plain := func(k int) int64 {
		w := o.weigh(i, k)
		return w.total() - w[duplicate] - w[wish] - w[random]
	}
	idle := o.idle(d)
	apart := func(k int) int { return distance(o.field[i].group, o.field[k].group) }
	best, most := -1, plain(j)
	for k := range o.field {
		if k == i || k == j || idle[k] || o.apart.has(i, k) || o.related.has(i, k) || apart(k) > apart(j) {
			continue
		}
		if v := plain(k); v > most {
			best, most = k, v
		}
	}
	if best < 0 {
		return Said{}, false
	}
	name := o.field[best].player.Name()
	if o.met.has(i, best) {
		return Said{"explain.not.met", []any{name, o.lastMet(i, best)}}, true
	}
	for _, p := range d.Games {
		for side := range 2 {
			if p.weighed && p.sides[side] == o.field[best].player.ID {
				return Said{"explain.not.better", []any{name, o.field[o.index[p.sides[1-side]]].player.Name()}}, true
			}
		}
	}
	return Said{}, false
}

// ExplainBye says why a player has a bye; ok is false when he has none.
func (d *Draw) ExplainBye(id tournament.PlayerID) (said Said, ok bool) {
	switch {
	case !slices.Contains(d.Byes, id):
		return Said{}, false
	case d.teams:
		return Said{"explain.bye.team", nil}, true
	case d.plan != nil && (d.inPlan == nil || d.inPlan(id)):
		return d.explainPlannedBye(id), true
	case id != d.Chosen:
		return Said{"explain.bye.hand", nil}, true
	}
	e := d.objective.entrant(id)
	points := e.shown(results.MainScore(*d.objective.s))
	if results.MainScore(*d.objective.s) == tournament.CPS { // which is no number of points
		points = e.record.NBW
	}
	return Said{"explain.bye.lowest", []any{points, e.record.Byes}}, true
}
