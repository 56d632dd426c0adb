// Package history tells entries of the log, and the changes they made, in the
// reader's language.
package history
