package beyond

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/sites"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// The levels of a state are the classes of its dot.
const (
	levelNone = "none"
	levelGood = "good"
	levelWait = "wait" // for something that heals without a person
	levelBad  = "bad"  // for something that a person has to correct
)

// A stateView shows the progress of a tournament's publication.
type stateView struct {
	*i18n.Language
	// Level, Text, Strong and More are the state in one sentence, its emphasized end, and a second sentence.
	Level, Text, Strong, More string
	// State is the address of this section, "" for a tournament that is not published.
	State string
	// Places are the places of publication.
	Places []placeView
}

// Key identifies the shown state.
func (v *stateView) Key() string {
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, v.Text, v.Strong, v.More, v.Places) // never fails
	return strconv.FormatUint(sum.Sum64(), 36)
}

// A placeView shows the progress at one place.
type placeView struct {
	// Of is the kind of place, Address its address, and Name the short one.
	Of            kind
	Address, Name string
	// Level and Text are the state, From its time, Why the reason of a failure.
	Level, Text, From, Why string
	// There is the address of the pages there, "" if it is unknown.
	There string
	// Failing is set while nothing arrives; Again is the button to retry. Leaving is set during a withdrawal.
	Failing, Leaving bool
	Again            string
	// NewKey is a host key to trust, or "".
	NewKey string

	at    time.Time // of the last transfer
	since string    // of the failure
}

// Stay and Go are the actions that end publishing at the place: its pages stay there, or are removed.
func (p placeView) Stay() string {
	if p.Of == atHub {
		return "end"
	}
	return "stop"
}

// Go is Stay for an end with a removal.
func (p placeView) Go() string {
	if p.Of == atHub {
		return "withdraw"
	}
	return "remove"
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
	t := snapshot.Tournament
	view := stateView{Language: s.Language(c).In(page.Zone(t))}
	yielded := s.Director.Leadership().Yielded && (k.atHub || k.atSite)
	switch {
	case yielded: // the other computer publishes it
		view.Level, view.Strong = levelBad, view.Error(s.Director.Trouble())
	case s.Publishing.IsLeaving(k.hub):
		view.Places = append(view.Places, s.leaving(view.Language, k.hub))
	case k.atHub:
		view.Places = append(view.Places, s.placeAtHub(view.Language, t, k.hub))
	}
	if k.atSite && !yielded {
		view.Places = append(view.Places, s.placeOfPages(view.Language, t, k.site))
	}
	if k.atHub || k.atSite {
		view.State = "/desk/" + t.Info.Slug + "/publish/state"
	}
	if !yielded {
		view.addSentence(t)
	}
	return view
}

// addSentence adds the state of all places in one sentence.
func (v *stateView) addSentence(t *tournament.Tournament) {
	worst := slices.IndexFunc(v.Places, func(p placeView) bool { return p.Level == levelBad })
	if worst < 0 {
		worst = slices.IndexFunc(v.Places, func(p placeView) bool { return p.Level == levelWait })
	}
	if worst >= 0 {
		p := v.Places[worst]
		v.Level, v.Text = p.Level, v.T("publish.here")
		if t.Info.Hidden {
			v.Text = v.T("publish.only")
		}
		switch {
		case p.Leaving:
			v.Strong = v.T("hub.leaving", p.Name)
		case p.Level == levelBad:
			v.Strong = p.Why
		default:
			v.Strong, v.More = v.T("publish.waiting", p.Name, p.since), v.T("publish.waiting.more")
		}
		return
	}
	if t.Info.Hidden {
		v.Level, v.Text = levelNone, v.T("publish.only")
		return
	}
	others, last := 0, time.Time{}
	for _, p := range v.Places {
		if p.Level == levelGood {
			others++
		}
		if p.at.After(last) {
			last = p.at
		}
	}
	v.Level = levelGood
	switch round := t.Current(); {
	case round == 0 && others == 0:
		v.Text = v.T("publish.early")
	case round == 0:
		v.Text = v.T("publish.early.places", others)
	case others == 0:
		v.Text = v.T("publish.round", round)
	default:
		v.Text = v.T("publish.round.places", others, round)
	}
	if !last.IsZero() {
		v.More = v.T("publish.sent", v.Seconds(last))
	}
}

// nameOf returns the host of an address, or the folder.
func nameOf(address string) string {
	if at, err := url.Parse(address); err == nil && at.Host != "" {
		return at.Host
	}
	return address
}

// leaving shows the withdrawal from a hub.
func (s publishHandlers) leaving(l *i18n.Language, p publishing.Publication) placeView {
	view := placeView{Of: atHub, Address: p.Hub, Name: nameOf(p.Hub), Level: levelWait, Text: l.T("publish.leaving"), Leaving: true}
	if why := s.Relay.Trouble(p).Sending; why != nil {
		view.Why = l.Error(why)
	}
	return view
}

func (s publishHandlers) placeAtHub(l *i18n.Language, t *tournament.Tournament, p publishing.Publication) placeView {
	view := placeView{Of: atHub, Address: p.Hub, Name: nameOf(p.Hub)}
	trouble := s.Relay.Trouble(p)
	is := progress{late: max(p.Version-p.Sent, 0), first: p.Sent == 0, failing: p.Failing, why: trouble.Sending}
	if p.Sent == 0 && !p.Claim { // another computer sends it, and its progress is unknown here
		is.late, is.first = 0, false
	}
	if p.Sent > 0 {
		is.at = time.UnixMilli(p.Stamp)
	}
	if p.Address != "" && !fault.Is(trouble.Sending, "relay.deleted") && !fault.Is(trouble.Reports, "relay.none") {
		view.There = p.Hub + p.Address
	}
	s.addProgress(l, &view, t.Info.Hidden, is)
	if view.Failing {
		return view
	}
	switch {
	case trouble.Reports != nil:
		view.Level, view.Text, view.Why = levelOf(trouble.Reports), l.T("hub.silent"), l.Error(trouble.Reports)
	case trouble.Boards != nil:
		view.Level, view.Text, view.Why = levelOf(trouble.Boards), l.T("hub.unshown"), l.Error(trouble.Boards)
	}
	return view
}

// kindOfSite returns the kind of a place with pages.
func kindOfSite(is sites.Site) kind {
	switch place := sites.Place(is); {
	case place.IsFolder():
		return atFolder
	case place.IsSFTP():
		return atSFTP
	}
	return atDAV
}

func (s publishHandlers) placeOfPages(l *i18n.Language, t *tournament.Tournament, p sites.Site) placeView {
	view := placeView{Of: kindOfSite(p), Address: p.Address, Name: nameOf(p.Address), There: p.Public}
	sent := s.Uploader.Progress(p)
	is := progress{late: p.Version - p.Sent, first: p.Sent == 0, failing: p.Failing, why: s.Uploader.Trouble(p), at: sent.At, written: sent.Written, files: sent.Files}
	s.addProgress(l, &view, t.Info.Hidden, is)
	if f, known := fault.As(is.why); known && f.Key == "webspace.hostkey" {
		view.NewKey, _ = f.Args[len(f.Args)-1].(string)
	}
	return view
}

// progress has the number of versions missing at a place, the time since when, and the error. first is set until the
// first one has arrived, and at is the time of the last one. Of all files a number is written.
type progress struct {
	late           int
	first          bool
	failing        time.Time
	why            error
	at             time.Time
	written, files int
}

func (s publishHandlers) addProgress(l *i18n.Language, view *placeView, hidden bool, is progress) {
	now := s.Director.Now()
	view.Level, view.at = levelGood, is.at
	switch {
	case !is.failing.IsZero() || is.why != nil:
		view.Failing, view.Level = true, levelOf(is.why)
		view.since = l.Since(cmp.Or(is.failing, now), now)
		view.Text, view.From = l.T("hub.failing", is.late), l.T("publish.since", view.since)
		if is.late == 0 { // as in a copy of the data
			view.Text = l.T("hub.failing.none")
		}
		view.Again = l.T("publish.again")
		if fault.Is(is.why, "relay.another") || fault.Is(is.why, "relay.deleted") || fault.Is(is.why, "webspace.another") {
			view.Again = l.T("publish.claim")
		}
		if is.why != nil {
			view.Why = l.Error(is.why)
		}
	case hidden && is.late == 0:
		view.Text = l.T("publish.hidden")
	case is.first && is.files > 0:
		view.Level, view.Text = levelNone, l.T("publish.copying.pages", is.written, is.files)
	case is.first:
		view.Level, view.Text = levelNone, l.T("publish.copying")
	case is.late > 0:
		view.Text = l.T("publish.sending", is.late)
	default:
		view.Text = l.T("publish.there")
		if !is.at.IsZero() {
			view.From = l.Seconds(is.at)
		}
		if is.files > 0 {
			view.From += " · " + l.T("publish.files", is.files)
		}
	}
}

// healing are the faults that end without a person.
var healing = []string{"relay.unreachable", "webspace.unreachable", "relay.none", "relay.overtaken"}

// levelOf returns the level of an error; nil is an error of an earlier program.
func levelOf(err error) string {
	f, known := fault.As(err)
	if !known || slices.Contains(healing, f.Key) {
		return levelWait
	}
	return levelBad
}

func (s publishHandlers) showState(c *gin.Context, snapshot *director.Snapshot) error {
	k, err := s.storedSettings(c, snapshot)
	if err != nil {
		return err
	}
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "publish", Name: "publishstate", Data: s.stateView(c, snapshot, k)})
}
