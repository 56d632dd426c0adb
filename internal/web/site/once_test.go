package site

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
)

// A form is the same only with the same fields at the same address.
func TestOnce(t *testing.T) {
	of := func(address string, form url.Values) string {
		c, _ := gin.CreateTestContext(httptest.NewRecorder())
		c.Request = httptest.NewRequest("POST", address, strings.NewReader(form.Encode()))
		c.Request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return Once(c)
	}
	form := url.Values{"once": {"key"}, "name": {"Ek"}, "plays": {"1", "2"}}
	first := of("/players?show=all", form)
	if !strings.HasPrefix(first, "key.") || len(first) < 20 {
		t.Errorf("a form is identified by %q", first)
	}
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
	if got := of("/players", url.Values{"name": {"Ek"}}); got != "" {
		t.Errorf("without a key: %q", got)
	}
}
