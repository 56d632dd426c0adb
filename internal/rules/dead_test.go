package rules

import (
	"strings"
	"testing"
	"time"
)

func TestProposedDeadStones(t *testing.T) {
	right, all := 0, 0
	for _, r := range table(t, "scoring/scoring.csv") {
		if r["kind"] != "server-record" {
			continue
		}
		all++
		b := r.board(t)
		want := map[Point]bool{}
		for _, p := range r.points("dead") {
			want[b.first(p)] = true
		}
		var wrong []string
		start := time.Now()
		js := Propose(b)
		took := time.Since(start)
		for _, j := range js {
			if j.Dead != want[j.Chain] {
				wrong = append(wrong, j.Color.String()+j.Chain.Name(b.Rows()))
				t.Logf("  %s %s %d stones: dead %v, %d%%", j.Color, j.Chain.Name(b.Rows()), j.Stones, j.Dead, j.Confidence)
			}
		}
		if wrong == nil {
			right++
		} else {
			t.Logf("%s %s %s: %s  %v", r["file"], r["class"], r["record_check"], strings.Join(wrong, " "), took)
		}
	}
	t.Logf("%d of %d", right, all)
}
