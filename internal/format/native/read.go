package native

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Recognise reports whether a text in JSON is a tournament in tourney's own
// format.
func Recognise(text []byte) bool { return bytes.Contains(text, []byte(`"tourney"`)) }

// Read reads a tournament in tourney's own format. The state must pass
// Tournament.Check; the first contradiction is the fault.
func Read(data []byte) (tournament.Whole, []file.Finding, error) {
	return ReadKnowing(data, func(string) bool { return false })
}

// ReadKnowing is Read for texts in which some records, by their hashes, are known to be readable: checking them again
// takes most of the time.
func ReadKnowing(data []byte, known func(hash string) bool) (tournament.Whole, []file.Finding, error) {
	data = file.FromUTF16(data)
	var head struct {
		Version int `json:"tourney"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return tournament.Whole{}, nil, brokenJSON(data, err)
	}
	if head.Version != version {
		return tournament.Whole{}, nil, fault.New(fault.Invalid, "file.json.version", head.Version, version)
	}
	if parts(data) > mostParts {
		return tournament.Whole{}, nil, fault.New(fault.TooLarge, "file.json.large")
	}
	var n document
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return tournament.Whole{}, nil, brokenJSON(data, err)
	}
	renew(&n.Settings)
	t, err := n.tournament()
	if err != nil {
		return tournament.Whole{}, nil, err
	}
	whole := tournament.Whole{Tournament: t, Records: n.Records}
	if err := whole.CheckRecords(known); err != nil {
		return tournament.Whole{}, nil, err
	}
	if whole.Draws, err = drawsOf(t, n.Draws); err != nil {
		return tournament.Whole{}, nil, err
	}
	if whole.Live, err = ReadLive(t, n.Live); err != nil {
		return tournament.Whole{}, nil, err
	}
	whole.Pictures, err = picturesOf(t, n.Pictures)
	return whole, n.offScale(), err
}

// offScale reports the ratings beyond the scale, which are read as its ends.
func (n *document) offScale() []file.Finding {
	var findings file.Findings
	for _, p := range n.Players {
		if kept := onScale(p.Rating); kept != p.Rating {
			findings.Warn(file.Position{}, "import.rating", strings.TrimSpace(p.Family+" "+p.Given), p.Rating.Points(), kept.Points())
		}
	}
	return findings.All()
}

// onScale returns a rating, of one beyond the scale the end of the scale.
func onScale(r rank.Rating) rank.Rating {
	if !r.Stated() {
		return r
	}
	return rank.Points(r.Points())
}

// picturesOf returns the JPEGs that the day names. A picture that is missing, does not have its hash or is not a JPEG
// is refused with "file.json.picture".
func picturesOf(t *tournament.Tournament, all map[string][]byte) (map[string][]byte, error) {
	var kept map[string][]byte
	for _, p := range t.Day.Pictures {
		data := all[p.Hash]
		if hashOf(data) != p.Hash || len(data) > tournament.MostPictureBytes || !bytes.HasPrefix(data, []byte("\xff\xd8\xff")) {
			return nil, fault.New(fault.Invalid, "file.json.picture", p.ID)
		}
		if kept == nil {
			kept = map[string][]byte{}
		}
		kept[p.Hash] = all[p.Hash]
	}
	return kept, nil
}

// mostParts is more than the number of players, games and the like in a tournament of any size. Each of them takes far
// more memory than it may take in a file.
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

// addRound appends a round of a file.
func addRound(t *tournament.Tournament, r tournament.Round) error {
	if t.IsOpen() {
		return t.AddTurn(r)
	}
	t.Rounds = append(t.Rounds, r)
	return t.Repair(r.Number, r.Games, r.Byes) // repairs nothing, only checks
}

// renew replaces the former system "free", whose director made all pairs, by Swiss. The criteria stay.
func renew(s *tournament.Settings) {
	const former = "free"
	if s.System == former {
		s.System = tournament.Swiss
	}
	for i := range s.Stages {
		if s.Stages[i].System == former {
			s.Stages[i].System = tournament.Swiss
		}
	}
}

// tournament checks the document and makes the tournament.
func (n *document) tournament() (*tournament.Tournament, error) {
	s := n.Settings
	s.Rules, s.Tie = cmp.Or(s.Rules, "japanese"), cmp.Or(s.Tie, tournament.TieIsJigo)
	t, err := tournament.New(n.Info, s)
	if err != nil {
		return nil, err
	}
	if n.LastID < 0 || n.LastID > mostID {
		return nil, fault.New(fault.Invalid, "file.json.id", n.LastID)
	}
	for i := range n.Players {
		p := n.Players[i]
		p.Rating = onScale(p.Rating)
		if int(p.ID) <= t.LastID || int(p.ID) > n.LastID {
			return nil, fault.New(fault.Invalid, "file.json.id", int(p.ID))
		}
		t.LastID = int(p.ID) - 1 // the next assigned ID is the player's own
		if _, err := t.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			return nil, err
		}
	}
	if len(n.Rounds) > t.Settings.Rounds && !t.IsOpen() {
		return nil, fault.New(fault.Invalid, "settings.rounds.drawn", t.Settings.Rounds, len(n.Rounds))
	}
	taken := map[int]bool{}
	for i := range t.Players {
		taken[int(t.Players[i].ID)] = true
	}
	t.LastID = n.LastID
	for i := range n.Rounds {
		r := numbered(n.Rounds[i], i+1)
		if i > 0 && !t.Rounds[i-1].Published {
			return nil, fault.New(fault.Invalid, "round.order", i+1, i)
		}
		if 2*len(r.Games)+len(r.Byes) > len(t.Players) {
			return nil, fault.New(fault.Invalid, "file.json.round", r.Number)
		}
		for _, g := range r.Games {
			if g.ID < 1 || g.ID > n.LastID || taken[g.ID] {
				return nil, fault.New(fault.Invalid, "file.json.id", g.ID)
			}
			taken[g.ID] = true
		}
		if r.Drawn.Bye != 0 && t.Player(r.Drawn.Bye) == nil {
			return nil, fault.New(fault.NotFound, "player.missing", int(r.Drawn.Bye))
		}
		if err := addRound(t, r); err != nil {
			return nil, err
		}
	}
	t.Version = n.Saved
	t.Day = n.Day
	return t, t.Check()
}
