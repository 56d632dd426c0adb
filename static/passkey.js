// @ts-check
// Passkeys in the browser: form#passkey requests a challenge from the server, the device signs it, and the form sends
// the result. Without passkeys in the browser, or at another address than theirs, all of it stays hidden.
"use strict";
(() => {
  const form = need("form#passkey[data-origin][data-failed]");
  const known = window.PublicKeyCredential;
  if (!known?.parseRequestOptionsFromJSON || form.dataset.origin !== location.origin) return;
  const makes = form.elements.namedItem("label") !== null;
  need("[data-passkey]").hidden = false;
  document.querySelector("#nopasskey")?.remove();

  // The challenge for this browser, or the banner of a refusal, rendered by the server for htmx.
  /** @param {AbortSignal} [signal] */
  const question = async (signal) => {
    const body = new URLSearchParams();
    new FormData(form).forEach((value, name) => body.set(name, String(value)));
    const said = await fetch(`${form.action}/ask`, { method: "POST", body, signal, headers: { "HX-Request": "true" } });
    if (said.ok) return said.json();
    throw new DOMParser().parseFromString(await said.text(), "text/html").querySelector(".banner");
  };
  /** @param {Credential | null} answer */
  const send = (answer) => {
    need("input[name=answer]", form).value = JSON.stringify(answer);
    form.submit();
  };
  /** @param {string} text */
  const banner = (text) => {
    const line = document.createElement("p");
    line.className = "banner error";
    line.textContent = text;
    return line;
  };

  // Until the button is pressed, the field for the name offers the passkeys too. A challenge lasts five minutes, and
  // only the latest is valid. Therefore nothing is offered while the device is busy.
  let offered = new AbortController();
  let pressed = false;
  const offer = async () => {
    if (makes || !await known.isConditionalMediationAvailable?.() || pressed) return;
    offered.abort();
    const { signal } = offered = new AbortController();
    const publicKey = known.parseRequestOptionsFromJSON(await question(signal));
    send(await navigator.credentials.get({ publicKey, mediation: "conditional", signal }));
  };
  const quiet = () => { offer().catch(() => {}); }; // the reader did not request it
  quiet();
  setInterval(quiet, 4 * 60 * 1000);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (pressed) return;
    pressed = true;
    offered.abort();
    try {
      const asked = await question();
      send(makes ? await navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(asked) })
        : await navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(asked) }));
    } catch (wrong) {
      const has = wrong instanceof DOMException && wrong.name === "InvalidStateError" && form.dataset.known;
      need("#messages").replaceChildren(wrong instanceof Element ? wrong : banner(has || form.dataset.failed));
      setTimeout(quiet);
    } finally {
      pressed = false;
    }
  });
})();
