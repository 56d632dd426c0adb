package rules

// A history holds the situations of a game: each position by its hash, and the
// first move after which each player was to move in it. It is an open-addressing
// table that keeps its memory from one game to the next.
type history struct {
	slots []slot
	used  int
}

// fewSlots is enough for a game of 500 moves; longer ones grow their table and
// give it back at the next reset.
const fewSlots = 1 << 10

// A slot's after is indexed by the color to move, less one, and counts from 1;
// 0 means never.
type slot struct {
	hash  uint64
	after [2]int32
}

func (h *history) reset() {
	if len(h.slots) != fewSlots {
		h.slots = make([]slot, fewSlots)
	}
	clear(h.slots)
	h.used = 0
}

// add adds a position with a player to move after a move. It returns the moves,
// counted from 1, after which the position and the whole situation first stood
// on the board, or 0 where they are new.
func (h *history) add(hash uint64, toMove Color, after int32) (position, situation int32) {
	hash |= 1 // 0 marks a free slot
	s := h.find(hash)
	position, situation = s.seen(toMove)
	if s.hash == 0 {
		if h.used++; h.used*2 > len(h.slots) {
			h.grow()
			s = h.find(hash)
		}
		s.hash = hash
	}
	if situation == 0 {
		s.after[(toMove-1)&1] = after
	}
	return position, situation
}

// seen returns the moves after which the position of a slot, a free one too,
// and the whole situation first stood on the board, or 0 where they are new.
func (s *slot) seen(toMove Color) (position, situation int32) {
	situation, other := s.after[(toMove-1)&1], s.after[toMove&1]
	if situation == 0 || other != 0 && other < situation {
		return other, situation
	}
	return situation, situation
}

func (h *history) find(hash uint64) *slot {
	last := uint64(len(h.slots) - 1)
	for i := hash >> 20; ; i++ {
		s := &h.slots[i&last]
		if s.hash == hash || s.hash == 0 {
			return s
		}
	}
}

func (h *history) grow() {
	old := h.slots
	h.slots = make([]slot, 4*len(old))
	for _, s := range old {
		if s.hash != 0 {
			*h.find(s.hash) = s
		}
	}
}
