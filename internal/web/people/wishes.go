package people

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// constraintsOf describes the wishes about one player.
func constraintsOf(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) []string {
	s := &t.Settings.Constraints
	var texts []string
	for _, w := range s.Wishes {
		if w.A != p.ID && w.B != p.ID {
			continue
		}
		key, other := "entry.steering."+string(w.Kind), page.NewPlayerView(t, w.A+w.B-p.ID).Name
		if w.Until > 0 {
			texts = append(texts, lang.T(key+".until", other, w.Until))
		} else {
			texts = append(texts, lang.T(key, other))
		}
	}
	if s.Family == tournament.FamilyApart {
		if family := namesakesOf(t, p); len(family) > 0 {
			texts = append(texts, lang.T("entry.steering.family", strings.Join(family, ", ")))
		}
	}
	if table := s.Table(p.ID); table > 0 {
		texts = append(texts, lang.T("entry.steering.seat", strconv.Itoa(table)))
	}
	if t.StandIn(p.ID) {
		texts = append(texts, lang.T("entry.steering.ghost"))
	}
	return texts
}

// namesakesOf returns the names of the players who share a player's family name.
func namesakesOf(t *tournament.Tournament, p *tournament.Player) []string {
	var names []string
	for i := range t.Players {
		o := &t.Players[i]
		if o.ID != p.ID && o.Status != tournament.Withdrawn && spelling.Equal(o.Family, p.Family) {
			names = append(names, o.Name())
		}
	}
	slices.Sort(names)
	return names
}
