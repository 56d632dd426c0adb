package beyond

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/webspace"
	"tourney/internal/i18n"
	"tourney/internal/web/form"
	"tourney/internal/web/site"
)

// A whereView is the field for a new place, with the explanation of the typed text, and the fields of its kind.
type whereView struct {
	*i18n.Language
	Typed string
	Kind  kind
	// Asked is set once a person has sent the text. Gold is set if publishing is the main action of the page.
	Asked, Gold bool
	// Lead and Note explain the text. Wrong is set for a text that will be refused. Fault is the reason of a refusal.
	Lead, Note string
	Wrong      bool
	Fault      string
	// Known is a hub with a stored token, or "". Kept is set for a place with stored credentials.
	Known string
	Kept  bool
	// Instead is the place that the typed one replaces, or "".
	Instead string
	// Login, Public and Languages are the values of the fields; Spoken is the name of the current language.
	Login, Public, Spoken string
	Languages             []form.OptionView
	// HostKey is the stored key of the server, or "".
	HostKey string
}

// Begins reports whether everything is known about the place but the values of the fields.
func (w whereView) Begins() bool { return w.Asked && w.Kind.isPlace() }

// Pages reports whether the place has pages as files, SFTP whether it can have a private key.
func (w whereView) Pages() bool { return w.Kind.hasPages() }
func (w whereView) SFTP() bool  { return w.Kind == atSFTP }

// AsksLogin reports whether a person has to log in at the place.
func (w whereView) AsksLogin() bool {
	return w.Begins() && w.Kind != atFolder && !(w.Kind == atHub && w.Kept)
}

// Choice reports whether a person has to name the kind.
func (w whereView) Choice() bool { return w.Kind == atOther || w.Kind == atSilent }

// whereView explains a typed place of a kind.
func (s publishHandlers) whereView(c *gin.Context, k storedSettings, typed string, of kind) whereView {
	l := s.Language(c)
	w := whereView{Language: l, Typed: addressOf(typed), Kind: of}
	host := nameOf(w.Typed)
	w.Lead = l.T("publish.read."+cmp.Or(string(of), "nothing"), host)
	w.Wrong = of == atUnknown || of == atOther
	if note := "publish.read." + string(of) + ".next"; l.Has(note) {
		w.Note = l.T(note)
	}
	w.Known, _, _ = s.Publishing.Known(c.Request.Context(), c.Param("slug")) // a proposal
	switch {
	case of == atHub:
		w.Kept = w.Known != "" && nameOf(w.Known) == host
		if k.atHub && nameOf(k.hub.Hub) != host {
			w.Instead = nameOf(k.hub.Hub)
		}
	case of.hasPages():
		s.addStored(c, &w, k)
	}
	if w.Kept {
		w.Note = l.T("publish.kept")
	}
	return w
}

// addStored adds the values of the fields of pages, from the stored place if the typed one is the same.
func (s publishHandlers) addStored(c *gin.Context, w *whereView, k storedSettings) {
	place, _ := webspace.Web(w.Typed, "") // without a user it is empty
	w.Login = place.Login
	language := s.Language(c).Code()
	if k.atSite && sameAddress(k.site.Address, w.Typed) {
		w.Login, w.Public, w.HostKey = cmp.Or(w.Login, k.site.Login), k.site.Public, k.site.HostKey
		w.Kept = w.Kind != atFolder
		language = cmp.Or(k.site.Language, language)
	} else if k.atSite {
		w.Instead = nameOf(k.site.Address)
	}
	w.setLanguage(s, language)
}

// sameAddress reports whether a typed address is a stored one.
func sameAddress(stored, typed string) bool {
	at, err := webspace.Web(typed, "anybody")
	if kindOf(typed) == atFolder {
		at, err = webspace.Folder(typed)
	}
	return err == nil && at.Address == stored
}

// setLanguage sets the options for the language of the first page.
func (w *whereView) setLanguage(s publishHandlers, current string) {
	for _, l := range s.Catalog.Languages() {
		is := form.OptionView{Value: l.Code(), Text: l.Name(), Current: l.Code() == current}
		if is.Current {
			w.Spoken = is.Text
		}
		w.Languages = append(w.Languages, is)
	}
}

// read explains the typed place, without a request to it.
func (s publishHandlers) read(c *gin.Context, snapshot *director.Snapshot) error {
	typed := c.PostForm("where")
	view := s.whereView(c, storedSettings{}, typed, kindOf(typed))
	view.Gold = !snapshot.Tournament.Info.Hidden
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "publish", Name: "rest", Data: view})
}

// ask shows the fields for a typed place. It requests the unknown kind of a server.
func (s publishHandlers) ask(c *gin.Context, snapshot *director.Snapshot, as kind) error {
	k, err := s.storedSettings(c, snapshot)
	if err != nil {
		return err
	}
	typed := c.PostForm("where")
	if as == atNothing {
		as = kindOf(typed)
	}
	if as == atServer {
		as, err = s.askServer(c.Request.Context(), typed)
	}
	view, wrong := s.page(c, snapshot)
	if wrong != nil {
		return wrong
	}
	if err != nil {
		as = kindOf(typed)
	}
	view.setWhere(s.whereView(c, k, typed, as))
	if err != nil {
		view.Where.Fault = view.Error(err)
		return s.RenderRefused(c, err, "publish", view)
	}
	return s.Render(c, "publish", view)
}

// setWhere shows the fields of a place whose text a person has sent.
func (v *publishPage) setWhere(w whereView) {
	w.Asked, w.Gold = true, v.Where.Gold
	v.Where = w
}

// begin publishes at the typed place. A text that differs from the explained one is explained first.
func (s publishHandlers) begin(c *gin.Context, snapshot *director.Snapshot) error {
	of, typed := kind(c.PostForm("kind")), c.PostForm("where")
	if asked, is := c.GetPostForm("asked"); is && asked != strings.TrimSpace(typed) || !of.isPlace() {
		return s.ask(c, snapshot, atNothing)
	}
	var err error
	if of == atHub {
		err = s.beginAtHub(c, snapshot)
	} else {
		err = s.beginSite(c, snapshot, of)
	}
	if err == nil {
		return s.Redirect(c, homeOf(snapshot))
	}
	k, wrong := s.storedSettings(c, snapshot)
	if wrong != nil {
		return wrong
	}
	view, wrong := s.page(c, snapshot)
	if wrong != nil {
		return wrong
	}
	view.setWhere(s.whereView(c, k, typed, of))
	w := &view.Where
	w.Fault, w.Login, w.Public, w.Languages = view.Error(err), c.PostForm("login"), c.PostForm("public"), nil
	w.setLanguage(s, c.PostForm("language"))
	w.Kept = w.Kept && of != atHub // the stored token may be the wrong one
	return s.RenderRefused(c, err, "publish", view)
}

// again sends to a place once more that has failed, with its stored settings.
func (s publishHandlers) again(c *gin.Context, snapshot *director.Snapshot) error {
	k, err := s.storedSettings(c, snapshot)
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	switch {
	case err != nil:
		return err
	case kind(c.PostForm("of")) == atHub && k.atHub:
		return s.Publishing.Begin(ctx, slug, k.hub.Hub, k.hub.Token)
	case k.atSite:
		return s.Sites.Begin(ctx, slug, k.site)
	}
	return nil
}
