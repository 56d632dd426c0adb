package i18n

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"tourney/internal/fault"
)

// mostLanguages limits the catalogs of a folder.
const mostLanguages = 50

// With returns a copy of the catalog with the catalogs *.json of a folder: each corrects messages of its language, or
// adds a language. An error names the file and the line.
func (c *Catalog) With(folder fs.FS) (*Catalog, error) {
	files, err := fs.Glob(folder, "*.json")
	if err != nil || len(files) == 0 || len(files) > mostLanguages {
		return nil, fault.New(fault.Invalid, "catalog.folder", mostLanguages)
	}
	with := &Catalog{}
	for _, l := range c.languages {
		with.languages = append(with.languages, l.In(l.zone))
	}
	for _, file := range files {
		own, err := with.read(folder, file)
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(with.languages, func(l *Language) bool { return l.code == own.code }); at >= 0 {
			with.languages[at] = own
			continue
		}
		with.languages = append(with.languages, own)
	}
	slices.SortFunc(with.languages[1:], func(a, b *Language) int { return cmp.Compare(a.code, b.code) })
	with.connect()
	return with, nil
}

// read reads a catalog of a folder, with the messages that this catalog has in its language.
func (c *Catalog) read(folder fs.FS, file string) (*Language, error) {
	tag, err := language.Parse(strings.TrimSuffix(path.Base(file), ".json"))
	if err != nil {
		return nil, fault.New(fault.Invalid, "catalog.code", file)
	}
	opened, err := folder.Open(file)
	if err != nil {
		return nil, fmt.Errorf("catalog: %w", err)
	}
	defer opened.Close()
	data, err := io.ReadAll(io.LimitReader(opened, mostCatalog+1))
	if err != nil {
		return nil, fmt.Errorf("catalog %s: %w", file, err)
	}
	entries, err := readCatalog(file, data)
	if err != nil {
		return nil, err
	}
	all := map[string]message{}
	if before := c.Language(tag.String()); before != nil {
		maps.Copy(all, before.messages())
	}
	english := c.languages[0].messages()
	for _, e := range entries {
		if _, known := english[e.key]; !known {
			return nil, fault.New(fault.Invalid, "catalog.unknown", file, e.line, fault.Clip(e.key))
		}
		if err := verify(file, e, english[e.key], tag); err != nil {
			return nil, err
		}
		all[e.key] = e.message
	}
	name := all[nameKey].text
	if name == "" {
		return nil, fault.New(fault.Invalid, "catalog.name", file, nameKey)
	}
	return &Language{
		tag: tag, code: tag.String(), name: name, zone: time.UTC,
		parsed: func() (map[string]message, error) { return all, nil },
	}, nil
}
