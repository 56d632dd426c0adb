package public

import (
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An aboutPage describes the tournament: system, rules, places and days.
type aboutPage struct {
	page.Base
	Name     string
	Facts    []factView
	Play     []factView
	Schedule []scheduleDay
	Calendar string // the address of the calendar file; "" while no day is known
	Criteria []page.CriterionView
	// Points are the rules for points of open play and the rules of its ladder, in sentences.
	Points []string
}

// A factView is a line of facts: what, and its value.
type factView struct{ Name, Text string }

func showAbout(v *Visit) (string, any, error) {
	t := v.Tournament
	view := aboutPage{
		Base: v.Base(v.Lang.T("frame.about"), "/about"), Name: t.Info.Name, Schedule: v.schedule(),
		Criteria: page.Criteria(v.Lang, t.Settings.Criteria), Play: playFacts(v.Lang, t),
	}
	if t.IsOpen() {
		view.Criteria, view.Points = nil, v.rulesForPoints()
	}
	if begin, _ := t.Info.Days(); !begin.IsZero() || len(view.Schedule) > 0 {
		view.Calendar = v.To("/calendar.ics")
	}
	for _, f := range []factView{
		{Name: v.Lang.T("tournament.page.when"), Text: v.Lang.Dates(t.Info.Begin.Time, t.Info.End.Time)},
		{Name: v.Lang.T("tournament.page.where"), Text: page.Place(t.Info.Place, t.Info.Country)},
		{Name: v.Lang.T("field.director"), Text: t.Info.Director},
		{Name: v.Lang.T("frame.players"), Text: strconv.Itoa(len(t.Participants()))},
	} {
		if f.Text != "" {
			view.Facts = append(view.Facts, f)
		}
	}
	return "about", view, nil
}

// playFacts describes how a tournament is played: system, handicap, rules and time.
func playFacts(lang *i18n.Language, t *tournament.Tournament) []factView {
	s := &t.Settings
	facts := []factView{{Name: lang.T("field.system"), Text: systemWords(lang, *s)}}
	if !t.IsOpen() {
		facts[0].Text += ", " + lang.T("now.rounds", s.Rounds)
	}
	for _, stage := range s.Stages {
		facts = append(facts, factView{
			Name: lang.T("about.from", stage.From), Text: lang.T("system." + string(stage.System)),
		})
	}
	if page.OfTeams(t) {
		facts = append(facts, factView{Name: lang.T("frame.teams"), Text: lang.T("team.page.boards", s.Teams.Boards)})
	}
	game := lang.T("now.even", s.Handicap.At(0).Komi)
	if s.Handicap.Ceiling > 0 {
		game = lang.T("now.handicap", basisWords(lang, s.Handicap.Basis), s.Handicap.At(0).Komi)
	}
	return append(facts,
		factView{Name: lang.T("game.terms"), Text: game},
		factView{Name: lang.T("field.rules"), Text: lang.T("rules."+s.RuleSystem().Name) + ", " + lang.T("now.board", s.Size)},
		factView{Name: lang.T("about.time"), Text: ClockWords(lang, s.Clock)})
}
