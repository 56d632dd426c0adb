package exports

import (
	"fmt"

	"tourney/internal/format/federation"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A findingView is a finding and the address of its correction. Players with the same missing value share one finding.
type findingView struct {
	Level, Text, Address string
	// Parts are the players that share the finding; Address is empty then.
	Parts []page.Link
	// Numbers is set if a rating list may have the missing values, Countries for missing countries.
	Numbers, Countries bool
}

// newFinding returns the view of a finding; nil for p leaves the sentence out.
func newFinding(p *page.Base, f *federation.Finding) findingView {
	v := findingView{Level: f.Severity.String()}
	if p != nil {
		v.Text, v.Address = p.T(f.Key, f.Args...), fixAddress(p, f)
	}
	return v
}

// add adds a player with a missing field.
func (v *findingView) add(p *page.Base, t *tournament.Tournament, f *federation.Finding) {
	v.Parts = append(v.Parts, page.Link{Text: t.Player(f.Player).Name(), Address: fixAddress(p, f)})
	v.Text, v.Numbers = p.T("export.page.missing", len(v.Parts), f.Field), f.Key == "export.check.id.missing"
	v.Countries, v.Address = f.Key == "export.check.player.country", ""
}

// missingField returns the missing field of a finding, "" for other findings.
func missingField(f *federation.Finding) tournament.Field {
	if f.Key == "export.check.player.country" || f.Key == "export.check.id.missing" {
		return f.Field
	}
	return ""
}

// fixAddress returns the address of the page that corrects a finding, "" for viewers without that right.
func fixAddress(p *page.Base, f *federation.Finding) string {
	if !p.Roles.May(role.Arrange) {
		return ""
	}
	field := ""
	if f.Field != "" {
		field = "#f-" + string(f.Field)
	}
	switch {
	case f.Key == "export.check.norounds":
		return p.Event.Home + "/draw/1"
	case f.Player != 0:
		return fmt.Sprintf("%s/players/%d%s", p.Event.Home, f.Player, field)
	case f.Table != 0:
		return fmt.Sprintf("%s/round/%d?table=%d", p.Event.Home, f.Round, f.Table)
	case f.Round != 0:
		return fmt.Sprintf("%s/round/%d", p.Event.Home, f.Round)
	}
	return p.Event.Home + "/settings" + field
}
