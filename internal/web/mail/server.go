package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"tourney/internal/fault"
)

// A Server is an SMTP server for outgoing letters.
type Server struct {
	// From is the sender of all letters.
	From mail.Address
	// implicit is set for TLS from the start of the connection.
	implicit       bool
	host           string
	port           int
	user, password string
	trusted        *x509.CertPool // nil for the system's
	patience       time.Duration  // for the connection, and for each step
}

// ParseServer parses the address of a server: smtp://user:password@mail.example.org?from=desk@example.org uses
// STARTTLS, smtps://… TLS from the start. The default ports are 587 and 465. User and password are optional. Fault:
// "message.mail.server".
func ParseServer(text string) (*Server, error) {
	u, err := url.Parse(text)
	if err != nil { // its error contains the password
		return nil, fault.New(fault.Invalid, "message.mail.server")
	}
	ports := map[string]string{"smtp": "587", "smtps": "465"}
	port, wrong := strconv.Atoi(cmp.Or(u.Port(), ports[u.Scheme]))
	from, err := ParseAddress(u.Query().Get("from"))
	if ports[u.Scheme] == "" || wrong != nil || u.Hostname() == "" || err != nil || u.Path != "" && u.Path != "/" {
		return nil, fault.New(fault.Invalid, "message.mail.server")
	}
	password, _ := u.User.Password()
	return &Server{
		From: from, implicit: u.Scheme == "smtps", host: u.Hostname(), port: port,
		user: u.User.Username(), password: password, patience: 20 * time.Second,
	}, nil
}

// String returns the host and the port, without the password.
func (s *Server) String() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// Send sends a letter as From. Faults: "message.mail.unsent" for a refused letter, "message.mail.unreached" for a server
// that is unreachable, refuses the login, or is remote and offers no encryption, and the faults of Letter.Bytes.
func (s *Server) Send(ctx context.Context, l Letter) error {
	l.From = s.From
	m, err := l.message()
	if err != nil {
		return err
	}
	client, err := s.client()
	if err == nil {
		err = client.DialAndSendWithContext(ctx, m)
	}
	if err == nil {
		return nil
	}
	if answer := (*gomail.SendError)(nil); errors.As(err, &answer) && answer.ErrorCode() > 0 {
		return fault.Wrap(err, fault.Unavailable, "message.mail.unsent", s.String(), answer.ErrorCode())
	}
	return fault.Wrap(err, fault.Unavailable, "message.mail.unreached", s.String())
}

// client returns a client that encrypts the connection unless the server is local.
func (s *Server) client() (*gomail.Client, error) {
	config := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: s.trusted}
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(s.patience), gomail.WithTLSConfig(config), gomail.WithTLSPolicy(gomail.TLSMandatory),
	}
	login := gomail.SMTPAuthAutoDiscover
	switch {
	case s.implicit:
		options = append(options, gomail.WithSSL())
	case s.local():
		login = gomail.SMTPAuthPlainNoEnc
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	}
	if s.user != "" {
		options = append(options, gomail.WithSMTPAuth(login), gomail.WithUsername(s.user), gomail.WithPassword(s.password))
	}
	return gomail.NewClient(s.host, options...)
}

// local reports whether the server is on this machine.
func (s *Server) local() bool {
	ip := net.ParseIP(s.host)
	return s.host == "localhost" || ip != nil && ip.IsLoopback()
}
