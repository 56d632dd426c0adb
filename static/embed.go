// Package static carries the styles, scripts and icons inside the binary.
//
// The stylesheets beside this file are the sources. Browsers get those of the folder flat, which "go test ./static -update"
// makes from the sources: the same rules without nesting and light-dark(), for the older browsers of docs/architecture.md.
package static

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed flat/*.css *.js *.svg
var embedded embed.FS

// FS holds the files by the names under which pages link them.
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
