package exports

import (
	"fmt"

	"tourney/internal/exchange/federation"
	"tourney/internal/exchange/file"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A findingView is one finding and where to mend it. What players lack is one
// finding for all of them.
type findingView struct {
	Level, Text, Address string
	// Players lack what Text says; Address is empty then.
	Players []page.Link
}

// check lists what the federation behind a format would mind.
func (p *exportsPage) check(t *tournament.Tournament, by *federation.Body, view *formatView) {
	together := map[tournament.Field]int{} // from what is missing to its place in the view
	for _, f := range by.Check(t) {
		field := lacking(&f)
		if f.Key == "export.check.id.missing" {
			view.Lists = p.Event.Home + "/ratings"
		}
		if at, ok := together[field]; ok && field != "" {
			view.Checks[at].add(p, t, &f, field)
			continue
		}
		v := findingView{Level: f.Severity.String()}
		if field != "" {
			together[field] = len(view.Checks)
			v.add(p, t, &f, field)
		} else {
			v.Text, v.Address = p.T(f.Key, f.Args...), p.mend(&f)
		}
		if f.Severity == file.Error {
			view.Errors++
		}
		view.Checks = append(view.Checks, v)
	}
}

// add adds a player to those who lack a field.
func (v *findingView) add(p *exportsPage, t *tournament.Tournament, f *federation.Finding, field tournament.Field) {
	v.Players = append(v.Players, page.Link{Text: t.Player(f.Player).Name(), Address: p.mend(f)})
	v.Text = p.T("exports.missing", len(v.Players), field)
}

// lacking returns the field that a player has empty, where that is the finding.
func lacking(f *federation.Finding) tournament.Field {
	if f.Key == "export.check.player.country" || f.Key == "export.check.id.missing" {
		return f.Field
	}
	return ""
}

// mend returns the address where a finding is mended.
func (p *exportsPage) mend(f *federation.Finding) string {
	field := ""
	if f.Field != "" {
		field = "#f-" + string(f.Field)
	}
	switch {
	case f.Player != 0:
		return fmt.Sprintf("%s/players/%d%s", p.Event.Home, f.Player, field)
	case f.Table != 0:
		return fmt.Sprintf("%s/round/%d?table=%d", p.Event.Home, f.Round, f.Table)
	case f.Round != 0:
		return fmt.Sprintf("%s/round/%d", p.Event.Home, f.Round)
	}
	return p.Event.Home + "/settings" + field
}
