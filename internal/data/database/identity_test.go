package database

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// While the file's change counter rises, check returns no error.
func TestCheckWhileTheCounterRises(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rising.db")
	for range 20 {
		begin := make([]byte, 100)
		begin[18], begin[19] = 2, 2
		if err := os.WriteFile(path, begin, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := openFile{path: path, db: file}
		rising := make(chan struct{})
		var checks sync.WaitGroup
		for range 8 {
			checks.Go(func() {
				for {
					if err := f.check(); err != nil {
						t.Error(err)
						return
					}
					select {
					case <-rising:
						return
					default:
					}
				}
			})
		}
		for counter := range 200 { // in one byte, which is written atomically
			if _, err := file.WriteAt([]byte{byte(counter)}, 27); err != nil {
				t.Error(err)
			}
		}
		close(rising)
		checks.Wait()
		if err := file.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			return
		}
	}
}
