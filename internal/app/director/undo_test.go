package director

import (
	"regexp"
	"testing"
	"time"

	"tourney/internal/format/resultsheet"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// step is one action of a journey and its name in the log.
type step struct {
	action string
	do     func() error
}

// journey lists actions that use every writing method on a new tournament of eight players.
func journey(t *testing.T, d *Director) []step {
	ctx := t.Context()
	player := tournament.Player{Family: "Late", Rank: rank.Dan(2)}
	blackWins := tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
	add := func() error {
		_, err := d.On(anna, "cup").Because("wrong entry").AddPlayer(ctx, player, tournament.RefuseNamesakes, "")
		return err
	}
	record := func(by Actor, o tournament.Outcome) func() error {
		return func() error { return enter(d, by, 1, 1, state(t, d).Round(1).At(1).Revision, o) }
	}
	settings := preset(t, "egf")
	settings.Rounds = 2
	info := tournament.Info{Slug: "cup", Name: "Great Cup", Place: "Oulu", Begin: tournament.DateOf(time.Date(2026, 5, 1, 0, 0, 0, 0, time.Local))}
	pairOf := func(table int) (tournament.PlayerID, tournament.PlayerID) {
		g := state(t, d).Round(1).At(table)
		return g.Black, g.White
	}
	var idle, opponent tournament.PlayerID
	return []step{
		{"tournament.info", func() error { return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, info, state(t, d).Settings) }},
		{"tournament.settings", func() error { return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, info, settings) }},
		{"player.add", add},
		{"player.checkin.all", func() error { _, err := d.On(anna, "cup").Because("wrong entry").CheckInAll(ctx); return err }},
		{"player.preliminary", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 9, tournament.Preliminary)
		}},
		{"player.checkin", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 9, tournament.CheckedIn) }},
		{"player.withdraw", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 8, tournament.Withdrawn) }},
		{"player.absent", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetAttendance(ctx, 7, 1, tournament.Absent)
		}},
		{"player.halfbye", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetAttendance(ctx, 7, 1, tournament.HalfBye)
		}},
		{"player.plays", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetAttendance(ctx, 7, 1, tournament.Plays)
		}},
		{"player.edit", func() error {
			return d.On(anna, "cup").Because("wrong entry").EditPlayer(ctx, 3, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Tags = []string{"junior"} })
		}},
		{"player.import", func() error {
			_, err := d.On(anna, "cup").Because("wrong entry").ImportPlayers(ctx, []tournament.Player{{Family: "X", Rank: 5}, {Family: "Y", Rank: 6}}, "")
			return err
		}},
		{"player.remove", func() error { return d.On(anna, "cup").Because("wrong entry").RemovePlayer(ctx, 10) }},
		{"steer.group", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().KeepApart(ctx, []tournament.PlayerID{1, 2, 3}, 0)
		}},
		{"steer.apart.until", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().KeepApart(ctx, []tournament.PlayerID{4, 1}, 1)
		}},
		{"steer.together", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().BringTogether(ctx, 5, 6, 0)
		}},
		{"steer.lift.apart", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().RemoveWishes(ctx, []tournament.PlayerID{1, 3}, tournament.Apart)
		}},
		{"steer.seat", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().Seat(ctx, 2, 3) }},
		{"steer.seat", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().Seat(ctx, 3, 30) }},
		{"steer.unseat", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().Seat(ctx, 3, 0) }},
		{"steer.block", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().Block(ctx, []tournament.TableRange{{From: 20, To: 25}, {From: 13, To: 13}})
		}},
		{"steer.unblock", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().Unblock(ctx, tournament.TableRange{From: 20, To: 25})
		}},
		{"steer.ghost", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().AddStandIn(ctx, 9) }},
		{"steer.unghost", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().RemoveStandIn(ctx, 9) }},
		{"steer.family.avoid", func() error {
			return d.On(anna, "cup").Because("wrong entry").Constraints().SetFamilyRule(ctx, tournament.FamilyAvoided)
		}},
		{"steer.local", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().SetLocalClub(ctx, 40) }},
		{"steer.room", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().SetRoom(ctx, 12) }},
		{"steer.room.off", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().SetRoom(ctx, 0) }},
		{"steer.local.off", func() error { return d.On(anna, "cup").Because("wrong entry").Constraints().SetLocalClub(ctx, 0) }},
		{"round.pair", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 3) }},
		{"draw.swap", func() error {
			a, _ := pairOf(1)
			b, _ := pairOf(2)
			return d.On(anna, "cup").Because("wrong entry").Round(1).Swap(ctx, a, b)
		}},
		{"game.colours", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).SwapColours(ctx, 1) }},
		{"game.terms", func() error {
			return d.On(anna, "cup").Because("wrong entry").Round(1).SetTerms(ctx, 1, handicap.Terms{Number: 2})
		}},
		{"game.lock", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Lock(ctx, 1) }},
		{"game.unlock", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Unlock(ctx, 1) }},
		{"game.move", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Move(ctx, 1, 2) }},
		{"round.start", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).SetStart(ctx, info.Begin.Time) }},
		{"draw.unpair", func() error {
			idle, opponent = pairOf(4)
			return d.On(anna, "cup").Because("wrong entry").Round(1).Unpair(ctx, 4)
		}},
		{"draw.bye", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).GiveBye(ctx, idle) }},
		{"draw.bye.take", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).TakeBye(ctx, idle) }},
		{"draw.pair", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).PairTwo(ctx, idle, opponent) }},
		{"round.publish", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx) }},
		{"round.withhold", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Unpublish(ctx) }},
		{"round.publish", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx) }},
		{"result.record", record(anna, tournament.BlackWins)},
		{"result.correct", record(bert, tournament.WhiteWins)},
		{"result.contest", func() error {
			_, err := d.On(anna, "cup").Because("wrong entry").Enter(ctx, tournament.Entry{Mode: tournament.Typed, Round: 1, Table: 1, Result: blackWins})
			return err
		}},
		{"result.stand", record(anna, tournament.WhiteWins)},
		{"record.attach", func() error {
			return d.On(anna, "cup").Because("wrong entry").Game(game(t, d, 2).ID).AttachRecord(ctx, []byte(twoWalls))
		}},
		{"records.attach", func() error {
			return d.On(anna, "cup").Because("wrong entry").Round(1).AttachRecords(ctx, []Attachment{{Game: game(t, d, 3).ID, Data: []byte(twoWalls)}})
		}},
		{"record.dead", func() error {
			g := game(t, d, 2)
			return d.On(anna, "cup").Because("wrong entry").Game(g.ID).DecideDead(ctx, DeadStones{Record: g.Record, Dead: []rules.Point{rules.At(4, 0)}})
		}},
		{"record.accept", func() error {
			g := game(t, d, 2)
			return d.On(anna, "cup").Because("wrong entry").Game(g.ID).AcceptRecord(ctx, g.Evidence())
		}},
		{"record.reopen", func() error { return d.On(anna, "cup").Because("wrong entry").Game(game(t, d, 2).ID).ReopenRecord(ctx) }},
		{"result.record", func() error {
			return d.On(anna, "cup").Because("wrong entry").Game(game(t, d, 2).ID).TakeResult(ctx, game(t, d, 2).Revision)
		}},
		{"result.sheet", func() error {
			g := game(t, d, 3)
			line := resultsheet.Line{Cell: "K7", Slug: "cup", Game: g.ID, Seen: g.Revision, Was: g.Result, Result: blackWins}
			_, err := d.On(anna, "cup").Because("wrong entry").EnterSheet(ctx, SheetEntry{Lines: []resultsheet.Line{line}})
			return err
		}},
		{"record.remove", func() error { return d.On(anna, "cup").Because("wrong entry").Game(game(t, d, 2).ID).RemoveRecord(ctx) }},
		{"round.pair", func() error { return d.On(anna, "cup").Because("wrong entry").Round(2).Pair(ctx, 3) }},
		{"round.drop", func() error { return d.On(anna, "cup").Because("wrong entry").Round(2).Drop(ctx) }},
	}
}

// TestEveryWriteIsLoggedAndCanBeUndone takes every action, then undoes them one
// by one.
func TestEveryWriteIsLoggedAndCanBeUndone(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	begin := state(t, d)
	steps := journey(t, d)
	for _, s := range steps {
		if err := s.do(); err != nil {
			t.Fatalf("%s: %v", s.action, err)
		}
	}
	log := whole(t, d)
	if len(log) != 2+len(steps) {
		t.Fatalf("%d entries for %d steps", len(log)-2, len(steps))
	}
	key := regexp.MustCompile(`^[a-z]+(\.[a-z]+)+$`)
	for i, e := range log {
		if e.Version != i+1 || e.By == "" || !key.MatchString(e.Action) || len(e.Changes) == 0 || e.At.Location() != time.UTC {
			t.Errorf("entry %d: %+v", i+1, e.Entry)
		}
		if i >= 2 && e.Action != steps[i-2].action {
			t.Errorf("entry %d is %s, want %s", i+1, e.Action, steps[i-2].action)
		}
		if i > 0 && !e.At.After(log[i-1].At) {
			t.Errorf("entry %d was made at %v, the one before at %v", i+1, e.At, log[i-1].At)
		}
	}
	end := state(t, d)
	for i := len(log) - 1; i >= 2; i-- {
		if err := d.On(bert, "cup").Because("wrong entry").Undo(t.Context(), log[i].Version); err != nil {
			t.Fatalf("undo of %d, %s: %v", log[i].Version, log[i].Action, err)
		}
	}
	if left := begin.Diff(state(t, d)); len(left) > 0 {
		t.Errorf("%d differences are left, first %+v", len(left), left[0])
	}
	// Redo all by undoing the undos.
	undone := whole(t, d)[len(log):]
	for i := len(undone) - 1; i >= 0; i-- {
		if err := d.On(bert, "cup").Because("wrong entry").Undo(t.Context(), undone[i].Version); err != nil {
			t.Fatalf("redo of %d: %v", undone[i].Undoes, err)
		}
	}
	now := state(t, d).Clone()
	for i := range now.Rounds {
		for j := range now.Rounds[i].Games {
			now.Rounds[i].Games[j].Revision = end.Rounds[i].Games[j].Revision // it only grows
		}
	}
	if left := end.Diff(now); len(left) > 0 {
		t.Errorf("%d differences after redoing all, first %+v", len(left), left[0])
	}
}

func TestUndo(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	wrong := state(t, d).Version
	must(t, enter(d, bert, 1, 2, 0, tournament.BlackWins))
	must(t, enter(d, bert, 1, 3, 0, tournament.WhiteWins))
	must(t, d.On(anna, "cup").Undo(ctx, wrong))
	r := state(t, d).Round(1)
	if r.At(1).Result.Known() || r.At(1).EnteredBy != "" || !r.At(2).Result.Known() || r.Missing() != 2 {
		t.Errorf("after the undo: %+v", r.Games)
	}
	log := whole(t, d)
	last := log[len(log)-1]
	if last.Action != "undo" || last.Undoes != wrong || last.Args[0] != "result.record" || log[wrong-1].UndoneBy != last.Version {
		t.Errorf("logged %+v", last.Entry)
	}
	wantFault(t, d.On(anna, "cup").Undo(ctx, wrong), "undo.twice")
	wantFault(t, d.On(anna, "cup").Undo(ctx, 1), "undo.first")
	wantFault(t, d.On(anna, "cup").Undo(ctx, 999), "log.missing")
	wantFault(t, d.On(anna, "nowhere").Undo(ctx, 2), "log.missing")
	// A desk that saw table 1 before the undo is refused.
	wantFault(t, enter(d, anna, 1, 1, 1, tournament.WhiteWins), "desk.changed")

	must(t, d.On(anna, "cup").Undo(ctx, last.Version))
	log = whole(t, d)
	if redo := log[len(log)-1]; redo.Action != "redo" || redo.Args[0] != "result.record" || !state(t, d).Round(1).At(1).Result.Known() {
		t.Errorf("redone %+v", redo.Entry)
	}
}

func TestUndoLastTakesOnesOwn(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	must(t, enter(d, anna, 1, 2, 0, tournament.BlackWins))
	must(t, enter(d, bert, 1, 3, 0, tournament.BlackWins))
	must(t, d.On(anna, "cup").Round(1).SetStart(ctx, time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)))
	for _, table := range []int{2, 1} {
		undone, err := d.On(anna, "cup").Log().UndoLast(ctx)
		if err != nil || undone.Args[1] != table || state(t, d).Round(1).At(table).Result.Known() {
			t.Errorf("took back %v, %v; want table %d", undone.Args, err, table)
		}
	}
	_, err := d.On(anna, "cup").Log().UndoLast(ctx)
	wantFault(t, err, "undo.nothing")
	must(t, enter(d, anna, 1, 3, 1, tournament.WhiteWins))
	_, err = d.On(bert, "cup").Log().UndoLast(ctx)
	wantFault(t, err, "undo.overtaken")
}

// The history of a draw contains the steps on it and on the constraints since the publication of it or of the round
// before, and nothing else.
func TestHistoryOfADraw(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 8)
	want := func(n int, standing, undone string) {
		t.Helper()
		h, err := d.History(ctx, state(t, d), n)
		must(t, err)
		var latest, back string
		if len(h.Applied) > 0 {
			latest = h.Applied[0].Step()
		}
		if h.Undone != nil {
			back = h.Undone.Step()
		}
		if latest != standing || back != undone {
			t.Errorf("round %d: last %q, taken back %q; want %q, %q", n, latest, back, standing, undone)
		}
	}
	undo := func(version int) { t.Helper(); must(t, d.On(anna, "cup").Because("wrong entry").Undo(ctx, version)) }
	now := func() int { return state(t, d).Version }

	want(1, "", "")
	must(t, d.On(anna, "cup").Because("wrong entry").Constraints().KeepApart(ctx, []tournament.PlayerID{1, 2}, 0))
	want(1, "steer.apart", "")
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1))
	r := state(t, d).Round(1)
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Swap(ctx, r.At(1).Black, r.At(2).Black))
	must(t, d.On(anna, "cup").Because("wrong entry").EditPlayer(ctx, 8, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Club = "New" }))
	want(1, "draw.swap", "")
	want(2, "steer.apart", "")
	swap := now() - 1
	undo(swap)
	want(1, "round.pair", "draw.swap")
	undo(now())
	want(1, "draw.swap", "")
	undo(now())
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Lock(ctx, 1))
	want(1, "game.lock", "")
	undo(now())
	want(1, "round.pair", "game.lock")

	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx))
	want(1, "", "")
	want(2, "", "")
	must(t, enter(d, anna, 1, 3, state(t, d).Round(1).At(3).Revision, tournament.BlackWins))
	undo(now())
	want(1, "", "")
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).SwapColours(ctx, 2))
	must(t, d.On(anna, "cup").Because("wrong entry").Constraints().Seat(ctx, 5, 9))
	want(1, "game.colours", "")
	want(2, "steer.seat", "")
	must(t, d.On(anna, "cup").Because("wrong entry").Round(2).Pair(ctx, 1))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(2).Publish(ctx))
	want(1, "game.colours", "")
	want(2, "", "")
	for range historyPage {
		must(t, d.On(anna, "cup").Because("wrong entry").Round(1).SwapColours(ctx, 2))
	}
	h, err := d.History(ctx, state(t, d), 1)
	must(t, err)
	if len(h.Applied) != historyPage+1 {
		t.Errorf("%d steps stand, want %d", len(h.Applied), historyPage+1)
	}
}
