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

  // The index marks the group that is read: the last whose heading has come up.
  const groups = [...document.querySelectorAll(".settings .set[id]")];
  if (groups.length) {
    const top = new Set();
    const mark = () => {
      const read = groups.find((group) => top.has(group)) ?? groups[0];
      document.querySelectorAll("#index a").forEach((link) => {
        if (link.getAttribute("href") === `#${read.id}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
    };
    const seen = new IntersectionObserver((entries) => {
      entries.forEach(({ target, isIntersecting }) => top[isIntersecting ? "add" : "delete"](target));
      mark();
    }, { rootMargin: "-25% 0px -70% 0px" });
    groups.forEach((group) => seen.observe(group));
    document.addEventListener("htmx:load", mark); // the index comes anew with each change
  }

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
