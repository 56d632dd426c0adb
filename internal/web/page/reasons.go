package page

import (
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A ReasonView is what one criterion gives a game.
type ReasonView struct {
	Name, Text string
}

// A ToldView is what one of the two is told.
type ToldView struct {
	PlayerView
	Black  bool
	Texts  []string
	Finder string
}

// Reasons says what every criterion gives a game.
func Reasons(lang *i18n.Language, e *pairing.Explanation) []ReasonView {
	var list []ReasonView
	for _, r := range e.Reasons {
		list = append(list, ReasonView{Name: lang.T("share." + r.Criterion), Text: Say(lang, r)})
	}
	return list
}

// Told says what the two are told, Black first.
func Told(lang *i18n.Language, t *tournament.Tournament, e *pairing.Explanation) []ToldView {
	list := []ToldView{{PlayerView: NewPlayerView(t, e.Game.Black), Black: true}, {PlayerView: NewPlayerView(t, e.Game.White)}}
	for i, said := range [][]pairing.Said{e.Black, e.White} {
		for _, s := range said {
			list[i].Texts = append(list[i].Texts, Say(lang, s))
		}
	}
	return list
}
