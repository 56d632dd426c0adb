// What the scripts find around them, for the type checker alone: no browser
// loads this file. Check with: npx -p typescript tsc -p static/jsconfig.json

// The part of htmx.min.js that our scripts call.
declare const htmx: {
  trigger(target: EventTarget, name: string): void;
  swap(
    target: Element, html: string,
    swap: { swapStyle: string; swapDelay: number; settleDelay: number }, options: { select: string },
  ): void;
  ajax(verb: string, address: string, context: { target: string; select: string; swap: string }): void;
};

// A request of htmx, as its events tell of it.
interface HtmxRequest {
  requestConfig: { verb: string; elt: Element; parameters: { find?: string } };
  xhr: XMLHttpRequest;
}

interface HTMLElementEventMap {
  "htmx:beforeSend": CustomEvent<HtmxRequest>;
  "htmx:afterSwap": CustomEvent<HtmxRequest>;
}

// Which element a selector finds is told by how it ends; else it is some element
// of HTML, or the one that a variable's type names.
type InputSelector = `${string} input` | `${string}input[${string}]`;
type DrawingSelector = `${string}svg` | `${string}svg.board`;
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
  querySelector(selectors: InputSelector): HTMLInputElement;
  querySelector(selectors: DrawingSelector): SVGSVGElement;
  querySelector<E extends Element = HTMLElement>(selectors: string): E;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: InputSelector): NodeListOf<HTMLInputElement>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
  closest(selectors: DrawingSelector): SVGSVGElement;
  closest<E extends Element = HTMLElement>(selectors: string): E;
}
