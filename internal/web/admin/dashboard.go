package admin

import (
	"crypto/rand"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A dashboardPage lists all tournaments and their states. Directors arrive there.
type dashboardPage struct {
	page.Base
	Tournaments []site.SummaryView
	// Fault is the reason why a file was refused.
	Fault string
}

func (s *Room) showDashboard(c *gin.Context) error {
	page, err := s.dashboardPage(c)
	if err != nil {
		return err
	}
	return s.Render(c, "office", page)
}

func (s *Room) dashboardPage(c *gin.Context) (dashboardPage, error) {
	page := dashboardPage{Base: s.PageBase(c, s.Language(c).T("list.title"))}
	all, err := s.Director.Tournaments(c.Request.Context())
	if err != nil {
		return page, err
	}
	for i := range all {
		v := site.NewSummaryView(page.Language, &all[i])
		v.Address = "/desk/" + all[i].Slug
		if all[i].Hidden {
			v.State += " · " + page.T("office.hidden")
		}
		page.Tournaments = append(page.Tournaments, v)
	}
	return page, nil
}

// A creationPage is the form of a new tournament.
type creationPage struct {
	page.Base
	Fields  []form.FieldView
	Presets []form.PresetGroup
	// Boards is the field for the number of boards of a match; blank means the preset's.
	Boards []form.FieldView
	Once   string
	// Fresh is set while nothing has been typed.
	Fresh bool
}

func (s *Room) showCreation(c *gin.Context) error {
	return s.Render(c, "founding", s.creationPage(c, form.Sent{}))
}

func (s *Room) creationPage(c *gin.Context, sent form.Sent) creationPage {
	view := creationPage{Base: s.PageBase(c, s.Language(c).T("founding.title")), Once: rand.Text(), Fresh: sent.Values == nil}
	preset := tournament.Presets()[0].Name
	if sent.Values != nil {
		view.Once, preset = page.Clip(sent.Values.Get("once")), sent.Values.Get("preset")
	}
	fields := form.Pick(form.InfoFields, "name", "slug", "place", "country", "begin", "end", "zone")
	now := time.Now() // the server's; a script of the page fills in the browser's zone
	fresh := tournament.Info{Begin: now, Zone: "UTC"}
	if name := now.Location().String(); name != "Local" {
		fresh.Zone = name
	}
	view.Fields = form.View(view.Language, fields, &fresh, sent)
	view.Fields[0].Focus = view.Fresh
	view.Presets = form.PresetGroups(view.Language, preset)
	view.Boards = form.View(view.Language, choiceFields, &choices{}, sent)
	if err := sent.Wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	return view
}

// choices are the settings in the form.
type choices struct{ boards int }

// choiceFields are the fields of choices. An empty field means the preset's value.
var choiceFields = []form.Field[choices]{{
	Name: "boards", Kind: "number", Write: func(*choices) string { return "" },
	Read: func(to *choices, text string) error {
		if text == "" {
			return nil
		}
		n, err := form.ParseWhole("boards", text)
		if err == nil && (n < 2 || n > tournament.MostBoards) {
			err = fault.New(fault.Invalid, "team.boards", n, tournament.MostBoards)
		}
		to.boards = int(n)
		return err
	},
}}

func (s *Room) postCreation(c *gin.Context) error {
	sent := c.Request.PostForm
	info := tournament.Info{}
	wrong, err := form.Read(form.InfoFields, sent, &info)
	if err != nil {
		return err
	}
	settings, err := tournament.PresetNamed(sent.Get("preset"))
	if err := wrong.Add(err); err != nil {
		return err
	}
	var chosen choices
	more, err := form.Read(choiceFields, sent, &chosen)
	if err != nil {
		return err
	}
	maps.Copy(wrong, more)
	if chosen.boards > 0 {
		was := settings
		settings.Teams.Boards = chosen.boards
		form.SwitchTeamCriteria(&was, &settings)
	}
	if len(wrong) == 0 {
		actor, _ := s.Actor(c)
		slug, err := s.Director.Create(c.Request.Context(), actor, director.Creation{
			Info: info, Settings: settings, Once: sent.Get("once"),
		})
		if err == nil {
			return s.Redirect(c, "/desk/"+slug+"/players")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "founding", s.creationPage(c, form.Sent{
		Values: sent, Wrong: wrong,
	}))
}

// A filePage is the preview of a tournament to be imported.
type filePage struct {
	page.Base
	Name, Where, Dates      string
	Players, Rounds, Games  int
	Settings                string
	Findings                []page.FindingView
	Action, Again, FileName string
}

// postFile stores a tournament file and redirects to its preview.
func (s *Room) postFile(c *gin.Context) error {
	name, data, err := site.SentFile(c)
	if err == nil {
		err = checkTournament(data)
	}
	if err == nil {
		return s.Redirect(c, "/import/"+s.Uploads.Add(site.Upload{Name: name, Data: data}))
	}
	page, failed := s.dashboardPage(c)
	if failed != nil {
		return failed
	}
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "office", page)
}

// checkTournament returns a fault for a file that holds no tournament. A list of
// players can only be imported into a tournament.
func checkTournament(data []byte) error {
	format, err := exchange.Recognise(data)
	if err == nil && format.Reads == exchange.Players {
		return fault.New(fault.Invalid, "office.list")
	}
	if err == nil {
		_, _, err = exchange.Read(data)
	}
	return err
}

func (s *Room) showFile(c *gin.Context) error {
	up, err := s.Uploads.Get(c.Param("token"), "")
	if err != nil {
		return err
	}
	t, findings, err := exchange.Read(up.Data)
	if err != nil {
		return err
	}
	view := filePage{
		Base: s.PageBase(c, s.Language(c).T("file.title")), Action: "/import/" + up.Token, Again: "/desk",
		FileName: up.Name,
	}
	view.Name, view.Where = t.Info.Name, page.Place(t.Info.Place, t.Info.Country)
	view.Dates = view.Language.Dates(t.Info.Begin, t.Info.End)
	view.Players, view.Rounds = len(t.Players), len(t.Rounds)
	for _, r := range t.Rounds {
		view.Games += len(r.Games)
	}
	view.Settings = strings.Join([]string{
		view.T("system." + string(t.Settings.System)), view.T("now.rounds", t.Settings.Rounds),
		view.T("now.board", t.Settings.Size), view.T("file.komi", t.Settings.Handicap.EvenKomi),
	}, " · ")
	view.Findings = page.FindingViews(view.Language, findings)
	return s.Render(c, "file", view)
}

func (s *Room) postFileApply(c *gin.Context) error {
	up, err := s.Uploads.Get(c.Param("token"), "")
	if err != nil {
		return err
	}
	t, _, err := exchange.Read(up.Data)
	if err != nil {
		return err
	}
	actor, _ := s.Actor(c)
	slug, err := s.Director.Import(c.Request.Context(), actor, t, "file "+up.Token)
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug+"/players?imported="+strconv.Itoa(len(t.Players)))
}
