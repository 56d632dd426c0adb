package beyond

import (
	"cmp"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/sites"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A stateView shows the progress of a tournament's publication.
type stateView struct {
	*i18n.Language
	// State is the address of this section, "" for a tournament that is not published.
	State string
	// Places are the places of publication.
	Places []placeView
}

// A placeView shows the progress at one place.
type placeView struct {
	Name string
	// Level is "ok", "notice" during sending, or "warning".
	Level, Text, Why string
	// There is the address of the pages there, "" if it is unknown.
	There string
}

// storedSettings has the stored settings of publishing.
type storedSettings struct {
	hub    publishing.Publication
	atHub  bool
	site   sites.Site
	atSite bool
}

func (s publishHandlers) storedSettings(c *gin.Context, snapshot *director.Snapshot) (k storedSettings, err error) {
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	if k.hub, k.atHub, err = s.Publishing.Of(ctx, slug); err != nil {
		return k, err
	}
	k.atHub = k.atHub && !k.hub.Ended
	k.site, k.atSite, err = s.Sites.Of(ctx, slug)
	return k, err
}

func (s publishHandlers) stateView(c *gin.Context, snapshot *director.Snapshot, k storedSettings) stateView {
	view := stateView{Language: s.Language(c).In(page.Zone(snapshot.Tournament))}
	if s.Director.Leadership().Yielded && (k.atHub || k.atSite) { // the other computer publishes it
		view.Places = []placeView{{Level: "warning", Text: view.Error(s.Director.Trouble())}}
		return view
	}
	if k.atHub {
		p := placeView{Name: nameOf(k.hub.Hub)}
		if k.hub.Address != "" {
			p.There = k.hub.Hub + k.hub.Address
		}
		w := wording{"hub.sending", "hub.hidden", "hub.there", snapshot.Tournament.Info.Hidden}
		view.Places = append(view.Places, s.placeView(view.Language, p, w, s.atHub(k.hub)))
	}
	if k.atSite {
		p := placeView{Name: nameOf(k.site.Address), There: k.site.Public}
		w := wording{"hub.pages.sending", "hub.pages.hidden", "hub.pages.there", snapshot.Tournament.Info.Hidden}
		view.Places = append(view.Places, s.placeView(view.Language, p, w, progress{late: k.site.Version - k.site.Sent, failing: k.site.Failing, why: s.Uploader.Trouble(k.site)}))
	}
	if view.Places != nil {
		view.State = "/desk/" + snapshot.Tournament.Info.Slug + "/publish/state"
	}
	return view
}

// nameOf returns the host of an address, or the folder.
func nameOf(address string) string {
	if at, err := url.Parse(address); err == nil && at.Host != "" {
		return at.Host
	}
	return address
}

// progress has the number of versions missing at a place, the time since when, and the error.
type progress struct {
	late    int
	failing time.Time
	why     error
	// fetchErr is the error of fetching reports, liveErr the error of sending moves of live games; nil without one.
	fetchErr, liveErr error
}

func (s publishHandlers) atHub(p publishing.Publication) progress {
	is := progress{late: max(p.Version-p.Sent, 0), failing: p.Failing}
	if p.Sent == 0 && !p.Claim { // another computer sends it, and its progress is unknown here
		is.late = 0
	}
	t := s.Relay.Trouble(p)
	is.why, is.liveErr, is.fetchErr = t.Sending, t.Boards, t.Reports
	return is
}

// wording are the messages of a kind of place.
type wording struct {
	sending, hidden, there string
	isHidden               bool
}

func (s publishHandlers) placeView(l *i18n.Language, view placeView, w wording, is progress) placeView {
	if fault.Is(is.why, "relay.deleted") || fault.Is(is.fetchErr, "relay.none") {
		view.There = "" // there are no pages
	}
	now := s.Director.Now()
	since := l.Since(cmp.Or(is.failing, now), now)
	switch {
	case !is.failing.IsZero() || is.why != nil:
		view.Level, view.Text = "warning", l.T("hub.failing", is.late, since)
		if is.late == 0 { // as in a copy of the data
			view.Text = l.T("hub.failing.none", since)
		}
		if is.why != nil {
			view.Why = l.Error(is.why)
		}
	case is.fetchErr != nil:
		view.Level, view.Text, view.Why = "warning", l.T("hub.deaf"), l.Error(is.fetchErr)
	case is.liveErr != nil:
		view.Level, view.Text, view.Why = "warning", l.T("hub.unshown"), l.Error(is.liveErr)
	case is.late != 0:
		view.Level, view.Text = "notice", l.T(w.sending, is.late)
	case w.isHidden:
		view.Level, view.Text = "ok", l.T(w.hidden)
	default:
		view.Level, view.Text = "ok", l.T(w.there)
	}
	return view
}

func (s publishHandlers) showState(c *gin.Context, snapshot *director.Snapshot) error {
	k, err := s.storedSettings(c, snapshot)
	if err != nil {
		return err
	}
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "publish", Name: "publishstate", Data: s.stateView(c, snapshot, k)})
}
