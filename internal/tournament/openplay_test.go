package tournament

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
)

// openEvening is the begin of the first evening in these tests.
var openEvening = time.Date(2026, 3, 3, 18, 0, 0, 0, time.UTC)

// openClub returns open play of so many members; the first few are at the evening.
func openClub(t interface{ Fatal(...any) }, members, present int) *Tournament {
	s, err := PresetNamed("club")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := New(Info{Slug: "club", Name: "Club"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range members {
		p := Player{Family: fmt.Sprintf("P%02d", i), Rank: rank.Kyu(1 + i%9)}
		if i < present {
			p.Status = CheckedIn
		}
		if _, err := tn.AddPlayer(p, RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	tn.NoteArrivals(openEvening)
	return tn
}

// begun begins a game and returns its ID.
func begun(t *testing.T, tn *Tournament, black, white PlayerID, table, minute int) int {
	t.Helper()
	id, err := tn.Begin(Pair{Black: black, White: white, Table: table}, openEvening.Add(time.Duration(minute)*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// ended enters a result for a game.
func ended(t *testing.T, tn *Tournament, id, minute int, r Result) {
	t.Helper()
	if err := recordAt(tn, id, openEvening.Add(time.Duration(minute)*time.Minute), r); err != nil {
		t.Fatal(err)
	}
}

func recordAt(tn *Tournament, id int, at time.Time, r Result) error {
	g := tn.Game(id)
	_, _, err := tn.Record(Entry{Round: g.Round, Table: g.Table, Game: id, Seen: g.Revision, Result: r, By: "Anna", At: at})
	return err
}

var openWin = Result{Outcome: BlackWins}

func TestFaultsOfOpenPlay(t *testing.T) {
	full := func(tn *Tournament) error {
		for len(tn.Rounds) < MostTurns {
			n := len(tn.Rounds) + 1
			g := Game{ID: tn.NewID(), Round: n, Table: 1, Black: 1, White: 2, Result: openWin}
			if err := tn.AddTurn(Round{Number: n, Published: true, Games: []Game{g}}); err != nil {
				return err
			}
		}
		_, err := tn.Begin(Pair{Black: 1, White: 3}, openEvening)
		return err
	}
	begin := func(p Pair) func(tn *Tournament) error {
		return func(tn *Tournament) error { _, err := tn.Begin(p, openEvening); return err }
	}
	settings := func(change func(s *Settings)) func(tn *Tournament) error {
		return func(tn *Tournament) error {
			s := tn.Settings
			change(&s)
			return tn.SetSettings(s)
		}
	}
	for name, tt := range map[string]struct {
		do   func(tn *Tournament) error
		want string
	}{
		"unknown player":      {begin(Pair{Black: 3, White: 99}), "player.missing"},
		"absent player":       {begin(Pair{Black: 3, White: 6}), "open.absent"},
		"playing player":      {begin(Pair{Black: 3, White: 1}), "open.playing"},
		"one player":          {begin(Pair{Black: 3, White: 3}), "open.self"},
		"taken table":         {begin(Pair{Black: 3, White: 4, Table: 1}), "open.table"},
		"no table":            {begin(Pair{Black: 3, White: 4, Table: -1}), "game.table.range"},
		"too many stones":     {begin(Pair{Black: 3, White: 4, Terms: handicap.Terms{Number: 99}}), "handicap.terms.range"},
		"rest of a stranger":  {func(tn *Tournament) error { return tn.Rest(99, true, openEvening) }, "player.missing"},
		"rest of an absentee": {func(tn *Tournament) error { return tn.Rest(6, true, openEvening) }, "open.absent"},
		"leaving the board":   {func(tn *Tournament) error { return tn.SetStatus(1, Preliminary) }, "open.playing"},
		"a running game":      {func(tn *Tournament) error { return tn.EndEvening(openEvening) }, "open.running"},
		"unknown game":        {func(tn *Tournament) error { return tn.Cancel(99) }, "game.unknown"},
		"a draft":             {func(tn *Tournament) error { return tn.SetDraft(2, nil, nil, Drawn{}) }, "open.rounds"},
		"a repair":            {func(tn *Tournament) error { return tn.Repair(1, nil, nil) }, "open.rounds"},
		"an unpublished turn": {func(tn *Tournament) error { return tn.Unpublish(1) }, "open.rounds"},
		"a turn in draft":     {func(tn *Tournament) error { return tn.AddTurn(Round{}) }, "open.rounds"},
		"a full season":       {func(tn *Tournament) error { return full(openClub(t, 3, 3)) }, "open.full"},
		"another system":      {settings(func(s *Settings) { *s = s.WithSystem(Swiss) }), "open.begun"},
		"stages":              {settings(func(s *Settings) { s.Stages = []Stage{{From: 3, System: Swiss}} }), "open.alone"},
		"a rule of another":   {settings(func(s *Settings) { s.Open.Rematch = "twice" }), "open.rematch"},
		"a promise of a day":  {settings(func(s *Settings) { s.Open.Promise = 1440 }), "open.promise"},
		"a negative promise":  {settings(func(s *Settings) { s.Open.Promise = -1 }), "open.promise"},
		"a negative distance": {settings(func(s *Settings) { s.Open.Widest = -1 }), "open.widest"},
		"a distance of ranks": {settings(func(s *Settings) { s.Open.Widest = 41 }), "open.widest"},
		"evenings out of order": {func(tn *Tournament) error {
			tn.Day.Evenings = append(tn.Day.Evenings, Evening{ID: tn.NewID(), First: 1, Began: openEvening})
			return tn.Check() // the first one has not ended
		}, "open.evenings"},
	} {
		t.Run(name, func(t *testing.T) {
			tn := openClub(t, 6, 5)
			begun(t, tn, 1, 2, 1, 0)
			if err := tt.do(tn); !fault.Is(err, tt.want) {
				t.Errorf("%v, want fault %s", err, tt.want)
			}
		})
	}
	finished := openClub(t, 3, 3)
	id := begun(t, finished, 1, 2, 1, 0)
	ended(t, finished, id, 30, openWin)
	if err := finished.Cancel(id); !fault.Is(err, "game.finished") {
		t.Errorf("a finished game is cancelled: %v", err)
	}
	if err := finished.EndEvening(openEvening); err != nil {
		t.Fatal(err)
	}
	if err := finished.EndEvening(openEvening); !fault.Is(err, "open.between") {
		t.Errorf("an evening ends twice: %v", err)
	}
	swiss := sample(t, 4)
	for name, err := range map[string]error{
		"begin": swiss.MayBegin(1, 2), "cancel": swiss.Cancel(1), "rest": swiss.Rest(1, true, openEvening), "turn": swiss.AddTurn(Round{}),
	} {
		if !fault.Is(err, "open.system") {
			t.Errorf("%s in a Swiss tournament: %v", name, err)
		}
	}
}

// A result is not cleared while its player or its table has another running game, and such a state is refused.
func TestClearedResultMakesNoSecondGame(t *testing.T) {
	for name, next := range map[string]struct {
		pair Pair
		want string
	}{
		"the player plays":  {Pair{Black: 2, White: 3, Table: 7}, "open.playing"},
		"the table is used": {Pair{Black: 3, White: 4, Table: 1}, "open.table"},
	} {
		t.Run(name, func(t *testing.T) {
			tn := openClub(t, 4, 4)
			first := begun(t, tn, 1, 2, 1, 0)
			ended(t, tn, first, 30, openWin)
			begun(t, tn, next.pair.Black, next.pair.White, next.pair.Table, 31)
			if err := recordAt(tn, first, openEvening, Result{}); !fault.Is(err, next.want) {
				t.Errorf("cleared: %v, want fault %s", err, next.want)
			}
			tn.Game(first).Result = Result{}
			if err := tn.Check(); !fault.Is(err, next.want) {
				t.Errorf("checked: %v, want fault %s", err, next.want)
			}
		})
	}
}

// A correction an hour later leaves the time since which both players wait.
func TestCorrectionKeepsTheWait(t *testing.T) {
	tn := openClub(t, 2, 2)
	id := begun(t, tn, 1, 2, 0, 0)
	ended(t, tn, id, 40, openWin)
	ended(t, tn, id, 100, Result{Outcome: WhiteWins})
	for _, w := range tn.Waiting() {
		if want := openEvening.Add(40 * time.Minute); !w.Since.Equal(want) {
			t.Errorf("%s waits since %v, want %v", w.Name(), w.Since, want)
		}
	}
}

// A begin is undone although another game has begun in its turn; so is a cancelled game.
func TestBeginIsUndoneBesideOthers(t *testing.T) {
	tn := openClub(t, 4, 4)
	before := tn.Clone()
	first := begun(t, tn, 1, 2, 0, 0)
	began := before.Diff(tn)
	second := begun(t, tn, 3, 4, 0, 1)
	if tn.Game(first).Round != tn.Game(second).Round {
		t.Fatal("two games of other players are in different turns")
	}
	if err := tn.Undo(began); err != nil {
		t.Fatal(err)
	}
	if g := tn.Running(); len(g) != 1 || g[0].ID != second || len(tn.Waiting()) != 2 {
		t.Errorf("%d games run, %d players wait", len(g), len(tn.Waiting()))
	}
	before = tn.Clone()
	if err := tn.Cancel(second); err != nil {
		t.Fatal(err)
	}
	cancelled := before.Diff(tn)
	third := begun(t, tn, 1, 2, 3, 5)
	if err := tn.Undo(cancelled); err != nil {
		t.Fatal(err)
	}
	if g := tn.Running(); len(g) != 2 || g[0].ID != second || g[1].ID != third {
		t.Errorf("after the undo %d games run", len(g))
	}
	if err := tn.Check(); err != nil {
		t.Error(err)
	}
}

// A cancelled game of an earlier evening leaves the first turn of this evening where it is.
func TestEarlierTurnsStay(t *testing.T) {
	tn := openClub(t, 2, 2)
	id := begun(t, tn, 1, 2, 0, 0)
	ended(t, tn, id, 30, openWin)
	if err := tn.EndEvening(openEvening.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := tn.SetStatus(1, CheckedIn); err != nil {
		t.Fatal(err)
	}
	tn.NoteArrivals(openEvening.AddDate(0, 0, 7))
	ended(t, tn, id, 60, Result{})
	if err := tn.Cancel(id); err != nil {
		t.Fatal(err)
	}
	if err := tn.Check(); err != nil || tn.LastEvening().First != 2 {
		t.Errorf("the evening begins at turn %d: %v", tn.LastEvening().First, err)
	}
}

// A season is the slow recount of open play: all that happened, without turns.
type season struct {
	evenings []Evening
	arrived  map[PlayerID]time.Time
	games    map[int]played
}

type played struct {
	black, white PlayerID
	table        int
	began, ended time.Time
	evening      int
}

func (s season) clone() season {
	return season{slices.Clone(s.evenings), maps.Clone(s.arrived), maps.Clone(s.games)}
}

// note follows the arrivals and departures of a step.
func (s *season) note(tn *Tournament, now time.Time) {
	var came []PlayerID
	for _, p := range tn.Players {
		if p.Status != CheckedIn {
			delete(s.arrived, p.ID)
		} else if s.arrived[p.ID].IsZero() {
			came = append(came, p.ID)
		}
	}
	if len(came) == 0 {
		return
	}
	last := len(s.evenings) - 1
	if last >= 0 && s.evenings[last].Ended.IsZero() && now.Sub(s.evenings[last].Began) > longestEvening {
		s.evenings[last].Ended, s.arrived = now, map[PlayerID]time.Time{}
	}
	if last < 0 || !s.evenings[last].Ended.IsZero() {
		s.evenings = append(s.evenings, Evening{ID: tn.LastEvening().ID, Began: now})
	}
	for _, id := range came {
		s.arrived[id] = now
	}
}

// compare compares the recount with the tournament.
func (s *season) compare(t *rapid.T, tn *Tournament) {
	if err := tn.Check(); err != nil {
		t.Fatalf("the state is not sound: %v", err)
	}
	if got := len(tn.Day.Evenings); got != len(s.evenings) {
		t.Fatalf("%d evenings, want %d", got, len(s.evenings))
	}
	running, of, busy := map[int]bool{}, map[int][]int{}, map[PlayerID]bool{}
	since := maps.Clone(s.arrived)
	tables := map[int]bool{}
	for _, id := range slices.Sorted(maps.Keys(s.games)) {
		p := s.games[id]
		of[p.evening] = append(of[p.evening], id)
		g := tn.Game(id)
		if g == nil || g.Black != p.black || g.White != p.white || g.Table != p.table || tn.EveningOf(g.Round).ID != p.evening {
			t.Fatalf("game %d is %+v, want %+v", id, g, p)
		}
		for _, player := range []PlayerID{p.black, p.white} {
			if p.ended.IsZero() {
				if busy[player] {
					t.Fatalf("%d plays two games", player)
				}
				busy[player] = true
			} else if here, is := since[player]; is && p.ended.After(here) {
				since[player] = p.ended
			}
		}
		if p.ended.IsZero() {
			if tables[p.table] {
				t.Fatalf("two games at table %d", p.table)
			}
			running[id], tables[p.table] = true, true
		}
	}
	for _, g := range tn.Running() {
		if !running[g.ID] {
			t.Fatalf("game %d runs", g.ID)
		}
		delete(running, g.ID)
	}
	if len(running) > 0 {
		t.Fatalf("%v do not run", running)
	}
	for i := range tn.Day.Evenings {
		e := &tn.Day.Evenings[i]
		var ids []int
		for _, g := range tn.GamesOf(e) {
			ids = append(ids, g.ID)
		}
		if !slices.Equal(ids, of[e.ID]) {
			t.Fatalf("evening %d has the games %v, want %v", e.ID, ids, of[e.ID])
		}
	}
	maps.DeleteFunc(since, func(id PlayerID, _ time.Time) bool { return busy[id] })
	waiting := tn.Waiting()
	for i, w := range waiting {
		if want, is := since[w.ID]; !is || !w.Since.Equal(want) || i > 0 && w.Since.Before(waiting[i-1].Since) {
			t.Fatalf("%d waits since %v, want %v", w.ID, w.Since, want)
		}
	}
	if len(waiting) != len(since) {
		t.Fatalf("%d players wait, want %d", len(waiting), len(since))
	}
}

// step makes one random step of an evening, in the tournament and in the recount. It returns the fault of a refused step.
func (s *season) step(t *rapid.T, tn *Tournament, now time.Time) error {
	player := func(name string) PlayerID { return PlayerID(rapid.IntRange(1, len(tn.Players)).Draw(t, name)) }
	ids := slices.Sorted(maps.Keys(s.games))
	what := rapid.SampledFrom([]string{"come", "come", "come", "begin", "begin", "begin", "enter", "enter", "enter", "clear", "cancel", "rest", "leave", "end"}).Draw(t, "step")
	if len(ids) == 0 && (what == "enter" || what == "clear" || what == "cancel") {
		what = "begin"
	}
	switch what {
	case "come":
		return tn.SetStatus(player("player"), CheckedIn)
	case "leave":
		return tn.SetStatus(player("player"), rapid.SampledFrom([]Status{Preliminary, Withdrawn}).Draw(t, "status"))
	case "begin":
		p := Pair{Black: player("black"), White: player("white"), Table: rapid.IntRange(0, 5).Draw(t, "table")}
		if w := tn.Waiting(); len(w) > 1 && rapid.IntRange(0, 3).Draw(t, "waiting players") > 0 {
			both := rapid.Permutation(w).Draw(t, "pair")
			p.Black, p.White = both[0].ID, both[1].ID
		}
		id, err := tn.Begin(p, now)
		if err == nil {
			s.games[id] = played{p.Black, p.White, tn.Game(id).Table, now, time.Time{}, s.evenings[len(s.evenings)-1].ID}
		}
		return err
	case "rest":
		id, resting := player("player"), rapid.Bool().Draw(t, "resting")
		was := tn.Player(id).Resting
		err := tn.Rest(id, resting, now)
		if err == nil && was && !resting {
			s.arrived[id] = now
		}
		return err
	case "end":
		err := tn.EndEvening(now)
		if err == nil {
			s.evenings[len(s.evenings)-1].Ended = now
		}
		return err
	}
	id := rapid.SampledFrom(ids).Draw(t, "game")
	if what == "cancel" {
		delete(s.games, id)
		return tn.Cancel(id)
	}
	r, g := Result{}, s.games[id]
	if what == "enter" {
		r = rapid.SampledFrom([]Result{openWin, {Outcome: WhiteWins}, {Outcome: NoResult}}).Draw(t, "result")
	}
	switch {
	case what == "clear":
		g.ended = time.Time{}
	case g.ended.IsZero():
		g.ended = now
	}
	s.games[id] = g
	return recordAt(tn, id, now, r)
}

// Evenings of any steps are sound and agree with a recount after each step. The undo of the last step restores the state
// before it, and so does a rewind of all steps.
func TestEveningsAgreeWithARecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members, now := rapid.IntRange(2, 7).Draw(t, "members"), openEvening
		tn := openClub(t, members, rapid.IntRange(0, members).Draw(t, "present"))
		s := season{arrived: map[PlayerID]time.Time{}, games: map[int]played{}}
		s.note(tn, now)
		states := []*Tournament{tn.Clone()}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(rapid.SampledFrom([]time.Duration{time.Minute, time.Minute, 20 * time.Minute, 2 * time.Hour, 30 * time.Hour}).Draw(t, "later"))
			next, then := tn.Clone(), s.clone()
			if err := then.step(t, next, now); err != nil {
				if _, ok := fault.As(err); !ok {
					t.Fatal(err)
				}
				continue
			}
			next.NoteArrivals(now)
			then.note(next, now)
			then.compare(t, next)
			after := next.Clone()
			if err := after.Undo(tn.Diff(next)); err != nil {
				t.Fatalf("the last step is not undone: %v", err)
			}
			if left := withoutRevisions(tn).Diff(withoutRevisions(after)); len(left) > 0 {
				text, _ := json.Marshal(left)
				t.Fatalf("the undo of the last step leaves %s", text)
			}
			tn, s = next, then
			states = append(states, tn.Clone())
		}
		for i := len(states) - 1; i > 0; i-- {
			tn.Rewind(states[i-1].Diff(states[i]))
			if left := states[i-1].Diff(tn); len(left) > 0 {
				text, _ := json.Marshal(left)
				t.Fatalf("before step %d: %s", i, text)
			}
		}
	})
}

// The evenings of a season as tournaments have all its games, renumbered from turn 1, and their own dates and people.
func TestDuring(t *testing.T) {
	tn := openClub(t, 4, 0)
	want := 0
	for day := range 3 {
		at := openEvening.AddDate(0, 0, 7*day)
		for i := range tn.Players {
			if err := tn.SetStatus(tn.Players[i].ID, CheckedIn); err != nil {
				t.Fatal(err)
			}
		}
		tn.NoteArrivals(at)
		for range day + 1 {
			id, err := tn.Begin(Pair{Black: tn.Players[day].ID, White: tn.Players[day+1].ID}, at)
			if err != nil {
				t.Fatal(err)
			}
			g := tn.Game(id)
			if _, _, err := tn.Record(Entry{Round: g.Round, Table: g.Table, Seen: g.Revision, Result: Result{Outcome: BlackWins}, At: at.Add(time.Hour)}); err != nil {
				t.Fatal(err)
			}
			want++
		}
		if err := tn.EndEvening(at.Add(2 * time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	before, games := tn.Clone(), 0
	for i := range tn.Day.Evenings {
		e := &tn.Day.Evenings[i]
		one := tn.During(e, e)
		if len(one.Rounds) != i+1 || one.Rounds[0].Number != 1 || one.Day.Evenings[0].First != 1 || !one.Info.Begin.Equal(tn.Info.DateAt(e.Began)) {
			t.Errorf("evening %d: %d turns, %+v from %v", i+1, len(one.Rounds), one.Day.Evenings, one.Info.Begin)
		}
		if err := one.Check(); err != nil {
			t.Errorf("evening %d: %v", i+1, err)
		}
		games += len(one.GamesOf(nil))
	}
	if games != want || len(tn.During(&tn.Day.Evenings[0], &tn.Day.Evenings[2]).GamesOf(nil)) != want {
		t.Errorf("the evenings have %d games, want %d", games, want)
	}
	if changes := before.Diff(tn); len(changes) > 0 {
		t.Errorf("the season has changed: %+v", changes)
	}
}

// A merge of two members keeps the attendance of both, and is refused while both play.
func TestMergeInOpenPlay(t *testing.T) {
	tn := openClub(t, 5, 5)
	ids := []PlayerID{tn.Players[0].ID, tn.Players[1].ID, tn.Players[2].ID, tn.Players[3].ID, tn.Players[4].ID}
	id := begun(t, tn, ids[0], ids[1], 1, 0)
	ended(t, tn, id, 30, openWin)
	one := tn.Clone()
	if err := one.MergePlayers(ids[2], ids[0], ids[2]); err != nil {
		t.Fatal(err)
	}
	if came := one.Came(nil); slices.Contains(came, ids[0]) || len(came) != 4 || one.GamesOf(nil)[0].Opponent(ids[1]) != ids[2] {
		t.Errorf("after the merge came %v, with the game %+v", came, one.GamesOf(nil)[0])
	}
	begun(t, tn, ids[0], ids[1], 1, 40)
	begun(t, tn, ids[2], ids[3], 2, 90) // in another turn
	if err := tn.MergePlayers(ids[2], ids[0], ids[2]); !fault.Is(err, "open.playing") && !fault.Is(err, "player.merge.round") {
		t.Errorf("a merge of two playing: %v", err)
	}
}

// Undo takes no player away from a running game, and lets no game of last week run beside the games of tonight.
func TestUndoLeavesNoGameWithoutItsEvening(t *testing.T) {
	tn := openClub(t, 4, 0)
	step := func(do func(tn *Tournament) error) []Change {
		t.Helper()
		was := tn.Clone()
		if err := do(tn); err != nil {
			t.Fatal(err)
		}
		return was.Diff(tn)
	}
	a, b := tn.Players[0].ID, tn.Players[1].ID
	arrive := func(id PlayerID, at time.Time) func(tn *Tournament) error {
		return func(tn *Tournament) error {
			err := tn.SetStatus(id, CheckedIn)
			tn.NoteArrivals(at)
			return err
		}
	}
	first := step(arrive(a, openEvening))
	step(arrive(b, openEvening))
	var id int
	begin := func(at time.Time) func(tn *Tournament) error {
		return func(tn *Tournament) (err error) {
			id, err = tn.Begin(Pair{Black: a, White: b}, at)
			return err
		}
	}
	step(begin(openEvening))
	if err := tn.Undo(first); err == nil {
		t.Error("the arrival of a player in a game is undone")
	}
	result := step(func(tn *Tournament) error {
		g := tn.Game(id)
		_, _, err := tn.Record(Entry{Round: g.Round, Table: g.Table, Seen: g.Revision, Result: openWin, At: openEvening.Add(time.Hour)})
		return err
	})
	cancel := func() []Change {
		step(begin(openEvening.Add(2 * time.Hour)))
		return step(func(tn *Tournament) error { return tn.Cancel(id) })
	}()
	step(func(tn *Tournament) error { return tn.EndEvening(openEvening.Add(3 * time.Hour)) })
	next := openEvening.AddDate(0, 0, 7)
	step(arrive(a, next))
	step(arrive(b, next))
	step(begin(next))
	for name, changes := range map[string][]Change{"a result": result, "a cancelled game": cancel} {
		if err := tn.Undo(changes); err == nil {
			t.Errorf("%s of last week is undone while its players play", name)
		}
	}
}
