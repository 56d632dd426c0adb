package web

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
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An officePage is where a director arrives: all tournaments and what is going
// on in each.
type officePage struct {
	page.Base
	Tournaments []summaryView
	// Fault says why a file was not taken.
	Fault string
}

func (s *adminRoom) showOffice(c *gin.Context) error {
	page, err := s.officePage(c)
	if err != nil {
		return err
	}
	return s.render(c, "office", page)
}

func (s *adminRoom) officePage(c *gin.Context) (officePage, error) {
	page := officePage{Base: s.pageBase(c, s.language(c).T("list.title"))}
	all, err := s.director.Tournaments(c.Request.Context())
	if err != nil {
		return page, err
	}
	for i := range all {
		v := newSummaryView(page.Language, &all[i])
		v.Address = "/desk/" + all[i].Slug
		if all[i].Hidden {
			v.State += " · " + page.T("office.hidden")
		}
		page.Tournaments = append(page.Tournaments, v)
	}
	return page, nil
}

// infoFields are what a form can say about the tournament itself.
var infoFields = []formField[tournament.Info]{
	textField("name", func(i *tournament.Info) *string { return &i.Name }),
	textField("slug", func(i *tournament.Info) *string { return &i.Slug }),
	textField("short", func(i *tournament.Info) *string { return &i.ShortName }),
	textField("place", func(i *tournament.Info) *string { return &i.Place }),
	countryField(func(i *tournament.Info) *string { return &i.Country }),
	dayField("begin", func(i *tournament.Info) *time.Time { return &i.Begin }),
	dayField("end", func(i *tournament.Info) *time.Time { return &i.End }),
	textField("zone", func(i *tournament.Info) *string { return &i.Zone }),
	textField("director", func(i *tournament.Info) *string { return &i.Director }),
	checkField("hidden", func(i *tournament.Info) *bool { return &i.Hidden }),
}

// dayField is a day, empty for none.
func dayField[T any](name string, at func(*T) *time.Time) formField[T] {
	return formField[T]{name: name, kind: "date",
		write: func(from *T) string { return page.Day(*at(from)) },
		read: func(to *T, text string) error {
			*at(to) = time.Time{}
			if text == "" {
				return nil
			}
			d, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return fault.New(fault.Invalid, "field.day", tournament.Field(name), fault.Clip(text))
			}
			*at(to) = d
			return nil
		},
	}
}

// A foundingPage is the form of a new tournament.
type foundingPage struct {
	page.Base
	Fields  []fieldView
	Presets []presetGroup
	// Boards is on how many boards teams meet; blank leaves it to the preset.
	Boards []fieldView
	Once   string
	// Fresh says that nothing has been typed yet.
	Fresh bool
}

// A presetView is one way to run a tournament, in a sentence.
type presetView struct {
	Name, Title, Text string
	Current           bool
}

// A presetGroup are presets for one occasion.
type presetGroup struct {
	Name    string
	Presets []presetView
}

// presetGroups lists all presets by occasion.
func presetGroups(lang *i18n.Language, current string) []presetGroup {
	groups := []presetGroup{{Name: lang.T("founding.open")}, {Name: lang.T("founding.titles")}, {Name: lang.T("founding.own")}}
	for _, p := range tournament.Presets() {
		g := &groups[0]
		switch s := p.Settings; {
		case s.System == tournament.Free:
			g = &groups[2]
		case s.System.Planned(), s.System == tournament.Cup, len(s.Stages) > 0:
			g = &groups[1]
		}
		g.Presets = append(g.Presets, presetView{p.Name, lang.T("preset." + p.Name), lang.T("preset.text." + p.Name), p.Name == current})
	}
	return groups
}

func (s *adminRoom) showFounding(c *gin.Context) error {
	return s.render(c, "founding", s.foundingPage(c, nil, nil))
}

func (s *adminRoom) foundingPage(c *gin.Context, form url.Values, wrong faults) foundingPage {
	view := foundingPage{Base: s.pageBase(c, s.language(c).T("founding.title")), Once: rand.Text(), Fresh: form == nil}
	preset := tournament.Presets()[0].Name
	if form != nil {
		view.Once, preset = page.Clip(form.Get("once")), form.Get("preset")
	}
	fields := only(infoFields, "name", "slug", "place", "country", "begin", "end", "zone")
	now := time.Now() // the laptop's; its browser puts its own zone in
	fresh := tournament.Info{Begin: now, Zone: "UTC"}
	if name := now.Location().String(); name != "Local" {
		fresh.Zone = name
	}
	view.Fields = viewForm(view.Language, fields, &fresh, form, wrong)
	view.Fields[0].Focus = form == nil
	view.Presets = presetGroups(view.Language, preset)
	view.Boards = viewForm(view.Language, foundingFields, &founding{}, form, wrong)
	if err := wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	return view
}

// A founding is what a form can say about the settings of a new tournament.
type founding struct{ boards int }

// foundingFields are the settings that are asked for before the first player
// is entered: nothing stands for what the preset has.
var foundingFields = []formField[founding]{{
	name: "boards", kind: "number", write: func(*founding) string { return "" },
	read: func(to *founding, text string) error {
		if text == "" {
			return nil
		}
		n, err := wholeNumber("boards", text)
		if err == nil && (n < 2 || n > tournament.MostBoards) {
			err = fault.New(fault.Invalid, "team.boards", n, tournament.MostBoards)
		}
		to.boards = int(n)
		return err
	},
}}

// postFounding begins a tournament.
func (s *adminRoom) postFounding(c *gin.Context) error {
	form := c.Request.PostForm
	info := tournament.Info{}
	wrong, err := readForm(infoFields, form, &info)
	if err != nil {
		return err
	}
	settings, err := tournament.PresetNamed(form.Get("preset"))
	if err := wrong.add(err); err != nil {
		return err
	}
	var asked founding
	more, err := readForm(foundingFields, form, &asked)
	if err != nil {
		return err
	}
	maps.Copy(wrong, more)
	if asked.boards > 0 {
		was := settings
		settings.Teams.Boards = asked.boards
		criteriaOfTeams(&was, &settings)
	}
	if len(wrong) == 0 {
		actor, _ := s.actor(c)
		slug, err := s.director.Create(c.Request.Context(), actor, director.Creation{Info: info, Settings: settings, Once: form.Get("once")})
		if err == nil {
			return s.back(c, "/desk/"+slug+"/players")
		}
		if err := wrong.add(err); err != nil {
			return err
		}
	}
	return s.renderStatus(c, statusOfForm(wrong.all()...), "founding", s.foundingPage(c, form, wrong))
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
func (s *adminRoom) postFile(c *gin.Context) error {
	name, data, err := sentFile(c)
	if err == nil {
		err = holdsTournament(data)
	}
	if _, ok := fault.As(err); ok {
		page, listErr := s.officePage(c)
		if listErr != nil {
			return listErr
		}
		page.Fault = page.Error(err)
		return s.renderStatus(c, statusOf(err), "office", page)
	}
	if err != nil {
		return err
	}
	return s.back(c, "/import/"+s.uploads.keep(upload{name: name, data: data}))
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

func (s *adminRoom) showFile(c *gin.Context) error {
	up, err := s.uploads.get(c.Param("token"), "")
	if err != nil {
		return err
	}
	t, notes, err := exchange.Read(up.data)
	if err != nil {
		return err
	}
	view := filePage{Base: s.pageBase(c, s.language(c).T("file.title")), Action: "/import/" + up.token, Again: "/desk", FileName: up.name}
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
	view.Notes = page.WorstFirst(view.Language, notes)
	return s.render(c, "file", view)
}

// postFileApply imports the tournament that was looked over.
func (s *adminRoom) postFileApply(c *gin.Context) error {
	up, err := s.uploads.get(c.Param("token"), "")
	if err != nil {
		return err
	}
	t, _, err := exchange.Read(up.data)
	if err != nil {
		return err
	}
	actor, _ := s.actor(c)
	slug, err := s.director.Import(c.Request.Context(), actor, t, "file "+up.token)
	if err != nil {
		return err
	}
	return s.back(c, "/desk/"+slug+"/players?imported="+strconv.Itoa(len(t.Players)))
}
