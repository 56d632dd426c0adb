// Package exports is the room of files for other programs and federations, of sheets of
// paper, prizes and certificates.
package exports
