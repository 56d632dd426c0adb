package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tourney/internal/rules"
)

// A boardPage is a page with the board of a record.
type boardPage struct{ *page }

// replayed hands in a record at the desk and opens its public page.
func replayed(p *page, record string) boardPage {
	p.t.Helper()
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/games/98")
	p.fill("#text", record)
	p.press(".handin button")
	p.visit("/t/helsinki-handicap-open/games/98")
	p.wait(`document.querySelector(".replay.ready")`)
	return boardPage{p}
}

// now waits until the page shows a move.
func (b boardPage) now(want string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector(".now")?.innerText === %q`, want))
}

// stones returns the stones on the board, sorted, such as "bpd wdd".
func (b boardPage) stones() string {
	b.t.Helper()
	got, err := askAnew(b.page, chromedp.Evaluate[string](
		`[...document.querySelectorAll(".replay .wide .stones circle")].map(c => c.getAttribute("class") + c.dataset.p).sort().join(" ")`))
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// numbers returns the numbers on the stones.
func (b boardPage) numbers() string {
	b.t.Helper()
	got, err := askAnew(b.page, chromedp.Evaluate[string](`[...document.querySelectorAll(".wide .marks .number")].map(e => e.textContent).join(" ")`))
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// at returns where a point of the record lies in the window.
func (b boardPage) at(selector string, column, row int) (x, y float64) {
	b.t.Helper()
	got, err := askAnew(b.page, chromedp.Evaluate[[]float64](fmt.Sprintf(
		`(svg => { const p = new DOMPoint(%d, %d).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; })(document.querySelector(%q))`,
		column, row, selector)))
	if err != nil {
		b.t.Fatal(err)
	}
	return got[0], got[1]
}

// click clicks a point with the mouse.
func (b boardPage) click(column, row int) {
	b.t.Helper()
	x, y := b.at(".replay .wide svg", column, row)
	b.do(chromedp.MouseClickXY(x, y))
}

// keys types keys where the focus is.
func (b boardPage) keys(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// wheel turns the mouse wheel over the middle of the board.
func (b boardPage) wheel(pixels float64) {
	b.t.Helper()
	b.wait(settled) // the board stays where it is
	x, y := b.at(".replay .wide svg", 9, 9)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, x, y, func(p *input.DispatchMouseEventParams) {
		p.DeltaX, p.DeltaY = .01, pixels // the browser requires both
	}))
}

// kos has a ko that Black takes with move 9: White may not take back at O10.
const kos = `(;SZ[19]KM[6.5];B[ni];W[oi];B[nk];W[ok];B[mj];W[pj];B[aa]C[The corner?];W[nj];B[oj])`

// A game is replayed with a bar, the wheel, the keys and automatically. Every move is described in words; the last move
// and the ko are marked.
func TestReplay(t *testing.T) {
	p := replayed(open(t, start(t, "demo")), kos)
	p.now("Move 9 P10")
	if !p.evaluate(`document.querySelector('.wide .marks .ko[x="12.75"][y="8.75"]') && document.querySelector('.wide .last.b[cx="14"][cy="9"]')`) {
		t.Error("the ko or the last move is not marked")
	}
	if got := p.text(".spoken"); got != "Move 9, Black P10, captures 1" {
		t.Errorf("move 9 is said as %q", got)
	}

	// The bar is dragged from its end to its beginning, and moved with the keys.
	box, err := askAnew(p.page, chromedp.Evaluate[[]float64](`(r => [r.left, r.right, r.top + r.height / 2])(document.querySelector(".bar").getBoundingClientRect())`))
	if err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.MouseEvent(chromedp.MousePressed, box[1]-9, box[2], chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseMoved, (box[0]+box[1])/2, box[2], chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, box[0]+2, box[2], chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseReleased, box[0]+2, box[2], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.now("Move 0")
	if got := p.stones(); got != "" {
		t.Errorf("before the game stand %q", got)
	}
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.now("Move 2 P11")
	if got := p.attribute(".bar", "aria-valuetext"); got != "Move 2, White P11" {
		t.Errorf("the bar says %q", got)
	}
	if !p.evaluate(`document.querySelectorAll(".ticks .said").length === 1`) {
		t.Error("the comment is not marked on the bar")
	}

	// The wheel moves the game and not the page; at the end of the game it moves the page.
	p.do(chromedp.Evaluate[chromedp.Void](`void document.activeElement.blur()`))
	p.do(chromedp.EmulateViewport(1366, 500))
	for n := range 3 {
		p.wheel(100)
		p.now([]string{"Move 3 O9", "Move 4 P9", "Move 5 N10"}[n])
	}
	if p.evaluate("scrollY > 0") {
		t.Error("the wheel over the board moves the page too")
	}
	p.wait("(window.rested ??= performance.now()) + 400 < performance.now()") // a turning of the wheel ends
	p.keys(kb.End)
	p.now("Move 9 P10")
	p.wheel(100)
	p.wait("scrollY > 0")
	p.now("Move 9 P10")
	p.do(chromedp.EmulateViewport(1366, 768), chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))

	// Space plays the game to the end, and a key stops it.
	p.do(chromedp.Evaluate[chromedp.Void](`void (s => { s.value = "600"; s.dispatchEvent(new Event("change")); })(document.querySelector("select.speed"))`))
	p.keys(kb.Home + " ")
	p.now("Move 2 P11")
	p.keys(kb.ArrowLeft)
	p.now("Move 1 O11")
	if p.attribute("[data-auto]", "aria-pressed") != "false" {
		t.Error("a key does not stop autoplay")
	}
	p.keys(kb.PageDown + kb.ArrowLeft + kb.ArrowLeft + " ")
	p.now("Move 9 P10")
	p.wait(`document.querySelector("[data-auto]").getAttribute("aria-pressed") === "false"`)

	// Numbers of moves, on request; "?" shows the keys.
	p.keys("?")
	p.wait(`document.querySelector(".options").open && document.querySelector(".options").innerText.includes("space autoplay")`)
	p.do(chromedp.Click(chromedp.CSS(".numbering input")))
	if got := p.numbers(); got != "1 2 3 4 5 6 7 9" {
		t.Errorf("the stones have the numbers %q", got)
	}
	p.shoot("numbers")
	if found := p.barriers(allRules); len(found) > 0 {
		t.Errorf("barriers: %v", found)
	}
}

// Readers play their own moves by the rules of the game: captures, kos and repetitions. They return to the game, and
// nothing is sent.
func TestMovesOfOnesOwn(t *testing.T) {
	s := start(t, "demo")
	p := replayed(open(t, s), kos)
	p.now("Move 9 P10")
	game := p.stones()
	refused := func(want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.querySelector(".refused").innerText.includes(%q)`, want))
	}
	p.do(chromedp.Evaluate[chromedp.Void](`void (window.sent = 0, addEventListener("htmx:beforeRequest", () => sent += 1))`))
	x, y := p.at(".replay .wide svg", 3, 3)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	p.wait(`document.querySelector('.wide .ghost.w[cx="3"][cy="3"]')`)
	p.click(13, 9)
	refused("O10: The ko may not be retaken at once.")
	p.click(14, 9)
	refused("already a stone")
	p.click(3, 3)
	p.now("Move 10 D16")
	p.click(15, 15)
	p.now("Move 11 Q4")
	p.click(13, 9)
	p.now("Move 12 O10")
	if got := p.stones(); strings.Contains(got, "boj") || !strings.Contains(got, "wnj") {
		t.Errorf("after the ko is retaken stand %q", got)
	}
	if got := p.text(".taken"); got != "Captured by Black: 1, by White: 1" {
		t.Errorf("the captives are %q", got)
	}
	if got := p.numbers(); got != "1 2 3" {
		t.Errorf("the own moves have the numbers %q", got)
	}
	if text := p.text(".mymoves"); !strings.Contains(text, "not kept") {
		t.Errorf("own moves are called %q", text)
	}
	p.shoot("own")
	if found := p.barriers(allRules); len(found) > 0 {
		t.Errorf("barriers: %v", found)
	}
	p.tap("[data-own=undo]")
	p.now("Move 11 Q4")
	if got := p.stones(); !strings.Contains(got, "boj") || strings.Contains(got, "wnj") {
		t.Errorf("after undo stand %q", got)
	}

	// The desk enters a result: the reader stays at the same move.
	desk := open(t, s)
	demoDesk(desk)
	desk.visit("/desk/helsinki-handicap-open/round/3?table=16")
	desk.do(chromedp.SendKeys(chromedp.CSS("#typed"), "16b"+kb.Enter))
	p.wait(`document.querySelector("#game .sitting .won")`)
	p.now("Move 11 Q4")
	if !p.evaluate(`document.querySelector(".replay.trying.ready")`) {
		t.Error("a new result ends the variation")
	}

	// Another variation beside it; Escape leads back to the game.
	p.do(chromedp.Evaluate[chromedp.Void](`void (sent = 0)`))
	p.keys(kb.ArrowLeft)
	p.do(chromedp.SetValue(chromedp.CSS("[name=point]"), "c3"), chromedp.SendKeys(chromedp.CSS("[name=point]"), kb.Enter))
	p.now("Move 11 C3")
	if got := p.texts(".branches button"); strings.Join(got, ", ") != "Q4 *, C3 *" {
		t.Errorf("the branches are %q", got)
	}
	p.do(chromedp.SendKeys(chromedp.CSS("[name=point]"), "z99"+kb.Enter))
	refused("z99")
	p.keys(kb.Escape)
	p.now("Move 9 P10")
	if got := p.stones(); got != game || p.evaluate(`document.querySelector(".replay.trying")`) {
		t.Errorf("back in the game stand %q, not %q", got, game)
	}
	if !p.evaluate(`document.querySelector(".bar").max === "9" && sent === 0`) {
		t.Error("the bar does not run along the game, or something was sent")
	}
}

// Two stones are sent and one is returned: the position comes back with the other
// player to move, which Chinese rules forbid and Japanese ones do not.
func TestOwnMovesRepeatAPosition(t *testing.T) {
	const sending = `(;SZ[19]KM[6.5]AB[ba][da][cb]AW[ab][bb];B[pd];W[dp])`
	p := open(t, start(t, "demo"))
	b := replayed(p, sending)
	send := func() {
		t.Helper()
		b.click(0, 0)
		b.now("Move 3 A19")
		b.click(2, 0)
		b.now("Move 4 C19")
		if got := b.stones(); strings.Contains(got, "baa") || strings.Contains(got, "bba") {
			t.Errorf("two stones are not taken: %q", got)
		}
		b.click(1, 0)
	}
	send()
	b.now("Move 5 B19")
	p.visit("/desk/helsinki-handicap-open/settings")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("[name=rules]").value = "chinese")`))
	p.press(".settings .head button.main")
	p.visit("/t/helsinki-handicap-open/games/98")
	send()
	p.wait(`document.querySelector(".refused").innerText.includes("The position after move 2 is repeated")`)
	b.now("Move 4 C19")
	// A single stone without liberties is never legal.
	b.click(0, 0)
	b.now("Move 5 A19")
}

// On a phone all controls of the replay are in view under the board and 44 px high; a finger plays a reader's own moves
// once that mode is on.
func TestBoardOnAPhone(t *testing.T) {
	p := replayed(open(t, start(t, "demo")), kos)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	p.visit("/t/helsinki-handicap-open/games/98?lang=fi")
	inView := func(when string) {
		t.Helper()
		small, err := askAnew(p.page, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".deck :is(button, input), .options summary, .options label")]
			.map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width && (r.height < 43.5 || r.width < 43.5)).map(([e]) => e.outerHTML)`))
		if err != nil {
			t.Fatal(err)
		}
		if len(small) > 0 {
			t.Errorf("%s these targets are too small: %v", when, small)
		}
		if !p.evaluate(`(r => r.bottom <= innerHeight && r.top >= 0)(document.querySelector(".deck").getBoundingClientRect())`) {
			t.Errorf("%s the controls are out of view", when)
		}
		if p.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") {
			t.Errorf("%s the page is wider than the phone", when)
		}
	}
	inView("at first")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector(".options").open = true)`))
	inView("with the options")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector(".options").open = false)`))
	tap := func(column, row int) {
		t.Helper()
		x, y := p.at(".replay .wide svg", column, row)
		p.do(chromedp.TapXY(x, y))
	}
	tap(3, 3)
	p.now("Siirto 8 O10") // the left half goes back
	p.do(chromedp.Tap(chromedp.CSS("[data-try]")))
	inView("while moves are tried")
	tap(3, 3)
	p.now("Siirto 9 D16")
	p.shoot("own")
	p.do(chromedp.Tap(chromedp.CSS("[data-own=leave]")))
	p.now("Siirto 8 O10")
	// A low window: the controls lie over the board's lower edge.
	p.do(chromedp.EmulateViewport(844, 390, chromedp.EmulateMobile, chromedp.EmulateTouch))
	inView("on its side")
	p.do(chromedp.EmulateViewport(800, 1100, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Tap(chromedp.CSS("[data-try]")))
	inView("on a tablet")
}

// During the entry of a game, the ko and the last move are marked, and the mouse shows the stone of the next move.
func TestPlayingInShowsWhatIsNext(t *testing.T) {
	p := boardPage{open(t, start(t, "demo"))}
	demoDesk(p.page)
	p.visit("/desk/helsinki-handicap-open/games/98")
	stones := func(n int) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.querySelectorAll("#play .stones circle").length === %d && !document.querySelector(".htmx-settling, .htmx-swapping, .htmx-request")`, n))
	}
	played := 0
	for i, at := range [][2]int{{13, 8}, {14, 8}, {13, 10}, {14, 10}, {12, 9}, {15, 9}, {0, 0}, {13, 9}, {14, 9}} {
		x, y := p.at("#play svg.board", at[0], at[1])
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
		p.wait(fmt.Sprintf(`document.querySelector('#play .ghost.%s[cx="%d"][cy="%d"]')`, []string{"b", "w"}[i%2], at[0], at[1]))
		p.do(chromedp.MouseClickXY(x, y))
		if played++; i == 8 {
			played-- // and takes one
		}
		stones(played)
	}
	if !p.evaluate(`document.querySelector('#play .ko[x="12.75"][y="8.75"]') && document.querySelector('#play .last.b[cx="14"]')`) {
		t.Error("the ko or the last move is not marked")
	}
	p.wait(`document.getElementById("voice").textContent === "Move 9, Black P10, captures 1"`)
	p.shoot("ko")
}

// Captures and suicides in the browser equal the engine's, in unrealistic random games.
func TestStonesAreTakenAsByTheEngine(t *testing.T) {
	type game struct {
		Moves, Positions []string
	}
	random := rand.New(rand.NewPCG(1, 2))
	var games []game
	const cols, rows = 5, 4
	suicides := 0
	for range 100 {
		b, err := rules.NewBoard(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		var g game
		for color := rules.Black; len(g.Moves) < 60; color = color.Opponent() {
			p := rules.At(random.IntN(cols), random.IntN(rows))
			if b.Stone(p) != rules.Empty {
				continue
			}
			suicides += b.Play(p, color).Suicide
			g.Moves = append(g.Moves, color.String()+p.SGF())
			g.Positions = append(g.Positions, b.String())
		}
		games = append(games, g)
	}
	if suicides < 100 {
		t.Fatalf("only %d stones are suicides", suicides)
	}
	text, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, start(t, "demo"))
	p.visit("/t/helsinki-handicap-open/games/93")
	differ, err := askAnew(p, chromedp.Evaluate[[]string](fmt.Sprintf(`(games => {
		const svg = {dataset: {cols: "%d", rows: "%d"}}, differ = [];
		for (const {Moves, Positions} of games) {
			let stones = new Map();
			Moves.forEach((move, n) => {
				stones = board.place(stones, svg, move[0], move.slice(1)).after;
				const rows = [...Array(%[2]d).keys()].map(y => [...Array(%[1]d).keys()].map(x =>
					({B: "X", W: "O"})[stones.get("abcde"[x] + "abcde"[y])] ?? ".").join(""));
				if (rows.join("/") !== Positions[n]) differ.push(Moves.slice(0, n + 1).join(" ") + ": " + rows.join("/") + ", not " + Positions[n]);
			});
		}
		return differ.slice(0, 3);
	})(%[3]s)`, cols, rows, text)))
	if err != nil {
		t.Fatal(err)
	}
	if len(differ) > 0 {
		t.Errorf("the browser differs from the engine: %s", strings.Join(differ, "\n"))
	}
}

// Points set with the referee's pencil are visible on the board before it is saved.
func TestPencilMarksItsPoints(t *testing.T) {
	p := boardPage{open(t, start(t, "demo"))}
	demoDesk(p.page)
	p.visit("/desk/helsinki-handicap-open/games/93")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector(".pencil").open = true)`))
	p.tap("[data-pencil] input[value=white]")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".pencil svg").scrollIntoView({block: "center"})`))
	x, y := p.at(".pencil svg", 0, 0)
	p.do(chromedp.MouseClickXY(x, y))
	p.wait(`document.querySelector("#pencil-white").value === "A19" && document.querySelector('.pencil .set .w[x="-0.25"]')`)
	p.shoot("set")
	p.do(chromedp.MouseClickXY(x, y))
	p.wait(`document.querySelector("#pencil-white").value === "" && !document.querySelector(".pencil .set rect")`)
}

// The buttons below a large board cover none of its rows when the page has more to say, as after two passes.
func TestButtonsCoverNoRowOfTheBoard(t *testing.T) {
	s := start(t, "demo")
	desk, phone := open(t, s), open(t, s)
	demoDesk(desk)
	links := slipLinks(desk, "/desk/helsinki-handicap-open", 3)
	const covered = `document.querySelector("#play svg.board").getBoundingClientRect().bottom - document.querySelector("#play .deck").getBoundingClientRect().top`
	phone.do(chromedp.EmulateViewport(375, 667, chromedp.EmulateMobile))
	for _, link := range links {
		phone.visit(link + "?lang=en")
		if phone.evaluate(`document.querySelector("#play button[value=pass]:not([disabled])")`) {
			break
		}
	}
	phone.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector(".handing").open = true)`))
	phone.wait(`(scrollBy(0, document.querySelector("#play svg.board").getBoundingClientRect().top - 60), document.querySelector("#play .deck").getBoundingClientRect().bottom <= innerHeight)`)
	for range 2 {
		phone.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#play button[value=pass]").click()`))
		phone.wait(settled) // earlier, a click loads a whole page
	}
	phone.wait(`document.querySelector("#play .said")`)
	phone.wait(`document.querySelector("#play button[value=pass][disabled]")`)
	phone.wait(covered + ` <= 1`)
}
