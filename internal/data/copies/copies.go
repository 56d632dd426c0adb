// Package copies names the files of a database's backups in a folder, by the database, the time and the reason, such as
// tourney-20260502-093000Z-before-draw.db. It opens no backup.
package copies

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// A Reason is the reason for a backup, part of its file name.
type Reason string

// The reasons. A reason that begins with Before contains the act that followed.
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

// A Copy is a backup of a database. Its name contains the database, the time and the reason, such as
// tourney-20260502-093000Z-before-draw.db.
type Copy struct {
	Path   string
	At     time.Time // whole seconds
	Reason Reason
	// number distinguishes the copies of one second.
	number int
	Size   int64
}

// Name returns the name of the file.
func (c Copy) Name() string { return filepath.Base(c.Path) }

const copyTime = "20060102-150405Z"

// copyName matches the base of a database, the time, the reason and a number.
var copyName = regexp.MustCompile(`^(.+)-(\d{8}-\d{6}Z)-([a-z]+(?:-[a-z]+)*)(?:-(\d+))?\.db$`)

// Folder returns the folder of the automatic backups of a database.
func Folder(path string) string {
	return filepath.Join(filepath.Dir(path), Base(path)+"-backups")
}

// Elsewhere returns the folder for the backups of a database within a shared folder, such as a USB stick:
// tourney-annas-laptop-3f9a61. It ends with a unique word for the database, stored in a file in Folder. The name of the
// computer is for people, and may change.
func Elsewhere(folder, path, computer string) string {
	own := ownWord(path)
	if known, _ := filepath.Glob(filepath.Join(escaped(folder), escaped(Base(path))+"-*"+own)); len(known) > 0 {
		return known[0]
	}
	words := strings.FieldsFunc(strings.ToLower(computer), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return filepath.Join(folder, strings.Join(append(append([]string{Base(path)}, words...), own), "-"))
}

// chosenFile names the file in Folder with the shared folder that a person has chosen.
const chosenFile = "second-folder"

// Chosen returns the shared folder that a person has chosen for the backups of a database, "" for none.
func Chosen(path string) string {
	kept, err := os.ReadFile(filepath.Join(Folder(path), chosenFile))
	if err != nil {
		return "" // none was chosen
	}
	return strings.TrimSpace(string(kept))
}

// Choose stores the shared folder for the backups of a database; "" removes the choice.
func Choose(path, folder string) error {
	file := filepath.Join(Folder(path), chosenFile)
	if folder == "" {
		return durable.Remove(file)
	}
	if err := os.MkdirAll(Folder(path), 0o700); err != nil {
		return err
	}
	return durable.Write(file, []byte(folder))
}

// escaped returns a pattern that matches only the text.
func escaped(text string) string {
	if runtime.GOOS == "windows" {
		return text // Windows has no escaping, and most names need none
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(text)
}

// ownWord returns the word of a database, and creates it at first. If it cannot be stored, it is derived from the path.
func ownWord(path string) string {
	const length = 6
	file := filepath.Join(Folder(path), "stick-folder")
	if kept, err := os.ReadFile(file); err == nil && len(kept) == length {
		return string(kept)
	}
	word := strings.ToLower(rand.Text()[:length])
	err := os.MkdirAll(Folder(path), 0o700)
	if err == nil {
		err = durable.Write(file, []byte(word))
	}
	if err != nil {
		sum := sha256.Sum256([]byte(path))
		word = hex.EncodeToString(sum[:])[:length]
	}
	return word
}

// Base returns the begin of the names of a database's backups.
func Base(path string) string {
	return strings.TrimSuffix(filepath.Base(path), ".db")
}

// List returns the backups of a database in a folder, the latest first, without other files. A missing folder is empty.
// Faults: "backup.unreadable".
func List(folder, database string) ([]Copy, error) {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "backup.unreadable")
	}
	var list []Copy
	for _, e := range entries {
		c, ok := parseCopy(e.Name(), Base(database))
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

// New returns the path of a new backup of a database in a folder, and creates a missing folder.
func New(folder, database string, at time.Time, why Reason) (Copy, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Copy{}, err
	}
	earlier, err := List(folder, database)
	if err != nil {
		return Copy{}, err
	}
	c := Copy{At: at.UTC().Truncate(time.Second), Reason: why}
	for _, e := range earlier {
		if e.At.Equal(c.At) {
			c.number = max(c.number, e.number+1, 2)
		}
	}
	name := fmt.Sprintf("%s-%s-%s", Base(database), c.At.Format(copyTime), why)
	if c.number > 0 {
		name += fmt.Sprintf("-%d", c.number)
	}
	c.Path = filepath.Join(folder, name+".db")
	return c, nil
}

// CopyTo copies a backup to another folder. The file is on the disk before it gets its final name.
func CopyTo(from, to string) error {
	part := to + ".part-" + rand.Text()
	if err := durable.Copy(from, part); err != nil {
		return errors.Join(err, durable.Remove(part))
	}
	if err := durable.Replace(part, to); err != nil {
		return errors.Join(err, durable.Remove(part))
	}
	return nil
}
