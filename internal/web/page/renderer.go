package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"sync"

	"tourney/internal/i18n"
)

// A Renderer holds the pages by name, each with the layout and all partials.
type Renderer struct {
	fsys  fs.FS
	funcs template.FuncMap
	dev   bool
	pages map[string]func() (*template.Template, error)
	rows  *rows
}

// NewRenderer returns the pages of fsys. asset is the template function of that name; with dev, every rendering parses
// the templates again. A page is parsed at its first rendering, see Check.
func NewRenderer(fsys fs.FS, asset func(name string) (string, error), dev bool) (*Renderer, error) {
	t := &Renderer{fsys: fsys, dev: dev, rows: newRows()}
	t.funcs = template.FuncMap{"asset": asset, "row": rowFunc(nil), "rows": rowFunc(nil), "digits": digits}
	return t, t.list()
}

// digits returns a place without the sign of a shared one.
func digits(place string) string { return strings.TrimSuffix(place, "=") }

// Check parses every page, and returns the first error in one.
func (t *Renderer) Check() error {
	for _, joined := range t.pages {
		if _, err := joined(); err != nil {
			return err
		}
	}
	return nil
}

// list lists the pages. The common templates are parsed once, for the first page.
func (t *Renderer) list() error {
	shared := sync.OnceValues(func() (*template.Template, error) {
		return template.New("layout.html").Funcs(t.funcs).ParseFS(t.fsys, "layout.html", "partials/*.html")
	})
	files, err := fs.Glob(t.fsys, "pages/*.html")
	if err != nil {
		return fmt.Errorf("list pages: %w", err)
	}
	pages := map[string]func() (*template.Template, error){}
	for _, file := range files {
		pages[strings.TrimSuffix(path.Base(file), ".html")] = sync.OnceValues(func() (*template.Template, error) {
			page, err := template.New(path.Base(file)).Funcs(t.funcs).ParseFS(t.fsys, file)
			if err != nil {
				return nil, err
			}
			layout, err := shared()
			if err != nil {
				return nil, err
			}
			return t.join(layout, page)
		})
	}
	t.pages = pages
	return nil
}

// A rowFunc is one of the template functions "row" and "rows": they render the template of a row for a value or for all
// values of a slice, in a language, perhaps with what the rows of the table have in common. See rows. Each page has its own.
type rowFunc func(name string, lang *i18n.Language, of any, shape ...any) (template.HTML, error)

// join returns a copy of shared with the templates of page, of which neither was executed.
func (t *Renderer) join(shared, page *template.Template) (*template.Template, error) {
	joined, err := shared.Clone()
	if err != nil {
		return nil, err
	}
	writer := func(name string, lang *i18n.Language, shape []any) *rowWriter {
		return t.rows.writer(rowTemplate{page.Name(), name, joined}, lang, append(shape, nil)[0])
	}
	joined.Funcs(template.FuncMap{
		"row": rowFunc(func(name string, lang *i18n.Language, row any, shape ...any) (template.HTML, error) {
			return writer(name, lang, shape).row(reflect.ValueOf(row))
		}),
		"rows": rowFunc(func(name string, lang *i18n.Language, list any, shape ...any) (template.HTML, error) {
			return writer(name, lang, shape).all(reflect.ValueOf(list))
		}),
	})
	for _, part := range page.Templates() {
		if _, err := joined.AddParseTree(part.Name(), part.Tree); err != nil {
			return nil, err
		}
	}
	return joined, nil
}

// Render executes one template of a page; "layout" is the whole page.
func (t *Renderer) Render(page, name string, data any) ([]byte, error) {
	pages := t.pages
	if t.dev {
		// A copy, since pages may be rendered at the same time.
		fresh := &Renderer{fsys: t.fsys, funcs: t.funcs, rows: newRows()}
		if err := fresh.list(); err != nil {
			return nil, err
		}
		pages = fresh.pages
	}
	joined, ok := pages[page]
	if !ok {
		return nil, fmt.Errorf("no page %q", page)
	}
	tmpl, err := joined()
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", page, err)
	}
	var buf bytes.Buffer
	if err := tmpl.ExecuteTemplate(&buf, name, data); err != nil {
		return nil, fmt.Errorf("render %s: %w", page, err)
	}
	return buf.Bytes(), nil
}
