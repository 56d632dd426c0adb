package people

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// askedOf says what the draw is asked about one player.
func askedOf(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) []string {
	s := &t.Settings.Steering
	var said []string
	for _, w := range s.Wishes {
		if w.A != p.ID && w.B != p.ID {
			continue
		}
		key, other := "entry.steering."+string(w.Kind), page.NewPlayerView(t, w.A+w.B-p.ID).Name
		if w.Until > 0 {
			said = append(said, lang.T(key+".until", other, w.Until))
		} else {
			said = append(said, lang.T(key, other))
		}
	}
	if s.Family == tournament.FamilyApart {
		if family := relatives(t, p); len(family) > 0 {
			said = append(said, lang.T("entry.steering.family", strings.Join(family, ", ")))
		}
	}
	if table := s.Table(p.ID); table > 0 {
		said = append(said, lang.T("entry.steering.seat", strconv.Itoa(table)))
	}
	if t.Ghost(p.ID) {
		said = append(said, lang.T("entry.steering.ghost"))
	}
	return said
}

// relatives names the others of a player's family name.
func relatives(t *tournament.Tournament, p *tournament.Player) []string {
	var names []string
	for i := range t.Players {
		o := &t.Players[i]
		if o.ID != p.ID && o.Status != tournament.Withdrawn && tournament.Fold(o.Family) == tournament.Fold(p.Family) {
			names = append(names, o.Name())
		}
	}
	slices.Sort(names)
	return names
}
