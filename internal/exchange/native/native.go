// Package native reads and writes the format of tourney itself: JSON that holds
// everything a tournament has. What Write has written Read reads without a note.
package native

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"tourney/internal/exchange/file"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// version is the version of the format that is written. A file of a
// later one, or with a field of a later one, is refused rather than read
// without it.
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
// their order, the first is round 1. Notes and contacts of players are in it:
// such a file is for directors. What a round was drawn from is in draws: a
// tournament in this format, gzipped and in base64, under the SHA-256 of its
// text, which the round has as madeFrom.
type document struct {
	Version  int      `json:"tourney"`
	Info     info     `json:"info"`
	Settings settings `json:"settings"`
	Players  []player `json:"players"`
	Rounds   []round  `json:"rounds,omitempty"`
	LastID   int      `json:"lastId"`
	// Records are the texts of game records in SGF by their SHA-256, by which
	// games name them.
	Records map[string]string `json:"records,omitempty"`
	// Draws are what rounds were drawn from, packed, by the hash in madeFrom.
	Draws map[string][]byte `json:"draws,omitempty"`
	Saved int               `json:"version,omitempty"`
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
	Hidden    bool   `json:"hidden,omitempty"`
}

type settings struct {
	System          tournament.System      `json:"system"`
	Rounds          int                    `json:"rounds"`
	Rules           string                 `json:"rules,omitempty"`
	Custom          rules.System           `json:"custom,omitzero"`
	Size            int                    `json:"size"`
	Tie             tournament.Tie         `json:"tie,omitempty"`
	Clock           clock                  `json:"clock"`
	Floor           rank.Rank              `json:"floor"`
	Bar             rank.Rank              `json:"bar"`
	Handicap        policy                 `json:"handicap"`
	Scoring         tournament.Scoring     `json:"scoring"`
	Criteria        []tournament.Criterion `json:"criteria"`
	Categories      []rank.Rank            `json:"categories,omitempty"`
	Pairing         tournament.Pairing     `json:"pairing"`
	PairingCriteria []tournament.Criterion `json:"pairingCriteria,omitempty"`
	Steering        tournament.Steering    `json:"steering,omitzero"`
	Format          tournament.Format      `json:"format,omitzero"`
	Stages          []tournament.Stage     `json:"stages,omitempty"`
	Teams           tournament.TeamPlay    `json:"teams,omitzero"`
	Rating          tournament.RatingRules `json:"rating,omitzero"`
	Prizes          tournament.Prizes      `json:"prizes,omitzero"`
	Foreign         map[string]string      `json:"foreign,omitempty"`
	DeskRecords     bool                   `json:"deskRecords,omitempty"`
	PlayerResults   bool                   `json:"playerResults,omitempty"`
	Internet        bool                   `json:"internet,omitempty"`
}

type clock struct {
	Main     span                `json:"main,omitempty"`
	Overtime tournament.Overtime `json:"overtime,omitempty"`
	Period   span                `json:"period,omitempty"`
	Periods  int                 `json:"periods,omitempty"`
	Stones   int                 `json:"stones,omitempty"`
}

type policy struct {
	Basis        handicap.Basis `json:"basis"`
	Correction   int            `json:"correction,omitempty"`
	Ceiling      int            `json:"ceiling,omitempty"`
	Threshold    rank.Rank      `json:"threshold,omitempty"`
	EvenKomi     points         `json:"evenKomi"`
	HandicapKomi points         `json:"handicapKomi"`
	Table        handicap.Table `json:"table,omitempty"`
	Steps        []step         `json:"steps,omitempty"`
}

type step struct {
	Handicap int    `json:"handicap"`
	Komi     points `json:"komi"`
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
	GoesOn      tournament.PlayerID   `json:"goesOn,omitempty"`
	Revision    int                   `json:"revision,omitempty"`
	EnteredBy   string                `json:"enteredBy,omitempty"`
	EnteredAt   time.Time             `json:"enteredAt,omitzero"`
	Corrected   time.Time             `json:"corrected,omitzero"`
	Dispute     dispute               `json:"dispute,omitzero"`
	Record      string                `json:"record,omitempty"`
	Dead        string                `json:"dead,omitempty"`
	Accepted    tournament.Acceptance `json:"accepted,omitzero"`
}

type dispute struct {
	Result tournament.Result `json:"result"`
	By     string            `json:"by,omitempty"`
	At     time.Time         `json:"at,omitzero"`
}

// seed is a number of 64 bits in JSON, as a text: JavaScript holds only 53.
type seed uint64

func (s seed) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

func (s *seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*s = seed(n)
	return err
}

// points is a komi in JSON: a number of points such as 6.5.
type points handicap.Komi

func (p points) MarshalJSON() ([]byte, error) { return []byte(handicap.Komi(p).String()), nil }

func (p *points) UnmarshalJSON(text []byte) error {
	k, err := handicap.ParseKomi(string(text))
	*p = points(k)
	return err
}

// span is a duration in JSON: "45m0s".
type span time.Duration

func (s span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*s = span(d)
	return err
}

// day is a date in JSON: "2026-03-14".
type day struct{ time.Time }

func (d day) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(d.Format(time.DateOnly))), nil
}

func (d *day) UnmarshalJSON(text []byte) (err error) {
	d.Time, err = time.Parse(strconv.Quote(time.DateOnly), string(text))
	return err
}

// roundSet is a set of rounds in JSON: [2,3].
type roundSet tournament.Rounds

func (s roundSet) MarshalJSON() ([]byte, error) {
	list := []int{}
	for n := 1; n <= tournament.MaxRounds; n++ {
		if tournament.Rounds(s).Has(n) {
			list = append(list, n)
		}
	}
	return json.Marshal(list)
}

func (s *roundSet) UnmarshalJSON(text []byte) error {
	var list []int
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	set := tournament.Rounds(0)
	for _, n := range list {
		set = set.With(n, true)
	}
	*s = roundSet(set)
	return nil
}

// Write writes a tournament without loss.
func Write(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Note, error) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return nil, e.Encode(documentOf(t))
}

// documentOf returns a tournament as it is written.
func documentOf(t *tournament.Tournament) document {
	n := document{
		Version: version, Info: infoOf(t.Info), Settings: settingsOf(t.Settings),
		Players: []player{}, LastID: t.LastID, Saved: t.Version, Records: t.Records, Draws: t.Draws,
	}
	for i := range t.Players {
		n.Players = append(n.Players, playerOf(&t.Players[i]))
	}
	for i := range t.Rounds {
		n.Rounds = append(n.Rounds, roundOf(&t.Rounds[i]))
	}
	return n
}

// Recognise reports whether a text in JSON is a tournament in tourney's own
// format.
func Recognise(text []byte) bool { return bytes.Contains(text, []byte(`"tourney"`)) }

// Read reads a tournament in tourney's own format. The state must obey
// the rules of package tournament; the first breach is the fault.
func Read(data []byte) (*tournament.Tournament, []file.Note, error) {
	data = file.FromUTF16(data)
	var head struct {
		Version int `json:"tourney"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, nil, brokenJSON(data, err)
	}
	if head.Version != version {
		return nil, nil, fault.New(fault.Invalid, "json.version", head.Version, version)
	}
	if parts(data) > mostParts {
		return nil, nil, fault.New(fault.TooLarge, "json.large")
	}
	var n document
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return nil, nil, brokenJSON(data, err)
	}
	t, err := n.tournament()
	if err != nil {
		return nil, nil, err
	}
	t.Draws, err = drawsOf(t, n.Draws)
	return t, nil, err
}

// mostParts is more than a tournament of any size has players, games and the
// like. Each of them takes far more memory than it may take in a file.
const mostParts = 1_000_000

// parts counts the objects of a JSON text, and the nulls that may stand for
// one.
func parts(data []byte) int {
	n := 0
	quoted, escaped := false, false
	for _, b := range data {
		switch {
		case escaped:
			escaped = false
		case quoted && b == '\\':
			escaped = true
		case b == '"':
			quoted = !quoted
		case !quoted && (b == '{' || b == 'n'):
			n++
		}
	}
	return n
}

// tournament checks what was read and makes the tournament.
func (n *document) tournament() (*tournament.Tournament, error) {
	t, err := tournament.New(n.Info.info(), n.Settings.settings())
	if err != nil {
		return nil, err
	}
	if n.LastID < 0 || n.LastID > mostID {
		return nil, fault.New(fault.Invalid, "json.id", n.LastID)
	}
	for i := range n.Players {
		p := n.Players[i].player()
		if int(p.ID) <= t.LastID || int(p.ID) > n.LastID {
			return nil, fault.New(fault.Invalid, "json.id", int(p.ID))
		}
		t.LastID = int(p.ID) - 1 // the next ID given is the player's own
		if _, err := t.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			return nil, err
		}
	}
	if len(n.Rounds) > n.Settings.Rounds {
		return nil, fault.New(fault.Invalid, "settings.rounds.drawn", n.Settings.Rounds, len(n.Rounds))
	}
	taken := map[int]bool{}
	for i := range t.Players {
		taken[int(t.Players[i].ID)] = true
	}
	t.LastID = n.LastID
	for i := range n.Rounds {
		r := n.Rounds[i].round(i + 1)
		if i > 0 && !t.Rounds[i-1].Published {
			return nil, fault.New(fault.Invalid, "round.order", i+1, i)
		}
		if 2*len(r.Games)+len(r.Byes) > len(t.Players) {
			return nil, fault.New(fault.Invalid, "json.round", r.Number)
		}
		for _, g := range r.Games {
			if g.ID < 1 || g.ID > n.LastID || taken[g.ID] {
				return nil, fault.New(fault.Invalid, "json.id", g.ID)
			}
			taken[g.ID] = true
		}
		if r.Drawn.Bye != 0 && t.Player(r.Drawn.Bye) == nil {
			return nil, fault.New(fault.NotFound, "player.missing", int(r.Drawn.Bye))
		}
		t.Rounds = append(t.Rounds, r)
		// A round that repairs nothing is only checked.
		if err := t.Repair(r.Number, r.Games, r.Byes); err != nil {
			return nil, err
		}
	}
	t.Version, t.Records = n.Saved, n.Records
	if err := t.Check(); err != nil {
		return nil, err
	}
	return t, t.CheckRecords()
}
