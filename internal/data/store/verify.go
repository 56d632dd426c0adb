package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store/replay"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Verify reads a whole database file and changes nothing. It checks the file's structure, its tables, the references
// between them, and for each tournament that its log has one entry for every version and leads to the stored state.
// Faults are "database.alien", "database.newer" and "database.open"; anything else is a finding.
func Verify(ctx context.Context, path string) (Report, error) {
	if database.IsServer(path) {
		s, err := Open(ctx, path)
		if err != nil {
			return Report{}, err
		}
		defer func() { _ = s.Close() }() // only read
		return s.Check(ctx)
	}
	db, err := database.ReadOnly(path)
	if err != nil {
		return concluded(ctx, Report{}, err)
	}
	defer func() { _ = database.Close(db) }() // read only
	report, err := examine(db.WithContext(ctx))
	if err != nil || len(report.Findings) > 0 {
		return concluded(ctx, report, err)
	}
	if report.Schema == Schema() {
		err = examineTournaments(db.WithContext(ctx), &report)
	} else {
		err = examineOlder(ctx, db, path, &report)
	}
	return concluded(ctx, report, err)
}

// concluded turns the engine's error about a damaged file into a finding. A cancelled context returns its error
// instead.
func concluded(ctx context.Context, r Report, err error) (Report, error) {
	if ctx.Err() != nil {
		return Report{}, ctx.Err()
	}
	if fault.Is(err, "database.damaged") {
		r.Findings = append(r.Findings, err)
		err = nil
	}
	return r, err
}

// Check checks the open database like the function Verify.
func (s *Store) Check(ctx context.Context) (report Report, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		if !s.isFile() {
			report.Schema = Schema()
		} else {
			report, err = examine(db)
		}
		if err == nil && len(report.Findings) == 0 {
			err = examineTournaments(db, &report)
		}
		return err
	})
	return concluded(ctx, report, database.Translate(err))
}

// Verify checks the open database and returns its findings as one error.
func (s *Store) Verify(ctx context.Context) error {
	report, err := s.Check(ctx)
	return errors.Join(append(report.Findings, err)...)
}

// mostInspected is the size in bytes up to which the pages of a file are checked before it is opened.
const mostInspected = 64 << 20

// inspect checks a file before a store opens it: that it is a tourney database whose pages are in order. Verify checks
// the rest, which takes longer. The pages of a large file are checked only if a write-ahead log shows that the last
// program was killed; the opener checks the rest in use.
func inspect(ctx context.Context, path string) error {
	db, err := database.ReadOnly(path)
	if err != nil {
		return err
	}
	defer func() { _ = database.Close(db) }() // read only
	db = db.WithContext(ctx)
	if err := refuseAlien(db); err != nil {
		return err
	}
	logged := durable.Size(path+database.WALSuffix) > 0
	if !logged && durable.Size(path) > mostInspected {
		return nil
	}
	findings, err := database.CheckPages(db, "quick_check")
	if err == nil && len(findings) == 0 && logged {
		// A log of another state of the same file may leave the structure sound.
		if findings, err = versionGaps(db); err == nil && len(findings) == 0 {
			findings, err = invalidJSON(db)
		}
	}
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		return fault.Wrap(errors.Join(findings...), fault.Unavailable, "database.damaged")
	}
	return nil
}

// appliedSchema reads the number of the last migration of a database.
const appliedSchema = "select coalesce(max(version_id), 0) from goose_db_version where is_applied"

// examine checks what databases of all versions have.
func examine(db *gorm.DB) (r Report, err error) {
	if err := refuseAlien(db); err != nil {
		return r, err
	}
	switch there, err := hasTable(db, "goose_db_version"); {
	case err != nil:
		return r, err
	case !there: // an empty one
		return r, fault.New(fault.Invalid, "database.alien")
	}
	if r.Findings, err = checkStructure(db); err != nil || len(r.Findings) > 0 {
		return r, err
	}
	if err := db.Raw(appliedSchema).Scan(&r.Schema).Error; err != nil {
		return r, fmt.Errorf("read schema version: %w", err)
	}
	if r.Schema > Schema() {
		return r, fault.New(fault.Conflict, "database.newer", r.Schema, Schema())
	}
	if _, err := isOlder(r.Schema); err != nil || r.Schema != Schema() {
		return r, err
	}
	missing, err := missingColumns(db)
	if err != nil {
		return r, err
	}
	for _, name := range missing {
		r.Findings = append(r.Findings, fault.New(fault.Invalid, "database.verify.schema", name))
	}
	return r, nil
}

// checkStructure checks the file and the references between its tables.
func checkStructure(db *gorm.DB) (findings []error, err error) {
	if findings, err = database.CheckPages(db, "integrity_check"); err != nil || len(findings) > 0 {
		return findings, err
	}
	if err := database.CheckReferences(db); err != nil {
		findings = append(findings, err)
	}
	return findings, nil
}

// versionGaps lists the tournaments whose log does not have one entry for every version.
func versionGaps(db *gorm.DB) (findings []error, err error) {
	var rows []struct {
		Name             string
		Version, Entries int
	}
	const query = "select * from (select name, version, (select count(*) from log where tournament_id = tournaments.id) as entries " +
		"from tournaments%s order by id) t where version <> entries"
	if there, err := hasTable(db, "log"); err != nil || !there {
		return nil, err
	}
	own := " where origin = ''" // a tournament that runs on another computer has its log there
	if there, err := hasTable(db, "publications"); err != nil {
		return nil, err
	} else if !there {
		own = ""
	}
	if err := db.Raw(fmt.Sprintf(query, own)).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("check log: %w", err)
	}
	for _, r := range rows {
		findings = append(findings, fault.New(fault.Invalid, "database.verify.gap", r.Entries, r.Name, r.Version))
	}
	return findings, nil
}

// invalidJSON returns the first row with invalid JSON, if any. Pages of another file in the middle of a long text leave
// the structure sound.
func invalidJSON(db *gorm.DB) (findings []error, err error) {
	if there, err := hasTable(db, "log"); err != nil || !there {
		return nil, err
	}
	var first []struct{ Kept, Row string }
	const query = "select 'tournaments' as kept, slug as row from tournaments where not json_valid(settings) " +
		"union all select 'log', slug || '/' || log.version from log join tournaments on tournaments.id = tournament_id " +
		"where not json_valid(changes) or not json_valid(args) limit 1"
	if err := db.Raw(query).Scan(&first).Error; err != nil {
		return nil, fmt.Errorf("look over what is kept as JSON: %w", database.Translate(err))
	}
	bodies := []string{"days"}
	var schema int
	err = db.Raw("select coalesce(max(version_id), 0) from goose_db_version where is_applied").Scan(&schema).Error
	if schema >= firstSchema { // older ones had no bodies elsewhere
		bodies = []string{"days", "players", "rounds", "games"}
	}
	for _, table := range bodies {
		if err == nil && len(first) == 0 {
			err = db.Raw("select '" + table + "' as kept, slug as row from " + table + " join tournaments t on t.id = tournament_id where not json_valid(body) limit 1").
				Scan(&first).Error
		}
	}
	if err != nil {
		return nil, fmt.Errorf("look over what is kept as JSON: %w", database.Translate(err))
	}
	for _, r := range first {
		findings = append(findings, fault.New(fault.Unavailable, "database.kept.broken", r.Kept, r.Row))
	}
	return findings, nil
}

// missingColumns lists the tables, columns and indexes of the present schema that are missing in a database.
func missingColumns(db *gorm.DB) ([]string, error) {
	want, err := latestSchema()
	if err != nil {
		return nil, err
	}
	have, err := schemaOf(db)
	return slices.DeleteFunc(slices.Clone(want), func(name string) bool { return slices.Contains(have, name) }), err
}

// builtLatest keeps the schema of this program: building it takes longer than most checks.
var builtLatest struct {
	sync.Mutex
	schema []string
}

// latestSchema returns the schema of this program.
func latestSchema() (schema []string, err error) {
	builtLatest.Lock()
	defer builtLatest.Unlock()
	if builtLatest.schema == nil {
		builtLatest.schema, err = buildSchema()
	}
	return builtLatest.schema, err
}

// buildSchema returns the schema that the migrations make.
func buildSchema() (schema []string, err error) {
	model, err := database.Memory()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, database.Close(model)) }()
	steps, err := provider(model, migrations())
	if err != nil {
		return nil, err
	}
	if _, err := steps.Up(context.Background()); err != nil {
		return nil, fmt.Errorf("build schema: %w", err)
	}
	return schemaOf(model)
}

// schemaOf lists the tables, columns and indexes of a database.
func schemaOf(db *gorm.DB) (schema []string, err error) {
	const query = "select m.type || ' ' || m.name || coalesce('.' || c.name, '') from sqlite_master m " +
		"left join pragma_table_info(m.name) c on m.type = 'table' order by 1"
	err = wrap("read schema", db.Raw(query).Scan(&schema).Error)
	return schema, err
}

// examineOlder examines the tournaments of an older program's database, on a
// migrated copy beside the file: the system's folder for temporary files may be small.
func examineOlder(ctx context.Context, db *gorm.DB, file string, r *Report) (err error) {
	if file, err = filepath.Abs(file); err != nil { // a database is opened by its whole path
		return fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), ".tourney-verify-")
	if err != nil { // a read-only disk
		dir, err = os.MkdirTemp("", "tourney-verify-")
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "copy.db")
	if err := database.CopyInto(ctx, db.ConnPool, path); err != nil {
		return err
	}
	if err := Migrate(ctx, path); err != nil {
		return err
	}
	copied, err := database.ReadOnly(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close(copied)) }()
	return examineTournaments(copied.WithContext(ctx), r)
}

// examineTournaments loads every tournament and replays its log.
func examineTournaments(db *gorm.DB, r *Report) error {
	findings, err := versionGaps(db)
	if err != nil {
		return err
	}
	r.Findings = append(r.Findings, findings...)
	var slugs []string
	if err := db.Raw("select slug from tournaments order by id").Scan(&slugs).Error; err != nil {
		return fmt.Errorf("list tournaments: %w", err)
	}
	for _, slug := range slugs {
		t, err := load(db, slug)
		if err != nil {
			r.Findings = append(r.Findings, fault.Wrap(err, fault.Invalid, "database.verify.tournament", slug))
			continue
		}
		r.Tournaments = append(r.Tournaments, Verified{Slug: slug, Name: t.Info.Name, Players: len(t.Players), Rounds: len(t.Rounds), Version: t.Version})
		if t.Origin != "" {
			continue
		}
		entries, err := findEntries(db.Where("slug = ?", slug).Order("log.version"))
		if err != nil {
			r.Findings = append(r.Findings, fault.Wrap(err, fault.Invalid, "database.verify.log", t.Info.Name))
			continue
		}
		var changes []tournament.Change
		for _, e := range entries {
			changes = append(changes, e.Changes...)
			if e.At.After(r.Changed) {
				r.Changed = e.At
			}
		}
		if mismatch, found := replay.FindMismatch(t, changes); found {
			r.Findings = append(r.Findings, fault.New(fault.Invalid, "database.verify.stray", t.Info.Name, mismatch))
		}
	}
	return nil
}
