package settings

import (
	"slices"

	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// everySetting is the value of "all" in the address of the page with the settings of all systems.
const everySetting = "every"

// hide moves fields of a group to the form's hidden fields.
func (p *settingsPage) hide(g *settingsGroup, these func(form.FieldView) bool) {
	shown := g.Fields[:0:0]
	for _, f := range g.Fields {
		if these(f) {
			p.Hidden = append(p.Hidden, f)
		} else {
			shown = append(shown, f)
		}
	}
	g.Fields = shown
}

// commonSettings are the most common settings.
var commonSettings = map[string]bool{
	"name": true, "place": true, "country": true, "begin": true, "end": true, "hidden": true,
	"system": true, "rounds": true, "rules": true, "tie": true, "main": true, "overtime": true, "period": true, "periods": true,
	"reduction": true, "ceiling": true, "even-komi": true, "handicap-komi": true, "criteria": true, "player-results": true,
}

// commonIn are the simple settings of one system.
var commonIn = map[tournament.System][]string{
	tournament.McMahon: {"floor", "bar"}, tournament.RoundRobin: {"withdrawals"}, tournament.Open: {"rematch", "promise", "widest"},
}

// hideUncommon hides all but the simple settings.
func (p *settingsPage) hideUncommon(now tournament.Settings) {
	more := slices.Clone(commonIn[now.System])
	more = append(more, simplePoints(now)...)
	if now.PlayersSettle { // then players may report results too
		more = append(more, "players-settle")
	}
	for i := range p.Groups {
		g := &p.Groups[i]
		for _, stage := range g.Stages {
			p.Hidden = append(p.Hidden, stage.Fields...)
		}
		if g.Objective != nil {
			p.hideObjective(g)
		}
		g.Stages = nil
		p.hide(g, func(f form.FieldView) bool {
			return !commonSettings[f.Name] && !slices.Contains(more, f.Name)
		})
		g.Lists = slices.DeleteFunc(g.Lists, func(l listView) bool {
			if commonSettings[l.Name] {
				return false
			}
			p.Hidden = append(p.Hidden, l.FieldView)
			return true
		})
	}
	p.dropEmptyGroups()
}

// dropEmptyGroups removes the groups without fields.
func (p *settingsPage) dropEmptyGroups() {
	p.Groups = slices.DeleteFunc(p.Groups, func(g settingsGroup) bool {
		return len(g.Fields)+len(g.Lists)+len(g.Stages) == 0 && g.Objective == nil
	})
}

// usedIf are the settings with an effect under a condition, by their names. The others always have one.
var usedIf = []struct {
	names []string
	used  func(s *tournament.Settings) bool
}{
	{[]string{"floor", "bar", "mms-bye", "mms-absent", "round-down"}, playsMcMahon},
	{[]string{"categories"}, func(s *tournament.Settings) bool { return playsMcMahon(s) || len(s.Categories) > 0 }},
	{[]string{"steps"}, func(s *tournament.Settings) bool { return len(s.Handicap.Steps) > 0 }},
	{[]string{"class", "code"}, func(s *tournament.Settings) bool { return s.Rating.Formula != "aga" }},
	{[]string{"pairing-criteria"}, weighs},
	{[]string{"rematch", "promise", "widest"}, isOpen},
	{
		[]string{
			"rounds", "pools", "double", "withdrawals", "third-place", "accelerated", "basis", "unplayed-half", "plain-sos", "even-dc",
			"wins-bye", "wins-absent",
		},
		func(s *tournament.Settings) bool { return !isOpen(s) },
	},
	{[]string{"boards"}, func(s *tournament.Settings) bool { return !isOpen(s) || s.Teams.Boards > 0 }},
	{append([]string{"points", "ladder-reach"}, ladderNames...), isOpen},
}

func isOpen(s *tournament.Settings) bool { return s.System == tournament.Open }

// anyStage reports whether the main system or a later stage meets a condition.
func anyStage(s *tournament.Settings, meets func(tournament.System) bool) bool {
	return meets(s.System) || slices.ContainsFunc(s.Stages, func(stage tournament.Stage) bool { return meets(stage.System) })
}

func playsMcMahon(s *tournament.Settings) bool {
	return anyStage(s, func(system tournament.System) bool { return system == tournament.McMahon })
}

// weighs reports whether the program weighs pairings in some stage.
func weighs(s *tournament.Settings) bool { return anyStage(s, tournament.System.Weighed) }

// hideUnused hides the settings without an effect in the systems of the tournament.
func (p *settingsPage) hideUnused(now tournament.Settings) {
	var unused []string
	for _, row := range usedIf {
		if !row.used(&now) {
			unused = append(unused, row.names...)
		}
	}
	before := len(p.Hidden)
	hides := func(f form.FieldView) bool { return f.Fault == "" && slices.Contains(unused, f.Name) }
	for i := range p.Groups {
		g := &p.Groups[i]
		p.hide(g, hides)
		g.Lists = slices.DeleteFunc(g.Lists, func(l listView) bool {
			if hides(l.FieldView) {
				p.Hidden = append(p.Hidden, l.FieldView)
				return true
			}
			return false
		})
		if isOpen(&now) && len(now.Stages) == 0 {
			for _, stage := range g.Stages {
				p.Hidden = append(p.Hidden, stage.Fields...)
			}
			g.Stages = nil
		}
		if g.Objective != nil && !weighs(&now) && !g.Objective.isWrong() {
			p.hideObjective(g)
		}
	}
	p.Unused = len(p.Hidden) - before
	p.Count -= p.Unused
	p.dropEmptyGroups()
}

// hideObjective moves the weights of a group to the form's hidden fields.
func (p *settingsPage) hideObjective(g *settingsGroup) {
	p.Hidden = append(p.Hidden, g.Objective.Others...)
	for _, c := range g.Objective.Criteria {
		p.Hidden = append(p.Hidden, c.Fields...)
	}
	g.Objective = nil
}

// isWrong reports whether a field has a fault.
func (v *objectiveView) isWrong() bool {
	return slices.ContainsFunc(v.Others, func(f form.FieldView) bool { return f.Fault != "" }) ||
		slices.ContainsFunc(v.Criteria, func(c criterionSetting) bool { return c.Open })
}
