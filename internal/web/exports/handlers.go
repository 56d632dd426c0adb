package exports

import (
	"tourney/internal/format"
	"tourney/internal/web/site"
)

// Handlers send files and prints, and award prizes.
type Handlers struct {
	*site.Site
	files *site.Cache[*export]
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{Site: s, files: site.NewCache[*export]()}
}

// Routes adds the addresses of the package to g: prints, and public files.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/exports", s.WithTournament(s.showPrint))
	g.Get("/exports/files", s.WithTournament(s.showFiles))
	for _, f := range format.Formats() {
		if f.Public {
			g.Get("/exports/"+f.Name, s.sendPublic(f))
		}
	}
	g.Get("/print/slips/:round", s.WithRounds(s.printSlips))
	g.Get("/print/badges", s.WithTournament(s.printBadges))
	g.Get("/print/cards", s.WithTournament(s.printCards))
	g.Get("/print/blank", s.WithTournament(s.printBlank))
	g.Get("/print/welcome", s.WithTournament(s.printWelcome))
	g.Get("/print/all", s.WithRounds(s.printAll))
	g.Get("/print/papers/:round", s.WithTournament(s.printPapers))
}

// ChoiceRoutes adds the address that stores a choice of papers.
func (s *Handlers) ChoiceRoutes(g *site.Group) {
	g.Post("/exports/print", s.WithTournament(s.postPrint))
}

// FederationRoutes adds the addresses of results for federations.
func (s *Handlers) FederationRoutes(g *site.Group) {
	g.Get("/exports/federations", s.WithTournament(s.showFederations))
	g.Post("/exports/federations", s.Merged(s.WithTournament(s.postFacts)))
	g.Post("/exports/sent", s.WithTournament(s.postSent))
	g.Post("/exports/sent/:id", s.WithTournament(s.postSentState))
}

// PublicRoutes adds the address of the public workbook.
func (s *Handlers) PublicRoutes(g *site.Group) {
	for _, f := range format.Formats() {
		if f.Name == format.PublicWorkbook {
			g.Get("/workbook.xlsx", s.sendPublic(f))
		}
	}
}

// SheetRoutes adds the addresses of results from a worksheet.
func (s *Handlers) SheetRoutes(g *site.Group) {
	g.Get(sheetPath, s.WithTournament(s.sendSheet))
	g.PostLarge("/exports/results", site.MostUploadForm, s.WithTournament(s.postResults))
	g.Get("/exports/results/:token", s.WithUpload(s.showResults))
	g.Post("/exports/results/:token", s.WithUpload(s.applyResults))
}

// FileRoutes adds the addresses of all other files.
func (s *Handlers) FileRoutes(g *site.Group) {
	g.Get("/exports/:format", s.WithTournament(s.sendExport))
}

// ProgramRoutes adds the addresses of files for programs with a token.
func (s *Handlers) ProgramRoutes(g *site.Group) {
	g.Get("/tournaments/:slug/files/:format", site.WithQuery(s.WithTournament(s.sendExport), site.OneOf("formulas", "1")))
}

// PrizeRoutes adds the addresses of prizes.
func (s *Handlers) PrizeRoutes(g *site.Group) {
	g.Get("/prizes", s.WithTournament(s.showPrizes))
	g.Post("/prizes", s.WithTournament(s.postPrizes))
	g.Get("/prizes/script", s.WithTournament(s.showScript))
	g.Get("/prizes/certificates", s.WithTournament(s.showCertificates))
	g.Get("/prizes/list", s.WithTournament(s.printWinners))
}
