package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/fault"
)

var now = time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)

func own(t *testing.T, file string, at time.Time) *Source {
	t.Helper()
	s, err := SelfSigned(file, []string{"localhost", "192.168.1.7", "laptop.local"}, at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A self-signed certificate is stored, readable only by its owner, and replaced before its end or after damage to its
// file.
func TestSelfSigned(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tls.pem")
	first := own(t, file, now)
	if again := own(t, file, now.AddDate(4, 0, 0)); again.Fingerprint != first.Fingerprint {
		t.Error("four years later the certificate is another")
	}
	leaf := first.Config.Certificates[0].Leaf
	if err := leaf.VerifyHostname("192.168.1.7"); err != nil || !slices.Contains(leaf.DNSNames, "laptop.local") {
		t.Errorf("the certificate is for %v and %v", leaf.DNSNames, leaf.IPAddresses)
	}
	if pairs := strings.Fields(first.Fingerprint); len(pairs) != 32 || len(pairs[0]) != 2 {
		t.Errorf("the fingerprint is %q", first.Fingerprint)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file may be read by others: %v %v", info.Mode(), err)
	}
	late := own(t, file, now.AddDate(5, 0, -10))
	if late.Fingerprint == first.Fingerprint {
		t.Error("ten days before its end the certificate is not renewed")
	}
	if err := os.WriteFile(file, []byte("half a certif"), 0o600); err != nil {
		t.Fatal(err)
	}
	if mended := own(t, file, now); mended.Fingerprint == late.Fingerprint {
		t.Error("a damaged file is not replaced")
	}
	if left, _ := filepath.Glob(file + "-*"); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if _, err := SelfSigned(filepath.Join(t.TempDir(), "missing", "tls.pem"), nil, now); err == nil {
		t.Error("a certificate is kept in a folder that is not there")
	}
}

// shown returns the fingerprint of a server's certificate.
func shown(t *testing.T, s *Source) string {
	t.Helper()
	client, server := net.Pipe()
	defer client.Close()
	go func() {
		conn := tls.Server(server, s.Config)
		_ = conn.Handshake() // the client gets the error
		conn.Close()
	}()
	conn := tls.Client(client, &tls.Config{InsecureSkipVerify: true})
	if err := conn.Handshake(); err != nil {
		t.Fatal(err)
	}
	return fingerprint(conn.ConnectionState().PeerCertificates[0].Raw)
}

// A client that trusts one certificate trusts no other, for any notation of its fingerprint.
func TestOnly(t *testing.T) {
	dir := t.TempDir()
	mine, other := own(t, filepath.Join(dir, "1"), now), own(t, filepath.Join(dir, "2"), now)
	plain := strings.ReplaceAll(mine.Fingerprint, " ", "")
	listener, err := tls.Listen("tcp", "127.0.0.1:0", mine.Config)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: time.Minute}
	go server.Serve(listener)
	defer server.Close()
	for _, tt := range []struct {
		print   string
		trusted bool
	}{
		{mine.Fingerprint, true}, {plain, true}, {strings.ToLower(plain), true}, {strings.ReplaceAll(mine.Fingerprint, " ", ":"), true},
		{other.Fingerprint, false}, {plain[:10], false}, {"", false},
	} {
		conn, err := tls.Dial("tcp", listener.Addr().String(), Only(tt.print))
		if tt.trusted != (err == nil) || err != nil && !fault.Is(err, "tls.fingerprint") {
			t.Errorf("%q: %v", tt.print, err)
		}
		if err == nil {
			conn.Close()
		}
	}
}

// Changed files are read again; incomplete ones leave the old certificate.
func TestFilesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	file, key := filepath.Join(dir, "a.pem"), filepath.Join(dir, "b.pem")
	first, second := own(t, filepath.Join(dir, "1"), now), own(t, filepath.Join(dir, "2"), now)
	write := func(from string, after time.Duration) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, from))
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{file, key} {
			if err := os.WriteFile(to, text, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(to, now, now.Add(after)); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("1", 0)
	s, err := FromFiles(file, key)
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(t, s); got != first.Fingerprint {
		t.Errorf("at first: %s", got)
	}
	if err := os.WriteFile(file, []byte("-----BEGIN CERT"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := shown(t, s); got != first.Fingerprint {
		t.Errorf("while the new one is being written: %s", got)
	}
	write("2", time.Minute)
	if got := shown(t, s); got != second.Fingerprint {
		t.Errorf("afterwards: %s", got)
	}
	if _, err := FromFiles(file, filepath.Join(dir, "none")); !fault.Is(err, "tls.files") {
		t.Errorf("without a key: %v", err)
	}
}

func TestDomains(t *testing.T) {
	for _, bad := range []string{"", "localhost", "192.168.1.7", "https://go.example.org", "go.example.org:443", "go example.org"} {
		if _, err := ForDomain(bad, t.TempDir()); !fault.Is(err, "tls.domain") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	s, err := ForDomain("go.example.org", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Config.GetCertificate(&tls.ClientHelloInfo{ServerName: "other.example.org"}); err == nil {
		t.Error("a certificate for another domain is asked for")
	}
	// An unknown challenge is not found; other requests reach the handler.
	handler := s.Challenges(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "page") }))
	for path, want := range map[string]int{"/.well-known/acme-challenge/none": http.StatusNotFound, "/t/cup": http.StatusOK} {
		got := httptest.NewRecorder()
		handler.ServeHTTP(got, httptest.NewRequest(http.MethodGet, "http://go.example.org"+path, nil))
		if got.Code != want {
			t.Errorf("%s answers %d, want %d", path, got.Code, want)
		}
	}
}

// A self-signed certificate is only for servers, and cannot sign others.
func TestSelfSignedIsNoAuthority(t *testing.T) {
	leaf := own(t, filepath.Join(t.TempDir(), "tls.pem"), now).Config.Certificates[0].Leaf
	if leaf.IsCA || leaf.KeyUsage&x509.KeyUsageCertSign != 0 || !slices.Equal(leaf.ExtKeyUsage, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}) {
		t.Errorf("the certificate may %v %v, authority %t", leaf.KeyUsage, leaf.ExtKeyUsage, leaf.IsCA)
	}
}

// TestTLSVersions offers each version of TLS, and each cipher suite that Go calls insecure.
func TestTLSVersions(t *testing.T) {
	s := own(t, filepath.Join(t.TempDir(), "own.pem"), time.Now())
	domain, err := ForDomain("go.example.org", t.TempDir())
	if err != nil || domain.Config.MinVersion != tls.VersionTLS12 {
		t.Errorf("for a domain the least version is %x, %v", domain.Config.MinVersion, err)
	}
	offer := func(version uint16, suites []uint16) error {
		here, there := net.Pipe()
		defer here.Close()
		go func() {
			defer there.Close()
			_ = tls.Server(there, s.Config).Handshake() // the client gets the error
		}()
		return tls.Client(here, &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version, CipherSuites: suites}).Handshake()
	}
	for version, want := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		if err := offer(version, nil); (err == nil) != want {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
	}
	for _, suite := range tls.InsecureCipherSuites() {
		if err := offer(tls.VersionTLS12, []uint16{suite.ID}); err == nil {
			t.Errorf("%s is taken", suite.Name)
		}
	}
}
