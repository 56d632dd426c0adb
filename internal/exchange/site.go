package exchange

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"time"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A File is one file of a static site, without a folder.
type File struct {
	Name string
	Data []byte
}

//go:embed site/page.html
var sitePage string

//go:embed site/style.css
var siteStyle []byte

var siteTemplate = template.Must(template.New("page").Parse(sitePage))

// A page is one page of the site: a list with a heading.
type page struct {
	Language, Name, Where, Made string
	Heading                     string
	Links                       []pageLink
	Columns                     []pageCell
	Rows                        []pageRow
}

// A siteList is a list and the page that shows it.
type siteList struct {
	file string
	list list
}

type pageLink struct {
	File, Title string
	Here        bool
}

type pageRow struct {
	ID    string
	Cells []pageCell
}

// A pageCell may link to a line of its own page.
type pageCell struct {
	Text, Link, Title string
	Words             bool
}

// Site returns the pages of a web site about the published state of a
// tournament: start, standings, cross table, players and every round, where
// teams play their standings, matches, cross table and members too, with a style
// sheet. They need no script and nothing else, and can be put into any
// folder of any web space. The same state gives the same bytes.
func Site(t *tournament.Tournament, label Label) ([]File, error) {
	say, language := label.orKeys(), "en"
	if label != nil {
		language = label("site.language")
	}
	standings := results.After(t, t.Current())
	lists := []siteList{
		{"index.html", tournamentList(t, say)},
		{"standings.html", standingsList(t, standings, say)},
		{"crosstable.html", crossList(t, standings, say)},
		{"players.html", playersList(t, say)},
	}
	if t.Settings.Teams.Boards > 0 {
		for i, l := range teamLists(t, say) {
			lists = append(lists, siteList{[]string{"team-standings.html", "matches.html", "team-crosstable.html", "teams.html"}[i], l})
		}
	}
	for n := 1; n <= t.Current(); n++ {
		lists = append(lists, siteList{"round-" + strconv.Itoa(n) + ".html", roundList(t, t.Round(n), say)})
	}
	files := []File{{"style.css", siteStyle}}
	for i := range lists {
		p := newPage(t, &lists[i].list, say)
		p.Language = language
		for j := range lists {
			p.Links = append(p.Links, pageLink{lists[j].file, lists[j].list.sheet, i == j})
		}
		switch lists[i].file {
		case "index.html":
			p.Heading = ""
		case "standings.html":
			p.linkOpponents(t, standings)
		}
		var b bytes.Buffer
		if err := siteTemplate.Execute(&b, p); err != nil {
			return nil, fmt.Errorf("write %s: %w", lists[i].file, err)
		}
		files = append(files, File{lists[i].file, b.Bytes()})
	}
	return files, nil
}

func newPage(t *tournament.Tournament, l *list, say Label) *page {
	p := &page{
		Name: t.Info.Name, Heading: l.title, Where: whereAndWhen(t),
		Made: say("site.made", t.Version),
	}
	for _, c := range l.columns {
		p.Columns = append(p.Columns, pageCell{Text: c.title, Words: c.words})
	}
	for _, values := range l.rows {
		row := pageRow{}
		for i, c := range l.columns {
			cell := pageCell{Words: c.words}
			if i < len(values) {
				cell.Text = pageText(values[i])
			}
			row.Cells = append(row.Cells, cell)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// linkOpponents makes the rounds of the wall list lead to the opponent's line.
func (p *page) linkOpponents(t *tournament.Tournament, s *results.Standings) {
	first := len(p.Columns) - len(s.Criteria) - s.After
	for i := range p.Rows {
		p.Rows[i].ID = "line-" + strconv.Itoa(i+1)
		for n, c := range s.Rows[i].Cells {
			if c.Kind == results.Game {
				cell := &p.Rows[i].Cells[first+n]
				cell.Link, cell.Title = "line-"+strconv.Itoa(c.Line), t.Player(c.Opponent).Name()
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
	if begin, end := days(t); !begin.IsZero() {
		span := begin.Format(time.DateOnly)
		if !end.Equal(begin) {
			span += " – " + end.Format(time.DateOnly)
		}
		parts = append(parts, span)
	}
	return strings.Join(parts, ", ")
}

// pageText is a value of a list as text. A time without hours is a day.
func pageText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
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

// writeSite writes the site as a zip archive.
func writeSite(w io.Writer, t *tournament.Tournament, label Label) ([]Note, error) {
	files, err := Site(t, label)
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
