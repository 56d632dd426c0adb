// @ts-check
// Entering a game: a click on a point is a move; the server returns the new position.
"use strict";
(() => {
  /** @typedef {Parameters<Parameters<typeof board.pick>[0]["play"]>} Pick */

  // Points clicked before the response to an earlier move. The response has a new form, whose moves they follow.
  /** @type {Pick[1][]} */
  let waiting = [];
  /** @type {(svg: Pick[0], point: Pick[1]) => void} */
  const play = (svg, point) => {
    const form = svg.closest("form");
    if (!form) return;
    if (form.matches(".htmx-request")) {
      waiting.push(point);
      return;
    }
    need("input[name=at]", form).value = board.name(point, Number(svg.dataset.rows));
    need("button[value=move]", form).click();
  };
  document.body.addEventListener("htmx:afterSettle", () => {
    const svg = document.querySelector("[data-play] svg.board");
    if (!svg || document.querySelector("[data-play] .wrong")) waiting = []; // after a refused move it is the same player's turn
    const point = waiting.shift();
    if (svg && point) play(svg, point);
  });
  document.body.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => { if (xhr.status >= 400 || !xhr.status) waiting = []; });

  board.pick({
    mouse: "[data-play] svg.board",
    finger: "[data-play] svg.board",
    color(svg) {
      const form = svg.closest("form[data-play]");
      const chosen = form?.querySelector("input[name=color]:checked");
      return chosen ? chosen.value : form?.dataset.play ?? "";
    },
    play,
  });
})();
