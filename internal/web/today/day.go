package today

import (
	"cmp"
	"crypto/rand"
	"math"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A dayPage shows the players' requests, the referee's notes and the announcements, with forms for more.
type dayPage struct {
	page.Base
	// Open are the requests without an answer, the oldest first, Answered the latest others.
	Open, Answered []requestView
	// SignUps counts the sign-ups without an answer; the list of players answers them.
	SignUps       int
	Incidents     []incidentView
	Announcements []announcementView
	// Players are the choices of the forms.
	Players []page.PlayerView
	// Ask and Incident are the forms for a new request and a new incident, Announcing is the refused form of an
	// announcement.
	Ask, Incident noteForm
	Announcing    sentForm
	Once, Fault   string
}

// A sentForm is a refused form, by the names of its fields; nil for none.
type sentForm map[string]string

// A noteForm is a form about a player in a round.
type noteForm struct {
	*i18n.Language
	Sent          sentForm
	Kinds, Rounds []form.OptionView
	// ID distinguishes the fields of several forms.
	ID string
	// Wrong is the name of the field with the fault, "" for none; Fault describes it.
	Wrong, Fault string
}

// A requestView is one request.
type requestView struct {
	ID         int
	Text, Note string
	// Kind names the request, State its state, When and From its time and source, By the decision.
	Kind, State, When, From, By, Answer string
	// Rank is set if the answer decides about the starting score too.
	Rank bool
	// Notice is set for news without an answer: a cancellation, or a reserve with a new place.
	Notice bool
	Place  *page.PlaceView
	// Player is the address of the player's entry, "" after their removal.
	Player string
}

// An incidentView is a note of the referee.
type incidentView struct {
	ID                            int
	Kind, Round, Name, Text       string
	Player, Minutes, When, Author string
}

// An announcementView is a public text, shown until a time or until the desk ends it.
type announcementView struct {
	ID                int
	Text, When, Until string
	Open              bool
}

// mostAnswered limits the listed requests with an answer.
const mostAnswered = 100

// showDay shows the page.
func (s *Handlers) showDay(c *gin.Context, snapshot *director.Snapshot) error {
	return s.Render(c, "day", s.dayPage(c, snapshot, nil, ""))
}

// dayPage returns the page. sent is a refused form, or nil, and to its address below the page.
func (s *Handlers) dayPage(c *gin.Context, snapshot *director.Snapshot, sent sentForm, to string) *dayPage {
	t, now := snapshot.Tournament, s.Director.Now()
	v := &dayPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("today.all"), "day"), Once: rand.Text(),
	}
	for _, r := range day.Open(t) {
		if r.Kind == tournament.AskSignUp {
			v.SignUps++
			continue
		}
		view := v.newRequestView(t, r)
		if zone := page.Zone(t); v.Date(r.At.In(zone)) == v.Date(now.In(zone)) {
			view.When = v.Clock(r.At)
		}
		v.Open = append(v.Open, view)
	}
	for i := range t.Day.Requests {
		if r := &t.Day.Requests[i]; r.State != tournament.RequestNew {
			v.Answered = append(v.Answered, v.newRequestView(t, r))
		}
	}
	slices.Reverse(v.Answered)
	v.Answered = v.Answered[:min(len(v.Answered), mostAnswered)]
	for i := range t.Day.Incidents {
		v.Incidents = append(v.Incidents, v.newIncidentView(t, &t.Day.Incidents[i]))
	}
	slices.Reverse(v.Incidents)
	for i := range t.Day.Announcements {
		a := &t.Day.Announcements[i]
		view := announcementView{ID: a.ID, Text: a.Text, When: v.Moment(a.At), Open: a.Open(now)}
		if !a.Until.IsZero() {
			view.Until = v.Moment(a.Until)
		}
		v.Announcements = append(v.Announcements, view)
	}
	slices.Reverse(v.Announcements)
	for i := range t.Players {
		v.Players = append(v.Players, page.NewPlayerView(t, t.Players[i].ID))
	}
	i18n.Sort(v.Language, v.Players, func(p page.PlayerView) string { return p.Name })
	v.Ask = newNoteForm(v.Language, t, min(t.Current()+1, t.Settings.Rounds), requestKinds(t))
	v.Incident = newNoteForm(v.Language, t, t.Current(), tournament.IncidentKinds())
	v.Ask.ID, v.Incident.ID = "ask", "incident"
	switch to {
	case "requests":
		v.Ask.fill(sent)
	case "incidents":
		v.Incident.fill(sent)
	case "announcements":
		v.Announcing = sent
	}
	return v
}

// requestKinds are the kinds of new requests; those about a round only for a tournament with rounds.
func requestKinds(t *tournament.Tournament) []tournament.RequestKind {
	return slices.DeleteFunc(tournament.RequestKinds(), func(kind tournament.RequestKind) bool {
		return isNotice(kind) || t.IsOpen() && kind.HasRound()
	})
}

// isNotice reports whether requests of a kind are only news.
func isNotice(kind tournament.RequestKind) bool {
	return kind == tournament.AskSignUp || kind == tournament.AskCancel || kind == tournament.AskPlace
}

// newNoteForm returns an empty form about a round and a kind.
func newNoteForm[K interface {
	~string
	i18n.Message
}](lang *i18n.Language, t *tournament.Tournament, round int, kinds []K) noteForm {
	f := noteForm{Language: lang}
	for _, kind := range kinds {
		f.Kinds = append(f.Kinds, form.OptionView{Value: string(kind), Text: page.Text(lang, kind)})
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		text := strconv.Itoa(n)
		f.Rounds = append(f.Rounds, form.OptionView{Value: text, Text: text, Current: n == round})
	}
	return f
}

// fill fills the form with its sent values.
func (f *noteForm) fill(sent sentForm) {
	f.Sent = sent
	for i := range f.Kinds {
		f.Kinds[i].Current = f.Kinds[i].Value == sent["kind"]
	}
	for i := range f.Rounds {
		f.Rounds[i].Current = f.Rounds[i].Value == sent["round"]
	}
}

// setFault marks the field with the fault, if the form is the refused one and has the field.
func (f *noteForm) setFault(field tournament.Field, text string) (marked bool) {
	if f.Sent == nil || !slices.Contains([]tournament.Field{"player", "substitute", "minutes"}, field) {
		return false
	}
	f.Wrong, f.Fault = string(field), text
	return true
}

func (v *dayPage) newRequestView(t *tournament.Tournament, r *tournament.Request) requestView {
	view := requestView{
		ID: r.ID, Text: page.RequestText(v.Language, t, r), Note: r.Note, Kind: page.Text(v.Language, r.Kind),
		State: page.Text(v.Language, r.State), When: v.Moment(r.At), From: history.AuthorName(v.Language, t, r.From), Answer: r.Answer,
		Rank: r.Kind == tournament.AskRank, Notice: r.Kind == tournament.AskPlace || r.Kind == tournament.AskCancel, Place: page.NewPlaceView(v.Language, t, r),
	}
	if r.By != "" {
		view.By = history.AuthorName(v.Language, t, r.By) + " " + v.Moment(r.Decided)
	}
	if t.Player(r.Player) != nil {
		view.Player = v.Event.Home + "/players/" + strconv.Itoa(int(r.Player))
	}
	return view
}

func (v *dayPage) newIncidentView(t *tournament.Tournament, n *tournament.Incident) incidentView {
	view := incidentView{
		ID: n.ID, Kind: page.Text(v.Language, n.Kind), Text: n.Note, When: v.Moment(n.At), Author: history.AuthorName(v.Language, t, n.By),
		Name: t.NameOf(n.Player),
	}
	if n.Round > 0 {
		view.Round = page.RoundTitle(v.Language, t, n.Round)
	}
	if n.Minutes > 0 {
		view.Minutes = v.T("today.for", n.Minutes)
	}
	if t.Player(n.Player) != nil {
		view.Player = v.Event.Home + "/players/" + strconv.Itoa(int(n.Player))
	}
	return view
}

// refuse shows the page again with the sent form and the reason of the refusal.
func (s *Handlers) refuse(c *gin.Context, snapshot *director.Snapshot, err error) error {
	sent := sentForm{}
	for name, values := range c.Request.PostForm {
		sent[name] = values[0]
	}
	v := s.dayPage(c, snapshot, sent, path.Base(c.Request.URL.Path))
	v.Fault = v.Error(err)
	if f, ok := fault.As(err); ok && len(f.Args) > 0 {
		field, _ := f.Args[0].(tournament.Field) // for a fault of a field
		if v.Ask.setFault(field, v.Fault) || v.Incident.setFault(field, v.Fault) {
			v.Fault = ""
		}
	}
	return s.RenderRefused(c, err, "day", v)
}

// postRequest enters a request for a player.
func (s *Handlers) postRequest(c *gin.Context, snapshot *director.Snapshot) error {
	sent, t := c.Request.PostForm, snapshot.Tournament
	r := tournament.Request{Kind: tournament.RequestKind(sent.Get("kind")), Note: sent.Get("note")}
	if r.Kind.HasRound() {
		r.Round = page.Natural(sent.Get("round"))
	}
	r.Proposed = tournament.Proposed{
		Family: sent.Get("family"), Given: sent.Get("given"), Club: sent.Get("club"), Country: sent.Get("country"),
	}
	var err, unknown, invalid error
	r.Player, err = chosen(t, "player", sent)
	r.Proposed.Substitute, unknown = chosen(t, "substitute", sent)
	if text := strings.TrimSpace(sent.Get("rank")); text != "" {
		r.Proposed.Rank, invalid = rank.Parse(text)
	}
	err = cmp.Or(err, unknown, invalid)
	id := 0
	if err == nil {
		id, err = s.Editor(c).Requests().Add(c.Request.Context(), r, site.IdempotencyKey(c))
	}
	if err == nil && sent.Get("do") == "grant" {
		err = s.Editor(c).Requests().Grant(c.Request.Context(), day.Decision{Request: id})
	}
	if err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.redirectBack(c, snapshot)
}

// postAnswer grants a request, or refuses it.
func (s *Handlers) postAnswer(c *gin.Context, snapshot *director.Snapshot) error {
	sent := c.Request.PostForm
	d := day.Decision{Request: page.Natural(c.Param("id")), Answer: sent.Get("answer"), KeepStart: sent.Get("start") == "keep"}
	answer := s.Editor(c).Requests().Grant
	switch sent.Get("do") {
	case "grant":
	case "refuse":
		answer = s.Editor(c).Requests().Refuse
	default:
		return fault.New(fault.Invalid, "form.incomplete")
	}
	if err := answer(c.Request.Context(), d); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.redirectBack(c, snapshot)
}

// redirectBack redirects to the page of the day, or to the form's page of this site.
func (s *Handlers) redirectBack(c *gin.Context, snapshot *director.Snapshot) error {
	if to := c.PostForm("back"); to != "" {
		return s.Redirect(c, site.LocalPath(to))
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/day")
}

// postIncident stores an incident.
func (s *Handlers) postIncident(c *gin.Context, snapshot *director.Snapshot) error {
	sent := c.Request.PostForm
	player, err := chosen(snapshot.Tournament, "player", sent)
	round, wrong := number("round", sent)
	minutes, bad := number("minutes", sent)
	if err := cmp.Or(err, wrong, bad); err != nil {
		return s.refuse(c, snapshot, err)
	}
	n := tournament.Incident{
		Kind: tournament.IncidentKind(sent.Get("kind")), Round: round, Player: player, Minutes: minutes, Note: sent.Get("note"),
	}
	if err := s.Editor(c).Day().AddIncident(c.Request.Context(), n, site.IdempotencyKey(c)); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.redirectBack(c, snapshot)
}

func (s *Handlers) postIncidentRemoved(c *gin.Context, snapshot *director.Snapshot) error {
	if err := s.Editor(c).Day().RemoveIncident(c.Request.Context(), page.Natural(c.Param("id"))); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.redirectBack(c, snapshot)
}

// postAnnouncement publishes a text, for a number of minutes or until the desk ends it.
func (s *Handlers) postAnnouncement(c *gin.Context, snapshot *director.Snapshot) error {
	sent := c.Request.PostForm
	minutes, err := number("minutes", sent)
	if err != nil {
		return s.refuse(c, snapshot, err)
	}
	lasting := time.Duration(min(minutes, 24*60)) * time.Minute
	if err := s.Editor(c).Day().Announce(c.Request.Context(), sent.Get("text"), lasting, site.IdempotencyKey(c)); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.redirectBack(c, snapshot)
}

func (s *Handlers) postAnnouncementEnded(c *gin.Context, snapshot *director.Snapshot) error {
	if err := s.Editor(c).Day().EndAnnouncement(c.Request.Context(), page.Natural(c.Param("id"))); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.redirectBack(c, snapshot)
}

// chosen returns the player of a field: "Ek Ida · 17" by the number, or a unique name; 0 for an empty field. Faults:
// "today.player.unknown" and "today.player.several".
func chosen(t *tournament.Tournament, field string, sent url.Values) (tournament.PlayerID, error) {
	text := strings.TrimSpace(sent.Get(field))
	if text == "" {
		return 0, nil
	}
	name, number, numbered := strings.Cut(text, "·")
	if p := t.Player(tournament.PlayerID(page.Natural(strings.TrimSpace(number)))); numbered && p != nil {
		return p.ID, nil
	}
	key, found := "today.player.unknown", tournament.PlayerID(0)
	for i := range t.Players {
		if numbered || !spelling.Equal(t.Players[i].Name(), strings.TrimSpace(name)) {
			continue
		}
		if found != 0 {
			key, found = "today.player.several", 0
			break
		}
		found = t.Players[i].ID
	}
	if found == 0 {
		return 0, fault.New(fault.NotFound, key, tournament.Field(field), fault.Clip(text))
	}
	return found, nil
}

// number returns the whole number of a field, 0 for an empty one.
func number(field string, sent url.Values) (int, error) {
	text := strings.TrimSpace(sent.Get(field))
	if text == "" {
		return 0, nil
	}
	n, err := form.ParseWhole(field, text)
	return int(max(math.MinInt32, min(n, math.MaxInt32))), err
}
