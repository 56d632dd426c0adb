package e2e

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A sheet is a page of a print: its size and words, in points.
type sheet struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []word  `xml:"word"`
}

// A word is a word of a sheet and its position.
type word struct {
	XMin float64 `xml:"xMin,attr"`
	YMin float64 `xml:"yMin,attr"`
	XMax float64 `xml:"xMax,attr"`
	YMax float64 `xml:"yMax,attr"`
	Text string  `xml:",chardata"`
}

// papers are the two sizes of paper, in inches.
var papers = map[string]chromedp.PaperSize{"A4": {Width: 8.27, Height: 11.69}, "Letter": {Width: 8.5, Height: 11}}

// print prints the page shown and returns its sheets.
func (p *page) print(paper string) []sheet {
	p.t.Helper()
	for _, tool := range []string{"pdftotext", "pdftoppm"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				p.t.Fatal(err)
			}
			p.t.Skip(tool + " of poppler-utils is not on this machine")
		}
	}
	pdf, err := askAnew(p, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPaper(papers[paper])))
	if err != nil {
		p.t.Fatal(err)
	}
	file := filepath.Join(p.t.TempDir(), "print.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.inked(file)
	out, err := exec.Command("pdftotext", "-bbox", file, "-").Output()
	if err != nil {
		p.t.Fatal(err)
	}
	var found struct {
		Sheets []sheet `xml:"body>doc>page"`
	}
	if err := xml.Unmarshal(out, &found); err != nil {
		p.t.Fatal(err)
	}
	return found.Sheets
}

// inked checks the pictures of a print: every sheet has ink, and none up to its edges, where printers cannot go.
func (p *page) inked(file string) {
	p.t.Helper()
	dir := p.t.TempDir()
	if out, err := exec.Command("pdftoppm", "-gray", "-r", "30", file, filepath.Join(dir, "s")).CombinedOutput(); err != nil {
		p.t.Fatalf("%v: %s", err, out)
	}
	pictures, err := filepath.Glob(filepath.Join(dir, "*.pgm"))
	if err != nil || len(pictures) == 0 {
		p.t.Fatalf("no picture of a sheet: %v", err)
	}
	for i, name := range pictures {
		data, err := os.ReadFile(name)
		if err != nil {
			p.t.Fatal(err)
		}
		var width, height, depth int
		if _, err := fmt.Sscanf(string(data), "P5\n%d %d\n%d", &width, &height, &depth); err != nil {
			p.t.Fatal(err)
		}
		pixels, dark, edge := data[len(data)-width*height:], 0, 0
		for at, grey := range pixels {
			if grey > 128 {
				continue
			}
			dark++
			if x, y := at%width, at/width; x < 3 || y < 3 || x >= width-3 || y >= height-3 { // 2.5 mm
				edge++
			}
		}
		if dark < 50 {
			p.t.Errorf("sheet %d is empty", i+1)
		}
		if edge > 40 { // cutting lines go to the edge
			p.t.Errorf("sheet %d has ink at its edge", i+1)
		}
	}
}

// A printed page is a print of the office: the number of its sheets in the demonstration, and the bounds of its type.
type printed struct {
	sheets int
	fill   float64 // least share of the height that is used
	least  float64 // least height of the letters of most words, in points
}

// prints are the prints of the demonstration; prints of a round under the address of the third.
var prints = map[string]printed{
	"/print/tables/3":      {1, .85, 14},
	"/print/names/3":       {1, .85, 14},
	"/print/slips/3":       {5, .9, 10},
	"/print/standings":     {1, .85, 9},
	"/print/players":       {1, .85, 12},
	"/print/crosstable":    {2, .85, 8},
	"/print/badges":        {6, 0, 10},
	"/print/cards":         {11, .9, 16},
	"/print/blank":         {2, .85, 9},
	"/print/welcome":       {1, .85, 14},
	"/prizes/list":         {1, 0, 14},
	"/prizes/script":       {1, 0, 14},
	"/prizes/certificates": {6, .8, 12},
}

// lists are the prints whose words keep margins of 12 mm on both papers.
var lists = []string{"/print/tables/3", "/print/names/3", "/print/standings", "/print/players", "/print/crosstable"}

// laterPrints are the prints that the office offers after the last round.
var laterPrints = []string{
	"/desk/helsinki-handicap-open/prizes/list", "/desk/helsinki-handicap-open/prizes/script", "/desk/helsinki-handicap-open/prizes/certificates",
}

// pagesToPrint are the prints that are ordinary pages: nothing of them is cut.
var pagesToPrint = []string{"/ratings/changes"}

// Every print that the office offers fills its sheets on both sizes of paper, in type for a wall where the list allows
// it; nothing is cut, and every sheet shows its version.
func TestJourneyOnPaper(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/exports?lang=en")
	offered := append(p.attributes(".paperlists a, #look h2 a", "pathname"), laterPrints...)
	for _, name := range []string{"tables", "slips", "standings"} {
		p.visit("/desk/helsinki-handicap-open/exports?look=" + name)
		offered = append(offered, p.attributes("#look section > h2 a", "pathname")...)
	}
	seen := map[string]bool{}
	for _, path := range offered {
		kind := offerOf(path)
		want, known := prints[kind]
		switch {
		case seen[kind] || kind == "/print/all": // these have a separate test
			continue
		case !known && !slices.Contains(pagesToPrint, kind):
			t.Errorf("the office offers %s, which no test looks at", path)
			continue
		}
		seen[kind] = true
		p.visit(path)
		p.wait(`document.readyState === "complete"`)
		for paper, size := range papers {
			t.Run(strings.TrimPrefix(kind, "/")+" on "+paper, func(t *testing.T) {
				within := *p
				within.t = t
				sheets := within.print(paper)
				within.whole(sheets)
				if !known {
					return
				}
				if len(sheets) != want.sheets {
					t.Errorf("%d sheets, want %d", len(sheets), want.sheets)
				}
				for i, s := range sheets {
					if area := size.Width * size.Height * 72 * 72; s.Width*s.Height < .98*area || s.Width*s.Height > 1.02*area {
						t.Errorf("sheet %d is %.0f × %.0f", i+1, s.Width, s.Height)
					}
					outside := func(w word) bool { return w.XMin < 33 || w.XMax > s.Width-33 }
					if at := slices.IndexFunc(s.Words, outside); at >= 0 && slices.Contains(lists, kind) {
						t.Errorf("sheet %d: %q stands in the margin", i+1, s.Words[at].Text)
					}
					stamped := slices.ContainsFunc(s.Words, func(w word) bool { return w.Text == "printed" })
					if stamped == (kind == "/prizes/certificates") { // a certificate is no list of a moment
						t.Errorf("sheet %d shows the time of its print: %v", i+1, stamped)
					}
				}
				want.fills(t, sheets[0])
			})
		}
	}
	for kind := range prints {
		if !seen[kind] {
			t.Errorf("the office does not offer %s", kind)
		}
	}
}

// Ordinary pages printed by the browser's own menu hold every name and every column.
func TestJourneyByThePrintMenu(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "demo"))
	for _, path := range []string{
		"", "/round/3", "/round/3?by=name", "/standings", "/standings?after=1", "/players", "/players/4", "/games", "/crosstable",
		"/statistics", "/why/4", "/about",
	} {
		t.Run("page"+path, func(t *testing.T) {
			within := *p
			within.t = t
			within.visit("/t/helsinki-handicap-open" + path)
			within.wait(`document.readyState === "complete"`)
			for paper := range papers {
				within.whole(within.print(paper))
			}
		})
	}
}

// offerOf returns an address without the tournament before it.
func offerOf(path string) string {
	_, kind, _ := strings.Cut(path, "/helsinki-handicap-open")
	return kind
}

// fills checks how far down the words of a sheet reach, and how large they are.
func (want printed) fills(t *testing.T, s sheet) {
	t.Helper()
	lowest, large := 0.0, 0
	for _, w := range s.Words {
		lowest = max(lowest, w.YMax)
		if w.YMax-w.YMin >= want.least {
			large++
		}
	}
	if lowest < want.fill*s.Height {
		t.Errorf("the words end at %.0f of %.0f points", lowest, s.Height)
	}
	if 2*large < len(s.Words) {
		t.Errorf("only %d of %d words have letters of %v points", large, len(s.Words), want.least)
	}
}

// whole checks that the sheets hold every word of the page shown, off their edges.
func (p *page) whole(sheets []sheet) {
	p.t.Helper()
	var all strings.Builder
	for i, s := range sheets {
		for _, w := range s.Words {
			all.WriteString(strings.ToLower(w.Text)) // some heads are in capitals
			if w.XMin < 8 || w.YMin < 8 || w.XMax > s.Width-8 || w.YMax > s.Height-8 {
				p.t.Errorf("sheet %d: %q stands at %.0f–%.0f, %.0f–%.0f", i+1, w.Text, w.XMin, w.XMax, w.YMin, w.YMax)
			}
		}
	}
	p.media("print")
	shown, err := askAnew(p, chromedp.Evaluate[string](visibleText))
	if err != nil {
		p.t.Fatal(err)
	}
	p.media("")
	var missing []string
	for _, text := range strings.FieldsFunc(shown, func(r rune) bool { return unicode.IsSpace(r) || r == '-' }) { // where lines break
		if !strings.Contains(all.String(), strings.ToLower(text)) {
			missing = append(missing, text)
		}
	}
	if len(missing) > 0 {
		p.t.Errorf("not on paper: %q", missing[:min(len(missing), 12)])
	}
}

// visibleText is a JavaScript expression: the words of the page that can be seen, one after the
// other.
const visibleText = `(() => {
	const words = [], all = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	while (all.nextNode()) {
		const at = all.currentNode.parentElement;
		if (!at.closest(".vh, svg, textarea, script, option") && at.checkVisibility({visibilityProperty: true, opacityProperty: true})) words.push(all.currentNode.data);
	}
	return words.join(" ");
})()`

// media shows the page as it is for a medium such as "print", "" for the screen.
func (p *page) media(name string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name}); err != nil {
		p.t.Fatal(err)
	}
}

// One print has everything for the next day, upright sheets and such on their side.
func TestEverythingForTomorrow(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/print/all")
	want := len(p.texts(".sheet"))
	for paper := range papers {
		got := p.print(paper)
		if len(got) != want {
			t.Errorf("%d sheets of %s for %d on the screen", len(got), paper, want)
		}
		wide := 0
		for _, s := range got {
			if s.Width > s.Height {
				wide++
			}
		}
		if onScreen := len(p.texts(".sheet.wide")); wide != onScreen || wide == 0 || wide == len(got) {
			t.Errorf("%d sheets of %s lie on their side, %d on the screen", wide, paper, onScreen)
		}
	}
}
