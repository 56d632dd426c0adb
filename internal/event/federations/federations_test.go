package federations

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Every row names the federation, its number and its files. Every fact has a source and a day.
func TestTable(t *testing.T) {
	keys := map[string]bool{}
	for _, f := range All() {
		if f.Key == "" || f.Name == "" || len(f.Languages) == 0 || f.Number == "" || len(f.Files) == 0 || keys[f.Key] || f.Sender == "" || f.List.Form == "" {
			t.Errorf("the row %+v is not whole", f)
		}
		keys[f.Key] = true
		if f.List.File.Text == "" && f.List.Page.Text == "" || f.Form.Text == "" && f.Mail.Text == "" && f.Sender != ByOfficer {
			t.Errorf("%s has no address of its list, or of results", f.Key)
		}
		for _, fact := range f.Facts() {
			if _, err := time.Parse(time.DateOnly, fact.Checked); err != nil {
				t.Errorf("%s: %q was checked on %q", f.Key, fact.Text, fact.Checked)
			}
			if u, err := url.Parse(fact.Source); err != nil || u.Host == "" || !strings.HasPrefix(u.Scheme, "http") {
				t.Errorf("%s: %q is from %q", f.Key, fact.Text, fact.Source)
			}
		}
		if n := len(f.Facts()); n < 3 {
			t.Errorf("%s has %d facts with sources", f.Key, n)
		}
		if f.Membership != NoMembership && !slices.Contains(f.Facts(), f.MembershipRule) {
			t.Errorf("%s: the membership has no source", f.Key)
		}
	}
}

// The country has its federation, and so has the American formula; the others have the European one.
func TestOf(t *testing.T) {
	for _, tt := range []struct{ country, formula, want string }{
		{"FI", "", "fi"}, {"FR", "", "ffg"}, {"SE", "", "egf"}, {"", "", "egf"}, {"US", "", "aga"}, {"US", "egf-2021", "egf"},
		{"CA", "aga", "aga"}, {"FR", "aga", "aga"}, {"GB", "egf-2021", "gb"},
	} {
		tn := &tournament.Tournament{Info: tournament.Info{Country: tt.country}}
		tn.Settings.Rating.Formula = tt.formula
		if got := Of(tn).Key; got != tt.want {
			t.Errorf("%s with %q has %s, want %s", tt.country, tt.formula, got, tt.want)
		}
	}
}

// A tournament without a country has the federation of most of its players.
func TestOfMost(t *testing.T) {
	for _, tt := range []struct{ countries, want string }{{"FR FR", "ffg"}, {"FR FR CH", "ffg"}, {"FR CH", "egf"}, {"US US", "aga"}, {"", "egf"}} {
		tn := &tournament.Tournament{}
		for _, c := range strings.Fields(tt.countries) {
			tn.Players = append(tn.Players, tournament.Player{Country: c})
		}
		if tt.countries == "" {
			american := &tournament.Tournament{Settings: tournament.Settings{Rules: "aga"}}
			if got := Of(american).Key; got != "aga" {
				t.Errorf("AGA rules have %s", got)
			}
		}
		if got := Of(tn).Key; got != tt.want {
			t.Errorf("players of %s have %s, want %s", tt.countries, got, tt.want)
		}
	}
}

// Ratings look American in American tournaments, and ratings of the American list everywhere.
func TestRatings(t *testing.T) {
	american, european := &tournament.Tournament{}, &tournament.Tournament{}
	american.Settings.Rating.Formula = "aga"
	r := rank.Points(1796)
	guest := &tournament.Player{Rating: r, RatingOrigin: "AGA"}
	local := &tournament.Player{Rating: r, RatingOrigin: "EGF"}
	for _, tt := range []struct{ got, want string }{
		{RatingOf(american, guest), "-3.54"}, {RatingOf(american, local), "-3.54"}, {RatingOf(american, &tournament.Player{}), ""},
		{RatingOf(european, guest), "-3.54"}, {RatingOf(european, local), "1796"}, {Listed("AGA", r), "-3.54"}, {Listed("FFG", r), "1796"}, {Listed("", r), "1796"},
		{Score(american, tournament.ByRating, "1796"), "-3.54"}, {Score(european, tournament.ByRating, "1796"), "1796"}, {Score(american, tournament.NBW, "3"), "3"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// A membership must cover the last day. Unknown texts and other federations prove nothing.
func TestLapsed(t *testing.T) {
	day := func(s string) tournament.Date {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return tournament.Date{Time: d}
	}
	dated := &tournament.Tournament{Info: tournament.Info{Begin: day("2026-11-28"), End: day("2026-11-29")}}
	for _, tt := range []struct {
		f    Federation
		t    *tournament.Tournament
		p    tournament.Player
		want bool
	}{
		{AGA(), dated, tournament.Player{AGAExpiry: "11/28/2026"}, true},
		{AGA(), dated, tournament.Player{AGAExpiry: "11/29/2026"}, false},
		{AGA(), dated, tournament.Player{AGAExpiry: "2022-02-02"}, true},
		{AGA(), dated, tournament.Player{AGAExpiry: "for life"}, false},
		{AGA(), dated, tournament.Player{}, false},
		{AGA(), &tournament.Tournament{}, tournament.Player{AGAExpiry: "2/2/2022"}, true},
		{named("fi"), dated, tournament.Player{AGAExpiry: "2/2/2022", FFGStatus: "-"}, false},
		{FFG(), dated, tournament.Player{FFGStatus: "-", Country: "FR"}, true},
		{FFG(), dated, tournament.Player{FFGStatus: "-", Country: "CH"}, false},
		{FFG(), dated, tournament.Player{FFGStatus: "L", Country: "FR"}, false},
		{FFG(), dated, tournament.Player{Country: "FR"}, false},
	} {
		if l, got := tt.f.Lapsed(tt.t, &tt.p, day("2026-11-28").Time); got != tt.want || got && l.By != tt.f.Membership {
			t.Errorf("%s, %+v: %v %v, want %v", tt.f.Key, tt.p, l, got, tt.want)
		}
	}
}
