package day

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

var now = time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC)

// event returns a tournament of n invented checked-in players, 1d and weaker.
func event(t testing.TB, n int) *tournament.Tournament {
	t.Helper()
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	s.Rounds = 3
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup", Begin: tournament.DateOf(now.Truncate(24 * time.Hour))}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		enter(t, tn, tournament.Player{Family: fmt.Sprintf("Player%c", 'A'+i), Rank: rank.Dan1 - rank.Rank(i), Status: tournament.CheckedIn})
	}
	return tn
}

func enter(t testing.TB, tn *tournament.Tournament, p tournament.Player) tournament.PlayerID {
	t.Helper()
	id, err := tn.AddPlayer(p, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// play drafts round n, 1 against 2 and so on, and publishes it.
func play(t testing.TB, tn *tournament.Tournament, n int, results ...tournament.Outcome) {
	t.Helper()
	var games []tournament.Game
	for i := 0; i+1 < len(tn.Players); i += 2 {
		games = append(games, tournament.Game{Black: tn.Players[i].ID, White: tn.Players[i+1].ID, Komi: 13})
	}
	ok(t, tn.SetDraft(n, games, nil, tournament.Drawn{}))
	ok(t, tn.Publish(n))
	for i, outcome := range results {
		g := tn.Rounds[n-1].Games[i]
		_, _, err := tn.Record(tournament.Entry{Round: n, Table: g.Table, Result: tournament.Result{Outcome: outcome}, At: now})
		ok(t, err)
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t testing.TB, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want %s", err, key)
	}
}

func TestPlaces(t *testing.T) {
	tn := event(t, 2)
	tn.Settings.SignUp.Limit = 4
	signed := func(name string, minute int) tournament.PlayerID {
		return enter(t, tn, tournament.Player{Family: name, Rank: rank.Kyu(5), Since: now.Add(time.Duration(minute) * time.Minute)})
	}
	late, early, middle := signed("Late", 30), signed("Early", 10), signed("Middle", 20)
	desk := enter(t, tn, tournament.Player{Family: "Desk", Rank: rank.Kyu(5)})
	same := signed("Same", 20)
	if d := cmp.Diff(tournament.Places{Limit: 4, Taken: 4, Reserves: []tournament.PlayerID{middle, same, late}}, tn.Places()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, promoted, err := Cancel(tn, early, "ill", now); err != nil || promoted != middle {
		t.Errorf("promoted %d, %v; want %d", promoted, err, middle)
	}
	if _, promoted, err := Cancel(tn, late, "", now); err != nil || promoted != 0 {
		t.Errorf("a reserve who cancels promotes %d, %v", promoted, err)
	}
	ok(t, tn.SetStatus(same, tournament.CheckedIn)) // past the others: Middle, then Desk have none
	if got := tn.Places(); !slices.Equal(got.Reserves, []tournament.PlayerID{middle}) || got.Reserve(middle) != 1 || got.Reserve(desk) != 0 {
		t.Errorf("after a check-in: %+v", got)
	}
	tn.Settings.SignUp.Limit = 1
	if got := tn.Places(); got.Taken != 3 || len(got.Reserves) != 2 {
		t.Errorf("who is here stays: %+v", got)
	}
	tn.Settings.SignUp.Limit = 0
	if got := tn.Places(); got.Taken != 5 || got.Reserves != nil {
		t.Errorf("without a limit: %+v", got)
	}
}

// TestNotePlaces reports each reserve once who gets a place by a step of the desk, and drops the report with the place.
func TestNotePlaces(t *testing.T) {
	for _, tt := range []struct {
		name string
		step func(t *testing.T, tn *tournament.Tournament)
		want []tournament.PlayerID
	}{
		{"withdraws one with a place", func(t *testing.T, tn *tournament.Tournament) { ok(t, tn.SetStatus(1, tournament.Withdrawn)) }, []tournament.PlayerID{2}},
		{"removes one with a place", func(t *testing.T, tn *tournament.Tournament) { ok(t, tn.RemovePlayer(1)) }, []tournament.PlayerID{2}},
		{"withdraws a reserve", func(t *testing.T, tn *tournament.Tournament) { ok(t, tn.SetStatus(2, tournament.Withdrawn)) }, nil},
		{"raises the limit", func(_ *testing.T, tn *tournament.Tournament) { tn.Settings.SignUp.Limit = 3 }, []tournament.PlayerID{2, 3}},
		{"ends the limit", func(_ *testing.T, tn *tournament.Tournament) { tn.Settings.SignUp.Limit = 0 }, []tournament.PlayerID{2, 3, 4}},
		{"checks a reserve in", func(t *testing.T, tn *tournament.Tournament) { ok(t, tn.SetStatus(2, tournament.CheckedIn)) }, nil},
		{"hears of a cancellation", func(t *testing.T, tn *tournament.Tournament) {
			_, _, err := Cancel(tn, 1, "", now)
			ok(t, err)
		}, nil},
		{"withdraws two", func(t *testing.T, tn *tournament.Tournament) {
			ok(t, tn.SetStatus(1, tournament.Withdrawn))
			ok(t, tn.SetStatus(2, tournament.Withdrawn))
		}, []tournament.PlayerID{3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := event(t, 0)
			tn.Settings.SignUp.Limit = 1
			for i, name := range []string{"A", "B", "C", "D"} {
				enter(t, tn, tournament.Player{Family: name, Rank: rank.Kyu(5), Since: now.Add(time.Duration(i) * time.Minute)})
			}
			before := tn.Clone()
			tt.step(t, tn)
			told := func() (list []tournament.PlayerID) {
				for _, r := range tn.Day.Requests {
					if r.Kind == tournament.AskPlace {
						list = append(list, r.Promoted)
					}
				}
				return list
			}
			ok(t, NotePlaces(before, tn, "Anna", now))
			ok(t, NotePlaces(before, tn, "Anna", now))
			ok(t, tn.Check())
			if got := told(); !slices.Equal(got, tt.want) {
				t.Errorf("the desk is told of %v, want %v", got, tt.want)
			}
			for _, id := range tt.want {
				if !GotPlace(tn, id) {
					t.Errorf("%d got no place", id)
				}
			}
			after := tn.Clone()
			for _, id := range tt.want {
				ok(t, tn.SetStatus(id, tournament.Withdrawn))
			}
			tn.Settings.SignUp.Limit = 1
			ok(t, NotePlaces(after, tn, "Anna", now))
			if got := told(); slices.ContainsFunc(got, func(id tournament.PlayerID) bool { return slices.Contains(tt.want, id) }) {
				t.Errorf("of %v, who withdrew, there is still %v", tt.want, got)
			}
		})
	}
}

// TestPlacesAreFair checks for any sign-ups and cancellations that every player has a place or is a reserve, that no
// place is free while a reserve exists, and that another player's cancellation takes no place away.
func TestPlacesAreFair(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tn := event(t, 0)
		tn.Settings.SignUp = tournament.SignUp{Open: true, Limit: rapid.IntRange(1, 6).Draw(r, "limit")}
		for i := range rapid.IntRange(1, 15).Draw(r, "steps") {
			before := tn.Places()
			if len(tn.Players) > 0 && rapid.IntRange(0, 3).Draw(r, "cancel") == 0 {
				id := rapid.SampledFrom(tn.Players).Draw(r, "who").ID
				_, promoted, err := Cancel(tn, id, "", now)
				if fault.Is(err, "request.cancelled") {
					continue
				}
				ok(t, err)
				if left := before.Reserve(id) > 0; promoted != 0 && (left || before.Reserves[0] != promoted) {
					r.Fatalf("%d was promoted of %v", promoted, before.Reserves)
				}
				for _, p := range tn.Players {
					if before.Reserve(p.ID) == 0 && tn.Places().Reserve(p.ID) > 0 {
						r.Fatalf("%d lost the place", p.ID)
					}
				}
			} else {
				_, err := SignUp{Player: tournament.Player{Family: fmt.Sprint("P", string(rune('a'+i))), Rank: rank.Kyu(1)}}.Enter(tn, now.Add(time.Duration(i)))
				ok(t, err)
			}
			in := 0
			for _, p := range tn.Players {
				if p.Status != tournament.Withdrawn {
					in++
				}
			}
			places := tn.Places()
			if free, _ := places.Free(); places.Taken+len(places.Reserves) != in || free > 0 && len(places.Reserves) > 0 {
				r.Fatalf("%d players, %+v", in, places)
			}
		}
	})
}

// TestReturnTakesNoPlace lets players return after a cancellation, by their request or because it is refused. A reserve
// has the place by then.
func TestReturnTakesNoPlace(t *testing.T) {
	for _, refuses := range []bool{false, true} {
		tn := event(t, 0)
		tn.Settings.SignUp.Limit = 1
		first := enter(t, tn, tournament.Player{Family: "First", Rank: rank.Kyu(5), Since: now, Absent: 1 << 2})
		second := enter(t, tn, tournament.Player{Family: "Second", Rank: rank.Kyu(5), Since: now.Add(time.Hour)})
		cancelled, promoted, err := Cancel(tn, first, "", now.Add(2*time.Hour))
		if err != nil || promoted != second {
			t.Fatalf("promoted %d, %v", promoted, err)
		}
		back := now.Add(3 * time.Hour)
		if refuses {
			ok(t, Refuse(tn, Decision{Request: cancelled, By: "Anna", At: back}))
		} else {
			id, err := Ask(tn, tournament.Request{Kind: tournament.AskReturn, Player: first, From: tournament.FromPlayer, At: back})
			ok(t, err)
			ok(t, Grant(tn, Decision{Request: id, By: "Anna", At: back}))
		}
		if got := tn.Places(); got.Reserve(first) != 1 || got.Reserve(second) != 0 {
			t.Errorf("refuses %t: %+v", refuses, got)
		}
		if p := tn.Player(first); !p.Since.Equal(back) || !p.Absent.Has(2) {
			t.Errorf("refuses %t: %+v", refuses, p)
		}
		ok(t, tn.SetStatus(second, tournament.Withdrawn))
		tn.Player(first).Status = tournament.Withdrawn
		tn.Player(first).Since = now
		ok(t, bring(tn, tn.Player(first), back))
		if got := tn.Player(first).Since; !got.Equal(now) {
			t.Errorf("a place is free, and yet the sign-up counts from %v", got)
		}
	}
}

func TestSignUp(t *testing.T) {
	tn := event(t, 1)
	tn.Players[0].EGD = "10000001"
	tn.Settings.Fees = fees.Rules{Classes: []fees.Class{{Name: "senior", Choosable: true, Conditions: fees.Conditions{MinAge: 65}}, {Name: "all"}}}
	one := SignUp{Player: tournament.Player{
		Family: " Mäki ", Given: "Aino", Rank: rank.Kyu(3), Mail: "aino@example.org", StartCorrection: 5, Notes: "let me win", Born: 1950,
		Status: tournament.CheckedIn, Fee: tournament.Fee{Class: "senior", Paid: 100_00, Own: true},
	}, Note: "I come\r\n\tby train \x00"}
	_, err := one.Enter(tn, now)
	refused(t, err, "signup.closed")
	tn.Settings.SignUp = tournament.SignUp{Open: true, Closes: now, Consent: "My name is published."}
	_, err = one.Enter(tn, now)
	refused(t, err, "signup.closed")
	_, err = one.Enter(tn, now.Add(-time.Second))
	refused(t, err, "signup.consent")
	over := *tn
	over.Day.Finals = []tournament.FinalList{{By: "Anna", At: now}}
	one.Agrees = true
	_, err = one.Enter(&over, now.Add(-time.Second))
	refused(t, err, "signup.closed")
	one.Agrees = true
	at := now.Add(-time.Second)
	id, err := one.Enter(tn, at)
	ok(t, err)
	want := tournament.Player{
		ID: id, Family: "Mäki", Given: "Aino", Rank: rank.Kyu(3), Mail: "aino@example.org", Born: 1950, Since: at, Agreed: at,
		Fee: tournament.Fee{Class: "senior"},
	}
	if d := cmp.Diff(want, *tn.Player(id), cmp.AllowUnexported(rank.Rating{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	r := tn.Day.Requests[0]
	if r.Kind != tournament.AskSignUp || r.Player != id || r.Name != "Mäki Aino" || r.Note != "I come\nby train" || r.State != tournament.RequestNew {
		t.Errorf("the request: %+v", r)
	}
	for name, again := range map[string]tournament.Player{
		"the same":           {Family: "Maki", Given: "AINO", Rank: rank.Kyu(4)},
		"an equal number":    {Family: "Other", Rank: rank.Kyu(4), EGD: "10000001"},
		"a number with zero": {Family: "Other", Rank: rank.Kyu(4), EGD: "010000001"},
	} {
		if _, err := (SignUp{Player: again, Agrees: true}).Enter(tn, at); !fault.Is(err, "signup.twice") {
			t.Errorf("%s: %v", name, err)
		}
	}
	young := SignUp{Player: tournament.Player{Family: "Young", Rank: rank.Kyu(9), Born: 2010, Fee: tournament.Fee{Class: "senior"}}, Agrees: true}
	_, err = young.Enter(tn, at)
	refused(t, err, "signup.class")
	ok(t, Refuse(tn, Decision{Request: r.ID, By: "Anna", At: now, Answer: "a joke"}))
	if tn.Player(id) != nil || tn.Day.Requests[0].State != tournament.RequestRefused || tn.Day.Requests[0].Answer != "a joke" {
		t.Errorf("after a refusal: %+v", tn.Day.Requests[0])
	}
	refused(t, Grant(tn, Decision{Request: r.ID}), "request.decided")
	refused(t, Grant(tn, Decision{Request: 999}), "request.missing")
}

// TestGrant grants one request of every kind and checks the outcome.
func TestGrant(t *testing.T) {
	for _, tt := range []struct {
		name    string
		rounds  int // published before
		ask     tournament.Request
		prepare func(tn *tournament.Tournament)
		keep    bool
		want    string // of player 1: rank, correction, status, absent
		key     string // the fault
	}{
		{name: "skip", ask: tournament.Request{Kind: tournament.AskSkip, Round: 2}, want: "PlayerA 1d 0 checked-in [2]"},
		{name: "skip a round that is played", rounds: 1, ask: tournament.Request{Kind: tournament.AskSkip, Round: 1}, key: "player.paired"},
		{name: "leave at once", rounds: 1, ask: tournament.Request{Kind: tournament.AskLeave, Round: 2}, want: "PlayerA 1d 0 withdrawn []"},
		{name: "leave later", rounds: 1, ask: tournament.Request{Kind: tournament.AskLeave, Round: 3}, want: "PlayerA 1d 0 checked-in [3]"},
		{name: "late", ask: tournament.Request{Kind: tournament.AskLate, Round: 3}, want: "PlayerA 1d 0 checked-in [1 2]"},
		{name: "later than thought", ask: tournament.Request{Kind: tournament.AskLate, Round: 2},
			prepare: func(tn *tournament.Tournament) { tn.Players[0].Absent = 1<<2 | 1<<3 }, want: "PlayerA 1d 0 checked-in [1]"},
		{name: "late, and not to the end", ask: tournament.Request{Kind: tournament.AskLate, Round: 2},
			prepare: func(tn *tournament.Tournament) { tn.Players[0].Absent = 1 << 3 }, want: "PlayerA 1d 0 checked-in [1 3]"},
		{name: "late, answered after the last round", rounds: 3, ask: tournament.Request{Kind: tournament.AskLate, Round: 3},
			want: "PlayerA 1d 0 checked-in []"},
		{name: "name", ask: tournament.Request{Kind: tournament.AskName, Proposed: tournament.Proposed{Family: "Ó  Neill", Given: "Áine"}},
			want: "Ó Neill Áine 1d 0 checked-in []"},
		{name: "a family name", ask: tournament.Request{Kind: tournament.AskName, Proposed: tournament.Proposed{Family: "Niemi"}},
			prepare: func(tn *tournament.Tournament) { tn.Players[0].Given = "Aino" }, want: "Niemi Aino 1d 0 checked-in []"},
		{name: "a name that is taken", ask: tournament.Request{Kind: tournament.AskName, Proposed: tournament.Proposed{Family: "PlayerB"}}, key: "player.twin"},
		{name: "rank", rounds: 1, ask: tournament.Request{Kind: tournament.AskRank, Proposed: tournament.Proposed{Rank: rank.Kyu(4)}},
			want: "PlayerA 4k 0 checked-in []"},
		{name: "rank, the start stays", rounds: 1, keep: true, ask: tournament.Request{Kind: tournament.AskRank, Proposed: tournament.Proposed{Rank: rank.Kyu(4)}},
			want: "PlayerA 4k 4 checked-in []"},
		{name: "details", ask: tournament.Request{Kind: tournament.AskDetails, Proposed: tournament.Proposed{Club: "Oulu", Country: "fi"}},
			want: "PlayerA Oulu FI 1d 0 checked-in []"},
		{name: "a country that is none", ask: tournament.Request{Kind: tournament.AskDetails, Proposed: tournament.Proposed{Country: "Suomi"}}, key: "player.country"},
		{name: "return", rounds: 1, ask: tournament.Request{Kind: tournament.AskReturn},
			prepare: func(tn *tournament.Tournament) {
				tn.Players[0].Status, tn.Players[0].Absent = tournament.Withdrawn, 1<<3
			},
			want: "PlayerA 1d 0 checked-in []"},
		{name: "return before the first round", ask: tournament.Request{Kind: tournament.AskReturn},
			prepare: func(tn *tournament.Tournament) {
				tn.Players[0].Status, tn.Players[0].Absent = tournament.Withdrawn, 1<<3
			},
			want: "PlayerA 1d 0 preliminary [3]"},
		{name: "return of a player whom the desk has checked in meanwhile", ask: tournament.Request{Kind: tournament.AskReturn},
			want: "PlayerA 1d 0 checked-in []"},
		{name: "return of a player who left for later rounds", rounds: 1, ask: tournament.Request{Kind: tournament.AskReturn},
			prepare: func(tn *tournament.Tournament) { tn.Players[0].Absent = 1<<2 | 1<<3 }, want: "PlayerA 1d 0 checked-in []"},
		{name: "a substitute for later", ask: tournament.Request{Kind: tournament.AskSubstitute, Round: 2, Proposed: tournament.Proposed{Substitute: 5}},
			want: "PlayerA 1d 0 checked-in [2]"},
		{name: "a substitute at the table", rounds: 1, ask: tournament.Request{Kind: tournament.AskSubstitute, Round: 1, Proposed: tournament.Proposed{Substitute: 5}},
			want: "PlayerA 1d 0 checked-in [1]"},
		{name: "a substitute who is none", ask: tournament.Request{Kind: tournament.AskSubstitute, Round: 2, Proposed: tournament.Proposed{Substitute: 99}}, key: "player.missing"},
		{name: "a cancellation", ask: tournament.Request{Kind: tournament.AskCancel},
			prepare: func(tn *tournament.Tournament) { tn.Players[0].Status = tournament.Withdrawn }, want: "PlayerA 1d 0 withdrawn []"},
		{name: "a cancellation of a player whom the desk has brought back meanwhile", ask: tournament.Request{Kind: tournament.AskCancel},
			want: "PlayerA 1d 0 checked-in []"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := event(t, 4)
			enter(t, tn, tournament.Player{Family: "Spare", Rank: rank.Kyu(2)})
			for n := range tt.rounds {
				play(t, tn, n+1)
			}
			if tt.prepare != nil {
				tt.prepare(tn)
			}
			tt.ask.Player, tt.ask.From, tt.ask.At = 1, "Desk 1", now
			id, err := Ask(tn, tt.ask)
			if err == nil {
				err = Grant(tn, Decision{Request: id, By: "Anna", At: now, KeepStart: tt.keep})
			}
			if tt.key != "" {
				refused(t, err, tt.key)
				return
			}
			ok(t, err)
			ok(t, tn.Check())
			p := tn.Player(1)
			var absent []int
			for n := 1; n <= 3; n++ {
				if p.Absent.Has(n) {
					absent = append(absent, n)
				}
			}
			got := strings.Join(strings.Fields(fmt.Sprintln(p.Name(), p.Club, p.Country, p.Rank, p.StartCorrection, p.Status, absent)), " ")
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if r := tn.Request(id); r.State != tournament.RequestDone || r.By != "Anna" {
				t.Errorf("the request is %+v", r)
			}
			if tt.ask.Kind == tournament.AskSubstitute && tt.rounds > 0 && tn.Rounds[0].Game(5) == nil {
				t.Error("the substitute has no game")
			}
		})
	}
}

// TestSubstituteForOneRound has a player take a seat for one round: they are not paired in the others, unless they take
// part anyway.
func TestSubstituteForOneRound(t *testing.T) {
	for _, tt := range []struct {
		status tournament.Status
		absent tournament.Rounds // before
		rounds int               // played before
		round  int
		want   tournament.Rounds
	}{
		{tournament.Preliminary, 0, 0, 1, 1<<2 | 1<<3},
		{tournament.Preliminary, 0, 1, 1, 1<<2 | 1<<3},
		{tournament.Preliminary, 0, 1, 2, 1<<1 | 1<<3},
		{tournament.Withdrawn, 1 << 1, 0, 3, 1<<1 | 1<<2},
		{tournament.CheckedIn, 1 << 2, 0, 2, 0},
		{tournament.CheckedIn, 1<<1 | 1<<2, 1, 1, 1 << 2},
	} {
		tn := event(t, 4)
		spare := enter(t, tn, tournament.Player{Family: "Spare", Rank: rank.Kyu(2), Absent: tt.absent})
		tn.Player(spare).Status = tt.status
		for n := range tt.rounds {
			play(t, tn, n+1)
		}
		id, err := Ask(tn, tournament.Request{Kind: tournament.AskSubstitute, Player: 1, Round: tt.round, Proposed: tournament.Proposed{Substitute: spare}})
		ok(t, err)
		ok(t, Grant(tn, Decision{Request: id}))
		ok(t, tn.Check())
		if p := tn.Player(spare); p.Status != tournament.CheckedIn || p.Absent != tt.want || !p.Plays(tt.round) {
			t.Errorf("%v, absent %b, takes a seat in round %d: %v, absent %b, want %b", tt.status, tt.absent, tt.round, p.Status, p.Absent, tt.want)
		}
	}
}

func TestAskRefuses(t *testing.T) {
	tn := event(t, 2)
	for key, r := range map[string]tournament.Request{
		"request.player": {Kind: tournament.AskSkip, Player: 9, Round: 1},
		"request.round":  {Kind: tournament.AskSkip, Player: 1, Round: 4},
		"request.empty":  {Kind: tournament.AskName, Player: 1},
		"request.kind":   {Kind: "resign", Player: 1},
		"field.long":     {Kind: tournament.AskLeave, Player: 1, Round: 1, Note: strings.Repeat("x", 4001)},
	} {
		_, err := Ask(tn.Clone(), r)
		refused(t, err, key)
	}
	first, err := Ask(tn, tournament.Request{Kind: tournament.AskSkip, Player: 1, Round: 2})
	ok(t, err)
	again, err := Ask(tn, tournament.Request{Kind: tournament.AskSkip, Player: 1, Round: 2})
	if ok(t, err); again != first || len(tn.Day.Requests) != 1 {
		t.Errorf("asking the same twice makes %d requests", len(tn.Day.Requests))
	}
	for i := 1; i < mostOpen; i++ {
		_, err := Ask(tn, tournament.Request{Kind: tournament.AskRank, Player: 1, Proposed: tournament.Proposed{Rank: rank.Kyu(i)}})
		ok(t, err)
	}
	_, err = Ask(tn, tournament.Request{Kind: tournament.AskLeave, Player: 1, Round: 1})
	refused(t, err, "request.open")
}

func TestFinal(t *testing.T) {
	tn := event(t, 4)
	refused(t, Announce(tn, "Anna", "", now), "export.check.norounds")
	play(t, tn, 1, tournament.BlackWins)
	refused(t, Announce(tn, "Anna", "", now), "final.missing")
	g := tn.Rounds[0].Games[1]
	_, _, err := tn.Record(tournament.Entry{Round: 1, Table: g.Table, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	ok(t, err)
	refused(t, Reopen(tn, "Anna", "x", now), "final.open")
	ok(t, Announce(tn, "Anna", "as read out", now))
	refused(t, Announce(tn, "Anna", "", now), "final.stands")
	first := tn.Day.Finals[0]
	if len(first.Lines) != 4 || first.Lines[0].Name != "PlayerA" || first.Lines[0].Scores[0] != "31" || tn.Frozen() == nil {
		t.Fatalf("the list: %+v", first)
	}
	for name, tt := range map[string]struct {
		frozen bool
		do     func(tn *tournament.Tournament)
	}{
		"result":     {true, func(tn *tournament.Tournament) { tn.Rounds[0].Games[0].Result.Outcome = tournament.Jigo }},
		"rank":       {true, func(tn *tournament.Tournament) { tn.Players[0].Rank-- }},
		"new player": {true, func(tn *tournament.Tournament) { enter(t, tn, tournament.Player{Family: "New", Rank: 1}) }},
		"criteria":   {true, func(tn *tournament.Tournament) { tn.Settings.Criteria = tn.Settings.Criteria[:1] }},
		"next round": {true, func(tn *tournament.Tournament) { play(t, tn, 2) }},
		"withdrawal": {true, func(tn *tournament.Tournament) { tn.Players[0].Status = tournament.Withdrawn }},
		"bar":        {true, func(tn *tournament.Tournament) { tn.Settings.Bar-- }},
		"terms":      {true, func(tn *tournament.Tournament) { tn.Rounds[0].Games[0].Handicap = 2 }},
		"name":       {false, func(tn *tournament.Tournament) { tn.Players[0].Family = "Renamed" }},
		"club":       {false, func(tn *tournament.Tournament) { tn.Players[0].Club = "Oulu" }},
		"payment":    {false, func(tn *tournament.Tournament) { tn.Players[0].Fee.Paid = 1 }},
		"record":     {false, func(tn *tournament.Tournament) { tn.Rounds[0].Games[0].Record = "ab" }},
		"live board": {false, func(tn *tournament.Tournament) { tn.Settings.Live.On = !tn.Settings.Live.On }},
		"names":      {false, func(tn *tournament.Tournament) { tn.Settings.Consent.Age = 17 }},
		"prizes":     {false, func(tn *tournament.Tournament) { tn.Settings.Prizes.Currency = "€" }},
		"announcement": {false, func(tn *tournament.Tournament) {
			ok(t, AddAnnouncement(tn, tournament.Announcement{Text: "Tea", By: "A", At: now}))
		}},
		"contradiction": {true, func(tn *tournament.Tournament) {
			tn.Rounds[0].Games[0].Dispute.Result = tournament.Result{Outcome: tournament.WhiteWins}
		}},
		"reopening": {false, func(tn *tournament.Tournament) { ok(t, Reopen(tn, "Anna", "wrong", now)) }},
	} {
		then := tn.Clone()
		tt.do(then)
		if err := Guard(tn, then, now); fault.Is(err, "final.frozen") != tt.frozen {
			t.Errorf("%s: %v", name, err)
		}
	}
	for days, want := range []string{"date.when.time", "date.when.day"} {
		err, _ := fault.As(Frozen(tn, now.AddDate(0, 0, days)))
		if key, _ := err.Args[0].(when).Message(); key != want {
			t.Errorf("%d days later the announcement is told by %s", days, key)
		}
	}
	refused(t, Reopen(tn, "Anna", " ", now), "final.reason")
	ok(t, Reopen(tn, "Anna", "table 1 was wrong", now))
	_, _, err = tn.Record(tournament.Entry{Round: 1, Table: 1, Seen: 1, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	ok(t, err)
	ok(t, Announce(tn, "Anna", "", now))
	var got []string
	for _, c := range Changes(&tn.Day.Finals[0], &tn.Day.Finals[1]) {
		got = append(got, fmt.Sprintf("%s %d-%d %s", c.Name, c.Was, c.Now, c.Scores[0]))
	}
	if !slices.Contains(got, "PlayerB 2-1 {MMS 29 30}") || !slices.Contains(got, "PlayerA 1-1 {MMS 31 30}") {
		t.Errorf("the changes: %q", got)
	}
	if c := Changes(&tn.Day.Finals[0], &tn.Day.Finals[0]); c != nil {
		t.Errorf("a list differs from itself: %v", c)
	}
}

func TestClock(t *testing.T) {
	tn := event(t, 4)
	tn.Settings.Clock.Main = tournament.Span(45 * time.Minute)
	at := func(minutes int) time.Time { return now.Add(time.Duration(minutes) * time.Minute) }
	if c := ClockAt(tn, now); c.Phase != Unplanned || c.Round != 1 {
		t.Errorf("without a plan: %+v", c)
	}
	tn.Settings.Schedule = []time.Time{at(60), at(180), at(300)}
	if d := cmp.Diff(Clock{Phase: Waiting, Round: 1, Start: at(60), Main: at(150), Next: at(180)}, ClockAt(tn, now)); d != "" {
		t.Errorf("before round 1 (-want +got):\n%s", d)
	}
	play(t, tn, 1, tournament.BlackWins)
	ok(t, tn.SetStart(1, at(65)))
	for minutes, want := range map[int]Phase{64: Waiting, 65: MainTime, 154: MainTime, 155: Overtime, 500: Overtime} {
		if c := ClockAt(tn, at(minutes)); c.Phase != want || c.Round != 1 || c.Playing != 1 || c.Next != at(180) {
			t.Errorf("after %d minutes: %+v, want %s", minutes, c, want)
		}
	}
	_, _, err := tn.Record(tournament.Entry{Round: 1, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
	ok(t, err)
	if c := ClockAt(tn, at(170)); c.Phase != Waiting || c.Round != 2 || c.Start != at(180) {
		t.Errorf("between rounds: %+v", c)
	}
	play(t, tn, 2, tournament.BlackWins, tournament.BlackWins)
	play(t, tn, 3, tournament.BlackWins, tournament.BlackWins)
	if c := ClockAt(tn, at(999)); c.Phase != Over || c.Round != 3 {
		t.Errorf("at the end: %+v", c)
	}
}

func TestNext(t *testing.T) {
	tn := event(t, 4)
	tn.Settings.Fees = fees.Rules{Classes: []fees.Class{{Name: "all", Amount: 20_00}}}
	brief := func() string {
		var words []string
		for _, s := range Next(tn, now) {
			word := fmt.Sprintf("%s %d/%d%s", s.Kind, s.Count, s.Round, s.To)
			if s.Blocked {
				word += "!"
			}
			words = append(words, word)
		}
		return strings.Join(words, ", ")
	}
	expect := func(want string) {
		t.Helper()
		if got := brief(); got != want {
			t.Errorf("next: %s\nwant: %s", got, want)
		}
	}
	expect("pair 4/1")
	spare := enter(t, tn, tournament.Player{Family: "Spare", Rank: rank.Kyu(9)})
	expect("checkin 1/1, pair 4/1")
	begin := tn.Info.Begin
	tn.Info.Begin = tournament.DateOf(begin.AddDate(0, 0, 14)) // the desk waits for players only from the first day on
	expect("pair 4/1")
	tn.Info.Begin = begin
	expect("checkin 1/1, pair 4/1")
	_, _, err := Cancel(tn, spare, "", now)
	ok(t, err)
	expect("answer 1/0, pair 4/1")
	ok(t, Grant(tn, Decision{Request: tn.Day.Requests[0].ID}))
	ok(t, tn.SetDraft(1, []tournament.Game{{Black: 1, White: 2, Komi: 13}, {Black: 3, White: 4, Komi: 13}}, nil, tournament.Drawn{}))
	expect("publish 2/1")
	ok(t, tn.Publish(1))
	expect("wait 2/1, pair 4/2!")
	_, _, err = tn.Record(tournament.Entry{Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByForfeit}})
	ok(t, err)
	tn.Rounds[0].Games[0].Dispute = tournament.Dispute{Result: tournament.Result{Outcome: tournament.WhiteWins}}
	expect("decide 1/0, wait 1/1, pair 4/2!") // the no-show is in dispute too
	tn.Rounds[0].Games[0].Dispute = tournament.Dispute{}
	_, _, err = tn.Record(tournament.Entry{Round: 1, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
	ok(t, err)
	ok(t, tn.Expect(2, 2))
	expect("pair 4/2")
	tn.Rounds[0].Games[0].Dispute = tournament.Dispute{Result: tournament.Result{Outcome: tournament.WhiteWins}}
	expect("decide 1/0, pair 4/2!") // no game is in play, but the result is unknown
	tn.Rounds[0].Games[0].Dispute = tournament.Dispute{}
	tn.Settings.Rounds = 1
	expect("finish 0/1, collect 4/0, send 0/0EGD!")
	ok(t, Announce(tn, "Anna", "", now))
	for id := range 4 {
		ok(t, Pay(tn, tournament.PlayerID(id+1), 20_00, now))
	}
	expect("send 0/0EGD")
	ok(t, AddSending(tn, tournament.Sending{To: "EGD", By: "Anna", At: now}))
	expect("")
	ok(t, Reopen(tn, "Anna", "wrong", now.Add(time.Hour)))
	expect("finish 1/1")
	ok(t, Announce(tn, "Anna", "", now.Add(2*time.Hour)))
	expect("send 0/0EGD")
	ok(t, AddSending(tn, tournament.Sending{To: "EGD", By: "Anna", At: now.Add(3 * time.Hour)}))
	expect("")
}

func TestTakings(t *testing.T) {
	tn := event(t, 4)
	tn.Settings.Fees = fees.Rules{Classes: []fees.Class{{Name: "free", Choosable: true}, {Name: "all", Amount: 20_00}}}
	ok(t, SetClass(tn, 1, "free"))
	ok(t, SetSum(tn, 2, 12_50, "helps"))
	ok(t, Pay(tn, 2, 5_00, now))
	ok(t, Pay(tn, 3, 25_00, now))
	ok(t, tn.SetStatus(4, tournament.Withdrawn))
	ok(t, Pay(tn, 4, 20_00, now))
	ok(t, Pay(tn, 4, -20_00, now))
	want := Takings{
		Players: 2, Settled: 1, Owed: 32_50, Paid: 30_00, Open: 7_50, Over: 5_00,
		Classes: []ClassTakings{{Class: "free"}, {"all", 1, 20_00, 25_00}, {"", 1, 12_50, 5_00}},
	}
	if d := cmp.Diff(want, TakingsOf(tn, now)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if p := tn.Player(4); !p.Fee.PaidOn.IsZero() {
		t.Errorf("the money is back: %+v", p.Fee)
	}
	refused(t, SetClass(tn, 1, "none"), "fee.class")
	refused(t, SetSum(tn, 1, 0, " "), "fee.reason")
	refused(t, Pay(tn, 1, -1, now), "fee.sum")
	refused(t, Pay(tn, 9, 1, now), "player.missing")
}

// TestDatesAreOfTheVenue computes fees by the date in Auckland, where 1 May 13:00 UTC is already 2 May.
func TestDatesAreOfTheVenue(t *testing.T) {
	tn := event(t, 1)
	tn.Info.Zone = "Pacific/Auckland"
	first := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	until := fees.Conditions{Until: first, ByPayment: true}
	tn.Settings.Fees = fees.Rules{Classes: []fees.Class{{Name: "before", Choosable: true, Conditions: until}, {Name: "free", Conditions: until}, {Name: "late", Amount: 9_00}}}
	tn.Settings.SignUp.Open = true
	for hour, signsUp := range map[int]bool{11: true, 13: false} {
		at := first.Add(time.Duration(hour) * time.Hour)
		one := SignUp{Player: tournament.Player{Family: "New", Rank: rank.Kyu(5), Fee: tournament.Fee{Class: "before"}}}
		if _, err := one.Enter(tn.Clone(), at); (err == nil) != signsUp {
			t.Errorf("a sign-up at %d o'clock: %v", hour, err)
		}
		collects := slices.ContainsFunc(endSteps(tn, 0, at), func(s Step) bool { return s.Kind == Collect })
		if collects == signsUp {
			t.Errorf("at %d o'clock a fee is missing: %t", hour, collects)
		}
	}
	if n := testing.AllocsPerRun(10, func() { tn.Info.Location() }); n > 1 {
		t.Errorf("the zone is read anew each time, with %v allocations", n)
	}
}

// TestLatePriceOfAPayment has a price until 2 May and another from 3 May on, and players who pay before and after that.
func TestLatePriceOfAPayment(t *testing.T) {
	early, late := now.Truncate(24*time.Hour), now.Truncate(24*time.Hour).AddDate(0, 0, 8)
	type payment struct {
		sum fees.Money
		on  time.Time
	}
	for name, tt := range map[string]struct {
		paid        []payment
		early, late fees.Money // owed
	}{
		"nothing yet":          {nil, 30_00, 40_00},
		"all in time":          {[]payment{{30_00, early}}, 30_00, 30_00},
		"all late":             {[]payment{{40_00, late}}, 40_00, 40_00},
		"the early sum, late":  {[]payment{{30_00, late}}, 30_00, 40_00},
		"a part in time":       {[]payment{{5_00, early}}, 30_00, 40_00},
		"the rest late":        {[]payment{{5_00, early}, {35_00, late}}, 40_00, 40_00},
		"too much, given back": {[]payment{{35_00, early}, {-5_00, late}}, 30_00, 30_00},
		"too much, late":       {[]payment{{30_00, early}, {10_00, late}, {-10_00, late}}, 30_00, 30_00},
		"all given back":       {[]payment{{30_00, early}, {-30_00, late}}, 30_00, 40_00},
		"a part is given back": {[]payment{{30_00, early}, {-10_00, late}}, 30_00, 40_00},
	} {
		tn := event(t, 1)
		tn.Settings.Fees = fees.Rules{Classes: []fees.Class{
			{Name: "early", Amount: 30_00, Conditions: fees.Conditions{Until: early, ByPayment: true}}, {Name: "late", Amount: 40_00},
		}}
		for _, p := range tt.paid {
			ok(t, Pay(tn, 1, p.sum, p.on))
		}
		p := tn.Player(1)
		if a, b := Owed(tn, p, early).Sum, Owed(tn, p, late).Sum; a != tt.early || b != tt.late {
			t.Errorf("%s: owes %v, later %v; want %v, %v", name, a, b, tt.early, tt.late)
		}
	}
}

func TestNotes(t *testing.T) {
	tn := event(t, 2)
	ok(t, AddIncident(tn, tournament.Incident{Kind: tournament.CameLate, Player: 1, Minutes: 12, By: "A", At: now}))
	refused(t, AddIncident(tn.Clone(), tournament.Incident{Kind: "shouted", By: "A"}), "today.incident.kind")
	refused(t, AddIncident(tn.Clone(), tournament.Incident{Kind: tournament.Warned, Player: 9}), "player.missing")
	refused(t, AddIncident(tn.Clone(), tournament.Incident{Kind: tournament.CameLate, Minutes: -1}), "today.incident.minutes")
	ok(t, RemoveIncident(tn, tn.Day.Incidents[0].ID))
	refused(t, RemoveIncident(tn, 3), "today.day.missing")

	refused(t, AddAnnouncement(tn.Clone(), tournament.Announcement{Text: " "}), "today.announcement.empty")
	refused(t, AddAnnouncement(tn.Clone(), tournament.Announcement{Text: "x", At: now, Until: now}), "today.announcement.until")
	ok(t, AddAnnouncement(tn, tournament.Announcement{Text: "Tea", At: now, Until: now.Add(time.Hour)}))
	ok(t, AddAnnouncement(tn, tournament.Announcement{Text: "Round 2 at two", At: now}))
	if open := Announcements(tn, now); len(open) != 2 || open[0].Text != "Round 2 at two" {
		t.Errorf("open: %+v", open)
	}
	ok(t, EndAnnouncement(tn, tn.Day.Announcements[1].ID, now.Add(time.Minute)))
	if open := Announcements(tn, now.Add(time.Minute)); len(open) != 1 || open[0].Text != "Tea" {
		t.Errorf("open: %+v", open)
	}

	ok(t, AddSending(tn, tournament.Sending{To: "EGD", File: "cup.h9", By: "A", At: now}))
	ok(t, MarkSending(tn, tn.Day.Sendings[0].ID, tournament.SentReturned, "a PIN"))
	refused(t, MarkSending(tn.Clone(), tn.Day.Sendings[0].ID, "lost", ""), "sending.state")
	refused(t, AddSending(tn.Clone(), tournament.Sending{}), "sending.to")

	picture := tournament.Picture{Hash: strings.Repeat("ab", 32), Width: 10, Height: 10, By: "A", At: now}
	ok(t, AddPicture(tn, picture))
	refused(t, AddPicture(tn.Clone(), picture), "photo.twice")
	ok(t, CaptionPicture(tn, tn.Day.Pictures[0].ID, " The  hall "))
	if tn.Day.Pictures[0].Caption != "The hall" {
		t.Errorf("%q", tn.Day.Pictures[0].Caption)
	}
	picture.Hash, picture.Width = strings.Repeat("cd", 32), 1601
	refused(t, AddPicture(tn.Clone(), picture), "photo.size")
	ok(t, RemovePicture(tn, tn.Day.Pictures[0].ID))
	for i := range tournament.MostPictures {
		ok(t, AddPicture(tn, tournament.Picture{Hash: fmt.Sprintf("%064d", i), Width: 1, Height: 1}))
	}
	refused(t, AddPicture(tn, picture), "photo.many")
}

// A print of a round replaces the former one of that round. Papers that it does not mention keep their copies, and the
// latest print decides the choice for all rounds.
func TestPrintings(t *testing.T) {
	tn := event(t, 4)
	print := func(round, version int, at time.Duration, papers ...tournament.Copies) {
		t.Helper()
		ok(t, AddPrinting(tn, tournament.Printing{Round: round, Version: version, Papers: papers, By: "Anna", At: now.Add(at)}))
	}
	if _, known := CopiesOf(tn, "names"); known || LastPrinting(tn, 1) != nil {
		t.Error("a choice before the first print")
	}
	print(1, 3, 0, tournament.Copies{Paper: "names", Count: 2}, tournament.Copies{Paper: "slips"})
	print(2, 5, time.Hour, tournament.Copies{Paper: "names", Count: 4})
	print(1, 7, 2*time.Hour, tournament.Copies{Paper: "names", Count: 1})
	if n := len(tn.Day.Printings); n != 2 || LastPrinting(tn, 1).Version != 7 || LastPrinting(tn, 2).Version != 5 {
		t.Errorf("%d prints: %+v", n, tn.Day.Printings)
	}
	if copies, known := CopiesOf(tn, "names"); copies != 1 || !known {
		t.Errorf("%d copies of the names, %v", copies, known)
	}
	if copies, known := CopiesOf(tn, "slips"); copies != 0 || !known {
		t.Errorf("%d copies of the slips, %v", copies, known)
	}
	many := tournament.Printing{Round: 3, Papers: []tournament.Copies{{Paper: "names", Count: tournament.MostCopies + 1}}}
	refused(t, AddPrinting(tn.Clone(), many), "paper.copies")
}
