package site

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tourney/internal/app/director"
	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// uploads returns empty uploads.
func uploads() *Uploads { return &Uploads{KeyValue: director.NewKeyValue()} }

// add stores a file and returns its token.
func add(t *testing.T, u *Uploads, up Upload) string {
	t.Helper()
	token, err := u.Add(t.Context(), up)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// kept returns the number and the total bytes of the stored files.
func kept(t *testing.T, u *Uploads) (files, size int) {
	t.Helper()
	list, err := u.KeyValue.List(t.Context(), "upload/")
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range list {
		size += item.Size
	}
	return len(list), size
}

func TestUploadsAreBounded(t *testing.T) {
	u := uploads()
	first := add(t, u, Upload{Slug: "a", Data: make([]byte, 1)})
	last := ""
	for range mostUploads {
		last = add(t, u, Upload{Slug: "a", Data: make([]byte, mostUploadBytes/8)})
	}
	if _, err := u.Get(t.Context(), first, "a"); err == nil {
		t.Error("the oldest file is still there")
	}
	if _, err := u.Get(t.Context(), last, "a"); err != nil {
		t.Errorf("the latest file: %v", err)
	}
	if _, err := u.Get(t.Context(), last, "b"); err == nil {
		t.Error("a file of one tournament is given to another")
	}
	for range mostUploads {
		add(t, u, Upload{Slug: "a", Files: []Sent{{Data: make([]byte, mostUploadBytes/8)}, {Data: make([]byte, mostUploadBytes/8)}}})
	}
	if _, n := kept(t, u); n > mostUploadBytes || n == 0 {
		t.Errorf("%d bytes are kept, more than %d", n, mostUploadBytes)
	}
}

// Large uploads push out previews of the same tournament only.
func TestUploadsOfOthersStay(t *testing.T) {
	u := uploads()
	mine := add(t, u, Upload{Slug: "mine", Data: make([]byte, 1<<20)})
	for range 3 * mostUploads {
		add(t, u, Upload{Slug: "large", Data: make([]byte, mostUploadBytes/8)})
		add(t, u, Upload{Slug: "many", Data: make([]byte, 1)})
	}
	if _, err := u.Get(t.Context(), mine, "mine"); err != nil {
		t.Errorf("a preview is gone for files of others: %v", err)
	}
	if files, n := kept(t, u); n > mostUploadBytes || files > mostUploads {
		t.Errorf("%d files of %d bytes are kept", files, n)
	}
}

// wholeUpload returns an upload with a value in every field.
func wholeUpload() Upload {
	return Upload{
		Token: "TOKEN", Slug: "cup", Name: "list.csv", Data: []byte("a;b\n\x00\xff"),
		Files: []Sent{{"one.sgf", []byte("(;)")}, {"none.sgf", nil}, {"two.sgf", []byte("(;B[aa])")}},
		Options: roster.Options{
			Encoding: "UTF-8", Worksheet: "Sheet 2", Columns: []roster.Column{roster.Column(ratingColumn), ""}, Exclude: []int{3}, Include: []int{4, 5},
			SkipErrors: true, Repairs: map[int]map[roster.Column]string{7: {roster.Column(ratingColumn): "1900"}}, Unranked: rank.Kyu(20),
		},
		Title: "Club", Reading: roster.Reading{Encoding: "UTF-8", From: 2, Columns: []tournament.Field{"family", "given"}}, Taken: true,
	}
}

const ratingColumn = "rating"

// An upload is stored completely.
func TestUploadsComeBackWhole(t *testing.T) {
	want := wholeUpload()
	data, err := want.pack()
	if err != nil {
		t.Fatal(err)
	}
	got := Upload{Token: "TOKEN", Slug: "cup"}
	if err := got.unpack(data); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for n := range data {
		if err := (&Upload{}).unpack(data[:n]); err == nil {
			t.Errorf("%d of %d bytes are taken for a whole upload", n, len(data))
		}
	}
	u := uploads()
	want.Token = add(t, u, want)
	if err := u.Update(t.Context(), want, func(up *Upload) { up.Name = "other" }); err != nil {
		t.Fatal(err)
	}
	want.Name = "other"
	if got, err := u.Get(t.Context(), want.Token, "cup"); err != nil {
		t.Error(err)
	} else if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if err := u.Update(t.Context(), Upload{Token: "GONE", Slug: "cup"}, func(*Upload) { t.Error("changed what is gone") }); err != nil {
		t.Error(err)
	}
}

func FuzzUnpackUpload(f *testing.F) {
	whole := wholeUpload()
	data, err := whole.pack()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var up Upload
		if up.unpack(data) != nil {
			return
		}
		again, err := up.pack()
		if err != nil {
			t.Fatal(err)
		}
		var same Upload
		if err := same.unpack(again); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(up, same, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("(-read +written and read again):\n%s", d)
		}
	})
}

// A limiter counts over all instances, and returns attempts after a while or a success.
func TestLimiter(t *testing.T) {
	keyValue := director.NewKeyValue()
	of := func(name string) *Limiter {
		return NewLimiter(&Site{Director: &director.Director{KeyValue: keyValue}}, name, Pace{AtOnce: TriesAtOnce, Every: TryAgain})
	}
	both := []*Limiter{of("login"), of("login")}
	for i := range TriesAtOnce {
		if err := both[i%2].Try(t.Context(), "anna"); err != nil {
			t.Fatalf("try %d: %v", i+1, err)
		}
		if n, err := both[0].Failed(t.Context(), "anna"); n != i+1 || err != nil {
			t.Errorf("%d of %d tries are counted, %v", n, i+1, err)
		}
	}
	for _, l := range both {
		if err := l.Try(t.Context(), "anna"); err == nil {
			t.Error("one try too many")
		}
	}
	for i := range 100 {
		if err := both[0].Try(t.Context(), strconv.Itoa(i)); err != nil {
			t.Errorf("another key: %v", err)
		}
	}
	if err := of("slip").Try(t.Context(), "anna"); err != nil {
		t.Errorf("another limiter: %v", err)
	}
	if err := both[1].Reset(t.Context(), "anna"); err != nil {
		t.Fatal(err)
	}
	if err := both[0].Try(t.Context(), "anna"); err != nil {
		t.Errorf("after a success: %v", err)
	}
}
