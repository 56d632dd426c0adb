package certificate

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/acme"
)

// The certificate of an authority is fetched at the first connection for the domain, and stored. A restart uses it
// without a request to the authority.
func TestCertificateOfAnAuthority(t *testing.T) {
	const domain = "go.example.org"
	folder := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	authority := newAuthority(t, listener.Addr().String())
	source, err := forDomain(domain, folder, authority.client())
	if err != nil {
		t.Fatal(err)
	}
	pages := &http.Server{ErrorLog: log.New(io.Discard, "", 0), TLSConfig: source.Config, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "page") // the test compares
	})}
	go pages.ServeTLS(listener, "", "")
	defer pages.Close()

	trusted := x509.NewCertPool()
	trusted.AddCert(authority.root)
	visit := func(name string) (string, error) {
		browser := &http.Client{Timeout: time.Minute, Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: name}, ForceAttemptHTTP2: true,
		}}
		defer browser.CloseIdleConnections()
		got, err := browser.Get("https://" + listener.Addr().String())
		if err != nil {
			return "", err
		}
		defer got.Body.Close()
		body, err := io.ReadAll(got.Body)
		return got.Proto + " " + string(body), err
	}
	for range 2 {
		if got, err := visit(domain); got != "HTTP/2.0 page" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	if got, err := visit("other.example.org"); err == nil {
		t.Errorf("a certificate for another name: %q", got)
	}
	if orders, issued := authority.asked(); orders != 1 || issued != 1 {
		t.Errorf("%d certificates were asked for and %d issued, want 1", orders, issued)
	}

	authority.Close()
	again, err := forDomain(domain, folder, authority.client())
	if err != nil {
		t.Fatal(err)
	}
	hello := &tls.ClientHelloInfo{ServerName: domain, SupportedVersions: []uint16{tls.VersionTLS13}, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256}}
	pair, err := again.Config.GetCertificate(hello)
	if err != nil || pair.Leaf.Issuer.CommonName != authority.root.Subject.CommonName {
		t.Errorf("after a restart: %+v, %v", pair, err)
	}
}

// An authority is a small certificate authority with the parts of ACME that one order needs (RFC 8555). It proves a
// domain by a connection to a server (RFC 8737). It does not verify signatures of requests.
type authority struct {
	*httptest.Server
	t      *testing.T
	root   *x509.Certificate
	key    *ecdsa.PrivateKey
	server string

	mu         sync.Mutex
	thumbprint string
	proven     bool
	chain      []byte
	orders     int
	issued     int
}

func newAuthority(t *testing.T, server string) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{t: t, key: key, server: server}
	self := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority of a test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, self, self, key.Public(), key)
	if err == nil {
		a.root, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

func (a *authority) client() *acme.Client { return &acme.Client{DirectoryURL: a.URL + "/directory"} }

// asked returns the numbers of orders and of issued certificates.
func (a *authority) asked() (orders, issued int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.orders, a.issued
}

const challengeToken = "a-token-of-the-test"

// ServeHTTP handles every request of the protocol.
func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w.Header().Set("Replay-Nonce", rand.Text())
	at := func(path string) string { return a.URL + path }
	answer := func(status int, value map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(value) // the client may be gone
	}
	order := func() map[string]any {
		o := map[string]any{"status": "pending", "authorizations": []string{at("/authorization")}, "finalize": at("/finalize")}
		switch {
		case a.chain != nil:
			o["status"], o["certificate"] = "valid", at("/certificate")
		case a.proven:
			o["status"] = "ready"
		}
		return o
	}
	challenge := func() map[string]any {
		status := "pending"
		if a.proven {
			status = "valid"
		}
		return map[string]any{"type": "tls-alpn-01", "url": at("/challenge"), "token": challengeToken, "status": status}
	}
	switch r.URL.Path {
	case "/directory":
		answer(http.StatusOK, map[string]any{"newNonce": at("/nonce"), "newAccount": at("/account"), "newOrder": at("/order")})
	case "/nonce":
	case "/account":
		a.thumbprint = thumbprint(a.t, r)
		w.Header().Set("Location", at("/account/1"))
		answer(http.StatusCreated, map[string]any{"status": "valid"})
	case "/order":
		a.orders++
		w.Header().Set("Location", at("/order/1"))
		answer(http.StatusCreated, order())
	case "/order/1":
		answer(http.StatusOK, order())
	case "/authorization":
		one := challenge()
		answer(http.StatusOK, map[string]any{"status": one["status"], "identifier": map[string]string{"type": "dns", "value": "go.example.org"}, "challenges": []any{one}})
	case "/challenge":
		a.proven = a.proves()
		answer(http.StatusOK, challenge())
	case "/finalize":
		a.issue(r)
		w.Header().Set("Location", at("/order/1"))
		answer(http.StatusOK, order())
	case "/certificate":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(a.chain) // as above
	default:
		http.NotFound(w, r)
	}
}

// message returns a part of a signed request.
func message(t *testing.T, r *http.Request, into any, part string) {
	var parts map[string]string
	err := json.NewDecoder(r.Body).Decode(&parts)
	text, wrong := base64.RawURLEncoding.DecodeString(parts[part])
	if err != nil || wrong != nil || json.Unmarshal(text, into) != nil {
		t.Errorf("%s asks %q: %v, %v", r.URL.Path, text, err, wrong)
	}
}

// thumbprint returns the thumbprint of a new account's key.
func thumbprint(t *testing.T, r *http.Request) string {
	var header struct {
		JWK struct{ X, Y string }
	}
	message(t, r, &header, "protected")
	point := []byte{4} // uncompressed
	for _, text := range []string{header.JWK.X, header.JWK.Y} {
		number, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			t.Error(err)
		}
		point = append(point, number...)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		t.Error(err)
		return ""
	}
	print, err := acme.JWKThumbprint(key)
	if err != nil {
		t.Error(err)
	}
	return print
}

// proves connects to the server according to RFC 8737.
func (a *authority) proves() bool {
	c, err := tls.Dial("tcp", a.server, &tls.Config{ServerName: "go.example.org", NextProtos: []string{acme.ALPNProto}, InsecureSkipVerify: true})
	if err != nil {
		a.t.Error(err)
		return false
	}
	defer c.Close()
	sum := sha256.Sum256([]byte(challengeToken + "." + a.thumbprint))
	want, err := asn1.Marshal(sum[:])
	leaf := c.ConnectionState().PeerCertificates[0]
	return err == nil && c.ConnectionState().NegotiatedProtocol == acme.ALPNProto && slices.Equal(leaf.DNSNames, []string{"go.example.org"}) &&
		slices.ContainsFunc(leaf.Extensions, func(e pkix.Extension) bool {
			return e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}) && e.Critical && bytes.Equal(e.Value, want)
		})
}

// issue signs the requested certificate, if the domain is proven.
func (a *authority) issue(r *http.Request) {
	var asks struct{ CSR string }
	message(a.t, r, &asks, "payload")
	der, err := base64.RawURLEncoding.DecodeString(asks.CSR)
	var request *x509.CertificateRequest
	if err == nil {
		request, err = x509.ParseCertificateRequest(der)
	}
	if err != nil || !a.proven || strings.Join(request.DNSNames, " ") != "go.example.org" {
		a.t.Errorf("asked for %+v, proven: %v, %v", request, a.proven, err)
		return
	}
	a.issued++
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(int64(1 + a.issued)), Subject: pkix.Name{CommonName: fmt.Sprint(request.DNSNames)}, DNSNames: request.DNSNames,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, leaf, a.root, request.PublicKey, a.key)
	if err != nil {
		a.t.Error(err)
	}
	for _, block := range [][]byte{signed, a.root.Raw} {
		a.chain = append(a.chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: block})...)
	}
}
