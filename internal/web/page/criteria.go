package page

import (
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A CriterionView is a column of the standings and its explanation.
type CriterionView struct{ Name, Help string }

// Criteria returns the columns of standings in a language.
func Criteria(lang *i18n.Language, list []tournament.Criterion) []CriterionView {
	var out []CriterionView
	for _, c := range list {
		out = append(out, NewCriterionView(lang, c))
	}
	return out
}

// NewCriterionView returns the heading of one criterion.
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
