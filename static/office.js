// @ts-check
// The director's rooms in the browser. Every page is complete without it.
"use strict";
(() => {
  let typed = "";
  // What an event happened to.
  /** @param {Event} event */
  const at = (event) => /** @type {HTMLInputElement} */ (event.target);

  // The list narrows while one types; Enter checks in the one player left.
  const rows = () => [...document.querySelectorAll("tr[data-search]")];
  function narrow() {
    const words = fold(typed).split(/[\s,]+/).filter(Boolean);
    rows().forEach((row) => { row.hidden = !words.every((word) => row.dataset.search.includes(word)); });
  }
  document.addEventListener("input", (event) => {
    if (!at(event).matches("[data-narrow]")) return;
    typed = at(event).value;
    narrow();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !at(event).matches("[data-narrow]")) return;
    at(event).value = typed = "";
    narrow();
  });
  document.addEventListener("submit", (event) => {
    const input = at(event).querySelector("input[data-narrow]");
    if (!input || !typed) return;
    event.preventDefault();
    const left = rows().filter((row) => !row.hidden);
    const box = left.length === 1 && left[0].querySelector(".mark[value=checked-in]");
    if (!box) return;
    input.value = typed = "";
    box.click();
  });

  // A part that was replaced is narrowed again, and keeps what was being typed.
  /** @type {[number | null, number | null] | null} */
  let field = null;
  document.body.addEventListener("htmx:beforeSwap", () => {
    const active = document.activeElement;
    field = active instanceof HTMLInputElement && active.matches("[data-narrow]") ? [active.selectionStart, active.selectionEnd] : null;
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    const input = document.querySelector("input[data-narrow]");
    if (!input) return;
    if (typed) input.value = typed;
    if (field) { input.focus(); input.setSelectionRange(...field); }
    narrow();
  });

  // The address of a new tournament, as it will be made from the name.
  document.addEventListener("input", (event) => {
    const slug = document.querySelector("input#f-slug");
    if (at(event).id !== "f-name" || !slug) return;
    slug.placeholder = fold(at(event).value).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);
  });

  // A new tournament in a country of several time zones is likely to be where the browser is.
  const here = document.querySelector("input[data-zone]");
  if (here) here.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

  // A group may be of any size: another field comes when the last is filled.
  document.addEventListener("input", (event) => {
    const people = at(event).closest("[data-people]");
    if (!people || at(event) !== people.lastElementChild || !at(event).value) return;
    const next = /** @type {HTMLInputElement} */ (at(event).cloneNode());
    next.value = "";
    const label = next.getAttribute("aria-label") ?? "";
    next.setAttribute("aria-label", label.replace(/\d+/, String(people.children.length + 1)));
    people.append(next);
  });

  // "/" goes to the search, "n" to a new player.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || at(event).matches("input, select, textarea")) return;
    const to = event.key === "/" ? document.querySelector("input[data-narrow]")
      : event.key === "n" ? document.querySelector("input#f-family") : null;
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.select();
  });

  // A form that must go only once: the button rests until the answer comes.
  document.addEventListener("submit", (event) => {
    if (!at(event).matches("[data-once]")) return;
    if (at(event).dataset.sent) { event.preventDefault(); return; }
    at(event).dataset.sent = "yes";
  });
  addEventListener("pageshow", () => document.querySelectorAll("[data-sent]").forEach((form) => form.removeAttribute("data-sent")));
})();
