package signup_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/ratinglists"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
	"tourney/internal/web/mail"
)

// feesForm returns the form of sign-up and fees as a director fills it in.
func (s *testSite) feesForm() url.Values {
	doc := s.Page(s.Get("/desk/open/signup"), http.StatusOK)
	form := url.Values{"do": {"save"}, "signup-open": {"on"}, "currency": {"€"}, "least": {"6"}}
	form.Set("seen", doc.Find("input[name=seen]").AttrOr("value", ""))
	for at, row := range []url.Values{
		{"name": {"Student"}, "amount": {"15"}, "choosable": {"on"}}, {"name": {"Junior"}, "amount": {"10"}, "maxage": {"17"}},
		{"name": {""}, "amount": {""}}, // a gap
		{"name": {"Weekend"}, "amount": {"20,00"}, "mostrounds": {"2"}}, {"name": {"Adult"}, "amount": {"30"}, "until": {"31 December 2026"}},
	} {
		for name, value := range row {
			form[fmt.Sprintf("class-%d-%s", at, name)] = value
		}
	}
	for at, row := range []url.Values{
		{"name": {"Member"}, "amount": {"5"}, "number": {"egd"}}, {"name": {"From abroad"}, "percent": {"10"}, "country": {"Finland"}, "abroad": {"on"}},
		{"name": {"Beginner"}, "amount": {"4"}, "weakest": {"30k"}, "strongest": {"15k"}},
	} {
		for name, value := range row {
			form[fmt.Sprintf("reduction-%d-%s", at, name)] = value
		}
	}
	return form
}

// The director edits fees in tables without scripts. Thirty people then owe the sums of the table below, computed by
// hand: the class, less 5 for members, 10 % of the class for guests and 4 for beginners, but 6 at least.
func TestThirtyFees(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.feesForm()
	wrong := s.feesForm()
	wrong.Set("class-3-amount", "20 euros")
	wrong.Set("signup-closes", "1/2/2026")
	wrong.Set("class-1-maxage", "old")
	if doc := s.Page(s.Post("/desk/open/signup", wrong), http.StatusUnprocessableEntity); doc.Find("#w-signup-closes").Length() != 1 ||
		sitetest.Text(doc, ".limits[open] .wrong") != "Up to age: “old” isn't a whole number." {
		t.Errorf("a wrong form shows %q", sitetest.Text(doc, ".wrong"))
	}
	set := s.feesForm()
	set.Set("do", "set members")
	if doc := s.Page(s.Post("/desk/open/signup", set), http.StatusOK); doc.Find("[name=class-0-name]").AttrOr("value", "") != "Junior" ||
		doc.Find("[name=reduction-0-name]").AttrOr("value", "") != "Member" || len(s.State("open").Settings.Fees.Classes) != 0 {
		t.Error("a ready set is not filled in, or saved at once")
	}
	s.SeeOther(s.Post("/desk/open/signup", form))
	if got := s.Post("/desk/open/signup", form); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a form from before a change answers %d", got.StatusCode)
	}
	if rules := s.State("open").Settings.Fees; len(rules.Classes) != 4 || len(rules.Reductions) != 3 || rules.Classes[2].Amount != 20_00 ||
		!rules.Classes[3].Conditions.Until.Equal(time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC)) || rules.Reductions[1].Conditions.Country != "FI" {
		t.Errorf("saved are %+v", rules)
	}
	const member, guest, beginner = 1, 2, 4
	for n, tt := range []struct {
		class string
		is    int
		want  string
	}{
		{"Adult", 0, "30"}, {"Adult", member, "25"}, {"Adult", guest, "27"}, {"Adult", beginner, "26"}, {"Adult", member | guest, "22"},
		{"Adult", member | beginner, "21"}, {"Adult", guest | beginner, "23"}, {"Adult", member | guest | beginner, "18"},
		{"Junior", 0, "10"}, {"Junior", member, "6"}, {"Junior", guest, "9"}, {"Junior", beginner, "6"}, {"Junior", member | guest, "6"},
		{"Junior", guest | beginner, "6"},
		{"Weekend", 0, "20"}, {"Weekend", member, "15"}, {"Weekend", guest, "18"}, {"Weekend", beginner, "16"}, {"Weekend", member | guest, "13"},
		{"Weekend", member | beginner, "11"}, {"Weekend", guest | beginner, "14"}, {"Weekend", member | guest | beginner, "9"},
		{"Student", 0, "15"}, {"Student", member, "10"}, {"Student", guest, "13.50"}, {"Student", beginner, "11"}, {"Student", member | guest, "8.50"},
		{"Student", member | beginner, "6"}, {"Student", guest | beginner, "9.50"}, {"Student", member | guest | beginner, "6"},
	} {
		person := s.With(s.SignUpForm(fmt.Sprintf("Person%c%c", 'a'+n/6, 'a'+n%6), "5k"), "country", "fi", "born", "1990")
		switch tt.class {
		case "Junior":
			person.Set("born", "2010")
		case "Weekend":
			person["plays"] = person["plays"][:2]
		case "Student":
			person.Set("fee-class", "Student")
		}
		if tt.is&member != 0 {
			person.Set("egd", fmt.Sprint(91000000+n))
		}
		if tt.is&guest != 0 {
			person.Set("country", "se")
		}
		if tt.is&beginner != 0 {
			person.Set("rank", "20k")
		}
		doc := s.Page(s.Get(s.SeeOther(s.Post("/t/open/sign-up", person))), http.StatusOK)
		if got := strings.TrimSpace(doc.Find("#fee h2").Text()); !strings.HasPrefix(got, tt.want+"\u00a0€") {
			t.Errorf("%d: %s %b owes %q, want %q: %s", n, tt.class, tt.is, got, tt.want, sitetest.Text(doc, "#fee"))
		}
	}
}

// A row with conditions but no name is refused beside its name and keeps its typed values; a saved row is removed by
// clearing its name and amount.
func TestFeeRowWithoutName(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	for row, want := range map[string]string{
		"class-5":     "Fee class 6 has no name. Give it one, or clear the rest of the row.",
		"reduction-3": "Reduction 4 has no name. Give it one, or clear the rest of the row.",
	} {
		form := s.feesForm()
		form.Set(row+"-name", "")
		form.Set(row+"-maxage", "12")
		doc := s.Page(s.Post("/desk/open/signup", form), http.StatusUnprocessableEntity)
		if got := sitetest.Text(doc, "#w-"+row+"-name"); got != want {
			t.Errorf("%s: the page says %q, want %q", row, got, want)
		}
		if got := doc.Find("[name="+row+"-maxage]").AttrOr("value", ""); got != "12" {
			t.Errorf("%s: the age has become %q", row, got)
		}
		if n := len(s.State("open").Settings.Fees.Classes); n != 0 {
			t.Errorf("%s: %d classes are saved", row, n)
		}
	}
	s.SeeOther(s.Post("/desk/open/signup", s.feesForm()))
	form := s.PreviewForm("/desk/open/signup", "save")
	form.Set("class-1-name", "") // Junior, with its age
	form.Set("class-1-amount", "")
	s.SeeOther(s.Post("/desk/open/signup", form))
	if rules := s.State("open").Settings.Fees; len(rules.Classes) != 3 || rules.Class("Junior") != nil {
		t.Errorf("after clearing a row: %+v", rules.Classes)
	}
}

// Players keep a class after a change of its name or place in the table. A new class has no players.
func TestRenamedFeeClass(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	s.SeeOther(s.Post("/desk/open/signup", s.feesForm())) // Student, Junior, Weekend, Adult
	desk := s.Director.On(sitetest.Anna, "open")
	id := map[string]tournament.PlayerID{}
	for _, class := range []string{"Student", "Junior", "Adult"} {
		p := tournament.Player{Family: "Of" + class, Rank: 20, Fee: tournament.Fee{Class: class}}
		var err error
		id[class], err = desk.AddPlayer(t.Context(), p, tournament.RefuseNamesakes, "")
		s.Check(err)
	}
	classes := func() string {
		tn := s.State("open")
		return fmt.Sprintf("%q %q %q", tn.Player(id["Student"]).Fee.Class, tn.Player(id["Junior"]).Fee.Class, tn.Player(id["Adult"]).Fee.Class)
	}
	for _, tt := range []struct {
		what  string
		names [5]string
		of    string
	}{
		{"renamed", [5]string{"Pupil or student", "Junior", "Weekend", "Adult"}, `"Pupil or student" "Junior" "Adult"`},
		{"renamed, two", [5]string{"Scholar", "Youth", "Weekend", "Adult"}, `"Scholar" "Youth" "Adult"`},
		{"moved down by a new one", [5]string{"Helper", "Student", "Junior", "Weekend", "Adult"}, `"Student" "Junior" "Adult"`},
		{"changed places", [5]string{"Junior", "Student", "Weekend", "Adult"}, `"Student" "Junior" "Adult"`},
	} {
		before := classes()
		form := s.PreviewForm("/desk/open/signup", "save")
		for i, name := range tt.names {
			form.Set(fmt.Sprintf("class-%d-name", i), name)
		}
		s.SeeOther(s.Post("/desk/open/signup", form))
		if got := classes(); got != tt.of {
			t.Errorf("%s: the players' classes are %s, want %s", tt.what, got, tt.of)
		}
		s.Check(desk.Undo(t.Context(), s.State("open").Version))
		if got := classes(); got != before {
			t.Errorf("%s, undone: the players' classes are %s, were %s", tt.what, got, before)
		}
	}
}

// Strangers find people in the stored lists, with name, rank, club, country and number only. The rating is filled in
// only for the chosen person.
func TestSignUpFindsPeopleInRatingLists(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	s.Login()
	_, err := s.Director.RatingLists().Common().Keep(t.Context(), sitetest.Anna, ratinglists.File{File: "club.csv", Data: []byte(sitetest.ClubList)})
	s.Check(err)
	s.Client = s.Browser() // a stranger
	part := s.Body(s.Get("/t/open/sign-up?find=aijala", "HX-Request", "true"))
	if !strings.Contains(part, "Äijälä") || strings.Contains(part, "1911") {
		t.Errorf("strangers find %q", part)
	}
	doc := s.Page(s.Get("/t/open/sign-up?find=aijala"), http.StatusOK) // without scripts
	take := doc.Find("#candidates a").First().AttrOr("href", "")
	doc = s.Page(s.Get(take), http.StatusOK)
	if got := doc.Find("#f-family").AttrOr("value", "") + doc.Find("#f-rank").AttrOr("value", ""); got != "Äijälä2k" {
		t.Errorf("the form is filled with %q", got)
	}
	entry := doc.Find("[name=entry]").AttrOr("value", "")
	s.SeeOther(s.Post("/t/open/sign-up", s.With(s.SignUpForm("Äijälä", "2k"), "given", "Väinö", "egd", "91000001", "entry", entry)))
	s.SeeOther(s.Post("/t/open/sign-up", s.With(s.SignUpForm("Berg", "2k"), "entry", entry)))
	players := s.State("open").Players
	if players[0].Rating.String() != "1911" || players[1].Rating.Stated() {
		t.Errorf("ratings %v and %v", players[0].Rating, players[1].Rating)
	}
	if got := s.Get("/t/open/sign-up?take=1-999999").StatusCode; got != http.StatusNotFound {
		t.Errorf("a line that there is not answers %d", got)
	}
}

// mails gives the program a mail server, and returns the received letters.
func (s *testSite) mails() <-chan string {
	s.T.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	s.Check(err)
	s.T.Cleanup(func() { _ = listener.Close() })
	got := make(chan string, 10)
	go receive(listener, got)
	s.Server.Mail, err = mail.ParseServer("smtp://" + listener.Addr().String() + "?from=desk@example.org")
	s.Check(err)
	return got
}

// With a mail server, the person gets the sign-up letter once, and the desk's letters.
func TestSignUpSendsALetter(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	got := s.mails()
	s.Server.Base = "http://go.example.org/"
	form := s.With(s.SignUpForm("Aho", "5k"), "mail", "ida@example.org")
	me := s.SeeOther(s.Post("/t/open/sign-up", form))
	s.SeeOther(s.Post("/t/open/sign-up", form))
	letter := strings.ReplaceAll(<-got, "=\n", "") // lines of quoted-printable
	if !strings.Contains(letter, "Open: your sign-up") || !strings.Contains(letter, "ida@example.org") ||
		!strings.Contains(letter, "http://go.example.org/t/open/me/") {
		t.Errorf("the letter is %q", letter)
	}
	if got := sitetest.Text(s.Page(s.Get(me), http.StatusOK), "#state"); !strings.Contains(got, "on its way to ida@example.org") {
		t.Errorf("the page says %q", got)
	}
	s.Login()
	letters := fmt.Sprint("/desk/open/letters/", s.State("open").Players[0].ID)
	s.SeeOther(s.Post(letters, url.Values{"kind": {"place"}}))
	<-got
	select {
	case letter := <-got:
		t.Errorf("a third letter: %q", letter)
	default:
	}
}

// Without a public address the program sends nothing, because any client can choose the Host of a request. It gives
// that reason, and the text stays.
func TestNoLetterWithoutAPublicAddress(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	got := s.mails()
	form := s.With(s.SignUpForm("Aho", "5k"), "mail", "ida@example.org")
	me := s.SeeOther(s.Post("/t/open/sign-up", form))
	if got := sitetest.Text(s.Page(s.Get(me), http.StatusOK), "#state"); strings.Contains(got, "on its way") {
		t.Errorf("the page says %q", got)
	}
	s.Login()
	const why = "Messages are not sent, because their links need the public address of this server: start it with --base"
	letters := fmt.Sprint("/desk/open/letters/", s.State("open").Players[0].ID)
	doc := s.Page(s.Get(letters), http.StatusOK)
	if text := sitetest.Text(doc, ".warn"); !strings.HasPrefix(text, why) || doc.Find("button[name=kind]").Length() != 0 || doc.Find("a[href^='mailto:']").Length() == 0 {
		t.Errorf("the page of the letters says %q", text)
	}
	if got := s.Get(letters + "/place"); got.StatusCode != http.StatusOK {
		t.Errorf("the letter as a file answers %d", got.StatusCode)
	}
	if text := sitetest.Text(s.Page(s.Get("/desk/open/signup"), http.StatusOK), ".warn"); !strings.HasPrefix(text, why) {
		t.Errorf("the settings say %q", text)
	}
	if got := s.Post(letters, url.Values{"kind": {"place"}}); got.StatusCode != http.StatusForbidden || !strings.Contains(s.Body(got), why) {
		t.Errorf("sending answers %d", got.StatusCode)
	}
	select {
	case letter := <-got:
		t.Errorf("a letter is sent: %q", letter)
	default:
	}
}

// receive accepts letters as an SMTP server.
func receive(listener net.Listener, got chan<- string) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		in := bufio.NewScanner(conn)
		say := func(line string) { _, _ = conn.Write([]byte(line + "\r\n")) }
		say("220 ready")
		for in.Scan() {
			switch command, _, _ := strings.Cut(in.Text(), " "); strings.ToUpper(command) {
			case "DATA":
				say("354 go on")
				var letter strings.Builder
				for in.Scan() && in.Text() != "." {
					letter.WriteString(in.Text() + "\n")
				}
				got <- letter.String()
				say("250 taken")
			case "QUIT":
				say("221 bye")
			default:
				say("250 fine")
			}
		}
		_ = conn.Close()
	}
}
