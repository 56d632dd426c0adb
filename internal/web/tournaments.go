package web

import (
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A listPage lists the public tournaments.
type listPage struct {
	page.Base
	site.TournamentsView
}

func (s *Server) showList(c *gin.Context) (err error) {
	page := listPage{Base: s.PageBase(c, s.Language(c).T("tournament.page.title"))}
	if page.TournamentsView, err = s.Tournaments(c, false); err != nil {
		return err
	}
	if !page.Any() {
		switch has, err := s.Director.Access().HasUsers(c.Request.Context()); {
		case err != nil:
			return err
		case !has: // it asks for the set-up link
			return s.Redirect(c, "/login")
		}
	}
	return s.Render(c, "list", &page)
}

// A tournamentLine is one tournament in the API's list.
type tournamentLine struct {
	Slug     string `json:"slug"`
	Name     string `json:"name"`
	Place    string `json:"place"`
	Country  string `json:"country"`
	Begin    string `json:"begin,omitempty"`
	End      string `json:"end,omitempty"`
	Rounds   int    `json:"rounds"`
	Round    int    `json:"round"`
	Players  int    `json:"players"`
	Version  int    `json:"version"`
	Archived bool   `json:"archived,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"`
}

// linesPerPage is the number of tournaments on a page of the API's list.
const linesPerPage = 100

func (s *Server) listJSON(c *gin.Context) error {
	q, err := s.Site.Searched(c, false)
	if err != nil {
		return err
	}
	q.Archived, q.Country = true, strings.ToUpper(q.Country)
	total, err := s.Director.Catalogue().Count(c.Request.Context(), q)
	if err != nil {
		return err
	}
	const mostPages = 100_000
	n := min(max(page.Natural(c.Query("page")), 1), mostPages)
	all, err := s.Director.Catalogue().Find(c.Request.Context(), q, director.Page{Skip: (n - 1) * linesPerPage, Most: linesPerPage})
	if err != nil {
		return err
	}
	lines := []tournamentLine{}
	for _, t := range all {
		lines = append(lines, tournamentLine{
			Slug: t.Slug, Name: t.Name, Place: t.Place, Country: t.Country, Begin: page.Day(t.Begin.Time), End: page.Day(t.End.Time),
			Rounds: t.Rounds, Round: t.Current, Players: t.Players, Version: t.Version, Archived: t.Archived, Hidden: t.Hidden,
		})
	}
	answer := gin.H{"tournaments": lines, "total": total}
	if int64(n*linesPerPage) < total {
		answer["next"] = n + 1
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(200, answer)
	return nil
}
