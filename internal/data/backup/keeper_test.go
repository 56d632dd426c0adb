package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/data/copies"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// A house is a store with a keeper, and a clock set by the test.
type house struct {
	*Keeper
	t      *testing.T
	at     time.Time
	path   string
	second string
	log    bytes.Buffer
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, at: noon, path: filepath.Join(t.TempDir(), "cup.db"), second: filepath.Join(t.TempDir(), "stick", "cup-laptop-3f9a")}
	s, err := store.OpenScratch(t.Context(), databasetest.File(t, h.path, store.OpenScratch))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	h.Keeper = New(s, func() time.Time { return h.at })
	h.configure()
	return h
}

func (h *house) configure() {
	h.Configure(h.t.Context(), Config{Folder: copies.Folder(h.path), Second: h.second, Log: slog.New(slog.NewTextHandler(&h.log, nil))})
}

// change saves a change, after Before if why is not "".
func (h *house) change(why copies.Reason) {
	h.t.Helper()
	settle := func(bool) {}
	err := h.store.Tx(h.t.Context(), func(tx *store.Tx) error {
		was, err := tx.Tournament("cup")
		now := was
		switch {
		case fault.Is(err, "tournament.missing"):
			settings, err := tournament.PresetNamed("egf")
			if err != nil {
				return err
			}
			if now, err = tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, settings); err != nil {
				return err
			}
			was = &tournament.Tournament{}
		case err != nil:
			return err
		default:
			now = was.Clone()
		}
		if _, err := now.AddPlayer(tournament.Player{Family: "Player", Given: fmt.Sprint("Number ", was.Version), Rank: rank.Kyu(3)}, tournament.RefuseNamesakes); err != nil {
			return err
		}
		if why != "" {
			settle = h.Before(h.t.Context(), why)
		}
		_, err = tx.Save(was, tournament.Whole{Tournament: now}, store.Entry{By: "Anna", At: h.at, Action: "player.add"})
		return err
	})
	settle(err == nil)
	if err != nil {
		h.t.Fatal(err)
	}
}

// tick advances the clock and calls Tick.
func (h *house) tick(after time.Duration) {
	h.at = h.at.Add(after)
	h.makeQueued(h.t.Context())
	h.Tick(h.t.Context())
}

// versions lists the reasons and versions of the backups in a folder, the latest first.
func (h *house) versions(folder string) (list []string) {
	h.t.Helper()
	copies, err := copies.List(folder, h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range copies {
		report, err := store.Verify(h.t.Context(), c.Path)
		if err != nil || len(report.Findings) > 0 {
			h.t.Fatalf("%s: %v, %v", c.Path, report.Findings, err)
		}
		version := "0"
		if len(report.Tournaments) > 0 {
			version = string(rune('0' + report.Tournaments[0].Version))
		}
		list = append(list, version+" "+string(c.Reason))
	}
	return list
}

func (h *house) want(folder string, want ...string) {
	h.t.Helper()
	if got := h.versions(folder); !slices.Equal(got, want) {
		h.t.Errorf("%s holds %q, want %q", filepath.Base(folder), got, want)
	}
}

func TestBackupsByThemselves(t *testing.T) {
	h := newHouse(t)
	h.second = ""
	h.configure()
	folder := copies.Folder(h.path)
	h.change("")
	h.tick(time.Minute)
	h.want(folder, "1 by-clock")
	h.change("")
	h.tick(5 * time.Minute)
	h.want(folder, "1 by-clock") // not yet due
	h.tick(5 * time.Minute)
	h.want(folder, "2 by-clock", "1 by-clock")
	h.tick(time.Hour)
	h.want(folder, "2 by-clock", "1 by-clock") // nothing has changed
	h.change(copies.BeforeDraw)
	h.tick(time.Minute)
	h.want(folder, "2 by-clock", "1 by-clock") // the last backup already has the state before the act
	h.change(copies.BeforePublication)
	h.change("")
	h.tick(time.Minute)
	h.want(folder, "3 before-publication", "2 by-clock", "1 by-clock")
	if s := h.Status(); s.Last.Reason != copies.BeforePublication || s.Failed != nil {
		t.Errorf("%+v", s)
	}
	made, err := h.Now(t.Context(), copies.ByHand)
	if err != nil || made.Reason != copies.ByHand || made.Size == 0 {
		t.Errorf("%+v, %v", made, err)
	}
	again, err := h.Now(t.Context(), copies.ByHand)
	if err != nil || again != made {
		t.Errorf("unchanged, it made %+v, %v", again, err)
	}
	// After a restart the last backup is found.
	h.Keeper = New(h.store, func() time.Time { return h.at })
	h.configure()
	h.tick(time.Hour)
	if got := h.versions(folder); len(got) != 4 || h.Status().Last.Path != made.Path {
		t.Errorf("after a restart %q, last %v", got, h.Status().Last)
	}
	if h.log.Len() > 0 {
		t.Errorf("logged %s", h.log.String())
	}
}

// Acts faster than backups are saved without theirs, which is logged; failed acts have none.
func TestActsDoNotWait(t *testing.T) {
	h := newHouse(t)
	h.second = ""
	h.configure()
	for range store.MostPins + 2 {
		h.change(copies.BeforeDraw)
	}
	if n := strings.Count(h.log.String(), "goes without its backup"); n != 2 {
		t.Errorf("logged %s", h.log.String())
	}
	h.Before(t.Context(), copies.BeforeDraw)(false)
	h.makeQueued(t.Context())
	h.want(copies.Folder(h.path), "2 before-draw", "1 before-draw") // no backup of the empty data before the first
	settle := h.Before(t.Context(), copies.BeforeDraw)
	settle(false)
	if len(h.jobs) != 0 {
		t.Error("an act that failed is backed up")
	}
}

// The stick gets every backup, an error reports its absence, and missing copies follow once it is back.
func TestSecondFolder(t *testing.T) {
	h := newHouse(t)
	h.change("")
	h.tick(time.Minute)
	if err := h.Status().Second; !fault.Is(err, "backup.second.missing") {
		t.Errorf("a missing stick is %v", err)
	}
	if _, err := os.Stat(filepath.Dir(h.second)); err == nil {
		t.Error("the folder of a missing stick was made")
	}
	h.change(copies.BeforeDraw)
	h.change(copies.BeforePublication)
	h.tick(time.Minute)
	stick := filepath.Dir(h.second)
	if err := os.Mkdir(stick, 0o700); err != nil {
		t.Fatal(err)
	}
	h.tick(15 * time.Second)
	want := h.versions(copies.Folder(h.path))
	h.want(h.second, want...)
	if err := h.Status().Second; err != nil || len(want) != 2 {
		t.Errorf("%q, %v", want, err)
	}
	if err := os.RemoveAll(stick); err != nil {
		t.Fatal(err)
	}
	h.tick(15 * time.Second)
	if h.Status().Second == nil {
		t.Error("a stick that was pulled is not missed")
	}
	if got := strings.Count(h.log.String(), "second folder"); got != 3 {
		t.Errorf("logged %s", h.log.String())
	}
}

// Old backups are deleted in both folders by the same rule, and no backup is copied that would be deleted at once.
func TestClearingAway(t *testing.T) {
	h := newHouse(t)
	if err := os.MkdirAll(h.second, 0o700); err != nil {
		t.Fatal(err)
	}
	folder := copies.Folder(h.path)
	h.change("")
	h.tick(time.Minute)
	first := h.Status().Last
	content, err := os.ReadFile(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 60 { // one a minute, alternately in both folders
		where := []string{folder, h.second}[n%2]
		c, err := copies.New(where, h.path, h.at.Add(-time.Duration(n+1)*time.Minute), copies.ByClock)
		if err == nil {
			err = os.WriteFile(c.Path, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	h.change("")
	h.tick(time.Hour)
	for range 3 {
		h.tick(time.Hour)
	}
	second, err := copies.List(h.second, h.path)
	if err != nil {
		t.Fatal(err)
	}
	here, err := copies.List(folder, h.path)
	if err != nil {
		t.Fatal(err)
	}
	if len(here) > Newest+2 || len(second) > Newest+2 || len(second) < Newest {
		t.Errorf("%d here, %d there", len(here), len(second))
	}
}

// A disk error fails the backup, not the act, and the next backup clears the error.
func TestFailedBackup(t *testing.T) {
	h := newHouse(t)
	h.second = ""
	h.configure()
	folder := copies.Folder(h.path)
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file in the place of the folder
		t.Fatal(err)
	}
	h.change(copies.BeforeDraw)
	h.tick(time.Minute)
	if err := h.Status().Failed; !fault.Is(err, "database.backup.write") {
		t.Errorf("says %v", err)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	h.tick(time.Minute)
	if s := h.Status(); s.Failed != nil || s.Last.Reason != copies.ByClock {
		t.Errorf("%+v", s)
	}
}

// A check finds damage, and names the sound backup.
func TestCheckFindsDamage(t *testing.T) {
	h := newHouse(t)
	h.change("")
	h.tick(time.Minute)
	sound := h.Status().Last
	h.Check(t.Context())
	if s := h.Status(); s.Damage != nil || s.Checked.IsZero() {
		t.Fatalf("%+v", s)
	}
	h.at = h.at.Add(time.Minute)
	spoiled, err := h.Now(t.Context(), copies.ByHand)
	if err != nil || spoiled != sound {
		t.Fatal(spoiled, err)
	}
	h.spoil()
	h.Check(t.Context())
	if s := h.Status(); !fault.Is(s.Damage, "database.verify.stray") || s.Sound.Path != sound.Path {
		t.Errorf("%+v", s)
	}
	h.change("")
	h.tick(time.Hour)
	if s := h.Status(); !fault.Is(s.Failed, "database.backup.unsound") || s.Last.Path != sound.Path {
		t.Errorf("a damaged state was backed up: %+v", s)
	}
}

// spoil changes the name of the player in the closed file, but not in its log.
func (h *house) spoil() {
	h.t.Helper()
	if err := h.store.Close(); err != nil {
		h.t.Fatal(err)
	}
	content, err := os.ReadFile(h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	row := []byte(`{"id":1,"family":"Player`)
	for i := range len(content) - len(row) {
		if bytes.HasPrefix(content[i:], row) && content[i-1] != ':' { // as it is in the log
			copy(content[i:], bytes.Replace(row, []byte("Player"), []byte("Forged"), 1))
		}
	}
	if err := os.WriteFile(h.path, content, 0o600); err != nil {
		h.t.Fatal(err)
	}
	if h.store, err = store.Open(h.t.Context(), h.path); err != nil {
		h.t.Fatal(err)
	}
	spoiled := h.store
	h.t.Cleanup(func() { _ = spoiled.Close() })
	h.Keeper = New(h.store, h.now)
	h.configure()
}

// An upload is stored if it is verified; a refused one leaves no file.
func TestTake(t *testing.T) {
	h := newHouse(t)
	h.change("")
	h.tick(time.Minute)
	content, err := os.ReadFile(h.Status().Last.Path)
	if err != nil {
		t.Fatal(err)
	}
	h.at = h.at.Add(time.Minute)
	taken, err := h.Take(t.Context(), bytes.NewReader(content))
	if err != nil || taken.Reason != copies.Uploaded {
		t.Fatal(taken, err)
	}
	if found, err := h.Find(taken.Name()); err != nil || found.Path != taken.Path {
		t.Errorf("%v, %v", found, err)
	}
	content[len(content)/2] ^= 0x55
	if _, err := h.Take(t.Context(), bytes.NewReader(content[:len(content)-9000])); err == nil {
		t.Error("half a backup was taken")
	}
	if _, err := h.Take(t.Context(), strings.NewReader("notes")); !fault.Is(err, "database.alien") {
		t.Errorf("notes are %v", err)
	}
	broken := io.MultiReader(bytes.NewReader(content[:5000]), brokenReader{})
	if _, err := h.Take(t.Context(), broken); !errors.Is(err, errBroken) {
		t.Errorf("a lost connection is %v", err)
	}
	left, err := os.ReadDir(copies.Folder(h.path))
	if err != nil || len(left) != 2 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	_, err = h.Find("../cup.db")
	if !fault.Is(err, "backup.gone") {
		t.Errorf("another file was found: %v", err)
	}
}

type brokenReader struct{}

var errBroken = errors.New("connection lost")

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

// At its end a keeper makes the pending backups, and one of the last changes.
func TestRunEndsWithABackup(t *testing.T) {
	h := newHouse(t)
	h.second = ""
	h.configure()
	h.change("")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h.change(copies.BeforeDraw)
	h.Run(ctx)
	got := h.versions(copies.Folder(h.path))
	if len(got) == 0 || !strings.HasPrefix(got[0], "2 ") {
		t.Errorf("holds %q", got)
	}
}

// Without a folder no state is pinned and no backup made.
func TestUnconfigured(t *testing.T) {
	h := newHouse(t)
	h.Keeper = New(h.store, func() time.Time { return h.at })
	h.change(copies.BeforeDraw)
	h.Run(t.Context())
	if list, err := h.List(); err != nil || len(list) > 0 || len(h.jobs) > 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := h.Now(t.Context(), copies.ByHand); !fault.Is(err, "backup.none") {
		t.Errorf("%v", err)
	}
}

// Acts with a backup take hardly longer than others, even during copying.
func TestActsAreNotHeldUp(t *testing.T) {
	h := newHouse(t)
	h.second = ""
	h.configure()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); h.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	took := map[copies.Reason][]time.Duration{}
	for range 30 {
		for _, why := range []copies.Reason{"", copies.BeforeDraw} {
			began := time.Now()
			h.change(why)
			took[why] = append(took[why], time.Since(began))
		}
	}
	for why, all := range took {
		slices.Sort(all)
		t.Logf("%q: half of them within %v, the longest %v", why, all[len(all)/2].Round(time.Microsecond), all[len(all)-1].Round(time.Microsecond))
	}
	if most := slices.Max(took[copies.BeforeDraw]); most > 3*time.Second {
		t.Errorf("an act took %v", most)
	}
}

// Uploaded files neither displace backups of the present data nor are advised after damage, because they may be of
// other data. Among the backups the last change decides, not the date of the file.
func TestSentFilesStandApart(t *testing.T) {
	h := newHouse(t)
	h.change("")
	h.tick(time.Minute)
	early := h.Status().Last
	h.at = h.at.Add(time.Hour)
	h.change("")
	h.tick(time.Hour)
	late := h.Status().Last
	content, err := os.ReadFile(early.Path)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 * Newest {
		h.at = h.at.Add(time.Hour)
		if _, err := h.Take(t.Context(), bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	again, err := copies.New(h.Config().Folder, h.path, h.at, copies.AtStop)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(again.Path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	h.change("")
	h.tick(time.Hour)
	list, err := h.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range []copies.Copy{early, late} {
		if !slices.ContainsFunc(list, func(c copies.Copy) bool { return c.Path == own.Path }) {
			t.Errorf("%s has gone", own.Name())
		}
	}
	if err := os.Remove(h.Status().Last.Path); err != nil {
		t.Fatal(err)
	}
	sound, holds, found := LatestSound(t.Context(), h.path)
	if !found || sound.Path != late.Path || len(holds.Tournaments) != 1 || holds.Tournaments[0].Version != 2 {
		t.Errorf("%s is advised, with %+v; want %s", sound.Name(), holds, late.Name())
	}
	// The backup before a restore is the last choice, and is made even if the last one has the same state. Backups on a
	// stick count too.
	h.at = h.at.Add(time.Hour)
	if _, err := h.Now(t.Context(), copies.ByHand); err != nil {
		t.Fatal(err)
	}
	byHand := h.Status().Last
	replaced, err := h.Now(t.Context(), copies.BeforeRestore)
	if err != nil || replaced.Reason != copies.BeforeRestore {
		t.Fatalf("%+v, %v", replaced, err)
	}
	if err := os.Remove(byHand.Path); err != nil {
		t.Fatal(err)
	}
	stick := filepath.Join(t.TempDir(), late.Name())
	if err := copies.CopyTo(late.Path, stick); err != nil {
		t.Fatal(err)
	}
	// Backups from before a restore are not advised if there are later ones.
	since, err := copies.New(h.Config().Folder, h.path, h.at.Add(time.Hour), copies.ByClock)
	if err != nil {
		t.Fatal(err)
	}
	if err := copies.CopyTo(early.Path, since.Path); err != nil {
		t.Fatal(err)
	}
	if sound, _, _ := LatestSound(t.Context(), h.path); sound.Path != since.Path {
		t.Errorf("%s is advised, want %s", sound.Name(), since.Name())
	}
	// LatestSound accepts a relative path.
	t.Chdir(filepath.Dir(h.path))
	if sound, _, _ := LatestSound(t.Context(), filepath.Base(h.path)); sound.Name() != since.Name() {
		t.Errorf("by its name alone %q is advised, want %s", sound.Name(), since.Name())
	}
	for _, gone := range []string{late.Path, since.Path} {
		if err := os.Remove(gone); err != nil {
			t.Fatal(err)
		}
	}
	if sound, _, _ := LatestSound(t.Context(), h.path); sound.Path == replaced.Path || sound.Path == "" {
		t.Errorf("%s is advised", sound.Name())
	}
	if sound, _, _ := LatestSound(t.Context(), h.path, filepath.Dir(stick)); sound.Path != stick {
		t.Errorf("%s is advised, want %s", sound.Path, stick)
	}
}

// Instances with one folder back up a state once, and do not delete each other's temporary files.
func TestTwoInstances(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	h := newHouse(t)
	folder := copies.Folder(h.path)
	other := New(h.store, func() time.Time { return h.at })
	other.Configure(t.Context(), h.Config())
	h.change("")
	if _, err := h.Now(t.Context(), copies.ByHand); err != nil {
		t.Fatal(err)
	}
	made, err := other.Now(t.Context(), copies.AtStop)
	if err != nil || made.Reason != copies.ByHand {
		t.Errorf("the other one gets %+v, %v", made, err)
	}
	h.want(folder, "1 by-hand")

	part := filepath.Join(folder, "cup.db.part-20260502-120000")
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	release, err := h.store.KeyValue.Lock(t.Context(), folderLock)
	if err != nil {
		t.Fatal(err)
	}
	other.Configure(t.Context(), h.Config())
	if _, err := os.Stat(part); err != nil {
		t.Errorf("an unfinished backup is removed: %v", err)
	}
	// A lock has a timeout.
	if _, err := h.lockFolder(t.Context(), folderLock, time.Millisecond); !fault.Is(err, "backup.turn") {
		t.Errorf("the lock of another one: %v", err)
	}
	release()
	if other.Configure(t.Context(), h.Config()); durable.Exists(part) {
		t.Error("what was left is not cleared away")
	}
}
