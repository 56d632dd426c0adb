package matching

// An event is a point of time, measured by the sum of all dual steps of a
// search, at which something happens: an edge becomes tight, or an inner
// blossom runs out of dual and must be opened.
type event struct {
	key  int64
	at   int32 // one of the two players, or the blossom
	edge int32 // place of the edge in adj[at], or none
}

// An eventHeap is a heap of four children a node with the earliest event on
// top. What has been overtaken stays in it and is recognised when it comes up.
type eventHeap []event

func (h *eventHeap) push(e event) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 4
		if s[up].key <= e.key {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = e
}

func (h *eventHeap) pop() event {
	s := *h
	top := s[0]
	e := s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) == 0 {
		return top
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= len(s) {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, len(s)); c++ {
			if s[c].key < s[least].key {
				least = c
			}
		}
		if s[least].key >= e.key {
			break
		}
		s[i] = s[least]
		i = least
	}
	s[i] = e
	return top
}
