package web

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament/fees"
	"tourney/internal/web/page"
)

// A personPage lists the tournaments of a person on this server, by the number of a federation.
type personPage struct {
	page.Base
	Lines []personLine
	// Earlier is the address of the next page, "" without one.
	Earlier string
}

// A personLine is one tournament of the person.
type personLine struct {
	Tournament, Address string
	Where, Dates        string
	Rank, Club          string
	// Place is the present or final place, Wins the won and the played games; "" before the first round.
	Place, Wins string
}

// personsPerPage is the number of tournaments on a page; each may have to be loaded.
const personsPerPage = 25

// showPerson lists the tournaments of a person; without any, the page is not found. Entries of hidden players have no number, so they are not listed.
func (s *Server) showPerson(c *gin.Context) error {
	federation, number := c.Param("federation"), c.Param("number")
	n := min(max(page.Natural(c.Query("page")), 1), 1000)
	ctx := c.Request.Context()
	all, err := s.Director.Catalogue().Person(ctx, federation, number, director.Page{Skip: (n - 1) * personsPerPage, Most: personsPerPage + 1})
	if err != nil {
		return err
	}
	lang := s.Language(c)
	view := personPage{Base: s.PageBase(c, lang.T("person.title"))}
	if len(all) > personsPerPage {
		all = all[:personsPerPage]
		view.Earlier = "?page=" + strconv.Itoa(n+1)
	}
	for _, r := range all {
		snapshot, err := s.Director.Latest(ctx, r.Slug)
		if err != nil {
			continue // it was deleted since
		}
		public := snapshot.Public()
		p := public.Tournament.Player(r.Player)
		if p == nil || p.Number(fees.Federation(federation)) != number {
			continue
		}
		if len(view.Lines) == 0 {
			view.Title = p.Name()
		}
		line := personLine{
			Tournament: r.Name, Address: "/t/" + r.Slug + "/players/" + strconv.Itoa(int(p.ID)),
			Where: page.Place(r.Place, r.Country), Dates: lang.Dates(r.Begin.Time, r.End.Time), Rank: p.Rank.String(), Club: p.Club,
		}
		if after := public.Tournament.Current(); after > 0 && public.Tournament.Participation().Has(p.ID) {
			standings := public.Standings(after)
			row := standings.Row(p.ID)
			line.Place = lang.T("person.place", standings.Place(row), len(standings.Rows))
			line.Wins = lang.T("person.wins", lang.Decimal(row.NBW.String()), after)
		}
		view.Lines = append(view.Lines, line)
	}
	if len(view.Lines) == 0 {
		return fault.New(fault.NotFound, "person.none", lang.T("field."+federation), number)
	}
	c.Header("X-Robots-Tag", "noindex")
	return s.Render(c, "person", &view)
}
