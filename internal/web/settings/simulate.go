package settings

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/pairing/simulate"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A simulatePage has the form of a simulation, its progress and its results.
type simulatePage struct {
	page.Base
	// Fields are compared, Precise are folded away; Facts are the values of the latter, Wrong is set if one is refused.
	Fields, Precise []form.FieldView
	Facts           string
	Wrong           bool
	Systems         []form.OptionView
	Fault           string
	// Token identifies the shown simulation, "" for none.
	Token   string
	Running *page.RunningView
	Stopped bool
	// Failed is the reason against playing it.
	Failed string
	Result *simulatedView
}

// A simulationPlan holds the values of the form.
type simulationPlan struct {
	Choices simulate.Choices `json:"choices"`
	Options simulate.Options `json:"options"`
}

// simulationFields are the fields of the form except the systems.
var simulationFields = []form.Field[simulationPlan]{
	listField("sim-bars", func(p *simulationPlan) *[]rank.Rank { return &p.Choices.Bars }, simulate.ParseBars),
	listField("sim-corrections", func(p *simulationPlan) *[]int { return &p.Choices.Corrections }, simulate.ParseNumbers),
	listField("sim-rounds", func(p *simulationPlan) *[]int { return &p.Choices.Rounds }, simulate.ParseNumbers),
	form.NumberField("sim-runs", func(p *simulationPlan) *int { return &p.Options.Runs }),
	{Name: "sim-seed", Kind: "number",
		Write: func(p *simulationPlan) string { return strconv.FormatUint(p.Options.Seed, 10) },
		Read: func(p *simulationPlan, text string) (err error) {
			if p.Options.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
				return fault.New(fault.Invalid, "draw.seed.invalid", fault.Clip(text))
			}
			return nil
		}},
	{Name: "sim-spread", Kind: "number",
		Write: func(p *simulationPlan) string { return strconv.Itoa(int(p.Options.Spread)) },
		Read: func(p *simulationPlan, text string) error {
			n, err := form.ParseWhole("sim-spread", text)
			p.Options.Spread = float64(n)
			return err
		}},
}

// simulationFaultFields maps fields of settings to the fields of the form.
var simulationFaultFields = map[string]string{
	"rounds": "sim-rounds", "bar": "sim-bars", "reduction": "sim-corrections", "sim-bars": "sim-bars", "sim-runs": "sim-runs", "sim-spread": "sim-spread",
}

// listField is a list of values with blanks between them.
func listField[V any](name string, at func(*simulationPlan) *[]V, parse func(string) ([]V, error)) form.Field[simulationPlan] {
	return form.Field[simulationPlan]{Name: name, Kind: "text",
		Write: func(p *simulationPlan) string {
			var words []string
			for _, v := range *at(p) {
				words = append(words, fmt.Sprint(v))
			}
			return strings.Join(words, " ")
		},
		Read: func(p *simulationPlan, text string) (err error) {
			*at(p), err = parse(text)
			return err
		},
	}
}

// defaultPlan compares the settings with a bar two ranks lower, or, without a bar, with one round more.
func defaultPlan(s *tournament.Settings) simulationPlan {
	p := simulationPlan{Options: simulate.Options{Runs: 200, Seed: 1}}
	p.Choices.Rounds = []int{s.Rounds}
	p.Choices.Corrections = []int{s.Handicap.Correction}
	switch {
	case s.System == tournament.McMahon && s.Bar-2 >= rank.Kyu30:
		p.Choices.Bars = []rank.Rank{s.Bar, s.Bar - 2}
	case s.Rounds < tournament.MaxRounds:
		p.Choices.Rounds = append(p.Choices.Rounds, s.Rounds+1)
	}
	return p
}

func (s *Handlers) showSimulate(c *gin.Context, snapshot *director.Snapshot) error {
	view, one, err := s.simulatePage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	if one != nil && c.Query("used") != "" {
		if i := page.Natural(c.Query("used")) - 1; i >= 0 && i < len(one.variants) {
			view.Notice = &page.Banner{
				Level: "notice", Text: view.T("simulate.used", variantName(view.Language, one.variants[i].Labels)),
			}
			if view.Result != nil {
				view.Result.Stale = false
			}
		}
	}
	return s.Render(c, "simulate", view)
}

// simulatePage returns the page with the last simulation, and the simulation itself, which may be nil; sent is a
// refused form.
func (s *Handlers) simulatePage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*simulatePage, *simulation, error) {
	t := snapshot.Tournament
	page := &simulatePage{Base: s.DeskBase(c, snapshot, s.Language(c).T("simulate.title"), "settings")}
	plan := defaultPlan(&t.Settings)
	one, err := s.simulations.last(c.Request.Context(), t.Info.Slug)
	if err != nil {
		return nil, nil, err
	}
	if one != nil {
		plan = one.About.Plan
		page.show(one, t)
	}
	page.fillFields(&plan, &t.Settings, sent)
	page.Facts = page.T("simulate.facts", len(t.Remaining()), plan.Options.Runs, strconv.FormatUint(plan.Options.Seed, 10))
	systems := plan.Choices.Systems
	if sent.Values != nil {
		systems, _ = simulate.ParseSystems(strings.Join(sent.Values["sim-systems"], " ")) // unknown systems have no checkbox
	}
	for _, system := range tournament.Systems() {
		if system != tournament.Open {
			page.Systems = append(page.Systems, form.OptionView{
				Value: string(system), Text: page.T("system." + string(system)),
				Current: slices.Contains(systems, system) || len(systems) == 0 && sent.Values == nil && system == t.Settings.System,
			})
		}
	}
	if err := sent.Wrong[""]; err != nil {
		page.Fault = page.Error(err)
	}
	return page, one, nil
}

// fillFields adds the fields of the form. Only McMahon has bars.
func (p *simulatePage) fillFields(plan *simulationPlan, now *tournament.Settings, sent form.Sent) {
	for _, f := range form.View(p.Language, simulationFields, plan, sent) {
		switch f.Name {
		case "sim-bars":
			if now.System != tournament.McMahon && f.Value == "" && f.Fault == "" {
				p.Precise = append(p.Precise, f)
				continue
			}
			fallthrough
		case "sim-corrections", "sim-rounds":
			p.Fields = append(p.Fields, f)
		default:
			p.Precise, p.Wrong = append(p.Precise, f), p.Wrong || f.Fault != ""
		}
	}
}

// show adds the progress or the results of a simulation.
func (p *simulatePage) show(one *simulation, now *tournament.Tournament) {
	const look = 3 // seconds
	p.Token = one.Token
	switch {
	case !one.Over:
		p.Refresh = look
		p.Running = &page.RunningView{Waiting: one.Waiting, Done: one.Done, Total: one.Total}
	case one.Stopped:
		p.Stopped = true
	case one.Failed != nil:
		p.Failed = one.Failed[p.Code()]
	default:
		p.Result = newSimulatedView(p.Language, one, now)
	}
}

// postSimulate starts or stops a simulation, or applies the settings of a variant.
func (s *Handlers) postSimulate(c *gin.Context, snapshot *director.Snapshot) error {
	home := "/desk/" + snapshot.Tournament.Info.Slug + "/simulate"
	switch c.PostForm("do") {
	case "start":
		return s.startSimulation(c, snapshot, home)
	case "stop":
		ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
		one, err := s.simulations.Of(ctx, slug)
		if err == nil && one != nil && one.Token == c.PostForm("token") {
			err = s.simulations.Stop(ctx, slug)
		}
		if err != nil {
			return err
		}
		return s.Redirect(c, home)
	case "use":
		return s.Merged(s.WithTournament(s.useVariant))(c)
	}
	return fault.New(fault.Invalid, "form.incomplete")
}

func (s *Handlers) startSimulation(c *gin.Context, snapshot *director.Snapshot, home string) error {
	t, sent := snapshot.Tournament, c.Request.PostForm
	var plan simulationPlan
	var variants []simulate.Variant
	wrong, err := form.Read(simulationFields, sent, &plan)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		variants, err = plan.prepare(t, sent["sim-systems"])
		if _, ok := fault.As(err); ok {
			wrong[simulationFaultFields[form.FieldOf(err)]] = err
		} else if err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		view, _, err := s.simulatePage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
		if err != nil {
			return err
		}
		return s.RenderStatus(c, http.StatusUnprocessableEntity, "simulate", view)
	}
	if err := s.simulations.start(s.Streams, t, plan, variants); err != nil {
		return err
	}
	return s.Redirect(c, home)
}

// prepare returns the variants of a tournament, or the reason against playing them.
func (p *simulationPlan) prepare(t *tournament.Tournament, systems []string) (variants []simulate.Variant, err error) {
	if p.Options.Runs == 0 { // elsewhere 0 means the default
		return nil, fault.New(fault.Invalid, "simulate.runs", 0, simulate.MostRuns)
	}
	if p.Choices.Systems, err = simulate.ParseSystems(strings.Join(systems, " ")); err != nil {
		return nil, err
	}
	if slices.Equal(p.Choices.Systems, []tournament.System{t.Settings.System}) {
		p.Choices.Systems = nil // the settings as they are
	}
	if variants, err = simulate.Variations(t.Settings, p.Choices); err != nil {
		return nil, err
	}
	return variants, simulate.Check(t, variants, p.Options)
}

// useVariant applies the settings of one variant.
func (s *Handlers) useVariant(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	i := page.Natural(c.PostForm("variant")) - 1
	one, err := s.simulations.last(c.Request.Context(), t.Info.Slug)
	switch {
	case err != nil:
		return err
	case one == nil || one.Token != c.PostForm("token") || i < 0 || i >= len(one.variants):
		err = fault.New(fault.Conflict, "simulate.gone")
	case t.Current() > 0:
		err = fault.New(fault.Conflict, "simulate.begun")
	default:
		err = s.applyVariant(c, snapshot, one, i)
	}
	switch {
	case fault.Is(err, "tournament.version"):
		return err
	case err == nil:
		return s.Redirect(c, "/desk/"+t.Info.Slug+"/simulate?used="+strconv.Itoa(i+1))
	}
	page, _, failed := s.simulatePage(c, snapshot, form.Sent{})
	if failed != nil {
		return failed
	}
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "simulate", page)
}

// applyVariant applies the choices of the i-th variant to the current settings.
func (s *Handlers) applyVariant(c *gin.Context, snapshot *director.Snapshot, one *simulation, i int) error {
	t := snapshot.Tournament
	variants, err := simulate.Variations(t.Settings, one.About.Plan.Choices)
	if err != nil {
		return err
	}
	return s.EditorAt(c, snapshot).SetUp(c.Request.Context(), t.Info, variants[i].Settings)
}
