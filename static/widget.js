// @ts-check
// Shows standings or pairings of a tournament on a page of another site, live:
//
//   <script async src="https://go.example.org/embed.js" data-tournament="spring-cup"></script>
//
// data-show has the parts to show: standings, pairings or both ("standings pairings"). data-lang is the language (else
// that of the page), data-scheme light or dark (else as the reader's system has it), data-height how many pixels are
// reserved for each part before it is there. Nothing is stored on the reader's device.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const { tournament, show = "standings", lang, scheme, height = "480", title } = script?.dataset ?? {};
  if (!script || !tournament) return;
  const { origin } = new URL(script.src);
  const [language] = (lang || document.documentElement.lang).split("-");
  const query = new URLSearchParams();
  if (language) query.set("lang", language);
  if (scheme) query.set("scheme", scheme);

  const frames = ["standings", "pairings"].filter((part) => show.split(/[\s,]+/).includes(part)).map((part) => {
    const frame = document.createElement("iframe");
    frame.title = [title || tournament, part].join(": ");
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.width = "100%";
    frame.height = height;
    frame.style.border = "0";
    frame.style.display = "block";
    if (scheme) frame.style.colorScheme = scheme;
    frame.src = `${origin}/t/${encodeURIComponent(tournament)}/embed/${part}?${query}`;
    return frame;
  });
  script.after(...frames);

  addEventListener("message", (event) => {
    if (event.origin !== origin || event.data?.tourney !== "height") return;
    const frame = frames.find(({ contentWindow }) => contentWindow === event.source);
    if (frame && event.data.height > 0) frame.height = String(event.data.height);
  });
})();
