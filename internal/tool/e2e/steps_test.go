package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tourney/internal/testkit/webtest"
)

// A hand is a tab that is used by the mouse and by keys. It counts clicks, keys, and names or
// other words, whatever their length.
type hand struct {
	keyboard
	clicks, words int
}

// click clicks the element of the selector.
func (h *hand) click(selector string) {
	h.t.Helper()
	h.clicks++
	h.wait(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector))
	h.do(chromedp.Click(chromedp.CSS(selector)))
}

// follow clicks a link to another page, and waits for it.
func (h *hand) follow(selector string) {
	h.t.Helper()
	h.clicks++
	h.press(selector)
}

// word types a name or another word, once the page is painted and a field has the focus.
func (h *hand) word(text string) {
	h.t.Helper()
	h.words++
	h.wait(`document.readyState === "complete" && document.activeElement?.matches("input, textarea") &&
		performance.getEntriesByName("first-contentful-paint").length`)
	h.do(chromedp.KeyEvent(text))
}

// count formats the counts as the table in docs/usability.md does.
func (h *hand) count() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{{h.clicks, "click"}, {h.words, "word"}, {h.keys, "key"}} {
		switch {
		case c.n == 1:
			parts = append(parts, "1 "+c.what)
		case c.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", c.n, c.what))
		}
	}
	return strings.Join(parts, " + ")
}

const demoDeskPath = "/desk/helsinki-handicap-open"

// section moves from a page of the demonstration's desk to another by the links at the top.
func (h *hand) section(path string) {
	h.t.Helper()
	h.follow(`.sections a[href^="` + demoDeskPath + path + `"]`)
}

// A step is a task of a director, done from the first page of the desk.
type step struct {
	task string
	do   func(h *hand)
}

// steps are the commonest tasks of a director, in the order of a day in which they can be done
// in the demonstration.
var steps = []step{
	{"Set up a tournament", func(h *hand) {
		h.visit("/desk")
		h.follow(`a[href="/new"]`)
		h.word("Autumn Cup")
		h.leaveBy(kb.Enter)
		h.wait(`location.pathname.includes("autumn-cup")`)
	}},
	{"Import a list of players from a file", func(h *hand) {
		list := filepath.Join(h.t.TempDir(), "list.csv")
		if err := os.WriteFile(list, []byte(invented(12)), 0o600); err != nil {
			h.t.Fatal(err)
		}
		h.visit("/desk/autumn-cup")
		h.follow(`.sections a[href$="/players"]`)
		h.follow(`a[href$="/import"]`)
		h.clicks, h.words = h.clicks+1, h.words+1 // the dialog of the system, and the file in it
		h.do(chromedp.SetUploadFiles("#file", []string{list}))
		h.follow("form.take-file p.actions button")
		h.follow("button[value=apply]")
		h.wait(`document.querySelectorAll("tr[data-search]").length === 12`)
	}},
	{"Register a person who is in no list", func(h *hand) {
		h.section("/players")
		h.focused("#find")
		h.word("Zielinska Ewa")
		h.leaveBy(kb.Enter)
		h.focused("#f-rank")
		h.hit("4k")
		h.leaveBy(kb.Enter)
		h.wait(`document.querySelector("tr[data-search*=zielinska]")`)
	}},
	{"Register a person from the rating list", func(h *hand) {
		list := filepath.Join(h.t.TempDir(), "club.csv")
		if err := os.WriteFile(list, []byte("name;rank;rating;country;club\nÄijälä Väinö;2k;1911;FI;Hki\n"), 0o600); err != nil {
			h.t.Fatal(err)
		}
		h.visit(demoDeskPath + "/ratings")
		h.do(chromedp.SetUploadFiles("#file", []string{list}))
		h.press(".take-file button")
		h.press("button[value=apply]")
		h.visit(demoDeskPath)
		h.section("/players")
		h.focused("#find")
		h.hit("aij")
		h.wait(`document.querySelector("#found a")`)
		h.hit(kb.ArrowDown)
		h.focused("#found a")
		h.leaveBy(kb.Enter)
		h.focused("#f-rank")
		h.leaveBy(kb.Enter)
		h.wait(`document.querySelector("tr[data-search*=aijala]")`)
	}},
	{"Check one player in", func(h *hand) {
		h.visit("/desk/autumn-cup")
		h.follow(`.sections a[href$="/players"]`)
		h.focused("#find")
		h.hit("esk")
		h.wait(`[...document.querySelectorAll("tr[data-search]")].filter(r => !r.hidden).length === 1`)
		h.hit(kb.Enter)
		h.wait(`document.querySelector("tr[data-search*=eskola] .mark.on")`)
	}},
	{"Check everybody in", func(h *hand) {
		h.visit("/desk/autumn-cup")
		h.follow(`.sections a[href$="/players"]`)
		h.follow("form[action$='/checkin'] button")
		h.wait(`document.querySelectorAll("tr[data-search] .mark.on").length === 12`)
	}},
	{"Enter a result", func(h *hand) {
		h.focused("#typed")
		h.hit(h.open(0) + "b" + kb.Enter)
		h.sent()
	}},
	{"Enter that a player did not come", func(h *hand) {
		h.focused("#typed")
		h.hit(h.open(0) + "bf" + kb.Enter)
		h.sent()
		h.click(".noshows button[value=away]")
		h.wait(`!document.querySelector(".noshows form")`)
	}},
	{"Undo what was just entered", func(h *hand) {
		h.focused("#typed")
		table := h.open(0)
		h.do(chromedp.KeyEvent(table + "b" + kb.Enter))
		h.sent()
		h.wait(`document.querySelector("tbody.entered tr[data-table='` + table + `']")`)
		h.hit("u" + kb.Enter)
		h.sent()
		h.wait(`!document.querySelector("tbody.entered tr[data-table='` + table + `']")`)
	}},
	{"Correct a result of an earlier round", func(h *hand) {
		h.click(`nav.rounds a[href$="/round/1"]`)
		h.wait(`document.querySelector(".earlier")`)
		line := "3w"
		if h.evaluate(`document.querySelector("tr[data-table='3'] .white.won")`) {
			line = "3b"
		}
		h.click("#typed")
		h.hit(line + "!") // with its reason it needs no second Enter
		h.word("slip")
		h.hit(kb.Enter)
		h.wait(`!document.querySelector("#question") && document.querySelector("#said form")`)
	}},
	{"Put right handicap or colours of a game", func(h *hand) {
		h.click("tr[data-table='5'] .n a")
		h.follow(".more a[href*='/draw/3']")
		black := h.text("#t5 .black .who, #t5 .who")
		h.follow("button[value=colours]")
		h.click("#ask #reason") // the round is published
		h.word("wrong colours")
		h.follow("#ask button[value=colours]")
		h.wait(fmt.Sprintf(`document.querySelector("#t5 .black .who, #t5 .who").innerText !== %q`, black))
	}},
	{"Pair and publish the next round", func(h *hand) {
		for _, table := range h.missing() {
			h.do(chromedp.KeyEvent(table + "b" + kb.Enter))
			h.wait(`document.querySelector("tbody.entered tr[data-table='` + table + `']") && document.querySelector("#typed").value === ""`)
			h.sent()
		}
		h.tap("[id^=dispute] button")
		h.wait(`!document.querySelector("[id^=dispute]")`)
		h.visit(demoDeskPath)
		h.follow(".main#onwards")
		h.wait(`location.pathname.endsWith("/draw/4")`)
		h.follow("button[value=publish], a[href*='ask=publish']")
		if h.evaluate(`document.querySelector("button[value=publish]")`) {
			h.follow("button[value=publish]")
		}
	}},
	{"Swap two players of a draft", func(h *hand) {
		h.visit("/desk/" + webtest.Drafted)
		h.follow(`.sections a[href*="/draw/"]`)
		h.click("#t5 .black .pick, #t5 .pick")
		h.click("#t6 .black .pick, #t6 .pick")
		h.click("button[value=swap]")
		h.wait(`document.querySelector("#undo")`)
	}},
	{"Lock a game and pair the others anew", func(h *hand) {
		h.visit("/desk/" + webtest.Drafted)
		h.follow(`.sections a[href*="/draw/"]`)
		h.click("#t3 button[value=lock]")
		h.wait(`document.querySelector("#t3 button[value=unlock]")`)
		h.follow("a[href*='ask=pair']")
		h.follow("#ask button[value=draft], #ask button[value=pair], #ask button")
	}},
	{"Give a chosen player the bye", func(h *hand) {
		h.visit("/desk/" + webtest.Drafted)
		h.follow(`.sections a[href*="/draw/"]`)
		h.click("#t20 .pick")
		h.click("button[value=bye]")
	}},
	{"Announce the final standings", func(h *hand) {
		h.visit("/desk/" + webtest.Finished + "/final")
		h.unfold()
		h.fill("#reason", "a slip was wrong")
		h.press("button[value=reopen]")
		h.visit("/desk/" + webtest.Finished)
		h.follow(".main#onwards")
		h.follow("button[value=announce]")
		h.wait(`document.querySelector("button[value=reopen]")`)
	}},
	{"Print the slips of a round", func(h *hand) {
		h.follow(`a[href$="/print/slips/4"], a[href*="/print/slips/"]`)
		h.click("[data-print]:first-of-type")
	}},
	{"Show the pairings in the hall", func(h *hand) { h.follow(`a[href$="/hall"]`) }},
	{"Let a second desk enter results", func(h *hand) {
		h.page = open(h.t, h.server) // another computer
		h.visit(demoDeskPath + "?lang=en")
		h.focused("#name")
		h.word(worldUser)
		h.hit(kb.Tab)
		h.word(worldPassword)
		h.leaveBy(kb.Enter)
		h.wait(`document.querySelector("#typed")`)
	}},
	{"Make the file for the EGF", func(h *hand) {
		h.section("/exports")
		h.follow(`.tabs a[href$="/federations"]`)
		h.click(`.federation a[href*="/exports/egd"]`)
	}},
	{"Back up", func(h *hand) {
		h.click(".menu summary")
		h.follow(`.menu a[href="/desk"]`)
		h.click(`a[href="/backup"]`)
	}},
	{"Change the handicap rules", func(h *hand) {
		h.section("/settings")
		h.click("[name=reduction]")
		h.hit(kb.ArrowRight + kb.Backspace + "1")
		h.leaveBy(kb.Enter)
		h.wait(`document.querySelector("[name=reduction]").value === "1"`)
	}},
	{"Withdraw a player", func(h *hand) {
		h.section("/players")
		h.focused("#find")
		h.hit("ojala")
		h.wait(`[...document.querySelectorAll("tr[data-search]")].filter(r => !r.hidden).length === 1`)
		h.click("tr:not([hidden]) button[value=withdrawn]")
		h.wait(`document.querySelector("tr.away[data-search*='ojala']")`)
	}},
	{"Let a player miss a round", func(h *hand) {
		h.section("/players")
		h.focused("#find")
		h.hit("peltola")
		h.wait(`[...document.querySelectorAll("tr[data-search]")].filter(r => !r.hidden).length === 1`)
		h.click(`tr:not([hidden]) .chip:last-of-type`)
	}},
	{"Add a player who comes later", func(h *hand) {
		h.section("/players")
		h.word("Late Lena")
		h.leaveBy(kb.Enter)
		h.focused("#f-rank")
		h.hit("9k")
		h.leaveBy(kb.Enter)
		h.wait(`document.querySelector("tr[data-search*='late lena'] .mark.on")`)
	}},
}

// missing lists the tables without a result.
func (h *hand) missing() []string {
	h.t.Helper()
	return h.texts(".waiting tr:not(:has(+ .dispute)) .n a")
}

// open returns the number of a table without a result.
func (h *hand) open(i int) string {
	h.t.Helper()
	const rows = ".waiting tr:not(:has(+ .dispute)) .n a"
	h.wait(`document.querySelector("` + rows + `")`)
	return h.texts(rows)[i]
}

// counted returns the second column of the table in docs/usability.md by the first.
func counted(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/usability.md")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) == 7 {
			counts[strings.TrimSpace(cells[1])] = strings.TrimSpace(cells[2])
		}
	}
	return counts
}

// The tasks of docs/usability.md take as many clicks and keys as it says.
func TestJourneyOfTasks(t *testing.T) {
	inBrowser(t)
	counts := counted(t)
	if n := len(counts) - 2; n != len(steps) { // without the head and its line
		t.Errorf("docs/usability.md has %d tasks, of %d that are done here", n, len(steps))
	}
	w := newWorld(t)
	for _, s := range steps {
		t.Run(s.task, func(t *testing.T) {
			h := &hand{keyboard: keyboard{page: open(t, w.server)}}
			demoDesk(h.page)
			s.do(h)
			t.Logf("%s: %s", s.task, h.count())
			if got := h.count(); got != counts[s.task] {
				t.Errorf("takes %s, where docs/usability.md says %s", got, counts[s.task])
			}
		})
	}
}
