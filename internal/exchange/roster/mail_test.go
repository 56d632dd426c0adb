package roster

import "testing"

func TestLinesPartCountryClubAndNumber(t *testing.T) {
	for line, want := range map[string]mailLine{
		"Aino Aho, 1d, Kupla, FI":          {name: "Aino Aho", rank: "1d", club: "Kupla", country: "FI"},
		"Aino Aho 1d, FI Kupla":            {name: "Aino Aho", rank: "1d", club: "Kupla", country: "FI"},
		"Aino Aho 1d Go Kupla, Finland":    {name: "Aino Aho", rank: "1d", club: "Go Kupla", country: "FI"},
		"Aino Aho 1d Kupla (FI)":           {name: "Aino Aho", rank: "1d", club: "Kupla", country: "FI"},
		"Aino Aho 1d Kupla EGD 90000123":   {name: "Aino Aho", rank: "1d", club: "Kupla", egd: "90000123"},
		"Aino Aho 1d Kupla, Uusi Kaupunki": {name: "Aino Aho", rank: "1d", club: "Kupla, Uusi Kaupunki"},
		"Aino Aho 1d Finland":              {name: "Aino Aho", rank: "1d", country: "FI"},
	} {
		t.Run(line, func(t *testing.T) {
			if got := partLine(line); got != want {
				t.Errorf("partLine(%q) = %+v, want %+v", line, got, want)
			}
		})
	}
}

func FuzzPartLine(f *testing.F) {
	f.Add("1. Pekka Heinonen 12k Helsinki")
	f.Add("Dr. Aino Aho (90000001) 2 dan FI HGS")
	f.Fuzz(func(t *testing.T, line string) {
		l := partLine(line)
		name, _ := cutNumber(l.name)
		name, _ = cutTitle(name)
		if len(name) > len(line) || len(l.club) > len(line) {
			t.Fatalf("%q is parted into %+v", line, l)
		}
		isTotal(line)
		readStatus(line)
		readRank(line)
	})
}
