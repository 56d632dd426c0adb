package draw

import (
	"context"
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A pickView lists the possible changes of the selected players. Without a selection, it lists the changes that are
// possible for any player. Games with a result keep their players.
type pickView struct {
	Swap, Two, Among, Bye, Leave bool
	// MovesBye is set when the one selected player takes over the only bye, and its player plays instead.
	MovesBye bool
	// Hint names the selectable players; "" without an open game.
	Hint string
	// Title names the selected players; "" without a selection.
	Title string
	// Cost is what a swap of two costs, Refused why they cannot be swapped; either may be
	// empty.
	Cost    *changeCost
	Refused string
	// Finder is the list of a player's possible opponents, Compare the cost of a game of two players; both are
	// addresses and may be "".
	Finder, Compare string
}

// Any reports whether any change is possible. The form stays while players are selected, also if none of its changes
// fits them: the page replaces it at each selection.
func (v pickView) Any() bool { return v.Swap || v.Two || v.Among || v.Bye || v.Leave || v.Title != "" }

// picks returns the changes that are possible in the round. Teams change places
// with teams, players with players.
func (p *roundPage) picks() pickView {
	if p.Final != "" {
		return pickView{}
	}
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
	v := pickView{
		Swap:  open > 1 || movable > 0 && without > 0 || len(p.Byes) > 0 && len(p.Idle) > 0,
		Two:   without > 1,
		Among: p.Solved && 2*movable+without > 1,
		Bye:   open > 0 || len(p.Idle) > 0,
		Leave: !p.Published && len(p.Rows)+without > 0,
		Hint:  p.T("draw.pick.hint"),
	}
	switch {
	case matches > 0:
		v.Hint = p.T("draw.pick.teams")
	case open == 0: // no stone can be clicked
		v.Hint = ""
	}
	return v
}

// selectPlayers selects the players of the address or of a refused form, and fills the possible changes.
func (d *details) selectPlayers(c *gin.Context, ids []tournament.PlayerID) error {
	p, of := d.page, d.snapshot.Tournament
	p.Ticked = map[tournament.PlayerID]bool{}
	var names []string
	var chosen []tournament.PlayerID
	for _, id := range ids {
		if !p.Ticked[id] && (of.Player(id) != nil || of.Team(id) != nil) {
			p.Ticked[id] = true
			chosen, names = append(chosen, id), append(names, page.NewPlayerView(of, id).Brief)
		}
	}
	if len(chosen) == 0 || !p.Picks.Any() {
		return nil
	}
	v := &p.Picks
	v.Bye = v.Bye && slices.ContainsFunc(chosen, func(id tournament.PlayerID) bool { return !d.r.HasBye(id) })
	v.Leave, v.Among = v.Leave && len(chosen) == 1, v.Among && len(chosen) > 2
	switch v.Title = p.T("draw.pick.count", len(chosen)); len(chosen) {
	case 1:
		v.Swap, v.Two, v.Title, v.Finder = false, false, names[0], p.candidatesPath(chosen[0])
		return d.pickBye(c.Request.Context(), chosen, names[0])
	case 2:
		v.Title = p.T("draw.pick.two", names[0], names[1])
		return d.pickTwo(c.Request.Context(), chosen, names)
	default:
		v.Swap, v.Two = false, false
	}
	return nil
}

// pickBye fills the effect of moving the bye to one player.
func (d *details) pickBye(ctx context.Context, one []tournament.PlayerID, name string) error {
	p, v, t := d.page, &d.page.Picks, d.snapshot.Tournament
	from, moves := pairing.ByeMovesFrom(t, d.r.Number, one[0])
	if v.MovesBye = v.Bye && moves; !v.MovesBye {
		return nil
	}
	next, err := d.handlers.preview(change{ctx: ctx, t: t, n: d.r.Number, players: one}, "bye")
	if _, refused := fault.As(err); refused {
		v.Bye = false
		return nil
	}
	if err != nil {
		return err
	}
	if g := d.r.Game(one[0]); g != nil {
		v.Title = p.T("draw.pick.bye", name, page.NewPlayerView(t, from).Brief, page.NewPlayerView(t, g.Opponent(one[0])).Brief)
	}
	v.Cost, err = costOfChange(p, t, next)
	return err
}

// pickTwo fills the effect of a swap of two players.
func (d *details) pickTwo(ctx context.Context, two []tournament.PlayerID, names []string) error {
	p, v, t := d.page, &d.page.Picks, d.snapshot.Tournament
	v.Two = v.Two && d.r.Game(two[0]) == nil && d.r.Game(two[1]) == nil
	if g := d.r.Game(two[0]); g != nil && g.Has(two[1]) {
		v.Swap, v.Refused = false, p.T("draw.whynot.meet", g.Table)
		return nil
	}
	if p.Solved {
		v.Compare = p.whyNotPath(two[0], two[1])
	}
	next, err := d.handlers.preview(change{ctx: ctx, t: t, n: d.r.Number, players: two}, "swap")
	if _, refused := fault.As(err); refused {
		v.Swap = false
		if !v.Two {
			v.Refused = p.Error(err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	v.Swap, v.Title = true, p.T("draw.pick.swap", names[0], names[1])
	v.Cost, err = costOfChange(p, t, next)
	return err
}
