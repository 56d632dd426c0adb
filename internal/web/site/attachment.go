package site

import (
	"mime"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// AttachmentHeaders returns the headers with which browsers save a file and never
// show it.
func AttachmentHeaders(name string) map[string]string {
	return map[string]string{
		"Cache-Control":           "no-store",
		"Content-Disposition":     mime.FormatMediaType("attachment", map[string]string{"filename": name}),
		"Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
	}
}

// SendFile answers with a file to be saved.
func SendFile(c *gin.Context, name, media string, data []byte) {
	for key, value := range AttachmentHeaders(name) {
		c.Header(key, value)
	}
	if strings.HasPrefix(media, "text/") && !strings.Contains(media, "charset=") {
		media += "; charset=utf-8"
	}
	c.Data(http.StatusOK, media, data)
}
