// @ts-check
// The director's pages in the browser. Every page is complete without it.
"use strict";
(() => {
  // The target of an event.
  /** @param {Event} event */
  const at = (event) => /** @type {HTMLInputElement} */ (event.target);

  // The download of a file for a federation opens its form too.
  document.addEventListener("click", (event) => {
    const address = /** @type {HTMLElement | null} */ (at(event).closest("[data-opens]"))?.dataset.opens;
    if (address && navigator.onLine) open(address, "_blank", "noopener");
  });

  // The address of a new tournament, as derived from the name.
  document.addEventListener("input", (event) => {
    const slug = document.querySelector("input#f-slug");
    if (at(event).id !== "f-name" || !slug) return;
    slug.placeholder = fold(at(event).value).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);
  });

  // A new tournament in a country with several time zones probably has the browser's zone.
  const here = document.querySelector("input[data-zone]");
  if (here) here.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

  // The index marks the current group: the last one whose heading is above a line across the screen. The line moves to
  // the foot near the end of the page, so that the short groups there are reached as well. The target of a link stays
  // marked while it is at the top, or the page at its end. The page at its top marks the first group.
  const index = document.getElementById("index");
  if (index) {
    const mark = () => {
      const groups = [...document.querySelectorAll(".set[id]")].filter((group) => group.getClientRects().length);
      const left = document.documentElement.scrollHeight - innerHeight - scrollY;
      const line = innerHeight - Math.min(left, .75 * innerHeight);
      const top = (/** @type {Element} */ group) => group.getBoundingClientRect().top;
      const led = groups.find((group) => `#${group.id}` === location.hash);
      const stays = led && top(led) >= 0 && (left < 2 || top(led) < .25 * innerHeight);
      const read = stays ? led : scrollY && groups.filter((group) => top(group) < line).pop() || groups[0];
      document.querySelectorAll("#index a").forEach((link) => {
        if (link.getAttribute("href") === `#${read.id}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
    };
    for (const event of ["scroll", "resize", "hashchange", "toggle"]) addEventListener(event, mark, { passive: true, capture: true });
    document.addEventListener("htmx:load", mark); // each change replaces the index
    mark();
  }

  // The search opens the groups of settings with such a name or value, and hides the other settings.
  const find = /** @type {HTMLInputElement | null} */ (document.querySelector("input#find"));
  const holds = (/** @type {Element | null} */ element) => fold(element?.textContent ?? "").includes(fold(find?.value.trim() ?? ""));
  find?.addEventListener("input", () => {
    const all = !find.value.trim();
    for (const group of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.set.fold"))) {
      const named = all || holds(group.querySelector("h2"));
      const rows = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(".opt, .objective li, .rows li")]);
      for (const row of rows) row.hidden = !named && !holds(row);
      group.hidden = !named && rows.every((row) => row.hidden);
      group.open = !all && !group.hidden;
    }
  });

  // A link of the index opens its group.
  const lead = () => {
    const group = document.querySelector(`details.set[id="${location.hash.slice(1)}"]`);
    if (group instanceof HTMLDetailsElement) group.open = true;
  };
  addEventListener("hashchange", lead);
  lead();

  // A group may have any size: a filled last field adds another one.
  document.addEventListener("input", (event) => {
    const people = at(event).closest("[data-people]");
    if (!people || at(event) !== people.lastElementChild || !at(event).value) return;
    const next = /** @type {HTMLInputElement} */ (at(event).cloneNode());
    next.value = "";
    const label = next.getAttribute("aria-label") ?? "";
    next.setAttribute("aria-label", label.replace(/\d+/, String(people.children.length + 1)));
    people.append(next);
  });
})();

// A choice of the settings fills in others: its answer replaces groups of fields. What was changed while the answer was
// on its way stays.
(() => {
  const form = document.querySelector("form.settings");
  if (!(form instanceof HTMLFormElement)) return;
  const fields = () => /** @type {HTMLInputElement[]} */ ([...form.elements])
    .filter(({ name, type }) => name && !["hidden", "submit", "radio"].includes(type));
  const value = (/** @type {HTMLInputElement} */ field) => (field.type === "checkbox" ? String(field.checked) : field.value);
  const values = () => new Map(fields().filter(({ id }) => id).map((field) => [field.id, value(field)]));
  /** @type {Map<string, string>} */
  let sent = new Map();
  /** @type {[string, string][]} */
  let changed = [];
  form.addEventListener("htmx:beforeSend", () => { sent = values(); });
  form.addEventListener("htmx:beforeSwap", () => { changed = [...values()].filter(([id, now]) => id === "reason" || sent.get(id) !== now); });
  document.body.addEventListener("htmx:oobAfterSwap", () => {
    changed.forEach(([id, now]) => {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
      if (!field || value(field) === now) return;
      if (field.type === "checkbox") field.checked = now === "true";
      else field.value = now;
    });
  });
})();
