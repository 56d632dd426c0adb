package rules

import "slices"

// Finding seki without filled neutral points, after the method of goscorer by
// David J. Wu: points that a player need not defend cut the neutral space,
// the rest of one color is a region, and a region with fewer than two
// eyes is in seki.

// A shape is a survey with the regions, groups and eyes of the practical
// reading.
type shape struct {
	survey
	blockedFor []Color // the player whose paths end at the point because the opponent would close the point
	open       []Color // as reach, but paths end at blocked points; unused without blocked points
	region     []int16
	regions    []region
	group      []int16 // of live stones
	groupEyes  [][]int16
	eye        []int16
	eyes       []eye
	split      []bool // its empty or dead chain does not lie within one region
	falseEye   []bool // no help to live: must be filled when attacked
	unscorable []bool // scores no point either
	info       []eyePoint

	groupSeen, eyeSeen []int32
	met                []int16
	room, sound        []Point // points of all eyes; real points of one eye
}

// A region is space of one color: live stones, and points that reach no
// other, connected through neutral points too.
type region struct {
	color Color
	eyes  int // value of its eyes together
}

// markPractical marks territory: no points for groups without two eyes, nor for
// false eyes that must be filled; unfilled neutral points do no harm.
func (x *shape) markPractical(owner []Color) {
	x.find()
	for _, e := range x.eyes {
		x.regions[e.region].eyes += e.value
	}
	for _, p := range x.points {
		id := x.region[p]
		if id == none || x.unscorable[p] || x.split[p] || x.alive[p] != Empty {
			continue
		}
		if r := x.regions[id]; r.eyes >= 2 && x.reach[p] == r.color {
			owner[p] = r.color
		}
	}
}

// find finds regions, groups and eyes, and the value of each eye.
func (x *shape) find() {
	n := len(x.stone)
	x.blockedFor = zeroed(x.blockedFor, n)
	x.split, x.falseEye, x.unscorable = zeroed(x.split, n), zeroed(x.falseEye, n), zeroed(x.unscorable, n)
	x.info = zeroed(x.info, n)
	x.region, x.group, x.eye = zeroed(x.region, n), zeroed(x.group, n), zeroed(x.eye, n)
	for _, ids := range [][]int16{x.region, x.group, x.eye} {
		for i := range ids {
			ids[i] = none
		}
	}
	x.regions, x.groupEyes, x.eyes, x.room = x.regions[:0], x.groupEyes[:0], x.eyes[:0], x.room[:0]
	open := x.reach
	if x.block() {
		x.open = zeroed(x.open, n)
		x.flood(x.open, x.blockedFor)
		open = x.open
	}
	x.findRegions(open)
	x.findSplit()
	x.findGroups()
	x.findEyes()
	x.findFalse(x.falseEye, nil)
	for i := range x.eyes {
		x.setValue(int16(i))
	}
	x.findFalse(x.unscorable, x.falseEye)
	x.spoilBesideThrowIns()
}

// compass are the eight neighbours in order around a point, the four adjacent
// ones at even places.
var compass = [8]Point{-stride & 0xffff, (1 - stride) & 0xffff, 1, stride + 1, stride, stride - 1, -1 & 0xffff, (-stride - 1) & 0xffff}

// A closing is a shape around an empty point at which a player is trusted to
// keep the opponent out. Each field is a set of neighbours, bit i standing for
// compass[i]: live stones of the player; points the player holds or could
// take (empty, own, or a dead enemy stone); the edge of the board.
type closing struct{ own, free, edge uint8 }

const (
	north, northEast, east, southEast uint8 = 1, 2, 4, 8
	south, southWest, west, northWest uint8 = 16, 32, 64, 128
)

// closings are the shapes in one orientation each.
var closings = [...]closing{
	{own: north | northEast | south, free: east | southEast},
	{own: north | south, free: northWest | west | southWest | east},
	{own: northWest | southWest | east, free: north | northEast | west | south | southEast},
	{own: west | east, free: north, edge: south},
	{own: north | northEast, free: east, edge: south},
	{own: north, free: northWest | west | east, edge: south},
}

// turn rotates a set of neighbours by quarters of a circle.
func turn(set uint8, quarters int) uint8 { return set<<(2*quarters) | set>>(8-2*quarters) }

// mirror swaps east and west in a set of neighbours.
func mirror(set uint8) uint8 {
	return set&(north|south) | set&northEast<<6 | set&east<<4 | set&southEast<<2 |
		set&southWest>>2 | set&west>>4 | set&northWest>>6
}

func (c closing) fits(own, free, edge uint8) bool {
	return own&c.own == c.own && free&c.free == c.free && edge&c.edge == c.edge
}

// closes reports whether any closing fits in any of its eight orientations.
func closes(own, free, edge uint8) bool {
	const adjacent = north | east | south | west
	if own&adjacent == 0 {
		return false
	}
	for range 2 {
		for q := range 4 {
			o, f, e := turn(own, q), turn(free, q), turn(edge, q)
			for _, c := range closings {
				if c.fits(o, f, e) {
					return true
				}
			}
		}
		own, free, edge = mirror(own), mirror(free), mirror(edge)
	}
	return false
}

// block finds the empty points that one player would close to the other, and
// reports whether there are any. They are neutral points with a live stone of
// the player beside them.
func (x *shape) block() (found bool) {
	for _, p := range x.points {
		if x.stone[p] != Empty || !x.neutral(p) || x.beside(p) == 0 {
			continue
		}
		var own, free [2]uint8
		var off uint8
		for i, d := range compass {
			n := (p + d) & mask
			bit := uint8(1) << i
			switch c := x.stone[n]; {
			case c == edge:
				off |= bit
			case c == Empty:
				free[0] |= bit
				free[1] |= bit
			case x.dead[n]:
				free[c.Opponent()-1] |= bit
			default:
				own[c-1] |= bit
				free[c-1] |= bit
			}
		}
		for _, c := range []Color{Black, White} {
			if closes(own[c-1], free[c-1], off) {
				x.blockedFor[p] = c.Opponent()
				found = true
			}
		}
	}
	return found
}

// findRegions numbers the regions. open holds the colors that reach a point.
func (x *shape) findRegions(open []Color) {
	for _, p := range x.points {
		c := open[p]
		if x.region[p] != none || c != Black && c != White {
			continue
		}
		id := int16(len(x.regions))
		x.regions = append(x.regions, region{color: c})
		for _, q := range x.walk(p, func(q, n Point) bool {
			return x.blockedFor[q] != c && x.region[n] == none && x.alive[n] != c.Opponent()
		}) {
			if open[q] == c {
				x.region[q] = id
			}
		}
	}
}

// findSplit marks chains of empty points and of dead stones that do not stay
// within one region, because they are partly neutral.
func (x *shape) findSplit() {
	var done []bool
	for _, p := range x.points {
		if x.alive[p] != Empty || !x.neutral(p) {
			continue
		}
		if done == nil {
			done = make([]bool, len(x.stone))
		}
		if done[p] {
			continue
		}
		split := false
		field := x.walk(p, func(_, n Point) bool { return x.stone[n] == x.stone[p] && x.dead[n] == x.dead[p] })
		for _, q := range field {
			done[q] = true
			split = split || x.region[q] != x.region[p]
		}
		for _, q := range field {
			x.split[q] = split
		}
	}
}

// findGroups joins live chains of one color that neutral points connect.
func (x *shape) findGroups() {
	for _, p := range x.points {
		c := x.alive[p]
		if c == Empty || x.group[p] != none {
			continue
		}
		id := int16(len(x.groupEyes))
		x.groupEyes = extended(x.groupEyes)
		x.groupEyes[id] = x.groupEyes[id][:0]
		for _, q := range x.walk(p, func(_, n Point) bool {
			return x.alive[n] == c || x.region[n] == none && x.blockedFor[n] != c
		}) {
			if x.alive[q] == c {
				x.group[q] = id
			}
		}
	}
	x.groupSeen = zeroed(x.groupSeen, len(x.groupEyes))
}

// An eye is a connected part of a region without live stones.
type eye struct {
	color  Color
	region int16
	value  int // eyes it makes, up to 2
	real   int // points that are not false
	points []Point
	groups []touch
}

// A touch is a group beside an eye, and how many points of the eye it touches.
type touch struct {
	id     int16
	points int16
}

// findEyes numbers the eyes and collects the groups that touch them.
func (x *shape) findEyes() {
	x.room = slices.Grow(x.room, len(x.points)) // eyes keep parts of it
	for _, p := range x.points {
		id := x.region[p]
		if id == none || x.eye[p] != none || x.alive[p] != Empty {
			continue
		}
		k := int16(len(x.eyes))
		from := len(x.room)
		x.room = append(x.room, x.walk(p, func(_, n Point) bool {
			return x.region[n] == id && x.alive[n] == Empty
		})...)
		x.eyes = extended(x.eyes)
		e := &x.eyes[k]
		*e = eye{color: x.regions[id].color, region: id, points: x.room[from:], groups: e.groups[:0]}
		for _, q := range e.points {
			x.eye[q] = k
			x.mark++ // a group counts once at each point
			for _, n := range neighbours(q) {
				if g := x.groupAt(n, id); g != none && x.groupSeen[g] != x.mark {
					x.groupSeen[g] = x.mark
					x.touch(e, k, g)
				}
			}
		}
	}
	x.eyeSeen = zeroed(x.eyeSeen, len(x.eyes))
}

// extended returns a slice longer by one. The new element keeps its former
// value, whose memory can be used again.
func extended[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var zero T
	return append(s, zero)
}

func (x *shape) touch(e *eye, k, g int16) {
	for i := range e.groups {
		if e.groups[i].id == g {
			e.groups[i].points++
			return
		}
	}
	e.groups = append(e.groups, touch{g, 1})
	x.groupEyes[g] = append(x.groupEyes[g], k)
}

// groupAt returns the group of a live stone within a region.
func (x *shape) groupAt(p Point, region int16) int16 {
	if x.region[p] != region {
		return none
	}
	return x.group[p]
}
