// @ts-check
// The replay of a record: its moves, variations, comments and findings on the board.
"use strict";

/**
 * A step of a replay, as the server writes it.
 * @typedef {object} Step
 * @property {number} u the step before; negative at the beginning
 * @property {string} [c] the colour of the move
 * @property {string} [m] its point, or "pass"
 * @property {number} [n] its number
 * @property {string} [s] the stones that changed: their points, what was there and what is
 * @property {string[]} [k] labels: their points and texts
 * @property {[number, number]} x the stones captured so far, by Black and by White
 */

(() => {
  const { name, circle, targetOf, label } = board;

  // The replay on the page. A live page may put another in its place, which
  // stays at the same move if the record is the same.
  /**
   * @type {{ root: HTMLElement, record: string, at: () => number, go: (to: number) => void,
   *   press: (key: string) => boolean } | null}
   */
  let shown = null;

  /** @param {HTMLElement} root */
  const replay = (root) => {
    const { replay: record, pass, move, captured } = root.dataset;
    if (!record || !pass || !move || !captured) return;
    /** @type {Step[]} */
    const steps = JSON.parse(record);
    if (!steps.length) return;
    const before = shown && shown.record === record ? shown.at() : -1;
    const svg = need(".wide svg", root);
    const stones = need(".stones", svg);
    const marks = need(".marks", svg);
    const branches = need(".branches", root);
    const rows = Number(svg.dataset.rows);
    const children = steps.map(() => /** @type {number[]} */ ([]));
    steps.forEach((step, i) => { if (step.u >= 0) children[step.u].push(i); });
    let final = 0;
    while (children[final].length) [final] = children[final];
    let now = final;
    let way = children.map((list) => list[0]); // which variation was looked at last
    const found = [...document.querySelectorAll(".findings [data-step]")].map((a) => Number(a.dataset.step));
    const comments = document.querySelector(".comments");
    const said = comments ? [...comments.querySelectorAll("[data-said]")].map((li) => Number(li.dataset.said)) : [];
    /** @type {(point: string, color: string) => void} */
    const put = (point, color) => {
      const old = stones.querySelector(`[data-p="${point}"]`);
      if (old) old.remove();
      if (color !== "-") stones.append(circle(point, color.toLowerCase(), .47));
    };
    /** @type {(step: Step, back: boolean) => void} */
    const change = (step, back) => (step.s || "").split(" ").filter(Boolean).forEach((c) => put(c.slice(0, 2), back ? c[2] : c[3]));
    /** @param {string} [point] */
    const called = (point) => (point && point !== "pass" ? name(point, rows) : pass);
    /** @param {number} i */
    const path = (i) => { const list = []; for (; i >= 0; i = steps[i].u) list.unshift(i); return list; };
    const show = () => {
      const { u, c = "", m = "", n = 0, k: labels = [], x: taken } = steps[now];
      const ended = now === final;
      svg.querySelectorAll(".own, .dead").forEach((g) => g.classList.toggle("away", !ended));
      marks.replaceChildren();
      if (m && m !== "pass" && stones.querySelector(`[data-p="${m}"]`)) {
        if (found.includes(now)) marks.append(circle(m, "wrong", .5));
        if (!labels.some((k) => k.startsWith(m))) marks.append(circle(m, `last ${c.toLowerCase()}`, .22));
      }
      labels.forEach((k) => marks.append(label(k.slice(0, 2), k.slice(2), stones)));
      need(".now", root).textContent = `${move.replace("%n", String(n))} ${m && called(m)}`.trim();
      need(".taken", root).textContent = captured.replace("%b", String(taken[0])).replace("%w", String(taken[1]));
      document.querySelectorAll("[data-step]").forEach((a) => {
        const current = Number(a.dataset.step) === now;
        a.toggleAttribute("aria-current", current);
        if (current) a.setAttribute("aria-current", "true");
        const list = a.closest(".moves ol");
        if (current && list) list.scrollTop = a.offsetTop - list.clientHeight / 2;
      });
      if (comments) comments.querySelectorAll("[data-said]").forEach((li) => { li.hidden = Number(li.dataset.said) !== now; });
      branches.querySelectorAll("button").forEach((b) => b.remove());
      const next = children[now];
      const beside = u >= 0 ? children[u] : [];
      const list = next.length > 1 ? next : beside.length > 1 ? beside : [];
      branches.hidden = !list.length;
      list.forEach((i) => {
        const b = document.createElement("button");
        b.type = "button";
        b.className = "small";
        b.textContent = called(steps[i].m);
        if (i === now) b.setAttribute("aria-current", "true");
        b.addEventListener("click", () => go(i));
        branches.append(b);
      });
      const first = root.querySelector("[data-go=first]");
      root.querySelectorAll("[data-go]").forEach((b) => {
        const back = b === first || b.dataset.go === "back";
        b.toggleAttribute("disabled", back ? now === 0 : !next.length);
      });
    };
    /** @param {number} to */
    const go = (to) => {
      const from = path(now);
      const there = path(to);
      let same = 0;
      while (same < from.length && same < there.length && from[same] === there[same]) same += 1;
      from.slice(same).reverse().forEach((i) => change(steps[i], true));
      there.slice(same).forEach((i) => change(steps[i], false));
      there.forEach((i) => { if (steps[i].u >= 0) way[steps[i].u] = i; });
      now = to;
      show();
    };
    /** @param {number} n */
    const on = (n) => { let i = now; for (; n > 0 && way[i] !== undefined; n -= 1) i = way[i]; go(i); };
    /** @param {number} n */
    const back = (n) => { let i = now; for (; n > 0 && steps[i].u >= 0; n -= 1) i = steps[i].u; go(i); };
    /** @param {number} by */
    const turn = (by) => {
      const beside = steps[now].u >= 0 ? children[steps[now].u] : [];
      const next = beside[beside.indexOf(now) + by];
      if (next !== undefined) go(next);
    };
    /** @type {Record<string, () => void>} */
    const moves = {
      first: () => back(Infinity), back: () => back(1), on: () => on(1), last: () => on(Infinity),
    };
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: moves.back, ArrowRight: moves.on, Home: moves.first, End: moves.last, PageUp: () => back(10), PageDown: () => on(10),
      ArrowUp: () => turn(-1), ArrowDown: () => turn(1),
    };
    root.querySelectorAll("[data-go]").forEach((b) => b.addEventListener("click", moves[b.dataset.go]));
    /** @param {string} key */
    const press = (key) => {
      const branching = steps[now].u >= 0 && children[steps[now].u].length > 1;
      if (!keys[key] || (/^Arrow(Up|Down)$/.test(key) && !branching)) return false;
      keys[key]();
      return true;
    };
    if (comments) {
      comments.classList.add("one");
      const next = need("[data-next]", comments);
      next.addEventListener("click", () => go(said.find((i) => i > now) ?? said[0]));
    }
    // A swipe turns pages; a tap goes on from the right half, back from the left.
    /** @type {{ x: number, y: number } | null} */
    let touch = null;
    svg.addEventListener("pointerdown", (event) => { touch = { x: event.clientX, y: event.clientY }; });
    svg.addEventListener("pointerup", (event) => {
      if (!touch) return;
      const dx = event.clientX - touch.x;
      const dy = event.clientY - touch.y;
      touch = null;
      const far = 30;
      const box = svg.getBoundingClientRect();
      if (Math.abs(dx) > far && Math.abs(dx) > Math.abs(dy)) (dx < 0 ? moves.on : moves.back)();
      else if (Math.abs(dx) < 8 && Math.abs(dy) < 8) (event.clientX > box.left + box.width / 2 ? moves.on : moves.back)();
    });
    const box = need(".coordinate input", root);
    const key = "tourney:coordinates";
    /** @param {boolean} seen */
    const coordinates = (seen) => need(".coordinates", svg).classList.toggle("away", !seen);
    try { box.checked = localStorage.getItem(key) !== "off"; } catch { /* private window */ }
    coordinates(box.checked);
    box.addEventListener("change", () => {
      coordinates(box.checked);
      try { localStorage.setItem(key, box.checked ? "on" : "off"); } catch { /* private window */ }
    });
    root.classList.add("ready");
    shown = { root, record, at: () => now, go, press };
    const linked = /^#m\d+$/.test(location.hash) && document.querySelector(`${location.hash} [data-step]`);
    if (before >= 0) go(before);
    else if (linked) go(Number(linked.dataset.step));
    else show();
  };
  document.querySelectorAll("[data-replay]").forEach(replay);
  document.body.addEventListener("htmx:afterSwap", () => {
    const root = document.querySelector("[data-replay]");
    if (root && (!shown || shown.root !== root)) replay(root);
  });
  document.addEventListener("keydown", (event) => {
    if (!shown || event.altKey || event.ctrlKey || event.metaKey) return;
    if (targetOf(event).closest("input, textarea, select, .moves ol")) return;
    if (shown.press(event.key)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const link = targetOf(event).closest("[data-step]");
    if (!link || !shown) return;
    shown.go(Number(link.dataset.step));
    event.preventDefault();
    if (link.closest(".findings")) shown.root.scrollIntoView({ block: "nearest" });
  });
})();
