package desk_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

func TestLineEntersResults(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("")
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
		doc = d.Follow(d.Typed(doc, tt.line))
		s.Result(2, tt.table, tt.want)
		if got := doc.Find("#typed").AttrOr("value", ""); got != "" {
			t.Errorf("after %q the field holds %q", tt.line, got)
		}
		done := sitetest.Text(doc, "#said")
		if known := tt.want != "?"; known != strings.Contains(done, fmt.Sprintf("Table %d:", tt.table)) || known != strings.Contains(done, "Undo") {
			t.Errorf("after %q the page says %q", tt.line, done)
		}
	}
	if got := sitetest.Text(doc, ".complete"); !strings.Contains(got, "Publish round 3") {
		t.Errorf("all results are in, and the page says %q", got)
	}
	if g := s.Game(2, 4); g.EnteredBy != "Anna · Desk 1" || !g.EnteredAt.Equal(sitetest.Noon) {
		t.Errorf("entered by %q at %v", g.EnteredBy, g.EnteredAt)
	}
}

func TestLineCommands(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("")
	if doc = d.Follow(d.Typed(doc, "3")); sitetest.Text(doc, "#panel .chosen h2") != "Table 3" {
		t.Errorf("3 chooses %q", sitetest.Text(doc, "#panel .chosen h2"))
	}
	if doc = d.Follow(d.Typed(doc, "w")); sitetest.Text(doc, "#panel .chosen h2") != "" {
		t.Error("a table stays chosen after its result")
	}
	s.Result(2, 3, "W+")
	if doc = d.Follow(d.Typed(doc, "n")); sitetest.Text(doc, "#panel .chosen h2") != "Table 2" {
		t.Errorf("n chooses %q", sitetest.Text(doc, "#panel .chosen h2"))
	}
	if doc = d.Follow(d.Typed(doc, "n")); sitetest.Text(doc, "#panel .chosen h2") != "Table 4" {
		t.Errorf("n from 2 chooses %q", sitetest.Text(doc, "#panel .chosen h2"))
	}
	if doc = d.Follow(d.Typed(doc, "n")); sitetest.Text(doc, "#panel .chosen h2") != "Table 2" {
		t.Errorf("n from the last chooses %q", sitetest.Text(doc, "#panel .chosen h2"))
	}
	if doc = d.Follow(d.Typed(doc, "lós")); sitetest.Text(doc, "#panel .chosen h2") != "Table 3" {
		t.Errorf("a name chooses %q", sitetest.Text(doc, "#panel .chosen h2"))
	}
	if doc = d.Follow(d.Typed(doc, "a")); doc.Find("tr[data-table]").Length() != 3 {
		t.Errorf("a finds %s", sitetest.Text(doc, "tr[data-table] .n"))
	}
	if doc = d.Follow(d.Typed(doc, "/")); doc.Find("tr[data-table]").Length() != 4 {
		t.Error("/ does not show all tables again")
	}
	if doc = d.Follow(d.Typed(doc, "?")); !strings.Contains(sitetest.Text(doc, "#panel .keys"), "12b3.5") {
		t.Error("? does not show the keys")
	}
	if doc = d.Follow(d.Typed(doc, "u")); sitetest.Text(doc, "#panel .chosen h2") != "Table 3" {
		t.Error("u does not show what it took back")
	}
	s.Result(2, 3, "?")
	doc = d.Look("")
	for line, says := range map[string]string{
		"u": "nothing", "12z": "“z” isn't a result", "12v": "“v” isn't a result", "2w0": "ends in a half", "2b3": "ends in a half", "2b1000": "at most 361 points",
		"3b0.5": "is a whole number", "3w0": "type 3j", "4w1000": "at most 361 points", "77b": "has no table 77", "w": "at which table", "qqq": "No player called",
		"2j": "jigo is impossible", strings.Repeat("ö", 91): "at most 90",
	} {
		s.Run(line, func(t *testing.T) {
			got := d.Typed(doc, line)
			if got.StatusCode < 400 || got.StatusCode > 499 {
				t.Errorf("%q answers %d", line, got.StatusCode)
				return
			}
			again := d.Page(got, got.StatusCode)
			if said := sitetest.Text(again, "#said [data-say]"); !strings.Contains(said, says) {
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
	s.Cup()
	a, b := s.Desk("desk A"), s.Desk("desk B")
	a.Follow(a.Typed(a.Look(""), "3br"))
	// Desk B sees the entry, but a typed line may still be a mistake.
	doc := b.Follow(b.Typed(b.Look(""), "3w"))
	s.Result(2, 3, "B+R")
	if doc.Find(".dispute").Length() != 1 {
		t.Error("a line overrules another desk without a question")
	}
	// A desk corrects its own entry without a question.
	doc = a.Follow(a.Typed(a.Look(""), "2w"))
	a.Follow(a.Typed(doc, "2b"))
	s.Result(2, 2, "B+")
	// Undo undoes the last entry of this desk, not of the other.
	b.Follow(b.Typed(b.Look(""), "4b"))
	a.Follow(a.Send("/undo", sitetest.Fields(a.Look("?last=2"), "#said form")))
	s.Result(2, 2, "W+")
	s.Result(2, 4, "B+")
}

// TestSeenIsNoConsent checks that a line does not overwrite the entry of another desk
// after a refresh has added that entry to the page.
func TestSeenIsNoConsent(t *testing.T) {
	for _, names := range [][2]string{{"", ""}, {"desk A", "desk B"}, {"", "desk B"}} {
		t.Run(fmt.Sprintf("%q beside %q", names[0], names[1]), func(t *testing.T) {
			s := newSite(t)
			s.Cup()
			a, b := s.Desk(names[0]), s.Desk(names[1])
			a.Follow(a.Typed(a.Look(""), "2b"))
			refreshed := b.Look("")
			doc := b.Follow(b.Typed(refreshed, "2w"))
			s.Result(2, 2, "B+")
			if got := sitetest.Text(doc, "#said [data-say]"); !strings.HasPrefix(got, "Two results for table 2. Anna · ") || !strings.Contains(got, "you: White +.") {
				t.Errorf("%q: the desk is told %q", names, got)
			}
			if doc.Find("#said button").Length() != 0 {
				t.Errorf("%q: the entry of the other desk can be undone here", names)
			}
			if first := doc.Find("tr[data-table]").First(); first.AttrOr("data-table", "") != "2" {
				t.Errorf("%q: the question is not at the top", names)
			}
			if got := sitetest.Text(a.Look(""), ".dispute .banner > span"); !strings.Contains(got, ": White +.") || strings.Contains(got, "you:") {
				t.Errorf("%q: the first desk reads %q", names, got)
			}
			// Neither a repetition nor a third result answers the question.
			b.Follow(b.Typed(b.Look(""), "2w"))
			third := b.Page(b.Typed(b.Look(""), "2wr"), http.StatusConflict)
			if got := sitetest.Text(third, "#said [data-say]"); !strings.Contains(got, "already has conflicting results") {
				t.Errorf("%q: a third result is answered %q", names, got)
			}
			s.Result(2, 2, "B+")
			// A result that both enter then counts.
			a.Follow(a.Typed(a.Look(""), "2w"))
			s.Result(2, 2, "W+")
			if s.Game(2, 2).Dispute.Open() {
				t.Errorf("%q: the question is still open though both agree", names)
			}
		})
	}
}

func TestLineDoesNotClearEntryOfAnotherDesk(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk(""), s.Desk("")
	a.Follow(a.Typed(a.Look(""), "2b"))
	doc := b.Page(b.Typed(b.Look(""), "2?"), http.StatusConflict)
	s.Result(2, 2, "B+")
	if got := sitetest.Text(doc, "#said [data-say]"); !strings.Contains(got, "entered “Black won” at 12:30") {
		t.Errorf("the desk is told %q", got)
	}
	form := sitetest.Fields(doc, "#panel form")
	form.Set("result", doc.Find("#panel button[value='?']").AttrOr("value", ""))
	b.Follow(b.Send("/result", form))
	s.Result(2, 2, "?")
}

func TestLettersAreExplained(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for code, want := range map[string]string{"en": "7b Black 7w White", "fi": "7b 7m Musta 7w 7v Valkoinen", "pl": "7c Czarne 7w Białe", "cs": "7č 7c Černý 7w Bílý"} {
		s.Run(code, func(t *testing.T) {
			d.Site.Client = d.Client
			doc := s.Page(s.Get("/desk/spring-cup", "Accept-Language", code), http.StatusOK)
			if got := sitetest.Words(doc.Find(".hints")); !strings.Contains(got, want) {
				t.Errorf("%s: the hints are %q, want %q in them", code, got, want)
			}
		})
	}
	d.Follow(d.Typed(d.Look(""), "2č", "Accept-Language", "cs"))
	s.Result(2, 2, "B+")
	d.Site.Client = d.Client
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup?last=2", "Accept-Language", "cs"), http.StatusOK), "#said"); !strings.Contains(got, "Stůl 2: vyhrál černý") {
		t.Errorf("the echo is %q", got)
	}
}

// b is bílý in Czech and białe in Polish, both White: the desk asks, and saves nothing.
func TestLetterOfEitherColour(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for _, tt := range []struct{ code, line, table, says string }{
		{"cs", "2b", "", "„b“ je anglicky černý (black), česky bílý. Napište 2č (černý), nebo 2w (bílý)."},
		{"pl", "2b", "", "„b” to po angielsku czarne (black), a po polsku białe. Wpisz 2c (czarne) lub 2w (białe)."},
		{"cs", "2b3.5", "", "2č3.5"}, {"pl", "2br", "", "2cr"}, {"cs", "2B+R", "", "2č+r"}, {"pl", "2b*", "", "2c*"},
		{"cs", "b", "2", "Napište č (černý)"}, {"pl", "b* !pomyłka", "2", "Wpisz c* (czarne)"},
	} {
		s.Run(tt.code+" "+tt.line, func(t *testing.T) {
			form := d.Look("?table=" + tt.table)
			got := d.Page(d.Typed(form, tt.line, "Accept-Language", tt.code), http.StatusUnprocessableEntity)
			if said := sitetest.Text(got, "#said [data-say]"); !strings.Contains(said, tt.says) {
				t.Errorf("%q is refused with %q, want %q", tt.line, said, tt.says)
			}
			if kept := got.Find("#typed").AttrOr("value", ""); kept != tt.line {
				t.Errorf("%q comes back as %q", tt.line, kept)
			}
			q := url.Values{"line": {tt.line}, "table": {tt.table}}
			reading := d.Page(d.Get("/desk/spring-cup/round/2/reading?"+q.Encode(), "Accept-Language", tt.code), http.StatusOK)
			if said := sitetest.Text(reading, ".wrong"); !strings.Contains(said, tt.says) {
				t.Errorf("%q is read as %q, want %q", tt.line, sitetest.Text(reading, "body"), tt.says)
			}
			s.Result(2, 2, "?")
		})
	}
	for _, code := range []string{"cs", "pl"} {
		for line, want := range map[string]string{"2c": "B+", "2w": "W+", "2c3,5": "B+3.5", "2wr*": "W+R/unrated"} {
			s.Run(code+" "+line, func(t *testing.T) {
				d.Follow(d.Typed(d.Look(""), line, "Accept-Language", code))
				s.Result(2, 2, want)
			})
		}
	}
}

func TestLineForScripts(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	got := d.Page(d.Typed(d.Look(""), "2b", "HX-Request", "true"), http.StatusOK)
	if got.Find("#live").Length() != 1 || got.Find("header.top").Length() != 0 {
		t.Error("scripts get more or less than what changes")
	}
	if said := sitetest.Text(got, "#said"); !strings.Contains(said, "Table 2") {
		t.Errorf("scripts read %q", said)
	}
	got = d.Page(d.Typed(d.Look(""), "2zz", "HX-Request", "true"), http.StatusUnprocessableEntity)
	if line := got.Find("#said").AttrOr("data-line", ""); line != "2zz" {
		t.Errorf("the refused line comes back as %q", line)
	}
}

// While a line is typed, the desk shows the effect of Enter beside the field.
func TestReadingOfALine(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for _, c := range []struct{ line, table, language, want string }{
		{"", "", "en", ""},
		{"2", "", "en", "Table 2: Black Dahl X – White Öberg X Enter opens the table"},
		{"2w", "", "en", "wins Enter saves; add r for resignation"},
		{"2br", "", "en", "Black won by resignation Enter saves"},
		{"2j", "", "en", "Table 2 has komi 6.5, so jigo is impossible."},
		{"b", "2", "en", "wins Enter saves"},
		{"2x", "", "en", "Enter asks first"},
		{"u", "", "en", "Undo your last entry"},
		{"dahl", "", "en", "Only tables with “dahl”"},
		{"99b", "", "en", "Round 2 has no table 99."},
		{"2b999", "", "en", "at most"},
		{"2zz", "", "en", "zz"},
		{"2v", "", "fi", "Enter tallentaa"},
		{strings.Repeat("9", 200), "", "en", "at most"},
	} {
		q := url.Values{"line": {c.line}, "table": {c.table}}
		doc := s.Page(s.Get("/desk/spring-cup/round/2/reading?"+q.Encode(), "Accept-Language", c.language), http.StatusOK)
		if got := sitetest.Text(doc, "body"); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%.20q is read as %q, want %q", c.line, got, c.want)
		}
	}
}

// A refused jigo names the komi as the language writes numbers.
func TestKomiOfARefusedJigo(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	g := s.Round(2).Games[0]
	for i := range s.Round(2).Games {
		if other := s.Round(2).Games[i]; other.Komi.String() == "6.5" {
			g = other
		}
	}
	for language, want := range map[string]string{"en": "has komi 6.5", "fi": "komi on 6,5", "pl": "komi wynosi 6,5", "cs": "je komi 6,5"} {
		s.SeeOther(s.Get("/desk/spring-cup?lang=" + language)) // the browser keeps the language
		doc := d.Look("")
		if hints := sitetest.Text(doc, ".hints"); language != "en" && strings.Contains(hints, "3.5") {
			t.Errorf("%s: the keys are %q", language, hints)
		}
		got := sitetest.Text(d.Page(d.Typed(doc, fmt.Sprint(g.Table, "j")), http.StatusUnprocessableEntity), "#said")
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q does not contain %q", language, got, want)
		}
	}
}
