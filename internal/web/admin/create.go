package admin

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/edition"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A creationPage is the form of a new tournament, with a preview.
type creationPage struct {
	page.Base
	// Name is the field of the name, Boards is shown for teams only. Rest are the folded fields, RestFacts their values;
	// RestWrong is set if a folded field is refused.
	Name, Boards form.FieldView
	Rest         []form.FieldView
	RestFacts    []string
	RestWrong    bool
	// Cards are the most common presets, Others the rest, OtherNames their titles.
	Cards      []cardView
	Others     []form.PresetView
	OtherNames string
	// Other is set when one of Others is chosen.
	Other bool
	// Here is the time zone of the browser, filled in by a script.
	Here, Once string
	// Owners are the organisations to choose from, nil without a choice.
	Owners []page.Choice
	// Meaning describes the chosen preset.
	Meaning []form.Meaning
}

// A cardView is a preset with a picture.
type cardView struct {
	form.PresetView
	Small  string
	Stones []cardStone
}

// A cardStone is a stone of a picture, in its coordinates.
type cardStone struct {
	X, Y  int
	Black bool
}

type card struct {
	preset  string
	picture [3]string
}

// cards are the presets shown as cards, with the three lines of their pictures: four
// stones of a handicap game, groups that start on different levels, one group, few
// players.
var cards = []card{
	{"finnish", [3]string{"", ".B.B.B.W."}},
	{"egf", [3]string{"......BWB", "...WBW...", "BWB......"}},
	{"swiss", [3]string{"", "BWBWBWBWB"}},
	{"club", [3]string{"", "..B.W.B.."}},
}

func newCardView(lang *i18n.Language, preset form.PresetView, picture [3]string) cardView {
	v := cardView{PresetView: preset}
	for y, line := range picture {
		for x, stone := range line {
			if stone != '.' {
				v.Stones = append(v.Stones, cardStone{16 + 24*x, 12 + 24*y, stone == 'B'})
			}
		}
	}
	s, err := tournament.PresetNamed(preset.Name)
	if err != nil {
		panic("admin: a card names a missing preset: " + preset.Name)
	}
	const short = 30 * time.Minute
	switch {
	case s.System == tournament.Open:
		v.Small = lang.T("founding.small.open", int(time.Duration(s.Clock.Main).Minutes()))
	case time.Duration(s.Clock.Main) < short:
		v.Small = lang.T("founding.small.short", s.Rounds, int(time.Duration(s.Clock.Main).Minutes()))
	case s.Handicap.Ceiling > 0:
		v.Small = lang.T("founding.small.stones", s.Rounds, s.Handicap.Ceiling)
	default:
		v.Small = lang.T("founding.small.even", s.Rounds, s.Handicap.EvenKomi)
	}
	return v
}

func (s *Handlers) showCreation(c *gin.Context) error {
	fresh := tournament.Info{Begin: tournament.DateOf(s.Director.Now())}
	return s.Render(c, "founding", s.creationPage(c, fresh, tournament.Presets()[0].Settings, form.Sent{}))
}

// creationPage returns the form with a preview of the tournament.
func (s *Handlers) creationPage(c *gin.Context, info tournament.Info, settings tournament.Settings, sent form.Sent) *creationPage {
	view := &creationPage{Base: s.PageBase(c, s.Language(c).T("founding.title")), Once: sent.Once()}
	preset := tournament.Presets()[0].Name
	if sent.Values != nil {
		view.Here, preset = page.Clip(sent.Values.Get("here")), sent.Values.Get("preset")
	}
	fields := func(names ...string) []form.FieldView {
		views := form.View(view.Language, form.Pick(form.InfoFields, names...), &info, sent)
		for i := range views {
			views[i].Help = ""
		}
		return views
	}
	view.Name = fields("name")[0]
	view.Name.Focus = sent.Values == nil
	chosen := form.View(view.Language, choiceFields, &choices{}, sent)
	view.Boards, view.Boards.Help = chosen[1], ""
	view.Rest = slices.Concat(fields("place", "country", "begin", "end"), chosen[:1], fields("zone", "slug"))
	for i := range view.Rest {
		f := &view.Rest[i]
		if f.Name == "zone" && sent.Values == nil {
			f.Value = ""
		}
		view.RestWrong = view.RestWrong || f.Fault != ""
	}
	link := view.T("founding.link")
	if info.Slug != "" {
		link = "/t/" + info.Slug
	}
	zone := info.Zone
	if zone == "" && info.Country+view.Here != "" {
		zone = form.ZoneFor(info.Country, view.Here)
	}
	rounds := view.T("now.rounds", settings.Rounds)
	if settings.System == tournament.Open {
		rounds = ""
	}
	view.RestFacts = slices.DeleteFunc([]string{
		page.Place(info.Place, info.Country), view.Dates(info.Begin.Time, info.End.Time), rounds, link, zone,
	}, func(fact string) bool { return fact == "" })
	if owners, err := s.owners(c); err == nil { // without owners the form has no choice, and saving reports the reason
		view.Owners = owners.choices()
	}
	view.addPresets(preset)
	view.Meaning = form.TermsExamples(view.Language, settings, "6k", "10k")
	view.Meaning = append(view.Meaning, form.Meaning{Text: view.T("meaning.order", form.CriteriaWords(view.Language, settings.Criteria))})
	if err := sent.Wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	return view
}

func (p *creationPage) addPresets(current string) {
	p.Cards = make([]cardView, len(cards))
	for _, g := range form.PresetGroups(p.Language, current) {
		for _, preset := range g.Presets {
			if i := slices.IndexFunc(cards, func(c card) bool { return c.preset == preset.Name }); i >= 0 {
				p.Cards[i] = newCardView(p.Language, preset, cards[i].picture)
				continue
			}
			p.Others = append(p.Others, preset)
			p.OtherNames += ", " + preset.Title
			p.Other = p.Other || preset.Current
		}
	}
	p.OtherNames = strings.TrimPrefix(p.OtherNames, ", ")
}

// choices are the settings in the form.
type choices struct{ rounds, boards int }

// choiceFields are the fields of choices. An empty field means the preset's value.
var choiceFields = []form.Field[choices]{
	choiceField("rounds", func(to *choices) *int { return &to.rounds }, func(n int) error {
		if n < 1 || n > tournament.MaxRounds {
			return fault.New(fault.Invalid, "settings.rounds", n, tournament.MaxRounds)
		}
		return nil
	}),
	choiceField("boards", func(to *choices) *int { return &to.boards }, func(n int) error {
		if n < 2 || n > tournament.MostBoards {
			return fault.New(fault.Invalid, "team.boards", n, tournament.MostBoards)
		}
		return nil
	}),
}

func choiceField(name string, at func(*choices) *int, check func(n int) error) form.Field[choices] {
	return form.Field[choices]{Name: name, Kind: "number", Write: func(*choices) string { return "" },
		Read: func(to *choices, text string) error {
			if text == "" {
				return nil
			}
			n, err := form.ParseWhole(name, text)
			if err == nil {
				err = check(int(n))
			}
			*at(to) = int(n)
			return err
		},
	}
}

func (s *Handlers) postCreation(c *gin.Context) error {
	sent := c.Request.PostForm
	form.SpellDays(s.Language(c), form.InfoFields, sent)
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
	if chosen.boards > 0 && settings.System == tournament.Open {
		wrong["boards"] = fault.New(fault.Invalid, "open.alone")
	} else if chosen.boards > 0 && more["boards"] == nil {
		was := settings
		settings.Teams.Boards = chosen.boards
		form.SwitchTeamCriteria(&was, &settings)
	}
	settings.Rounds = cmp.Or(chosen.rounds, settings.Rounds)
	if settings.System == tournament.Open && info.End.IsZero() && !info.Begin.IsZero() {
		info.End = edition.Season(info.Begin)
	}
	if sent.Get("do") == "look" {
		return s.Render(c, "founding", s.creationPage(c, info, settings, form.Sent{Values: sent}))
	}
	if len(wrong) == 0 {
		founded := info
		founded.Zone = cmp.Or(info.Zone, form.ZoneFor(info.Country, strings.TrimSpace(sent.Get("here"))))
		actor, _ := s.Actor(c)
		owners, err := s.owners(c)
		if err != nil {
			return err
		}
		slug, err := s.Director.Create(c.Request.Context(), actor, director.Creation{
			Info: founded, Settings: settings, Founding: director.Founding{Once: site.IdempotencyKey(c), Organisation: owners.chosen(c)},
		})
		if err == nil {
			return s.Redirect(c, "/desk/"+slug)
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "founding", s.creationPage(c, info, settings, form.Sent{
		Values: sent, Wrong: wrong,
	}))
}
