package tournament

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"tourney/internal/fault"

	"pgregory.net/rapid"
)

// TestWhoseEntryWins lists the result of a game and the open dispute before and after each way of entry.
func TestWhoseEntryWins(t *testing.T) {
	left, right := Actor{"Left", "1"}, Actor{"Right", "2"}
	third, players := Actor{"Third", "3"}, Actor{Name: ByLink}
	black, white := Actor{Name: ByPlayer(1)}, Actor{Name: ByPlayer(2)}
	blackTablet, whiteTablet := Actor{Name: ByPlayerOn(1, OnTablet)}, Actor{Name: ByPlayerOn(2, OnTablet)}
	unseen := true
	for _, tt := range []struct {
		name              string
		stands            string
		by                Actor
		dispute           string
		beside            Actor
		mode              EntryMode
		who               Actor
		enters            string
		unseen            bool // the game has changed since the person saw it
		effect            Effect
		want, wantDispute string
		refused           string
	}{
		{"a first result is taken as typed",
			"?", Actor{}, "?", Actor{}, Typed, left, "B+R", false, Recorded, "B+R", "?", ""},
		{"a first result is taken by a button",
			"?", Actor{}, "?", Actor{}, Chosen, left, "B+R", false, Recorded, "B+R", "?", ""},
		{"a first result is taken from the players",
			"?", Actor{}, "?", Actor{}, Reported, players, "B+R", false, Recorded, "B+R", "?", ""},
		{"a first result for a game as it was",
			"?", Actor{}, "?", Actor{}, AsSeen, left, "B+R", false, Recorded, "B+R", "?", ""},

		{"the same desk corrects by typing",
			"B+R", left, "?", Actor{}, Typed, left, "W+R", false, Recorded, "W+R", "?", ""},
		{"the same desk clears by typing",
			"B+R", left, "?", Actor{}, Typed, left, "?", false, Recorded, "?", "?", ""},
		{"another desk that types contests",
			"B+R", left, "?", Actor{}, Typed, right, "W+R", false, Contested, "B+R", "W+R", ""},
		{"another desk that types contests even a vaguer result",
			"B+R", left, "?", Actor{}, Typed, right, "B+", false, Contested, "B+R", "B+", ""},
		{"another desk that types the same changes nothing",
			"B+R", left, "?", Actor{}, Typed, right, "B+R", unseen, Unchanged, "B+R", "?", ""},
		{"another desk clears nothing by typing",
			"B+R", left, "?", Actor{}, Typed, right, "?", false, Unchanged, "B+R", "?", "desk.clear.theirs"},
		{"another desk cannot contest by what cannot be",
			"B+R", left, "?", Actor{}, Typed, right, "0", false, Unchanged, "B+R", "?", "result.jigo.komi"},
		{"nor can players",
			"B+R", left, "?", Actor{}, Reported, players, "0", false, Unchanged, "B+R", "?", "result.jigo.komi"},
		{"a desk of the same name is another desk",
			"B+R", Actor{"Left", "4"}, "?", Actor{}, Typed, left, "W+R", false, Contested, "B+R", "W+R", ""},

		{"another desk that looks at the game corrects",
			"B+R", left, "?", Actor{}, Chosen, right, "W+R", false, Recorded, "W+R", "?", ""},
		{"another desk that looks at the game clears",
			"B+R", left, "?", Actor{}, Chosen, right, "?", false, Recorded, "?", "?", ""},
		{"an unseen result is contested",
			"B+R", left, "?", Actor{}, Chosen, right, "W+R", unseen, Contested, "B+R", "W+R", ""},
		{"an unseen result is not cleared",
			"B+R", left, "?", Actor{}, Chosen, right, "?", unseen, Unchanged, "B+R", "?", "desk.changed"},
		{"a result for a game that was cleared unseen is looked at again",
			"?", left, "?", Actor{}, Chosen, right, "B+R", unseen, Unchanged, "?", "?", "desk.changed"},
		{"AsSeen refuses an unseen result",
			"B+R", left, "?", Actor{}, AsSeen, right, "W+R", unseen, Unchanged, "B+R", "?", "game.changed"},

		{"a dispute is closed when the first desk gives in",
			"B+R", left, "W+R", right, Typed, left, "W+R", false, Recorded, "W+R", "?", ""},
		{"a dispute is closed when the second desk gives in",
			"B+R", left, "W+R", right, Typed, right, "B+R", false, Recorded, "B+R", "?", ""},
		{"the first desk insists",
			"B+R", left, "W+R", right, Typed, left, "B+R", false, Unchanged, "B+R", "W+R", ""},
		{"the second desk insists",
			"B+R", left, "W+R", right, Typed, right, "W+R", false, Unchanged, "B+R", "W+R", ""},
		{"a third desk types one of the two",
			"B+R", left, "W+R", right, Typed, third, "W+R", false, Unchanged, "B+R", "W+R", ""},
		{"a third result waits for the dispute",
			"B+R", left, "W+R", right, Typed, third, "B+3.5", false, Unchanged, "B+R", "W+R", "desk.question"},
		{"a desk that sees both decides for what stands",
			"B+R", left, "W+R", right, Chosen, third, "B+R", false, Recorded, "B+R", "?", ""},
		{"a desk that sees both decides for the other",
			"B+R", left, "W+R", right, Chosen, third, "W+R", false, Recorded, "W+R", "?", ""},
		{"a desk that has not seen the dispute decides nothing",
			"B+R", left, "W+R", right, Chosen, third, "B+R", unseen, Unchanged, "B+R", "W+R", ""},

		{"a slip has more details than the report",
			"B+", players, "?", Actor{}, Typed, left, "B+3.5", false, Recorded, "B+3.5", "?", ""},
		{"a slip has fewer details than the report",
			"B+3.5", players, "?", Actor{}, Typed, left, "B+", false, Confirmed, "B+3.5", "?", ""},
		{"a slip equals the report",
			"B+3.5", players, "?", Actor{}, Typed, left, "B+3.5", false, Confirmed, "B+3.5", "?", ""},
		{"a slip contradicts what the players reported",
			"B+3.5", players, "?", Actor{}, Typed, left, "W+3.5", false, Contested, "B+3.5", "W+3.5", ""},
		{"what the players reported is not cleared by typing",
			"B+3.5", players, "?", Actor{}, Typed, left, "?", false, Unchanged, "B+3.5", "?", "desk.clear.theirs"},

		{"players report what a desk has entered",
			"B+R", left, "?", Actor{}, Reported, players, "B+R", unseen, Unchanged, "B+R", "?", ""},
		{"players contradict a desk",
			"B+R", left, "?", Actor{}, Reported, players, "W+R", false, Contested, "B+R", "W+R", ""},
		{"a report has more details than the desk",
			"B+", left, "?", Actor{}, Reported, players, "B+3.5", false, Contested, "B+", "B+3.5", ""},
		{"a report has more details than the last",
			"B+", players, "?", Actor{}, Reported, players, "B+3.5", unseen, Recorded, "B+3.5", "?", ""},
		{"players contradict themselves",
			"B+R", players, "?", Actor{}, Reported, players, "W+R", false, Contested, "B+R", "W+R", ""},
		{"players repeat the disputed result",
			"B+R", left, "W+R", players, Reported, players, "W+R", unseen, Unchanged, "B+R", "W+R", ""},
		{"players know a third result",
			"B+R", left, "W+R", players, Reported, players, "B+3.5", false, Unchanged, "B+R", "W+R", "report.asked"},
		{"players report a game that has changed",
			"?", Actor{}, "?", Actor{}, Reported, players, "B+R", unseen, Unchanged, "?", "?", "report.changed"},
		{"a player reports again what they reported",
			"B+3.5", black, "?", Actor{}, Reported, black, "B+3.5", unseen, Unchanged, "B+3.5", "?", ""},
		{"a player mends their own report",
			"B+3.5", black, "?", Actor{}, Reported, black, "W+3.5", unseen, Recorded, "W+3.5", "?", ""},
		{"the opponent reports the same",
			"B+3.5", black, "?", Actor{}, Reported, white, "B+3.5", unseen, Confirmed, "B+3.5", "?", ""},
		{"the opponent reports the same with fewer details",
			"B+3.5", black, "?", Actor{}, Reported, white, "B+", unseen, Confirmed, "B+3.5", "?", ""},
		{"the opponent knows more details",
			"B+", black, "?", Actor{}, Reported, white, "B+3.5", unseen, Recorded, "B+3.5", "?", ""},
		{"the opponent contradicts",
			"B+3.5", black, "?", Actor{}, Reported, white, "W+3.5", false, Contested, "B+3.5", "W+3.5", ""},
		{"the opponent says yes",
			"B+3.5", black, "?", Actor{}, Confirming, white, "?", false, Confirmed, "B+3.5", "?", ""},
		{"nobody confirms their own report",
			"B+3.5", black, "?", Actor{}, Confirming, black, "?", false, Unchanged, "B+3.5", "?", ""},
		{"somebody who does not say who they are confirms nothing",
			"B+3.5", black, "?", Actor{}, Confirming, players, "?", false, Unchanged, "B+3.5", "?", ""},
		{"a report by nobody in particular may be the player's own",
			"B+3.5", players, "?", Actor{}, Confirming, white, "?", false, Unchanged, "B+3.5", "?", ""},
		{"a result of the desk needs no confirmation",
			"B+3.5", left, "?", Actor{}, Confirming, white, "?", false, Unchanged, "B+3.5", "?", ""},
		{"a dispute is not confirmed away",
			"B+3.5", black, "W+3.5", white, Confirming, white, "?", false, Unchanged, "B+3.5", "W+3.5", ""},
		{"another result than the one seen is not confirmed",
			"B+3.5", black, "?", Actor{}, Confirming, white, "?", unseen, Unchanged, "B+3.5", "?", "report.changed"},
		{"nothing is not confirmed",
			"?", Actor{}, "?", Actor{}, Confirming, white, "?", false, Unchanged, "?", "?", "report.changed"},
		{"the opponent touches the same on the tablet",
			"B+R", blackTablet, "?", Actor{}, Reported, whiteTablet, "B+R", unseen, Confirmed, "B+R", "?", ""},
		{"the same touch arrives twice",
			"B+R", blackTablet, "?", Actor{}, Reported, blackTablet, "B+R", unseen, Unchanged, "B+R", "?", ""},
		{"a player corrects on the tablet",
			"B+R", blackTablet, "?", Actor{}, Reported, blackTablet, "W+R", unseen, Recorded, "W+R", "?", ""},
		{"the opponent contradicts on the tablet",
			"B+R", blackTablet, "?", Actor{}, Reported, whiteTablet, "W+R", unseen, Contested, "B+R", "W+R", ""},
		{"a phone does not confirm its own player's touch",
			"B+R", blackTablet, "?", Actor{}, Reported, black, "B+R", unseen, Unchanged, "B+R", "?", ""},
		{"a touch does not confirm the same player's phone",
			"B+R", black, "?", Actor{}, Reported, blackTablet, "B+R", unseen, Unchanged, "B+R", "?", ""},
		{"a touch does not overrule a phone",
			"B+R", black, "?", Actor{}, Reported, blackTablet, "W+R", unseen, Contested, "B+R", "W+R", ""},
		{"a touch does not overrule the desk",
			"B+R", left, "?", Actor{}, Reported, whiteTablet, "W+R", unseen, Contested, "B+R", "W+R", ""},
		{"players clear nothing",
			"B+R", players, "?", Actor{}, Reported, players, "?", false, Unchanged, "B+R", "?", "report.nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := reportable(t)
			g := tn.Round(1).At(1)
			g.Revision = 5
			g.Result, g.EnteredBy, g.Desk = result(t, tt.stands), tt.by.Name, tt.by.Desk
			g.Dispute = Dispute{Result: result(t, tt.dispute), By: tt.beside.Name, Desk: tt.beside.Desk}
			e := Entry{Mode: tt.mode, Round: 1, Table: 1, Game: g.ID, Seen: g.Revision, Result: result(t, tt.enters)}
			e.By, e.Desk = tt.who.Name, tt.who.Desk
			if tt.unseen {
				e.Seen--
			}
			before := *g
			done, err := tn.Enter(e)
			if tt.refused != "" && !fault.Is(err, tt.refused) || tt.refused == "" && err != nil {
				t.Fatalf("error %v, want %q", err, tt.refused)
			}
			if done.Effect != tt.effect || g.Result.String() != tt.want || g.Dispute.Result.String() != tt.wantDispute {
				t.Errorf("effect %d, %s stands, %s disputed; want %d, %s, %s",
					done.Effect, g.Result, g.Dispute.Result, tt.effect, tt.want, tt.wantDispute)
			}
			if done.Was != before || done.Now != *g {
				t.Errorf("game %+v after %+v", done.Now, done.Was)
			}
			if changed := done.Now != done.Was; changed != (tt.effect != Unchanged) {
				t.Errorf("effect %d, changed: %v", tt.effect, changed)
			}
		})
	}
}

// A confirmed report does not belong to its author alone, and a correction by a desk clears the confirmation.
func TestConfirmation(t *testing.T) {
	tn := reportable(t)
	g := tn.Round(1).At(1)
	enter := func(mode EntryMode, by, text string) Effect {
		t.Helper()
		done, err := tn.Enter(Entry{Mode: mode, Round: 1, Table: 1, Seen: g.Revision, Result: result(t, text), By: by})
		if err != nil {
			t.Fatal(err)
		}
		return done.Effect
	}
	black, white := ByPlayer(g.Black), ByPlayer(g.White)
	enter(Reported, black, "B+3.5")
	seen := g.Revision
	if enter(Confirming, white, "?"); g.EnteredBy != black || g.ConfirmedBy != white || g.Revision != seen {
		t.Fatalf("confirmed: %+v", g)
	}
	if enter(Confirming, "Desk", "?") != Unchanged || g.ConfirmedBy != white {
		t.Errorf("confirmed twice: %+v", g)
	}
	if err := tn.SwapColours(1, 1); err != nil || g.ConfirmedBy != white {
		t.Errorf("the colours were corrected, not the winner: %v, %+v", err, g)
	}
	if enter(Reported, black, "B+") != Contested || g.ConfirmedBy != white {
		t.Errorf("the author takes a confirmed report back: %+v", g)
	}
	if enter(Chosen, "Desk", "B+R"); g.ConfirmedBy != "" || g.EnteredBy != "Desk" {
		t.Errorf("the desk corrects a confirmed report: %+v", g)
	}
}

// Names that only resemble a player's are names of desks.
func TestReporter(t *testing.T) {
	for name, want := range map[string]struct {
		id PlayerID
		ok bool
	}{
		ByLink: {0, true}, ByPlayer(17): {17, true}, "@players:017": {}, "@players:x": {}, "@players17": {}, "Anna": {}, "": {}, FromPlayer: {},
	} {
		if id, ok := Reporter(name); id != want.id || ok != want.ok {
			t.Errorf("%q: %d, %v", name, id, ok)
		}
	}
}

// Another game may be moved to the table before the entry.
func TestEntryForAnotherGame(t *testing.T) {
	for _, mode := range []EntryMode{AsSeen, Chosen, Typed, Reported} {
		for _, tt := range []struct{ name, stands, disputed, entry string }{
			{"no result", "?", "", "B+R"},
			{"another result", "B+R", "", "W+R"},
			{"the same result", "B+R", "", "B+R"},
			{"fewer details", "B+R", "", "B+"},
			{"the result of a dispute", "B+R", "W+", "B+R"},
			{"the other side of a dispute", "B+R", "W+", "W+"},
		} {
			t.Run(fmt.Sprint(mode, " ", tt.name), func(t *testing.T) {
				tn := reportable(t)
				tn.Settings.PlayerResults = true
				g := tn.Round(1).At(1)
				g.Result, g.EnteredBy = result(t, tt.stands), "Left"
				if tt.disputed != "" {
					g.Dispute = Dispute{Result: result(t, tt.disputed), By: "Middle", At: time.Unix(1, 0)}
				}
				was := *g
				_, err := tn.Enter(Entry{Mode: mode, Round: 1, Table: 1, Game: g.ID + 100, Result: result(t, tt.entry), By: "Right"})
				wantFault(t, err, "game.moved")
				if *g != was {
					t.Errorf("the game has become %+v", *g)
				}
			})
		}
	}
}

// An entry changes only games of its round, so that a copy of that round is enough.
func TestEntriesChangeOnlyTheirRound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		all := reportable(t)
		all.Rounds = append(all.Rounds, all.Clone().Rounds[0])
		all.Rounds[1].Number = 2
		for i := range all.Rounds[1].Games {
			g := &all.Rounds[1].Games[i]
			g.ID, g.Round = g.ID+100, 2
		}
		for range 5 {
			e := Entry{
				Round: rapid.IntRange(0, 3).Draw(rt, "round"), Table: rapid.IntRange(0, 3).Draw(rt, "table"), Seen: rapid.IntRange(0, 3).Draw(rt, "seen"),
				Mode: EntryMode(rapid.IntRange(0, 4).Draw(rt, "mode")), By: rapid.SampledFrom([]string{"Left", "Right", ByPlayer(1), ByPlayer(2)}).Draw(rt, "by"),
				Result: result(t, rapid.SampledFrom([]string{"B+R", "W+", "W+3.5", "?", "0"}).Draw(rt, "result")),
			}
			kept, was, some := all.Clone(), all.Clone(), all.CloneRound(e.Round)
			done, err := some.Enter(e)
			again, wants := was.Enter(e)
			if fmt.Sprint(err) != fmt.Sprint(wants) || done != again || len(some.Diff(was)) > 0 {
				rt.Fatalf("%+v: %+v, %v in a copy of the round, %+v, %v in one of the tournament", e, done, err, again, wants)
			}
			if e.Round > 0 && len(some.Players) > 0 && &some.Players[0] != &all.Players[0] {
				rt.Fatal("the copy shares nothing")
			}
			if !reflect.DeepEqual(all, kept) {
				rt.Fatalf("%+v has changed the state before it", e)
			}
			all = some
		}
	})
}

func result(t *testing.T, text string) Result {
	t.Helper()
	r, err := ParseResult(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A name identifies an author and the owner of the device. Other names belong to no player.
func TestNamesOfPlayersAndTheirDevices(t *testing.T) {
	for _, tt := range []struct {
		name       string
		id, device PlayerID
		ok         bool
	}{
		{ByLink, 0, 0, true}, {ByPlayer(6), 6, 0, true}, {ByPlayerOn(6, 7), 6, 7, true}, {ByPlayerOn(6, 6), 6, 0, true}, {ByPlayerOn(6, 0), 6, 0, true}, {ByPlayerOn(6, OnTablet), 6, OnTablet, true}, {ByPlayerOn(0, OnTablet), 0, OnTablet, true},
		{"Desk 1", 0, 0, false}, {"", 0, 0, false}, {ByPlayer(6) + "@", 0, 0, false}, {ByPlayer(6) + "@x", 0, 0, false},
		{ByPlayer(6) + "@6", 0, 0, false}, {ByPlayer(6) + "@07", 0, 0, false}, {ByLink + ":@7", 0, 0, false}, {"@6", 0, 0, false},
	} {
		if id, ok := Reporter(tt.name); id != tt.id || ok != tt.ok || DeviceOf(tt.name) != tt.device {
			t.Errorf("%q is of %d, %t, on the device of %d", tt.name, id, ok, DeviceOf(tt.name))
		}
	}
}
