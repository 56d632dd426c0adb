package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestLineEntersResults(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("")
	for _, tt := range []struct {
		line  string
		table int
		want  string
	}{
		{"2b", 2, "B+"},
		{"2 w3.5", 2, "W+3.5"},
		{"3br", 3, "B+R"},
		{"3?", 3, "?"},
		{"3 0-0", 3, "BothLose"},
		{"3bf", 3, "B+F"},
		{"4w r*", 4, "W+R/unrated"},
	} {
		doc = d.follow(d.typed(doc, tt.line))
		s.result(2, tt.table, tt.want)
		if got := doc.Find("#typed").AttrOr("value", ""); got != "" {
			t.Errorf("after %q the field holds %q", tt.line, got)
		}
		done := text(doc, "#said")
		if known := tt.want != "?"; known != strings.Contains(done, fmt.Sprintf("Table %d:", tt.table)) || known != strings.Contains(done, "Undo") {
			t.Errorf("after %q the page says %q", tt.line, done)
		}
	}
	if got := text(doc, ".complete"); !strings.Contains(got, "Publish round 3") {
		t.Errorf("all results are in, and the page says %q", got)
	}
	if g := s.game(2, 4); g.EnteredBy != "Anna · Desk 1" || !g.EnteredAt.Equal(noon) {
		t.Errorf("entered by %q at %v", g.EnteredBy, g.EnteredAt)
	}
}

func TestLineCommands(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("")
	if doc = d.follow(d.typed(doc, "3")); text(doc, "#panel .chosen h2") != "Table 3" {
		t.Errorf("3 chooses %q", text(doc, "#panel .chosen h2"))
	}
	if doc = d.follow(d.typed(doc, "w")); text(doc, "#panel .chosen h2") != "" {
		t.Error("a table stays chosen after its result")
	}
	s.result(2, 3, "W+")
	if doc = d.follow(d.typed(doc, "n")); text(doc, "#panel .chosen h2") != "Table 2" {
		t.Errorf("n chooses %q", text(doc, "#panel .chosen h2"))
	}
	if doc = d.follow(d.typed(doc, "n")); text(doc, "#panel .chosen h2") != "Table 4" {
		t.Errorf("n from 2 chooses %q", text(doc, "#panel .chosen h2"))
	}
	if doc = d.follow(d.typed(doc, "n")); text(doc, "#panel .chosen h2") != "Table 2" {
		t.Errorf("n from the last chooses %q", text(doc, "#panel .chosen h2"))
	}
	if doc = d.follow(d.typed(doc, "lós")); text(doc, "#panel .chosen h2") != "Table 3" {
		t.Errorf("a name chooses %q", text(doc, "#panel .chosen h2"))
	}
	if doc = d.follow(d.typed(doc, "a")); doc.Find("tr[data-table]").Length() != 3 {
		t.Errorf("a finds %s", text(doc, "tr[data-table] .n"))
	}
	if doc = d.follow(d.typed(doc, "/")); doc.Find("tr[data-table]").Length() != 4 {
		t.Error("/ does not show all tables again")
	}
	if doc = d.follow(d.typed(doc, "?")); !strings.Contains(text(doc, "#panel .keys"), "12b3.5") {
		t.Error("? does not show the keys")
	}
	if doc = d.follow(d.typed(doc, "u")); text(doc, "#panel .chosen h2") != "Table 3" {
		t.Error("u does not show what it took back")
	}
	s.result(2, 3, "?")
	doc = d.look("")
	for line, says := range map[string]string{
		"u": "nothing", "12z": "“z” isn't a result", "12v": "“v” isn't a result", "2w0": "ends in a half", "2b3": "ends in a half", "2b1000": "at most 361 points",
		"3b0.5": "is a whole number", "3w0": "type 3j", "4w1000": "at most 361 points", "77b": "There is no table 77", "w": "at which table", "qqq": "Nobody called",
		"2j": "no jigo", strings.Repeat("ö", 91): "at most 90",
	} {
		s.run(line, func(t *testing.T) {
			got := d.typed(doc, line)
			if got.StatusCode < 400 || got.StatusCode > 499 {
				t.Errorf("%q answers %d", line, got.StatusCode)
				return
			}
			again := d.page(got, got.StatusCode)
			if said := text(again, "#said [data-say]"); !strings.Contains(said, says) {
				t.Errorf("%q is refused with %q, want %q", line, said, says)
			}
			if kept := again.Find("#typed").AttrOr("value", ""); !strings.HasPrefix(line, strings.TrimSuffix(kept, "…")) || kept == "" {
				t.Errorf("%q comes back as %q", line, kept)
			}
		})
	}
}

func TestLineConfirmsBeforeItOverwritesAnotherDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk("desk A"), s.desk("desk B")
	a.follow(a.typed(a.look(""), "3br"))
	// Desk B sees the entry, but a typed line may still be a mistake.
	doc := b.follow(b.typed(b.look(""), "3w"))
	s.result(2, 3, "B+R")
	if doc.Find(".dispute").Length() != 1 {
		t.Error("a line overrules another desk without a question")
	}
	// A desk corrects its own entry without a question.
	doc = a.follow(a.typed(a.look(""), "2w"))
	a.follow(a.typed(doc, "2b"))
	s.result(2, 2, "B+")
	// Undo undoes the last entry of this desk, not of the other.
	b.follow(b.typed(b.look(""), "4b"))
	a.follow(a.send("/undo", fields(a.look("?last=2"), "#said form")))
	s.result(2, 2, "W+")
	s.result(2, 4, "B+")
}

// TestSeenIsNoConsent checks that a line does not overwrite the entry of another desk
// after a refresh has added that entry to the page.
func TestSeenIsNoConsent(t *testing.T) {
	for _, names := range [][2]string{{"", ""}, {"desk A", "desk B"}, {"", "desk B"}} {
		t.Run(fmt.Sprintf("%q beside %q", names[0], names[1]), func(t *testing.T) {
			s := newSite(t)
			s.cup()
			a, b := s.desk(names[0]), s.desk(names[1])
			a.follow(a.typed(a.look(""), "2b"))
			refreshed := b.look("")
			doc := b.follow(b.typed(refreshed, "2w"))
			s.result(2, 2, "B+")
			if got := text(doc, "#said [data-say]"); !strings.HasPrefix(got, "Table 2: Anna · ") || !strings.Contains(got, "you entered White +. Which is right?") {
				t.Errorf("%q: the desk is told %q", names, got)
			}
			if doc.Find("#said button").Length() != 0 {
				t.Errorf("%q: the entry of the other desk can be undone here", names)
			}
			if first := doc.Find("tr[data-table]").First(); first.AttrOr("data-table", "") != "2" {
				t.Errorf("%q: the question is not at the top", names)
			}
			if got := text(a.look(""), ".dispute .banner > span"); !strings.Contains(got, "entered White +. Which is right?") || strings.Contains(got, "you entered") {
				t.Errorf("%q: the first desk reads %q", names, got)
			}
			// Neither a repetition nor a third result answers the question.
			b.follow(b.typed(b.look(""), "2w"))
			third := b.page(b.typed(b.look(""), "2wr"), http.StatusConflict)
			if got := text(third, "#said [data-say]"); !strings.Contains(got, "already has conflicting results") {
				t.Errorf("%q: a third result is answered %q", names, got)
			}
			s.result(2, 2, "B+")
			// The result that both enter then counts.
			a.follow(a.typed(a.look(""), "2w"))
			s.result(2, 2, "W+")
			if s.game(2, 2).Dispute.Open() {
				t.Errorf("%q: the question is still open though both agree", names)
			}
		})
	}
}

func TestLineDoesNotClearEntryOfAnotherDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk(""), s.desk("")
	a.follow(a.typed(a.look(""), "2b"))
	doc := b.page(b.typed(b.look(""), "2?"), http.StatusConflict)
	s.result(2, 2, "B+")
	if got := text(doc, "#said [data-say]"); !strings.Contains(got, "entered “Black won” at 12:30") {
		t.Errorf("the desk is told %q", got)
	}
	form := fields(doc, "#panel form")
	form.Set("result", doc.Find("#panel button[value='?']").AttrOr("value", ""))
	b.follow(b.send("/result", form))
	s.result(2, 2, "?")
}

func TestLettersAreExplained(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	for code, want := range map[string]string{"en": "7b = Black 7w = White", "fi": "7b 7m = Musta 7w 7v = Valkoinen", "pl": "7c = Czarne 7w = Białe", "cs": "7č 7c = Černý 7w = Bílý"} {
		s.run(code, func(t *testing.T) {
			d.testSite.client = d.client
			doc := s.page(s.get("/desk/spring-cup", "Accept-Language", code), http.StatusOK)
			if got := words(doc.Find(".hints")); !strings.Contains(got, want) {
				t.Errorf("%s: the hints are %q, want %q in them", code, got, want)
			}
		})
	}
	d.follow(d.typed(d.look(""), "2č", "Accept-Language", "cs"))
	s.result(2, 2, "B+")
	d.testSite.client = d.client
	if got := text(s.page(s.get("/desk/spring-cup?last=2", "Accept-Language", "cs"), http.StatusOK), "#said"); !strings.Contains(got, "Stůl 2: vyhrál černý") {
		t.Errorf("the echo is %q", got)
	}
}

// b is bílý in Czech and białe in Polish, both White: the desk asks, and saves nothing.
func TestLetterOfEitherColour(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	for _, tt := range []struct{ code, line, table, says string }{
		{"cs", "2b", "", "„b“ je anglicky černý (black), česky bílý. Napište 2č (černý), nebo 2w (bílý)."},
		{"pl", "2b", "", "„b” to po angielsku czarne (black), a po polsku białe. Wpisz 2c (czarne) lub 2w (białe)."},
		{"cs", "2b3.5", "", "2č3.5"}, {"pl", "2br", "", "2cr"}, {"cs", "2B+R", "", "2č+r"}, {"pl", "2b*", "", "2c*"},
		{"cs", "b", "2", "Napište č (černý)"}, {"pl", "b* !pomyłka", "2", "Wpisz c* (czarne)"},
	} {
		s.run(tt.code+" "+tt.line, func(t *testing.T) {
			form := d.look("?table=" + tt.table)
			got := d.page(d.typed(form, tt.line, "Accept-Language", tt.code), http.StatusUnprocessableEntity)
			if said := text(got, "#said [data-say]"); !strings.Contains(said, tt.says) {
				t.Errorf("%q is refused with %q, want %q", tt.line, said, tt.says)
			}
			if kept := got.Find("#typed").AttrOr("value", ""); kept != tt.line {
				t.Errorf("%q comes back as %q", tt.line, kept)
			}
			q := url.Values{"line": {tt.line}, "table": {tt.table}}
			reading := d.page(d.get("/desk/spring-cup/round/2/reading?"+q.Encode(), "Accept-Language", tt.code), http.StatusOK)
			if said := text(reading, ".wrong"); !strings.Contains(said, tt.says) {
				t.Errorf("%q is read as %q, want %q", tt.line, text(reading, "body"), tt.says)
			}
			s.result(2, 2, "?")
		})
	}
	for _, code := range []string{"cs", "pl"} {
		for line, want := range map[string]string{"2c": "B+", "2w": "W+", "2c3,5": "B+3.5", "2wr*": "W+R/unrated"} {
			s.run(code+" "+line, func(t *testing.T) {
				d.follow(d.typed(d.look(""), line, "Accept-Language", code))
				s.result(2, 2, want)
			})
		}
	}
}

func TestLineForScripts(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	got := d.page(d.typed(d.look(""), "2b", "HX-Request", "true"), http.StatusOK)
	if got.Find("#live").Length() != 1 || got.Find("header.top").Length() != 0 {
		t.Error("scripts get more or less than what changes")
	}
	if said := text(got, "#said"); !strings.Contains(said, "Table 2") {
		t.Errorf("scripts read %q", said)
	}
	got = d.page(d.typed(d.look(""), "2zz", "HX-Request", "true"), http.StatusUnprocessableEntity)
	if line := got.Find("#said").AttrOr("data-line", ""); line != "2zz" {
		t.Errorf("the refused line comes back as %q", line)
	}
}

// While a line is typed, the desk says beside the field what Enter will do.
func TestReadingOfALine(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	for _, c := range []struct{ line, table, language, want string }{
		{"", "", "en", ""},
		{"2", "", "en", "Table 2: Black Dahl X – White Öberg X Enter opens the table"},
		{"2w", "", "en", "wins Enter saves; add r for resignation"},
		{"2br", "", "en", "Black won by resignation Enter saves"},
		{"2j", "", "en", "Table 2 has komi 6.5, so there is no jigo."},
		{"b", "2", "en", "wins Enter saves"},
		{"2x", "", "en", "Enter asks first"},
		{"u", "", "en", "Undo your last entry"},
		{"dahl", "", "en", "Only tables with “dahl”"},
		{"99b", "", "en", "There is no table 99 in round 2."},
		{"2b999", "", "en", "at most"},
		{"2zz", "", "en", "zz"},
		{"2v", "", "fi", "Enter tallentaa"},
		{strings.Repeat("9", 200), "", "en", "at most"},
	} {
		q := url.Values{"line": {c.line}, "table": {c.table}}
		doc := s.page(s.get("/desk/spring-cup/round/2/reading?"+q.Encode(), "Accept-Language", c.language), http.StatusOK)
		if got := text(doc, "body"); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%.20q is read as %q, want %q", c.line, got, c.want)
		}
	}
}
