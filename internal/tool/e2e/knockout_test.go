package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A director chooses the knockout, puts the seeds in order, sets the rounds
// that the field needs with one click, and plays to the end; the bracket shows
// the winner, on a small phone too.
func TestJourneyToTheWinner(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "cup.db")))
	setUp(p)
	foundOfTen(p, "knockout")

	p.visit("/desk/" + cup + "/draw/1")
	if got := p.text("#draw .checks"); !strings.Contains(got, "players need 4 rounds, and 3 are planned") {
		t.Errorf("nothing says that the rounds do not suffice: %q", got)
	}
	p.visit("/desk/" + cup + "/settings")
	p.press("button[value='rounds 4']")
	p.visit("/desk/" + cup + "/seeds/1")
	second := p.texts(".seedlist .name")[1]
	p.press(".seedlist tr:nth-child(2) button[value^=up]")
	if got := p.texts(".seedlist .name")[0]; got != second {
		t.Errorf("the first seed is %s, want %s", got, second)
	}
	p.shoot("seeds")

	for round, tables := range []int{2, 4, 2, 2} {
		pairRound(p, round+1)
		for table := 1; table <= tables; table++ {
			enter(p, round+1, table, "b")
		}
	}
	p.visit("/t/" + cup + "/bracket")
	p.shoot("bracket")
	columns := p.texts(".bracket h4")
	if want := []string{"Last 16", "Quarter-final", "Semi-final", "Final", "Third-place game"}; !slices.Equal(columns, want) {
		t.Errorf("the rounds are %v", columns)
	}
	winner := p.texts(".bracket > section:nth-child(4) .match .won .who")
	if got := p.text(".knockout h2"); len(winner) != 1 || !strings.Contains(got, winner[0]+" has won") {
		t.Errorf("%q, the final is won by %v", got, winner)
	}
	for _, path := range []string{"/t/" + cup + "/bracket", "/t/" + cup, "/t/" + cup + "/standings", "/desk/" + cup + "/settings", "/desk/" + cup + "/seeds/1"} {
		p.do(chromedp.EmulateViewport(320, 800))
		p.visit(path)
		p.shoot("phone" + strings.ReplaceAll(path, "/", "-"))
		if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
			t.Errorf("%s is wider than a phone", path)
		}
	}
}
