package page

import (
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// presetNames are the messages that ready sets take as the names of prizes, fee classes and reductions.
var presetNames = []string{
	"prize.page.ready.places", "prize.page.ready.kyu", "prize.page.ready.ddk", "prize.page.ready.junior", "prize.page.ready.veteran",
	"prize.page.ready.wins", "fee.ready.adult", "fee.ready.junior", "fee.ready.late", "fee.ready.member",
}

// PresetName returns the name of a prize, a fee class or a reduction as readers of a language see it: a name from a
// ready set in their language, any other as the director wrote it.
func PresetName(lang *i18n.Language, name string) string { return lang.Translate(name, presetNames...) }

// WithPresetNames returns a copy of a tournament whose prizes have the names in a language.
func WithPresetNames(lang *i18n.Language, t *tournament.Tournament) *tournament.Tournament {
	named := *t
	named.Settings.Prizes.List = slices.Clone(t.Settings.Prizes.List)
	for i := range named.Settings.Prizes.List {
		prize := &named.Settings.Prizes.List[i]
		prize.Name = PresetName(lang, prize.Name)
	}
	return &named
}
