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

	"github.com/chromedp/chromedp"
)

// A sheet is a page of a print: its size and words, in points.
type sheet struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []word  `xml:"word"`
}

// A word is a word of a sheet and where it stands.
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

// inked looks at the pictures of a print: every sheet has ink, and none up to its edges, where
// printers cannot go.
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

// Every print fills its sheets on both sizes of paper, in type for a wall where the list allows
// it; nothing is cut, and every sheet tells its version.
func TestPaper(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const public, desk = "/t/helsinki-handicap-open/print", "/desk/helsinki-handicap-open/print"
	for _, tt := range []struct {
		path   string
		sheets int
		fill   float64 // least share of the height that is used
		least  float64 // least height of the letters of most words, in points
		silent bool    // badges and cards tell nothing but what they are for
	}{
		{public + "/tables/3", 1, .85, 14, false},
		{public + "/names/3", 2, .85, 14, false},
		{public + "/standings", 2, .85, 11, false},
		{public + "/players", 2, .85, 12, false},
		{public + "/crosstable", 1, .85, 7, false},
		{desk + "/slips/3", 5, .9, 10, false},
		{desk + "/badges", 6, 0, 10, true},
		{desk + "/cards", 11, .9, 16, true},
		{desk + "/blank", 2, .85, 9, false},
		{desk + "/welcome", 1, .85, 14, false},
		{"/desk/helsinki-handicap-open/prizes/certificates", 9, .8, 12, true},
	} {
		p.visit(tt.path)
		p.wait(`document.querySelector("[data-printed]")?.textContent || document.querySelector(".badge, .card, .certificate")`)
		for paper, size := range papers {
			t.Run(strings.TrimPrefix(tt.path, "/")+" on "+paper, func(t *testing.T) {
				within := *p
				within.t = t
				sheets := within.print(paper)
				if len(sheets) != tt.sheets {
					t.Errorf("%d sheets, want %d", len(sheets), tt.sheets)
				}
				for i, s := range sheets {
					if area := size.Width * size.Height * 72 * 72; s.Width*s.Height < .98*area || s.Width*s.Height > 1.02*area {
						t.Errorf("sheet %d is %.0f × %.0f", i+1, s.Width, s.Height)
					}
					lowest, large := 0.0, 0
					for _, w := range s.Words {
						if w.XMin < 8 || w.YMin < 8 || w.XMax > s.Width-8 || w.YMax > s.Height-8 {
							t.Errorf("sheet %d: %q stands at %.0f–%.0f, %.0f–%.0f", i+1, w.Text, w.XMin, w.XMax, w.YMin, w.YMax)
						}
						lowest = max(lowest, w.YMax)
						if w.YMax-w.YMin >= tt.least {
							large++
						}
					}
					if i == 0 && lowest < tt.fill*s.Height {
						t.Errorf("the words end at %.0f of %.0f points", lowest, s.Height)
					}
					if i == 0 && 2*large < len(s.Words) {
						t.Errorf("only %d of %d words have letters of %v points", large, len(s.Words), tt.least)
					}
					if tells := slices.ContainsFunc(s.Words, func(w word) bool { return w.Text == "printed" }); tells == tt.silent {
						t.Errorf("sheet %d does not tell when it was printed", i+1)
					}
				}
			})
		}
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
