package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/format"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// pairField returns players of one rank, each of another club.
func pairField(t *testing.T, players int) *tournament.Tournament {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range players {
		p := tournament.Player{Family: fmt.Sprint("Family", i), Rank: rank.Dan1, Club: fmt.Sprint("Club ", i), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// playRound plays a round with the given pairs; Black wins.
func playRound(t *testing.T, tn *tournament.Tournament, pairs ...[2]tournament.PlayerID) {
	t.Helper()
	var games []tournament.Game
	for _, p := range pairs {
		games = append(games, tournament.Game{Black: p[0], White: p[1], Komi: 13})
	}
	n := len(tn.Rounds) + 1
	if err := tn.SetDraft(n, games, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(n); err != nil {
		t.Fatal(err)
	}
	for table := range games {
		if _, _, err := tn.Record(tournament.Entry{Round: n, Table: table + 1, Result: tournament.Result{Outcome: tournament.BlackWins}}); err != nil {
			t.Fatal(err)
		}
	}
}

// For every field that is hard or impossible to pair, the output in every language explains what to change.
func TestPairExplainsWhatToChange(t *testing.T) {
	for _, tt := range []struct {
		name     string
		players  int
		change   func(tn *tournament.Tournament)
		round    int
		code     int
		expected [4]string // in English, Finnish, Polish and Czech
	}{
		{"no players", 0, nil, 1, 1, [4]string{"Import a list", "Tuo", "Wczytaj", "Načtěte"}},
		{"one player", 1, nil, 1, 1, [4]string{"Check more players in", "Merkitse lisää", "Potwierdź obecność", "Potvrďte přítomnost"}},
		{"nobody is here", 4, func(tn *tournament.Tournament) {
			for i := range tn.Players {
				tn.Players[i].Status = tournament.Preliminary
			}
		}, 1, 1, [4]string{"Check in the players who are here", "Merkitse", "Potwierdź obecnych", "Potvrďte přítomné"}},
		{"all absent", 4, func(tn *tournament.Tournament) {
			for i := range tn.Players {
				tn.Players[i].Absent = tn.Players[i].Absent.With(1)
			}
		}, 1, 1, [4]string{"Mark on the players' page who plays", "Merkitse pelaajasivulla", "Zaznacz na stronie graczy", "Označte na stránce hráčů"}},
		{"one club", 4, func(tn *tournament.Tournament) {
			for i := range tn.Players {
				tn.Players[i].Club = "Hall"
			}
		}, 1, 0, [4]string{"Switch the club's weight off", "paino", "Wyłącz wagę", "Vypněte váhu"}},
		{"everybody has met", 2, func(tn *tournament.Tournament) { playRound(t, tn, [2]tournament.PlayerID{1, 2}) }, 2, 0,
			[4]string{"Play fewer rounds", "vähemmän kierroksia", "mniej rund", "méně kol"}},
		{"kept apart", 2, func(tn *tournament.Tournament) {
			tn.Settings.Constraints.Wishes = []tournament.Wish{{A: 1, B: 2, Kind: tournament.Apart}}
		}, 1, 1, [4]string{"Remove a constraint", "ehto", "Usuń warunek", "Zrušte podmínku"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := pairField(t, tt.players)
			if tt.change != nil {
				tt.change(tn)
			}
			var file bytes.Buffer
			if _, err := format.Write(&file, "tourney", tournament.Whole{Tournament: tn}, func(key string, _ ...any) string { return key }); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "cup.json")
			if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			for i, language := range []string{"C", "fi_FI.UTF-8", "pl_PL.UTF-8", "cs_CZ.UTF-8"} {
				t.Setenv("LC_ALL", language)
				var out, errs strings.Builder
				code := run(t.Context(), []string{"pair", path, "--round", fmt.Sprint(tt.round), "--json"}, &out, &errs)
				if code != tt.code || !strings.Contains(errs.String(), tt.expected[i]) {
					t.Errorf("%s in %s: exit %d, want %d; prints %q, want %q in it\n%s", tt.name, language, code, tt.code, errs.String(), tt.expected[i], out.String())
				}
			}
		})
	}
}
