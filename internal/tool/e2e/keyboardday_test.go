package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// invented returns n invented players, as rows of a spreadsheet.
func invented(n int) string {
	families := []string{"Aalto", "Berg", "Cermak", "Dahl", "Eskola", "Forsman", "Grabowski", "Hakala", "Ilves", "Jansen"}
	givens := []string{"Kaisa", "Erik", "Pola", "Adam"}
	var rows strings.Builder
	rows.WriteString("Name\tRank\tClub\n")
	for i := range n {
		fmt.Fprintf(&rows, "%s %s\t%dk\t%s\n", families[i%10], givens[i/10%4], 1+i/2, []string{"Turku", "Oulu", "Espoo"}[i%3])
	}
	return rows.String()
}

// A director runs a tournament of 40 players from the empty program to the announced final standings without a mouse:
// only the first address is typed. The log of the test has the number of keys of the commonest tasks.
func TestJourneyByKeyboard(t *testing.T) {
	inBrowser(t)
	k := &keyboard{page: open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "day.db")))}
	k.visit(strings.TrimPrefix(k.server.setup, k.server.url) + "?lang=en")
	k.reach("#name")
	k.hit("Aino" + kb.Tab + "correct horse battery" + kb.Tab + "correct horse battery")
	k.leaveBy(kb.Enter)
	k.foundByKeys()
	k.registerByKeys()
	k.firstRoundByKeys()
	k.correctByKeys()
	k.lastRoundByKeys()

	k.task("announce the final standings from the desk", func() {
		k.onwards()
		k.enter("button[value=announce]")
	})
	k.wait(`document.querySelector("button[value=reopen]")`)
	k.shoot("announced")
	k.enter(".head .actions a:last-of-type")
	k.wait(`document.querySelector("#finished")`)
	k.shoot("public")
	if rows := k.texts("table.finals tbody tr"); len(rows) != 40 {
		t.Errorf("%d players in the final standings", len(rows))
	}
	if k.text(".podium .first .who") == "" {
		t.Error("the page of the finished tournament names no winner")
	}
	t.Logf("%4d keys: the whole day", k.keys)
}

// section follows the link of the frame to a part of the desk, "" for the desk itself.
func (k *keyboard) section(path string) {
	k.t.Helper()
	k.enter(fmt.Sprintf(`.sections a[href*="/autumn-cup%s"]`, path))
}

// onwards moves by the desk's field to the next step of the tournament, and does it.
func (k *keyboard) onwards() {
	k.t.Helper()
	k.focused("#typed")
	k.wait(`document.readyState === "complete"`) // until then the form is sent as a whole
	k.hit("n" + kb.Enter)
	k.focused(".main#onwards")
	k.leaveBy(kb.Enter)
}

// publish publishes the draft shown.
func (k *keyboard) publish() {
	k.t.Helper()
	k.enter(".head button[value=publish]")
	k.focused("#typed") // the desk waits for results
}

// result types the result of a table into the desk's field.
func (k *keyboard) result(table int, what string) {
	k.t.Helper()
	k.focused("#typed")
	k.hit(fmt.Sprintf("%d%s%s", table, what, kb.Enter))
	k.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%d']") && document.querySelector("#typed").value === ""`, table))
	k.sent()
}

func (k *keyboard) foundByKeys() {
	k.t.Helper()
	k.task("create a tournament from the standard settings", func() {
		k.enter(`a[href="/new"]`)
		k.focused("#f-name")
		k.hit("Autumn Cup")
		k.leaveBy(kb.Enter)
	})
	k.task("set the number of rounds", func() {
		k.section("/settings")
		k.reach("[name=rounds]")
		k.replace("3")
		k.leaveBy(kb.Enter)
	})
}

func (k *keyboard) registerByKeys() {
	k.t.Helper()
	k.section("/players")
	k.task("import 39 players by pasting", func() {
		k.enter(`a[href$="/import"]`)
		k.focused("#text")
		k.paste(invented(39))
		k.enter("form.take-file p.actions button")
		k.shoot("preview")
		k.enter("button[value=apply]")
	})
	k.task("register a player who is in no list", func() {
		k.focused("#find")
		k.hit("Zielinska Ewa")
		k.leaveBy(kb.Enter)
		k.focused("#f-rank")
		k.hit("4k")
		k.leaveBy(kb.Enter)
	})
	k.task("check in a player by name", func() {
		k.focused("#find")
		k.hit("ziel")
		k.wait(`[...document.querySelectorAll("tr[data-search]")].filter(r => !r.hidden).length === 1`)
		k.hit(kb.Enter)
		k.wait(`document.querySelector("tr[data-search*=zielinska] .mark.on")`)
	})
	k.focused("#find")
	k.task("check in all others", func() { k.enter("form[action$='/checkin'] button") })
	k.shoot("players")
	if here := k.texts("tr[data-search] .mark.on"); len(here) != 40 {
		k.t.Fatalf("%d of 40 players are checked in", len(here))
	}
}

// firstRoundByKeys plays the first round, to which one player does not come.
func (k *keyboard) firstRoundByKeys() {
	k.t.Helper()
	k.task("pair a round from the list of players", func() {
		k.section("/draw/")
		k.focused(".undrawn button[value=draft]")
		k.leaveBy(kb.Enter)
	})
	k.shoot("draft")
	k.task("publish a round", k.publish)
	k.task("enter a result", func() { k.result(1, "b") })
	k.task("enter the results of 18 tables", func() {
		for table := 2; table <= 19; table++ {
			k.result(table, []string{"b", "w", "wr", "br", "wt"}[table%5])
		}
	})
	k.task("enter a no-show, and that the player withdraws", func() {
		k.result(20, "bf")
		k.reach(".noshows button[value=withdrawn]")
		k.shoot("noshow")
		k.hit(kb.Enter)
		k.wait(`!document.querySelector(".noshows form")`)
	})
	k.task("pair the next round from the desk", k.onwards)
	if n := len(k.texts("table.draw tbody tr[data-key]")); n != 19 {
		k.t.Errorf("39 players play %d games", n)
	}
}

// refreshed waits until another desk's result has changed the page.
func (k *keyboard) refreshed() {
	k.t.Helper()
	// htmx triggers no event in a part that has not settled yet.
	k.wait(`!document.querySelector(".htmx-request, .htmx-added, .htmx-settling") &&
		(document.querySelector("#live").dataset.before = "1") && htmx.trigger(document.body, "live:results")`)
	k.wait(`document.querySelector("#live") && !document.querySelector("#live[data-before], .htmx-settling")`)
}

// correctByKeys publishes the second round, puts right a result of it and one of the first, and withdraws another
// player.
func (k *keyboard) correctByKeys() {
	k.t.Helper()
	k.publish()
	k.result(1, "b")
	k.task("correct a result of this round", func() { k.result(1, "w") })
	k.wait(`document.querySelector("tr[data-table='1'] .white.won")`)
	k.task("correct a result of an earlier round, with the reason", func() {
		k.reach(`nav.rounds a[href$="/round/1"]`)
		k.refreshed()
		k.focused(`nav.rounds a[href$="/round/1"]`)
		k.hit(kb.Enter)
		k.wait(`location.pathname.endsWith("/round/1") && document.querySelector(".earlier")`)
		k.focused("#typed") // the part with the link was removed
		line := "3w"
		if k.evaluate(`document.querySelector("tr[data-table='3'] .white.won")`) {
			line = "3b"
		}
		k.hit(line + kb.Enter)
		k.wait(`document.querySelector("#question")`)
		k.focused("#reason")
		k.shoot("question")
		k.hit(kb.Enter) // the reason is still empty
		k.focused("#reason")
		k.hit("slip misread" + kb.Enter)
		k.wait(`!document.querySelector("#question") && document.querySelector("#said form")`)
	})
	k.task("withdraw a player", func() {
		k.section("/players")
		k.focused("#find")
		k.hit("dahl adam")
		k.wait(`[...document.querySelectorAll("tr[data-search]")].filter(r => !r.hidden).length === 1`)
		k.reach("tr:not([hidden]) button[value=withdrawn]")
		k.hit(kb.Enter)
		k.wait(`document.querySelector("tr.away[data-search*='dahl adam']")`)
	})
	k.focused("#find") // the search field for the next player
}

// lastRoundByKeys ends the second round and plays the third.
func (k *keyboard) lastRoundByKeys() {
	k.t.Helper()
	k.section("")
	for table := 2; table <= 19; table++ {
		k.result(table, []string{"b", "w"}[table%2])
	}
	k.onwards()
	if byes := k.texts("#idle .who"); len(byes) != 0 {
		k.t.Errorf("38 players are left, and the last round has the byes %v", byes)
	}
	k.publish()
	for table := 1; table <= 19; table++ {
		k.result(table, []string{"b", "w"}[table%2])
	}
	k.shoot("played")
}
