package page

import (
	"strconv"
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

// A PlaceView tells the desk of a reserve who has a place now.
type PlaceView struct {
	Text string
	// Letters leads to the messages to the player, To names it.
	Letters, To string
}

// NewPlaceView returns the view of the player who got a place by a request; nil without
// one, or when they don't have it any more.
func NewPlaceView(lang *i18n.Language, t *tournament.Tournament, r *tournament.Request) *PlaceView {
	p := t.Player(r.Promoted)
	if p == nil || p.Status == tournament.Withdrawn || t.Places().Reserve(p.ID) > 0 {
		return nil
	}
	return &PlaceView{
		Text:    lang.T("request.says."+string(tournament.AskPlace), p.Name()),
		Letters: "/desk/" + t.Info.Slug + "/letters/" + strconv.Itoa(int(p.ID)), To: lang.T("message.page.title", p.Name()),
	}
}

// WithoutScheme returns an address as people type it: without https:// before it and a slash behind.
func WithoutScheme(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		rest = address
	}
	return strings.TrimSuffix(rest, "/")
}
