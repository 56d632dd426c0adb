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
