// @ts-check
// Lines on their way to the desk. They go one after the other, so that each
// carries what the answer to the one before brought; meanwhile the next can be
// typed. A line stays until the desk has answered it: one that did not arrive
// is sent again with the next line, when the connection is back, or after a
// while.
"use strict";

/**
 * A line as it was typed. at is what post keeps with it.
 * @typedef {{ text: string, at?: Record<string, FormDataEntryValue> }} Line
 */

class LineQueue {
  /**
   * @param {object} desk
   * @param {(line: Line) => Promise<boolean>} desk.post sends a line and reports whether the desk has answered it, be it
   *   taken or refused
   * @param {(more: boolean) => void} desk.answered is called after each such answer; more: another line is sent at once
   * @param {(text: string) => void} desk.lost is called with a line that must not be sent again
   * @param {() => void} desk.rested is called when nothing is under way any more
   * @param {number} [desk.pause] after how many milliseconds what is still waiting is tried again
   */
  constructor({ post, answered, lost, rested, pause = 5000 }) {
    this.desk = { post, answered, lost, rested };
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
    this.send();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.later);
    while (this.lines.length && await this.desk.post(this.lines[0])) {
      this.lines.shift();
      this.desk.answered(this.lines.length > 0);
    }
    this.sending = false;
    // Nobody knows whether an undo has arrived, and twice is not once.
    if (this.lines.length && this.lines[0].text.trim().toLowerCase() === "u") this.desk.lost(this.lines.splice(0, 1)[0].text);
    if (this.lines.length) this.later = setTimeout(() => this.send(), this.pause);
    this.desk.rested();
  }
}
