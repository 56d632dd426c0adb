package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// The wall shows four live boards at once, whole and of one size, on a projector and on a portrait screen, and a move
// that is entered appears automatically.
func TestWallOfFourBoards(t *testing.T) {
	server := start(t, "demo")
	desk, wall, phone := open(t, server), open(t, server), open(t, server)
	demoDesk(desk)
	const cup = "/t/helsinki-handicap-open"
	desk.visit("/desk/helsinki-handicap-open/live")
	for n := 2; n <= 4; n++ {
		desk.press(`.games form[action$="/on"] button`)
		desk.wait(fmt.Sprintf(`document.querySelectorAll('.livegames form[action$="/off"]').length === %d`, n))
	}
	link := desk.attributes(".livegames li:first-child .row a", "pathname")[0]
	for _, size := range [][2]int64{{1920, 1080}, {1366, 768}, {1080, 1920}} {
		wall.do(chromedp.EmulateViewport(size[0], size[1]))
		wall.visit(cup + "/live/wall?lang=en")
		wall.wait(`document.querySelectorAll(".slide.shown article").length === 4`)
		if !wall.evaluate(`(() => {
			const boards = [...document.querySelectorAll(".slide.shown svg.board")].map((b) => b.getBoundingClientRect());
			const names = [...document.querySelectorAll(".slide.shown .who")].map((b) => b.getBoundingClientRect());
			const inside = (r) => r.left >= 0 && r.top >= 0 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1;
			const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
			const all = [...boards, ...names];
			return all.every(inside) && boards.every((b) => Math.abs(b.width - boards[0].width) < 1 && Math.abs(b.width - b.height) < 1) &&
				all.every((a, i) => all.every((b, j) => i >= j || apart(a, b))) && document.documentElement.scrollWidth <= innerWidth;
		})()`) {
			t.Errorf("the boards overlap, differ or are cut off on %d × %d", size[0], size[1])
		}
		wall.shoot(fmt.Sprintf("wall-%d", size[0]))
	}
	const stones = `[...document.querySelectorAll(".slide.shown .stones")].reduce((n, s) => n + s.children.length, 0)`
	if !wall.evaluate(stones + " > 30") {
		t.Error("the wall has no stones")
	}
	// The demonstration shows a move once three later ones are entered.
	phone.visit(link + "?lang=en")
	board := boardPage{page: phone}
	for i, column := range []int{2, 5, 8, 11} {
		x, y := board.at(".recorder svg.board", column, 9)
		phone.do(chromedp.MouseClickXY(x, y))
		phone.wait(fmt.Sprintf(`(r => r.dataset.moves === "%d" && r.dataset.waiting === "0")(document.querySelector(".recorder"))`, i+1))
	}
	wall.wait(`document.querySelector(".slide.shown article .stones").children.length === 1`)
}
