package web

import (
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A listPage lists the tournaments that the reader may see.
type listPage struct {
	page.Base
	site.TournamentsView
}

func (s *Server) showList(c *gin.Context) error {
	all, err := s.visibleTournaments(c)
	if err != nil {
		return err
	}
	page := listPage{Base: s.PageBase(c, s.Language(c).T("tournament.page.title"))}
	if page.TournamentsView, err = s.Tournaments(c, all, false); err != nil {
		return err
	}
	return s.Render(c, "list", &page)
}

// visibleTournaments returns the tournaments that the reader may see.
func (s *Server) visibleTournaments(c *gin.Context) ([]director.Summary, error) {
	all, err := s.Director.Tournaments(c.Request.Context())
	if err != nil {
		return nil, err
	}
	session, _ := s.Session(c)
	watched, err := s.Director.Access().People().Watched(c.Request.Context(), session.UserID, all)
	return slices.DeleteFunc(all, func(t director.Summary) bool {
		return t.Hidden && !slices.ContainsFunc(watched, func(w director.Summary) bool { return w.Slug == t.Slug })
	}), err
}

// A tournamentLine is one tournament in the API's list.
type tournamentLine struct {
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Place   string `json:"place"`
	Country string `json:"country"`
	Begin   string `json:"begin,omitempty"`
	End     string `json:"end,omitempty"`
	Rounds  int    `json:"rounds"`
	Round   int    `json:"round"`
	Players int    `json:"players"`
	Version int    `json:"version"`
}

func (s *Server) listJSON(c *gin.Context) error {
	all, err := s.visibleTournaments(c)
	if err != nil {
		return err
	}
	lines := []tournamentLine{}
	for _, t := range all {
		lines = append(lines, tournamentLine{
			Slug: t.Slug, Name: t.Name, Place: t.Place, Country: t.Country, Begin: page.Day(t.Begin), End: page.Day(t.End),
			Rounds: t.Rounds, Round: t.Current, Players: t.Players, Version: t.Version,
		})
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(200, gin.H{"tournaments": lines})
	return nil
}
