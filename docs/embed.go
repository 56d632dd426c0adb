// Package docs embeds the handbook into the binary.
package docs

import "embed"

// FS holds handbook/LANGUAGE/CHAPTER.md and the pictures of the chapters.
//
//go:embed handbook
var FS embed.FS
