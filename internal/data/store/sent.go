package store

import (
	"gorm.io/gorm"

	"tourney/internal/fault"
)

// A sentRow is a row about sending a tournament of this computer elsewhere. Slug, Name and Version are the
// tournament's.
type sentRow[R any] struct {
	Row        R `gorm:"embedded"`
	Slug, Name string
	Version    int
}

// findSent converts the rows of such a table, in the order of the tournaments' creation.
func findSent[R interface{ TableName() string }, T any](db *gorm.DB, read func(sentRow[R]) T) ([]T, error) {
	var of R
	var rows []sentRow[R]
	table := of.TableName()
	err := db.Table(table).Joins("join tournaments on tournaments.id = "+table+".tournament_id").Where("deleted is null").
		Select(table+".*", "slug", "name", "version").Order("tournament_id").Find(&rows).Error
	all := make([]T, len(rows))
	for i := range rows {
		all[i] = read(rows[i])
	}
	return all, wrap("find "+table, err)
}

// findRunHere returns the number of a tournament in the data file; "tournament.elsewhere" if it runs on another
// computer.
func findRunHere(db *gorm.DB, slug string) (int, error) {
	row, err := findRow(db.Select("id", "name", "origin"), slug)
	if err == nil && row.Origin != "" {
		err = fault.New(fault.Conflict, "tournament.elsewhere", row.Name)
	}
	return row.ID, err
}
