// @ts-check
// The recorder of a live game. The browser stores each step until the server has it on its disk. It sends the steps in
// their order until there is a response; a key makes each count once. The server checks the rules. Here stones are only
// placed and removed, so that the board is right without a connection.
"use strict";

/**
 * What the server has: the moves that stand as "Bpd", "W-" for a pass, "B!" for a resignation.
 * @typedef {{ steps: number, line: string[], size: number, handicap: number, setup: string[], free: number,
 *   said: string, done: boolean, fault?: string, moved?: boolean }} LiveState
 * A step that the server has not answered; after is the number of the step that it follows.
 * @typedef {{ once: string, after: number, do: string, at: string, left: string, player: string }} LiveStep
 */

(() => {
  /** @type {HTMLElement | null} */
  const root = document.querySelector(".recorder");
  if (!root) return;
  const said = /** @type {Record<string, string>} */ (root.dataset);
  /** @type {LiveState} */
  let state = JSON.parse(said.recorder);
  const place = `live ${said.action}`;
  const svg = /** @type {SVGSVGElement} */ (root.querySelector("svg.board"));
  const form = root.querySelector("form");
  /** @type {(id: string) => HTMLElement} */
  const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  /** @type {LiveStep[]} */
  let queue = [];
  try { queue = JSON.parse(localStorage.getItem(place) ?? "[]"); } catch { /* keeps nothing */ }
  const keep = () => {
    try {
      if (queue.length) localStorage.setItem(place, JSON.stringify(queue));
      else localStorage.removeItem(place);
    } catch { /* keeps nothing, or is full */ }
  };

  /** @param {string} point */
  const nameOf = (point) => board.name(point, state.size);
  // The stones after a line, and the point of the ko ban.
  /** @param {string[]} line */
  const played = (line) => line.reduce(
    ({ stones }, move) => {
      if (move.length !== 3) return { stones, ko: "" };
      const { after, ko } = board.place(stones, svg, move[0], move.slice(1));
      return { stones: after, ko };
    },
    { stones: new Map(state.setup.map((point) => /** @type {[string, string]} */ ([point, "B"]))), ko: "" },
  );
  /** @param {string[]} line */
  const position = (line) => played(line).stones;
  /** @param {number} moves */
  const next = (moves) => (moves < state.free || ((moves - state.free) % 2 === 0) === (state.handicap < 2) ? "B" : "W");
  // The line with the queued steps.
  const ahead = () => {
    const line = [...state.line];
    queue.forEach((step) => {
      if (step.do === "undo") line.pop();
      else if (step.do === "move") line.push(next(line.length) + step.at);
      else line.push(step.do === "pass" ? `${next(line.length)}-` : `${step.player}!`);
    });
    return line;
  };

  const draw = () => {
    const line = ahead();
    const stones = position(line);
    const known = position(state.line);
    const at = /** @type {Element} */ (svg.querySelector(".stones"));
    const marks = /** @type {Element} */ (svg.querySelector(".marks"));
    at.replaceChildren(...[...stones].map(([p, color]) => (
      board.circle(p, color.toLowerCase() + (known.get(p) === color ? "" : " unsent"), .47))));
    const last = line[line.length - 1] ?? "";
    marks.replaceChildren(...(stones.has(last.slice(1)) ? [board.circle(last.slice(1), `last ${last[0].toLowerCase()}`, .22)] : []));
    const over = last.endsWith("!") || (state.said !== "" && !queue.length);
    form?.querySelectorAll(":scope > :not(.thumb), [value=pass]").forEach((e) => { /** @type {HTMLElement} */ (e).hidden = over; });
    const stone = /** @type {HTMLElement} */ (root.querySelector(".turn .onwood"));
    stone.hidden = over;
    stone.children[0].classList.toggle("black", next(line.length) === "B");
    el("turn").textContent = over ? "" : (next(line.length) === "B" ? said.black : said.white).replace("%n", String(line.length + 1));
    const shown = last.length === 3 ? nameOf(last.slice(1)) : last.endsWith("-") ? said.pass : "";
    el("last").textContent = shown && `${line.length}: ${shown}`;
    el("unsent").textContent = queue.length ? said.unsent.replace("%n", String(queue.length)) : said.saved;
    el("said").textContent = queue.length ? "" : state.said;
    if (form) form.hidden = state.done;
    root.dataset.waiting = String(queue.length);
    root.dataset.moves = String(line.length);
  };

  /** @param {LiveStep[]} lost */
  const drop = (lost) => {
    queue = queue.filter((step) => !lost.includes(step));
    const names = lost.map((step) => (step.do === "move" ? nameOf(step.at) : step.do));
    return lost.length ? said.lost.replace("%s", names.join(", ")) : "";
  };
  const pause = 2000;
  let sending = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  // Sends the queued steps one after the other; without a response it retries.
  const send = async () => {
    clearTimeout(later);
    if (sending) return;
    sending = true;
    let gone = false;
    try {
      while (queue.length) {
        const step = queue[0];
        const body = new URLSearchParams({ ...step, after: String(step.after), at: step.at && nameOf(step.at) });
        const answer = await ask(said.action, { method: "POST", body, headers: { Accept: "application/json" } }, 10000);
        if (!answer || answer.status === 429 || answer.status >= 500) break; // later
        if (answer.status === 404) { // the desk has ended the live game; queued steps stay in this browser
          el("fault").textContent = said.gone;
          gone = true;
          return;
        }
        state = JSON.parse(answer.text);
        const rest = answer.ok ? [] : queue.slice(1); // they follow a refused step
        queue = queue.filter((other) => other !== step);
        const lost = drop(state.moved ? [step, ...rest] : rest);
        if (!answer.ok) el("fault").textContent = [state.fault, lost].filter(Boolean).join(" ");
        keep();
        draw();
      }
    } finally {
      sending = false;
      if (queue.length && !gone) later = setTimeout(send, pause);
    }
  };
  // Steps from another device appear here too.
  const look = async () => {
    if (queue.length || sending || document.hidden) return;
    const answer = await ask(`${said.action}/state`, { headers: { Accept: "application/json" } });
    if (!answer?.ok || queue.length || sending) return;
    state = JSON.parse(answer.text);
    draw();
  };

  /** @type {(kind: string, at?: string, player?: string) => void} */
  const enter = (kind, at = "", player = "") => {
    const left = /** @type {HTMLInputElement} */ (el("left"));
    const once = [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("");
    queue.push({ once, after: (queue[queue.length - 1]?.after ?? state.steps - 1) + 1, do: kind, at, left: left.value, player });
    left.value = "";
    el("fault").textContent = "";
    keep();
    draw();
    send();
  };

  // Enters a move, unless all rule systems forbid it: the server would refuse it together with the moves after it.
  /** @param {string} point */
  const play = (point) => {
    const line = ahead();
    const { stones, ko } = played(line);
    if (stones.has(point)) { enter("move", point); return; } // the server says why not
    const { suicide } = board.place(stones, svg, next(line.length), point);
    const alone = suicide.length === 1 || suicide.length > 1 && said.suicide === "forbidden";
    if (point !== ko && !alone) enter("move", point);
    else el("fault").textContent = alone ? said.lone : said.ko;
  };

  if (form) {
    form.addEventListener("submit", (event) => {
      const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
      event.preventDefault();
      event.stopPropagation(); // no button is disabled, and no text is restored later
      if (!button) return;
      if (button.value !== "move") {
        enter(button.value, "", button.dataset.player ?? "");
        root.querySelector("details")?.removeAttribute("open");
        return;
      }
      const typed = /** @type {HTMLInputElement} */ (el("at"));
      const point = board.named(svg, typed.value);
      if (point) play(point);
      else if (typed.value) el("fault").textContent = said.nopoint.replace("%s", typed.value);
      if (point) typed.value = "";
      typed.focus();
    });
    board.pick({
      mouse: ".recorder svg.board",
      finger: ".recorder svg.board",
      color: () => (state.done ? "" : next(ahead().length)),
      play: (_, point) => { if (!state.done && !position(ahead()).has(point)) play(point); },
    });
  }
  root.classList.add("ready");
  addEventListener("online", send);
  setInterval(look, 4000);
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  draw();
  send();
})();
