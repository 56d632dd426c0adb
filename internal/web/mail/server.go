package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"net/url"
	"time"

	"tourney/internal/fault"
)

// A Server is an SMTP server for outgoing letters.
type Server struct {
	// From is the sender of all letters.
	From mail.Address
	// implicit is set for TLS from the start of the connection.
	implicit             bool
	host, port           string
	user, password       string
	trusted              *tls.Config // nil for the system's roots
	dialing, transaction time.Duration
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
	from, err := ParseAddress(u.Query().Get("from"))
	if ports[u.Scheme] == "" || u.Hostname() == "" || err != nil || u.Path != "" && u.Path != "/" {
		return nil, fault.New(fault.Invalid, "message.mail.server")
	}
	password, _ := u.User.Password()
	return &Server{
		From: from, implicit: u.Scheme == "smtps", host: u.Hostname(), port: cmp.Or(u.Port(), ports[u.Scheme]),
		user: u.User.Username(), password: password, dialing: 10 * time.Second, transaction: time.Minute,
	}, nil
}

// String returns the host and the port, without the password.
func (s *Server) String() string { return net.JoinHostPort(s.host, s.port) }

// Send sends letters over one connection, as From. It takes at most 70 seconds. Faults: "message.mail.unsent" for an
// unreachable server or a refused letter, with the number of letters sent before; "message.mail.insecure" for a remote
// server without encryption; any of Letter.Bytes.
func (s *Server) Send(ctx context.Context, letters ...Letter) error {
	var texts [][]byte
	for i := range letters {
		letters[i].From = s.From
		text, err := letters[i].Bytes()
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	c, err := s.connect(ctx)
	if err != nil {
		return s.unsent(err, 0)
	}
	defer func() { _ = c.Close() }() // after Quit it is closed
	for i, text := range texts {
		if err := send(c, s.From.Address, letters[i].To.Address, text); err != nil {
			return s.unsent(err, i)
		}
	}
	_ = c.Quit() // all letters are accepted
	return nil
}

func (s *Server) unsent(err error, sent int) error {
	if _, ok := fault.As(err); ok {
		return err
	}
	reason := ""
	if answer := (&textproto.Error{}); errors.As(err, &answer) {
		reason = fmt.Sprint(answer.Code)
	}
	return fault.Wrap(err, fault.Unavailable, "message.mail.unsent", s.String(), sent, reason)
}

// connect returns a connection with the user logged in, encrypted unless the server is local.
func (s *Server) connect(ctx context.Context) (c *smtp.Client, err error) {
	dialer := net.Dialer{Timeout: s.dialing}
	conn, err := dialer.DialContext(ctx, "tcp", s.String())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = conn.Close() // the first error counts
		}
	}()
	if err := conn.SetDeadline(time.Now().Add(s.transaction)); err != nil {
		return nil, err
	}
	config := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	if s.trusted != nil {
		config.RootCAs = s.trusted.RootCAs
	}
	if s.implicit {
		conn = tls.Client(conn, config)
	}
	if c, err = smtp.NewClient(conn, s.host); err != nil {
		return nil, err
	}
	if !s.implicit {
		switch offered, _ := c.Extension("STARTTLS"); {
		case offered:
			err = c.StartTLS(config)
		case !s.local():
			err = fault.New(fault.Unavailable, "message.mail.insecure", s.String())
		}
	}
	if err == nil && s.user != "" {
		err = c.Auth(smtp.PlainAuth("", s.user, s.password, s.host))
	}
	return c, err
}

// local reports whether the server is on this machine.
func (s *Server) local() bool {
	ip := net.ParseIP(s.host)
	return s.host == "localhost" || ip != nil && ip.IsLoopback()
}

func send(c *smtp.Client, from, to string, text []byte) error {
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Close()
}
