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
	"weak"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
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
	c.Header("ETag", b.etag)
	if status == http.StatusOK && matches(c.GetHeader("If-None-Match"), b.etag) {
		c.Writer.Header().Add("Vary", "Accept-Encoding")
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return
	}
	b.send(c, status)
}

// send sends the body in the form that the browser takes.
func (b *body) send(c *gin.Context, status int) {
	h := c.Writer.Header()
	h.Add("Vary", "Accept-Encoding")
	content := b.plain
	if b.gzip != nil && strings.Contains(c.GetHeader("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		content = b.gzip
	}
	c.Data(status, b.kind, content)
}

func (b *body) Size() int { return len(b.plain) + len(b.gzip) }

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

// A pageKey names one rendering: everybody who asks for it gets the same. The
// snapshot itself says of what it is, since an address may pass from one
// tournament to another; its pages do not keep it in memory.
type pageKey struct {
	of       weak.Pointer[director.Snapshot]
	address  string
	language string
}

// A cache keeps what was made for a page. What several ask for at once is made
// once.
type cache[T interface{ Size() int }] struct {
	mu   sync.Mutex
	kept map[pageKey]*cached[T]
	size int
}

type cached[T any] struct {
	once sync.Once
	made T
	err  error
}

// mostCached bounds each cache in bytes; past it the cache starts anew, which
// costs each page one rendering.
const mostCached = 64 << 20

func newCache[T interface{ Size() int }]() *cache[T] {
	return &cache[T]{kept: map[pageKey]*cached[T]{}}
}

// get returns what is kept under the key, making it if need be. Failures are
// not kept.
func (c *cache[T]) get(key pageKey, make func() (T, error)) (T, error) {
	c.mu.Lock()
	one := c.kept[key]
	if one == nil {
		one = &cached[T]{}
		c.kept[key] = one
	}
	c.mu.Unlock()

	one.once.Do(func() {
		one.err = errBrokeOff
		defer c.settle(key, one)
		one.made, one.err = make()
	})
	return one.made, one.err
}

// errBrokeOff is what those get who waited for a rendering that panicked.
var errBrokeOff = errors.New("the page's rendering broke off")

// settle counts what was made, or drops it when that failed.
func (c *cache[T]) settle(key pageKey, one *cached[T]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one.err != nil {
		delete(c.kept, key)
		return
	}
	c.size += one.made.Size()
	if c.size > mostCached {
		c.kept, c.size = map[pageKey]*cached[T]{}, 0
	}
}
