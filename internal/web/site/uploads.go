package site

import (
	"crypto/rand"
	"io"
	"mime/multipart"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/exchange/file"
	"tourney/internal/exchange/roster"
	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// Bounds on files that wait for a decision. A form with a file has some bytes
// around it.
const (
	mostUploads     = 32
	mostUploadBytes = 64 << 20
	MostUploadForm  = file.MostBytes + 1<<20
)

// An Upload is a file to review before it is imported.
type Upload struct {
	Token string
	// Slug is the tournament that a list of players is for, "" for a whole
	// tournament.
	Slug string
	Name string
	Data []byte
	// Parts are the files that were sent together, instead of Data.
	Files   []Sent
	Options roster.Options
	// Title and Reading are those of a rating list.
	Title   string
	Reading roster.Reading
	Taken   bool // whether it was imported
}

// A Sent is one of several files that were sent together.
type Sent struct {
	Name string
	Data []byte
}

// Uploads hold files between their preview and its decision, in memory only:
// nothing of a file reaches the database before. The oldest of the tournament that has most
// make room, so that nobody loses a preview by what others send.
type Uploads struct {
	mu    sync.Mutex
	kept  []Upload // the latest last
	turns turns
}

// Add keeps a file and returns its token.
func (u *Uploads) Add(up Upload) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	up.Token = rand.Text()
	u.kept = append(u.kept, up)
	for u.size() > mostUploadBytes || len(u.kept) > mostUploads {
		most := u.largest()
		oldest := slices.IndexFunc(u.kept, func(kept Upload) bool { return kept.Slug == most })
		u.kept = slices.Delete(u.kept, oldest, oldest+1)
	}
	return up.Token
}

func (u *Upload) size() int {
	n := len(u.Data)
	for _, f := range u.Files {
		n += len(f.Data)
	}
	return n
}

func (u *Uploads) size() (n int) {
	for i := range u.kept {
		n += u.kept[i].size()
	}
	return n
}

// largest returns the tournament whose files take most, of equal ones that of the latest file.
func (u *Uploads) largest() (slug string) {
	sizes := map[string]int{}
	for i := range u.kept {
		up := &u.kept[i]
		sizes[up.Slug] += up.size() + mostUploadBytes/mostUploads // a file is a place too
		if sizes[up.Slug] >= sizes[slug] {
			slug = up.Slug
		}
	}
	return slug
}

// Get returns the file of a token, or a fault if it has expired.
func (u *Uploads) Get(token, slug string) (Upload, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range u.kept {
		if u.kept[i].Token == token && u.kept[i].Slug == slug {
			return u.kept[i], nil
		}
	}
	return Upload{}, fault.New(fault.NotFound, "roster.upload.gone")
}

// WithUpload returns the action that runs do with the upload in the address.
func (s *Site) WithUpload(do func(c *gin.Context, snapshot *director.Snapshot, up Upload) error) Action {
	return s.Uploads.InTurn(s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		up, err := s.Uploads.Get(c.Param("token"), snapshot.Tournament.Info.Slug)
		if err != nil {
			return err
		}
		return do(c, snapshot, up)
	}))
}

// Update changes an upload after a decision about it.
func (u *Uploads) Update(token string, change func(*Upload)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range u.kept {
		if u.kept[i].Token == token {
			change(&u.kept[i])
		}
	}
}

// SentFile returns the file of a form, or the text that was pasted instead.
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

// SentFiles returns all files of a form, and the text that was pasted as one more. Their
// names are without folders.
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
