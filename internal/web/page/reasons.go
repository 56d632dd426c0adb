package page

import (
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A ReasonView is the reason of one criterion for or against a game.
type ReasonView struct {
	Name, Text string
	// Percent is full where the text names no fault.
	Percent int
}

// A PlayerReasonsView explains to a player why they meet their opponent.
type PlayerReasonsView struct {
	PlayerView
	Black bool
	Texts []string
	// Candidates is the address of the player's other possible opponents; may be "".
	Candidates string
}

// Reasons returns the reasons of the criteria for or against a game.
func Reasons(lang *i18n.Language, e *pairing.Explanation) []ReasonView {
	var list []ReasonView
	for _, r := range e.Reasons {
		list = append(list, ReasonView{lang.T("explain.share." + r.Criterion), Text(lang, r), r.Percent})
	}
	return list
}

// PlayerReasons explains a game to its two players, Black first.
func PlayerReasons(lang *i18n.Language, t *tournament.Tournament, e *pairing.Explanation) []PlayerReasonsView {
	return []PlayerReasonsView{
		{PlayerView: NewPlayerView(t, e.Game.Black), Black: true, Texts: Texts(lang, e.Black)},
		{PlayerView: NewPlayerView(t, e.Game.White), Texts: Texts(lang, e.White)},
	}
}
