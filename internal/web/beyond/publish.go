package beyond

import (
	"context"
	"errors"
	"net/http"
	"path"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/relay"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// publishHandlers handle publishing a tournament, at a hub or as files, and show the progress to the desk.
type publishHandlers struct{ *Extension }

// routes mounts the settings of publishing.
func (s publishHandlers) routes(g *site.Group) {
	g.Get("/publish", s.WithTournament(s.show))
	g.Post("/publish", s.WithTournament(s.post))
}

// shownRoutes mounts showing and hiding the tournament.
func (s publishHandlers) shownRoutes(g *site.Group) {
	g.Post("/publish/shown", s.WithTournament(s.postShown))
}

// stateRoutes mounts the progress of publishing, for every desk.
func (s publishHandlers) stateRoutes(g *site.Group) {
	g.Get("/publish/state", s.WithTournament(s.showState))
}

// A publishPage shows all ways to show a tournament to the world.
type publishPage struct {
	page.Base
	Home string
	// State is the progress at each place. Hidden is set for a hidden tournament.
	State  stateView
	Hidden bool
	// Where is the field for another place; only callers with the right to publish have it.
	Where whereView
	// Stop is the place that may be stopped, or nil.
	Stop  *placeView
	Share shareView
	// Link is the public address, which may break between Folder and Leaf, QR its code. Local is set if only this machine can open it.
	Link         string
	Folder, Leaf string
	Local        bool
	QR           page.CodeView
	// Unnamed is the number of players without their full name on public pages.
	Unnamed int
}

func homeOf(snapshot *director.Snapshot) string {
	return "/desk/" + snapshot.Tournament.Info.Slug + "/publish"
}

func (s publishHandlers) page(c *gin.Context, snapshot *director.Snapshot) (*publishPage, error) {
	t := snapshot.Tournament
	k, err := s.storedSettings(c, snapshot)
	if err != nil {
		return nil, err
	}
	view := &publishPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("hub.title"), "publish"), Home: homeOf(snapshot),
		State: s.stateView(c, snapshot, k), Hidden: t.Info.Hidden, Where: s.whereView(c, k, "", atNothing),
		Link: s.PhoneBase(c) + "/t/" + t.Info.Slug,
	}
	view.Local = !s.PhonesReach(c)
	if k.atHub && k.hub.Address != "" {
		view.Local = false
		view.Link = k.hub.Hub + k.hub.Address
	}
	view.Folder, view.Leaf = path.Split(view.Link)
	view.Where.Gold = !view.Hidden
	if view.QR, err = page.NewCodeView(view.Link); err != nil {
		return nil, err
	}
	if view.Share, err = newShareView(view.Base, t, view.Link); err != nil {
		return nil, err
	}
	for i := range t.Players {
		if privacy.Hiding(t, &t.Players[i]).Hides() {
			view.Unnamed++
		}
	}
	for i := range view.State.Places {
		p := &view.State.Places[i]
		if stop := c.Query("stop"); stop != "" && stop == string(p.Of) {
			view.Stop = p
		}
	}
	if k.hub.Ended && c.Query("withdrawn") != "" && !s.Publishing.IsLeaving(k.hub) {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("hub.withdrawn", nameOf(k.hub.Hub))}
	}
	return view, nil
}

// show shows the page. It answers the poll of a page that shows the same state with 204: a swap would take the focus.
func (s publishHandlers) show(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.page(c, snapshot)
	if err != nil {
		return err
	}
	if c.Query("shown") == view.State.Key() {
		c.Status(http.StatusNoContent)
		return nil
	}
	return s.Render(c, "publish", view)
}

// longestAddress limits a typed place, in bytes.
const longestAddress = 1000

// post explains a typed place, publishes the tournament there, or ends that.
func (s publishHandlers) post(c *gin.Context, snapshot *director.Snapshot) error {
	if where := c.PostForm("where"); len(where) > longestAddress {
		return fault.New(fault.TooLarge, "webspace.address", fault.Clip(where))
	}
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	to, err := homeOf(snapshot), error(nil)
	switch do := c.PostForm("do"); do {
	case "":
		return s.read(c, snapshot)
	case "ask":
		return s.ask(c, snapshot, atNothing)
	case string(atHub), string(atDAV), string(atSFTP), string(atFolder):
		return s.ask(c, snapshot, kind(do))
	case "begin":
		return s.begin(c, snapshot)
	case "again":
		err = s.again(c, snapshot)
	case "trust":
		err = s.Sites.Trust(ctx, slug, c.PostForm("key"))
	case "end":
		err = s.Publishing.End(ctx, slug)
	case "withdraw":
		err = s.withdraw(context.WithoutCancel(ctx), slug) // continues after the client has disconnected
		to += "?withdrawn=1"
	case "stop":
		err = s.Sites.End(ctx, slug)
	case "remove":
		err = s.remove(context.WithoutCancel(ctx), slug)
	}
	if err == nil {
		return s.Redirect(c, to)
	}
	view, wrong := s.page(c, snapshot)
	if wrong != nil {
		return wrong
	}
	view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	return s.RenderRefused(c, err, "publish", view)
}

// postShown hides the tournament, or shows it.
func (s publishHandlers) postShown(c *gin.Context, snapshot *director.Snapshot) error {
	info := snapshot.Tournament.Info
	info.Hidden = c.PostForm("hidden") != ""
	if err := s.EditorAt(c, snapshot).SetUp(c.Request.Context(), info, snapshot.Tournament.Settings); err != nil {
		return err
	}
	return s.Redirect(c, homeOf(snapshot))
}

// remove ends publishing the pages and removes them from their place. After a failure the site is unchanged, and can be
// removed again.
func (s publishHandlers) remove(ctx context.Context, slug string) error {
	is, found, err := s.Sites.Of(ctx, slug)
	if err != nil || !found {
		return err
	}
	if err := s.Sites.End(ctx, slug); err != nil {
		return err
	}
	if err := s.Uploader.Remove(ctx, is); err != nil {
		return errors.Join(withdrawError(err), s.Sites.Begin(ctx, slug, is))
	}
	return nil
}

// withdraw ends publishing the tournament and removes it from the hub. After a failure, as without a connection, the
// publication is unchanged, and it can be withdrawn again.
func (s publishHandlers) withdraw(ctx context.Context, slug string) error {
	p, was, err := s.Publishing.BeginWithdrawal(ctx, slug)
	if err != nil || p.Origin == "" {
		return err
	}
	if err := s.Relay.Withdraw(ctx, p); err != nil {
		return errors.Join(withdrawError(err), s.Publishing.UndoWithdrawal(ctx, p, was))
	}
	return s.Publishing.NoteWithdrawn(ctx, p)
}

// withdrawError converts the error of a failed withdrawal: unlike sending, it is not retried automatically.
func withdrawError(why error) error {
	f, known := fault.As(why)
	switch {
	case !known:
		return why
	case f.Key == "relay.unreachable" || f.Key == "webspace.unreachable":
		return fault.Wrap(why, f.Kind, "hub.withdraw.unreachable", f.Args...)
	}
	return fault.Wrap(why, f.Kind, "hub.withdraw.failed", why)
}

// beginAtHub publishes the tournament at a hub that accepts the token. Without a token it uses the one stored for this
// hub. If the hub is unreachable, it publishes too.
func (s publishHandlers) beginAtHub(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	hub, err := relay.HubAddress(c.PostForm("where"))
	if err != nil {
		return err
	}
	token, err := relay.Token(c.PostForm("token"))
	if err != nil {
		return err
	}
	if token == "" {
		known, kept, err := s.Publishing.Known(ctx, slug)
		if err != nil {
			return err
		}
		if known != hub {
			return fault.New(fault.Invalid, "relay.token.missing")
		}
		token = kept
	}
	if err := s.Relay.Check(ctx, hub, token); err != nil && !fault.Is(err, "relay.unreachable") {
		return err
	}
	return s.Publishing.Begin(ctx, slug, hub, token)
}
