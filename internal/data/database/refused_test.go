package database

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"tourney/internal/fault"
)

// A write without disk space sets Trouble until a write succeeds; Retry clears it once there is space.
func TestTroubleAfterARefusedWrite(t *testing.T) {
	c := newCrowd(t)
	must(t, c.file.Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("create table texts (text)").Error }}))
	put := func() error {
		return c.file.Tx(t.Context(), Write{Do: func(db *gorm.DB) error {
			return db.Exec("insert into texts values (?)", strings.Repeat("x", 1<<16)).Error
		}})
	}
	must(t, c.file.writer.Exec("pragma max_page_count = 4").Error)
	if err := put(); !fault.Is(err, "database.disk.full") {
		t.Fatalf("a write without room is answered %v", err)
	}
	if err := c.file.Trouble(); !fault.Is(err, "database.disk.full") {
		t.Errorf("then Trouble is %v", err)
	}
	must(t, c.file.writer.Exec("pragma max_page_count = 1000000").Error)
	c.file.Retry(t.Context())
	if err := c.file.Trouble(); err != nil {
		t.Errorf("with room again, Trouble is %v", err)
	}
	must(t, put())
}
