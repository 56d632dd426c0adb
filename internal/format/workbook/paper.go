package workbook

import (
	"strconv"

	"github.com/xuri/excelize/v2"
)

// The letters that fit across an A4 page: in portrait, and in landscape at the smallest legible size.
const (
	uprightLetters = 125
	mostLetters    = 215
)

// freeze keeps the titles and the first columns of a sheet visible.
func (b *book) freeze(p *placed, w *excelize.StreamWriter) {
	if p.name == p.home || len(p.tables) > 1 {
		return
	}
	keep := p.tables[0].keep
	corner := b.at(keep+1, headRow+1)
	pane := "bottomRight"
	if keep == 0 {
		pane = "bottomLeft"
	}
	b.do(w.SetPanes(&excelize.Panes{Freeze: true, XSplit: keep, YSplit: headRow, TopLeftCell: corner, ActivePane: pane}))
}

// page sets a sheet up for printing: in portrait if wide enough, on as many pages across as keep it legible, with
// titles on every page, and version and number in the footer.
func (b *book) page(p *placed) {
	letters := 0.0
	for _, width := range p.widths[:p.printed] {
		letters += width
	}
	for i, width := range p.widths {
		b.do(b.file.SetColWidth(p.name, column(i+1), column(i+1), width))
	}
	orientation, paper, across, down, fit := "landscape", 9, 1+int(letters/mostLetters), 0, true
	if letters <= uprightLetters {
		orientation = "portrait"
	}
	if p.onePage {
		down = 1
	}
	b.do(b.file.SetPageLayout(p.name, &excelize.PageLayoutOptions{Orientation: &orientation, Size: &paper, FitToWidth: &across, FitToHeight: &down}))
	b.do(b.file.SetSheetProps(p.name, &excelize.SheetPropsOptions{FitToPage: &fit}))
	side, foot, edge := 0.5, 0.7, 0.3 // inches
	b.do(b.file.SetPageMargins(p.name, &excelize.PageLayoutMarginsOptions{Top: &side, Left: &side, Right: &side, Bottom: &foot, Header: &edge, Footer: &edge}))
	b.do(b.file.SetHeaderFooter(p.name, &excelize.HeaderFooterOptions{
		OddFooter: "&L" + printed(b.titled(cut(b.t.Info.Name, 60))) + "&R" + b.say("workbook.page", "&P", "&N"),
	}))
	lines := false
	b.do(b.file.SetSheetView(p.name, 0, &excelize.ViewOptions{ShowGridLines: &lines}))
	sheet := quoted(p.name)
	b.do(b.file.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Area", Scope: p.name, RefersTo: sheet + "$A$1:$" + column(p.printed) + "$" + strconv.Itoa(p.last),
	}))
	if len(p.tables) > 1 || p.name == p.home {
		return
	}
	titles := sheet + "$1:$" + strconv.Itoa(headRow)
	if across > 1 {
		titles = sheet + "$A:$" + column(max(p.tables[0].keep, 1)) + "," + titles
	}
	b.do(b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", Scope: p.name, RefersTo: titles}))
}
