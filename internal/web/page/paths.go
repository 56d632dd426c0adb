package page

import (
	"net/url"
	"strconv"

	"tourney/internal/tournament"
)

// DrawPath returns the address of the draw of a round.
func DrawPath(t *tournament.Tournament, n int) string {
	return "/desk/" + t.Info.Slug + "/draw/" + strconv.Itoa(n)
}

// SeedsPath returns the address of the seeds of the stage that a round belongs to.
func SeedsPath(t *tournament.Tournament, n int) string {
	return "/desk/" + t.Info.Slug + "/seeds/" + strconv.Itoa(n)
}

// TeamPath returns the address of a team at the desk.
func TeamPath(t *tournament.Tournament, id tournament.PlayerID) string {
	return "/desk/" + t.Info.Slug + "/teams/" + strconv.Itoa(int(id))
}

// LineupPath returns the address of a team's line-up for a round.
func LineupPath(t *tournament.Tournament, id tournament.PlayerID, round int) string {
	return TeamPath(t, id) + "?round=" + strconv.Itoa(round) + "#lineup"
}

// withLanguage adds the choice of a language to an address.
func withLanguage(address, code string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/?lang=" + code
	}
	q := u.Query()
	q.Set("lang", code)
	u.RawQuery = q.Encode()
	return u.RequestURI()
}
