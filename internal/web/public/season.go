package public

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/results/scoring"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/paper"
)

// The views of the standings of open play, as values of the parameter "by"; the default is the evening of today or the
// latest one.
const (
	bySeason = "season"
	byLadder = "ladder"
)

// A seasonPage is the standings of open play: an evening, the season or the ladder.
type seasonPage struct {
	page.Base
	// Views are the links to the views, none if there is only one.
	Views []page.Link
	Facts []string
	pointsTable
	// Ladder are the lines of the ladder, Rules its rules; only in the view of the ladder.
	Ladder []ladderRow
	Rules  []string
	Empty  *emptyView // before the first evening
}

// A pointsTable is a table by points (partial "pointstable").
type pointsTable struct {
	Points []pointsRow
	// Rule is the rules for points, in sentences.
	Rule   []string
	Prizes []awardView
	// Scored is set if the table has points and places, Season if it has several evenings.
	Scored, Season bool
}

// A pointsRow is a player's line.
type pointsRow struct {
	Place string
	page.PlayerView
	Games int
	// Won is the number of wins, a jigo counts as half.
	Won, Points string
	Met         []metView
	// More says how many earlier games Met leaves out, 0 for none.
	More int
	// Last is the date of the player's last evening.
	Last string
}

// A metView is a game from a player's side: the colour, the outcome, the opponent.
type metView struct {
	Name, Address, Words string
	Stone, Black         bool
	Mark                 string
}

// An awardView is a prize with its winners.
type awardView struct {
	Name    string
	Winners []page.PlayerView
	Value   string
}

// A ladderRow is a player's place on the ladder.
type ladderRow struct {
	Place int
	page.PlayerView
	// Next are the players whom the player may challenge, with the date from which a protected one is free.
	Next []rungView
	// Free is the date from which others may challenge the player, "" for now.
	Free string
}

// A rungView is a player of the ladder whom another one may challenge.
type rungView struct {
	Name, Address string
	From          string // a date, "" for now
}

// latestMet is the number of games in a line of a season.
const latestMet = 8

// showSeason shows the standings of open play.
func showSeason(v *Visit) (string, any, error) {
	return "season", v.seasonPage(), nil
}

func (v *Visit) seasonPage() *seasonPage {
	t := v.Tournament
	by := v.Query.Get("by")
	rules := scoring.LadderOf(t.Settings.Open)
	if by == byLadder && rules.Reach == 0 {
		by = ""
	}
	last := t.LastEvening()
	view := &seasonPage{Base: v.Base(v.viewName(by), "/standings"), Views: v.views(by, rules.Reach > 0)}
	view.Print = v.sameQuery("/print/standings")
	if last == nil {
		view.Title, view.Views = v.Lang.T("frame.standings"), nil
		view.Empty = v.empty()
		view.Empty.Text = v.Lang.T("evening.none")
		return view
	}
	switch by {
	case byLadder:
		view.Facts = []string{v.dayText(last.Began)}
		view.Rules = ladderRules(v.Lang, rules)
		view.Ladder = v.ladderRows()
		return view
	case bySeason:
		last = nil
		if n := len(t.Day.Evenings); n > 1 {
			view.Facts = []string{v.Lang.T("evening.count", n)}
		}
	default:
		view.Facts = []string{v.dayText(last.Began)}
	}
	table, err := v.pointsTable(last)
	if err != nil { // unknown rules, from a file
		view.Empty = &emptyView{Text: v.Lang.Error(err)}
		return view
	}
	view.pointsTable = table
	view.Facts = append(view.Facts, v.Lang.T("player.count", len(table.Points)), v.Lang.T("game.page.count", len(scoring.GamesOf(t, last))))
	return view
}

// viewName returns the name of a view of the standings.
func (v *Visit) viewName(by string) string {
	switch {
	case by == bySeason:
		return v.Lang.T("evening.season")
	case by == byLadder:
		return v.Lang.T("evening.ladder")
	case v.Tournament.Evening() != nil:
		return v.Lang.T("evening.tonight")
	}
	return v.Lang.T("evening.last")
}

// views returns the links to the views of the standings.
func (v *Visit) views(by string, ladder bool) []page.Link {
	keys := []string{"", bySeason}
	if ladder {
		keys = append(keys, byLadder)
	}
	var links []page.Link
	for _, key := range keys {
		links = append(links, page.Link{Text: v.viewName(key), Address: v.with("by", key), Current: key == by})
	}
	return links
}

// dayText returns the date of a time at the venue.
func (v *Visit) dayText(at time.Time) string {
	return v.Lang.Date(v.Tournament.Info.DateAt(at))
}

// pointsTable returns the table of an evening, of the season for nil.
func (v *Visit) pointsTable(e *tournament.Evening) (table pointsTable, err error) {
	t := v.Tournament
	counted, err := scoring.TableOf(t, e)
	if err != nil {
		return table, err
	}
	rules, err := scoring.SetNamed(t.Settings.Open.Points)
	if err != nil {
		return table, err
	}
	table.Scored, table.Season = !rules.Unscored, e == nil
	table.Rule = pointsRules(v.Lang, rules)
	met := v.metBy(e)
	lastHere := map[tournament.PlayerID]string{}
	for i := range t.Day.Evenings {
		for _, id := range t.Day.Evenings[i].Present {
			lastHere[id] = v.dayText(t.Day.Evenings[i].Began)
		}
	}
	for _, s := range counted.Standings {
		id := tournament.PlayerID(s.Player)
		row := pointsRow{
			PlayerView: page.NewPlayerView(t, id), Games: s.Games, Last: lastHere[id], Met: met[id], Points: v.pointsText(s.Points),
			Won: v.pointsText(scoring.Points(s.Wins)*scoring.Point + scoring.Points(s.Jigos)*scoring.Point/2),
		}
		if table.Scored {
			row.Place = strconv.Itoa(s.Place)
		}
		if more := len(row.Met) - latestMet; table.Season && more > 0 {
			row.Met, row.More = row.Met[more:], more
		}
		table.Points = append(table.Points, row)
	}
	markShared(table.Points)
	if !table.Scored { // by games, then by name
		i18n.Sort(v.Lang, table.Points, func(r pointsRow) string { return r.Name })
		slices.SortStableFunc(table.Points, func(a, b pointsRow) int { return b.Games - a.Games })
	}
	for _, p := range counted.Prizes {
		if len(p.Winners) == 0 {
			continue
		}
		award := awardView{Name: p.Prize.Name, Value: v.pointsText(p.Value)}
		for _, id := range p.Winners {
			award.Winners = append(award.Winners, page.NewPlayerView(t, tournament.PlayerID(id)))
		}
		table.Prizes = append(table.Prizes, award)
	}
	return table, nil
}

// markShared adds "=" to shared places.
func markShared(rows []pointsRow) {
	count := map[string]int{}
	for _, r := range rows {
		count[r.Place]++
	}
	for i := range rows {
		if r := &rows[i]; r.Place != "" && count[r.Place] > 1 {
			r.Place += "="
		}
	}
}

func (v *Visit) pointsText(p scoring.Points) string {
	return strings.Replace(v.Lang.Decimal(p.String()), "-", "−", 1)
}

// metBy returns the games of an evening, of the season for nil, by player in the order of their begin. Running games are
// among them.
func (v *Visit) metBy(e *tournament.Evening) map[tournament.PlayerID][]metView {
	met := map[tournament.PlayerID][]metView{}
	for _, g := range v.Tournament.GamesOf(e) {
		met[g.Black] = append(met[g.Black], v.metView(g, g.White))
		met[g.White] = append(met[g.White], v.metView(g, g.Black))
	}
	return met
}

func (v *Visit) metView(g *tournament.Game, opponent tournament.PlayerID) metView {
	t := v.Tournament
	who := page.NewPlayerView(t, opponent)
	black := g.White == opponent
	m := metView{Name: v.surname(who), Address: who.Address, Stone: !g.ColoursOpen, Black: black, Mark: markOf(g.Decided(), black)}
	if g.Record != "" {
		m.Address = v.To("/games/" + strconv.Itoa(g.ID))
	}
	key := "evening.met.white"
	switch {
	case !m.Stone:
		key = "evening.met"
	case black:
		key = "evening.met.black"
	}
	m.Words = v.Lang.T(key, who.Name, who.Rank, page.LongTerms(v.Lang, g), page.Text(v.Lang, g.Decided()))
	return m
}

// markOf returns the sign of a result for Black or White: +, −, =, or ? without one.
func markOf(r tournament.Result, black bool) string {
	switch {
	case !r.Known():
		return "?"
	case r.Outcome == tournament.Jigo:
		return "="
	case r.Outcome == tournament.BothWin, black && r.Outcome == tournament.BlackWins, !black && r.Outcome == tournament.WhiteWins:
		return "+"
	case r.Outcome == tournament.NoResult:
		return "·"
	}
	return "−"
}

// ladderRows returns the ladder on the latest evening.
func (v *Visit) ladderRows() []ladderRow {
	t := v.Tournament
	last := t.LastEvening()
	at := last.Began
	for _, g := range t.GamesOf(last) {
		if g.Began.After(at) {
			at = g.Began
		}
	}
	rungs := scoring.LadderAt(t, at)
	from := func(id int) string {
		if days := rungs.Protected(id); days > 0 {
			return v.dayText(at.AddDate(0, 0, days))
		}
		return ""
	}
	reach := scoring.LadderOf(t.Settings.Open).Reach
	order := rungs.Order()
	var rows []ladderRow
	for i, id := range order {
		row := ladderRow{Place: i + 1, PlayerView: page.NewPlayerView(t, tournament.PlayerID(id)), Free: from(id)}
		for _, above := range order[max(0, i-reach):i] {
			who := page.NewPlayerView(t, tournament.PlayerID(above))
			row.Next = append(row.Next, rungView{v.surname(who), who.Address, from(above)})
		}
		rows = append(rows, row)
	}
	return rows
}

// seasonList returns the standings of open play as a wall list.
func (v *Visit) seasonList() paper.List {
	s := v.seasonPage()
	l := paper.List{
		Title: s.Title, Note: strings.Join(s.Facts, ", "),
		Columns: []paper.Column{{Kind: paper.Number}, {Head: v.Lang.T("standings.player"), Kind: paper.Name}},
	}
	if s.Ladder != nil {
		l.Columns = append(l.Columns, paper.Column{Head: v.Lang.T("ladder.free"), Kind: paper.Other})
		for _, r := range s.Ladder {
			l.Rows = append(l.Rows, paper.Row{Cells: []paper.Cell{
				{Text: strconv.Itoa(r.Place), Bold: true}, {Text: r.Brief, After: r.Rank}, {Text: r.Free},
			}})
		}
		return l
	}
	for _, key := range []string{"frame.games", "evening.won", "evening.points"} {
		l.Columns = append(l.Columns, paper.Column{Head: v.Lang.T(key), Kind: paper.Number})
	}
	for _, r := range s.Points {
		row := []paper.Cell{
			{Text: r.Place, Bold: true}, {Text: r.Brief, After: r.Rank}, {Text: strconv.Itoa(r.Games)}, {Text: r.Won}, {Text: r.Points, Bold: true},
		}
		l.Rows = append(l.Rows, paper.Row{Cells: row})
	}
	return l
}
