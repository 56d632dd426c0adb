package tournament

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament/consent"
)

// twice returns a tournament with two registrations of one person, 1 and the returned player: 1 has played round 1 and
// was withdrawn, the other plays round 2.
func twice(t testing.TB) (*Tournament, PlayerID) {
	tn := sample(t, 5)
	draft := func(n int, byes []PlayerID, games ...Game) {
		if err := tn.SetDraft(n, games, byes, Drawn{}); err != nil {
			t.Fatal(err)
		}
		if err := tn.Publish(n); err != nil {
			t.Fatal(err)
		}
	}
	draft(1, []PlayerID{5}, Game{Black: 1, White: 2}, Game{Black: 3, White: 4})
	for table := 1; table < 3; table++ {
		if _, _, err := tn.Record(Entry{Round: 1, Table: table, Result: Result{Outcome: BlackWins}}); err != nil {
			t.Fatal(err)
		}
	}
	again, err := tn.AddPlayer(Player{Family: "Again", Rank: rank.Kyu(2), Status: CheckedIn, EGD: "123", Mail: "a@example.org"}, AllowNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	if err := tn.SetStatus(1, Withdrawn); err != nil {
		t.Fatal(err)
	}
	draft(2, nil, Game{Black: again, White: 2}, Game{Black: 3, White: 5})
	return tn, again
}

// The games of both registrations stay. The chosen data win; their empty fields are filled from the other registration.
func TestMergePlayers(t *testing.T) {
	tn, again := twice(t)
	tn.Player(1).Fee.Paid, tn.Player(again).Fee.Paid = 500, 1000
	tn.Player(1).Notes, tn.Player(again).Notes = "came by train", "needs a seat"
	tn.Settings.Constraints.Wishes = []Wish{{A: 1, B: again, Kind: Apart}, {A: again, B: 4, Kind: Apart}, {A: 1, B: 4, Kind: Apart}}
	tn.Settings.Constraints.Seats = []Seat{{1, 3}, {again, 4}}
	tn.Day.Requests = []Request{{ID: tn.NewID(), Kind: AskSkip, Player: again, Round: 2, State: RequestNew}}
	before := tn.Clone()
	if err := tn.MergePlayers(1, again, again); err != nil {
		t.Fatal(err)
	}
	p := tn.Player(1)
	if p.Family != "Again" || p.EGD != "123" || p.Mail != "a@example.org" || p.Rank != rank.Kyu(2) || p.Status != CheckedIn ||
		p.Fee.Paid != 1500 || p.Notes != "needs a seat\ncame by train" || p.Club != before.Player(1).Club {
		t.Errorf("the player is %+v", p)
	}
	if tn.Player(again) != nil || tn.Round(1).Game(1) == nil || tn.Round(2).Game(1) == nil || p.Absent.Has(1) || p.Absent.Has(2) {
		t.Errorf("rounds %+v, absent %v", tn.Rounds, p.Absent)
	}
	c := tn.Settings.Constraints
	if !slices.Equal(c.Wishes, []Wish{{A: 1, B: 4, Kind: Apart}}) || !slices.Equal(c.Seats, []Seat{{1, 3}}) || tn.Day.Requests[0].Player != 1 {
		t.Errorf("wishes %v, seats %v, requests %+v", c.Wishes, c.Seats, tn.Day.Requests)
	}
	if err := tn.Check(); err != nil {
		t.Errorf("the tournament is refused: %v", err)
	}
	if before.Round(2).Game(again) == nil || before.Day.Requests[0].Player != again {
		t.Error("a copy has changed")
	}
}

// A name that one registration hides stays hidden, whichever data win.
func TestMergedPlayersStayHidden(t *testing.T) {
	for _, tt := range []struct{ a, b, want consent.Hiding }{
		{consent.Full, consent.Anonymous, consent.Anonymous},
		{consent.Initials, consent.Anonymous, consent.Anonymous},
		{consent.Full, consent.Initials, consent.Initials},
		{consent.Unsaid, consent.Full, consent.Full},
		{consent.Unsaid, consent.Unsaid, consent.Unsaid},
	} {
		for _, turned := range []bool{false, true} {
			tn, again := twice(t)
			first, second := tt.a, tt.b
			if turned {
				first, second = second, first
			}
			tn.Player(1).Hiding, tn.Player(again).Hiding = first, second
			if err := tn.MergePlayers(1, again, 1); err != nil {
				t.Fatal(err)
			}
			if got := tn.Player(1).Hiding; got != tt.want {
				t.Errorf("%q with %q is %q, want %q", first, second, got, tt.want)
			}
		}
	}
}

// Two registrations with a game or a bye in one round are two people, or the director has to decide first.
func TestMergeOfPlayersIsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil            func(tn *Tournament, again PlayerID)
		kept, gone, data PlayerID
		key              string
	}{
		"both played":      {nil, 2, 3, 2, "player.merge.round"},
		"a game and a bye": {nil, 5, 2, 2, "player.merge.round"},
		"they met":         {nil, 1, 2, 2, "player.merge.round"},
		"itself":           {nil, 1, 1, 1, "player.merge.self"},
		"data of another":  {nil, 1, 4, 3, "player.merge.self"},
		"nobody":           {nil, 1, 77, 1, "player.missing"},
		"a half-point bye": {func(tn *Tournament, again PlayerID) {
			tn.Player(1).Absent, tn.Player(1).HalfByes = Rounds(0).With(2), Rounds(0).With(2)
		}, 1, 0, 1, "player.merge.round"},
		"forgotten": {func(tn *Tournament, again PlayerID) { tn.Player(again).Forgotten = true }, 1, 0, 1, "player.forgotten"},
		"two teams": {func(tn *Tournament, again PlayerID) {
			tn.Settings.Teams.Teams = []Team{{ID: 91, Name: "Up", Members: []PlayerID{1}}, {ID: 92, Name: "Down", Members: []PlayerID{again}}}
		}, 1, 0, 1, "player.merge.teams"},
	} {
		t.Run(name, func(t *testing.T) {
			tn, again := twice(t)
			if tt.spoil != nil {
				tt.spoil(tn, again)
			}
			if tt.gone == 0 {
				tt.gone = again
			}
			before := tn.Clone()
			if err := tn.MergePlayers(tt.kept, tt.gone, tt.data); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
			if len(before.Diff(tn)) > 0 {
				t.Error("a refused merge has changed something")
			}
		})
	}
}

// After any merge the tournament is valid, and games, byes and absences of other players are unchanged.
func TestMergedTournamentIsSound(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tn, again := twice(t)
		ids := []PlayerID{1, 2, 3, 4, 5, again}
		a, b := rapid.SampledFrom(ids).Draw(r, "kept"), rapid.SampledFrom(ids).Draw(r, "gone")
		before := tn.Clone()
		if tn.MergePlayers(a, b, rapid.SampledFrom([]PlayerID{a, b}).Draw(r, "data")) != nil {
			return
		}
		if err := tn.Check(); err != nil {
			r.Fatal(err)
		}
		if len(tn.Players) != len(before.Players)-1 {
			r.Fatalf("%d players", len(tn.Players))
		}
		for n := 1; n <= 2; n++ {
			if len(tn.Round(n).Games) != len(before.Round(n).Games) || len(tn.Round(n).Byes) != len(before.Round(n).Byes) {
				r.Fatalf("round %d: %+v", n, tn.Round(n))
			}
		}
	})
}
