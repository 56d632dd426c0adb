package store

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// No version was released with a schema before firstSchema. Older data are converted once, at the start: the old tables
// are renamed, the new ones are made and filled, and the old ones are dropped.

// Schemas from oldestSchema on are brought over to firstSchema, the first of the migrations.
const (
	oldestSchema = 29
	firstSchema  = 37
)

// oldPrefix begins the names of the old tables in the meantime.
const oldPrefix = "old_"

// isOlder reports whether a schema is brought over. Fault: "database.older" for an earlier one.
func isOlder(schema int) (bool, error) {
	if schema > 0 && schema < oldestSchema {
		return false, fault.New(fault.Conflict, "database.older", schema, oldestSchema)
	}
	return schema > 0 && schema < firstSchema, nil
}

// bringOver brings the data of an older schema over, in one transaction.
func bringOver(ctx context.Context, db *gorm.DB, schema string) error {
	return wrap("bring older data over", db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		old, err := renameTables(tx)
		if err != nil {
			return database.Translate(err)
		}
		for _, step := range []func() error{
			func() error { return execAll(tx, schema) },
			func() error { return tx.Exec("delete from organisations").Error }, // the old rows follow
			func() error { return copyTables(tx, old) },
			func() error { return renewLogs(tx) },
			func() error { return dropTables(tx, old) },
			func() error { return tx.Exec("delete from goose_db_version where version_id > 0").Error },
			func() error {
				return tx.Exec("insert into goose_db_version (version_id, is_applied) values (?, ?)", firstSchema, true).Error
			},
		} {
			if err := step(); err != nil {
				return database.Translate(err)
			}
		}
		return nil
	}))
}

// renameTables renames the tables and drops their indexes, whose names the new tables need. It returns the former
// names.
func renameTables(tx *gorm.DB) (names []string, err error) {
	for _, table := range append(slices.Clone(tables), "byes") {
		there, err := hasTable(tx, table)
		if err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		names = append(names, table)
		if err := tx.Exec("alter table " + table + " rename to " + oldPrefix + table).Error; err != nil {
			return nil, err
		}
	}
	var indexes []string
	const inFile = "select name from sqlite_master where type = 'index' and sql is not null"
	const atServer = "select indexname from pg_indexes where schemaname = current_schema() and tablename like 'old\\_%' " +
		"and indexname not in (select conname from pg_constraint)"
	if err := tx.Raw(inDialect(tx, inFile, atServer)).Scan(&indexes).Error; err != nil {
		return nil, err
	}
	for _, index := range indexes {
		if err := tx.Exec("drop index " + index).Error; err != nil {
			return nil, err
		}
	}
	return names, nil
}

// execAll executes the statements of a migration.
func execAll(tx *gorm.DB, text string) error {
	for _, statement := range strings.Split(text, ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if err := tx.Exec(statement).Error; err != nil {
			return err
		}
	}
	return nil
}

// copyTables fills the tables from the old ones.
func copyTables(tx *gorm.DB, old []string) error {
	for _, table := range tables {
		if !slices.Contains(old, table) {
			continue
		}
		if err := copyTable(tx, table); err != nil {
			return err
		}
	}
	if !slices.Contains(old, "webhooks") || slices.Contains(old, "webhook_reached") {
		return nil
	}
	var ids []int // schema 32 had the progress in a form of its own
	if err := tx.Table("webhooks").Pluck("id", &ids).Error; err != nil {
		return err
	}
	return reachAll(tx, ids)
}

func copyTable(tx *gorm.DB, table string) error {
	switch table {
	case "tournaments":
		return convertTournaments(tx)
	case "players", "rounds", "games":
		return nil // with their tournaments
	}
	columns, err := commonColumns(tx, table)
	if err != nil {
		return err
	}
	list := strings.Join(columns, ", ")
	return tx.Exec("insert into " + table + " (" + list + ") select " + list + " from " + oldPrefix + table).Error
}

// commonColumns returns the columns that a table and its old one have.
func commonColumns(tx *gorm.DB, table string) (columns []string, err error) {
	const inFile = "select name from pragma_table_info(?) where name in (select name from pragma_table_info(?))"
	const of = "select column_name from information_schema.columns where table_schema = current_schema() and table_name = ?"
	err = tx.Raw(inDialect(tx, inFile, of+" and column_name in ("+of+")"), table, oldPrefix+table).Scan(&columns).Error
	return columns, err
}

// dropTables drops the old tables. The new ones continue their numbers.
func dropTables(tx *gorm.DB, old []string) error {
	statements := []string{
		"delete from sqlite_sequence where name = '%[1]s' and exists (select 1 from sqlite_sequence where name = 'old_%[1]s')",
		"update sqlite_sequence set name = '%[1]s' where name = 'old_%[1]s'",
		"drop table old_%[1]s",
	}
	if tx.Name() == "postgres" {
		statements = []string{
			"select setval(pg_get_serial_sequence('%[1]s', column_name), nextval(pg_get_serial_sequence('old_%[1]s', column_name)), false) " +
				"from information_schema.columns where table_schema = current_schema() and table_name = 'old_%[1]s' and is_identity = 'YES'",
			"drop table old_%[1]s cascade",
		}
	}
	for _, table := range slices.Backward(old) {
		for _, statement := range statements {
			if err := tx.Exec(fmt.Sprintf(statement, table)).Error; err != nil {
				return err
			}
		}
	}
	return nil
}

// convertTournaments writes every tournament with its players, rounds and games.
func convertTournaments(tx *gorm.DB) error {
	rows, err := oldRows(tx, "tournaments", "order by id")
	if err != nil {
		return err
	}
	columns, err := commonColumns(tx, "tournaments")
	if err != nil {
		return err
	}
	converted := []string{"id", "slug", "name", "country", "begins", "ends", "hidden", "archived", "former", "info", "settings", "last_id", "version", "rounds", "round", "players", "undecided", "words"}
	columns = slices.DeleteFunc(columns, func(name string) bool { return slices.Contains(converted, name) })
	for _, old := range rows {
		id, err := strconv.Atoi(fmt.Sprint(old["id"]))
		if err != nil {
			return err
		}
		t, err := oldTournament(tx, id, old)
		if err != nil {
			return err
		}
		row, err := rowOf(t)
		if err != nil {
			return err
		}
		row.ID = id
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		for _, name := range columns {
			if err := tx.Exec("update tournaments set "+name+" = (select "+name+" from old_tournaments where id = ?) where id = ?", id, id).Error; err != nil {
				return err
			}
		}
		if err := (&Tx{db: tx}).saveChanges(id, new(tournament.Tournament).Diff(t)); err != nil {
			return err
		}
	}
	return nil
}

// oldTournament loads a tournament from old tables, except for its day.
func oldTournament(tx *gorm.DB, id int, row map[string]any) (t *tournament.Tournament, err error) {
	t = new(tournament.Tournament)
	slug := fmt.Sprint(row["slug"])
	if err := jsoncolumn.Parse(inNewForms(fmt.Sprint(row["settings"])), &t.Settings, "tournaments", slug); err != nil {
		return nil, err
	}
	delete(row, "settings")
	if err := readOld(row, "tournaments", slug, &t.Info); err != nil {
		return nil, err
	}
	whose := fmt.Sprintf("where tournament_id = %d order by ", id)
	if t.Players, err = oldElements[tournament.Player](tx, "players", whose+"id", slug); err != nil {
		return nil, err
	}
	if t.Rounds, err = oldElements[tournament.Round](tx, "rounds", whose+"number", slug); err != nil {
		return nil, err
	}
	games, err := oldElements[tournament.Game](tx, "games", whose+"id", slug)
	if err == nil {
		err = addGames(t, games)
	}
	if err != nil {
		return nil, err
	}
	byes, err := oldRows(tx, "byes", whose+"round, player")
	for _, bye := range byes {
		round, player := int(number(bye["round"])), tournament.PlayerID(number(bye["player"]))
		if r := t.Round(round); r != nil {
			r.Byes = append(r.Byes, player)
		}
	}
	t.LastID, t.Version = int(number(row["last_id"])), int(number(row["version"]))
	t.Origin, _ = row["origin"].(string)
	normalise(t, t)
	return t, err
}

// oldElements reads the rows of an old table.
func oldElements[T any](tx *gorm.DB, table, which, slug string) (list []T, err error) {
	rows, err := oldRows(tx, table, which)
	for _, row := range rows {
		var element T
		if err := readOld(row, table, slug, &element); err != nil {
			return nil, err
		}
		list = append(list, element)
	}
	return list, err
}

// oldRows returns rows of an old table by the names of their columns.
func oldRows(tx *gorm.DB, table, which string) (rows []map[string]any, err error) {
	err = database.Query(tx.Statement.Context, tx.Statement.ConnPool, "select * from "+oldPrefix+table+" "+which, func(columns []string, values []any) error {
		row := map[string]any{}
		for i, name := range columns {
			row[name] = values[i]
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// oldColumns are the places of the columns of old tables in the JSON of the model.
var oldColumns = map[string]map[string]string{
	"tournaments": {
		"slug": "slug", "name": "name", "short_name": "shortName", "place": "place", "country": "country", "director": "director",
		"begins": "begin", "ends": "end", "zone": "zone", "former": "former", "hidden": "hidden", "archived": "archived",
	},
	"players": {
		"id": "id", "family": "family", "given": "given", "rank": "rank", "grade": "grade", "last_rank": "lastRank", "rating": "rating",
		"rating_origin": "ratingOrigin", "country": "country", "club": "club", "egd": "egd", "ffg": "ffg", "aga": "aga", "ffg_status": "ffgStatus",
		"aga_expiry": "agaExpiry", "status": "status", "absent": "absent", "half_byes": "halfByes", "expected": "expected",
		"start_correction": "startCorrection", "tags": "tags", "born": "born", "notes": "notes", "contact": "contact", "mail": "mail",
		"since": "since", "agreed": "agreed", "hiding": "hidden", "forgotten": "forgotten", "fee_class": "fee.class", "fee_own": "fee.own",
		"fee_sum": "fee.sum", "fee_reason": "fee.reason", "fee_paid": "fee.paid", "paid_on": "fee.paidOn",
	},
	"rounds": {
		"number": "number", "published": "published", "starts": "start", "seed": "drawn.seed", "total": "drawn.total",
		"inputs": "drawn.inputs", "made_from": "drawn.madeFrom", "bye": "drawn.bye", "program": "drawn.program",
	},
	"games": {
		"id": "id", "round": "round", "table_number": "table", "black": "black", "white": "white", "handicap": "handicap", "komi": "komi",
		"by_hand": "byHand", "locked": "locked", "colours_open": "coloursOpen", "goes_on": "goesOn", "result": "result", "revision": "revision",
		"entered_by": "enteredBy", "entered_at": "enteredAt", "desk": "desk", "confirmed_by": "confirmedBy", "corrected_at": "corrected",
		"disputed": "dispute.result", "disputed_by": "dispute.by", "disputed_at": "dispute.at", "disputed_desk": "dispute.desk",
		"record": "record", "dead": "dead", "settling": "settling", "pencil": "pencil", "choosing": "choosing", "live": "live",
		"accepted": "accepted.of", "accepted_by": "accepted.by", "accepted_at": "accepted.at",
	},
}

// readOld reads a part of the model from an old row.
func readOld(row map[string]any, table, slug string, into any) error {
	object := map[string]any{}
	for column, path := range oldColumns[table] {
		value := oldValue(column, row[column])
		if value == nil || column != "rating" && reflect.ValueOf(value).IsZero() {
			continue
		}
		inside := object
		if outer, inner, nested := strings.Cut(path, "."); nested {
			if inside[outer] == nil {
				inside[outer] = map[string]any{}
			}
			inside, path = inside[outer].(map[string]any), inner
		}
		inside[path] = value
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return jsoncolumn.Parse(string(text), into, table, fmt.Sprint(slug, "/", row["id"]))
}

// oldValue returns the value of an old column as the model has it.
func oldValue(column string, value any) any {
	if text, is := value.([]byte); is {
		value = string(text)
	}
	switch column {
	case "rank", "grade", "last_rank":
		return rank.Rank(number(value))
	case "status":
		return tournament.Status(number(value))
	case "absent", "half_byes", "expected":
		return tournament.Rounds(number(value))
	case "komi":
		return handicap.Komi(number(value))
	case "seed":
		return strconv.FormatUint(uint64(number(value)), 10)
	case "begins", "ends":
		at, _ := value.(time.Time)
		return tournament.DateOf(at.UTC())
	case "by_hand", "locked", "colours_open", "published", "hidden", "archived", "fee_own", "forgotten":
		return value == true || number(value) != 0
	case "tags", "settling", "pencil", "choosing", "live":
		if text, _ := value.(string); text != "" {
			return json.RawMessage(inNewForms(text))
		}
		return nil
	case "hiding":
		text, _ := value.(string)
		return consent.Hiding(text)
	}
	if at, is := value.(time.Time); is {
		return at.UTC()
	}
	return value
}

// number returns a whole number from a row, 0 for any other value.
func number(value any) int64 {
	n, _ := value.(int64)
	return n
}

// renewLogs converts the values and the changes in the logs.
func renewLogs(tx *gorm.DB) error {
	const batch = 500
	var rows []logRow
	for last := (logRow{}); ; last = rows[len(rows)-1] {
		rows = rows[:0]
		err := tx.Select("tournament_id", "version", "args", "changes").
			Where("tournament_id > ? or tournament_id = ? and version > ?", last.TournamentID, last.TournamentID, last.Version).
			Order("tournament_id, version").Limit(batch).Find(&rows).Error
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			err := tx.Exec("update log set args = ?, changes = ? where tournament_id = ? and version = ?",
				inNewForms(r.Args), inNewForms(r.Changes), r.TournamentID, r.Version).Error
			if err != nil {
				return err
			}
		}
	}
}
