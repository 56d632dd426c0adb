package store

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/tournament"
)

// A dayRow is one element of tournament.Day, such as a request.
type dayRow struct {
	TournamentID int    `gorm:"primaryKey;autoIncrement:false"`
	Kind         string `gorm:"primaryKey"`
	ID           int    `gorm:"primaryKey;autoIncrement:false"`
	Body         string
}

func (dayRow) TableName() string { return "days" }

// A pictureRow is a JPEG. Like a record it is never changed, nor deleted before its tournament.
type pictureRow struct {
	TournamentID int    `gorm:"primaryKey;autoIncrement:false"`
	Hash         string `gorm:"primaryKey"`
	Data         []byte
}

func (pictureRow) TableName() string { return "pictures" }

// The kinds of elements in column kind.
const (
	keptRequests      = "request"
	keptIncidents     = "incident"
	keptAnnouncements = "announcement"
	keptFinals        = "final"
	keptSendings      = "sending"
	keptPictures      = "picture"
	keptPrintings     = "printing"
	keptEvenings      = "evening"
)

// loadDay reads the elements of the day, rows in the order of their numbers.
func loadDay(rows []dayRow, slug string) (d tournament.Day, err error) {
	for i := range rows {
		switch row := &rows[i]; row.Kind {
		case keptRequests:
			err = readElement(&d.Requests, row, slug)
		case keptIncidents:
			err = readElement(&d.Incidents, row, slug)
		case keptAnnouncements:
			err = readElement(&d.Announcements, row, slug)
		case keptFinals:
			err = readElement(&d.Finals, row, slug)
		case keptSendings:
			err = readElement(&d.Sendings, row, slug)
		case keptPictures:
			err = readElement(&d.Pictures, row, slug)
		case keptPrintings:
			err = readElement(&d.Printings, row, slug)
		case keptEvenings:
			err = readElement(&d.Evenings, row, slug)
		default:
			err = fmt.Errorf("load days: %s has an unknown kind %q", slug, row.Kind)
		}
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

func readElement[T any](list *[]T, row *dayRow, slug string) error {
	var element T
	err := jsoncolumn.Parse(row.Body, &element, row.TableName(), fmt.Sprintf("%s/%d", slug, row.ID))
	*list = append(*list, element)
	return err
}

// saveDay writes the changed elements of the day.
func (tx *Tx) saveDay(id int, changes []tournament.Change) error {
	d := dayEdits{tournament: id}
	for _, c := range changes {
		addElement(&d, keptRequests, c.Request, func(r *tournament.Request) int { return r.ID })
		addElement(&d, keptIncidents, c.Incident, func(i *tournament.Incident) int { return i.ID })
		addElement(&d, keptAnnouncements, c.Announcement, func(a *tournament.Announcement) int { return a.ID })
		addElement(&d, keptFinals, c.Final, func(f *tournament.FinalList) int { return f.ID })
		addElement(&d, keptSendings, c.Sending, func(s *tournament.Sending) int { return s.ID })
		addElement(&d, keptPictures, c.Picture, func(p *tournament.Picture) int { return p.ID })
		addElement(&d, keptPrintings, c.Printing, func(p *tournament.Printing) int { return p.ID })
		addElement(&d, keptEvenings, c.Evening, func(e *tournament.Evening) int { return e.ID })
	}
	for _, row := range d.deleted {
		if d.err == nil {
			d.err = tx.db.Delete(&row).Error
		}
	}
	if d.err == nil {
		d.err = upsert(tx.db, d.written)
	}
	return wrap("save the day", d.err)
}

// dayEdits are the rows to delete and to write.
type dayEdits struct {
	tournament       int
	deleted, written []dayRow
	err              error
}

func addElement[T any](d *dayEdits, kind string, b *tournament.Edit[T], number func(*T) int) {
	if b == nil || d.err != nil {
		return
	}
	row := dayRow{TournamentID: d.tournament, Kind: kind, ID: number(b.Value())}
	if b.New == nil {
		d.deleted = append(d.deleted, row)
		return
	}
	row.Body, d.err = jsoncolumn.Format(b.New)
	d.written = append(d.written, row)
}

// savePictures stores JPEGs, except those already stored.
func (tx *Tx) savePictures(id int, pictures map[string][]byte) error {
	var rows []pictureRow
	for hash, data := range pictures {
		rows = append(rows, pictureRow{id, hash, data})
	}
	return wrap("save pictures", insertNew(tx.db, rows))
}

// Pictures returns JPEGs of a tournament by their hashes; missing ones are left out.
func (s *Store) Pictures(ctx context.Context, slug string, hashes []string) (map[string][]byte, error) {
	pictures := map[string][]byte{}
	rows, err := findHashed[pictureRow](s.reader.WithContext(ctx), slug, hashes)
	for _, r := range rows {
		pictures[r.Hash] = r.Data
	}
	return pictures, wrap("load pictures", err)
}

// normaliseLists converts the fields below a value to the form that load returns: times in UTC and microseconds, empty
// lists nil.
func normaliseLists(v reflect.Value) {
	if at, ok := v.Addr().Interface().(*time.Time); ok {
		normaliseTimes(at)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				normaliseLists(f)
			}
		}
	case reflect.Slice:
		if v.Len() == 0 && !v.IsNil() {
			v.SetZero()
		}
		for i := range v.Len() {
			normaliseLists(v.Index(i))
		}
	}
}

// hasTable reports whether a database has a table.
func hasTable(db *gorm.DB, name string) (there bool, err error) {
	query := inDialect(db, "select count(*) > 0 from sqlite_master where name = ?", "select count(*) > 0 from information_schema.tables where table_name = ? and table_schema = current_schema()")
	err = db.Raw(query, name).Scan(&there).Error
	return there, err
}
