// Package static carries the styles, scripts and icons inside the binary.
package static

import "embed"

// FS holds the files by the names under which pages link them.
//
//go:embed *.css *.js *.svg
var FS embed.FS
