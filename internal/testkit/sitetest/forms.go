package sitetest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/pairing/simulate"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// SettingsForm returns the form of the settings page as a browser sends it.
func (s *Site) SettingsForm(slug string) url.Values {
	s.T.Helper()
	form := url.Values{"why": {"a test"}}
	s.Page(s.Get("/desk/"+slug+"/settings?all=1"), http.StatusOK).Find("form.settings").Find("input, select, textarea").Each(func(_ int, e *goquery.Selection) {
		name := e.AttrOr("name", "")
		_, checked := e.Attr("checked")
		switch {
		case e.Is("select"):
			form.Set(name, e.Find("option[selected]").AttrOr("value", ""))
		case e.Is("textarea"):
			form.Set(name, e.Text())
		case e.AttrOr("type", "") != "checkbox" || checked:
			form.Set(name, e.AttrOr("value", ""))
		}
	})
	return form
}

// Ask presses a button of the page of wishes and tables.
func (d *Desk) Ask(do string, more ...string) *goquery.Document {
	d.T.Helper()
	got := d.Send("/steering", DrawForm(do, more))
	return d.Look(strings.TrimPrefix(d.SeeOther(got), "/desk/spring-cup"))
}

// Constraints returns the constraints of the cup.
func (s *Site) Constraints() tournament.Constraints {
	return s.State("spring-cup").Settings.Constraints
}

// SimulatePath is the page of simulations of an invented field.
const SimulatePath = "/desk/invented-field/simulate"

// Field stores an invented tournament without rounds.
func (s *Site) Field(players int) {
	s.T.Helper()
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	tn, err := simulate.Invented(players, settings)
	s.Check(err)
	_, err = s.Director.Import(s.T.Context(), Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
}

// Simulated starts a simulation and reloads its page, as browsers do, until its end.
func (s *Site) Simulated(form url.Values) *goquery.Document {
	s.T.Helper()
	form.Set("do", "start")
	if to := s.SeeOther(s.Post(SimulatePath, form)); to != SimulatePath {
		s.T.Fatalf("a started simulation leads to %s", to)
	}
	return s.WaitForSimulation(SimulatePath)
}

// WaitForSimulation waits for the end of a simulation, and returns its page.
func (s *Site) WaitForSimulation(path string) *goquery.Document {
	s.T.Helper()
	for s.T.Context().Err() == nil {
		if doc := s.Page(s.Get(path), http.StatusOK); doc.Find(".running").Length() == 0 {
			return doc
		}
	}
	s.T.Fatal("the simulation does not end")
	return nil
}

// SimulationForm returns the default form with changes.
func SimulationForm(changes ...string) url.Values {
	form := url.Values{"sim-bars": {"4d 2d"}, "sim-corrections": {"0"}, "sim-rounds": {"3"}, "sim-runs": {"8"}, "sim-seed": {"5"}, "sim-spread": {"0"}}
	for i := 0; i+1 < len(changes); i += 2 {
		form.Set(changes[i], changes[i+1])
	}
	return form
}

// OpenSignUp opens the sign-up of the tournament "open", whose only day is today.
func (s *Site) OpenSignUp(rules fees.Rules, signUp tournament.SignUp) {
	s.T.Helper()
	s.Sample()
	tn := s.State("open")
	info, settings := tn.Info, tn.Settings
	info.Begin, info.End = tournament.DateOf(time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)), tournament.Date{}
	signUp.Open = true
	settings.Fees, settings.SignUp = rules, signUp
	s.Check(s.Director.On(Anna, "open").SetUp(s.T.Context(), info, settings))
}

// SignUpForm returns the form of a person who plays all rounds.
func (s *Site) SignUpForm(family, rank string) url.Values {
	form := url.Values{"family": {family}, "given": {"Ida"}, "rank": {rank}, "hiding": {"full"}, "once": {family}}
	for n := 1; n <= s.State("open").Settings.Rounds; n++ {
		form.Add("plays", strconv.Itoa(n))
	}
	return form
}

// With returns a form with other values.
func (s *Site) With(form url.Values, pairs ...string) url.Values {
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return form
}

// ManyRows returns a list of n players.
func ManyRows(n int) []byte {
	var b bytes.Buffer
	b.WriteString("Family;Given;Rank\n")
	for i := range n {
		fmt.Fprintf(&b, "Family%c%c%c%d;Given;%dk\n", 'a'+i%26, 'a'+i/26%26, 'a'+i/676, i, 1+i%30)
	}
	return b.Bytes()
}

// PreviewForm returns the form that a browser sends from a page, such as the preview of a list: all boxes, fields and
// the button.
func (s *Site) PreviewForm(at, button string) url.Values {
	s.T.Helper()
	form := url.Values{"do": {button}}
	s.Page(s.Get(at), http.StatusOK).Find("form input, form select").Each(func(_ int, e *goquery.Selection) {
		name := e.AttrOr("name", "")
		_, checked := e.Attr("checked")
		switch {
		case e.Is("select"):
			form.Add(name, e.Find("option[selected]").AttrOr("value", ""))
		case e.AttrOr("type", "") != "checkbox" || checked:
			form.Add(name, e.AttrOr("value", ""))
		}
	})
	return form
}

// ClubList is a rating list of a club with namesakes.
const ClubList = `name;rank;rating;country;club;egd
Äijälä Väinö;2k;1911;FI;Hki;91000001
Brzęk Łucja;1d;2098;PL;Kra;91000003
Brzęk Łucja;9k;1210;PL;Waw;91000004
Öberg X;1d;1500;FI;Club Ö;91000005
`
