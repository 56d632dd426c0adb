package workbook

import "github.com/xuri/excelize/v2"

// A look is the style of a cell of a workbook.
type look struct {
	bold   bool
	size   float64 // 0 for the usual one
	colour string  // "" for ink
	across string  // left, center or right
	format string  // of numbers
	// ruled draws a hairline below the cell, head the line and the background of titles, link the colour of links.
	ruled, head, link bool
}

// The colours of paper and ink.
const (
	ink      = "1C1B19"
	grey     = "6B665C"
	hairline = "A09A8E"
	wood     = "E9E0CC"
	band     = "F8F4EA"
	followed = "1F4E79"
)

// style returns the ID of a look in the book.
func (b *book) style(k look) int {
	if id, ok := b.looks[k]; ok {
		return id
	}
	font := excelize.Font{Family: "Calibri", Size: 11, Color: ink, Bold: k.bold}
	if k.size > 0 {
		font.Size = k.size
	}
	switch {
	case k.link:
		font.Color = followed
	case k.colour != "":
		font.Color = k.colour
	}
	s := excelize.Style{Font: &font, Alignment: &excelize.Alignment{Horizontal: k.across, Vertical: "center"}}
	if k.across == "right" {
		s.Alignment.Indent = 1
	}
	switch {
	case k.head:
		s.Alignment.WrapText = true
		s.Border = []excelize.Border{{Type: "bottom", Style: 1, Color: ink}}
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{wood}}
	case k.ruled:
		s.Border = []excelize.Border{{Type: "bottom", Style: 7, Color: hairline}}
	}
	if k.format != "" {
		s.CustomNumFmt = &k.format
	}
	id, err := b.file.NewStyle(&s)
	b.do(err)
	b.looks[k] = id
	return id
}
