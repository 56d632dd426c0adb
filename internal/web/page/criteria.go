package page

import (
	"slices"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A CriterionView is a column of the standings and its explanation.
type CriterionView struct {
	Name, Help string
	// Wide is set if the values are words.
	Wide bool
}

// Criteria returns the columns of standings in a language. Sums of wins and sums of McMahon scores in one list keep
// their exact names.
func Criteria(lang *i18n.Language, list []tournament.Criterion) []CriterionView {
	out := ExactCriteria(lang, list)
	for i, c := range list {
		same := func(d tournament.Criterion) bool {
			return d != c && plainSums.Replace(string(d)) == plainSums.Replace(string(c))
		}
		if !slices.ContainsFunc(list, same) {
			out[i] = NewCriterionView(lang, c)
		}
	}
	return out
}

// ExactCriteria returns criteria with their names in settings and files.
func ExactCriteria(lang *i18n.Language, list []tournament.Criterion) []CriterionView {
	var out []CriterionView
	for _, c := range list {
		out = append(out, CriterionView{Name: string(c), Help: lang.T("criterion." + string(c))})
	}
	return out
}

// plainSums shortens SOSW and SOSM to SOS, and so on.
var plainSums = strings.NewReplacer("OSW", "OS", "OSM", "OS", "OSTS", "OS", "OST", "OS", "CUSSW", "CUSS", "CUSSM", "CUSS")

// NewCriterionView returns the heading of one criterion in the words of players.
func NewCriterionView(lang *i18n.Language, c tournament.Criterion) CriterionView {
	v := CriterionView{
		Name: plainSums.Replace(string(c)), Help: lang.T("criterion." + string(c)), Wide: c == tournament.StageReached,
	}
	switch c {
	case tournament.ByRank:
		v.Name = lang.T("field.rank")
	case tournament.ByRating:
		v.Name = lang.T("field.rating")
	case tournament.Category:
		v.Name = lang.T("field.tags")
	case tournament.NBW:
		v.Name = lang.T("draw.score.wins")
	case tournament.StageReached:
		v.Name = lang.T("standings.reached")
	}
	return v
}
