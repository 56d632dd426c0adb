package spelling

import (
	"fmt"
	"testing"
)

func TestSplitName(t *testing.T) {
	for _, tt := range []struct {
		name          string
		givenFirst    bool
		family, given string
		how           NameSplit
	}{
		{"Aho, Aino Maria", true, "Aho", "Aino Maria", ByForm},
		{"AHO Aino", true, "AHO", "Aino", ByForm},
		{"Aino Maria AHO", false, "AHO", "Aino Maria", ByForm},
		{"Bo van der Berg", false, "van der Berg", "Bo", ByForm},
		{"van der Berg Bo", true, "van der Berg", "Bo", ByForm},
		{"Aho Aino", false, "Aho", "Aino", ByOrder},
		{"Aino Aho", true, "Aho", "Aino", ByOrder},
		{"Aino Maria Aho", true, "Aho", "Aino Maria", ByGuess},
		{"AINO AHO", false, "AINO", "AHO", ByOrder},
		{"aino aho", false, "aino", "aho", ByOrder},
		{"山田 太郎", false, "山田", "太郎", ByOrder},
		{"Nemo", false, "Nemo", "", ByForm},
		{"", false, "", "", ByForm},
	} {
		t.Run(fmt.Sprintf("%q, given name first %v", tt.name, tt.givenFirst), func(t *testing.T) {
			family, given, how := SplitName(tt.name, tt.givenFirst)
			if family != tt.family || given != tt.given || how != tt.how {
				t.Errorf("%s (%v): %q %q %d, want %q %q %d", tt.name, tt.givenFirst, family, given, how, tt.family, tt.given, tt.how)
			}
		})
	}
}
