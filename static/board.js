// @ts-check
// Boards in the browser: points, stones and labels, as all scripts with boards use them.
// The server knows the rules; pages are complete without these scripts.
"use strict";

const board = (() => {
  const SVG = /** @type {const} */ ("http://www.w3.org/2000/svg");
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  /** @param {string} point */
  const at = (point) => [letters.indexOf(point[0]), letters.indexOf(point[1])];
  // The common name of a point: columns without I, rows from the bottom.
  /** @type {(point: string, rows: number) => string} */
  const name = (point, rows) => {
    const [x, y] = at(point);
    const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    return (columns[Math.floor(x / 25) - 1] || "") + columns[x % 25] + (rows - y);
  };
  /** @type {(point: string, className: string, r: number) => SVGElement} */
  const circle = (point, className, r) => {
    const [x, y] = at(point);
    const c = document.createElementNS(SVG, "circle");
    for (const [key, value] of Object.entries({ class: className, cx: x, cy: y, r, "data-p": point })) c.setAttribute(key, String(value));
    return c;
  };
  // What an event happened to.
  /** @param {Event} event */
  const targetOf = (event) => /** @type {Element} */ (event.target);
  // The point of the board under a pointer, or nothing.
  /** @type {(svg: SVGSVGElement, event: MouseEvent) => string} */
  const pointed = (svg, event) => {
    const screen = svg.getScreenCTM();
    if (!screen) return "";
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    const x = Math.round(p.x);
    const y = Math.round(p.y);
    return x >= 0 && y >= 0 && x < Number(svg.dataset.cols) && y < Number(svg.dataset.rows) ? letters[x] + letters[y] : "";
  };
  // A letter or sign on a point: on the wood it clears the lines away.
  /** @type {(point: string, text: string, stones: Element) => SVGElement} */
  const label = (point, text, stones) => {
    const [x, y] = at(point);
    const stone = stones.querySelector(`[data-p="${point}"]`);
    const g = document.createElementNS(SVG, "g");
    if (!stone) g.append(circle(point, "clear", .38));
    const t = document.createElementNS(SVG, "text");
    for (const [key, value] of Object.entries({ class: `label ${stone ? stone.getAttribute("class") : ""}`, x, y: y + .22 })) t.setAttribute(key, String(value));
    t.textContent = text;
    g.append(t);
    return g;
  };

  return { SVG, at, name, circle, targetOf, pointed, label };
})();
