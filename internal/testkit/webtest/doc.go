// Package webtest has helpers for tests of several packages of web: game records, the
// languages, and a check that keys have messages.
package webtest
