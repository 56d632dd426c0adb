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
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// queries are the parameters that public pages know, with their values, besides
// the number of a round in "after". Others are ignored, so that nobody fills
// the cache with invented ones.
var queries = map[string][]string{"by": {"name", "rank", "player"}, "theme": {"light"}}

func (s *Server) visit(c *gin.Context) (*public.Visit, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, err
	}
	v := &public.Visit{
		Snapshot: snapshot, Catalog: s.Catalog, Lang: s.Language(c).In(page.Zone(snapshot.Tournament)),
		Review: func(ctx context.Context, game int) (*director.Review, error) {
			return s.Director.Review(ctx, snapshot.Tournament, game)
		},
		Params: map[string]string{}, Query: url.Values{}, Path: c.FullPath(), Ctx: c.Request.Context(),
	}
	for _, p := range c.Params {
		if p.Key != "slug" {
			p.Value = canonical(p.Value)
		}
		v.Params[p.Key] = p.Value
		v.Path = strings.Replace(v.Path, ":"+p.Key, p.Value, 1)
	}
	for name, values := range queries {
		if value := c.Query(name); slices.Contains(values, value) {
			v.Query.Set(name, value)
		}
	}
	if after := c.Query("after"); after != "" {
		v.Query.Set("after", canonical(after))
		_, err = v.After() // no page has another than its own
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

// public makes an action of a view, rendering each page once per version.
func (s *Server) public(show public.View) site.Action {
	return s.cached(func(v *public.Visit) (*site.Body, error) {
		name, page, err := show(v)
		if err != nil {
			return nil, err
		}
		html, err := s.Renderer.Render(name, "layout", page)
		if err != nil {
			return nil, err
		}
		return site.NewBody(site.HTMLKind, html)
	})
}

// publicJSON makes an action of a part of the API about one tournament.
func (s *Server) publicJSON(answer func(v *public.Visit) (any, error)) site.Action {
	return s.cached(func(v *public.Visit) (*site.Body, error) {
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
	for path, show := range public.Pages {
		g.Get(path, s.public(show))
	}
	g.Get("/events", s.streamEvents)
}

func (s *Server) cached(render func(v *public.Visit) (*site.Body, error)) site.Action {
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

func (s *Server) once(v *public.Visit, render func(v *public.Visit) (*site.Body, error)) (*site.Body, error) {
	if s.Dev {
		return render(v)
	}
	key := site.PageKey{Of: weak.Make(v.Snapshot), Address: v.Address(), Language: v.Lang.Code()}
	return s.pages.Get(key, func() (*site.Body, error) { return render(v) })
}
