package e2e

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The best four of a Swiss play for the title while the others play on, joined by the eliminated players. The director
// asks why two meet and when two others will, and each player has a game or the bye in every round.
func TestJourneyToTheFinal(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "final.db")))
	setUp(p)
	foundOfTen(p, "final")

	p.visit("/desk/" + cup + "/settings?all=1")
	p.fill("[name=rounds]", "4")
	p.fill("[name=stage-1-from]", "3")
	p.fill("[name=stage-1-qualify]", "4")
	p.fill("[name=stage-1-others]", "with-losers")
	p.press(".settings .head button.main")
	p.visit("/desk/" + cup + "/settings?all=1")
	p.shoot("settings")
	if got := p.text("#meaning"); !strings.Contains(got, "4 players need 2 rounds, as planned") || !strings.Contains(got, "the others keep playing among themselves") {
		t.Errorf("the settings say %q", got)
	}

	players := 0
	for round := 1; round <= 4; round++ {
		pairRound(p, round)
		p.visit("/t/" + cup + "/round/" + strconv.Itoa(round))
		tables := len(p.texts("table.games tbody tr[data-key]"))
		if round == 1 {
			players = 2*tables + len(p.texts(".byes li, .byes .who"))
		}
		if tables != players/2 {
			t.Errorf("round %d has %d games for %d players", round, tables, players)
		}
		if round > 2 {
			p.shoot("round-" + strconv.Itoa(round))
			if got := p.texts("table.games tr.group"); !slices.Contains(got, "The others") {
				t.Errorf("round %d is headed %q", round, got)
			}
		}
		if round == 3 {
			p.visit("/desk/" + cup + "/draw/3?table=1")
			p.shoot("why")
			if got := p.text("#chosen .plan"); !strings.Contains(got, "Semi-final, match 1: seed ") {
				t.Errorf("the semi-final is explained by %q", got)
			}
			p.visit("/desk/" + cup + "/draw/3?table=3")
			p.shoot("why-beside")
			first := p.attribute("#t1 input[name=player]", "value")
			second := p.attribute("#t2 input[name=player]", "value")
			p.visit("/desk/" + cup + "/draw/3/why?a=" + first + "&b=" + second)
			p.shoot("whynot")
			if got := strings.Join(p.texts("#whynot .verdict"), " "); !strings.Contains(got, "round 4 at the earliest") {
				t.Errorf("two of the final: %q", got)
			}
		}
		for table := 1; table <= tables; table++ {
			enter(p, round, table, "b")
		}
	}
	p.visit("/t/" + cup + "/standings")
	p.shoot("standings")
	if got := p.texts("table.wall tbody .first"); !slices.Equal(got[:5], []string{"won", "Final", "Semi-final", "Semi-final", "–"}) && !slices.Equal(got[:5], []string{"won", "Final", "3rd", "Semi-final", "–"}) {
		t.Errorf("came as far as %v", got)
	}
	for _, path := range []string{"/t/" + cup + "/round/3", "/t/" + cup + "/standings", "/desk/" + cup + "/draw/3?table=1", "/desk/" + cup + "/settings?all=1"} {
		p.do(chromedp.EmulateViewport(320, 800))
		p.visit(path)
		p.shoot("phone" + strings.ReplaceAll(strings.ReplaceAll(path, "/", "-"), "?", "-"))
		if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
			t.Errorf("%s is wider than a phone", path)
		}
	}
}
