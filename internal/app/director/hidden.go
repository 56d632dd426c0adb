package director

import (
	"tourney/internal/event/privacy"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// Public returns the public review: neither the record nor its check contains the name of a player hidden in the public
// form of the tournament.
func (r *Review) Public(t, public *tournament.Tournament, g *tournament.Game) *Review {
	if !hidesName(public, g) {
		return r
	}
	return NewReview(public, g, hideNames(t, public, g, r))
}

// hidesName reports whether a player of the game is hidden.
func hidesName(t *tournament.Tournament, g *tournament.Game) bool {
	hidden := func(p *tournament.Player) bool { return p != nil && p.Hiding.Hides() }
	return hidden(t.Player(g.Black)) || hidden(t.Player(g.White))
}

// hideNames returns the record of a game without the names of its hidden players. The names in the record, and every
// word of them in other texts, are replaced by the names in the public tournament.
func hideNames(t, public *tournament.Tournament, g *tournament.Game, r *Review) string {
	ids := map[string]tournament.PlayerID{"PB": g.Black, "PW": g.White}
	if r.Verdict.Swapped {
		ids["PB"], ids["PW"] = g.White, g.Black
	}
	named, words := map[string]string{}, map[string]string{} // by property; by folded word
	for name, id := range ids {
		p := t.Player(id)
		if p == nil || p.Forgotten || !public.Player(id).Hiding.Hides() {
			continue
		}
		named[name] = public.NameOf(id)
		for _, word := range privacy.Words(p.Name() + " " + r.Record.Info(name)) {
			switch first := []rune(word); {
			case len(first) <= 1:
			case public.Player(id).Hiding == consent.Anonymous:
				words[spelling.Fold(word)] = "…"
			default:
				words[spelling.Fold(word)] = string(first[:1]) + "."
			}
		}
	}
	return privacy.Rename(r.Record, named, words)
}
