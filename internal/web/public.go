package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"weak"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/format/workbook"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// publicQueries are the parameters of public pages with their values, besides the number of a round in "after". Pages
// ignore others, so that invented ones do not fill the cache.
var publicQueries = map[string][]string{"by": {"name", "rank", "player", "season", "ladder"}, "theme": {"light"}, "show": {"prizes"}}

// visit returns the parts of a request that a public page may depend on.
func (s *Server) visit(c *gin.Context) (*public.Visit, error) {
	snapshot, err := site.Latest(c, s.Site)
	if _, known := splitVersion(c.Request.URL.RawQuery); err == nil && known > snapshot.Tournament.Version {
		snapshot, err = s.Snapshot(c) // another instance has notified the reader first
	}
	if err != nil {
		return nil, err
	}
	now, lang := s.Director.Now(), s.Language(c).In(page.Zone(snapshot.Tournament))
	v := &public.Visit{
		Snapshot: public.In(lang, snapshot), Catalog: s.Catalog, Lang: lang,
		Review: func(ctx context.Context, game int) (*director.Review, error) {
			return s.Director.PublicReview(ctx, snapshot, game)
		},
		Params: map[string]string{}, Query: url.Values{}, Path: c.FullPath(), Ctx: c.Request.Context(),
		Origin: strings.TrimSuffix(s.config.Base, "/"), SignsUp: snapshot.Tournament.TakesSignUps(now), Now: now,
	}
	for _, p := range c.Params {
		if p.Key != "slug" {
			p.Value = canonical(p.Value)
		}
		v.Params[p.Key] = p.Value
		v.Path = strings.Replace(v.Path, ":"+p.Key, p.Value, 1)
	}
	for name, values := range publicQueries {
		if value := c.Query(name); slices.Contains(values, value) {
			v.Query.Set(name, value)
		}
	}
	if after := c.Query("after"); after != "" {
		v.Query.Set("after", canonical(after))
	}
	for _, name := range []string{"only", "of", "with"} {
		if value := canonical(c.Query(name)); strings.HasSuffix(v.Path, "/games") && v.Filters(name, value) {
			v.Query.Set(name, value)
		}
	}
	if from := c.Query("from"); strings.Contains(v.Path, "/print/") && (from == "desk" || from == "exports") {
		v.Query.Set("from", from)
	}
	if rows := c.Query("rows"); public.Parts(rows) && public.SentInParts(v.Path, c.FullPath()) {
		v.Query.Set("rows", rows)
	}
	if by := c.Query("sort"); strings.HasSuffix(v.Path, "/standings") && v.Sorts(by) {
		v.Query.Set("sort", by)
	}
	if path := c.FullPath(); strings.Contains(path, "/live") || strings.HasSuffix(path, "/games/:game") {
		if v.Live, err = s.Director.LiveGames().Public(c.Request.Context(), snapshot); err != nil {
			return nil, err
		}
	}
	return v, v.ParseAfter()
}

// canonical formats a number as the addresses on this site do, so that each page is
// rendered under one address. It returns other texts unchanged.
func canonical(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil {
		return text
	}
	return strconv.Itoa(n)
}

// publicPage returns the action of a view. It renders each page once per version.
func (s *Server) publicPage(show public.View) site.Action {
	render := publicHTML(s.Renderer, show, "layout")
	return func(c *gin.Context) error { return s.sendPage(c, s.visit, "", render) }
}

// roundPage returns the action of a view about rounds. Open play has no rounds: the address leads to the first page.
func (s *Server) roundPage(show public.View) site.Action {
	send := s.publicPage(show)
	return func(c *gin.Context) error {
		snapshot, err := s.Snapshot(c)
		if err == nil && snapshot.Tournament.IsOpen() {
			return s.Redirect(c, "/t/"+snapshot.Tournament.Info.Slug)
		}
		return send(c)
	}
}

// sendPage sends a page, of a large tournament perhaps in a recent version. form distinguishes several renderings of
// the same visit.
func (s *Server) sendPage(c *gin.Context, visit func(*gin.Context) (*public.Visit, error), form string, render func(v *public.Visit) (*site.Body, error)) error {
	for {
		v, err := visit(c)
		if err != nil {
			return err
		}
		body, wait, err := s.recentPage(c, v, form, render)
		switch {
		case err != nil:
			return err
		case body != nil:
			s.sendPublic(c, v, body)
			return nil
		}
		select {
		case <-time.After(wait):
		case <-c.Request.Context().Done():
			return c.Request.Context().Err()
		}
	}
}

// recentPage returns the page to send, or the time until it is due.
func (s *Server) recentPage(c *gin.Context, v *public.Visit, form string, render func(v *public.Visit) (*site.Body, error)) (body *site.Body, wait time.Duration, err error) {
	if len(v.Tournament.Players) >= largeField && site.IsStranger(c.Request) && !s.Dev {
		key := recentKey{v.Stretch, v.Address(), v.Mark() + form, v.Lang.Code()}
		_, known := splitVersion(c.Request.URL.RawQuery)
		if body, wait = s.recent.find(key, v.Tournament.Version, known, time.Now()); body != nil || wait > 0 {
			return body, wait, nil
		}
		whole := render
		render = func(v *public.Visit) (*site.Body, error) {
			return s.recent.render(key, v.Tournament.Version, func() (*site.Body, error) { return whole(v) })
		}
	}
	body, err = s.renderCached(v, form, render)
	return body, 0, err
}

// publicHTML returns a function that renders a view within a template, the layout of pages or of those in a frame.
func publicHTML(r *page.Renderer, show public.View, layout string) func(v *public.Visit) (*site.Body, error) {
	return func(v *public.Visit) (*site.Body, error) {
		name, data, err := show(v)
		if err != nil {
			return nil, err
		}
		html, err := r.Render(name, layout, data)
		if err != nil {
			return nil, err
		}
		return site.NewPage(html), nil
	}
}

// publicJSON returns the action of a document about one tournament, with the version in its ETag.
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
		return site.NewBody("application/json; charset=utf-8", append(text, '\n')).OfVersion(v.Tournament.Version), nil
	})
}

// publicRoutes mounts the pages and live events of one tournament.
func (s *Server) publicRoutes(g *site.Group) {
	for path, show := range public.Pages {
		if public.OfRounds(path) {
			g.Get(path, s.roundPage(show))
		} else {
			g.Get(path, s.publicPage(show))
		}
	}
	for _, path := range []string{"/embed", "/embed/:part"} {
		g.Get(path, s.showEmbed())
	}
	g.Get("/feed.atom", s.WithTournament(s.sendFeed))
	g.Get("/find", s.findName)
	g.Get("/calendar.ics", s.cached(writeCalendar))
	g.Get("/events", s.streamEvents)
	g.Get("/code.svg", s.WithTournament(s.sendCode))
	g.Get("/pictures/:picture", s.WithTournament(s.sendPicture))
}

// sendPicture sends a picture of the tournament. Its bytes never change, but it may be removed, after which caches must
// not show it. So each cache revalidates it every time.
func (s *Server) sendPicture(c *gin.Context, snapshot *director.Snapshot) error {
	data, err := s.Director.Picture(c.Request.Context(), snapshot.Tournament, page.Natural(c.Param("picture")))
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-cache")
	c.Header("Content-Type", "image/jpeg")
	c.Header("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(data)))
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(data))
	return nil
}

// sendCode sends the QR code of the tournament's public address. The code contains the host of the request, so it is
// not cached with the pages.
func (s *Server) sendCode(c *gin.Context, snapshot *director.Snapshot) error {
	path, size, err := page.QRPath(s.PublicBase(c) + "/t/" + snapshot.Tournament.Info.Slug)
	if err != nil {
		return err
	}
	const quiet = 2 // units of white around it
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-%d -%d %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M-%d -%dh%dv%dh-%dz"/><path %s/></svg>`,
		quiet, quiet, size+2*quiet, size+2*quiet, quiet, quiet, size+2*quiet, size+2*quiet, size+2*quiet, path)
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "image/svg+xml", []byte(svg))
	return nil
}

// findName redirects to the player of a typed name, or lists the possible players. It is not cached, because its
// addresses are unlimited.
func (s *Server) findName(c *gin.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	name, found, data := v.Find(c.Query("name"))
	if len(found) == 1 {
		c.Redirect(http.StatusSeeOther, found[0].Address)
		return nil
	}
	html, err := s.Renderer.Render(name, "layout", data)
	if err != nil {
		return err
	}
	body := site.NewBody(site.HTMLKind, html)
	c.Header("Cache-Control", "no-cache")
	body.Write(c, http.StatusOK)
	return nil
}

// writeCalendar answers with the tournament's days and rounds as a calendar.
func writeCalendar(v *public.Visit) (*site.Body, error) {
	var text bytes.Buffer
	if _, err := workbook.WriteCalendar(&text, v.Tournament, v.Lang.T); err != nil {
		return nil, fmt.Errorf("write calendar: %w", err)
	}
	return site.NewBody("text/calendar; charset=utf-8", text.Bytes()), nil
}

// cached returns an action whose response is rendered once per version.
func (s *Server) cached(render func(v *public.Visit) (*site.Body, error)) site.Action {
	return func(c *gin.Context) error {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		content, err := s.renderCached(v, "", render)
		if err != nil {
			return err
		}
		s.sendPublic(c, v, content)
		return nil
	}
}

// sendPublic sends a public page. Shared caches may keep it if it is for strangers and not older than the version in
// the request.
func (s *Server) sendPublic(c *gin.Context, v *public.Visit, body *site.Body) {
	form, partial := s.Changes(c, body)
	if _, known := splitVersion(c.Request.URL.RawQuery); partial {
		c.Header("Cache-Control", "no-store")
	} else if body.Shared && site.IsStranger(c.Request) && known <= v.Tournament.Version {
		allowSharing(c.Writer.Header())
	} else {
		c.Header("Cache-Control", "private, no-cache")
	}
	form.Write(c, http.StatusOK)
}

// shareable reports whether shared caches may keep a page, which changes only with a new version.
func shareable(v *public.Visit) bool { return len(v.Live) == 0 && !v.Tournament.Info.Hidden }

// splitVersion splits the version off the end of a query, 0 without one. A page appends the version from the event that
// made it reload.
func splitVersion(query string) (rest string, version int) {
	const name = "v="
	at := strings.LastIndex(query, name)
	if at < 0 || at > 0 && query[at-1] != '&' {
		return query, 0
	}
	version, err := strconv.Atoi(query[at+len(name):])
	if err != nil {
		return query, 0
	}
	return strings.TrimSuffix(query[:at], "&"), version
}

// sendRendered is the middleware that answers a stranger's request for a public page from the cache of the latest
// version. It sends the same response as the route, and leaves doubtful cases to the route.
func (s *Server) sendRendered(c *gin.Context) {
	body := s.findRendered(c)
	if body == nil {
		return
	}
	h := c.Writer.Header()
	setSecurityHeaders(h)
	requireTLS(s.Site, c)
	h["Vary"] = varyHeader
	allowSharing(h)
	body.Write(c, http.StatusOK)
	c.Abort()
}

// allowSharing allows shared caches to keep a response. It removes the request ID, which would be wrong for later
// readers.
func allowSharing(h http.Header) {
	delete(h, site.RequestHeader)
	h["Cache-Control"] = sharedCacheControl
}

// sharedCacheControl lets shared caches keep a page for a moment, while browsers revalidate every time.
var sharedCacheControl = []string{"public, max-age=0, must-revalidate, s-maxage=1"}

// varyHeader are the headers that determine the language of a response.
var varyHeader = []string{"Accept-Language, Cookie"}

// findRendered returns the cached page for a stranger's request if it is of the latest version, else nil. Only routes
// put pages into the cache, so an address found there is a valid canonical address.
func (s *Server) findRendered(c *gin.Context) *site.Body {
	r, slug := c.Request, c.Param("slug")
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.HasPrefix(r.URL.Path, "/t/") || !site.IsStranger(r) || site.NamesRows(r) || s.Director.Leadership().Yielded {
		return nil
	}
	snapshot := s.Director.LatestComplete(slug)
	query, known := splitVersion(r.URL.RawQuery)
	if snapshot == nil || snapshot.Tournament.Info.Hidden || snapshot.Tournament.Version < known {
		return nil
	}
	lang, address := s.Catalog.Match(s.Cookie(c, site.LanguageCookie), c.GetHeader("Accept-Language")), r.URL.Path
	if query != "" {
		address += "?" + query
	}
	body, _ := s.pages.Find(site.PageKey{
		Of: weak.Make(public.In(lang, snapshot)), Address: address, Language: lang.Code(),
		Mark: public.SignUpMark(snapshot.Tournament.TakesSignUps(s.Director.Now())),
	})
	return body
}

// renderCached returns the response to a visit from the cache, or renders it. form distinguishes several renderings of
// the same visit.
func (s *Server) renderCached(v *public.Visit, form string, render func(v *public.Visit) (*site.Body, error)) (*site.Body, error) {
	if s.Dev {
		return render(v)
	}
	key := site.PageKey{Of: weak.Make(v.Snapshot), Address: v.Address(), Mark: v.Mark() + form, Language: v.Lang.Code()}
	return s.pages.Get(key, func() (*site.Body, error) {
		body, err := render(v)
		if err == nil {
			body.Shared = shareable(v)
		}
		return body, err
	})
}
