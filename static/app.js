// @ts-check
// tourney in the browser: live pages, "find your name", the hall's slides.
// Every page is complete without it.
"use strict";

// Every page loads this file before its other scripts, which use need, fold and ask too. It runs in the browsers of
// embed.go.

// The element for a selector; the page must have it.
/** @type {<S extends string>(selector: S, root?: ParentNode) => Found<S>} */
const need = (selector, root = document) => {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
};

// A name for searches: small letters without accents.
/** @type {Record<string, string>} */
const plain = { ł: "l", ø: "o", đ: "d", ð: "d", ß: "ss", æ: "ae", œ: "oe", þ: "th", ı: "i" };
/** @param {string} text */
const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[łøđðßæœþı]/g, (c) => plain[c]);
/** The text that a search for a name compares: its words, those in Latin letters, and their initials.
 * @type {(who: Element | null) => string} */
const searched = (who) => [who?.textContent ?? "", who instanceof HTMLElement ? who.dataset.latin ?? "" : ""].reduce((text, name) => {
  const words = fold(name).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const initials = words.filter((word) => !/^\p{Lo}/u.test(word)).map((word) => [...word][0]);
  return `${text}${words.join(" ")} ${initials.join("")} ${initials.reverse().join("")} `;
}, " ");

// The header of every response of the server. Responses of a proxy, or of a network that asks for a login, miss it.
const ours = "Tourney";

/** @typedef {{ ok: boolean, status: number, headers: Headers, text: string }} Answer */

// The server's response; null without a connection, after a timeout, and for a response of another machine. Only the
// calls of fetch are in the try, so that a bug does not look like a lost connection.
/** @type {(address: string, options?: RequestInit, patience?: number) => Promise<Answer | null>} */
const ask = async (address, options = {}, patience = 15000) => {
  const wait = new AbortController();
  const late = setTimeout(() => wait.abort(), patience);
  const asked = { ...options, signal: wait.signal };
  try {
    const { ok, status, headers, text } = await fetch(address, asked).then(async (a) => ({
      ok: a.ok, status: a.status, headers: a.headers, text: await a.text(),
    }));
    return headers.has(ours) ? { ok, status, headers, text } : null;
  } catch { return null; } finally { clearTimeout(late); }
};

// The rows of the page, by the first class of their table and their key.
const rowsByKey = () => {
  /** @type {Map<string, HTMLElement>} */
  const list = new Map();
  document.querySelectorAll("tr[data-key]").forEach((row) => {
    list.set(`${row.closest("table")?.classList[0] ?? ""} ${row.dataset.key}`, row);
  });
  return list;
};

// A response with the rows that the page has, in place of its placeholders; null if one is missing.
/** @param {string} html */
const withRows = (html) => {
  if (!html.includes("<tr data-same=")) return html;
  const old = rowsByKey();
  let table = "", whole = true;
  const text = html.replace(/<table([^>]*)>|<tr data-same="([^"]*)"><\/tr>/g, (found, tag, key) => {
    if (key === undefined) {
      table = / class="([^" ]*)/.exec(tag)?.[1] ?? "";
      return found;
    }
    const row = old.get(`${table} ${key}`)?.cloneNode(true);
    if (!(row instanceof HTMLElement)) {
      whole = false;
      return "";
    }
    row.classList.remove("changed", "lit");
    return row.outerHTML;
  });
  return whole ? text : null;
};

(() => {
  const body = document.body;
  const slug = body.dataset.slug;
  /** @param {string} key */
  const get = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  /** @type {(key: string, value: string) => void} */
  const set = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window */ } };
  // The target of an event.
  /** @param {Event} event */
  const targetOf = (event) => /** @type {HTMLElement} */ (event.target);
  const mineKey = `tourney:${slug}:me`;

  // A device that stores a personal link shows the name of its player.
  /** @type {HTMLElement | null} */
  const own = document.querySelector("[data-own]");
  const ownKey = `tourney:${slug}:own`;
  if (own) {
    set(mineKey, own.dataset.own ?? "");
    set(ownKey, own.dataset.name ?? "");
  }
  // The front pages show the way back to it; the door reads the stored link.
  const ways = document.querySelector("#own");
  for (const key of ways ? Object.keys(localStorage) : []) {
    const [, at] = /^tourney:(.+):own$/.exec(key) ?? [];
    const name = at && (!slug || at === slug) && get(key);
    if (!ways || !name) continue;
    const link = Object.assign(document.createElement("a"), { href: `/t/${at}/door`, textContent: name });
    ways.append(" ", link);
    ways.hidden = false;
  }

  // The server's clock minus the device's, in milliseconds, from the first event of a stream. The tab stores it. A page
  // with a stream waits a moment for it.
  const aheadKey = "tourney:ahead";
  /** @type {number | undefined} */
  let ahead;
  try { ahead = JSON.parse(sessionStorage.getItem(aheadKey) ?? "null") ?? undefined; } catch { /* private window */ }
  const patience = 2000;
  const knowsTime = () => ahead !== undefined || !body.dataset.live || !window.EventSource || performance.now() > patience;
  const serverTime = () => Date.now() + (ahead ?? 0);
  /** @param {number} now */
  const setTime = (now) => {
    ahead = now - Date.now();
    try { sessionStorage.setItem(aheadKey, JSON.stringify(ahead)); } catch { /* private window */ }
    count();
    showNews();
    tick();
  };

  // Public pages are the same for all readers. In a browser that has visited the desk they have a button back to it, until
  // the next login or logout.
  const deskKey = "tourney:desk";
  const toDesk = document.querySelector(".todesk");
  const onDesk = slug && `${location.pathname}/`.startsWith(`/desk/${slug}/`);
  if (location.pathname === "/login") set(deskKey, "");
  document.querySelector("form[action='/logout']")?.addEventListener("submit", () => set(deskKey, ""));
  if (onDesk) set(deskKey, slug);
  if (toDesk instanceof HTMLElement) toDesk.hidden = get(deskKey) !== slug;

  // Live updates. The page has one stream while it is visible. An event carries the version and the kind of change.
  // After a return, the first event shows whether the page missed one.
  const topics = ["pairings", "results", "standings", "players", "settings", "draft", "requests", "notices", "live"];
  let version = Number(body.dataset.version);
  /** @type {string | undefined} */
  let restored;
  /** @type {EventSource | null} */
  let stream = null;
  /** @param {string} what */
  const tell = (what) => {
    (topics.includes(what) ? [what] : topics).forEach((topic) => due.add(topic));
    refresh();
  };
  // A pending request blocks refreshes: one would remove the part of the page for its response. A part that is being
  // replaced cannot receive events until the new one has settled. Events in between are sent again afterwards,
  // otherwise the second of two results would be lost.
  const due = new Set();
  let busy = 0;
  // Without htmx, for example after a failed download, a page works as without scripts. A read-only page reloads
  // itself.
  const onlyRead = () => !document.querySelector("form[method=post]") && !document.activeElement?.matches("input");
  // Two refreshes begin at least a second apart: where a hall enters five results a second, nobody could read more.
  const gap = 1000;
  let refreshed = -gap;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const refresh = () => {
    if (busy || !due.size) return;
    const wait = refreshed + gap - performance.now();
    if (wait > 0) {
      soon ??= setTimeout(() => {
        soon = undefined;
        refresh();
      }, wait);
      return;
    }
    refreshed = performance.now();
    if (!window.htmx) {
      if (onlyRead()) location.reload();
      return;
    }
    const list = [...due];
    due.clear();
    list.forEach((topic) => htmx.trigger(body, `live:${topic}`));
  };
  const done = () => { busy--; refresh(); };
  body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    busy++;
    xhr.addEventListener("loadend", () => setTimeout(done));
  });
  // The page ignores a response of another machine, and sends the request again after a while, each page at another
  // time. It does the same if the server was too busy.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const tellLater = () => {
    later ??= setTimeout(() => {
      later = undefined;
      if (document.hidden) version = 0; // the next stream requests all of it
      else tell("");
    }, 5000 + 5000 * Math.random());
  };
  const lost = () => {
    banner(body.dataset.offline);
    tellLater();
  };
  body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail ?? {};
    if (!xhr) return; // a line of the desk, whose response is the server's
    if (!xhr.getResponseHeader(ours)) {
      event.detail.shouldSwap = false;
      lost();
    } else if (xhr.status === 429 || xhr.status === 503) tellLater();
    else {
      const html = withRows(event.detail.serverResponse);
      if (html !== null) event.detail.serverResponse = html;
      else {
        event.detail.shouldSwap = false;
        event.detail.target.dataset.rows = ""; // all of them
        tell("");
      }
    }
  });
  body.addEventListener("htmx:beforeSwap", () => {
    busy++;
    setTimeout(() => setTimeout(done, 2 * htmx.config.defaultSettleDelay)); // from the end of the swap on
  });
  // A page with a known version never shows an older one, whatever the source of the response.
  body.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.target?.dataset.rows) detail.headers.Rows = detail.target.dataset.rows;
    if (version && detail.verb === "get" && detail.path.startsWith("/t/")) detail.parameters.v = version;
  });
  /** @param {MessageEvent<string>} event */
  const heard = (event) => {
    banner();
    const { version: now, what, restored: data = "", now: time } = JSON.parse(event.data);
    if (time) setTime(time);
    if (!what) { // the first event of a stream
      if (restored !== undefined && data && data !== restored) return location.reload(); // a backup was restored
      restored = data;
    }
    if (now === version && !what) return;
    version = now;
    tell(what);
  };
  const follow = () => {
    const { live } = body.dataset;
    if (document.hidden || stream || !live) return;
    stream = new EventSource(live);
    stream.onmessage = heard;
    stream.onerror = () => {
      banner(body.dataset.offline);
      if (stream && stream.readyState === EventSource.CLOSED) {
        leave();
        setTimeout(follow, 5000);
      }
    };
  };
  const leave = () => { if (stream) { stream.close(); stream = null; } };
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : follow()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
  addEventListener("online", () => { leave(); follow(); });

  // A device whose clock was set, or that has slept, requests the server's time again.
  let jumped = Date.now() - performance.now();
  setInterval(() => {
    const was = jumped;
    jumped = Date.now() - performance.now();
    if (!stream || Math.abs(jumped - was) < 2000) return;
    leave();
    follow();
  }, 1000);

  // The banner of a lost connection; an empty text removes it.
  /** @param {string} [text] */
  function banner(text) {
    const at = document.getElementById("messages");
    if (!at) return;
    const old = at.querySelector(".offline");
    if (text && !old) {
      const p = document.createElement("p");
      p.className = "banner warning offline";
      p.textContent = text;
      at.prepend(p);
    } else if (!text && old) old.remove();
  }
  body.addEventListener("htmx:sendError", lost);
  body.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
    if (xhr.getResponseHeader(ours) && (!stream || stream.readyState === EventSource.OPEN)) banner();
  });

  // #voice announces changes, since screen readers skip replaced regions. [data-say] holds the text, or is its element.
  // A refresh announces only new texts.
  const voice = document.getElementById("voice");
  const sayings = () => new Map([...document.querySelectorAll("[data-say]")].map((at) => (
    [at, (at.dataset.say || at.textContent).replace(/\s+/g, " ").trim()])));
  let said = sayings(); // a screen reader reads the loaded page itself
  body.addEventListener("htmx:afterSwap", (event) => {
    const now = sayings(), known = new Set(event.detail.requestConfig?.verb === "get" ? said.values() : []);
    const text = [...now].filter(([at, words]) => !said.has(at) && !known.has(words)).map(([, words]) => words).join(" ");
    said = now;
    if (!voice || !text.trim()) return;
    const line = document.createElement("span"); // a new element, because equal text is not a change
    line.textContent = text;
    voice.replaceChildren(line);
  });

  // Rows that changed before the reader's eyes light up for a moment.
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @param {ParentNode} root */
  const rows = (root) => root.querySelectorAll("tr[data-key]");
  /** @param {HTMLElement} row */
  const keyOf = (row) => `${row.closest("table")?.className} ${row.dataset.key}`;
  const note = () => { texts.clear(); rows(document).forEach((row) => texts.set(keyOf(row), row.textContent)); };
  body.addEventListener("htmx:beforeSwap", note);
  body.addEventListener("htmx:afterSettle", () => {
    const changed = [...rows(document)].filter((row) => {
      const was = texts.get(keyOf(row));
      return was !== undefined && was !== row.textContent;
    });
    const mostLit = 12; // if everything moves, nothing stands out
    if (changed.length <= mostLit) changed.forEach((row) => row.classList.add("changed"));
    texts.clear();
    arrange();
  });

  // Runs after a part of the page was replaced: before it is painted, and after htmx has set its last attributes.
  body.addEventListener("htmx:afterSwap", arrange);
  function arrange() {
    const mine = get(mineKey);
    document.querySelectorAll("tr[data-player]").forEach((row) => {
      row.classList.toggle("mine", Boolean(mine && row.dataset.player.split(" ").includes(mine)));
    });
    document.querySelectorAll("button[data-me][data-not]").forEach((button) => {
      button.dataset.yes ??= button.textContent ?? "";
      button.textContent = mine === button.dataset.me ? button.dataset.not : button.dataset.yes;
    });
    count();
    showNews();
    narrowRows();
    showCriterion();
    stamp();
    turnSlides();
  }

  // The clock of a round counts down to its start, then to the end of the main time, and then shows its end.
  function count() {
    document.querySelectorAll(".clock[data-from][data-until]").forEach((clock) => {
      const text = need("h2, .said", clock), big = need(".big", clock), at = clock.dataset;
      at.text ??= text.textContent ?? "";
      at.time ??= big.textContent ?? "";
      const now = serverTime(), start = Number(at.from), end = Number(at.until);
      const left = (/** @type {number} */ moment) => {
        const seconds = Math.ceil((moment - now) / 1000);
        return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      };
      const [words = "", figures = ""] = now < start - 36e5 ? [at.text, at.time] // the time of day says more
        : now < start ? [at.before, left(start)]
        : now < end ? [at.main, left(end)]
        : end ? [at.over, at.ended]
        : [at.text, at.time];
      text.textContent = words;
      big.textContent = figures;
      // In its place, so that nothing jumps. A style attribute that htmx copies is refused by the security policy.
      if (knowsTime()) clock.removeAttribute("style");
      else clock.style.visibility = "hidden";
      clock.classList.toggle("ended", Boolean(end) && now >= Math.max(start, end));
    });
  }
  setInterval(count, 1000);

  // An announcement disappears at its end. In the hall it covers the screen for its first minute. A game of open play is
  // new for 90 seconds.
  function showNews() {
    if (!knowsTime()) return;
    const now = serverTime();
    document.querySelectorAll(".news[data-at][data-until]").forEach((at) => {
      at.hidden = Boolean(Number(at.dataset.until)) && now >= Number(at.dataset.until);
      at.classList.toggle("fresh", now - Number(at.dataset.at) < 60000);
    });
    document.querySelectorAll("[data-begun]").forEach((at) => {
      at.classList.toggle("new", now - Number(at.dataset.begun) < 90000);
    });
  }
  setInterval(showNews, 1000);

  // A list shows the names that contain the typed text; Enter marks a single one as the reader's.
  function narrowRows() {
    const input = document.querySelector("input[data-filter]");
    if (!input) return [];
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const found = [...document.querySelectorAll("tr[data-player]")].filter((row) => {
      const name = searched(row.querySelector(".who"));
      row.hidden = !words.every((word) => name.includes(word));
      return !row.hidden;
    });
    return words.length ? found : [];
  }
  document.addEventListener("input", (event) => {
    if (!targetOf(event).matches("[data-filter]")) return;
    narrowRows();
    const whole = document.querySelector("a[data-whole]"); // names of all parts are found
    if (!(whole instanceof HTMLAnchorElement) || !window.htmx) return;
    whole.remove();
    htmx.ajax("GET", whole.href, { target: "[data-rows]", select: "[data-rows]", swap: "outerHTML" });
  });
  document.addEventListener("submit", (event) => {
    const input = targetOf(event).querySelector("input[data-filter]");
    const found = input ? narrowRows() : [];
    if (!input || !found.length) return;
    event.preventDefault();
    if (found.length > 1) return;
    set(mineKey, found[0].dataset.player);
    input.value = "";
    arrange();
    found[0].scrollIntoView({ block: "center" });
  });

  // Narrow standings have one criterion beside the first; its heading shows the next one.
  let criterion = 0;
  function showCriterion() {
    if (!criterion) return;
    document.querySelectorAll(".wall .s.on").forEach((cell) => cell.classList.remove("on"));
    document.querySelectorAll(".wall tr").forEach((row) => row.querySelectorAll(".s")[criterion]?.classList.add("on"));
  }
  document.addEventListener("click", (event) => {
    const next = targetOf(event).closest(".wall .next");
    if (!next) return;
    event.preventDefault();
    const heads = [...need(".wall thead tr:last-child").querySelectorAll(".s")];
    criterion = heads.indexOf(need(".on", heads[0].parentElement ?? document)) % (heads.length - 1) + 1;
    showCriterion();
    /** @type {HTMLElement} */ (need(".next", heads[criterion])).focus();
  });

  // The line of the opponent under the pointer, in the standings.
  /** @param {Event} event */
  const light = (event) => {
    const met = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-met]"))?.dataset.met;
    document.querySelectorAll("table[data-lit] tr[data-player]").forEach((row) => row.classList.toggle("lit", row.dataset.player === met));
  };
  document.addEventListener("pointerover", light);
  document.addEventListener("focusin", light);

  // The row and the column under the pointer, in the cross table.
  document.addEventListener("pointerover", ({ target }) => {
    const cell = /** @type {HTMLElement} */ (target).closest("table[data-cross] :is(td, th)");
    document.querySelectorAll("table[data-cross] .at").forEach((one) => one.classList.remove("at"));
    if (!cell?.classList.contains("x")) return;
    const { cellIndex } = /** @type {HTMLTableCellElement} */ (cell);
    need("table[data-cross]").querySelectorAll(`tr > .x:nth-child(${cellIndex + 1})`).forEach((one) => one.classList.add("at"));
  });

  document.addEventListener("change", (event) => {
    const go = targetOf(event).closest("select[data-go]");
    if (go) need("button", /** @type {HTMLSelectElement} */ (go).form ?? document).click();
  });

  document.addEventListener("click", (event) => {
    const me = targetOf(event).closest("button[data-me][data-not]");
    if (me) {
      set(mineKey, get(mineKey) === me.dataset.me ? "" : me.dataset.me);
      arrange();
    }
    if (targetOf(event).closest("[data-forget]")) [mineKey, ownKey].forEach((key) => set(key, ""));
    if (targetOf(event).closest("[data-print]")) print();
    floating().forEach((menu) => {
      if (!menu.contains(targetOf(event))) menu.toggleAttribute("open", false);
    });
  });
  // Menus and boxes over the page; a box with a field that the browser refuses stays.
  const floating = () => [...document.querySelectorAll("details:is(.menu, .limits)[open]")].filter((box) => box.matches(".menu")
    || box.querySelector(".fields") && getComputedStyle(need(".fields", box)).position === "absolute" && !box.querySelector(":invalid"));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && floating().pop();
    if (!menu) return;
    menu.toggleAttribute("open", false);
    need("summary", menu).focus();
  });
  const stamp = () => {
    document.querySelectorAll("[data-printed][data-time][data-zone]").forEach((at) => {
      at.textContent = at.dataset.printed.replace("%s", momentOf(new Date(serverTime()), at.dataset));
    });
  };
  addEventListener("beforeprint", stamp);

  // Times in the format of the language, in the zone of the tournament. An element has the form of its time, such as
  // "%h:%m", and the zone.
  /** @type {(zone: string, parts: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat} */
  function formatIn(zone, parts) {
    const lang = document.documentElement.lang;
    return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { timeZone: zone, ...parts });
  }
  /** @type {(moment: Date, said: { time: string, zone: string }) => string} */
  function timeOf(moment, { time, zone }) {
    const clock = formatIn(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).formatToParts(moment);
    const { hour, minute } = Object.fromEntries(clock.map(({ type, value }) => [type, value.padStart(2, "0")]));
    return time.replace("%h", hour).replace("%m", minute);
  }
  /** @type {(moment: Date, said: { time: string, zone: string }) => string} */
  function momentOf(moment, said) {
    return `${formatIn(said.zone, { day: "numeric", month: "long" }).format(moment)} ${timeOf(moment, said)}`;
  }

  // Find your name: typing narrows the list. A choice is stored on this device and shows the card of the player's page.
  const find = document.querySelector("[data-find]");
  if (find && (window.htmx || !body.dataset.live)) {
    const input = need("input", find);
    const list = need("#names", find);
    /** @param {HTMLElement} li */
    const nameIn = (li) => need(".who", li).textContent;
    const items = [...list.querySelectorAll("li[data-id][data-address]")].map((li) => ({ li, text: searched(li.querySelector(".who")) }));
    const most = 12;
    let picked = -1;
    const shown = () => items.filter(({ li }) => !li.hidden);
    /** @param {number} at */
    const mark = (at) => {
      const some = shown();
      picked = some.length ? (at + some.length) % some.length : -1;
      items.forEach(({ li }) => { li.classList.remove("picked"); li.setAttribute("aria-selected", "false"); });
      input.setAttribute("aria-activedescendant", picked >= 0 ? some[picked].li.id : "");
      if (picked < 0) return;
      some[picked].li.classList.add("picked");
      some[picked].li.setAttribute("aria-selected", "true");
    };
    const narrow = () => {
      const words = fold(input.value).split(/\s+/).filter(Boolean);
      /** @param {string} lead */
      const having = (lead) => items.filter(({ text }) => words.length && words.every((word) => text.includes(lead + word)));
      let found = having(" "); // names that begin with it; else names that contain it
      if (!found.length) found = having("");
      const n = found.length;
      items.forEach(({ li }) => { li.hidden = true; });
      found.slice(0, most).forEach(({ li }) => { li.hidden = false; });
      list.hidden = n === 0;
      input.setAttribute("aria-expanded", String(n > 0));
      mark(0);
    };
    /** @param {string} id */
    const show = (id) => {
      const item = items.find(({ li }) => li.dataset.id === id);
      if (!item) return;
      input.placeholder = nameIn(item.li);
      if (!body.dataset.live) return; // pages as files have no server
      htmx.ajax("GET", item.li.dataset.address, { target: "#mine", select: ".card", swap: "innerHTML" });
    };
    /** @param {string} id */
    const choose = (id) => {
      set(mineKey, id);
      const chosen = items.find(({ li }) => li.dataset.id === id);
      if (chosen && !body.dataset.live) location.assign(chosen.li.dataset.address);
      input.value = "";
      narrow();
      input.blur();
      show(id);
      arrange();
    };
    input.addEventListener("input", narrow);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") mark(picked + 1);
      else if (event.key === "ArrowUp") mark(picked - 1);
      else if (event.key === "Escape") { input.value = ""; narrow(); } else return;
      event.preventDefault();
    });
    // If no name matches here, a separate page searches, as without scripts.
    need("form", find).addEventListener("submit", (event) => {
      const some = shown();
      if (!some[picked]) return;
      event.preventDefault();
      choose(some[picked].li.dataset.id);
    });
    // A reader without a stored name may tap the name in the list of the round.
    document.addEventListener("click", (event) => {
      const who = targetOf(event).closest("#now a.who[href]");
      const item = who && items.find(({ li }) => li.dataset.address === who.getAttribute("href"));
      if (item && !get(mineKey)) set(mineKey, item.li.dataset.id);
    });
    list.addEventListener("click", (event) => {
      const li = targetOf(event).closest("li[data-id]");
      if (li) choose(li.dataset.id);
    });
    const again = () => { const id = get(mineKey); if (id) show(id); };
    body.addEventListener("live:pairings", again);
    body.addEventListener("live:results", again);
    addEventListener("load", again);
  }

  // The hall: one slide after the other. On a phone each column of a list is one, and the list by tables none.
  const upright = matchMedia("(max-width: 600px) and (max-aspect-ratio: 1)");
  const slides = () => [...document.querySelectorAll(
    upright.matches ? ".slide:is(.names, .standings) .panes > div, .slide:not(.names, .standings, .tables), .evening" : ".slide",
  )];
  let slide = 0;
  let since = performance.now();
  let revealed = 0;
  function turnSlides() {
    const hall = document.querySelector("[data-hall]");
    if (!hall) return;
    const list = slides();
    slide %= list.length;
    const at = list[slide];
    hall.classList.add("turning");
    hall.querySelectorAll(".slide").forEach((one) => one.classList.toggle("shown", one.contains(at)));
    hall.querySelectorAll(".slide:not(.evening) .panes > div").forEach((pane) => {
      pane.toggleAttribute("hidden", upright.matches && pane !== at && !at.contains(pane));
    });
    hall.querySelectorAll("[data-turns]").forEach((turns) => {
      turns.textContent = upright.matches && list.length > 1 ? `${slide + 1} / ${list.length}` : "";
    });
    if (hall.matches("[data-reveal]")) {
      // The last winner of the last prize is first; each is revealed by a key.
      [...hall.querySelectorAll(".winners li")].reverse().forEach((li, i) => li.classList.toggle("hidden", i >= revealed));
    }
    tick();
  }
  // The slide with the latest revealed winner.
  function revealSlide() {
    const winners = [...document.querySelectorAll(".winners li")].reverse();
    revealed = Math.min(revealed, winners.length);
    const at = winners[Math.max(0, revealed - 1)]?.closest(".slide");
    slide = Math.max(0, slides().findIndex((one) => one === at));
    turnSlides();
  }
  function tick() {
    const now = new Date(serverTime());
    document.querySelectorAll("[data-clock][data-time][data-zone]").forEach((at) => {
      at.textContent = timeOf(now, at.dataset);
    });
    document.querySelectorAll("[data-host]").forEach((at) => { at.textContent = location.host + at.dataset.host; });
  }
  if (document.querySelector("[data-hall]")) {
    const line = need("progress#turn");
    setInterval(() => {
      const seconds = Number(need("[data-hall]").dataset.hall);
      const part = (performance.now() - since) / (10 * seconds);
      tick();
      line.value = slides().length > 1 ? part : 0;
      if (part < 100 || document.querySelector("[data-reveal]")) return;
      since = performance.now();
      slide += 1;
      turnSlides();
    }, 200);
    addEventListener("click", (event) => { // on a screen without keys
      if (!document.querySelector("[data-reveal]") || targetOf(event).closest("a")) return;
      revealed += 1;
      revealSlide();
    });
    addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (!step) return;
      if (document.querySelector("[data-reveal]")) {
        revealed = Math.max(0, revealed + step);
        revealSlide();
        return;
      }
      since = performance.now();
      slide += step + slides().length;
      turnSlides();
    });
    addEventListener("click", (event) => {
      if (!document.querySelector("[data-reveal]") || targetOf(event).closest("a")) return;
      revealed += 1;
      revealSlide();
    });
    /** @type {ReturnType<typeof setTimeout>} */
    let still;
    addEventListener("pointermove", () => {
      body.classList.add("moved");
      clearTimeout(still);
      still = setTimeout(() => body.classList.remove("moved"), 3000);
    });
    const awake = () => { if (navigator.wakeLock && !document.hidden) navigator.wakeLock.request("screen").catch(() => {}); };
    document.addEventListener("visibilitychange", awake);
    awake();
  }

  // An expired login loses nothing: the values typed into a form are restored when its page is shown again after the
  // login, whatever the pages in between. The tab stores them, never an address. Passwords and files are not stored,
  // and an accepted form is deleted.
  const typedKey = "tourney:typed";
  /**
   * @typedef {{ path: string, action: string | null, values: [string, FormDataEntryValue][], refused?: boolean }} Typed
   * @returns {Typed | null}
   */
  const typed = () => { try { return JSON.parse(sessionStorage.getItem(typedKey) ?? "null"); } catch { return null; } };
  /** @param {Typed | null} what */
  const keep = (what) => {
    try {
      if (what) sessionStorage.setItem(typedKey, JSON.stringify(what));
      else sessionStorage.removeItem(typedKey);
    } catch { /* private window, or too much */ }
  };
  /** @param {HTMLFormElement} form */
  const typedIn = (form) => ({
    path: location.pathname, action: form.getAttribute("action"),
    values: [...new FormData(form)].filter(([, value]) => typeof value === "string"),
  });
  /** @type {(form: Element | null | undefined) => form is HTMLFormElement} */
  const isKept = (form) => form instanceof HTMLFormElement && form.method === "post" && !form.querySelector("[type=password]")
    && !form.closest("header.top");
  const refused = () => document.querySelector("[data-login]");
  /** @type {(form: HTMLFormElement, values: Typed["values"]) => void} */
  const fillIn = (form, values) => {
    /** @type {Map<string, string[]>} */
    const left = new Map();
    values.forEach(([name, value]) => left.set(name, [...left.get(name) ?? [], String(value)]));
    const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
    fields.forEach((field) => {
      if (!field.name || ["password", "file", "hidden", "submit"].includes(field.type)) return;
      const of = left.get(field.name) ?? [];
      if (field.type === "checkbox" || field.type === "radio") field.checked = of.includes(field.value);
      else if (of.length) field.value = of.shift() ?? "";
    });
    addEventListener("load", () => form.dispatchEvent(new Event("change", { bubbles: true }))); // after htmx is loaded
  };
  // If the page stays and shows that the login has ended, for example after a preview, the sent or last edited form is
  // stored.
  /** @type {Element | null} */
  let unsent = null;
  const keepUnsent = () => { if (refused() && isKept(unsent)) keep({ ...typedIn(unsent), refused: true }); };
  document.addEventListener("input", (event) => { unsent = targetOf(event).closest("form"); });
  body.addEventListener("htmx:afterSettle", ({ detail }) => {
    const form = detail.requestConfig?.elt.closest("form");
    if (refused() && isKept(form)) unsent = form;
    keepUnsent();
  });
  document.addEventListener("click", (event) => { if (targetOf(event).closest("[data-login] a")) keepUnsent(); });
  const kept = typed();
  if (kept && refused()) keep({ ...kept, refused: true });
  else if (kept && !kept.refused && location.pathname !== "/login") keep(null);
  else if (kept && location.pathname === kept.path) {
    // Several forms may go to one address.
    const names = (/** @type {HTMLFormElement} */ one) => kept.values.filter(([name]) => one.elements.namedItem(name)).length;
    const [form] = [...document.forms].filter((one) => isKept(one) && one.getAttribute("action") === kept.action)
      .sort((a, b) => names(b) - names(a));
    if (form) {
      keep(null);
      fillIn(form, kept.values);
      const line = document.createElement("p");
      line.className = "banner notice";
      line.textContent = body.dataset.typed ?? "";
      document.getElementById("messages")?.append(line);
    }
  }
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.getAttribute("action") === "/logout") keep(null);
    else if (isKept(form)) keep(typedIn(form));
  });

  // Long forms ask before the reader leaves changes: edited fields, and changes listed on the page. Saving and
  // cancelling do not ask.
  if (document.querySelector("form[data-asks]")) {
    let typed = false, meant = false;
    document.addEventListener("input", (event) => { typed ||= !!targetOf(event).closest("form[data-asks]"); });
    document.addEventListener("htmx:oobAfterSwap", (event) => { if (targetOf(event).id === "unsaved") typed = false; });
    addEventListener("submit", (event) => { meant ||= !event.defaultPrevented; });
    document.addEventListener("click", (event) => { meant ||= !!targetOf(event).closest("[data-cancel], [data-login] a"); });
    addEventListener("pageshow", () => { meant = false; });
    addEventListener("beforeunload", (event) => {
      if (!meant && (typed || document.querySelector("#unsaved")?.textContent?.trim())) event.preventDefault();
    });
  }

  // A button that copies the link, the code or the text before it; navigator.clipboard needs https.
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-copied]"));
    const text = button?.previousElementSibling;
    if (!button || !text) return;
    if (text instanceof HTMLTextAreaElement) text.select(); else getSelection()?.selectAllChildren(text);
    const name = button.textContent;
    const copied = button.dataset.copied ?? "";
    if (!document.execCommand("copy") || name === copied) return;
    button.textContent = copied;
    setTimeout(() => (button.textContent = name), 3000);
  });

  // A form that must be sent only once: the button is disabled until the response.
  document.addEventListener("submit", (event) => {
    if (!targetOf(event).matches("[data-once]")) return;
    if (targetOf(event).dataset.sent) { event.preventDefault(); return; }
    targetOf(event).dataset.sent = "yes";
  });
  addEventListener("pageshow", () => document.querySelectorAll("[data-sent]").forEach((form) => form.removeAttribute("data-sent")));

  // A pressed button shows that it works until the response.
  document.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!button || event.defaultPrevented) return;
    // Its value is sent with the form, so it is disabled afterwards.
    setTimeout(() => { if (!event.defaultPrevented) { button.setAttribute("aria-busy", "true"); button.disabled = true; } });
  });
  addEventListener("pageshow", () => {
    document.querySelectorAll("[aria-busy=true]").forEach((button) => {
      button.removeAttribute("aria-busy");
      button.toggleAttribute("disabled", false);
    });
  });

  // After a refused form the focus is on the reasons, each a link to its field, and the title has a note. If the page
  // puts the focus on a wrong field itself, it stays there.
  const refusal = document.querySelector("main [data-fault]");
  const wrong = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("main [aria-invalid=true][aria-describedby]")]);
  if (refusal || wrong.length) {
    document.title = (body.dataset.fault ?? "%s").replace("%s", () => document.title);
    const list = document.createElement("ul");
    wrong.forEach((field) => {
      const reason = document.getElementById(field.getAttribute("aria-describedby") ?? "");
      if (!field.id || !reason?.matches(".wrong")) return;
      const link = document.createElement("a");
      link.href = `#${field.id}`;
      const named = field.labels?.[0]?.textContent ?? field.getAttribute("aria-label") ?? field.name;
      const label = `${named.replace("*", "").replace(/\s+/g, " ").trim()}: `;
      const why = reason.textContent?.trim() ?? "";
      link.textContent = why.startsWith(label) ? why : label + why; // some reasons name their field
      list.append(document.createElement("li"));
      list.lastElementChild?.append(link);
    });
    const at = refusal ?? document.createElement("div");
    const listed = at.querySelector("ul"); // without scripts too, with the focus on the first field
    if (list.firstChild && !listed) at.append(list);
    if (!refusal && list.firstChild) {
      at.className = "banner error";
      at.setAttribute("role", "group");
      at.tabIndex = -1;
      wrong[0].form?.prepend(at);
    }
    if (at.isConnected && !listed && !wrong.some((field) => field.autofocus)) at.focus();
  }

  // Help opens beside the page, which stays usable. Without scripts its link leads to the handbook.
  const help = document.getElementById("help");
  if (help instanceof HTMLDialogElement) {
    help.addEventListener("htmx:afterSwap", () => { if (!help.open) help.show(); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && help.open) help.close(); });
  }

  // On a phone, the current entry of a row that does not fit scrolls into view, and the row fades at its ends.
  const showCurrent = () => document.querySelectorAll(".sections > ul, .tabs, .switch, .rounds").forEach((row) => {
    row.classList.toggle("cut", row.scrollWidth > row.clientWidth + 1);
    const at = row.querySelector("[aria-current]")?.getBoundingClientRect(), all = row.getBoundingClientRect();
    if (at && (at.right > all.right - 20 || at.left < all.left)) row.scrollLeft += at.left - all.left - (all.width - at.width) / 2;
  });
  body.addEventListener("htmx:afterSettle", showCurrent);

  showCurrent();
  arrange();
  follow();
})();
