package web_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web"
	"tourney/internal/web/site"
)

// newSwapper returns a site whose data are backed up automatically and can be restored. Its director is the one before
// any restore.
func newSwapper(t testing.TB) *testSite {
	t.Helper()
	databasetest.Parallel(t)
	s := &testSite{&sitetest.Site{T: t, Dir: t.TempDir()}}
	s.Database = databasetest.File(t, filepath.Join(s.Dir, "test.db"), store.OpenScratch)
	open := func(ctx context.Context) (*director.Director, error) {
		kept, err := store.OpenScratch(ctx, s.Database)
		if err != nil {
			return nil, err
		}
		d := sitetest.NewDirector(kept, s.Now)
		d.Backups().Configure(ctx, backup.Config{Folder: copies.Folder(s.Database), Log: sitetest.Quiet().Log})
		return d, nil
	}
	var err error
	s.Director, err = open(t.Context())
	s.Check(err)
	s.Director.Backups().Tick(t.Context()) // else the first scheduled backup may fall between two steps of a test
	stage, err := web.NewSwapper(s.Director, sitetest.Quiet(), open)
	s.Check(err)
	s.HTTP = httptest.NewServer(stage)
	t.Cleanup(func() {
		stage.CloseStreams()
		s.HTTP.Close()
		if err := stage.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Client = s.Browser()
	return s
}

// A running server restores a backup. It shows the changes that will be lost; streams end, and report the restore after
// they reconnect. All logins stay, and the old data are kept.
func TestRestoreWhileServing(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	s.SeeOther(s.Post("/backups", url.Values{}))
	kept := s.Page(s.Get("/safety"), http.StatusOK).Find(".points a").First().AttrOr("href", "")
	if !strings.HasPrefix(kept, "/backups/test-") {
		t.Fatalf("no backup is listed but %q", kept)
	}
	stream := func() (next func() (web.LiveEvent, bool)) {
		lines := bufio.NewScanner(s.Get("/t/spring-cup/events").Body)
		return func() (e web.LiveEvent, ok bool) {
			for lines.Scan() {
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					s.Check(json.Unmarshal([]byte(data), &e))
					return e, true
				}
			}
			return e, false
		}
	}
	before := stream()
	first, _ := before()
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	s.SeeOther(s.Post("/new", url.Values{"name": {"Autumn"}, "slug": {"autumn"}, "begin": {"2026-05-02"}, "preset": {"egf"}, "once": {"a"}}))
	public := sitetest.Text(s.Page(s.Get("/t/spring-cup/round/2"), http.StatusOK), "main")

	doc := s.Page(s.Get(kept), http.StatusOK)
	if got := sitetest.Text(doc, "main tbody"); got != "Spring Cup 1 1 Autumn not in it 1" {
		t.Errorf("the preview says %q", got)
	}
	if got := sitetest.Text(doc, ".lead"); got != "Everything after 09:30 is undone (2 changes). A copy of now is kept." {
		t.Errorf("the preview says %q", got)
	}
	if got := sitetest.Text(doc, "#losses"); got != "Autumn: everything, because it is not in the backup Spring Cup: changes lost: 1" {
		t.Errorf("what is lost is %q", got)
	}
	if to := s.SeeOther(s.Post(kept, url.Values{})); to != "/safety" {
		t.Errorf("leads to %s", to)
	}
	doc = s.Page(s.Get("/safety"), http.StatusOK)
	if got := sitetest.Text(doc, "#messages .banner"); !strings.Contains(got, "Restored the backup of 2 May") || !strings.Contains(got, "by Anna") || !strings.Contains(got, "test.db.aside-") {
		t.Errorf("says %q", got)
	}
	if got := sitetest.Text(doc, ".points tbody"); !strings.Contains(got, "before a backup was restored") {
		t.Errorf("lists %q", got)
	}
	for {
		if _, more := before(); !more {
			break // the stream from before the restore ends
		}
	}
	after, _ := stream()()
	if after.Restored == "" || after.Restored == first.Restored || after.Version != 1 {
		t.Errorf("the stream begins with %+v", after)
	}
	s.Page(s.Get("/t/autumn"), http.StatusNotFound)
	if now := sitetest.Text(s.Page(s.Get("/t/spring-cup/round/2"), http.StatusOK), "main"); now == public {
		t.Error("the public page is the one of before")
	}
	s.Page(s.Get("/desk/spring-cup"), http.StatusOK) // still logged in
	aside, err := filepath.Glob(filepath.Join(s.Dir, "test.db.aside-*"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("set aside: %v, %v", aside, err)
	}
	if report, err := store.Verify(t.Context(), aside[0]); err != nil || len(report.Findings) > 0 || len(report.Tournaments) != 2 {
		t.Errorf("the data of before: %+v, %v", report, err)
	}

	// And back again, from the renamed old file.
	content, err := os.ReadFile(aside[0])
	s.Check(err)
	sent := s.SeeOther(s.Upload("/backups/upload", "old.db", content))
	if got := sitetest.Text(s.Page(s.Get(sent), http.StatusOK), ".lead"); !strings.Contains(got, "nothing is lost") {
		t.Errorf("the way back says %q", got)
	}
	log := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "table")
	if !strings.Contains(log, "Anna uploaded a backup") {
		t.Errorf("the log of access says %q", log)
	}
	s.SeeOther(s.Post(sent, url.Values{}))
	s.Page(s.Get("/t/autumn"), http.StatusOK)
	if again := sitetest.Text(s.Page(s.Get("/t/spring-cup/round/2"), http.StatusOK), "main"); again != public {
		t.Error("the public page is not the one of before")
	}
}

// A file that is not a sound backup is refused with a message, and nothing of it is left.
func TestRefusedBackups(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	for name, tt := range map[string]struct {
		data   string
		status int
		says   string
	}{
		"notes":   {strings.Repeat("The light is bad at table 3.\n", 99), http.StatusUnprocessableEntity, "not a tourney database"},
		"nothing": {"", http.StatusUnprocessableEntity, ""},
	} {
		s.Run(name, func(t *testing.T) {
			doc := s.Page(s.Upload("/backups/upload", "a.db", []byte(tt.data)), tt.status)
			if got := sitetest.Text(doc, "main .banner"); !strings.Contains(got, tt.says) {
				t.Errorf("says %q", got)
			}
		})
	}
	s.Page(s.Get("/backups/test-20260502-093000Z-by-hand.db"), http.StatusNotFound)
	s.Page(s.Get("/backups/..%2Ftest.db"), http.StatusNotFound)
	left, err := filepath.Glob(filepath.Join(s.Dir, "test-backups", ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A kept backup is downloaded byte by byte as it is on the disk.
func TestKeptBackupDownload(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	s.SeeOther(s.Post("/backups", url.Values{}))
	link := s.Page(s.Get(s.Page(s.Get("/safety"), http.StatusOK).Find(".points a").First().AttrOr("href", "")), http.StatusOK).Find("a[download]").First()
	data := []byte(s.Body(s.Get(link.AttrOr("href", ""))))
	on, err := os.ReadFile(filepath.Join(s.Dir, "test-backups", link.AttrOr("download", "")))
	if err != nil || !bytes.Equal(data, on) {
		t.Errorf("%d bytes of %d, %v", len(data), len(on), err)
	}
}

// Open pages of the desk show a failed backup, and its repair.
func TestFailedBackupAlarm(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	folder := filepath.Join(s.Dir, "test-backups")
	s.Check(os.RemoveAll(folder))
	s.Check(os.WriteFile(folder, nil, 0o600)) // creating the folder fails
	s.Page(s.Post("/backups", url.Values{}), http.StatusServiceUnavailable)
	doc := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
	if got := sitetest.Text(doc, "#alarm .banner"); !strings.Contains(got, "The last backup failed.") || doc.Find("#alarm a[href='/safety']").Length() != 1 {
		t.Errorf("says %q", got)
	}
	asks := doc.Find("#alarm").AttrOr("hx-get", "")
	if got := s.Get(asks); got.StatusCode != http.StatusNoContent {
		t.Errorf("an unchanged alarm is sent again: %d", got.StatusCode)
	}
	s.Check(os.Remove(folder))
	s.SeeOther(s.Post("/backups", url.Values{}))
	if doc := s.Page(s.Get(asks), http.StatusOK); sitetest.Text(doc, "#alarm") != "" || doc.Find("#alarm[hx-get='/alarm']").Length() != 1 {
		t.Errorf("the alarm stays: %q", sitetest.Text(doc, "#alarm"))
	}
}

// Every desk shows damage of the data file. The operator gets a link to the sound backup. The others have no access to
// it and read that they should inform the operator. All see the time of the last backup.
func TestDamageAlarm(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	operator := s.Client
	s.SeeOther(s.Post("/backups", url.Values{}))
	others := map[string]*http.Client{"a desk": s.Person("Emil", accounts.Invitation{Role: role.Desk}), "a director": s.Person("Dora", accounts.Invitation{Role: role.Director})}
	s.spoil()
	s.Director.Backups().Check(t.Context())
	s.Client = operator
	doc := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
	if got := sitetest.Text(doc, "#alarm .banner"); !strings.Contains(got, "open Safety and go back to it") || doc.Find("#alarm a[href='/safety']").Length() != 1 {
		t.Errorf("the operator is told %q", got)
	}
	if doc.Find("ul.points a[href='/safety']").Length() != 1 {
		t.Error("the operator's desk leads to no backups")
	}
	for who, client := range others {
		s.Client = client
		doc := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
		got := sitetest.Text(doc, "#alarm .banner")
		if !strings.Contains(got, "The latest sound backup is of") || !strings.HasSuffix(got, "Tell the operator of the server.") || strings.Contains(got, "test-") {
			t.Errorf("%s is told %q", who, got)
		}
		if got := sitetest.Text(doc, "ul.points"); !strings.Contains(got, "Backed up") || doc.Find("main a[href^='/backup'], main a[href='/safety'], #alarm a").Length() != 0 {
			t.Errorf("%s sees %q of the backups", who, got)
		}
	}
}

// spoil changes the name of a player in the data file, but not in its log.
func (s *testSite) spoil() {
	s.T.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.Dir, "test.db")+"?_pragma=busy_timeout(5000)")
	s.Check(err)
	_, err = db.ExecContext(s.T.Context(), "update players set body = json_set(body, '$.family', 'Nobody') where id = (select min(id) from players)")
	s.Check(err)
	s.Check(db.Close())
}

// Desks that write during restores get normal responses, and every acknowledged write is in the data or in the renamed
// old file.
func TestRestoreUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSwapper(t)
	s.Cup()
	s.Login()
	s.SeeOther(s.Post("/backups", url.Values{}))
	kept := s.Page(s.Get("/safety"), http.StatusOK).Find(".points a").First().AttrOr("href", "")
	ctx, stop := context.WithCancel(t.Context())
	var desks sync.WaitGroup
	var mu sync.Mutex
	var acknowledged []string
	for range 4 {
		desks.Go(func() {
			for ctx.Err() == nil {
				name := rand.Text() // similar names would need a confirmation
				form := url.Values{"family": {name}, "given": {"Lea"}, "rank": {"5k"}, "once": {name}}
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.HTTP.URL+"/desk/spring-cup/players", strings.NewReader(form.Encode()))
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				got, err := s.Client.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				_ = got.Body.Close() // the status is enough
				if got.StatusCode != http.StatusSeeOther {
					t.Errorf("%s is answered %d", name, got.StatusCode)
					return
				}
				mu.Lock()
				acknowledged = append(acknowledged, name)
				mu.Unlock()
			}
		})
	}
	const restores = 3
	for range restores {
		time.Sleep(200 * time.Millisecond)
		s.SeeOther(s.Post(kept, url.Values{}))
	}
	time.Sleep(200 * time.Millisecond)
	stop()
	desks.Wait()
	s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
	files, err := filepath.Glob(filepath.Join(s.Dir, "test.db.aside-*"))
	if err != nil || len(files) != restores {
		t.Fatalf("set aside %v, %v", files, err)
	}
	now := filepath.Join(t.TempDir(), "now.db")
	s.Check(os.WriteFile(now, []byte(s.Body(s.Get("/backup"))), 0o600))
	found := map[string]bool{}
	for _, file := range append(files, now) {
		data, err := store.Open(t.Context(), file)
		s.Check(err)
		s.Check(data.Verify(t.Context()))
		tn, err := data.Tournament(t.Context(), "spring-cup")
		s.Check(err)
		for _, p := range tn.Players {
			found[p.Family] = true
		}
		s.Check(data.Close())
	}
	for _, name := range acknowledged {
		if !found[name] {
			t.Errorf("%s was acknowledged and is nowhere", name)
		}
	}
	t.Logf("%d registrations acknowledged during %d restores", len(acknowledged), restores)
}

// The log of access has backups by hand and restores, but not a refused restore.
func TestRefusedRestoreIsNotNoted(t *testing.T) {
	s := newSwapper(t)
	s.Cup() // into empty data, of which no backup is made before
	s.Login()
	s.SeeOther(s.Post("/backups", url.Values{}))
	kept, err := s.Director.Backups().List()
	s.Check(err)
	spoilt := kept[slices.IndexFunc(kept, func(k director.Kept) bool { return strings.Contains(k.Name(), "by-hand") })] // beside automatic ones
	s.Check(os.WriteFile(spoilt.Path, []byte("no database any more"), 0o600))
	if got := s.Post("/backups/"+spoilt.Name(), url.Values{}); got.StatusCode < 400 {
		t.Errorf("a spoilt backup answers %d", got.StatusCode)
	}
	log := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "main tbody")
	if !strings.Contains(log, "Anna took a backup") || strings.Contains(log, "restored") {
		t.Errorf("the log of access tells %q", log)
	}
}

// A backup by hand of unchanged data makes no file, and the page reports that.
func TestBackupOfNothingNew(t *testing.T) {
	s := newSwapper(t)
	s.Login()
	s.Cup()
	if to := s.SeeOther(s.Post("/backups", url.Values{})); to != "/safety" {
		t.Errorf("the first one leads to %s", to)
	}
	list := func() int { return s.Page(s.Get("/safety"), http.StatusOK).Find(".points tbody tr").Length() }
	before, answer := list(), s.Post("/backups", url.Values{})
	if answer.StatusCode == http.StatusSeeOther { // an automatic one made since is of an earlier state
		before, answer = list(), s.Post("/backups", url.Values{})
	}
	doc := s.Page(answer, http.StatusOK)
	if got := sitetest.Text(doc, "#messages .banner"); !strings.HasPrefix(got, "Nothing has changed since the backup of ") || doc.Find(".points tbody tr").Length() != before {
		t.Errorf("says %q", got)
	}
	if got := sitetest.Text(doc, "a[href='/backup']"); got != "Download everything" {
		t.Errorf("the download is called %q", got)
	}
}

// The preview shows the number of people in a backup who were erased since; after the restore they are erased again,
// and the page and the access log report it.
func TestRestoreForgetsAgain(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	s.SeeOther(s.Post("/backups", url.Values{}))
	kept := s.Page(s.Get("/safety"), http.StatusOK).Find(".points a").First().AttrOr("href", "")
	if n := s.Page(s.Get(kept), http.StatusOK).Find("#forgotten").Length(); n != 0 {
		t.Error("somebody is forgotten before anybody was")
	}
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	p := snapshot.Tournament.Players[0]
	s.SeeOther(s.Post("/desk/spring-cup/players/"+strconv.Itoa(int(p.ID))+"/forget", url.Values{"name": {p.Name()}}))
	if got := sitetest.Text(s.Page(s.Get(kept), http.StatusOK), "#forgotten"); got != "1 person erased since then will be erased again." {
		t.Errorf("the preview says %q", got)
	}
	s.SeeOther(s.Post(kept, url.Values{}))
	doc := s.Page(s.Get("/safety"), http.StatusOK)
	if got := sitetest.Text(doc, "#messages .banner"); !strings.Contains(got, "1 person erased earlier was erased again.") {
		t.Errorf("says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/players"), http.StatusOK), "main"); strings.Contains(got, p.Family) || !strings.Contains(got, "Player "+strconv.Itoa(int(p.ID))) {
		t.Errorf("the players are %q", got)
	}
	log := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "main tbody")
	for _, want := range []string{"Anna erased a person: Player ", "Anna erased a person again after a restore: Player "} {
		if !strings.Contains(log, want) {
			t.Errorf("the log of access lacks %q: %s", want, log)
		}
	}
}

// Every desk shows an alarm while erased people are in the data again.
func TestAlarmOfReturnedPeople(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	alarm := func() string {
		return sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#alarm .banner")
	}
	if _, err := s.Director.PersonalData().ForgetAgain(stopped, ""); err == nil || !strings.Contains(alarm(), "could be erased again") {
		t.Errorf("after %v the desk warns: %q", err, alarm())
	}
	if _, err := s.Director.PersonalData().ForgetAgain(t.Context(), ""); err != nil || alarm() != "" {
		t.Errorf("after %v the desk warns: %q", err, alarm())
	}
}

// After a failed restore the server continues with the old data and reports the failure. People to be erased from them
// still are.
func TestFailedRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSwapper(t)
	stage := s.HTTP.Config.Handler.(*web.Swapper)
	s.Cup()
	s.Login()
	s.SeeOther(s.Post("/backups", url.Values{}))
	kept := stage.Acting().Director.Backups().Status().Last
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	p := snapshot.Tournament.Players[0]
	s.SeeOther(s.Post("/desk/spring-cup/players/"+strconv.Itoa(int(p.ID))+"/forget", url.Values{"name": {p.Name()}}))
	// The program ended right after it had put the backup in place: the name is in the data again.
	prepared, err := s.Director.Backups().Replacement(t.Context(), kept)
	s.Check(err)
	_, _, err = prepared.Apply(t.Context())
	s.Check(err)
	d, err := stage.Reopen(t.Context())
	s.Check(err)
	players := func() string { return sitetest.Text(s.Page(s.Get("/desk/spring-cup/players"), http.StatusOK), "main") }
	if !strings.Contains(players(), p.Family) {
		t.Fatal("the backup has no such player")
	}

	prepared, err = d.Backups().Replacement(t.Context(), kept)
	s.Check(err)
	parts, err := filepath.Glob(filepath.Join(s.Dir, "test.db.part-*"))
	s.Check(err)
	if len(parts) == 0 {
		t.Fatal("nothing is prepared")
	}
	for _, part := range parts {
		s.Check(os.Remove(part))
	}
	done := &site.Restored{ID: rand.Text(), From: kept, By: "Anna", At: s.Now()}
	stage.ReplaceBy(prepared, done)
	if done.Err == nil {
		t.Error("what is missing was restored")
	}
	if got := sitetest.Text(s.Page(s.Get("/safety"), http.StatusOK), "#messages .banner"); !strings.Contains(got, "was not restored") {
		t.Errorf("says %q", got)
	}
	if strings.Contains(players(), p.Family) {
		t.Errorf("%s is not forgotten again", p.Name())
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#alarm"); got != "" {
		t.Errorf("the desk warns: %q", got)
	}
}

// A list of erased people that is lost in a restore is an alarm at every desk.
func TestAlarmOfLostList(t *testing.T) {
	s := newSwapper(t)
	s.Cup()
	s.Login()
	s.HTTP.Config.Handler.(*web.Swapper).SetRestored(&site.Restored{LostList: io.ErrUnexpectedEOF})
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#alarm .banner"); !strings.Contains(got, "list of erased people could not be read") {
		t.Errorf("the desk warns: %q", got)
	}
}
