package native

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rules"
	"tourney/internal/rules/live"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// TestLiveGamesAreKept writes a tournament whose game is being recorded.
func TestLiveGamesAreKept(t *testing.T) {
	tn := formattest.Cup(t)
	at := time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	g := &tn.Rounds[0].Games[0]
	g.Record, g.Dead, g.Settling = "", "", tournament.Settling{}
	tn.Settings.Live = tournament.LiveBoards{On: true, Moves: 3, Minutes: 10}
	if err := tn.GoLive(g.ID); err != nil {
		t.Fatal(err)
	}
	steps := []live.Step{
		{Number: 1, Kind: live.Move, Player: rules.Black, Point: rules.At(3, 15), Left: live.Clock{Noted: true, Seconds: 3754}, At: at},
		{Number: 2, Kind: live.Pass, Player: rules.White, At: at.Add(time.Minute)},
		{Number: 3, Kind: live.Undo, At: at.Add(time.Minute)},
		{Number: 4, Kind: live.Resign, Player: rules.White, Ends: true, At: at.Add(time.Hour)},
	}
	whole := tournament.Whole{Tournament: tn, Live: map[int][]live.Step{g.Live.ID: steps}}
	var text bytes.Buffer
	if _, err := Write(&text, whole, file.Label(nil)); err != nil {
		t.Fatal(err)
	}
	got, _, err := Read(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole.Live, got.Live); d != "" {
		t.Errorf("(-written +read):\n%s", d)
	}
	if got.Rounds[0].Games[0].Live != g.Live || got.Settings.Live != tn.Settings.Live {
		t.Errorf("the game is live as %v under %v", got.Rounds[0].Games[0].Live, got.Settings.Live)
	}
	for _, wrong := range [][2]string{
		{`"kind": "pass"`, `"kind": "jump"`}, {`"kind": "pass"`, `"kind": "move"`}, {`"kind": "move"`, `"kind": "undo"`}, {`"player": "B"`, `"player": "X"`},
		{`T12:01:00Z`, `T11:01:00Z`}, {`"1:02:34"`, `"soon"`},
	} {
		broken := bytes.Replace(text.Bytes(), []byte(wrong[0]), []byte(wrong[1]), 1)
		if _, _, err := Read(broken); !fault.Is(err, "live.steps") && !fault.Is(err, "live.clock") {
			t.Errorf("with %s it reads: %v", wrong[1], err)
		}
	}
}
