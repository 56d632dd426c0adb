package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"weak"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rating"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A visit is all that a public page may depend on: the tournament, the
// language and the address. Its page is therefore the same for everybody.
type visit struct {
	*director.Snapshot
	// catalog has the languages that the page is offered in.
	catalog *i18n.Catalog
	// review judges the record of a game.
	review func(ctx context.Context, game int) (*director.Review, error)
	lang   *i18n.Language
	c      gin.Params
	query  url.Values
	path   string
	// ctx is the request's, for what a page loads besides the snapshot.
	ctx   context.Context
	rated *rating.Report // when it was asked for
	// reached are what the rounds of knockouts are called in the standings, when
	// it was asked for.
	reached map[int]string
}

// A view makes the page of a visit: the name of its template and its data.
type view func(v *visit) (name string, page any, err error)

// queries are the parameters that public pages know, with their values, besides
// the number of a round in "after". Others are ignored, so that nobody fills
// the cache with invented ones.
var queries = map[string][]string{"by": {"name", "rank", "player"}, "theme": {"light"}}

func (s *Server) visit(c *gin.Context) (*visit, error) {
	snapshot, err := s.Visible(c)
	if err != nil {
		return nil, err
	}
	v := &visit{
		Snapshot: snapshot, catalog: s.Catalog, review: s.Reviewer(snapshot), lang: s.Language(c).In(page.Zone(snapshot.Tournament)),
		query: url.Values{}, path: c.FullPath(), ctx: c.Request.Context(),
	}
	for _, p := range c.Params {
		if p.Key != "slug" {
			p.Value = canonical(p.Value)
		}
		v.c = append(v.c, p)
		v.path = strings.Replace(v.path, ":"+p.Key, p.Value, 1)
	}
	for name, values := range queries {
		if value := c.Query(name); slices.Contains(values, value) {
			v.query.Set(name, value)
		}
	}
	if after := c.Query("after"); after != "" {
		v.query.Set("after", canonical(after))
		_, err = v.after() // no page has another than its own
	}
	return v, err
}

// canonical writes a number as our own addresses do, so that a page is
// rendered under one address; other texts stay as they are.
func canonical(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil {
		return text
	}
	return strconv.Itoa(n)
}

// address returns the path and the known part of the query.
func (v *visit) address() string {
	if len(v.query) == 0 {
		return v.path
	}
	return v.path + "?" + v.query.Encode()
}

// to returns an address below the tournament's own.
func (v *visit) to(path string) string { return "/t/" + v.Tournament.Info.Slug + path }

// public makes an action of a view, rendering each page once per version.
func (s *Server) public(show view) site.Action {
	return s.cached(func(v *visit) (*site.Body, error) {
		name, page, err := show(v)
		if err != nil {
			return nil, err
		}
		html, err := s.Renderer.Render(name, "layout", page)
		if err != nil {
			return nil, err
		}
		return site.NewBody(site.HtmlKind, html)
	})
}

// publicJSON makes an action of a part of the API about one tournament.
func (s *Server) publicJSON(answer func(v *visit) (any, error)) site.Action {
	return s.cached(func(v *visit) (*site.Body, error) {
		data, err := answer(v)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(data)
		if err != nil {
			return nil, fmt.Errorf("write JSON: %w", err)
		}
		return site.NewBody("application/json; charset=utf-8", append(text, '\n'))
	})
}

// publicRoutes are the pages and live events of one tournament.
func (s *Server) publicRoutes(g *site.Group) {
	for path, show := range publicViews {
		g.Get(path, s.public(show))
	}
	g.Get("/events", s.streamEvents)
}

func (s *Server) cached(render func(v *visit) (*site.Body, error)) site.Action {
	return func(c *gin.Context) error {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		content, err := s.once(v, render)
		if err != nil {
			return err
		}
		c.Header("Cache-Control", "no-cache")
		content.Write(c, http.StatusOK)
		return nil
	}
}

func (s *Server) once(v *visit, render func(v *visit) (*site.Body, error)) (*site.Body, error) {
	if s.Dev {
		return render(v)
	}
	key := site.PageKey{Of: weak.Make(v.Snapshot), Address: v.address(), Language: v.lang.Code()}
	return s.pages.Get(key, func() (*site.Body, error) { return render(v) })
}

// base returns the frame of a public page. section is the path below
// /t/{slug} that the page belongs to, round the one shown, 0 for none.
func (v *visit) base(title, section string, round int) page.Base {
	t := v.Tournament
	b := page.Frame(v.catalog, v.lang, v.address(), title)
	b.Event = page.NewEvent(t, v.to(""))
	for n := 1; n <= max(t.Settings.Rounds, t.Current()); n++ {
		r := page.RoundLink{Number: n, Current: n == round}
		if n <= t.Current() {
			r.Address = v.to("/round/" + strconv.Itoa(n))
		}
		b.Event.Rounds = append(b.Event.Rounds, r)
	}
	for _, sec := range []struct{ key, path string }{
		{"frame.now", ""},
		{"frame.standings", "/standings"},
		{"frame.teams", "/teams"},
		{"frame.players", "/players"},
		{"frame.crosstable", "/crosstable"},
		{"frame.bracket", "/bracket"},
		{"frame.statistics", "/statistics"},
	} {
		if sec.path == "/bracket" && len(page.Eliminates(t)) == 0 || sec.path == "/teams" && !page.OfTeams(t) {
			continue
		}
		b.Event.Sections = append(b.Event.Sections, page.Link{Text: b.T(sec.key), Address: v.to(sec.path), Current: sec.path == section})
	}
	return b
}

// round returns the published round whose number the address names.
func (v *visit) round() (int, error) {
	n, err := strconv.Atoi(v.c.ByName("round"))
	if err != nil {
		return 0, fault.New(fault.NotFound, "page.missing")
	}
	if n < 1 || n > v.Tournament.Current() {
		return 0, fault.New(fault.NotFound, "round.unpublished", n)
	}
	return n, nil
}

// after returns after which round the standings are asked for; without a word,
// the last round of which a result is known.
func (v *visit) after() (int, error) {
	t := v.Tournament
	text := v.query.Get("after")
	if text == "" {
		n := t.Current()
		if n > 0 && t.Rounds[n-1].Missing() > 0 && len(t.Rounds[n-1].Finished()) == 0 {
			n--
		}
		return n, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > t.Current() {
		return 0, fault.New(fault.NotFound, "round.unpublished", fault.Clip(text))
	}
	return n, nil
}
