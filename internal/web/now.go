package web

import (
	"strconv"

	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A nowPage is the front page of a tournament: find your name, the round being
// played, the top of the standings.
type nowPage struct {
	base
	Where, Dates, Director string
	Rules                  []string // what is played, a fact each
	Names                  []playerView
	Round                  int
	RoundTitle             string
	RoundAddress           string
	Start                  string
	Progress               progressView
	Games                  []gameView
	Matches                []matchView
	OfTeams                bool
	Byes                   []playerView
	After                  int
	Criteria               []criterionView
	Top                    []standingsRow
}

// Columns counts the columns of the standings.
func (p *nowPage) Columns() int { return 3 + len(p.Criteria) }

// topRows is how many lines of the standings the front page shows.
const topRows = 10

func showNow(v *visit) (string, any, error) {
	t := v.Tournament
	page := &nowPage{
		base: v.base(t.Info.Name, "", t.Current()), Where: place(t.Info.Place, t.Info.Country), Director: t.Info.Director,
		Dates: v.lang.Dates(t.Info.Begin, t.Info.End), Rules: v.rules(), Round: t.Current(),
	}
	for i := range t.Players {
		page.Names = append(page.Names, newPlayerView(t, t.Players[i].ID))
	}
	i18n.Sort(v.lang, page.Names, func(p playerView) string { return p.Name })
	if r := t.Round(page.Round); r != nil {
		page.Matches, page.Games = v.board(r)
		page.Progress = newProgressView(r)
		page.Byes, _ = v.idle(r)
		page.RoundTitle = roundTitle(v.lang, t, page.Round)
		page.RoundAddress = v.to("/round/" + strconv.Itoa(page.Round))
		if !r.Start.IsZero() {
			page.Start = v.lang.Clock(r.Start)
		}
	}
	n, err := v.after()
	if err != nil {
		return "", nil, err
	}
	if n > 0 {
		page.After, page.Criteria, page.OfTeams = n, criteria(v.lang, t.Settings.Criteria), ofTeams(t)
		if page.OfTeams {
			page.Top = v.teamRows(n)
		} else {
			page.Top = v.standingsRows(n)
		}
		page.Top = page.Top[:min(topRows, len(page.Top))]
	}
	return "now", page, nil
}

// rules says in a few facts what is played.
func (v *visit) rules() []string {
	s := v.Tournament.Settings
	facts := []string{v.lang.T("system." + string(s.System)), v.lang.T("now.rounds", s.Rounds)}
	if ofTeams(v.Tournament) {
		facts = append(facts, v.lang.T("teams.boards", s.Teams.Boards))
	}
	if s.Size != 19 {
		facts = append(facts, v.lang.T("now.board", s.Size))
	}
	if s.Handicap.Ceiling == 0 {
		facts = append(facts, v.lang.T("now.even", s.Handicap.At(0).Komi))
	} else {
		facts = append(facts, v.lang.T("now.handicap", basisWords(v.lang, s.Handicap.Basis), s.Handicap.At(0).Komi))
	}
	return append(facts, clockWords(v.lang, s.Clock))
}

func basisWords(lang *i18n.Language, b handicap.Basis) string { return lang.T("basis." + string(b)) }

// clockWords says a time system in one line.
func clockWords(lang *i18n.Language, c tournament.Clock) string {
	minutes, seconds := int(c.Main.Minutes()), int(c.Period.Seconds())
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
