package director

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/format/native"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

func TestArchive(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	c := d.Catalogue()
	must(t, c.Archive(ctx, anna, "cup", true))
	must(t, c.Archive(ctx, anna, "cup", true)) // it is archived already
	wantFault(t, enter(d, anna, 1, 1, 0, tournament.BlackWins), "tournament.archived")
	_, err := d.On(anna, "cup").AddPlayer(ctx, tournament.Player{Family: "Late", Rank: rank.Dan1}, tournament.RefuseNamesakes, "")
	wantFault(t, err, "tournament.archived")
	if list, err := c.Find(ctx, Search{}, Page{Most: 9}); err != nil || len(list) > 0 {
		t.Errorf("listed are %+v, %v", list, err)
	}
	if list, err := c.Find(ctx, Search{Era: Past, Now: d.now(), Archived: true}, Page{Most: 9}); err != nil || len(list) != 1 {
		t.Errorf("past are %+v, %v", list, err)
	}
	entries := whole(t, d)
	archived := entries[0]
	if archived.Action != "tournament.archive" {
		archived = entries[len(entries)-1]
	}
	must(t, d.On(anna, "cup").Undo(ctx, archived.Version)) // like the button of the page
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	must(t, c.Archive(ctx, anna, "cup", true))
	must(t, c.Archive(ctx, anna, "cup", false))
	must(t, enter(d, anna, 1, 1, int(tournament.BlackWins), tournament.WhiteWins))
}

// In an archived tournament players choose the public form of their name, and can be erased on request. Every other
// action of a link or the log is refused.
func TestArchiveKeepsRightsOfPlayers(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 0)
	in, err := d.SignUp(ctx, "cup", person("Ek"), "")
	must(t, err)
	must(t, d.Catalogue().Archive(ctx, anna, "cup", true))
	link, err := d.Link(ctx, "cup", in.Token)
	must(t, err)
	must(t, link.Show(ctx, consent.Initials))
	if p := state(t, d).Player(in.Player); p.Hiding != consent.Initials {
		t.Errorf("shown by %q", p.Hiding)
	}
	wantFault(t, link.Cancel(ctx, ""), "tournament.archived")
	_, err = link.AddRequest(ctx, tournament.Request{Kind: tournament.AskRank, Proposed: tournament.Proposed{Rank: rank.Dan1}}, "")
	wantFault(t, err, "tournament.archived")
	wantFault(t, d.On(anna, "cup").EditPlayer(ctx, in.Player, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Hiding, p.Club = consent.Anonymous, "Oulu"
	}), "tournament.archived")
	_, err = d.SignUp(ctx, "cup", person("Aho"), "")
	wantFault(t, err, "signup.closed")
	wantFault(t, d.On(anna, "cup").Because("why not").Log().Explain(ctx, 1), "tournament.archived")
	must(t, d.PersonalData().Forget(ctx, d.On(anna, "cup"), in.Player, state(t, d).Player(in.Player).Name()))
	if p := state(t, d).Player(in.Player); !p.Forgotten {
		t.Errorf("%s is not forgotten", p.Name())
	}
}

// New tournaments follow their organisation's rules for minors, unless they have rules already.
func TestOrganisationHidesMinors(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	office := d.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation)
	rules, own := consent.Rules{Minors: consent.Initials, Age: 16}, consent.Rules{Minors: consent.Anonymous}
	must(t, office.SetOrganisation(ctx, "Testville Go Club", rules))
	for slug, said := range map[string]consent.Rules{"cup": {}, "open": own} {
		s := preset(t, "finnish")
		s.Consent = said
		_, err := d.Create(ctx, anna, Creation{Info: tournament.Info{Name: slug, Slug: slug}, Settings: s})
		must(t, err)
		want := said
		if said == (consent.Rules{}) {
			want = rules
		}
		if got, err := d.Snapshot(ctx, slug); err != nil || got.Tournament.Settings.Consent != want {
			t.Errorf("%s says %+v of minors, %v; want %+v", slug, got.Tournament.Settings.Consent, err, want)
		}
	}
}

// A slow reader of a version does not replace a later version saved in the meantime: the next writer would have to read
// everything. It also caches nothing after a call of forget.
func TestReadingKeepsWhatWasSaved(t *testing.T) {
	var v versions
	keeps := func(version int) func() {
		return func() {
			v.keep(&Snapshot{Tournament: &tournament.Tournament{Info: tournament.Info{Slug: "cup"}, Version: version}}, 0)
		}
	}
	nothing := func() {}
	for _, tt := range []struct {
		what            string
		before, between func() // the reading of version 5 begins
		want            int
	}{
		{"the first", nothing, nothing, 5},
		{"a later one", keeps(4), nothing, 5},
		{"saved meanwhile", keeps(4), keeps(6), 6},
		{"saved meanwhile, nothing before", nothing, keeps(6), 6},
		{"forgotten meanwhile", keeps(4), func() { v.forget("cup") }, 0},
		{"another forgotten meanwhile", keeps(4), func() { v.forget("") }, 0},
	} {
		v.forget("")
		tt.before()
		r := v.before("cup")
		tt.between()
		v.keepRead(&Snapshot{Tournament: &tournament.Tournament{Info: tournament.Info{Slug: "cup"}, Version: 5}}, r)
		got := 0
		if is := v.get("cup"); is != nil {
			got = is.Tournament.Version
		}
		if got != tt.want {
			t.Errorf("%s: version %d is kept, want %d", tt.what, got, tt.want)
		}
	}
}

// A full cache drops the archived tournaments first, then the least recently used: a used tournament stays, regardless
// of the number of others read. Large tournaments take more room.
func TestUnusedLeaveMemoryFirst(t *testing.T) {
	var v versions
	const most = 400 // as many as fit
	keep := func(slug string, archived bool, players int) {
		v.keep(&Snapshot{Tournament: &tournament.Tournament{
			Info: tournament.Info{Slug: slug, Archived: archived}, Players: make([]tournament.Player, players-50),
			Rounds: make([]tournament.Round, 2),
		}}, 0)
	}
	for i := range most {
		keep(fmt.Sprint(i), i == 5, mostKept/most)
	}
	keep("1", false, mostKept/most) // another version
	v.get("5")
	v.get("0")
	for i, want := range []string{"5", "2", "3"} {
		if keep(fmt.Sprint("new ", i), false, mostKept/most); v.kept[want] != nil || len(v.kept) != most {
			t.Errorf("%s is still in memory, of %d", want, len(v.kept))
		}
	}
	for i := range 10 * most {
		if i%25 == 0 { // a person's page lists 25
			v.latestComplete("0")
		}
		keep(fmt.Sprint("past ", i), i%2 == 0, mostKept/most)
	}
	if v.get("0") == nil {
		t.Error("the one that is used has left the memory")
	}
	if keep("large", false, mostKept/2); len(v.kept) != most/2+1 {
		t.Errorf("%d are in memory beside a large one", len(v.kept)-1)
	}
	if keep("huge", false, 2*mostKept); len(v.kept) != 1 || v.get("huge") == nil {
		t.Errorf("%d are in memory, not only the last one", len(v.kept))
	}
	if keep("small", false, mostKept/most); len(v.kept) != 1 || v.weight != mostKept/most {
		t.Errorf("%d of %d are in memory after a huge one", len(v.kept), v.weight)
	}
	if v.forget("small"); v.weight != 0 {
		t.Errorf("nothing in memory weighs %d", v.weight)
	}
}

// A deleted tournament can be restored during the grace time. Afterwards a file of it remains for a complete import.
func TestDeletedTournaments(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	at := time.Date(2026, 5, 2, 12, 0, 0, 0, time.UTC)
	d.now = func() time.Time { return at }
	playing(t, d, 4)
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	was := state(t, d)
	c, by := d.Catalogue(), accounts.Session{User: "Anna"}
	wantFault(t, c.Delete(ctx, by, "nowhere"), "tournament.missing")
	events, cancel := d.Subscribe("cup")
	must(t, c.Delete(ctx, by, "cup"))
	if _, open := <-events; open {
		t.Error("a subscriber of the deleted tournament waits for more")
	}
	cancel()
	_, err := d.Snapshot(ctx, "cup")
	wantFault(t, err, "tournament.missing")
	deleted := func() Summary {
		gone, err := c.Deleted(ctx, []int{store.FirstOrganisation})
		must(t, err)
		if len(gone) != 1 {
			t.Fatalf("deleted are %+v", gone)
		}
		return gone[0]
	}
	cup(t, d, 2) // another tournament takes the slug
	gone := deleted()
	slug, err := c.Restore(ctx, by, gone)
	must(t, err)
	if slug != "cup-2" {
		t.Errorf("it is back as %s", slug)
	}
	if _, err := c.Restore(ctx, by, gone); err == nil {
		t.Error("it came back twice")
	}
	must(t, c.Delete(ctx, by, "cup-2"))
	log, _, err := d.Access().People().Log(ctx, store.FirstOrganisation, 0)
	must(t, err)
	if len(log) != 3 || log[0].Event != accounts.EventDeleted || log[1].Event != accounts.EventBroughtBack || log[2].Subject != was.Info.Name {
		t.Errorf("the log of access has %+v", log)
	}

	at = at.Add(GraceTime - time.Second)
	must(t, c.Sweep(ctx))
	deleted()
	at = at.Add(2 * time.Second)
	must(t, os.MkdirAll(filepath.Dir(c.Folder()), 0o700))
	must(t, os.WriteFile(c.Folder(), nil, 0o600)) // the folder cannot be made
	wantFault(t, c.Sweep(ctx), "tournament.deleted.file")
	deleted()
	must(t, os.Remove(c.Folder()))
	must(t, c.Sweep(ctx))
	if gone, err := c.Deleted(ctx, []int{store.FirstOrganisation}); err != nil || len(gone) > 0 {
		t.Errorf("deleted are %+v, %v", gone, err)
	}
	files, err := os.ReadDir(c.Folder())
	must(t, err)
	if len(files) != 1 {
		t.Fatalf("files are %v", files)
	}
	text, err := os.ReadFile(filepath.Join(c.Folder(), files[0].Name()))
	must(t, err)
	back, _, err := native.Read(text)
	must(t, err)
	if back.Info.Slug != "cup-2" || len(back.Players) != len(was.Players) || back.Rounds[0].Games[0].Result != was.Rounds[0].Games[0].Result {
		t.Errorf("the file %s has %+v", files[0].Name(), back.Tournament)
	}
	must(t, c.Sweep(ctx))
}

// The link on a slip of a deleted tournament is invalid in a later tournament with the same slug, and the link of a
// dropped tournament in a later one with the same number.
func TestLinksDieWithTheirTournament(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	now := time.Date(2026, 5, 2, 12, 0, 0, 0, time.UTC)
	d.now = func() time.Time { now = now.Add(time.Second); return now }
	token := func() string {
		playing(t, d, 4)
		tn := state(t, d)
		token, err := d.GameToken(ctx, tn, &tn.Rounds[0].Games[0])
		must(t, err)
		if _, err := d.GameOf(ctx, tn, token); err != nil {
			t.Error(err)
		}
		return token
	}
	old := token()
	must(t, d.Catalogue().Delete(ctx, accounts.Session{User: "Anna"}, "cup"))
	if token() == old {
		t.Error("the games of two tournaments have the same link")
	}
	_, err := d.GameOf(ctx, state(t, d), old)
	wantFault(t, err, "report.token")

	number := func() int {
		n, err := d.store.Number(ctx, "cup")
		must(t, err)
		return n
	}
	dropped := number()
	must(t, d.Catalogue().Delete(ctx, accounts.Session{User: "Anna"}, "cup"))
	now = now.Add(GraceTime)
	must(t, d.Catalogue().Sweep(ctx))
	last := token()
	if number() > dropped {
		if os.Getenv(databasetest.Variable) != "" {
			return // a server never reuses a number
		}
		t.Fatalf("number %d after %d, which is dropped: the test shows nothing", number(), dropped)
	}
	if last == old {
		t.Error("the games of a dropped tournament and the next one have the same link")
	}
}
