// @ts-check
// The replay of a record: its moves, variations, comments and findings on the board, and the reader's own moves, which
// stay in the browser.
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
 * @property {number} [own] its number among the reader's own moves
 */

/**
 * What is kept when a live page puts the record in its place anew.
 * @typedef {object} Reading
 * @property {string} page the address of the page
 * @property {string} record
 * @property {Step[]} steps those of the record, then the reader's own
 * @property {number[][]} children the steps after each
 * @property {(number | undefined)[]} way which of them was looked at last
 * @property {number} now the step shown
 * @property {number} final the last step of the record
 * @property {boolean} trying whether the reader plays moves of their own
 * @property {boolean} playing whether it goes on by itself
 */

(() => {
  const { at, chainOf, circle, label, name, named, number, place, targetOf } = board;
  /** @param {string} color */
  const opponent = (color) => (color === "B" ? "W" : "B");
  /** @param {string} key */
  const kept = (key) => { try { return localStorage.getItem(`tourney:${key}`); } catch { return null; } };
  /** @type {(key: string, value: string) => void} */
  const keep = (key, value) => { try { localStorage.setItem(`tourney:${key}`, value); } catch { /* private window */ } };

  // One turn of the wheel lasts until it rests. It begins with the next event, and counts as strayed if it began
  // outside a board.
  const wheel = { at: -Infinity, begins: true, strayed: false };
  window.addEventListener("wheel", (event) => {
    wheel.begins = event.timeStamp - wheel.at > 250;
    wheel.at = event.timeStamp;
    if (wheel.begins) wheel.strayed = !targetOf(event).closest(".replay svg.board");
  }, { capture: true, passive: true });

  // The reading position in a longer version of a record: readers stay at their move, with their own moves, or at the
  // end if they were there. Undone moves also remove the reader's moves after them.
  /** @type {(was: Reading, fresh: Reading) => Reading} */
  const goneOn = (was, fresh) => {
    if (was.page !== fresh.page) return fresh;
    /** @type {Step[]} */
    const before = JSON.parse(was.record);
    const changed = before.findIndex((step, i) => JSON.stringify(step) !== JSON.stringify(fresh.steps[i]));
    if (changed >= 0) return { ...fresh, now: was.now < changed ? was.now : fresh.now };
    if (!was.trying && was.now === was.final) return fresh;
    const more = fresh.steps.length - before.length;
    /** @param {number} i */
    const moved = (i) => (i < before.length ? i : i + more);
    was.steps.slice(before.length).forEach((step) => {
      fresh.steps.push({ ...step, u: moved(step.u) });
      fresh.children.push([]);
    });
    was.children.forEach((list, i) => fresh.children[moved(i)].push(...list.filter((j) => j >= before.length).map(moved)));
    was.way.forEach((to, i) => { if (to !== undefined) fresh.way[moved(i)] = moved(to); });
    return { ...fresh, now: moved(was.now), trying: was.trying, playing: was.playing };
  };

  // The replay on the page. A live page may replace it.
  /**
   * @type {{ root: HTMLElement, reading: Reading, go: (to: number) => void, press: (key: string) => boolean,
   *   play: (point: string) => void, color: (point: string) => string, stop: () => void } | null}
   */
  let shown = null;

  /** @param {HTMLElement} root */
  const replay = (root) => {
    const { replay: record, words, repetition, suicide, plays: last } = root.dataset;
    if (!record || !words) return;
    /** @type {Record<string, string>} */
    const say = JSON.parse(words);
    /** @type {Step[]} */
    const written = JSON.parse(record);
    if (!written.length) return;
    const svg = need(".wide svg", root);
    const stones = need(".stones", svg);
    const marks = need(".marks", svg);
    const branches = need(".branches", root);
    const bar = need("input.bar", root);
    const ticks = need(".ticks", root);
    const deck = need(".deck", root);
    const auto = need("[data-auto]", root);
    const tries = need("[data-try]", root);
    const rows = Number(svg.dataset.rows);
    const children = written.map(() => /** @type {number[]} */ ([]));
    written.forEach((step, i) => { if (step.u >= 0) children[step.u].push(i); });
    let final = 0;
    while (children[final].length) [final] = children[final];
    /** @type {Reading} */
    const fresh = {
      page: location.pathname, record, steps: written, children, way: children.map((list) => list[0]), now: final, final, trying: false, playing: false,
    };
    const again = shown !== null && shown.reading.page === fresh.page;
    const reading = !shown ? fresh : again && shown.reading.record === record ? shown.reading : goneOn(shown.reading, fresh);
    const { steps, way } = reading;
    const after = reading.children;
    shown?.stop();
    // The page shows the final position; board is its stones.
    let now = final;
    const circles = new Map([...stones.querySelectorAll("circle[data-p]")].map((c) => [c.dataset.p, /** @type {Element} */ (c)]));
    /** @type {Map<string, string>} */
    const position = new Map([...circles].map(([point, c]) => [point, (c.getAttribute("class") ?? "").toUpperCase()]));
    const found = [...document.querySelectorAll(".findings [data-step]")].map((a) => Number(a.dataset.step));
    const comments = document.querySelector(".comments");
    const said = comments ? [...comments.querySelectorAll("[data-said]")].map((li) => Number(li.dataset.said)) : [];
    // The links to steps, and the links to the shown step.
    const links = [...document.querySelectorAll("[data-step]")].map((a) => ({ a, step: Number(a.dataset.step) }));
    let current = links.slice(0, 0);
    /** @type {(point: string, color: string) => void} */
    const put = (point, color) => {
      circles.get(point)?.remove();
      circles.delete(point);
      position.delete(point);
      if (color === "-") return;
      const c = circle(point, color.toLowerCase(), .47);
      stones.append(c);
      circles.set(point, c);
      position.set(point, color);
    };
    /** @param {Step} step */
    const changes = (step) => (step.s || "").split(" ").filter(Boolean);
    /** @type {(step: Step, back: boolean) => void} */
    const change = (step, back) => changes(step).forEach((c) => put(c.slice(0, 2), back ? c[2] : c[3]));
    /** @param {string} [point] */
    const called = (point) => (point && point !== "pass" ? name(point, rows) : say.pass);
    /** @param {number} i */
    const path = (i) => { const list = []; for (; i >= 0; i = steps[i].u) list.unshift(i); return list; };
    // The steps of the bar: up to the shown step, and onwards from there.
    const line = () => {
      const list = path(now);
      for (let i = way[now]; i !== undefined; i = way[i]) list.push(i);
      return list;
    };
    // The player to move after a step.
    /** @param {number} i */
    const toPlay = (i) => {
      const child = after[i].find((j) => steps[j].c);
      if (child !== undefined) return steps[child].c ?? "B";
      if (i === final && (last === "B" || last === "W")) return last;
      for (; i >= 0; i = steps[i].u) if (steps[i].c) return opponent(steps[i].c ?? "B");
      return "B";
    };
    // The captures by the move of a step.
    /** @param {Step} step */
    const taken = (step) => changes(step).filter((c) => c[3] === "-" && c.slice(0, 2) !== step.m).map((c) => c.slice(0, 2));
    // The point of the ko ban after the shown step, or nothing.
    const ko = () => {
      const step = steps[now];
      const off = taken(step);
      if (!step.m || off.length !== 1 || changes(step).length !== 2 || !position.has(step.m)) return "";
      const { chain, liberties } = chainOf(position, svg, step.m);
      return chain.size === 1 && liberties.size === 1 && liberties.has(off[0]) ? off[0] : "";
    };
    // The shown step in words, for people who cannot see the board.
    const spoken = () => {
      const { c, m, n = 0 } = steps[now];
      const off = taken(steps[now]).length;
      if (!m) return say.move.replace("%n", String(n));
      return say[(c === "B" ? "black" : "white") + (off ? ".takes" : "")]
        .replace("%n", String(n)).replace("%p", called(m)).replace("%t", String(off));
    };
    /** @param {string} color */
    const listed = (color) => [...position].filter(([, c]) => c === color).map(([p]) => p)
      .sort((a, b) => at(a)[1] - at(b)[1] || at(a)[0] - at(b)[0]).map((p) => name(p, rows)).join(" ") || "–";

    const numbersBox = need(".numbering input", root);
    const territoryBox = need(".territory input", root);
    const drawMarks = () => {
      const { c = "", m = "", k: labels = [] } = steps[now];
      marks.replaceChildren();
      svg.querySelectorAll(".ghost").forEach((g) => g.remove());
      const numbers = new Map();
      path(now).forEach((i) => {
        const step = steps[i];
        if (step.m && (step.own || numbersBox.checked && !steps[now].own)) numbers.set(step.m, step.own ?? step.n);
      });
      if (m && m !== "pass" && position.has(m)) {
        if (found.includes(now)) marks.append(circle(m, "wrong", .5));
        if (!numbers.has(m) && !labels.some((k) => k.startsWith(m))) marks.append(circle(m, `last ${c.toLowerCase()}`, .22));
      }
      numbers.forEach((n, point) => {
        const stone = position.get(point);
        if (stone && !labels.some((k) => k.startsWith(point))) marks.append(number(point, n, `${stone.toLowerCase()}${point === m ? " latest" : ""}`));
      });
      labels.forEach((k) => marks.append(label(k.slice(0, 2), k.slice(2), (position.get(k.slice(0, 2)) ?? "").toLowerCase())));
      const banned = ko();
      if (banned) marks.append(board.ko(banned));
      svg.querySelectorAll(".own, .dead").forEach((g) => g.classList.toggle("away", now !== final || !territoryBox.checked));
    };
    let drawn = "";
    const drawBar = () => {
      const list = line();
      bar.max = String(list.length - 1);
      bar.value = String(list.indexOf(now));
      bar.setAttribute("aria-valuetext", spoken());
      const key = list.join();
      if (key === drawn) return;
      drawn = key;
      ticks.replaceChildren();
      list.forEach((i, n) => {
        const kind = found.includes(i) ? "wrong" : steps[i].own ? "own" : said.includes(i) ? "said" : "";
        if (!kind) return;
        const tick = document.createElement("i");
        tick.className = kind;
        tick.style.left = `${100 * n / (list.length - 1 || 1)}%`;
        ticks.append(tick);
      });
    };
    const show = () => {
      const { u, m = "", n = 0, x: captives } = steps[now];
      reading.now = now;
      drawMarks();
      drawBar();
      svg.setAttribute("aria-label", say.board.replace("%n", String(n)));
      need(".stood", root).textContent = say.stones.replace("%b", listed("B")).replace("%w", listed("W"));
      need(".now", root).textContent = `${say.move.replace("%n", String(n))} ${m && called(m)}`.trim();
      if (document.activeElement !== bar) need(".spoken", root).textContent = spoken(); // the bar announces it itself
      need(".taken", root).textContent = say.captured.replace("%b", String(captives[0])).replace("%w", String(captives[1]));
      current.forEach(({ a }) => a.removeAttribute("aria-current"));
      current = links.filter(({ step }) => step === now);
      current.forEach(({ a }) => {
        a.setAttribute("aria-current", "true");
        const list = a.closest(".moves ol");
        if (list) list.scrollTop = a.offsetTop - list.clientHeight / 2;
      });
      if (comments) comments.querySelectorAll("[data-said]").forEach((li) => { li.hidden = Number(li.dataset.said) !== now; });
      branches.querySelectorAll("button").forEach((b) => b.remove());
      const next = after[now];
      const beside = u >= 0 ? after[u] : [];
      const list = next.length > 1 ? next : beside.length > 1 ? beside : [];
      branches.hidden = !list.length;
      list.forEach((i) => {
        const b = document.createElement("button");
        b.type = "button";
        b.className = "small";
        b.textContent = called(steps[i].m) + (steps[i].own ? " *" : "");
        if (i === now) b.setAttribute("aria-current", "true");
        b.addEventListener("click", () => go(i));
        branches.append(b);
      });
      const first = root.querySelector("[data-go=first]");
      root.querySelectorAll("[data-go]").forEach((b) => {
        const back = b === first || b.dataset.go === "back";
        b.toggleAttribute("disabled", back ? now === 0 : !next.length);
      });
      deck.querySelectorAll(".yours").forEach((e) => { e.hidden = !reading.trying; });
      root.classList.toggle("trying", reading.trying);
      tries.hidden = reading.trying;
      need("[data-own=undo]", deck).toggleAttribute("disabled", !steps[now].own);
    };
    /** @param {number} to */
    const move = (to) => {
      if (steps[to].own) reading.trying = true;
      const from = path(now);
      const there = path(to);
      let common = 0;
      while (common < from.length && common < there.length && from[common] === there[common]) common += 1;
      from.slice(common).reverse().forEach((i) => change(steps[i], true));
      there.slice(common).forEach((i) => change(steps[i], false));
      there.forEach((i) => { if (steps[i].u >= 0) way[steps[i].u] = i; });
      now = to;
      show();
    };

    // It plays until the end, or until the reader does something.
    const speed = need("select.speed", root);
    let timer = 0;
    const stop = () => { window.clearTimeout(timer); };
    /** @param {boolean} on */
    const run = (on) => {
      stop();
      reading.playing = on;
      auto.setAttribute("aria-pressed", String(on));
      if (!on) return;
      timer = window.setTimeout(() => {
        const next = way[now];
        if (next !== undefined) move(next);
        run(way[now] !== undefined);
      }, Number(speed.value));
    };
    const toggle = () => {
      if (!reading.playing && way[now] === undefined) move(0);
      run(!reading.playing);
    };
    speed.value = kept("speed") ?? speed.value;
    if (!speed.value) speed.value = "1500";
    speed.addEventListener("change", () => { keep("speed", speed.value); run(reading.playing); });
    auto.addEventListener("click", toggle);

    /** @param {number} to */
    const go = (to) => { run(false); refuse(""); move(to); };
    /** @param {number} n */
    const on = (n) => { let i = now; for (let to = way[i]; n > 0 && to !== undefined; n -= 1, to = way[i]) i = to; go(i); };
    /** @param {number} n */
    const back = (n) => { let i = now; for (; n > 0 && steps[i].u >= 0; n -= 1) i = steps[i].u; go(i); };
    /** @param {number} by */
    const turn = (by) => {
      const beside = steps[now].u >= 0 ? after[steps[now].u] : [];
      const next = beside[beside.indexOf(now) + by];
      if (next !== undefined) go(next);
    };

    // The reader's own moves.
    const why = need(".refused", deck);
    /** @param {string} text */
    const refuse = (text) => { why.textContent = text; why.hidden = !text; };
    const attempt = () => { reading.trying = true; run(false); show(); };
    // The reason against a move in the shown position, "" if it is legal.
    /** @type {(color: string, point: string) => string} */
    const illegal = (color, point) => {
      if (position.has(point)) return say.occupied;
      const simple = repetition !== "positional-superko" && repetition !== "situational-superko";
      if (simple && point === ko()) return say.ko;
      const effect = place(position, svg, color, point);
      if (effect.suicide.length === 1 || effect.suicide.length && suicide === "forbidden") return say.suicide;
      if (simple) return "";
      // The positions of the game so far, each with the next player. Stones set up by hand restart the list.
      /** @param {Map<string, string>} stood */
      const text = (stood) => [...stood].map(([p, c]) => p + c).sort().join("");
      const is = text(effect.after);
      const stood = new Map(position);
      let first = -1;
      for (let i = now; i >= 0; i = steps[i].u) {
        const turn = steps[i].c ? opponent(steps[i].c ?? "B") : toPlay(i);
        const repeats = repetition === "positional-superko" || turn === opponent(color);
        if (repeats && stood.size === effect.after.size && text(stood) === is) first = i;
        if (!steps[i].m && steps[i].s) break;
        changes(steps[i]).forEach((c) => { if (c[2] === "-") stood.delete(c.slice(0, 2)); else stood.set(c.slice(0, 2), c[2]); });
      }
      return first < 0 ? "" : say.superko.replace("%n", String(steps[first].n ?? 0));
    };
    /** @type {(point: string) => void} */
    const play = (point) => {
      const color = toPlay(now);
      const passes = point === "pass";
      const known = after[now].find((i) => steps[i].m === point);
      const reason = known !== undefined || passes ? "" : illegal(color, point);
      if (reason) {
        attempt();
        refuse(`${called(point)}: ${reason}`);
        return;
      }
      reading.trying = true;
      if (known !== undefined) {
        go(known);
        return;
      }
      const before = steps[now];
      /** @type {Step} */
      const step = { u: now, c: color, m: point, n: (before.n ?? 0) + 1, x: [before.x[0], before.x[1]], own: (before.own ?? 0) + 1 };
      if (!passes) {
        const { after: is, taken: off, suicide: lost } = place(position, svg, color, point);
        step.s = [...off.map((p) => `${p}${opponent(color)}-`), ...lost.filter((p) => p !== point).map((p) => `${p}${color}-`),
          ...(is.has(point) ? [`${point}-${color}`] : [])].join(" ");
        step.x[color === "B" ? 0 : 1] += off.length;
        step.x[color === "B" ? 1 : 0] += lost.length;
      }
      steps.push(step);
      after.push([]);
      way.push(undefined);
      after[now].push(steps.length - 1);
      go(steps.length - 1);
    };
    const undo = () => {
      const { u, own } = steps[now];
      if (!own) return;
      after[u] = after[u].filter((i) => i !== now);
      go(u);
      [way[u]] = after[u];
      show();
    };
    // Back to the game, and the bar follows it again. The reader's own moves stay as variations.
    const leave = () => {
      let i = now;
      while (steps[i].own) i = steps[i].u;
      way.forEach((to, from) => { if (to !== undefined && steps[to].own) way[from] = after[from].find((j) => !steps[j].own); });
      reading.trying = false;
      go(i);
    };
    tries.addEventListener("click", () => { attempt(); need("[data-own=leave]", deck).focus(); });
    const typed = need("input[name=point]", deck);
    const enter = () => {
      const point = named(svg, typed.value);
      if (point) {
        typed.value = "";
        play(point);
      } else refuse(say.point.replace("%s", typed.value));
    };
    typed.addEventListener("keydown", (event) => {
      if (event.key === "Enter") enter();
      else if (event.key === "Escape") leave();
      else return;
      event.preventDefault();
    });
    /** @type {Record<string, () => void>} */
    const owns = { play: enter, pass: () => play("pass"), undo, leave };
    deck.querySelectorAll("[data-own]").forEach((b) => b.addEventListener("click", owns[b.dataset.own]));

    /** @type {Record<string, () => void>} */
    const moves = {
      first: () => back(Infinity), back: () => back(1), on: () => on(1), last: () => on(Infinity),
    };
    const options = need("details.options", root);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: moves.back, ArrowRight: moves.on, Home: moves.first, End: moves.last, PageUp: () => back(10), PageDown: () => on(10),
      ArrowUp: () => turn(-1), ArrowDown: () => turn(1), " ": toggle, Escape: leave, "?": () => { options.open = !options.open; },
    };
    root.querySelectorAll("[data-go]").forEach((b) => b.addEventListener("click", moves[b.dataset.go]));
    /** @param {string} key */
    const press = (key) => {
      const branching = steps[now].u >= 0 && after[steps[now].u].length > 1;
      if (!keys[key] || (/^Arrow(Up|Down)$/.test(key) && !branching) || (key === "Escape" && !reading.trying)) return false;
      keys[key]();
      return true;
    };
    bar.addEventListener("input", () => go(line()[Number(bar.value)]));
    if (comments) {
      comments.classList.add("one");
      const next = need("[data-next]", comments);
      next.addEventListener("click", () => go(said.find((i) => i > now) ?? said[0]));
    }

    // The wheel moves the game if it began to turn on the board and a move was possible, else the page.
    let ours = false;
    let far = 0;
    svg.addEventListener("wheel", (event) => {
      const { deltaX, deltaY, deltaMode, ctrlKey } = event;
      if (wheel.begins) {
        const there = deltaY < 0 ? steps[now].u >= 0 : way[now] !== undefined;
        ours = there && !ctrlKey && Math.abs(deltaY) > Math.abs(deltaX);
        far = 0;
      } else if (wheel.strayed) ours = false;
      if (!ours) return;
      event.preventDefault();
      const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : 50 * Math.sign(deltaY);
      far += wheel.begins ? 50 * Math.sign(deltaY) : Math.max(-50, Math.min(50, pixels)); // a notch is a move
      if (Math.abs(far) < 50) return;
      if (far < 0) back(1);
      else on(1);
      far -= 50 * Math.sign(far);
    }, { passive: false });

    // A swipe turns pages; a tap on the right half moves forward, on the left half back.
    /** @type {{ x: number, y: number } | null} */
    let touch = null;
    svg.addEventListener("pointerdown", (event) => {
      touch = event.pointerType === "touch" && !reading.trying ? { x: event.clientX, y: event.clientY } : null;
    });
    svg.addEventListener("pointerup", (event) => {
      if (!touch) return;
      const dx = event.clientX - touch.x;
      const dy = event.clientY - touch.y;
      touch = null;
      const box = svg.getBoundingClientRect();
      if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) (dx < 0 ? moves.on : moves.back)();
      else if (Math.abs(dx) < 8 && Math.abs(dy) < 8) (event.clientX > box.left + box.width / 2 ? moves.on : moves.back)();
    });

    // The choice of what the board shows is stored on this device.
    /** @type {(key: string, box: HTMLInputElement, draw: () => void) => void} */
    const option = (key, box, draw) => {
      const was = kept(key);
      if (was) box.checked = was === "on";
      draw();
      box.addEventListener("change", () => { keep(key, box.checked ? "on" : "off"); draw(); });
    };
    const box = need(".coordinate input", root);
    option("coordinates", box, () => need(".coordinates", svg).classList.toggle("away", !box.checked));
    option("numbers", numbersBox, drawMarks);
    option("territory", territoryBox, drawMarks);
    root.classList.add("ready");
    shown = { root, reading, go, press, play, stop, color: (point) => (illegal(toPlay(now), point) ? "" : toPlay(now)) };
    const linked = /^#m\d+$/.test(location.hash) && document.querySelector(`${location.hash} [data-step]`);
    if (again) {
      move(reading.now);
      run(reading.playing);
    } else if (linked) go(Number(linked.dataset.step));
    else show();
  };
  document.querySelectorAll("[data-replay]").forEach(replay);
  document.body.addEventListener("htmx:afterSwap", () => {
    const root = document.querySelector("[data-replay]");
    if (root && (!shown || shown.root !== root)) replay(root);
  });
  board.pick({
    mouse: ".replay.ready .wide svg.board",
    finger: ".replay.trying .wide svg.board",
    color: (_, point) => shown?.color(point) ?? "",
    play: (_, point) => shown?.play(point),
  });
  document.addEventListener("keydown", (event) => {
    if (!shown || event.altKey || event.ctrlKey || event.metaKey) return;
    const on = targetOf(event);
    if (on.closest("input:not(.bar), textarea, select, .moves ol")) return;
    if (on.closest(".bar") ? !/^( |\?|Escape)$/.test(event.key) : event.key === " " && on.closest("button, a, summary")) return;
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
