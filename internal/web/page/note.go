package page

import (
	"tourney/internal/exchange/file"
	"tourney/internal/i18n"
)

// A NoteView is a note about a file, with its place in the file.
type NoteView struct {
	Level string // info, warning or error
	Place string
	Text  string
}

// NewNoteView returns the view of a note; Place is "" for a note on the whole file.
func NewNoteView(lang *i18n.Language, n file.Note) NoteView {
	v := NoteView{Level: n.Severity.String(), Text: lang.T(n.Key, n.Args...)}
	switch {
	case n.Line > 0 && n.Column > 0:
		v.Place = lang.T("file.place", n.Line, n.Column)
	case n.Line > 0:
		v.Place = lang.T("file.line", n.Line)
	}
	return v
}

// NoteViews returns the notes about a file, the gravest first.
func NoteViews(lang *i18n.Language, notes []file.Note) []NoteView {
	var views []NoteView
	for severity := file.Error; severity >= file.Info; severity-- {
		for _, n := range notes {
			if n.Severity == severity {
				views = append(views, NewNoteView(lang, n))
			}
		}
	}
	return views
}
