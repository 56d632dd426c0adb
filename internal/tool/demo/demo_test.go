package demo

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/format/native"
	"tourney/internal/pairing"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

var now = time.Date(2026, 5, 2, 14, 7, 0, 0, time.UTC)

// played plays the demonstration in a new store.
func played(t *testing.T) (tournament.Whole, *director.Director) {
	t.Helper()
	s := databasetest.Open(t, store.OpenScratch)
	slug, err := Play(t.Context(), s, now)
	if err != nil {
		t.Fatal(err)
	}
	d := director.New(s, time.Now)
	snapshot, err := d.Snapshot(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := d.Whole(t.Context(), snapshot.Tournament)
	if err != nil {
		t.Fatal(err)
	}
	return whole, d
}

// The log covers a day: actors and actions, in the order of time, all of it before now.
func TestLogIsOfOneDay(t *testing.T) {
	tn, d := played(t)
	var entries []director.LogEntry
	for page, more := 0, true; more; page++ {
		var list []director.LogEntry
		var err error
		if list, more, err = d.Log(t.Context(), tn.Info.Slug, page, director.LogFilter{}); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, list...)
	}
	authors := map[string]int{}
	for i, e := range entries {
		authors[e.By]++
		if e.At.After(now) || e.At.Before(now.Add(-6*time.Hour)) || i > 0 && e.At.After(entries[i-1].At) {
			t.Errorf("version %d is of %v", e.Version, e.At)
		}
	}
	if len(entries) < 70 || len(authors) != 4 || authors["Aino"] < 10 || authors["Desk 2"] < 20 {
		t.Errorf("%d entries by %v", len(entries), authors)
	}
	if at := tn.Round(3).Start; at.After(now) {
		t.Errorf("round 3 starts at %v", at)
	}
}

// The demonstration has data for every part of every page.
func TestTournamentHasEverything(t *testing.T) {
	tn, _ := played(t)
	if len(tn.Players) != 42 || len(tn.Rounds) != 3 || tn.Settings.Rounds != 5 {
		t.Errorf("%d players, %d of %d rounds", len(tn.Players), len(tn.Rounds), tn.Settings.Rounds)
	}
	third := tn.Round(3)
	if len(third.Games) != 20 || third.Missing() != 6 || len(third.Byes) != 1 {
		t.Errorf("round 3: %d games, %d missing, %d byes", len(third.Games), third.Missing(), len(third.Byes))
	}
	var forfeits, jigos, disputes, handicaps, withdrawn, late int
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			if g.Result.Manner == tournament.ByForfeit {
				forfeits++
			}
			if g.Result.Outcome == tournament.Jigo {
				jigos++
			}
			if g.Dispute.Open() {
				disputes++
			}
			if g.Handicap > 1 {
				handicaps++
			}
		}
	}
	for i := range tn.Players {
		if tn.Players[i].Status == tournament.Withdrawn {
			withdrawn++
		}
		if tn.Players[i].Absent.Has(1) {
			late++
		}
	}
	var wins, tags, bands int
	for _, p := range tn.Settings.Prizes.List {
		switch {
		case p.Wins > 0:
			wins++
		case p.Tag != "":
			tags++
		case p.Strongest.Valid():
			bands++
		}
	}
	if wins != 1 || tags != 1 || bands != 2 {
		t.Errorf("prizes: %+v", tn.Settings.Prizes.List)
	}
	if s := tn.Settings.Constraints; len(s.Wishes) != 4 || !s.IsBlocked(22) {
		t.Errorf("the draw is asked for %+v", s)
	}
	if forfeits != 1 || jigos != 1 || disputes != 1 || withdrawn != 1 || late != 1 || handicaps < 10 {
		t.Errorf("forfeits %d, jigos %d, disputes %d, withdrawn %d, late %d, handicap games %d",
			forfeits, jigos, disputes, withdrawn, late, handicaps)
	}
}

// Beside it are a finished tournament and one open for sign-ups.
func TestOthers(t *testing.T) {
	_, d := played(t)
	over, err := d.Snapshot(t.Context(), "porvoo-cup")
	if err != nil {
		t.Fatal(err)
	}
	if held := over.Tournament.Day; len(held.Finals) != 1 || len(held.Pictures) != 1 || held.Sendings[0].State != tournament.SentAccepted {
		t.Errorf("the finished tournament holds %+v", held)
	}
	if _, err := d.Picture(t.Context(), over.Tournament, over.Tournament.Day.Pictures[0].ID); err != nil {
		t.Error(err)
	}
	open, err := d.Snapshot(t.Context(), "turku-weekend")
	if err != nil {
		t.Fatal(err)
	}
	tn := open.Tournament
	fresh, paid, sums := 0, 0, map[fees.Money]int{}
	for _, q := range tn.Day.Requests {
		if q.State == tournament.RequestNew {
			fresh++
		}
	}
	for i := range tn.Players {
		p := &tn.Players[i]
		sums[day.Owed(tn, p, now).Sum]++
		if p.Fee.Paid > 0 && p.Fee.Paid == day.Owed(tn, p, now).Sum {
			paid++
		}
	}
	if places := tn.Places(); !tn.Settings.SignUp.Opens(now) || len(places.Reserves) != 1 || fresh < 5 || paid != 4 || len(sums) < 4 {
		t.Errorf("%d reserves, %d new requests, %d have paid, fees %v", len(places.Reserves), fresh, paid, sums)
	}
}

// The records are as described, and the count agrees with the result.
func TestRecords(t *testing.T) {
	tn, _ := played(t)
	if err := tn.CheckRecords(func(string) bool { return false }); err != nil {
		t.Fatal(err)
	}
	var got [][]rules.Rule
	for _, r := range recordings {
		g := tn.Round(r.round).At(r.table)
		c, findings := gamerecord.Read([]byte(tn.Records[g.Record]))
		if len(findings) > 0 {
			t.Errorf("table %d: %v", r.table, findings)
		}
		expect := tn.Expectation(g)
		v := rules.Check(c.Game(0), tn.Settings.RuleSystem(), rules.Options{Expect: &expect})
		var found []rules.Rule
		for _, f := range v.Findings {
			if f.Rule != rules.RuleNeutral {
				found = append(found, f.Rule)
			}
		}
		got = append(got, found)
		if v.Counted != (r.dead != "" && !r.unmarked) || v.Legal != (r.table != 13) {
			t.Errorf("table %d: counted %v, legal %v", r.table, v.Counted, v.Legal)
		}
	}
	want := [][]rules.Rule{nil, nil, {rules.RuleKo, rules.RuleIllegalLoses}, nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// One game is on the live boards. At another table the opponent has yet to agree about the dead stones, and the count
// of the finished game agrees with the proposal.
func TestGamesUnderWay(t *testing.T) {
	tn, d := played(t)
	game, err := d.LiveGames().Game(t.Context(), tn.Tournament, tn.Round(3).At(onAir))
	if err != nil || len(game.Steps) != len(opening)/2 || len(game.Public.Line()) != len(game.Steps)-3 {
		t.Errorf("%d steps on the live board, %d to be seen, error %v", len(game.Steps), len(game.Public.Line()), err)
	}
	g := tn.Round(3).At(unsettled)
	result, counted := tournament.ResultOf(director.NewReview(tn.Tournament, g, tn.Records[g.Record]).Proposed(tn.Tournament, g).Verdict)
	if g.Settling.By != g.Black || !counted || result.String() != "W+23.5" {
		t.Errorf("player %d proposes %q: %v", g.Settling.By, g.Settling.Dead, result)
	}
}

// The draw of each round can be reproduced, and its checks find nothing grave.
func TestDrawsAreProven(t *testing.T) {
	tn, _ := played(t)
	for n := range tn.Rounds {
		from, err := native.KeptDraw(tn, n+1)
		if err != nil || from == nil {
			t.Fatalf("round %d: %v, %v", n+1, from, err)
		}
		for _, c := range pairing.Checks(tn.Tournament, n+1) {
			if c.Grave || c.Key == "check.ranks.changed" || c.Key == "constraint.check.wish" || c.Subject == "noshow" {
				t.Errorf("round %d has the point %+v", n+1, c)
			}
		}
		v, err := pairing.Verify(t.Context(), tn.Tournament, n+1, from)
		if err != nil || !v.Reproduced() || len(v.Differences) > 0 || v.ByHand > 0 {
			t.Errorf("round %d: %+v, %v", n+1, v, err)
		}
	}
}
