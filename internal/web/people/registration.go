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

// A registrationPage is the director's room for players: the form of the
// registration desk, and everybody with check-in and rounds.
type registrationPage struct {
	page.Base
	// Lookup finds players in the rating lists, Taken is who fills the form.
	Lookup lookupView
	Taken  *takenView
	Fields []form.FieldView
	Here   bool // who is registered is checked in too
	Rounds []roundBox
	Once   string
	// Alike are the players for whom the new one may be taken.
	Alike []registeredView

	// Query and Show narrow the list.
	Query   string
	Show    string
	Filters []form.OptionView
	// Waiting is how many can be checked in at once.
	Waiting int
	Players []registeredView
	Total   int
	// Left says how a draft was mended that somebody has left; may be nil.
	Left *history.MendedDraft
}

// A roundBox says whether a new player takes part in a round.
type roundBox struct {
	Number int
	Plays  bool
}

// A registeredView is one player of the desk's list (its rounds: partial "rounds").
type registeredView struct {
	page.PlayerView
	Home   string // address of the player at the desk
	Rating string
	// Doubt says that rank and rating disagree.
	Doubt  string
	EGD    string
	Status tournament.Status
	// Here and Withdrawn say what Status means; StatusText says it in words.
	Here, Withdrawn bool
	StatusText      string
	Rounds          []attendanceView
	Notes           string
	// Search is the text that the list is searched in.
	Search string
}

// An attendanceView is what a player does in a round, and what a click makes
// of it. Fixed says that it can no longer be changed.
type attendanceView struct {
	Number int
	Is     tournament.Attendance
	Next   tournament.Attendance
	Words  string
	Fixed  bool
}

// nextAttendance is the order in which clicks go through the attendances.
var nextAttendance = map[tournament.Attendance]tournament.Attendance{
	tournament.Plays: tournament.Absent, tournament.Absent: tournament.HalfBye, tournament.HalfBye: tournament.Plays,
}

func newRegisteredView(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) registeredView {
	v := registeredView{
		PlayerView: page.NewPlayerView(t, p.ID), Rating: lang.Decimal(p.Rating.String()), EGD: p.EGD, Status: p.Status, Notes: p.Notes,
		Home: "/desk/" + t.Info.Slug + "/players/" + strconv.Itoa(int(p.ID)),
		Here: p.Status == tournament.CheckedIn, Withdrawn: p.Status == tournament.Withdrawn,
		StatusText: lang.T(page.StatusKeys[p.Status]), Doubt: doubt(lang, p),
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

// Starred reports whether a player of the list has notes.
func (p registrationPage) Starred() bool {
	return slices.ContainsFunc(p.Players, func(v registeredView) bool { return v.Notes != "" })
}

// registrationFields are asked for at the desk; family name and rank must be
// given.
var registrationFields = form.Pick(playerFields, "family", "given", "rank", "club", "country")

func (s *Room) showRegistration(c *gin.Context) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	if site.IsHTMX(c) && c.Request.URL.Query().Has("find") {
		found, err := s.lookup(c.Request.Context(), s.Language(c), snapshot.Tournament, c.Query("find"))
		if err != nil {
			return err
		}
		return s.RenderPart(c, http.StatusOK, "registration", "found", found)
	}
	view, err := s.registrationPage(c, snapshot, nil, nil)
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
			if said := doubt(view.Language, p); said != "" {
				view.Notice.Level, view.Notice.Text = "warning", view.Notice.Text+" "+said
			}
		}
	}
	if n, err := strconv.Atoi(c.Query("imported")); err == nil {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("registration.imported", n)}
		if view.Lookup.Kept { // they know the ratings and numbers
			view.Notice.Action, view.Notice.Address = view.T("registration.compare"), view.Event.Home+"/ratings"
		}
	}
	if c.Query("taken") != "" {
		view.Notice = &page.Banner{Level: "warning", Text: view.T("registration.taken")}
	}
	return s.Render(c, "registration", view)
}

// registrationPage makes the page with the form as it was typed, if it was.
func (s *Room) registrationPage(c *gin.Context, snapshot *director.Snapshot, sent url.Values, wrong form.Faults) (*registrationPage, error) {
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
	from, err := s.taken(c, view, sent)
	if err != nil {
		return nil, err
	}
	view.Fields = form.View(view.Language, registrationFields, from, sent, wrong)
	if sent != nil {
		view.Here, view.Once = sent.Has("here"), page.Clip(sent.Get("once"))
	}
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		plays := sent == nil || slices.Contains(sent["plays"], strconv.Itoa(n))
		view.Rounds = append(view.Rounds, roundBox{n, plays})
	}
	if err := wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	view.list(t)
	view.focus()
	view.Left, err = s.MendedDraft(c, view.Language, t)
	return view, err
}

// taken says which player of a list fills the form, and returns him.
func (s *Room) taken(c *gin.Context, page *registrationPage, form url.Values) (*tournament.Player, error) {
	text := c.Query("take")
	if form != nil {
		text = form.Get("entry")
	}
	if text == "" {
		return &tournament.Player{}, nil
	}
	l, e, err := s.entry(c.Request.Context(), text)
	if err != nil {
		return nil, err
	}
	p := l.Fill(tournament.Player{}, e)
	declared := p.Rank
	if form != nil {
		declared, _ = rank.Parse(form.Get("rank")) // a rank that is none raises no doubt
	}
	page.Taken = newTakenView(page.Language, text, l, e, declared)
	return &p, nil
}

// focus puts the cursor where one goes on typing: at what is wrong, at the rank
// of a player from a list, at the search in the lists, or at the name.
func (p *registrationPage) focus() {
	wrong := slices.IndexFunc(p.Fields, func(f form.FieldView) bool { return f.Fault != "" })
	switch {
	case p.Query != "" || p.Show != "":
	case wrong >= 0:
		p.Fields[wrong].Focus = true
	case p.Taken != nil:
		p.Fields[slices.IndexFunc(p.Fields, func(f form.FieldView) bool { return f.Name == "rank" })].Focus = true
	case p.Lookup.Kept:
		p.Lookup.Focus = true
	default:
		p.Fields[0].Focus = true
	}
}

// shows are the narrowings of the list.
var shows = map[string]func(p *tournament.Player, round int) bool{
	"":        func(*tournament.Player, int) bool { return true },
	"waiting": func(p *tournament.Player, _ int) bool { return p.Status == tournament.Preliminary },
	"here":    func(p *tournament.Player, _ int) bool { return p.Status == tournament.CheckedIn },
	"absent": func(p *tournament.Player, round int) bool {
		return p.Status == tournament.CheckedIn && p.Absent.Has(round)
	},
	"withdrawn": func(p *tournament.Player, _ int) bool { return p.Status == tournament.Withdrawn },
}

// list fills in the players that are looked for, and the counts.
func (p *registrationPage) list(t *tournament.Tournament) {
	// The round that absences matter for: the one to be drawn, or the last.
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

// postRegistration registers a player.
func (s *Room) postRegistration(c *gin.Context) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	sent, t := c.Request.PostForm, snapshot.Tournament
	p := tournament.Player{}
	wrong, err := form.Read(registrationFields, sent, &p)
	if err != nil {
		return err
	}
	if text := sent.Get("entry"); text != "" {
		l, e, err := s.entry(c.Request.Context(), text)
		if err != nil {
			return err
		}
		if alike(&p, e) {
			p = l.Fill(p, e)
		}
	}
	if sent.Has("here") {
		p.Status = tournament.CheckedIn
	}
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		p.Absent = p.Absent.With(n, !slices.Contains(sent["plays"], strconv.Itoa(n)))
	}
	if len(wrong) == 0 {
		actor, _ := s.Actor(c)
		id, err := s.Director.On(actor, t.Info.Slug).AddPlayer(c.Request.Context(), p, namesakes(sent), sent.Get("once"))
		if err == nil {
			return s.Redirect(c, afterRegistration(t.Info.Slug, id, sent.Has("here")))
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	page, err := s.registrationPage(c, snapshot, sent, wrong)
	if err != nil {
		return err
	}
	if fault.Is(wrong["family"], "player.twin") || fault.Is(wrong["family"], "player.alike") {
		for _, o := range t.LookAlikes(p.Family, p.Given) {
			page.Alike = append(page.Alike, newRegisteredView(page.Language, t, o))
		}
		page.Fields[0].Fault = "" // the question below says it, with who it is
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "registration", page)
}

// afterRegistration is the empty form again, with what was done said above it.
func afterRegistration(slug string, id tournament.PlayerID, here bool) string {
	address := "/desk/" + slug + "/players?added=" + strconv.Itoa(int(id))
	if !here {
		address += "&here=0"
	}
	return address
}

// postStatus checks a player in or back out, withdraws or reinstates him.
func (s *Room) postStatus(c *gin.Context) error {
	snapshot, p, err := s.registered(c)
	if err != nil {
		return err
	}
	var status tournament.Status
	if err := status.UnmarshalText([]byte(c.PostForm("status"))); err != nil {
		return fault.Wrap(err, fault.Invalid, "status.unknown", fault.Clip(c.PostForm("status")))
	}
	left, err := s.LeaveDraft(c, snapshot, p, func(by director.Actor, slug string) error {
		return s.Director.On(by, slug).SetStatus(c.Request.Context(), p.ID, status)
	})
	if err != nil {
		return err
	}
	return s.toList(c, left)
}

// postAttendance says what a player does in a round.
func (s *Room) postAttendance(c *gin.Context) error {
	snapshot, p, err := s.registered(c)
	if err != nil {
		return err
	}
	round, err := strconv.Atoi(c.Param("round"))
	if err != nil {
		return fault.New(fault.NotFound, "page.missing")
	}
	left, err := s.LeaveDraft(c, snapshot, p, func(by director.Actor, slug string) error {
		return s.Director.On(by, slug).SetAttendance(c.Request.Context(), p.ID, round, tournament.Attendance(c.PostForm("attendance")))
	})
	if err != nil {
		return err
	}
	return s.toList(c, left)
}

// postCheckInAll checks everybody in who is announced.
func (s *Room) postCheckInAll(c *gin.Context) error {
	actor, _ := s.Actor(c)
	if _, err := s.Director.On(actor, c.Param("slug")).CheckInAll(c.Request.Context()); err != nil {
		return err
	}
	return s.toList(c, 0)
}

// toList leads back to where the button was: the list as it was narrowed, or
// the player's entry. Scripts follow the same way and take the list out of the
// page. A draft that was mended in version left is told in the list.
func (s *Room) toList(c *gin.Context, left int) error {
	address := "/desk/" + c.Param("slug") + "/players"
	if c.PostForm("from") == "entry" && left == 0 {
		address += "/" + c.Param("player")
	} else {
		query := url.Values{}
		for _, name := range []string{"q", "show"} {
			if value := c.PostForm(name); value != "" {
				query.Set(name, page.Clip(value))
			}
		}
		if left > 0 {
			query.Set("left", strconv.Itoa(left))
		}
		if len(query) > 0 {
			address += "?" + query.Encode()
		}
	}
	c.Redirect(http.StatusSeeOther, site.LocalPath(address))
	return nil
}
