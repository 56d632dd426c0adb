package site

import "testing"

func TestUploadsAreBounded(t *testing.T) {
	var u Uploads
	first := u.Add(Upload{Slug: "a", Data: make([]byte, 1)})
	last := ""
	for range mostUploads {
		last = u.Add(Upload{Slug: "a", Data: make([]byte, mostUploadBytes/8)})
	}
	if _, err := u.Get(first, "a"); err == nil {
		t.Error("the oldest file is still there")
	}
	if _, err := u.Get(last, "a"); err != nil {
		t.Errorf("the latest file: %v", err)
	}
	if _, err := u.Get(last, "b"); err == nil {
		t.Error("a file of one tournament is given to another")
	}
	for range mostUploads {
		u.Add(Upload{Slug: "a", Files: []Sent{{Data: make([]byte, mostUploadBytes/8)}, {Data: make([]byte, mostUploadBytes/8)}}})
	}
	if n := u.size(); n > mostUploadBytes || n == 0 {
		t.Errorf("%d bytes are kept, more than %d", n, mostUploadBytes)
	}
}

// Whoever sends much loses previews of their own, nobody else's.
func TestUploadsOfOthersStay(t *testing.T) {
	var u Uploads
	mine := u.Add(Upload{Slug: "mine", Data: make([]byte, 1<<20)})
	for range 3 * mostUploads {
		u.Add(Upload{Slug: "large", Data: make([]byte, mostUploadBytes/8)})
		u.Add(Upload{Slug: "many", Data: make([]byte, 1)})
	}
	if _, err := u.Get(mine, "mine"); err != nil {
		t.Errorf("a preview is gone for files of others: %v", err)
	}
	if n, kept := u.size(), len(u.kept); n > mostUploadBytes || kept > mostUploads {
		t.Errorf("%d files of %d bytes are kept", kept, n)
	}
}
