package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/andybalholm/brotli"
	"github.com/gin-gonic/gin"
)

// A Body is the content of a response, ready to be sent plain or compressed. It must not be copied.
type Body struct {
	Plain []byte
	// Shared is set if shared caches may keep the page for a moment.
	Shared bool
	// kind and etag are the values of its headers, which all its responses share.
	kind, etag []string
	plain      encoded
	// gzip is made for the first reader that accepts gzip, and kept. gin-contrib/gzip would compress every response.
	gzipOnce sync.Once
	gzip     encoded
	// brotli is made in the background after enough readers to be worth the time.
	brotli atomic.Pointer[encoded]
	taken  atomic.Int32
	worth  compression
	// id names the rows of a page, "" if it is always sent whole. partials are its forms without known rows.
	id         string
	rows       []row
	partialsMu sync.Mutex
	partials   map[string]*Body
}

// A encoded is the content in one encoding, with the values of its headers.
type encoded struct {
	content          []byte
	encoding, length []string
}

func newEncoded(content []byte, encoding ...string) encoded {
	return encoded{content, encoding, []string{strconv.Itoa(len(content))}}
}

// compression is the quality of Brotli, from 0 to 11, and the number of readers after which it runs.
type compression struct {
	quality int
	readers int32
}

// A page changes with the next result: quality 5 is three times gzip's work, for an eighth less. An asset lasts as long
// as the program: quality 11 is fifty times the work, for an eighth less too.
var (
	ofPages  = compression{5, 16}
	ofAssets = compression{brotli.BestCompression, 1}
)

// NewBody returns content of a media type.
func NewBody(kind string, plain []byte) *Body { return newBody(kind, plain, ofPages) }

// NewAsset returns content of a media type that lasts as long as the program.
func NewAsset(kind string, plain []byte) *Body { return newBody(kind, plain, ofAssets) }

func newBody(kind string, plain []byte, worth compression) *Body {
	sum := sha256.Sum256(plain)
	// Weak, because the compressed forms have the same tag.
	return &Body{kind: []string{kind}, Plain: plain, etag: []string{`W/"` + hex.EncodeToString(sum[:9]) + `"`}, plain: newEncoded(plain), worth: worth}
}

// OfVersion gives a new body an ETag that begins with the version of its tournament: W/"17-…".
func (b *Body) OfVersion(version int) *Body {
	b.etag = []string{`W/"` + strconv.Itoa(version) + "-" + strings.TrimPrefix(b.etag[0], `W/"`)}
	return b
}

// Write sends the body, or status 304 if the browser has it already.
func (b *Body) Write(c *gin.Context, status int) {
	h := c.Writer.Header()
	h["Etag"] = b.etag
	if known := c.Request.Header["If-None-Match"]; len(known) > 0 && status == http.StatusOK && matches(known[0], b.etag[0]) {
		varyByEncoding(h)
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return
	}
	b.send(c, status)
}

// send sends the body compressed if the browser accepts that.
func (b *Body) send(c *gin.Context, status int) {
	h := c.Writer.Header()
	varyByEncoding(h)
	f := b.encodedFor(c.Request)
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
	h["Content-Type"], h["Content-Length"] = b.kind, f.length
	c.Status(status)
	if _, err := c.Writer.Write(f.content); err != nil {
		_ = c.Error(err) // the reader disconnected
	}
}

// varyByEncoding sets the Vary header: the response depends on Accept-Encoding.
func varyByEncoding(h http.Header) {
	const encoding = "Accept-Encoding"
	if others := h.Get("Vary"); others != "" {
		h["Vary"] = []string{others + ", " + encoding}
	} else {
		h["Vary"] = []string{encoding}
	}
}

// encodedFor returns the smallest available form that a browser accepts.
func (b *Body) encodedFor(r *http.Request) *encoded {
	const minCompressed = 1400 // less fits into one packet anyway
	if len(b.Plain) < minCompressed {
		return &b.plain
	}
	if accepts(r, "br") {
		if f := b.brotli.Load(); f != nil {
			return f
		}
		if b.taken.Add(1) >= b.worth.readers && brotliLock.TryLock() {
			go compressBrotli(b)
		}
	}
	if !accepts(r, "gzip") {
		return &b.plain
	}
	b.gzipOnce.Do(func() {
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		_, _ = w.Write(b.Plain) // a buffer never fails
		_ = w.Close()
		b.gzip = newEncoded(buf.Bytes(), "gzip")
	})
	return &b.gzip
}

// brotliLock is held while Brotli compresses a body: one at a time, so that the other processors serve readers.
var brotliLock sync.Mutex

// compressBrotli compresses a body by Brotli, and unlocks the squeezer.
func compressBrotli(b *Body) {
	defer brotliLock.Unlock()
	if b.brotli.Load() != nil {
		return
	}
	var buf bytes.Buffer
	const window = 17 // 128 kB: a larger one finds nothing more in a page, and takes 30 MB for it
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: b.worth.quality, LGWin: window})
	_, _ = w.Write(b.Plain) // a buffer never fails
	_ = w.Close()
	f := newEncoded(buf.Bytes(), "br")
	b.brotli.Store(&f)
}

// accepts reports whether a browser accepts an encoding. A weight of 0 refuses it.
func accepts(r *http.Request, encoding string) bool {
	for _, list := range r.Header["Accept-Encoding"] {
		for one := range strings.SplitSeq(list, ",") {
			name, weight, weighed := strings.Cut(strings.TrimSpace(one), ";")
			if strings.TrimSpace(name) == encoding {
				return !weighed || strings.Trim(weight, " q=0.") != ""
			}
		}
	}
	return false
}

// Size returns about the number of bytes in memory: each compressed form is less than a quarter of the plain one.
func (b *Body) Size() int { return len(b.Plain) + len(b.Plain)/2 }

// matches reports whether If-None-Match names the tag. It compares weakly, as HTTP requires.
func matches(header, etag string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}
