package director

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// traces are words that must not appear anywhere after the erasure of the person.
var traces = []string{
	"Zyxwv", "zyxwv", "Qwertz", "qwertz", "Zyxvw", "ZYXWV", "vmail@", "555-0199", "98765431", "Vlub", "Wspy", "Vsecret", "Vtold", "Vzq", "Vphone",
}

// findTraces returns the traces in a text.
func findTraces(text string) (found []string) {
	for _, trace := range traces {
		if i := strings.Index(text, trace); i >= 0 {
			found = append(found, fmt.Sprintf("%s in …%q…", trace, text[max(0, i-60):min(len(text), i+60)]))
		}
	}
	return found
}

// eventful plays two rounds with a person whose name is in every kind of stored data, and returns the director, the
// path of the data file and the number of the player.
func eventful(t *testing.T) (*Director, string, tournament.PlayerID) {
	t.Helper()
	databasetest.Parallel(t)
	ctx, s := t.Context(), databasetest.OpenFile(t, store.OpenScratch)
	d := New(s, (&clock{}).now)
	opened(t, d, 0, 0)
	desk := d.On(anna, "cup")
	up := day.SignUp{Agrees: true, Note: "Vsecret: late"}
	up.Player = tournament.Player{
		Family: "Zyxvw", Given: "Qwertz", Rank: rank.Kyu(5), Mail: "vmail@example.org", Born: 2010, Club: "Vlub", EGD: "98765431", Hiding: consent.Initials,
	}
	w, err := d.SignUp(ctx, "cup", up, "one")
	must(t, err)
	id := w.Player
	link, err := d.Link(ctx, "cup", w.Token)
	must(t, err)
	request, err := link.AddRequest(ctx, tournament.Request{Kind: tournament.AskName, Proposed: tournament.Proposed{Family: "Zyxwv", Given: "Qwertz"}, Note: "Vsecret: a slip"}, "q")
	must(t, err)
	must(t, desk.Requests().Grant(ctx, day.Decision{Request: request, Answer: "Vsecret: done"}))
	must(t, desk.EditPlayer(ctx, id, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Notes, p.Contact, p.Tags = "Vsecret: vegetarian", "phone 555-0199", []string{"Wspy"}
	}))
	must(t, desk.SetStatus(ctx, id, tournament.CheckedIn))
	_, err = desk.ImportPlayers(ctx, people(7), "")
	must(t, err)
	must(t, desk.Round(1).Pair(ctx, 1))
	must(t, desk.Round(1).Publish(ctx))
	finishRound(t, d, 1)
	g := state(t, d).Round(1).Game(id)
	other := "PB"
	if g.Black == id {
		other = "PW"
	}
	own := map[string]string{"PB": "PW", "PW": "PB"}[other]
	must(t, desk.Game(g.ID).AttachRecord(ctx, []byte("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]"+own+"[ZYXWV Q. (Vzq)]"+other+"["+state(t, d).NameOf(g.Opponent(id))+
		"]C[Qwertz Zyxwv of Go, and Vzq too];B[pd];W[dd]C[Zyxwv: hi])")))
	var stranger *tournament.Game
	for i := range state(t, d).Rounds[0].Games {
		if x := &state(t, d).Rounds[0].Games[i]; !x.Has(id) {
			stranger = x
		}
	}
	must(t, desk.Game(stranger.ID).AttachRecord(ctx, []byte("(;GM[1]FF[4]SZ[19]C[Watched by Zyxwv, Qwertz];B[pd];W[dd])")))
	must(t, desk.Day().AddIncident(ctx, tournament.Incident{Kind: tournament.CameLate, Round: 1, Player: id, Note: "Vtold"}, ""))
	must(t, desk.Day().Announce(ctx, "Welcome, Qwertz Zyxwv!", 0, ""))
	must(t, desk.Round(2).Pair(ctx, 2))
	must(t, desk.Round(2).Publish(ctx))
	must(t, desk.Because("Zyxwv is ill, says 555-0199").SetAttendance(ctx, id, 3, tournament.Absent))
	must(t, s.Tx(ctx, func(tx *store.Tx) error {
		return tx.KeepPush("cup", store.PushSubscription{Player: id, Endpoint: "https://push.example/Vphone", Since: d.Now()}, 5)
	}))
	return d, s.Path(), id
}

func TestForget(t *testing.T) {
	d, path, id := eventful(t)
	ctx, desk := t.Context(), d.On(bert, "cup")
	was := latest(t, d)
	removed := len(whole(t, d))
	var before []byte
	for _, name := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(name)
		must(t, err)
		before = append(before, content...)
	}
	if found := findTraces(string(before)); len(found) < len(traces)-4 { // the name in some spellings
		t.Fatalf("the test finds too little before: %q", found)
	}
	plan, err := d.PersonalData().Plan(ctx, "cup", id)
	must(t, err)
	if plan.Name != "Zyxwv Qwertz" || !plan.Playing || plan.Records != 2 || plan.Requests != 2 || plan.Incidents != 1 || plan.Draws < 2 || plan.Entries < 10 {
		t.Errorf("the plan is %+v", plan)
	}
	wantFault(t, d.PersonalData().Forget(ctx, desk, id, "Zyxwv"), "forget.name")
	_, err = d.PersonalData().Plan(ctx, "cup", 4711)
	wantFault(t, err, "player.missing")
	token, err := d.PlayerToken(ctx, was.Tournament, id)
	must(t, err)
	must(t, d.PersonalData().Forget(ctx, desk, id, " zyxwv  Qwertz "))

	now := latest(t, d)
	p := now.Tournament.Player(id)
	if p.Name() != privacy.Numbered(id) || !p.Forgotten || now.Tournament.Version != was.Tournament.Version+1 {
		t.Errorf("the player is %+v in version %d", p, now.Tournament.Version)
	}
	if found := findTraces(fmt.Sprintf("%+v", now.Tournament)); found != nil {
		t.Errorf("the tournament: %q", found)
	}
	checkSameResults(t, was, now)
	log := whole(t, d)
	if len(log) != removed+1 || log[removed].Action != forgetAction || log[removed].By != bert.Name || log[removed].At.IsZero() {
		t.Errorf("the log has %d entries, the last %+v", len(log), log[len(log)-1].Entry)
	}
	must(t, d.store.Verify(ctx))
	if _, err := d.Link(ctx, "cup", token); !fault.Is(err, "link.token") {
		t.Errorf("the personal link: %v", err)
	}
	_, err = d.PersonalData().Plan(ctx, "cup", id)
	wantFault(t, err, "player.missing")
	g := now.Tournament.Round(1).Game(id)
	review, err := d.Review(ctx, now.Tournament, g.ID)
	must(t, err)
	if !strings.Contains(review.Text, privacy.Numbered(id)) || !strings.Contains(review.Text, "B[pd]") || strings.Contains(review.Text, "of Go") == false {
		t.Errorf("the record is %s", review.Text)
	}
	for n := 1; n <= 2; n++ {
		v, err := now.Verify(ctx, n)
		must(t, err)
		if len(v.Failures) > 0 && v.Failures[0].Key != "explain.verify.forgotten" {
			t.Errorf("the draw of round %d: %+v", n, v.Failures)
		}
	}
	checkBytes(t, d, path)
}

// checkSameResults compares places, scores and games, ignoring names.
func checkSameResults(t *testing.T, was, now *Snapshot) {
	t.Helper()
	places := func(s *Snapshot) map[tournament.PlayerID]string {
		got := map[tournament.PlayerID]string{}
		for n := range s.Tournament.Rounds {
			for _, r := range s.Standings(n + 1).Rows {
				got[r.Player] += fmt.Sprint(r.Place, r.Scores, cells(r.Cells))
			}
		}
		return got
	}
	if d := cmp.Diff(places(was), places(now)); d != "" {
		t.Errorf("the standings changed:\n%s", d)
	}
	games := func(s *Snapshot) (list []string) {
		for _, r := range s.Tournament.Rounds {
			for _, g := range r.Games {
				list = append(list, fmt.Sprint(g.ID, g.Table, g.Black, g.White, g.Handicap, g.Komi, g.Result))
			}
		}
		return list
	}
	if d := cmp.Diff(games(was), games(now)); d != "" {
		t.Errorf("the games changed:\n%s", d)
	}
}

func cells(list []results.Cell) (out []string) {
	for _, c := range list {
		out = append(out, fmt.Sprint(c.Kind, c.Opponent))
	}
	return out
}

// checkBytes searches every byte of the data file, its write-ahead log and a backup for traces.
func checkBytes(t *testing.T, d *Director, path string) {
	t.Helper()
	backup := filepath.Join(t.TempDir(), "backup.db")
	_, err := d.store.Backup(context.Background(), backup)
	must(t, err)
	for _, name := range []string{path, path + "-wal", path + "-shm", backup} {
		content, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if found := findTraces(string(content)); found != nil {
			t.Errorf("%s keeps %q", filepath.Base(name), found)
		}
		for i := range len(content) - 1 { // as UTF-16 too
			if content[i] == 'Z' && bytes.HasPrefix(content[i:], []byte("Z\x00y\x00x\x00w")) {
				t.Errorf("%s keeps the name as UTF-16", filepath.Base(name))
			}
		}
	}
}

// TestForgottenStaysForgotten undoes and redoes every earlier step: the name stays erased, and the log stays consistent
// with the tournament.
func TestForgottenStaysForgotten(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	d, path, id := eventful(t)
	ctx, desk := t.Context(), d.On(bert, "cup").Because("a test")
	must(t, d.PersonalData().Forget(ctx, desk, id, "Zyxwv Qwertz"))
	last := state(t, d).Version
	wantFault(t, desk.Undo(ctx, last), "undo.forgotten")
	undone := 0
	for version := last - 1; version > 1; version-- {
		err := desk.Because("as asked").Undo(ctx, version)
		if _, refused := fault.As(err); err != nil && !refused {
			t.Fatalf("undoing version %d: %v", version, err)
		}
		if err == nil && state(t, d).Version > last {
			undone++
		}
		if found := findTraces(fmt.Sprintf("%+v", state(t, d))); found != nil {
			t.Fatalf("after undoing version %d: %q", version, found)
		}
		must(t, d.store.Verify(ctx))
	}
	if undone < 10 || state(t, d).Player(id) != nil {
		t.Errorf("%d steps were undone; the player is %+v", undone, state(t, d).Player(id))
	}
	for version := state(t, d).Version; version > last; version-- { // redo everything
		err := desk.Because("as asked").Undo(ctx, version)
		if _, refused := fault.As(err); err != nil && !refused {
			t.Fatalf("redoing version %d: %v", version, err)
		}
		if found := findTraces(fmt.Sprintf("%+v", state(t, d))); found != nil {
			t.Fatalf("after redoing version %d: %q", version, found)
		}
	}
	if p := state(t, d).Player(id); p == nil || !p.Forgotten || p.Name() != privacy.Numbered(id) {
		t.Errorf("the player is back as %+v", p)
	}
	must(t, d.store.Verify(ctx))
	checkBytes(t, d, path)
}

// TestForgetsARemovedPlayer erases a player whose name is only in the log.
func TestForgetsARemovedPlayer(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	cup(t, d, 4)
	desk := d.On(anna, "cup")
	id, err := desk.AddPlayer(ctx, tournament.Player{Family: "Zyxwv", Given: "Qwertz", Rank: rank.Kyu(3)}, tournament.RefuseNamesakes, "")
	must(t, err)
	must(t, desk.RemovePlayer(ctx, id))
	plan, err := d.PersonalData().Plan(ctx, "cup", id)
	if err != nil || plan.Playing || plan.Entries != 2 {
		t.Fatalf("the plan is %+v, %v", plan, err)
	}
	must(t, d.PersonalData().Forget(ctx, desk, id, "Zyxwv Qwertz"))
	if found := findTraces(fmt.Sprintf("%+v", whole(t, d))); found != nil {
		t.Errorf("the log: %q", found)
	}
	must(t, desk.Undo(ctx, state(t, d).Version-1)) // the removal
	if p := state(t, d).Player(id); p == nil || p.Name() != privacy.Numbered(id) {
		t.Errorf("the player came back as %+v", p)
	}
}

// restored replaces the data of a director with a backup and reopens them.
func restored(t *testing.T, d *Director, backup string) *Director {
	t.Helper()
	path := d.store.Path()
	prepared, err := d.store.Replacement(t.Context(), backup)
	must(t, err)
	_, lost, err := prepared.Apply(t.Context())
	must(t, errors.Join(err, lost.Access, lost.Erased))
	s, err := store.Open(t.Context(), path)
	must(t, err)
	t.Cleanup(func() { _ = s.Close() }) // the next restore closes it
	return New(s, d.now)
}

// copied returns the path of a backup of the present state.
func copied(t *testing.T, d *Director) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	_, err := d.store.Backup(t.Context(), path)
	must(t, err)
	return path
}

// An older backup does not restore an erased person, even if the tournament was deleted since, or after a restore of a
// state older than the person. A new player with the same number is not erased.
func TestRestoreForgetsAgain(t *testing.T) {
	ctx := t.Context()
	d, path, id := eventful(t)
	name := state(t, d).Player(id).Name()
	before := copied(t, d)
	must(t, d.PersonalData().Forget(ctx, d.On(anna, "cup"), id, name))
	if n, err := store.CountReappearing(ctx, d.store, before); n != 1 || err != nil {
		t.Errorf("the backup names %d forgotten people, %v", n, err)
	}
	if n, err := store.CountReappearing(ctx, d.store, copied(t, d)); n != 0 || err != nil {
		t.Errorf("a backup of now names %d forgotten people, %v", n, err)
	}
	d = restored(t, d, before)
	if n, err := d.PersonalData().ForgetAgain(ctx, "Anna"); n != 1 || err != nil {
		t.Fatalf("%d forgotten again, %v", n, err)
	}
	if p := state(t, d).Player(id); !p.Forgotten {
		t.Errorf("%s is back", p.Name())
	}
	log, _, err := d.access.People().Log(ctx, store.FirstOrganisation, 0)
	must(t, err)
	if len(log) < 2 || log[0].Event != accounts.EventForgottenAgain || log[0].Who != "Anna" || log[0].Subject != privacy.Numbered(id)+" · Cup" || log[1].Event != accounts.EventForgotten {
		t.Errorf("the log of access tells %+v", log)
	}
	if n, err := d.PersonalData().ForgetAgain(ctx, "Anna"); n != 0 || err != nil {
		t.Errorf("%d forgotten once more, %v", n, err)
	}
	must(t, d.store.Close())
	content, err := os.ReadFile(path)
	must(t, err)
	if found := findTraces(string(content)); len(found) > 0 {
		t.Errorf("the file still has %v", found)
	}
}

// After a failed purge the next start purges the file.
func TestPurgeIsMadeUpFor(t *testing.T) {
	ctx := t.Context()
	d, path, id := eventful(t)
	pd := d.PersonalData()
	must(t, pd.forget(ctx, forgetStep{slug: "cup", player: id, by: "Anna", event: accounts.EventForgotten, confirm: func(*Forgetting) error { return nil }}))
	must(t, d.store.Close())
	wantFault(t, pd.purge(ctx), "forget.purge")
	for _, due := range []bool{true, false} {
		s, err := store.Open(ctx, path)
		must(t, err)
		if _, is, err := s.Secret(ctx, "purge"); is != due || err != nil {
			t.Errorf("a purge is due: %t, %v; want %t", is, err, due)
		}
		_, err = New(s, d.now).PersonalData().ForgetAgain(ctx, "")
		must(t, errors.Join(err, s.Close()))
		content, err := os.ReadFile(path)
		must(t, err)
		if found := findTraces(string(content)); len(found) > 0 {
			t.Errorf("the file still has %v", found)
		}
	}
}

func TestRestoreForgetsNobodyElse(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	ctx := t.Context()
	d := New(databasetest.OpenFile(t, store.OpenScratch), (&clock{}).now)
	opened(t, d, 4, 0)
	empty := copied(t, d)
	add := func(family string) tournament.PlayerID {
		t.Helper()
		id, err := d.On(anna, "cup").AddPlayer(ctx, tournament.Player{Family: family, Given: "Qwertz", Rank: rank.Kyu(5)}, tournament.RefuseNamesakes, "")
		must(t, err)
		return id
	}
	id := add("Zyxwv")
	with := copied(t, d)
	must(t, d.PersonalData().Forget(ctx, d.On(anna, "cup"), id, "Zyxwv Qwertz"))
	forget := func(want int) {
		t.Helper()
		if n, err := d.PersonalData().ForgetAgain(ctx, ""); n != want || err != nil {
			t.Fatalf("%d forgotten again, want %d; %v", n, want, err)
		}
	}
	d = restored(t, d, empty)
	forget(0)
	if other := add("Aho"); other != id {
		t.Fatalf("the next player is %d, want %d", other, id)
	}
	others := copied(t, d)
	if n, err := store.CountReappearing(ctx, d.store, others); n != 0 || err != nil {
		t.Errorf("%d are taken for forgotten, %v", n, err)
	}
	d = restored(t, d, others)
	forget(0)
	if p := state(t, d).Player(id); p.Family != "Aho" {
		t.Errorf("%s is forgotten", p.Name())
	}
	d = restored(t, d, with)
	forget(1)
	if p := state(t, d).Player(id); !p.Forgotten {
		t.Errorf("%s is back", p.Name())
	}
	// A deleted tournament stays deleted.
	d = restored(t, d, with)
	must(t, d.Catalogue().Delete(ctx, accounts.Session{User: "Anna"}, "cup"))
	deleted := copied(t, d)
	d = restored(t, d, deleted)
	forget(1)
	if _, err := d.Snapshot(ctx, "cup"); !fault.Is(err, "tournament.missing") {
		t.Errorf("the deleted tournament: %v", err)
	}
	log, _, err := d.access.People().Log(ctx, store.FirstOrganisation, 0)
	must(t, err)
	if len(log) == 0 || log[0].Event != accounts.EventForgottenAgain || log[0].Organisation != store.FirstOrganisation {
		t.Errorf("the log of access of its organisation tells %+v", log)
	}
}
