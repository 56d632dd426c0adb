// @ts-check
// Marking: dead stones, the referee's pencil, the players' report.
"use strict";

(() => {
  const { at, name, named, pointed, shape } = board;

  // Dead stones: a click on a stone marks its whole chain, or clears the mark.
  const form = document.querySelector("[data-dead]");
  if (form) {
    const svg = need("svg.board", form);
    const dead = need(".dead", svg);
    const boxes = [...form.querySelectorAll("input[name=dead]")];
    const draw = () => {
      dead.replaceChildren();
      boxes.filter((b) => b.checked).forEach((b) => svg.querySelectorAll(`[data-p][data-chain="${b.value}"]`).forEach((stone) => {
        const [x, y] = at(stone.dataset.p);
        dead.append(shape("path", { class: stone.getAttribute("class") ?? "", d: `M${x - .25} ${y - .25}l.5.5m0-.5l-.5.5` }));
      }));
    };
    form.addEventListener("change", draw);
    svg.addEventListener("click", (event) => {
      const stone = svg.querySelector(`[data-p="${pointed(svg, event)}"]`);
      const box = stone && boxes.find((b) => b.value === stone.dataset.chain);
      if (!box) return;
      box.checked = !box.checked;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    });
    svg.classList.add("clickable");
  }

  // The referee's pencil: a click on a point gives it to the side of the radio button, or clears it. The fields hold
  // the names of the points.
  const pencil = document.querySelector("[data-pencil]");
  if (pencil) {
    const svg = need("svg.board", pencil);
    const fields = ["black", "white", "nobody"].map((field) => need(`input[name=${field}]`, pencil));
    const set = shape("g", { class: "set" });
    svg.append(set);
    /** @param {HTMLInputElement} field */
    const pointsOf = (field) => field.value.split(/[\s,;]+/).filter(Boolean);
    const draw = () => {
      set.replaceChildren();
      fields.forEach((field) => pointsOf(field).map((text) => named(svg, text)).filter(Boolean).forEach((point) => {
        const [x, y] = at(point);
        set.append(shape("rect", { class: { black: "b", white: "w" }[field.name] ?? "nobody", x: x - .25, y: y - .25, width: .5, height: .5 }));
      }));
    };
    draw();
    pencil.addEventListener("input", draw);
    svg.addEventListener("click", (event) => {
      const p = pointed(svg, event);
      const chosen = need("input[name=set]:checked", pencil).value;
      if (!p) return;
      const called = name(p, Number(svg.dataset.rows));
      fields.forEach((field) => {
        const points = pointsOf(field);
        const had = points.includes(called);
        const rest = points.filter((other) => other !== called);
        field.value = [...rest, ...(field.name === chosen && !had ? [called] : [])].join(" ");
      });
      draw();
    });
    svg.classList.add("clickable");
  }

  // The label of a report's button repeats its values.
  const repeat = () => {
    document.querySelectorAll("form[data-send]").forEach((form) => {
      const sent = new FormData(/** @type {HTMLFormElement} */ (/** @type {unknown} */ (form)));
      const how = sent.get("winner") === "jigo" ? "" : String(sent.get("how") ?? "");
      const margin = need("input[name=margin]", form);
      margin.disabled = how !== "" || sent.get("winner") === "jigo";
      const points = margin.disabled ? "" : margin.value.trim();
      const key = `${String(sent.get("winner"))}.${points ? "+" : how}`;
      const said = [...form.querySelectorAll("[data-said]")].find((at) => at.dataset.said === key);
      const text = said?.textContent?.replace("%s", () => points);
      if (text) need("button", form).textContent = form.dataset.send.replace("%s", () => text);
    });
  };
  document.addEventListener("input", repeat);
  repeat();
})();
