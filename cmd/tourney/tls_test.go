package main

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A console is the output of a serving program.
type console struct {
	mu   sync.Mutex
	text strings.Builder
}

func (c *console) Write(data []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(data)
}

func (c *console) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// says waits until the console contains words.
func (c *console) says(t *testing.T, words string) {
	t.Helper()
	for began := time.Now(); !strings.Contains(c.String(), words); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("it never says %q: %s", words, c)
		}
	}
}

// served runs the program with arguments until the test ends, and returns its output at the start.
func served(t *testing.T, args ...string) string {
	t.Helper()
	return servedTo(t, &console{}, args...)
}

// servedTo is served with the console of the log.
func servedTo(t *testing.T, errs *console, args ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	out, done := &console{}, make(chan int, 1)
	go func() { done <- run(ctx, append([]string{"serve"}, args...), out, errs) }()
	t.Cleanup(func() {
		stop()
		if code := <-done; code != 0 {
			t.Errorf("exit %d: %s", code, errs.String())
		}
	})
	for !strings.Contains(out.String(), "Ctrl-C") {
		select {
		case code := <-done:
			done <- code
			t.Fatalf("exit %d: %s%s", code, out.String(), errs.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return out.String()
}

// first returns what the first group of a pattern matches.
func first(t *testing.T, pattern, text string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no %s in\n%s", pattern, text)
	}
	return found[1]
}

// shownBy returns the fingerprint of the certificate at an address.
func shownBy(t *testing.T, url string) string {
	t.Helper()
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}}
	defer client.CloseIdleConnections()
	got, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	if got.StatusCode != http.StatusOK || got.ProtoMajor != 2 {
		t.Errorf("%s answers %s by %s", url, got.Status, got.Proto)
	}
	sum := sha256.Sum256(got.TLS.PeerCertificates[0].Raw)
	return hex.EncodeToString(sum[:])
}

// With --tls the desks have a separate port, whose certificate has the fingerprint on the console, also after a
// restart; other readers use plain http.
func TestServeForDesks(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "cup.db")
	var fingerprints []string
	for range 2 {
		t.Run("start", func(t *testing.T) {
			said := served(t, "--tls", "--db", db, "--addr", "127.0.0.1:0")
			printed := strings.ToLower(strings.ReplaceAll(first(t, `Certificate ([0-9A-F ]+)\n`, said), " ", ""))
			fingerprints = append(fingerprints, printed)
			if got := shownBy(t, first(t, `Desks +(https://127\.0\.0\.1:\d+)\n`, said)); got != printed {
				t.Errorf("the certificate is %s, the console says %s", got, printed)
			}
			got, err := http.Get(first(t, `Open +(http://127\.0\.0\.1:\d+)\n`, said))
			if err != nil {
				t.Fatal(err)
			}
			got.Body.Close()
			if got.StatusCode != http.StatusOK {
				t.Errorf("by plain http: %s", got.Status)
			}
		})
	}
	if fingerprints[0] != fingerprints[1] {
		t.Error("the next start has another certificate")
	}
}

// With --cert and --key all pages use https.
func TestServeOwnCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	served(t, "--tls", "--db", filepath.Join(dir, "cup.db"), "--addr", "127.0.0.1:0") // makes a certificate
	made := filepath.Join(dir, "tourney-tls.pem")
	if _, err := os.Stat(made); err != nil {
		t.Fatal(err)
	}
	said := served(t, "--cert", made, "--key", made, "--base", "https://go.example.org", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", "127.0.0.1:0")
	shownBy(t, first(t, `Open +(https://127\.0\.0\.1:\d+)\n`, said))
	if strings.Contains(said, "\nCertificate") || strings.Contains(said, "http://") {
		t.Errorf("the console says\n%s", said)
	}
}

// Connection errors are also lines of JSON: here a browser that does not trust the certificate.
func TestHandshakesAreLoggedInJSON(t *testing.T) {
	t.Parallel()
	var errs console
	said := servedTo(t, &errs, "--tls", "--log-json", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", "127.0.0.1:0")
	if got, err := http.Get(first(t, `Desks +(https://127\.0\.0\.1:\d+)\n`, said)); err == nil {
		got.Body.Close()
		t.Fatal("an unknown certificate is trusted")
	}
	for range 250 {
		if strings.Contains(errs.String(), "\n") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	var entry struct{ Level, Msg string }
	line, _, _ := strings.Cut(errs.String(), "\n")
	if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Level != "WARN" || !strings.Contains(entry.Msg, "TLS handshake error") {
		t.Errorf("the log says %q: %v", errs.String(), err)
	}
}

// Metrics for Prometheus have a separate port without other pages.
func TestServeMetrics(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	served(t, "--metrics", at, "--log-json", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", "127.0.0.1:0")
	for path, want := range map[string]int{"/metrics": http.StatusOK, "/": http.StatusNotFound, "/desk": http.StatusNotFound} {
		got, err := http.Get("http://" + at + path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil || got.StatusCode != want || want == http.StatusOK && !strings.Contains(string(data), "tourney_streams 0") {
			t.Errorf("%s answers %s: %.200s", path, got.Status, data)
		}
	}
}

func TestRedirectToHTTPS(t *testing.T) {
	t.Parallel()
	for _, test := range [][3]string{
		{"443", "go.example.org", "https://go.example.org/t/cup?lang=fi"}, {"443", "go.example.org:80", "https://go.example.org/t/cup?lang=fi"},
		{"8443", "192.168.1.7", "https://192.168.1.7:8443/t/cup?lang=fi"},
	} {
		if got := redirected(t, test[0], test[1]); got != test[2] {
			t.Errorf("%s at port %s leads to %s", test[1], test[0], got)
		}
	}
}

// Programs are not redirected: they would keep sending their tokens in clear.
func TestProgramsAreNotSentOn(t *testing.T) {
	t.Parallel()
	for path, header := range map[string]string{"/api/v1/tournaments": "", "/": "Bearer tourney_x"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Authorization", header)
		got := httptest.NewRecorder()
		redirectTo("443").ServeHTTP(got, r)
		if got.Code != http.StatusForbidden || got.Header().Get("Location") != "" {
			t.Errorf("%s answers %d to %q", path, got.Code, got.Header().Get("Location"))
		}
	}
}

func TestTLSFlags(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"--tls --domain go.example.org", "--cert a.pem", "--key a.pem", "--tls --cert a.pem --key a.pem", "--tls --base https://go.example.org",
		"--domain go.example.org --base https://go.example.org",
		"--domain localhost", "--cert missing.pem --key missing.pem",
	} {
		var out, errs strings.Builder
		args := append([]string{"serve", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", "127.0.0.1:0"}, strings.Fields(args)...)
		if code := run(t.Context(), args, &out, &errs); code == 0 || errs.Len() == 0 {
			t.Errorf("%q: exit %d %s", args, code, errs.String())
		}
	}
}

// redirected returns the address of the redirect for a host.
func redirected(t *testing.T, port, host string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/t/cup?lang=fi", nil)
	r.Host = host
	got := httptest.NewRecorder()
	redirectTo(port).ServeHTTP(got, r)
	if got.Code != http.StatusPermanentRedirect {
		t.Errorf("the redirect is %d", got.Code)
	}
	return got.Header().Get("Location")
}
