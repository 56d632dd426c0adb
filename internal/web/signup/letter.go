package signup

import (
	"cmp"
	"context"
	"log/slog"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/mail"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A letterKind is the occasion of a letter to a player.
type letterKind string

const (
	letterPlace   letterKind = "place"   // signed up, with a place
	letterReserve letterKind = "reserve" // signed up, without one
	letterMoved   letterKind = "moved"   // a reserve has a place now
	letterFee     letterKind = "due"     // a fee is not paid
)

// kinds lists the current letters of a player.
func kinds(t *tournament.Tournament, p *tournament.Player, now time.Time) (list []letterKind) {
	if p.Status == tournament.Withdrawn {
		return nil
	}
	if t.Places().Reserve(p.ID) > 0 {
		return []letterKind{letterReserve}
	}
	if day.GotPlace(t, p.ID) {
		list = append(list, letterMoved)
	}
	list = append(list, letterPlace)
	if day.Owed(t, p, t.Info.DateAt(now)).Sum > p.Fee.Paid {
		list = append(list, letterFee)
	}
	return list
}

// A letterView is a letter to a player.
type letterView struct {
	Kind                string
	Title               string // of the occasion
	Subject, Text, Mail string
	// Mailto is an address that opens the letter in a mail program, File the address of the letter as a file, "" for a
	// player without a mail address.
	Mailto, File string
}

// A writer writes letters about one player.
type writer struct {
	lang *i18n.Language
	t    *tournament.Tournament
	p    *tournament.Player
	link string // the whole personal link
	now  time.Time
}

func (w writer) letter(kind letterKind) letterView {
	lang, t, p := w.lang, w.t, w.p
	about := t.Info.Name
	if where := notEmpty(lang.Dates(t.Info.Begin.Time, t.Info.End.Time), page.Place(t.Info.Place, t.Info.Country)); len(where) > 0 {
		about += " (" + strings.Join(where, ", ") + ")" // brackets fit anywhere in a sentence
	}
	owed := day.Owed(t, p, t.Info.DateAt(w.now)).Sum
	due := owed - p.Fee.Paid
	paragraphs := []string{lang.T("message.hello", cmp.Or(p.Given, p.Family))}
	switch kind {
	case letterReserve:
		paragraphs = append(paragraphs, lang.T("message.reserve", about, t.Places().Reserve(p.ID)))
	case letterFee:
		paragraphs = append(paragraphs, lang.T("message.due", about, page.Money(lang, t, owed), page.Money(lang, t, p.Fee.Paid), page.Money(lang, t, due)))
	default:
		paragraphs = append(paragraphs, lang.T("message."+string(kind), about))
		if due > 0 {
			paragraphs = append(paragraphs, lang.T("message.fee", page.Money(lang, t, due)))
		}
	}
	if note := t.Settings.SignUp.Note; note != "" {
		paragraphs = append(paragraphs, note)
	}
	paragraphs = append(paragraphs, lang.T("message.link", w.link), lang.T("message.bye"))
	v := letterView{
		Kind: string(kind), Title: lang.T("message.kind." + string(kind)), Subject: lang.T("message.subject."+string(kind), t.Info.Name),
		Text: strings.Join(paragraphs, "\n\n") + "\n", Mail: p.Mail,
	}
	// Mail programs take %20 for a blank, not the + of forms (RFC 6068).
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	v.Mailto = "mailto:" + strings.Replace(escape(p.Mail), "%40", "@", 1) + "?subject=" + escape(v.Subject) +
		"&body=" + escape(strings.ReplaceAll(v.Text, "\n", "\r\n"))
	return v
}

// notEmpty returns the non-empty texts.
func notEmpty(texts ...string) (list []string) {
	for _, text := range texts {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// This address is the sender of letters that this server does not send itself. RFC 2606 reserves its domain, so that
// replies reach no stranger.
const noReplyAddress = "desk@tourney.invalid"

// envelope makes a letter of a view, with sender and receiver.
func (s *Handlers) envelope(v letterView, t *tournament.Tournament, p *tournament.Player) mail.Letter {
	from := netmail.Address{Name: t.Info.Name, Address: noReplyAddress}
	if s.Mail != nil {
		from = s.Mail.From
	}
	return mail.Letter{
		From: from, To: netmail.Address{Name: p.Name(), Address: p.Mail}, Subject: v.Subject, Text: v.Text, At: s.Director.Now(),
	}
}

// writer returns the writer of letters to a player.
func (s *Handlers) writer(c *gin.Context, t *tournament.Tournament, p *tournament.Player) (writer, error) {
	token, err := s.Director.PlayerToken(c.Request.Context(), t, p.ID)
	if err != nil {
		return writer{}, err
	}
	lang := s.Language(c)
	for _, l := range s.Catalog.Languages() {
		if l.Code() == c.Query("in") {
			lang = l
		}
	}
	return writer{lang.In(page.Zone(t)), t, p, s.PhoneBase(c) + publicPath(t) + "/me/" + token, s.Director.Now()}, nil
}

// mailProblem returns nil if the program sends letters itself, else the reason: "message.server" without a mail server,
// "message.base" without a public address. Links in mail never use the Host header of a request, because any client can
// choose it.
func (s *Handlers) mailProblem() error {
	switch {
	case s.Mail == nil:
		return fault.New(fault.Denied, "message.server")
	case s.Base == "":
		return fault.New(fault.Denied, "message.base")
	}
	return nil
}

// welcome sends the letter about a new sign-up, if the program sends letters. A form sent twice sends one letter. The
// response does not wait for it.
func (s *Handlers) welcome(c *gin.Context, slug string, w director.Welcome) {
	if s.mailProblem() != nil || s.letters.Try(c.Request.Context(), slug+" "+w.Token) != nil {
		return
	}
	ctx := context.WithoutCancel(c.Request.Context())
	snapshot, err := s.Director.Snapshot(ctx, slug)
	if err != nil {
		s.Log.Error("letter not written", slog.Any("error", err))
		return
	}
	p := snapshot.Tournament.Player(w.Player)
	if p == nil || p.Mail == "" {
		return
	}
	letters, err := s.writer(c, snapshot.Tournament, p)
	if err != nil {
		s.Log.Error("letter not written", slog.Any("error", err))
		return
	}
	kind := letterPlace
	if w.Reserve > 0 {
		kind = letterReserve
	}
	letter := s.envelope(letters.letter(kind), snapshot.Tournament, p)
	go func() {
		if err := s.Mail.Send(ctx, letter); err != nil {
			s.Log.Error("letter not sent", slog.Any("error", err))
		}
	}()
}

// letterFile returns a letter as a file for mail programs.
func (s *Handlers) letterFile(v letterView, t *tournament.Tournament, p *tournament.Player) ([]byte, error) {
	const draft = "X-Unsent: 1\r\n" // mail programs open it as a draft
	data, err := s.envelope(v, t, p).Bytes()
	return append([]byte(draft), data...), err
}

// saveLetter sends such a file as a download.
func saveLetter(c *gin.Context, v letterView, t *tournament.Tournament, data []byte) {
	site.SendFile(c, t.Info.Slug+"-"+v.Kind+".eml", "message/rfc822", data)
}
