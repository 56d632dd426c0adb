package draw

import (
	"math/big"
	"strings"
	"testing"

	"tourney/internal/web/webtest"
)

func TestListed(t *testing.T) {
	english := webtest.Languages(t)[0]
	for want, texts := range map[string][]string{"5": {"5"}, "5 and 6": {"5", "6"}, "2, 5 and 6": {"2", "5", "6"}, "1, 2, 5 and 6": {"1", "2", "5", "6"}} {
		before := strings.Join(texts, " ")
		if got := listed(english, texts); got != want || strings.Join(texts, " ") != before {
			t.Errorf("listed(%s) = %q, leaving %v; want %q", before, got, texts, want)
		}
	}
}

func TestGrade(t *testing.T) {
	for _, tt := range []struct {
		diff, most int64
		want       string
	}{
		{-1, 100, "worse.slightly"}, {-50, 100, "worse"}, {-100, 100, "worse.much"}, {1, 100, "better.slightly"}, {50, 100, "better"},
		{300, 100, "better.much"}, {5, 0, "better.much"}, {-5, 0, "worse.much"},
	} {
		if got := grade(big.NewInt(tt.diff), tt.most); got != tt.want {
			t.Errorf("grade(%d of %d) = %s, want %s", tt.diff, tt.most, got, tt.want)
		}
	}
}
