package store

import (
	"path/filepath"
	"testing"

	"tourney/internal/tournament"
)

// large returns a tournament of 1,000 players and ten rounds with results.
func large(b *testing.B) *tournament.Tournament {
	tn := sample(b, "large", 1000)
	tn.Settings.Rounds = 10
	for n := 1; n <= 10; n++ {
		if n > 1 {
			var games []tournament.Game
			for i := 1; i <= 1000; i += 2 {
				games = append(games, tournament.Game{Black: tournament.PlayerID(i), White: tournament.PlayerID(i + 1), Komi: 13})
			}
			if err := tn.SetDraft(n, games, nil, tournament.Drawn{}); err != nil {
				b.Fatal(err)
			}
			if err := tn.Publish(n); err != nil {
				b.Fatal(err)
			}
		}
		for table := 1; table <= 500; table++ {
			_, _, err := tn.Record(tournament.Entry{
				Round: n, Table: table, Result: tournament.Result{Outcome: tournament.BlackWins}, By: "Desk", At: at,
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	return tn
}

func BenchmarkLoadLarge(b *testing.B) {
	s := lasting(b)
	create(b, s, large(b))
	for b.Loop() {
		load1(b, s, "large")
	}
}

func BenchmarkSaveOneResultOfLarge(b *testing.B) {
	s := lasting(b)
	was := large(b)
	create(b, s, was)
	results := []tournament.Result{{Outcome: tournament.BlackWins}, {Outcome: tournament.WhiteWins}}
	for i := 0; b.Loop(); i++ {
		now := was.Clone()
		if _, _, err := now.Record(tournament.Entry{Round: 10, Table: 7, Seen: 1 + i, Result: results[(i+1)%2]}); err != nil {
			b.Fatal(err)
		}
		save(b, s, was, now, Entry{By: "Desk", At: at, Action: "result.correct"})
		was = now
	}
}

func BenchmarkCreateLarge(b *testing.B) {
	tn := large(b)
	for b.Loop() {
		create(b, lasting(b), tn.Clone())
	}
}

func BenchmarkVersion(b *testing.B) {
	s := lasting(b)
	create(b, s, sample(b, "cup", 8))
	for b.Loop() {
		if _, err := s.Version(b.Context(), "cup"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen opens a file of nearly 64 MB, most of it in a rating list, as a start does: with the quick check.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "large.db")
	s, err := Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	create(b, s, large(b))
	content := make([]byte, mostInspected-8<<20)
	if err := s.Tx(b.Context(), func(tx *Tx) error {
		_, _, err := tx.SaveRatingList(RatingList{Organisation: FirstOrganisation, Origin: "EGF", Name: "EGF", Taken: at}, content)
		return err
	}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		if s, err = Open(b.Context(), path); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}
