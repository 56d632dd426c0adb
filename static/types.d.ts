// The environment of the scripts, for the type checker alone: no browser loads this file. Check with: npx -p typescript
// tsc -p static/jsconfig.json

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

// Missing if its file did not load.
interface Window { htmx?: object }

// A request of htmx, as in its events.
interface HtmxRequest {
  requestConfig: { elt: Element; verb: string; parameters: { find?: string } };
  shouldSwap?: boolean; // before a swap
  serverResponse: string;
  target: HTMLElement;
  xhr: XMLHttpRequest;
}

interface HTMLElementEventMap {
  "htmx:configRequest": CustomEvent<{
    verb: string; path: string; target?: HTMLElement; headers: Record<string, string>; parameters: Record<string, unknown>;
  }>;
  "htmx:beforeRequest": CustomEvent<HtmxRequest>;
  "htmx:beforeSend": CustomEvent<HtmxRequest>;
  "htmx:beforeSwap": CustomEvent<HtmxRequest>;
  "htmx:afterRequest": CustomEvent<HtmxRequest>;
  "htmx:afterOnLoad": CustomEvent<HtmxRequest>;
  "htmx:afterSwap": CustomEvent<HtmxRequest>;
  "htmx:afterSettle": CustomEvent<HtmxRequest>;
}

// The tag of a selector's last part decides the type of the found element; without a tag it is some HTML element. It
// has the data attributes of this part.
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

// The environment of worker.js, a service worker.
interface ExtendableEvent extends Event { waitUntil(work: Promise<unknown>): void }
interface FetchEvent extends ExtendableEvent { request: Request; respondWith(answer: Promise<Response>): void }
interface WindowClient { url: string; focus(): Promise<WindowClient> }
interface ServiceWorkerEvents {
  fetch: FetchEvent;
  message: ExtendableEvent & { data: { keep?: string; forget?: string } };
  push: ExtendableEvent & { data: { json(): { title?: string; body: string; address: string; language: string } } | null };
  notificationclick: ExtendableEvent & { notification: Notification };
}
interface ServiceWorkerGlobalScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(address: string): Promise<WindowClient | null>;
  };
  addEventListener<K extends keyof ServiceWorkerEvents>(type: K, listener: (event: ServiceWorkerEvents[K]) => void): void;
}
