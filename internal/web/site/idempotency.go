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

// IdempotencyKey returns the idempotency key of a sent form for store.Entry.Once, "" for a form without the field
// "once". It joins two digests: of the field with its scope, and of the address with all other fields. The scope is
// the tournament or, for a program that creates one, the organisation. The field may also be in the address. A field
// above LongestOnce is returned without dots, and the director refuses it.
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
