// Package xmltree reads an XML document into a tree of elements with their lines and columns, and writes one. Documents
// are limited in size and depth, and none may declare entities. The library etree has neither positions nor these limits.
package xmltree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/i18n/charset"
	"tourney/internal/tournament"
)

// Limits of XML files; the largest tournament takes a tenth of them.
const (
	mostDepth    = 32
	mostElements = 400_000
)

// longestContent is the number of bytes after which the text of an element is cut: longer than any field, so that the
// field refuses it.
const longestContent = 4096

// An Element is an XML element. OpenGotha writes all data as attributes, MacMahon as content, the text between the
// tags.
type Element struct {
	Name, Content string
	Attributes    []attribute
	Children      []*Element
	line, column  int
}

// Position returns the place where the element begins; the zero Position for nil.
func (e *Element) Position() file.Position {
	if e == nil {
		return file.Position{}
	}
	return file.Position{Line: e.line, Column: e.column}
}

type attribute struct{ Name, Value string }

// Parse reads a whole document, or returns one fault with line, column and
// remedy. A document type that declares entities is refused.
func Parse(data []byte) (*Element, error) {
	d := xml.NewDecoder(bytes.NewReader(file.FromUTF16(data)))
	d.CharsetReader = decoder
	var root *Element
	var open []*Element
	elements := 0
	for {
		line, column := d.InputPos()
		token, err := d.Token()
		if err == io.EOF && root != nil {
			return root, nil
		}
		if err != nil {
			return nil, brokenXML(d, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements++
			if elements > mostElements || len(open) >= mostDepth {
				return nil, fault.New(fault.TooLarge, "file.xml.large", line, column)
			}
			e := &Element{Name: token.Name.Local, line: line, column: column}
			for _, a := range token.Attr {
				e.Attributes = append(e.Attributes, attribute{a.Name.Local, a.Value})
			}
			switch {
			case len(open) > 0:
				parent := open[len(open)-1]
				parent.Children = append(parent.Children, e)
			case root != nil:
				return nil, fault.New(fault.Invalid, "file.xml.broken", line, column)
			default:
				root = e
			}
			open = append(open, e)
		case xml.CharData:
			if len(open) > 0 && len(open[len(open)-1].Content) < longestContent {
				open[len(open)-1].Content += string(token[:min(len(token), longestContent)])
			}
		case xml.EndElement:
			closed := open[len(open)-1]
			closed.Content = strings.ToValidUTF8(strings.TrimSpace(closed.Content), "")
			open = open[:len(open)-1]
		case xml.Directive:
			if err := checkDirective(token, root == nil, line, column); err != nil {
				return nil, err
			}
		}
	}
}

// Root returns the first element of a document.
func Root(text []byte) (xml.StartElement, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = decoder
	for range 1000 { // comments and the like before the root
		token, err := d.Token()
		if err != nil {
			return xml.StartElement{}, brokenXML(d, err)
		}
		if root, ok := token.(xml.StartElement); ok {
			return root, nil
		}
	}
	return xml.StartElement{}, fault.New(fault.Invalid, "file.xml", "")
}

// checkDirective refuses a directive that could declare entities. A document type that only names a file is ignored,
// and so is that file.
func checkDirective(d xml.Directive, first bool, line, column int) error {
	switch text := strings.ToUpper(string(d)); {
	case strings.Contains(text, "ENTITY"):
		return fault.New(fault.Invalid, "file.xml.doctype", line, column)
	case !first, !strings.HasPrefix(text, "DOCTYPE"):
		return fault.New(fault.Invalid, "file.xml.broken", line, column)
	}
	return nil
}

// brokenXML distinguishes a file that ends too early from one with an error inside.
func brokenXML(d *xml.Decoder, err error) error {
	line, column := d.InputPos()
	key := "file.xml.broken"
	var syntax *xml.SyntaxError
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" {
		key = "file.xml.cut"
	}
	return fault.Wrap(err, fault.Invalid, key, line, column)
}

// decoder reads the encodings that an XML declaration may name. UTF-16 has
// been turned into UTF-8 before.
func decoder(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	set, ok := charset.Find(label)
	if !ok {
		return nil, fmt.Errorf("encoding %q", label)
	}
	return set.Reader(in), nil
}

// Value returns an attribute, "" when it is missing.
func (e *Element) Value(name string) string {
	v, _ := e.Lookup(name)
	return v
}

// Lookup returns an attribute and whether it exists.
func (e *Element) Lookup(name string) (string, bool) {
	for _, a := range e.Attributes {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Text returns an attribute as a person's text, or a fault that names the
// place when it is too long for the field.
func (e *Element) Text(name string, field tournament.Field, most int) (string, error) {
	v := strings.Join(strings.Fields(e.Value(name)), " ")
	if n := utf8.RuneCountInString(v); n > most {
		return "", fault.New(fault.TooLarge, "import.long", field, n, most, e.line, e.column)
	}
	return v, nil
}

// All returns the elements of that name below e, in the order of the file. Capitals do not matter.
func (e *Element) All(name string) []*Element {
	var found []*Element
	for _, c := range e.Children {
		if strings.EqualFold(c.Name, name) {
			found = append(found, c)
		}
		found = append(found, c.All(name)...)
	}
	return found
}

// First returns the first element of that name below e, or an empty one.
func (e *Element) First(name string) *Element {
	if found := e.All(name); len(found) > 0 {
		return found[0]
	}
	return &Element{Name: name}
}

// Inside returns the text of a child element, "" when it is missing.
func (e *Element) Inside(name string) string {
	if c := e.Child(name); c != nil {
		return strings.Join(strings.Fields(c.Content), " ")
	}
	return ""
}

// Child returns the first child of that name, or nil. Capitals do not matter.
func (e *Element) Child(name string) *Element {
	for _, c := range e.Children {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// Holding returns the elements that have a child of that name, in the order of
// the file.
func (e *Element) Holding(name string) []*Element {
	var found []*Element
	if e.Child(name) != nil {
		found = append(found, e)
	}
	for _, c := range e.Children {
		found = append(found, c.Holding(name)...)
	}
	return found
}

// New returns an element of the given attributes, in pairs of name and value. It
// panics at a name without a value.
func New(name string, pairs ...string) *Element {
	e := &Element{Name: name}
	for pair := range slices.Chunk(pairs, 2) {
		e.Set(pair[0], pair[1])
	}
	return e
}

// Set appends an attribute.
func (e *Element) Set(name, value string) {
	e.Attributes = append(e.Attributes, attribute{name, value})
}

// Add appends a child and returns it.
func (e *Element) Add(child *Element) *Element {
	e.Children = append(e.Children, child)
	return child
}

// Write appends the element in XML, each one on its own line.
func (e *Element) Write(b *bytes.Buffer, depth int) {
	indent := strings.Repeat("    ", depth)
	b.WriteString(indent + "<" + e.Name)
	for _, a := range e.Attributes {
		b.WriteString(" " + a.Name + `="`)
		_ = xml.EscapeText(b, []byte(a.Value)) // a Buffer never fails
		b.WriteByte('"')
	}
	switch {
	case len(e.Children) == 0 && e.Content != "":
		b.WriteByte('>')
		_ = xml.EscapeText(b, []byte(e.Content))
		b.WriteString("</" + e.Name + ">\n")
		return
	case len(e.Children) == 0:
		b.WriteString("/>\n")
		return
	}
	b.WriteString(">\n")
	for _, c := range e.Children {
		c.Write(b, depth+1)
	}
	b.WriteString(indent + "</" + e.Name + ">\n")
}

// String returns the element in XML.
func (e *Element) String() string {
	var b bytes.Buffer
	e.Write(&b, 0)
	return b.String()
}

var nameForm = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// IsName reports whether a text can name an attribute or an element.
func IsName(s string) bool { return nameForm.MatchString(s) }
