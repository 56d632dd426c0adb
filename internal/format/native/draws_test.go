package native

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// TestKeptDrawsAreReadForEver reads an old input of a draw, as stored in a database, and stores it again. The hash that
// names it, and proves the draw, must be the same. testdata/draw.json never changes; a new field of the format is left
// out while it is zero.
func TestKeptDrawsAreReadForEver(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "draw.json"))
	if err != nil {
		t.Fatal(err)
	}
	var text, packed bytes.Buffer
	if err := json.Compact(&text, file); err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text.Bytes())
	hash := hex.EncodeToString(sum[:])
	kept := tournament.Whole{
		Tournament: &tournament.Tournament{Rounds: []tournament.Round{{Number: 1, Drawn: tournament.Drawn{MadeFrom: hash}}}},
		Draws:      map[string][]byte{hash: packed.Bytes()},
	}
	if _, err := KeptDraw(kept, 1); err != nil {
		t.Fatal(err)
	}
	from, _, err := Read(text.Bytes()) // it has a game record, which no draw reads
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(documentOf(from))
	if err != nil {
		t.Fatal(err)
	}
	if got := hashOf(again); got != hash {
		t.Errorf("it is kept under %s, it was under %s", got, hash)
	}
}

// TestDrawOfAnotherHash refuses the input of a draw with a hash other than its name.
func TestDrawOfAnotherHash(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "draw.json"))
	if err != nil {
		t.Fatal(err)
	}
	from, _, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	hash, packed, err := PackDraw(from.Tournament)
	if err != nil {
		t.Fatal(err)
	}
	from.Tournament.Info.Name += " of another year"
	_, other, err := PackDraw(from.Tournament)
	if err != nil {
		t.Fatal(err)
	}
	drawn := &tournament.Tournament{Rounds: []tournament.Round{{Number: 1, Drawn: tournament.Drawn{MadeFrom: hash}}}}
	for _, c := range []struct {
		what   string
		packed []byte
		sound  bool
	}{{"its own text", packed, true}, {"another text", other, false}, {"no archive", []byte("x"), false}} {
		all := map[string][]byte{hash: c.packed}
		_, kept := KeptDraw(tournament.Whole{Tournament: drawn, Draws: all}, 1)
		_, sent := drawsOf(drawn, all)
		for _, err := range []error{kept, sent} {
			if c.sound && err != nil || !c.sound && !fault.Is(err, "file.json.draw") {
				t.Errorf("%s under its hash: %v", c.what, err)
			}
		}
	}
}
