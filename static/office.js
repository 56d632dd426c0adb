// @ts-check
// The director's rooms in the browser. Every page is complete without it.
"use strict";
(() => {
  // What an event happened to.
  /** @param {Event} event */
  const at = (event) => /** @type {HTMLInputElement} */ (event.target);

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
})();
