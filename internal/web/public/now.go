package public

import (
	"strconv"

	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A nowPage is the front page of a tournament: the search for a name, the current
// round, and the top of the standings.
type nowPage struct {
	page.Base
	Where, Dates, Director string
	Rules                  []string // of the tournament, a fact each
	Names                  []page.PlayerView
	Round                  int
	RoundTitle             string
	RoundAddress           string
	Start                  string
	Progress               page.ProgressView
	Games                  []page.GameView
	Matches                []page.MatchView
	OfTeams                bool
	Byes                   []page.PlayerView
	After                  int
	Criteria               []page.CriterionView
	Top                    []standingsRow
}

// Columns counts the columns of the standings.
func (p *nowPage) Columns() int { return 3 + len(p.Criteria) }

// topRows is how many lines of the standings the front page shows.
const topRows = 10

func showNow(v *Visit) (string, any, error) {
	t := v.Tournament
	view := &nowPage{
		Base: v.Base(t.Info.Name, "").AtRound(t.Current()), Where: page.Place(t.Info.Place, t.Info.Country), Director: t.Info.Director,
		Dates: v.Lang.Dates(t.Info.Begin, t.Info.End), Rules: RuleFacts(v.Lang, t), Round: t.Current(),
	}
	for i := range t.Players {
		view.Names = append(view.Names, page.NewPlayerView(t, t.Players[i].ID))
	}
	i18n.Sort(v.Lang, view.Names, func(p page.PlayerView) string { return p.Name })
	if r := t.Round(view.Round); r != nil {
		view.Matches, view.Games = v.matchesAndGames(r)
		view.Progress = page.NewProgressView(r)
		view.Byes, _ = v.byesAndAbsent(r)
		view.RoundTitle = page.RoundTitle(v.Lang, t, view.Round)
		view.RoundAddress = v.To("/round/" + strconv.Itoa(view.Round))
		if !r.Start.IsZero() {
			view.Start = v.Lang.Clock(r.Start)
		}
	}
	n := v.After
	if n > 0 {
		view.After, view.Criteria, view.OfTeams = n, page.Criteria(v.Lang, t.Settings.Criteria), page.OfTeams(t)
		if view.OfTeams {
			view.Top = v.teamRows(n)
		} else {
			view.Top = v.standingsRows(n)
		}
		view.Top = view.Top[:min(topRows, len(view.Top))]
	}
	return "now", view, nil
}

// RuleFacts describes the rules of the tournament in a few facts.
func RuleFacts(lang *i18n.Language, t *tournament.Tournament) []string {
	s := t.Settings
	facts := []string{lang.T("system." + string(s.System)), lang.T("now.rounds", s.Rounds)}
	if page.OfTeams(t) {
		facts = append(facts, lang.T("teams.boards", s.Teams.Boards))
	}
	if s.Size != 19 {
		facts = append(facts, lang.T("now.board", s.Size))
	}
	if s.Handicap.Ceiling == 0 {
		facts = append(facts, lang.T("now.even", s.Handicap.At(0).Komi))
	} else {
		facts = append(facts, lang.T("now.handicap", basisWords(lang, s.Handicap.Basis), s.Handicap.At(0).Komi))
	}
	return append(facts, clockWords(lang, s.Clock))
}

func basisWords(lang *i18n.Language, b handicap.Basis) string { return lang.T("basis." + string(b)) }

// clockWords describes a time system in one line.
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
