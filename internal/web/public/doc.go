// Package public makes the public pages. Each is a pure function of a Visit: a snapshot of the tournament, the language
// and the address. The server renders it once per version and language for all readers. The package therefore imports
// neither Gin nor cookies nor logins; internal/imports_test.go checks that.
package public
