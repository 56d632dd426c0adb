// Package exports is the room of files for other programs and federations, prints,
// prizes and certificates.
package exports
