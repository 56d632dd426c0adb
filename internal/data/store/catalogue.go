package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/fault"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// A Catalogue finds tournaments for lists, without reading the tournaments themselves.
type Catalogue struct{ store *Store }

// Catalogue returns the catalogue of the tournaments.
func (s *Store) Catalogue() Catalogue { return Catalogue{s} }

// CatalogueTx deletes and restores tournaments.
type CatalogueTx struct{ tx *Tx }

// Catalogue returns the catalogue within the transaction.
func (tx *Tx) Catalogue() CatalogueTx { return CatalogueTx{tx} }

// A Summary is a tournament in lists.
type Summary struct {
	tournament.Info
	// ID is its number in the data file.
	ID int
	// Rounds is the number planned, Current the last one published, 0 before the first.
	Rounds, Current int
	// Players is the number of listed players.
	Players int
	Version int
	// Organisation owns it.
	Organisation int
	// Elsewhere is set if another computer runs it.
	Elsewhere bool
	// Deleted is when it was deleted; zero while it is not.
	Deleted time.Time
}

// An Era is a part of the list of tournaments.
type Era string

// The parts of the list. A tournament runs from its first published round until all results of the last round are
// entered. It is past two days after its last day, even with results missing, and when it is archived. Otherwise it is
// coming.
const (
	Running Era = "running"
	Coming  Era = "coming"
	Past    Era = "past"
)

// A Visibility is the set of tournaments that a person sees in lists. The zero Visibility has all that are not hidden.
type Visibility struct {
	// Desks narrows the list to tournaments whose desk the person may see.
	Desks bool
	// User is the person, 0 for a visitor: tournaments to which the person was invited are listed.
	User int
	// Watched are the organisations whose desks the person may see, Hidden those whose hidden tournaments.
	Watched, Hidden []int
}

// A Search narrows a list of tournaments. The zero value of a field does not.
type Search struct {
	Visibility Visibility
	// Era needs Now, the present time.
	Era Era
	Now time.Time
	// Text is a list of words: each must be in the name, the place or the director.
	Text string
	// Year is the year of the first day, up to 9999, Country a two-letter code.
	Year    int
	Country string
	// Archived adds tournaments that are archived.
	Archived bool
}

const (
	// longestSearch limits the search text, in letters; the rest is ignored.
	longestSearch = 100
	// overAfter is how long after the begin of its last day a tournament is past.
	overAfter = 48 * time.Hour
)

// isPast is the condition of a past tournament; its parameter is the latest begin of a last day that is over. A
// tournament without a day is never over.
const isPast = "coalesce(archived or coalesce(ends, begins) < ? or rounds > 0 and round >= rounds and undecided = 0, false)"

func (e Era) narrow(db *gorm.DB, now time.Time) *gorm.DB {
	over := storedTime(now.Add(-overAfter))
	switch e {
	case Running:
		return db.Where("not "+isPast+" and round > 0", over)
	case Coming:
		return db.Where("not "+isPast+" and round = 0", over)
	case Past:
		return db.Where(isPast, over)
	}
	return db
}

// narrow applies a search to a query of the table of tournaments.
func (q Search) narrow(db *gorm.DB) *gorm.DB {
	db = q.Era.narrow(q.Visibility.narrow(db.Where("deleted is null")), q.Now)
	for _, word := range searchWords(q.Text) {
		db = db.Where("words like ? escape '\\'", "%"+word+"%") // words have neither "%" nor "_"
	}
	if q.Year > 0 && q.Year < 10_000 {
		first := time.Date(q.Year, 1, 1, 0, 0, 0, 0, time.UTC)
		db = db.Where("begins >= ? and begins < ?", first, first.AddDate(1, 0, 0))
	}
	if q.Country != "" {
		db = db.Where("country = ?", q.Country)
	}
	if !q.Archived {
		db = db.Where("not archived")
	}
	return db
}

// searchWords returns the words of a search text, with letters and figures alone.
func searchWords(text string) []string {
	letters := []rune(text)
	return strings.Fields(spelling.Fold(string(letters[:min(len(letters), longestSearch)])))
}

func (s Visibility) narrow(db *gorm.DB) *gorm.DB {
	const invited = "id in (select tournament_id from guests where user_id = ?)"
	if s.Desks {
		return db.Where("(organisation_id in ? and (not hidden or organisation_id in ?) or "+invited+")", s.Watched, s.Hidden, s.User)
	}
	return db.Where("(not hidden or organisation_id in ? or "+invited+")", s.Hidden, s.User)
}

// order sorts a part of the list: coming tournaments by their first day, others latest first, undated ones last.
// Tournaments that run today with games to be played are at the top.
func (q Search) order(db *gorm.DB) *gorm.DB {
	switch q.Era {
	case Coming:
		return db.Order("begins is null, begins, id")
	case Running:
		return db.Order(clause.OrderBy{Expression: clause.Expr{
			SQL: "case when begins is null or begins > ? or coalesce(ends, begins) <= ? then 2 when undecided = 0 then 1 else 0 end, " +
				"begins is null, begins desc, id desc",
			Vars: []any{storedTime(q.Now), storedTime(q.Now.AddDate(0, 0, -1))},
		}})
	}
	return db.Order("begins is null, begins desc, id desc")
}

// Find returns a page of a list.
func (c Catalogue) Find(ctx context.Context, q Search, p Page) ([]Summary, error) {
	db := c.store.reader.WithContext(ctx)
	var ids []int
	if err := q.order(q.narrow(db.Table("tournaments"))).Offset(p.Skip).Limit(p.Most).Pluck("id", &ids).Error; err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	return summaries(db, ids)
}

// A summaryRow is a row of the table with the columns that only lists read.
type summaryRow struct {
	Row            tournamentRow `gorm:"embedded"`
	OrganisationID int
	Deleted        *time.Time
}

// summaries returns tournaments in the order of their numbers given.
func summaries(db *gorm.DB, ids []int) ([]Summary, error) {
	var rows []summaryRow
	if err := db.Table("tournaments").Where("id in ?", ids).Omit("settings").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	slices.SortFunc(rows, func(a, b summaryRow) int {
		return cmp.Compare(slices.Index(ids, a.Row.ID), slices.Index(ids, b.Row.ID))
	})
	all := make([]Summary, len(rows))
	for i := range rows {
		r := &rows[i].Row
		info, err := r.info()
		if err != nil {
			return nil, err
		}
		all[i] = Summary{
			Info: info, ID: r.ID, Rounds: r.Rounds, Current: r.Round, Players: r.Players, Version: r.Version,
			Organisation: rows[i].OrganisationID, Elsewhere: r.Origin != "", Deleted: loadedTime(rows[i].Deleted),
		}
	}
	return all, nil
}

// Count returns the number of tournaments of a list.
func (c Catalogue) Count(ctx context.Context, q Search) (n int64, err error) {
	err = q.narrow(c.store.reader.WithContext(ctx).Table("tournaments")).Count(&n).Error
	return n, wrap("count tournaments", err)
}

// Choices returns the years of the tournaments in a list, the latest first, and their countries.
func (c Catalogue) Choices(ctx context.Context, q Search) (years []int, countries []string, err error) {
	db := c.store.reader.WithContext(ctx)
	var texts []string
	err = q.narrow(db.Table("tournaments")).Where("begins is not null").Distinct().Order("1 desc").
		Pluck(inDialect(db, "substr(begins, 1, 4)", "to_char(begins at time zone 'UTC', 'YYYY')"), &texts).Error
	if err == nil {
		err = q.narrow(db.Table("tournaments")).Where("country <> ''").Distinct().Order("country").Pluck("country", &countries).Error
	}
	for _, text := range texts {
		if year, err := strconv.Atoi(text); err == nil {
			years = append(years, year)
		}
	}
	return years, countries, wrap("list years and countries", err)
}

// Identity returns the number of a tournament and the time of its creation, or "tournament.missing". No other
// tournament ever has the same pair.
func (c Catalogue) Identity(ctx context.Context, slug string) (number int, at time.Time, err error) {
	if number, err = c.store.Number(ctx, slug); err != nil {
		return 0, at, err
	}
	var first logRow
	_, err = take(c.store.reader.WithContext(ctx).Where("tournament_id = ?", number).Select("at").Order("version"), &first)
	return number, first.At.UTC(), wrap("find the creation of the tournament", err)
}

// Deleted returns the deleted tournaments of some organisations, the last one first.
func (c Catalogue) Deleted(ctx context.Context, organisations []int) ([]Summary, error) {
	return deleted(c.store.reader.WithContext(ctx).Where("organisation_id in ?", organisations))
}

// DeletedBefore returns the tournaments that were deleted before a time.
func (c Catalogue) DeletedBefore(ctx context.Context, at time.Time) ([]Summary, error) {
	return deleted(c.store.reader.WithContext(ctx).Where("deleted < ?", storedTime(at)))
}

func deleted(db *gorm.DB) ([]Summary, error) {
	var ids []int
	if err := db.Table("tournaments").Where("deleted is not null").Order("deleted desc, id desc").Pluck("id", &ids).Error; err != nil {
		return nil, fmt.Errorf("list deleted tournaments: %w", err)
	}
	return summaries(db.Session(&gorm.Session{NewDB: true}), ids)
}

// A Registration is a player of a tournament in a list.
type Registration struct {
	Summary
	Player tournament.PlayerID
}

// Registrations returns the players in an organisation's tournaments, deleted ones too, that is accepts.
// The players of the latest tournament are first.
func (c Catalogue) Registrations(ctx context.Context, organisation int, is func(*tournament.Player) bool) ([]Registration, error) {
	db := c.store.reader.WithContext(ctx)
	found := map[int][]tournament.PlayerID{}
	rows, err := db.Model(&playerRow{}).Select("tournament_id", "body").Order("id").
		Where("tournament_id in (select id from tournaments where organisation_id = ?)", organisation).Rows()
	if err != nil {
		return nil, wrap("find players of an organisation", err)
	}
	defer func() { _ = rows.Close() }() // they were only read
	for rows.Next() {                   // one by one: there may be hundreds of thousands
		var of int
		var body []byte
		var p tournament.Player
		err := rows.Scan(&of, &body)
		if err == nil {
			err = json.Unmarshal(body, &p)
		}
		if err != nil {
			return nil, wrap("find players of an organisation", err)
		}
		if is(&p) {
			found[of] = append(found[of], p.ID)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, wrap("find players of an organisation", err)
	}
	ids := slices.Sorted(maps.Keys(found))
	slices.Reverse(ids)
	tournaments, err := summaries(db, ids)
	var all []Registration
	for _, t := range tournaments {
		for _, player := range found[t.ID] {
			all = append(all, Registration{t, player})
		}
	}
	return all, err
}

// Person returns a page of the public tournaments of a player, found by a federation's number, the latest first. Fault:
// "fault.page" for an unknown federation.
func (c Catalogue) Person(ctx context.Context, federation, number string, p Page) ([]Registration, error) {
	if !slices.Contains(fees.Federations(), fees.Federation(federation)) || number == "" {
		return nil, fault.New(fault.NotFound, "fault.page")
	}
	db := c.store.reader.WithContext(ctx)
	var rows []struct {
		TournamentID int
		Player       tournament.PlayerID
	}
	err := db.Table("players").Joins("join tournaments t on t.id = players.tournament_id").
		Where("players."+federation+" = ? and t.deleted is null and not t.hidden", number).
		Select("tournament_id, players.id as player").Order("t.begins is null, t.begins desc, t.id desc, players.id").
		Offset(p.Skip).Limit(p.Most).Find(&rows).Error
	if err != nil {
		return nil, wrap("find the tournaments of a person", err)
	}
	ids := make([]int, len(rows))
	for i := range rows {
		ids[i] = rows[i].TournamentID
	}
	found, err := summaries(db, ids)
	all := make([]Registration, 0, len(rows))
	for _, r := range rows {
		for _, t := range found {
			if t.ID == r.TournamentID {
				all = append(all, Registration{t, r.Player})
			}
		}
	}
	return all, err
}

// deletedMark separates the slug of a deleted tournament from its number. Slugs that users enter cannot contain it.
const deletedMark = "~"

// FormerSlug returns the slug that a tournament had before it was deleted.
func (s *Summary) FormerSlug() string {
	slug, _, _ := strings.Cut(s.Slug, deletedMark)
	return slug
}

// FreeSlug returns the slug, or an unused slug with the lowest number from 2 on. The earlier slug of a tournament that
// is not over at a time is used.
func (tx *Tx) FreeSlug(slug string, at time.Time) (string, error) {
	free := slug
	for n := 2; ; n++ {
		used, err := tx.slugIsUsed(free, at)
		if err != nil {
			return "", err
		}
		if !used {
			return free, nil
		}
		free = fmt.Sprintf("%s-%d", slug, n)
	}
}

// FreeFormer returns the earlier slugs of a new tournament, without its slug and slugs used by other tournaments.
func (tx *Tx) FreeFormer(i tournament.Info, at time.Time) (string, error) {
	var free []string
	for _, slug := range strings.Fields(i.Former) {
		used, err := tx.slugIsUsed(slug, at)
		if err != nil {
			return "", err
		}
		if !used && slug != i.Slug {
			free = append(free, slug)
		}
	}
	return strings.Join(free, " "), nil
}

// slugIsUsed reports whether a tournament has a slug, or had it before and is not over.
func (tx *Tx) slugIsUsed(slug string, at time.Time) (bool, error) {
	_, err := tx.Version(slug)
	if !fault.Is(err, "tournament.missing") {
		return true, err
	}
	other, err := holder(tx.db, slug, at)
	return other.ID > 0, err
}

// Delete deletes a tournament, "tournament.missing" without one. Its address is free from
// then on, and it is in no list; all else stays until it is dropped.
func (c CatalogueTx) Delete(slug string, at time.Time) error {
	row, err := findRow(c.tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	return c.update(row.ID, map[string]any{"slug": slug + deletedMark + strconv.Itoa(row.ID), "deleted": storedTime(at)})
}

// Restore restores a deleted tournament under a slug, or returns "tournament.slug.taken".
func (c CatalogueTx) Restore(id int, slug string) error {
	err := c.update(id, map[string]any{"slug": slug, "deleted": nil})
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return fault.New(fault.Conflict, "tournament.slug.taken", slug)
	}
	return err
}

func (c CatalogueTx) update(id int, values map[string]any) error {
	return wrap("delete tournament", c.tx.db.Model(&tournamentRow{}).Where("id = ?", id).Updates(values).Error)
}

// Find returns a deleted tournament, or "tournament.missing".
func (c CatalogueTx) Find(id int) (Summary, error) {
	all, err := deleted(c.tx.db.Where("id = ?", id))
	if err == nil && len(all) == 0 {
		err = fault.New(fault.NotFound, "tournament.missing", strconv.Itoa(id))
	}
	if err != nil {
		return Summary{}, err
	}
	return all[0], nil
}

// Drop removes a deleted tournament for good, with all that belongs to it and people without another role.
func (c CatalogueTx) Drop(id int) error {
	var guests []int
	if err := c.tx.db.Model(&guestRow{}).Where("tournament_id = ?", id).Pluck("user_id", &guests).Error; err != nil {
		return fmt.Errorf("find roles: %w", err)
	}
	const keepOff = "insert into withdrawn select origin, '', 0 from tournaments where id = ? and deleted is not null and origin <> ''"
	if err := c.tx.db.Exec(keepOff, id).Error; err != nil { // a withdrawn publication is not shown again automatically
		return fmt.Errorf("note a publication: %w", err)
	}
	err := c.tx.db.Where("id = ? and deleted is not null", id).Delete(&tournamentRow{}).Error
	for _, user := range guests {
		if err == nil {
			err = c.tx.People().DropUserWithoutRole(user)
		}
	}
	return wrap("drop tournament", err)
}

// searched returns the words that a search compares.
func searched(i *tournament.Info) string {
	return spelling.Fold(strings.Join([]string{i.Name, i.ShortName, i.Place, i.Director}, " "))
}
