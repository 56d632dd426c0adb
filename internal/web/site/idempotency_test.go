package site

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
)

// A form is the same only with the same fields at the same address.
func TestOnce(t *testing.T) {
	var slug string
	var organisation int
	of := func(address string, form url.Values) string {
		c, _ := gin.CreateTestContext(httptest.NewRecorder())
		c.AddParam("slug", slug)
		c.Set(tokenKey, accounts.Token{Organisation: organisation})
		c.Request = httptest.NewRequest("POST", address, strings.NewReader(form.Encode()))
		c.Request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return IdempotencyKey(c)
	}
	form := url.Values{"once": {"key"}, "name": {"Ek"}, "plays": {"1", "2"}}
	first := of("/players?show=all", form)
	name, _, _ := strings.Cut(first, ".")
	if got := of("/players", form); got != first {
		t.Errorf("the same form is %q, was %q", got, first)
	}
	if got := of("/players?once=key", url.Values{"name": {"Ek"}, "plays": {"1", "2"}}); got != first {
		t.Errorf("with the key in the address it is %q, was %q", got, first)
	}
	for name, other := range map[string]string{
		"another field":   of("/players", url.Values{"once": {"key"}, "name": {"Aho"}, "plays": {"1", "2"}}),
		"one value fewer": of("/players", url.Values{"once": {"key"}, "name": {"Ek"}, "plays": {"1"}}),
		"another address": of("/players/7", form),
		"another key":     of("/players", url.Values{"once": {"key2"}, "name": {"Ek"}, "plays": {"1", "2"}}),
		"a key that ends": of("/players", url.Values{"once": {first}, "name": {"Ek"}, "plays": {"1", "2"}}),
	} {
		if other == first || other == "" {
			t.Errorf("%s: %q", name, other)
		}
	}
	for what, sent := range map[string]url.Values{
		"the same key with other fields": {"once": {"key"}, "name": {"Aho"}},
		"another key":                    {"once": {"key2"}, "name": {"Ek"}},
		"a dot":                          {"once": {"k.y"}, "name": {"Ek"}},
		"a dash":                         {"once": {"k-y"}, "name": {"Ek"}},
		"no text":                        {"once": {"k\xe9\x00y"}, "name": {"Ek"}},
	} {
		got, _, _ := strings.Cut(of("/players", sent), ".")
		if same := what == "the same key with other fields"; same != (got == name) || len(got) > director.LongestOnce || !utf8.ValidString(got) {
			t.Errorf("%s: the key is %q, that of another form is %q", what, got, name)
		}
	}
	dot, _, _ := strings.Cut(of("/players", url.Values{"once": {"k.y"}}), ".")
	if dash, _, _ := strings.Cut(of("/players", url.Values{"once": {"k-y"}}), "."); dash == dot {
		t.Error("a dot and a dash are one key")
	}
	if got := of("/players", url.Values{"once": {strings.Repeat("a.", director.LongestOnce)}}); len(got) != 2*director.LongestOnce || strings.Contains(got, ".") {
		t.Errorf("a long key is %q", got) // the store refuses it
	}
	organisation = 2
	if got := of("/players", form); got == first {
		t.Error("two organisations share a key")
	}
	slug = "cup"
	one := of("/players", form)
	slug = "bowl"
	if got := of("/players", form); got == one || one == first {
		t.Error("two tournaments share a key")
	}
	if got := of("/players", url.Values{"name": {"Ek"}}); got != "" {
		t.Errorf("without a key: %q", got)
	}
}
