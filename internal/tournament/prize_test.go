package tournament

import (
	"fmt"
	"testing"
)

// An age group is bounded by plausible years of birth.
func TestAgeGroups(t *testing.T) {
	for _, tt := range []struct {
		from, to int
		key      string
	}{
		{2008, 0, ""}, {0, 1965, ""}, {2004, 2007, ""}, {2007, 2007, ""}, {0, 0, ""},
		{2007, 2004, "prize.born"}, {8, 0, "prize.born"}, {0, 20040, "prize.born"}, {-1, 0, "prize.born"},
	} {
		t.Run(fmt.Sprintf("%d to %d", tt.from, tt.to), func(t *testing.T) {
			p := Prize{Name: "Youth", Places: 1, BornFrom: tt.from, BornTo: tt.to}
			if err := p.Check(); tt.key == "" && err != nil {
				t.Errorf("%d–%d: %v", tt.from, tt.to, err)
			} else if tt.key != "" {
				wantFault(t, err, tt.key)
			}
			if aged := tt.from != 0 || tt.to != 0; tt.key == "" && p.Aged() != aged {
				t.Errorf("%d–%d is an age group: %v", tt.from, tt.to, !aged)
			}
		})
	}
}
