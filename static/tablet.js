// @ts-check
// The tablet at the door. The page has all names and games, so that people can use it without a connection; a queue
// sends what they have entered. After some seconds without a touch it returns to its start.
"use strict";

/**
 * @typedef {{ id: number, name: string, given: string, sub: string, letter: string, here: boolean, refused?: string,
 *   entry?: string, rank?: string, since?: string, at?: number, resting?: boolean, later?: string }} TabletPerson
 * @typedef {{ id: number, name: string, sub: string }} TabletSide
 * @typedef {{ id: number, table: number, seen: string, black: TabletSide, white: TabletSide, jigo: boolean, half: boolean,
 *   known?: string, winner?: string, how?: string, margin?: string, closed?: boolean, running?: boolean, once?: string }} TabletGame
 * @typedef {{ black: number, white: number, nigiri?: boolean, table: number, terms: number, short: number, why: number, met: number, against?: number,
 *   instead?: number, planned?: boolean, jigo?: boolean, half?: boolean }} TabletPossible
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

  /**
   * @type {{ people: TabletPerson[], games: TabletGame[], most: number,
   *   open?: { possible: TabletPossible[], texts: string[], free: number[] } }}
   */
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
  /** @param {number} id */
  const isPlaying = (id) => state.open && state.games.some((g) => g.running && (g.black.id === id || g.white.id === id));
  const people = () => state.people.filter((p) => mode === "here" || (mode === "play" ? !isPlaying(p.id) : gameOf(p.id)));
  /** @param {string | number | null} id */
  const personOf = (id) => state.people.find((p) => p.id === Number(id));
  /** @param {number} a @param {number} b */
  const possibleOf = (a, b) => state.open?.possible.find((g) => g.black === a && g.white === b || g.black === b && g.white === a);
  /** @param {number} [i] */
  const textAt = (i) => state.open?.texts[i ?? 0] ?? "";

  // Queued lines count already.
  /** @param {TabletPerson | undefined} p */
  const waitNow = (p) => {
    if (p) [p.at, p.since, p.resting, p.later] = [Date.now(), clock.format(Date.now()), false, ""];
  };
  /** @param {URLSearchParams} line */
  const applyBegin = (line) => {
    const [a, b] = [personOf(line.get("as")), personOf(line.get("with"))];
    if (!a || !b) return;
    const g = possibleOf(a.id, b.id), [black, white] = g?.black === b.id ? [b, a] : [a, b];
    state.games.unshift({
      id: 0, once: line.get("once") ?? "", table: Number(line.get("table")), seen: "", running: true, jigo: Boolean(g?.jigo), half: Boolean(g?.half),
      black: { id: black.id, name: black.name, sub: said.colourBlack },
      white: { id: white.id, name: white.name, sub: `${said.colourWhite} · ${textAt(g?.terms)}` },
    });
  };
  /** @param {URLSearchParams} line */
  const applyResult = (line) => {
    // A game of a queued begin has no ID yet: it is the latest game of the two.
    const [id, ...pair] = ["game", "as", "with"].map((name) => Number(line.get(name)));
    const g = state.games.find((one) => id ? one.id === id : pair.includes(one.black.id) && pair.includes(one.white.id));
    if (!g || g.closed) return;
    [g.winner, g.how, g.margin] = ["winner", "how", "margin"].map((name) => line.get(name) ?? "");
    g.known ||= " ";
    if (g.running) [g.black, g.white].forEach((side) => waitNow(personOf(side.id)));
    g.running = false;
  };
  /** @param {URLSearchParams} line */
  const apply = (line) => {
    const person = personOf(line.get("as")), what = line.get("do") ?? "";
    if (what === "begin") applyBegin(line);
    else if (what === "result") applyResult(line);
    else if (what === "cancel") state.games = state.games.filter((g) => g.id !== Number(line.get("game")));
    else if (!person) return;
    else if (what === "rest") person.resting = true;
    else {
      person.here = what !== "out";
      waitNow(person);
    }
  };
  const read = () => {
    state = JSON.parse(at("#state").dataset.state);
    queue.waiting.forEach((text) => apply(new URLSearchParams(text)));
    showTiles();
  };
  // The main tile stays.
  const showTiles = () => {
    if (!state.open) return;
    const applies = { play: state.people.some((p) => p.here && !isPlaying(p.id)), result: state.games.length > 0 };
    Object.entries(applies).forEach(([name, is]) => {
      root.querySelectorAll(`#tiles [data-do=${name}]`).forEach((tile) => {
        tile.hidden = !is && !tile.classList.contains("main");
      });
    });
  };

  const refused = need("#refused");
  /** @param {string} text */
  const refuse = (text) => {
    refused.textContent = text;
    refused.hidden = !text;
  };
  // The queue can have several answers, which stay until the next touch.
  /** @param {string} text */
  const tell = (text) => refuse([refused.textContent, text].filter(Boolean).join(" "));
  const shelf = new LineShelf(said.action);
  const queue = new LineQueue({
    async post(line) {
      const answer = await ask(said.action, { method: "POST", body: new URLSearchParams(line.text) });
      if (!answer || answer.status === 429 || answer.status >= 500) return false;
      if (answer.status === 403) { // the desk has ended the tablet, which keeps its lines
        location.reload();
        return false;
      }
      if (!answer.ok) tell(`${JSON.parse(answer.text).fault} ${said.desk}`);
      else if (answer.text) tell(JSON.parse(answer.text).note);
      return true;
    },
    answered: () => {},
    lost: () => {},
    keep: (lines) => shelf.keep(lines),
    rested() {
      if (shown === "game") askDoubts(); // about somebody who has just come
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
    showTiles();
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
    at("[data-do=tables]").hidden = mode !== "result";
    at("#letters footer").hidden = mode === "result";
    show("letters");
  };
  /** @param {TabletPerson} p */
  const choosePerson = (p) => {
    if (mode === "result") showResult(p);
    else if (mode === "play" && p.here) showPlay(p);
    else showMe(p);
  };
  /** @type {(title: string, list: TabletPerson[], then?: (p: TabletPerson) => void) => void} */
  const showNames = (title, list, then = choosePerson) => {
    at("#names h1").textContent = title;
    at("#names footer").hidden = mode === "result";
    at("#names .names").replaceChildren(...list.map((p) => {
      const b = button(p.name, p.sub, mode !== "result" && p.here ? `✓ ${state.open ? stateOf(p) : said.in}` : "");
      b.addEventListener("click", () => then(p));
      return b;
    }));
    show("names");
  };
  const showTables = () => {
    // In open play a table has its present game.
    const games = state.games.filter((g, i, all) => all.findIndex((one) => one.table === g.table) === i
      && state.people.some((p) => gameOf(p.id) === g)).sort((a, b) => a.table - b.table);
    at("#tables .choices").replaceChildren(...games.map((g) => {
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
    notes.textContent = isHere ? `✓ ${state.open ? stateOf(p) : said.in}` : note ?? "";
    yes.textContent = mode === "result" || mode === "play" && p.here ? said.me : said.here;
    yes.hidden = isHere || Boolean(note);
    if (state.open) {
      at("[data-do=no]").hidden = isHere;
      at("[data-do=home]").hidden = !isHere;
      at("[data-do=rest]").hidden = !isHere || isPlaying(p.id);
      at("[data-do=rest]").textContent = p.resting ? said.waitAgain : said.rest;
      if (isHere) [yes.hidden, yes.textContent] = [false, isPlaying(p.id) ? said.result : said.play];
    }
    show("me");
    if (mode === "result" || p.entry || !p.id) return;
    const answer = await ask(`${said.action}/player/${p.id}`);
    if (!answer?.ok || who !== p) return;
    notes.append(...JSON.parse(answer.text).map((/** @type {string} */ text) => {
      const line = document.createElement("p");
      line.textContent = text;
      line.className = "warn";
      return line;
    }));
  };
  // Done shows the last touch, which Undo takes back.
  let undo = "";
  const showDone = (done = said.in, title = said.welcome, back = "out") => {
    if (!who) return;
    undo = back;
    at("#done .lead span:last-child").textContent = done;
    at("#done h1").textContent = fill(title, who.given);
    at("#done .qr").parentElement.hidden = title !== said.welcome;
    at("[data-do=undo]").hidden = !who.id || !back;
    fillDone();
    show("done");
  };
  const fillDone = () => {
    const p = me(), waits = Boolean(p?.here && state.open);
    at("#done .lead:not(:first-child)").textContent = !state.open ? said.next : p && waits ? stateOf(p) : "";
    if (state.open) at("[data-do=whom]").hidden = !p || !waits || isPlaying(p.id);
  };

  // Open play. The person of the touched name, by the latest state.
  const me = () => who && (personOf(who.id) ?? who);
  /** @param {TabletPerson} p */
  const waitersBeside = (p) => state.people.filter((o) => o.id !== p.id && o.here && !isPlaying(o.id))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  /** @param {TabletPerson} p */
  const plannedOf = (p) => waitersBeside(p).find((o) => possibleOf(p.id, o.id)?.planned);
  // The state of a person at the evening, in a sentence.
  /** @param {TabletPerson} p */
  const stateOf = (p) => {
    const g = gameOf(p.id);
    if (g?.running) return fill(said.at, g.table, g.black.id === p.id ? g.white.name : g.black.name);
    if (p.resting) return said.rests;
    const next = plannedOf(p), since = p.since ? fill(said.waits, p.since) : said.in;
    if (next) return `${since} ${fill(said.planned, possibleOf(p.id, next.id)?.table ?? "", next.name)}`;
    return p.later ? `${since} ${p.later}` : since;
  };
  /** @param {TabletPerson} p */
  const showPlay = (p) => {
    who = p;
    other = plannedOf(p) ?? null;
    if (other && !p.resting) showGame(other);
    else showOpponents();
  };
  // The best opponents are first: the planned one, then by the wait; a rule of the evening speaks against the last ones.
  const opponents = () => {
    const p = me();
    if (!p) return [];
    const order = (/** @type {TabletPerson} */ o) => {
      const g = possibleOf(p.id, o.id);
      return g?.against ? 3 : o.resting ? 2 : g?.planned ? 0 : 1;
    };
    return waitersBeside(p).sort((a, b) => order(a) - order(b));
  };
  const mostOpponents = 4;
  /** @param {TabletPerson} o */
  const opponentButton = (o) => {
    const g = possibleOf(who?.id ?? 0, o.id), b = document.createElement("button");
    const isBlack = g?.black === who?.id;
    const stones = g ? (g.nigiri ? ["black", "white"] : [isBlack ? "black" : "white"]) : [];
    const wood = Object.assign(document.createElement("span"), { className: "onwood" });
    wood.append(...stones.map((colour) => need(`#game .stone.${colour}`).cloneNode(true)));
    const facts = [o.resting ? said.rests : o.since && fill(said.since, o.since), textAt(g?.against) || textAt(g?.met)];
    const deal = Object.assign(document.createElement("span"), { className: "push" });
    if (g) deal.textContent = fill(g.nigiri ? said.nigiri : isBlack ? said.black : said.white, textAt(g.short));
    const text = document.createElement("span"), small = () => document.createElement("small");
    text.append(
      Object.assign(document.createElement("b"), { textContent: o.name }), " ", Object.assign(small(), { textContent: o.sub }),
      document.createElement("br"), Object.assign(small(), { textContent: facts.filter(Boolean).join(" · ") }),
    );
    b.append(wood, text, deal);
    b.addEventListener("click", () => showGame(o));
    return b;
  };
  const showOpponents = () => {
    const p = me(), list = opponents();
    if (!p) return;
    at("#whom h1").textContent = fill(said.whom, p.given);
    at("#whom .lead").textContent = list.length ? p.later ?? "" : said.nobody;
    at("#whom .names").replaceChildren(...list.slice(0, mostOpponents).map(opponentButton));
    at("[data-do=others]").hidden = list.length <= mostOpponents;
    show("whom");
  };
  /** @type {TabletPerson | null} */
  let other = null;
  let begun = false;
  // The table of a possible game, or the next one if a queued line has begun a game there.
  /** @param {TabletPossible | undefined} g */
  const tableFor = (g) => {
    const taken = state.games.filter((one) => one.running).map((one) => one.table);
    return g && !taken.includes(g.table) ? g.table : state.open?.free.find((table) => !taken.includes(table)) ?? 0;
  };
  /** @type {(title: string, big: string, black: TabletSide, white: TabletSide, terms: string) => void} */
  const fillGame = (title, big, black, white, terms) => {
    at("#game h1").textContent = title;
    at("#game .big").textContent = big;
    [black, white].forEach((side, i) => {
      const row = root.querySelectorAll("#game .row:has(.onwood)")[i];
      need("b", row).textContent = side.name;
      need("small", row).textContent = side.sub;
    });
    at("#game .sides .lead").textContent = terms;
    root.querySelectorAll("#game footer button").forEach((b) => {
      b.hidden = begun !== ["start", "cancel"].includes(b.dataset.do ?? "");
    });
  };
  /** @param {TabletPerson} o */
  const showGame = (o) => {
    const p = me();
    if (!p) return;
    [other, begun] = [o, false];
    const g = possibleOf(p.id, o.id), [black, white] = g?.black === o.id ? [o, p] : [p, o], table = tableFor(g);
    fillGame(fill(g?.planned ? said.soon : said.whom, p.given), table ? fill(said.table, table) : "", black, white,
      g ? (g.nigiri ? fill(said.nigiri, textAt(g.terms)) : textAt(g.terms)) : said.offline);
    at("#game .grey").textContent = [textAt(g?.why), textAt(g?.instead)].filter(Boolean).join(" ");
    const doubts = at("#game .warn");
    doubts.textContent = textAt(g?.against);
    at("[data-do=begin]").textContent = g?.against ? said.anyway : said.begin;
    show("game");
    askDoubts();
  };
  // The desk judges games only of people who are here, so that the queue is sent first.
  const askDoubts = async () => {
    const p = me(), o = other;
    if (!p?.here || !o || begun || queue.waiting.length || possibleOf(p.id, o.id)?.planned) return;
    const answer = await ask(`${said.action}/player/${p.id}?with=${o.id}`);
    if (answer?.ok && me()?.id === p.id && other === o && !begun) at("#game .warn").textContent = JSON.parse(answer.text).join(" ");
  };
  const begin = () => {
    if (!who || !other) return;
    const g = possibleOf(who.id, other.id);
    enter({
      do: "begin", as: who.id, with: other.id, table: tableFor(g), against: g?.against ? "yes" : "",
      once: [...crypto.getRandomValues(new Uint32Array(4))].join("-"),
    });
    begun = true;
    showBegun();
    show("game");
  };
  // The game as it has begun: at first as queued, then as stored.
  const showBegun = () => {
    const g = who && gameOf(who.id);
    if (!g?.running) {
      show("start"); // refused, as the strip says
      return;
    }
    fillGame(`✓ ${said.begun}`, fill(said.table, g.table), g.black, g.white, "");
    at("#game .grey").textContent = at("#game .warn").textContent = "";
    at("[data-do=cancel]").hidden = !g.id;
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
    const { id, once = "", table, seen, black, white } = game, known = Boolean(game.known);
    const opposite = black.id === who.id ? white : black;
    last = { do: "result", as: who.id, with: opposite.id, game: id, once, table, seen, winner, how: winner === "jigo" ? "" : how, margin };
    enter(last);
    at("#sent .lead span:last-child").textContent = fill(said.entered, table);
    at("#sent h1").textContent = words();
    at("#sent .lead:not(:first-child)").textContent = state.open ? `${asksOther} ${said.bothWait}` : asksOther;
    at("#sent .lead:not(:first-child)").hidden = known;
    const right = at("[data-do=right]"), opponent = personOf(opposite.id);
    right.hidden = known;
    right.textContent = fill(said.right, opponent?.given ?? opposite.name);
    at("[data-do=correct]").hidden = false;
    show("sent");
  };
  const confirmResult = () => {
    if (!game || !who) return;
    enter({ ...last, as: game.black.id === who.id ? game.white.id : game.black.id, with: who.id });
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
    play() { mode = "play"; showLetters(); },
    find() { at("#find .names").replaceChildren(); at("#find input").value = ""; show("find"); at("#find input").focus(); },
    newcomer() { show("rank"); },
    yes() {
      if (!who) return;
      if (mode === "result" || isPlaying(who.id)) { showResult(who); return; }
      if (state.open && me()?.here) { showPlay(who); return; }
      const once = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
      if (who.entry) enter({ do: "add", entry: who.entry, once });
      else if (who.rank) enter({ do: "add", name: who.name, rank: who.rank, once });
      else enter({ do: "in", as: who.id });
      if (mode === "play" && who.id) showPlay(who);
      else showDone();
    },
    no: () => showLetters(),
    undo() { if (who) enter({ do: undo, as: who.id }); start(); },
    home() {
      if (!who) return;
      const g = gameOf(who.id);
      if (g?.running) { refuse(fill(said.playing, g.table)); return; }
      enter({ do: "out", as: who.id });
      showDone(said.gone, said.bye, "in");
    },
    rest() {
      const p = me();
      if (!p) return;
      const back = p.resting ? "rest" : "wait";
      enter({ do: p.resting ? "wait" : "rest", as: p.id });
      showDone(said.in, "%s", back);
    },
    whom() { const p = me(); if (p) showPlay(p); },
    somebody: () => showOpponents(),
    others() { if (who) showNames(fill(said.whom, who.given), opponents(), showGame); },
    anybody() {
      const p = me();
      if (p?.resting) enter({ do: "wait", as: p.id });
      showDone(said.in, said.welcome, "");
    },
    begin,
    cancel() {
      const g = who && gameOf(who.id);
      if (g?.running) enter({ do: "cancel", as: who?.id ?? 0, game: g.id, table: g.table });
      start();
    },
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
    const { do: step, letter: key, side, how: way, digit, rank } = target.dataset;
    refuse("");
    if (step) steps[step]();
    else if (key) {
      letter = key;
      const list = people().filter((p) => p.letter === letter);
      if (list.length === 1) showMe(list[0]);
      else showNames(fill(said.touch, letter), list);
    } else if (rank) {
      mode = "here";
      const name = at("#find input").value.trim();
      showMe({ id: 0, name, given: name, sub: rank, letter: "", here: false, rank });
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
    const add = root.querySelector("[data-do=newcomer]");
    if (add instanceof HTMLButtonElement) add.disabled = at("#find input").value.trim().length < 2;
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
    if (shown === "done") fillDone();
    if (shown === "game" && begun) showBegun();
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
