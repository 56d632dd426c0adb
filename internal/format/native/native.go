// Package native reads and writes the format of tourney itself: JSON that holds
// everything a tournament has. Read reads the output of Write without a finding.
package native

import (
	"encoding/json"
	"io"
	"time"

	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
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
	Version  int      `json:"tourney"`
	Info     info     `json:"info"`
	Settings settings `json:"settings"`
	Players  []player `json:"players"`
	Rounds   []round  `json:"rounds,omitempty"`
	// Day holds requests, incidents, announcements, final standings, reports and
	// pictures.
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

type info struct {
	Slug      string `json:"slug"`
	Name      string `json:"name"`
	ShortName string `json:"shortName,omitempty"`
	Place     string `json:"place,omitempty"`
	Country   string `json:"country,omitempty"`
	Director  string `json:"director,omitempty"`
	Begin     day    `json:"begin,omitzero"`
	End       day    `json:"end,omitzero"`
	Zone      string `json:"zone,omitempty"`
	Former    string `json:"former,omitempty"`
	Hidden    bool   `json:"hidden,omitempty"`
	Archived  bool   `json:"archived,omitempty"`
}

type player struct {
	ID              tournament.PlayerID `json:"id"`
	Family          string              `json:"family"`
	Given           string              `json:"given,omitempty"`
	Rank            rank.Rank           `json:"rank"`
	Grade           rank.Rank           `json:"grade,omitempty"`
	LastRank        rank.Rank           `json:"lastRank,omitempty"`
	Rating          *int                `json:"rating,omitempty"`
	RatingOrigin    string              `json:"ratingOrigin,omitempty"`
	Country         string              `json:"country,omitempty"`
	Club            string              `json:"club,omitempty"`
	EGD             string              `json:"egd,omitempty"`
	FFG             string              `json:"ffg,omitempty"`
	FFGStatus       string              `json:"ffgStatus,omitempty"`
	AGA             string              `json:"aga,omitempty"`
	AGAExpiry       string              `json:"agaExpiry,omitempty"`
	Status          tournament.Status   `json:"status"`
	Absent          roundSet            `json:"absent,omitzero"`
	HalfByes        roundSet            `json:"halfByes,omitzero"`
	Expected        roundSet            `json:"expected,omitzero"`
	StartCorrection int                 `json:"startCorrection,omitempty"`
	Tags            []string            `json:"tags,omitempty"`
	Born            int                 `json:"born,omitempty"`
	Notes           string              `json:"notes,omitempty"`
	Contact         string              `json:"contact,omitempty"`
	Mail            string              `json:"mail,omitempty"`
	Since           time.Time           `json:"since,omitzero"`
	Agreed          time.Time           `json:"agreed,omitzero"`
	Hiding          consent.Hiding      `json:"hidden,omitempty"`
	Forgotten       bool                `json:"forgotten,omitempty"`
	Fee             tournament.Fee      `json:"fee,omitzero"`
}

type round struct {
	Published bool                  `json:"published,omitempty"`
	Start     time.Time             `json:"start,omitzero"`
	Games     []game                `json:"games"`
	Byes      []tournament.PlayerID `json:"byes,omitempty"`
	Drawn     drawn                 `json:"drawn,omitzero"`
}

type drawn struct {
	Seed     seed                `json:"seed"`
	Total    string              `json:"total,omitempty"`
	Inputs   string              `json:"inputs,omitempty"`
	MadeFrom string              `json:"madeFrom,omitempty"`
	Bye      tournament.PlayerID `json:"bye,omitempty"`
	Program  string              `json:"program,omitempty"`
}

type game struct {
	ID          int                   `json:"id"`
	Table       int                   `json:"table"`
	Black       tournament.PlayerID   `json:"black"`
	White       tournament.PlayerID   `json:"white"`
	Handicap    int                   `json:"handicap,omitempty"`
	Komi        points                `json:"komi"`
	ByHand      bool                  `json:"byHand,omitempty"`
	Locked      bool                  `json:"locked,omitempty"`
	ColoursOpen bool                  `json:"coloursOpen,omitempty"`
	Result      tournament.Result     `json:"result,omitzero"`
	Advancing   tournament.PlayerID   `json:"goesOn,omitempty"`
	Revision    int                   `json:"revision,omitempty"`
	EnteredBy   string                `json:"enteredBy,omitempty"`
	EnteredAt   time.Time             `json:"enteredAt,omitzero"`
	ConfirmedBy string                `json:"confirmedBy,omitempty"`
	Corrected   time.Time             `json:"corrected,omitzero"`
	Dispute     dispute               `json:"dispute,omitzero"`
	Record      string                `json:"record,omitempty"`
	Dead        string                `json:"dead,omitempty"`
	Settling    tournament.Settling   `json:"settling,omitzero"`
	Choosing    handicap.Choosing     `json:"choosing,omitzero"`
	Live        tournament.LiveGame   `json:"live,omitzero"`
	Pencil      gamerecord.Pencil     `json:"pencil,omitzero"`
	Accepted    tournament.Acceptance `json:"accepted,omitzero"`
}

type dispute struct {
	Result tournament.Result `json:"result"`
	By     string            `json:"by,omitempty"`
	At     time.Time         `json:"at,omitzero"`
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
		Version: version, Info: infoOf(t.Info), Settings: settingsOf(t.Settings),
		Players: []player{}, Day: t.Day, LastID: t.LastID, Saved: t.Version,
		Records: t.Records, Draws: t.Draws, Pictures: t.Pictures, Live: WriteLive(t.Live),
	}
	for i := range t.Players {
		n.Players = append(n.Players, playerOf(&t.Players[i]))
	}
	for i := range t.Rounds {
		n.Rounds = append(n.Rounds, roundOf(&t.Rounds[i]))
	}
	return n
}
