package settings

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/reason"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A settingsPage edits the settings, and describes their effect on two sample players.
type settingsPage struct {
	page.Base
	Groups []settingsGroup
	// All is set if the page shows all Count settings. Otherwise it shows the most common ones, and the others are
	// Hidden in the form.
	All    bool
	Count  int
	Hidden []form.FieldView
	// Action is the address that the form posts to.
	Action   string
	Presets  []form.PresetGroup
	Handicap handicapView
	// Plans compare the rounds of planned stages with the necessary rounds.
	Plans []planView
	// Question must be answered before a change of the system is saved; may be nil. Settled is the system of the
	// answered question.
	Question *systemView
	Settled  string
	// Komi proposes the komi of other rules, Board the handicap of another size; may be nil.
	Komi  *komiView
	Board *boardView
	// Changes are the differences from the saved settings.
	Changes []form.ChangeView
	// First and Second are the ranks of the sample players.
	First, Second string
	// Meaning are the effects of the settings without a group on the page.
	Meaning []string
	// Unused counts the settings without an effect in the system. They are hidden unless Every is set.
	Unused int
	Every  bool
	// Registered describes the effect of the settings on the registered players; may be nil.
	Registered *registeredView
	Fault      string
	// Explained adds a field for the reason that the change needs.
	Explained bool
	Drawn     bool
	Seen      string
}

// A settingsGroup is one heading of the form with its fields. Only one of
// Fields, Stages and Objective is set.
type settingsGroup struct {
	form.FieldGroup
	// ID names the group on the page. Changed counts the settings that differ from the saved ones.
	ID      string
	Changed int
	// Means are the effects of its settings.
	Means     []string
	Lists     []listView
	Stages    []stageView
	Objective *objectiveView
	// Open is set if the group is shown unfolded; State lists its first values.
	Open     bool
	State    string
	Handicap bool // a handicap system can be chosen
	Custom   bool // shown only for a tournament with its own rules
	// Terms explains the criteria that can be chosen.
	Terms []page.CriterionView
}

func (s *Handlers) showSettings(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	view := s.settingsPage(c, snapshot, draft{t.Info, t.Settings}, form.Sent{})
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.saved")}
		if former := strings.Fields(t.Info.Former); len(former) > 0 {
			view.Notice.Text += " " + view.T("settings.former", "/t/"+strings.Join(former, ", /t/"))
		}
	}
	return s.Render(c, "settings", view)
}

// A draft holds the values of the form before they are saved.
type draft struct {
	info     tournament.Info
	settings tournament.Settings
}

// settingsPage returns the page with a draft and its sent fields.
func (s *Handlers) settingsPage(c *gin.Context, snapshot *director.Snapshot, d draft, sent form.Sent) *settingsPage {
	t, now := snapshot.Tournament, d.settings
	view := &settingsPage{
		Base:  s.DeskBase(c, snapshot, s.Language(c).T("frame.settings"), "settings"),
		First: "3d", Second: "8k", Drawn: len(t.Rounds) > 0,
		Seen: seenSettings(t),
	}
	view.addGroups(t, d, sent)
	view.Every = c.Query("all") == everySetting
	view.All = view.All || c.Query("all") != ""
	view.Action = view.Event.Home + "/settings"
	if !view.Every {
		view.hideUnused(now)
	}
	switch {
	case view.Every:
		view.Action += "?all=" + everySetting
	case view.All:
		view.Action += "?all=1"
	default:
		view.hideUncommon(now)
	}
	for i := range view.Groups {
		g := &view.Groups[i]
		for i := range g.Lists {
			g.Lists[i].Action = view.Action
		}
		g.State, g.Open = g.state(view.Language), !view.All || g.Changed > 0 || g.isWrong()
	}
	view.Question, view.Settled = newSystemView(c, view.Language, t, now), page.Clip(c.PostForm("settled"))
	view.Komi, view.Board = newKomiView(view.Language, t.Settings, now), newBoardView(view.Language, t.Settings, now)
	// Effects are computed only for settings that the model accepts.
	if with := *t; with.SetSettings(now) == nil {
		view.Plans = planViews(view.Language, &with, &t.Settings)
		view.Registered = newRegisteredView(view.Language, &with)
		view.Explained = reason.Needed(t, &with) != nil
	}
	view.Presets = form.PresetGroups(view.Language, "")
	view.Handicap = newHandicapView(view.Language, now)
	for _, sample := range []struct {
		to   *string
		name string
	}{{&view.First, "sample-first"}, {&view.Second, "sample-second"}} {
		if text := page.Clip(strings.TrimSpace(c.PostForm(sample.name))); text != "" {
			*sample.to = text
		}
	}
	view.fillMeaning(now)
	if err := sent.Wrong[""]; err != nil {
		view.Fault, view.Explained = view.Error(err), view.Explained || fault.Is(err, "reason.needed")
	} else if form.HasConflict(sent.Wrong) {
		view.Fault = view.T("form.overtaken")
	} else if len(sent.Wrong) > 0 {
		view.Fault = view.T("settings.wrong", len(sent.Wrong))
	}
	return view
}

// state lists the first values of a group.
func (g *settingsGroup) state(lang *i18n.Language) string {
	const most = 2
	var parts []string
	if len(g.Lists) > 0 {
		for _, row := range g.Lists[0].Rows {
			parts = append(parts, row.Name)
		}
		return cmp.Or(strings.Join(parts, ", "), lang.T("settings.asusual"))
	}
	for _, f := range g.Fields {
		// A group of switches names the switches that are on. A "no" would contradict another one.
		unnamed := g.Fields[0].Kind == "check" && f.Value != "on"
		if value := form.Words(lang, f); !unnamed && value != "–" && len(parts) < most {
			parts = append(parts, f.Label+": "+value)
		}
	}
	for _, v := range g.Stages {
		if !v.Blank {
			parts = append(parts, v.Title)
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, " · ")
	case g.Objective == nil:
		return lang.T("people.none")
	case g.Objective.Changed > 0:
		return lang.T("settings.changed")
	}
	return lang.T("settings.asusual")
}

// isWrong reports whether a field of the group has a fault.
func (g *settingsGroup) isWrong() bool {
	wrong := func(f form.FieldView) bool { return f.Fault != "" }
	return slices.ContainsFunc(g.Fields, wrong) || g.Objective != nil && g.Objective.isWrong() ||
		slices.ContainsFunc(g.Lists, func(l listView) bool { return wrong(l.FieldView) }) ||
		slices.ContainsFunc(g.Stages, func(v stageView) bool { return slices.ContainsFunc(v.Fields, wrong) })
}

// fillMeaning adds the effects of the settings to their groups.
func (p *settingsPage) fillMeaning(now tournament.Settings) {
	for _, m := range form.TermsExamples(p.Language, now, p.First, p.Second) {
		i := slices.IndexFunc(p.Groups, func(g settingsGroup) bool { return g.ID == "settings-group-"+m.Group })
		if i < 0 {
			p.Meaning = append(p.Meaning, m.Text)
		} else {
			p.Groups[i].Means = append(p.Groups[i].Means, m.Text)
		}
	}
}

// addGroups adds all groups, with the differences from the saved settings.
func (p *settingsPage) addGroups(t *tournament.Tournament, d draft, sent form.Sent) {
	add := func(key string, fields, saved, now []form.FieldView) *settingsGroup {
		g := settingsGroup{FieldGroup: form.FieldGroup{Name: p.T(key), Fields: fields}, ID: strings.ReplaceAll(key, ".", "-")}
		if help := key + ".help"; p.Has(help) {
			g.Help = p.T(help)
		}
		for i := range saved {
			if saved[i].Value != now[i].Value {
				g.Changed++
				p.Changes = append(p.Changes, form.ChangeView{
					Label: saved[i].Label, Was: form.Words(p.Language, saved[i]), Now: form.Words(p.Language, now[i]),
				})
			}
			p.All = p.All || fields[i].Fault != "" && !commonSettings[fields[i].Name]
			p.Count++
		}
		p.Groups = append(p.Groups, g)
		return &p.Groups[len(p.Groups)-1]
	}
	add(infoGroup, form.View(p.Language, form.InfoFields, &d.info, sent),
		form.View(p.Language, form.InfoFields, &t.Info, form.Sent{}), form.View(p.Language, form.InfoFields, &d.info, form.Sent{}))
	for _, g := range settingGroups {
		fields := form.View(p.Language, g.fields, &d.settings, sent)
		group := add(g.name, fields, form.View(p.Language, g.fields, &t.Settings, form.Sent{}),
			form.View(p.Language, g.fields, &d.settings, form.Sent{}))
		group.Handicap, group.Custom = g.name == handicapGroup, g.name == customGroup
		switch g.name {
		case systemGroup:
			if d.settings.Teams.Boards == 0 { // without teams, matches have no ties
				p.hide(group, func(f form.FieldView) bool { return strings.HasPrefix(f.Name, "tiebreak-") && f.Fault == "" })
			}
		case stagesGroup:
			group.Stages, group.Fields = stageViews(p.Language, fields, max(len(t.Settings.Stages), len(d.settings.Stages))), nil
		case standingsGroup:
			group.Terms = page.ExactCriteria(p.Language, tournament.OfferedCriteria(d.settings.Teams.Boards))
		case secondaryGroup: // shown with the other criteria of the draw
			changed := group.Changed
			p.Groups = p.Groups[:len(p.Groups)-1]
			group = &p.Groups[len(p.Groups)-1]
			group.Changed, group.Fields = group.Changed+changed, nil
			group.Objective = newObjectiveView(p.Language, form.View(p.Language, objectiveFields(), &d.settings, sent), d.settings)
		}
		group.moveLists(p.Language, d.settings.Teams.Boards)
	}
}

// withoutBlanks removes blank elements. It returns nil for an empty list, so that it equals an unset one.
func withoutBlanks[T ~string](list []T) []T {
	list = slices.DeleteFunc(list, func(one T) bool { return one == "" })
	if len(list) == 0 {
		return nil
	}
	return list
}

// postSettings saves the form, or previews it, with a preset applied on request.
func (s *Handlers) postSettings(c *gin.Context, snapshot *director.Snapshot) error {
	sent, t := c.Request.PostForm, snapshot.Tournament
	do, name, _ := strings.Cut(sent.Get("do"), " ")
	switch do {
	case "list":
		editList(sent, name)
		do = "look"
	case "komi":
		setKomi(s.Language(c), sent)
		do = "look"
	case "handicap":
		do = "look"
	}
	if err := fillSystem(s.Language(c), sent); err != nil {
		return err
	}
	form.SpellDays(s.Language(c), form.InfoFields, sent)
	contrary, err := mergeSettings(s.Language(c), sent, t)
	if err != nil {
		return err
	}
	places, typed := stagePlaces(sent) // faults number the stages by round, the form by place
	read, wrong, err := readSettings(t, sent, places)
	if err != nil {
		return err
	}
	info, now := read.info, read.settings
	switch do {
	case "preset", "weights", "system":
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
		err := s.EditorAt(c, snapshot).SetUp(c.Request.Context(), info, now)
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

// readSettings reads the form of the settings of a tournament into a draft.
func readSettings(t *tournament.Tournament, sent url.Values, places []int) (draft, form.Faults, error) {
	info, now := t.Info, t.Clone().Settings // the form writes into them
	wrong, err := form.Read(form.InfoFields, sent, &info)
	if err != nil {
		return draft{}, nil, err
	}
	more, err := form.Read(settingFields, renumbered(sent, places), &now)
	if err != nil {
		return draft{}, nil, err
	}
	maps.Copy(wrong, more)
	now.Teams.TieBreaks = withoutBlanks(now.Teams.TieBreaks)
	form.SwitchTeamCriteria(&t.Settings, &now)
	now.Stages = sortedStages(now.Stages)
	if isOpen(&t.Settings) && !isOpen(&now) && now.Rounds == 0 {
		now.Rounds = usualRounds
		sent.Set("rounds", strconv.Itoa(usualRounds))
	}
	return draft{info, now}, wrong, nil
}

// usualRounds is the number of rounds of a tournament whose system was Open.
const usualRounds = 5

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

// showApplied shows the form after a preset or defaults, and the changes by them.
func (s *Handlers) showApplied(c *gin.Context, snapshot *director.Snapshot, d draft) error {
	do, name, _ := strings.Cut(c.PostForm("do"), " ")
	now := &d.settings
	title, settled := "preset."+name, ""
	switch do {
	case "weights":
		now.Pairing, title = now.Pairing.WithDefaults(now.System), "settings.weights.default"
	case "system":
		*now, title, settled = now.WithSystem(now.System), "system."+string(now.System), string(now.System)
	default:
		preset, err := tournament.PresetNamed(name)
		if err != nil {
			return err
		}
		preset.Foreign, preset.Teams.Teams = now.Foreign, now.Teams.Teams
		*now, settled = preset, string(preset.System)
	}
	view := s.settingsPage(c, snapshot, d, form.Sent{})
	view.Seen = c.PostForm("seen")
	if settled != "" {
		view.Settled, view.Question = settled, nil
	}
	view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.taken", view.T(title))}
	return s.Render(c, "settings", view)
}
