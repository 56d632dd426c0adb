// Package today has the pages of the day: players' requests, notes of the referee, public announcements, and the end:
// final standings, reports to federations, pictures.
package today
