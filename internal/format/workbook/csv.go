package workbook

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// WritePlayers writes the players as CSV, in columns that ReadSheet reads, without notes and contacts.
func WritePlayers(w io.Writer, t *tournament.Tournament, label file.Label) ([]file.Finding, error) {
	l := playersTable(t, label.OrKeys())
	if t.Settings.Teams.Boards > 0 {
		addTeams(&l, t, label.OrKeys())
	}
	addRemarks(&l, t, label.OrKeys())
	return nil, writeCSV(w, l, decimalMark(label))
}

// WriteStandings writes the standings after the last published round as CSV, in a tournament of teams the standings of
// the teams.
func WriteStandings(w io.Writer, t *tournament.Tournament, label file.Label) ([]file.Finding, error) {
	l := standingsTable(t, results.After(t, t.Current()), label.OrKeys())
	if t.Settings.Teams.Boards > 0 {
		l = teamStandings(t, t.OfTeams(), results.Teams(t, t.Current()), label.OrKeys())
	}
	return nil, writeCSV(w, l, decimalMark(label))
}

// writeCSV writes a table with semicolons, a byte-order mark and the reader's decimal mark, as Excel expects it in
// Finland, Poland and the Czech Republic: 14.5 is a day in May there. A text that resembles a formula gets a leading
// apostrophe.
func writeCSV(w io.Writer, l table, mark string) error {
	if _, err := w.Write(file.UTF8Mark); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	c.Comma, c.UseCRLF = ';', true
	titles := make([]string, len(l.columns))
	for i, h := range l.columns {
		titles[i] = h.title
	}
	if err := c.Write(titles); err != nil {
		return err
	}
	for _, row := range l.rows {
		cells := make([]string, len(l.columns))
		for i, value := range row {
			cells[i] = csvCell(value, mark)
		}
		if err := c.Write(cells); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// decimalMark returns the decimal mark of the reader's language, a point without one.
func decimalMark(label file.Label) string {
	if label == nil {
		return "."
	}
	return label("language.decimal")
}

func csvCell(value any, mark string) string {
	switch v := value.(type) {
	case nil:
		return ""
	case person:
		return csvCell(v.name, mark)
	case string:
		if v != "" && strings.IndexByte(file.FormulaSigns, v[0]) >= 0 {
			return "'" + v
		}
		return v
	case float64:
		return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), ".", mark, 1)
	}
	return fmt.Sprint(value)
}
