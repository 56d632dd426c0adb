package public

import (
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An eveningsPage lists the evenings of a season, the latest first.
type eveningsPage struct {
	page.Base
	Facts    []string
	Evenings []eveningRow
	Empty    *emptyView // before the first evening
}

// An eveningRow is an evening with the people who came.
type eveningRow struct {
	Date, Address string
	// Times are the begin and the end, Now is set for the evening of today.
	Times  string
	Now    bool
	Came   []page.PlayerView
	People string
	Games  string
}

// An eveningPage is one evening: its table and its games.
type eveningPage struct {
	page.Base
	Facts []string
	pointsTable
	Games        []page.GameView
	Byes         []page.PlayerView // none, for the list of games
	Newer, Older *page.Link
}

func showEvenings(v *Visit) (string, any, error) {
	t := v.Tournament
	if !t.IsOpen() {
		return "", nil, fault.New(fault.NotFound, "fault.page")
	}
	view := &eveningsPage{Base: v.Base(v.Lang.T("evening.title"), "/evenings")}
	for i := len(t.Day.Evenings) - 1; i >= 0; i-- {
		view.Evenings = append(view.Evenings, v.eveningRow(&t.Day.Evenings[i]))
	}
	if len(view.Evenings) == 0 {
		view.Empty = v.empty()
		view.Empty.Text = v.Lang.T("evening.none")
		return "evenings", view, nil
	}
	view.Facts = []string{v.Lang.T("evening.count", len(view.Evenings)), v.Lang.T("player.count", len(t.Came(nil))), v.Lang.T("game.page.count", len(t.GamesOf(nil)))}
	return "evenings", view, nil
}

func (v *Visit) eveningRow(e *tournament.Evening) eveningRow {
	row := eveningRow{
		Date: v.dayText(e.Began), Address: v.To("/evenings/" + strconv.Itoa(e.ID)), Times: v.eveningTimes(e), Now: e.Ended.IsZero(),
		People: v.Lang.T("player.count", len(e.Present)), Games: v.Lang.T("game.page.count", len(v.Tournament.GamesOf(e))),
	}
	for _, id := range e.Present {
		if v.Tournament.Player(id) != nil {
			row.Came = append(row.Came, page.NewPlayerView(v.Tournament, id))
		}
	}
	i18n.Sort(v.Lang, row.Came, func(p page.PlayerView) string { return p.Name })
	return row
}

// eveningTimes returns the begin and the end of an evening, such as "18:05–22:10".
func (v *Visit) eveningTimes(e *tournament.Evening) string {
	if e.Ended.IsZero() {
		return v.Lang.T("evening.since", v.Lang.Clock(e.Began))
	}
	return v.Lang.Clock(e.Began) + "–" + v.Lang.Clock(e.Ended)
}

func showEvening(v *Visit) (string, any, error) {
	t := v.Tournament
	id, err := strconv.Atoi(v.Params["evening"])
	e := t.EveningNumbered(id)
	if err != nil || e == nil || !t.IsOpen() {
		return "", nil, fault.New(fault.NotFound, "fault.page")
	}
	table, err := v.pointsTable(e)
	if err != nil { // unknown rules, from a file
		table.Rule = []string{v.Lang.Error(err)}
	}
	games := t.GamesOf(e)
	view := &eveningPage{
		Base: v.Base(v.Lang.T("evening.of", v.dayText(e.Began)), "/evenings"), pointsTable: table,
		Facts: []string{v.eveningTimes(e), v.Lang.T("player.count", len(e.Present)), v.Lang.T("game.page.count", len(games))},
	}
	for _, g := range games {
		view.Games = append(view.Games, page.NewGameView(v.Lang, t, g))
	}
	for i := range t.Day.Evenings {
		link := &page.Link{Text: v.dayText(t.Day.Evenings[i].Began), Address: v.To("/evenings/" + strconv.Itoa(t.Day.Evenings[i].ID))}
		switch {
		case t.Day.Evenings[i].ID < e.ID:
			view.Older = link
		case t.Day.Evenings[i].ID > e.ID && view.Newer == nil:
			view.Newer = link
		}
	}
	return "evening", view, nil
}
