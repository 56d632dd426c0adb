package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// families are nine players and a stand-in: two siblings of one club, three who
// travel in one car, and all about equally strong.
const families = `Rank	Name	Club
3k	Virta Aino	Helsinki
3k	Virta Onni	Helsinki
3k	Lund Astrid	Turku
3k	Rinne Ilmari	Turku
3k	Pajari Teemu	Turku
4k	Hakala Meri	Oulu
4k	Holub Adam	Brno
4k	Mroz Jan	Gdynia
4k	Toivola Arvo	Oulu
9k	Talo Timo	Lahti
`

// A director enters families' and guests' wishes, and the draw follows them: two players kept apart do not meet, a
// wished game is played, blocked tables stay empty, and a helper replaces the bye without being listed.
func TestDirectorConstrainsTheDraw(t *testing.T) {
	p := open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "cup.db")))
	setUp(p)
	found(p)
	p.visit("/desk/" + cup + "/import")
	p.fill("#text", families)
	p.press("form.take-file p.actions button")
	p.press("button[value=apply]")
	p.visit("/desk/" + cup + "/players")
	p.press("form[action$='/checkin'] button")

	p.visit("/desk/" + cup + "/draw/1")
	p.press("a[href$='/steering']")
	ask(p)
	p.shoot("steering")

	for round := 1; round <= 2; round++ {
		pairRound(p, round)
		games := p.games(round)
		for _, apart := range [][]string{{"Virta Aino", "Virta Onni"}, {"Lund Astrid", "Rinne Ilmari", "Pajari Teemu"}} {
			for table, names := range games {
				if slices.Contains(apart, names[0]) && slices.Contains(apart, names[1]) {
					t.Errorf("round %d, table %d: %v meet", round, table, names)
				}
			}
		}
		for _, table := range []int{1, 3, 4} {
			if games[table] != nil {
				t.Errorf("round %d: table %d is blocked and has %v", round, table, games[table])
			}
		}
		if !slices.Contains(games[7], "Toivola Arvo") {
			t.Errorf("round %d: the own table has %v", round, games[7])
		}
		if all := fmt.Sprint(games); len(games) != 5 || !strings.Contains(all, "Talo Timo") {
			t.Errorf("round %d: the helper does not play in %s", round, all)
		}
		if met := fmt.Sprint(games); round == 1 && !strings.Contains(met, "[Hakala Meri Holub Adam]") && !strings.Contains(met, "[Holub Adam Hakala Meri]") {
			t.Errorf("the wished game is not in %s", met)
		}
		for table := range games {
			enter(p, round, table, "b")
		}
	}

	p.visit("/t/" + cup + "/standings")
	if names := p.texts("table.wall .who"); len(names) != 9 || slices.Contains(names, "Talo Timo") {
		t.Errorf("the standings list %v", names)
	}
	p.visit("/t/" + cup + "/round/1")
	p.shoot("public")
	p.visit("/desk/" + cup + "/log")
	if log := p.text("table.log"); !strings.Contains(log, "Kept Virta Aino and Virta Onni apart") || !strings.Contains(log, "until round 2: Lund Astrid, Rinne Ilmari, Pajari Teemu") {
		t.Errorf("the log says\n%s", log)
	}
	p.shoot("log")
}

// ask fills in the page of wishes and tables, by the keyboard for the group.
func ask(p *page) {
	p.t.Helper()
	p.press(".families button[value=keep]")
	p.unfold()
	p.do(chromedp.SendKeys("#apart [name=who]", "lund"+kb.Tab+"rinne"+kb.Tab+"pajari te"+kb.Tab))
	p.wait(`document.querySelectorAll("#apart [name=who]").length === 4`) // a group may grow
	p.fill("#apart select", "2")
	p.press("#apart button[value=apart]")
	for _, form := range []struct{ section, first, second, where string }{
		{"together", "Hakala Meri", "Holub Adam", ""},
		{"block", "", "", "1, 3–4"},
		{"seat", "Toivola Arvo", "", "7"},
		{"ghost", "Talo Timo", "", ""},
	} {
		p.unfold()
		at := "#" + form.section + " .asking "
		if form.first != "" {
			p.fill(at+"[name=who]", form.first)
		}
		if form.second != "" {
			p.fill(at+"[name=who]:last-child", form.second)
		}
		if form.where != "" {
			p.fill(at+"[name^=table]", form.where)
		}
		p.press(at + "button")
		if rows := p.texts("#" + form.section + " .wishes li"); len(rows) == 0 {
			p.t.Fatalf("%s: nothing was taken down: %s", form.section, p.text("#"+form.section))
		}
	}
}

// games returns the players of a published round by their tables.
func (p *page) games(round int) map[int][]string {
	p.t.Helper()
	p.visit(fmt.Sprintf("/t/%s/round/%d", cup, round))
	games := map[int][]string{}
	tables := p.texts("table.games tbody tr th.n")
	names := p.texts("table.games tbody tr a.who")
	for i, text := range tables {
		var table int
		if _, err := fmt.Sscan(text, &table); err != nil {
			p.t.Fatal(err)
		}
		games[table] = names[2*i : 2*i+2]
	}
	return games
}
