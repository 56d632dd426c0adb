package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// A director adds a passkey to their account, logs in with it, by the button and by the field for the name, and
// removes it. Chromium plays the device.
func TestPasskey(t *testing.T) {
	s := start(t, "demo")
	s.url = strings.Replace(s.url, "127.0.0.1", "localhost", 1)
	p := open(t, s)
	t.Cleanup(func() { // the console logs refusals, which are expected here
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool { return strings.Contains(text, "403") })
	})
	device := p.device()
	demoDesk(p)
	p.visit("/account")
	p.shoot("none")
	add := func(password string) {
		p.fill("#passkey [name=label]", "Laptop")
		p.fill("#passkey [name=old]", password)
	}
	add("wrong")
	p.tap("#passkey button")
	p.wait(`document.querySelector("#messages .banner.error")?.innerText.includes("password is wrong")`)
	add("helsinki-demo")
	p.press("#passkey button")
	p.wait(`document.querySelector("#passkeys tbody th")?.innerText === "Laptop"`)
	p.shoot("added")
	// The device keeps one passkey a person.
	add("helsinki-demo")
	p.tap("#passkey button")
	p.wait(`document.querySelector("#messages .banner.error")?.innerText.includes("here already")`)

	logout := func() {
		p.visit("/account")
		p.press("form[action='/logout'] button")
		p.visit("/login?next=/account")
	}
	// Until the person confirms on the device, the login waits; a wrong finger shows an error.
	p.answers(device, false)
	logout()
	p.wait(`!document.querySelector("button[form=passkey]").hidden`)
	p.shoot("login")
	p.verifies(device, false)
	p.answers(device, true)
	p.tap("button[form=passkey]")
	p.wait(`document.querySelector("#messages .banner.error")?.innerText.includes("No passkey was used")`)
	p.verifies(device, true)
	p.press("button[form=passkey]")
	p.wait(`location.pathname === "/account"`)

	// The field for the name offers the passkey automatically; here the device chooses it at once.
	p.visit("/account")
	p.press("form[action='/logout'] button")
	p.do(chromedp.Navigate(s.url + "/login?next=/account"))
	p.wait(`location.pathname === "/account" && document.querySelector("#passkeys tbody")`)
	p.tap("#passkeys tbody summary")
	p.press("#passkeys button[name=remove]")
	p.wait(`location.pathname === "/account" && !document.querySelector("#passkeys tbody")`)

	// The device still has it, but the server does not accept it.
	p.answers(device, false)
	logout()
	p.wait(`!document.querySelector("button[form=passkey]").hidden`)
	p.answers(device, true)
	p.press("button[form=passkey]")
	p.wait(`document.querySelector(".banner.error")?.innerText.includes("isn't known here")`)
}

// At an IP address browsers have no passkeys: the login works as usual, and the account page names the address where
// they work.
func TestNoPasskeysAtANumber(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.device()
	demoDesk(p)
	p.visit("/account")
	p.tap("#passkeys summary")
	if got := p.text("#passkeys"); !strings.Contains(got, "open http://localhost:") || p.evaluate(`document.querySelector("#passkey")`) {
		t.Errorf("the account says %q", got)
	}
}

// device adds to the tab a device that stores passkeys and recognises its owner's finger.
func (p *page) device() webauthn.AuthenticatorID {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	made, err := chromedp.Call(p.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}})
	if err != nil {
		p.t.Fatal(err)
	}
	return made.AuthenticatorID
}

// answers decides whether the person confirms on the device.
func (p *page) answers(device webauthn.AuthenticatorID, yes bool) {
	p.t.Helper()
	params := webauthn.SetAutomaticPresenceSimulationParams{AuthenticatorID: device, Enabled: yes}
	if _, err := chromedp.Call(p.ctx, webauthn.SetAutomaticPresenceSimulation, params); err != nil {
		p.t.Fatal(err)
	}
}

// verifies decides whether the device recognises the finger of the person.
func (p *page) verifies(device webauthn.AuthenticatorID, yes bool) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device, IsUserVerified: yes}); err != nil {
		p.t.Fatal(err)
	}
}
