package draw

// A pickView says which changes are possible for players who are ticked; what
// has a result keeps its players.
type pickView struct{ Swap, Two, Among, Bye, Leave bool }

// Any reports whether there is anything to tick players for.
func (v pickView) Any() bool { return v.Swap || v.Two || v.Among || v.Bye || v.Leave }

// picks finds what can still be changed in the round. Teams change places with
// teams, players with players.
func (p *drawPage) picks() pickView {
	open, matches, without := 0, 0, len(p.Byes)+len(p.Idle)
	for _, row := range p.Rows {
		if !row.Fixed {
			open++
		}
		if row.Match != nil && !row.Match.Fixed {
			matches++
		}
	}
	movable := open // with whom those without a game can change places
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
