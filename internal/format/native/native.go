// Package native reads and writes the format of tourney itself: JSON that holds
// everything a tournament has. Read reads the output of Write without a finding.
package native

import (
	"encoding/json"
	"io"

	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// version is the version of the format that is written. A file of a later version, or with a field of a later one, is
// refused rather than read without it.
const version = 1

// mostID bounds the numbers of players and games.
const mostID = 1 << 31

// A document is tourney's own format: JSON, one object, without loss. Fields
// that are empty, zero or false are left out.
//
//	{"tourney": 1,
//	 "info":     {"slug": "spring-cup", "name": "Spring Cup", "begin": "2026-03-14", …},
//	 "settings": {"system": "mcmahon", "rounds": 5, "bar": "1d", "handicap": {"evenKomi": 6.5, …}, …},
//	 "players":  [{"id": 1, "family": "Aho", "given": "Aino", "rank": "2d", "status": "checked-in", "absent": [2]}, …],
//	 "rounds":   [{"published": true, "byes": [3],
//	               "games": [{"id": 4, "table": 1, "black": 2, "white": 1, "komi": 6.5, "result": "B+3.5"}]}, …],
//	 "lastId": 4, "version": 17}
//
// Ranks are written 5k, 2d, 1p; results as SGF does with tourney's additions
// (see tournament.Result); komi in points; scores in half points; times of a
// clock as 45m0s; days as 2026-03-14, other times in RFC 3339. Rounds are in
// their order, the first is round 1. Notes, contacts, fees and requests of
// players are in it: such a file is for directors. The inputs of a draw are in draws: a
// tournament in this format, gzipped and in base64, under the SHA-256 of its
// text, which the round has as madeFrom.
type document struct {
	Version  int                 `json:"tourney"`
	Info     tournament.Info     `json:"info"`
	Settings tournament.Settings `json:"settings"`
	Players  []tournament.Player `json:"players"`
	Rounds   []tournament.Round  `json:"rounds,omitempty"`
	// Day holds requests, incidents, announcements, final standings, reports,
	// pictures, and prints.
	Day    tournament.Day `json:"day,omitzero"`
	LastID int            `json:"lastId"`
	// Records are the texts of game records in SGF by their SHA-256, by which
	// games name them.
	Records map[string]string `json:"records,omitempty"`
	// Draws are the inputs of draws, packed, by the hash in madeFrom.
	Draws map[string][]byte `json:"draws,omitempty"`
	// Pictures are JPEGs in base64 by their SHA-256, by which the day names them.
	Pictures map[string][]byte `json:"pictures,omitempty"`
	// Live are the steps of live games by the number in their live.
	Live  map[int][]LiveStep `json:"live,omitempty"`
	Saved int                `json:"version,omitempty"`
}

// Write writes a tournament without loss.
func Write(w io.Writer, t tournament.Whole, _ file.Label) ([]file.Finding, error) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return nil, e.Encode(documentOf(t))
}

func documentOf(t tournament.Whole) document {
	n := document{
		Version: version, Info: t.Info, Settings: t.Settings, Players: t.Players, Day: t.Day, LastID: t.LastID, Saved: t.Version,
		Records: t.Records, Draws: t.Draws, Pictures: t.Pictures, Live: WriteLive(t.Live),
	}
	if n.Players == nil {
		n.Players = []tournament.Player{}
	}
	for _, r := range t.Rounds {
		r = numbered(r, 0)
		if r.Games == nil {
			r.Games = []tournament.Game{}
		}
		n.Rounds = append(n.Rounds, r)
	}
	return n
}

// numbered returns a copy of a round with a number. It is 0 in files, since it follows from the place of the round. The
// copy has no desks, which are logins of one database.
func numbered(r tournament.Round, n int) tournament.Round {
	r.Number, r.Games = n, append([]tournament.Game(nil), r.Games...)
	for i := range r.Games {
		g := &r.Games[i]
		g.Round, g.Desk, g.Dispute.Desk = n, "", ""
	}
	return r
}
