// Package certificate provides the certificates of an https server: from the operator's files, from a certificate
// authority that verifies a domain by ACME (RFC 8555), or self-signed for desks on the local network.
package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"tourney/internal/fault"
)

// A Source provides the certificate for each connection.
type Source struct {
	Config *tls.Config
	// Fingerprint is the SHA-256 of a self-signed certificate in the notation of browsers; "" for a certificate that
	// browsers trust.
	Fingerprint string
	// Challenges handles the authority's requests by plain http, and passes any other to the given handler. It is nil
	// without an authority.
	Challenges func(http.Handler) http.Handler
}

// protocols are the protocols of a connection, listed here because a server that also serves plain http adds none.
var protocols = []string{"h2", "http/1.1"}

// FromFiles uses the certificate and key in two PEM files. Both are read again after a change of one, so that a renewed
// certificate needs no restart; unusable new files leave the old certificate. Fault: "tls.files".
func FromFiles(certificate, key string) (*Source, error) {
	f := &files{certificate: certificate, key: key}
	if err := f.load(); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "tls.files", certificate, key)
	}
	return &Source{Config: &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols, GetCertificate: f.get}}, nil
}

// files are the files of a certificate and its key.
type files struct {
	certificate, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	state  [2]fileState
}

// A fileState changes with its file.
type fileState struct {
	at   time.Time
	size int64
}

func (f *files) states() (s [2]fileState) {
	for i, path := range []string{f.certificate, f.key} {
		if info, err := os.Stat(path); err == nil {
			s[i] = fileState{info.ModTime(), info.Size()}
		}
	}
	return s
}

func (f *files) load() error {
	state := f.states()
	pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err == nil {
		f.loaded = &pair
	}
	f.state = state // an unusable file is not read again until it changes
	return err
}

func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.states() != f.state {
		_ = f.load() // incomplete: the next connection retries
	}
	return f.loaded, nil
}

// ForDomain requests certificates from Let's Encrypt for a domain of this server, stores them in a folder, and accepts
// the authority's terms. Fault: "tls.domain".
func ForDomain(domain, folder string) (*Source, error) {
	return forDomain(domain, folder, &acme.Client{DirectoryURL: autocert.DefaultACMEDirectory})
}

// forDomain is ForDomain with any authority.
func forDomain(domain, folder string, authority *acme.Client) (*Source, error) {
	if strings.ContainsAny(domain, ":/ ") || !strings.Contains(domain, ".") || net.ParseIP(domain) != nil {
		return nil, fault.New(fault.Invalid, "tls.domain", domain)
	}
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(domain), Cache: autocert.DirCache(folder), Client: authority}
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.NextProtos = append(slices.Clone(protocols), acme.ALPNProto)
	return &Source{Config: config, Challenges: m.HTTPHandler}, nil
}

// selfSignedLife is the validity of a self-signed certificate, renewBefore the time before its end when a new one is
// made. Browsers limit the validity of trusted ones only.
const (
	selfSignedLife = 5 * 365 * 24 * time.Hour
	renewBefore    = 30 * 24 * time.Hour
)

// SelfSigned uses a self-signed certificate. It is made at the first call and stored with its key, readable only by the
// owner: browsers remember an accepted certificate. names are the host names and addresses of this machine.
func SelfSigned(file string, names []string, now time.Time) (*Source, error) {
	pair, err := readOwn(file, now)
	if errors.Is(err, errUnusable) || errors.Is(err, fs.ErrNotExist) {
		pair, err = makeOwn(file, names, now)
	}
	if err != nil {
		return nil, fmt.Errorf("certificate for the local network: %w", err)
	}
	return &Source{
		Config:      &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols, Certificates: []tls.Certificate{pair}},
		Fingerprint: fingerprint(pair.Certificate[0]),
	}, nil
}

// errUnusable is the error of a stored certificate that must be replaced.
var errUnusable = errors.New("out of date or damaged")

func readOwn(file string, now time.Time) (tls.Certificate, error) {
	kept, err := os.ReadFile(file)
	if err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.X509KeyPair(kept, kept)
	if err != nil || now.Before(pair.Leaf.NotBefore) || now.After(pair.Leaf.NotAfter.Add(-renewBefore)) {
		return tls.Certificate{}, errUnusable
	}
	return pair, nil
}

func makeOwn(file string, names []string, now time.Time) (pair tls.Certificate, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return pair, err
	}
	const bits = 120
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), bits))
	if err != nil {
		return pair, err
	}
	template := x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "tourney on this network"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(selfSignedLife), // an hour for differences between clocks
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else if name != "" {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return pair, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return pair, err
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...)
	if err := replace(file, text); err != nil {
		return pair, err
	}
	return tls.X509KeyPair(text, text)
}

// replace writes a file, readable only by its owner, completely or not at all.
func replace(file string, text []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+"-") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}

// Only returns a client configuration that trusts only the certificate with a fingerprint, with or without colons and
// blanks.
func Only(print string) *tls.Config {
	plain := func(text string) string { return strings.NewReplacer(" ", "", ":", "").Replace(strings.ToUpper(text)) }
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		// #nosec G402 -- the fingerprint is stricter than a name
		InsecureSkipVerify: true,
		VerifyConnection: func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 || plain(fingerprint(c.PeerCertificates[0].Raw)) != plain(print) {
				return fault.New(fault.Denied, "tls.fingerprint")
			}
			return nil
		},
	}
}

// fingerprint writes the SHA-256 of a certificate in pairs of hexadecimal digits.
func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	var pairs []string
	for _, b := range sum {
		pairs = append(pairs, strings.ToUpper(hex.EncodeToString([]byte{b})))
	}
	return strings.Join(pairs, " ")
}
