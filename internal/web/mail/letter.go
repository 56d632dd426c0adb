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
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"

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

// Bytes returns the letter in the format of RFC 5322: headers in ASCII, the text in UTF-8 as quoted-printable. The same
// letter has the same bytes. Faults: "message.mail.address" for an invalid address, "message.mail.long" above 200
// characters of the subject or 100,000 bytes of text.
func (l Letter) Bytes() ([]byte, error) {
	m, err := l.message()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = m.WriteTo(&b)
	return b.Bytes(), err
}

func (l Letter) message() (*gomail.Msg, error) {
	if utf8.RuneCountInString(l.Subject) > longestSubject || len(l.Text) > longestText {
		return nil, fault.New(fault.TooLarge, "message.mail.long", longestSubject, longestText)
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	for _, part := range []struct {
		header  gomail.AddrHeader
		address mail.Address
	}{{gomail.HeaderFrom, l.From}, {gomail.HeaderTo, l.To}, {gomail.HeaderReplyTo, l.ReplyTo}} {
		if part.header == gomail.HeaderReplyTo && part.address == (mail.Address{}) {
			continue
		}
		a := mail.Address{Name: oneLine(part.address.Name), Address: part.address.Address}
		again, err := mail.ParseAddress(a.String())
		if err != nil || again.Address != a.Address || strings.ContainsAny(a.Address, "\r\n") {
			return nil, fault.Wrap(err, fault.Invalid, "message.mail.address", fault.Clip(a.Address))
		}
		m.SetAddrHeaderFromMailAddress(part.header, &a)
	}
	m.Subject(oneLine(l.Subject))
	m.SetDateWithValue(l.At)
	m.SetMessageIDWithValue(l.id())
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies
	text := strings.ReplaceAll(strings.ToValidUTF8(l.Text, "\ufffd"), "\r\n", "\n")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	m.SetBodyString(gomail.TypeTextPlain, strings.ReplaceAll(text, "\n", "\r\n"))
	return m, nil
}

// id returns the Message-ID: a hash of the content, at the sender's host.
func (l Letter) id() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%v\n%v\n%s\n%s\n%d", l.From, l.To, l.Subject, l.Text, l.At.UnixNano()))
	_, host, _ := strings.Cut(l.From.Address, "@")
	return hex.EncodeToString(sum[:12]) + "@" + cmp.Or(host, "localhost")
}

// oneLine replaces line breaks, which would begin another header, and invalid characters.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " ")
}
