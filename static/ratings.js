// @ts-check
// The search in the rating lists by keyboard; without it, it is a form.
"use strict";
document.addEventListener("keydown", (event) => {
  if (!(/** @type {Element} */ (event.target).closest(".lookup"))) return;
  const links = [...document.querySelectorAll("#found a")];
  const find = need("#find");
  const at = links.findIndex((link) => link === document.activeElement);
  /** @param {HTMLElement} to */
  const go = (to) => { event.preventDefault(); to.focus(); };
  switch (event.key) {
    case "ArrowDown":
      if (links[at + 1]) go(links[at + 1]);
      break;
    case "ArrowUp":
      if (at >= 0) go(links[at - 1] || find);
      break;
    case "Escape":
      if (at >= 0) go(find);
  }
});
// One player left is meant, unless only the family name fits; the list belongs to what is typed once it has come.
document.addEventListener("submit", (event) => {
  const find = /** @type {Element} */ (event.target).querySelector("input#find");
  const links = document.querySelectorAll("#found ul:not([data-partial]) a");
  if (!find || links.length !== 1 || find.value !== find.dataset.found) return;
  event.preventDefault();
  links[0].click();
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  const find = document.querySelector("input#find");
  const config = event.detail.requestConfig;
  if (find && config && config.elt === find) find.dataset.found = config.parameters.find || find.value;
});
