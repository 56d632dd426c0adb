package tournament

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament/merge"
)

// sample returns a tournament of n checked-in players, IDs 1 to n.
func sample(t testing.TB, n int) *Tournament {
	t.Helper()
	s, err := PresetNamed("finnish")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := New(Info{Slug: "spring-cup", Name: "Spring Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		p := Player{Family: fmt.Sprintf("Player%c", 'A'+i), Given: "Test", Rank: rank.Kyu(1 + i%30), Status: CheckedIn}
		if _, err := tn.AddPlayer(p, RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// publish drafts and publishes a round of 1–2, 3–4, …
func publish(t testing.TB, tn *Tournament, n int) {
	t.Helper()
	var games []Game
	for i := 1; i+1 <= len(tn.Players); i += 2 {
		games = append(games, Game{Black: PlayerID(i), White: PlayerID(i + 1), Komi: 13})
	}
	if err := tn.SetDraft(n, games, nil, Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(n); err != nil {
		t.Fatal(err)
	}
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want fault %s", err, key)
	}
}

func TestPresetsAreSound(t *testing.T) {
	for _, p := range Presets() {
		if _, err := New(Info{Slug: "x", Name: "X"}, p.Settings); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	_, err := PresetNamed("moon")
	wantFault(t, err, "preset.unknown")
}

func TestAddPlayerRefuses(t *testing.T) {
	tn := sample(t, 2)
	for _, tt := range []struct {
		p   Player
		key string
	}{
		{Player{Given: "Only", Rank: rank.Dan1}, "player.name.empty"},
		{Player{Family: "Salo"}, "player.rank.missing"},
		{Player{Family: strings.Repeat("a", 10000), Rank: rank.Dan1}, "field.long"},
		{Player{Family: "Salo", Rank: rank.Dan1, Country: "Finland"}, "player.country"},
		{Player{Family: "player a", Given: "TEST", Rank: rank.Dan1}, "player.twin"},
		{Player{Family: "Salo", Rank: rank.Dan1, StartCorrection: 99}, "player.correction"},
	} {
		t.Run(tt.key, func(t *testing.T) {
			before := tn.Clone()
			_, err := tn.AddPlayer(tt.p, RefuseNamesakes)
			wantFault(t, err, tt.key)
			if d := cmp.Diff(before.Players, tn.Players, cmp.AllowUnexported(rank.Rating{})); d != "" {
				t.Errorf("%s changed the players: %s", tt.key, d)
			}
		})
	}
	if _, err := tn.AddPlayer(Player{Family: "PlayerA", Given: "Test", Rank: rank.Dan1}, AllowNamesakes); err != nil {
		t.Errorf("a confirmed twin: %v", err)
	}
}

func TestNamesakesAreToldByWhatIsKnown(t *testing.T) {
	for _, tt := range []struct {
		rank       rank.Rank
		club, want string
	}{{rank.Dan1, "Oulu", "1d, Oulu"}, {rank.Dan1, "", "1d"}, {0, "Oulu", "Oulu"}, {0, "", ""}} {
		if got := (&Player{Rank: tt.rank, Club: tt.club}).RankAndClub(); got != tt.want {
			t.Errorf("%v in %q is %q, want %q", tt.rank, tt.club, got, tt.want)
		}
	}
}

func TestNamesAreTidied(t *testing.T) {
	tn := sample(t, 0)
	id, err := tn.AddPlayer(Player{Family: "  Mäki\u00a0 ", Given: "Aino\n\u202eMaria\x00", Rank: rank.Dan1}, RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	if got := tn.Player(id).Name(); got != "Mäki Aino Maria" {
		t.Errorf("name is %q", got)
	}
}

func TestLookAlikes(t *testing.T) {
	tn := sample(t, 0)
	for _, n := range [][2]string{{"Virtanen", "Aino"}, {"Kowalski", "Łukasz"}, {"Li", "Wei"}} {
		if _, err := tn.AddPlayer(Player{Family: n[0], Given: n[1], Rank: rank.Dan1}, RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		family, given string
		want          int
	}{
		{"virtanen", "aino", 1}, {"Aino", "Virtanen", 1}, {"Wirtanen", "Aino", 1}, {"Kowalski", "Lukasz", 1},
		{"Virtanen", "Mikko", 0}, {"Li", "Hui", 0}, {"Virtasen", "Aina", 1},
	} {
		t.Run(tt.family+" "+tt.given, func(t *testing.T) {
			if got := tn.LookAlikes(tt.family, tt.given); len(got) != tt.want {
				t.Errorf("%s %s has %d look-alikes, want %d", tt.family, tt.given, len(got), tt.want)
			}
		})
	}
}

func TestLatecomerIsAbsentFromPublishedRounds(t *testing.T) {
	tn := sample(t, 4)
	publish(t, tn, 1)
	id, err := tn.AddPlayer(Player{Family: "Late", Rank: rank.Dan1, Status: CheckedIn}, RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	if p := tn.Player(id); p.Plays(1) || !p.Plays(2) {
		t.Errorf("plays round 1: %v, round 2: %v", p.Plays(1), p.Plays(2))
	}
}

func TestDraftRules(t *testing.T) {
	tn := sample(t, 5)
	game := func(b, w PlayerID) Game { return Game{Black: b, White: w} }
	wantFault(t, tn.SetDraft(2, []Game{game(1, 2)}, nil, Drawn{}), "round.order")
	wantFault(t, tn.SetDraft(1, []Game{game(1, 2), game(2, 3)}, nil, Drawn{}), "player.twice")
	wantFault(t, tn.SetDraft(1, []Game{game(1, 1)}, nil, Drawn{}), "player.twice")
	wantFault(t, tn.SetDraft(1, []Game{game(1, 2)}, []PlayerID{1}, Drawn{}), "player.twice")
	wantFault(t, tn.SetDraft(1, []Game{game(1, 77)}, nil, Drawn{}), "player.missing")
	wantFault(t, tn.SetDraft(1, []Game{{Black: 1, White: 2, Handicap: 12}}, nil, Drawn{}), "handicap.terms.range")
	wantFault(t, tn.SetDraft(1, []Game{{Black: 1, White: 2, Table: 3}, {Black: 3, White: 4, Table: 3}}, nil, Drawn{}), "game.table.twice")
	if err := tn.SetAttendance(3, 1, Absent); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.SetDraft(1, []Game{game(1, 3)}, nil, Drawn{}), "player.away")
	if err := tn.SetDraft(1, []Game{{Black: 1, White: 2, Table: 2}, game(4, 5)}, nil, Drawn{}); err != nil {
		t.Fatal(err)
	}
	if r := tn.Round(1); r.State() != Draft || r.Games[0].Table != 1 || r.Games[0].Black != 4 {
		t.Errorf("round 1: %+v", r)
	}
	wantFault(t, tn.SetStatus(4, Withdrawn), "player.drafted")
	wantFault(t, tn.SetAttendance(4, 1, Absent), "player.paired")
	wantFault(t, tn.RemovePlayer(4), "player.drafted")
	_, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: Result{Outcome: BlackWins}})
	wantFault(t, err, "round.draft")
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.SetDraft(1, nil, nil, Drawn{}), "round.published")
	wantFault(t, tn.DropDraft(1), "round.published")
}

func TestRecordAndContradiction(t *testing.T) {
	tn := sample(t, 4)
	publish(t, tn, 1)
	black, white := Result{Outcome: BlackWins, Manner: ByResignation}, Result{Outcome: WhiteWins}
	at := time.Date(2026, 5, 1, 12, 4, 31, 0, time.UTC)
	if _, now, err := tn.Record(Entry{Round: 1, Table: 1, Result: black, By: "Desk A", At: at}); err != nil || now.Revision != 1 {
		t.Fatalf("first entry: %+v, %v", now, err)
	}
	_, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: white, By: "Desk B"})
	wantFault(t, err, "game.changed")
	if e, ok := fault.As(err); !ok || e.Args[1] != black || e.Args[2] != "Desk A" || e.Args[3] != at {
		t.Errorf("the fault lacks the other result: %v", err)
	}
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: black, By: "Desk B"}); err != nil {
		t.Errorf("the same entry again: %v", err)
	}
	if _, now, err := tn.Record(Entry{Round: 1, Table: 1, Seen: 1, Result: white}); err != nil || now.Result != white {
		t.Errorf("correction: %+v, %v", now, err)
	}
	_, _, err = tn.Record(Entry{Round: 1, Table: 2, Result: Result{Outcome: Jigo}})
	wantFault(t, err, "result.jigo.komi")
	if tn.Round(1).State() != Published {
		t.Error("round is complete with a result missing")
	}
}

func TestDisputeWaitsForADecision(t *testing.T) {
	tn := sample(t, 2)
	publish(t, tn, 1)
	black, white := Result{Outcome: BlackWins}, Result{Outcome: WhiteWins}
	contest := func() error {
		_, err := tn.Enter(Entry{Mode: Chosen, Round: 1, Table: 1, Seen: -1, Result: white, By: "Desk B"})
		return err
	}
	wantFault(t, contest(), "desk.changed")
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: black}); err != nil {
		t.Fatal(err)
	}
	if err := contest(); err != nil {
		t.Fatal(err)
	}
	g := tn.Round(1).Games[0]
	if g.Result != black || g.Dispute.Result != white || g.Dispute.By != "Desk B" {
		t.Errorf("in dispute: %+v", g)
	}
	if r := tn.Round(1); g.Decided().Known() || r.Missing() != len(r.Games) || len(r.Finished()) != 1 || r.Disputed() != 1 {
		t.Errorf("%d of %d results missing, %d tables finished, %d in dispute", r.Missing(), len(r.Games), len(r.Finished()), r.Disputed())
	}
	// A third desk that repeats the result on an outdated page does not decide the dispute; a director with the present
	// page does.
	if _, now, err := tn.Record(Entry{Round: 1, Table: 1, Seen: 1, Result: black}); err != nil || !now.Dispute.Open() {
		t.Errorf("repeated unseen: %+v, %v", now, err)
	}
	if _, now, err := tn.Record(Entry{Round: 1, Table: 1, Seen: g.Revision, Result: black}); err != nil || now.Dispute.Open() {
		t.Errorf("decided: %+v, %v", now, err)
	}
}

func TestSwappedColoursKeepTheWinner(t *testing.T) {
	tn := sample(t, 2)
	publish(t, tn, 1)
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: Result{Outcome: BlackWins, Manner: ByPoints, Margin: 7}}); err != nil {
		t.Fatal(err)
	}
	winner := tn.Round(1).Games[0].Black
	if err := tn.SwapColours(1, 1); err != nil {
		t.Fatal(err)
	}
	if g := tn.Round(1).Games[0]; g.White != winner || g.Result.String() != "W+3.5" || g.Revision != 2 {
		t.Errorf("after the swap: %+v", g)
	}
}

func TestRepairKeepsFinishedGames(t *testing.T) {
	tn := sample(t, 6)
	publish(t, tn, 1)
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: Result{Outcome: BlackWins, Manner: ByForfeit}}); err != nil {
		t.Fatal(err)
	}
	if err := tn.SetStatus(2, Withdrawn); err != nil {
		t.Fatal(err)
	}
	games := tn.Round(1).Games
	wantFault(t, tn.Repair(1, games[1:], nil), "game.finished")
	if err := tn.Repair(1, []Game{games[0], {Black: 3, White: 5}, {Black: 4, White: 6}}, nil); err != nil {
		t.Fatal(err)
	}
	if g := tn.Round(1).Game(5); g == nil || g.Black != 3 || g.Table != 2 {
		t.Errorf("player 5 sits at %+v", g)
	}
}

func TestResultText(t *testing.T) {
	for text, want := range map[string]Result{
		"B+R": {Outcome: BlackWins, Manner: ByResignation}, "W+3.5": {Outcome: WhiteWins, Manner: ByPoints, Margin: 7},
		"b+resign": {Outcome: BlackWins, Manner: ByResignation}, "W+Time": {Outcome: WhiteWins, Manner: ByTime},
		"B+": {Outcome: BlackWins}, "B+F": {Outcome: BlackWins, Manner: ByForfeit}, "W+I": {Outcome: WhiteWins, Manner: ByIllegalMove},
		"0": {Outcome: Jigo}, "Draw": {Outcome: Jigo}, "Void": {Outcome: NoResult}, "?": {}, "": {},
		"W+0,5": {Outcome: WhiteWins, Manner: ByPoints, Margin: 1}, "BothLose+F": {Outcome: BothLose, Manner: ByForfeit},
		"B+R/unrated": {Outcome: BlackWins, Manner: ByResignation, Unrated: true}, "W+100.50": {Outcome: WhiteWins, Manner: ByPoints, Margin: 201},
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if got, err := ParseResult(text); err != nil || got != want {
				t.Errorf("ParseResult(%q) = %+v, %v, want %+v", text, got, err, want)
			}
		})
	}
	for _, text := range []string{"B", "B+X", "+R", "B+3.25", "B+9999", "B+-3", "W+.", "Void+F", strings.Repeat("B+", 5000)} {
		t.Run(fmt.Sprintf("refuses %q", text), func(t *testing.T) {
			if got, err := ParseResult(text); err == nil {
				t.Errorf("ParseResult(%.20q) = %+v, want a fault", text, got)
			}
		})
	}
}

func anyResult(t *rapid.T) Result {
	r := Result{Outcome: Outcome(rapid.IntRange(0, int(NotPlayed)).Draw(t, "outcome")), Unrated: rapid.Bool().Draw(t, "unrated")}
	switch r.Outcome {
	case BlackWins, WhiteWins:
		r.Manner = Manner(rapid.IntRange(0, int(ByIllegalMove)).Draw(t, "manner"))
		if r.Manner == ByPoints {
			r.Margin = rapid.IntRange(0, 700).Draw(t, "margin")
		}
	case Jigo, BothLose, BothWin, NotPlayed:
		if rapid.Bool().Draw(t, "forfeit") {
			r.Manner = ByForfeit
		}
	}
	return r
}

func TestResultRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyResult(t)
		if back, err := ParseResult(r.String()); err != nil || back != r {
			t.Fatalf("%+v is written %q and reads back as %+v, %v", r, r, back, err)
		}
		if r.Swapped().Swapped() != r {
			t.Fatalf("%v swapped twice is %v", r, r.Swapped().Swapped())
		}
		b, w := r.Points()
		sb, sw := r.Swapped().Points()
		if b != sw || w != sb {
			t.Fatalf("%v swapped gives other points", r)
		}
	})
}

// steps are possible steps of a director, for the property of undo.
func steps(tn *Tournament, t *rapid.T) {
	player := func() PlayerID { return PlayerID(rapid.IntRange(1, 9).Draw(t, "player")) }
	round := func() int { return rapid.IntRange(1, 3).Draw(t, "round") }
	table := func() int { return rapid.IntRange(1, 4).Draw(t, "table") }
	switch rapid.IntRange(0, 17).Draw(t, "step") {
	case 0:
		_, _ = tn.AddPlayer(Player{Family: rapid.StringMatching("[A-Z][a-z]{3}").Draw(t, "name"), Rank: rank.Dan1, Status: CheckedIn}, RefuseNamesakes)
	case 1:
		_ = tn.SetStatus(player(), Status(rapid.IntRange(0, 2).Draw(t, "status")))
	case 2:
		_ = tn.SetAttendance(player(), round(), rapid.SampledFrom([]Attendance{Plays, Absent, HalfBye}).Draw(t, "attendance"))
	case 3:
		_ = tn.RemovePlayer(player())
	case 4, 5:
		n := len(tn.Rounds) + 1
		var ids []PlayerID
		for i := range tn.Players {
			if tn.Players[i].Plays(n) {
				ids = append(ids, tn.Players[i].ID)
			}
		}
		var games []Game
		for ; len(ids) > 1; ids = ids[2:] {
			games = append(games, Game{Black: ids[0], White: ids[1]})
		}
		_ = tn.SetDraft(n, games, ids, Drawn{Seed: 1})
	case 6:
		_ = tn.DropDraft(round())
	case 7, 8:
		_ = tn.Publish(round())
	case 9:
		e := Entry{Round: round(), Table: table(), Result: anyResult(t), By: "desk"}
		if r := tn.Round(e.Round); r != nil && r.At(e.Table) != nil {
			e.Seen = r.At(e.Table).Revision
		}
		_, _, _ = tn.Record(e)
	case 10:
		_ = tn.SwapColours(round(), table())
	case 11:
		_ = tn.SetTerms(round(), table(), rapid.IntRange(0, 9).Draw(t, "handicap"), 0)
	case 12, 13:
		if p := tn.Player(player()); p != nil {
			edited := *p
			switch rapid.IntRange(0, 2).Draw(t, "field") {
			case 0:
				edited.Club = rapid.SampledFrom([]string{"", "Oulu", "Turku"}).Draw(t, "club")
			case 1:
				edited.Rank = rank.Kyu(rapid.IntRange(1, 3).Draw(t, "kyu"))
			case 2:
				edited.Fee.Paid = Money(rapid.IntRange(0, 2).Draw(t, "paid"))
			}
			_ = tn.EditPlayer(edited, AllowNamesakes)
		}
	case 14:
		s := tn.Settings
		if rapid.Bool().Draw(t, "scores") {
			s.Scoring.MMSBye = Score(rapid.IntRange(0, 2).Draw(t, "bye"))
		} else {
			s.Scoring.WinsBye = Score(rapid.IntRange(0, 2).Draw(t, "wins"))
		}
		_ = tn.SetSettings(s)
	case 15:
		_ = tn.SetStart(round(), time.Unix(int64(rapid.IntRange(0, 3).Draw(t, "start")), 0).UTC())
	case 16:
		_ = tn.Lock(round(), table())
	case 17:
		_ = tn.Move(round(), table(), table())
	}
}

// invert returns the opposite changes.
func invert(changes []Change) (back []Change) {
	for _, c := range slices.Backward(changes) {
		switch {
		case c.Info != nil:
			c.Info = turn(c.Info)
		case c.Settings != nil:
			c.Settings = turn(c.Settings)
		case c.Player != nil:
			c.Player = turn(c.Player)
		case c.Round != nil:
			c.Round = turn(c.Round)
		case c.Game != nil:
			c.Game = turn(c.Game)
		}
		back = append(back, c)
	}
	return back
}

func turn[T any](e *Edit[T]) *Edit[T] {
	if e == nil {
		return nil
	}
	return &Edit[T]{e.New, e.Old}
}

// withoutRevisions returns a copy with all revisions 0.
func withoutRevisions(tn *Tournament) *Tournament {
	out := tn.Clone()
	for r := range out.Rounds {
		for i := range out.Rounds[r].Games {
			out.Rounds[r].Games[i].Revision = 0
		}
	}
	return out
}

// touched names the parts that changes touched: "player 3 .Club".
func touched(changes []Change) map[string]bool {
	names := map[string]bool{}
	for _, c := range changes {
		switch {
		case c.Settings != nil:
			note(names, "settings", c.Settings)
		case c.Player != nil:
			note(names, fmt.Sprint("player ", c.Player.Value().ID), c.Player)
		case c.Round != nil:
			note(names, fmt.Sprint("round ", c.Round.Value().Number), c.Round)
		case c.Game != nil:
			note(names, fmt.Sprint("game ", c.Game.Value().ID), c.Game)
		}
	}
	return names
}

func note[T any](names map[string]bool, of string, e *Edit[T]) {
	if e.Old == nil || e.New == nil {
		names[of] = true
		return
	}
	for _, part := range merge.Touched(e.Old, e.New) {
		names[of+" "+part] = true
	}
}

// An undo of any single change of a history succeeds, or is refused without effect. It changes nothing else. If the
// later changes can be made without the undone one, the outcome is the same state. Rewinding one by one gives every
// earlier state.
func TestUndoOfAnySingleChange(t *testing.T) {
	start := sample(t, 7)
	start.Settings.Rounds = 4
	rapid.Check(t, func(rt *rapid.T) {
		states, tn := []*Tournament{start}, start.Clone()
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			steps(tn, rt)
			states = append(states, tn.Clone())
		}
		k := rapid.IntRange(1, len(states)-1).Draw(rt, "undone")
		mine := states[k-1].Diff(states[k])
		before, after := tn.Clone(), tn.Clone()
		err := after.Undo(mine)
		if undone, other := tn.Undone(mine); !reflect.DeepEqual(tn, before) || (other == nil) != (err == nil) || other == nil && !reflect.DeepEqual(undone, after) {
			rt.Fatalf("Undone gives %v, Undo %v; or it has changed the tournament", other, err)
		}
		if err != nil {
			if _, ok := fault.As(err); !ok || len(tn.Diff(after)) > 0 {
				rt.Fatalf("refused with %v, and changed %v", err, tn.Diff(after))
			}
			return
		}
		allowed := touched(mine)
		for name := range touched(withoutRevisions(tn).Diff(withoutRevisions(after))) {
			if !allowed[name] {
				rt.Errorf("undoing %v has changed %s", allowed, name)
			}
		}
		replayed := states[k-1].Clone()
		replayed.LastID = tn.LastID
		for i := k + 1; i < len(states); i++ {
			if replayed.Undo(invert(states[i-1].Diff(states[i]))) != nil {
				return // it does not go without the one undone
			}
		}
		if left := withoutRevisions(replayed).Diff(withoutRevisions(after)); len(left) > 0 {
			text, _ := json.Marshal(left)
			rt.Errorf("the others alone give another state: %s", text)
		}
	})
}

// Rewinding all changes one by one gives every earlier state exactly.
func TestRewind(t *testing.T) {
	start := sample(t, 7)
	rapid.Check(t, func(rt *rapid.T) {
		states, tn := []*Tournament{start}, start.Clone()
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			steps(tn, rt)
			states = append(states, tn.Clone())
		}
		for i := len(states) - 1; i > 0; i-- {
			tn.Rewind(states[i-1].Diff(states[i]))
			if left := states[i-1].Diff(tn); len(left) > 0 {
				text, _ := json.Marshal(left)
				rt.Fatalf("before step %d: %s", i, text)
			}
		}
	})
}

// Rewinding an import removes its players one by one without copying the list for each; so does rewinding an undone
// import.
func TestRewindOfImport(t *testing.T) {
	const many = 3000
	before := &Tournament{}
	after := before.Clone()
	for i := range many {
		after.Players = append(after.Players, Player{ID: PlayerID(i + 1), Family: fmt.Sprint("P", i)})
	}
	for _, c := range []struct{ was, now *Tournament }{{before, after}, {after, before}} {
		changes, got := c.was.Diff(c.now), c.now.Clone()
		var begun, ended runtime.MemStats
		runtime.ReadMemStats(&begun)
		got.Rewind(changes)
		runtime.ReadMemStats(&ended)
		const most = 16 * many * unsafe.Sizeof(Player{})
		if used := ended.TotalAlloc - begun.TotalAlloc; used > uint64(most) {
			t.Errorf("rewinding %d players takes %d bytes, want at most %d", many, used, most)
		}
		if !reflect.DeepEqual(got.Players, c.was.Players) {
			t.Errorf("%d players, want %d", len(got.Players), len(c.was.Players))
		}
	}
}

// An undo of a draw inserts its games without copying the round for each.
func TestUndoOfDraw(t *testing.T) {
	const many = 1000
	before := &Tournament{LastID: many, Settings: Settings{Rounds: 1}, Rounds: []Round{{Number: 1, Published: true}}}
	for i := range 2 * many {
		before.Players = append(before.Players, Player{ID: PlayerID(i + 1), Family: fmt.Sprint("P", i)})
	}
	after := before.Clone()
	for i := range many {
		after.Rounds[0].Games = append(after.Rounds[0].Games, Game{ID: i + 1, Round: 1, Table: many - i, Black: PlayerID(2*i + 1), White: PlayerID(2*i + 2)})
	}
	slices.SortFunc(after.Rounds[0].Games, byTable)
	for _, c := range []struct{ was, now *Tournament }{{before, after}, {after, before}} {
		changes := c.was.Diff(c.now)
		var begun, ended runtime.MemStats
		runtime.ReadMemStats(&begun)
		got, err := c.now.Undone(changes)
		runtime.ReadMemStats(&ended)
		const most = 32 * many * unsafe.Sizeof(Game{})
		if err != nil {
			t.Fatal(err)
		}
		if used := ended.TotalAlloc - begun.TotalAlloc; used > uint64(most) {
			t.Errorf("undoing %d games takes %d bytes, want at most %d", many, used, most)
		}
		if left := c.was.Diff(got); len(left) > 0 {
			t.Errorf("the undo leaves %d changes", len(left))
		}
	}
}

// Undoing the last change restores the former state except revisions and IDs, which keep increasing. The changes
// survive JSON.
func TestUndoRestores(t *testing.T) {
	start := sample(t, 7)
	rapid.Check(t, func(rt *rapid.T) {
		tn := start.Clone()
		for range rapid.IntRange(0, 25).Draw(rt, "before") {
			steps(tn, rt)
		}
		was := tn.Clone()
		steps(tn, rt)
		text, err := json.Marshal(was.Diff(tn))
		if err != nil {
			rt.Fatal(err)
		}
		var changes []Change
		if err := json.Unmarshal(text, &changes); err != nil {
			rt.Fatal(err)
		}
		if !reflect.DeepEqual(changes, was.Diff(tn)) && len(changes) > 0 {
			rt.Fatalf("changes read back differ: %s", text)
		}
		if err := tn.Undo(changes); err != nil {
			rt.Fatalf("undo of %s: %v", text, err)
		}
		for r := range tn.Rounds {
			for i := range tn.Rounds[r].Games {
				tn.Rounds[r].Games[i].Revision = was.Rounds[r].Games[i].Revision
			}
		}
		if left := was.Diff(tn); len(left) > 0 {
			text, _ := json.Marshal(left)
			rt.Fatalf("after undo still different: %s", text)
		}
	})
}

func TestUndoIsRefusedWhenOvertaken(t *testing.T) {
	tn := sample(t, 2)
	publish(t, tn, 1)
	was := tn.Clone()
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: Result{Outcome: BlackWins}}); err != nil {
		t.Fatal(err)
	}
	changes := was.Diff(tn)
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Seen: 1, Result: Result{Outcome: WhiteWins}}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.Undo(changes), "undo.overtaken")
}

func TestUndoKeepsPlayedRoundsPublished(t *testing.T) {
	tn := sample(t, 4)
	if err := tn.SetDraft(1, []Game{{Black: 1, White: 2}, {Black: 3, White: 4}}, nil, Drawn{}); err != nil {
		t.Fatal(err)
	}
	draft := tn.Clone()
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	published := draft.Diff(tn)
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: Result{Outcome: BlackWins}}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.Undo(published), "undo.overtaken")
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Seen: 1}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Undo(published); err != nil || tn.Round(1).State() != Draft {
		t.Errorf("undo before the first result: %v", err)
	}
}

func TestUndoStepByStep(t *testing.T) {
	tn := sample(t, 4)
	var steps [][]Change
	step := func(do func() error) {
		t.Helper()
		was := tn.Clone()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, was.Diff(tn))
	}
	record := func(o Outcome) func() error {
		return func() error {
			_, _, err := tn.Record(Entry{Round: 1, Table: 1, Seen: tn.Round(1).Games[0].Revision, Result: Result{Outcome: o}})
			return err
		}
	}
	before := tn.Clone()
	step(func() error { return tn.SetDraft(1, []Game{{Black: 1, White: 2}}, nil, Drawn{}) })
	draft := steps[0]
	step(func() error { return tn.SetDraft(1, append(tn.Round(1).Games, Game{Black: 3, White: 4}), nil, Drawn{}) })
	wantFault(t, tn.Undo(draft), "undo.overtaken")
	step(func() error { return tn.SwapColours(1, 1) })
	step(func() error { return tn.Publish(1) })
	step(record(BlackWins))
	step(record(WhiteWins))
	seen := tn.Round(1).Games[0].Revision
	for i := len(steps) - 1; i >= 0; i-- {
		if err := tn.Undo(steps[i]); err != nil {
			t.Fatalf("undo of step %d: %v", i, err)
		}
		if r := tn.Round(1); r != nil && r.Games[0].Revision <= seen {
			t.Errorf("undo of step %d leaves revision %d", i, r.Games[0].Revision)
		}
	}
	if d := before.Diff(tn); len(d) > 0 {
		t.Errorf("%d differences are left", len(d))
	}
}

func TestRecordRefusesWhatCannotBeWritten(t *testing.T) {
	tn := sample(t, 2)
	publish(t, tn, 1)
	for _, r := range []Result{
		{Outcome: Jigo, Margin: 3}, {Outcome: BlackWins, Manner: ByTime, Margin: 3}, {Manner: ByForfeit}, {Outcome: 77},
		{Outcome: WhiteWins, Manner: ByPoints, Margin: -1}, {Outcome: WhiteWins, Manner: 99}, {Outcome: BothLose, Manner: ByTime},
	} {
		_, _, err := tn.Record(Entry{Round: 1, Table: 1, Result: r})
		wantFault(t, err, "result.invalid")
	}
}

func FuzzParseResult(f *testing.F) {
	for _, s := range []string{"B+R", "W+3.5", "Jigo", "BothLose+F", "B+F/unrated", "?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseResult(s)
		if err != nil {
			return
		}
		if back, err := ParseResult(r.String()); err != nil || back != r {
			t.Errorf("%q reads as %+v, written %q reads as %+v, %v", s, r, r, back, err)
		}
	})
}

func TestSettingsRefuseAnImpossibleObjective(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Pairing)
		key    string
	}{
		{"negative weight", func(p *Pairing) { p.Duplicate = -1 }, "settings.pairing.weight"},
		{"large weight", func(p *Pairing) { p.Geography = MostWeight + 1 }, "settings.pairing.weight"},
		{"first rounds", func(p *Pairing) { p.First = "zigzag" }, "settings.pairing.mode"},
		{"second rounds", func(p *Pairing) { p.Second = "top" }, "settings.pairing.mode"},
		{"upper group", func(p *Pairing) { p.UpperFrom = "fold" }, "settings.pairing.mode"},
		{"lower group", func(p *Pairing) { p.LowerFrom = "left" }, "settings.pairing.mode"},
		{"curvature", func(p *Pairing) { p.Curvature = math.NaN() }, "settings.pairing.curvature"},
		{"club gap", func(p *Pairing) { p.ClubGap = 99 }, "settings.pairing.gap"},
		{"switch", func(p *Pairing) { p.SwitchAfter = -2 }, "settings.pairing.switch"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := sample(t, 2)
			s := tn.Settings
			tt.change(&s.Pairing)
			wantFault(t, tn.SetSettings(s), tt.key)
		})
	}
}
