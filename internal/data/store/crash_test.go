package store

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"tourney/internal/tournament"
)

// TestSurvivesAKill kills a process that writes as fast as it can, and finds
// every acknowledged write.
func TestSurvivesAKill(t *testing.T) {
	const path = "TOURNEY_TEST_KILL" // the database of the process to be killed
	if name := os.Getenv(path); name != "" {
		writeForEver(t, name)
	}
	name := filepath.Join(t.TempDir(), "test.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestSurvivesAKill$", "-test.v")
	cmd.Env = append(os.Environ(), path+"="+name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	for lines, enough := bufio.NewScanner(out), rounds(40, 10); acknowledged < enough && lines.Scan(); {
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			acknowledged = n
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	s := reopen(t, name)
	if tn := load1(t, s, "cup"); tn.Version < acknowledged || tn.Info.Place != fmt.Sprint(tn.Version) {
		t.Errorf("version %d, place %s: %d had been acknowledged", tn.Version, tn.Info.Place, acknowledged)
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

func writeForEver(t *testing.T, name string) {
	s := reopen(t, name)
	was := &tournament.Tournament{}
	now := sample(t, "cup", 20)
	for {
		now.Info.Place = fmt.Sprint(was.Version + 1)
		save(t, s, was, now, Entry{By: "Test", At: at, Action: "edit"})
		fmt.Println(now.Version)
		was, now = now, now.Clone()
	}
}

func TestConnectionsAreSetUp(t *testing.T) {
	s := lasting(t)
	fileOf(t, s)
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000",
	} {
		var writer, reader string
		if err := s.writer.Raw("pragma " + pragma).Scan(&writer).Error; err != nil {
			t.Fatal(err)
		}
		if err := s.reader.Raw("pragma " + pragma).Scan(&reader).Error; err != nil {
			t.Fatal(err)
		}
		if writer != want || reader != want {
			t.Errorf("%s is %s for the writer and %s for readers, want %s", pragma, writer, reader, want)
		}
	}
	if err := s.reader.Exec("delete from log").Error; err == nil {
		t.Error("a reader can write")
	}
}
