package pairing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// failer is a test or a property's test.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// settings returns a preset, or "reduced": McMahon with a low bar at reduced handicap.
func settings(t failer, preset string) tournament.Settings {
	if preset == "reduced" {
		s := settings(t, "egf")
		system, err := handicap.Named("tournament")
		if err != nil {
			t.Fatal(err)
		}
		s.Rounds, s.Handicap, s.Floor, s.Bar = 3, system.Policy, rank.Kyu30, rank.Dan1
		s.Pairing.Geography, s.Pairing.CountryGap, s.Pairing.ClubGap = 0, 0, 0
		return s
	}
	s, err := tournament.PresetNamed(preset)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// event returns a tournament of checked-in players with these ranks, called
// A00 to Z99 in this order.
func event(t failer, s tournament.Settings, ranks ...rank.Rank) *tournament.Tournament {
	tn, err := tournament.New(tournament.Info{Slug: "invented-cup", Name: "Invented Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ranks {
		p := tournament.Player{Family: fmt.Sprintf("%c%02d", 'A'+i/100, i%100), Rank: r, Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// ranks returns n ranks from 4d down, some of them equal.
func ranks(n int) []rank.Rank {
	list := make([]rank.Rank, n)
	for i := range list {
		list[i] = rank.FromIndex(3 - i*2/3)
	}
	return list
}

// play publishes games of round n and records their outcomes; a game without
// one stays open.
func play(t failer, tn *tournament.Tournament, n int, games []tournament.Game, byes []tournament.PlayerID, results ...tournament.Result) {
	if err := tn.SetDraft(n, games, byes, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(n); err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if _, _, err := tn.Record(tournament.Entry{Round: n, Table: tn.Round(n).Games[i].Table, Result: r}); err != nil {
			t.Fatal(err)
		}
	}
}

// redraft returns a function that makes a changed draft the draft.
func redraft(t failer, tn *tournament.Tournament) func(next *tournament.Round, err error) {
	return func(next *tournament.Round, err error) {
		if err == nil {
			err = tn.SetDraft(next.Number, next.Games, next.Byes, next.Drawn)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// met is an even game.
func met(black, white tournament.PlayerID) tournament.Game {
	return tournament.Game{Black: black, White: white, Komi: 13}
}

var (
	blackWon = tournament.Result{Outcome: tournament.BlackWins}
	whiteWon = tournament.Result{Outcome: tournament.WhiteWins}
)

func draw(t failer, tn *tournament.Tournament, n int) *Draw {
	d, err := Make(context.Background(), tn, n, Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// playRandomly publishes a draw and gives its games all kinds of results.
func playRandomly(t *rapid.T, tn *tournament.Tournament, d *Draw) {
	kinds := []tournament.Result{
		blackWon, whiteWon, blackWon, whiteWon, {Outcome: tournament.BothLose}, {Outcome: tournament.BothWin},
		{Outcome: tournament.WhiteWins, Manner: tournament.ByForfeit}, {Outcome: tournament.NoResult}, {Outcome: tournament.NotPlayed}, {},
	}
	if err := tn.SetDraft(d.Round, d.Drafted(), d.Byes, d.Drawn("test")); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(d.Round); err != nil {
		t.Fatal(err)
	}
	for i := range tn.Round(d.Round).Games {
		g := &tn.Round(d.Round).Games[i]
		result := rapid.SampledFrom(kinds).Draw(t, "result")
		if g.Komi.Whole() && rapid.IntRange(0, 3).Draw(t, "jigo") == 0 {
			result = tournament.Result{Outcome: tournament.Jigo}
		}
		if _, _, err := tn.Record(tournament.Entry{Round: d.Round, Table: g.Table, Result: result}); err != nil {
			t.Fatal(err)
		}
	}
}

// invented draws a tournament of 2 to most distinct players.
func invented(t *rapid.T, most int) *tournament.Tournament {
	s := settings(t, rapid.SampledFrom([]string{"finnish", "egf", "reduced", "aga", "swiss"}).Draw(t, "preset"))
	s.Rounds = 5
	p := &s.Pairing
	if rapid.Bool().Draw(t, "categories") {
		s.System, s.Pairing = tournament.SwissCategories, tournament.DefaultPairing(tournament.SwissCategories)
		s.Categories = []rank.Rank{rank.Dan1, rank.Kyu(5)}
	}
	switch rapid.IntRange(0, 5).Draw(t, "system") {
	case 0:
		s.System, s.Pairing = tournament.AcceleratedSwiss, tournament.DefaultPairing(tournament.AcceleratedSwiss)
		s.Format.Accelerated = rapid.IntRange(0, 4).Draw(t, "accelerated")
	case 1:
		s.System, s.Pairing = tournament.Cup, tournament.DefaultPairing(tournament.Cup)
		s.Criteria = tournament.DefaultCriteria(tournament.Cup)
	case 2:
		s.PairingCriteria = []tournament.Criterion{tournament.NBW, tournament.SOSM}
	}
	p.HalfGroups = rapid.Bool().Draw(t, "half groups")
	s.Constraints.LocalClub = rapid.SampledFrom([]int{0, 0, 40}).Draw(t, "local club")
	p.First = rapid.SampledFrom([]tournament.Seeding{tournament.SplitFold, tournament.SplitSlip, tournament.SplitRandom}).Draw(t, "first")
	p.UpperFrom = rapid.SampledFrom([]tournament.Position{tournament.Top, tournament.Middle, tournament.Bottom}).Draw(t, "upper")
	p.Random = rapid.SampledFrom([]int64{0, 0, 1_000_000_000}).Draw(t, "random")
	p.Duplicate = rapid.SampledFrom([]int64{p.Duplicate, 1000}).Draw(t, "duplicate")
	p.Deterministic = rapid.Bool().Draw(t, "deterministic")
	p.ClubGroups = []tournament.ClubGroup{{Name: "South", Clubs: []string{"Club1", "Club2"}}}
	tn := event(t, s)
	for i := range rapid.IntRange(2, most).Draw(t, "players") {
		player := tournament.Player{
			Family: fmt.Sprintf("N%02d", i), Given: "X", Status: tournament.CheckedIn,
			Rank:            rank.Rank(rapid.IntRange(int(rank.Kyu(15)), int(rank.Pro1)).Draw(t, "rank")),
			Club:            fmt.Sprintf("club%d", rapid.IntRange(0, 3).Draw(t, "club")),
			Country:         rapid.SampledFrom([]string{"FI", "FI", "PL", ""}).Draw(t, "country"),
			StartCorrection: rapid.SampledFrom([]int{0, 0, 0, 2, -3}).Draw(t, "correction"),
		}
		if i > 1 {
			player.Absent = tournament.Rounds(rapid.SampledFrom([]uint64{0, 0, 0, 4, 24}).Draw(t, "absent"))
			player.HalfByes = player.Absent & 8
		}
		if _, err := tn.AddPlayer(player, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// reversed returns the tournament as if all players had registered in the opposite order.
func reversed(tn *tournament.Tournament) *tournament.Tournament {
	r := tn.Clone()
	count := len(r.Players)
	turn := func(id tournament.PlayerID) tournament.PlayerID {
		for i := range tn.Players {
			if tn.Players[i].ID == id {
				return tn.Players[count-1-i].ID
			}
		}
		return 0
	}
	for i := range r.Players {
		r.Players[i] = tn.Players[count-1-i]
		r.Players[i].ID = tn.Players[i].ID
	}
	r.Settings.Format.Seeds = slices.Clone(tn.Settings.Format.Seeds)
	r.Settings.Constraints.Wishes = slices.Clone(tn.Settings.Constraints.Wishes)
	for i := range r.Settings.Constraints.Wishes {
		w := &r.Settings.Constraints.Wishes[i]
		w.A, w.B = turn(w.A), turn(w.B)
	}
	for i, id := range r.Settings.Format.Seeds {
		r.Settings.Format.Seeds[i] = turn(id)
	}
	for i := range r.Rounds {
		for j := range r.Rounds[i].Games {
			g := &r.Rounds[i].Games[j]
			g.Black, g.White = turn(g.Black), turn(g.White)
		}
		for j := range r.Rounds[i].Byes {
			r.Rounds[i].Byes[j] = turn(r.Rounds[i].Byes[j])
		}
	}
	return r
}

// drawText formats a draw with names.
func drawText(tn *tournament.Tournament, d *Draw) string {
	text := d.Total.String() + " " + d.Inputs
	for _, p := range d.Games {
		g := p.Game
		text += fmt.Sprintf("\n%d %s %s %d %v", g.Table, tn.Player(g.Black).Name(), tn.Player(g.White).Name(), g.Handicap, g.Komi)
	}
	var byes []string
	for _, id := range d.Byes {
		byes = append(byes, "\nbye "+tn.Player(id).Name())
	}
	slices.Sort(byes)
	return text + strings.Join(byes, "")
}
