package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/durable"
	"tourney/internal/fault"
)

// A Reason is why a backup was made. Names of files contain it.
type Reason string

// The reasons. Those that begin with Before are followed by an act.
const (
	BeforeDraw        Reason = "before-draw"
	BeforePublication Reason = "before-publication"
	BeforeFinal       Reason = "before-final"
	BeforeImport      Reason = "before-import"
	BeforeUpgrade     Reason = "before-upgrade"
	BeforeRestore     Reason = "before-restore"
	ByClock           Reason = "by-clock"
	ByHand            Reason = "by-hand"
	AtStop            Reason = "at-stop"
	Uploaded          Reason = "uploaded"
)

// Reasons are all reasons.
var Reasons = []Reason{BeforeDraw, BeforePublication, BeforeFinal, BeforeImport, BeforeUpgrade, BeforeRestore, ByClock, ByHand, AtStop, Uploaded}

// A Copy is a kept backup of a database. Its name says the database, when it was
// made and why, such as tourney-20260502-093000Z-before-draw.db.
type Copy struct {
	Path   string
	At     time.Time // whole seconds
	Reason Reason
	// number tells the copies of one second apart.
	number int
	Size   int64
}

// Name returns the name of the file.
func (c Copy) Name() string { return filepath.Base(c.Path) }

const copyTime = "20060102-150405Z"

// copyName has the base of a database, the time, the reason and a number.
var copyName = regexp.MustCompile(`^(.+)-(\d{8}-\d{6}Z)-([a-z]+(?:-[a-z]+)*)(?:-(\d+))?\.db$`)

// CopiesFolder returns the folder of the backups that are made of a database by
// themselves.
func CopiesFolder(path string) string {
	return filepath.Join(filepath.Dir(path), copiesBase(path)+"-backups")
}

// copiesBase is how the names of the backups of a database begin.
func copiesBase(path string) string {
	return strings.TrimSuffix(filepath.Base(path), ".db")
}

// Copies lists the kept backups of a database in a folder, the latest first.
// Other files are left out. A folder that is missing is empty. Faults: "backup.unreadable".
func Copies(folder, database string) ([]Copy, error) {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "backup.unreadable")
	}
	var list []Copy
	for _, e := range entries {
		c, ok := parseCopy(e.Name(), copiesBase(database))
		info, err := e.Info()
		if !ok || err != nil || !info.Mode().IsRegular() {
			continue
		}
		c.Path, c.Size = filepath.Join(folder, e.Name()), info.Size()
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Copy) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.number, a.number), strings.Compare(b.Path, a.Path))
	})
	return list, nil
}

func parseCopy(name, base string) (c Copy, ok bool) {
	parts := copyName.FindStringSubmatch(name)
	if parts == nil || parts[1] != base || !slices.Contains(Reasons, Reason(parts[3])) {
		return c, false
	}
	at, err := time.Parse(copyTime, parts[2])
	number, _ := strconv.Atoi(parts[4]) // digits or nothing
	return Copy{At: at, Reason: Reason(parts[3]), number: number}, err == nil
}

// NewCopy returns the path of a new backup of a database in a folder, which is
// made if needed.
func NewCopy(folder, database string, at time.Time, why Reason) (Copy, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Copy{}, err
	}
	earlier, err := Copies(folder, database)
	if err != nil {
		return Copy{}, err
	}
	c := Copy{At: at.UTC().Truncate(time.Second), Reason: why}
	for _, e := range earlier {
		if e.At.Equal(c.At) {
			c.number = max(c.number, e.number+1, 2)
		}
	}
	name := fmt.Sprintf("%s-%s-%s", copiesBase(database), c.At.Format(copyTime), why)
	if c.number > 0 {
		name += fmt.Sprintf("-%d", c.number)
	}
	c.Path = filepath.Join(folder, name+".db")
	return c, nil
}

// PlaceCopy copies a backup to another folder, synced to the disk before it gets its name
// there.
func PlaceCopy(from, to string) error {
	part := freeName(to, "part")
	if err := durable.Copy(from, part); err != nil {
		return errors.Join(err, durable.Remove(part))
	}
	return durable.Replace(part, to)
}

// LatestSound returns the sound one among the backups that were made of a database by themselves
// whose last change is the latest, what it holds, and whether there is one. They lie in the folder of
// backups and perhaps in others. A file that somebody has sent may be of other data, and is none of
// them; data that a restore replaced are what nobody wanted, and come last.
func LatestSound(ctx context.Context, path string, others ...string) (sound Copy, holds Report, found bool) {
	var list []Copy
	for _, folder := range append([]string{CopiesFolder(path)}, others...) {
		copies, _ := Copies(folder, path) // it is only advice
		list = append(list, copies...)
	}
	changed := map[string]time.Time{}
	list = slices.DeleteFunc(list, func(c Copy) bool {
		if c.Reason == Uploaded {
			return true
		}
		r, err := Glance(ctx, c.Path)
		changed[c.Path] = r.Changed
		return err != nil
	})
	// Of those with the same last change the latest file stays first.
	slices.SortStableFunc(list, func(a, b Copy) int {
		switch unwanted := a.Reason == BeforeRestore; {
		case unwanted == (b.Reason == BeforeRestore):
			return changed[b.Path].Compare(changed[a.Path])
		case unwanted:
			return 1
		}
		return -1
	})
	const tries = 5
	for _, c := range list[:min(len(list), tries)] {
		if report, err := Verify(ctx, c.Path); err == nil && len(report.Findings) == 0 {
			return c, report, true
		}
	}
	return sound, holds, false
}

// Glance returns what a backup holds without verifying it.
func Glance(ctx context.Context, path string) (r Report, err error) {
	db, err := openReadOnly(path)
	if err != nil {
		return r, err
	}
	defer func() { _ = closePool(db) }() // read only
	db = db.WithContext(ctx)
	if err := refuseAlien(db); err != nil {
		return r, err
	}
	const query = "select slug, name, version, (select count(*) from players where tournament_id = tournaments.id) as players from tournaments order by id"
	if err := db.Raw(query).Scan(&r.Tournaments).Error; err != nil {
		return r, fmt.Errorf("list tournaments: %w", err)
	}
	var last []time.Time
	if err := db.Raw("select at from log order by at desc limit 1").Scan(&last).Error; err != nil {
		return r, fmt.Errorf("find the last change: %w", err)
	}
	if len(last) > 0 {
		r.Changed = last[0]
	}
	return r, nil
}

// fingerprinted are the columns that tell one state of the database from another, by table. What
// belongs to a tournament follows its version, or is only added. Logins, what links are signed with,
// the time of a use, and the log of access do not count.
var fingerprinted = []struct{ table, columns, group string }{
	{"tournaments", "id, version, slug, organisation_id", ""},
	{"live_steps", "tournament_id, live, max(number)", "group by tournament_id, live"},
	{"rating_lists", "id", ""},
	{"organisations", "id, name, minors, minors_age", ""},
	{"users", "id, key, name, password", ""},
	{"members", "organisation_id, user_id, role", ""},
	{"guests", "tournament_id, user_id, role, team", ""},
	{"invitations", "hash", ""},
	{"tokens", "id, hash, name, scope", ""},
	{"passkeys", "id, label", ""},
}

// newDatabase is what the rows of fingerprinted are where nothing was ever done: one organisation
// without a name.
const newDatabase = `[1,"","",0]`

// fingerprint is a text that differs whenever two states of a database differ in more than
// logins; "" for one in which nothing was ever done.
func fingerprint(ctx context.Context, db gorm.ConnPool) (string, error) {
	sum, all := sha256.New(), ""
	for _, f := range fingerprinted {
		rows, err := texts(ctx, db, fmt.Sprintf("select json_array(%s) from %s %s order by 1", f.columns, f.table, f.group))
		if err != nil {
			return "", fmt.Errorf("compare states: %w", err)
		}
		fmt.Fprintf(sum, "%s %q\n", f.table, rows)
		all += strings.Join(rows, "")
	}
	if all == newDatabase {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// FingerprintOf returns the fingerprint of a backup, to be compared with that of a Pin; "" if it
// cannot be read.
func FingerprintOf(ctx context.Context, path string) string {
	db, err := openReadOnly(path)
	if err != nil {
		return ""
	}
	defer func() { _ = closePool(db) }() // read only
	text, err := fingerprint(ctx, db.ConnPool)
	if err != nil {
		return "" // of an older program
	}
	return text
}
