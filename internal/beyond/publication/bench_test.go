package publication

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tourney/internal/event/privacy"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// large returns a tournament of 400 players after five rounds, with a record of 200 moves for every tenth game.
func large(b *testing.B) tournament.Whole {
	s := tournament.Presets()[0].Settings
	s.Rounds = 5
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		b.Fatal(err)
	}
	const players = 400
	for i := range players {
		p := tournament.Player{Family: fmt.Sprint("Family", i), Given: "Given", Rank: rank.Dan(3) - rank.Rank(i*20/players), Club: "Club", Country: "FI", Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			b.Fatal(err)
		}
	}
	records := map[string]string{}
	for round := 1; round <= 5; round++ {
		var games []tournament.Game
		for i := range players / 2 {
			games = append(games, tournament.Game{Table: i + 1, Black: tournament.PlayerID(i + 1), White: tournament.PlayerID(players/2 + 1 + (i+round)%(players/2)), Komi: 13})
		}
		if err := tn.SetDraft(round, games, nil, tournament.Drawn{}); err != nil {
			b.Fatal(err)
		}
		if err := tn.Publish(round); err != nil {
			b.Fatal(err)
		}
		for i, g := range tn.Round(round).Games {
			r := tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
			if _, _, err := tn.Record(tournament.Entry{Round: round, Table: g.Table, Result: r, By: "Desk"}); err != nil {
				b.Fatal(err)
			}
			if i%10 != 0 {
				continue
			}
			var text strings.Builder
			fmt.Fprintf(&text, "(;GM[1]FF[4]SZ[19]C[%d %d]", round, i)
			for move := range 200 {
				fmt.Fprintf(&text, ";%c[%c%c]", "BW"[move%2], 'a'+rune(move%19), 'a'+rune(move/19))
			}
			record, err := tn.JudgeRecord(g.ID, []byte(text.String()+")"))
			if err == nil {
				err = tn.AttachRecord(g.ID, record)
			}
			if err != nil {
				b.Fatal(err)
			}
			records[record.Hash] = record.Text
		}
	}
	return tournament.Whole{Tournament: tn, Records: records}
}

// BenchmarkState creates, packs and reads a state, as after each result: the hub has the records already.
func BenchmarkState(b *testing.B) {
	whole := large(b)
	all := func(string) bool { return true }
	var packed bytes.Buffer
	b.Run("send", func(b *testing.B) {
		for b.Loop() {
			packed.Reset()
			s := State{Stamp: 1, Whole: tournament.Whole{Tournament: privacy.Published(whole.Tournament), Records: whole.Records}}
			if err := Write(&packed, s, all); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(packed.Len()), "B/state")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			sent, err := Read(bytes.NewReader(packed.Bytes()))
			if err != nil {
				b.Fatal(err)
			}
			if _, missing, err := sent.Complete(Texts{Records: whole.Records}); err != nil || len(missing) > 0 {
				b.Fatal(missing, err)
			}
		}
	})
}
