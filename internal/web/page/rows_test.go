package page

import (
	"html/template"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tourney/internal/i18n"
	"tourney/templates"
)

// A drawnRow has all kinds of values that rows of pages have.
type drawnRow struct {
	Name    string
	Number  int
	Won     bool
	Cells   []drawnCell
	Dispute *drawnCell
	Few     [2]uint8
	hidden  string
}

type drawnCell struct {
	Text string
	Up   int
}

func (r drawnRow) Hidden() string { return r.hidden }

func drawRow(t *rapid.T) drawnRow {
	text := rapid.StringMatching(`[ab<]{0,2}`)
	row := drawnRow{Name: text.Draw(t, "name"), Number: rapid.IntRange(-1, 1).Draw(t, "number"), Won: rapid.Bool().Draw(t, "won"), hidden: text.Draw(t, "hidden")}
	for range rapid.IntRange(0, 2).Draw(t, "cells") {
		row.Cells = append(row.Cells, drawnCell{text.Draw(t, "cell"), rapid.IntRange(0, 1).Draw(t, "up")})
	}
	if rapid.Bool().Draw(t, "disputed") {
		row.Dispute = &drawnCell{Text: text.Draw(t, "dispute")}
	}
	row.Few = [2]uint8{0, rapid.Uint8Range(0, 1).Draw(t, "few")}
	return row
}

// A row from the kept ones is the row that its template renders.
func TestRowsAreAsRendered(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"layout.html":        {Data: []byte(`{{define "one"}}{{.T "language.name"}}{{with .Row}}{{.Name}}|{{.Number}}|{{.Won}}|{{range .Cells}}{{.Text}},{{.Up}};{{end}}|{{with .Dispute}}!{{.Text}}{{end}}|{{.Few}}|{{.Hidden}}{{end}}{{.Shape}}{{end}}`)},
		"partials/none.html": {Data: []byte("")},
		"pages/list.html":    {Data: []byte(`{{define "kept"}}{{row "one" .Language .Row .Shape}}{{end}}`)},
	}
	r, err := NewRenderer(files, func(string) (string, error) { return "", nil }, false)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom([]string{"en", "fi"}).Draw(t, "language")
		view := rowView{catalog.Language(code), drawRow(t), rapid.SampledFrom([]any{nil, "few", 2}).Draw(t, "shape")}
		got, err := r.Render("list", "kept", view)
		if err != nil {
			t.Fatal(err)
		}
		want, err := r.Render("list", "one", view)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Fatalf("%+v is kept as %s, want %s", view.Row, got, want)
		}
	})
}

// The kept rows are bounded: the oldest go.
func TestRowsAreBounded(t *testing.T) {
	t.Parallel()
	r := newRows()
	text := template.HTML(make([]byte, 1<<20))
	for i := range uint64(40) {
		r.keep(rowKey{i}, text)
	}
	if len(r.now)+len(r.old) > 2*rowBytes>>20 {
		t.Errorf("%d rows of 1 MB are kept", len(r.now)+len(r.old))
	}
	if _, ok := r.find(rowKey{39}); !ok {
		t.Error("the last row is gone")
	}
	if _, ok := r.find(rowKey{0}); ok {
		t.Error("the first row is still there")
	}
}
