package web

import (
	"tourney/internal/web/admin"
	"tourney/internal/web/desk"
	"tourney/internal/web/draw"
	"tourney/internal/web/exports"
	"tourney/internal/web/people"
	"tourney/internal/web/record"
	"tourney/internal/web/settings"
	"tourney/internal/web/site"
)

// rooms are the parts of the server that change tournaments. Each answers its own
// addresses.
type rooms struct {
	desk     *desk.Room
	draw     *draw.Room
	record   *record.Room
	people   *people.Room
	settings *settings.Room
	exports  *exports.Room
	admin    *admin.Room
}

func newRooms(s *site.Site) rooms {
	return rooms{
		desk: desk.New(s), draw: draw.New(s), record: record.New(s),
		people: people.New(s), settings: settings.New(s),
		exports: exports.New(s), admin: admin.New(s),
	}
}
