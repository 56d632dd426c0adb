package settings

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// mostStages is how many stages after the first the form has room for.
const mostStages = 3

// stageFields are the stages after the first. One whose first round is left
// blank is none.
func stageFields() []form.Field[tournament.Settings] {
	var fields []form.Field[tournament.Settings]
	for i := range mostStages {
		fields = append(fields,
			stageField(i, form.NumberField("from", func(s *tournament.Stage) *int { return &s.From })),
			stageField(i, form.ChoiceField("system", func(s *tournament.Stage) *tournament.System { return &s.System }, form.Choices("system.", tournament.Systems()...))),
			stageField(i, form.NumberField("qualify", func(s *tournament.Stage) *int { return &s.Qualify })),
			stageField(i, form.ChoiceField("others", func(s *tournament.Stage) *tournament.Others { return &s.Others }, othersChoices())),
			stageField(i, form.NumberField("pools", func(s *tournament.Stage) *int { return &s.Format.Pools })),
			stageField(i, form.CheckField("double", func(s *tournament.Stage) *bool { return &s.Format.Double })),
			stageField(i, form.CheckField("third-place", func(s *tournament.Stage) *bool { return &s.Format.ThirdPlace })),
			stageField(i, form.NumberField("accelerated", func(s *tournament.Stage) *int { return &s.Format.Accelerated })),
		)
	}
	return fields
}

// othersChoices lists what those can do who do not play a stage.
func othersChoices() []form.OptionView {
	return []form.OptionView{
		{Value: string(tournament.Rest), Text: "others.rest"}, {Value: string(tournament.PlayOn), Text: "others.play-on"},
		{Value: string(tournament.PlayOnWithLosers), Text: "others.with-losers"},
	}
}

// stageField makes a field of stage i of one of a stage.
func stageField(i int, f form.Field[tournament.Stage]) form.Field[tournament.Settings] {
	return form.Field[tournament.Settings]{
		Name: form.StagePrefix(i+2) + f.Name, Kind: f.Kind, Options: f.Options,
		Label: func(lang *i18n.Language) string { return lang.T("stage.field", i+2, lang.T("field."+f.Name)) },
		Write: func(from *tournament.Settings) string {
			stage := newStage()
			if i < len(from.Stages) {
				stage = from.Stages[i]
			}
			if f.Name == "from" && stage.From == 0 {
				return ""
			}
			return f.Write(&stage)
		},
		Read: func(to *tournament.Settings, text string) error {
			for len(to.Stages) <= i {
				to.Stages = append(to.Stages, newStage())
			}
			stage := &to.Stages[i]
			if f.Name == "from" && text == "" {
				stage.From = 0
				return nil
			}
			return f.Read(stage, text)
		},
	}
}

// newStage is what the form offers for another stage: a final of the best
// eight.
func newStage() tournament.Stage {
	return tournament.Stage{System: tournament.Knockout, Qualify: 8}
}

// inOrder drops the stages that are none and puts the others in order.
func inOrder(stages []tournament.Stage) []tournament.Stage {
	stages = slices.DeleteFunc(stages, func(s tournament.Stage) bool { return s.From == 0 })
	slices.SortStableFunc(stages, func(a, b tournament.Stage) int { return cmp.Compare(a.From, b.From) })
	if len(stages) == 0 {
		return nil
	}
	return stages
}

// stagePlaces returns at which place each stage of a form comes when they are
// in the order of their first rounds, and which of the form comes at each place.
// What is no number comes after them, what is blank last.
func stagePlaces(sent url.Values) (places, typed []int) {
	begins := func(i int) int {
		text := strings.TrimSpace(sent.Get(form.StagePrefix(i+2) + "from"))
		n, err := form.ParseWhole("from", text)
		switch {
		case text == "":
			return math.MaxInt
		case err != nil:
			return math.MaxInt - 1
		}
		return int(n)
	}
	for i := range mostStages {
		typed = append(typed, i)
	}
	slices.SortStableFunc(typed, func(a, b int) int { return cmp.Compare(begins(a), begins(b)) })
	places = make([]int, mostStages)
	for place, i := range typed {
		places[i] = place
	}
	return places, typed
}

// renumbered gives the fields of each stage the names of those of another.
func renumbered[M ~map[string]V, V any](fields M, to []int) M {
	out := M{}
	for name, value := range fields {
		for i := range mostStages {
			if field, ok := strings.CutPrefix(name, form.StagePrefix(i+2)); ok {
				name = form.StagePrefix(to[i]+2) + field
				break
			}
		}
		out[name] = value
	}
	return out
}

// A stageView is one stage of the form after the first.
type stageView struct {
	Title  string
	Fields []form.FieldView
	// Blank says that there is no such stage yet, Open that it is shown all the
	// same.
	Blank, Open bool
}

// stageViews shows the stages of the form and room for one more. shown is how
// many there are, saved or typed.
func stageViews(lang *i18n.Language, fields []form.FieldView, shown int) []stageView {
	var views []stageView
	each := len(fields) / mostStages
	for i := range min(shown+1, mostStages) {
		v := stageView{Title: lang.T("stage.title", i+2), Fields: fields[i*each : (i+1)*each], Blank: true}
		for k := range v.Fields {
			f := &v.Fields[k]
			_, name, _ := strings.Cut(strings.TrimPrefix(f.Name, "stage-"), "-")
			f.Label = lang.T("field." + name)
			if help := "help." + name; lang.Has(help) {
				f.Help = lang.T(help)
			}
			v.Open = v.Open || f.Fault != ""
			if name == "from" && f.Value != "" {
				v.Blank = false
			}
		}
		views = append(views, v)
	}
	return views
}

// A planView says how many rounds a stage with a plan takes.
type planView struct {
	Text string
	// Rounds is how many rounds the tournament would have with it, 0 when it has
	// as many or that is decided by the stage that follows.
	Rounds int
	// Seeds is the address of the page that orders its players.
	Seeds string
}

// planViews tells of the stages that have a plan, as the settings say, whether
// their rounds suffice; nothing while the settings make no sense.
func planViews(lang *i18n.Language, t *tournament.Tournament, now tournament.Settings) []planView {
	with := *t
	if with.SetSettings(now) != nil {
		return nil // what is wrong is said elsewhere
	}
	var views []planView
	stages := append([]tournament.Stage{now.Stage(1)}, now.Stages...)
	for i, stage := range stages {
		needed, players := pairing.RoundsNeeded(&with, stage)
		has := now.Length(stage)
		v := planView{}
		if saved := t.Settings.Stage(stage.From); saved.From == stage.From && saved.Seeded() {
			v.Seeds = page.SeedsPath(t, stage.From)
		}
		switch {
		case !stage.Seeded() && stage.System != tournament.Cup:
			continue
		case stage.System.Weighed() && stage.System != tournament.Cup:
			v.Text = lang.T("stage.qualify", lang.T("system."+string(stage.System)), stage.From, stage.Qualify)
		case needed == 0:
			v.Text = lang.T("plan.unknown", lang.T("system."+string(stage.System)))
		case needed == has:
			v.Text = lang.T("plan.fits", needed, players, stage.System)
		default:
			v.Text = lang.T("plan.needs", needed, players, has, stage.System)
			if rounds := stage.From - 1 + needed; i+1 == len(stages) && rounds <= tournament.MaxRounds && rounds >= len(t.Rounds) {
				v.Rounds = rounds
			}
		}
		views = append(views, v)
		if _, goOn := now.SideStage(stage.From); goOn {
			views = append(views, planView{Text: besideText(lang, &now, stage)})
		}
	}
	return views
}

// besideText says what those do who do not play a stage, and what keeps them
// behind its players.
func besideText(lang *i18n.Language, s *tournament.Settings, stage tournament.Stage) string {
	beside, _ := s.SideStage(stage.From)
	text := lang.T("plan.beside", beside.System, stage.From)
	if s.Criteria[0] != tournament.StageReached {
		text += " " + lang.T("plan.beside.rank", tournament.StageReached)
	}
	return text
}

// A systemView asks what becomes of the criteria and weights when the system
// changes.
type systemView struct{ Text, Take, Keep string }

// asksForSystem returns the question whether criteria and weights follow a
// system that was changed, or nil when they do already or it is answered.
func asksForSystem(c *gin.Context, lang *i18n.Language, t *tournament.Tournament, now tournament.Settings) *systemView {
	if now.System == t.Settings.System || c.PostForm("settled") == string(now.System) || follows(now) {
		return nil
	}
	name := func(s tournament.System) string { return lang.T("system." + string(s)) }
	v := &systemView{
		Text: lang.T("settings.system.changes", name(t.Settings.System), name(now.System)),
		Take: lang.T("settings.system.usual", name(now.System)), Keep: lang.T("settings.system.keep"),
	}
	if len(t.Rounds) > 0 {
		v.Text += " " + lang.T("settings.system.drawn")
	}
	return v
}

// follows reports whether criteria and weights are those usual in the system.
func follows(s tournament.Settings) bool {
	usual := s.WithSystem(s.System)
	return form.SeenValues(settingFields, &usual).Encode() == form.SeenValues(settingFields, &s).Encode()
}
