package page

import (
	"tourney/internal/format/file"
	"tourney/internal/i18n"
)

// A FindingView is a finding about a file, with its place in the file.
type FindingView struct {
	Level string // info, warning or error
	Place string
	Text  string
	// Button is the label of a button that sends Name in the form around the finding; may be empty.
	Button, Name string
}

// NewFindingView returns the view of a finding; Place is "" for a finding on the whole file.
func NewFindingView(lang *i18n.Language, n file.Finding) FindingView {
	v := FindingView{Level: n.Severity.String(), Text: lang.T(n.Key, n.Args...)}
	switch {
	case n.Line > 0 && n.Column > 0:
		v.Place = lang.T("file.place", n.Line, n.Column)
	case n.Line > 0:
		v.Place = lang.T("file.line", n.Line)
	}
	return v
}

// FindingViews returns the findings about a file, the gravest first.
func FindingViews(lang *i18n.Language, findings []file.Finding) []FindingView {
	var views []FindingView
	for severity := file.Error; severity >= file.Info; severity-- {
		for _, n := range findings {
			if n.Severity == severity {
				views = append(views, NewFindingView(lang, n))
			}
		}
	}
	return views
}
