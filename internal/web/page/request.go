package page

import (
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// RequestText returns one line about a request: "Ek Ida is 8k, not 9k". For an answered request the line stays true,
// whatever the player's entry is by now: "Ek Ida: rank 8k".
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

// A PlaceView informs the desk of a reserve player who got a place.
type PlaceView struct {
	Text string
	// Letters is the address for messages to the player, To the text of that link.
	Letters, To string
}

// NewPlaceView returns the view of the player who got a place by a request; nil without one, or after they have lost it
// again.
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

// WithoutScheme returns an address without https:// and without a slash at the end.
func WithoutScheme(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		rest = address
	}
	return strings.TrimSuffix(rest, "/")
}
