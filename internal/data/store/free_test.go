package store

import (
	"path/filepath"
	"testing"

	"tourney/internal/tournament"
)

// TestFreeSystemBecomesSwiss opens data of schema 38 with the system "free" in the settings, in a stage and in the log. A
// name with these words stays.
func TestFreeSystemBecomesSwiss(t *testing.T) {
	t.Run("server", func(t *testing.T) { becomesSwiss(t, atServer(t)) })
	t.Run("file", func(t *testing.T) { becomesSwiss(t, filepath.Join(t.TempDir(), "test.db")) })
}

func becomesSwiss(t *testing.T, address string) {
	s, err := Open(t.Context(), address)
	check(t, err)
	was := sample(t, "cup", 4)
	was.Info.Place, was.Players[0].Notes = `"system":"free"`, `"system":"free"`
	was.Settings.System, was.Settings.Criteria = tournament.Swiss, []tournament.Criterion{tournament.NBW, tournament.SODOSW}
	was.Settings.Stages = []tournament.Stage{{From: 4, System: tournament.Swiss}}
	create(t, s, was)
	now := was.Clone()
	now.Settings.Stages, now.Settings.Rounds = nil, 7
	entry := save(t, s, was, now, Entry{By: "Anna", At: at, Action: "settings.change"})
	for _, statement := range []string{
		`update tournaments set settings = replace(settings, '"system":"swiss"', '"system":"free"')`,
		`update log set changes = replace(changes, '"system":"swiss"', '"system":"free"')`,
		`delete from goose_db_version where version_id > 38`,
	} {
		check(t, s.writer.Exec(statement).Error)
	}
	var former int
	check(t, s.writer.Raw(`select count(*) from log where changes like '%"system":"free"%'`).Scan(&former).Error)
	if former != 2 {
		t.Fatalf("%d entries have the former system", former)
	}
	check(t, s.Close())
	s = reopen(t, address)
	same(t, "with Swiss", load1(t, s, "cup"), now)
	got, err := s.Logged(t.Context(), "cup", entry.Version)
	check(t, err)
	if e := got.Changes[0].Settings; e.Old.System != tournament.Swiss || e.Old.Stages[0].System != tournament.Swiss || e.New.System != tournament.Swiss {
		t.Errorf("the log has %+v", e)
	}
	check(t, s.Verify(t.Context()))
}
