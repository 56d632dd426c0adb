package exports

import (
	"fmt"

	"tourney/internal/format/federation"
	"tourney/internal/format/file"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A findingView is a finding and the address of its correction. Players with the same missing value share one finding.
type findingView struct {
	Level, Text, Address string
	// Players miss the field in Text; Address is empty then.
	Players []page.Link
}

// addChecks adds the findings of a federation, and the fields of errors to asked.
func (p *exportsPage) addChecks(t *tournament.Tournament, by *federation.Body, view *formatView, asked map[tournament.Field]bool) {
	together := map[tournament.Field]int{} // the index in the view by the missing field
	for _, f := range by.Check(t) {
		field := missingField(&f)
		if f.Key == "export.check.id.missing" && p.Roles.May(role.Arrange) {
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
			v.Text, v.Address = p.T(f.Key, f.Args...), p.fixAddress(&f)
		}
		if f.Severity == file.Error {
			view.Errors++
			asked[f.Field] = true
		}
		view.Checks = append(view.Checks, v)
	}
}

// add adds a player with a missing field.
func (v *findingView) add(p *exportsPage, t *tournament.Tournament, f *federation.Finding, field tournament.Field) {
	v.Players = append(v.Players, page.Link{Text: t.Player(f.Player).Name(), Address: p.fixAddress(f)})
	v.Text = p.T("export.page.missing", len(v.Players), field)
}

// missingField returns the missing field of a finding, "" for other findings.
func missingField(f *federation.Finding) tournament.Field {
	if f.Key == "export.check.player.country" || f.Key == "export.check.id.missing" {
		return f.Field
	}
	return ""
}

// fixAddress returns the address of the page that corrects a finding, "" for viewers without that right.
func (p *exportsPage) fixAddress(f *federation.Finding) string {
	if !p.Roles.May(role.Arrange) {
		return ""
	}
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
