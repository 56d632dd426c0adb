package site

import (
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// listParts are the parts of the list, in its order.
var listParts = []director.Era{director.Running, director.Coming, director.Past}

// The number of tournaments of each part on the first page, and the number on a page of one part.
var atFirst = map[director.Era]int{director.Running: 6, director.Coming: 10, director.Past: 20}

const perPage = 25

// A TournamentsView is the list of tournaments (partial "tournaments"): the first ones of
// each part, or a page of one part.
type TournamentsView struct {
	Running, Coming, Past PartView
	// Search is the form that narrows the list; nil while the list is whole and short.
	Search *SearchView
	// Newer and Older are the addresses of the pages before and after, "" without one.
	Newer, Older string
	// owners are the names of the organisations, nil if there is only one.
	owners map[int]string
}

// Any reports whether the list has a tournament or a search form.
func (v *TournamentsView) Any() bool {
	return len(v.Running.Rows)+len(v.Coming.Rows)+len(v.Past.Rows) > 0 || v.Search != nil
}

func (v *TournamentsView) parts() map[director.Era]*PartView {
	return map[director.Era]*PartView{director.Running: &v.Running, director.Coming: &v.Coming, director.Past: &v.Past}
}

// None reports whether the search found nothing.
func (v *TournamentsView) None() bool {
	return len(v.Running.Rows)+len(v.Coming.Rows)+len(v.Past.Rows) == 0 && v.Past.All == ""
}

// A PartView is a part of the list.
type PartView struct {
	Rows []SummaryView
	// All is the address of the whole part and AllText a link to it, "" if Rows are all.
	All, AllText string
}

// A SearchView is the form that narrows the list.
type SearchView struct {
	// Action is the address of the list, Text the search text, Era the part shown.
	Action, Text, Era string
	Years, Countries  []page.Choice
	// Narrowed is set if the list is filtered.
	Narrowed bool
}

// A list has the options for showing a part of the list.
type list struct {
	era director.Era
	// desk is set if lines lead to desks.
	desk bool
}

// Searched returns the search in the query of a list of tournaments, limited to tournaments visible to the caller; with
// desks, to those whose desk the caller may see. Nonsensical values do not filter.
func (s *Site) Searched(c *gin.Context, desks bool) (q director.Search, err error) {
	people := s.Director.Access().People()
	if token, program := c.Get(tokenKey); program {
		q.Visibility = people.TokenVisibility(token.(accounts.Token))
	} else {
		session, _ := s.Session(c)
		q.Visibility, err = people.Visibility(c.Request.Context(), session.UserID, desks)
	}
	q.Now = s.Director.Now()
	q.Text, q.Country = page.Clip(c.Query("q")), page.Clip(c.Query("country"))
	q.Year = page.Natural(c.Query("year"))
	for _, era := range listParts {
		if c.Query("era") == string(era) {
			q.Era = era
		}
	}
	q.Archived = q.Text != "" || q.Country != "" || q.Year > 0 || q.Era == director.Past
	return q, err
}

// Tournaments returns the list of tournaments for the query. With desks its links lead to desks.
func (s *Site) Tournaments(c *gin.Context, desks bool) (v TournamentsView, err error) {
	q, err := s.Searched(c, desks)
	if err != nil {
		return v, err
	}
	if v.owners, err = s.owners(c); err != nil {
		return v, err
	}
	parts := v.parts()
	short := true
	for _, era := range listParts {
		if q.Era != "" && q.Era != era {
			continue
		}
		found := q
		found.Era = era
		counted := found
		counted.Archived = q.Archived || era == director.Past // the page links to the archived ones
		total, err := s.Director.Catalogue().Count(c.Request.Context(), counted)
		if err != nil {
			return v, err
		}
		if q.Era != "" {
			return v, v.onePart(s, c, found, int(total))
		}
		if err := v.add(s, c, found, director.Page{Most: atFirst[era]}); err != nil {
			return v, err
		}
		if int(total) > len(parts[era].Rows) {
			short = false
			parts[era].All = addressOf(c, era, 1)
			key := "tournament.page.all"
			if len(parts[era].Rows) == 0 { // only the archive is left
				key = "tournament.page.archived.count"
			}
			parts[era].AllText = s.Language(c).T(key, int(total))
		}
	}
	if short && !q.Archived {
		return v, nil
	}
	v.Search, err = s.newSearchView(c, q)
	return v, err
}

// onePart shows a page of one part of the list.
func (v *TournamentsView) onePart(s *Site, c *gin.Context, q director.Search, total int) (err error) {
	last := max((total+perPage-1)/perPage, 1)
	n := min(max(page.Natural(c.Query("page")), 1), last)
	if err := v.add(s, c, q, director.Page{Skip: (n - 1) * perPage, Most: perPage}); err != nil {
		return err
	}
	if n > 1 {
		v.Newer = addressOf(c, q.Era, n-1)
	}
	if n < last {
		v.Older = addressOf(c, q.Era, n+1)
	}
	v.Search, err = s.newSearchView(c, q)
	return err
}

// add adds the tournaments of a page to the requested part of the list.
func (v *TournamentsView) add(s *Site, c *gin.Context, q director.Search, of director.Page) error {
	p := v.parts()[q.Era]
	desks := q.Visibility.Desks
	all, err := s.Director.Catalogue().Find(c.Request.Context(), q, of)
	for i := range all {
		row, err := s.summaryOf(c, &all[i], list{q.Era, desks})
		row.Owner = v.owners[all[i].Organisation]
		if _, broken := fault.As(err); broken { // it can't be read, or was deleted just now: its own page explains it
			err = nil
		}
		if err != nil {
			return err
		}
		p.Rows = append(p.Rows, row)
	}
	return err
}

// owners returns the names of the organisations by number, nil if there is only one.
func (s *Site) owners(c *gin.Context) (map[int]string, error) {
	all, err := s.Director.Access().People().Organisations(c.Request.Context())
	if err != nil || len(all) < 2 {
		return nil, err
	}
	names := make(map[int]string, len(all))
	for _, o := range all {
		names[o.ID] = o.Name
	}
	return names, nil
}

// addressOf returns the address of a page of one part of the list, with the present filter.
func addressOf(c *gin.Context, era director.Era, n int) string {
	query := url.Values{"era": {string(era)}}
	for _, name := range []string{"q", "year", "country"} {
		if value := c.Query(name); value != "" {
			query.Set(name, page.Clip(value))
		}
	}
	if n > 1 {
		query.Set("page", strconv.Itoa(n))
	}
	return c.Request.URL.Path + "?" + query.Encode()
}

func (s *Site) newSearchView(c *gin.Context, q director.Search) (*SearchView, error) {
	lang := s.Language(c)
	v := &SearchView{Action: c.Request.URL.Path, Text: q.Text, Era: string(q.Era), Narrowed: q.Archived || q.Era != ""}
	years, countries, err := s.Director.Catalogue().Choices(c.Request.Context(), director.Search{Visibility: q.Visibility, Archived: true})
	v.Years = []page.Choice{{Text: lang.T("tournament.page.years"), Current: q.Year == 0}}
	for _, year := range years {
		text := strconv.Itoa(year)
		v.Years = append(v.Years, page.Choice{Value: text, Text: text, Current: q.Year == year})
	}
	v.Countries = []page.Choice{{Text: lang.T("tournament.page.countries"), Current: q.Country == ""}}
	for _, country := range countries {
		v.Countries = append(v.Countries, page.Choice{Value: country, Text: country, Current: q.Country == country})
	}
	return v, err
}
