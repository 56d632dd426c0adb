package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
	"tourney/templates"
)

// A streamed worksheet is the result of a reader that reads one element after the other and trusts the stated size of
// the sheet.
type streamed struct {
	dimension string
	cells     map[string]string // by reference; without empty ones
	formulas  map[string]string
	links     map[string]string // references to places
	tips      map[string]string
}

// readStreams reads the worksheets of a workbook in their order.
func readStreams(t testing.TB, data []byte) []streamed {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var sheets []streamed
	for n := 1; ; n++ {
		f, err := z.Open("xl/worksheets/sheet" + strconv.Itoa(n) + ".xml")
		if err != nil {
			return sheets
		}
		sheets = append(sheets, readStream(t, f))
	}
}

func readStream(t testing.TB, r io.Reader) streamed {
	t.Helper()
	s := streamed{cells: map[string]string{}, formulas: map[string]string{}, links: map[string]string{}, tips: map[string]string{}}
	d := xml.NewDecoder(r)
	var lastColumn, lastRow int
	for {
		token, err := d.Token()
		if err == io.EOF {
			return s
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attributes := map[string]string{}
		for _, a := range start.Attr {
			attributes[a.Name.Local] = a.Value
		}
		switch start.Name.Local {
		case "dimension":
			s.dimension = attributes["ref"]
			_, last, _ := strings.Cut(s.dimension, ":")
			if lastColumn, lastRow, err = excelize.CellNameToCoordinates(last); err != nil {
				t.Fatal(s.dimension, err)
			}
		case "c":
			var c struct {
				R string `xml:"r,attr"`
				T string `xml:"t,attr"`
				F string `xml:"f"`
				V string `xml:"v"`
				S string `xml:"is>t"`
			}
			if err := d.DecodeElement(&c, &start); err != nil {
				t.Fatal(err)
			}
			column, row, err := excelize.CellNameToCoordinates(c.R)
			if err != nil || column > lastColumn || row > lastRow {
				continue // past the end
			}
			if c.F != "" {
				s.formulas[c.R] = c.F
			}
			if text := strings.ReplaceAll(c.V+c.S, "_x005F_", "_"); text != "" {
				s.cells[c.R] = text
			} else if c.T != "" {
				t.Errorf("%s holds an empty text", c.R)
			}
		case "hyperlink":
			s.links[attributes["ref"]], s.tips[attributes["ref"]] = attributes["location"], attributes["tooltip"]
		}
	}
}

// streamText is the form of a value in a worksheet part.
func streamText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case person:
		return v.name
	case opponent:
		return v.text
	case place:
		return v.text
	case calculated:
		return streamText(v.value)
	case amount:
		return strconv.FormatFloat(float64(v)/100, 'f', -1, 64)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		wall := time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)
		days := wall.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
		return strconv.FormatFloat(days, 'f', 6, 64)
	}
	return fmt.Sprint(value)
}

// In every language, a streaming reader finds every cell of the model and no other.
func TestWorkbookStreams(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		t.Run(language, func(t *testing.T) {
			say := catalog.Language(language).T
			tn := prized(t)
			made := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
			o := Occasion{Made: made, Log: []LogLine{{2, made, "Anna", "=won _x0041_"}}, Language: language, Formulas: true}
			var file bytes.Buffer
			if err := o.WriteWorkbook(&file, tn, say); err != nil {
				t.Fatal(err)
			}
			got := readStreams(t, file.Bytes())
			model := o.sheets(tn, results.After(tn, tn.Current()), say)
			if len(got) != len(model)+1 {
				t.Fatalf("%d worksheets, want %d", len(got), len(model)+1)
			}
			for i, s := range model {
				compareStream(t, s, got[i+1])
			}
		})
	}
}

func compareStream(t *testing.T, s sheet, got streamed) {
	t.Helper()
	want := map[string]string{}
	put := func(column, row int, text string) {
		at, err := excelize.CoordinatesToCellName(column, row)
		if err != nil {
			t.Fatal(err)
		}
		if days, err := strconv.ParseFloat(got.cells[at], 64); err == nil && strings.Contains(text, ".") && strconv.FormatFloat(days, 'f', 6, 64) == text {
			text = got.cells[at] // a time, except for the last digits
		}
		if text != "" {
			want[at] = text
		}
	}
	found := map[string]string{}
	for at, text := range got.cells {
		if _, row, err := excelize.CellNameToCoordinates(at); err == nil && row > headRow {
			found[at] = text
		}
	}
	row := headRow
	for i := range s.tables {
		l := &s.tables[i]
		if i > 0 {
			row++
			put(1, row-1, l.title)
			for c, h := range l.columns {
				put(c+1, row, h.title)
			}
		}
		for r := range l.rows {
			for c, value := range l.rows[r] {
				put(c+1, row+1+r, streamText(value))
			}
		}
		row += len(l.rows) + 2
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("%s (-model +streamed):\n%s", s.name, diff)
	}
}

// prized is a tournament with every kind of content of a workbook.
func prized(t testing.TB) *tournament.Tournament {
	tn := formattest.SixPlayers(t)
	tn.Settings.Prizes = tournament.Prizes{Currency: "€", List: []tournament.Prize{
		{Name: "Main", Places: 2, Money: []tournament.Money{100_00, 33_33}}, {Name: "Kyu", Strongest: tn.Players[2].Rank, Places: 2},
	}}
	return tn
}

// Links lead to the rows of the players and of their opponents, and the cells of the wall list describe the game.
func TestWorkbookLinks(t *testing.T) {
	tn := prized(t)
	var file bytes.Buffer
	if err := (Occasion{}).WriteWorkbook(&file, tn, nil); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	names := book.GetSheetList()
	sheets := readStreams(t, file.Bytes())
	at := func(location string) string {
		sheet, cell, _ := strings.Cut(location, "!")
		value, err := book.GetCellValue(strings.Trim(sheet, "'"), cell)
		if err != nil {
			t.Fatal(location, err)
		}
		return value
	}
	s := results.After(tn, tn.Current())
	standings, met := sheets[1], 0
	for i := range s.Rows {
		row := strconv.Itoa(headRow + 1 + i)
		if to := standings.links["C"+row]; !strings.HasPrefix(to, "'players'!") || at(to) != standings.cells["C"+row] {
			t.Errorf("the name in row %s leads to %q", row, to)
		}
		for n, c := range s.Rows[i].Cells {
			cell, err := excelize.CoordinatesToCellName(12+n, headRow+1+i)
			if err != nil {
				t.Fatal(err)
			}
			if c.Kind != results.Game {
				if standings.links[cell] != "" {
					t.Errorf("%s leads to %s", cell, standings.links[cell])
				}
				continue
			}
			met++
			p := tn.Player(c.Opponent)
			if to := standings.links[cell]; !strings.HasPrefix(to, "'standings'!") || at(to) != p.Family || !strings.Contains(standings.tips[cell], p.Name()) {
				t.Errorf("%s is %q and leads to %q: %q", cell, standings.cells[cell], to, standings.tips[cell])
			}
		}
	}
	if met != 16 {
		t.Errorf("%d cells of games", met)
	}
	listed := 0
	for cell, to := range sheets[0].links {
		if strings.HasSuffix(to, "!A1") {
			listed++
			if sheet := strings.Trim(strings.TrimSuffix(to, "!A1"), "'"); sheets[0].cells[cell] != sheet {
				t.Errorf("the summary leads from %q to %q", sheets[0].cells[cell], sheet)
			}
		}
	}
	if listed != len(names)-1 {
		t.Errorf("the summary leads to %d of %d sheets", listed, len(names)-1)
	}
	for i, sheet := range sheets[1:] {
		if sheet.links["A1"] != "'summary'!A1" {
			t.Errorf("%s does not lead back: %q", names[i+1], sheet.links["A1"])
		}
	}
}

// The file names its program and language.
func TestWorkbookTellsWhatItIs(t *testing.T) {
	var file bytes.Buffer
	if err := (Occasion{Language: "fi"}).WriteWorkbook(&file, prized(t), nil); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for part, wanted := range map[string][]string{
		"docProps/app.xml":           {"<Application>tourney</Application>"},
		"docProps/core.xml":          {"<dc:language>fi</dc:language>", "<dc:creator>tourney</dc:creator>"},
		"xl/worksheets/sheet2.xml":   {"<ignoredError", `numberStoredAsText="true"`},
		"xl/tables/table1.xml":       {`name="tourney_standings"`, `showRowStripes="true"`},
		"xl/worksheets/sheet6.xml":   {`type="list"`, "B+,W+,B+R"},
		"xl/workbook.xml":            {"tourney_result", "tourney_margin", "tourney_game", "_xlnm.Print_Area"},
		"xl/styles.xml":              {`★`},
		"[Content_Types].xml":        {"table+xml"},
		"xl/_rels/workbook.xml.rels": {"worksheets/sheet6.xml"},
	} {
		text, err := fs.ReadFile(z, part)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wanted {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %s", part, want)
			}
		}
	}
}
