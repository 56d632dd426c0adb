package native

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// mostDrawn limits the input of a draw, unpacked; 5,000 players after 60 rounds take a quarter of it.
const mostDrawn = 64 << 20

// KeepDraw stores the input of the draft of round n with t, see pairing.Inputs: packed, in our own format. It sets
// the hash of that text in the round.
func KeepDraw(t *tournament.Whole, n int, from *tournament.Tournament) error {
	hash, packed, err := PackDraw(from)
	if err != nil {
		return fmt.Errorf("pack what round %d was drawn from: %w", n, err)
	}
	if t.Draws == nil {
		t.Draws = map[string][]byte{}
	}
	t.Draws[hash], t.Round(n).Drawn.MadeFrom = packed, hash
	return nil
}

// PackDraw packs the input of a draw, and returns it with its hash.
func PackDraw(from *tournament.Tournament) (hash string, packed []byte, err error) {
	text, err := json.Marshal(documentOf(tournament.Whole{Tournament: from}))
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err = z.Write(text); err == nil {
		err = z.Close()
	}
	return hashOf(text), b.Bytes(), err
}

// UnpackDraw returns the input that PackDraw packed, without the day. No draw depends on the day, but earlier programs
// packed it, with numbers that do not exist elsewhere in the input.
func UnpackDraw(hash string, packed []byte) (*tournament.Tournament, error) {
	text, err := unpack(hash, packed)
	if err != nil {
		return nil, err
	}
	var n document
	if err := json.Unmarshal(text, &n); err != nil {
		return nil, brokenJSON(text, err)
	}
	n.Day = tournament.Day{}
	return n.tournament()
}

// KeptDraw returns the input of the draw of round n, nil if it is not stored. Fault: "file.json.draw" if it does not
// have its hash.
func KeptDraw(t tournament.Whole, n int) (*tournament.Tournament, error) {
	r := t.Round(n)
	if r == nil || r.Drawn.MadeFrom == "" || t.Draws[r.Drawn.MadeFrom] == nil {
		return nil, nil
	}
	from, err := UnpackDraw(r.Drawn.MadeFrom, t.Draws[r.Drawn.MadeFrom])
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "file.json.draw", n)
	}
	return from, nil
}

// unpack returns the text with the hash.
func unpack(hash string, packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, mostDrawn))
	if err != nil {
		return nil, err
	}
	if got := hashOf(text); got != hash {
		return nil, fmt.Errorf("the text has the hash %s", got)
	}
	return text, nil
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// drawsOf returns the draws in a file that its rounds name, or the fault "file.json.draw" for a draw that does not have
// its hash.
func drawsOf(t *tournament.Tournament, all map[string][]byte) (map[string][]byte, error) {
	var kept map[string][]byte
	for i := range t.Rounds {
		hash := t.Rounds[i].Drawn.MadeFrom
		packed, ok := all[hash]
		if !ok || hash == "" {
			continue
		}
		if _, err := unpack(hash, packed); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "file.json.draw", i+1)
		}
		if kept == nil {
			kept = map[string][]byte{}
		}
		kept[hash] = packed
	}
	return kept, nil
}
