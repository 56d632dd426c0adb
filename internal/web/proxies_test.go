package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestProxies(t *testing.T) {
	for text, want := range map[string]int{"": 0, " , ": 0, "127.0.0.1": 1, "127.0.0.0/8, ::1": 2, "fd00::/8,10.1.2.3/32": 2} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if got, err := ParseProxies(text); err != nil || len(got) != want {
				t.Errorf("%q: %v, %v", text, got, err)
			}
		})
	}
	for _, text := range []string{"nonsense", "127.0.0.1:80", "10.0.0.0/33", "*"} {
		t.Run(text, func(t *testing.T) {
			if got, err := ParseProxies(text); err == nil {
				t.Errorf("%q is read as %v", text, got)
			}
		})
	}
	near, err := ParseProxies("127.0.0.1,10.0.0.0/8,::1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		remote, through, want string
	}{
		{"198.51.100.7:1", "", "198.51.100.7"},
		{"198.51.100.7:1", "192.0.2.1", "198.51.100.7"},
		{"127.0.0.1:1", "", "127.0.0.1"},
		{"127.0.0.1:1", "192.0.2.1", "192.0.2.1"},
		{"[::ffff:127.0.0.1]:1", "192.0.2.1", "192.0.2.1"},
		{"127.0.0.1:1", "192.0.2.9, 192.0.2.1", "192.0.2.1"},
		{"127.0.0.1:1", "192.0.2.9, 192.0.2.1, 10.0.0.1", "192.0.2.1"},
		{"127.0.0.1:1", "10.0.0.2, 10.0.0.1", "10.0.0.2"},
		{"127.0.0.1:1", "192.0.2.1, unknown", "127.0.0.1"},
		{"127.0.0.2:1", "192.0.2.1", "127.0.0.2"},
		{"[::1]:1", "2001:db8::1", "2001:db8::1"},
	} {
		t.Run(tt.remote+" through "+tt.through, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = tt.remote
			r.Header.Set("X-Forwarded-For", tt.through)
			if got := near.client(r); got != netip.MustParseAddr(tt.want) {
				t.Errorf("%s through %q is %s, want %s", tt.remote, tt.through, got, tt.want)
			}
		})
	}
}
