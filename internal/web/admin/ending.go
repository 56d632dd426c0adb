package admin

import (
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/event/edition"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// EndRoutes mounts the pages for whole tournaments after their end.
func (s *Handlers) EndRoutes(g *site.Group) {
	g.Get("/end", s.WithTournament(s.showEnding))
	g.Post("/end/copy", s.WithTournament(s.postCopy))
	g.Post("/end/archive", s.postArchive)
	g.Post("/end/delete", s.WithTournament(s.postDelete))
}

// DeletedRoutes mounts the deleted tournaments, which can be restored.
func (s *Handlers) DeletedRoutes(g *site.Group) {
	g.Get("/deleted", s.showDeleted)
	g.Get("/deleted/:number", s.withDeleted(s.sendDeleted))
	g.Post("/deleted/:number", s.withDeleted(s.postDeleted))
}

// An endingPage copies a tournament for its next edition, archives it or deletes it.
type endingPage struct {
	page.Base
	// Fields are the fields of the next edition, nil without the right to create tournaments.
	Fields []form.FieldView
	Owners []page.Choice
	Once   string
	// People counts the players that the copy can bring, Brings is the tick for them.
	People int
	Brings bool
	// Elsewhere names the computer that runs the tournament and the time of its last transfer, "" if it is this one.
	Elsewhere string
	// File is the address of the tournament as a file, Days how long a deleted tournament can be restored.
	File string
	Days int
}

// nextFields are the fields of the form for the next edition.
var nextFields = form.Pick(form.InfoFields, "name", "place", "begin", "end")

func (s *Handlers) showEnding(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.endingPage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	return s.Render(c, "end", view)
}

func (s *Handlers) endingPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*endingPage, error) {
	t, section := snapshot.Tournament, "settings"
	if t.Origin != "" {
		section = "end"
	}
	view := &endingPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("end.title"), section),
		Once: sent.Once(), File: "/desk/" + t.Info.Slug + "/exports/tourney", Days: int(director.GraceTime.Hours() / 24),
	}
	view.ReadOnly = false
	if t.Origin != "" {
		sent, err := s.Beyond.ReceivedAt(c.Request.Context(), t.Origin)
		if err != nil {
			return nil, err
		}
		view.Elsewhere = view.T("end.elsewhere", view.Moment(sent))
	}
	owners, err := s.owners(c)
	if err != nil || len(owners) == 0 {
		return view, err
	}
	next := edition.Suggest(t.Info)
	view.Owners, view.Fields = owners.choices(), form.View(view.Language, nextFields, &next, sent)
	view.People, view.Brings = len(edition.People(t)), t.IsOpen()
	if sent.Values != nil {
		view.Brings = sent.Values.Has("people")
	}
	return view, nil
}

// postCopy creates the next edition of the tournament.
func (s *Handlers) postCopy(c *gin.Context, snapshot *director.Snapshot) error {
	owners, err := s.owners(c)
	if err != nil {
		return err
	}
	if len(owners) == 0 {
		return fault.New(fault.Denied, "role.denied")
	}
	sent := c.Request.PostForm
	form.SpellDays(s.Language(c), nextFields, sent)
	next := edition.Suggest(snapshot.Tournament.Info)
	wrong, err := form.Read(nextFields, sent, &next)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		first, _ := next.Days()
		actor, _ := s.Actor(c)
		slug, err := s.Director.Create(c.Request.Context(), actor, director.Creation{
			Info: next, Settings: edition.Settings(snapshot.Tournament, first), Players: s.broughtPeople(c, snapshot),
			Founding: director.Founding{Once: site.IdempotencyKey(c), Organisation: owners.chosen(c)},
		})
		if err == nil {
			return s.Redirect(c, "/desk/"+slug+"/settings")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.endingPage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	if err := wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "end", view)
}

// broughtPeople returns the players for the copy, nil without the tick. Without the right to see them, private data stay.
func (s *Handlers) broughtPeople(c *gin.Context, snapshot *director.Snapshot) []tournament.Player {
	if !c.Request.PostForm.Has("people") {
		return nil
	}
	people := edition.People(snapshot.Tournament)
	for i := range people {
		if p := &people[i]; !s.May(c, role.Contacts) {
			p.Born, p.Notes, p.Contact, p.Mail = 0, "", "", ""
		}
	}
	return people
}

// postArchive archives the tournament, or restores it from the archive.
func (s *Handlers) postArchive(c *gin.Context) error {
	slug := c.Param("slug")
	actor, _ := s.Actor(c)
	err := s.Director.Catalogue().Archive(c.Request.Context(), actor, slug, c.PostForm("do") == "archive")
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug+"/end")
}

func (s *Handlers) postDelete(c *gin.Context, snapshot *director.Snapshot) error {
	session, _ := s.Session(c)
	slug := snapshot.Tournament.Info.Slug
	err := s.Director.Catalogue().Delete(c.Request.Context(), session, slug)
	if fault.Is(err, "hub.ends.first") {
		view, wrong := s.endingPage(c, snapshot, form.Sent{})
		if wrong != nil {
			return wrong
		}
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err), Action: view.T("hub.title"), Address: "/desk/" + slug + "/publish"}
		return s.RenderRefused(c, err, "end", view)
	}
	if err != nil {
		return err
	}
	if owners, err := s.owners(c); err != nil || len(owners) == 0 {
		return s.Redirect(c, "/desk")
	}
	return s.Redirect(c, "/deleted")
}

// A deletedPage lists the deleted tournaments that can be restored.
type deletedPage struct {
	page.Base
	Rows []deletedRow
	// Days is that period, Folder the folder of their files afterwards; "" for viewers who are not operators.
	Days   int
	Folder string
}

// A deletedRow is a deleted tournament.
type deletedRow struct {
	Name, Where, Dates, Deleted, Until string
	Address                            string
}

func (s *Handlers) showDeleted(c *gin.Context) error {
	all, err := s.deleted(c)
	if err != nil {
		return err
	}
	view := &deletedPage{Base: s.PageBase(c, s.Language(c).T("end.deleted")), Days: int(director.GraceTime.Hours() / 24)}
	if view.May("operate") {
		view.Folder = s.Director.Catalogue().Folder()
	}
	for i := range all {
		t := &all[i]
		view.Rows = append(view.Rows, deletedRow{
			Name: t.Name, Where: page.Place(t.Place, t.Country), Dates: view.Dates(t.Begin.Time, t.End.Time),
			Deleted: view.Moment(t.Deleted), Until: view.Date(t.Deleted.Add(director.GraceTime)), Address: "/deleted/" + strconv.Itoa(t.ID),
		})
	}
	return s.Render(c, "deleted", view)
}

// deleted returns the deleted tournaments of the user's organisations.
func (s *Handlers) deleted(c *gin.Context) ([]director.Summary, error) {
	owners, err := s.owners(c)
	if err != nil {
		return nil, err
	}
	var organisations []int
	for _, o := range owners {
		organisations = append(organisations, o.ID)
	}
	return s.Director.Catalogue().Deleted(c.Request.Context(), organisations)
}

// withDeleted returns the action that runs do with the deleted tournament in the address.
func (s *Handlers) withDeleted(do func(c *gin.Context, gone director.Summary) error) site.Action {
	return func(c *gin.Context) error {
		all, err := s.deleted(c)
		if err != nil {
			return err
		}
		number := page.Natural(c.Param("number"))
		i := slices.IndexFunc(all, func(t director.Summary) bool { return t.ID == number })
		if i < 0 {
			return fault.New(fault.NotFound, "tournament.missing", fault.Clip(c.Param("number")))
		}
		return do(c, all[i])
	}
}

func (s *Handlers) sendDeleted(c *gin.Context, gone director.Summary) error {
	file, err := s.Director.Catalogue().File(c.Request.Context(), gone)
	if err != nil {
		return err
	}
	site.NoteAccess(c, s.Site, site.Noted{Organisation: gone.Organisation, Event: accounts.EventExport, Subject: gone.FormerSlug() + " · tourney"})
	site.SendFile(c, gone.FormerSlug()+".json", "application/json", file)
	return nil
}

func (s *Handlers) postDeleted(c *gin.Context, gone director.Summary) error {
	session, _ := s.Session(c)
	slug, err := s.Director.Catalogue().Restore(c.Request.Context(), session, gone)
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug)
}
