// Package exports is the room of what leaves the program: files for other programs
// and federations, paper, prizes and certificates.
package exports
