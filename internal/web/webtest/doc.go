// Package webtest has what tests of several packages of web use: game records, the
// languages, and a check that keys have messages.
package webtest
