package public

import (
	"strconv"
	"time"

	"tourney/internal/event/day"
	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A nowPage is the front page of a tournament: the search for a name, the current
// round, its clock, and the top of the standings.
type nowPage struct {
	page.Base
	Heading      string
	Where, Dates string
	Play         []factView // how games are played; before the first round
	Names        []page.PlayerView
	SignsUp      bool
	Places       string // how many are left while players can sign up; "" without a limit
	Round        int
	Progress     page.ProgressView
	Games        []page.GameView
	More         *moreView
	Matches      []page.MatchView
	OfTeams      bool
	Byes         []page.PlayerView
	Clock        *page.ClockView
	Next         string // instead of the clock once all results are in
	Schedule     []scheduleDay
	Leaders      string // the heading; "" before the first result
	Criteria     []page.CriterionView
	Top          []standingsRow
	Evening      *eveningPart // in open play
}

// Columns counts the columns of the leaders.
func (p *nowPage) Columns() int { return 2 + len(p.Criteria) }

// How many lines and criteria of the standings the front page shows.
const (
	topRows     = 8
	topCriteria = 2
)

func showNow(v *Visit) (string, any, error) {
	t := v.Tournament
	if day.Shown(t) != nil { // after the end, the final page replaces the front page
		return showFinished(v)
	}
	view := &nowPage{
		Base: v.Base(t.Info.Name, "").AtRound(t.Current()), Heading: t.Info.Name, Where: page.Place(t.Info.Place, t.Info.Country),
		Dates: v.Lang.Dates(t.Info.Begin.Time, t.Info.End.Time), Names: v.names(), SignsUp: v.SignsUp, Round: t.Current(), Clock: v.clock(), Schedule: v.schedule(),
		OfTeams: page.OfTeams(t),
	}
	if t.IsOpen() {
		view.Round = 0
		view.fillEvening(v)
		return "now", view, nil
	}
	if r := t.Round(view.Round); r != nil {
		view.Heading = page.RoundTitle(v.Lang, t, view.Round)
		view.Matches, view.Games = v.matchesAndGames(r)
		if view.Games, view.More = partOf(v, &view.Base, view.Games); view.More != nil {
			view.More.Beside = "#head,#side"
		}
		view.Progress = page.NewProgressView(r)
		view.Byes, _ = v.byesAndAbsent(r)
		if view.Clock == nil && r.Missing() == 0 && view.Round < t.Settings.Rounds {
			view.Next = v.Lang.T("now.next", view.Round+1)
		}
	} else {
		view.Play = playFacts(v.Lang, t)
		if v.SignsUp {
			view.Places = PlacesLeft(v.Lang, t)
		}
	}
	n := v.After
	if n == 0 {
		return "now", view, nil
	}
	view.Leaders = v.Lang.T("now.leaders", n)
	if t.Round(n).Missing() > 0 {
		view.Leaders = v.Lang.T("now.leaders.during", n)
	}
	view.Criteria = page.Criteria(v.Lang, t.Settings.Criteria)
	view.Criteria = view.Criteria[:min(topCriteria, len(view.Criteria))]
	if view.OfTeams {
		view.Top = v.teamRows(n)
		view.Top = view.Top[:min(topRows, len(view.Top))]
	} else {
		view.Top = v.firstRows(n, topRows)
	}
	for i := range view.Top {
		view.Top[i].Scores = view.Top[i].Scores[:len(view.Criteria)]
	}
	return "now", view, nil
}

// PlacesLeft says how many places are left, "" without a limit.
func PlacesLeft(lang *i18n.Language, t *tournament.Tournament) string {
	places := t.Places()
	free, limited := places.Free()
	switch {
	case limited && free > 0:
		return lang.T("signup.free", free, places.Limit)
	case limited:
		return lang.T("signup.full", places.Limit, len(places.Reserves)+1)
	}
	return ""
}

// names returns the players who take part in the order of their names.
func (v *Visit) names() []page.PlayerView {
	var names []page.PlayerView
	for _, p := range v.Tournament.Participants() {
		names = append(names, page.NewPlayerView(v.Tournament, p.ID))
	}
	i18n.Sort(v.Lang, names, func(p page.PlayerView) string { return p.Name })
	return names
}

// clock returns the clock of the current or the next round; nil without a known start.
func (v *Visit) clock() *page.ClockView {
	if v.Offline || v.Tournament.IsOpen() { // a file has no current clock
		return nil
	}
	// The page is cached, so a script computes the time left.
	view := page.NewClockView(v.Lang, v.Tournament, time.Time{})
	if view != nil && view.Note == "" {
		view.Note = ClockWords(v.Lang, v.Tournament.Settings.Clock)
	}
	return view
}

// A scheduleDay is the rounds of one day.
type scheduleDay struct {
	Day    string
	Rounds []scheduleLine
}

// A scheduleLine is one round with a known start.
type scheduleLine struct {
	Time, Round, Address string
	// After is the text of a round without a known start: after which round it begins.
	After   string
	Current bool // the round is under way
}

// schedule returns the rounds with a known start, day by day.
func (v *Visit) schedule() []scheduleDay {
	t := v.Tournament
	if t.IsOpen() {
		return nil
	}
	var days []scheduleDay
	for n := 1; n <= max(t.Settings.Rounds, len(t.Rounds)); n++ {
		start := day.StartOf(t, n)
		if start.IsZero() {
			if len(days) > 0 {
				last := &days[len(days)-1]
				last.Rounds = append(last.Rounds, scheduleLine{Round: page.RoundTitle(v.Lang, t, n), After: v.Lang.T("frame.final.after", n-1)})
			}
			continue
		}
		date := v.Lang.Date(start.In(page.Zone(t)))
		if len(days) == 0 || days[len(days)-1].Day != date {
			days = append(days, scheduleDay{Day: date})
		}
		line := scheduleLine{Time: v.Lang.Clock(start), Round: page.RoundTitle(v.Lang, t, n)}
		if n <= t.Current() {
			line.Address = v.To("/round/" + strconv.Itoa(n))
			line.Current = n == t.Current() && t.Round(n).Missing() > 0
		}
		last := &days[len(days)-1]
		last.Rounds = append(last.Rounds, line)
	}
	return days
}

// RuleFacts describes the rules of the tournament in a few facts.
func RuleFacts(lang *i18n.Language, t *tournament.Tournament) []string {
	s := t.Settings
	facts := []string{systemWords(lang, s)}
	if !t.IsOpen() {
		facts = append(facts, lang.T("now.rounds", s.Rounds))
	}
	if page.OfTeams(t) {
		facts = append(facts, lang.T("team.page.boards", s.Teams.Boards))
	}
	if s.Size != 19 {
		facts = append(facts, lang.T("now.board", s.Size))
	}
	if s.Handicap.Ceiling == 0 {
		facts = append(facts, lang.T("now.even", s.Handicap.At(0).Komi))
	} else {
		facts = append(facts, lang.T("game.terms")+": "+lang.T("now.handicap", basisWords(lang, s.Handicap.Basis), s.Handicap.At(0).Komi))
	}
	return append(facts, ClockWords(lang, s.Clock))
}

// systemWords names the system of the first round, and a handicap.
func systemWords(lang *i18n.Language, s tournament.Settings) string {
	system := lang.T("system." + string(s.System))
	if s.Handicap.Ceiling > 0 {
		return lang.T("now.system", system)
	}
	return system
}

func basisWords(lang *i18n.Language, b handicap.Basis) string {
	return lang.T("handicap.basis." + string(b))
}

// ClockWords describes a time system in one line.
func ClockWords(lang *i18n.Language, c tournament.Clock) string {
	minutes, seconds := int(time.Duration(c.Main).Minutes()), int(time.Duration(c.Period).Seconds())
	switch c.Overtime {
	case tournament.Japanese:
		return lang.T("clock.japanese", minutes, c.Periods, seconds)
	case tournament.Canadian:
		return lang.T("clock.canadian", minutes, c.Stones, seconds)
	case tournament.Fischer:
		return lang.T("clock.fischer", minutes, seconds)
	}
	return lang.T("clock.sudden", minutes)
}
