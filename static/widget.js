// @ts-check
// Shows standings or pairings of a tournament on a page of another site, live:
//
//   <script async src="https://go.example.org/embed.js" data-tournament="spring-cup"></script>
//
// data-show has the parts to show: standings, pairings or both ("standings pairings"). data-lang is the language (else
// that of the page), data-scheme light or dark (else as the reader's system has it). data-height is how many pixels are
// reserved for each part before it is there, data-title its title until then. Nothing is stored on the reader's device.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const { tournament, show, lang, scheme, height = "480", title } = script?.dataset ?? {};
  if (!script || !tournament) return;
  const { origin } = new URL(script.src);
  const [language] = (lang || document.documentElement.lang).split("-");
  const query = new URLSearchParams();
  if (language) query.set("lang", language);
  if (scheme) query.set("scheme", scheme);

  const frames = (show?.match(/[^\s,]+/g) ?? ["standings"]).map((part) => {
    const frame = document.createElement("iframe");
    frame.title = title || tournament;
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.width = "100%";
    frame.height = height;
    frame.style.border = "0";
    frame.style.display = "block";
    if (scheme) frame.style.colorScheme = scheme;
    frame.src = `${origin}/t/${encodeURIComponent(tournament)}/embed/${encodeURIComponent(part)}?${query}`;
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
    }
  });
})();
