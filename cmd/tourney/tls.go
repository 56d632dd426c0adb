package main

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tourney/internal/data/certificate"
	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// A tlsMode is the way of serving https, if any.
type tlsMode struct {
	own                      bool // with a self-signed certificate, beside plain http
	certificate, key, domain string
}

// tlsFlags defines the flags for https.
func (c *call) tlsFlags() *tlsMode {
	m := &tlsMode{}
	c.flags.BoolVar(&m.own, "tls", false, "desks come by https with a certificate that is made here; phones read the public pages by plain http")
	c.flags.StringVar(&m.certificate, "cert", "", "serve https with this certificate, a PEM file, which is read again when it changes")
	c.flags.StringVar(&m.key, "key", "", "the key of --cert, a PEM file")
	c.flags.StringVar(&m.domain, "domain", "", "serve https with a certificate of Let's Encrypt for this domain, whose ports 80 and 443 lead here")
	return m
}

// trusted reports whether browsers trust the certificate: then all pages use https.
func (m *tlsMode) trusted() bool { return m.certificate != "" || m.domain != "" }

// check refuses https flags that exclude each other, and --base beside a flag that implies the public address. Fault:
// "tls.flags".
func (m *tlsMode) check(base string) error {
	ways := 0
	for _, is := range []bool{m.own, m.certificate != "" || m.key != "", m.domain != ""} {
		if is {
			ways++
		}
	}
	if ways > 1 || (m.certificate == "") != (m.key == "") || base != "" && (m.own || m.domain != "") {
		return fault.New(fault.Invalid, "tls.flags")
	}
	return nil
}

// base returns the public address of a server behind a door for a domain, "" without a domain.
func (m *tlsMode) base(public door) string {
	switch {
	case m.domain == "":
		return ""
	case public.port() == "443":
		return "https://" + m.domain
	}
	return "https://" + net.JoinHostPort(m.domain, public.port())
}

// source returns the source of certificates, nil for plain http. Made or fetched certificates are stored in a folder.
func (m *tlsMode) source(folder string) (*certificate.Source, error) {
	switch {
	case m.certificate != "":
		return certificate.FromFiles(m.certificate, m.key)
	case m.domain != "":
		return certificate.ForDomain(m.domain, filepath.Join(folder, "certificates"))
	case m.own:
		return certificate.SelfSigned(filepath.Join(folder, "tourney-tls.pem"), ownNames(), time.Now())
	}
	return nil, nil
}

// ownNames are the host names and addresses of this machine.
func ownNames() []string {
	names := []string{"localhost", "127.0.0.1", "::1"}
	if name, err := os.Hostname(); err == nil {
		names = append(names, name, name+".local")
	}
	for _, ip := range ownAddresses() {
		names = append(names, ip.String())
	}
	return names
}

// A door is one port of a server.
type door struct {
	net.Listener
	// certificates are the certificates of https, nil for plain http.
	certificates *certificate.Source
}

// port returns the number of the port.
func (d door) port() string {
	_, port, _ := net.SplitHostPort(d.Addr().String()) // a listener has one
	return port
}

// An entrance holds the ports of a server.
type entrance struct {
	// public is the public door. desks is the door of the desks if they have a separate one; otherwise its Listener is
	// nil.
	public, desks door
	encrypted     *site.Encrypted
}

// open opens the doors of a server whose data are in a folder. running is the URL of a server on the port that known
// recognises.
func (c *call) open(s *server, folder string, known func(url string) bool) (e entrance, running string, err error) {
	m, chosen := s.tls, c.flagsSet()["addr"]
	source, err := m.source(folder)
	if err != nil {
		return e, "", err
	}
	if m.trusted() {
		e.public.certificates = source
		if !chosen {
			s.addr = ":443"
		}
	}
	e.public.Listener, running, err = c.listen(place{addr: s.addr, moves: !chosen && !m.trusted(), known: known, https: m.trusted()})
	if err != nil || running != "" || !m.own {
		return e, running, err
	}
	host, first, err := net.SplitHostPort(s.addr)
	at := place{addr: net.JoinHostPort(host, "8443"), moves: true}
	if first == "0" {
		at.addr = net.JoinHostPort(host, "0")
	}
	e.desks.certificates = source
	if err == nil {
		e.desks.Listener, _, err = c.listen(at)
	}
	if err != nil {
		e.public.Close()
		return e, "", err
	}
	e.encrypted = &site.Encrypted{HTTP: e.public.port(), HTTPS: e.desks.port(), Fingerprint: source.Fingerprint}
	return e, "", nil
}

func (e *entrance) close() {
	e.public.Close()
	if e.desks.Listener != nil {
		e.desks.Close()
	}
}

// serve serves the requests of the doors until the server is closed, and sends the errors to failed.
func (e *entrance) serve(answers *http.Server, failed chan<- error) {
	for _, d := range []door{e.public, e.desks} {
		if d.certificates != nil {
			answers.TLSConfig = d.certificates.Config // before either door opens
		}
	}
	for _, d := range []door{e.public, e.desks} {
		switch {
		case d.Listener == nil:
		case d.certificates == nil:
			go func() { failed <- answers.Serve(d) }()
		default:
			go func() { failed <- answers.ServeTLS(d, "", "") }()
		}
	}
}

// redirect answers the authority's challenges, and redirects other requests to this door.
func (d door) redirect() http.Handler {
	if d.certificates.Challenges == nil {
		return redirectTo(d.port())
	}
	return d.certificates.Challenges(redirectTo(d.port()))
}

// redirectTo redirects requests to the same address by https at a port. Programs are refused instead: a redirect would
// let them send their tokens in clear each time, unnoticed.
func redirectTo(port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") || r.Header.Get("Authorization") != "" {
			http.Error(w, "https only", http.StatusForbidden)
			return
		}
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if port != "443" {
			host = net.JoinHostPort(host, port)
		}
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect) // #nosec G710 -- the host that was asked
	})
}
