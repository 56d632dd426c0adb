package e2e

import (
	"fmt"
	"io"
	"log"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	permissions "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// registers replaces the push service of the browser's maker, which needs the internet: the browser gets a registration
// with a real key.
const registers = `void (PushManager.prototype.subscribe = PushManager.prototype.getSubscription = async function () {
	const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
	const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
	const keys = { p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
	return { toJSON: () => ({ endpoint: "https://push.example.org/phone", keys }) };
})`

// permit grants the page's permission to show messages.
func (p *page) permit() {
	p.t.Helper()
	_, err := chromedp.CallBrowser(p.ctx, permissions.SetPermission, permissions.SetPermissionParams{
		Permission: &permissions.PermissionDescriptor{Name: "notifications"}, Setting: "granted", Origin: p.server.url,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// registration returns the registration of the page's service worker.
func (p *page) registration() serviceworker.RegistrationID {
	p.t.Helper()
	updates := chromedp.Events(p.ctx, serviceworker.WorkerRegistrationUpdated)
	if _, err := chromedp.Call(p.ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	for update, err := range updates {
		if err != nil {
			p.t.Fatal(err)
		}
		for _, r := range update.Registrations {
			if strings.HasPrefix(r.ScopeURL, p.server.url) && !r.IsDeleted {
				return r.RegistrationID
			}
		}
	}
	p.t.Fatal("no service worker is registered")
	return ""
}

// resolves waits until an expression with await is true.
func (p *page) resolves(expression string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("((async () => { window[%[1]q] = %[2]s; })(), window[%[1]q])", expression, expression))
}

// A player asks for messages once. A message is shown without the page; the browser keeps the personal page and the
// standings, and shows them without a connection.
func TestMessagesToAPlayer(t *testing.T) {
	inBrowser(t)
	to, err := url.Parse(start(t, "demo").url)
	if err != nil {
		t.Fatal(err)
	}
	through := httputil.NewSingleHostReverseProxy(to)
	through.ErrorLog = log.New(io.Discard, "", 0) // of requests that the browser ends
	line := newRelay(t, through)
	p := open(t, server{url: line.URL})
	p.losesConnection()
	p.permit()
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	const public = "/t/turku-weekend"
	p.visit(public + "/sign-up?lang=en")
	p.do(chromedp.SendKeys("#f-family", "Lammikko"), chromedp.SendKeys("#f-rank", "7k"), chromedp.Click(chromedp.CSS("#f-agree")))
	p.press("form.signup button.main")
	p.wait(`location.pathname.includes("/me/")`)
	me, _, _ := strings.Cut(strings.TrimPrefix(p.location(), line.URL), "?")
	const button = "#notify button"
	if got := p.attribute(button, "aria-pressed"); got != "false" {
		t.Errorf("before a choice, the button is pressed: %q", got)
	}
	p.shoot("call")
	p.do(chromedp.Evaluate[chromedp.Void](registers), chromedp.Click(chromedp.CSS(button)))
	p.wait(`document.querySelector("#notify button[aria-pressed=true]:enabled")`)
	if got := p.text("#notify p"); !strings.HasPrefix(got, "On this device") {
		t.Errorf("the page says %q", got)
	}
	p.shoot("called")
	stored := `(await (await caches.open("pages")).keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/t/")).sort().join(" ")`
	p.resolves(fmt.Sprintf(`%s === %q`, stored, me+" "+public+"/standings"))

	_, err = chromedp.Call(p.ctx, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
		Origin: line.URL, RegistrationID: p.registration(),
		Data: fmt.Sprintf(`{"title": "Round 1: table 7, you are White", "body": "Lammikko 7k – Aho 5k", "address": %q, "language": "en"}`, me),
	})
	if err != nil {
		t.Fatal(err)
	}
	p.resolves(`(await (await navigator.serviceWorker.ready).getNotifications()).some(({ title, body }) =>
		title === "Round 1: table 7, you are White" && body.startsWith("Lammikko"))`)

	// The choice stays, and the pages are there without a connection.
	p.visit(me)
	p.wait(`document.querySelector("#notify button[aria-pressed=true]")`)
	line.cut()
	p.visit(me)
	if got := p.text("h1"); !strings.HasPrefix(got, "Lammikko") {
		t.Errorf("without a connection the page is %q", p.text("body"))
	}
	p.wait(`document.querySelector("#messages .offline") && getComputedStyle(document.querySelector(".logo")).width === "28px"`)
	p.shoot("offline")
	p.visit(public + "/standings")
	if !p.evaluate(`!!document.querySelector("main .empty, main table")`) {
		t.Errorf("without a connection the standings are %q", p.text("body"))
	}
}

// Without https a sound and a vibration call the player when the page shows a new game.
func TestSoundOnTheOpenPage(t *testing.T) {
	p := open(t, start(t, "demo"))
	const public = "/t/turku-weekend"
	p.visit(public + "/sign-up?lang=en")
	p.do(chromedp.SendKeys("#f-family", "Lammikko"), chromedp.SendKeys("#f-rank", "7k"), chromedp.Click(chromedp.CSS("#f-agree")))
	p.press("form.signup button.main")
	p.wait(`document.querySelector("#notify")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void (PushManager.prototype.subscribe = async () => { throw new Error("away"); },
		Notification.requestPermission = async () => "granted", window.calls = [], navigator.vibrate = (times) => window.calls.push(times.length))`))
	p.do(chromedp.Click(chromedp.CSS("#notify button")))
	p.wait(`document.querySelector("#notify button[aria-pressed=true]:enabled")`)
	if got := p.text("#notify p"); !strings.HasPrefix(got, "With a sound") {
		t.Errorf("the page says %q", got)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("#state").insertAdjacentHTML("beforeend", "<p data-game>Round 1, table 7</p>"),
		document.body.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: {} })))`))
	p.wait(`window.calls.length === 1`)
	p.do(chromedp.Click(chromedp.CSS("#notify button")))
	p.wait(`document.querySelector("#notify button[aria-pressed=false]:enabled")`)
}
