package people

import (
	"cmp"
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/results/rating"
	"tourney/internal/web/page"
)

// A gainsPage shows the changes of all ratings by the tournament, first of the players with a suggested new rank.
type gainsPage struct {
	page.Base
	Formula, Class string
	Unrated, Whole bool // not rated; rated as a whole, without changes by game
	Promotions     []page.GainView
	Lifted         []page.GainView // players whose rating is raised before, or may be
	Players        []page.GainView
}

func (s *ratingHandlers) showGains(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	view := gainsPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("gain.page.title"), "players")}
	view.ReadOnly = false // its only button prints
	r := rating.Rate(t, rating.OptionsOf(t.Settings))
	view.Formula, view.Class = view.T("rating.formula."+r.Formula.String()), view.T("rating.class."+string(r.Class))
	view.Unrated, view.Whole = r.Class.Weight() == 0, r.Formula == rating.AGA
	if view.Whole {
		view.Class = ""
	}
	who := t.Participation()
	for i := range r.Players {
		if !who.Has(r.Players[i].Player) {
			continue
		}
		v := page.NewGainView(view.Language, t, r, &r.Players[i])
		if v.Suggested != "" && v.Games > 0 {
			view.Promotions = append(view.Promotions, v)
		}
		if v.Lift != "" {
			view.Lifted = append(view.Lifted, v)
		}
		view.Players = append(view.Players, v)
	}
	for _, list := range [][]page.GainView{view.Promotions, view.Lifted, view.Players} {
		slices.SortStableFunc(list, func(a, b page.GainView) int { return cmp.Compare(b.Points, a.Points) })
	}
	return s.Render(c, "gains", view)
}
