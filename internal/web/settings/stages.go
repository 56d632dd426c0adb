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

// mostStages limits the stages after the first.
const mostStages = 3

// stageFields are the fields of the stages after the first. A stage without a first
// round does not exist.
func stageFields() []form.Field[tournament.Settings] {
	var fields []form.Field[tournament.Settings]
	for i := range mostStages {
		fields = append(fields,
			stageField(i, form.NumberField("from", func(s *tournament.Stage) *int { return &s.From })),
			stageField(i, form.ChoiceField("system", func(s *tournament.Stage) *tournament.System { return &s.System }, form.Choices("system.", stageSystems()...))),
			stageField(i, form.NumberField("qualify", func(s *tournament.Stage) *int { return &s.Qualify })),
			stageField(i, form.ChoiceField("others", func(s *tournament.Stage) *tournament.Others { return &s.Others }, othersChoices())),
			stageField(i, form.NumberField("pools", func(s *tournament.Stage) *int { return &s.Format.Pools })),
			stageField(i, form.CheckField("double", func(s *tournament.Stage) *bool { return &s.Format.Double })),
			stageField(i, form.ChoiceField("withdrawals", func(s *tournament.Stage) *tournament.Withdrawals { return &s.Format.Withdrawals }, withdrawalsChoices())),
			stageField(i, form.CheckField("third-place", func(s *tournament.Stage) *bool { return &s.Format.ThirdPlace })),
			stageField(i, form.NumberField("accelerated", func(s *tournament.Stage) *int { return &s.Format.Accelerated })),
		)
	}
	return fields
}

// stageSystems are the systems of a stage, all with rounds.
func stageSystems() []tournament.System {
	return slices.DeleteFunc(tournament.Systems(), func(s tournament.System) bool { return s == tournament.Open })
}

// othersChoices are the options for players outside a stage.
func othersChoices() []form.OptionView {
	return []form.OptionView{
		{Value: string(tournament.Rest), Text: "settings.others.rest"}, {Value: string(tournament.PlayOn), Text: "settings.others.play-on"},
		{Value: string(tournament.PlayOnWithLosers), Text: "settings.others.with-losers"},
	}
}

// withdrawalsChoices are the options for the games of withdrawn players.
func withdrawalsChoices() []form.OptionView {
	return []form.OptionView{
		{Value: string(tournament.WithdrawalsStand), Text: "settings.withdrawals.stand"},
		{Value: string(tournament.WithdrawalsForfeit), Text: "settings.withdrawals.forfeit"},
		{Value: string(tournament.WithdrawalsHalf), Text: "settings.withdrawals.half"},
	}
}

// stageField converts a field of a stage to the same field of the i-th one, from 0.
func stageField(i int, f form.Field[tournament.Stage]) form.Field[tournament.Settings] {
	return form.Field[tournament.Settings]{
		Name: form.StagePrefix(i+2) + f.Name, Kind: f.Kind, Options: f.Options,
		Label: func(lang *i18n.Language) string { return lang.T("settings.stage.field", i+2, lang.T("field."+f.Name)) },
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

// newStage is the default of a new stage: a final of the best eight.
func newStage() tournament.Stage {
	return tournament.Stage{System: tournament.Knockout, Qualify: 8}
}

// sortedStages removes stages without a first round and sorts the others by it.
func sortedStages(stages []tournament.Stage) []tournament.Stage {
	stages = slices.DeleteFunc(stages, func(s tournament.Stage) bool { return s.From == 0 })
	slices.SortStableFunc(stages, func(a, b tournament.Stage) int { return cmp.Compare(a.From, b.From) })
	if len(stages) == 0 {
		return nil
	}
	return stages
}

// stagePlaces sorts the stages of a form by their first rounds, wrong numbers after right ones and blank ones last. It
// returns the place of each stage, and the stage at each place.
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

// renumbered renames the fields of each stage i to the names of stage to[i].
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
	// Blank is set if the stage does not exist, Open if it is shown anyway.
	Blank, Open bool
}

// stageViews returns the first shown stages of the form, and a blank one.
func stageViews(lang *i18n.Language, fields []form.FieldView, shown int) []stageView {
	var views []stageView
	each := len(fields) / mostStages
	for i := range min(shown+1, mostStages) {
		v := stageView{Title: lang.T("settings.stage.title", i+2), Fields: fields[i*each : (i+1)*each], Blank: true}
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

// A planView describes the necessary number of rounds of a stage.
type planView struct {
	Text string
	// Rounds is the number of rounds that the tournament would need; 0 if it has them, or if the next stage decides it.
	Rounds int
	// Seeds is the address of the page that orders its players.
	Seeds string
}

// planViews compares the rounds of stages with the necessary rounds. Stages of the saved settings have the address of
// their seeds.
func planViews(lang *i18n.Language, t *tournament.Tournament, saved *tournament.Settings) []planView {
	now := &t.Settings
	var views []planView
	stages := append([]tournament.Stage{now.Stage(1)}, now.Stages...)
	for i, stage := range stages {
		needed, players := pairing.RoundsNeeded(t, stage)
		has := now.Length(stage)
		v := planView{}
		if s := saved.Stage(stage.From); s.From == stage.From && s.Seeded() {
			v.Seeds = page.SeedsPath(t, stage.From)
		}
		switch {
		case !stage.Seeded() && stage.System != tournament.Cup:
			continue
		case stage.System.Weighed() && stage.System != tournament.Cup:
			v.Text = lang.T("settings.stage.qualify", lang.T("system."+string(stage.System)), stage.From, stage.Qualify)
		case needed == 0:
			v.Text = lang.T("system.plan.unknown", lang.T("system."+string(stage.System)))
		case needed == has:
			v.Text = lang.T("system.plan.fits", needed, players, stage.System)
		default:
			v.Text = lang.T("system.plan.needs", needed, players, has, stage.System)
			if rounds := stage.From - 1 + needed; i+1 == len(stages) && rounds <= tournament.MaxRounds && rounds >= len(t.Rounds) {
				v.Rounds = rounds
			}
		}
		views = append(views, v)
		if _, goOn := now.SideStage(stage.From); goOn {
			views = append(views, planView{Text: besideText(lang, now, stage)})
		}
	}
	return views
}

// besideText describes the games of players outside a stage, and whether they rank behind its players.
func besideText(lang *i18n.Language, s *tournament.Settings, stage tournament.Stage) string {
	beside, _ := s.SideStage(stage.From)
	text := lang.T("system.plan.beside", beside.System, stage.From)
	if s.Criteria[0] != tournament.StageReached {
		text += " " + lang.T("system.plan.beside.rank", tournament.StageReached)
	}
	return text
}

// A systemView asks whether criteria and weights change with the system.
type systemView struct{ Text, Take, Keep string }

// newSystemView returns nil if the system is unchanged, if criteria and weights are
// its defaults, if the question is answered, or if the change is refused.
func newSystemView(c *gin.Context, lang *i18n.Language, t *tournament.Tournament, now tournament.Settings) *systemView {
	if now.System == t.Settings.System || c.PostForm("settled") == string(now.System) || hasDefaults(now) {
		return nil
	}
	if len(t.Rounds) > 0 && isOpen(&now) != t.IsOpen() { // refused
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

// hasDefaults reports whether criteria and weights are the defaults of the system.
func hasDefaults(s tournament.Settings) bool {
	usual := s.WithSystem(s.System)
	return form.SeenValues(settingFields, &usual).Encode() == form.SeenValues(settingFields, &s).Encode()
}
