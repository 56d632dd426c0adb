package page

import (
	"net/url"
	"strconv"

	"tourney/internal/tournament"
)

// DrawPath is the address of the draw of a round.
func DrawPath(t *tournament.Tournament, n int) string {
	return "/desk/" + t.Info.Slug + "/draw/" + strconv.Itoa(n)
}

// SeedsPath is the address of the seeds of the stage that a round belongs to.
func SeedsPath(t *tournament.Tournament, n int) string {
	return "/desk/" + t.Info.Slug + "/seeds/" + strconv.Itoa(n)
}

func TeamPath(t *tournament.Tournament, id tournament.PlayerID) string {
	return "/desk/" + t.Info.Slug + "/teams/" + strconv.Itoa(int(id))
}

// LineupPath is where a team says who sits in a round.
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
