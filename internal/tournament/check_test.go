package tournament

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tourney/internal/rank"
)

// shared collects the addresses of all slices and maps in a value.
func shared(v reflect.Value, at map[uintptr]string, path string) {
	switch v.Kind() {
	case reflect.Pointer:
		shared(v.Elem(), at, path)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			shared(v.Field(i), at, path+"."+v.Type().Field(i).Name)
		}
	case reflect.Slice:
		at[v.Pointer()] = path
		for i := range v.Len() {
			shared(v.Index(i), at, path+"[]")
		}
	case reflect.Map:
		at[v.Pointer()] = path
	}
}

// fillLists adds one element to every empty slice and map in a value.
func fillLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() || !v.CanSet() {
			return
		}
		for i := range v.NumField() {
			fillLists(v.Field(i))
		}
	case reflect.Slice:
		if v.CanSet() && v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		for i := range v.Len() {
			fillLists(v.Index(i))
		}
	case reflect.Map:
		if v.CanSet() && v.Len() == 0 {
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	var tn Tournament
	fillLists(reflect.ValueOf(&tn).Elem())
	mine, copied := map[uintptr]string{}, map[uintptr]string{}
	shared(reflect.ValueOf(&tn), mine, "")
	shared(reflect.ValueOf(tn.Clone()), copied, "")
	if len(mine) < 10 || len(mine) != len(copied) {
		t.Fatalf("%d lists in the tournament, %d in its clone", len(mine), len(copied))
	}
	for at, path := range copied {
		if _, both := mine[at]; both {
			t.Errorf("the clone shares %s", path)
		}
	}
}

// undone takes a step and returns the change that reverts it.
func undone(t *testing.T, tn *Tournament, step func() error) []Change {
	t.Helper()
	was := tn.Clone()
	if err := step(); err != nil {
		t.Fatal(err)
	}
	return was.Diff(tn)
}

func TestUndoMakesNoGhosts(t *testing.T) {
	draft := func(tn *Tournament) {
		t.Helper()
		if err := tn.SetDraft(1, []Game{{Black: 1, White: 2}}, nil, Drawn{}); err != nil {
			t.Fatal(err)
		}
	}
	tn := sample(t, 2)
	if err := tn.SetStatus(1, Preliminary); err != nil {
		t.Fatal(err)
	}
	checkIn := undone(t, tn, func() error { return tn.SetStatus(1, CheckedIn) })
	draft(tn)
	wantFault(t, tn.Undo(checkIn), "undo.overtaken")

	tn = sample(t, 2)
	if err := tn.SetAttendance(1, 1, HalfBye); err != nil {
		t.Fatal(err)
	}
	plays := undone(t, tn, func() error { return tn.SetAttendance(1, 1, Plays) })
	publish(t, tn, 1)
	wantFault(t, tn.Undo(plays), "undo.overtaken")

	tn = sample(t, 2)
	draft(tn)
	drop := undone(t, tn, func() error { return tn.DropDraft(1) })
	if err := tn.SetStatus(1, Withdrawn); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.Undo(drop), "undo.overtaken")

	tn = sample(t, 1)
	var id PlayerID
	add := undone(t, tn, func() (err error) {
		id, err = tn.AddPlayer(Player{Family: "New", Rank: rank.Dan1, Status: CheckedIn}, RefuseNamesakes)
		return err
	})
	if err := tn.SetDraft(1, []Game{{Black: 1, White: id}}, nil, Drawn{}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.Undo(add), "undo.overtaken")

	tn = sample(t, 2)
	publish(t, tn, 1)
	if err := tn.SetDraft(2, []Game{{Black: 1, White: 2}}, nil, Drawn{}); err != nil {
		t.Fatal(err)
	}
	drop = undone(t, tn, func() error { return tn.DropDraft(2) })
	fewer := tn.Settings
	fewer.Rounds = 1
	if err := tn.SetSettings(fewer); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.Undo(drop), "undo.overtaken")
}

func TestUnpublishAndPublishLookAtThePlayers(t *testing.T) {
	tn := sample(t, 4)
	publish(t, tn, 1)
	if err := tn.SetStatus(1, Withdrawn); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.Unpublish(1), "player.away")
	if !tn.Round(1).Published {
		t.Error("the refused round is a draft")
	}
	wantFault(t, tn.Repair(1, nil, nil), "round.empty")
}

func TestAnotherGameAtTheTable(t *testing.T) {
	tn := sample(t, 4)
	publish(t, tn, 1)
	looked := tn.Round(1).Games[0].ID
	if err := tn.Move(1, 1, 2); err != nil {
		t.Fatal(err)
	}
	_, _, err := tn.Record(Entry{Round: 1, Table: 1, Game: looked, Result: Result{Outcome: BlackWins}})
	wantFault(t, err, "game.moved")
	if _, _, err := tn.Record(Entry{Round: 1, Table: 2, Game: looked, Result: Result{Outcome: BlackWins}}); err != nil {
		t.Error(err)
	}
}

func TestEditKeepsStatusAndAttendance(t *testing.T) {
	tn := sample(t, 2)
	if err := tn.SetAttendance(1, 2, HalfBye); err != nil {
		t.Fatal(err)
	}
	p := *tn.Player(1)
	p.Club, p.Status, p.Absent, p.HalfByes = "Turku", Withdrawn, 0, 0
	if err := tn.EditPlayer(p, RefuseNamesakes); err != nil {
		t.Fatal(err)
	}
	if got := tn.Player(1); got.Club != "Turku" || got.Status != CheckedIn || got.Attendance(2) != HalfBye {
		t.Errorf("after the edit: %+v", got)
	}
}

func TestBoundsOfAPlayer(t *testing.T) {
	long := strings.Repeat("x", 500)
	for _, tt := range []struct {
		name string
		p    Player
		key  string
	}{
		{"origin", Player{Family: "A", Rank: rank.Dan1, RatingOrigin: long}, "field.long"},
		{"FFG status", Player{Family: "A", Rank: rank.Dan1, FFGStatus: long}, "field.long"},
		{"AGA expiry", Player{Family: "A", Rank: rank.Dan1, AGAExpiry: long}, "field.long"},
		{"grade", Player{Family: "A", Rank: rank.Dan1, Grade: 99}, "player.rank.invalid"},
		{"tag", Player{Family: "A", Rank: rank.Dan1, Tags: []string{long}}, "field.long"},
		{"short year", Player{Family: "A", Rank: rank.Dan1, Born: 8}, "player.born"},
		{"negative year", Player{Family: "A", Rank: rank.Dan1, Born: -2008}, "player.born"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := sample(t, 0).AddPlayer(tt.p, RefuseNamesakes)
			wantFault(t, err, tt.key)
		})
	}
	tn := sample(t, 0)
	tags := []string{" junior ", "", "junior"}
	id, err := tn.AddPlayer(Player{Family: "A", Rank: rank.Dan1, Tags: tags}, RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	if got := tn.Player(id).Tags; len(got) != 1 || got[0] != "junior" || tags[0] != " junior " {
		t.Errorf("tags are %q, the caller's %q", got, tags)
	}
}

func TestSettingsThatNobodyCanMean(t *testing.T) {
	for key, change := range map[string]func(*Settings){
		"settings.komi-choice": func(s *Settings) { s.KomiChoice = "zzz" },
		"settings.tie":         func(s *Settings) { s.Tie = "zzz" },
		"settings.rules":       func(s *Settings) { s.Rules = "zzz" },
		"settings.custom":      func(s *Settings) { s.Custom.Scoring = "beauty" },
		"settings.clock":       func(s *Settings) { s.Clock.Main = Span(-time.Hour) },
		"settings.scoring":     func(s *Settings) { s.Scoring.MMSBye = -100 },
		"settings.categories":  func(s *Settings) { s.Categories = []rank.Rank{rank.Kyu(5), rank.Dan1} },
		"settings.foreign":     func(s *Settings) { s.Foreign = map[string]string{"x": strings.Repeat("y", 2<<20)} },
	} {
		t.Run(key, func(t *testing.T) {
			tn := sample(t, 0)
			s := tn.Settings.clone()
			change(&s)
			wantFault(t, tn.SetSettings(s), key)
		})
	}
}

// A jigo needs a komi without a half point.
func TestTermsAfterAJigo(t *testing.T) {
	tn := sample(t, 2)
	publish(t, tn, 1)
	if err := tn.SetTerms(1, 1, 0, 12); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tn.Record(Entry{Round: 1, Table: 1, Seen: 1, Result: Result{Outcome: Jigo}}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, tn.SetTerms(1, 1, 0, 13), "result.jigo.komi")
}
