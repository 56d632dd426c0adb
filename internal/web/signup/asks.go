package signup

import (
	"cmp"
	"crypto/rand"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A requestView is a request of the player and its state.
type requestView struct {
	When, What, Note, State, Answer string
	Refused, Open                   bool
}

// An askForm is the form of one kind of request to the desk.
type askForm struct {
	Kind, Title string
	Rounds      []int
	Fields      []form.FieldView
	Open        bool
}

// addRequests lists the player's requests, the latest first. Other players have their public names.
func (p *linkPage) addRequests(l *link) {
	seen := *l.snapshot.Public().Tournament
	seen.Players = slices.Clone(seen.Players)
	*seen.Player(l.p.ID) = *l.p
	for _, r := range slices.Backward(l.t.Day.Requests) {
		if r.Player == l.p.ID && (r.Kind != tournament.AskSignUp || r.State == tournament.RequestRefused) { // else it is the state of the page
			p.Requests = append(p.Requests, requestView{
				When: p.Moment(r.At), What: ownText(p.Language, &seen, &r), Note: r.Note, State: p.stateOf(&r),
				Answer: r.Answer, Refused: r.State == tournament.RequestRefused, Open: r.State == tournament.RequestNew,
			})
		}
	}
}

// ownText describes a request to its player in a few words.
func ownText(lang *i18n.Language, t *tournament.Tournament, r *tournament.Request) string {
	p := &r.Proposed
	return lang.T("request.own."+string(r.Kind), r.Round, strings.TrimSpace(p.Family+" "+p.Given), p.Rank.String(),
		strings.TrimSpace(p.Country+" "+p.Club), t.NameOf(p.Substitute))
}

// stateOf describes the state of a request to its player.
func (p *linkPage) stateOf(r *tournament.Request) string {
	switch {
	case r.State == tournament.RequestNew && r.Kind == tournament.AskCancel:
		return page.Text(p.Language, tournament.RequestDone) // the desk cannot refuse it
	case r.State == tournament.RequestNew:
		return p.T("request.own.new")
	}
	return page.Text(p.Language, r.State)
}

// proposedFields are the fields of requests.
var proposedFields = []form.Field[tournament.Proposed]{
	form.TextField("family", func(p *tournament.Proposed) *string { return &p.Family }),
	form.TextField("given", func(p *tournament.Proposed) *string { return &p.Given }),
	form.RankField("rank", func(p *tournament.Proposed) *rank.Rank { return &p.Rank }),
	form.TextField("club", func(p *tournament.Proposed) *string { return &p.Club }),
	form.CountryField(func(p *tournament.Proposed) *string { return &p.Country }),
}

// fieldsOf are the fields of each kind of request.
var fieldsOf = map[tournament.RequestKind][]string{
	tournament.AskName: {"family", "given"}, tournament.AskRank: {"rank"}, tournament.AskDetails: {"club", "country"},
}

// addAsks offers the player's possible requests, none in an archived tournament. A refused form is open, with its sent
// values.
func (p *linkPage) addAsks(l *link, sent form.Sent) {
	p.Asks = nil
	if l.t.Info.Archived {
		return
	}
	refused := tournament.RequestKind(sent.Values.Get("kind"))
	now := tournament.Proposed{Family: l.p.Family, Given: l.p.Given, Rank: l.p.Rank, Club: l.p.Club, Country: l.p.Country}
	for _, kind := range director.LinkKinds() {
		if (kind == tournament.AskReturn) != p.Withdrawn {
			continue
		}
		ask := askForm{Kind: string(kind), Title: page.Text(p.Language, kind), Open: kind == refused}
		if kind.HasRound() {
			for n := l.t.Current() + 1; n <= l.t.Settings.Rounds; n++ {
				ask.Rounds = append(ask.Rounds, n)
			}
			if len(ask.Rounds) == 0 {
				continue
			}
		}
		if names := fieldsOf[kind]; names != nil {
			as := form.Sent{}
			if ask.Open {
				as = sent
			}
			ask.Fields = form.AboutReader(form.View(p.Language, form.Pick(proposedFields, names...), &now, as))
			for i := range ask.Fields { // names of fields are unique on a page
				ask.Fields[i].Help = ""
			}
			p.Faults = append(p.Faults, form.FaultViews(ask.Fields)...)
		}
		p.Asked = p.Asked || ask.Open
		p.Asks = append(p.Asks, ask)
	}
	var titles []string
	for _, ask := range p.Asks {
		titles = append(titles, ask.Title)
	}
	p.Asking = strings.Join(titles, " · ")
}

func (s *Handlers) postAsk(c *gin.Context, l *link) error {
	sent := c.Request.PostForm
	q := tournament.Request{
		Kind: tournament.RequestKind(sent.Get("kind")), Round: page.Natural(sent.Get("round")), Note: sent.Get("note"),
	}
	wrong, err := form.Read(form.Pick(proposedFields, fieldsOf[q.Kind]...), sent, &q.Proposed)
	if err != nil {
		return err
	}
	if q.Kind == tournament.AskName && q.Proposed.Family == l.p.Family && q.Proposed.Given == l.p.Given ||
		q.Kind == tournament.AskRank && q.Proposed.Rank == l.p.Rank ||
		q.Kind == tournament.AskDetails && q.Proposed.Club == l.p.Club && q.Proposed.Country == l.p.Country {
		wrong[""] = fault.New(fault.Invalid, "request.empty", q.Kind)
	}
	if len(wrong) == 0 {
		if err = s.countAttempt(c, l); err == nil {
			err = s.editor(c, l, func(ed *director.LinkEditor) error {
				_, err := ed.AddRequest(c.Request.Context(), q, cmp.Or(site.IdempotencyKey(c), rand.Text()))
				return err
			})
		}
		if err == nil {
			return s.Redirect(c, l.path+"?asked=1#requests")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.linkPage(c, l)
	if err != nil {
		return err
	}
	if err := wrong[""]; err != nil {
		view.Fault = view.Error(err)
	}
	view.addAsks(l, form.Sent{Values: sent, Wrong: wrong})
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "me", view)
}
