package matching

// A shortlist keeps, for every player, the few partners with the highest keys. Equal keys are ranked by a hash of the
// pair: by number, all players would list the same few.
type shortlist struct {
	room  int
	count []int32
	floor []int64 // a key below this has no place in the player's list
	items []choice
}

type choice struct {
	key int64
	tie uint32 // decides between equal keys
	to  int32
}

// newShortlist keeps up to room partners for each of n players, none of them
// with a key below floor.
func newShortlist(n, room int, floor int64) *shortlist {
	s := &shortlist{room: room, count: make([]int32, n), floor: make([]int64, n), items: make([]choice, n*room)}
	for i := range s.floor {
		s.floor[i] = floor
	}
	return s
}

// of returns the list of a player, best first.
func (s *shortlist) of(i int) []choice { return s.items[i*s.room:][:s.count[i]] }

// offer considers j as a partner of i. The key is at least floor[i].
func (s *shortlist) offer(i, j int, key int64) {
	list := s.items[i*s.room : (i+1)*s.room]
	c := choice{key: key, tie: uint32(pairHash(i, j) >> 32), to: int32(j)}
	k := int(s.count[i])
	if k == s.room {
		if !c.beats(list[k-1]) {
			return
		}
		k--
	} else {
		s.count[i]++
	}
	for k > 0 && c.beats(list[k-1]) {
		list[k] = list[k-1]
		k--
	}
	list[k] = c
	if int(s.count[i]) == s.room {
		s.floor[i] = list[s.room-1].key
	}
}

func (s *shortlist) offerBoth(i, j int, key int64) {
	if key >= s.floor[i] {
		s.offer(i, j, key)
	}
	if key >= s.floor[j] {
		s.offer(j, i, key)
	}
}

// highest returns the highest key of every player, 0 for one without a partner.
func (s *shortlist) highest() []int64 {
	keys := make([]int64, len(s.count))
	for i := range keys {
		if list := s.of(i); len(list) > 0 {
			keys[i] = list[0].key
		}
	}
	return keys
}

// best lists the few best partners of every player.
func (w *Weights) best(room int) *shortlist {
	s := newShortlist(w.n, room, forbidden+1)
	var low []int64 // of the floors, or less, as these rise
	for i := range w.n {
		if i%block == 0 {
			low = lowest(s.floor)
		}
		for from, row := range w.stretches(i, func(b int, peak int64) bool { return peak >= s.floor[i] || peak >= low[b] }) {
			floor := s.floor[from:][:len(row)]
			for k, weight := range row {
				if weight >= s.floor[i] || weight >= floor[k] {
					s.offerBoth(i, from+k, weight)
				}
			}
		}
	}
	return s
}

// graph makes a core of the listed pairs, with their keys as weights.
func (s *shortlist) graph() *core {
	c := newCore(len(s.count))
	for i := range c.adj {
		c.adj[i] = make([]edge, 0, 3*s.room)
	}
	s.each(func(i, j int, weight int64) { c.connect(int32(i), int32(j), weight) })
	return c
}

func (c choice) beats(d choice) bool {
	return c.key > d.key || c.key == d.key && c.tie < d.tie
}

// each calls add once for every pair that is on the list of either player.
func (s *shortlist) each(add func(i, j int, key int64)) {
	for i := range s.count {
		for _, c := range s.of(i) {
			if j := int(c.to); i < j || !s.lists(j, i) {
				add(i, j, c.key)
			}
		}
	}
}

func (s *shortlist) lists(i, j int) bool {
	for _, c := range s.of(i) {
		if int(c.to) == j {
			return true
		}
	}
	return false
}

// pairHash scatters the pairs of players (the finaliser of splitmix64).
func pairHash(i, j int) uint64 {
	x := uint64(min(i, j))<<32 | uint64(max(i, j))
	x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
