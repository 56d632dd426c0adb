// Package exports has the pages of files for other programs and federations, of printed sheets, prizes and
// certificates.
package exports
