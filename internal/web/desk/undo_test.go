package desk_test

import (
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// TestUndoSaysWhatItUndid undoes a result, redoes it, undoes it again, and undoes one half of a contradiction. The page
// names each step and can undo it.
func TestUndoSaysWhatItUndid(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk("desk A"), s.Desk("desk B")
	doc := a.Follow(a.Typed(a.Look(""), "2b"))
	for i, step := range []struct {
		line, says, button, result string
	}{
		{"u", "Undid: Round 2, table 2, ", "Redo", "?"},
		{"", "Restored: Round 2, table 2, ", "Undo", "B+"},
		{"", "Undid: Round 2, table 2, ", "Redo", "?"},
		{"2b", "Table 2: Black won", "Undo", "B+"},
	} {
		if step.line != "" {
			doc = a.Follow(a.Typed(doc, step.line))
		} else {
			doc = a.Follow(a.Send("/undo", sitetest.Fields(doc, "#said form")))
		}
		s.Result(2, 2, step.result)
		if got, button := sitetest.Text(doc, "#said [data-say]"), sitetest.Text(doc, "#said button"); !strings.HasPrefix(got, step.says) || button != step.button {
			t.Errorf("step %d: the desk says %q [%s], want %q [%s]", i+1, got, button, step.says, step.button)
		}
	}
	doc = b.Follow(b.Typed(b.Look(""), "2w"))
	if doc.Find(".dispute").Length() != 1 {
		t.Fatal("the two results do not contradict each other")
	}
	doc = b.Follow(b.Typed(doc, "u"))
	if got := sitetest.Text(doc, "#said [data-say]"); !strings.HasPrefix(got, "Undid: Round 2, table 2, ") || !strings.Contains(got, "disputed") {
		t.Errorf("after a half of a contradiction was undone the desk says %q", got)
	}
	s.Result(2, 2, "B+")
}
