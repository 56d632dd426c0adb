package page

import (
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Weighed reports whether a round is drawn by an optimum, be it beside a plan.
func Weighed(t *tournament.Tournament, n int) bool {
	_, beside := t.Settings.Beside(n)
	return beside || t.Settings.Stage(n).System.Weighed()
}

// A CriterionView is a column of the standings and what it means.
type CriterionView struct{ Name, Help string }

// Criteria returns the columns of standings.
func Criteria(lang *i18n.Language, list []tournament.Criterion) []CriterionView {
	var out []CriterionView
	for _, c := range list {
		out = append(out, NewCriterionView(lang, c))
	}
	return out
}

func NewCriterionView(lang *i18n.Language, c tournament.Criterion) CriterionView {
	v := CriterionView{Name: string(c), Help: lang.T("criterion." + string(c))}
	switch c {
	case tournament.ByRank:
		v.Name = lang.T("field.rank")
	case tournament.ByRating:
		v.Name = lang.T("field.rating")
	case tournament.Category:
		v.Name = lang.T("field.tags")
	}
	return v
}
