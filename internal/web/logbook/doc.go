// Package logbook shows the log of a tournament, takes single changes back, and shows the
// tournament as it was after any of them.
package logbook
