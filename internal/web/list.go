package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// A listPage names all tournaments that the reader may see.
type listPage struct {
	page.Base
	Tournaments []summaryView
}

// A summaryView is one tournament of the list.
type summaryView struct {
	Name, Address, Where, Dates, Players, State string
	Running                                     bool
}

func (s *Server) showList(c *gin.Context) error {
	all, err := s.seen(c)
	if err != nil {
		return err
	}
	page := listPage{Base: s.pageBase(c, s.language(c).T("list.title"))}
	for i := range all {
		page.Tournaments = append(page.Tournaments, newSummaryView(page.Language, &all[i]))
	}
	return s.render(c, "list", page)
}

// seen returns the tournaments that this reader may see.
func (s *Server) seen(c *gin.Context) ([]director.Summary, error) {
	all, err := s.director.Tournaments(c.Request.Context())
	if err != nil {
		return nil, err
	}
	_, directs := s.actor(c)
	var seen []director.Summary
	for _, t := range all {
		if !t.Hidden || directs {
			seen = append(seen, t)
		}
	}
	return seen, nil
}

func newSummaryView(lang *i18n.Language, t *director.Summary) summaryView {
	v := summaryView{
		Name: t.Name, Address: "/t/" + t.Slug, Where: page.Place(t.Place, t.Country), Dates: lang.Dates(t.Begin, t.End),
		Players: lang.T("players.count", t.Players), Running: t.Current > 0,
	}
	if v.Running {
		v.State = lang.T("list.round", t.Current, t.Rounds)
	} else {
		v.State = lang.T("list.rounds", t.Rounds)
	}
	return v
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
	all, err := s.seen(c)
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
