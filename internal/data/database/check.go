package database

import (
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"gorm.io/gorm"

	"tourney/internal/fault"
)

// CheckPages checks the pages of the file by a pragma of the engine: "integrity_check", or "quick_check", which does
// not compare indexes with their tables.
func CheckPages(db *gorm.DB, check string) (findings []error, err error) {
	var wrong []string
	if err := db.Raw("pragma " + check + "(10)").Scan(&wrong).Error; err != nil {
		return nil, fmt.Errorf("check integrity: %w", err)
	}
	for _, text := range wrong {
		if disk := unreadPage(text); disk != nil {
			return nil, disk // the page may be sound
		}
		if text != "ok" {
			findings = append(findings, fault.New(fault.Invalid, "database.verify.file", text))
		}
	}
	return findings, nil
}

// unreadPage returns the fault of a disk that could not read a page during an integrity check, because the engine
// reports it as damage; else nil.
func unreadPage(text string) error {
	found := resultCode.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	code, err := strconv.Atoi(found[1])
	if key := primaryFaults[code&0xff]; err == nil && key != "" && key != "database.damaged" {
		return fault.Wrap(errors.New(text), fault.Unavailable, key)
	}
	return nil
}

// resultCode finds the engine's result code in a finding of an integrity check.
var resultCode = regexp.MustCompile(`unable to get the page\. error code=(\d+)`)

func CheckReferences(db *gorm.DB) error {
	var broken []struct{ Table, Parent sql.NullString }
	if err := db.Raw("pragma foreign_key_check").Scan(&broken).Error; err != nil {
		return fmt.Errorf("check foreign keys: %w", err)
	}
	if len(broken) > 0 {
		return fault.Wrap(fmt.Errorf("%d rows refer to nothing, first in %s to %s", len(broken), broken[0].Table.String, broken[0].Parent.String),
			fault.Unavailable, "database.damaged")
	}
	return nil
}
