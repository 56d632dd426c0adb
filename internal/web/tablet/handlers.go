// Package tablet has the page of the tablet at the door: a shared device on which players check in and enter the results
// of their games. A link from the desk pins a device to this page; it can do nothing else until it leaves with the
// desk's code. The page holds all names and games of the round, so that it works without a connection; its script
// queues what players enter.
package tablet

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// Handlers serve the tablet.
type Handlers struct {
	*site.Site
	// codes limit the attempts to leave.
	codes *site.Limiter
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{Site: s, codes: site.NewLimiter(s, "tablet", site.Pace{AtOnce: 8, Every: 30 * time.Second})}
}

// LinkRoutes mounts the link that pins a device.
func (s *Handlers) LinkRoutes(g *site.Group) {
	g.Get("/tablet/pin/:token", s.withLink(s.showPin))
	g.Post("/tablet/pin/:token", s.withLink(s.postPin))
}

// Routes mounts the addresses of a pinned device.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/tablet", s.WithTournament(s.show))
	g.Post("/tablet", s.WithTournament(s.post))
	g.Get("/tablet/player/:player", s.WithTournament(s.sendNotes))
	g.Get("/tablet/find", s.WithTournament(s.sendFound))
	g.Post("/tablet/leave", s.WithTournament(s.postLeave))
}

// withLink returns the action that runs do for the token of the tablet, "link.token" for another.
func (s *Handlers) withLink(do func(c *gin.Context, snapshot *director.Snapshot) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		is, err := s.Director.IsTablet(c.Request.Context(), snapshot.Tournament.Info.Slug, c.Param("token"))
		if err != nil {
			return err
		}
		if !is {
			return fault.New(fault.NotFound, "tablet.token")
		}
		c.Header("X-Robots-Tag", "noindex")
		return do(c, snapshot)
	})
}

// A pinPage offers to pin the device.
type pinPage struct {
	page.Base
	Action string
}

func (s *Handlers) showPin(c *gin.Context, snapshot *director.Snapshot) error {
	view := &pinPage{s.visit(c, snapshot).Base(s.Language(c).T("tablet.title"), "/tablet"), c.Request.URL.Path}
	view.Address, view.Preview = view.Action, nil // the link must not leak to other pages
	return s.Render(c, "tabletpin", view)
}

func (s *Handlers) postPin(c *gin.Context, snapshot *director.Snapshot) error {
	slug := snapshot.Tournament.Info.Slug
	s.Pin(c, slug, c.Param("token"), s.Language(c).Code())
	return s.Redirect(c, "/t/"+slug+"/tablet")
}

// postLeave makes the device an ordinary one, if the code is right.
func (s *Handlers) postLeave(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	err := s.codes.Try(ctx, slug)
	if err == nil {
		var tablet director.Tablet
		if tablet, err = s.Director.Tablet(ctx, slug); err == nil && c.PostForm("code") != tablet.Code {
			err = fault.New(fault.Invalid, "tablet.code.wrong")
		}
	}
	if err == nil {
		s.Unpin(c)
	}
	return s.answer(c, err)
}

// post enters what a person has touched.
func (s *Handlers) post(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, t := c.Request.Context(), snapshot.Tournament
	id, slug := tournament.PlayerID(page.Natural(c.PostForm("as"))), t.Info.Slug
	switch c.PostForm("do") {
	case "in":
		return s.answerPlayers(c, snapshot, s.Director.CheckInOnTablet(ctx, slug, id))
	case "out":
		return s.answerPlayers(c, snapshot, s.Director.OnTablet(slug, id).SetStatus(ctx, id, tournament.Preliminary))
	case "result":
		return s.answerPlayers(c, snapshot, s.enter(c, t, id))
	case "add":
		return s.answer(c, s.add(c, t))
	}
	return s.postOpen(c, snapshot, id)
}

// enter enters a report of a player's game.
func (s *Handlers) enter(c *gin.Context, t *tournament.Tournament, id tournament.PlayerID) error {
	g, seen := t.Game(page.Natural(c.PostForm("game"))), c.PostForm("seen")
	if t.IsOpen() && c.PostForm("game") == "0" { // a game that began on the tablet without a connection
		var err error
		if g, err = s.begunWith(c, t, id); err != nil {
			return err
		}
		if g != nil {
			seen = page.FormatSeen(g)
		}
	}
	switch {
	case g == nil || !g.Has(id) || id == 0:
		return fault.New(fault.Conflict, "report.changed", page.Natural(c.PostForm("table")))
	case t.ChoosesKomi(g):
		return fault.New(fault.Conflict, "tablet.desk")
	}
	result, err := form.ReportedResult(c.Request.PostForm, t, g)
	if err != nil {
		return err
	}
	_, err = s.Director.OnTablet(t.Info.Slug, id).Enter(c.Request.Context(), tournament.Entry{
		Mode: tournament.Reported, Round: g.Round, Table: g.Table, Game: g.ID, Result: result, Seen: page.ParseSeen(seen, g),
	})
	return err
}

// add registers a player of a rating list, or in open play one with a typed name, and checks them in, as the desk does.
func (s *Handlers) add(c *gin.Context, t *tournament.Tournament) error {
	ctx := c.Request.Context()
	if !s.adds(t) {
		return fault.New(fault.Denied, "signup.closed")
	}
	p, err := s.added(c, t)
	if err != nil {
		return err
	}
	p.Status = tournament.CheckedIn
	_, err = s.Director.OnTablet(t.Info.Slug, 0).AddPlayer(ctx, p, tournament.RefuseNamesakes, site.IdempotencyKey(c))
	return err
}

// added returns the player of a form of add.
func (s *Handlers) added(c *gin.Context, t *tournament.Tournament) (tournament.Player, error) {
	ctx, key := c.Request.Context(), c.PostForm("entry")
	if key == "" && t.IsOpen() {
		return newcomer(c)
	}
	lists, err := s.Director.RatingLists().At(ctx, t.Info.Slug)
	if err != nil {
		return tournament.Player{}, err
	}
	list, entry, err := lists.ByKey(ctx, key)
	if err != nil {
		return tournament.Player{}, err
	}
	return list.Fill(tournament.Player{}, entry), nil
}

// adds reports whether people can register on the tablet: in open play always, else while sign-up is open, and until
// the first round.
func (s *Handlers) adds(t *tournament.Tournament) bool {
	return !t.Info.Archived && (t.IsOpen() || t.Current() == 0 || t.TakesSignUps(s.Director.Now()))
}

// answer answers a request of the script: nothing, or the fault in words.
func (s *Handlers) answer(c *gin.Context, err error) error {
	c.Header("Cache-Control", "no-store")
	if _, ok := fault.As(err); err != nil && !ok {
		return err
	}
	if err == nil {
		c.Status(http.StatusNoContent)
		return nil
	}
	site.SetRetryAfter(c, err)
	return send(c, site.StatusOf(err), map[string]string{"fault": s.Language(c).Error(err)})
}

// answerPlayers answers a request about the players of its form, who can be hidden: a fault has their public names.
func (s *Handlers) answerPlayers(c *gin.Context, snapshot *director.Snapshot, err error) error {
	f, ok := fault.As(err)
	if !ok {
		return s.answer(c, err)
	}
	t, shown, args := snapshot.Tournament, s.visit(c, snapshot).Tournament, slices.Clone(f.Args)
	ids := []tournament.PlayerID{tournament.PlayerID(page.Natural(c.PostForm("as"))), tournament.PlayerID(page.Natural(c.PostForm("with")))}
	if g := t.Game(page.Natural(c.PostForm("game"))); g != nil {
		ids = append(ids, g.Black, g.White)
	}
	for _, id := range ids {
		for i, arg := range args {
			if t.Player(id) != nil && arg == t.NameOf(id) {
				args[i] = shown.NameOf(id)
			}
		}
	}
	return s.answer(c, fault.Wrap(err, f.Kind, f.Key, args...))
}

// send answers with JSON.
func send(c *gin.Context, status int, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.Data(status, "application/json; charset=utf-8", text)
	return nil
}
