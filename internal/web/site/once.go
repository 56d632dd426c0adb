package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
)

// IdempotencyKey returns the identity of a sent form (store.Entry.Once): a digest of its field "once", which is one key
// of its tournament or, where it makes one, of the program's organisation, and a digest of its address and its other
// fields. "" for a form without that field, which may also be in the address. A key that is too long is returned
// unchanged.
func IdempotencyKey(c *gin.Context) string {
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
	if len(key) > director.LongestOnce {
		return strings.ReplaceAll(key, ".", "-")
	}
	whose := c.Param("slug")
	if token, is := Program(c); is && whose == "" {
		whose = strconv.Itoa(token.Organisation)
	}
	name := sha256.Sum256(fmt.Appendf(nil, "%q %s", whose, key))
	return hex.EncodeToString(name[:12]) + "." + hex.EncodeToString(sum[:12])
}
