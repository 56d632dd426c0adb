// What the desk's field promises, each on a page of its own. A case gets a
// function that notes where got is not want.
"use strict";
const field = document.getElementById("typed");
const cases = {
  "lines go one after the other, each with what the answer before brought": async (is) => {
    await enter("7b");
    await enter("8w");
    await enter("9b");
    is(sent(), "7b");
    await requests[0].answer(desk({ seen: 2 }));
    is(sent(), "7b 8w");
    is(requests[0].fields["seen-7"], "1");
    is(requests[1].fields["seen-7"], "2");
    await requests[1].answer(desk({ seen: 3 }));
    await requests[2].answer(desk({ seen: 4 }));
    await pass(60000);
    is(sent(), "7b 8w 9b");
    is(requests[2].fields["seen-7"], "3");
    is(field.value, "");
    is(shown("#messages"), "");
  },

  "the next line can be typed while one is under way": async (is) => {
    await enter("7b");
    field.value = "8";
    await requests[0].answer(desk());
    is(field.value, "8");
  },

  "a line whose connection is lost is shown, and tried again after five seconds": async (is) => {
    await enter("7b");
    is(shown("#unsent"), "");
    await requests[0].lose();
    is(shown("#unsent"), "Not sent: 7b");
    await pass(4999);
    is(sent(), "7b");
    await pass(1);
    is(sent(), "7b 7b");
    await requests[1].lose();
    await pass(4999);
    is(sent(), "7b 7b");
    await pass(1);
    is(sent(), "7b 7b 7b");
    await requests[2].answer(desk());
    is(shown("#unsent"), "");
    await pass(60000);
    is(sent(), "7b 7b 7b");
  },

  "the pause begins anew with every try": async (is) => {
    await enter("7b");
    await requests[0].lose();
    await pass(3000);
    await enter("8w");
    await requests[1].lose();
    await pass(4999);
    is(sent(), "7b 7b");
    await pass(1);
    is(sent(), "7b 7b 7b");
  },

  "a line is about the table that was chosen when it was first sent": async (is) => {
    document.querySelector("[name=table]").value = "7";
    await enter("b");
    await requests[0].lose();
    document.querySelector("[name=table]").value = "8";
    await pass(5000);
    is(requests[1].fields.table, "7");
  },

  "what another tab has left is taken when it has not been touched for a while, an undo never sent again": async (is) => {
    const desk = `lines ${document.getElementById("line").action} Dora `;
    const put = (tab, age, ...texts) => localStorage.setItem(desk + tab, JSON.stringify({ at: Date.now() - age, lines: texts.map((text) => ({ text })) }));
    put("open", 1000, "1b");
    put("closed", 60000, "7b", "u");
    localStorage.setItem("lines elsewhere x", JSON.stringify({ at: 0, lines: [{ text: "5b" }] }));
    const shelf = new LineShelf(`${document.getElementById("line").action} Dora`);
    const left = shelf.take();
    is(left.map((line) => line.text).join(" "), "7b u");
    is(Object.keys(localStorage).filter((key) => key.startsWith("lines ")).sort().join("|"), ["lines elsewhere x", desk + "open"].sort().join("|"));
    const posts = [];
    const lost = [];
    const queue = new LineQueue({
      post: async (line) => { posts.push(line.text); return true; }, answered: () => {}, rested: () => {},
      lost: (text) => lost.push(text), keep: (lines) => shelf.keep(lines),
    });
    queue.resume(left);
    is(Object.keys(localStorage).some((key) => key === desk + shelf.tab), true); // until the answer has come
    await quiet();
    is(posts.join(" "), "7b");
    is(lost.join(" "), "u");
    is(Object.keys(localStorage).some((key) => key === desk + shelf.tab), false);
  },

  "a browser that keeps nothing sends the lines all the same": async (is) => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    await enter("7b");
    Storage.prototype.setItem = setItem;
    is(sent(), "7b");
    await requests[0].answer(desk());
    is(shown("#unsent"), "");
    localStorage.setItem(`lines ${document.getElementById("line").action} Dora broken`, "{");
    is(new LineShelf(`${document.getElementById("line").action} Dora`).take().length, 0);
  },

  "a refresh waits for the answer to a form or a link of the part": async (is) => {
    const tell = (name, detail) => {
      const event = new CustomEvent(name, { detail, bubbles: true });
      document.body.dispatchEvent(event);
      return event.detail;
    };
    const link = document.querySelector("#live table");
    const live = { verb: "get", elt: document.querySelector("#live") };
    for (const verb of ["get", "post"]) {
      const asked = { verb, elt: link };
      tell("htmx:beforeRequest", { requestConfig: live });
      is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: live }).shouldSwap, true);
      tell("htmx:beforeRequest", { requestConfig: asked });
      is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: live }).shouldSwap, false);
      is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: asked }).shouldSwap, true);
      tell("htmx:afterRequest", { requestConfig: live });
      is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: live }).shouldSwap, false);
      tell("htmx:afterRequest", { requestConfig: asked });
      is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: live }).shouldSwap, true);
    }
  },

  "a form that went with its part holds up no refresh": async (is) => {
    const tell = (name, detail) => {
      const event = new CustomEvent(name, { detail, bubbles: true });
      document.body.dispatchEvent(event);
      return event.detail;
    };
    const form = document.querySelector("#live table");
    const refresh = { verb: "get", elt: document.querySelector("#live") };
    await enter("7b");
    tell("htmx:beforeRequest", { requestConfig: { verb: "post", elt: form } });
    is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: refresh }).shouldSwap, false);
    await requests[0].answer(desk());
    is(tell("htmx:beforeSwap", { shouldSwap: true, requestConfig: refresh }).shouldSwap, true);
    await pass(40);
    is(triggered.filter((name) => name === "live:results").length, 1);
  },

  "what waits goes first with the next line, in its order": async (is) => {
    await enter("7b");
    await requests[0].lose();
    await enter("8w");
    is(sent(), "7b 7b");
    await requests[1].lose();
    is(shown("#unsent"), "Not sent: 7b, 8w");
    await enter("9b");
    for (const i of [2, 3, 4]) await requests[i].answer(desk());
    is(sent(), "7b 7b 7b 8w 9b");
    is(shown("#unsent"), "");
    await pass(60000);
    is(requests.length, 5);
  },

  "what waits goes at once when the connection is back": async (is) => {
    await enter("7b");
    await requests[0].lose();
    await pass(1000);
    dispatchEvent(new Event("online"));
    is(sent(), "7b 7b");
    await requests[1].answer(desk());
    await pass(60000);
    is(sent(), "7b 7b");
  },

  "a line under way is not sent a second time": async (is) => {
    await enter("7b");
    dispatchEvent(new Event("online"));
    await enter("8w");
    await pass(14000);
    dispatchEvent(new Event("online"));
    is(sent(), "7b");
    await requests[0].answer(desk());
    await requests[1].answer(desk());
    dispatchEvent(new Event("online"));
    await pass(60000);
    is(sent(), "7b 8w");
  },

  "a connection that hangs is lost after fifteen seconds": async (is) => {
    await enter("7b");
    await pass(14999);
    is(requests[0].open, true);
    await pass(1);
    is(requests[0].open, false);
    is(shown("#unsent"), "Not sent: 7b");
    await pass(5000);
    is(sent(), "7b 7b");
  },

  "an undo is never sent twice, and what follows it goes on": async (is) => {
    await enter(" U");
    await enter("8w");
    await requests[0].lose();
    is(shown(".kept"), "Nobody knows about  U");
    is(shown("#unsent"), "Not sent: 8w");
    await pass(5000);
    is(requests.length, 2);
    is(requests[1].fields.line, "8w");
  },

  "a refused line comes back into the field": async (is) => {
    await enter("7x");
    await requests[0].answer(desk({ refused: "7x", text: "Not a result" }));
    is(field.value, "7x");
    is(field.getAttribute("aria-invalid"), "true");
    is(shown("#messages"), "");
    await pass(60000);
    is(sent(), "7x");
    await enter("7b");
    await requests[1].answer(desk());
    is(field.getAttribute("aria-invalid"), "false");
  },

  "a refused line is kept to be read, and does not hold up the next": async (is) => {
    await enter("7x");
    await enter("8w");
    await requests[0].answer(desk({ refused: "7x", text: "Not a result" }));
    is(shown(".kept"), "Not a result");
    is(sent(), "7x 8w");
    await requests[1].answer(desk());
    is(shown(".kept"), "Not a result");
    is(shown("#unsent"), "");
    await pass(60000);
    is(sent(), "7x 8w");
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    is(shown("#messages"), "");
  },

  "a refused line leaves what is being typed": async (is) => {
    await enter("7x");
    field.value = "8";
    await requests[0].answer(desk({ refused: "7x", text: "Not a result" }));
    is(field.value, "8");
    is(shown(".kept"), "Not a result");
  },

  "a question that comes too late is told as unsent": async (is) => {
    await enter("2:7b");
    await enter("8w");
    await requests[0].answer(desk({ refused: "2:7b", asked: "2:7b was not entered", text: "Really?" }));
    is(shown(".kept"), "2:7b was not entered");
    is(sent(), "2:7b 8w");
  },

  "a login that has run out keeps the line": async (is) => {
    await enter("7b");
    await requests[0].answer(`<p class="banner error">Log in</p>`, { "HX-Retarget": "#messages" });
    is(shown("#messages .banner.error:not(#unsent)"), "Log in");
    is(shown("#unsent"), "Not sent: 7b");
    await pass(5000);
    is(sent(), "7b 7b");
  },

  "an answer that is not the desk's keeps the line": async (is) => {
    await enter("7b");
    await requests[0].foreign(`<div id="live"><h1>Log in to the network</h1></div>`);
    is(shown("#unsent"), "Not sent: 7b");
    is(shown("h1"), "");
  },

  "a mistake of the page is no lost connection, and holds up no line": async (is) => {
    addEventListener("unhandledrejection", (event) => event.preventDefault(), { once: true });
    const { swap } = window.htmx;
    window.htmx.swap = () => { throw new TypeError("a mistake"); };
    await enter("7b");
    await requests[0].answer(desk());
    window.htmx.swap = swap;
    is(shown("#unsent"), "Not sent: 7b");
    await enter("8w");
    is(sent(), "7b 7b");
    await requests[1].answer(desk());
    await requests[2].answer(desk());
    is(shown("#unsent"), "");
  },

  "leaving asks first while a line has no answer": async (is) => {
    is(leaves(), true);
    await enter("7b");
    is(leaves(), false);
    await requests[0].lose();
    is(leaves(), false);
    await pass(5000);
    await requests[1].answer(desk());
    is(leaves(), true);
  },

  "a refresh that came while sending is made up for": async (is) => {
    await enter("7b");
    document.body.dispatchEvent(new CustomEvent("live:results"));
    is(triggered.includes("live:results"), false);
    await requests[0].answer(desk());
    is(triggered.includes("live:results"), false); // nobody listens before the answer has settled
    await pass(40);
    is(triggered.filter((name) => name === "live:results").length, 1);
  },

  "n leads on, also when the last result has no answer yet": async (is) => {
    const leads = () => document.activeElement.id === "onwards";
    await enter("7b");
    await enter("n");
    await requests[0].answer(desk({ onwards: "main" }));
    is(sent(), "7b n");
    is(leads(), false);
    await requests[1].answer(desk({ onwards: "main" }));
    is(leads(), true);
    field.focus();
    await enter("n"); // the button is there
    is(sent(), "7b n");
    is(leads(), true);
  },

  "n leads nowhere once something else is typed, or while a table is missing": async (is) => {
    await enter("7b");
    await enter("n");
    field.value = "8";
    await requests[0].answer(desk({ onwards: "main" }));
    await requests[1].answer(desk({ onwards: "main" }));
    is(document.activeElement, field);
    await enter("8b");
    await requests[2].answer(desk({ onwards: "later" }));
    await enter("n");
    await requests[3].answer(desk({ onwards: "later", table: "7" }));
    await enter("7b");
    await requests[4].answer(desk({ onwards: "main" }));
    is(document.activeElement, field);
  },

  "a name narrows the list, with or without its accents": async (is) => {
    const left = (typed) => {
      field.value = typed;
      field.dispatchEvent(new Event("input"));
      return [...document.querySelectorAll("tr[data-table]:not([hidden])")].map((row) => row.dataset.table).join();
    };
    is(left(""), "7,8");
    is(left("janos"), "7");
    is(left("JÁNOŠ"), "7");
    is(left("luk jan"), "7");
    is(left("/a"), "7,8");
    is(left("/aino"), "8");
    is(left("7b"), "7,8");
    is(left("nobody"), "");
  },
};

const run = async (name) => {
  const wrong = [];
  let n = 0;
  await cases[name]((got, want) => {
    n += 1;
    if (got !== want) wrong.push(`check ${n}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  });
  over = true;
  return n ? wrong : ["nothing was checked"];
};
