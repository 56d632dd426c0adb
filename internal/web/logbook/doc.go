// Package logbook shows the log of a tournament, undoes single changes, and shows the tournament after any of them.
package logbook
