package rules

// findFalse marks the false points of all eyes. While eyes have no value yet
// these are the points that do not help to live; afterwards, the points among
// them that score no point either because a group around them has no
// other eye.
func (x *shape) findFalse(marks, among []bool) {
	for k := range x.eyes {
		e := &x.eyes[k]
		for _, p := range e.points {
			if among != nil && !among[p] || x.within(p, int16(k)) > 1 {
				continue
			}
			asked := none
			for _, n := range neighbours(p) {
				g := x.groupAt(n, e.region)
				if g == none || g == asked || marks[p] {
					continue
				}
				asked = g
				marks[p] = !x.connected(int16(k), p, g)
			}
		}
	}
}

// within counts the neighbours of a point in an eye.
func (x *shape) within(p Point, k int16) (n int) {
	for _, q := range neighbours(p) {
		if x.eye[q] == k {
			n++
		}
	}
	return n
}

// connected reports whether a group beside a point of an eye is connected in
// another way to everything else around that point, or to an eye of value. The
// point has at most one neighbour within the eye, so the rest of the eye is
// connected without it.
func (x *shape) connected(k int16, at Point, from int16) bool {
	e := &x.eyes[k]
	want, inEye := x.sides(k, at)
	rest := len(e.points) > 1
	sides := uint8(0)
	x.mark++
	x.groupSeen[from] = x.mark
	x.met = append(x.met[:0], from)
	for i := 0; i < len(x.met); i++ {
		g := x.met[i]
		for side, n := range neighbours(at) {
			if x.groupAt(n, e.region) == g {
				sides |= 1 << side
			}
		}
		if sides == want {
			return true
		}
		if rest && x.elsewhere(e, at, e.touching(g)) {
			if e.value > 0 && (e.real > 1 || x.falseEye[at]) {
				return true
			}
			rest = false
			sides |= inEye
			for _, h := range e.groups {
				if x.elsewhere(e, at, h) {
					x.meet(h.id)
				}
			}
		}
		if sides == want || x.meetThrough(k, g) {
			return true
		}
	}
	return false
}

// sides returns which neighbours of a point of an eye belong to its region
// and which of them to the eye, as bits.
func (x *shape) sides(k int16, at Point) (region, eye uint8) {
	for i, n := range neighbours(at) {
		if x.region[n] == x.eyes[k].region {
			region |= 1 << i
		}
		if x.eye[n] == k {
			eye |= 1 << i
		}
	}
	return region, eye
}

// elsewhere reports whether a group touches an eye at any other point.
func (x *shape) elsewhere(e *eye, at Point, t touch) bool {
	for _, n := range neighbours(at) {
		if x.groupAt(n, e.region) == t.id {
			return t.points > 1
		}
	}
	return t.points > 0
}

// touching returns how a group touches an eye.
func (e *eye) touching(g int16) touch {
	for _, t := range e.groups {
		if t.id == g {
			return t
		}
	}
	return touch{id: g}
}

// meet adds a group to the present search.
func (x *shape) meet(g int16) {
	if x.groupSeen[g] != x.mark {
		x.groupSeen[g] = x.mark
		x.met = append(x.met, g)
	}
}

// meetThrough adds the groups around a group's other eyes to the search, and
// reports whether one of these eyes has a value.
func (x *shape) meetThrough(k, g int16) bool {
	for _, f := range x.groupEyes[g] {
		if f == k || x.eyeSeen[f] == x.mark {
			continue
		}
		x.eyeSeen[f] = x.mark
		if x.eyes[f].value > 0 {
			return true
		}
		for _, h := range x.eyes[f].groups {
			x.meet(h.id)
		}
	}
	return false
}

// spoilBesideThrowIns makes the neighbours of a false eye with a dead throw-in
// unscorable.
func (x *shape) spoilBesideThrowIns() {
	var spoilt []Point
	for _, p := range x.points {
		if x.unscorable[p] && x.dead[p] {
			for _, n := range neighbours(p) {
				if id := x.region[n]; id != none && x.regions[id].color != x.stone[p] {
					spoilt = append(spoilt, n)
				}
			}
		}
	}
	for _, p := range spoilt {
		x.unscorable[p] = true
	}
}
