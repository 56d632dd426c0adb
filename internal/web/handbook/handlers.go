package handbook

import (
	"io/fs"
	"net/http"
	"path"
	"slices"
	"sync"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// Handlers show the handbook.
type Handlers struct {
	*site.Site
	docs fs.FS
	// book reads the chapters at the first request; with Dev at every one.
	book func() (book, error)
}

// New returns the handlers for the handbook in docs.
func New(s *site.Site, docs fs.FS) *Handlers {
	reading := func() (book, error) { return read(docs, s.Catalog.Languages()) }
	if s.Dev {
		return &Handlers{s, docs, reading}
	}
	return &Handlers{s, docs, sync.OnceValues(reading)}
}

// Routes adds the addresses of the handbook to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get(site.HandbookPath, s.showContents)
	g.Get(site.HandbookPath+"/:chapter", s.showChapter)
}

type handbookPage struct {
	page.Base
	Chapters []*Chapter
	// Chapter is nil on the page of contents; Part is nil outside of the sheet beside a page.
	Chapter *Chapter
	Part    *Part
}

// Foreign reports whether the chapter is in another language than the page.
func (p *handbookPage) Foreign() bool { return p.Chapter.Language != p.Code() }

// Next returns the chapter after this one, or nil.
func (p *handbookPage) Next() *Chapter {
	if n := p.Chapter.Number; n < len(p.Chapters) {
		return p.Chapters[n]
	}
	return nil
}

func (s *Handlers) newPage(c *gin.Context) (*handbookPage, error) {
	all, err := s.book()
	if err != nil {
		return nil, err
	}
	lang := s.Language(c)
	return &handbookPage{Base: s.PageBase(c, lang.T("handbook.title")), Chapters: all[lang.Code()]}, nil
}

// showContents shows the chapters with their parts.
func (s *Handlers) showContents(c *gin.Context) error {
	p, err := s.newPage(c)
	if err != nil {
		return err
	}
	return s.Render(c, "handbook", p)
}

// showChapter shows a chapter, or one part of it as the sheet beside a page, or a picture.
func (s *Handlers) showChapter(c *gin.Context) error {
	name := c.Param("chapter")
	if path.Ext(name) == ".webp" {
		return s.sendPicture(c, name)
	}
	p, err := s.newPage(c)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Chapters, func(one *Chapter) bool { return one.Name == name })
	if i < 0 {
		return fault.New(fault.NotFound, "fault.page")
	}
	p.Chapter = p.Chapters[i]
	p.Title = p.Chapter.Title
	if p.Part = p.Chapter.part(c.Query("part")); p.Part != nil && site.IsHTMX(c) {
		return s.RenderPart(c, http.StatusOK, site.Part{Page: "handbook", Name: "sheet", Data: p})
	}
	return s.Render(c, "handbook", p)
}

func (s *Handlers) sendPicture(c *gin.Context, name string) error {
	picture, err := fs.ReadFile(s.docs, path.Join("handbook", path.Base(name)))
	if err != nil {
		return fault.New(fault.NotFound, "fault.page")
	}
	c.Header("Cache-Control", "public, max-age=3600")
	c.Data(http.StatusOK, "image/webp", picture)
	return nil
}
