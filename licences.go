// Package tourney carries the licence of the program, and the licences of all built-in parts, inside the binary.
package tourney

import _ "embed"

// License is the licence of tourney itself, the Apache License 2.0.
//
//go:embed LICENSE
var License string

// Notice lists every module and browser file that is built into the binary,
// each with its version and the text of its licence. After a change of
// dependencies, "go test . -update" rewrites the file.
//
//go:embed NOTICE
var Notice string
