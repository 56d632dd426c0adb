// @ts-check
// The list of players in the browser: one field finds, checks in and adds. Every page is complete without it.
"use strict";
(() => {
  const find = document.querySelector("input#find");
  if (!find) return;
  const form = need("form.finding");
  const words = need("#typed[data-one][data-here][data-gone][data-many][data-none]");
  const button = need("button.main[data-seek][data-checkin][data-add]", form);

  // The list narrows during typing, and beside the field stands the effect of Enter.
  const rows = () => [...document.querySelectorAll("tr[data-search]")];
  const left = () => rows().filter((row) => !row.hidden);
  /** @param {HTMLElement} [row] */
  const checksIn = (row) => row?.querySelector("button[value=checked-in].mark");
  const narrow = () => {
    const parts = fold(find.value).split(/[\s,]+/).filter(Boolean);
    /** @param {string} lead */
    const having = (lead) => rows().forEach((row) => { row.hidden = !parts.every((part) => row.dataset.search.includes(lead + part)); });
    having(" "); // words that begin with it; else text that contains it
    if (!left().length) having("");
    const some = left();
    const [only] = some.length === 1 ? some : [];
    const { one, here, gone, many, none } = words.dataset;
    words.hidden = parts.length === 0;
    need("#reading").hidden = !words.hidden;
    need(".lead", words).replaceChildren(...(only ? [...need(".name", only).querySelectorAll(".who, .rank")] : [])
      .flatMap((part) => [part.cloneNode(true), " "]));
    need(".keys", words).textContent = !only ? (some.length ? many.replace("#", String(some.length)) : none)
      : checksIn(only) ? one : only.matches(".away") ? gone : here;
    button.textContent = checksIn(only) ? button.dataset.checkin : some.length ? button.dataset.seek : button.dataset.add;
  };
  find.addEventListener("input", narrow);
  // A button pressed by a key is replaced with its list; the focus returns to the field.
  let byKeys = false;
  document.body.addEventListener("htmx:beforeSwap", () => {
    byKeys = Boolean(document.activeElement?.matches("#entrants :focus-visible"));
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    if (byKeys && document.activeElement === document.body) find.focus();
    byKeys = false;
    narrow();
  });
  narrow();

  // Enter checks in a single remaining player, or takes a single match of the rating lists; otherwise the server
  // responds, and fills the form with a new name. Matches count only if they belong to the typed text, and not if they
  // have the family name only.
  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter !== button) return;
    const some = left();
    const links = document.querySelectorAll("#found ul:not([data-partial]) a");
    const box = some.length === 1 && find.value ? checksIn(some[0]) : null;
    const hit = !box && !some.length && links.length === 1 && find.value === find.dataset.found ? links[0] : null;
    if (!box && !hit) return;
    event.preventDefault();
    event.stopPropagation();
    if (box) find.value = "";
    (box ?? hit)?.click();
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const config = event.detail.requestConfig;
    if (config?.elt === find) find.dataset.found = config.parameters.find;
  });

  // "/" moves to the field, "n" to a new player; the arrows move through the matches, Escape moves back.
  /** @type {HTMLElement} */
  let from = find;
  document.addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    const typing = at.matches("input, select, textarea");
    const links = [...document.querySelectorAll("#found a")];
    const place = links.findIndex((link) => link === at);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {HTMLElement | null | undefined} */
    let to;
    switch (event.key) {
      case "/": to = typing ? null : find; break;
      case "n": to = typing ? null : document.querySelector("input#f-family"); break;
      case "ArrowDown": to = place >= 0 || at.matches("#find, #f-family, #f-given") ? links[place + 1] : null; break;
      case "ArrowUp": to = place >= 0 ? links[place - 1] ?? from : null; break;
      case "Escape":
        to = place >= 0 ? from : null;
        if (at === find) { find.value = ""; narrow(); }
    }
    if (!to) return;
    event.preventDefault();
    if (typing) from = at;
    to.focus();
    if (to instanceof HTMLInputElement) to.select();
  });
})();

// The button that saves a player counts the changed fields.
(() => {
  const button = document.querySelector("button[data-count][form=entry]");
  const form = document.querySelector("form#entry");
  if (!(button instanceof HTMLElement) || !(form instanceof HTMLFormElement)) return;
  const plain = button.textContent;
  const texts = (button.dataset.count ?? "").split("|");
  const was = new Map([...new FormData(form)]);
  form.addEventListener("input", () => {
    const changed = [...new FormData(form)].filter(([name, value]) => was.get(name) !== value).length;
    button.textContent = texts[changed - 1] ?? plain;
  });
})();

// The button over the preview of a list counts the ticked or corrected rows.
(() => {
  const form = document.querySelector("form.importing");
  const button = form?.querySelector("button[data-ticked]");
  if (!form || !(button instanceof HTMLElement)) return;
  const rows = [...form.querySelectorAll(".sheet-rows tr:not(.group)")].filter((row) => row.querySelector("td.tick"));
  const inputs = (/** @type {Element} */ row, /** @type {string} */ which) =>
    /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll(which)]);
  const taken = (/** @type {Element} */ row) => inputs(row, "input[type=checkbox]").some((box) => box.checked)
    || inputs(row, "input[name=wrong]").length > 0
      && inputs(row, "input.repair").some((input) => input.value.trim() !== "" && input.value !== input.defaultValue);
  form.addEventListener("input", () => {
    const some = rows.filter(taken).length;
    button.textContent = (button.dataset.ticked ?? "").replace("#1", String(some)).replace("#2", String(rows.length - some));
  });
})();
