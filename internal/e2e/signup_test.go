package e2e

import (
	"os"
	"path/filepath"
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
		if p.evaluate(`document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%s is wider than the screen", name)
		}
		p.shoot(name)
	}
	p.visit(desk + "/signup")
	check("settings")
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
		p.visit(public)
		p.press(`.sections a[href$="/sign-up"]`)
		check(screen.name + "-form")
		p.fill("#f-family", screen.family)
		p.fill("#f-given", "Oona")
		p.fill("#f-rank", "7k")
		p.fill("#f-born", "2012")
		p.tap("input[name=agree]")
		p.press("form.signup button.main")
		p.wait(`location.pathname.includes("/me/") && document.querySelector("#state").innerText.includes("You have a place.")`)
		if got := p.text(".pairs.wide"); !strings.Contains(got, "15") {
			t.Errorf("the fee of a junior is %q", got)
		}
		check(screen.name + "-signed-up")
		p.visit(public + "/door")
		p.wait(`location.pathname.includes("/me/")`)
		p.press("#state button")
		p.wait(`document.querySelector("#state").innerText.includes("You are checked in.")`)
		check(screen.name + "-checked-in")
		p.press("form[action$='/remember'] button") // the next person's device remembers nothing
		p.visit(public + "/door")
		p.wait(`document.querySelector("main").innerText.includes("Give your name at the desk")`)
		check(screen.name + "-door")
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
