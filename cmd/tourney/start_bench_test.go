package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// BenchmarkStart starts the program TOURNEY_BINARY on a data file, in turn with the program TOURNEY_BEFORE if set.
// It reports the medians of the time to the front page, of the processor time, and on Linux of the memory, in total and
// without file pages; and the quotients by the other program's times. With TOURNEY_TOURNAMENTS=n the file has n
// tournaments, 300 of them open, and it reports the time of their standings at the second request.
func BenchmarkStart(b *testing.B) {
	programs := []string{os.Getenv("TOURNEY_BINARY"), os.Getenv("TOURNEY_BEFORE")}
	if programs[0] == "" {
		b.Skip("TOURNEY_BINARY is not set")
	}
	if programs[1] == "" {
		programs = programs[:1]
	}
	db := filepath.Join(b.TempDir(), "start.db")
	file := golden.Sample(b, "opengotha", "Toulouse2024", "Toulouse2024.xml")
	if out, err := exec.Command(programs[len(programs)-1], "import", file, "--db", db).CombinedOutput(); err != nil {
		b.Fatalf("import: %v: %s", err, out)
	}
	var open []string
	if n, _ := strconv.Atoi(os.Getenv("TOURNEY_TOURNAMENTS")); n > 0 {
		open = multiply(b, db, n)
	}
	var seen [2][]started
	for b.Loop() {
		for i, path := range programs {
			seen[i] = append(seen[i], start(b, path, db, open))
		}
	}
	median := func(list []started, of func(s started) float64) float64 {
		var all []float64
		for _, s := range list {
			all = append(all, of(s))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	for unit, of := range map[string]func(s started) float64{
		"page-ms": func(s started) float64 { return s.page.Seconds() * 1000 },
		"cpu-ms":  func(s started) float64 { return s.work.Seconds() * 1000 },
		"MB":      func(s started) float64 { return s.memory },
		"own-MB":  func(s started) float64 { return s.own },
		"open-ms": func(s started) float64 { return s.open.Seconds() * 1000 },
	} {
		is := median(seen[0], of)
		b.ReportMetric(is, unit)
		if len(programs) > 1 {
			b.ReportMetric(is/median(seen[1], of), unit+"/before")
		}
	}
}

func noError(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// openTournaments is the number of tournaments that are not archived, of many.
const openTournaments = 300

// multiply adds copies of the only tournament of a data file until there are n, and returns the slugs of the open ones.
func multiply(b *testing.B, db string, n int) (open []string) {
	b.Helper()
	report, err := store.Verify(b.Context(), db)
	noError(b, err)
	kept, err := store.Open(b.Context(), db)
	noError(b, err)
	one, err := kept.Tournament(b.Context(), report.Tournaments[0].Slug)
	noError(b, err)
	for from := 1; from < n; from += 100 {
		noError(b, kept.Tx(b.Context(), func(tx *store.Tx) error {
			for i := from; i < min(n, from+100); i++ {
				next := one.Clone()
				next.Version, next.Info.Slug, next.Info.Name, next.Info.Archived = 0, fmt.Sprint("copy-", i), fmt.Sprint("Copy ", i), i > openTournaments
				if !next.Info.Archived {
					open = append(open, next.Info.Slug)
				}
				e := store.Entry{By: "Director", At: time.Now(), Action: "tournament.create"}
				if _, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: next}, e); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	noError(b, kept.Close())
	return open
}

// started holds the measurements of a start. own is the memory without file pages, open the time of an open page.
type started struct {
	page, work, open time.Duration
	memory, own      float64
}

// start starts a program, loads its front page, measures its memory a while later, reads the standings of tournaments
// twice and stops it.
func start(b *testing.B, path, db string, open []string) (s started) {
	b.Helper()
	cmd := exec.Command(path, "serve", "--db", db, "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	url := ""
	for lines := bufio.NewScanner(out); url == "" && lines.Scan(); {
		url = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text())
	}
	read := func(path string) {
		got, err := http.Get(url + path)
		noError(b, err)
		if _, err := io.Copy(io.Discard, got.Body); err != nil || got.StatusCode != http.StatusOK {
			b.Fatal(got.Status, err)
		}
		_ = got.Body.Close()
	}
	read("/")
	s.page = time.Since(began)
	time.Sleep(2 * time.Second)
	s.memory, s.own = memoryOf(cmd.Process.Pid, "VmRSS"), memoryOf(cmd.Process.Pid, "RssAnon")
	var took []time.Duration
	for range 2 {
		took = nil
		for _, slug := range open {
			began := time.Now()
			read("/t/" + slug + "/standings")
			took = append(took, time.Since(began))
		}
	}
	if slices.Sort(took); len(took) > 0 {
		s.open = took[len(took)/2]
	}
	noError(b, cmd.Process.Signal(os.Interrupt))
	noError(b, cmd.Wait())
	s.work = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return s
}

// memoryOf returns a value of a process in MB, 0 on systems without it.
func memoryOf(pid int, name string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(text)
	if err != nil || found == nil {
		return 0
	}
	kB, _ := strconv.Atoi(string(found[1])) // digits, by the expression
	return float64(kB) / 1024
}
