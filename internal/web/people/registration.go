package people

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/federations"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A registrationPage is the list of all players with check-in and rounds, a field that finds, checks in and adds
// players, and the form that registers a player.
type registrationPage struct {
	page.Base
	// Lookup searches the rating lists, Filled is the entry in the form.
	Lookup lookupView
	Filled *filledView
	Fields []form.FieldView
	Here   bool // the registration checks the player in too
	Rounds []roundBox
	Once   string
	// Classes are the fee classes, HasFees reports classes or payments; Paid is a box of the form. Hidings are the
	// forms of the public name.
	Classes, Hidings []form.OptionView
	HasFees, Paid    bool
	Sums             feesView
	SignUps          []signUpView
	// Alike are players with names similar to the new one.
	Alike []registeredView

	// Query finds players in the list, which Show filters.
	Query    string
	Asks     bool // the field of the query has the cursor
	Reading  readingView
	Presence page.ProgressView
	Show     string
	By       string // the column that sorts the list, "" for the name
	Heads    []headView
	shown    filter
	Filters  []form.OptionView
	// Waiting counts the players of the button that checks in all.
	Waiting  int
	Players  []registeredView
	HasNotes bool       // a listed player has notes that the viewer may see
	Found    int        // players of the list that the query finds
	Columns  []struct{} // one for each round with a column
	// Left describes the repair of a draft after a player left it; may be nil.
	Left *history.RepairedDraft
}

// Grantable lists the requests of the sign-ups that can be accepted together.
func (p registrationPage) Grantable() (requests []int) {
	for _, v := range p.SignUps {
		if !v.Notice && v.Home != "" {
			requests = append(requests, v.Request)
		}
	}
	return requests
}

// HasSignedUp reports whether a player's sign-up has no answer.
func (p registrationPage) HasSignedUp(home string) bool {
	return slices.ContainsFunc(p.SignUps, func(v signUpView) bool { return v.Home == home && !v.Notice })
}

// shownSignUps is how many sign-ups the panel lists at once: their players are in the list too.
const shownSignUps = 3

// FoldsSignUps reports whether the panel lists the sign-ups on demand.
func (p registrationPage) FoldsSignUps() bool { return len(p.SignUps) > shownSignUps }

// A readingView is the text beside the field: the result of the last step, or the player that matches the query.
type readingView struct {
	Level string // "done" or "warning"; "" for a match of the query
	Lead  string
	Note  string
	// Action is a button that posts Value as Name to Address or, without one, a link.
	Action, Address, Name, Value string
	// Round describes the player in the current round, RoundLink is its page; both may be empty.
	Round     string
	RoundLink page.Link
	// Of is the player of a payment just stored, whose row has the button too.
	Of tournament.PlayerID
}

// A roundBox is the checkbox for a new player and one round.
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
	// Lapse describes a membership that does not cover the tournament; may be empty.
	Lapse string
	Fee   feeView
	// Reserve is the place on the waiting list, 0 for none.
	Reserve int
	// StatusText is the player's status in words.
	Here, Withdrawn bool
	StatusText      string
	Rounds          []attendanceView
	// Tonight describes the player at the evening of open play, or their last evening.
	Tonight string
	Notes   string
	// Search is the text that the query searches. A Hidden player does not match all words.
	Search string
	Hidden bool
	// Shown describes the form of the public name, "" for the full name.
	Shown string
}

// An attendanceView is a player's attendance in a round, and the attendance after a click. Fixed is set if it cannot
// change.
type attendanceView struct {
	Number int
	Is     tournament.Attendance
	Next   tournament.Attendance
	Words  string
	// Mark is the word for a round without a game; "" if the player plays.
	Mark  string
	Fixed bool
}

// nextAttendance is the attendance after a click.
var nextAttendance = map[tournament.Attendance]tournament.Attendance{
	tournament.Plays: tournament.Absent, tournament.Absent: tournament.HalfBye, tournament.HalfBye: tournament.Plays,
}

// attendanceMarks are the messages for rounds without a game.
var attendanceMarks = map[tournament.Attendance]string{tournament.Absent: "standings.cell.absent", tournament.HalfBye: "standings.cell.halfbye"}

func newRegisteredView(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) registeredView {
	v := registeredView{
		PlayerView: page.NewPlayerView(t, p.ID), Rating: lang.Decimal(federations.RatingOf(t, p)), EGD: p.EGD, Notes: p.Notes,
		Home: "/desk/" + t.Info.Slug + "/players/" + strconv.Itoa(int(p.ID)),
		Here: p.Status == tournament.CheckedIn, Withdrawn: p.Status == tournament.Withdrawn,
		StatusText: lang.T(word(t.IsOpen(), page.StatusKeys[p.Status], "evening.status."+p.Status.String())), Doubt: rankDoubt(lang, p),
		Search: spelling.SearchText(p.Name()) + spelling.Fold(strings.Join([]string{p.Rank.String(), p.Country, p.Club, p.EGD}, " ")),
	}
	if v.Team != "" {
		v.Search += " " + spelling.Fold(v.Team)
	}
	if h := privacy.Hiding(t, p); h.Hides() {
		v.Shown = page.Text(lang, h)
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		a := attendanceView{Number: n, Is: p.Attendance(n)}
		a.Next = nextAttendance[a.Is]
		if r := t.Round(n); r != nil {
			a.Fixed = r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID))
		}
		a.Words, a.Mark = lang.T("registration.attendance."+string(a.Is), n), lang.T(attendanceMarks[a.Is])
		if a.Fixed {
			a.Words = lang.T("registration.attendance.paired", n)
		}
		v.Rounds = append(v.Rounds, a)
	}
	return v
}

// registrationFields are the fields of the form. Family name and rank are
// required.
var registrationFields = form.Pick(form.PlayerFields, "family", "given", "rank", "club", "country")

func (s *Handlers) showRegistration(c *gin.Context, snapshot *director.Snapshot) error {
	if site.IsHTMX(c) && c.Request.URL.Query().Has("find") {
		query := cmp.Or(c.Query("find"), c.Query("family")+" "+c.Query("given"))
		found, err := s.lookup(c.Request.Context(), s.Language(c), snapshot.Tournament, query)
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
	if reading, ok := view.doneReading(c.Request.URL.Query(), snapshot.Tournament, s.Director.Now()); ok {
		view.Reading = reading
	}
	if c.Query("granted") != "" {
		view.Reading = view.grantedReading(c.Request.URL.Query())
	}
	if n, err := strconv.Atoi(c.Query("imported")); err == nil {
		view.Reading = readingView{Level: "done", Lead: view.T("registration.imported", n)}
		if updated, _ := strconv.Atoi(c.Query("updated")); updated > 0 {
			view.Reading.Lead = view.T("registration.updated", n, updated)
		}
		view.Reading.Note = s.leftOut(c, view.Language, snapshot.Tournament.Info.Slug)
		if view.Lookup.Kept { // rating lists have ratings and IDs
			view.Reading.Action, view.Reading.Address = view.T("registration.compare"), view.Event.Home+"/ratings"
		}
	}
	if c.Query("taken") != "" {
		view.Notice = &page.Banner{Level: "warning", Text: view.T("registration.taken")}
	}
	return s.Render(c, "registration", view)
}

// leftOut names the rows of the list just imported that were left out; "" for none.
func (s *Handlers) leftOut(c *gin.Context, lang *i18n.Language, slug string) string {
	token := c.Query("list")
	if token == "" {
		return ""
	}
	up, err := s.Uploads.Get(c.Request.Context(), token, slug)
	if err != nil || len(up.Left) == 0 {
		return "" // the preview has expired
	}
	return lang.T("roster.left", strings.Join(up.Left, ", "))
}

// doneReading describes the step before the page: a player was added, changed, or got another status.
func (p *registrationPage) doneReading(query url.Values, t *tournament.Tournament, now time.Time) (readingView, bool) {
	for _, step := range []struct{ name, key string }{
		{"added", "registration.added"}, {"saved", "registration.saved"}, {"done", ""}, {"plays", "registration.stays"}, {"merged", "registration.merged"},
	} {
		id, err := strconv.Atoi(query.Get(step.name))
		if err != nil {
			continue
		}
		player := t.Player(tournament.PlayerID(id))
		if player == nil {
			continue
		}
		home := p.Event.Home + "/players/" + strconv.Itoa(id)
		v := readingView{Level: "done", Address: home, Action: p.T("registration.edit")}
		if v.Round, v.RoundLink = roundNote(p.Language, t, player); v.Round == "" && step.name == "plays" {
			continue
		}
		lapse := page.Lapse(p.Language, t, player, now)
		if lapse != "" && player.Status == tournament.CheckedIn {
			v.Level, v.Note = "warning", lapse
		}
		if step.key == "" {
			v.Lead, v.Action = p.Word("registration.done."+player.Status.String(), "evening.done."+player.Status.String(), player.Name()), ""
			var was tournament.Status
			if err := was.UnmarshalText([]byte(query.Get("was"))); err == nil && was != player.Status {
				v.Action, v.Address, v.Name, v.Value = p.T("desk.undo"), home+"/status", "status", was.String()
			}
			return v, true
		}
		v.Lead = p.T(step.key, player.Name(), player.Rank)
		if doubt := rankDoubt(p.Language, player); doubt != "" {
			v.Level, v.Note = "warning", strings.TrimSpace(doubt+" "+v.Note)
		}
		return v, true
	}
	return p.paidReading(query, t)
}

// queryReading describes the player that matches the query.
func (p *registrationPage) queryReading() readingView {
	if p.Query == "" {
		return readingView{Note: p.Word("registration.finding", "evening.finding")}
	}
	switch p.Found {
	case 0:
		return readingView{Note: p.T("registration.finding.none")}
	case 1:
	default:
		return readingView{Note: p.T("registration.finding.many", strconv.Itoa(p.Found))}
	}
	v := p.Players[slices.IndexFunc(p.Players, func(v registeredView) bool { return !v.Hidden })]
	reading := readingView{Lead: v.Name + " " + v.Rank, Note: p.Word("registration.finding.here", "evening.finding.here")}
	switch {
	case v.Withdrawn:
		reading.Note = p.Word("registration.finding.gone", "evening.finding.left")
	case !v.Here:
		reading.Note = p.Word("registration.finding.one", "evening.finding.one")
		reading.Action, reading.Address = p.Word("registration.checkin", "evening.arrives"), v.Home+"/status"
		reading.Name, reading.Value = "status", tournament.CheckedIn.String()
	}
	return reading
}

// registrationPage returns the page; sent is a refused form.
func (s *Handlers) registrationPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*registrationPage, error) {
	t := snapshot.Tournament
	view := &registrationPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.players"), "players"),
		Here: true, Once: sent.Once(), Query: page.Clip(strings.TrimSpace(c.Query("find"))), Show: page.Clip(c.Query("show")), By: page.Clip(c.Query("by")),
	}
	var err error
	if view.Lookup, err = s.lookup(c.Request.Context(), view.Language, t, view.Query); err != nil {
		return nil, err
	}
	from, err := s.fillFromList(c, view, sent.Values)
	if err != nil {
		return nil, err
	}
	view.fillPlayers(t, s.Director.Now())
	if view.Query != "" && view.Found == 0 {
		*from = newcomer(view.Query)
	}
	view.Fields = form.View(view.Language, registrationFields, from, sent)
	for i := range view.Fields {
		view.Fields[i].Help = "" // the panel is too small for it
		if view.Fields[i].Name == "rank" {
			view.Fields[i].Options = []form.OptionView{{Value: view.T("player.rank.none")}}
		}
	}
	if sent.Values != nil {
		view.Here = sent.Values.Has("here")
		view.Paid = sent.Values.Has("paid")
	}
	view.Classes, view.SignUps = feeClasses(view.Language, t, sent.Values.Get("fee-class")), signUps(view.Language, t, s.Director.Now())
	view.Hidings = form.HidingOptions(view.Language, consent.Hiding(sent.Values.Get("hiding")), consent.Hidings()...)
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		plays := sent.Values == nil || slices.Contains(sent.Values["plays"], strconv.Itoa(n))
		view.Rounds = append(view.Rounds, roundBox{n, plays})
	}
	if err := sent.Wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	view.Reading = view.queryReading()
	view.focus()
	view.Left, err = s.RepairedDraft(c, view.Language, t)
	return view, err
}

// fillFromList returns the player of a rating list for the form.
func (s *Handlers) fillFromList(c *gin.Context, page *registrationPage, form url.Values) (*tournament.Player, error) {
	text := c.Query("take")
	if form != nil {
		text = form.Get("entry")
	}
	if text == "" {
		return &tournament.Player{}, nil
	}
	named, err := s.entry(c.Request.Context(), c.Param("slug"), text)
	if err != nil {
		return nil, err
	}
	p := named.list.Fill(tournament.Player{}, named.entry)
	declared := p.Rank
	if form != nil {
		declared, _ = rank.Parse(form.Get("rank")) // without a rank, no warning
	}
	page.Filled = newFilledView(page.Language, named, declared)
	return &p, nil
}

// newcomer returns the new player for a query without a match: the family name first, unless the form of the name
// decides otherwise, and a rank at the end.
func newcomer(query string) (p tournament.Player) {
	words := strings.Fields(query)
	if last := len(words) - 1; last > 0 {
		if r, err := rank.Parse(words[last]); err == nil {
			p.Rank, words = r, words[:last]
		}
	}
	p.Family, p.Given, _ = spelling.SplitName(strings.Join(words, " "), false)
	return p
}

// focus sets the field with the cursor: the first wrong field, the first empty field of a player from a list or a
// query, or the query.
func (p *registrationPage) focus() {
	wrong := slices.IndexFunc(p.Fields, func(f form.FieldView) bool { return f.Fault != "" })
	at := func(name string) *form.FieldView {
		return &p.Fields[slices.IndexFunc(p.Fields, func(f form.FieldView) bool { return f.Name == name })]
	}
	switch {
	case wrong >= 0:
		p.Fields[wrong].Focus = true
	case p.Filled != nil, p.Query != "" && p.Found == 0 && at("rank").Value == "":
		at("rank").Focus = true
	case p.Query != "" && p.Found == 0:
		at("club").Focus = true
	default:
		p.Asks = true
	}
}

// A filter is a part of the list: the key of its text, and the test of its players.
type filter struct {
	name string
	has  func(p *tournament.Player) bool
}

// filters are the parts of the list. Absences count for the next round, or the last.
func filters(round int, fees map[tournament.PlayerID]feeView, places tournament.Places) []filter {
	is := func(status tournament.Status) func(p *tournament.Player) bool {
		return func(p *tournament.Player) bool { return p.Status == status }
	}
	return []filter{
		{"all", func(*tournament.Player) bool { return true }},
		{"waiting", places.Expects},
		{"here", is(tournament.CheckedIn)},
		{"absent", func(p *tournament.Player) bool { return p.Status == tournament.CheckedIn && p.Absent.Has(round) }},
		{"unpaid", func(p *tournament.Player) bool { return fees[p.ID].Rest > 0 }},
		{"withdrawn", is(tournament.Withdrawn)},
		{"reserve", func(p *tournament.Player) bool { return places.Reserve(p.ID) > 0 }},
	}
}

// The heading "Rounds" needs the width of leastRoundColumns; more than mostRoundColumns rounds wrap to a second line.
const leastRoundColumns, mostRoundColumns = 4, 10

// fillPlayers lists the players that pass the filter, and counts all.
func (p *registrationPage) fillPlayers(t *tournament.Tournament, now time.Time) {
	round, places := min(t.Current()+1, t.Settings.Rounds), t.Places()
	owed := map[tournament.PlayerID]feeView{}
	if p.HasFees = hasFees(t); p.HasFees {
		fees := newFeeTable(t, now)
		for i := range t.Players {
			owed[t.Players[i].ID] = fees.fee(p.Language, &t.Players[i])
		}
		p.Sums = sums(p.Language, t, owed)
	}
	lapsed := func(one *tournament.Player) bool {
		return one.Status != tournament.Withdrawn && page.Lapse(p.Language, t, one, now) != ""
	}
	doing := tonight(p.Language, t)
	p.countFilters(t, append(filters(round, owed, places), filter{"lapsed", lapsed}), round)
	p.Columns = make([]struct{}, min(max(t.Settings.Rounds, leastRoundColumns), mostRoundColumns))
	if t.IsOpen() {
		p.Columns = make([]struct{}, mostRoundColumns) // room for a sentence about the evening
	}
	for i := range t.Players {
		if !p.shown.has(&t.Players[i]) {
			continue
		}
		v := newRegisteredView(p.Language, t, &t.Players[i])
		v.Tonight = doing[v.ID]
		v.Fee, v.Reserve, v.Lapse = owed[v.ID], places.Reserve(v.ID), page.Lapse(p.Language, t, &t.Players[i], now)
		p.HasNotes = p.HasNotes || v.Notes != "" && p.May("contacts")
		p.Players = append(p.Players, v)
	}
	p.hide(spelling.Words(p.Query))
	p.sort(t)
}

// hide hides the players unless all words of the query begin a word about the player; if that hides all players, unless
// the text about the player contains the words.
func (p *registrationPage) hide(words []string) {
	for _, before := range []string{" ", ""} {
		for i := range p.Players {
			v := &p.Players[i]
			v.Hidden = slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(v.Search, before+w) })
			if !v.Hidden {
				p.Found++
			}
		}
		if p.Found > 0 {
			return
		}
	}
}

// countFilters counts the players of each part of the list, and sets the shown part.
func (p *registrationPage) countFilters(t *tournament.Tournament, parts []filter, round int) {
	p.shown = parts[0]
	count := map[string]int{}
	for _, part := range parts {
		if part.name == p.Show {
			p.shown = part
		}
		for i := range t.Players {
			if part.has(&t.Players[i]) {
				count[part.name]++
			}
		}
	}
	for _, part := range parts {
		if count[part.name] == 0 && p.shown.name != part.name {
			continue
		}
		key := "registration.show." + part.name
		if here := "evening.show." + part.name; p.Event.Open && p.Has(here) {
			key = here
		}
		option := form.OptionView{Text: p.T(key, count[part.name], round), Current: part.name == p.shown.name}
		if part.name != parts[0].name {
			option.Value = part.name
		}
		p.Filters = append(p.Filters, option)
	}
	if p.Show = p.shown.name; p.Show == parts[0].name {
		p.Show = ""
	}
	p.Waiting = count["waiting"]
	p.Presence = page.ProgressView{Done: count["here"], Total: count["here"] + count["waiting"]}
	p.Presence.Percent = 100 * p.Presence.Done / max(p.Presence.Total, 1)
}

func (s *Handlers) postRegistration(c *gin.Context, snapshot *director.Snapshot) error {
	sent, t := c.Request.PostForm, snapshot.Tournament
	p := tournament.Player{}
	wrong, err := form.Read(registrationFields, sent, &p)
	if err != nil {
		return err
	}
	if text := sent.Get("entry"); text != "" {
		named, err := s.entry(c.Request.Context(), c.Param("slug"), text)
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
	if err := wrong.Add(registerFee(t, &p, s.Director.Now(), sent.Get)); err != nil {
		return err
	}
	if len(wrong) == 0 {
		id, err := s.Editor(c).AddPlayer(c.Request.Context(), p, namesakes(sent), site.IdempotencyKey(c))
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
		page.Fields[0].Fault = "" // the question below has the same text with names
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
