package record

import "tourney/internal/web/site"

// Handlers attach game records and check them.
type Handlers struct {
	*site.Site
	// tries limit the forms sent by the link on a slip.
	tries *site.Limiter
	// present are the players with their own device at the page of their game.
	present presence
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{Site: s, tries: site.NewLimiter(s, "slip", site.Pace{AtOnce: site.TriesAtOnce, Every: site.TryAgain})}
}

// PublicRoutes mounts the public addresses.
func (s *Handlers) PublicRoutes(g *site.Group) {
	g.Get("/games/:game/record", s.withGame(s.sendRecord))
}

// LinkRoutes mounts the addresses for players with the link on a slip.
func (s *Handlers) LinkRoutes(g *site.Group) {
	g.Get("/report/:token", s.withReport(s.showReport))
	g.PostLarge("/report/:token", mostRecordForm, s.withReport(s.postReport))
	g.Post("/report/:token/play", s.withReport(s.postReportPlay))
	g.Post("/report/:token/result", s.withReport(s.postReportResult))
	g.Post("/report/:token/confirm", s.withReport(s.postConfirm))
	g.Post("/report/:token/komi", s.withReport(s.postChoose))
	g.Post("/report/:token/settle", s.withReport(s.postSettle))
	g.Get("/report/:token/on", s.withReport(s.showPlayOnToPlayers))
	g.Post("/report/:token/on/play", s.withReport(s.showPlayOnToPlayers))
	g.Get("/report/:token/thought", s.withReport(s.showReportAnalysis))
	g.Post("/report/:token/thought", s.withReport(s.showReportAnalysis))
	g.Post("/report/:token/as", s.withReport(s.postAs))
}

// Routes mounts the addresses of the desk.
func (s *Handlers) Routes(g *site.Group) {
	(&pileHandlers{s}).routes(g)
	g.Get("/games/:game", s.withGame(s.showGame))
	g.PostLarge("/games/:game", mostRecordForm, s.withGame(s.postRecord))
	g.Post("/games/:game/branch", s.gameAction(s.takeBranch))
	g.Post("/games/:game/remove", s.gameAction(s.removeRecord))
	g.Post("/games/:game/accept", s.gameAction(s.acceptRecord))
	g.Post("/games/:game/reopen", s.gameAction(s.reopenRecord))
	g.Post("/games/:game/dead", s.gameAction(s.decideDead))
	g.Post("/games/:game/count", s.gameAction(s.setPencil))
	g.Get("/games/:game/confirm", s.withGame(s.showConfirm))
	g.Post("/games/:game/confirm", s.withGame(s.showConfirm))
	g.Post("/games/:game/result", s.gameAction(s.enterResult))
	g.Post("/games/:game/play", s.withGame(s.postPlay))
	g.Get("/games/:game/on", s.withGame(s.showPlayOn))
	g.Post("/games/:game/on/play", s.withGame(s.showPlayOn))
}
