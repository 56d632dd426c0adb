// @ts-check
// Pages that are files: tables are sorted, and names found, without a server.
"use strict";

(() => {
  // A list of players opened by a search shows the matches.
  const typed = new URLSearchParams(location.search).get("name");
  const input = document.querySelector("input[data-filter]");
  if (typed && input) {
    input.value = typed;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const table = document.querySelector("table.wall");
  if (!table) return;
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const heads = [...need("thead tr:last-child", table).children];
  const body = need("tbody", table);
  const rows = [...body.querySelectorAll("tr")];
  const outcomes = "-?=+";

  // The sort key of a row: numbers as numbers, ranks by strength, rounds by their outcome, else text.
  /** @type {(row: Element, at: number) => number | string} */
  const keyOf = (row, at) => {
    const cell = row.children[at];
    if (cell.matches(".c")) return outcomes.indexOf(cell.querySelector("b")?.textContent?.trim() || "-");
    const text = (cell.querySelector(".who") ?? cell).textContent?.replace(/\s+/g, " ").trim() ?? "";
    const [, grade, kind] = /^(\d+)([kdp])$/i.exec(text) ?? [];
    if (kind) return kind.toLowerCase() === "k" ? -Number(grade) : Number(grade) + (kind.toLowerCase() === "p" ? 100 : 0);
    const number = Number(text.replace(",", ".").replace("½", ".5"));
    return text && !Number.isNaN(number) ? number : text;
  };
  /** @type {(a: number | string, b: number | string) => number} */
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b)));

  // Each pool is sorted separately, below its heading; equal rows keep the order of places.
  /** @type {(link: Element, head: Element) => void} */
  const sort = (link, head) => {
    const at = heads.indexOf(head);
    const text = at === 0 || head.matches(".club, .name");
    const first = text ? "ascending" : "descending";
    const again = table.dataset.by === link.textContent?.trim() && head.getAttribute("aria-sort") === first;
    const order = again ? (text ? "descending" : "ascending") : first;
    table.dataset.by = link.textContent?.trim() ?? "";
    heads.forEach((one) => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    /** @type {Element[][]} */
    const pools = [];
    rows.forEach((row) => {
      if (row.matches(".group") || !pools.length) pools.push([]);
      pools[pools.length - 1].push(row);
    });
    pools.forEach((pool) => {
      const lines = pool.filter((row) => !row.matches(".group")).map((row, i) => ({ row, i, key: keyOf(row, at) }));
      lines.sort((a, b) => sign * compare(a.key, b.key) || a.i - b.i);
      body.append(...pool.filter((row) => row.matches(".group")), ...lines.map(({ row }) => row));
    });
    table.classList.toggle("sorted", at !== 0);
  };
  heads.forEach((head) => head.querySelectorAll("a:not(.next)").forEach((link) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      sort(link, head);
    });
  }));
})();
