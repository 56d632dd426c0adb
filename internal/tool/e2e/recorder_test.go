package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tourney/internal/rules/live"
	"tourney/internal/testkit/webtest"
)

// A recorder enters a game on a phone whose connection is lost, closes the page and opens it again: nothing is lost and
// nothing doubled. A second recorder gets a message that the position has changed; the watchers' page, the wall and the
// overlay show the game.
func TestRecorderOnAPhone(t *testing.T) {
	w := newWorld(t)
	at := "/t/" + webtest.Running + "/recorder/" + w.values["recorder"]
	phone, second := open(t, w.server), open(t, w.server)
	for _, p := range []*page{phone, second} {
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	}
	phone.losesConnection()
	phone.visit(at + "?lang=en")
	state := func(p *page, moves, waiting int) {
		t.Helper()
		p.wait(fmt.Sprintf(`(r => r.dataset.moves === "%d" && r.dataset.waiting === "%d")(document.querySelector(".recorder"))`, moves, waiting))
	}
	play := func(p *page, column, row int) {
		t.Helper()
		x, y := boardPage{page: p}.at(".recorder svg.board", column, row)
		p.do(chromedp.MouseClickXY(x, y))
	}
	state(phone, 3, 0)
	phone.shoot("recorder")
	if phone.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the page is wider than a phone")
	}
	if !phone.evaluate(`[...document.querySelectorAll(".recorder :is(button, summary, input)")]
		.filter((e) => e.checkVisibility()).every((e) => e.getBoundingClientRect().height >= 44)`) {
		t.Error("something is too low for a thumb")
	}
	play(phone, 2, 3)
	state(phone, 4, 0)

	phone.offline(true)
	phone.fill("#left", "31:07")
	play(phone, 5, 16)
	state(phone, 5, 1)
	phone.do(chromedp.Click(chromedp.CSS(`.recorder button[value=undo]`)))
	state(phone, 4, 2)
	play(phone, 13, 2)
	play(phone, 13, 2) // the point is occupied: nothing is entered
	state(phone, 5, 3)
	if text := phone.text("#unsent"); !strings.Contains(text, "3") {
		t.Errorf("without a connection it says %q", text)
	}
	phone.shoot("offline")
	phone.offline(false)
	state(phone, 5, 0)

	phone.offline(true)
	play(phone, 9, 9)
	state(phone, 6, 1)
	phone.offline(false)
	phone.visit(at) // unsent moves survive the page
	state(phone, 6, 0)
	if text := phone.text("#last"); text != "6: K10" {
		t.Errorf("after the reload the last move is %q", text)
	}

	second.visit(at)
	state(second, 6, 0)
	second.losesConnection()
	t.Cleanup(func() { // the browser notes the refusal
		second.errors.mu.Lock()
		defer second.errors.mu.Unlock()
		second.errors.list = slices.DeleteFunc(second.errors.list, func(text string) bool { return strings.Contains(text, "409 (Conflict)") })
	})
	second.offline(true)
	play(second, 10, 10)
	state(second, 7, 1)
	play(phone, 11, 11)
	state(phone, 7, 0)
	second.offline(false)
	state(second, 7, 0)
	if text := second.text("#fault"); !strings.Contains(text, "continue from there") || !strings.Contains(text, "L9") {
		t.Errorf("the second recorder is told %q", text)
	}

	// By the keyboard alone: a field takes the names of points.
	keyboard := open(t, w.server)
	keyboard.visit(at)
	state(keyboard, 7, 0)
	keyboard.do(chromedp.Focus(chromedp.CSS("#at")), chromedp.KeyEvent("z99"), chromedp.KeyEvent(kb.Enter))
	if text := keyboard.text("#fault"); !strings.Contains(text, "z99") {
		t.Errorf("no point is told %q", text)
	}
	keyboard.fill("#at", "a1")
	keyboard.do(chromedp.KeyEvent(kb.Enter))
	state(keyboard, 8, 0)
	if text := keyboard.text("#last"); text != "8: A1" || keyboard.text("#fault") != "" {
		t.Errorf("typed, the last move is %q, and it says %q", text, keyboard.text("#fault"))
	}
	keyboard.do(chromedp.Click(chromedp.CSS(`.recorder button[value=undo]`)))
	state(keyboard, 7, 0)
	phone.visit(at)
	state(phone, 7, 0)

	watcher := open(t, w.server)
	home := "/t/" + webtest.Running
	watcher.visit(home + "/games/" + w.values["live"] + "?lang=en")
	watcher.wait(`document.querySelector("#game svg.board [data-p=ll]")`)
	play(phone, 12, 12)
	state(phone, 8, 0)
	watcher.wait(`document.querySelector("#game svg.board [data-p=mm]")`)
	// A reader of earlier moves stays there, with their own moves, while the game continues.
	watcher.tap("#game [data-go=first]")
	watcher.tap("#game [data-go=on]")
	watcher.tap("#game [data-try]")
	watcher.fill("#game [name=point]", "T1")
	watcher.tap("#game [data-own=play]")
	watcher.wait(`document.querySelector("#game .now").innerText === "Move 2 T1"`)
	play(phone, 13, 13)
	state(phone, 9, 0)
	watcher.wait(`document.querySelector("#game .moves li:nth-child(9)")`)
	if now := watcher.text("#game .now"); now != "Move 2 T1" || !watcher.evaluate(`document.querySelector("#game svg.board [data-p=ss]")`) {
		t.Errorf("while the game goes on the reader is taken to %q", now)
	}
	watcher.tap("#game [data-own=leave]")
	watcher.tap("#game [data-go=last]")
	if now := watcher.text("#game .now"); now != "Move 9 O6" {
		t.Errorf("the game ends with %q", now)
	}
	watcher.do(chromedp.EmulateViewport(1920, 1080))
	for _, path := range []string{"/live", "/live/wall", "/live/large/" + w.values["live"], "/live/overlay/" + w.values["live"]} {
		watcher.visit(home + path)
		watcher.wait(`document.querySelector("svg.board [data-p=mm]")`)
		watcher.shoot(strings.ReplaceAll(path[1:], "/", "-"))
		if path != "/live" && watcher.evaluate(`document.documentElement.scrollWidth > 1920 || document.documentElement.scrollHeight > 1080`) {
			t.Errorf("%s is larger than the screen", path)
		}
	}
	if !watcher.evaluate(`getComputedStyle(document.documentElement).backgroundColor === "rgba(0, 0, 0, 0)" &&
		getComputedStyle(document.body).backgroundColor === "rgba(0, 0, 0, 0)"`) {
		t.Error("the overlay has a background")
	}

	phone.do(chromedp.Click(chromedp.CSS(`.recorder summary`)))
	phone.do(chromedp.Click(chromedp.CSS(`.recorder button[data-player=W]`)))
	state(phone, 10, 0)
	if text := phone.text("#said"); !strings.Contains(text, "over") {
		t.Errorf("at the end it says %q", text)
	}
	if got := phone.texts(`.recorder form :is(button, summary, input):not([hidden] *, [hidden], details *)`); strings.Join(got, " ") != "Undo" {
		t.Errorf("at the end the recorder can still press %q", got)
	}
	want := []string{"move", "move", "move", "move", "move", "undo", "move", "move", "move", "move", "undo", "move", "move", "resign"}
	if got := w.recorded(); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("recorded %v, want %v", got, want)
	}
}

// recorded returns the kinds of the public steps of the live game.
func (w *world) recorded() (kinds []string) {
	w.t.Helper()
	var doc struct {
		Steps []struct {
			Kind live.Kind `json:"kind"`
		} `json:"steps"`
	}
	w.getJSON("/api/v1/tournaments/"+webtest.Running+"/games/"+w.values["live"]+"/live", &doc)
	for _, s := range doc.Steps {
		kinds = append(kinds, string(s.Kind))
	}
	return kinds
}

// getJSON reads an answer of the API.
func (w *world) getJSON(path string, to any) {
	w.t.Helper()
	got, err := http.Get(w.server.url + path)
	w.check(err)
	defer func() { _ = got.Body.Close() }() // read only
	w.check(json.NewDecoder(got.Body).Decode(to))
}

// Without a connection, the recorder's page itself refuses to retake a ko or to fill the last liberty: the moves
// entered after it would be lost with it.
func TestRecorderRefusesAtOnce(t *testing.T) {
	w := newWorld(t)
	phone := open(t, w.server)
	phone.losesConnection()
	phone.visit("/t/" + webtest.Running + "/recorder/" + w.values["recorder"] + "?lang=en")
	moves := 3
	play := func(column, row int) {
		t.Helper()
		x, y := boardPage{page: phone}.at(".recorder svg.board", column, row)
		phone.do(chromedp.MouseClickXY(x, y))
	}
	plays := func(column, row int) {
		t.Helper()
		play(column, row)
		moves++
		phone.wait(fmt.Sprintf(`document.querySelector(".recorder").dataset.moves === "%d"`, moves))
	}
	phone.offline(true)
	for _, at := range [][2]int{{10, 8}, {9, 8}, {11, 9}, {8, 9}, {10, 10}, {9, 10}, {3, 3}, {10, 9}, {9, 9}} { // White first, who takes a ko at last
		plays(at[0], at[1])
	}
	play(10, 9)
	phone.wait(`document.querySelector("#fault").textContent === "The ko may not be retaken at once."`)
	for _, at := range [][2]int{{2, 16}, {0, 1}, {16, 2}, {1, 0}} { // White takes the liberties of the corner
		plays(at[0], at[1])
	}
	phone.wait(`document.querySelector("#fault").textContent === ""`)
	play(0, 0)
	phone.wait(`document.querySelector("#fault").textContent.startsWith("The stone has no liberty")`)
	plays(10, 9) // Black retakes now
	plays(5, 5)
	plays(7, 7)
	phone.offline(false)
	phone.wait(`document.querySelector(".recorder").dataset.waiting === "0"`)
	if got := phone.text("#fault"); got != "" {
		t.Errorf("the server refuses what the page took: %s", got)
	} // The desk ends the live recording while a move is unsent.
	t.Cleanup(func() { phone.forgive("404 (Not Found)") })
	phone.offline(true)
	plays(6, 6)
	desk := open(t, w.server)
	demoDesk(desk)
	desk.visit("/desk/" + webtest.Running + "/live")
	desk.press(`form[action*="/` + w.values["live"] + `/"] button`)
	phone.offline(false)
	phone.wait(`document.querySelector("#fault").textContent.startsWith("This link doesn't belong to a live game")`)
	if waiting := phone.text(".recorder #unsent"); !strings.Contains(waiting, "1") {
		t.Errorf("of the move that waits the page says %q", waiting)
	}
}
