package exchange

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Bounds on XML files; the largest tournament takes a tenth of them.
const (
	mostDepth    = 32
	mostElements = 400_000
)

// longestContent is after how many bytes the text of an element is cut: longer
// than any field, so that the field refuses it.
const longestContent = 4096

// An element is an XML element. OpenGotha keeps everything in attributes,
// MacMahon in the content, the text between the tags.
type element struct {
	name, content string
	attributes    []attribute
	children      []*element
	line, column  int
}

// position returns where the element begins; nowhere for nil.
func (e *element) position() position {
	if e == nil {
		return position{}
	}
	return position{e.line, e.column}
}

type attribute struct{ name, value string }

// parseXML reads a whole document, or returns one fault with line, column and
// remedy. A document type that declares entities is refused.
func parseXML(data []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(fromUTF16(data)))
	d.CharsetReader = charset
	var root *element
	var open []*element
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
				return nil, fault.New(fault.TooLarge, "xml.large", line, column)
			}
			e := &element{name: token.Name.Local, line: line, column: column}
			for _, a := range token.Attr {
				e.attributes = append(e.attributes, attribute{a.Name.Local, a.Value})
			}
			switch {
			case len(open) > 0:
				parent := open[len(open)-1]
				parent.children = append(parent.children, e)
			case root != nil:
				return nil, fault.New(fault.Invalid, "xml.broken", line, column)
			default:
				root = e
			}
			open = append(open, e)
		case xml.CharData:
			if len(open) > 0 && len(open[len(open)-1].content) < longestContent {
				open[len(open)-1].content += string(token[:min(len(token), longestContent)])
			}
		case xml.EndElement:
			closed := open[len(open)-1]
			closed.content = strings.ToValidUTF8(strings.TrimSpace(closed.content), "")
			open = open[:len(open)-1]
		case xml.Directive:
			if err := checkDirective(token, root == nil, line, column); err != nil {
				return nil, err
			}
		}
	}
}

// rootOf returns the first element of a document.
func rootOf(text []byte) (xml.StartElement, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = charset
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

// checkDirective refuses what could declare entities. A document type that only
// names a file is ignored, and so is that file.
func checkDirective(d xml.Directive, first bool, line, column int) error {
	switch text := strings.ToUpper(string(d)); {
	case strings.Contains(text, "ENTITY"):
		return fault.New(fault.Invalid, "xml.doctype", line, column)
	case !first, !strings.HasPrefix(text, "DOCTYPE"):
		return fault.New(fault.Invalid, "xml.broken", line, column)
	}
	return nil
}

// brokenXML tells a file that ends too early from one that is wrong inside.
func brokenXML(d *xml.Decoder, err error) error {
	line, column := d.InputPos()
	key := "xml.broken"
	var syntax *xml.SyntaxError
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" {
		key = "xml.cut"
	}
	return fault.Wrap(err, fault.Invalid, key, line, column)
}

// charset reads the encodings that an XML declaration may name. UTF-16 has
// been turned into UTF-8 before.
func charset(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, err
	}
	return e.NewDecoder().Reader(in), nil
}

// value returns an attribute, "" when it is missing.
func (e *element) value(name string) string {
	v, _ := e.lookup(name)
	return v
}

// lookup returns an attribute and whether it is there.
func (e *element) lookup(name string) (string, bool) {
	for _, a := range e.attributes {
		if a.name == name {
			return a.value, true
		}
	}
	return "", false
}

// text returns an attribute as a person's text, or a fault that names the
// place when it is too long for the field.
func (e *element) text(name string, field tournament.Field, most int) (string, error) {
	v := strings.Join(strings.Fields(e.value(name)), " ")
	if n := utf8.RuneCountInString(v); n > most {
		return "", fault.New(fault.TooLarge, "import.long", field, n, most, e.line, e.column)
	}
	return v, nil
}

// all returns the elements of that name below e, in the order of the file.
func (e *element) all(name string) []*element {
	var found []*element
	for _, c := range e.children {
		if c.name == name {
			found = append(found, c)
		}
		found = append(found, c.all(name)...)
	}
	return found
}

// first returns the first element of that name below e; an empty one when
// there is none.
func (e *element) first(name string) *element {
	if found := e.all(name); len(found) > 0 {
		return found[0]
	}
	return &element{name: name}
}

// inside returns the text of a child element, "" when it is missing.
func (e *element) inside(name string) string {
	if c := e.child(name); c != nil {
		return strings.Join(strings.Fields(c.content), " ")
	}
	return ""
}

// child returns the first child of that name, or nil.
func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// isTrue reports whether a child element says true.
func (e *element) isTrue(name string) bool { return strings.EqualFold(e.inside(name), "true") }

// holding returns the elements that have a child of that name, in the order of
// the file.
func (e *element) holding(name string) []*element {
	var found []*element
	if e.child(name) != nil {
		found = append(found, e)
	}
	for _, c := range e.children {
		found = append(found, c.holding(name)...)
	}
	return found
}

// with returns an element of the given attributes, in pairs of name and value.
func with(name string, pairs ...string) *element {
	e := &element{name: name}
	for i := 0; i+1 < len(pairs); i += 2 {
		e.set(pairs[i], pairs[i+1])
	}
	return e
}

// set appends an attribute.
func (e *element) set(name, value string) {
	e.attributes = append(e.attributes, attribute{name, value})
}

// add appends a child and returns it.
func (e *element) add(child *element) *element {
	e.children = append(e.children, child)
	return child
}

// write appends the element in XML, each one on its own line.
func (e *element) write(b *bytes.Buffer, depth int) {
	indent := strings.Repeat("    ", depth)
	b.WriteString(indent + "<" + e.name)
	for _, a := range e.attributes {
		b.WriteString(" " + a.name + `="`)
		_ = xml.EscapeText(b, []byte(a.value)) // a Buffer takes everything
		b.WriteByte('"')
	}
	switch {
	case len(e.children) == 0 && e.content != "":
		b.WriteByte('>')
		_ = xml.EscapeText(b, []byte(e.content))
		b.WriteString("</" + e.name + ">\n")
		return
	case len(e.children) == 0:
		b.WriteString("/>\n")
		return
	}
	b.WriteString(">\n")
	for _, c := range e.children {
		c.write(b, depth+1)
	}
	b.WriteString(indent + "</" + e.name + ">\n")
}

// String returns the element in XML.
func (e *element) String() string {
	var b bytes.Buffer
	e.write(&b, 0)
	return b.String()
}

var nameForm = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// isName reports whether a text can name an attribute or an element.
func isName(s string) bool { return nameForm.MatchString(s) }
