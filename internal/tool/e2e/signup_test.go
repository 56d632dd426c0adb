package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The director opens the sign-up; a person finds the page, signs up, and checks in at the door
// by the code there: at a desk and on a phone, without a barrier on any page.
func TestSignUpToCheckIn(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const public, desk = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	check := func(name string) {
		t.Helper()
		for _, found := range p.barriers(allRules) {
			t.Errorf("%s: %s", name, found)
		}
		if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
			t.Errorf("%s is wider than the screen", name)
		}
		p.shoot(name)
	}
	p.visit(desk + "/signup")
	check("settings")
	p.unfold()
	p.press(`button[value="set ages"]`)
	p.tap(`input[name=signup-open]`)
	p.tap(`input[name=signup-checkin]`)
	p.fill("#f-consent", "We keep your name and rank.")
	p.press("button.main")
	p.wait(`document.querySelector("#messages .notice")`)
	for _, screen := range []struct {
		name, family  string
		width, height int64
	}{{"desktop", "Kanervisto", 1366, 768}, {"phone", "Lammikko", 390, 844}} {
		p.do(chromedp.EmulateViewport(screen.width, screen.height))
		p.visit(public + "/sign-up")
		check(screen.name + "-form")
		p.fill("#f-family", screen.family)
		p.fill("#f-given", "Oona")
		p.fill("#f-rank", "7k")
		p.fill("#f-born", "2012")
		p.tap("input[name=agree]")
		p.press("form.signup button.main")
		p.wait(`location.pathname.includes("/me/") && document.querySelector("#state").innerText.includes("Your place is held")`)
		if got := p.text("#fee"); !strings.Contains(got, "15") {
			t.Errorf("the fee of a junior is %q", got)
		}
		check(screen.name + "-signed-up")
		p.visit(public + "/door")
		p.wait(`location.pathname.includes("/me/")`)
		p.press("#state button")
		p.wait(`document.querySelector("#state").innerText.includes("You are checked in.")`)
		check(screen.name + "-checked-in")
		link := p.location()
		for _, front := range []string{"/", public + "/sign-up", public} {
			p.visit(front)
			if got := p.text("#own"); !strings.Contains(got, "Your page: "+screen.family+" Oona") {
				t.Errorf("%s leads back with %q", front, got)
			}
		}
		p.wait(fmt.Sprintf(`document.querySelector("#find").placeholder.startsWith(%q)`, screen.family))
		p.visit(link)
		p.press("form[action$='/remember'] button") // the next person's device remembers nothing
		p.visit(public + "/door")
		p.wait(`document.querySelector("main").innerText.includes("give your name at the desk")`)
		check(screen.name + "-door")
		p.visit(public)
		p.wait(`document.readyState === "complete"`)
		if p.evaluate(fmt.Sprintf(`document.querySelector("#find").placeholder.startsWith(%q)`, screen.family)) {
			t.Error("a forgotten link is still on the first page")
		}
	}
	p.visit(desk + "/players?find=Lammikko")
	p.wait(`document.querySelector("tr[data-search*=lammikko] .mark.on")`)
	p.press("tr[data-search*=lammikko] a.who")
	p.press("a[href*='/letters/']")
	check("letters")
}

// While a person types, the rating lists offer players; choosing one fills the form.
func TestSignUpLooksPeopleUp(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	list := filepath.Join(t.TempDir(), "club.csv")
	const content = "name;rank;rating;country;club;egd\nÄijälä Väinö;2k;1911;FI;Hki;91000001\nÄijänen Väinö;9k;1200;FI;Tku;91000002\n"
	if err := os.WriteFile(list, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	const public, desk = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	p.visit(desk + "/ratings")
	p.do(chromedp.SetUploadFiles("#file", []string{list}))
	p.press(".take-file button")
	p.press("button[value=apply]")
	p.visit(desk + "/signup")
	p.tap(`input[name=signup-open]`)
	p.press("button.main")
	p.visit(public + "/sign-up")
	p.do(chromedp.SendKeys("#find", "vain aij"))
	p.wait(`document.querySelectorAll("#candidates a").length === 2`)
	for _, found := range p.barriers(allRules) {
		t.Error(found)
	}
	p.press("#candidates a")
	p.wait(`document.querySelector("#f-family").value.startsWith("Äij") && document.querySelector("#f-egd").value.startsWith("9100000")`)
}

// Two people sign up for the last place in the browser. The desk sees their requests and grants them in one step; one
// leaves, the other moves up and checks in by the code at the door.
func TestReserveMovesUpAndChecksIn(t *testing.T) {
	const public, home = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	s := start(t, "demo")
	desk := open(t, s)
	demoDesk(desk)
	taken := len(desk.placesTaken(home))
	desk.visit(home + "/signup")
	desk.unfold()
	desk.tap(`input[name=signup-open]`)
	desk.tap(`input[name=signup-checkin]`)
	desk.fill("[name=signup-limit]", strconv.Itoa(taken+1))
	desk.press("button.main")
	desk.wait(`document.querySelector("#messages .notice")`)
	door := desk.attributes(`a[href$="/door"]`, "pathname")
	if len(door) == 0 {
		t.Fatal("the desk shows no code for the door")
	}

	people, links := []*page{open(t, s), open(t, s)}, make([]string, 2)
	for i, p := range people {
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		p.visit(public + "?lang=en")
		p.press(`.sections a[href$="/sign-up"]`)
		p.do(chromedp.SendKeys("#f-family", []string{"Kanervisto", "Lammikko"}[i]), chromedp.SendKeys("#f-given", "Oona"), chromedp.SendKeys("#f-rank", "7k"))
		p.press("form.signup button.main")
		p.wait(`location.pathname.includes("/me/")`)
		links[i], _, _ = strings.Cut(p.location(), "?")
		p.shoot("signed-up")
	}
	first, second := people[0], people[1]
	if first.evaluate(`/\d/.test(document.querySelector("#state .big").innerText)`) || !second.evaluate(`/\b1\b/.test(document.querySelector("#state .big").innerText)`) {
		t.Errorf("the first reads %q, the second %q", first.text("#state .big"), second.text("#state .big"))
	}

	// The desk receives the sign-ups; then the first asks for another rank.
	desk.visit(home)
	desk.wait(`document.querySelectorAll(".requests form").length >= 2`)
	first.do(chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll("details:has(> .ask), details.ask").forEach(d => d.open = d.querySelector("[value=rank]") !== null)`))
	first.fill(`form:has([value=rank]) [name=rank]`, "6k")
	first.press(`form:has(input[value=rank]) button`)
	first.wait(`document.querySelector("#requests .tag.now")`)
	first.shoot("asked")
	desk.wait(`document.querySelectorAll(".requests form").length >= 3 && document.querySelector(".requests a.button")`) // without loading anything
	desk.shoot("requests")
	number := desk.attributes(".requests a.button", "hash")[0]
	desk.press(".requests a.button")
	desk.press(number + " button[value=grant]")
	first.visit(links[0])
	first.wait(`!document.querySelector("#requests .asked:first-of-type .tag.now") && document.querySelector("h1 .rank").innerText === "6k"`)

	// Rounds have been played: a leaving player asks the desk, which grants it beside the games.
	first.do(chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll("details:has(> .ask), details.ask").forEach(d => d.open = d.querySelector("[value=leave]") !== null)`))
	first.press(`form:has(input[value=leave]) button`)
	desk.visit(home)
	desk.do(chromedp.Evaluate[chromedp.Void](`void ([...document.querySelectorAll(".requests form")].find(f => f.innerText.includes("Kanervisto") &&
		!f.innerText.includes("sign")).querySelector("button[value=grant]").id = "grants")`))
	desk.press("#grants")
	second.visit(links[1])
	second.wait(`!/\d/.test(document.querySelector("#state .big").innerText) && document.querySelector("#state form")`)
	second.visit(door[0]) // the camera opens the address on the door
	second.wait(`location.pathname.includes("/me/")`)
	second.press("#state button")
	second.wait(`!document.querySelector("#state form")`)
	second.shoot("checked-in")
	desk.visit(home + "/players")
	desk.wait(`document.querySelector("tr[data-search*=lammikko] .mark.on") && document.querySelector("tr[data-search*=kanervisto].away")`)
	if n := len(desk.placesTaken(home)); n != taken+1 {
		t.Errorf("%d places of %d are taken", n, taken+1)
	}
}

// placesTaken returns the names of the players with a place.
func (p *page) placesTaken(home string) []string {
	p.t.Helper()
	p.visit(home + "/players?lang=en")
	return p.texts("tr[data-search]:not(.away):not(:has(.tag)) .who")
}
