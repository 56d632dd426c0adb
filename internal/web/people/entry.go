package people

import (
	"crypto/rand"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An entryPage edits one player.
type entryPage struct {
	page.Base
	Groups []form.FieldGroup
	Player registeredView
	Twin   bool // another player has the name; can be confirmed
	// Explained adds a field for the reason, which the change needs.
	Explained bool
	// Merge is the form for a person with two registrations; nil without other players.
	Merge *mergeView
	// Wishes describes the wishes about the player.
	Wishes []string
	// HasFees is set if the tournament has fees; Classes are the fee classes to choose from.
	HasFees bool
	Classes []form.OptionView
	Once    string
	// SignedUp and Agreed are the times of the player's sign-up and consent, Asked the requests since.
	SignedUp, Agreed string
	Asked            []askedView
	// Seen are the values that the form shows, see form.Merge.
	Seen string
}

var entryGroups = []struct {
	name   string
	fields []string
}{
	{"entry.person", []string{"family", "given", "country", "club"}},
	{"entry.strength", []string{"rank", "grade", "rating", "origin", "last-rank", "correction"}},
	{"entry.federations", []string{"egd", "ffg", "ffg-status", "aga", "aga-expiry"}},
	{"entry.remarks", []string{"tags", "born", "mail", "contact", "notes", "hiding"}},
}

// privateFields are the fields that need the right role.Contacts.
var privateFields = []string{"born", "mail", "contact", "notes"}

// fieldsFor returns the fields of a form about a player that the viewer may see.
func (s *Handlers) fieldsFor(c *gin.Context) []form.Field[tournament.Player] {
	if s.May(c, role.Contacts) {
		return form.PlayerFields
	}
	return slices.DeleteFunc(slices.Clone(form.PlayerFields), func(f form.Field[tournament.Player]) bool { return slices.Contains(privateFields, f.Name) })
}

// An askedView is a request of a player and its state.
type askedView struct{ When, What, Note, State, Answer string }

// fillDay fills the fee, the sign-up and the requests.
func (e *entryPage) fillDay(t *tournament.Tournament, p *tournament.Player, now time.Time) {
	lang, fees := e.Language, newFeeTable(t, now)
	if e.HasFees = hasFees(t); e.HasFees {
		e.Player.Fee = fees.fee(lang, p)
		e.Classes, e.Once = feeClasses(lang, t, p.Fee.Class), rand.Text()
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

func (s *Handlers) showEntry(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	return s.Render(c, "entry", s.entryPage(c, snapshot, p, form.Sent{}))
}

func (s *Handlers) entryPage(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, sent form.Sent) entryPage {
	fields := s.fieldsFor(c)
	view := entryPage{Base: s.DeskBase(c, snapshot, p.Name(), "players"), Seen: form.SeenValues(fields, p).Encode()}
	view.Player = newRegisteredView(view.Language, snapshot.Tournament, p)
	view.Wishes = constraintsOf(view.Language, snapshot.Tournament, p)
	view.fillDay(snapshot.Tournament, p, s.Director.Now())
	for _, g := range entryGroups {
		names := slices.DeleteFunc(slices.Clone(g.fields), func(name string) bool {
			return !slices.ContainsFunc(fields, func(f form.Field[tournament.Player]) bool { return f.Name == name })
		})
		view.Groups = append(view.Groups, form.FieldGroup{
			Name: view.T(g.name), Fields: form.View(view.Language, form.Pick(fields, names...), p, sent),
		})
	}
	if s.May(c, role.Arrange) {
		view.Merge = newMergeView(view.Language, snapshot.Tournament, p, func(string) string { return "" })
	}
	view.Twin = fault.Is(sent.Wrong["family"], "player.twin")
	if err := sent.Wrong[""]; err != nil {
		view.Notice, view.Explained = &page.Banner{Level: "error", Text: view.Error(err)}, fault.Is(err, "reason.needed")
	} else if form.HasConflict(sent.Wrong) {
		view.Notice = &page.Banner{Level: "warning", Text: view.T("form.overtaken")}
	} else if text, link := roundNote(view.Language, snapshot.Tournament, p); text != "" {
		view.Notice = &page.Banner{Level: "warning", Text: text, Action: link.Text, Address: link.Address}
	}
	return view
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
	sent, fields := c.Request.PostForm, s.fieldsFor(c)
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
	return s.RenderStatus(c, 422, "entry", s.entryPage(c, snapshot, p, form.Sent{Values: sent, Wrong: wrong}))
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
