// What the desk's script needs around it, under the cases' control: the server,
// the clock, and the two functions of htmx that it calls.
"use strict";

// The desk's answer to a line. said is its reaction: data-line is set when the
// line was refused, data-asked when it is a question.
const desk = ({ seen = 1, table = "", refused = "", asked = "", text = "", onwards = "" } = {}) => `<div id="live">
  <div id="said" data-line="${refused}" ${asked && `data-asked="${asked}"`}>${text}</div>
  <input type="hidden" form="line" name="seen-7" value="${seen}"><input type="hidden" form="line" name="round" value="3">
  <input type="hidden" form="line" name="table" value="${table}"><input type="hidden" form="line" name="find" value="">
  <table>
    <tr data-table="7"><td class="n"><a href="#7">7</a></td><td><a class="who">Jánošík Łukasz</a></td></tr>
    <tr data-table="8"><td class="n"><a href="#8">8</a></td><td><a class="who">Virtanen Aino</a></td></tr>
  </table>
  ${onwards && `<button class="${onwards}" id="onwards">Pair round 4</button>`}
</div>`;
document.getElementById("live").outerHTML = desk();

// A case that is over is left without being asked.
let over = false;
addEventListener("beforeunload", (event) => { if (over) event.stopImmediatePropagation(); });

// The clock stands still until a case lets time pass.
const clock = { now: 0, timers: [] };
window.setTimeout = (run, after = 0) => clock.timers.push({ run, at: clock.now + after, on: true });
window.clearTimeout = (id) => { if (clock.timers[id - 1]) clock.timers[id - 1].on = false; };
delete AbortSignal.timeout; // the oldest browsers lack it

// quiet returns when everything is done that needs no time.
const quiet = async () => {
  for (let i = 0; i < 10; i++) {
    await new Promise((done) => { const c = new MessageChannel(); c.port1.onmessage = done; c.port2.postMessage(""); });
  }
};

// pass lets so many milliseconds pass.
const pass = async (ms) => {
  const end = clock.now + ms;
  for (;;) {
    const due = clock.timers.filter((t) => t.on && t.at <= end).sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    clock.now = due.at;
    due.on = false;
    due.run();
    await quiet();
  }
  clock.now = end;
};

// The server: each request waits until a case answers it, or loses it.
const requests = [];
window.fetch = (address, { body, signal }) => new Promise((arrive, fail) => {
  const request = {
    address, fields: Object.fromEntries(body), open: true,
    answer: (html, headers = {}) => request.foreign(html, { Tourney: "1", ...headers }),
    foreign: async (html, headers = {}) => { request.open = false; arrive(new Response(html, { headers })); await quiet(); },
    lose: async () => { request.open = false; fail(new TypeError("Failed to fetch")); await quiet(); },
  };
  signal.addEventListener("abort", () => { request.open = false; fail(signal.reason); });
  requests.push(request);
});

const triggered = [];
window.htmx = {
  config: { defaultSettleDelay: 20 },
  trigger: (target, name) => { triggered.push(name); target.dispatchEvent(new CustomEvent(name, { detail: { elt: target } })); },
  swap: (target, html, { swapStyle }, { select }) => {
    const part = new DOMParser().parseFromString(html, "text/html").querySelector(select);
    if (swapStyle === "outerHTML") target.replaceWith(part);
    else target.replaceChildren(part);
  },
};

// enter types a line and sends it.
const enter = async (line) => {
  document.getElementById("typed").value = line;
  document.getElementById("line").requestSubmit();
  await quiet();
};
const sent = () => requests.map((r) => r.fields.line).join(" ");
const shown = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent).join("|");
const leaves = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
