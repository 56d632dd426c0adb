package logbook

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// allowedParameters are the allowed parameters of past pages.
var allowedParameters = []string{"after", "by", "only", "of", "with", "sort"}

// showPast shows a public page of the tournament after a change, or sends the tournament as a file. It is read-only.
func (s *Handlers) showPast(c *gin.Context, snapshot *director.Snapshot) error {
	version, below := page.Natural(c.Param("version")), strings.TrimSuffix(c.Param("page"), "/")
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	was, err := s.Director.Past(ctx, slug, version)
	if err != nil {
		return err
	}
	if below == "/file" {
		return s.sendPast(c, snapshot, was)
	}
	view, params, ok := public.ViewOf(below)
	if !ok {
		return fault.New(fault.NotFound, "fault.page")
	}
	e, err := s.Director.Logged(ctx, slug, version)
	if err != nil {
		return err
	}
	lang := s.Language(c).In(page.Zone(was.Tournament))
	v := &public.Visit{
		Snapshot: public.In(lang, was), Catalog: s.Catalog, Lang: lang, Params: params, Query: url.Values{}, Path: "/t/" + slug + below,
		Review: func(ctx context.Context, game int) (*director.Review, error) {
			return s.Director.PublicReview(ctx, was, game)
		},
		Now: e.At, Offline: true, Ctx: ctx,
		Notice: &page.Banner{
			Level: "warning", Text: lang.T("log.then", lang.Date(e.At.In(page.Zone(was.Tournament))), lang.Clock(e.At), history.Entry{LogEntry: e}),
			Action: lang.T("log.then.back"), Address: "/desk/" + slug + "/log/" + strconv.Itoa(version),
		},
	}
	for _, name := range allowedParameters {
		if value := page.Clip(c.Query(name)); value != "" {
			v.Query.Set(name, value)
		}
	}
	if err := v.ParseAfter(); err != nil {
		return err
	}
	name, data, err := view(v)
	if err != nil {
		return err
	}
	text, err := s.Renderer.Render(name, "layout", data)
	if err != nil {
		return err
	}
	body := site.NewBody(site.HTMLKind, linkPast(text, slug, version))
	c.Header("Cache-Control", "no-store")
	body.Write(c, http.StatusOK)
	return nil
}

// linkPast returns a page whose links point to the tournament's pages of the same time.
func linkPast(text []byte, slug string, version int) []byte {
	const begin = `="`
	base := []byte(begin + "/t/" + slug)
	past := map[string]bool{} // whether the page below that address shows the past
	var out bytes.Buffer
	for {
		i := bytes.Index(text, base)
		if i < 0 {
			out.Write(text)
			return out.Bytes()
		}
		before, rest := text[:i], text[i+len(base):]
		below := rest
		if end := bytes.IndexAny(rest, `"?#`); end >= 0 {
			below = rest[:end]
		}
		is, known := past[string(below)]
		if !known {
			_, _, is = public.ViewOf(html.UnescapeString(string(below)))
			past[string(below)] = is
		}
		out.Write(before)
		if is && slices.ContainsFunc(links, func(name string) bool { return bytes.HasSuffix(before, []byte(name)) }) {
			fmt.Fprintf(&out, `%s/desk/%s/then/%d%s`, begin, slug, version, cmp.Or(string(below), "/"))
		} else {
			out.Write(text[i : len(text)-len(rest)+len(below)])
		}
		text = rest[len(below):]
	}
}

// links are the attributes that hold addresses.
var links = []string{"href", "src", "action", "data-address"}

// sendPast sends a past state of the tournament as a file of the program's own format.
func (s *Handlers) sendPast(c *gin.Context, now, was *director.Snapshot) error {
	const own = "tourney"
	f, err := format.Named(own)
	if err != nil {
		return err
	}
	whole, err := s.Director.Whole(c.Request.Context(), was.Tournament)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if _, err := format.Write(&file, own, whole, s.Language(c).T); err != nil {
		return err
	}
	name := f.FileName(was.Tournament)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[:i] + "-" + strconv.Itoa(was.Tournament.Version) + name[i:]
	}
	site.NoteFile(c, s.Site, now, "then/"+strconv.Itoa(was.Tournament.Version)+"/file")
	site.SendFile(c, name, f.Media, file.Bytes())
	return nil
}
