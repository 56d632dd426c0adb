package site

import (
	"bytes"
	"hash/maphash"
	"net/http"
	"strconv"
	"sync"

	"github.com/gin-gonic/gin"
)

// After a change an open page loads itself again. The request names the rows that the page has, by the id in data-rows of
// the part that it replaces, and the response has a placeholder for each row that is unchanged:
//
//	<tr data-same="17"></tr>
//
// A row is a tr with data-key. Rows belong together if their tables have the same first class, and are left alone where
// two of a table have one key.

// rowsHeader is the request header with the id of the rows that the page has.
const rowsHeader = "Rows"

const rowsMark = ` data-rows=""`

// A row is a row of a page: the place of its text, its key and the hash of both and its table.
type row struct {
	start, end int
	key        []byte
	hash       uint64
}

var rowSeed = maphash.MakeSeed()

// NewPage returns the content of an HTML page. Rows of a page with data-rows are sent only if they have changed.
func NewPage(html []byte) *Body {
	if !bytes.Contains(html, []byte(rowsMark)) {
		return NewBody(HTMLKind, html)
	}
	id := strconv.FormatUint(maphash.Bytes(rowSeed, html), 36)
	html = bytes.ReplaceAll(html, []byte(rowsMark), []byte(` data-rows="`+id+`"`))
	body := NewBody(HTMLKind, html)
	body.id, body.rows = id, findRows(html)
	return body
}

// findRows returns the rows of a page in their order.
func findRows(html []byte) (list []row) {
	var class []byte // the first of the table
	count := map[uint64]int{}
	var place []uint64 // of each row: the hash of its table and key
	for at := 0; ; {
		next := bytes.Index(html[at:], []byte("<t"))
		if next < 0 {
			break
		}
		at += next
		switch rest := html[at:]; {
		case bytes.HasPrefix(rest, []byte("<table")):
			end := bytes.IndexByte(rest, '>')
			if end < 0 {
				return nil
			}
			class = firstClass(rest[:end])
			at += end
		case bytes.HasPrefix(rest, []byte(`<tr data-key="`)):
			after := rest[len(`<tr data-key="`):]
			quote, end := bytes.IndexByte(after, '"'), bytes.Index(rest, []byte("</tr>"))
			if quote < 0 || end < 0 {
				return nil
			}
			end += len("</tr>")
			one := row{start: at, end: at + end, key: after[:quote]}
			var h maphash.Hash
			h.SetSeed(rowSeed)
			_, _ = h.Write(class)
			_ = h.WriteByte(0)
			_, _ = h.Write(one.key)
			place = append(place, h.Sum64())
			count[h.Sum64()]++
			_ = h.WriteByte(0)
			_, _ = h.Write(rest[:end])
			one.hash = h.Sum64()
			list = append(list, one)
			at += end
		default:
			at += len("<t")
		}
	}
	kept := list[:0]
	for i, one := range list {
		if count[place[i]] == 1 {
			kept = append(kept, one)
		}
	}
	return kept
}

// firstClass returns the first class of an opening tag.
func firstClass(tag []byte) []byte {
	_, text, _ := bytes.Cut(tag, []byte(` class="`))
	text, _, _ = bytes.Cut(text, []byte(`"`))
	text, _, _ = bytes.Cut(text, []byte(` `))
	return text
}

// without returns the page with placeholders for the rows of a set.
func (b *Body) without(known map[uint64]struct{}) *Body {
	text, at := make([]byte, 0, len(b.Plain)/4), 0
	for _, r := range b.rows {
		if _, same := known[r.hash]; same {
			text = append(text, b.Plain[at:r.start]...)
			text = append(append(append(text, `<tr data-same="`...), r.key...), `"></tr>`...)
			at = r.end
		}
	}
	return NewBody(HTMLKind, append(text, b.Plain[at:]...))
}

// mostKnown limits the pages whose rows are known, and mostPartial the partial forms of a page that are kept.
const (
	mostKnown   = 256
	mostPartial = 8
)

// sentRows knows the rows of the last pages that were sent, in two generations.
type sentRows struct {
	mu       sync.Mutex
	now, old map[string]map[uint64]struct{}
}

// find returns the rows of a page that was sent, nil for an unknown one.
func (s *sentRows) find(id string) map[uint64]struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	set, ok := s.now[id]
	if !ok {
		if set, ok = s.old[id]; ok {
			s.add(id, set)
		}
	}
	return set
}

func (s *sentRows) add(id string, set map[uint64]struct{}) {
	if s.now == nil || len(s.now) >= mostKnown {
		s.old, s.now = s.now, map[string]map[uint64]struct{}{}
	}
	s.now[id] = set
}

// note remembers the rows of a page that is sent.
func (s *sentRows) note(b *Body) {
	if b.id == "" || s.find(b.id) != nil {
		return
	}
	set := make(map[uint64]struct{}, len(b.rows))
	for _, r := range b.rows {
		set[r.hash] = struct{}{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(b.id, set)
}

// Changes returns the form of a page to send: for an open page only the rows that it does not have. partial is then true,
// and no cache may keep it.
func (s *Site) Changes(c *gin.Context, body *Body) (form *Body, partial bool) {
	if body.id == "" {
		return body, false
	}
	s.sent.note(body)
	known := c.GetHeader(rowsHeader)
	if set := s.sent.find(known); set != nil {
		return body.partial(known, set), true
	}
	return body, false
}

// NamesRows reports whether a request names the rows that its page has.
func NamesRows(r *http.Request) bool { return r.Header.Get(rowsHeader) != "" }

// partial returns the form of a page for open pages with the rows of an id.
func (b *Body) partial(id string, known map[uint64]struct{}) *Body {
	b.partialsMu.Lock()
	defer b.partialsMu.Unlock()
	if made := b.partials[id]; made != nil {
		return made
	}
	if b.partials == nil || len(b.partials) >= mostPartial {
		b.partials = map[string]*Body{}
	}
	made := b.without(known)
	b.partials[id] = made
	return made
}
