package site

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

// A Body is an answer's content, ready to be sent plain or compressed.
type Body struct {
	kind  string // its media type
	Plain []byte
	gzip  []byte // nil when not worth it
	etag  string
}

func NewBody(kind string, plain []byte) (*Body, error) {
	sum := sha256.Sum256(plain)
	// Weak, because the compressed form has the same tag.
	b := &Body{kind: kind, Plain: plain, etag: `W/"` + hex.EncodeToString(sum[:9]) + `"`}
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

// Write sends the body, or only that it has not changed.
func (b *Body) Write(c *gin.Context, status int) {
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
func (b *Body) send(c *gin.Context, status int) {
	h := c.Writer.Header()
	h.Add("Vary", "Accept-Encoding")
	content := b.Plain
	if b.gzip != nil && strings.Contains(c.GetHeader("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		content = b.gzip
	}
	c.Data(status, b.kind, content)
}

func (b *Body) Size() int { return len(b.Plain) + len(b.gzip) }

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

// A PageKey names one rendering: everybody who asks for it gets the same. The
// snapshot itself says of what it is, since an address may pass from one
// tournament to another; its pages do not keep it in memory.
type PageKey struct {
	Of       weak.Pointer[director.Snapshot]
	Address  string
	Language string
}

// A Cache keeps what was made for a page. What several ask for at once is made
// once.
type Cache[T interface{ Size() int }] struct {
	mu   sync.Mutex
	Kept map[PageKey]*cached[T]
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

func NewCache[T interface{ Size() int }]() *Cache[T] {
	return &Cache[T]{Kept: map[PageKey]*cached[T]{}}
}

// Get returns what is kept under the key, making it if need be. Failures are
// not kept.
func (c *Cache[T]) Get(key PageKey, make func() (T, error)) (T, error) {
	c.mu.Lock()
	one := c.Kept[key]
	if one == nil {
		one = &cached[T]{}
		c.Kept[key] = one
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
func (c *Cache[T]) settle(key PageKey, one *cached[T]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one.err != nil {
		delete(c.Kept, key)
		return
	}
	c.size += one.made.Size()
	if c.size > mostCached {
		c.Kept, c.size = map[PageKey]*cached[T]{}, 0
	}
}
