package director

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

var (
	anna = Actor{Name: "Anna"}
	bert = Actor{Name: "Bert"}
)

// clock advances by a second at each reading.
type clock struct{ seconds atomic.Int64 }

func (c *clock) now() time.Time {
	return time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC).Add(time.Duration(c.seconds.Add(1)) * time.Second)
}

// fresh returns a director over a new database. Tests with one run in parallel.
func fresh(t testing.TB) *Director {
	t.Helper()
	databasetest.Parallel(t)
	s := databasetest.Open(t, store.OpenScratch)
	t.Cleanup(func() {
		if err := s.Verify(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return New(s, (&clock{}).now)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want fault %s", err, key)
	}
}

func preset(t testing.TB, name string) tournament.Settings {
	t.Helper()
	s, err := tournament.PresetNamed(name)
	must(t, err)
	return s
}

func people(n int) []tournament.Player {
	var players []tournament.Player
	for i := range n {
		players = append(players, tournament.Player{
			Family: fmt.Sprintf("Player%03d", i+1), Given: "Test", Rank: rank.Kyu(1 + i%30), Status: tournament.CheckedIn,
		})
	}
	return players
}

// cup creates the tournament "cup" of n checked-in players.
func cup(t testing.TB, d *Director, n int) {
	t.Helper()
	_, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: "Cup"}, Settings: preset(t, "finnish")})
	must(t, err)
	if n > 0 {
		_, err = d.On(anna, "cup").ImportPlayers(t.Context(), people(n), "")
		must(t, err)
	}
}

// playing creates a tournament whose first round is published.
func playing(t testing.TB, d *Director, n int) {
	t.Helper()
	cup(t, d, n)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	must(t, d.On(anna, "cup").Round(1).Publish(t.Context()))
}

func state(t testing.TB, d *Director) *tournament.Tournament {
	t.Helper()
	return latest(t, d).Tournament
}

func latest(t testing.TB, d *Director) *Snapshot {
	t.Helper()
	s, err := d.Snapshot(t.Context(), "cup")
	must(t, err)
	return s
}

// whole returns all entries of the log, the oldest first.
func whole(t testing.TB, d *Director) []LogEntry {
	t.Helper()
	var all []LogEntry
	for page := 0; ; page++ {
		entries, more, err := d.Log(t.Context(), "cup", page, LogFilter{})
		must(t, err)
		all = append(all, entries...)
		if !more {
			slices.Reverse(all)
			return all
		}
	}
}

func enter(d *Director, by Actor, round, table, seen int, o tournament.Outcome) error {
	_, err := d.On(by, "cup").Enter(context.Background(),
		tournament.Entry{Round: round, Table: table, Seen: seen, Result: tournament.Result{Outcome: o}})
	return err
}

// correct enters another result with a reason.
func correct(d *Director, by Actor, round, table, seen int, o tournament.Outcome) error {
	_, err := d.On(by, "cup").Because("wrong entry").Enter(context.Background(),
		tournament.Entry{Round: round, Table: table, Seen: seen, Result: tournament.Result{Outcome: o}})
	return err
}

// TestManyDesks has 20 desks enter the results of 40 tables at the same time, each starting at another table. They
// agree except at every fifth table, where every other desk enters the opposite.
func TestManyDesks(t *testing.T) {
	const desks, tables = 20, 40
	d := fresh(t)
	playing(t, d, 2*tables)
	before := state(t, d).Version
	says := func(desk, table int) tournament.Result {
		if table%5 == 0 && desk%2 == 1 {
			return tournament.Result{Outcome: tournament.WhiteWins}
		}
		return tournament.Result{Outcome: tournament.BlackWins}
	}
	refused := make([][tables + 1]*fault.Error, desks)
	var all sync.WaitGroup
	for desk := range desks {
		all.Go(func() {
			for i := range tables {
				table := 1 + (i+2*desk)%tables
				_, err := d.On(Actor{Name: fmt.Sprintf("Desk %d", desk)}, "cup").Enter(t.Context(),
					tournament.Entry{Round: 1, Table: table, Result: says(desk, table)})
				if err == nil {
					continue
				}
				e, ok := fault.As(err)
				if !ok || e.Key != "game.changed" {
					t.Errorf("desk %d, table %d: %v", desk, table, err)
					return
				}
				refused[desk][table] = e
			}
		})
	}
	all.Wait()

	tn := state(t, d)
	for _, g := range tn.Round(1).Games {
		if !g.Result.Known() || g.Revision != 1 {
			t.Errorf("table %d: %v in revision %d", g.Table, g.Result, g.Revision)
		}
		for desk := range desks {
			e, agrees := refused[desk][g.Table], says(desk, g.Table) == g.Result
			switch {
			case agrees && e != nil:
				t.Errorf("desk %d agrees at table %d and is refused: %v", desk, g.Table, e)
			case !agrees && e == nil:
				t.Errorf("desk %d contradicts at table %d and is not told", desk, g.Table)
			case !agrees && (e.Args[1] != g.Result || e.Args[2] != g.EnteredBy || e.Args[3] != g.EnteredAt):
				t.Errorf("table %d: effect %v, but %s entered %v", g.Table, e, g.EnteredBy, g.Result)
			}
		}
	}
	if tn.Version != before+tables {
		t.Errorf("%d versions for %d results", tn.Version-before, tables)
	}
	for _, e := range whole(t, d)[before:] {
		if e.Action != "result.record" || len(e.Changes) != 1 || e.Changes[0].Game.New.EnteredBy != e.By {
			t.Errorf("entry %d: %s by %s, %d changes", e.Version, e.Action, e.By, len(e.Changes))
		}
	}
}

func TestCorrection(t *testing.T) {
	d := fresh(t)
	playing(t, d, 4)
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	wantFault(t, enter(d, bert, 1, 1, 0, tournament.WhiteWins), "game.changed")
	version := state(t, d).Version
	must(t, enter(d, bert, 1, 1, 0, tournament.BlackWins))
	if v := state(t, d).Version; v != version {
		t.Errorf("repeating a result made version %d", v)
	}
	must(t, enter(d, bert, 1, 1, 1, tournament.WhiteWins))
	log := whole(t, d)
	last := log[len(log)-1]
	g := state(t, d).Round(1).Games[0]
	want := []any{
		1, 1, state(t, d).NameOf(g.Black), state(t, d).NameOf(g.White),
		tournament.Result{Outcome: tournament.WhiteWins}, tournament.Result{Outcome: tournament.BlackWins},
	}
	if d := cmp.Diff(want, last.Args); last.Action != "result.correct" || d != "" {
		t.Errorf("%s %s", last.Action, d)
	}
	contested := tournament.Entry{Mode: tournament.Typed, Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}
	done, err := d.On(anna, "cup").Enter(t.Context(), contested)
	must(t, err)
	if done.Effect != tournament.Contested {
		t.Errorf("effect %d", done.Effect)
	}
	if g := state(t, d).Round(1).Games[0]; g.Dispute.By != "Anna" || g.Dispute.At.IsZero() {
		t.Errorf("dispute %+v", g.Dispute)
	}
	wantFault(t, enter(d, anna, 9, 1, 0, tournament.BlackWins), "round.missing")
	wantFault(t, enter(d, anna, 1, 99, 0, tournament.BlackWins), "game.missing")
}

func TestDoubleClick(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	var slugs, ids sync.Map
	clicks := func(f func()) {
		var all sync.WaitGroup
		for range 10 {
			all.Go(f)
		}
		all.Wait()
	}
	clicks(func() {
		slug, err := d.Create(ctx, anna, Creation{Info: tournament.Info{Name: "Cup"}, Settings: preset(t, "egf"), Founding: Founding{Once: "create"}})
		if err != nil {
			t.Error(err)
		}
		slugs.Store(slug, true)
	})
	p := tournament.Player{Family: "Salo", Given: "Anna", Rank: rank.Dan(3)}
	clicks(func() {
		id, err := d.On(anna, "cup").AddPlayer(ctx, p, tournament.RefuseNamesakes, "add")
		if err != nil {
			t.Error(err)
		}
		ids.Store(id, true)
	})
	clicks(func() {
		if n, err := d.On(anna, "cup").ImportPlayers(ctx, people(7), "import"); n != 7 || err != nil {
			t.Errorf("imported %d, %v", n, err)
		}
	})
	clicks(func() {
		slug, err := d.Import(ctx, anna, tournament.Whole{Tournament: state(t, d)}, Founding{Once: "file"})
		if err != nil {
			t.Error(err)
		}
		slugs.Store(slug, true)
	})
	count := func(m *sync.Map) (keys []any) {
		m.Range(func(k, _ any) bool { keys = append(keys, k); return true })
		return keys
	}
	if got := count(&ids); len(got) != 1 || got[0] != tournament.PlayerID(1) {
		t.Errorf("ten clicks answered with the players %v", got)
	}
	list, err := d.Catalogue().Find(ctx, Search{}, Page{Most: 9})
	must(t, err)
	if got := count(&slugs); len(got) != 2 || len(list) != 2 || list[0].Slug != "cup-2" || list[0].Players != 8 || list[1].Players != 8 {
		t.Errorf("tournaments %v: %+v", got, list)
	}
	if v := state(t, d).Version; v != 3 {
		t.Errorf("version %d", v)
	}
	_, err = d.On(anna, "cup").ImportPlayers(ctx, people(1), "add")
	wantFault(t, err, "form.reused")
	_, err = d.On(anna, "cup-2").AddPlayer(ctx, p, tournament.RefuseNamesakes, "add")
	wantFault(t, err, "form.reused")
	_, err = d.On(anna, "cup").AddPlayer(ctx, p, tournament.RefuseNamesakes, "another")
	wantFault(t, err, "player.twin")
	_, err = d.On(anna, "cup").AddPlayer(ctx, p, tournament.RefuseNamesakes, string(make([]byte, 200)))
	wantFault(t, err, "form.key")
}

func TestCreateNames(t *testing.T) {
	d := fresh(t)
	for _, tt := range []struct{ name, slug, want string }{
		{"Kevätturnaus 2026: Hämeenlinna!", "", "kevatturnaus-2026-hameenlinna"},
		{"Kevätturnaus 2026, Hämeenlinna", "", "kevatturnaus-2026-hameenlinna-2"},
		{"囲碁大会", "", "tournament"}, {"囲碁", "", "tournament-2"}, {"Cup", "my-cup", "my-cup"},
		{"a very long name of a tournament that goes on and on and on without end", "", "a-very-long-name-of-a-tournament-that-goes-on-and-on-and-on"},
	} {
		got, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: tt.name, Slug: tt.slug}, Settings: preset(t, "club")})
		if err != nil || got != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
	}
	_, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: "Cup", Slug: "my-cup"}, Settings: preset(t, "club")})
	wantFault(t, err, "tournament.slug.taken")
	_, err = d.Create(t.Context(), anna, Creation{Info: tournament.Info{}, Settings: preset(t, "club")})
	wantFault(t, err, "tournament.name.empty")
	rules := preset(t, "egf")
	wantFault(t, d.On(anna, "tournament").SetUp(t.Context(), tournament.Info{Name: "Cup", Slug: "my-cup"}, rules), "tournament.slug.taken")
	if s, err := d.Snapshot(t.Context(), "tournament"); err != nil || s.Tournament.Version != 1 {
		t.Errorf("half of a set-up is kept: %+v, %v", s, err)
	}
	must(t, d.On(anna, "tournament").SetUp(t.Context(), tournament.Info{Name: "Cup", Slug: "renamed"}, rules))
	if s, err := d.Snapshot(t.Context(), "renamed"); err != nil || s.Tournament.Version != 2 {
		t.Errorf("a set-up is not one change: %+v, %v", s, err)
	}
	_, err = d.Snapshot(t.Context(), "tournament")
	wantFault(t, err, "tournament.missing")
}

// Two people with one name and different numbers need no confirmation.
func TestImportNamesakes(t *testing.T) {
	d := fresh(t)
	cup(t, d, 0)
	list := people(2)
	list[1].Family, list[1].Given = list[0].Family, list[0].Given
	list[0].EGD = "90000001"
	_, err := d.On(anna, "cup").ImportPlayers(t.Context(), list, "")
	wantFault(t, err, "player.twin")
	list[1].EGD = "90000007"
	if n, err := d.On(anna, "cup").ImportPlayers(t.Context(), list, ""); n != 2 || err != nil {
		t.Errorf("%d players, %v", n, err)
	}
}

// A list of absences changes the players' plans, for the first and the last round too.
func TestImportChangesAttendance(t *testing.T) {
	d := fresh(t)
	cup(t, d, 3)
	tn := state(t, d)
	away := []int{1, 2, tn.Settings.Rounds}
	text := "Family;Given;Rank;Absent\n"
	for i, n := range away {
		text += fmt.Sprintf("%s;%s;%s;%d\n", tn.Players[i].Family, tn.Players[i].Given, tn.Players[i].Rank, n)
	}
	sheet, err := roster.Read([]byte(text), tn, roster.Options{})
	must(t, err)
	if added, updated, err := d.On(anna, "cup").ImportSheet(t.Context(), sheet, ""); added != 0 || updated != 3 || err != nil {
		t.Fatalf("%d added, %d updated, %v", added, updated, err)
	}
	for i, away := range away {
		for n := 1; n <= tn.Settings.Rounds; n++ {
			if p := state(t, d).Players[i]; (p.Attendance(n) == tournament.Absent) != (n == away) {
				t.Errorf("%s is absent from round %d: %v", p.Name(), n, n != away)
			}
		}
	}
}

func TestPlayers(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 0)
	list := people(5)
	list[1].Status, list[2].Status = tournament.Preliminary, tournament.Preliminary
	list[4].Family, list[4].Given = "PLAYER 001", "test" // the first's name in another spelling
	before := state(t, d)
	_, err := d.On(anna, "cup").ImportPlayers(ctx, list, "")
	wantFault(t, err, "player.twin")
	if state(t, d) != before {
		t.Error("a refused import changed something")
	}
	n, err := d.On(anna, "cup").ImportPlayers(ctx, list[:4], "")
	if n != 4 || err != nil {
		t.Fatal(n, err)
	}
	must(t, d.On(anna, "cup").SetStatus(ctx, 3, tournament.Withdrawn))
	if n, err := d.On(anna, "cup").CheckInAll(ctx); n != 1 || err != nil {
		t.Errorf("checked in %d, %v", n, err)
	}
	// Bert's page was loaded before Anna checked in player 3.
	must(t, d.On(anna, "cup").SetStatus(ctx, 3, tournament.CheckedIn))
	must(t, d.On(anna, "cup").SetAttendance(ctx, 3, 2, tournament.HalfBye))
	must(t, d.On(bert, "cup").EditPlayer(ctx, 3, tournament.RefuseNamesakes, func(p *tournament.Player) { p.ID, p.Club = 99, "Tampere" }))
	p := state(t, d).Player(3)
	if p.Club != "Tampere" || p.Status != tournament.CheckedIn || p.Attendance(2) != tournament.HalfBye {
		t.Errorf("player 3: %+v", p)
	}
	must(t, d.On(anna, "cup").RemovePlayer(ctx, 4))
	wantFault(t, d.On(anna, "cup").RemovePlayer(ctx, 4), "player.missing")
	wantFault(t, d.On(anna, "cup").SetStatus(ctx, 1, 77), "player.status.unknown")
	wantFault(t, d.On(anna, "cup").SetAttendance(ctx, 1, 1, "sleeps"), "registration.attendance.unknown")
	wantFault(t, d.On(anna, "cup").SetAttendance(ctx, 1, 99, tournament.Absent), "round.range")
	wantFault(t, d.On(anna, "nowhere").RemovePlayer(ctx, 4), "tournament.missing")
}

func TestFiveThousandPlayers(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	d := fresh(t)
	cup(t, d, 0)
	if _, err := d.On(anna, "cup").ImportPlayers(t.Context(), people(tournament.MostPlayers+1), ""); !fault.Is(err, "player.many") {
		t.Error(err)
	}
	if n, err := d.On(anna, "cup").ImportPlayers(t.Context(), people(tournament.MostPlayers), ""); n != tournament.MostPlayers || err != nil {
		t.Error(n, err)
	}
}

func TestSnapshotsStay(t *testing.T) {
	d := fresh(t)
	playing(t, d, 6)
	old, err := d.Snapshot(t.Context(), "cup")
	must(t, err)
	was := old.Tournament.Clone()
	standings := old.Standings(1)
	must(t, enter(d, anna, 1, 2, 0, tournament.WhiteWins))
	must(t, d.On(anna, "cup").EditPlayer(t.Context(), 1, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Tags = []string{" junior "} }))
	must(t, d.On(anna, "cup").EditPlayer(t.Context(), 1, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Tags[0] = "woman" }))
	if d := was.Diff(old.Tournament); len(d) > 0 || old.Tournament.Version != was.Version {
		t.Errorf("an old snapshot changed in %d places", len(d))
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if now, err := d.Snapshot(t.Context(), "cup"); err != nil || now.Standings(1) == standings || now.Standings(1) != now.Standings(99) {
				t.Errorf("standings of the new version: %v", err)
			}
			if old.Standings(1) != standings || old.Standings(-1) != old.Standings(0) {
				t.Error("standings were computed again")
			}
		})
	}
	all.Wait()
	// Another program writes to the same file.
	other := New(d.store, d.now)
	must(t, other.On(bert, "cup").SetUp(t.Context(), tournament.Info{Slug: "cup", Name: "Other"}, state(t, d).Settings))
	if name := state(t, d).Info.Name; name != "Other" {
		t.Errorf("the name is still %s", name)
	}
	must(t, enter(d, anna, 1, 1, 0, tournament.WhiteWins))
}

// ImportPlayers adds all players of a list and returns their number; if one is refused, it adds none.
func (ed *Editor) ImportPlayers(ctx context.Context, players []tournament.Player, once string) (n int, err error) {
	sheet := roster.Sheet{}
	for _, p := range players {
		sheet.Rows = append(sheet.Rows, roster.Row{Player: p})
	}
	n, _, err = ed.ImportSheet(ctx, &sheet, once)
	return n, err
}
