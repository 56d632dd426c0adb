package workbook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// mostPodium bounds the players named in the summary: several can be tied for third place.
const mostPodium = 12

// summary is the first sheet: the podium, the prizes, the figures and the links to the other sheets.
func (b *book) summary(sheets []sheet) sheet {
	s := b.occasion.standings(b.t)
	page := sheet{name: b.say("workbook.summary"), title: b.say("workbook.summary"), onePage: true}
	page.title = strings.Join(slices.DeleteFunc([]string{b.t.Info.Place, b.days()}, func(s string) bool { return s == "" }), ", ")
	page.title = cmp.Or(page.title, b.say("workbook.summary"))
	for _, l := range []table{b.podium(s), b.prizeWinners(s), b.figures(s), b.contents(sheets)} {
		if len(l.rows) > 0 {
			page.tables = append(page.tables, l)
		}
	}
	return page
}

// days formats the days of the tournament in the reader's language.
func (b *book) days() string {
	layout := cmp.Or(map[string]string{"fi": "2.1.2006", "pl": "02.01.2006", "cs": "2. 1. 2006"}[b.occasion.Language], "2006-01-02")
	begin, end := b.t.Info.Begin.Time, b.t.Info.End.Time
	switch {
	case begin.IsZero():
		return ""
	case end.IsZero() || end.Equal(begin):
		return begin.Format(layout)
	}
	return begin.Format(layout) + " – " + end.Format(layout)
}

// standingsTitle names the round of the standings, or calls them the final ones after the last.
func standingsTitle(t *tournament.Tournament, s *results.Standings, say func(string, ...any) string) string {
	over := s.After > 0 && s.After >= t.Settings.Rounds && len(t.Rounds) == s.After
	for i := range t.Rounds {
		over = over && t.Rounds[i].Missing() == 0
	}
	if over {
		return say("workbook.final")
	}
	return say("workbook.after", s.After)
}

// podium has the players on the first three places, or teams.
func (b *book) podium(s *results.Standings) table {
	t, say := b.t, b.say
	if s.After == 0 {
		return table{}
	}
	of, title := t, standingsTitle(t, s, say)
	if t.Settings.Teams.Boards > 0 {
		of, s = t.OfTeams(), results.Teams(t, s.After)
	}
	rows := s.Rows[:min(len(s.Rows), mostPodium)]
	if i := slices.IndexFunc(rows, func(r results.Row) bool { return r.Place > lastOfThePodium }); i >= 0 {
		rows = rows[:i]
	}
	l := newList(of, say, len(rows))
	l.title = title
	l.add("column.place", func(i int) any {
		place := rows[i].Place
		if i > 0 && s.Rows[i-1].Place == place || i+1 < len(s.Rows) && s.Rows[i+1].Place == place {
			return "★ " + strconv.Itoa(place) + " ="
		}
		return "★ " + strconv.Itoa(place)
	}).words = true
	if of != t {
		l.add("column.team", func(i int) any { return of.Player(rows[i].Player).Name() }).words = true
	} else {
		l.players(func(i int) tournament.PlayerID { return rows[i].Player }, "family", "given", "rank", "country", "club")
	}
	l.criteria(s.Criteria[:min(len(s.Criteria), 2)], func(i int) *results.Row { return &rows[i] })
	return l.table
}

// mostPrizes bounds the winners of prizes named in the summary.
const mostPrizes = 40

// prizeWinners has the prizes and their winners.
func (b *book) prizeWinners(s *results.Standings) table {
	t, say := b.t, b.say
	if len(t.Settings.Prizes.List) == 0 || s.After == 0 {
		return table{}
	}
	all := awards(b.occasion.prizes(t), false)
	all = all[:min(len(all), mostPrizes)]
	l := newList(t, say, len(all))
	l.title = say("prize.page.title")
	l.add("prize.page.name", func(i int) any { return all[i].Prize.Name }).words = true
	l.players(func(i int) tournament.PlayerID { return all[i].Player }, "family", "given", "rank")
	l.add("column.place", func(i int) any { return all[i].Place })
	l.money(func(i int) tournament.Money { return all[i].Money })
	return l.table
}

// figures are the numbers of the tournament.
func (b *book) figures(s *results.Standings) table {
	t, say := b.t, b.say
	l := table{title: say("workbook.figures"), untitled: true, columns: []heading{{words: true}, {words: true}}}
	add := func(key string, value any) { l.rows = append(l.rows, []any{say(key), value}) }
	done := results.StatisticsOf(t, s.After)
	add("field.system", say("system."+string(t.Settings.System)))
	add("field.players", len(t.Participants()))
	if n := countries(t); n > 0 {
		add("statistics.countries", n)
	}
	if !t.IsOpen() {
		add("column.round.title", strconv.Itoa(s.After)+" / "+strconv.Itoa(t.Settings.Rounds))
	}
	add("gain.games", done.Played.Games())
	if done.Played.Games() > 0 {
		add("workbook.blackwins", done.Played.Black)
		add("workbook.whitewins", done.Played.White)
	}
	for _, line := range []struct {
		key string
		n   int
	}{{"workbook.jigo", done.Played.Jigo}, {"workbook.byes", done.Byes}, {"workbook.missing", done.Missing}} {
		if line.n > 0 {
			add(line.key, line.n)
		}
	}
	if t.Info.Director != "" {
		add("field.director", t.Info.Director)
	}
	if t.Version > 0 {
		add("field.version", t.Version)
	}
	if !b.occasion.Made.IsZero() {
		add("workbook.written", b.made)
	}
	if len(s.Rows) > mostCrossed {
		l.rows = append(l.rows, []any{say("workbook.crosstable"), say("workbook.crosstable.none", mostCrossed)})
	}
	return l
}

// countries counts the countries of the listed players.
func countries(t *tournament.Tournament) int {
	seen := map[string]bool{}
	for _, p := range t.Participants() {
		if p.Country != "" {
			seen[p.Country] = true
		}
	}
	return len(seen)
}

// contents has the links to the sheets; linkSheets adds the targets after the sheets are named.
func (b *book) contents(sheets []sheet) table {
	l := table{title: b.say("workbook.sheets"), untitled: true, columns: []heading{{words: true}, {words: true}}}
	for i := range sheets {
		var about any
		if sheets[i].title != sheets[i].name {
			about = sheets[i].title
		}
		l.rows = append(l.rows, []any{place{text: sheets[i].name}, about})
	}
	return l
}

// linkSheets links the last table of the summary to the sheets, whose names follow the summary's.
func (b *book) linkSheets(summary *sheet, names []string) {
	rows := summary.tables[len(summary.tables)-1].rows
	for i, row := range rows {
		row[0] = place{names[i+1], quoted(names[i+1]) + "A1"}
	}
}
