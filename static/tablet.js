// @ts-check
// The tablet at the door. The page has all names and games, so that people can use it without a connection; a queue
// sends what they have entered. After some seconds without a touch it returns to its start.
"use strict";

/**
 * @typedef {{ id: number, name: string, given: string, sub: string, letter: string, here: boolean, refused?: string,
 *   entry?: string }} TabletPerson
 * @typedef {{ id: number, name: string, sub: string }} TabletSide
 * @typedef {{ id: number, table: number, seen: string, black: TabletSide, white: TabletSide, jigo: boolean, half: boolean,
 *   known?: string, winner?: string, how?: string, margin?: string, closed?: boolean }} TabletGame
 */

(() => {
  /** @type {HTMLElement | null} */
  const root = document.querySelector("#tablet");
  if (!root) return;
  const said = /** @type {Record<string, string>} */ (root.dataset);
  const lang = document.documentElement.lang;
  /** @type {(selector: string) => any} */
  const at = (selector) => need(selector, root);
  /** @type {(text: string, ...values: (string | number)[]) => string} */
  const fill = (text, value, number = "") => text.replace("%s", String(value)).replace("%n", String(number));

  /** @type {{ people: TabletPerson[], games: TabletGame[], most: number }} */
  let state = { people: [], games: [], most: 0 };
  let mode = "here", shown = "start", pad = "points", digits = "", letter = "";
  /** @type {TabletPerson | null} */
  let who = null;
  /** @type {TabletGame | null} */
  let game = null;
  // The result that the person has chosen.
  let winner = "", how = "", margin = "";
  /** @type {Record<string, string | number>} */
  let last = {};

  /** @param {number} id */
  const gameOf = (id) => state.games.find((g) => g.black.id === id || g.white.id === id);
  const people = () => state.people.filter((p) => mode === "here" || gameOf(p.id));

  // Queued lines count already.
  /** @param {URLSearchParams} line */
  const apply = (line) => {
    const person = state.people.find((p) => p.id === Number(line.get("as")));
    if (person && line.get("do") !== "result") person.here = line.get("do") === "in";
    const g = state.games.find((one) => one.id === Number(line.get("game")));
    if (!g || g.closed || line.get("do") !== "result") return;
    [g.winner, g.how, g.margin] = ["winner", "how", "margin"].map((name) => line.get(name) ?? "");
    g.known ||= " ";
  };
  const read = () => {
    state = JSON.parse(at("#state").dataset.state);
    queue.waiting.forEach((text) => apply(new URLSearchParams(text)));
  };

  const refused = need("#refused");
  /** @param {string} text */
  const refuse = (text) => {
    refused.textContent = text;
    refused.hidden = !text;
  };
  const shelf = new LineShelf(said.action);
  const queue = new LineQueue({
    async post(line) {
      const answer = await ask(said.action, { method: "POST", body: new URLSearchParams(line.text) });
      if (!answer || answer.status === 429 || answer.status >= 500) return false;
      if (answer.status === 403) { // the desk has ended the tablet, which keeps its lines
        location.reload();
        return false;
      }
      if (!answer.ok) refuse(`${JSON.parse(answer.text).fault} ${said.desk}`);
      return true;
    },
    answered: () => {},
    lost: () => {},
    keep: (lines) => shelf.keep(lines),
    rested() {
      if (!queue.waiting.length && window.htmx) htmx.trigger(document.body, "fresh"); // its response removes the strip
      else if (queue.waiting.length && !document.querySelector("#messages .offline")) {
        const strip = Object.assign(document.createElement("p"), { className: "banner warning offline" });
        strip.textContent = document.body.dataset.offline ?? "";
        refused.before(strip);
      }
    },
  });
  addEventListener("online", () => queue.send());
  /** @param {Record<string, string | number>} fields */
  const enter = (fields) => {
    const line = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    apply(line);
    queue.add(line.toString());
  };

  // The seconds since the last touch. The start waits only to return to the language of the hall.
  let touched = performance.now();
  const left = need("progress#left");
  /** @param {string} id */
  const show = (id) => {
    shown = id;
    touched = performance.now();
    root.querySelectorAll("section").forEach((part) => { part.hidden = part.id !== id; });
    left.hidden = id === "start";
    scrollTo(0, 0);
    root.querySelector(`#${id} h1`)?.focus();
  };
  // Another language is another page, which needs a connection.
  /** @param {string} address */
  const go = async (address) => {
    const answer = await ask(address);
    if (answer?.ok) location.replace(said.action);
  };
  const start = () => {
    who = game = null;
    show("start");
    refuse("");
    if (said.home && lang !== said.home) go(`${said.action}?lang=${said.home}`);
  };
  const clock = new Intl.DateTimeFormat(lang, { hour: "numeric", minute: "2-digit", hourCycle: "h23", timeZone: said.zone });
  setInterval(() => {
    at("#start time").textContent = clock.format(Date.now());
    const seconds = Number(said.wait) + (shown === "done" ? 10 : 0);
    const part = (performance.now() - touched) / (10 * seconds);
    left.value = 100 - part;
    if (part < 100) return;
    touched = performance.now();
    if (shown !== "start" || lang !== said.home) start();
  }, 200);
  ["pointerdown", "keydown", "input"].forEach((name) => {
    document.addEventListener(name, () => { touched = performance.now(); }, true);
  });

  /** @type {(text: string, ...small: string[]) => HTMLButtonElement} */
  const button = (text, ...small) => {
    const b = document.createElement("button");
    b.append(text, ...small.filter(Boolean).map((one) => Object.assign(document.createElement("small"), { textContent: one })));
    return b;
  };

  const showLetters = () => {
    root.querySelectorAll("button[data-letter]").forEach((key) => {
      const n = people().filter((p) => p.letter === key.dataset.letter).length;
      need("small", key).textContent = n ? String(n) : "";
      key.disabled = !n;
    });
    at("[data-do=tables]").hidden = mode === "here";
    show("letters");
  };
  /** @type {(title: string, list: TabletPerson[]) => void} */
  const showNames = (title, list) => {
    at("#names h1").textContent = title;
    at("#names footer").hidden = mode !== "here";
    at("#names .names").replaceChildren(...list.map((p) => {
      const b = button(p.name, p.sub, mode === "here" && p.here ? `✓ ${said.in}` : "");
      b.addEventListener("click", () => (mode === "here" ? showMe(p) : showResult(p)));
      return b;
    }));
    show("names");
  };
  const showTables = () => {
    at("#tables .choices").replaceChildren(...state.games.map((g) => {
      const b = button(String(g.table), g.known ? "✓" : "");
      b.addEventListener("click", () => {
        showNames(fill(said.who, g.table), state.people.filter((p) => gameOf(p.id) === g));
      });
      return b;
    }));
    show("tables");
  };
  /** @type {(p: TabletPerson, note?: string) => Promise<void>} */
  const showMe = async (p, note = p.refused) => {
    who = p;
    const notes = at("#me .asks div"), yes = at("[data-do=yes]"), isHere = mode === "here" && p.here;
    at("#me .big").textContent = p.name;
    at("#me .lead").textContent = p.sub;
    notes.textContent = isHere ? `✓ ${said.in}` : note ?? "";
    yes.textContent = mode === "here" ? said.here : said.me;
    yes.hidden = isHere || Boolean(note);
    show("me");
    if (mode !== "here" || p.entry) return;
    const answer = await ask(`${said.action}/player/${p.id}`);
    if (!answer?.ok || who !== p) return;
    notes.append(...JSON.parse(answer.text).map((/** @type {string} */ text) => {
      const line = document.createElement("p");
      line.textContent = text;
      line.className = "warn";
      return line;
    }));
  };
  const showDone = () => {
    if (!who) return;
    at("#done .lead span:last-child").textContent = said.in;
    at("#done h1").textContent = fill(said.welcome, who.given);
    at("#done .lead:not(:first-child)").textContent = said.next;
    at("[data-do=undo]").hidden = Boolean(who.entry);
    show("done");
  };

  /** @param {string} id */
  const nameOf = (id) => (game && id === String(game.black.id) ? game.black.name : game?.white.name) ?? "";
  const words = () => {
    if (winner === "jigo") return said.jigo;
    if (margin) return fill(said.by, nameOf(winner), margin.replace(".5", "½").replace(/^0½/, "½"));
    return fill({ R: said.resigned, T: said.time }[how] ?? said.wins, nameOf(winner));
  };
  const choose = () => {
    if (!game) return;
    const { black, white } = game;
    root.querySelectorAll("[data-side]").forEach((b) => {
      b.setAttribute("aria-pressed", String(winner === String(b.dataset.side === "black" ? black.id : white.id)));
    });
    root.querySelectorAll("button[data-how]").forEach((b) => {
      const is = winner === "jigo" ? "jigo" : margin ? "" : how || null;
      b.setAttribute("aria-pressed", String(b.dataset.how === is));
      b.disabled = b.dataset.how !== "jigo" && (!winner || winner === "jigo");
    });
    const send = at("#result [data-do=send]");
    send.disabled = !winner;
    if (winner) send.textContent = fill(said.send, words());
  };
  /** @param {TabletPerson} p */
  const showResult = (p) => {
    const g = gameOf(p.id);
    if (!g) return;
    if (g.closed) {
      showMe(p, g.known);
      return;
    }
    [who, game] = [p, g];
    [winner, how, margin] = [g.winner ?? "", g.how ?? "", g.margin ?? ""];
    at("#result h1").textContent = fill(said.won, g.table);
    at("#result > .lead").textContent = g.known ?? "";
    for (const side of /** @type {const} */ (["black", "white"])) {
      const b = at(`[data-side=${side}]`);
      need("b", b).textContent = g[side].name;
      need("small", b).textContent = g[side].sub + (g[side].id === p.id ? ` · ${said.you}` : "");
    }
    at("[data-how=jigo]").hidden = !g.jigo;
    choose();
    show("result");
  };
  const showPad = () => {
    const points = pad === "points", half = Boolean(game?.half), send = at("#pad [data-do=send]");
    margin = digits && `${digits}${half ? ".5" : ""}`;
    at("#pad h1").textContent = points ? fill(said.points, game?.table ?? "") : said.code;
    at("#pad .lead").textContent = points ? nameOf(winner) : "";
    at("#pad output").textContent = points ? digits + (half && digits ? "½" : "") : digits.replace(/./g, "•");
    send.disabled = points ? Number(digits) > state.most || digits !== "" && !half && !Number(digits) : digits.length < 4;
    send.textContent = points ? fill(said.send, words()) : said.leave;
    if (shown !== "pad") show("pad");
  };
  const sendResult = () => {
    if (!who || !game) return;
    const { id, table, seen, black, white } = game, known = Boolean(game.known);
    last = { do: "result", as: who.id, game: id, table, seen, winner, how: winner === "jigo" ? "" : how, margin };
    const other = black.id === who.id ? white : black;
    enter(last);
    at("#sent .lead span:last-child").textContent = fill(said.entered, table);
    at("#sent h1").textContent = words();
    at("#sent .lead:not(:first-child)").textContent = asksOther;
    at("#sent .lead:not(:first-child)").hidden = known;
    const right = at("[data-do=right]"), opponent = state.people.find((p) => p.id === other.id);
    right.hidden = known;
    right.textContent = fill(said.right, opponent?.given ?? other.name);
    at("[data-do=correct]").hidden = false;
    show("sent");
  };
  const confirmResult = () => {
    if (!game || !who) return;
    enter({ ...last, as: game.black.id === who.id ? game.white.id : game.black.id });
    at("#sent .lead span:last-child").textContent = said.both;
    at("[data-do=right]").hidden = at("[data-do=correct]").hidden = at("#sent .lead:not(:first-child)").hidden = true;
    show("sent");
  };
  const leave = async () => {
    const answer = await ask(`${said.action}/leave`, { method: "POST", body: new URLSearchParams({ code: digits }) });
    if (answer?.ok) location.assign(said.action.replace(/\/tablet$/, ""));
    else refuse(answer ? JSON.parse(answer.text).fault : document.body.dataset.offline ?? "");
    digits = "";
    showPad();
  };

  /** @type {Record<string, () => void>} */
  const steps = {
    start,
    here() { mode = "here"; showLetters(); },
    result() { mode = "result"; showLetters(); },
    letters: showLetters,
    tables: showTables,
    find() { at("#find .names").replaceChildren(); at("#find input").value = ""; show("find"); at("#find input").focus(); },
    yes() {
      if (!who) return;
      if (mode === "result") { showResult(who); return; }
      if (who.entry) enter({ do: "add", entry: who.entry, once: [...crypto.getRandomValues(new Uint32Array(4))].join("-") });
      else enter({ do: "in", as: who.id });
      showDone();
    },
    no: () => showLetters(),
    undo() { if (who) enter({ do: "out", as: who.id }); start(); },
    back() { if (pad === "points") { margin = ""; choose(); show("result"); } else start(); },
    send() { if (pad === "code" && shown === "pad") leave(); else sendResult(); },
    right: confirmResult,
    correct() { if (who) showResult(who); },
    leave() { pad = "code"; digits = ""; showPad(); },
  };
  root.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target).closest("button, a");
    if (!target) return;
    if (target instanceof HTMLAnchorElement) {
      event.preventDefault();
      go(target.href);
      return;
    }
    const { do: step, letter: key, side, how: way, digit } = target.dataset;
    refuse("");
    if (step) steps[step]();
    else if (key) {
      letter = key;
      const list = people().filter((p) => p.letter === letter);
      if (list.length === 1) showMe(list[0]);
      else showNames(fill(said.touch, letter), list);
    } else if (side && game) {
      winner = String(side === "black" ? game.black.id : game.white.id);
      choose();
    } else if (way === "jigo") {
      [winner, how, margin] = ["jigo", "", ""];
      choose();
    } else if (way === "") {
      [pad, digits, how, margin] = ["points", "", "", ""];
      showPad();
    } else if (way) {
      [how, margin] = [way, ""];
      choose();
    } else if (digit !== undefined) {
      digits = digit ? (digits === "0" ? "" : digits).concat(digit).slice(0, pad === "code" ? 4 : 3) : "";
      showPad();
    }
  });

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  at("#find input").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(async () => {
      const text = at("#find input").value.trim();
      const answer = await ask(`${said.action}/find?${new URLSearchParams({ find: text })}`);
      if (!answer?.ok || text !== at("#find input").value.trim()) return;
      const list = /** @type {(TabletPerson & { entry: string })[]} */ (JSON.parse(answer.text));
      at("#find .names").replaceChildren(...list.map((p) => {
        const b = button(p.name, p.sub, p.here ? "✓" : "");
        b.disabled = p.here;
        b.addEventListener("click", () => { mode = "here"; showMe({ ...p, given: p.name }); });
        return b;
      }));
    }, 250);
  });

  // The desk decides about a contradiction: its response is in the state after the entry.
  document.body.addEventListener("htmx:afterSwap", () => {
    read();
    const g = state.games.find((one) => one.id === game?.id);
    if (shown !== "sent" || !g?.closed) return;
    at("#sent .lead:not(:first-child)").textContent = g.known;
    at("#sent .lead:not(:first-child)").hidden = false;
    at("[data-do=right]").hidden = at("[data-do=correct]").hidden = true;
  });
  const asksOther = at("#sent .lead:not(:first-child)").textContent;
  read();
  queue.resume(shelf.take());
})();
