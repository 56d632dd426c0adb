package handbook

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"tourney/internal/i18n"
)

// chapters are the names of the chapters in their order.
var chapters = []string{"first", "evening", "coming", "day", "players", "rules", "printing", "publishing", "safety", "server"}

// A Chapter is a chapter in one language. Number counts from 1.
type Chapter struct {
	Number      int
	Name, Title string
	// Language is the code of the text's language.
	Language string
	// Lead is the text before the first part.
	Lead  template.HTML
	Parts []Part
}

// A Part is the text below one heading. ID is its anchor.
type Part struct {
	ID, Title string
	Text      template.HTML
}

// part returns the part with an anchor, or nil.
func (c *Chapter) part(id string) *Part {
	for i := range c.Parts {
		if c.Parts[i].ID == id {
			return &c.Parts[i]
		}
	}
	return nil
}

// A book holds the chapters in their order, by the code of a language.
type book map[string][]*Chapter

// read reads the chapters of all languages below handbook.
func read(docs fs.FS, languages []*i18n.Language) (book, error) {
	b := book{}
	english := func(i int) *Chapter {
		if all := b[i18n.Fallback]; i < len(all) {
			return all[i]
		}
		return nil
	}
	for _, l := range languages { // the first is English
		for i, name := range chapters {
			source, err := fs.ReadFile(docs, path.Join("handbook", l.Code(), name+".md"))
			if errors.Is(err, fs.ErrNotExist) && english(i) != nil {
				b[l.Code()] = append(b[l.Code()], english(i))
				continue
			}
			if err != nil {
				return nil, err
			}
			c, err := render(source)
			if err != nil {
				return nil, fmt.Errorf("%s/%s: %w", l.Code(), name, err)
			}
			c.Number, c.Name, c.Language = i+1, name, l.Code()
			if e := english(i); e != nil {
				for n := range min(len(e.Parts), len(c.Parts)) {
					c.Parts[n].ID = e.Parts[n].ID
				}
			}
			b[l.Code()] = append(b[l.Code()], c)
		}
	}
	return b, nil
}

// render returns the chapter of a Markdown file: its title, and its parts below headings of the second level. HTML in it
// is left out.
func render(source []byte) (*Chapter, error) {
	markdown := goldmark.New()
	doc := markdown.Parser().Parse(text.NewReader(source))
	if err := localize(doc); err != nil {
		return nil, err
	}
	c := &Chapter{}
	var out bytes.Buffer
	end := func() {
		html := template.HTML(out.String()) // #nosec G203 -- goldmark leaves out HTML, and the text is the program's own
		if n := len(c.Parts); n > 0 {
			c.Parts[n-1].Text = html
		} else {
			c.Lead = html
		}
		out.Reset()
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 1:
			c.Title = string(h.Lines().Value(source))
		case ok && h.Level == 2:
			end()
			title := string(h.Lines().Value(source))
			c.Parts = append(c.Parts, Part{ID: anchor(title), Title: title})
		default:
			if err := markdown.Renderer().Render(&out, source, n); err != nil {
				return nil, err
			}
		}
	}
	end()
	return c, nil
}

var unanchored = regexp.MustCompile(`[^a-z0-9]+`)

// anchor returns the anchor of an English heading.
func anchor(title string) string {
	return strings.Trim(unanchored.ReplaceAllString(strings.ToLower(title), "-"), "-")
}

// localize changes the links of a file into addresses of the server: of chapters and pictures. A link to any other file
// becomes plain text, because the binary has no such file.
func localize(doc ast.Node) error {
	var links []*ast.Link
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Image:
			n.Destination = []byte("/handbook/" + path.Base(string(n.Destination)))
		case *ast.Link:
			if entering {
				links = append(links, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, l := range links {
		name, isPage := strings.CutSuffix(path.Base(string(l.Destination)), ".md")
		if isPage && slices.Contains(chapters, name) && !strings.HasPrefix(string(l.Destination), "../../") {
			l.Destination = []byte("/handbook/" + name)
			continue
		}
		for child := l.FirstChild(); child != nil; child = l.FirstChild() {
			l.Parent().InsertBefore(l.Parent(), l, child)
		}
		l.Parent().RemoveChild(l.Parent(), l)
	}
	return err
}
