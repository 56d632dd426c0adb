// Package static carries the styles, scripts and icons inside the binary.
//
// The stylesheets beside this file are the sources. "go test ./static -update" makes the files of the folder flat for
// browsers: the same rules without nesting and light-dark(), for the older ones of docs/architecture.md.
package static

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed flat/*.css *.js *.svg
var embedded embed.FS

// FS holds the files by their names in pages.
var FS fs.GlobFS = served{}

// served finds stylesheets in the folder flat.
type served struct{}

// Open implements fs.FS.
func (served) Open(name string) (fs.File, error) {
	if path.Ext(name) == ".css" {
		name = path.Join("flat", name)
	}
	return embedded.Open(name)
}

// Glob implements fs.GlobFS.
func (served) Glob(pattern string) ([]string, error) {
	styles, err := fs.Glob(embedded, path.Join("flat", pattern))
	if err != nil {
		return nil, err
	}
	for i, name := range styles {
		styles[i] = path.Base(name)
	}
	others, err := fs.Glob(embedded, pattern)
	return append(styles, others...), err
}
