// Package history describes entries of the log and their changes in the reader's
// language.
package history
