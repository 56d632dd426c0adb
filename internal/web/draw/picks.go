package draw

// A pickView is the changes that are possible for ticked players. Games with a
// result keep their players.
type pickView struct{ Swap, Two, Among, Bye, Leave bool }

// Any reports whether any change is possible.
func (v pickView) Any() bool { return v.Swap || v.Two || v.Among || v.Bye || v.Leave }

// picks returns the changes that are possible in the round. Teams change places
// with teams, players with players.
func (p *roundPage) picks() pickView {
	open, matches, without := 0, 0, len(p.Byes)+len(p.Idle)
	for _, row := range p.Rows {
		if !row.Fixed {
			open++
		}
		if row.Match != nil && !row.Match.Fixed {
			matches++
		}
	}
	movable := open // pairs that can change places with players without a game
	if p.OfTeams {
		movable = matches
	}
	return pickView{
		Swap:  open > 1 || movable > 0 && without > 0 || len(p.Byes) > 0 && len(p.Idle) > 0,
		Two:   without > 1,
		Among: p.Solved && 2*movable+without > 1,
		Bye:   open > 0 || len(p.Idle) > 0,
		Leave: !p.Published && len(p.Rows)+without > 0,
	}
}
