package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// The intervals of backups after changes, and of checks of the data file.
const (
	ByClock    = 10 * time.Minute
	CheckEvery = 6 * time.Hour
	// again is the pause before a failed backup is retried.
	again = time.Minute
	// look is the polling interval for due work: a stick may be back.
	look = 15 * time.Second
)

// A Config has the folders of the backups.
type Config struct {
	// Folder is created if missing; "" turns backups off.
	Folder string
	// Second gets a copy of each backup while its parent folder exists; "" for none. The parent is not created: without
	// the stick its path is on another disk. Deletion in Second requires a folder without backups of others, see
	// copies.Elsewhere.
	Second string
	Log    *slog.Logger
}

// A Keeper backs up the data file of one store automatically, after a call of Configure. It is safe for concurrent use.
type Keeper struct {
	store *store.Store
	now   func() time.Time
	// jobs has room for all states that can be pinned at a time.
	jobs chan job

	// making is locked during a backup.
	making sync.Mutex
	mu     sync.Mutex
	config Config
	status Status
	// fingerprint identifies the state in the last backup.
	fingerprint string
	// looked is the time of the last backup or check by the clock.
	looked time.Time
	// glances caches reports on backups by path: backups never change.
	glances map[string]store.Report
}

// A Status is the state of the backups and of the data file.
type Status struct {
	// Last is the last backup; its Path is "" before the first.
	Last copies.Copy
	// Failed is the error of the last backup, nil after a success.
	Failed error
	// Second is the error of the second folder, nil if it has all copies. Mirrored is the last time when it had them,
	// zero before the first.
	Second   error
	Mirrored time.Time
	// Checked is the time of the last full check of the data file; zero before the first.
	Checked time.Time
	// Damage is the finding of that check, nil for a sound file. Sound is then the latest sound backup, with an
	// empty Path if none was found, and Holds the report on it.
	Damage error
	Sound  copies.Copy
	Holds  store.Report
}

// A job is a pinned state to back up.
type job struct {
	pin *store.Pin
	why copies.Reason
}

// New returns the keeper of a store. now gives the times of the backups.
func New(s *store.Store, now func() time.Time) *Keeper {
	return &Keeper{store: s, now: now, jobs: make(chan job, store.MostPins)}
}

// Configure sets the folders. It deletes the remains of interrupted backups.
func (k *Keeper) Configure(ctx context.Context, c Config) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	k.mu.Lock()
	k.config = c
	k.mu.Unlock()
	if c.Folder == "" {
		return
	}
	for of, folder := range map[string]string{folderLock: c.Folder, secondLock: c.Second} {
		if release, err := k.lockFolder(ctx, of, time.Second); err == nil { // otherwise another instance may be writing
			clearParts(folder)
			release()
		}
	}
	if err := k.lookForLast(ctx); err != nil {
		k.setFailed(err)
	}
}

const (
	// folderLock and secondLock name the locks of the folders, because several instances may use the same ones.
	folderLock, secondLock = "backup", "backup second"
	// lockTimeout is the timeout for a lock.
	lockTimeout = 15 * time.Second
)

// lockFolder locks a folder, or returns "backup.turn" after a timeout.
func (k *Keeper) lockFolder(ctx context.Context, of string, longest time.Duration) (release func(), err error) {
	wait, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if release, err = k.store.KeyValue.Lock(wait, of); err != nil && wait.Err() != nil && ctx.Err() == nil {
		err = fault.Wrap(err, fault.Unavailable, "backup.turn")
	}
	return release, err
}

// lookForLast finds the last backup, and its fingerprint.
func (k *Keeper) lookForLast(ctx context.Context) error {
	list, err := copies.List(k.Config().Folder, k.store.Path())
	// An uploaded one may have another state.
	n := slices.IndexFunc(list, func(c copies.Copy) bool { return c.Reason != copies.Uploaded })
	if n < 0 || list[n].Path == k.Status().Last.Path {
		return err
	}
	text := store.FingerprintOf(ctx, list[n].Path)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.status.Last, k.fingerprint = list[n], text
	return err
}

// clearParts deletes the remains of interrupted backups in a folder. The next start retries after an error.
func clearParts(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		for _, pattern := range []string{"*.db.part-*", "*.db.raw-*", uploadPattern, Temporary, ".tourney-verify-*"} {
			if left, _ := path.Match(pattern, e.Name()); left { // the patterns are well formed
				_ = os.RemoveAll(filepath.Join(folder, e.Name()))
			}
		}
	}
}

// Config returns the present folders.
func (k *Keeper) Config() Config {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.config
}

// Status returns the present status.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.status
}

// List returns the backups in the folder, the latest first.
func (k *Keeper) List() ([]copies.Copy, error) {
	c := k.Config()
	if c.Folder == "" {
		return nil, nil
	}
	return copies.List(c.Folder, k.store.Path())
}

// Find returns the backup of a name, or "backup.gone".
func (k *Keeper) Find(name string) (copies.Copy, error) {
	list, err := k.List()
	for _, c := range list {
		if c.Name() == name {
			return c, nil
		}
	}
	if err == nil {
		err = fault.New(fault.NotFound, "backup.gone")
	}
	return copies.Copy{}, err
}

// Glance returns the report on a backup without verifying it.
func (k *Keeper) Glance(ctx context.Context, kept copies.Copy) (store.Report, error) {
	k.mu.Lock()
	r, known := k.glances[kept.Path]
	k.mu.Unlock()
	if known {
		return r, nil
	}
	r, err := store.Glance(ctx, kept.Path)
	if err != nil {
		return r, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	const most = 500 // far more than backups exist
	if k.glances == nil || len(k.glances) > most {
		k.glances = map[string]store.Report{}
	}
	k.glances[kept.Path] = r
	return r, nil
}

// Before pins the state before an act; a call within the act's transaction gets exactly that state. The caller must
// call settle with whether the act was saved: only then the state is backed up, in the background. An act neither waits
// for a backup nor fails without it; that is logged.
func (k *Keeper) Before(ctx context.Context, why copies.Reason) (settle func(saved bool)) {
	c := k.Config()
	if c.Folder == "" {
		return func(bool) {}
	}
	pin, err := k.store.Pin(ctx, k.now())
	if err != nil {
		c.Log.Warn("an act goes without its backup", slog.String("why", string(why)), slog.Any("error", err))
		return func(bool) {}
	}
	return func(saved bool) {
		if !saved {
			pin.Release()
			return
		}
		k.jobs <- job{pin, why}
	}
}

// Now backs up the present state and returns the backup, or the last one if nothing has changed since.
func (k *Keeper) Now(ctx context.Context, why copies.Reason) (copies.Copy, error) {
	k.makeQueued(ctx) // they are older
	pin, err := k.store.Pin(ctx, k.now())
	if err != nil {
		return copies.Copy{}, err
	}
	return k.make(ctx, job{pin, why})
}

// Run makes backups and checks the data file until ctx ends. Then it backs up the last changes.
func (k *Keeper) Run(ctx context.Context) {
	if k.Config().Folder == "" {
		return
	}
	var checks sync.WaitGroup
	checks.Go(func() { k.check(ctx) })
	defer checks.Wait()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	k.Tick(ctx)
	for {
		select {
		case <-ctx.Done():
			k.finish()
			return
		case j := <-k.jobs:
			_, _ = k.make(ctx, j) // Status has the error
		case <-ticker.C:
			k.Tick(ctx)
		}
	}
}

// finish makes the backup at the end of the program.
func (k *Keeper) finish() {
	const longest = 20 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	_, _ = k.Now(ctx, copies.AtStop) // Status has the error, and it is logged
}

// checkAfter is the delay of the first check, which would otherwise slow down the start.
const checkAfter = time.Second

func (k *Keeper) check(ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(checkAfter):
	}
	ticker := time.NewTicker(CheckEvery)
	defer ticker.Stop()
	for {
		k.Check(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Tick makes a backup if the interval has passed and something has changed, and updates the second folder.
func (k *Keeper) Tick(ctx context.Context) {
	now := k.now()
	k.mu.Lock()
	wait := ByClock
	if k.status.Failed != nil && !fault.Is(k.status.Failed, "database.backup.unsound") {
		wait = again // there may be space by now
	}
	due := now.Sub(k.looked) >= wait
	if due {
		k.looked = now
	}
	k.mu.Unlock()
	if due {
		if pin, err := k.store.Pin(ctx, now); err == nil { // otherwise MostPins backups are pending
			_, _ = k.make(ctx, job{pin, copies.ByClock}) // Status has the error
			return
		}
	}
	k.making.Lock()
	defer k.making.Unlock()
	k.copyToSecond(ctx)
}

// Check reads the whole data file with its logs, and stores the findings in the Status.
func (k *Keeper) Check(ctx context.Context) {
	report, err := k.store.Check(ctx)
	if len(report.Findings) == 0 && !fault.Is(err, "database.damaged") {
		if err != nil {
			if ctx.Err() == nil {
				k.Config().Log.Warn("the data file could not be checked", slog.Any("error", err))
			}
			return
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.status.Checked, k.status.Damage = k.now(), nil
		return
	}
	if len(report.Findings) > 0 {
		err = report.Findings[0]
	}
	sound, holds, _ := LatestSound(ctx, k.store.Path(), k.Config().Second)
	k.Config().Log.Error("the data file is damaged", slog.Any("error", errors.Join(append(report.Findings, err)...)), slog.String("sound backup", sound.Path))
	k.mu.Lock()
	defer k.mu.Unlock()
	k.status.Checked, k.status.Damage, k.status.Sound, k.status.Holds = k.now(), err, sound, holds
}

// makeQueued makes the pending backups.
func (k *Keeper) makeQueued(ctx context.Context) {
	for {
		select {
		case j := <-k.jobs:
			_, _ = k.make(ctx, j) // Status has the error
		default:
			return
		}
	}
}

// make makes one backup and then deletes old ones. Without changes since the last backup it returns the last one; for
// new, unused data it returns none.
func (k *Keeper) make(ctx context.Context, j job) (made copies.Copy, err error) {
	defer j.pin.Release()
	k.making.Lock()
	defer k.making.Unlock()
	c := k.Config()
	if c.Folder == "" {
		return made, fault.New(fault.Invalid, "backup.none")
	}
	defer func() {
		if err == nil && made.Path != "" {
			k.copyToSecond(ctx)
		}
	}()
	release, err := k.lockFolder(ctx, folderLock, lockTimeout)
	if err != nil {
		return made, k.failed(ctx, j, err)
	}
	defer release()
	text, err := j.pin.Fingerprint(ctx)
	if err == nil && text == "" {
		return made, nil // a backup of empty data would only mislead
	}
	if err == nil {
		// The state that a restore replaces gets its own backup, even if the last one is equal.
		if last, same := k.isLast(ctx, text); same && j.why != copies.BeforeRestore {
			return last, nil
		}
		made, err = k.write(ctx, c.Folder, j)
	}
	if err != nil {
		return copies.Copy{}, k.failed(ctx, j, err)
	}
	k.mu.Lock()
	k.status.Last, k.status.Failed, k.fingerprint, k.looked = made, nil, text, k.now()
	k.mu.Unlock()
	k.deleteOld(c.Folder)
	return made, nil
}

// failed logs and stores an error, unless the program ends, and returns it.
func (k *Keeper) failed(ctx context.Context, j job, why error) error {
	if ctx.Err() == nil {
		k.Config().Log.Error("a backup failed", slog.String("why", string(j.why)), slog.Any("error", why))
		k.setFailed(why)
	}
	return why
}

func (k *Keeper) setFailed(why error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.status.Failed = why
}

// isLast returns the last backup of any instance, and whether it has the state of a fingerprint.
func (k *Keeper) isLast(ctx context.Context, fingerprint string) (copies.Copy, bool) {
	if k.lookForLast(ctx) != nil {
		return copies.Copy{}, false // the write will fail with the same error
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if fingerprint != k.fingerprint || k.status.Last.Path == "" {
		return copies.Copy{}, false
	}
	if _, err := os.Stat(k.status.Last.Path); err != nil {
		return copies.Copy{}, false
	}
	k.status.Failed = nil
	return k.status.Last, true
}

// write copies a pinned state into a folder.
func (k *Keeper) write(ctx context.Context, folder string, j job) (copies.Copy, error) {
	made, err := copies.New(folder, k.store.Path(), j.pin.At, j.why)
	if err != nil {
		return made, fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	// Pages are copied, then compacted; the running tournament needs space as well.
	const reserve = 20 << 20
	if room, known := freeSpace(folder); known && room < 3*k.store.Size()+reserve {
		return made, fault.New(fault.Unavailable, "backup.room", room>>20)
	}
	if _, err = j.pin.Copy(ctx, made.Path); err != nil {
		return made, err
	}
	info, err := os.Stat(made.Path)
	if err != nil {
		return made, err
	}
	made.Size = info.Size()
	return made, nil
}

// deleteOld deletes the backups of a folder that Kept does not keep.
func (k *Keeper) deleteOld(folder string) {
	list, err := copies.List(folder, k.store.Path())
	if err != nil {
		return // the next backup retries
	}
	for i, stays := range k.kept(list) {
		if !stays {
			_ = os.Remove(list[i].Path) // as above
		}
	}
}

// kept reports which backups stay. Uploaded files count separately, because they must not displace backups of the
// present data.
func (k *Keeper) kept(list []copies.Copy) []bool {
	stays := make([]bool, len(list))
	for _, sent := range []bool{false, true} {
		var made []time.Time
		var at []int
		for i, c := range list {
			if (c.Reason == copies.Uploaded) == sent {
				made, at = append(made, c.At), append(at, i)
			}
		}
		for n, stay := range Kept(k.now(), made) {
			stays[at[n]] = stay
		}
	}
	return stays
}
