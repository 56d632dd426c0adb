// @ts-check
// The desk in the browser: the field never waits and never loses a letter.
// Every page of the desk is complete without it.
"use strict";
(() => {
  // Players of a draw may be dragged onto one another to be swapped, by the stone or by the name.
  /** @type {HTMLInputElement | null} */
  let held = null;
  /** @type {(target: EventTarget | null) => HTMLInputElement | null} */
  const boxOf = (target) => {
    const label = target instanceof Element ? target.closest("label.pick, label[for^=pick]") : null;
    return label instanceof HTMLLabelElement && label.control instanceof HTMLInputElement ? label.control : null;
  };
  const arm = () => document.querySelectorAll("label.pick, label[for^=pick]").forEach((label) => { label.draggable = true; });
  const picked = () => [...document.querySelectorAll(".pick input")];
  document.body.addEventListener("htmx:afterSettle", arm);
  arm();
  document.addEventListener("dragstart", (event) => { held = boxOf(event.target); });
  document.addEventListener("dragover", (event) => {
    const over = boxOf(event.target);
    document.querySelectorAll(".pick.over").forEach((pick) => pick.classList.remove("over"));
    if (!held || !over || over === held) return;
    over.closest(".pick")?.classList.add("over");
    event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const over = boxOf(event.target);
    if (!held || !over) return;
    event.preventDefault();
    const both = [held, over];
    picked().forEach((input) => { input.checked = both.includes(input); });
    const swap = Object.assign(document.createElement("button"), { name: "do", value: "swap", hidden: true });
    need("#pick").append(swap);
    swap.click();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-clear]")) return;
    event.preventDefault();
    picked().forEach((input) => { input.checked = false; });
    document.querySelector("table.draw")?.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // A start typed beside the draw stays until its own form is sent, whatever other button is pressed or part replaced.
  const startKey = `tourney:start:${location.pathname}`;
  const starts = () => [...document.querySelectorAll("#starts input")].filter((input) => input instanceof HTMLInputElement);
  const keepStart = () => {
    const typed = starts().filter((input) => input.value !== input.defaultValue).map((input) => [input.name, input.value]);
    try { sessionStorage.setItem(startKey, JSON.stringify(typed)); } catch { /* private window */ }
  };
  const putStart = () => {
    /** @type {string[][]} */
    let typed = [];
    try { typed = JSON.parse(sessionStorage.getItem(startKey) ?? "[]"); } catch { /* private window */ }
    typed.forEach(([name, value]) => starts().filter((input) => input.name === name).forEach((input) => { input.value = value; }));
  };
  document.addEventListener("input", (event) => {
    if (event.target instanceof Element && event.target.closest("#starts")) keepStart();
  });
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof Element) || event.target.id !== "starts") return;
    try { sessionStorage.removeItem(startKey); } catch { /* private window */ }
  });
  document.body.addEventListener("htmx:afterSettle", putStart);
  putStart();

  // On the draw u undoes the last change, and U redoes it.
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === "u") document.getElementById("undo")?.click();
    if (event.key === "U") document.getElementById("redo")?.click();
  });

  const form = document.querySelector("form#line[data-unsent][data-lost][data-me]");
  const field = document.querySelector("input#typed");
  if (!form || !field || !window.htmx) return; // without htmx as without scripts
  const live = () => document.getElementById("live");

  // The reason for a refused line stays visible while the next line is sent; Escape removes it.
  /** @param {string} text */
  const keep = (text) => {
    const p = document.createElement("p");
    p.className = "banner error kept";
    p.textContent = text;
    document.getElementById("messages")?.append(p);
  };

  /** @type {(target: Element | null, html: string, select: string, swapStyle: string) => void} */
  const put = (target, html, select, swapStyle) => {
    if (!target) return;
    htmx.trigger(document.body, "htmx:beforeSwap");
    htmx.swap(target, html, { swapStyle, swapDelay: 0, settleDelay: 20 }, { select });
  };
  // post reports whether the desk has responded to the line, accepted or refused. After a banner instead, as for an
  // expired login, the line stays here.
  /** @param {Line} line */
  const post = async (line) => {
    const all = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    // The line is about the table chosen when it was first sent.
    line.at ??= { round: all.round, table: all.table, find: all.find };
    const body = new URLSearchParams({ ...all, ...line.at, line: line.text });
    const answer = await ask(form.action, { method: "POST", headers: { "HX-Request": "true" }, body });
    if (!answer) return false;
    // The round was taken back: its lines are dropped, and the current round names them.
    const to = answer.headers.get("HX-Redirect");
    if (to) {
      const lines = queue.lines.splice(0).map((one) => one.text);
      location.assign(`${to.replace(/&dropped=.*/, "")}&dropped=${encodeURIComponent(lines.join(", "))}`);
      return true;
    }
    const elsewhere = answer.headers.get("HX-Retarget");
    if (elsewhere) {
      put(document.querySelector(elsewhere), answer.text, ".banner", "innerHTML");
      return false;
    }
    missed ||= posting; // a replaced part cancels its form: the response has no place, and its end may cause no event
    posting = false;
    put(live(), answer.text, "#live", "outerHTML");
    return true;
  };
  /** @param {boolean} more */
  const answered = (more) => {
    if (leads && !more && !field.value && document.activeElement === field) leads = !leadOn();
    const said = document.getElementById("said");
    const refused = said && said.dataset.line;
    const asked = said && said.dataset.asked;
    field.setAttribute("aria-invalid", String(Boolean(refused && !asked)));
    if (!refused) return;
    if (!field.value && !more) {
      field.value = refused;
      field.select();
      narrow();
    } else keep(asked || said.textContent);
  };
  const showUnsent = () => {
    const old = document.getElementById("unsent");
    if (old) old.remove();
    if (!queue.waiting.length) return;
    const p = document.createElement("p");
    p.id = "unsent";
    p.className = "banner error";
    p.textContent = form.dataset.unsent.replace("%s", queue.waiting.join(", "));
    document.getElementById("messages")?.append(p);
  };
  let missed = false; // a refresh during the sending of lines or a form
  let posting = false; // a form or a link of the live part, whose response has the whole part
  const refresh = () => {
    if (!missed) return;
    missed = false;
    // The part from the last response does not receive events before it has settled.
    setTimeout(() => htmx.trigger(document.body, "live:results"), 2 * htmx.config.defaultSettleDelay);
  };
  const shelf = new LineShelf(`${form.action} ${form.dataset.me}`);
  const queue = new LineQueue({
    post,
    answered,
    keep: (lines) => shelf.keep(lines),
    lost: (text) => keep(form.dataset.lost.replace("%s", text)),
    rested: () => {
      showUnsent();
      refresh();
    },
  });
  // If all tables have results, n moves to the button for the next step. Typed before the response to the last result,
  // it waits for that response.
  let leads = false;
  const leadOn = () => {
    const onwards = document.querySelector(".main#onwards");
    if (onwards) onwards.focus();
    return Boolean(onwards);
  };
  /** @param {string} text */
  const say = (text) => {
    leads = text.trim().toLowerCase() === "n";
    if (!leads || !leadOn()) queue.add(text);
  };
  addEventListener("online", () => queue.send());
  queue.resume(shelf.take());
  showUnsent();
  addEventListener("beforeunload", (event) => { if (queue.waiting.length) event.preventDefault(); });
  // A correction waits for its reason; Enter may be pressed in either of the two fields.
  /** @param {string} text */
  const lacksReason = (text) => {
    const reason = reasonAsked();
    return Boolean(reason && text === document.getElementById("said")?.dataset.line && !reason.reportValidity());
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value;
    if (lacksReason(text)) return;
    field.value = "";
    field.focus();
    say(text);
    htmx.trigger(field, "htmx:abort");
    document.getElementById("reading")?.replaceChildren();
    narrow();
  });
  document.body.addEventListener("live:results", () => { missed = queue.sending || posting; });
  // A running refresh would remove the form or the link, and its response would have no place.
  /** @type {(from: Element | undefined) => boolean} */
  const asks = (from) => Boolean(from?.closest("#live") && !["live", "publish"].includes(from.id)); // these are repeated
  document.body.addEventListener("htmx:beforeRequest", (event) => { posting ||= asks(event.detail.requestConfig.elt); });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (posting && event.detail.requestConfig?.elt.id === "live") event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!asks(event.detail.requestConfig.elt)) return;
    posting = false;
    refresh();
  });

  // The focused element of a removed part. Another part may be removed before the new one has settled.
  /** @type {{ element: Element, at?: string, byKeys: boolean, followed: boolean } | null} */
  let had = null;
  const reasonAsked = () => document.querySelector("#question input#reason");
  let asked = Boolean(reasonAsked());
  const chosen = () => document.querySelector("#live input[name=table]")?.value;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const element = document.activeElement;
    if (!element || had && !had.element.isConnected) return;
    had = { element, at: chosen(), byKeys: element.matches("#live :focus-visible"), followed: event.detail.requestConfig?.elt === element };
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    if (had && !had.element.isConnected) {
      const { element, at, byKeys, followed } = had;
      // A half-typed margin or reason survives a refresh by another desk.
      const typed = element instanceof HTMLInputElement && element.matches("#margin, #reason") && document.querySelector(`input#${element.id}`);
      if (typed && chosen() === at) {
        typed.value = element.value;
        if (document.activeElement === document.body) typed.focus();
      } else if (byKeys && document.activeElement === document.body) {
        const address = followed ? "" : element.getAttribute("href");
        (address && document.querySelector(`#live a[href="${CSS.escape(address)}"]`) || field).focus();
      }
    }
    had = null;
    // A question may come from a button of the panel too.
    const said = document.getElementById("said");
    if (said && said.dataset.asked && !field.value) field.value = said.dataset.line ?? "";
    // A question for a reason takes the focus, unless another line is being typed.
    const reason = reasonAsked();
    if (reason && !asked && field.value === said?.dataset.line) reason.focus();
    asked = Boolean(reason);
    narrow();
  });

  // The line that was refused has its reason beside the field: it is not read again, and it hides no table.
  const isRefused = () => Boolean(field.value) && document.getElementById("said")?.dataset.line === field.value;
  field.addEventListener("htmx:beforeRequest", (event) => { if (isRefused()) event.preventDefault(); });

  // A name narrows the list while it is typed.
  const narrow = () => {
    form.classList.toggle("reads", document.querySelector("#reading p") !== null); // what is read takes the place of #said
    const text = field.value;
    const words = !isRefused() && /^\/|^[^\d!]{2,}$/.test(text) ? fold(text.replace(/^\//, "")).split(/\s+/).filter(Boolean) : [];
    document.querySelectorAll("tr[data-table]").forEach((row) => {
      const names = [...row.querySelectorAll(".who")].map(searched).join("");
      row.hidden = !words.every((word) => names.includes(word));
      const next = row.nextElementSibling;
      if (next?.matches(".dispute")) next.toggleAttribute("hidden", row.hidden);
    });
  };
  field.addEventListener("input", narrow);

  // Arrows move through the tables; the keys of the field work everywhere.
  /** @param {number} by */
  const step = (by) => {
    const rows = [...document.querySelectorAll("tr[data-table]:not([hidden])")];
    const at = rows.findIndex((row) => row.classList.contains("current"));
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
    if (!next) return;
    next.querySelector(".n a")?.click();
    next.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const inField = event.target === field;
    const typing = /** @type {Element} */ (event.target).closest("input, select, textarea");
    if (event.key === "Escape") {
      field.value = "";
      document.getElementById("reading")?.replaceChildren();
      document.querySelectorAll(".kept").forEach((p) => p.remove());
      field.focus();
      narrow();
    } else if (inField && event.key === "ArrowDown") step(1);
    else if (inField && event.key === "ArrowUp") step(-1);
    else if (!typing && event.key === "/") { field.value = "/"; field.focus(); }
    else if (!typing && (event.key === "u" || event.key === "n" || event.key === "?")) { field.focus(); say(event.key); }
    else if (!typing && /^[0-9]$/.test(event.key)) { field.value = event.key; field.focus(); }
    else return;
    event.preventDefault();
  });
})();
