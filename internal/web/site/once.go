package site

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"strings"

	"github.com/gin-gonic/gin"
)

// Once returns what identifies a sent form (store.Entry.Once): its field "once", and a
// digest of its address and its other fields. "" for a form without that field. The field may
// also stand in the address.
func Once(c *gin.Context) string {
	key := c.PostForm("once")
	if key == "" {
		key = c.Query("once")
	}
	if key == "" {
		return ""
	}
	rest := maps.Clone(c.Request.PostForm)
	rest.Del("once")
	sum := sha256.Sum256([]byte(c.Request.URL.Path + "?" + rest.Encode()))
	return strings.ReplaceAll(key, ".", "-") + "." + hex.EncodeToString(sum[:12])
}
