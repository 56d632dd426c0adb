// Package admin is the room of whole tournaments: the list at the desk, new ones,
// import of files, backup, and the log with its undo.
package admin
