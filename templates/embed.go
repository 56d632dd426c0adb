// Package templates carries the pages and message catalogs inside the binary.
package templates

import "embed"

// FS holds the layout, the pages, their shared parts and lang/*.json.
//
//go:embed lang
var FS embed.FS
