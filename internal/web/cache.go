package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

// A body is an answer's content, ready to be sent plain or compressed.
type body struct {
	kind  string // its media type
	plain []byte
	gzip  []byte // nil when not worth it
	etag  string
}

func newBody(kind string, plain []byte) (*body, error) {
	sum := sha256.Sum256(plain)
	// Weak, because the compressed form has the same tag.
	b := &body{kind: kind, plain: plain, etag: `W/"` + hex.EncodeToString(sum[:9]) + `"`}
	const worthIt = 1400 // less fits into one packet anyway
	if len(plain) < worthIt {
		return b, nil
	}
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	b.gzip = buf.Bytes()
	return b, nil
}

// write sends the body, or only that it has not changed.
func (b *body) write(c *gin.Context, status int) {
	h := c.Writer.Header()
	h.Set("ETag", b.etag)
	h.Add("Vary", "Accept-Encoding")
	if status == http.StatusOK && matches(c.GetHeader("If-None-Match"), b.etag) {
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return
	}
	content := b.plain
	if b.gzip != nil && strings.Contains(c.GetHeader("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		content = b.gzip
	}
	c.Data(status, b.kind, content)
}

// matches compares weakly, as If-None-Match asks for.
func matches(header, etag string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}

// A pageKey names one rendering: everybody who asks for it gets the same.
type pageKey struct {
	slug     string
	version  int
	address  string
	language string
}

// A pageCache keeps rendered pages. A page that several ask for at once is
// rendered once.
type pageCache struct {
	mu    sync.Mutex
	pages map[pageKey]*cachedPage
	size  int
}

type cachedPage struct {
	once sync.Once
	body *body
	err  error
}

// mostCached bounds the cache in bytes; past it the cache starts anew, which
// costs each page one rendering.
const mostCached = 64 << 20

func newPageCache() *pageCache { return &pageCache{pages: map[pageKey]*cachedPage{}} }

// get returns the page, rendering it if need be. Failures are not kept.
func (p *pageCache) get(key pageKey, render func() (*body, error)) (*body, error) {
	p.mu.Lock()
	page := p.pages[key]
	if page == nil {
		page = &cachedPage{}
		p.pages[key] = page
	}
	p.mu.Unlock()

	page.once.Do(func() {
		page.err = errBrokeOff
		defer p.settle(key, page)
		page.body, page.err = render()
	})
	return page.body, page.err
}

// errBrokeOff is what those get who waited for a rendering that panicked.
var errBrokeOff = errors.New("the page's rendering broke off")

// settle counts a page, or drops it when its rendering failed.
func (p *pageCache) settle(key pageKey, page *cachedPage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if page.err != nil {
		delete(p.pages, key)
		return
	}
	p.size += len(page.body.plain) + len(page.body.gzip)
	if p.size > mostCached {
		p.pages, p.size = map[pageKey]*cachedPage{}, 0
	}
}
