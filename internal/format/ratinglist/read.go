package ratinglist

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"tourney/internal/fault"
)

// Read reads the list of a federation, recognised by its content, plain or as
// the only list of a zip archive. The findings report, line by line, oddities and
// lines that were left out. Read does not recognise tables: a person must
// confirm their columns.
//
// Its faults are "ratinglist.unknown" for any other file, "ratinglist.empty" for a list
// without players, "ratinglist.failed" if most lines cannot be read, "ratinglist.large" and
// "ratinglist.rows" for a list beyond the bounds, and "ratinglist.zip" for a broken archive.
func Read(data []byte) (*List, []Finding, error) {
	if isZip(data) {
		return readZip(data)
	}
	return read(data)
}

func read(data []byte) (*List, []Finding, error) {
	findings := &findingList{}
	text, err := decode(data, findings)
	if err != nil {
		return nil, nil, err
	}
	c := collect(&List{}, findings)
	if start := strings.TrimLeft(text, " \t\n"); strings.HasPrefix(start, "[") || strings.HasPrefix(start, "{") {
		err = readJSON(start, c)
	} else {
		err = readLines(text, c)
	}
	if err != nil {
		return nil, findings.sorted(), err
	}
	return c.finish()
}

func readLines(text string, c *collector) error {
	lines, err := linesOf(text, c.findings)
	if err != nil {
		return err
	}
	c.list.Format = formatOf(lines)
	switch c.list.Format {
	case EGD:
		return readEGD(lines, c)
	case FFG:
		return readFFG(lines, c)
	case AGA:
		return readAGA(lines, c)
	}
	return fault.New(fault.Invalid, "ratinglist.unknown")
}

// formatOf recognises the format from the beginning of a text. A European list
// has many lines of heading; the others begin with players at once.
func formatOf(lines []string) Format {
	const looked = 300
	var sample []string
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			sample = append(sample, line[:min(len(line), longestLine)])
		}
		if len(sample) == looked {
			break
		}
	}
	if len(sample) == 0 {
		return ""
	}
	most := func(is func(string) bool) bool {
		n := 0
		for _, line := range sample {
			if is(line) {
				n++
			}
		}
		return 2*n > len(sample)
	}
	switch {
	case slices.ContainsFunc(sample, isEGD):
		return EGD
	case isFFG(sample[0]) || most(isFFG):
		return FFG
	case most(isAGA):
		return AGA
	}
	return ""
}

func isZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }

// readZip reads the only list of an archive. It does not trust the stated sizes:
// all files together unpack to MostBytes at most.
func readZip(data []byte) (*List, []Finding, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, fault.Wrap(err, fault.Invalid, "ratinglist.zip")
	}
	const most = 100
	if len(archive.File) > most {
		return nil, nil, fault.New(fault.TooLarge, "ratinglist.zip.files", most)
	}
	files := slices.Clone(archive.File)
	slices.SortStableFunc(files, func(a, b *zip.File) int { return cmp.Compare(b.UncompressedSize64, a.UncompressedSize64) })
	left := int64(MostBytes)
	for _, f := range files {
		if f.FileInfo().IsDir() {
			continue
		}
		text, err := unpack(f, left)
		if err != nil {
			return nil, nil, err
		}
		left -= int64(len(text))
		l, findings, err := read(text)
		if !fault.Is(err, "ratinglist.unknown") {
			return l, findings, err
		}
	}
	return nil, nil, fault.New(fault.Invalid, "ratinglist.unknown")
}

// unpack returns the content of a file of at most most bytes.
func unpack(f *zip.File, most int64) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "ratinglist.zip")
	}
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if int64(len(text)) > most {
		return nil, fault.New(fault.TooLarge, "ratinglist.large", MostBytes>>20)
	}
	if err := cmp.Or(err, in.Close()); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "ratinglist.zip")
	}
	return text, nil
}
