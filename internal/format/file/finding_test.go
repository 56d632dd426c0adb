package file

import (
	"fmt"
	"testing"
)

func TestGravest(t *testing.T) {
	var all Findings
	for i := range MostFindings + 7 {
		all.Add(Finding{Severity: Severity(i % 3), Line: i})
	}
	for _, tt := range []struct {
		list        []Finding
		most        int
		want, first int
		more        any
	}{
		{nil, 5, 0, 0, nil},
		{all.All()[:3], 5, 3, 2, nil},
		{all.All()[:6], 2, 3, 2, 4},
		{all.All(), 20, 21, 2, MostFindings + 7 - 20},
	} {
		t.Run(fmt.Sprintf("%d of %d", tt.most, len(tt.list)), func(t *testing.T) {
			got := Gravest(tt.list, tt.most)
			if len(got) != tt.want {
				t.Fatalf("%d findings, want %d", len(got), tt.want)
			}
			if tt.want == 0 {
				return
			}
			if got[0].Severity != Error || got[0].Line != tt.first {
				t.Errorf("the first is %v", got[0])
			}
			if last := got[len(got)-1]; tt.more != nil && (last.Key != "import.more" || last.Args[0] != tt.more) {
				t.Errorf("the last is %v, want %v more", last, tt.more)
			}
		})
	}
}
