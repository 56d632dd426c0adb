package page

import (
	"html/template"

	"tourney/internal/rules/diagram"
)

// Drawing returns a diagram as a part of a page.
func Drawing(d diagram.Diagram) template.HTML {
	return template.HTML(d.SVG()) // #nosec G203 -- our own, which escapes foreign text
}
