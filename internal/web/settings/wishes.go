package settings

import (
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A constraintView is a wish about two players, or to keep several players apart.
type constraintView struct {
	Players []page.PlayerView
	Kind    tournament.WishKind
	// When describes the rounds of the wish, Notes its obstacles.
	When  string
	Notes []string
	Over  bool // has ended
}

// A constraintList lists the wishes with the same kind.
type constraintList struct {
	*constraintsPage
	Wishes []constraintView
}

func (d *constraintFiller) addConstraints() {
	d.page.Apart.constraintsPage, d.page.Together.constraintsPage = d.page, d.page
	for _, w := range d.s.Wishes {
		if w.Kind == tournament.Together {
			d.page.Together.Wishes = append(d.page.Together.Wishes, d.constraint([]tournament.PlayerID{w.A, w.B}, w))
		}
	}
	for _, group := range cliques(d.s.Wishes) {
		d.page.Apart.Wishes = append(d.page.Apart.Wishes, d.constraint(group.players, group.wish))
	}
}

func (d *constraintFiller) constraint(players []tournament.PlayerID, w tournament.Wish) constraintView {
	v := constraintView{Kind: w.Kind}
	v.When, v.Over = d.when(w.Until)
	for i, id := range players {
		v.Players = append(v.Players, d.side(id))
		if p := d.t.Player(id); p != nil && p.Status == tournament.Withdrawn {
			v.Notes = append(v.Notes, d.page.T("constraint.page.withdrawn", p.Name()))
		}
		if w.Kind == tournament.Together && d.t.StandIn(id) {
			v.Notes = append(v.Notes, d.page.T("constraint.page.wish.helper", d.side(id).Name))
		}
		for _, other := range players[:i] {
			v.Notes = append(v.Notes, d.meetingNotes(other, id, w)...)
			if w.Kind == tournament.Together && d.t.Current() > 0 && len(d.meetings(other, id)) > 0 {
				v.Over = true
			}
		}
	}
	return v
}

// when describes the rounds up to round until; 0 means no end. over is set if they have passed.
func (d *constraintFiller) when(until int) (words string, over bool) {
	n, rounds := d.page.Round, d.t.Settings.Rounds
	switch {
	case until > 0 && until < n:
		return d.page.T("constraint.page.over", until), true
	case n > rounds:
		return d.page.T("constraint.page.done"), true
	case until == n:
		return d.page.T("constraint.page.once", n), false
	case until > 0:
		return d.page.T("constraint.page.range", n, until), false
	}
	return d.page.T("constraint.page.from", n), false
}

// meetings returns the published rounds in which two players have met.
func (d *constraintFiller) meetings(a, b tournament.PlayerID) []int {
	var rounds []int
	for n := 1; n <= d.t.Current(); n++ {
		if g := d.t.Round(n).Game(a); g != nil && g.Has(b) {
			rounds = append(rounds, n)
		}
	}
	return rounds
}

// meetingNotes describes the meetings of two players, and their game in a draft.
func (d *constraintFiller) meetingNotes(a, b tournament.PlayerID, w tournament.Wish) []string {
	var notes []string
	names := []any{d.side(a).Name, d.side(b).Name}
	for _, n := range d.meetings(a, b) {
		notes = append(notes, d.page.T("constraint.page.met", append(names, n)...))
	}
	draft := d.t.Round(d.page.Round)
	if draft == nil || !w.Holds(draft.Number) {
		return notes
	}
	g := draft.Game(a)
	switch together := g != nil && g.Has(b); {
	case together && w.Kind == tournament.Apart:
		notes = append(notes, d.page.T("constraint.page.draft.against", append(names, g.Table, draft.Number)...))
	case together:
		notes = append(notes, d.page.T("constraint.page.draft.meet", append(names, g.Table, draft.Number)...))
	}
	return notes
}

// A clique is a group of players that wishes keep apart until the same round.
type clique struct {
	players []tournament.PlayerID
	wish    tournament.Wish
}

// cliques joins wishes to keep two players apart, if the connected players are all kept apart; else it returns the
// pairs.
func cliques(wishes []tournament.Wish) []clique {
	type end struct {
		player tournament.PlayerID
		until  int
	}
	at := map[end][]int{} // the wishes about a player
	for i, w := range wishes {
		if w.Kind == tournament.Apart {
			at[end{w.A, w.Until}] = append(at[end{w.A, w.Until}], i)
			at[end{w.B, w.Until}] = append(at[end{w.B, w.Until}], i)
		}
	}
	var out []clique
	listed := make([]bool, len(wishes))
	for i, w := range wishes {
		if listed[i] || w.Kind != tournament.Apart {
			continue
		}
		players, inside, pairs := []tournament.PlayerID{w.A}, map[tournament.PlayerID]bool{w.A: true}, []clique{}
		for k := 0; k < len(players); k++ {
			for _, j := range at[end{players[k], w.Until}] {
				o := wishes[j]
				for _, id := range []tournament.PlayerID{o.A, o.B} {
					if !inside[id] {
						inside[id], players = true, append(players, id)
					}
				}
				if !listed[j] {
					listed[j], pairs = true, append(pairs, clique{[]tournament.PlayerID{o.A, o.B}, o})
				}
			}
		}
		if k := len(players); len(pairs) == k*(k-1)/2 {
			pairs = []clique{{players, w}}
		}
		out = append(out, pairs...)
	}
	return out
}
