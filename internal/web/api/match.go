package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// seenKey keeps the version that If-Match names in the context of a request.
const seenKey = "seen"

// seenVersion returns the version of the tournament that a program has seen, 0 if it does not say: If-Match has the ETag
// of an answer about it, such as W/"17-3f…", or the version alone, "17". What is weak about an ETag here is the form of
// the answer; the version in it is exact.
func seenVersion(r *http.Request) (int, error) {
	tag := strings.TrimSpace(strings.Join(r.Header.Values("If-Match"), ","))
	if tag == "" || tag == "*" {
		return 0, nil
	}
	inner, opens := strings.CutPrefix(strings.TrimPrefix(tag, "W/"), `"`)
	inner, closes := strings.CutSuffix(inner, `"`)
	number, _, _ := strings.Cut(inner, "-")
	version, err := strconv.Atoi(number)
	if !opens || !closes || strings.Contains(inner, `"`) || err != nil || version < 1 {
		return 0, fault.New(fault.Invalid, "api.match")
	}
	return version, nil
}

// setTag gives an answer about a tournament the ETag that If-Match takes.
func setTag(c *gin.Context, t *tournament.Tournament) {
	c.Header("ETag", `"`+strconv.Itoa(t.Version)+`"`)
}
