// Package admin has the pages of whole tournaments: the dashboard that lists them, creation, import of files, backup,
// and the log with undo.
package admin
