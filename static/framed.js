// @ts-check
// A page in a frame of another site: in the colours of that site, and as high as its content.
"use strict";

(() => {
  const wanted = new URLSearchParams(location.search), scheme = wanted.get("scheme"), lang = wanted.get("lang");
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.scheme = scheme;
  let told = 0;
  document.addEventListener("DOMContentLoaded", () => {
    // The pairings are those of the last round; after the publication of the next one, of that round.
    if (location.pathname.endsWith("/pairings")) document.body.addEventListener("live:pairings", () => location.reload());
    if (window.parent === window) return;
    /** @param {object} what */
    const tell = (what) => window.parent.postMessage(what, "*");
    const fault = document.querySelector(".fault")?.textContent?.trim();
    const unspoken = lang && lang !== document.documentElement.lang && document.body.dataset.unspoken?.replace("%s", () => lang);
    tell({ tourney: "page", title: document.title, fault, unspoken });
    const main = need("main");
    const measure = () => {
      const height = Math.ceil(main.getBoundingClientRect().bottom + scrollY);
      if (height === told) return;
      told = height;
      tell({ tourney: "height", height });
    };
    measure(); // a frame out of sight is observed when it becomes visible
    new ResizeObserver(measure).observe(main);
  });
})();
