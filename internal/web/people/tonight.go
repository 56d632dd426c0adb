package people

import (
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Word returns one of two messages, for a tournament with rounds or for open play, whose players come and go.
func (p *registrationPage) Word(rounds, open string, args ...any) string {
	return p.T(word(p.Event.Open, rounds, open), args...)
}

// Word is the same for the page of a player.
func (e *entryPage) Word(rounds, open string, args ...any) string {
	return e.T(word(e.Event.Open, rounds, open), args...)
}

func word(isOpen bool, rounds, open string) string {
	if isOpen {
		return open
	}
	return rounds
}

// tonight describes each player of open play: the table, the wait, or the last evening.
func tonight(lang *i18n.Language, t *tournament.Tournament) map[tournament.PlayerID]string {
	if !t.IsOpen() {
		return nil
	}
	text := map[tournament.PlayerID]string{}
	for i := range t.Day.Evenings {
		e := &t.Day.Evenings[i]
		for _, id := range e.Present {
			text[id] = lang.T("evening.lasthere.on", lang.Date(e.Began))
		}
	}
	for _, w := range t.Waiting() {
		switch {
		case w.Resting:
			text[w.ID] = lang.T("evening.rests")
		case w.Since.IsZero(): // from a file
			text[w.ID] = lang.T("evening.status.checked-in")
		default:
			text[w.ID] = lang.T("evening.waits", lang.Clock(w.Since))
		}
	}
	for _, g := range t.Running() {
		for _, id := range []tournament.PlayerID{g.Black, g.White} {
			text[id] = lang.T("evening.plays", g.Table)
		}
	}
	return text
}
