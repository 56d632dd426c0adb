package recordmatch

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/rules/gamerecord"
)

// Limits of one upload. A round of 100 games takes about 1 MB.
const (
	// MostFiles limits the records, MostBytes their bytes unpacked.
	MostFiles = 300
	MostBytes = 16 << 20
)

// A File is one uploaded game record. Name is the sender's file name: it is shown and searched for a table, and never
// used as a path.
type File struct {
	Name string
	Data []byte
	// Refused is the fault of an unreadable file, else nil.
	Refused error
}

// Collect returns the single records in files: it unpacks archives, and divides a file with several games. Faults:
// "records.many" and "records.large" beyond the limits, "records.nothing" without a file.
func Collect(files []File) ([]File, error) {
	c := collector{left: MostBytes}
	for _, f := range files {
		var err error
		if isArchive(f.Data) {
			err = c.unpack(f.Data)
		} else {
			err = c.add(f)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(c.files) == 0 {
		return nil, fault.New(fault.Invalid, "records.nothing")
	}
	return c.files, nil
}

// isArchive reports whether a file is an archive, which may be empty.
func isArchive(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

// A collector holds the records so far, and the number of bytes left for others.
type collector struct {
	files []File
	left  int
}

// add adds the games of one file.
func (c *collector) add(f File) error {
	f.Name = cleanName(f.Name)
	if len(f.Data) > gamerecord.MostBytes {
		f.Data, f.Refused = nil, fault.New(fault.TooLarge, "records.file.large", gamerecord.MostBytes>>20)
	}
	if c.left -= len(f.Data); c.left < 0 {
		return fault.New(fault.TooLarge, "records.large", MostBytes>>20)
	}
	games := []File{f}
	if several, _ := gamerecord.Read(f.Data); several.Len() > 1 {
		games = games[:0]
		for i, choice := range gamerecord.Choices(f.Data) {
			games = append(games, File{Name: fmt.Sprintf("%s (%d)", f.Name, i+1), Data: []byte(choice.Text)})
		}
	}
	if c.files = append(c.files, games...); len(c.files) > MostFiles {
		return fault.New(fault.TooLarge, "records.many", MostFiles)
	}
	return nil
}

// unpack adds the files of an archive. It does not trust the stated sizes.
func (c *collector) unpack(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "records.zip")
	}
	for _, part := range archive.File {
		if part.FileInfo().IsDir() || isLitter(part.Name) {
			continue
		}
		f := File{Name: part.Name}
		if f.Data, err = readPart(part); err != nil {
			f.Data, f.Refused = nil, fault.Wrap(err, fault.Invalid, "records.file.packed")
		}
		if err := c.add(f); err != nil {
			return err
		}
	}
	return nil
}

// readPart returns a file of an archive, cut behind the size of the largest record.
func readPart(part *zip.File) ([]byte, error) {
	in, err := part.Open()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(in, gamerecord.MostBytes+1))
	if len(text) > gamerecord.MostBytes {
		return text, in.Close()
	}
	return text, cmp.Or(err, in.Close())
}

// isLitter reports whether a file of an archive is a system file, such as .DS_Store or thumbs.db.
func isLitter(name string) bool {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.HasPrefix(base, ".") || strings.HasPrefix(name, "__MACOSX/") ||
		strings.EqualFold(base, "thumbs.db") || strings.EqualFold(base, "desktop.ini")
}

// longestName limits the name of a file, in letters.
const longestName = 120

// cleanName returns the name of a file as text in one line.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	letters := []rune(strings.TrimSpace(name))
	return string(letters[max(0, len(letters)-longestName):])
}
