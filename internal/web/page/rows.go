package page

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"html/template"
	"reflect"
	"strings"
	"sync"

	"tourney/internal/i18n"
)

// After a result a list of a thousand rows differs in a few. The other rows are taken from here: rendering a row costs
// ten times the comparison of its values.

// rowBytes limits the rendered rows that are kept, in bytes. When so many have come, those before them are dropped.
const rowBytes = 8 << 20

// longestKey limits the values of a row that are compared, in bytes. Larger rows are rendered each time.
const longestKey = 8 << 10

// A rowKey identifies a row: two hashes of the page, the template and all values.
type rowKey [2]uint64

var rowSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func newRowKey(text []byte) rowKey {
	return rowKey{maphash.Bytes(rowSeeds[0], text), maphash.Bytes(rowSeeds[1], text)}
}

// rows keeps rendered rows by their values, in two generations.
type rows struct {
	mu       sync.Mutex
	now, old map[rowKey]template.HTML
	size     int
}

func newRows() *rows { return &rows{now: map[rowKey]template.HTML{}} }

func (r *rows) find(key rowKey) (row template.HTML, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if row, ok = r.now[key]; ok {
		return row, true
	}
	if row, ok = r.old[key]; ok {
		r.add(key, row)
	}
	return row, ok
}

func (r *rows) keep(key rowKey, row template.HTML) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(key, row)
}

func (r *rows) add(key rowKey, row template.HTML) {
	if r.size += len(row); r.size > rowBytes {
		r.old, r.now, r.size = r.now, map[rowKey]template.HTML{}, len(row)
	}
	r.now[key] = row
}

// A rowTemplate is a template of a page for a row.
type rowTemplate struct {
	page, name string
	of         *template.Template
}

// A rowView is what the template of a row gets, and all that it may depend on.
type rowView struct {
	*i18n.Language
	Row any
	// Shape is what the rows of a table have in common, such as which columns there are; may be nil.
	Shape any
}

// A rowWriter renders the rows of one table.
type rowWriter struct {
	kept  *rows
	of    rowTemplate
	lang  *i18n.Language
	shape any
	// common is the common part of the text that the keys of the rows hash; whole is unset if it is too long.
	common []byte
	whole  bool
}

func (r *rows) writer(of rowTemplate, lang *i18n.Language, shape any) *rowWriter {
	w := &rowWriter{kept: r, of: of, lang: lang, shape: shape, common: make([]byte, 0, 1024)}
	for _, part := range []string{of.page, of.name, lang.Code(), fmt.Sprintf("%T", shape)} {
		w.common = appendText(w.common, part)
	}
	w.common, w.whole = appendValue(w.common, reflect.ValueOf(shape))
	return w
}

// all returns the rendering of the rows of a slice, one below the other.
func (w *rowWriter) all(list reflect.Value) (template.HTML, error) {
	if list.Kind() != reflect.Slice {
		return "", fmt.Errorf("rows of %s: %v is no slice", w.of.name, list.Kind())
	}
	var text strings.Builder
	for i := range list.Len() {
		row, err := w.row(list.Index(i))
		if err != nil {
			return "", err
		}
		text.WriteString(string(row))
	}
	return template.HTML(text.String()), nil // #nosec G203 -- from a template
}

// row returns the rendering of a row.
func (w *rowWriter) row(row reflect.Value) (template.HTML, error) {
	text, whole := appendText(w.common, row.Type().String()), w.whole
	if whole {
		text, whole = appendValue(text, row)
	}
	var key rowKey
	if whole {
		key = newRowKey(text)
		if html, ok := w.kept.find(key); ok {
			return html, nil
		}
	}
	var buf bytes.Buffer
	if err := w.of.of.ExecuteTemplate(&buf, w.of.name, rowView{w.lang, row.Interface(), w.shape}); err != nil {
		return "", fmt.Errorf("render a row: %w", err)
	}
	html := template.HTML(buf.String()) // #nosec G203 -- from a template
	if whole {
		w.kept.keep(key, html)
	}
	return html, nil
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// appendValue appends a value and all that it contains, so that different values of a type have different bytes. It
// reports false if that is not possible or too long.
func appendValue(to []byte, v reflect.Value) (_ []byte, whole bool) {
	if len(to) > longestKey {
		return to, false
	}
	switch v.Kind() {
	case reflect.Invalid:
		return append(to, 0), true
	case reflect.String:
		return appendText(to, v.String()), true
	case reflect.Bool:
		if v.Bool() {
			return append(to, 1), true
		}
		return append(to, 0), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(to, v.Int()), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(to, v.Uint()), true
	case reflect.Pointer:
		if v.IsNil() {
			return append(to, 0), true
		}
		return appendValue(append(to, 1), v.Elem())
	case reflect.Slice, reflect.Array:
		to, whole = binary.AppendUvarint(to, uint64(v.Len())), true
		for i := 0; i < v.Len() && whole; i++ {
			to, whole = appendValue(to, v.Index(i))
		}
		return to, whole
	case reflect.Struct:
		whole = true
		for i := 0; i < v.NumField() && whole; i++ {
			to, whole = appendValue(to, v.Field(i))
		}
		return to, whole
	}
	return to, false
}
