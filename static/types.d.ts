// What the scripts find around them, for the type checker alone: no browser
// loads this file. Check with: npx -p typescript tsc -p static/jsconfig.json

// The part of htmx.min.js that our scripts call.
declare const htmx: {
  config: { defaultSettleDelay: number };
  trigger(target: EventTarget, name: string): void;
  swap(
    target: Element, html: string,
    swap: { swapStyle: string; swapDelay: number; settleDelay: number }, options: { select: string },
  ): void;
  ajax(verb: string, address: string, context: { target: string; select: string; swap: string }): void;
};

// Missing where its file did not load.
interface Window { htmx?: object }

// A request of htmx, as its events tell of it.
interface HtmxRequest {
  requestConfig: { elt: Element; verb: string; parameters: { find?: string } };
  shouldSwap?: boolean; // before a swap
  xhr: XMLHttpRequest;
}

interface HTMLElementEventMap {
  "htmx:configRequest": CustomEvent<{ verb: string; path: string; parameters: Record<string, unknown> }>;
  "htmx:beforeRequest": CustomEvent<HtmxRequest>;
  "htmx:beforeSend": CustomEvent<HtmxRequest>;
  "htmx:beforeSwap": CustomEvent<HtmxRequest>;
  "htmx:afterRequest": CustomEvent<HtmxRequest>;
  "htmx:afterOnLoad": CustomEvent<HtmxRequest>;
  "htmx:afterSwap": CustomEvent<HtmxRequest>;
  "htmx:afterSettle": CustomEvent<HtmxRequest>;
}

// Which element a selector finds is told by the tag of its last part; without a
// tag it is some element of HTML. It has the data that this part asks for.
type Last<S> = S extends `${string},${string}` ? "" : S extends `${string} ${infer Rest}` ? Last<Rest> : S;
type Tag<S> = S extends `${infer T}${"#" | "." | "[" | ":"}${string}` ? Tag<T> : S;
type Data<S> = S extends `${string}[data-${infer K}]${infer Rest}`
  ? Record<K extends `${infer Name}=${string}` ? Name : K, string> & Data<Rest> : unknown;
type Tags = HTMLElementTagNameMap & { svg: SVGSVGElement };
type Found<S extends string> = (Tag<Last<S>> extends keyof Tags ? Tags[Tag<Last<S>>] : HTMLElement) & { dataset: Data<Last<S>> };
interface ParentNode {
  querySelector<S extends string>(selectors: S): Found<S> | null;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}
interface Element {
  closest<S extends string>(selectors: S): Found<S> | null;
}
