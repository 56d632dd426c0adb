package matching

import (
	"testing"

	"pgregory.net/rapid"
)

// The events come out in the order of their times, whenever they are added.
func TestEventQueueOrdersEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a eventQueue
		now, waiting := int64(0), map[event]bool{}
		later := rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, 1<<20), rapid.Int64Range(0, 1<<60))
		for step := range rapid.IntRange(1, 200).Draw(t, "steps") {
			if len(waiting) == 0 || rapid.Bool().Draw(t, "add") {
				e := event{key: now + later.Draw(t, "later")%(1<<62-now), at: int32(step)}
				a.push(e, now)
				waiting[e] = true
				continue
			}
			e, ok := a.pop()
			if !ok || !waiting[e] {
				t.Fatalf("%v, %v is not one of %v", e, ok, waiting)
			}
			delete(waiting, e)
			for o := range waiting {
				if o.key < e.key {
					t.Fatalf("%v came before %v", e, o)
				}
			}
			now = e.key
		}
		a.reset()
		if e, ok := a.pop(); ok {
			t.Fatalf("%v is left", e)
		}
	})
}
