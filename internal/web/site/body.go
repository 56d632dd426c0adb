package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// A Body is the content of an answer, ready to be sent plain or compressed.
type Body struct {
	kind  string // its media type
	Plain []byte
	gzip  []byte // nil when the body is short
	etag  string
}

// NewBody returns content of a media type, compressed if that saves a packet.
func NewBody(kind string, plain []byte) (*Body, error) {
	sum := sha256.Sum256(plain)
	// Weak, because the compressed form has the same tag.
	b := &Body{kind: kind, Plain: plain, etag: `W/"` + hex.EncodeToString(sum[:9]) + `"`}
	const minGzip = 1400 // less fits into one packet anyway
	if len(plain) < minGzip {
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

// Write sends the body, or status 304 if the browser has it already.
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

// send sends the body compressed if the browser accepts that.
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

// Size returns the bytes that the body keeps in memory.
func (b *Body) Size() int { return len(b.Plain) + len(b.gzip) }

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
