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

// A Body is the content of an answer, ready to be sent plain or compressed. It must not be copied.
type Body struct {
	Plain []byte
	// Shared are the headers for caches that many readers share, of what everybody may read; nil where none may keep it.
	Shared map[string][]string
	// kind and etag are the values of its headers, which all its answers share.
	kind, etag []string
	plain      form
	// zipped is made when the first reader takes it.
	zip    sync.Once
	zipped form
	// squeezed is made in the background once so many readers have taken it that it is worth its time.
	squeezed atomic.Pointer[form]
	taken    atomic.Int32
	worth    squeezing
}

// A form is the content in one encoding, with the values of the headers that tell of it.
type form struct {
	content          []byte
	encoding, length []string
}

func newForm(content []byte, encoding ...string) form {
	return form{content, encoding, []string{strconv.Itoa(len(content))}}
}

// squeezing is how hard Brotli tries, from 0 to 11, and from which reader on.
type squeezing struct {
	quality int
	readers int32
}

// A page changes with the next result: five is three times gzip's work, for an eighth less. An asset stays as long as the
// program: eleven is fifty times the work, for an eighth less too.
var (
	ofPages  = squeezing{5, 16}
	ofAssets = squeezing{brotli.BestCompression, 1}
)

// NewBody returns content of a media type.
func NewBody(kind string, plain []byte) *Body { return newBody(kind, plain, ofPages) }

// NewAsset returns content of a media type that stays as long as the program.
func NewAsset(kind string, plain []byte) *Body { return newBody(kind, plain, ofAssets) }

func newBody(kind string, plain []byte, worth squeezing) *Body {
	sum := sha256.Sum256(plain)
	// Weak, because the compressed forms have the same tag.
	return &Body{kind: []string{kind}, Plain: plain, etag: []string{`W/"` + hex.EncodeToString(sum[:9]) + `"`}, plain: newForm(plain), worth: worth}
}

// OfVersion gives a new body an ETag that begins with the version of the tournament that it is about: W/"17-…".
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
	f := b.formFor(c.Request)
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
	h["Content-Type"], h["Content-Length"] = b.kind, f.length
	c.Status(status)
	if err := writeWhole(c.Writer, c.Request, f.content); err != nil {
		_ = c.Error(err) // the reader disconnected
	}
}

// varyByEncoding tells caches that the answer depends on the encodings that a browser accepts.
func varyByEncoding(h http.Header) {
	const encoding = "Accept-Encoding"
	if others := h.Get("Vary"); others != "" {
		h["Vary"] = []string{others + ", " + encoding}
	} else {
		h["Vary"] = []string{encoding}
	}
}

// formFor returns the smallest form that there is and that a browser takes.
func (b *Body) formFor(r *http.Request) *form {
	const minCompressed = 1400 // less fits into one packet anyway
	if len(b.Plain) < minCompressed {
		return &b.plain
	}
	if accepts(r, "br") {
		if f := b.squeezed.Load(); f != nil {
			return f
		}
		if b.taken.Add(1) >= b.worth.readers && squeezer.TryLock() {
			go squeeze(b)
		}
	}
	if !accepts(r, "gzip") {
		return &b.plain
	}
	b.zip.Do(func() {
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		_, _ = w.Write(b.Plain) // a buffer takes everything
		_ = w.Close()
		b.zipped = newForm(buf.Bytes(), "gzip")
	})
	return &b.zipped
}

// squeezer is held while a body is compressed by Brotli: one after the other, so that a processor is left for readers.
var squeezer sync.Mutex

// squeeze compresses a body by Brotli, and unlocks the squeezer.
func squeeze(b *Body) {
	defer squeezer.Unlock()
	if b.squeezed.Load() != nil {
		return
	}
	var buf bytes.Buffer
	const window = 17 // of 128 kB: a larger one finds nothing more in a page, and takes 30 MB for it
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: b.worth.quality, LGWin: window})
	_, _ = w.Write(b.Plain) // a buffer takes everything
	_ = w.Close()
	f := newForm(buf.Bytes(), "br")
	b.squeezed.Store(&f)
}

// accepts reports whether a browser takes an encoding. One that it names with the weight 0 it does not.
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

// Size returns about the bytes that the body keeps in memory: compressed it is less than a quarter in each form.
func (b *Body) Size() int { return len(b.Plain) + len(b.Plain)/2 }

// matches reports whether If-None-Match names the tag. It compares weakly, as HTTP
// demands.
func matches(header, etag string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}
