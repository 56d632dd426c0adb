// Package public makes the pages that everybody may read. Each is a pure function
// of a Visit: a snapshot of the tournament, the language and the address. It is
// rendered once per version and language and shown to all, so the package can name
// neither Gin nor a cookie nor a login; internal/imports_test.go keeps that.
package public
