package page

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// RequestText says in one line what a request asks for: "Ek Ida is 8k, not 9k". Of one
// that is answered it says what stays true, whatever the player's entry says by now:
// "Ek Ida: rank 8k".
func RequestText(lang *i18n.Language, t *tournament.Tournament, r *tournament.Request) string {
	name, rank := r.Name, ""
	if p := t.Player(r.Player); p != nil {
		rank = p.Rank.String()
		if r.Kind != tournament.AskName || r.State == tournament.RequestNew {
			name = p.Name()
		}
	}
	p := &r.Proposed
	if r.Kind == tournament.AskRank && (r.State != tournament.RequestNew || rank == p.Rank.String()) {
		return lang.T("request.rank", name, p.Rank.String())
	}
	return lang.T("request.says."+string(r.Kind), name, r.Round, strings.TrimSpace(p.Family+" "+p.Given), p.Rank.String(), rank,
		strings.TrimSpace(p.Country+" "+p.Club), t.NameOf(p.Substitute))
}

// WithoutScheme returns an address as people type it: without https:// before it and a slash behind.
func WithoutScheme(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		rest = address
	}
	return strings.TrimSuffix(rest, "/")
}
