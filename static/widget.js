// @ts-check
// Shows standings or pairings of a tournament on a page of another site, live:
//
//   <script async src="https://go.example.org/embed.js" data-tournament="spring-cup"></script>
//
// data-show has the parts to show: standings, pairings or both ("standings pairings"). data-lang is the language, by
// default the page's; for an unknown one the console has a warning, and the reader's own is used. data-scheme is light
// or dark, by default as in the reader's system. data-height is the number of pixels reserved for each part, data-title
// its title, until it is loaded. Nothing is stored on the reader's device.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const { tournament: named, show, lang, scheme, height = "480", title } = script?.dataset ?? {};
  if (!script) return;
  const { origin } = new URL(script.src);
  const [language] = (lang || document.documentElement.lang).toLowerCase().split("-");
  const query = new URLSearchParams();
  if (language) query.set("lang", language);
  if (scheme) query.set("scheme", scheme);

  const tournament = named?.replace(/^.*\/t\/([^/?#]+).*$/, "$1"); // a whole link is accepted
  // Without a tournament one frame shows the missing setting.
  const parts = show?.match(/[^\s,]+/g) ?? ["standings"];
  const addresses = tournament
    ? parts.map((part) => `/t/${encodeURIComponent(tournament)}/embed/${encodeURIComponent(part)}`)
    : ["/embed"];
  const frames = addresses.map((address) => {
    const frame = document.createElement("iframe");
    frame.title = title || tournament || "tourney";
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.width = "100%";
    frame.height = height;
    frame.style.border = "0";
    frame.style.display = "block";
    if (scheme) frame.style.colorScheme = scheme;
    frame.src = `${origin}${address}?${query}`;
    return frame;
  });
  script.after(...frames);

  addEventListener("message", ({ origin: from, source, data }) => {
    const frame = from === origin && frames.find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    if (data?.tourney === "height" && data.height > 0) frame.height = String(data.height);
    if (data?.tourney === "page") {
      frame.title = data.title;
      if (data.fault) console.error(`${script.src}: ${data.fault}`);
      if (lang && data.unspoken) console.warn(`${script.src}: data-lang: ${data.unspoken}`);
    }
  });
})();
