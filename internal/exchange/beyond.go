package exchange

import "tourney/internal/tournament"

// beyond lists what a tournament has settled that no other program's file has
// room for.
func beyond(t *tournament.Tournament) []tournament.Field {
	s := &t.Settings
	steering := &s.Steering
	started := false
	for i := range t.Rounds {
		started = started || !t.Rounds[i].Start.IsZero()
	}
	var fields []tournament.Field
	for _, l := range []struct {
		field tournament.Field
		lost  bool
	}{
		{"pairing-criteria", len(s.PairingCriteria) > 0},
		{"prizes", len(s.Prizes.List) > 0},
		{"formula", s.Rating.Formula != ""},
		{"class", s.Rating.Class != ""},
		{"stages", len(s.Stages) > 0},
		{"wishes", len(steering.Wishes) > 0 || steering.Family != tournament.FamilyFree || steering.LocalClub > 0},
		{"tables", len(steering.Seats) > 0 || len(steering.Blocked) > 0},
		{"ghosts", len(steering.Ghosts) > 0},
		{"starts", started},
	} {
		if l.lost {
			fields = append(fields, l.field)
		}
	}
	return fields
}
