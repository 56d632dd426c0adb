package director

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tourney/internal/event/settle"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// twoWalls is a game on nine lines in which two walls divide the board.
const twoWalls = "(;GM[1]SZ[9]KM[6.5];B[ea];W[fa];B[eb];W[fb];B[ec];W[fc];B[ed];W[fd];B[ee];W[fe];B[ef];W[ff];B[eg];W[fg];B[eh];W[fh];B[ei];W[fi];B[];W[])"

// game returns a game of the first round.
func game(t testing.TB, d *Director, table int) *tournament.Game {
	return state(t, d).Round(1).At(table)
}

// A result can be undone after a record was added, and a record after a result.
func TestRecordAndResultAreUndoneApart(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	must(t, d.On(bert, "cup").Game(game(t, d, 1).ID).AttachRecord(ctx, []byte(twoWalls)))
	record := game(t, d, 1).Record
	attached := state(t, d).Version
	_, err := d.On(anna, "cup").Log().UndoLast(ctx)
	must(t, err)
	if g := game(t, d, 1); g.Result.Known() || g.Record != record {
		t.Errorf("after taking the result back the game is %+v", g)
	}
	must(t, enter(d, anna, 1, 1, game(t, d, 1).Revision, tournament.WhiteWins))
	must(t, d.On(bert, "cup").Undo(ctx, attached))
	if g := game(t, d, 1); !g.Result.Known() || g.Record != "" {
		t.Errorf("after taking the record back the game is %+v", g)
	}
	must(t, d.On(bert, "cup").Game(game(t, d, 1).ID).AttachRecord(ctx, []byte(twoWalls)))
	must(t, d.On(bert, "cup").Game(game(t, d, 1).ID).AttachRecord(ctx, []byte("(;SZ[9];B[aa])")))
	wantFault(t, d.On(bert, "cup").Undo(ctx, state(t, d).Version-1), "undo.overtaken")
}

// An acceptance is independent of undoing a result or a record, and is undone
// without them.
func TestAcceptingIsUndoneApart(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	id := game(t, d, 1).ID
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	must(t, d.On(bert, "cup").Game(id).AttachRecord(ctx, []byte(twoWalls)))
	attached := state(t, d).Version
	seen := game(t, d, 1).Evidence()
	must(t, d.On(anna, "cup").Game(id).AcceptRecord(ctx, seen))
	accepted := state(t, d).Version
	must(t, d.On(bert, "cup").Game(id).AcceptRecord(ctx, seen))
	if g := game(t, d, 1); !g.Settled() || g.Accepted.By != anna.Name || g.Accepted.At.IsZero() || state(t, d).Version != accepted {
		t.Errorf("accepted twice, the game is %+v", g)
	}
	must(t, d.On(bert, "cup").Undo(ctx, attached))
	if g := game(t, d, 1); g.Record != "" || g.Settled() {
		t.Errorf("without its record the game is %+v", g)
	}
	must(t, d.On(bert, "cup").Undo(ctx, state(t, d).Version))
	if g := game(t, d, 1); !g.Settled() {
		t.Errorf("with its record again the game is %+v", g)
	}
	_, err := d.On(anna, "cup").Log().UndoLast(ctx)
	must(t, err)
	if g := game(t, d, 1); g.Result.Known() || g.Settled() {
		t.Errorf("without its result the game is %+v", g)
	}
	wantFault(t, d.On(anna, "cup").Game(id).AcceptRecord(ctx, seen), "record.overtaken")
	must(t, d.On(anna, "cup").Undo(ctx, accepted))
	if g := game(t, d, 1); g.Accepted != (tournament.Acceptance{}) || g.Record == "" {
		t.Errorf("after taking the acceptance back the game is %+v", g)
	}
	must(t, d.On(bert, "cup").Game(id).AcceptRecord(ctx, game(t, d, 1).Evidence()))
	must(t, d.On(anna, "cup").Game(id).ReopenRecord(ctx))
	if g := game(t, d, 1); g.Settled() {
		t.Errorf("reopened the game is %+v", g)
	}
	wantFault(t, d.On(anna, "cup").Game(999).ReopenRecord(ctx), "game.unknown")
}

// Of many concurrent records from players one is stored, and a record from the desk stays.
func TestPlayersHandInOneRecord(t *testing.T) {
	d := fresh(t)
	playing(t, d, 8)
	id := game(t, d, 1).ID
	handIn := func(d *Director, text string) error {
		return d.On(Actor{Name: tournament.ByLink}, "cup").Game(id).HandIn(t.Context(), []byte(text))
	}
	var taken atomic.Int32
	var wait sync.WaitGroup
	for _, column := range "abcdefgh" {
		wait.Go(func() {
			if err := handIn(d, "(;SZ[9];B[a"+string(column)+"])"); err == nil {
				taken.Add(1)
			} else if !fault.Is(err, "report.done") {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if taken.Load() != 1 {
		t.Errorf("%d records were taken", taken.Load())
	}
	must(t, d.On(bert, "cup").Game(id).AttachRecord(t.Context(), []byte(twoWalls)))
	wantFault(t, handIn(d, "(;SZ[9];B[ii])"), "report.done")
	must(t, handIn(d, twoWalls)) // the game's present record
	if got := game(t, d, 1).Record; got != gamerecord.Hash(twoWalls) {
		t.Errorf("the record is %s", got)
	}
}

// The players continue from the record that they saw, until the desk decides the game.
func TestPlayersPlayOn(t *testing.T) {
	d := fresh(t)
	playing(t, d, 8)
	id := game(t, d, 1).ID
	desk, players := d.On(bert, "cup").Game(id), d.On(Actor{Name: tournament.ByPlayer(1)}, "cup").Game(id)
	must(t, desk.AttachRecord(t.Context(), []byte(twoWalls)))
	seen := game(t, d, 1).Record
	on := func(more string) []byte { return []byte(strings.TrimSuffix(twoWalls, ")") + more + ")") }
	must(t, players.PlayOn(t.Context(), seen, on(";B[aa]")))
	wantFault(t, players.PlayOn(t.Context(), seen, on(";B[bb]")), "records.overtaken")
	wantFault(t, players.Settle(t.Context(), settle.Step{Kind: settle.Propose, By: game(t, d, 1).Black}), "settle.running")
	must(t, players.PlayOn(t.Context(), seen, on(";B[aa]"))) // the same once more
	now := game(t, d, 1).Record
	must(t, desk.DecideDead(t.Context(), DeadStones{Record: now}))
	wantFault(t, players.PlayOn(t.Context(), now, on(";B[aa];W[ii]")), "settle.decided")
	if g := game(t, d, 1); g.Record != now || g.Dead != "-" {
		t.Errorf("the game is %+v", g)
	}
}

// Statements of former players of a game do not bind their replacements: an agreement or a bid needs two present
// players.
func TestExchangedPlayersHaveSaidNothing(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	ctx, desk := t.Context(), d.On(anna, "cup").Because("wrong entry")
	settings := state(t, d).Settings
	settings.KomiChoice, settings.PlayersSettle, settings.Handicap.Ceiling = handicap.Auction, true, 0
	must(t, desk.SetUp(ctx, state(t, d).Info, settings))
	must(t, desk.Round(1).Pair(ctx, 1))
	must(t, desk.Round(1).Publish(ctx))
	bids, settles := game(t, d, 1), game(t, d, 3)
	must(t, desk.Game(bids.ID).ChooseKomi(ctx, settle.KomiStep{By: bids.Black, Komi: 60}))
	must(t, desk.Round(1).Swap(ctx, bids.Black, game(t, d, 2).Black))
	if got := game(t, d, 1); got.Choosing != (handicap.Choosing{}) {
		t.Errorf("the game of %d and %d has the bids of %d and %d: %+v", got.Black, got.White, bids.Black, bids.White, got.Choosing)
	}
	must(t, desk.Game(settles.ID).AttachRecord(ctx, []byte(twoWalls)))
	must(t, desk.Game(settles.ID).Settle(ctx, settle.Step{Kind: settle.Propose, By: settles.Black}))
	must(t, desk.Round(1).Swap(ctx, settles.Black, game(t, d, 4).Black))
	now := game(t, d, 3)
	for _, by := range []tournament.PlayerID{now.Black, now.White} {
		step := settle.Step{Kind: settle.Agree, By: by, Seen: settle.Evidence(now)}
		wantFault(t, desk.Game(now.ID).Settle(ctx, step), "settle.changed")
	}
}

// A record is checked outside the transaction, and checked again if the rules change before it is saved.
func TestRecordIsJudgedAnewWhenTheRulesChange(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	id, suicide := game(t, d, 1).ID, "(;SZ[5];B[ba];W[ee];B[ab];W[aa])"
	changes := 0
	play := func(size int) {
		tn := state(t, d)
		settings := tn.Settings
		settings.Size = size
		if settings.Rules != "chinese" {
			settings.Rules = "chinese"
		} else {
			settings.Rules = "japanese"
		}
		must(t, d.On(anna, "cup").SetUp(ctx, tn.Info, settings))
		changes++
	}
	must(t, interrupting(d, func() {
		if changes == 0 {
			play(19)
		}
	}).On(bert, "cup").Game(id).AttachRecord(ctx, []byte(suicide)))
	attached := game(t, d, 1).Record
	if attached != gamerecord.Hash(suicide) {
		t.Errorf("record %q", attached)
	}
	if text, err := d.store.Record(ctx, "cup", attached); err != nil || text != suicide {
		t.Errorf("kept: %q, %v", text, err)
	}
	m := interrupting(d, func() { play(19) })
	wantFault(t, m.On(bert, "cup").Game(id).AttachRecord(ctx, []byte(twoWalls)), "tournament.changed")
	if game(t, d, 1).Record != attached {
		t.Error("a record was attached that other rules had judged")
	}
	// The size is checked again.
	wantFault(t, interrupting(d, func() { play(7) }).On(bert, "cup").Game(id).AttachRecord(ctx, []byte(twoWalls)), "record.size")
}

// The result of a record is entered only if the record is still the same.
func TestResultOfARecordThatIsReplaced(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	id := game(t, d, 1).ID
	must(t, d.On(bert, "cup").Game(id).AttachRecord(ctx, []byte("(;SZ[9]RE[B+R];B[ee])")))
	once := sync.OnceFunc(func() {
		must(t, d.On(anna, "cup").Game(id).AttachRecord(ctx, []byte("(;SZ[9]RE[W+R];B[ee])")))
	})
	must(t, interrupting(d, once).On(bert, "cup").Game(id).TakeResult(ctx, 0))
	if got := game(t, d, 1).Result.String(); got != "W+R" {
		t.Errorf("the record that stands gives W+R, taken was %s", got)
	}
}

func TestReview(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	_, err := d.Review(ctx, state(t, d), game(t, d, 1).ID)
	wantFault(t, err, "record.missing")
	_, err = d.Review(ctx, state(t, d), 999)
	wantFault(t, err, "game.unknown")
	wantFault(t, d.On(anna, "cup").Game(game(t, d, 1).ID).TakeResult(ctx, 0), "record.missing")
	wantFault(t, d.On(anna, "cup").Game(999).AttachRecord(ctx, []byte(twoWalls)), "game.unknown")

	id := game(t, d, 1).ID
	must(t, d.On(anna, "cup").Game(id).AttachRecord(ctx, []byte(twoWalls)))
	first, err := d.Review(ctx, state(t, d), id)
	must(t, err)
	if again, err := d.Review(ctx, state(t, d), id); again != first || err != nil {
		t.Errorf("the verdict is made again: %v", err)
	}
	if first.Verdict.Counted || len(first.Propose()) != 2 {
		t.Errorf("counted %v, %d chains proposed", first.Verdict.Counted, len(first.Propose()))
	}
	wantFault(t, d.On(anna, "cup").Game(id).TakeResult(ctx, 0), "record.resultless")
	wantFault(t, d.On(anna, "cup").Game(id).DecideDead(ctx, DeadStones{Record: first.Hash, Dead: []rules.Point{rules.At(0, 0)}}), "record.dead.empty")
	wantFault(t, d.On(anna, "cup").Game(id).DecideDead(ctx, DeadStones{Record: "the one before"}), "record.changed")
	must(t, d.On(anna, "cup").Game(id).DecideDead(ctx, DeadStones{Record: first.Hash})) // no dead stones
	must(t, d.On(anna, "cup").Game(id).TakeResult(ctx, 0))
	// 36 points against 27, and no komi in this game, whatever the record's
	// komi.
	if got := game(t, d, 1).Result.String(); game(t, d, 1).Komi != 0 || got != "B+9" {
		t.Errorf("the count gives %s", got)
	}
	must(t, d.On(anna, "cup").Game(id).DecideDead(ctx, DeadStones{Record: first.Hash, Leave: true}))
	if g := game(t, d, 1); g.Dead != "" {
		t.Errorf("left to the record the dead stones are %q", g.Dead)
	}
}

// AttachRecords attaches the records of several games in one step with one undo. A game with a new record refuses all
// of them.
func TestAttachRecords(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	other := "(;SZ[9];B[aa])"
	list := []Attachment{{Game: game(t, d, 1).ID, Data: []byte(twoWalls)}, {Game: game(t, d, 2).ID, Data: []byte(other)}}
	must(t, d.On(anna, "cup").Game(game(t, d, 2).ID).AttachRecord(ctx, []byte("(;SZ[9];B[bb])")))
	round := d.On(bert, "cup").Round(1)
	wantFault(t, round.AttachRecords(ctx, list), "records.overtaken")
	if g := game(t, d, 1); g.Record != "" {
		t.Error("table 1 has a record, though table 2 was refused")
	}
	before := game(t, d, 2).Record
	list[1].Seen = before
	must(t, round.AttachRecords(ctx, list))
	if one, two := game(t, d, 1).Record, game(t, d, 2).Record; one != gamerecord.Hash(twoWalls) || two != gamerecord.Hash(other) {
		t.Errorf("the records are %s and %s", one, two)
	}
	version := state(t, d).Version
	must(t, round.AttachRecords(ctx, list)) // a repeated request
	if now := state(t, d).Version; now != version {
		t.Errorf("records that the games have bring version %d to %d", version, now)
	}
	unread := func(string) bool { return false }
	if whole, err := d.Whole(ctx, state(t, d)); err != nil || whole.CheckRecords(unread) != nil {
		t.Errorf("%v, %v", err, whole.CheckRecords(unread))
	}
	must(t, d.On(bert, "cup").Undo(ctx, state(t, d).Version))
	if one, two := game(t, d, 1).Record, game(t, d, 2).Record; one != "" || two != before {
		t.Errorf("taken back, the records are %s and %s", one, two)
	}
	for key, bad := range map[string][]Attachment{
		"records.chosen.twice": {list[0], {Game: list[0].Game, Data: []byte(other), Seen: gamerecord.Hash(twoWalls)}},
		"game.unknown":         {{Game: 999, Data: []byte(other)}},
		"sgf.tree.missing":     {{Game: list[0].Game, Data: []byte("no record")}},
	} {
		wantFault(t, round.AttachRecords(ctx, bad), key)
	}
	if g := game(t, d, 1); g.Record != "" {
		t.Error("a refused step left a record")
	}
}
