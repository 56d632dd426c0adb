// Package admin is the room of whole tournaments: the dashboard that lists them, creation, import of files, backup, and
// the log with undo.
package admin
