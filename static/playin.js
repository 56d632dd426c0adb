// @ts-check
// Playing a game in: a click on a point is a move; the server says what comes of it.
"use strict";

(() => {
  const { SVG, at, name, targetOf, pointed } = board;

  /** @type {(svg: SVGSVGElement, event: MouseEvent) => void} */
  const play = (svg, event) => {
    const point = pointed(svg, event);
    const form = svg.closest("form");
    if (!point || !form) return;
    need("input[name=at]", form).value = name(point, Number(svg.dataset.rows));
    need("button[value=move]", form).click();
  };
  // A finger is broader than a point: lines cross under it until it is lifted,
  // and off the board it plays nothing.
  /** @type {{ svg: SVGSVGElement, line: SVGElement } | null} */
  let aimed = null;
  let lifted = -Infinity;
  const drop = () => { aimed?.line.remove(); aimed = null; };
  /** @param {MouseEvent} event */
  const cross = (event) => {
    if (!aimed) return;
    const { svg, line } = aimed;
    const point = pointed(svg, event);
    const [x, y] = point ? at(point) : [0, 0];
    line.setAttribute("d", point ? `M0 ${y}H${Number(svg.dataset.cols) - 1}M${x} 0V${Number(svg.dataset.rows) - 1}` : "");
  };
  document.addEventListener("pointerdown", (event) => {
    const svg = targetOf(event).closest("[data-play] svg.board");
    if (aimed) drop(); // a second finger zooms
    else if (svg && event.pointerType === "touch") {
      const line = document.createElementNS(SVG, "path");
      line.setAttribute("class", "aim");
      svg.append(line);
      aimed = { svg, line };
      cross(event);
    }
  });
  document.addEventListener("pointermove", cross);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("pointerup", (event) => {
    if (!aimed) return;
    const { svg } = aimed;
    drop();
    lifted = event.timeStamp;
    play(svg, event);
  });
  document.addEventListener("click", (event) => {
    const svg = targetOf(event).closest("[data-play] svg.board");
    const echo = event.pointerType !== "mouse" && event.timeStamp - lifted < 500; // browsers make a click of a touch
    if (svg && !echo) play(svg, event);
  });
})();
