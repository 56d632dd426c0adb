package mail

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/fault"
)

var at = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func letter() Letter {
	return Letter{
		From: mail.Address{Name: "Oulun go-kerho", Address: "desk@example.org"}, To: mail.Address{Name: "Äijälä, \"Väinö\"", Address: "v@example.org"},
		Subject: "Kevätturnaus: olet mukana, paikka numero 12 ja vielä pitkä loppu joka ei mahdu riville",
		Text:    "Hei Väinö!\n\n.\nLinkkisi: https://example.org/t/kevat/me/12-" + strings.Repeat("ab", 40) + "\n", At: at,
	}
}

// parts parses a letter as a mail program does.
func parts(t testing.TB, data []byte) (m *mail.Message, subject, text string) {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return m, subject, strings.ReplaceAll(string(body), "\r\n", "\n")
}

func TestLetterReadsBack(t *testing.T) {
	l := letter()
	l.ReplyTo = mail.Address{Address: "anna@example.org"}
	data, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	m, subject, text := parts(t, data)
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 1 || *to[0] != l.To {
		t.Errorf("to %v, %v", to, err)
	}
	date, err := m.Header.Date()
	if err != nil || !date.Equal(at) || subject != l.Subject || text != l.Text || m.Header.Get("Reply-To") != "<anna@example.org>" {
		t.Errorf("%v %v: %q\n%s", date, err, subject, text)
	}
	for line := range strings.SplitSeq(string(data), "\r\n") {
		if len(line) > 90 || strings.ContainsAny(line, "\r\n") || strings.ContainsFunc(line, func(r rune) bool { return r > 126 || r < 32 }) {
			t.Errorf("the line %q", line)
		}
	}
	if again, _ := l.Bytes(); !bytes.Equal(data, again) {
		t.Error("the second writing differs")
	}
}

func TestLetterRefuses(t *testing.T) {
	for key, spoil := range map[string]func(l *Letter){
		"message.mail.address": func(l *Letter) { l.To.Address = "a@example.org>\r\nBcc: <b@example.org" },
		"message.mail.long":    func(l *Letter) { l.Subject = strings.Repeat("x", 201) },
	} {
		l := letter()
		spoil(&l)
		if _, err := l.Bytes(); !fault.Is(err, key) {
			t.Errorf("%s: %v", key, err)
		}
	}
	for _, text := range []string{"", "a", "a@b, c@d", "a@b\r\nBcc: c@d"} {
		if _, err := ParseAddress(text); !fault.Is(err, "message.mail.address") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzLetter searches for texts that add a header or get lost.
func FuzzLetter(f *testing.F) {
	f.Add("Aho", "Spring Cup", "Hello\n.\n")
	f.Add("a\r\nBcc: x@y.z", "b\nBcc: x@y.z", "\r\n\r\n=\x00")
	f.Fuzz(func(t *testing.T, name, subject, text string) {
		l := letter()
		l.To.Name, l.Subject, l.Text = name, subject, text
		data, err := l.Bytes()
		if err != nil {
			return
		}
		m, read, _ := parts(t, data)
		if len(m.Header) != 9 || read != oneLine(subject) {
			t.Errorf("%d headers, subject %q of %q:\n%s", len(m.Header), read, subject, data)
		}
	})
}

func TestParseServer(t *testing.T) {
	s, err := ParseServer("smtp://anna:p%40ss@mail.example.org?from=Desk+%3Cdesk@example.org%3E")
	if err != nil || s.String() != "mail.example.org:587" || s.user != "anna" || s.password != "p@ss" || s.From.Name != "Desk" || s.implicit {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := ParseServer("smtps://mail.example.org:4650/?from=desk@example.org"); err != nil || s.String() != "mail.example.org:4650" || !s.implicit {
		t.Errorf("%+v, %v", s, err)
	}
	for _, text := range []string{
		"", "mail.example.org", "http://mail.example.org?from=a@b.c", "smtp://mail.example.org", "smtp://?from=a@b.c",
		"smtp://x:secret%zz@host?from=a@b.c", "smtp://host/path?from=a@b.c",
	} {
		if _, err := ParseServer(text); !fault.Is(err, "message.mail.server") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A postOffice is an SMTP server of this test.
type postOffice struct {
	listener         net.Listener
	certificate      tls.Certificate
	starttls, direct bool
	refuse           string // address that gets 550
	mu               sync.Mutex
	got, commands    []string
}

func open(t *testing.T, p *postOffice) *Server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	p.certificate = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.listener.Close() })
	go func() {
		for {
			conn, err := p.listener.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	scheme := "smtp"
	if p.direct {
		scheme = "smtps"
	}
	s, err := ParseServer(scheme + "://anna:secret@" + p.listener.Addr().String() + "?from=desk@example.org")
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	s.trusted = roots
	return s
}

func (p *postOffice) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	secured := p.direct
	config := &tls.Config{Certificates: []tls.Certificate{p.certificate}}
	if p.direct {
		conn = tls.Server(conn, config)
	}
	text := textproto.NewConn(conn)
	say := func(line string) { _ = text.PrintfLine("%s", line) }
	say("220 post office")
	for {
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.commands = append(p.commands, line)
		p.mu.Unlock()
		switch verb, _, _ := strings.Cut(strings.ToUpper(line), " "); {
		case verb == "EHLO" && p.starttls && !secured:
			say("250-hello\r\n250-STARTTLS\r\n250 AUTH PLAIN")
		case verb == "EHLO":
			say("250-hello\r\n250 AUTH PLAIN")
		case verb == "STARTTLS":
			say("220 go on")
			conn, secured = tls.Server(conn, config), true
			text = textproto.NewConn(struct {
				io.Reader
				io.Writer
				io.Closer
			}{bufio.NewReader(conn), conn, conn})
		case verb == "AUTH":
			say("235 welcome")
		case verb == "RCPT" && p.refuse != "" && strings.Contains(line, p.refuse):
			say("550 nobody of that name")
		case verb == "DATA":
			say("354 go on")
			data, err := text.ReadDotBytes()
			if err != nil {
				return
			}
			p.mu.Lock()
			p.got = append(p.got, string(data))
			p.mu.Unlock()
			say("250 taken")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 fine")
		}
	}
}

func TestSend(t *testing.T) {
	for name, p := range map[string]*postOffice{
		"by STARTTLS": {starttls: true}, "by TLS": {direct: true}, "on this machine": {},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, p)
			one := letter()
			if err := s.Send(t.Context(), one); err != nil {
				t.Fatal(err)
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			if len(p.got) != 1 || p.starttls != slices.Contains(p.commands, "STARTTLS") {
				t.Fatalf("%d letters by %q", len(p.got), p.commands)
			}
			m, subject, text := parts(t, []byte(p.got[0]))
			if subject != one.Subject || text != one.Text || m.Header.Get("From") != "<desk@example.org>" {
				t.Errorf("from %s: %q\n%s", m.Header.Get("From"), subject, text)
			}
		})
	}
}

func TestSendRefused(t *testing.T) {
	p := &postOffice{starttls: true, refuse: "w@example.org"}
	s := open(t, p)
	two := letter()
	two.To = mail.Address{Address: "w@example.org"}
	err := s.Send(t.Context(), two)
	f, ok := fault.As(err)
	if !ok || f.Key != "message.mail.unsent" || f.Args[1] != 550 {
		t.Errorf("%v", err)
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("the error says the password: %v", err)
	}

	stranger := open(t, &postOffice{starttls: true})
	stranger.trusted = nil // its certificate is not trusted
	if err := stranger.Send(t.Context(), letter()); !fault.Is(err, "message.mail.unreached") {
		t.Errorf("a certificate of nobody: %v", err)
	}

	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	quiet, err := ParseServer("smtp://" + silent.Addr().String() + "?from=desk@example.org")
	if err != nil {
		t.Fatal(err)
	}
	quiet.patience = 50 * time.Millisecond
	begun := time.Now()
	if err := quiet.Send(t.Context(), letter()); !fault.Is(err, "message.mail.unreached") || time.Since(begun) > 5*time.Second {
		t.Errorf("a silent server: %v after %v", err, time.Since(begun))
	}
	if (&Server{host: "mail.example.org"}).local() || !(&Server{host: "::1"}).local() {
		t.Error("which server is on this machine")
	}
}
