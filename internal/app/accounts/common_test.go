package accounts

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nbutton23/zxcvbn-go/data"
)

func TestCommonPasswords(t *testing.T) {
	for _, tt := range []struct {
		password, name string
		want           bool
	}{
		{"password", "", true},
		{"Password1!", "", true},
		{"trustno1", "", true},
		{"dragon2024", "", true},
		{"12345678", "", true},
		{"87654321", "", true},
		{"qwertzuiop", "", true},
		{"asdfghjkl123456", "", true},
		{"1q2w3e4r5t", "", true},
		{"aaaaaaaa", "", true},
		{"go9!go9!go9!", "", true},
		{"19871224", "", true},
		{"0401234567", "", true},
		{"elephant", "", true},
		{"Magdalena", "", true},
		{"Salasana1", "", true},
		{"Baduk2026", "", true},
		{"tourney!", "", true},
		{"Öberg1990", "Anna Öberg", true},
		{"AnnaÖberg", "Anna Öberg", false},
		{"oberg anna", "Anna Öberg", false},
		{"anna oberg", "Anna Öberg", true},
		{"correct horse", "Anna", false},
		{"battery staple", "", false},
		{"elephant pond", "", false},
		{"83920174661093", "", false},
		{"x7k2m9ptq", "", false},
		{"žluťoučký kůň", "", false},
	} {
		if got, err := isCommon(tt.password, tt.name); err != nil || got != tt.want {
			t.Errorf("isCommon(%q, %q) = %v, %v, want %v", tt.password, tt.name, got, err, tt.want)
		}
	}
}

// The lists have more than three thousand words that are long enough for a password, and all of
// them are refused.
func TestCommonPasswordsAreThousands(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	n := 0
	for _, list := range lists {
		packed, err := data.Asset("data/" + list + ".json")
		must(t, err)
		var read struct{ List []string }
		must(t, json.Unmarshal(packed, &read))
		for _, word := range read.List {
			if utf8.RuneCountInString(word) < shortestPassword {
				continue
			}
			if n++; n%100 > 0 {
				continue // each takes a millisecond or two
			}
			if common, err := isCommon(word, ""); err != nil || !common {
				t.Errorf("%q of %s is allowed: %v", word, list, err)
			}
		}
	}
	if n < 3000 {
		t.Errorf("the lists have %d words", n)
	}
	t.Logf("%d words of the lists are refused", n)
}

// TestCommonPasswordIsRefused tries one wherever a password is set.
func TestCommonPasswordIsRefused(t *testing.T) {
	a := fresh(t)
	ctx := t.Context()
	token, _, err := a.SetupToken(ctx)
	must(t, err)
	wantFault(t, a.SetPassword(ctx, token, "Anna", "football1"), "login.password.common")
	must(t, a.SetPassword(ctx, token, "Anna", "correct horse"))
	session, err := a.Login(ctx, Credentials{Name: "Anna", Password: "correct horse"})
	must(t, err)
	wantFault(t, a.ChangePassword(ctx, session, "correct horse", "Anna1234"), "login.password.common")
	must(t, a.ChangePassword(ctx, session, "correct horse", "horse that is correct"))
}

// TestGameWordsAreDocumented holds the list in docs/security.md.
func TestGameWordsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/security.md")
	must(t, err)
	if want := strings.Join(gameWords, ", "); !strings.Contains(strings.ReplaceAll(string(page), "\n  ", " "), want) {
		t.Errorf("docs/security.md lacks %q", want)
	}
}
