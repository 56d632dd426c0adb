package workbook

import (
	"io"
	"slices"

	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// WritePlayers writes the players as CSV, in columns that ReadSheet reads, without notes and contacts.
func WritePlayers(w io.Writer, t *tournament.Tournament, label file.Label) ([]file.Finding, error) {
	more := []string{"absent", "tags", "status", "team", "born", "contact", "notes"}
	if t.Settings.Teams.Boards == 0 {
		more = slices.DeleteFunc(more, func(key string) bool { return key == "team" })
	}
	return nil, writeCSV(w, playersTable(t, label.OrKeys(), more...), decimalMark(label))
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

func writeCSV(w io.Writer, l table, mark string) error {
	l.unlink()
	titles := make([]any, len(l.columns))
	for i, h := range l.columns {
		titles[i] = h.title
	}
	return file.WriteCSV(w, append([][]any{titles}, l.rows...), mark)
}

// decimalMark returns the decimal mark of the reader's language, a point without one.
func decimalMark(label file.Label) string {
	if label == nil {
		return "."
	}
	return label("language.decimal")
}
