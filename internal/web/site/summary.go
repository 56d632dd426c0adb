package site

import (
	"tourney/internal/director"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// A SummaryView is one tournament in a list of tournaments.
type SummaryView struct {
	Name, Address, Where, Dates, Players, State string
	Running                                     bool
}

// NewSummaryView returns a tournament as lists show it.
func NewSummaryView(lang *i18n.Language, t *director.Summary) SummaryView {
	v := SummaryView{
		Name: t.Name, Address: "/t/" + t.Slug, Where: page.Place(t.Place, t.Country), Dates: lang.Dates(t.Begin, t.End),
		Players: lang.T("players.count", t.Players), Running: t.Current > 0,
	}
	if v.Running {
		v.State = lang.T("list.round", t.Current, t.Rounds)
	} else {
		v.State = lang.T("list.rounds", t.Rounds)
	}
	return v
}
