package settings

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/simulate"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A simulatePage has the form of a simulation, its progress and its results.
type simulatePage struct {
	page.Base
	Fields  []form.FieldView
	Systems []form.OptionView
	Players int
	Fault   string
	// Token identifies the simulation shown, "" for none.
	Token   string
	Running *page.RunningView
	Stopped bool
	// Failed is the reason why it cannot be played.
	Failed string
	Result *simulatedView
}

// A simulationPlan holds the values of the form.
type simulationPlan struct {
	choices simulate.Choices
	options simulate.Options
}

// simulationFields are the fields of the form except the systems.
var simulationFields = []form.Field[simulationPlan]{
	listField("sim-bars", func(p *simulationPlan) *[]rank.Rank { return &p.choices.Bars }, simulate.ParseBars),
	listField("sim-corrections", func(p *simulationPlan) *[]int { return &p.choices.Corrections }, simulate.ParseNumbers),
	listField("sim-rounds", func(p *simulationPlan) *[]int { return &p.choices.Rounds }, simulate.ParseNumbers),
	form.NumberField("sim-runs", func(p *simulationPlan) *int { return &p.options.Runs }),
	{Name: "sim-seed", Kind: "number",
		Write: func(p *simulationPlan) string { return strconv.FormatUint(p.options.Seed, 10) },
		Read: func(p *simulationPlan, text string) (err error) {
			if p.options.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
				return fault.New(fault.Invalid, "draw.seed.invalid", fault.Clip(text))
			}
			return nil
		}},
	{Name: "sim-spread", Kind: "number",
		Write: func(p *simulationPlan) string { return strconv.Itoa(int(p.options.Spread)) },
		Read: func(p *simulationPlan, text string) error {
			n, err := form.ParseWhole("sim-spread", text)
			p.options.Spread = float64(n)
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

// defaultPlan compares the settings with a bar two ranks lower, or with one round more
// where there is no bar.
func defaultPlan(s *tournament.Settings) simulationPlan {
	p := simulationPlan{options: simulate.Options{Runs: 200, Seed: 1}}
	p.choices.Rounds = []int{s.Rounds}
	p.choices.Corrections = []int{s.Handicap.Correction}
	switch {
	case s.System == tournament.McMahon && s.Bar-2 >= rank.Kyu30:
		p.choices.Bars = []rank.Rank{s.Bar, s.Bar - 2}
	case s.Rounds < tournament.MaxRounds:
		p.choices.Rounds = append(p.choices.Rounds, s.Rounds+1)
	}
	return p
}

func (s *Room) showSimulate(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.simulatePage(c, snapshot, form.Sent{})
	if one := s.simulations.last(snapshot.Tournament.Info.Slug); one != nil && c.Query("used") != "" {
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

// simulatePage returns the page with the last simulation; sent is a refused form.
func (s *Room) simulatePage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) *simulatePage {
	t := snapshot.Tournament
	page := &simulatePage{Base: s.DeskBase(c, snapshot, s.Language(c).T("simulate.title"), "settings")}
	plan := defaultPlan(&t.Settings)
	one := s.simulations.last(t.Info.Slug)
	if one != nil {
		plan = one.plan
		page.show(one, t)
	}
	page.Fields = form.View(page.Language, simulationFields, &plan, sent)
	systems := plan.choices.Systems
	if sent.Values != nil {
		systems, _ = simulate.ParseSystems(strings.Join(sent.Values["sim-systems"], " ")) // unknown systems have no box
	}
	for _, system := range tournament.Systems() {
		if system != tournament.Free {
			page.Systems = append(page.Systems, form.OptionView{
				Value: string(system), Text: page.T("system." + string(system)),
				Current: slices.Contains(systems, system),
			})
		}
	}
	for i := range t.Players {
		if p := &t.Players[i]; p.Status != tournament.Withdrawn && !t.StandIn(p.ID) {
			page.Players++
		}
	}
	if err := sent.Wrong[""]; err != nil {
		page.Fault = page.Error(err)
	}
	return page
}

// show adds the progress or the results of a simulation.
func (p *simulatePage) show(one *simulation, now *tournament.Tournament) {
	const look = 3 // seconds
	p.Token = one.token
	switch {
	case !one.over():
		p.Refresh = look
		p.Running = &page.RunningView{
			Waiting: !one.playing.Load(), Done: int(one.played.Load()), Total: int(one.total.Load()),
		}
	case one.stopped():
		p.Stopped = true
	case one.err != nil:
		p.Failed = p.Error(one.err)
	default:
		p.Result = newSimulatedView(p.Language, one, now)
	}
}

// postSimulate starts or stops a simulation, or applies the settings of a variant.
func (s *Room) postSimulate(c *gin.Context, snapshot *director.Snapshot) error {
	home := "/desk/" + snapshot.Tournament.Info.Slug + "/simulate"
	switch c.PostForm("do") {
	case "start":
		return s.startSimulation(c, snapshot, home)
	case "stop":
		if one := s.simulations.last(snapshot.Tournament.Info.Slug); one != nil && one.token == c.PostForm("token") {
			one.stop()
			<-one.done
		}
		return s.Redirect(c, home)
	case "use":
		return s.Locked(s.WithTournament(s.useVariant))(c)
	}
	return fault.New(fault.Invalid, "form.incomplete")
}

func (s *Room) startSimulation(c *gin.Context, snapshot *director.Snapshot, home string) error {
	t, sent := snapshot.Tournament, c.Request.PostForm
	one := &simulation{t: t}
	wrong, err := form.Read(simulationFields, sent, &one.plan)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		err = one.prepare(sent["sim-systems"])
		if _, ok := fault.As(err); ok {
			wrong[simulationFaultFields[form.FieldOf(err)]] = err
		} else if err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		view := s.simulatePage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
		return s.RenderStatus(c, http.StatusUnprocessableEntity, "simulate", view)
	}
	s.simulations.start(s.Streams, one)
	return s.Redirect(c, home)
}

// prepare sets the variants, or returns why they cannot be played.
func (s *simulation) prepare(systems []string) (err error) {
	if s.plan.options.Runs == 0 { // elsewhere 0 means the default
		return fault.New(fault.Invalid, "simulate.runs", 0, simulate.MostRuns)
	}
	if s.plan.choices.Systems, err = simulate.ParseSystems(strings.Join(systems, " ")); err != nil {
		return err
	}
	if s.variants, err = simulate.Variations(s.t.Settings, s.plan.choices); err != nil {
		return err
	}
	return simulate.Check(s.t, s.variants, s.plan.options)
}

// useVariant applies the settings that one variant varies.
func (s *Room) useVariant(c *gin.Context, snapshot *director.Snapshot) (err error) {
	t := snapshot.Tournament
	one, i := s.simulations.last(t.Info.Slug), page.Natural(c.PostForm("variant"))-1
	switch {
	case one == nil || one.token != c.PostForm("token") || i < 0 || i >= len(one.variants):
		err = fault.New(fault.Conflict, "simulate.gone")
	case t.Current() > 0:
		err = fault.New(fault.Conflict, "simulate.begun")
	default:
		err = s.applyVariant(c, t, one, i)
	}
	if err == nil {
		return s.Redirect(c, "/desk/"+t.Info.Slug+"/simulate?used="+strconv.Itoa(i+1))
	}
	page := s.simulatePage(c, snapshot, form.Sent{})
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "simulate", page)
}

// applyVariant changes the current settings in what the i-th variant varies.
func (s *Room) applyVariant(c *gin.Context, t *tournament.Tournament, one *simulation, i int) error {
	variants, err := simulate.Variations(t.Settings, one.plan.choices)
	if err != nil {
		return err
	}
	return s.Editor(c).SetUp(c.Request.Context(), t.Info, variants[i].Settings)
}
