package signup

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
	"tourney/templates"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	keys := []string{"fee.set.ages", "fee.set.members", "fee.set.late", "fee.row.class", "fee.row.reduction", "fee.row.number.any"}
	for _, kind := range []letterKind{letterPlace, letterReserve, letterMoved, letterFee} {
		keys = append(keys, "message."+string(kind), "message.kind."+string(kind), "message.subject."+string(kind))
	}
	for _, f := range fees.Federations() {
		keys = append(keys, "fee.row.number."+string(f))
	}
	for _, reduces := range []bool{false, true} {
		main, conditions := rowFields("", reduces)
		for _, f := range append(main, conditions...) {
			keys = append(keys, "fee.row."+f.Name)
		}
	}
	for _, f := range signUpFields {
		keys = append(keys, "field."+f.Name)
	}
	webtest.HasMessages(t, keys...)
}

func english(t *testing.T) *i18n.Language {
	t.Helper()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.Match("en", "")
}

// A mail program gets the whole letter, including characters with a meaning in addresses.
func TestMailtoKeepsTheLetter(t *testing.T) {
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	settings.SignUp.Note = "5 + 5 = 10 & 100 % #1?\nÄiti"
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Tom & Jerry's + Cup?"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	p := &tournament.Player{ID: 1, Family: "Aho", Given: "Ida", Rank: rank.Dan(1), Mail: "ida+go@example.org"}
	v := writer{english(t), tn, p, "https://go.example.org/t/cup/me/1-2?a=b&c", time.Time{}}.letter(letterPlace)
	address, query, _ := strings.Cut(strings.TrimPrefix(v.Mailto, "mailto:"), "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	if to, err := url.PathUnescape(address); err != nil || to != p.Mail {
		t.Errorf("the letter goes to %q", to)
	}
	if got := values.Get("subject"); got != v.Subject {
		t.Errorf("the subject is %q, want %q", got, v.Subject)
	}
	if got := strings.ReplaceAll(values.Get("body"), "\r\n", "\n"); got != v.Text {
		t.Errorf("the text is %q, want %q", got, v.Text)
	}
}

// The sign-up ends at a time of its last day, or with that day, by the clock of the venue.
func TestSignUpCloses(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		t.Fatal(err)
	}
	lang := english(t).In(zone)
	for _, tt := range []struct{ clock, want string }{
		{"", "2026-05-01T20:59:00Z"}, {"18:00", "2026-05-01T15:00:00Z"}, {"noon", ""},
	} {
		d := draft{closesOn: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), closesAt: tt.clock}
		err := d.close(lang, zone)
		if tt.want == "" {
			if !fault.Is(err, "signup.clock") {
				t.Errorf("%q: %v", tt.clock, err)
			}
			continue
		}
		if got := d.Closes.Format(time.RFC3339); err != nil || got != tt.want {
			t.Errorf("%q: closes %s, want %s (%v)", tt.clock, got, tt.want, err)
		}
		again := draftOf(lang, &tournament.Tournament{Info: tournament.Info{Zone: "Europe/Helsinki"}, Settings: tournament.Settings{SignUp: d.SignUp}})
		if err := again.close(lang, zone); err != nil || !again.Closes.Equal(d.Closes) {
			t.Errorf("%q: saved as it is shown it closes %s (%v)", tt.clock, again.Closes, err)
		}
	}
}
