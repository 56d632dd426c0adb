package beyond

import (
	"cmp"
	"context"
	"errors"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/relay"
	"tourney/internal/beyond/sites"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/web/form"
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

// stateRoutes mounts the progress of publishing, for every desk.
func (s publishHandlers) stateRoutes(g *site.Group) {
	g.Get("/publish/state", s.WithTournament(s.showState))
}

// A hubPage shows the settings of publishing.
type hubPage struct {
	page.Base
	Home string
	// Progress is the progress at each place.
	Progress stateView
	// Hub, Folder and Web are the three ways; after a Fault a form keeps the entered values.
	Hub         hubForm
	Folder, Web siteForm
	// Late is a hub that was unreachable when its address was entered, "" once it has answered.
	Late string
	// Sets is set for callers with the right to publish.
	Sets bool
}

// An outlet is one way to publish: in use at an address, or "", and shown open.
type outlet struct {
	InUse string
	Open  bool
	Fault string
}

type hubForm struct {
	outlet
	Address string
	// Kept is the hub with a stored token, "" without one.
	Kept string
	// Leaves is set during the withdrawal from a hub.
	Leaves bool
}

// A siteForm is the form of a folder or a web space.
type siteForm struct {
	outlet
	Address, Login, Public string
	Languages              []form.OptionView
	// HostKey is the stored key of the server, NewKey a different key that it presents now, or "".
	HostKey, NewKey string
}

func (s publishHandlers) page(c *gin.Context, snapshot *director.Snapshot) (*hubPage, error) {
	k, err := s.storedSettings(c, snapshot)
	if err != nil {
		return nil, err
	}
	known, _, err := s.Publishing.Known(c.Request.Context(), snapshot.Tournament.Info.Slug)
	if err != nil {
		return nil, err
	}
	view := &hubPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("hub.title"), "publish"), Progress: s.stateView(c, snapshot, k),
		Home: "/desk/" + snapshot.Tournament.Info.Slug + "/publish", Sets: s.May(c, role.Operate),
		Hub: hubForm{Address: known, Kept: known},
	}
	if k.atHub {
		view.Hub.InUse, view.Hub.Open = k.hub.Hub, true
	}
	if k.atHub && k.hub.Claim && c.Query("late") != "" {
		view.Late = nameOf(k.hub.Hub)
	}
	switch {
	case s.Publishing.IsLeaving(k.hub):
		view.Notice = &page.Banner{Level: "warning", Text: view.T("hub.leaving", nameOf(k.hub.Hub))}
		if why := s.Relay.Trouble(k.hub).Sending; why != nil {
			view.Notice.Text += " " + view.Error(why)
		}
		view.Hub.Leaves, view.Hub.Open = true, true
	case k.hub.Ended && c.Query("withdrawn") != "":
		view.Notice = &page.Banner{Level: "notice", Text: view.T("hub.withdrawn", nameOf(k.hub.Hub))}
	}
	language := cmp.Or(k.site.Language, s.Language(c).Code())
	view.Folder = siteForm{Languages: s.languages(language)}
	view.Web = siteForm{Languages: s.languages(language)}
	if k.atSite {
		of := &view.Web
		if sites.Place(k.site).IsFolder() {
			of = &view.Folder
		}
		of.InUse, of.Open, of.Address, of.Login, of.Public = k.site.Address, true, k.site.Address, k.site.Login, k.site.Public
		of.HostKey = k.site.HostKey
		if f, known := fault.As(s.Uploader.Trouble(k.site)); known && f.Key == "webspace.hostkey" {
			of.NewKey, _ = f.Args[len(f.Args)-1].(string)
		}
	}
	return view, nil
}

// languages returns the options for the language of the first page.
func (s publishHandlers) languages(current string) (all []form.OptionView) {
	for _, l := range s.Catalog.Languages() {
		all = append(all, form.OptionView{Value: l.Code(), Text: l.Name(), Current: l.Code() == current})
	}
	return all
}

func (s publishHandlers) show(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.page(c, snapshot)
	if err != nil {
		return err
	}
	return s.Render(c, "publish", view)
}

// post publishes the tournament, or ends that.
func (s publishHandlers) post(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	do, to, err := c.PostForm("do"), "/desk/"+slug+"/publish", error(nil)
	switch do {
	case "begin":
		if err = s.begin(c, snapshot); fault.Is(err, "relay.unreachable") { // stored, and sent once the hub is reachable
			to, err = to+"?late=1", nil
		}
	case "end":
		err = s.Publishing.End(ctx, slug)
	case "withdraw":
		err = s.withdraw(context.WithoutCancel(ctx), slug) // continues after the client has disconnected
		to += "?withdrawn=1"
	case "folder", "web":
		err = s.beginSite(c, snapshot)
	case "trust":
		err = s.Sites.Trust(ctx, slug, c.PostForm("key"))
	case "stop":
		err = s.Sites.End(ctx, slug)
	}
	if err == nil {
		return s.Redirect(c, to)
	}
	view, wrong := s.page(c, snapshot)
	if wrong != nil {
		return wrong
	}
	said := outlet{Open: true, Fault: view.Base.Error(err)}
	view.Hub.Open, view.Folder.Open, view.Web.Open = false, false, false
	switch do {
	case "folder", "web":
		of := map[string]*siteForm{"folder": &view.Folder, "web": &view.Web}[do]
		said.InUse = of.InUse
		of.outlet, of.Address, of.Login, of.Public = said, c.PostForm("address"), c.PostForm("login"), c.PostForm("public")
		of.Languages = s.languages(c.PostForm("language"))
	default:
		said.InUse = view.Hub.InUse
		view.Hub.outlet, view.Hub.Address = said, cmp.Or(c.PostForm("hub"), view.Hub.Address)
	}
	return s.RenderRefused(c, err, "publish", view)
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
	case f.Key == "relay.unreachable":
		return fault.Wrap(why, f.Kind, "hub.withdraw.unreachable", f.Args...)
	}
	return fault.Wrap(why, f.Kind, "hub.withdraw.failed", why)
}

// begin publishes the tournament at a hub that accepts the token. Without a token it uses the one stored for this hub.
// If the hub is unreachable, it publishes too, and returns "relay.unreachable".
func (s publishHandlers) begin(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	hub, err := relay.HubAddress(c.PostForm("hub"))
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
	late := s.Relay.Check(ctx, hub, token)
	if late != nil && !fault.Is(late, "relay.unreachable") {
		return late
	}
	return cmp.Or(s.Publishing.Begin(ctx, slug, hub, token), late)
}
