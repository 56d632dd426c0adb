package signup

import (
	"cmp"
	"crypto/rand"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/event/federations"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A linkPage is the page of a player's personal link.
type linkPage struct {
	page.Base
	Player page.PlayerView
	Action string
	// New is set right after the sign-up, Sent to the mail address of the letter.
	New  bool
	Sent string
	// State describes the player's participation in a line, Withdrawn is set if they withdrew.
	State     string
	Withdrawn bool
	Facts     []factView
	Showing   showingView
	Fee       *feeView
	Notes     []string // of the organisers
	Requests  []requestView
	Asks      []askForm
	// Asking names the forms, Asked is set after a refused one.
	Asking string
	Asked  bool
	// Cancels and ChecksIn are set if the player can do so now.
	Cancels, ChecksIn bool
	Fault             string
	Faults            []form.FaultView
	Once              string
	Letter            letterView
	Link              linkCode
	// Kept is set if this device stores the link.
	Kept bool
	// Shown is the public name.
	Shown string
	// Notifies is set while the player takes part, and the page offers notifications; PushKey is the key for messages, "" without https.
	Notifies bool
	PushKey  string
	Game     *ownGame
}

// An ownGame is the player's game of the current round, or a bye; in open play the running game, without a round.
type ownGame struct {
	// Round is 0 in open play.
	Round int
	Bye   bool
	Table int
	// Black is the player's colour, Open marks colours that the players choose.
	Black, Open bool
	Opponent    page.PlayerView
	// Address is the form that stores the player As on the device, for the report; "" if players report nothing.
	Address string
	As      tournament.PlayerID
	// Known is set if the game has a result.
	Known bool
}

// A factView is a stored fact about a player.
type factView struct{ Label, Text string }

// A feeView is a player's fee and payment.
type feeView struct {
	Sum, Paid, Due string
	Parts          []factView
}

// A link is a request by a personal link.
type link struct {
	snapshot *director.Snapshot
	t        *tournament.Tournament
	p        *tournament.Player
	path     string
}

// withLink returns the action that runs do with the player of the token in the address.
func (s *Handlers) withLink(do func(c *gin.Context, l *link) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		t := snapshot.Tournament
		p, err := s.Director.PlayerOf(c.Request.Context(), t, c.Param("token"))
		if err != nil {
			return err
		}
		c.Header("X-Robots-Tag", "noindex")
		return do(c, &link{snapshot, t, p, publicPath(t) + "/me/" + c.Param("token")})
	})
}

func (s *Handlers) showLink(c *gin.Context, l *link) error {
	view, err := s.linkPage(c, l)
	if err != nil {
		return err
	}
	view.New = c.Query("new") != ""
	if view.New && s.mailProblem() == nil {
		view.Sent = l.p.Mail
	}
	if c.Query("asked") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("link.page.asked")}
	}
	return s.Render(c, "me", view)
}

func (s *Handlers) linkPage(c *gin.Context, l *link) (*linkPage, error) {
	v := s.visit(c, l.snapshot)
	letters, err := s.writer(c, l.t, l.p)
	if err != nil {
		return nil, err
	}
	view := &linkPage{
		Base: v.Base(l.p.Name(), "/me"), Player: page.NewPlayerView(l.t, l.p.ID), Action: l.path, Withdrawn: l.p.Status == tournament.Withdrawn,
		Notes: lines(l.t.Settings.SignUp.Note), Once: rand.Text(), Link: linkCode{Link: letters.link}, Kept: s.Cookie(c, site.LinkCookie(l.t.Info.Slug)) == c.Param("token"),
		Cancels: len(l.t.Rounds) == 0 && l.p.Status != tournament.Withdrawn && !l.t.Info.Archived,
	}
	view.Address, view.Preview = l.path, nil // the link must not leak to other pages
	for i := range view.Languages {
		view.Languages[i].Address = l.path + "?lang=" + view.Languages[i].Code
	}
	if view.Link.Code, err = page.NewCodeView(letters.link); err != nil {
		return nil, err
	}
	kind, reserve := letterPlace, l.t.Places().Reserve(l.p.ID)
	if reserve > 0 {
		kind = letterReserve
	}
	view.Letter = letters.letter(kind)
	if l.p.Mail != "" {
		view.Letter.File = l.path + "/letter.eml"
	}
	switch {
	case view.Withdrawn:
		view.State = view.T("link.page.withdrawn")
	case day.ClockAt(l.t, letters.now).Phase == day.Over:
		view.State = view.T("link.page.over")
	case l.p.Status == tournament.CheckedIn:
		view.State = view.T("link.page.here")
	case reserve == 0 && day.GotPlace(l.t, l.p.ID):
		view.State = view.T("link.page.moved")
	case reserve > 0:
		view.State = view.T("link.page.reserve", reserve)
	case asksToPlay(l.t, l.p.ID):
		view.State = view.T("link.page.held")
	default:
		view.State = view.T("link.page.place")
	}
	view.ChecksIn = s.checksIn(l, reserve)
	view.Notifies = !view.Withdrawn && !l.t.Info.Archived && day.ClockAt(l.t, letters.now).Phase != day.Over
	if err := errors.Join(s.addGame(c, view, l), s.addPushKey(c, view)); err != nil {
		return nil, err
	}
	view.addFacts(l)
	view.Shown = l.snapshot.Public().Tournament.NameOf(l.p.ID)
	view.Showing = newShowing(view.Language, l.t, l.p.Hiding)
	view.addFee(l, letters.now)
	view.addRequests(l)
	view.addAsks(l, form.Sent{})
	return view, nil
}

// asksToPlay reports whether the desk has not answered the sign-up of a player yet.
func asksToPlay(t *tournament.Tournament, id tournament.PlayerID) bool {
	return slices.ContainsFunc(t.Day.Requests, func(r tournament.Request) bool {
		return r.Player == id && r.Kind == tournament.AskSignUp && r.State == tournament.RequestNew
	})
}

// checksIn reports whether a player may check in now by the link.
func (s *Handlers) checksIn(l *link, reserve int) bool {
	begin, end := l.t.Info.Days()
	today := l.t.Info.DateAt(s.Director.Now())
	if l.t.IsOpen() {
		begin, end = today, today // on each evening
	}
	return l.t.Settings.SignUp.CheckIn && !l.t.Info.Archived && l.p.Status == tournament.Preliminary && reserve == 0 && !today.Before(begin) && !today.After(end)
}

// addGame adds the player's game, with the link to its report if the settings let players report or settle it, or find
// its komi.
func (s *Handlers) addGame(c *gin.Context, view *linkPage, l *link) (err error) {
	r := l.t.Round(l.t.Current())
	if r == nil || view.Withdrawn || l.t.Info.Archived {
		return nil
	}
	g, round := r.Game(l.p.ID), r.Number
	if l.t.IsOpen() {
		g, round = l.t.RunningGame(l.p.ID), 0
	}
	if g == nil {
		if r.HasBye(l.p.ID) {
			view.Game = &ownGame{Round: round, Bye: true}
		}
		return nil
	}
	chooses := l.t.ChoosesKomi(g)
	view.Game = &ownGame{
		Round: round, Table: g.Table, Black: g.Black == l.p.ID, Open: g.ColoursOpen || chooses, As: l.p.ID, Known: g.Decided().Known(),
		Opponent: page.NewPlayerView(public.In(view.Language, l.snapshot).Tournament, g.Opponent(l.p.ID)), // may be hidden from the player too
	}
	if !l.t.Settings.PlayersDecide() && !chooses {
		return nil
	}
	token, err := s.Director.GameToken(c.Request.Context(), l.t, g)
	view.Game.Address = publicPath(l.t) + "/report/" + token + "/as"
	return err
}

// addFacts lists the stored data of the player.
func (p *linkPage) addFacts(l *link) {
	add := func(key, text string) {
		if text != "" {
			p.Facts = append(p.Facts, factView{p.T(key), text})
		}
	}
	var plays []string
	for n := 1; n <= l.t.Settings.Rounds; n++ {
		if !l.p.Absent.Has(n) {
			plays = append(plays, strconv.Itoa(n))
		}
	}
	add("standings.player", l.p.Name())
	add("field.rank", l.p.Rank.String())
	add("field.rating", p.Decimal(federations.RatingOf(l.t, l.p)))
	add("field.country", l.p.Country)
	add("field.club", l.p.Club)
	add("link.page.number", strings.Join(l.p.Numbers(), ", "))
	add("registration.plays", strings.Join(plays, ", "))
	add("field.mail", l.p.Mail)
	add("field.contact", l.p.Contact)
	add("field.born", page.BirthYear(l.p))
	add("registration.public", page.Text(p.Language, privacy.Hiding(l.t, l.p)))
	if !l.p.Since.IsZero() {
		add("entry.signedup", p.Moment(l.p.Since))
	}
	if !l.p.Agreed.IsZero() {
		add("entry.agreed", p.Moment(l.p.Agreed))
	}
}

// addFee explains the fee, if the player owes or has paid one.
func (p *linkPage) addFee(l *link, now time.Time) {
	owed := day.Owed(l.t, l.p, l.t.Info.DateAt(now))
	if owed.Sum == 0 && l.p.Fee.Paid == 0 {
		return
	}
	money := func(sum tournament.Money) string { return page.Money(p.Language, l.t, sum) }
	p.Fee = &feeView{Sum: money(owed.Sum)}
	if l.p.Fee.Paid > 0 {
		p.Fee.Paid = money(l.p.Fee.Paid)
	}
	if due := owed.Sum - l.p.Fee.Paid; due > 0 && l.t.Places().Reserve(l.p.ID) == 0 && !p.Withdrawn {
		p.Fee.Due = money(due)
	}
	for _, part := range owed.Parts {
		p.Fee.Parts = append(p.Fee.Parts, factView{page.PresetName(p.Language, cmp.Or(part.Name, page.Text(p.Language, part.Kind))), money(part.Amount)})
	}
}

// countAttempt counts a form sent by the link.
func (s *Handlers) countAttempt(c *gin.Context, l *link) error {
	return s.links.Try(c.Request.Context(), l.path)
}

// editor runs a step by the player.
func (s *Handlers) editor(c *gin.Context, l *link, do func(ed *director.LinkEditor) error) error {
	ed, err := s.Director.Link(c.Request.Context(), l.t.Info.Slug, c.Param("token"))
	if err != nil {
		return err
	}
	return do(ed)
}

func (s *Handlers) postCancel(c *gin.Context, l *link) error {
	err := s.countAttempt(c, l)
	if err == nil {
		err = s.editor(c, l, func(ed *director.LinkEditor) error { return ed.Cancel(c.Request.Context(), c.PostForm("note")) })
	}
	return s.finish(c, l, err)
}

func (s *Handlers) postCheckIn(c *gin.Context, l *link) error {
	err := s.countAttempt(c, l)
	if err == nil {
		err = s.editor(c, l, func(ed *director.LinkEditor) error { return ed.CheckIn(c.Request.Context()) })
	}
	return s.finish(c, l, err)
}

// finish shows the page again, with the reason of a refusal.
func (s *Handlers) finish(c *gin.Context, l *link, err error) error {
	if err == nil {
		return s.Redirect(c, l.path)
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	view, wrong := s.linkPage(c, l)
	if wrong != nil {
		return wrong
	}
	view.Fault = view.Error(err)
	return s.RenderRefused(c, err, "me", view)
}

// sendLinkLetter sends the letter as a file.
func (s *Handlers) sendLinkLetter(c *gin.Context, l *link) error {
	if l.p.Mail == "" {
		return fault.New(fault.NotFound, "message.none")
	}
	w, err := s.writer(c, l.t, l.p)
	if err != nil {
		return err
	}
	kind := letterPlace
	if l.t.Places().Reserve(l.p.ID) > 0 {
		kind = letterReserve
	}
	letter := w.letter(kind)
	data, err := s.letterFile(letter, l.t, l.p)
	if err != nil {
		return err
	}
	saveLetter(c, letter, l.t, data)
	return nil
}
