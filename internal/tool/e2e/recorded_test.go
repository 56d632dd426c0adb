package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/docs"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format"
	"tourney/internal/format/workbook"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/golden"
	"tourney/internal/web"
	"tourney/static"
	"tourney/templates"
)

// A line is a player in the standings, from any source.
type line struct {
	Place, Name string
	Scores      []string
}

// Recorded tournaments are imported into a database; the page, the JSON and the workbook have the standings that were
// derived for them.
func TestRecordedStandingsEverywhere(t *testing.T) {
	d := director.New(databasetest.Open(t, store.OpenScratch), time.Now)
	handler, err := web.New(d, web.Config{Templates: templates.FS, Static: static.FS, Docs: docs.FS, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer handler.Close()
	server := httptest.NewServer(handler)
	defer server.Close()

	for _, name := range []string{"simplemm", "simpleswiss", "notsosimpleswiss", "Toulouse2024"} {
		tn, _, err := format.Read(golden.ReadSample(t, "opengotha", name, name+".xml"))
		if err != nil {
			t.Fatal(err)
		}
		slug, err := d.Import(t.Context(), director.Actor{Name: "test"}, tn, director.Founding{})
		if err != nil {
			t.Fatal(err)
		}
		rounds := derivedStandings(t, name)
		for after, want := range rounds {
			page := fromPage(t, fmt.Sprintf("%s/t/%s/standings?after=%d", server.URL, slug, after))
			if diff := cmp.Diff(want, byName(page)); diff != "" {
				t.Errorf("%s after %d, page: %s", name, after, diff)
			}
			api := fromJSON(t, fmt.Sprintf("%s/api/v1/tournaments/%s/standings?after=%d", server.URL, slug, after))
			if diff := cmp.Diff(page, api); diff != "" {
				t.Errorf("%s after %d, JSON and page: %s", name, after, diff)
			}
		}
		snapshot, err := d.Snapshot(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		var book bytes.Buffer
		if err := (workbook.Occasion{}).WriteWorkbook(&book, snapshot.Tournament, nil); err != nil {
			t.Fatal(err)
		}
		sheet := fromWorkbook(t, book.Bytes(), len(tn.Settings.Criteria))
		if diff := cmp.Diff(rounds[len(tn.Rounds)], byName(sheet)); diff != "" {
			t.Errorf("%s, workbook: %s", name, diff)
		}
	}
}

func get(t *testing.T, url string) io.ReadCloser {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, r.Status)
	}
	return r.Body
}

// derivedStandings reads a file of derived standings by round, in the order of the names; its column NBW is left out if
// it is not a criterion.
func derivedStandings(t *testing.T, name string) map[int][]line {
	t.Helper()
	heading, rows := golden.Lines(t, "opengotha", "derived", name+"_standings.csv")
	first := 3
	if slices.Contains(heading, "MMS") {
		first = 4
	}
	rounds := map[int][]line{}
	for _, row := range rows {
		after, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		rounds[after] = append(rounds[after], line{row[1], row[2], row[first:]})
	}
	for after := range rounds {
		rounds[after] = byName(rounds[after])
	}
	return rounds
}

func byName(list []line) []line {
	return slices.SortedFunc(slices.Values(list), func(a, b line) int { return strings.Compare(a.Name, b.Name) })
}

func fromPage(t *testing.T, url string) []line {
	t.Helper()
	body := get(t, url)
	defer body.Close()
	doc, err := goquery.NewDocumentFromReader(body)
	if err != nil {
		t.Fatal(err)
	}
	return wallOf(doc)
}

// wallOf reads the standings of a page.
func wallOf(doc *goquery.Document) []line {
	var list []line
	doc.Find("table.wall tbody tr").Each(func(_ int, row *goquery.Selection) {
		l := line{Place: strings.TrimSuffix(row.Find("th.n a").Text(), "="), Name: strings.TrimSpace(row.Find("td.name .who").Text())}
		row.Find("td.s").Each(func(_ int, s *goquery.Selection) { l.Scores = append(l.Scores, s.Text()) })
		list = append(list, l)
	})
	return list
}

func fromJSON(t *testing.T, url string) []line {
	t.Helper()
	body := get(t, url)
	defer body.Close()
	var report workbook.StandingsReport
	if err := json.NewDecoder(body).Decode(&report); err != nil {
		t.Fatal(err)
	}
	var list []line
	for _, p := range report.Players {
		l := line{Place: strconv.Itoa(p.Place), Name: p.Name}
		for _, s := range p.Scores {
			l.Scores = append(l.Scores, fmt.Sprint(s))
		}
		list = append(list, l)
	}
	return list
}

// fromWorkbook reads the standings of a workbook: number, place, name and so
// on, the rounds, and the criteria last.
func fromWorkbook(t *testing.T, data []byte, criteria int) []line {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("standings", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	var list []line
	for _, row := range rows {
		if len(row) == 0 {
			continue
		}
		if _, err := strconv.Atoi(row[0]); err != nil || len(row) < 7+criteria {
			continue // the headings
		}
		list = append(list, line{row[1], strings.TrimSpace(row[2] + " " + row[3]), row[len(row)-criteria:]})
	}
	return list
}
