// @ts-check
// A player's page announces new games: where the browser and https permit it, by messages of the server that arrive
// without the page, else with a sound and a vibration while the page is open.
"use strict";
(() => {
  const at = document.querySelector("#notify[data-action][data-near][data-home][data-refused]");
  if (!at) return;
  const button = need("button[data-off]", at);
  const words = need("p", at);
  const { action, near, home, refused } = at.dataset;
  const key = at.dataset.key ?? "";
  const off = button.textContent ?? "", help = words.textContent ?? "";
  const chosen = `tourney:notify:${action}`, sent = `${chosen}:sent`;
  /** @type {(where: () => Storage, name: string) => string | null} */
  const get = (where, name) => { try { return where().getItem(name); } catch { return null; } };
  /** @type {(where: () => Storage, name: string, value: string) => void} */
  const set = (where, name, value) => { try { where().setItem(name, value); } catch { /* private window */ } };
  const device = () => localStorage, tab = () => sessionStorage; // the access itself may fail

  // An iPhone permits messages only to pages on its home screen.
  const moves = Boolean(key) && isSecureContext && !("PushManager" in window) && /iPhone|iPad/.test(navigator.userAgent);
  let far = Boolean(key) && isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  let on = get(device, chosen) === "yes" && !(far && Notification.permission !== "granted");
  /** @param {string} [text] */
  const show = (text) => {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? button.dataset.off : off;
    words.textContent = text ?? (far ? help : moves ? home : near);
  };
  /** @param {boolean} now */
  const turn = (now) => {
    on = now;
    set(device, chosen, on ? "yes" : "");
    show();
  };

  // The registration at the push service of the browser's maker goes to the server.
  const slug = document.body.dataset.slug ?? "";
  const scope = `/t/${slug}/`;
  /** @type {(manager: PushManager) => Promise<PushSubscription>} */
  const subscribe = async (manager) => {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    try { return await manager.subscribe(options); } catch (failed) {
      const old = await manager.getSubscription(); // of another server at this address
      if (!old) throw failed;
      await old.unsubscribe();
      return manager.subscribe(options);
    }
  };
  /** @type {(wanted: boolean, subscription: PushSubscription) => Promise<boolean>} */
  const send = async (wanted, subscription) => {
    const { endpoint, keys = {} } = subscription.toJSON();
    const body = new URLSearchParams({ do: wanted ? "on" : "off", endpoint: endpoint ?? "", key: keys.p256dh ?? "", auth: keys.auth ?? "" });
    return Boolean((await ask(action, { method: "POST", body }))?.ok);
  };
  const register = async () => {
    await navigator.serviceWorker.register("/worker.js", { scope });
    const { active, pushManager } = await navigator.serviceWorker.ready;
    if (!await send(true, await subscribe(pushManager))) throw new Error("The server has not stored the subscription.");
    active?.postMessage({ keep: location.pathname });
    set(tab, sent, "yes");
  };
  const unregister = async () => {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    const subscription = await registration?.pushManager.getSubscription();
    if (subscription) await send(false, subscription);
    registration?.active?.postMessage({ forget: location.pathname });
  };

  // A sound and a vibration when the game on the page changes. Browsers permit a sound after the first touch.
  /** @type {AudioContext | undefined} */
  let audio;
  const wake = () => { audio ??= new AudioContext(); audio.resume().catch(() => {}); };
  const ring = () => {
    navigator.vibrate?.([300, 150, 300]);
    if (!audio) return;
    [0, .3].forEach((after) => {
      if (!audio) return;
      const tone = audio.createOscillator(), volume = audio.createGain();
      const start = audio.currentTime + after;
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(.4, start);
      volume.gain.exponentialRampToValueAtTime(.001, start + .25);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + .25);
    });
  };
  const gameOf = () => document.querySelector("#state [data-game]")?.textContent?.trim() ?? "";
  let game = gameOf();
  document.body.addEventListener("htmx:afterSettle", () => {
    const now = gameOf();
    if (on && !far && now && now !== game) ring();
    game = now;
  });
  document.addEventListener("pointerdown", () => { if (on && !far) wake(); });

  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (on) {
        if (far) await unregister();
        turn(false);
      } else if (!far) {
        wake();
        turn(true);
        ring();
      } else if (await Notification.requestPermission() === "granted") {
        await register();
        turn(true);
      } else show(refused);
    } catch { // no push service can be reached
      far = false;
      wake();
      turn(true);
    } finally { button.disabled = false; }
  });
  // Once per tab: the language may be another one, and the server may have lost the subscription.
  if (on && far && !get(tab, sent)) register().catch(() => {});
  show();
})();
