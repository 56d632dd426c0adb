package workbook

import (
	"cmp"
	"strings"
	"time"

	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

func settingsTable(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("workbook.settings"), title: say("workbook.settings")}
	l.columns = []heading{{title: say("column.what"), words: true}, {title: say("column.value"), words: true}}
	s := &t.Settings
	add := func(key string, value any) { l.rows = append(l.rows, []any{say(key), value}) }
	add("field.system", say("system."+string(s.System)))
	if s.System == tournament.McMahon {
		add("field.floor", s.Floor.String())
		add("field.bar", s.Bar.String())
	}
	add("field.rounds", s.Rounds)
	add("field.rules", say("rules."+s.Rules))
	add("field.size", s.Size)
	add("field.tie", say("settings.tie."+string(s.Tie)))
	add("field.main", float64(s.Clock.Main)/float64(time.Minute))
	add("field.overtime", say("clock.overtime."+string(cmp.Or(s.Clock.Overtime, tournament.SuddenDeath))))
	if o := s.Clock.Overtime; o != tournament.SuddenDeath && o != "" {
		add("field.period", float64(s.Clock.Period)/float64(time.Second))
	}
	switch s.Clock.Overtime {
	case tournament.Japanese:
		add("field.periods", s.Clock.Periods)
	case tournament.Canadian:
		add("field.stones", s.Clock.Stones)
	}
	add("field.internet", yesOrNo(s.Internet, say))
	addHandicap(&s.Handicap, say, add)
	addScoring(s, say, add)
	addCriteria(s, say, add)
	if s.System == tournament.RoundRobin {
		add("field.withdrawals", say("settings.withdrawals."+cmp.Or(string(s.Format.Withdrawals), "stand")))
	}
	for _, stage := range s.Stages {
		l.rows = append(l.rows, []any{say("workbook.stage", stage.From), say("system." + string(stage.System))})
	}
	return l
}

func addScoring(s *tournament.Settings, say file.Label, add func(string, any)) {
	add("field.wins-absent", float64(s.Scoring.WinsAbsent)/2)
	add("field.wins-bye", float64(s.Scoring.WinsBye)/2)
	add("field.mms-absent", float64(s.Scoring.MMSAbsent)/2)
	add("field.mms-bye", float64(s.Scoring.MMSBye)/2)
	add("field.round-down", yesOrNo(s.Scoring.RoundDown, say))
	add("field.unplayed-half", yesOrNo(s.Scoring.UnplayedHalf, say))
	add("field.plain-sos", yesOrNo(s.Scoring.PlainSOS, say))
	add("field.even-dc", yesOrNo(s.Scoring.EvenDC, say))
}

func yesOrNo(on bool, say file.Label) string {
	if on {
		return say("form.yes")
	}
	return say("form.no")
}

// addCriteria lists the criteria of the standings and of the draw.
func addCriteria(s *tournament.Settings, say file.Label, add func(string, any)) {
	titles := func(list []tournament.Criterion) string {
		var names []string
		for _, c := range list {
			names = append(names, criterionTitle(c, say))
		}
		return strings.Join(names, ", ")
	}
	var categories []string
	for _, r := range s.Categories {
		categories = append(categories, r.String())
	}
	add("workbook.criteria", titles(s.Criteria))
	for _, line := range []struct{ key, value string }{
		{"field.pairing-criteria", titles(s.PairingCriteria)}, {"prize.page.order", titles(s.Prizes.Criteria)},
		{"field.categories", strings.Join(categories, ", ")},
	} {
		if line.value != "" {
			add(line.key, line.value)
		}
	}
	if s.Pairing.First != "" {
		add("field.first", say("settings.seeding."+string(s.Pairing.First)))
		add("field.switch", s.Pairing.SwitchAfter)
		add("field.second", say("settings.seeding."+string(cmp.Or(s.Pairing.Second, s.Pairing.First))))
	}
	if s.Pairing.Geography > 0 {
		add("field.country-gap", s.Pairing.CountryGap)
		add("field.club-gap", s.Pairing.ClubGap)
	}
}

func addHandicap(p *handicap.Policy, say file.Label, add func(string, any)) {
	add("field.even-komi", float64(p.EvenKomi)/2)
	add("field.handicap.ceiling", p.Ceiling)
	if p.Ceiling == 0 { // all games are even
		return
	}
	add("field.handicap-komi", float64(p.HandicapKomi)/2)
	add("field.basis", say("handicap.basis."+string(p.Basis)))
	add("workbook.reduction", p.Correction)
	if p.Threshold.Valid() {
		add("field.handicap.threshold", p.Threshold.String())
	}
}
