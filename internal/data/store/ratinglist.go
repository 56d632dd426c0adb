package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"time"

	"gorm.io/gorm"

	"tourney/internal/fault"
)

// A RatingList describes a rating list, without its content.
type RatingList struct {
	// ID is never reused, so that output made from an older list can be recognised.
	ID int
	// Organisation owns the list.
	Organisation int
	// Origin is the source of the ratings: EGF, FFG, AGA; "" for a table.
	Origin string
	// Name is the origin, or a user's name for the table. An organisation has one list of each origin and name.
	Name   string
	Format string
	// Reading is, in JSON, how a table is parsed; "" for others.
	Reading string
	// File is the name of the uploaded file; may be empty.
	File string
	// Date is the day of the list, zero if unknown.
	Date    time.Time
	Players int
	// Taken and By are the time and the author of the upload.
	Taken time.Time
	By    string
}

type ratingListRow struct {
	ID             int
	OrganisationID int
	Origin         string
	Name           string
	Format         string
	Reading        string
	File           string
	Dated          *time.Time
	Players        int
	Content        []byte
	Taken          time.Time
	TakenBy        string
}

func (ratingListRow) TableName() string { return "rating_lists" }

func (r *ratingListRow) list() RatingList {
	return RatingList{
		ID: r.ID, Organisation: r.OrganisationID, Origin: r.Origin, Name: r.Name, Format: r.Format, Reading: r.Reading, File: r.File,
		Date: loadedTime(r.Dated), Players: r.Players, Taken: r.Taken.UTC(), By: r.TakenBy,
	}
}

// RatingLists returns the rating lists of all organisations: federations' lists first, then by name.
func (s *Store) RatingLists(ctx context.Context) ([]RatingList, error) {
	var rows []ratingListRow
	err := s.reader.WithContext(ctx).Omit("content").Order("origin = '', lower(name), id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list rating lists: %w", err)
	}
	all := make([]RatingList, len(rows))
	for i := range rows {
		all[i] = rows[i].list()
	}
	return all, nil
}

// RatingListContent returns the file of a list, or "ratinglist.gone" if it has been replaced.
func (s *Store) RatingListContent(ctx context.Context, id int) ([]byte, error) {
	var row ratingListRow
	ok, err := take(s.reader.WithContext(ctx).Where("id = ?", id), &row)
	switch {
	case err != nil:
		return nil, fmt.Errorf("load rating list: %w", err)
	case !ok:
		return nil, fault.New(fault.NotFound, "ratinglist.gone")
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(row.Content))
	if err != nil {
		return nil, fmt.Errorf("unpack rating list: %w", err)
	}
	data, err := io.ReadAll(unpacked)
	return data, wrap("unpack rating list", err)
}

// PackRatingList compresses a file for SaveRatingList. It takes too long for a transaction.
func PackRatingList(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(data)
	err = cmp.Or(err, w.Close())
	return packed.Bytes(), wrap("pack rating list", err)
}

// SaveRatingList replaces the organisation's list of the same origin and name. It returns the new ID, and whether a
// list was replaced.
func (tx *Tx) SaveRatingList(l RatingList, packed []byte) (id int, replaced bool, err error) {
	replaced, err = tx.dropRatingList("organisation_id = ? and origin = ? and name = ?", l.Organisation, l.Origin, l.Name)
	if err != nil {
		return 0, false, err
	}
	row := ratingListRow{
		OrganisationID: l.Organisation, Origin: l.Origin, Name: l.Name, Format: l.Format, Reading: l.Reading, File: l.File, Dated: timeColumn(storedTime(l.Date)), Players: l.Players,
		Content: packed, Taken: storedTime(l.Taken), TakenBy: l.By,
	}
	err = tx.db.Create(&row).Error
	return row.ID, replaced, wrap("save rating list", err)
}

// DropRatingList deletes a list of an organisation, and reports whether there was one.
func (tx *Tx) DropRatingList(organisation, id int) (bool, error) {
	return tx.dropRatingList("organisation_id = ? and id = ?", organisation, id)
}

func (tx *Tx) dropRatingList(condition string, values ...any) (bool, error) {
	// A separate gorm.Session: the condition must not reach the next statement.
	done := tx.db.Session(&gorm.Session{}).Where(condition, values...).Delete(&ratingListRow{})
	return done.RowsAffected > 0, wrap("drop rating list", done.Error)
}
