package tournament

import "slices"

// Latecomers returns the players at the tournament without a game or a bye in the last published round: arrivals after
// its publication, and players whom the draw left out. A player with an announced absence from that round counts only
// if absent from all rounds so far. A planned round has no place for another game; open play has no rounds.
func (t *Tournament) Latecomers() []PlayerID {
	n := t.Current()
	r := t.Round(n)
	if stage := t.Settings.Stage(n); r == nil || stage.System == Open || stage.System.Planned() || stage.Qualify > 0 || t.Settings.Teams.Boards > 0 {
		return nil
	}
	var late []PlayerID
	for i := range t.Players {
		p := &t.Players[i]
		if p.Status != CheckedIn || t.StandIn(p.ID) || r.Game(p.ID) != nil || r.HasBye(p.ID) {
			continue
		}
		if p.Plays(n) || t.enteredAfter(r, p) {
			late = append(late, p.ID)
		}
	}
	return late
}

// enteredAfter reports whether a player was entered after a round was published: AddPlayer makes all rounds before
// absences, and gives a greater ID than any player of these rounds has.
func (t *Tournament) enteredAfter(r *Round, p *Player) bool {
	for n := 1; n <= r.Number; n++ {
		if p.Attendance(n) != Absent {
			return false
		}
	}
	for i := range r.Games {
		if p.ID < max(r.Games[i].Black, r.Games[i].White) {
			return false
		}
	}
	return !slices.ContainsFunc(r.Byes, func(other PlayerID) bool { return p.ID < other })
}
