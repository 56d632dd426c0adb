package workbook

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// handicapStatistics counts the winners of played games by handicap.
func handicapStatistics(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("statistics.handicap"), title: say("statistics.handicap"), keep: 1, chart: true}
	l.columns = []heading{{title: say("column.handicap")}, {title: say("column.black")}, {title: say("workbook.jigo")}, {title: say("column.white")}}
	count := results.StatisticsOf(t, t.Current()).ByHandicap
	for _, h := range slices.Sorted(maps.Keys(count)) {
		row := count[h]
		l.rows = append(l.rows, []any{h, row.Black, row.Jigo, row.White})
	}
	return l
}

// rankStatistics counts the players of every rank, the strongest first.
func rankStatistics(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("statistics.ranks"), title: say("statistics.ranks"), keep: 1, chart: true}
	l.columns = []heading{{title: say("column.rank")}, {title: say("field.players")}}
	players := t.Participants()
	slices.SortStableFunc(players, func(a, b *tournament.Player) int { return cmp.Compare(b.Rank, a.Rank) })
	for i := range players {
		l.countIn(players[i].Rank.String())
	}
	return l
}

// countryStatistics counts the players of every country, the most frequent first.
func countryStatistics(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("statistics.countries"), title: say("statistics.countries"), keep: 1, chart: true}
	l.columns = []heading{{title: say("column.country")}, {title: say("field.players")}}
	count := map[string]int{}
	for _, p := range t.Participants() {
		count[cmp.Or(p.Country, "–")]++
	}
	for _, code := range slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	}) {
		l.rows = append(l.rows, []any{code, count[code]})
	}
	return l
}

// countIn increments the last row if it counts what, else it adds a row.
func (l *table) countIn(what string) {
	if n := len(l.rows); n > 0 && l.rows[n-1][0] == what {
		l.rows[n-1][1] = l.rows[n-1][1].(int) + 1
		return
	}
	l.rows = append(l.rows, []any{what, 1})
}

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

// barGap is the space between two bars in percent of a bar.
var barGap = uint(60)

func (l *table) tallest() int {
	most := 0
	for _, row := range l.rows {
		sum := 0
		for _, value := range row[1:] {
			sum += value.(int)
		}
		most = max(most, sum)
	}
	return most
}

// statisticsSheet has all statistics below each other, each beside its chart.
func statisticsSheet(t *tournament.Tournament, say file.Label) sheet {
	page := sheet{name: say("frame.statistics"), title: say("frame.statistics"), onePage: true}
	for _, l := range []table{rankStatistics(t, say), handicapStatistics(t, say), countryStatistics(t, say)} {
		if len(l.rows) > 0 {
			l.id, l.sorts = "statistics", true
			page.tables = append(page.tables, l)
		}
	}
	return page
}

// chartColumns is the number of columns that a chart takes on paper.
const chartColumns = 9

// chart draws the numbers of a table beside it, with a bar for every row. Bars of several columns are stacked.
func (b *book) chart(p *placed, i int) {
	l, head := &p.tables[i], p.heads[i]
	at := quoted(p.name)
	first, last := strconv.Itoa(head+1), strconv.Itoa(head+len(l.rows))
	span := func(c int) string { return at + "$" + column(c) + "$" + first + ":$" + column(c) + "$" + last }
	words := func(text string, size float64) []excelize.RichTextRun {
		return []excelize.RichTextRun{{Text: text, Font: &excelize.Font{Size: size, Color: ink, Family: "Calibri"}}}
	}
	unit := l.columns[1].title
	if len(l.columns) > 2 {
		unit = b.say("gain.games")
	}
	chart := excelize.Chart{
		Type: excelize.ColStacked, Title: excelize.ChartTitle{Paragraph: words(l.title, 12)}, Legend: excelize.ChartLegend{Position: "bottom"},
		Format:    excelize.GraphicOptions{AltText: b.inWords(l)},
		Dimension: excelize.ChartDimension{Width: 620, Height: 18 * spaceForChart},
	}
	chart.XAxis.Font, chart.YAxis.Font = excelize.Font{Size: 10, Color: ink}, excelize.Font{Size: 10, Color: ink}
	chart.XAxis.Title.Paragraph, chart.YAxis.Title.Paragraph = words(l.columns[0].title, 10), words(unit, 10)
	chart.GapWidth, chart.YAxis.Minimum, chart.YAxis.MajorGridLines = &barGap, new(float64), true
	if l.tallest() <= 10 { // whole numbers of players
		chart.YAxis.MajorUnit = 1
	}
	colours := []string{ink, hairline, "E4DCCB"} // Black, jigo and White
	if len(l.columns) == 2 {
		chart.Legend.Position, colours = "none", []string{"B08D57"}
	}
	for c := 2; c <= len(l.columns); c++ {
		chart.Series = append(chart.Series, excelize.ChartSeries{
			Name: at + "$" + column(c) + "$" + strconv.Itoa(head), Categories: span(1), Values: span(c),
			Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colours[(c-2)%len(colours)]}},
		})
	}
	b.do(b.file.AddChart(p.name, b.at(p.columns+2, head), &chart))
}

// inWords returns the alternative text of a chart: the title and the numbers of the first rows.
func (b *book) inWords(l *table) string {
	const most = 40
	var parts []string
	for _, row := range l.rows[:min(len(l.rows), most)] {
		var numbers []string
		for _, value := range row[1:] {
			numbers = append(numbers, strconv.Itoa(value.(int)))
		}
		parts = append(parts, fmt.Sprint(row[0])+": "+strings.Join(numbers, "/"))
	}
	var titles []string
	for _, h := range l.columns[1:] {
		titles = append(titles, h.title)
	}
	return l.title + " (" + l.columns[0].title + ": " + strings.Join(titles, "/") + "). " + strings.Join(parts, ", ") + "."
}
