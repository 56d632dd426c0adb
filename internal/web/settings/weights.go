package settings

import (
	"cmp"
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// objectiveParts are the criteria of the draw.
var objectiveParts = []objectivePart{
	{"duplicate", func(p *tournament.Pairing) int64 { return p.Duplicate }, 500_000_000_000_000, []string{"played-only"}},
	{"category", func(p *tournament.Pairing) int64 { return p.Category }, 20_000_000_000_000, nil},
	{"minimum-handicap", func(p *tournament.Pairing) int64 { return p.MinimumHandicap }, 20_000_000_000_000, nil},
	{"score", func(p *tournament.Pairing) int64 { return p.Score }, 100_000_000_000, []string{"curvature", "half-groups"}},
	{"geography", func(p *tournament.Pairing) int64 { return p.Geography }, 100_000_000_000, []string{
		"country-gap", "club-gap", "exempt-from", "exempt-half-wins", "exempt-bar", "club-groups",
	}},
	{"random", func(p *tournament.Pairing) int64 { return p.Random }, 1_000_000_000, []string{"deterministic"}},
	{"dudd", func(p *tournament.Pairing) int64 { return p.MovedUpDown }, 100_000_000, []string{"upper-from", "lower-from", "compensate"}},
	{"seeding", func(p *tournament.Pairing) int64 { return p.Seeding }, 5_000_000, []string{
		"first", "switch", "second", "first-by-rating", "second-by-rating",
	}},
	{"colour", func(p *tournament.Pairing) int64 { return p.Colour }, 1_000_000, nil},
}

// An objectivePart is a criterion of the draw by the names of its fields.
type objectivePart struct {
	weight string
	at     func(p *tournament.Pairing) int64
	usual  int64    // the weight in OpenGotha
	modes  []string // names of further fields
}

// weightOrUsual returns the weight, or OpenGotha's for a switched-off criterion.
func (o objectivePart) weightOrUsual(p *tournament.Pairing) int64 {
	return cmp.Or(o.at(p), o.usual)
}

// A criterionSetting is one criterion of the draw: an explanation, its weight and its
// modes.
type criterionSetting struct {
	Name, Text, Weight string
	// Off is set when the weight is 0, Changed when weight or modes are not the
	// defaults of the system, Open when a field has a fault.
	Off, Changed, Open bool
	Fields             []form.FieldView
}

// An objectiveView is the objective of the draw: the criteria, the greatest weight
// first, and other fields.
type objectiveView struct {
	System   string
	Planned  bool
	Criteria []criterionSetting
	Others   []form.FieldView
	Changed  int
}

// newObjectiveView returns the fields of the objective with the defaults of the
// system.
func newObjectiveView(lang *i18n.Language, fields []form.FieldView, now tournament.Settings) *objectiveView {
	usual := now
	usual.Pairing = now.Pairing.WithDefaults(now.System)
	defaults := map[string]form.FieldView{}
	for _, f := range form.View(lang, objectiveFields(), &usual, form.Sent{}) {
		defaults[f.Name] = f
	}
	v := &objectiveView{System: lang.T("system." + string(now.System)), Planned: now.System.Planned()}
	parts := slices.Clone(objectiveParts)
	slices.SortStableFunc(parts, func(a, b objectivePart) int {
		return cmp.Compare(b.weightOrUsual(&now.Pairing), a.weightOrUsual(&now.Pairing))
	})
	named := map[string]bool{}
	for _, part := range parts {
		var own []form.FieldView
		for _, f := range fields {
			if f.Name == part.weight || slices.Contains(part.modes, f.Name) {
				own, named[f.Name] = append(own, f), true
			}
		}
		c := newCriterionSetting(lang, part, own, defaults)
		if c.Changed {
			v.Changed++
		}
		v.Criteria = append(v.Criteria, c)
	}
	for _, f := range fields {
		if !named[f.Name] {
			v.Others = append(v.Others, f)
		}
	}
	return v
}

func newCriterionSetting(lang *i18n.Language, part objectivePart, fields []form.FieldView, defaults map[string]form.FieldView) criterionSetting {
	c := criterionSetting{Name: lang.T("field." + part.weight), Text: lang.T("help." + part.weight)}
	slices.SortFunc(fields, func(a, b form.FieldView) int {
		return slices.Index(part.modes, a.Name) - slices.Index(part.modes, b.Name)
	})
	for _, f := range fields {
		usual := lang.T("settings.usual", form.Words(lang, defaults[f.Name]))
		if f.Value != defaults[f.Name].Value {
			c.Changed, f.Usual = true, usual
		}
		if f.Name == part.weight {
			c.Weight, c.Off = f.Value, f.Value == "0"
			f.Label, f.Help, f.Usual = lang.T("settings.weight"), "", usual
		}
		c.Open = c.Open || f.Fault != ""
		c.Fields = append(c.Fields, f)
	}
	return c
}

// objectiveFields are the fields of the groups about the draw.
func objectiveFields() []form.Field[tournament.Settings] {
	var fields []form.Field[tournament.Settings]
	for _, g := range settingGroups {
		if g.name == pairingGroup || g.name == secondaryGroup {
			fields = append(fields, g.fields...)
		}
	}
	return fields
}
