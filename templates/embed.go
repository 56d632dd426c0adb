// Package templates carries the pages and message catalogs inside the binary.
package templates

import "embed"

// FS holds layout.html, the pages, the parts they share and lang/*.json.
//
//go:embed layout.html pages partials lang
var FS embed.FS
