package settings

import (
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// ownSystem is the choice for a policy that differs from all named systems.
const ownSystem = "own"

// A handicapView is the choice of a handicap system.
type handicapView struct {
	// Shown is the system in force, else ownSystem. The form sends it back, so that another choice counts as new.
	Shown   string
	Systems []form.OptionView
}

func newHandicapView(lang *i18n.Language, now tournament.Settings) handicapView {
	v := handicapView{Shown: ownSystem}
	if s, ok := handicap.SystemOf(now.Handicap, now.Size); ok {
		v.Shown = s.Name
	} else {
		v.Systems = []form.OptionView{{Value: ownSystem, Text: lang.T("settings.handicap.own"), Current: true}}
	}
	for _, s := range handicap.Systems() {
		v.Systems = append(v.Systems, form.OptionView{
			Value: s.Name, Text: lang.T("handicap.name." + s.Name), Current: s.Name == v.Shown,
		})
	}
	return v
}

// policyFields are the fields of a handicap.Policy.
var policyFields = form.Pick(settingFields, "basis", "reduction", "ceiling", "threshold", "even-komi", "handicap-komi", "table", "steps")

// fillSystem sets the values of the button's handicap system, or of a system newly chosen in the form.
func fillSystem(lang *i18n.Language, sent url.Values) error {
	do, name, _ := strings.Cut(sent.Get("do"), " ")
	if do != "handicap" || name == "" {
		name = sent.Get("handicap")
	}
	if name == "" || name == ownSystem || name == sent.Get("handicap-shown") {
		return nil
	}
	system, err := handicap.Named(name)
	if err != nil {
		return err
	}
	for _, f := range form.View(lang, policyFields, &tournament.Settings{Handicap: system.Policy}, form.Sent{}) {
		sent.Set(f.Name, f.Value)
	}
	if !system.AnySize {
		sent.Set("size", strconv.Itoa(system.Size))
	}
	return nil
}

// A boardView proposes a handicap system for a board of another size.
type boardView struct{ Text, Take, System string }

// newBoardView returns the proposal for a form with another size of the board than the saved one; nil if the handicaps
// fit it.
func newBoardView(lang *i18n.Language, saved, now tournament.Settings) *boardView {
	if now.Size == saved.Size || now.Handicap.Suits(now.Size) {
		return nil
	}
	for _, s := range handicap.Systems() {
		if s.Size == now.Size {
			name := lang.T("handicap.name." + s.Name)
			return &boardView{Text: lang.T("settings.board", now.Size), Take: lang.T("settings.board.take", name), System: s.Name}
		}
	}
	return &boardView{Text: lang.T("settings.board", now.Size)}
}
