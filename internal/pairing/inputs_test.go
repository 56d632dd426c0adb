package pairing

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/eachfield"
	"tourney/internal/tournament"
)

// TestInputsIsEnough draws rounds of all kinds from the result of Inputs: the draw is the same.
func TestInputsIsEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 16)
		for n := 1; n <= 4; n++ {
			if again := remade(t, tn, n); again == nil {
				return
			}
			d := draw(t, tn, n)
			if len(d.Games) > 2 && rapid.Bool().Draw(t, "fix some") {
				if err := d.Draft(tn, "test"); err != nil {
					t.Fatal(err)
				}
				for i := range tn.Round(n).Games {
					tn.Round(n).Games[i].Locked = rapid.Bool().Draw(t, "locked")
				}
				remade(t, tn, n)
				d = draw(t, tn, n)
			}
			if len(d.Games) == 0 {
				return
			}
			playRandomly(t, tn, d)
		}
	})
}

// otherwiseSame returns a tournament that differs in each field without the tag draw:"yes". Disputes stay: they decide
// whether a result counts.
func otherwiseSame(tn *tournament.Tournament) *tournament.Tournament {
	c := tn.Clone()
	changeUnread(&c.Info)
	changeUnread(&c.Settings)
	for i := range c.Players {
		changeUnread(&c.Players[i])
	}
	for i := range c.Rounds {
		changeUnread(&c.Rounds[i])
		for k := range c.Rounds[i].Games {
			g := &c.Rounds[i].Games[k]
			dispute := g.Dispute
			changeUnread(g)
			g.Dispute = dispute
		}
	}
	return c
}

func changeUnread[T any](part *T) {
	v := reflect.ValueOf(part).Elem()
	for f, value := range v.Fields() {
		if !isRead(f) {
			eachfield.Value(value)
		}
	}
}

// remade draws round n from tn and from its Inputs, and compares.
func remade(t failer, tn *tournament.Tournament, n int) *Draw {
	d, err := Make(context.Background(), tn, n, Options{Seed: 7})
	again, failed := Make(context.Background(), Inputs(tn, n), n, Options{Seed: 7})
	if _, refused := fault.As(err); refused != (failed != nil) {
		t.Fatalf("round %d: %v, from what is kept %v", n, err, failed)
	}
	if err != nil {
		return nil
	}
	if was, now := drawText(tn, d), drawText(tn, again); was != now {
		t.Fatalf("round %d is drawn\n%s\nfrom what is kept\n%s", n, was, now)
	}
	other, err := Make(context.Background(), otherwiseSame(tn), n, Options{Seed: 7})
	if err != nil {
		t.Fatalf("round %d cannot be drawn after changes to fields without the tag draw:\"yes\": %v", n, err)
	}
	if was, now := drawText(tn, d), drawText(tn, other); was != now {
		t.Fatalf("round %d is drawn\n%s\nafter changes to fields without the tag draw:\"yes\"\n%s", n, was, now)
	}
	return again
}

// TestInputsIsEnoughForPlans is the same for every system, stages, play
// beside them, helpers and teams.
func TestInputsIsEnoughForPlans(t *testing.T) {
	events := map[string]*tournament.Tournament{
		"losers":  event(t, finale(t, tournament.PlayOnWithLosers, 4, 5), ranks(11)...),
		"beside":  event(t, finale(t, tournament.PlayOn, 4, 5), ranks(12)...),
		"helpers": event(t, of(t, tournament.Swiss, 4), ranks(9)...),
	}
	events["helpers"].Settings.Constraints.StandIns = []tournament.PlayerID{events["helpers"].Players[8].ID}
	for _, system := range tournament.Systems() {
		if system == tournament.Open {
			continue
		}
		events[string(system)] = event(t, of(t, system, 5), ranks(9)...)
	}
	s := finale(t, tournament.PlayOnWithLosers, 4, 5)
	s.Handicap.Ceiling = 0
	s.Criteria = []tournament.Criterion{tournament.StageReached, tournament.TeamPoints, tournament.BoardWins}
	events["teams"] = squads(t, s, 7, 2, 2)
	for name, tn := range events {
		for n := 1; n <= 4; n++ {
			from := Inputs(tn, n)
			if remade(t, tn, n) == nil {
				break
			}
			d := take(t, tn, n, stronger)
			v, err := Verify(context.Background(), tn, n, from)
			if err != nil || !v.Reproduced() || len(v.Differences)+len(v.Changes)+v.ByHand > 0 || len(v.Draw.Games) != len(d.Games) {
				t.Errorf("%s, round %d: %+v, %v", name, n, v, err)
			}
		}
	}
}

// TestVerifyListsChanges corrects all kinds of things after a draw: it
// is still reproduced, and the corrections are listed.
func TestVerifyListsChanges(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(tn *tournament.Tournament)
		want   []Sentence
	}{
		{"nothing", func(*tournament.Tournament) {}, nil},
		{"names and places", func(tn *tournament.Tournament) {
			tn.Players[2].Family, tn.Players[2].Given, tn.Players[2].Born, tn.Players[2].EGD = "Virtanen", "Aino", 1990, "123"
			tn.Info.Place, tn.Settings.Constraints.Room = "Oulu", 4
		}, nil},
		{"a result", func(tn *tournament.Tournament) { tn.Rounds[0].Games[1].Result = blackWon },
			[]Sentence{{"explain.since.result", []any{1, "A02", "A03"}}}},
		{"how a game was won", func(tn *tournament.Tournament) { tn.Rounds[0].Games[1].Result.Manner = tournament.ByResignation }, nil},
		{"a late entry", func(tn *tournament.Tournament) {
			if _, err := tn.AddPlayer(tournament.Player{Family: "Late", Rank: rank.Kyu1, Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
				t.Fatal(err)
			}
		}, []Sentence{{"explain.since.joined", []any{"Late"}}}},
		{"withdrawal, rank, rating, club, start and absence", func(tn *tournament.Tournament) {
			tn.Players[1].Status = tournament.Withdrawn
			tn.Players[2].Rank--
			tn.Players[3].Rating = rank.Points(17000)
			tn.Players[4].Club = "East"
			tn.Players[5].StartCorrection = 1
			tn.Players[6].Absent = 1 << 2
			tn.Players[7].Absent = 1 << 3 // after the draw
		}, []Sentence{
			{"explain.since.withdrew", []any{"A01"}},
			{"explain.since.rank", []any{"A02", rank.Dan(3), rank.Dan(2)}},
			{"explain.since.rating", []any{"A03"}}, {"explain.since.home", []any{"A04"}},
			{"explain.since.start", []any{"A05"}}, {"explain.since.absent", []any{"A06"}},
		}},
		{"settings", func(tn *tournament.Tournament) {
			tn.Settings.Bar, tn.Settings.Scoring.MMSBye, tn.Settings.Prizes.Currency = rank.Kyu(4), 1, "€"
		}, []Sentence{
			{"explain.since.setting", []any{Sentence{Key: "log.setting.bar"}}}, {"explain.since.setting", []any{Sentence{Key: "log.setting.scoring"}}},
		}},
		{"games and byes", func(tn *tournament.Tournament) {
			r := tn.Round(1)
			r.Games[0].White, r.Byes[0] = r.Byes[0], r.Games[0].White
			r.Games[2].Handicap = 4
		}, []Sentence{
			{"explain.since.terms", []any{1, "A04", "A05"}}, {"explain.since.pairs", []any{1}}, {"explain.since.byes", []any{1}},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := event(t, of(t, tournament.McMahon, 5), ranks(9)...)
			play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6), met(7, 8)}, []tournament.PlayerID{9}, whiteWon, whiteWon, whiteWon, whiteWon)
			from := Inputs(tn, 2)
			take(t, tn, 2, stronger)
			tt.change(tn)
			v, err := Verify(context.Background(), tn, 2, from)
			if err != nil || !v.Reproduced() || len(v.Differences)+v.ByHand > 0 {
				t.Errorf("%s: %+v, %v", tt.name, v, err)
				return
			}
			if d := cmp.Diff(tt.want, v.Changes); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, d)
			}
		})
	}
}

// TestVerifyCountsTheDirectorsGames fixes a pair before the draw and swaps two
// players after it.
func TestVerifyCountsTheDirectorsGames(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(10)...)
	if err := tn.SetDraft(1, []tournament.Game{{Black: 9, White: 1, Komi: 13, Locked: true}}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	from := Inputs(tn, 1)
	d := draw(t, tn, 1)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	free := slices.DeleteFunc(slices.Clone(tn.Round(1).Games), func(g tournament.Game) bool { return g.Locked })
	redraft(t, tn)(Swap(tn, 1, free[0].Black, free[1].Black))
	for i := range tn.Round(1).Games {
		tn.Round(1).Games[i].Locked = i%2 == 0 // whatever is locked since
	}
	v, err := Verify(context.Background(), tn, 1, from)
	if err != nil || !v.Reproduced() || v.ByHand != 3 || len(v.Differences) != 2 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestInputsHasNoEmptyLists: Inputs has nil in place of empty lists. An empty list would not survive a file and
// would be reported as another setting.
func TestInputsHasNoEmptyLists(t *testing.T) {
	tn := event(t, of(t, tournament.McMahon, 5), ranks(8)...)
	eachList(reflect.ValueOf(&tn.Settings).Elem(), "Settings", func(_ string, list reflect.Value) {
		if list.IsNil() {
			list.Set(reflect.MakeSlice(list.Type(), 0, 0))
		}
	})
	from := Inputs(tn, 1)
	eachList(reflect.ValueOf(&from.Settings).Elem(), "Settings", func(name string, list reflect.Value) {
		if !list.IsNil() && list.Len() == 0 {
			t.Errorf("%s is an empty list", name)
		}
	})
}

// eachList calls f with the lists of a struct, and the lists of its parts.
func eachList(v reflect.Value, name string, f func(name string, list reflect.Value)) {
	switch v.Kind() {
	case reflect.Slice:
		f(name, v)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				eachList(v.Field(i), name+"."+v.Type().Field(i).Name, f)
			}
		}
	}
}

// TestInputsHasNoDay: requests and notes are left out, because no draw uses them.
func TestInputsHasNoDay(t *testing.T) {
	tn := &tournament.Tournament{LastID: 9}
	tn.Day.Requests = []tournament.Request{{ID: 9, Note: "private"}}
	if from := Inputs(tn, 1); from.Day.Requests != nil {
		t.Errorf("the draw is made from %+v", from.Day)
	}
}

// A draw with rematches by the first method is made again by that, whether its input was stored or not; the same round
// drawn today lets others meet.
func TestVerifyDrawsOfTheFirstMethod(t *testing.T) {
	tn := club(t, "swiss", 12, "13 24", "14 23", "12 34", "12 34", "13 24")
	old, err := Make(t.Context(), withFirstMethod(tn), 6, Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	from := Inputs(tn, 6)
	if from.Settings.Pairing.Method != tournament.LatestMethod {
		t.Errorf("the input of a new draw names method %d", from.Settings.Pairing.Method)
	}
	from.Settings.Pairing.Method = 0 // as older versions stored it
	if err := old.Draft(tn, "old"); err != nil {
		t.Fatal(err)
	}
	if drawText(tn, old) == drawText(tn, draw(t, tn, 6)) {
		t.Fatal("both methods give one draw")
	}
	for _, input := range []*tournament.Tournament{from, nil} {
		v, err := Verify(t.Context(), tn, 6, input)
		if err != nil || !v.Reproduced() || len(v.Differences)+len(v.Changes) > 0 {
			t.Errorf("by the first method: %+v, %v", v, err)
		}
	}
	if err := draw(t, tn, 6).Draft(tn, "new"); err != nil {
		t.Fatal(err)
	}
	v, err := Verify(t.Context(), tn, 6, Inputs(tn, 6))
	if err != nil || !v.Reproduced() || len(v.Differences)+len(v.Changes) > 0 {
		t.Errorf("by the latest method: %+v, %v", v, err)
	}
}
