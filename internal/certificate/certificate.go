// Package certificate provides the certificates of a server that speaks https: from the
// operator's files, from a certificate authority that proves a domain by ACME (RFC 8555),
// or signed by the server itself for desks on its own network.
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
	// Fingerprint is the SHA-256 of a certificate that the server has signed itself, as
	// browsers show it; "" for one that browsers trust.
	Fingerprint string
	// Challenges answers the questions of the authority that come by plain http, and leaves
	// everything else to the given handler. It is nil where none come.
	Challenges func(http.Handler) http.Handler
}

// protocols are what a connection may speak, named here because a server that also has a
// door for plain http offers no others.
var protocols = []string{"h2", "http/1.1"}

// FromFiles uses the certificate and key in two PEM files. Both are read again when one
// of them changes, so that a renewed certificate needs no restart; if the new ones are
// unusable the old ones stay. Fault: "tls.files".
func FromFiles(certificate, key string) (*Source, error) {
	f := &files{certificate: certificate, key: key}
	if err := f.load(); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "tls.files", certificate, key)
	}
	return &Source{Config: &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols, GetCertificate: f.get}}, nil
}

// files are a certificate and its key.
type files struct {
	certificate, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	state  [2]fileState
}

// A fileState tells whether a file has changed.
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
		_ = f.load() // half-written: the next connection looks again
	}
	return f.loaded, nil
}

// ForDomain asks Let's Encrypt for certificates of a domain that leads to this server, and
// keeps them in a folder. The authority's terms are accepted. Fault: "tls.domain".
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

// selfSignedLife is how long a certificate of our own is valid, and renewBefore how long
// before its end a new one is made. Browsers limit the life of trusted ones only.
const (
	selfSignedLife = 5 * 365 * 24 * time.Hour
	renewBefore    = 30 * 24 * time.Hour
)

// SelfSigned uses a certificate that the server signs itself. It is made the first time
// and kept in a file with its key, which only the owner may read: browsers that were told
// to accept it know it again. names are the host names and addresses of this machine.
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

// errUnusable is returned for a kept certificate that is not used again.
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
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(selfSignedLife), // an hour: clocks differ
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

// replace writes a file that only its owner may read, whole or not at all.
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

// Only returns what a client trusts who trusts the certificate of a fingerprint, and no other. Colons and blanks in it
// do not matter.
func Only(print string) *tls.Config {
	plain := func(text string) string { return strings.NewReplacer(" ", "", ":", "").Replace(strings.ToUpper(text)) }
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		// #nosec G402 -- the fingerprint says more than a name does
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
