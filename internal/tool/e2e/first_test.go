package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A newcomer follows a chapter of the handbook: every press is of a name in bold there.
type newcomer struct {
	*page
	names map[string]bool
	// clicks counts the presses.
	clicks int
}

// readChapter returns a newcomer with a chapter of the handbook.
func readChapter(p *page, chapter string) *newcomer {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../docs/handbook/en", chapter+".md"))
	if err != nil {
		p.t.Fatal(err)
	}
	n := &newcomer{page: p, names: map[string]bool{}}
	for _, name := range regexp.MustCompile(`\*\*(.+?)\*\*`).FindAllStringSubmatch(string(text), -1) {
		n.names[name[1]] = true
	}
	return n
}

// pressName presses the link or button of a name, and waits for the page that follows.
func (n *newcomer) pressName(name string) {
	n.t.Helper()
	if !n.names[name] {
		n.t.Fatalf("the chapter does not name “%s”", name)
	}
	n.clicks++
	n.stay()
	n.wait(fmt.Sprintf(`%s || (e => e && !e.disabled && (e.click(), true))([...document.querySelectorAll("a, button")].find(
		e => e.checkVisibility() && e.textContent.trim().replace(/\s+/g, " ") === %q))`, left, name))
	n.arrive()
}

// The first chapter of the handbook leads from the link of the first start to the first published round. TOURNEY_SETUP
// is that link of a program that runs already, such as one from a package; without it the test starts one.
func TestFirstTournamentOfTheHandbook(t *testing.T) {
	inBrowser(t)
	s := server{setup: os.Getenv("TOURNEY_SETUP")}
	if s.url, _, _ = strings.Cut(s.setup, "/setup/"); s.url == "" {
		s = start(t, "serve", "--db", filepath.Join(t.TempDir(), "first.db"))
	}
	began := time.Now()
	p := open(t, s)
	setUp(p)
	n := readChapter(p, "first")
	n.pressName("New tournament")
	n.fill("[name=name]", "First Cup")
	n.pressName("Create tournament")
	n.pressName("Import a list")
	n.fill("#text", "Aho Aino 5k Helsinki\nBerg Nils 8k Turku\nCerny Jan 12k Brno\nDahl Eva 20k Oslo\n")
	n.pressName("Preview")
	n.pressName("Import 4 players")
	n.pressName("Check in all 4")
	n.pressName("Draw")
	n.pressName("Pair round 1")
	n.pressName("Publish round 1")
	if n.clicks != 9 {
		t.Errorf("%d clicks lead to round 1, the chapter has nine", n.clicks)
	}
	p.visit("/t/first-cup?lang=en")
	p.shoot("published")
	for _, family := range []string{"Aho", "Berg", "Cerny", "Dahl"} {
		if text := p.text("main"); !strings.Contains(text, family) || !strings.Contains(text, "Round 1") {
			t.Errorf("%s is not in the published round: %s", family, text)
		}
	}
	t.Logf("from the link of the first start to the published round: %s", time.Since(began).Round(time.Second))
}
