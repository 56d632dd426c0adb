// @ts-check
// Playing a game in: a click on a point is a move; the server says what comes of it.
"use strict";

board.pick({
  mouse: "[data-play] svg.board",
  finger: "[data-play] svg.board",
  color(svg) {
    const form = svg.closest("form[data-play]");
    const chosen = form?.querySelector("input[name=color]:checked");
    return chosen ? chosen.value : form?.dataset.play ?? "";
  },
  play(svg, point) {
    const form = svg.closest("form");
    if (!form) return;
    need("input[name=at]", form).value = board.name(point, Number(svg.dataset.rows));
    need("button[value=move]", form).click();
  },
});
