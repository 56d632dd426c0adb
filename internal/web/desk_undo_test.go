package web

import (
	"strings"
	"testing"
)

// TestUndoSaysWhatItUndid undoes a result, redoes it, undoes it again, and takes back one half of a contradiction. Each
// step is named, and can be taken back.
func TestUndoSaysWhatItUndid(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk("desk A"), s.desk("desk B")
	doc := a.follow(a.typed(a.look(""), "2b"))
	for i, step := range []struct {
		line, says, button, result string
	}{
		{"u", "Undid: Round 2, table 2, ", "Redo", "?"},
		{"", "Restored: Round 2, table 2, ", "Undo", "B+"},
		{"", "Undid: Round 2, table 2, ", "Redo", "?"},
		{"2b", "Table 2: Black won", "Undo", "B+"},
	} {
		if step.line != "" {
			doc = a.follow(a.typed(doc, step.line))
		} else {
			doc = a.follow(a.send("/undo", fields(doc, "#said form")))
		}
		s.result(2, 2, step.result)
		if got, button := text(doc, "#said [data-say]"), text(doc, "#said button"); !strings.HasPrefix(got, step.says) || button != step.button {
			t.Errorf("step %d: the desk says %q [%s], want %q [%s]", i+1, got, button, step.says, step.button)
		}
	}
	doc = b.follow(b.typed(b.look(""), "2w"))
	if doc.Find(".dispute").Length() != 1 {
		t.Fatal("the two results do not contradict each other")
	}
	doc = b.follow(b.typed(doc, "u"))
	if got := text(doc, "#said [data-say]"); !strings.HasPrefix(got, "Undid: Round 2, table 2, ") || !strings.Contains(got, "disputed") {
		t.Errorf("after a half of a contradiction was undone the desk says %q", got)
	}
	s.result(2, 2, "B+")
}
