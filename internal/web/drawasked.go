package web

import (
	"slices"

	"tourney/internal/tournament"
)

// asked marks a game that was asked for, or that a helper plays.
func (d *drawing) asked(g *tournament.Game) []markView {
	t, p := d.snapshot.Tournament, d.page
	var marks []markView
	if slices.ContainsFunc(t.Settings.Steering.Wishes, func(w tournament.Wish) bool {
		return w.Kind == tournament.Together && w.Holds(g.Round) && g.Has(w.A) && g.Has(w.B)
	}) {
		marks = append(marks, markView{Text: p.T("mark.wished")})
	}
	if t.Ghost(g.Black) || t.Ghost(g.White) {
		marks = append(marks, markView{Text: p.T("steering.ghost.mark")})
	}
	return marks
}
