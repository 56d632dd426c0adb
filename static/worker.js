// @ts-check
// The service worker of players who get messages: it shows them, and keeps the last state of the personal page and of
// the standings for a phone without a connection. Its scope are the public pages of one tournament.
"use strict";
(() => {
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
  const store = "pages";
  // The pages that are kept: personal pages and standings.
  /** @param {string} path */
  const isKept = (path) => /^\/t\/[^/]+\/(me\/[^/]+|standings)$/.test(path);
  const anyForm = { ignoreSearch: true, ignoreVary: true };

  // The styles, scripts and pictures of a page.
  /** @param {string} page */
  const filesOf = (page) => [...new Set([...page.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map(([, file]) => file))];

  // Stores a page with its files, in place of its former state. A page that is gone is deleted, such as that of an
  // erased player.
  /** @type {(path: string, answer: Response) => Promise<void>} */
  const save = async (path, answer) => {
    const cache = await caches.open(store);
    if (answer.status === 404) await cache.delete(path, anyForm);
    if (!answer.ok || answer.redirected || !answer.headers.has("Tourney")) return; // else of a network with a login
    const page = await answer.clone().text();
    await cache.put(path, answer);
    const files = filesOf(page);
    const stored = (await cache.keys()).map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.startsWith("/static/"));
    const isOld = (/** @type {URL} */ { pathname, search }) => files.some((file) => file.split("?")[0] === pathname && file !== pathname + search);
    await Promise.all(stored.filter(isOld).map((url) => cache.delete(url.href)));
    await Promise.all(files.map(async (file) => { if (!await cache.match(file, { ignoreVary: true })) await cache.add(file); }));
  };
  /** @param {string} path */
  const load = async (path) => { await save(path, await fetch(path)); };
  /** @param {string} path */
  const standings = (path) => path.replace(/\/me\/[^/]+$/, "/standings");
  // Loads the personal page at an address, and the standings. A lost connection is no error.
  /** @param {string} path */
  const loadBoth = (path) => Promise.allSettled([load(path), load(standings(path))]);

  // Without a connection, a page is as it was last.
  /** @type {(event: FetchEvent, path: string) => Promise<Response>} */
  const newest = async (event, path) => {
    try {
      const answer = await fetch(event.request);
      event.waitUntil(save(path, answer.clone()));
      return answer;
    } catch (lost) {
      const last = await caches.match(path, anyForm);
      if (last) return last;
      throw lost;
    }
  };
  worker.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== location.origin) return;
    if (mode === "navigate" && isKept(pathname)) event.respondWith(newest(event, pathname));
    else if (pathname.startsWith("/static/")) {
      event.respondWith(fetch(event.request).catch(async (lost) => {
        const last = await caches.match(url, { ignoreVary: true });
        if (last) return last;
        throw lost;
      }));
    }
  });

  // The page asks to keep itself, or to forget it.
  worker.addEventListener("message", (event) => {
    const { keep, forget } = event.data;
    if (keep && isKept(keep)) event.waitUntil(loadBoth(keep));
    else if (forget) event.waitUntil(caches.open(store).then((cache) => cache.delete(forget, anyForm)));
  });

  worker.addEventListener("push", (event) => {
    const message = event.data?.json();
    if (!message?.title || !isKept(message.address)) return;
    const { title, body, address, language } = message;
    const options = { body, lang: language, tag: address, renotify: true, vibrate: [300, 150, 300], data: address };
    event.waitUntil(Promise.all([worker.registration.showNotification(title, options), loadBoth(address)]));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const address = event.notification.data;
    event.waitUntil(worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const page = open.find(({ url }) => new URL(url).pathname === address);
      return page ? page.focus() : worker.clients.openWindow(address);
    }));
  });
})();
