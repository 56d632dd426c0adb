package remote

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"tourney/internal/fault"
)

// Requests within the hall may be unencrypted, and no others.
func TestIsNearby(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "localhost": true,
		"10.1.2.3": true, "172.16.0.1": true, "192.168.178.1": true, "fd00::1": true, // private
		"169.254.3.4": true, "fe80::1": true, // link-local
		"printer.local": true,

		"": false, "8.8.8.8": false, "172.32.0.1": false, "2001:db8::1": false,
		"go.example.org": false, "local": false, "localhost.example.org": false, "printer.local.example.org": false,
	} {
		if got := IsLocal(host); got != want {
			t.Errorf("IsNearby(%q) = %v, want %v", host, got, want)
		}
	}
}

// Addresses from strangers must be on the public internet, in any notation.
func TestIsPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "172.32.0.1": true, "2a00:1450:4001::1": true, "::ffff:8.8.8.8": true, "64:ff9b::808:808": true,

		"127.0.0.1": false, "127.1.2.3": false, "::1": false, "0.0.0.0": false, "0.1.2.3": false, "::": false,
		"10.1.2.3": false, "172.16.0.1": false, "192.168.178.1": false, "fd00::1": false, "100.64.0.1": false,
		"169.254.169.254": false, "fe80::1": false, "fe80::1%eth0": false, "224.0.0.1": false, "ff02::1": false, "255.255.255.255": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b::a00:1": false, "2002:7f00:1::": false,
		"192.0.2.1": false, "2001:db8::1": false,
	} {
		if got := IsPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("IsPublic(%s) = %v, want %v", text, got, want)
		}
	}
}

// A server with another scheme than in its address has another fault than a missing one.
func TestOtherScheme(t *testing.T) {
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	plain, encrypted := httptest.NewServer(nothing), httptest.NewUnstartedServer(nothing)
	defer plain.Close()
	encrypted.Config.ErrorLog = log.New(io.Discard, "", 0) // of the failed handshakes
	encrypted.StartTLS()
	defer encrypted.Close()
	none := httptest.NewServer(nothing)
	none.Close()
	for address, want := range map[string]string{
		strings.Replace(plain.URL, "http:", "https:", 1):     "line.http",
		strings.Replace(encrypted.URL, "https:", "http:", 1): "line.https",
		plain.URL: "", none.URL: "", strings.Replace(none.URL, "http:", "https:", 1): "", "http://[": "",
	} {
		err := errors.New("what it says is odd")
		if got, failed := Client(time.Second, 1).Get(address); failed != nil {
			err = failed
		} else {
			_ = got.Body.Close()
		}
		if got := OtherScheme(t.Context(), address, err); got == nil && want != "" || got != nil && !fault.Is(got, want) {
			t.Errorf("%s is %v, want %s", address, got, want)
		}
	}
}

// Unencrypted requests stay in the local network.
func TestOtherSchemeFarAway(t *testing.T) {
	if got := OtherScheme(t.Context(), "https://go.example.org", http.ErrSchemeMismatch); !fault.Is(got, "line.plain") {
		t.Errorf("a public server without encryption is %v", got)
	}
}

// A client for public addresses cannot reach this machine, not even by a name.
func TestPublicClient(t *testing.T) {
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	for _, address := range []string{server.URL, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)} {
		got, err := PublicClient(time.Second, 1).Get(address)
		if err == nil {
			_ = got.Body.Close()
		}
		if !errors.Is(err, ErrInside) || asked {
			t.Errorf("%s answers %v", address, err)
		}
		if got, err = Client(time.Second, 1).Get(address); err != nil || !asked {
			t.Errorf("the other client: %v", err)
		} else {
			_ = got.Body.Close()
		}
		asked = false
	}
}

func TestIsInside(t *testing.T) {
	for host, want := range map[string]bool{
		"example.org": false, "go.example.org.": false, "8.8.8.8": false, "4.example.org": false,
		"localhost": true, "localhost.": true, "a.localhost": true, "laptop": true, "laptop.local": true, "10.0.0.1": true, "::1": true,
		"127.1": true, "0x7f.1": true, "2130706433": true, "0177.0.0.01": true, "127.0.0.1.": true,
	} {
		if got := IsPrivate(host); got != want {
			t.Errorf("IsInside(%s) = %v, want %v", host, got, want)
		}
	}
}
