package draw

import (
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/tournament"
)

// A subject gets a "fine" message only if its check applies.
func TestFineIsWhatWasChecked(t *testing.T) {
	for name, tt := range map[string]struct {
		round    int
		subject  string
		handicap int
		plan     *planFacts
		want     string
		byes     []tournament.PlayerID
	}{
		"before round 1 there is none":    {1, "noshow", 0, nil, "", nil},
		"after it there is":               {2, "noshow", 0, nil, "draw.fine.noshow", nil},
		"colours of even games":           {2, "colours", 0, nil, "draw.fine.colours", nil},
		"colours where one gave handicap": {2, "colours", 2, nil, "draw.fine.colours.even", nil},
		"a later handicap says nothing":   {1, "colours", 2, nil, "draw.fine.colours", nil},
		"a plan prescribes colours":       {2, "colours", 0, &planFacts{}, "", nil},
		"a plan prescribes gaps":          {2, "gap", 0, &planFacts{}, "", nil},
		"tables are looked at in a plan":  {2, "tables", 0, &planFacts{}, "draw.fine.tables", nil},
		"nobody needs a bye":              {2, "bye", 0, nil, "draw.fine.bye", nil},
		"a plan gives byes":               {2, "bye", 0, &planFacts{}, "", []tournament.PlayerID{1}},
	} {
		tn := &tournament.Tournament{Rounds: []tournament.Round{{Number: 1}, {Number: 2, Byes: tt.byes, Games: []tournament.Game{{Handicap: tt.handicap}}}}}
		d := &details{page: &roundPage{Plan: tt.plan}, r: &tn.Rounds[tt.round-1], snapshot: &director.Snapshot{Tournament: tn}}
		if got := d.passedText(tt.subject); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
