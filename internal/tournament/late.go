package tournament

// Latecomers returns the players at the tournament without a game or a bye in the last published round: arrivals after
// its publication, and players whom the draw left out. A player with an announced absence from that round counts only
// if absent from all rounds so far. A planned round has no place for another game.
func (t *Tournament) Latecomers() []PlayerID {
	n := t.Current()
	r := t.Round(n)
	if stage := t.Settings.Stage(n); r == nil || stage.System.Planned() || stage.Qualify > 0 || t.Settings.Teams.Boards > 0 {
		return nil
	}
	var late []PlayerID
	for i := range t.Players {
		p := &t.Players[i]
		if p.Status != CheckedIn || t.StandIn(p.ID) || r.Game(p.ID) != nil || r.HasBye(p.ID) {
			continue
		}
		if p.Plays(n) || t.missedAll(p) {
			late = append(late, p.ID)
		}
	}
	return late
}

// missedAll reports whether a player was absent from all published rounds, without a half-point bye.
func (t *Tournament) missedAll(p *Player) bool {
	for n := 1; n <= t.Current(); n++ {
		if p.Attendance(n) != Absent {
			return false
		}
	}
	return true
}
