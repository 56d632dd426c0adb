package settings

import (
	"net/url"

	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// A komiView proposes the komi of newly chosen rules.
type komiView struct {
	// Text compares the komi of the rules with the form's, Why lists White's further points, Tie the winner of a tie.
	// Take is the label of the button.
	Text, Why, Tie, Take string
}

// komiOf returns the komi of a rule system in even games and with a handicap.
func komiOf(s rules.System) (even, stones handicap.Komi) {
	return handicap.Komi(s.KomiEven), handicap.Komi(s.KomiHandicap)
}

// ties are the settings for the winner of a tie by the rules.
var ties = map[rules.Tie]tournament.Tie{
	rules.TieJigo: tournament.TieIsJigo, rules.TieWhiteWins: tournament.TieWhiteWins, rules.TieBlackWins: tournament.TieBlackWins,
}

// newKomiView returns the proposal for a form whose rules differ from the saved ones; nil if komi and ties are the
// same. Rules set komi for boards of 19 lines only.
func newKomiView(lang *i18n.Language, saved, now tournament.Settings) *komiView {
	system, ok := rules.ByName(now.Rules)
	if !ok || now.Rules == saved.Rules || now.Rules == rules.Custom || now.Size != 19 {
		return nil
	}
	even, stones := komiOf(system)
	h := now.Handicap
	tied := ties[system.Tie] != now.Tie && (even.Whole() || stones.Whole())
	if h.EvenKomi == even && h.HandicapKomi == stones && !tied {
		return nil
	}
	view := &komiView{
		Text: lang.T("settings.komi", rules.SystemName(system.Name), even, stones, h.EvenKomi, h.HandicapKomi),
		Take: lang.T("settings.komi.take", even, stones),
	}
	if system.Compensation != rules.NoCompensation {
		view.Why = lang.T("settings.komi." + string(system.Compensation))
	}
	if tied {
		view.Tie = lang.T("settings.komi.tie." + string(ties[system.Tie]))
	}
	return view
}

// setKomi sets the komi of the chosen rules in a form, and their winner of a tie.
func setKomi(lang *i18n.Language, sent url.Values) {
	if system, ok := rules.ByName(sent.Get("rules")); ok {
		even, stones := komiOf(system)
		sent.Set("even-komi", lang.Decimal(even.String()))
		sent.Set("handicap-komi", lang.Decimal(stones.String()))
		if even.Whole() || stones.Whole() {
			sent.Set("tie", string(ties[system.Tie]))
		}
	}
}
