package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// endSession ends the session of the tab, as a logout in another tab or an idle day does.
func (p *page) endSession() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, network.ClearBrowserCookies, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
}

// A form sent after the end of the session has its typed text again after the login, and no address contains it.
func TestTypedTextSurvivesALogin(t *testing.T) {
	s := start(t, "demo")
	const home = "/desk/helsinki-handicap-open"
	for _, tt := range []struct{ name, page, field, text, button string }{
		{"notes", home + "/players/4", "[name=notes]", "asks for a table at the window", "button.main[form=entry]"},
		{"a pasted list", home + "/import", "textarea[name=text]", "Name\tRank\nAho Aino\t1k\nBerg Bo\t3k", "form:has(textarea[name=text]) button.main"},
		{"a new player", home + "/players", "#f-family", "Newcomer", "form.register button:not([name])"},
		{"settings", home + "/settings", "[name=place]", "Oulu", "header.head button.main"},
		{"an announcement", home + "/day", "textarea[name=text]", "Lunch is late", "form:has(textarea[name=text]) button"},
		{"a new tournament", "/new", "[name=name]", "Winter Cup", "button.main.wide"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, s)
			demoDesk(p)
			p.visit(tt.page)
			value := fmt.Sprintf("document.querySelector(%q).value", tt.field)
			p.fill(tt.field, tt.text)
			p.endSession()
			p.tap(tt.button)
			p.wait(`document.querySelector("[data-login]")`)
			p.forgive("403")
			if at := p.location(); strings.Contains(at, "Newcomer") || strings.Contains(at, "Oulu") {
				t.Errorf("the address is %s", at)
			}
			p.press("[data-login] a")
			p.logIn()
			p.wait(fmt.Sprintf("location.pathname === %q", tt.page))
			p.wait(fmt.Sprintf("%s === %q", value, tt.text))
			if got := p.text("#messages"); !strings.Contains(got, "not saved yet") {
				t.Errorf("the page says %q", got)
			}
		})
	}
}

// logIn fills the login in that the tab shows.
func (p *page) logIn() {
	p.t.Helper()
	p.fill("#name", "demo")
	p.fill("#password", "helsinki-demo")
	p.press("form.card button")
}

// Typed text survives each way to the login: Back from the refusal, the link of a refused preview, or another page.
func TestTypedTextSurvivesEachWayToTheLogin(t *testing.T) {
	s := start(t, "demo")
	const home = "/desk/helsinki-handicap-open"
	const notes = `document.querySelector("[name=notes]")?.value === "at the window"`
	type way struct {
		name string
		to   func(p *page)
	}
	for _, tt := range []way{
		{"back", func(p *page) { p.leave(chromedp.Evaluate[chromedp.Void]("history.back()")) }},
		{"the address", func(p *page) { p.visit(home + "/players/4") }},
		{"another page", func(p *page) { p.visit("/t/helsinki-handicap-open"); p.visit("/login") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, s)
			demoDesk(p)
			p.visit(home + "/players/4")
			p.fill("[name=notes]", "at the window")
			p.endSession()
			p.press("button.main[form=entry]")
			tt.to(p)
			p.wait(`location.pathname === "/login"`)
			p.logIn()
			if p.location() != home+"/players/4" {
				p.visit(home + "/players")
				p.visit(home + "/players/4")
			}
			p.wait(notes)
			p.visit(home + "/players/4") // it is offered once
			p.wait("!(" + notes + ")")
			p.forgive("403") // the browser reports it some time after the answer
		})
	}
	p := open(t, s)
	demoDesk(p)
	p.visit(home + "/settings")
	p.endSession()
	p.wait(change("[name=place]", "Oulu"))
	p.wait(`document.querySelector("[data-login] a")`)
	p.press("[data-login] a")
	p.logIn()
	p.wait(`document.querySelector("[name=place]")?.value === "Oulu" && document.querySelector("#unsaved").textContent.includes("1 change")`)
	p.forgive("403") // the browser reports it some time after the answer
}
