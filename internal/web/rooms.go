package web

import (
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
	admin    *adminRoom
}

func newRooms(s *site.Site) rooms {
	return rooms{
		desk: desk.New(s), draw: draw.New(s), record: record.New(s),
		people: people.New(s), settings: settings.New(s),
		exports: exports.New(s), admin: newAdminRoom(s),
	}
}

// An adminRoom creates, imports and backs up tournaments, and shows the log.
type adminRoom struct{ *site.Site }

// newAdminRoom returns the room of a site.
func newAdminRoom(s *site.Site) *adminRoom {
	return &adminRoom{Site: s}
}

func (s *adminRoom) routes(g *site.Group) {
	g.Get("/desk", s.showOffice)
	g.Get("/new", s.showFounding)
	g.Post("/new", s.postFounding)
	g.Send("/import", site.MostUploadForm, s.postFile)
	g.Get("/import/:token", s.showFile)
	g.Post("/import/:token", s.postFileApply)
	g.Get("/backup", s.sendBackup)
}

func (s *adminRoom) logRoutes(g *site.Group) {
	g.Get("/log", s.showLog)
	g.Post("/log", s.postLogUndo)
}
