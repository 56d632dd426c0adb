// Package mail formats letters and sends them by a configured server.
//
//	l := mail.Letter{From: desk, To: to, Subject: "Spring Cup", Text: "You are in.", At: now}
//	eml, err := l.Bytes()          // a file for any mail program
//	err = server.Send(ctx, l)      // by SMTP
//
// Without a Server, which the operator of tourney configures, no letter is sent.
package mail

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/fault"
)

// A Letter is a text for one person.
type Letter struct {
	From, To mail.Address
	// ReplyTo is the address for replies; the zero Address means From.
	ReplyTo mail.Address
	Subject string
	// Text is plain; its lines end with \n.
	Text string
	At   time.Time
}

// Limits of a letter, the subject in characters, the text in bytes.
const (
	longestSubject = 200
	longestText    = 100_000
)

// ParseAddress parses an address such as a@example.org or "Aho <a@example.org>".
// Fault: "message.mail.address".
func ParseAddress(text string) (mail.Address, error) {
	a, err := mail.ParseAddress(strings.TrimSpace(text))
	if err != nil || len(text) > 320 || strings.ContainsAny(text, "\r\n") {
		return mail.Address{}, fault.Wrap(err, fault.Invalid, "message.mail.address", fault.Clip(text))
	}
	return *a, nil
}

// Bytes returns the letter in the format of RFC 5322: headers in ASCII, long ones folded, the text in UTF-8 as
// quoted-printable. The same letter has the same bytes. Faults: "message.mail.address" for an invalid address,
// "message.mail.long" above 200 characters of the subject or 100,000 bytes of text.
func (l Letter) Bytes() ([]byte, error) {
	if utf8.RuneCountInString(l.Subject) > longestSubject || len(l.Text) > longestText {
		return nil, fault.New(fault.TooLarge, "message.mail.long", longestSubject, longestText)
	}
	var b bytes.Buffer
	header := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	for _, part := range []struct {
		name    string
		address mail.Address
		needed  bool
	}{{"From", l.From, true}, {"To", l.To, true}, {"Reply-To", l.ReplyTo, false}} {
		if part.address == (mail.Address{}) && !part.needed {
			continue
		}
		a := mail.Address{Name: oneLine(part.address.Name), Address: part.address.Address}
		if again, err := mail.ParseAddress(a.String()); err != nil || again.Address != a.Address || strings.ContainsAny(a.Address, "\r\n") {
			return nil, fault.Wrap(err, fault.Invalid, "message.mail.address", fault.Clip(a.Address))
		}
		header(part.name, a.String())
	}
	subject := mime.QEncoding.Encode("utf-8", oneLine(l.Subject))
	header("Subject", strings.ReplaceAll(subject, "?= =?", "?=\r\n =?"))
	header("Date", l.At.Format(time.RFC1123Z))
	header("Message-ID", l.id())
	header("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies
	header("MIME-Version", "1.0")
	header("Content-Type", "text/plain; charset=utf-8")
	header("Content-Transfer-Encoding", "quoted-printable")
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	text := strings.ReplaceAll(strings.ToValidUTF8(l.Text, "\ufffd"), "\r\n", "\n")
	if _, err := w.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if !strings.HasSuffix(text, "\n") {
		b.WriteString("\r\n")
	}
	return b.Bytes(), nil
}

// id returns the Message-ID: a hash of the content, at the sender's host.
func (l Letter) id() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%v\n%v\n%s\n%s\n%d", l.From, l.To, l.Subject, l.Text, l.At.UnixNano()))
	_, host, _ := strings.Cut(l.From.Address, "@")
	return "<" + hex.EncodeToString(sum[:12]) + "@" + cmp.Or(host, "localhost") + ">"
}

// oneLine replaces line breaks, which would begin another header, and invalid characters.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " ")
}
