package today

import (
	"crypto/rand"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/day"
	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A dayPage shows what players ask for, the referee's notes and the announcements, with forms for more.
type dayPage struct {
	page.Base
	// Open are the requests without an answer, the oldest first, Answered the latest others.
	Open, Answered []requestView
	Incidents      []incidentView
	Announcements  []announcementView
	// Players, Kinds, IncidentKinds and Rounds are the choices of the forms.
	Players              []page.PlayerView
	Kinds, IncidentKinds []choiceView
	Rounds               []int
	// Next is the round that a new request is about if it says no other, Current the one being played.
	Next, Current int
	Sent          sentForm
	Once, Fault   string
}

// A sentForm is a refused form, by the names of its fields.
type sentForm map[string]string

// A requestView is one request.
type requestView struct {
	ID         int
	Text, Note string
	// Kind names what is asked, State what became of it, When and From the asking, By the decision.
	Kind, State, When, From, By, Answer string
	// Rank is set when the answer decides about the starting score too.
	Rank bool
	// Notice is set for one that only tells of a reserve who has a place now, as Place does.
	Notice bool
	Place  *page.PlaceView
	// Player is the address of the player's entry, "" once they are removed.
	Player string
}

// An incidentView is a note of the referee.
type incidentView struct {
	ID                            int
	Kind, Round, Name, Text       string
	Player, Minutes, When, Author string
}

// An announcementView is a text for everybody, shown until a time or until it is ended.
type announcementView struct {
	ID                int
	Text, When, Until string
	Open              bool
}

// A choiceView is one choice of a list.
type choiceView struct{ Value, Text string }

// mostAnswered bounds the requests that are listed after their answer.
const mostAnswered = 100

// showDay shows the page.
func (s *Room) showDay(c *gin.Context, snapshot *director.Snapshot) error {
	return s.Render(c, "day", s.dayPage(c, snapshot))
}

func (s *Room) dayPage(c *gin.Context, snapshot *director.Snapshot) *dayPage {
	t, now := snapshot.Tournament, s.Director.Now()
	v := &dayPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("today.all"), ""), Once: rand.Text(),
		Next: min(t.Current()+1, t.Settings.Rounds), Current: t.Current(), Sent: sentForm{},
	}
	for i := range t.Day.Requests {
		r := &t.Day.Requests[i]
		view := v.newRequestView(t, r)
		if r.State == tournament.RequestNew {
			v.Open = append(v.Open, view)
		} else {
			v.Answered = append(v.Answered, view)
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
	for _, kind := range tournament.RequestKinds() {
		// The others tell of what has happened.
		if kind != tournament.AskSignUp && kind != tournament.AskCancel && kind != tournament.AskPlace {
			v.Kinds = append(v.Kinds, choiceView{string(kind), page.Text(v.Language, kind)})
		}
	}
	for _, kind := range tournament.IncidentKinds() {
		v.IncidentKinds = append(v.IncidentKinds, choiceView{string(kind), page.Text(v.Language, kind)})
	}
	for n := range t.Settings.Rounds {
		v.Rounds = append(v.Rounds, n+1)
	}
	return v
}

func (v *dayPage) newRequestView(t *tournament.Tournament, r *tournament.Request) requestView {
	view := requestView{
		ID: r.ID, Text: page.RequestText(v.Language, t, r), Note: r.Note, Kind: page.Text(v.Language, r.Kind),
		State: page.Text(v.Language, r.State), When: v.Moment(r.At), From: history.AuthorName(v.Language, t, r.From), Answer: r.Answer,
		Rank: r.Kind == tournament.AskRank, Notice: r.Kind == tournament.AskPlace, Place: page.NewPlaceView(v.Language, t, r),
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

// refuse shows the page again with what was sent and why it was refused.
func (s *Room) refuse(c *gin.Context, snapshot *director.Snapshot, err error) error {
	v := s.dayPage(c, snapshot)
	v.Fault = v.Error(err)
	for name, values := range c.Request.PostForm {
		v.Sent[name] = values[0]
	}
	return s.RenderRefused(c, err, "day", v)
}

// postRequest enters a request in the name of a player.
func (s *Room) postRequest(c *gin.Context, snapshot *director.Snapshot) error {
	sent := c.Request.PostForm
	r := tournament.Request{
		Kind: tournament.RequestKind(sent.Get("kind")), Player: chosen(snapshot.Tournament, sent.Get("player")), Note: sent.Get("note"),
	}
	if r.Kind.HasRound() {
		r.Round = page.Natural(sent.Get("round"))
	}
	r.Proposed = tournament.Proposed{
		Family: sent.Get("family"), Given: sent.Get("given"), Club: sent.Get("club"), Country: sent.Get("country"),
		Substitute: chosen(snapshot.Tournament, sent.Get("substitute")),
	}
	var err error
	if text := strings.TrimSpace(sent.Get("rank")); text != "" {
		r.Proposed.Rank, err = rank.Parse(text)
	}
	id := 0
	if err == nil {
		id, err = s.Editor(c).Requests().Ask(c.Request.Context(), r, sent.Get("once"))
	}
	if err == nil && sent.Get("do") == "grant" {
		err = s.Editor(c).Requests().Grant(c.Request.Context(), day.Decision{Request: id})
	}
	if err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.back(c, snapshot)
}

// postAnswer does what a request asks for, or refuses it.
func (s *Room) postAnswer(c *gin.Context, snapshot *director.Snapshot) error {
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
	return s.back(c, snapshot)
}

// back leads back to the page of the day, or to the page of this site that the form names.
func (s *Room) back(c *gin.Context, snapshot *director.Snapshot) error {
	if to := c.PostForm("back"); to != "" {
		return s.Redirect(c, site.LocalPath(to))
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/day")
}

// postIncident notes an incident.
func (s *Room) postIncident(c *gin.Context, snapshot *director.Snapshot) error {
	sent := c.Request.PostForm
	n := tournament.Incident{
		Kind: tournament.IncidentKind(sent.Get("kind")), Round: page.Natural(sent.Get("round")),
		Player: chosen(snapshot.Tournament, sent.Get("player")), Minutes: page.Natural(sent.Get("minutes")), Note: sent.Get("note"),
	}
	if err := s.Editor(c).Day().AddIncident(c.Request.Context(), n, sent.Get("once")); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.back(c, snapshot)
}

func (s *Room) postIncidentRemoved(c *gin.Context, snapshot *director.Snapshot) error {
	if err := s.Editor(c).Day().RemoveIncident(c.Request.Context(), page.Natural(c.Param("id"))); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.back(c, snapshot)
}

// postAnnouncement shows a text to everybody, for so many minutes or until it is ended.
func (s *Room) postAnnouncement(c *gin.Context, snapshot *director.Snapshot) error {
	sent := c.Request.PostForm
	var until time.Time
	if minutes := page.Natural(sent.Get("minutes")); minutes > 0 {
		until = s.Director.Now().Add(time.Duration(min(minutes, 24*60)) * time.Minute)
	}
	if err := s.Editor(c).Day().Announce(c.Request.Context(), sent.Get("text"), until, sent.Get("once")); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.back(c, snapshot)
}

func (s *Room) postAnnouncementEnded(c *gin.Context, snapshot *director.Snapshot) error {
	if err := s.Editor(c).Day().EndAnnouncement(c.Request.Context(), page.Natural(c.Param("id"))); err != nil {
		return s.refuse(c, snapshot, err)
	}
	return s.back(c, snapshot)
}

// chosen returns the player whom a field names: "Ek Ida · 17" by the number, or the name alone if only one has it; 0 for
// nobody.
func chosen(t *tournament.Tournament, text string) tournament.PlayerID {
	if _, number, ok := strings.Cut(text, "·"); ok {
		return tournament.PlayerID(page.Natural(strings.TrimSpace(number)))
	}
	name, found := tournament.Fold(strings.TrimSpace(text)), tournament.PlayerID(0)
	for i := range t.Players {
		if tournament.Fold(t.Players[i].Name()) != name {
			continue
		}
		if found != 0 {
			return 0
		}
		found = t.Players[i].ID
	}
	return found
}
