package admin

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/app/newversion"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A dashboardPage lists all tournaments and their states. It is the first page of directors.
type dashboardPage struct {
	page.Base
	site.TournamentsView
	// Deleted is set if there are deleted tournaments to restore.
	Deleted bool
	// Safety is the page about the copies of the data, Saved the time of the last one; "" for people without the right.
	Safety, Saved string
	// Newer is about newer versions of the program; nil for people without the right, and for a program without requests.
	Newer *newversion.State
	// Fault is the reason why a file was refused.
	Fault string
}

func (s *Handlers) showDashboard(c *gin.Context) error {
	view, err := s.dashboardPage(c)
	if err != nil {
		return err
	}
	if c.Query("taken") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("standby.took.here")}
	}
	return s.Render(c, "office", &view)
}

func (s *Handlers) dashboardPage(c *gin.Context) (dashboardPage, error) {
	page := dashboardPage{Base: s.PageBase(c, s.Language(c).T("tournament.page.title"))}
	gone, err := s.deleted(c)
	if err != nil {
		return page, err
	}
	page.Deleted = len(gone) > 0
	if page.May("operate") {
		page.Safety, page.Saved = site.SafetyPath, s.Saved(page.Language)
		if page.Saved != "" { // the times of the tournaments are in their own zones
			page.Saved += " " + page.ZoneName(s.Director.Now())
		}
		if page.Newer, err = s.newerVersion(c); err != nil {
			return page, err
		}
	}
	page.TournamentsView, err = s.Tournaments(c, true)
	return page, err
}

// newerVersion returns the state of the question about newer versions, nil for a program without requests.
func (s *Handlers) newerVersion(c *gin.Context) (*newversion.State, error) {
	if s.newer == nil {
		return nil, nil
	}
	is, err := s.newer.State(c.Request.Context())
	return &is, err
}

// postNewer stores the answer to the question about newer versions.
func (s *Handlers) postNewer(c *gin.Context) error {
	if s.newer == nil { // there was no question
		return fault.New(fault.NotFound, "fault.page")
	}
	if err := s.newer.Allow(c.Request.Context(), c.PostForm("ask") == "yes"); err != nil {
		return err
	}
	return s.Redirect(c, "/desk")
}

// A filePage is the preview of a tournament's import.
type filePage struct {
	page.Base
	Name, Where, Dates              string
	Players, Rounds, Planned, Games int
	Settings                        string
	Findings                        []page.FindingView
	Action, Again, FileName         string
	// Owners are the organisations to choose from, nil without a choice.
	Owners []page.Choice
}

// postFile stores a tournament file and redirects to its preview.
func (s *Handlers) postFile(c *gin.Context) error {
	name, data, err := site.SentFile(c)
	return s.storeFile(c, name, data, err)
}

// showOpened is postFile for a file that another start of the program has handed over.
func (s *Handlers) showOpened(c *gin.Context) error {
	name := c.Param("name")
	data, err := takeOpened(s.Opened, name)
	if errors.Is(err, fs.ErrNotExist) { // it was imported before
		return s.Redirect(c, "/desk")
	}
	return s.storeFile(c, name, data, err)
}

// takeOpened reads a file of a folder and removes it.
func takeOpened(folder, name string) ([]byte, error) {
	if folder == "" {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	defer root.Close()
	opened, err := root.Open(name)
	if err != nil { // it is missing, or outside of the folder
		return nil, fs.ErrNotExist
	}
	defer opened.Close()
	data, err := io.ReadAll(io.LimitReader(opened, file.MostBytes+1))
	if err == nil && len(data) > file.MostBytes {
		err = fault.New(fault.TooLarge, "file.large", len(data)>>20, file.MostBytes>>20)
	}
	return data, errors.Join(err, root.Remove(name))
}

func (s *Handlers) storeFile(c *gin.Context, name string, data []byte, err error) error {
	if err == nil {
		err = checkTournament(data)
	}
	token := ""
	if err == nil {
		token, err = s.Uploads.Add(c.Request.Context(), site.Upload{Name: name, Data: data})
	}
	if err == nil {
		return s.Redirect(c, "/import/"+token)
	}
	page, failed := s.dashboardPage(c)
	if failed != nil {
		return failed
	}
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "office", &page)
}

// checkTournament returns a fault for a file without a tournament. A list of players can only be imported into a
// tournament.
func checkTournament(data []byte) error {
	found, err := format.Recognise(data)
	if err == nil && found.Reads == format.Players {
		return fault.New(fault.Invalid, "tournament.desk.list")
	}
	if err == nil {
		_, _, err = format.Read(data)
	}
	return err
}

func (s *Handlers) showFile(c *gin.Context) error {
	up, err := s.Uploads.Get(c.Request.Context(), c.Param("token"), "")
	if err != nil {
		return err
	}
	t, findings, err := format.Read(up.Data)
	if err != nil {
		return err
	}
	view := filePage{
		Base: s.PageBase(c, s.Language(c).T("file.title")), Action: "/import/" + up.Token, Again: "/desk",
		FileName: up.Name,
	}
	view.Name, view.Where = t.Info.Name, page.Place(t.Info.Place, t.Info.Country)
	view.Dates = view.Language.Dates(t.Info.Begin.Time, t.Info.End.Time)
	view.Players, view.Rounds, view.Planned = len(t.Players), len(t.Rounds), t.PlannedRounds()
	for _, r := range t.Rounds {
		view.Games += len(r.Games)
	}
	view.Settings = strings.Join([]string{
		view.T("system." + string(t.Settings.System)),
		view.T("now.board", t.Settings.Size), view.T("file.komi", t.Settings.Handicap.EvenKomi),
	}, " · ")
	view.Findings = page.FindingViews(view.Language, findings)
	owners, err := s.owners(c)
	if err != nil {
		return err
	}
	view.Owners = owners.choices()
	return s.Render(c, "file", view)
}

func (s *Handlers) postFileApply(c *gin.Context) error {
	up, err := s.Uploads.Get(c.Request.Context(), c.Param("token"), "")
	if err != nil {
		return err
	}
	t, _, err := format.Read(up.Data)
	if err != nil {
		return err
	}
	actor, _ := s.Actor(c)
	owners, err := s.owners(c)
	if err != nil {
		return err
	}
	slug, err := s.Director.Import(c.Request.Context(), actor, t, director.Founding{Once: "file " + up.Token, Organisation: owners.chosen(c)})
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug+"/players?imported="+strconv.Itoa(len(t.Players)))
}
