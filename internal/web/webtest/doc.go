// Package webtest has game records that tests of several packages use.
package webtest
