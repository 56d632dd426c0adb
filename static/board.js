// @ts-check
// Boards in the browser: points, stones, and how a point is chosen with the mouse or a finger, as
// all scripts with boards use them. Pages are complete without these scripts.
"use strict";

/**
 * What a stone does.
 * @typedef {object} Effect
 * @property {Map<string, string>} after the position after it
 * @property {string[]} taken the stones of the other player that it takes
 * @property {string[]} suicide the stones of its own that it takes off
 * @property {string} ko the point where the other player may not retake, or nothing
 */

/**
 * Boards on which points are chosen.
 * @typedef {object} Picker
 * @property {string} mouse which boards a mouse chooses on
 * @property {string} finger which boards a finger chooses on
 * @property {(svg: SVGSVGElement, point: string) => string} color the colour of a stone there: B, W or nothing
 * @property {(svg: SVGSVGElement, point: string) => void} play
 */

const board = (() => {
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
  /** @param {SVGSVGElement} svg */
  const size = (svg) => [Number(svg.dataset.cols), Number(svg.dataset.rows)];
  // The point with a name in small letters or capitals, or nothing.
  /** @type {(svg: SVGSVGElement, text: string) => string} */
  const named = (svg, text) => {
    const [cols, rows] = size(svg);
    for (let i = 0; i < cols * rows; i += 1) {
      const point = letters[i % cols] + letters[Math.floor(i / cols)];
      if (name(point, rows) === text.trim().toUpperCase()) return point;
    }
    return "";
  };
  /** @type {(tag: "circle" | "path" | "rect" | "text" | "g", attributes: Record<string, string | number>) => SVGElement} */
  const shape = (tag, attributes) => {
    const s = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) s.setAttribute(key, String(value));
    return s;
  };
  /** @type {(point: string, className: string, r: number) => SVGElement} */
  const circle = (point, className, r) => {
    const [x, y] = at(point);
    return shape("circle", { class: className, cx: x, cy: y, r, "data-p": point });
  };
  // A letter or sign on a point: on the wood it covers the lines.
  /** @type {(point: string, text: string, stone: string) => SVGElement} */
  const label = (point, text, stone) => {
    const [x, y] = at(point);
    const g = shape("g", {});
    if (!stone) g.append(circle(point, "clear", .38));
    const t = shape("text", { class: `label ${stone}`, x, y: y + .22 });
    t.textContent = text;
    g.append(t);
    return g;
  };
  // The number of a move on its stone.
  /** @type {(point: string, n: number, className: string) => SVGElement} */
  const number = (point, n, className) => {
    const [x, y] = at(point);
    const t = shape("text", { class: `number ${className} ${n > 99 ? "widest" : "wide"}`, x, y: y + .16 });
    t.textContent = String(n);
    return t;
  };
  // The point of the ko ban.
  /** @param {string} point */
  const ko = (point) => {
    const [x, y] = at(point);
    return shape("rect", { class: "ko", x: x - .25, y: y - .25, width: .5, height: .5 });
  };
  // The target of an event.
  /** @param {Event} event */
  const targetOf = (event) => /** @type {Element} */ (event.target);
  // The point of the board under a pointer, or nothing.
  /** @type {(svg: SVGSVGElement, event: MouseEvent) => string} */
  const pointed = (svg, event) => {
    const screen = svg.getScreenCTM();
    if (!screen) return "";
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    const [x, y] = [Math.round(p.x), Math.round(p.y)];
    const [cols, rows] = size(svg);
    return x >= 0 && y >= 0 && x < cols && y < rows ? letters[x] + letters[y] : "";
  };

  // The chain of a stone, and its liberties.
  /** @type {(stones: Map<string, string>, svg: SVGSVGElement, from: string) => { chain: Set<string>, liberties: Set<string> }} */
  const chainOf = (stones, svg, from) => {
    const [cols, rows] = size(svg);
    const chain = new Set([from]);
    const liberties = new Set();
    for (const point of chain) { // grows during the loop
      const [x, y] = at(point);
      for (const [a, b] of [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]) {
        if (a < 0 || b < 0 || a >= cols || b >= rows) continue;
        const next = letters[a] + letters[b];
        if (!stones.has(next)) liberties.add(next);
        else if (stones.get(next) === stones.get(from)) chain.add(next);
      }
    }
    return { chain, liberties };
  };
  // Puts a stone on an empty point, as internal/rules does.
  /** @type {(stones: Map<string, string>, svg: SVGSVGElement, color: string, point: string) => Effect} */
  const place = (stones, svg, color, point) => {
    const after = new Map(stones).set(point, color);
    /** @type {string[]} */
    const taken = [];
    for (const [q, stone] of stones) {
      if (stone === color || !after.has(q)) continue;
      const [x, y] = at(q);
      const [a, b] = at(point);
      if (Math.abs(x - a) + Math.abs(y - b) !== 1) continue;
      const { chain, liberties } = chainOf(after, svg, q);
      if (!liberties.size) chain.forEach((s) => { after.delete(s); taken.push(s); });
    }
    const { chain, liberties } = chainOf(after, svg, point);
    const suicide = liberties.size ? [] : [...chain];
    suicide.forEach((s) => after.delete(s));
    return { after, taken, suicide, ko: taken.length === 1 && chain.size === 1 && liberties.size === 1 ? taken[0] : "" };
  };

  /** @type {Picker[]} */
  const pickers = [];
  // The board under a pointer, with its picker.
  /** @type {(event: PointerEvent | MouseEvent, by: "mouse" | "finger") => { svg: SVGSVGElement, picker: Picker } | null} */
  const picked = (event, by) => {
    const svg = /** @type {SVGSVGElement | null} */ (targetOf(event).closest("svg.board"));
    const picker = svg && pickers.find((p) => p[by] && svg.matches(p[by]));
    return svg && picker ? { svg, picker } : null;
  };

  // The mouse shows the stone of the next click.
  /** @type {SVGElement | null} */
  let ghost = null;
  const lift = () => { ghost?.remove(); ghost = null; };
  /** @param {PointerEvent} event */
  const hover = (event) => {
    const on = event.pointerType === "mouse" && picked(event, "mouse");
    const point = on ? pointed(on.svg, event) : "";
    const color = on && point && !on.svg.querySelector(`.stones [data-p="${point}"]`) ? on.picker.color(on.svg, point).toLowerCase() : "";
    const was = ghost && ghost.isConnected ? `${ghost.dataset.p} ${ghost.getAttribute("class")}` : "";
    if (was === (color && `${point} ghost ${color}`)) return;
    lift();
    if (!on || !color) return;
    ghost = circle(point, `ghost ${color}`, .47);
    on.svg.append(ghost);
  };

  // A finger is broader than a point: lines cross under it until it is lifted. Off the board it plays nothing.
  /** @type {{ svg: SVGSVGElement, picker: Picker, line: SVGElement, lens: SVGElement | null } | null} */
  let aimed = null;
  let lifted = -Infinity;
  let by = "mouse";
  const drop = () => { aimed?.line.remove(); aimed?.lens?.remove(); aimed = null; };
  // If the points are small, the other half of the board shows the points around the finger larger. It spans wide
  // points of the board, and shows seen of them.
  const small = 30, wide = 8, seen = 5;
  /** @type {(svg: SVGSVGElement) => SVGElement | null} */
  const lensOf = (svg) => {
    if (svg.clientWidth / size(svg)[0] > small) return null;
    const lens = /** @type {SVGElement} */ (svg.cloneNode(true));
    ["role", "aria-label", "data-cols", "data-rows"].forEach((name) => lens.removeAttribute(name));
    Object.entries({ class: "lens", "aria-hidden": "true", y: -1, width: wide, height: wide })
      .forEach(([name, value]) => lens.setAttribute(name, String(value)));
    return lens;
  };
  /** @param {PointerEvent} event */
  const cross = (event) => {
    if (!aimed) return;
    const { svg, picker, line, lens } = aimed;
    const point = pointed(svg, event);
    const [x, y] = point ? at(point) : [0, 0];
    const [cols, rows] = size(svg);
    line.setAttribute("d", point ? `M0 ${y}H${cols - 1}M${x} 0V${rows - 1}` : "");
    if (!lens) return;
    lens.toggleAttribute("hidden", !point);
    lens.querySelectorAll(".target").forEach((was) => was.remove());
    if (!point) return;
    const edge = 1, from = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(-edge, Math.min(n - seen / 2, most - 1 + edge - seen));
    const [left, top] = [from(x, cols), from(y, rows)];
    lens.setAttribute("viewBox", `${left} ${top} ${seen} ${seen}`);
    lens.setAttribute("x", String(x < cols / 2 ? cols - wide : -1));
    lens.append(circle(point, `target ${picker.color(svg, point).toLowerCase()}`, .47),
      shape("rect", { class: "target", x: left, y: top, width: seen, height: seen }));
  };
  document.addEventListener("pointerdown", (event) => {
    by = event.pointerType;
    if (aimed) { // a second finger zooms
      drop();
      return;
    }
    const on = by === "touch" ? picked(event, "finger") : null;
    if (!on) return;
    const line = shape("path", { class: "aim" });
    const lens = lensOf(on.svg);
    on.svg.append(line);
    if (lens) on.svg.append(lens);
    aimed = { ...on, line, lens };
    cross(event);
  });
  document.addEventListener("pointermove", (event) => { cross(event); hover(event); });
  document.addEventListener("pointerout", (event) => { if (!event.relatedTarget) lift(); });
  document.addEventListener("pointercancel", drop);
  document.addEventListener("pointerup", (event) => {
    if (!aimed) return;
    const { svg, picker } = aimed;
    drop();
    lifted = event.timeStamp;
    const point = pointed(svg, event);
    if (point) picker.play(svg, point);
  });
  document.addEventListener("click", (event) => {
    const echo = by !== "mouse" && event.timeStamp - lifted < 500; // browsers make a click of a touch
    const on = picked(event, by === "touch" ? "finger" : "mouse");
    const point = on && !echo ? pointed(on.svg, event) : "";
    if (!on || !point) return;
    lift();
    on.picker.play(on.svg, point);
  });

  /** @param {Picker} picker */
  const pick = (picker) => { pickers.push(picker); };
  return { at, chainOf, circle, ko, label, name, named, number, pick, place, pointed, shape, targetOf };
})();
