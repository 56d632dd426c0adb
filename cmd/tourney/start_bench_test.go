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

	"tourney/internal/golden"
)

// BenchmarkStart starts the program TOURNEY_BINARY on a data file, and in turn with it the program TOURNEY_BEFORE if there is
// one. It reports the medians of the time until the front page is there, of the processor time, and on Linux of the memory
// afterwards, of which the rest is the program's own pages; and these times divided by those of the other program.
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
	var seen [2][]started
	for b.Loop() {
		for i, path := range programs {
			seen[i] = append(seen[i], start(b, path, db))
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
	} {
		is := median(seen[0], of)
		b.ReportMetric(is, unit)
		if len(programs) > 1 {
			b.ReportMetric(is/median(seen[1], of), unit+"/before")
		}
	}
}

// started is what a start took. own is the memory that holds no file.
type started struct {
	page, work  time.Duration
	memory, own float64
}

// start starts a program, loads its front page, looks at its memory a while later and kills it.
func start(b *testing.B, path, db string) (s started) {
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
	got, err := http.Get(url + "/")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, got.Body); err != nil || got.StatusCode != http.StatusOK {
		b.Fatal(got.Status, err)
	}
	_ = got.Body.Close()
	s.page = time.Since(began)
	time.Sleep(2 * time.Second)
	s.memory, s.own = memoryOf(cmd.Process.Pid, "VmRSS"), memoryOf(cmd.Process.Pid, "RssAnon")
	if err := cmd.Process.Kill(); err != nil {
		b.Fatal(err)
	}
	_ = cmd.Wait() // it says that it was killed
	s.work = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return s
}

// memoryOf returns a value of a process in MB, 0 where the system does not tell.
func memoryOf(pid int, name string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(text)
	if err != nil || found == nil {
		return 0
	}
	kB, _ := strconv.Atoi(string(found[1])) // figures
	return float64(kB) / 1024
}
