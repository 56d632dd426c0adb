// @ts-check
// Lines on their way to the desk. They are sent one after the other, so that each has the data from the previous
// response; in the meantime the next can be typed. A line stays queued until the desk has responded: a lost one is sent
// again with the next line, when the connection is back, or after a while.
"use strict";

/**
 * A line as it was typed. at is what post keeps with it.
 * @typedef {{ text: string, at?: Record<string, FormDataEntryValue> }} Line
 */

/** @param {Line} line */
const isUndo = (line) => /^u\s*(!|$)/i.test(line.text.trim());

class LineQueue {
  /**
   * @param {object} desk
   * @param {(line: Line) => Promise<boolean>} desk.post sends a line and reports whether the desk has answered it, be it
   *   taken or refused
   * @param {(more: boolean) => void} desk.answered is called after each such answer; more: another line is sent at once
   * @param {(text: string) => void} desk.lost is called with a line that must not be sent again
   * @param {() => void} desk.rested is called when nothing is under way any more
   * @param {(lines: Line[]) => void} [desk.keep] is called with the lines without an answer, whenever they change or are tried
   * @param {number} [desk.pause] after how many milliseconds what is still waiting is tried again
   */
  constructor({ post, answered, lost, rested, keep = () => {}, pause = 5000 }) {
    this.desk = { post, answered, lost, rested, keep };
    this.pause = pause;
    /** @type {Line[]} */
    this.lines = [];
    this.sending = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  // The texts of the lines without an answer, in their order.
  get waiting() { return this.lines.map((line) => line.text); }

  /** @param {string} text */
  add(text) {
    this.lines.push({ text });
    this.desk.keep(this.lines);
    this.send();
  }

  // resume sends the lines from an earlier page, except an undo, because it may have arrived.
  /** @param {Line[]} lines */
  resume(lines) {
    if (!lines.length) return;
    lines.filter(isUndo).forEach((line) => this.desk.lost(line.text));
    this.lines.push(...lines.filter((line) => !isUndo(line)));
    this.desk.keep(this.lines); // a response may take long
    this.send();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.later);
    try {
      while (this.lines.length && await this.desk.post(this.lines[0])) {
        this.lines.shift();
        this.desk.keep(this.lines);
        this.desk.answered(this.lines.length > 0);
      }
    } finally { // also after a bug of the page, which the console shows
      this.sending = false;
      // An undo may have arrived, and a second one would undo another entry.
      if (this.lines.length && isUndo(this.lines[0])) this.desk.lost(this.lines.splice(0, 1)[0].text);
      if (this.lines.length) this.later = setTimeout(() => this.send(), this.pause);
      this.desk.keep(this.lines);
      this.desk.rested();
    }
  }
}

// LineShelf stores queued lines in the browser, so that they survive a closed page. Every tab has its own place; a page
// takes the lines of its own tab, and of another tab without recent use. Without storage, or with a full one, only this
// is lost: the lines are sent all the same.
class LineShelf {
  /** @param {string} desk what the lines are for: other desks' stay where they are */
  constructor(desk) {
    this.desk = `lines ${desk} `;
    this.tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.abandoned = 30000;
    try {
      this.tab = sessionStorage.getItem("tab") ?? this.tab;
      sessionStorage.setItem("tab", this.tab);
    } catch { /* keeps nothing */ }
  }

  /** @param {Line[]} lines */
  keep(lines) {
    const place = this.desk + this.tab;
    try {
      if (lines.length) localStorage.setItem(place, JSON.stringify({ at: Date.now(), lines }));
      else localStorage.removeItem(place);
    } catch { /* keeps nothing, or is full */ }
  }

  /** @returns {Line[]} */
  take() {
    /** @type {Line[]} */
    const found = [];
    try {
      for (const place of Object.keys(localStorage).filter((key) => key.startsWith(this.desk))) {
        /** @type {{ at: number, lines: Line[] } | null} */
        const kept = JSON.parse(localStorage.getItem(place) ?? "null"); // null: another tab has just taken it
        if (!kept || (place !== this.desk + this.tab && Date.now() - kept.at < this.abandoned)) continue;
        localStorage.removeItem(place);
        found.push(...kept.lines);
      }
    } catch { /* keeps nothing */ }
    return found;
  }
}
