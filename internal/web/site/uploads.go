package site

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/roster"
	"tourney/internal/web/page"
)

// Limits of files that are pending a decision. A form with a file has some bytes around it.
const (
	mostUploads     = 32
	mostUploadBytes = 64 << 20
	MostUploadForm  = file.MostBytes + 1<<20
)

// An Upload is a file to review before its import.
type Upload struct {
	Token string `json:"-"`
	// Slug is the tournament of a list of players, "" for a whole tournament.
	Slug string `json:"-"`
	Name string `json:"name,omitempty"`
	Data []byte `json:"-"`
	// Files are several files sent together, instead of Data.
	Files   []Sent         `json:"files,omitempty"`
	Options roster.Options `json:"options,omitzero"`
	// Title and Reading are a rating list's.
	Title   string         `json:"title,omitempty"`
	Reading roster.Reading `json:"reading,omitzero"`
	Taken   bool           `json:"taken,omitempty"` // whether it was imported
	// Left names the rows of a list that were left out of the import.
	Left []string `json:"left,omitempty"`
}

// A Sent is one of several files sent together.
type Sent struct {
	Name string `json:"name,omitempty"`
	Data []byte `json:"-"`
}

// Uploads hold files between their preview and its decision, for all instances: until then no part of a file is in the
// tournaments or a backup. When space runs out the oldest file of the tournament with most is dropped, so that uploads
// cannot push out other tournaments' previews.
type Uploads struct {
	KeyValue director.KeyValue
	made     sync.Once
	queue    *Queue
}

// uploadRetention is how long a file may be pending.
const uploadRetention = 24 * time.Hour

// key returns the file's key in the key-value store.
func (up *Upload) key() string { return "upload/" + up.Slug + "/" + up.Token }

// packed is the stored description of an upload, which precedes the bytes of its files. Sizes are the lengths of Data
// and of each of Files.
type packed struct {
	Upload
	Sizes []int `json:"sizes"`
}

// pack encodes an upload: the length of its description, the description, the files.
func (up *Upload) pack() ([]byte, error) {
	p := packed{Upload: *up, Sizes: []int{len(up.Data)}}
	files := [][]byte{up.Data}
	for _, f := range up.Files {
		p.Sizes, files = append(p.Sizes, len(f.Data)), append(files, f.Data)
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	out := binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64+len(text)+up.size()), uint64(len(text)))
	out = append(out, text...)
	for _, f := range files {
		out = append(out, f...)
	}
	return out, nil
}

// errTruncated is the error of an incomplete upload.
var errTruncated = errors.New("the upload is not whole")

// unpack decodes the output of pack.
func (up *Upload) unpack(data []byte) error {
	n, used := binary.Uvarint(data)
	if used <= 0 || n > uint64(len(data)-used) {
		return errTruncated
	}
	data = data[used:]
	var p packed
	if err := json.Unmarshal(data[:n], &p); err != nil {
		return err
	}
	data = data[n:]
	if len(p.Sizes) != 1+len(p.Files) {
		return errTruncated
	}
	next := func(size int) (part []byte, err error) {
		if size < 0 || size > len(data) {
			return nil, errTruncated
		}
		part, data = data[:size:size], data[size:]
		return part, nil
	}
	var err error
	if p.Data, err = next(p.Sizes[0]); err != nil {
		return err
	}
	for i := range p.Files {
		if p.Files[i].Data, err = next(p.Sizes[1+i]); err != nil {
			return err
		}
	}
	p.Token, p.Slug = up.Token, up.Slug
	*up = p.Upload
	return nil
}

// Add stores a file and returns its token.
func (u *Uploads) Add(ctx context.Context, up Upload) (token string, err error) {
	up.Token = rand.Text()
	value, err := up.pack()
	if err != nil {
		return "", err
	}
	kept, err := u.KeyValue.List(ctx, "upload/")
	if err != nil {
		return "", err
	}
	for _, item := range evicted(kept, director.KeyValueItem{Name: up.key(), Size: len(value)}) {
		err = errors.Join(err, u.KeyValue.Change(ctx, item.Name, func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil }))
	}
	return up.Token, errors.Join(err, u.KeyValue.Change(ctx, up.key(), func([]byte) ([]byte, time.Duration, error) { return value, uploadRetention, nil }))
}

func (up *Upload) size() int {
	n := len(up.Data)
	for _, f := range up.Files {
		n += len(f.Data)
	}
	return n
}

// evicted returns the stored files that must make room for one more.
func evicted(kept []director.KeyValueItem, more director.KeyValueItem) (dropped []director.KeyValueItem) {
	kept = append(slices.Clone(kept), more)
	size := 0
	for _, item := range kept {
		size += item.Size
	}
	for size > mostUploadBytes || len(kept) > mostUploads {
		most := largest(kept)
		oldest := slices.IndexFunc(kept, func(item director.KeyValueItem) bool { return slugOf(item) == most })
		if oldest == len(kept)-1 {
			break // the file itself
		}
		size -= kept[oldest].Size
		dropped = append(dropped, kept[oldest])
		kept = slices.Delete(kept, oldest, oldest+1)
	}
	return dropped
}

// slugOf returns the tournament of a stored file.
func slugOf(item director.KeyValueItem) string {
	parts := strings.Split(item.Name, "/")
	return parts[1]
}

// largest returns the tournament whose files take the most space; of equal ones the one with the latest file.
func largest(kept []director.KeyValueItem) (slug string) {
	sizes := map[string]int{}
	for _, item := range kept {
		of := slugOf(item)
		sizes[of] += item.Size + mostUploadBytes/mostUploads // each file also takes one of the places
		if sizes[of] >= sizes[slug] {
			slug = of
		}
	}
	return slug
}

// Get returns the file of a token, or a fault if it has expired.
func (u *Uploads) Get(ctx context.Context, token, slug string) (up Upload, err error) {
	up.Token, up.Slug = token, slug
	value, err := u.KeyValue.Get(ctx, up.key())
	if err == nil && value == nil {
		err = fault.New(fault.NotFound, "roster.upload.gone")
	}
	if err == nil {
		err = up.unpack(value)
	}
	return up, err
}

// WithUpload returns the action that runs do with the upload in the address.
func (s *Site) WithUpload(do func(c *gin.Context, snapshot *director.Snapshot, up Upload) error) Action {
	return s.Uploads.Queued(s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		up, err := s.Uploads.Get(c.Request.Context(), c.Param("token"), snapshot.Tournament.Info.Slug)
		if err != nil {
			return err
		}
		return do(c, snapshot, up)
	}))
}

// Update changes an upload after a decision about it; it does nothing if it has expired.
func (u *Uploads) Update(ctx context.Context, of Upload, change func(*Upload)) error {
	return u.KeyValue.Change(ctx, of.key(), func(was []byte) ([]byte, time.Duration, error) {
		if was == nil {
			return nil, 0, nil
		}
		up := Upload{Token: of.Token, Slug: of.Slug}
		if err := up.unpack(was); err != nil {
			return nil, 0, err
		}
		change(&up)
		now, err := up.pack()
		return now, uploadRetention, err
	})
}

// SentFile returns the file of a form, or the pasted text instead.
func SentFile(c *gin.Context) (name string, data []byte, err error) {
	if form := c.Request.MultipartForm; form != nil && len(form.File["file"]) > 0 {
		if header := form.File["file"][0]; header.Filename != "" {
			data, err = readUpload(header)
			return page.Clip(header.Filename), data, err
		}
	}
	text := c.PostForm("text")
	if strings.TrimSpace(text) == "" {
		return "", nil, fault.New(fault.Invalid, "roster.upload.nothing")
	}
	return "", []byte(text), nil
}

// mostSent limits the files of a form.
const mostSent = 1000

// SentFiles returns all files of a form, and the pasted text as one more. Their names are without folders.
func SentFiles(c *gin.Context) (files []Sent, err error) {
	if form := c.Request.MultipartForm; form != nil {
		for _, header := range form.File["file"] {
			if header.Filename == "" {
				continue // no file was chosen
			}
			if len(files) == mostSent {
				return nil, fault.New(fault.TooLarge, "records.many", mostSent)
			}
			data, err := readUpload(header)
			if err != nil {
				return nil, err
			}
			files = append(files, Sent{header.Filename, data})
		}
	}
	if text := c.PostForm("text"); strings.TrimSpace(text) != "" {
		files = append(files, Sent{Data: []byte(text)})
	}
	return files, nil
}

func readUpload(header *multipart.FileHeader) (data []byte, err error) {
	if header.Size > file.MostBytes {
		return nil, fault.New(fault.TooLarge, "file.large", header.Size>>20, file.MostBytes>>20)
	}
	file, err := header.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	return io.ReadAll(file)
}
