package page

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing/evening"
	"tourney/internal/tournament"
)

// EveningReason puts a reason for a game of open play, or against one, into a sentence.
func EveningReason(lang *i18n.Language, t *tournament.Tournament, r evening.Reason) string {
	name := ""
	if p := t.Player(r.Player); p != nil {
		name = NewPlayerView(t, p.ID).Brief
	}
	key := "open.reason." + string(r.Kind)
	switch {
	case r.Kind == evening.Fair && r.Number == 0:
		key += ".even"
	case r.Kind == evening.PromiseDue && r.Number >= int(t.Settings.Open.LongestWait().Minutes()):
		key += ".over"
	}
	return lang.T(key, r.Number, name)
}

// EveningReasons joins the reasons of a game to one text.
func EveningReasons(lang *i18n.Language, t *tournament.Tournament, list []evening.Reason) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, EveningReason(lang, t, r))
	}
	return strings.Join(texts, " ")
}
