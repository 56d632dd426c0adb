package tournament

import (
	"reflect"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A Day holds the data of a tournament day besides players and games. The elements
// of each list are in the order of their IDs, which come from NewID. Steps on
// them are in package day.
type Day struct {
	Requests      []Request      `json:"requests,omitempty"`
	Incidents     []Incident     `json:"incidents,omitempty"`
	Announcements []Announcement `json:"announcements,omitempty"`
	Finals        []FinalList    `json:"finals,omitempty"`
	Sendings      []Sending      `json:"sendings,omitempty"`
	Pictures      []Picture      `json:"pictures,omitempty"`
	Printings     []Printing     `json:"printings,omitempty"`
	Evenings      []Evening      `json:"evenings,omitempty"`
}

// A Request asks the desk for something, or reports a sign-up, a cancellation or a freed place.
type Request struct {
	ID   int         `json:"id"`
	Kind RequestKind `json:"kind"`
	// Player is the subject, Name their name at the time of the request: the player may be removed later.
	Player PlayerID `json:"player,omitzero"`
	Name   string   `json:"name,omitzero"`
	// Round is the round of a kind that has one, else 0.
	Round    int      `json:"round,omitzero"`
	Proposed Proposed `json:"proposed,omitzero"`
	Note     string   `json:"note,omitzero"`
	// From is the name of the desk that wrote it down, or FromPlayer.
	From  string       `json:"from"`
	At    time.Time    `json:"at"`
	State RequestState `json:"state"`
	// By, Decided and Answer are of the decision.
	By      string    `json:"by,omitzero"`
	Decided time.Time `json:"decided,omitzero"`
	Answer  string    `json:"answer,omitzero"`
	// Promoted is the player with the freed place, for AskCancel and AskPlace; 0 for none.
	Promoted PlayerID `json:"promoted,omitzero"`
}

// FromPlayer is the author of requests through a player's link or the sign-up page. Pages show a word for it.
const FromPlayer = "@link"

// Proposed are the requested values; only the fields of the request's kind count.
type Proposed struct {
	Family     string    `json:"family,omitzero"`
	Given      string    `json:"given,omitzero"`
	Rank       rank.Rank `json:"rank,omitzero"`
	Club       string    `json:"club,omitzero"`
	Country    string    `json:"country,omitzero"`
	Substitute PlayerID  `json:"substitute,omitzero"`
}

// A RequestKind is the kind of a request.
type RequestKind string

// The kinds.
const (
	// AskSignUp reports a sign-up. To grant it has no effect, to refuse it removes the player.
	AskSignUp RequestKind = "sign-up"
	// AskCancel reports a withdrawal before the tournament.
	AskCancel RequestKind = "cancel"
	// AskPlace reports a reserve who got a place by a step of the desk.
	AskPlace RequestKind = "place"
	// AskSkip asks for an absence in Round, AskLeave for one from Round on, and
	// AskLate to play from Round on.
	AskSkip  RequestKind = "skip"
	AskLeave RequestKind = "leave"
	AskLate  RequestKind = "late"
	// AskName, AskRank and AskDetails ask for the proposed name, the proposed
	// rank, the proposed club and country.
	AskName    RequestKind = "name"
	AskRank    RequestKind = "rank"
	AskDetails RequestKind = "details"
	// AskReturn asks that a player who withdrew may play again.
	AskReturn RequestKind = "return"
	// AskSubstitute asks for the proposed substitute in Round.
	AskSubstitute RequestKind = "substitute"
)

// RequestKinds lists the kinds.
func RequestKinds() []RequestKind {
	return []RequestKind{
		AskSignUp, AskCancel, AskPlace, AskSkip, AskLeave, AskLate, AskName, AskRank, AskDetails, AskReturn, AskSubstitute,
	}
}

// Message returns the message that names the kind.
func (k RequestKind) Message() (key string, args []any) { return "request.kind." + string(k), nil }

// HasRound reports whether requests of the kind are about one round.
func (k RequestKind) HasRound() bool {
	return slices.Contains([]RequestKind{AskSkip, AskLeave, AskLate, AskSubstitute}, k)
}

// Concerns reports whether a request is open and its answer decides who plays round n, or a player's rank in it.
func (t *Tournament) Concerns(r *Request, n int) bool {
	p := t.Player(r.Player)
	if r.State != RequestNew || p == nil {
		return false
	}
	switch plays := p.Plays(n); r.Kind {
	case AskSkip:
		return r.Round == n && plays
	case AskLeave:
		return r.Round <= n && plays
	case AskLate:
		return r.Round > n == plays
	case AskSubstitute:
		return r.Round == n
	case AskReturn:
		return !plays
	case AskRank:
		return plays
	}
	return false
}

// A RequestState is the progress of a request.
type RequestState string

// The states.
const (
	RequestNew     RequestState = "new"
	RequestDone    RequestState = "done"
	RequestRefused RequestState = "refused"
)

// Message returns the message that names the state.
func (s RequestState) Message() (key string, args []any) { return "request.state." + string(s), nil }

// An Incident is a note of the referee.
type Incident struct {
	ID   int          `json:"id"`
	Kind IncidentKind `json:"kind"`
	// Round and Player are the time and the subject; 0 for none.
	Round  int      `json:"round,omitzero"`
	Player PlayerID `json:"player,omitzero"`
	// Minutes is the delay, or the time taken off the clock.
	Minutes int       `json:"minutes,omitzero"`
	Note    string    `json:"note,omitzero"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// An IncidentKind is the kind of an incident.
type IncidentKind string

// The kinds.
const (
	CameLate    IncidentKind = "late"
	Warned      IncidentKind = "warning"
	TimePenalty IncidentKind = "penalty"
	IllegalMove IncidentKind = "illegal"
	Otherwise   IncidentKind = "other"
)

// IncidentKinds lists the kinds.
func IncidentKinds() []IncidentKind {
	return []IncidentKind{CameLate, Warned, TimePenalty, IllegalMove, Otherwise}
}

// Message returns the message that names the kind.
func (k IncidentKind) Message() (key string, args []any) {
	return "today.incident.kind." + string(k), nil
}

// An Announcement is a text for all readers.
type Announcement struct {
	ID   int       `json:"id"`
	Text string    `json:"text"`
	By   string    `json:"by"`
	At   time.Time `json:"at"`
	// Until is the time of its removal from the pages; zero for never.
	Until time.Time `json:"until,omitzero"`
}

// Open reports whether pages still show the announcement.
func (a *Announcement) Open(now time.Time) bool { return a.Until.IsZero() || now.Before(a.Until) }

// A FinalList is the final standings as announced. The first is the announced list, later ones are corrected lists; all
// but the last are reopened.
type FinalList struct {
	ID   int       `json:"id"`
	At   time.Time `json:"at"`
	By   string    `json:"by"`
	Note string    `json:"note,omitzero"`
	// Criteria are the heads of the scores. Lines are in the order of the
	// standings.
	Criteria []Criterion `json:"criteria,omitempty"`
	Lines    []FinalLine `json:"lines,omitempty"`
	// Reopened is the time of the reopening for a correction, by ReopenedBy and for the Reason; zero while the list is
	// valid.
	Reopened   time.Time `json:"reopened,omitzero"`
	ReopenedBy string    `json:"reopenedBy,omitzero"`
	Reason     string    `json:"reason,omitzero"`
}

// A FinalLine is a line of the final standings. Player is a player or, where teams play,
// a team.
type FinalLine struct {
	Place  int      `json:"place"`
	Player PlayerID `json:"player"`
	// Name is the name of that time, Scores are as lists show them.
	Name   string   `json:"name"`
	Scores []string `json:"scores,omitempty"`
}

// A Sending is a report to a federation.
type Sending struct {
	ID int `json:"id"`
	// To is EGD, FFG, AGA or another name.
	To string `json:"to"`
	// File is the name of the file, Hash the SHA-256 of its content, Version
	// the version of the tournament.
	File    string       `json:"file,omitzero"`
	Hash    string       `json:"hash,omitzero"`
	Version int          `json:"version,omitzero"`
	By      string       `json:"by"`
	At      time.Time    `json:"at"`
	State   SendingState `json:"state"`
	Note    string       `json:"note,omitzero"`
}

// A SendingState is the answer of the federation.
type SendingState string

// The states.
const (
	Sent         SendingState = "sent"
	SentAccepted SendingState = "accepted"
	SentReturned SendingState = "returned"
)

// SendingStates lists the states.
func SendingStates() []SendingState { return []SendingState{Sent, SentAccepted, SentReturned} }

// Message returns the message that names the state.
func (s SendingState) Message() (key string, args []any) { return "sending.state." + string(s), nil }

// A Picture is a photo for the public pages.
type Picture struct {
	ID      int    `json:"id"`
	Caption string `json:"caption,omitzero"`
	// Hash is the SHA-256 of the JPEG, by which Whole.Pictures has it.
	Hash string `json:"hash"`
	// Width and Height are in pixels.
	Width  int       `json:"width"`
	Height int       `json:"height"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// A Printing is the last print of the papers of one round. Its choice of papers is proposed for later rounds.
type Printing struct {
	ID int `json:"id"`
	// Round is 0 for papers before the first and after the last round.
	Round  int      `json:"round,omitzero"`
	Papers []Copies `json:"papers,omitempty"`
	// Version is the version of the tournament on the paper.
	Version int       `json:"version"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// Copies is the number of copies of a paper, 0 for a paper that is not printed.
type Copies struct {
	Paper string `json:"paper"`
	Count int    `json:"count,omitzero"`
}

// Bounds on a Day.
const (
	MostPapers        = 20 // of one printing
	MostCopies        = 20 // of one paper
	MostRequests      = 20_000
	MostIncidents     = 5000
	MostAnnouncements = 500
	MostFinals        = 50
	MostSendings      = 500
	MostPictures      = 24
	// LongestAnnouncement is in characters.
	LongestAnnouncement = 500
	// MostPictureBytes bounds the JPEG of a picture.
	MostPictureBytes = 500_000
	// MostPictureSide bounds the width and the height of a picture.
	MostPictureSide = 1600
	mostMinutes     = 24 * 60
)

// NewID returns a number unused in the tournament so far.
func (t *Tournament) NewID() int {
	t.LastID++
	return t.LastID
}

// Request returns the request of that ID, or nil.
func (t *Tournament) Request(id int) *Request {
	return find(t.Day.Requests, func(r *Request) bool { return r.ID == id })
}

// Frozen returns the valid final standings; nil before their announcement, and during a correction.
func (t *Tournament) Frozen() *FinalList {
	if n := len(t.Day.Finals); n > 0 && t.Day.Finals[n-1].Reopened.IsZero() {
		return &t.Day.Finals[n-1]
	}
	return nil
}

// TakesSignUps reports whether people may sign up now. Announced final standings end the sign-up, even during their
// correction.
func (t *Tournament) TakesSignUps(now time.Time) bool {
	return t.Settings.SignUp.Opens(now) && len(t.Day.Finals) == 0 && !t.Info.Archived
}

// clone returns a copy without a list shared with d.
func (d Day) clone() Day {
	d.Requests, d.Incidents, d.Announcements = slices.Clone(d.Requests), slices.Clone(d.Incidents), slices.Clone(d.Announcements)
	d.Sendings, d.Pictures = slices.Clone(d.Sendings), slices.Clone(d.Pictures)
	unshare(reflect.ValueOf(&d.Finals).Elem())
	unshare(reflect.ValueOf(&d.Printings).Elem())
	unshare(reflect.ValueOf(&d.Evenings).Elem())
	return d
}

// CheckDay returns the first fault in the day: of a number, an overlong text, or an unknown value.
func (t *Tournament) CheckDay() error {
	d := &t.Day
	c := dayCheck{last: t.LastID, seen: map[int]bool{}}
	c.count(len(d.Requests), MostRequests)
	c.count(len(d.Incidents), MostIncidents)
	c.count(len(d.Announcements), MostAnnouncements)
	c.count(len(d.Finals), MostFinals)
	c.count(len(d.Sendings), MostSendings)
	c.count(len(d.Pictures), MostPictures)
	c.count(len(d.Printings), MaxRounds+1)
	for i := range d.Requests {
		c.request(&d.Requests[i])
	}
	for i := range d.Incidents {
		n := &d.Incidents[i]
		c.number(n.ID)
		c.known(slices.Contains(IncidentKinds(), n.Kind), "today.incident.kind", string(n.Kind))
		c.known(n.Minutes >= 0 && n.Minutes <= mostMinutes, "today.incident.minutes", n.Minutes, mostMinutes)
		c.refers(n.Round, n.Player)
		c.text("note", n.Note, longestNote)
		c.text("name", n.By, longestText)
	}
	for i := range d.Announcements {
		a := &d.Announcements[i]
		c.number(a.ID)
		c.known(a.Text != "", "today.announcement.empty")
		c.text("announcement", a.Text, LongestAnnouncement)
		c.text("name", a.By, longestText)
	}
	for i := range d.Finals {
		c.final(&d.Finals[i])
		c.known(i == len(d.Finals)-1 || !d.Finals[i].Reopened.IsZero(), "final.stands")
	}
	for i := range d.Sendings {
		s := &d.Sendings[i]
		c.number(s.ID)
		c.known(s.To != "", "sending.to")
		c.known(slices.Contains(SendingStates(), s.State), "sending.state", string(s.State))
		c.text("note", s.Note, longestNote)
		for _, name := range []string{s.To, s.File, s.Hash, s.By} {
			c.text("name", name, longestText)
		}
	}
	for i := range d.Pictures {
		p := &d.Pictures[i]
		c.number(p.ID)
		c.known(len(p.Hash) == 64 && p.Width > 0 && p.Width <= MostPictureSide && p.Height > 0 && p.Height <= MostPictureSide, "photo.size")
		c.text("caption", p.Caption, longestText)
		c.text("name", p.By, longestText)
	}
	for i := range d.Printings {
		c.printing(&d.Printings[i])
	}
	t.checkEvenings(&c)
	t.checkRankDecisions(&c)
	return c.err
}

// A dayCheck holds the first fault found.
type dayCheck struct {
	last int
	seen map[int]bool
	err  error
}

func (c *dayCheck) request(r *Request) {
	p := &r.Proposed
	c.number(r.ID)
	c.known(slices.Contains(RequestKinds(), r.Kind), "request.kind", string(r.Kind))
	c.known(slices.Contains([]RequestState{RequestNew, RequestDone, RequestRefused}, r.State), "request.state", string(r.State))
	c.known(p.Rank == rank.None || p.Rank.Valid(), "player.rank.invalid", p.Rank.String())
	c.refers(r.Round, r.Player, p.Substitute, r.Promoted)
	c.text("note", r.Note, longestNote)
	c.text("note", r.Answer, longestNote)
	for _, name := range []string{r.Name, p.Family, p.Given, p.Club, p.Country, r.From, r.By} {
		c.text("name", name, longestText+1)
	}
}

func (c *dayCheck) printing(p *Printing) {
	c.number(p.ID)
	c.refers(p.Round)
	c.text("name", p.By, longestText)
	c.count(len(p.Papers), MostPapers)
	for _, paper := range p.Papers {
		c.text("name", paper.Paper, longestText)
		c.known(paper.Count >= 0 && paper.Count <= MostCopies, "paper.copies", MostCopies)
	}
}

func (c *dayCheck) count(n, most int) {
	c.seen[0] = true // 0 is not a valid number
	if c.err == nil && n > most {
		c.err = fault.New(fault.TooLarge, "today.day.many", most)
	}
}

func (c *dayCheck) number(id int) {
	if c.err == nil && (id < 0 || id > c.last || c.seen[id]) {
		c.err = fault.New(fault.Invalid, "today.day.number", id)
	}
	c.seen[id] = true
}

// known records a fault unless ok; it clips texts among the values.
func (c *dayCheck) known(ok bool, key string, args ...any) {
	if c.err != nil || ok {
		return
	}
	for i := range args {
		if text, isText := args[i].(string); isText {
			args[i] = fault.Clip(text)
		}
	}
	c.err = &fault.Error{Kind: fault.Invalid, Key: key, Args: args}
}

// refers checks the numbers of a round and of players, including removed ones.
func (c *dayCheck) refers(round int, players ...PlayerID) {
	c.known(round >= 0 && round <= MostTurns, "round.range", round, MostTurns)
	for _, id := range players {
		c.known(id >= 0 && int(id) <= c.last, "player.missing", int(id))
	}
}

func (c *dayCheck) text(field, text string, most int) {
	if c.err == nil {
		c.err = checkLength(field, text, most)
	}
}

func (c *dayCheck) final(f *FinalList) {
	c.number(f.ID)
	c.known(len(f.Lines) <= MostPlayers && len(f.Criteria) <= MostCriteria, "today.day.many", MostPlayers)
	c.text("note", f.Note, longestNote)
	c.text("reason", f.Reason, longestText)
	c.text("name", f.By, longestText)
	c.text("name", f.ReopenedBy, longestText)
	for i := range f.Lines {
		l := &f.Lines[i]
		c.refers(0, l.Player)
		c.known(len(l.Scores) <= MostCriteria && l.Place >= 0 && l.Place <= MostPlayers, "today.day.many", MostCriteria)
		c.text("name", l.Name, longestText+1)
		for _, score := range l.Scores {
			c.text("name", score, longestName)
		}
	}
}
