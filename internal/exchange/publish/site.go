package publish

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/exchange/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A siteFile is one file of a static site, without a folder.
type siteFile struct {
	Name string
	Data []byte
}

//go:embed site/page.html
var sitePage string

//go:embed site/style.css
var siteStyle []byte

var siteTemplate = template.Must(template.New("page").Parse(sitePage))

// A page is one page of the site: a table with a heading.
type page struct {
	Language, Name, Where, Made string
	Heading, Facts              string
	Links                       []pageLink
	// Wide tables take all of the window, and paper lengthwise.
	Wide    bool
	Columns []pageCell
	Rows    []pageRow
	// Terms explains the columns of the standings.
	TermsTitle string
	Terms      []pageTerm
	// Conventions explains how they were calculated.
	Conventions []string
}

// A pageTerm explains what stands in a column.
type pageTerm struct{ Name, Means string }

// A siteTable is a table and the page that shows it. Those of players are not in
// the menu of pages.
type siteTable struct {
	file   string
	table  table
	player tournament.PlayerID
}

type pageLink struct {
	File, Title string
	Here        bool
}

type pageRow struct {
	ID    string
	Cells []pageCell
}

// A pageCell may link to a line of its own page, or to another page. A
// number that is charted has a bar, in percent of the longest.
type pageCell struct {
	Text, Link, Title string
	Words, Charted    bool
	// Extra cells are left out where there is little room; Stays is that of the
	// name, which stays in sight when the rest is scrolled sideways.
	Extra, Stays bool
	Bar          int
}

// wide is how many columns fit beside one another on a screen of the usual width.
const wide = 15

// sitePages returns the pages of a web site about the published state of a
// tournament: start, standings, cross table, players, statistics, every round
// and every player, where teams play their standings, matches, cross table and
// members too, with a style sheet. They need no script and nothing else, and can be put into any
// folder of any web space. The same state gives the same bytes.
func sitePages(t *tournament.Tournament, label file.Label) ([]siteFile, error) {
	say, language := label.OrKeys(), "en"
	if label != nil {
		language = label("site.language")
	}
	standings := results.After(t, t.Current())
	tables := siteTables(t, standings, say)
	files := []siteFile{{"style.css", siteStyle}}
	for i := range tables {
		p := newPage(t, &tables[i].table, standings, say)
		p.Language = language
		for j := range tables {
			if tables[j].player == 0 {
				p.Links = append(p.Links, pageLink{tables[j].file, tables[j].table.sheet, i == j})
			}
		}
		if row := standings.Row(tables[i].player); row != nil {
			p.Facts = playerFacts(t, row, say)
		}
		switch tables[i].file {
		case "index.html":
			p.Columns = nil // the name of a fact says enough
			known := []string{say("field.name"), say("field.version")}
			p.Rows = slices.DeleteFunc(p.Rows, func(r pageRow) bool { return slices.Contains(known, r.Cells[0].Text) })
		case "standings.html":
			p.linkOpponents(t, standings)
			if label != nil {
				p.explain(t, standings, label)
			}
		}
		var b bytes.Buffer
		if err := siteTemplate.Execute(&b, p); err != nil {
			return nil, fmt.Errorf("write %s: %w", tables[i].file, err)
		}
		files = append(files, siteFile{tables[i].file, b.Bytes()})
	}
	return files, nil
}

// siteTables are the tables of the pages, in the order of the menu, those of the
// players last.
func siteTables(t *tournament.Tournament, standings *results.Standings, say file.Label) []siteTable {
	tables := []siteTable{
		{file: "index.html", table: tournamentTable(t, say)},
		{file: "standings.html", table: standingsTable(t, standings, say)},
		{file: "crosstable.html", table: crossTable(t, standings, say)},
		{file: "players.html", table: playersTable(t, say)},
	}
	if t.Settings.Teams.Boards > 0 {
		for i, l := range teamTables(t, say) {
			tables = append(tables, siteTable{file: []string{"team-standings.html", "matches.html", "team-crosstable.html", "teams.html"}[i], table: l})
		}
	}
	for n := 1; n <= t.Current(); n++ {
		tables = append(tables, siteTable{file: "round-" + strconv.Itoa(n) + ".html", table: roundTable(t, t.Round(n), say)})
	}
	for _, s := range []siteTable{
		{file: "handicaps.html", table: handicapStatistics(t, say)}, {file: "ranks.html", table: rankStatistics(t, say)},
		{file: "countries.html", table: countryStatistics(t, say)},
	} {
		if len(s.table.rows) > 0 {
			tables = append(tables, s)
		}
	}
	for i := range standings.Rows {
		row := &standings.Rows[i]
		tables = append(tables, siteTable{playerFile(row.Player), playerTable(t, row, say), row.Player})
	}
	return slices.DeleteFunc(tables, func(s siteTable) bool { return s.table.none() })
}

func playerFile(id tournament.PlayerID) string { return "player-" + strconv.Itoa(int(id)) + ".html" }

func playerFacts(t *tournament.Tournament, row *results.Row, say file.Label) string {
	p := t.Player(row.Player)
	facts := []string{say("column.place") + " " + strconv.Itoa(row.Place)}
	for _, fact := range []string{p.Club, p.Country} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	return strings.Join(facts, " · ")
}

func newPage(t *tournament.Tournament, l *table, s *results.Standings, say file.Label) *page {
	p := &page{
		Name: t.Info.Name, Heading: l.title, Where: whereAndWhen(t),
		Wide: len(l.columns) > wide,
	}
	if t.Version > 0 {
		p.Made = say("site.made", t.Version)
	}
	name := slices.IndexFunc(l.columns, func(c heading) bool { return c.words })
	for i, c := range l.columns {
		p.Columns = append(p.Columns, pageCell{Text: c.title, Words: c.words, Extra: l.extra(c, say), Stays: i == name})
	}
	for _, values := range l.rows {
		row := pageRow{}
		for i, c := range l.columns {
			cell := pageCell{Words: c.words, Extra: l.extra(c, say), Stays: i == name}
			if i < len(values) {
				cell.Text = pageText(values[i])
				if who, ok := values[i].(person); ok && s.Row(who.id) != nil && s.Row(who.id).Line > 0 {
					cell.Link = playerFile(who.id)
				}
				if n, ok := values[i].(int); ok && l.chart && i > 0 {
					cell.Charted, cell.Bar = true, 100*n/max(l.tallest(), 1)
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// extra reports whether a phone can hide the column: players and results come
// first.
func (l *table) extra(c heading, say file.Label) bool {
	if l.chart {
		return false // a count of countries or handicaps is about them
	}
	return slices.ContainsFunc([]string{"column.club", "column.country", "column.handicap", "column.komi"},
		func(key string) bool { return c.title == say(key) })
}

func (p *page) explain(t *tournament.Tournament, s *results.Standings, label file.Label) {
	p.TermsTitle = label("standings.terms")
	for _, c := range s.Criteria {
		p.Terms = append(p.Terms, pageTerm{criterionTitle(c, label), label("criterion." + string(c))})
	}
	if s.After > 0 {
		p.Terms = append(p.Terms, pageTerm{"12+/b2", label("standings.cell")})
	}
	for _, key := range Conventions(t, s.Criteria) {
		p.Conventions = append(p.Conventions, label(key))
	}
}

// linkOpponents makes the rounds of the wall list lead to the opponent's line.
func (p *page) linkOpponents(t *tournament.Tournament, s *results.Standings) {
	for i := range p.Rows {
		p.Rows[i].ID = "line-" + strconv.Itoa(i+1)
		for n, c := range s.Rows[i].Cells {
			if c.Kind == results.Game {
				cell := &p.Rows[i].Cells[beforeRounds+n]
				cell.Link, cell.Title = "#line-"+strconv.Itoa(c.Line), t.Player(c.Opponent).Name()
			}
		}
	}
}

// whereAndWhen is one line of place and days.
func whereAndWhen(t *tournament.Tournament) string {
	var parts []string
	if t.Info.Place != "" {
		parts = append(parts, t.Info.Place)
	}
	if begin, end := t.Info.Days(); !begin.IsZero() {
		span := begin.Format(time.DateOnly)
		if !end.Equal(begin) {
			span += " – " + end.Format(time.DateOnly)
		}
		parts = append(parts, span)
	}
	return strings.Join(parts, ", ")
}

// pageText is a value of a table as text. A time without hours is a day.
func pageText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case person:
		return v.name
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		if v.Hour() == 0 && v.Minute() == 0 {
			return v.Format(time.DateOnly)
		}
		return v.Format("2006-01-02 15:04")
	}
	return fmt.Sprint(value)
}

// WriteSite writes the site as a zip archive.
func WriteSite(w io.Writer, t *tournament.Tournament, label file.Label) ([]file.Finding, error) {
	files, err := sitePages(t, label)
	if err != nil {
		return nil, err
	}
	z := zip.NewWriter(w)
	for _, f := range files {
		part, err := z.Create(f.Name)
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", f.Name, err)
		}
		if _, err := part.Write(f.Data); err != nil {
			return nil, fmt.Errorf("pack %s: %w", f.Name, err)
		}
	}
	return nil, z.Close()
}
