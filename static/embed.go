// Package static embeds the styles, scripts and icons into the binary.
//
// The stylesheets beside this file are the sources. Browsers load the copies in the folder flat, which "go test ./static
// -update" makes with esbuild: the same rules without nesting and light-dark(). The oldest browsers with all colours and
// scripts are
//
//   - Safari 15.4 on iPadOS and iOS 15: iPad Air 2, iPad mini 4, iPhone 6s and 7
//   - Chrome and Edge 109 on Windows 7 and 8
//   - Firefox 115 ESR on Windows 7 and 8, macOS 10.12 to 10.14
//
// "go test ./static" finds newer functions, units, syntax and calls. Firefox 115 misses only :has(), Safari 15.4 only
// @container: a rule with them is optional, or "@supports not selector(:has(a))" has a fallback. An element changes its scheme only by color-scheme.
// Every page also works without scripts. Every response has the header Tourney; scripts ignore responses without
// it, such as the login page of a network. Screen readers do not announce a replaced region: the element #voice of
// the layout gets the text of new elements with data-say.
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
