package admin

import (
	"crypto/rand"
	"maps"
	"net/url"
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

// An officePage is where a director arrives: all tournaments and what is going
// on in each.
type officePage struct {
	page.Base
	Tournaments []site.SummaryView
	// Fault says why a file was not taken.
	Fault string
}

func (s *Room) showOffice(c *gin.Context) error {
	page, err := s.officePage(c)
	if err != nil {
		return err
	}
	return s.Render(c, "office", page)
}

func (s *Room) officePage(c *gin.Context) (officePage, error) {
	page := officePage{Base: s.PageBase(c, s.Language(c).T("list.title"))}
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

// A foundingPage is the form of a new tournament.
type foundingPage struct {
	page.Base
	Fields  []form.FieldView
	Presets []form.PresetGroup
	// Boards is on how many boards teams meet; blank leaves it to the preset.
	Boards []form.FieldView
	Once   string
	// Fresh says that nothing has been typed yet.
	Fresh bool
}

func (s *Room) showFounding(c *gin.Context) error {
	return s.Render(c, "founding", s.foundingPage(c, nil, nil))
}

func (s *Room) foundingPage(c *gin.Context, sent url.Values, wrong form.Faults) foundingPage {
	view := foundingPage{Base: s.PageBase(c, s.Language(c).T("founding.title")), Once: rand.Text(), Fresh: sent == nil}
	preset := tournament.Presets()[0].Name
	if sent != nil {
		view.Once, preset = page.Clip(sent.Get("once")), sent.Get("preset")
	}
	fields := form.Pick(form.InfoFields, "name", "slug", "place", "country", "begin", "end", "zone")
	now := time.Now() // the laptop's; its browser puts its own zone in
	fresh := tournament.Info{Begin: now, Zone: "UTC"}
	if name := now.Location().String(); name != "Local" {
		fresh.Zone = name
	}
	view.Fields = form.View(view.Language, fields, &fresh, sent, wrong)
	view.Fields[0].Focus = sent == nil
	view.Presets = form.PresetGroups(view.Language, preset)
	view.Boards = form.View(view.Language, foundingFields, &founding{}, sent, wrong)
	if err := wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	return view
}

// A founding is what a form can say about the settings of a new tournament.
type founding struct{ boards int }

// foundingFields are the settings that are asked for before the first player
// is entered: nothing stands for what the preset has.
var foundingFields = []form.Field[founding]{{
	Name: "boards", Kind: "number", Write: func(*founding) string { return "" },
	Read: func(to *founding, text string) error {
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

// postFounding begins a tournament.
func (s *Room) postFounding(c *gin.Context) error {
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
	var asked founding
	more, err := form.Read(foundingFields, sent, &asked)
	if err != nil {
		return err
	}
	maps.Copy(wrong, more)
	if asked.boards > 0 {
		was := settings
		settings.Teams.Boards = asked.boards
		form.SwitchTeamCriteria(&was, &settings)
	}
	if len(wrong) == 0 {
		actor, _ := s.Actor(c)
		slug, err := s.Director.Create(c.Request.Context(), actor, director.Creation{Info: info, Settings: settings, Once: sent.Get("once")})
		if err == nil {
			return s.Redirect(c, "/desk/"+slug+"/players")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "founding", s.foundingPage(c, sent, wrong))
}

// A filePage is the preview of a tournament from a file.
type filePage struct {
	page.Base
	Name, Where, Dates      string
	Players, Rounds, Games  int
	Settings                string
	Notes                   []page.NoteView
	Action, Again, FileName string
}

// postFile takes in a tournament file and leads to its preview.
func (s *Room) postFile(c *gin.Context) error {
	name, data, err := site.SentFile(c)
	if err == nil {
		err = holdsTournament(data)
	}
	if _, ok := fault.As(err); ok {
		page, listErr := s.officePage(c)
		if listErr != nil {
			return listErr
		}
		page.Fault = page.Error(err)
		return s.RenderStatus(c, site.StatusOf(err), "office", page)
	}
	if err != nil {
		return err
	}
	return s.Redirect(c, "/import/"+s.Uploads.Add(site.Upload{Name: name, Data: data}))
}

// holdsTournament refuses what is no file of a tournament. A list of players
// belongs to a tournament that is there already.
func holdsTournament(data []byte) error {
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
	t, notes, err := exchange.Read(up.Data)
	if err != nil {
		return err
	}
	view := filePage{Base: s.PageBase(c, s.Language(c).T("file.title")), Action: "/import/" + up.Token, Again: "/desk", FileName: up.Name}
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
	view.Notes = page.NoteViews(view.Language, notes)
	return s.Render(c, "file", view)
}

// postFileApply imports the tournament that was looked over.
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
