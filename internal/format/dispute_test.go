package format

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// TestDisputedGamesCountAsUnknown checks that all files, and the standings in them, are the same as if the games in
// dispute had no result. Only our own format keeps both results.
func TestDisputedGamesCountAsUnknown(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	rapid.Check(t, func(rt *rapid.T) {
		disputed := formattest.AnyTournament(rt)
		unknown := disputed
		unknown.Tournament = disputed.Clone()
		found := 0
		for i := range unknown.Rounds {
			for j := range unknown.Rounds[i].Games {
				g := &unknown.Rounds[i].Games[j]
				if !g.Dispute.Open() && g.Result.Known() && rapid.Bool().Draw(rt, "also disputed") {
					disputed.Rounds[i].Games[j].Dispute.Result = tournament.Result{Outcome: tournament.BothWin}
					g.Dispute.Result = tournament.Result{Outcome: tournament.BothWin}
				}
				if g.Dispute.Open() {
					g.Result, g.Dispute = tournament.Result{}, tournament.Dispute{}
					found++
				}
			}
		}
		if found == 0 {
			return
		}
		for _, f := range Formats() {
			if f.Writes == Nothing || f.Name == "tourney" {
				continue
			}
			var got, want bytes.Buffer
			_, err := Write(&got, f.Name, disputed, nil)
			_, wrong := Write(&want, f.Name, unknown, nil)
			if (err == nil) != (wrong == nil) {
				rt.Fatalf("%s: %v, want %v", f.Name, err, wrong)
			}
			if diff := cmp.Diff(parts(rt, want.Bytes()), parts(rt, got.Bytes())); diff != "" {
				rt.Fatalf("%s (-want +got):\n%.4000s", f.Name, diff)
			}
		}
	})
}

// parts returns the files within a zip by their names, or the data as its only part.
func parts(t *rapid.T, data []byte) map[string]string {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return map[string]string{"": string(data)}
	}
	all := map[string]string{}
	for _, f := range z.File {
		if f.Name == "[Content_Types].xml" { // in any order
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(content)
	}
	return all
}
