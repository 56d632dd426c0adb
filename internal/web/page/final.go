package page

import (
	"strings"

	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A FinalChangeView is what a correction of the final standings changed for a player.
type FinalChangeView struct {
	Name string
	// Places describes the change of the place, "" without one; Scores the changed scores.
	Places, Scores string
}

// FinalChanges lists what differs between two final lists.
func FinalChanges(lang *i18n.Language, was, now *tournament.FinalList) (views []FinalChangeView) {
	for _, c := range day.Changes(was, now) {
		v := FinalChangeView{Name: c.Name}
		switch {
		case c.Was == 0:
			v.Places = lang.T("final.new", c.Now)
		case c.Now == 0:
			v.Places = lang.T("final.gone", c.Was)
		case c.Was != c.Now:
			v.Places = lang.T("final.place", c.Was, c.Now)
		}
		var scores []string
		for _, s := range c.Scores {
			scores = append(scores, NewCriterionView(lang, s.Criterion).Name+" "+lang.Decimal(s.Was)+" → "+lang.Decimal(s.Now))
		}
		v.Scores = strings.Join(scores, ", ")
		views = append(views, v)
	}
	return views
}
