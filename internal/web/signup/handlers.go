// Package signup has the pages of players who sign up online: the public form, the personal link, the door, the letters
// to players, and the settings of sign-up and fees.
package signup

import (
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/site"
)

// Handlers sign players up and serve their personal links.
type Handlers struct {
	*site.Site
	// forms and searches limit the requests of one network, which a whole hall may share. links limit the forms sent by
	// one personal link, letters the letters to one player.
	forms, searches, links, letters *site.Limiter
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{
		Site:     s,
		forms:    site.NewLimiter(s, "sign-up", site.Pace{AtOnce: 200, Every: 5 * time.Second}),
		searches: site.NewLimiter(s, "sign-up-search", site.Pace{AtOnce: 600, Every: time.Second / 4}),
		links:    site.NewLimiter(s, "player", site.Pace{AtOnce: 20, Every: 30 * time.Second}),
		letters:  site.NewLimiter(s, "letter", site.Pace{AtOnce: 1, Every: time.Hour}),
	}
}

// PublicRoutes mounts the public addresses.
func (s *Handlers) PublicRoutes(g *site.Group) {
	g.Get("/sign-up", s.WithTournament(s.showForm))
	g.Post("/sign-up", s.WithTournament(s.postForm))
	g.Get("/door", s.WithTournament(s.showCheckIn))
}

// LinkRoutes mounts the addresses for players with their personal link.
func (s *Handlers) LinkRoutes(g *site.Group) {
	g.Get("/me/:token", s.withLink(s.showLink))
	g.Get("/me/:token/letter.eml", s.withLink(s.sendLinkLetter))
	g.Get("/me/:token/app.webmanifest", s.withLink(s.sendManifest))
	g.Post("/me/:token/ask", s.withLink(s.postAsk))
	g.Post("/me/:token/cancel", s.withLink(s.postCancel))
	g.Post("/me/:token/checkin", s.withLink(s.postCheckIn))
	g.Get("/me/:token/data.json", s.withLink(func(c *gin.Context, l *link) error { return site.SendPersonalData(c, s.Site, l.snapshot, l.p.ID) }))
	g.Post("/me/:token/shown", s.withLink(s.show()))
	g.Post("/me/:token/remember", s.withLink(s.postRemember))
}

// Routes mounts the addresses of the desk.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/signup", s.WithTournament(s.showSettings))
	g.Post("/signup", s.Merged(s.WithTournament(s.postSettings)))
}

// LetterRoutes mounts the letters to players.
func (s *Handlers) LetterRoutes(g *site.Group) {
	letters := &letterHandlers{s}
	g.Get("/letters/:player", letters.withPlayer(letters.showLetters))
	g.Get("/letters/:player/:kind", letters.withPlayer(letters.sendLetterFile))
	g.Post("/letters/:player", letters.withPlayer(letters.postLetter))
}
