package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/backup"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// backUp copies a database to a new file, also while a server uses it.
func backUp(c *call) error {
	db, out, err := c.databaseAndFile("OUT", "the database to copy, "+aDatabase)
	if err == nil {
		err = checkExists(db)
	}
	if err != nil {
		return err
	}
	report, err := store.Backup(c.ctx, db, out)
	if fault.Is(err, "database.backup.exists") || fault.Is(err, "database.backup.write") || fault.Is(err, "database.backup.unsound") {
		return c.inFile(out, err)
	}
	if err != nil {
		return c.inFile(db, err)
	}
	fmt.Fprintln(c.stdout, c.lang.T("database.backup.made", out, c.summary(report)))
	return nil
}

// copyData copies a whole database to another one.
func copyData(c *call) error {
	from := c.flags.String("from", "", "the database to copy, "+aDatabase)
	to := c.flags.String("to", "", "the new one, a file that is made or an empty postgres://NAME@HOST/DATABASE")
	if _, err := c.parse(); err != nil {
		return err
	}
	if *from == "" || *to == "" {
		return misused("command.flag.copies")
	}
	if err := cmp.Or(checkExists(*from), checkAddress(*to)); err != nil {
		return err
	}
	served := store.CheckUnused(c.ctx, *from, c.patience.held)
	report, followers, err := c.copyTo(*from, *to)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, c.lang.T("database.copy.made", database.Shown(*to), c.summary(report)))
	if fault.Is(served, "database.served") || fault.Is(served, "database.held") {
		fmt.Fprintln(c.stderr, c.lang.T("database.copy.served", database.Shown(*from)))
	}
	if len(followers) > 0 {
		fmt.Fprintln(c.stderr, c.lang.T("database.copy.followed", strings.Join(followers, ", ")))
	}
	return c.inMade(*to, report, c.reportUnsent)
}

// reportUnsent prints the unsent publications and webhooks of a copy, or the reason why the copy is read-only.
func (c *call) reportUnsent(copied *store.Store) error {
	if why := copied.Refusal(); why != nil {
		fmt.Fprintln(c.stderr, c.lang.Error(why))
		return nil
	}
	sent, err := store.Publications(c.ctx, copied)
	sites, wrong := store.Sites(c.ctx, copied)
	hooks, failed := copied.Webhooks().All(c.ctx, 0)
	published := map[string]bool{}
	for _, p := range sent {
		published[p.Slug] = published[p.Slug] || !p.Ended
	}
	for _, s := range sites {
		published[s.Slug] = true
	}
	maps.DeleteFunc(published, func(_ string, on bool) bool { return !on })
	if n := len(published); n > 0 {
		fmt.Fprintln(c.stdout, c.lang.T("database.copy.published", c.lang.T("tournament.page.count", n), c.lang.T("publish.claim")))
	}
	if len(hooks) > 0 {
		fmt.Fprintln(c.stdout, c.lang.T("database.copy.webhooks", c.lang.T("webhook.page.here")))
	}
	return errors.Join(err, wrong, failed)
}

// copyTo copies a database to another one without standbys, and returns the names of the first one's standbys. Its
// errors begin with the flag of the faulty database.
func (c *call) copyTo(from, to string) (report store.Report, followers []string, err error) {
	file := to
	if database.IsServer(to) { // through a file with the present schema
		dir, err := os.MkdirTemp("", "tourney-copy-")
		if err != nil {
			return report, nil, fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
		}
		defer os.RemoveAll(dir)
		file = filepath.Join(dir, "copy.db")
	}
	if report, err = store.Backup(c.ctx, from, file); err == nil {
		followers, err = beyond.part(c.ctx, file)
		report.Schema = store.Schema()
	}
	switch {
	case fault.Is(err, "database.backup.exists"), fault.Is(err, "database.backup.write"):
		return report, nil, fmt.Errorf("--to %w", c.inFile(to, err))
	case err != nil:
		return report, nil, fmt.Errorf("--from %w", c.inFile(from, err))
	case file != to:
		if report, err = store.Fill(c.ctx, to, file); err != nil {
			err = fmt.Errorf("--to %w", c.inFile(to, err))
		}
	}
	return report, followers, err
}

// databaseAndFile parses a command line with the required flag --db and one file, by its name in the usage.
func (c *call) databaseAndFile(name, usage string) (db, file string, err error) {
	c.flags.StringVar(&db, "db", "", usage)
	args, err := c.parse(name)
	switch {
	case err != nil:
		return "", "", err
	case db == "":
		return "", "", errorWithoutDatabase()
	}
	return db, args[0], checkAddress(db)
}

// verify reads and checks a whole database.
func verify(c *call) error {
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse("DB")
	if err != nil {
		return err
	}
	path := args[0]
	if err := checkExists(path); err != nil {
		return err
	}
	report, err := store.Verify(c.ctx, path)
	if err != nil {
		return c.inFile(path, err)
	}
	if *asJSON {
		err = c.encode(c.verifiedFile(path, report))
	} else {
		err = c.printReport(path, report)
	}
	if err == nil && len(report.Findings) > 0 {
		return errFailed
	}
	return err
}

// restore replaces a database by a backup.
func restore(c *call) error {
	db, copied, err := c.databaseAndFile("BACKUP", "the database to replace, "+aDatabase+"; a file gets a dated name")
	if err == nil {
		err = checkExists(copied)
	}
	if err != nil {
		return err
	}
	done, err := store.Restore(c.ctx, copied, db, beyond.carry)
	for _, name := range done.Aside {
		fmt.Fprintln(c.stdout, c.lang.T("database.restore.aside", name))
	}
	if fault.Is(err, "database.held") || fault.Is(err, "database.readonly") || fault.Is(err, "database.backup.write") {
		return c.inFile(db, err)
	}
	if err != nil {
		return c.inFile(copied, err)
	}
	fmt.Fprintln(c.stdout, c.lang.T("database.restore.made", database.Shown(db), c.summary(done.Report)))
	if done.LostForgotten != nil {
		fmt.Fprintln(c.stderr, c.lang.T("backup.forgotten.lost"))
	}
	if done.NotCarried != nil {
		fmt.Fprintln(c.stderr, c.lang.T("standby.restored"))
	}
	return c.inMade(db, done.Report, c.forgetAgain)
}

// inMade runs do on a database that was just made. It skips one with an older schema, because opening would upgrade it.
func (c *call) inMade(db string, report store.Report, do func(*store.Store) error) error {
	if report.Schema != store.Schema() {
		return nil
	}
	kept, err := store.Open(c.ctx, db)
	if err == nil {
		err = errors.Join(do(kept), kept.Close())
	}
	if err != nil {
		return c.inFile(db, err)
	}
	return nil
}

// forgetAgain repeats in a restored database the erasures since the backup.
func (c *call) forgetAgain(restored *store.Store) error {
	n, err := director.New(restored, time.Now).PersonalData().ForgetAgain(c.ctx, "")
	if n > 0 {
		fmt.Fprintln(c.stdout, c.lang.T("backup.forgotten.done", n))
	}
	return err
}

// checkExists returns "file.missing" unless a path exists or is a server's address, and the faults of checkAddress.
func checkExists(path string) error {
	if err := checkAddress(path); err != nil || database.IsServer(path) {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.NotFound, "file.missing", path)
	}
	return nil
}

// summary formats the number of tournaments in a database and the time of the last change.
func (c *call) summary(r store.Report) string {
	count := c.lang.T("tournament.page.count", len(r.Tournaments))
	if r.Changed.IsZero() {
		return count
	}
	here := c.lang.In(time.Local)
	return c.lang.T("database.verify.changed", count, here.Date(r.Changed.Local()), here.Clock(r.Changed))
}

// printReport prints the content of a database, or its errors to stderr.
func (c *call) printReport(path string, r store.Report) error {
	if len(r.Findings) > 0 {
		for _, finding := range r.Findings {
			fmt.Fprintf(c.stderr, "%s: %s\n", database.Shown(path), c.lang.Error(finding))
		}
		_, err := fmt.Fprintln(c.stdout, c.lang.T("database.verify.unsound", database.Shown(path)))
		return err
	}
	fmt.Fprintln(c.stdout, c.lang.T("database.verify.sound", database.Shown(path), c.summary(r)))
	if len(r.Tournaments) == 0 {
		return nil
	}
	w := c.table(0)
	fmt.Fprintln(w, c.headings("column.name", "field.players", "field.version"))
	for _, t := range r.Tournaments {
		fmt.Fprintf(w, "%s\t%d\t%d\n", t.Name, t.Players, t.Version)
	}
	return w.Flush()
}

// A verifiedFile is the JSON of a verified database.
type verifiedFile struct {
	File   string `json:"file"`
	Sound  bool   `json:"sound"`
	Schema int    `json:"schema"`
	// Changed is the time of the last change of a tournament.
	Changed     *time.Time           `json:"changed,omitempty"`
	Tournaments []verifiedTournament `json:"tournaments"`
	Findings    []verifiedFinding    `json:"findings"`
}

type verifiedTournament struct {
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Players int    `json:"players"`
	Rounds  int    `json:"rounds"`
	Version int    `json:"version"`
}

type verifiedFinding struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func (c *call) verifiedFile(path string, r store.Report) verifiedFile {
	v := verifiedFile{
		File: database.Shown(path), Sound: len(r.Findings) == 0, Schema: r.Schema,
		Tournaments: []verifiedTournament{}, Findings: []verifiedFinding{},
	}
	if !r.Changed.IsZero() {
		v.Changed = &r.Changed
	}
	for _, t := range r.Tournaments {
		v.Tournaments = append(v.Tournaments, verifiedTournament{t.Slug, t.Name, t.Players, t.Rounds, t.Version})
	}
	for _, err := range r.Findings {
		finding := verifiedFinding{Text: c.lang.Error(err)}
		if f, ok := fault.As(err); ok {
			finding.Code = f.Key
		}
		v.Findings = append(v.Findings, finding)
	}
	return v
}

// earlierFiles formats, for a database without people, the logs set aside beside it that are not reported yet. If it
// has no tournament either, it adds the files that may hold an earlier database.
func (c *call) earlierFiles(kept *store.Store) string {
	text, path, reported := "", kept.Path(), kept.SetAside()
	for _, name := range backup.LostLogs(path) {
		if !slices.Contains(reported, name) {
			text += c.lang.T("database.foreign", name) + "\n\n"
		}
	}
	if blank, err := isBlank(c.ctx, kept); err != nil || !blank { // the check after the start reports the error
		return text
	}
	names := backup.Earlier(path)
	if len(names) == 0 {
		return text
	}
	text += c.lang.T("command.serve.beside") + "\n"
	for _, name := range names {
		if shorter, err := filepath.Rel(filepath.Dir(path), name); err == nil {
			name = shorter
		}
		text += "            " + name + "\n"
	}
	return text + "\n"
}

// isBlank reports whether data have no person, tournament, token or rating list.
func isBlank(ctx context.Context, kept *store.Store) (bool, error) {
	if has, err := kept.HasUsers(ctx); has || err != nil {
		return false, err
	}
	if tokens, err := kept.People().Tokens(ctx, 0); len(tokens) > 0 || err != nil {
		return false, err
	}
	if lists, err := kept.RatingLists(ctx); len(lists) > 0 || err != nil {
		return false, err
	}
	report, err := kept.Check(ctx)
	return len(report.Tournaments)+len(report.Findings) == 0, err
}
