package settings

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/rules"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A settingsPage edits the settings, and describes what they mean for two sample
// players.
type settingsPage struct {
	page.Base
	Info    []form.FieldView
	Groups  []settingsGroup
	Presets []form.PresetGroup
	Systems []form.OptionView
	// Plans compare the rounds of stages that have a plan with the rounds needed.
	Plans []planView
	// Question must be answered before a change of the system is saved; may be nil.
	// Settled is the system for which it is answered.
	Question *systemView
	Settled  string
	// Changes are the differences from the saved settings.
	Changes []form.ChangeView
	// First and Second are the ranks of the sample players.
	First, Second string
	Meaning       []string
	Fault         string
	Drawn         bool
	Seen          string
}

// A settingsGroup is one heading of the form with its fields. Only one of
// Fields, Stages and Objective is set.
type settingsGroup struct {
	form.FieldGroup
	Stages    []stageView
	Objective *objectiveView
	Handicap  bool // a handicap system can be applied
	Custom    bool // shown only for a tournament with its own rules
	// Terms explains the criteria that can be chosen.
	Terms []page.CriterionView
}

func (s *Room) showSettings(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	view := s.settingsPage(c, snapshot, draft{t.Info, t.Settings}, form.Sent{})
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.saved")}
	}
	return s.Render(c, "settings", view)
}

// A draft is what the form would save.
type draft struct {
	info     tournament.Info
	settings tournament.Settings
}

// settingsPage returns the page with a draft, its fields as they were sent.
func (s *Room) settingsPage(c *gin.Context, snapshot *director.Snapshot, d draft, sent form.Sent) settingsPage {
	t, now := snapshot.Tournament, d.settings
	view := settingsPage{
		Base:  s.DeskBase(c, snapshot, s.Language(c).T("frame.settings"), "settings"),
		First: "3d", Second: "8k", Drawn: len(t.Rounds) > 0,
		Seen: seenSettings(t),
	}
	view.Info = form.View(view.Language, form.InfoFields, &d.info, sent)
	view.Groups = settingsGroups(view.Language, t, now, sent)
	view.Plans = planViews(view.Language, t, now)
	view.Question, view.Settled = newSystemView(c, view.Language, t, now), page.Clip(c.PostForm("settled"))
	view.Presets = form.PresetGroups(view.Language, "")
	for _, sys := range handicap.Systems() {
		view.Systems = append(view.Systems, form.OptionView{Value: sys.Name, Text: view.T("handicap.name." + sys.Name)})
	}
	view.Changes = settingChanges(view.Language, t.Settings, now)
	for _, sample := range []struct {
		to   *string
		name string
	}{{&view.First, "sample-first"}, {&view.Second, "sample-second"}} {
		if text := page.Clip(strings.TrimSpace(c.PostForm(sample.name))); text != "" {
			*sample.to = text
		}
	}
	view.Meaning = describeSettings(view.Language, now, view.First, view.Second)
	if err := sent.Wrong[""]; err != nil {
		view.Fault = view.Error(err)
	} else if form.HasConflict(sent.Wrong) {
		view.Fault = view.T("form.overtaken")
	} else if len(sent.Wrong) > 0 {
		view.Fault = view.T("settings.wrong", len(sent.Wrong))
	}
	return view
}

func settingsGroups(lang *i18n.Language, t *tournament.Tournament, now tournament.Settings, sent form.Sent) []settingsGroup {
	var groups []settingsGroup
	for _, g := range settingGroups {
		if g.name == secondaryGroup {
			continue // shown with the other criteria of the draw
		}
		group := settingsGroup{
			FieldGroup: form.FieldGroup{Name: lang.T(g.name)}, Handicap: g.name == handicapGroup,
			Custom: g.name == customGroup,
		}
		if help := g.name + ".help"; lang.Has(help) {
			group.Help = lang.T(help)
		}
		fields := form.View(lang, g.fields, &now, sent)
		switch g.name {
		case stagesGroup:
			group.Stages = stageViews(lang, fields, max(len(t.Settings.Stages), len(now.Stages)))
		case pairingGroup:
			group.Objective = newObjectiveView(lang, form.View(lang, objectiveFields(), &now, sent), now)
		case standingsGroup:
			group.Terms = page.Criteria(lang, slices.Concat(tournament.Criteria(), tournament.TeamCriteria()))
			fallthrough
		default:
			group.Fields = fields
		}
		groups = append(groups, group)
	}
	return groups
}

// settingChanges returns the fields that differ.
func settingChanges(lang *i18n.Language, was, now tournament.Settings) []form.ChangeView {
	before := form.View(lang, settingFields, &was, form.Sent{})
	after := form.View(lang, settingFields, &now, form.Sent{})
	var changes []form.ChangeView
	for i := range before {
		if before[i].Value != after[i].Value {
			changes = append(changes, form.ChangeView{
				Label: before[i].Label, Was: form.Words(lang, before[i]), Now: form.Words(lang, after[i]),
			})
		}
	}
	return changes
}

// describeSettings returns sentences on what settings mean for two players of the
// given ranks.
func describeSettings(lang *i18n.Language, s tournament.Settings, first, second string) []string {
	a, errA := rank.Parse(first)
	b, errB := rank.Parse(second)
	for _, err := range []error{errA, errB} {
		if err != nil {
			return []string{lang.Error(err)}
		}
	}
	t, err := tournament.New(tournament.Info{Slug: "sample", Name: "Sample"}, s)
	if err != nil {
		return []string{lang.Error(err)}
	}
	t.Players = []tournament.Player{
		{ID: 1, Family: "A", Rank: a, Status: tournament.CheckedIn}, {ID: 2, Family: "B", Rank: b, Status: tournament.CheckedIn},
	}
	t.LastID = 2
	game := pairing.Terms(t, 1, 1, 2)
	texts := []string{describeTerms(lang, t, &game)}
	if s.System == tournament.McMahon {
		start := results.After(t, 0)
		texts = append(texts, lang.T("meaning.start", a, start.Row(1).MMS, b, start.Row(2).MMS))
	}
	if game.Komi.Whole() {
		texts = append(texts, lang.T("meaning.tie."+string(s.Tie)))
	} else {
		texts = append(texts, lang.T("meaning.notie"))
	}
	if s.Teams.Boards > 0 && slices.ContainsFunc(append([]tournament.Stage{s.Stage(1)}, s.Stages...), func(stage tournament.Stage) bool { return stage.System.Eliminates() }) {
		texts = append(texts, lang.T("meaning.drawn", s.Teams.TieOrder()))
	}
	texts = append(texts, lang.T("meaning.bye", s.Scoring.WinsBye, s.Scoring.WinsAbsent))
	texts = append(texts, lang.T("meaning.order", form.FormatCriteria(s.Criteria)))
	if len(s.PairingCriteria) > 0 {
		texts = append(texts, lang.T("meaning.pairing", form.FormatCriteria(s.PairingCriteria), s.PairingCriteria[0]))
	}
	return texts
}

func describeTerms(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) string {
	black, white := t.Player(g.Black).Rank, t.Player(g.White).Rank
	switch {
	case g.Handicap == 0:
		return lang.T("meaning.even", t.Player(1).Rank, t.Player(2).Rank, g.Komi)
	case g.Handicap == 1:
		return lang.T("meaning.first", black, white, g.Komi)
	}
	var points []string
	for _, p := range rules.Handicap(t.Settings.Size, t.Settings.Size, g.Handicap) {
		points = append(points, p.Name(t.Settings.Size))
	}
	if len(points) == 0 {
		return lang.T("meaning.free", g.Handicap, black, white, g.Komi)
	}
	return lang.T("meaning.stones", g.Handicap, black, white, g.Komi, strings.Join(points, " "))
}

// withoutBlanks removes blank elements. An empty list becomes nil, which is no change.
func withoutBlanks[T ~string](list []T) []T {
	list = slices.DeleteFunc(list, func(one T) bool { return one == "" })
	if len(list) == 0 {
		return nil
	}
	return list
}

// postSettings saves the form, or previews it, perhaps with a preset or a handicap
// system applied.
func (s *Room) postSettings(c *gin.Context, snapshot *director.Snapshot) error {
	sent, t := c.Request.PostForm, snapshot.Tournament
	contrary, err := mergeSettings(s.Language(c), sent, t)
	if err != nil {
		return err
	}
	info, now := t.Info, t.Clone().Settings // the form writes into them
	wrong, err := form.Read(form.InfoFields, sent, &info)
	if err != nil {
		return err
	}
	places, typed := stagePlaces(sent) // faults number the stages in order of rounds, the form as typed
	more, err := form.Read(settingFields, renumbered(sent, places), &now)
	if err != nil {
		return err
	}
	maps.Copy(wrong, more)
	now.Criteria = withoutBlanks(now.Criteria)
	now.PairingCriteria, now.Teams.TieBreaks = withoutBlanks(now.PairingCriteria), withoutBlanks(now.Teams.TieBreaks)
	form.SwitchTeamCriteria(&t.Settings, &now)
	now.Stages = sortedStages(now.Stages)
	do, name, _ := strings.Cut(sent.Get("do"), " ")
	switch do {
	case "preset", "handicap", "weights", "system":
		return s.showApplied(c, snapshot, draft{info, now})
	case "look":
		view := s.settingsPage(c, snapshot, draft{info, now}, form.Sent{Values: sent, Wrong: renumbered(wrong, typed)})
		view.Seen = sent.Get("seen")
		return s.Render(c, "settings", view)
	case "keep":
		sent.Set("settled", string(now.System))
	case "rounds":
		sent.Set("rounds", name)
		now.Rounds = page.Natural(name)
	}
	maps.Copy(wrong, renumbered(contrary, places))
	if newSystemView(c, s.Language(c), t, now) != nil {
		wrong[""] = fault.New(fault.Conflict, "settings.system.ask")
	}
	if len(wrong) == 0 {
		err := s.Editor(c).SetUp(c.Request.Context(), info, now)
		if err == nil {
			return s.Redirect(c, "/desk/"+info.Slug+"/settings?saved=1")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	if err := findFaults(t, info, now, wrong); err != nil {
		return err
	}
	view := s.settingsPage(c, snapshot, draft{info, now}, form.Sent{Values: sent, Wrong: renumbered(wrong, typed)})
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "settings", view)
}

// seenSettings encodes the values of all fields, see form.Merge.
func seenSettings(t *tournament.Tournament) string {
	all := form.SeenValues(form.InfoFields, &t.Info)
	maps.Copy(all, form.SeenValues(settingFields, &t.Settings))
	return all.Encode()
}

// mergeSettings updates a form to the current settings, see form.Merge.
func mergeSettings(lang *i18n.Language, sent url.Values, t *tournament.Tournament) (form.Faults, error) {
	contrary, err := form.Merge(lang, form.InfoFields, sent, &t.Info)
	if err != nil {
		return nil, err
	}
	more, err := form.Merge(lang, settingFields, sent, &t.Settings)
	maps.Copy(contrary, more)
	return contrary, err
}

// showApplied shows the form with a preset, a handicap system or defaults applied,
// and what that would change.
func (s *Room) showApplied(c *gin.Context, snapshot *director.Snapshot, d draft) error {
	do, name, _ := strings.Cut(c.PostForm("do"), " ")
	if name == "" {
		name = c.PostForm(do)
	}
	now := &d.settings
	title, settled := "handicap.name."+name, ""
	switch do {
	case "weights":
		now.Pairing, title = now.Pairing.WithDefaults(now.System), "settings.weights.default"
	case "system":
		*now, title, settled = now.WithSystem(now.System), "system."+string(now.System), string(now.System)
	case "preset":
		title = "preset." + name
		preset, err := tournament.PresetNamed(name)
		if err != nil {
			return err
		}
		preset.Foreign, preset.Teams.Teams = now.Foreign, now.Teams.Teams
		*now, settled = preset, string(preset.System)
	default:
		system, err := handicap.Named(name)
		if err != nil {
			return err
		}
		now.Handicap, now.Size = system.Policy, system.Size
	}
	view := s.settingsPage(c, snapshot, d, form.Sent{})
	view.Seen = c.PostForm("seen")
	if settled != "" {
		view.Settled, view.Question = settled, nil
	}
	view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.taken", view.T(title))}
	return s.Render(c, "settings", view)
}
