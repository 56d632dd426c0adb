package web_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/testkit/sitetest"
)

// Downloading, uploading and restoring a backup takes memory that does not grow with the data. TOURNEY_LARGE is the
// size of the data in MB; Linux only.
func TestLargeBackupsStayOutOfMemory(t *testing.T) {
	size, _ := strconv.Atoi(os.Getenv("TOURNEY_LARGE"))
	if _, err := os.Stat("/proc/self/statm"); err != nil || size == 0 {
		t.Skip("TOURNEY_LARGE is not set")
	}
	s := newSwapper(t)
	s.Cup()
	s.Login()
	kept, err := store.Open(t.Context(), filepath.Join(s.Dir, "test.db"))
	s.Check(err)
	chance := rand.NewChaCha8([32]byte{1})
	for n := range size {
		err := kept.Tx(t.Context(), func(tx *store.Tx) error {
			blob := make([]byte, 1<<20)
			chance.Read(blob)
			_, _, err := tx.SaveRatingList(store.RatingList{Organisation: store.FirstOrganisation, Name: fmt.Sprint("List ", n), Format: "table", Taken: sitetest.Noon}, blob)
			return err
		})
		s.Check(err)
	}
	s.Check(kept.Close())

	measured(t, "GET /backup", func() int64 {
		n, err := io.Copy(io.Discard, s.Get("/backup").Body)
		s.Check(err)
		return n
	})
	measured(t, "POST /backups", func() int64 {
		s.SeeOther(s.Post("/backups", url.Values{}))
		return 0
	})
	made, err := filepath.Glob(filepath.Join(s.Dir, "test-backups", "*.db"))
	s.Check(err)
	var preview string
	measured(t, "POST /backups/upload", func() int64 {
		read, write := io.Pipe()
		form := multipart.NewWriter(write)
		go func() {
			part, err := form.CreateFormFile("file", "large.db")
			if err == nil {
				var f *os.File
				if f, err = os.Open(made[len(made)-1]); err == nil {
					_, err = io.Copy(part, f)
				}
			}
			write.CloseWithError(errors.Join(err, form.Close()))
		}()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.HTTP.URL+"/backups/upload", read)
		s.Check(err)
		r.Header.Set("Content-Type", form.FormDataContentType())
		got, err := s.Client.Do(r)
		s.Check(err)
		preview = s.SeeOther(got)
		return 0
	})
	measured(t, "restore", func() int64 {
		s.SeeOther(s.Post(preview, url.Values{}))
		s.Page(s.Get("/safety"), http.StatusOK)
		return 0
	})
}

// measured runs a step and fails the test if it takes much memory.
func measured(t *testing.T, what string, do func() int64) {
	t.Helper()
	debug.FreeOSMemory()
	before := resident()
	var most atomic.Int64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			most.Store(max(most.Load(), resident()))
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	began := time.Now()
	n := do()
	took := time.Since(began)
	close(stop)
	<-stopped
	grew := (most.Load() - before) >> 20
	t.Logf("%s: %v, %d MB received, at most %d MB more memory than before (%d MB)", what, took.Round(time.Millisecond), n>>20, grew, before>>20)
	const bound = 64
	if grew > bound {
		t.Errorf("%s took %d MB of memory, want at most %d", what, grew, bound)
	}
}

// resident returns the program's resident memory in bytes, including the database engine's.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64) // the kernel writes numbers
	return pages * int64(os.Getpagesize())
}
