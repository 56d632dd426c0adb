package people

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A registrationPage is the form that registers a player, and the list of all
// players with check-in and rounds.
type registrationPage struct {
	page.Base
	// Lookup searches the rating lists, Filled is the player who fills the form.
	Lookup lookupView
	Filled *filledView
	Fields []form.FieldView
	Here   bool // registering checks the player in too
	Rounds []roundBox
	Once   string
	// Alike are players whose names resemble the new one.
	Alike []registeredView

	// Query and Show filter the list.
	Query   string
	Show    string
	Filters []form.OptionView
	// Waiting counts the players who can be checked in together.
	Waiting int
	Players []registeredView
	Total   int
	// Left describes how a draft was changed when a player left it; may be nil.
	Left *history.RepairedDraft
}

// A roundBox is the box that lets a new player play a round.
type roundBox struct {
	Number int
	Plays  bool
}

// A registeredView is one player of the list (its rounds: partial "rounds").
type registeredView struct {
	page.PlayerView
	Home   string // address of the player at the desk
	Rating string
	// Doubt warns that rank and rating disagree; may be empty.
	Doubt string
	EGD   string
	// StatusText is the player's status in words.
	Here, Withdrawn bool
	StatusText      string
	Rounds          []attendanceView
	Notes           string
	// Search is the text in which words of the filter are found.
	Search string
}

// An attendanceView is a player's attendance in a round, and the one that a click
// makes of it. Fixed is set when it can no longer be changed.
type attendanceView struct {
	Number int
	Is     tournament.Attendance
	Next   tournament.Attendance
	Words  string
	Fixed  bool
}

// nextAttendance is the attendance after a click.
var nextAttendance = map[tournament.Attendance]tournament.Attendance{
	tournament.Plays: tournament.Absent, tournament.Absent: tournament.HalfBye, tournament.HalfBye: tournament.Plays,
}

func newRegisteredView(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) registeredView {
	v := registeredView{
		PlayerView: page.NewPlayerView(t, p.ID), Rating: lang.Decimal(p.Rating.String()), EGD: p.EGD, Notes: p.Notes,
		Home: "/desk/" + t.Info.Slug + "/players/" + strconv.Itoa(int(p.ID)),
		Here: p.Status == tournament.CheckedIn, Withdrawn: p.Status == tournament.Withdrawn,
		StatusText: lang.T(page.StatusKeys[p.Status]), Doubt: rankDoubt(lang, p),
		Search: tournament.Fold(strings.Join([]string{p.Name(), p.Rank.String(), p.Country, p.Club, p.EGD}, " ")),
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		a := attendanceView{Number: n, Is: p.Attendance(n)}
		a.Next = nextAttendance[a.Is]
		if r := t.Round(n); r != nil {
			a.Fixed = r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID))
		}
		a.Words = lang.T("attendance."+string(a.Is), n)
		if a.Fixed {
			a.Words = lang.T("attendance.paired", n)
		}
		v.Rounds = append(v.Rounds, a)
	}
	return v
}

// Starred reports whether any player of the list has notes.
func (p registrationPage) Starred() bool {
	return slices.ContainsFunc(p.Players, func(v registeredView) bool { return v.Notes != "" })
}

// registrationFields are the fields of the form. Family name and rank are
// required.
var registrationFields = form.Pick(playerFields, "family", "given", "rank", "club", "country")

func (s *Room) showRegistration(c *gin.Context, snapshot *director.Snapshot) error {
	if site.IsHTMX(c) && c.Request.URL.Query().Has("find") {
		found, err := s.lookup(c.Request.Context(), s.Language(c), snapshot.Tournament, c.Query("find"))
		if err != nil {
			return err
		}
		return s.RenderPart(c, http.StatusOK, site.Part{Page: "registration", Name: "found", Data: found})
	}
	view, err := s.registrationPage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	view.Here = c.Query("here") != "0"
	for _, done := range []struct{ query, key string }{{"added", "registration.added"}, {"saved", "registration.saved"}} {
		id, err := strconv.Atoi(c.Query(done.query))
		if err != nil {
			continue
		}
		if p := snapshot.Tournament.Player(tournament.PlayerID(id)); p != nil {
			view.Notice = &page.Banner{
				Level: "notice", Text: view.T(done.key, p.Name(), p.Rank),
				Action: view.T("registration.edit"), Address: view.Event.Home + "/players/" + strconv.Itoa(id),
			}
			if warning := rankDoubt(view.Language, p); warning != "" {
				view.Notice.Level, view.Notice.Text = "warning", view.Notice.Text+" "+warning
			}
		}
	}
	if n, err := strconv.Atoi(c.Query("imported")); err == nil {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("registration.imported", n)}
		if view.Lookup.Kept { // rating lists have ratings and IDs
			view.Notice.Action, view.Notice.Address = view.T("registration.compare"), view.Event.Home+"/ratings"
		}
	}
	if c.Query("taken") != "" {
		view.Notice = &page.Banner{Level: "warning", Text: view.T("registration.taken")}
	}
	return s.Render(c, "registration", view)
}

// registrationPage returns the page; sent is a refused form.
func (s *Room) registrationPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*registrationPage, error) {
	t := snapshot.Tournament
	view := &registrationPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.players"), "players"),
		Here: true, Once: rand.Text(), Total: len(t.Players),
		Query: page.Clip(c.Query("q")), Show: page.Clip(c.Query("show")),
	}
	var err error
	if view.Lookup, err = s.lookup(c.Request.Context(), view.Language, t, c.Query("find")); err != nil {
		return nil, err
	}
	from, err := s.fillFromList(c, view, sent.Values)
	if err != nil {
		return nil, err
	}
	view.Fields = form.View(view.Language, registrationFields, from, sent)
	if sent.Values != nil {
		view.Here, view.Once = sent.Values.Has("here"), page.Clip(sent.Values.Get("once"))
	}
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		plays := sent.Values == nil || slices.Contains(sent.Values["plays"], strconv.Itoa(n))
		view.Rounds = append(view.Rounds, roundBox{n, plays})
	}
	if err := sent.Wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	view.fillPlayers(t)
	view.focus()
	view.Left, err = s.RepairedDraft(c, view.Language, t)
	return view, err
}

// fillFromList returns the player of a rating list who fills the form.
func (s *Room) fillFromList(c *gin.Context, page *registrationPage, form url.Values) (*tournament.Player, error) {
	text := c.Query("take")
	if form != nil {
		text = form.Get("entry")
	}
	if text == "" {
		return &tournament.Player{}, nil
	}
	named, err := s.entry(c.Request.Context(), text)
	if err != nil {
		return nil, err
	}
	p := named.list.Fill(tournament.Player{}, named.entry)
	declared := p.Rank
	if form != nil {
		declared, _ = rank.Parse(form.Get("rank")) // without a rank there is no doubt
	}
	page.Filled = newFilledView(page.Language, named, declared)
	return &p, nil
}

// focus sets the field with the cursor: the first wrong one, the rank of a player
// from a list, the search in the lists, or the name.
func (p *registrationPage) focus() {
	wrong := slices.IndexFunc(p.Fields, func(f form.FieldView) bool { return f.Fault != "" })
	switch {
	case p.Query != "" || p.Show != "":
	case wrong >= 0:
		p.Fields[wrong].Focus = true
	case p.Filled != nil:
		p.Fields[slices.IndexFunc(p.Fields, func(f form.FieldView) bool { return f.Name == "rank" })].Focus = true
	case p.Lookup.Kept:
		p.Lookup.Focus = true
	default:
		p.Fields[0].Focus = true
	}
}

// shows are the filters of the list.
var shows = map[string]func(p *tournament.Player, round int) bool{
	"":        func(*tournament.Player, int) bool { return true },
	"waiting": func(p *tournament.Player, _ int) bool { return p.Status == tournament.Preliminary },
	"here":    func(p *tournament.Player, _ int) bool { return p.Status == tournament.CheckedIn },
	"absent": func(p *tournament.Player, round int) bool {
		return p.Status == tournament.CheckedIn && p.Absent.Has(round)
	},
	"withdrawn": func(p *tournament.Player, _ int) bool { return p.Status == tournament.Withdrawn },
}

// fillPlayers lists the players that pass the filter, and counts all.
func (p *registrationPage) fillPlayers(t *tournament.Tournament) {
	// Absences matter for the round to be drawn, or the last.
	round := min(t.Current()+1, t.Settings.Rounds)
	if shows[p.Show] == nil {
		p.Show = ""
	}
	for _, name := range []string{"", "waiting", "here", "absent", "withdrawn"} {
		n := 0
		for i := range t.Players {
			if shows[name](&t.Players[i], round) {
				n++
			}
		}
		key := "registration.show.all"
		if name != "" {
			key = "registration.show." + name
		}
		p.Filters = append(p.Filters, form.OptionView{Value: name, Text: p.T(key, n, round), Current: name == p.Show})
		if name == "waiting" {
			p.Waiting = n
		}
	}
	words := strings.Fields(tournament.Fold(p.Query))
	for i := range t.Players {
		if !shows[p.Show](&t.Players[i], round) {
			continue
		}
		v := newRegisteredView(p.Language, t, &t.Players[i])
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(v.Search, w) }) {
			p.Players = append(p.Players, v)
		}
	}
	i18n.Sort(p.Language, p.Players, func(v registeredView) string { return v.Name })
}

func (s *Room) postRegistration(c *gin.Context, snapshot *director.Snapshot) error {
	sent, t := c.Request.PostForm, snapshot.Tournament
	p := tournament.Player{}
	wrong, err := form.Read(registrationFields, sent, &p)
	if err != nil {
		return err
	}
	if text := sent.Get("entry"); text != "" {
		named, err := s.entry(c.Request.Context(), text)
		if err != nil {
			return err
		}
		if sharesName(&p, named.entry) {
			p = named.list.Fill(p, named.entry)
		}
	}
	if sent.Has("here") {
		p.Status = tournament.CheckedIn
	}
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		p.Absent = p.Absent.Put(n, !slices.Contains(sent["plays"], strconv.Itoa(n)))
	}
	if len(wrong) == 0 {
		id, err := s.PersonEditor(c).AddPlayer(c.Request.Context(), p, namesakes(sent), sent.Get("once"))
		if err == nil {
			return s.Redirect(c, registeredAddress(t.Info.Slug, id, sent.Has("here")))
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	page, err := s.registrationPage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	if fault.Is(wrong["family"], "player.twin") || fault.Is(wrong["family"], "player.alike") {
		for _, o := range t.LookAlikes(p.Family, p.Given) {
			page.Alike = append(page.Alike, newRegisteredView(page.Language, t, o))
		}
		page.Fields[0].Fault = "" // the question below repeats it with names
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "registration", page)
}

// registeredAddress returns the address of the empty form with a notice about the
// player just registered.
func registeredAddress(slug string, id tournament.PlayerID, here bool) string {
	address := "/desk/" + slug + "/players?added=" + strconv.Itoa(int(id))
	if !here {
		address += "&here=0"
	}
	return address
}
