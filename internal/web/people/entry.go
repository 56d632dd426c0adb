package people

import (
	"cmp"
	"crypto/rand"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An entryPage edits one player and shows the player's games.
type entryPage struct {
	page.Base
	// Fields are the person and the strength, Folds the rarer fields.
	Fields []form.FieldView
	Folds  []foldView
	Player registeredView
	Played bool // has a published game or bye, so cannot be removed
	Twin   bool // another player has the name; can be confirmed
	// Explained adds a field for the reason, which the change needs.
	Explained bool
	// Merge is the form for a person with two registrations; nil without other players.
	Merge *mergeView
	// HasFees is set if the tournament has fees; Classes are the fee classes to choose from.
	HasFees bool
	Classes []form.OptionView
	Once    string
	// FeeFact describes the fee and payment in the closed fold.
	FeeFact string
	// SignedUp and Agreed are the times of the player's sign-up and consent, Asked the requests since.
	SignedUp, Agreed string
	Asked            []askedView
	// Seen are the values that the form shows, see form.Merge.
	Seen string
	// Games are the published rounds, Place the place after the last of them, and Course the places as a chart.
	Games  []playedView
	Place  string
	Course *page.CourseView
	Gain   *page.GainView // nil before the first rated game
	// Link is the player's personal link for helpers; directors have it in the letters. It is nil if its page would show
	// a helper private data.
	Link *ownLink
	// Counts are the texts of the button for 1, 2 and more changes, separated by bars.
	Counts string
}

// An ownLink is a personal link and its QR code.
type ownLink struct {
	Link string
	Code page.CodeView
}

// ownLink returns the personal link of a player without mail, contact and year of birth to a caller without the right
// to see these.
func (s *Handlers) ownLink(c *gin.Context, t *tournament.Tournament, p *tournament.Player) (*ownLink, error) {
	if s.May(c, role.Contacts) || p.Mail != "" || p.Contact != "" || p.Born != 0 {
		return nil, nil
	}
	token, err := s.Director.PlayerToken(c.Request.Context(), t, p.ID)
	if err != nil {
		return nil, err
	}
	v := &ownLink{Link: s.PhoneBase(c) + "/t/" + t.Info.Slug + "/me/" + token}
	v.Code, err = page.NewCodeView(v.Link)
	return v, err
}

// A foldView is a closed part of the form; Fact describes its values.
type foldView struct {
	ID, Name, Fact string
	Fields         []form.FieldView
	// Wishes describes the pairing constraints about the player, in one of the folds.
	Wishes []string
	Open   bool // a field is wrong
}

// entryFields are the open fields of the form.
var entryFields = []string{"family", "given", "country", "born", "rank", "rating", "club"}

// entryFolds are the other fields of the form. A fact shows the values of plain fields without their names.
var entryFolds = []struct {
	id     string
	plain  bool
	fields []string
}{
	{"contact", true, []string{"mail", "contact"}},
	{"strength", false, []string{"grade", "last-rank", "origin", "correction"}},
	{"federations", false, []string{"egd", "ffg", "ffg-status", "aga", "aga-expiry"}},
	{"hiding", true, []string{"hiding"}},
	{notesFold, true, []string{"tags", "notes"}},
}

// notesFold is the fold that also lists pairing constraints.
const notesFold = "notes"

// privateFields are the fields that need the right role.Contacts.
var privateFields = []string{"born", "mail", "contact", "notes"}

// fieldsFor returns the fields of a form about a player that the viewer may see and the tournament uses.
func (s *Handlers) fieldsFor(c *gin.Context, t *tournament.Tournament) []form.Field[tournament.Player] {
	hidden := unusedFields(t)
	if !s.May(c, role.Contacts) {
		hidden = append(hidden, privateFields...)
	}
	return slices.DeleteFunc(slices.Clone(form.PlayerFields), func(f form.Field[tournament.Player]) bool { return slices.Contains(hidden, f.Name) })
}

// unusedFields are the fields of the French and the American federation in a tournament of another country, unless a
// player has a value there.
func unusedFields(t *tournament.Tournament) (names []string) {
	for _, federation := range []struct {
		countries []string
		fields    []string
	}{{[]string{"FR"}, []string{"ffg", "ffg-status"}}, {[]string{"US", "CA"}, []string{"aga", "aga-expiry"}}} {
		fields := form.Pick(form.PlayerFields, federation.fields...)
		used := slices.Contains(federation.countries, t.Info.Country)
		for i := range t.Players {
			used = used || slices.ContainsFunc(fields, func(f form.Field[tournament.Player]) bool { return f.Write(&t.Players[i]) != "" })
		}
		if !used {
			names = append(names, federation.fields...)
		}
	}
	return names
}

// An askedView is a request of a player and its state.
type askedView struct{ When, What, Note, State, Answer string }

// fillDay fills the fee, the sign-up and the requests.
func (e *entryPage) fillDay(t *tournament.Tournament, p *tournament.Player, now time.Time) {
	lang, fees := e.Language, newFeeTable(t, now)
	if e.HasFees = hasFees(t); e.HasFees {
		e.Player.Fee = fees.fee(lang, p)
		e.Classes, e.Once = feeClasses(lang, t, p.Fee.Class), rand.Text()
		e.FeeFact = e.feeFact()
	}
	e.Player.Reserve = fees.places.Reserve(p.ID)
	if !p.Since.IsZero() {
		e.SignedUp = lang.Moment(p.Since)
	}
	if !p.Agreed.IsZero() {
		e.Agreed = lang.Moment(p.Agreed)
	}
	for i := range t.Day.Requests {
		if r := &t.Day.Requests[i]; r.Player == p.ID {
			e.Asked = append(e.Asked, askedView{
				When: lang.Moment(r.At), What: page.Text(lang, r.Kind), Note: r.Note, State: lang.T("request.state." + string(r.State)), Answer: r.Answer,
			})
		}
	}
}

// feeFact describes the fee and payment: the class, the sum, and the rest or the payment.
func (e *entryPage) feeFact() string {
	fee := &e.Player.Fee
	facts := []string{fee.Class}
	if fee.Due != fee.Sum {
		facts = append(facts, fee.Sum)
	}
	switch {
	case fee.Due != "":
		facts = append(facts, e.T("entry.due", fee.Due))
	case fee.Paid != "":
		facts = append(facts, strings.TrimSpace(e.T("fee.paid.mark")+" "+fee.PaidOn))
	}
	return e.orNone(facts...)
}

// orNone returns the facts of a closed fold, or the word for none.
func (e *entryPage) orNone(facts ...string) string {
	return cmp.Or(joinFacts(facts...), e.T("entry.none"))
}

func (s *Handlers) showEntry(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	view, err := s.entryPage(c, snapshot, p, form.Sent{})
	if err != nil {
		return err
	}
	return s.Render(c, "entry", view)
}

func (s *Handlers) entryPage(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, sent form.Sent) (*entryPage, error) {
	t := snapshot.Tournament
	fields := s.fieldsFor(c, t)
	view := &entryPage{Base: s.DeskBase(c, snapshot, p.Name(), "players"), Seen: form.SeenValues(fields, p).Encode()}
	view.Player = newRegisteredView(view.Language, t, p)
	view.Player.Lapse = page.Lapse(view.Language, t, p, s.Director.Now())
	first := t.FirstRound(p.ID)
	view.Played = first > 0 && t.Round(first).Published
	view.fillDay(t, p, s.Director.Now())
	view.fillFields(t, fields, p, sent)
	if s.May(c, role.Arrange) {
		view.Merge = newMergeView(view.Language, t, p, func(string) string { return "" })
	}
	var err error
	if view.Link, err = s.ownLink(c, t, p); err != nil {
		return nil, err
	}
	view.Twin = fault.Is(sent.Wrong["family"], "player.twin")
	if err := sent.Wrong[""]; err != nil {
		view.Notice, view.Explained = &page.Banner{Level: "error", Text: view.Error(err)}, fault.Is(err, "reason.needed")
	} else if form.HasConflict(sent.Wrong) {
		view.Notice = &page.Banner{Level: "warning", Text: view.T("form.overtaken")}
	} else if text, link := roundNote(view.Language, t, p); text != "" {
		view.Notice = &page.Banner{Level: "warning", Text: text, Action: link.Text, Address: link.Address}
	}
	return view, view.fillGames(c, snapshot, p)
}

// fillFields fills the open fields and the folds.
func (e *entryPage) fillFields(t *tournament.Tournament, fields []form.Field[tournament.Player], p *tournament.Player, sent form.Sent) {
	pick := func(names []string) []form.FieldView {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return !slices.ContainsFunc(fields, func(f form.Field[tournament.Player]) bool { return f.Name == name })
		})
		return form.View(e.Language, form.Pick(fields, names...), p, sent)
	}
	e.Fields = pick(entryFields)
	for i := range e.Fields {
		e.Fields[i].Help = "" // the fields are one grid
	}
	var counts []string
	for n := range fields {
		counts = append(counts, e.T("entry.save", n+1))
	}
	e.Counts = strings.Join(counts, "|")
	for _, f := range entryFolds {
		v := foldView{ID: f.id, Name: e.T("entry.fold." + f.id), Fields: pick(f.fields)}
		var facts []string
		for _, field := range v.Fields {
			v.Open = v.Open || field.Fault != ""
			switch {
			case field.Value == "" && field.Kind != "choice", field.Name == "correction" && p.StartCorrection == 0:
			case field.Name == "hiding":
				facts = append(facts, page.Text(e.Language, privacy.Hiding(t, p)))
			case f.plain:
				facts = append(facts, form.Words(e.Language, field))
			default:
				facts = append(facts, field.Label+" "+field.Value)
			}
		}
		if f.id == notesFold {
			v.Wishes = constraintsOf(e.Language, t, p)
			facts = append(facts, v.Wishes...)
		}
		if v.Fact = e.orNone(facts...); len(v.Fields) > 0 {
			e.Folds = append(e.Folds, v)
		}
	}
}

// withPlayer returns the action that runs do with the player in the address.
func (s *Handlers) withPlayer(do func(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		id, err := strconv.Atoi(c.Param("player"))
		if err != nil {
			return fault.New(fault.NotFound, "fault.page")
		}
		p := snapshot.Tournament.Player(tournament.PlayerID(id))
		if p == nil {
			return fault.New(fault.NotFound, "player.missing", id)
		}
		return do(c, snapshot, p)
	})
}

func (s *Handlers) postEntry(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	sent, fields := c.Request.PostForm, s.fieldsFor(c, snapshot.Tournament)
	contrary, err := form.Merge(s.Language(c), fields, sent, p)
	if err != nil {
		return err
	}
	var draft tournament.Player
	wrong, err := form.Read(fields, sent, &draft)
	if err != nil {
		return err
	}
	maps.Copy(wrong, contrary)
	if len(wrong) == 0 {
		edit := func(now *tournament.Player) {
			// The form passed form.Read before, so this cannot fail.
			_, _ = form.Read(fields, sent, now)
		}
		err = s.EditorAt(c, snapshot).EditPlayer(c.Request.Context(), p.ID, namesakes(sent), edit)
		if err == nil {
			return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/players?saved="+strconv.Itoa(int(p.ID)))
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.entryPage(c, snapshot, p, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	return s.RenderStatus(c, http.StatusUnprocessableEntity, "entry", view)
}

func (s *Handlers) postRemove(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	return s.removeFromRound(c, snapshot, p, func(e *director.Editor) error { return e.RemovePlayer(c.Request.Context(), p.ID) })
}

// namesakes returns whether the form confirms that a player of the same name is
// another person.
func namesakes(sent url.Values) tournament.Namesakes {
	if sent.Get("twin") != "" {
		return tournament.AllowNamesakes
	}
	return tournament.RefuseNamesakes
}
