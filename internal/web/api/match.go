package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// seenKey keeps the versions that If-Match names in the context of a request.
const seenKey = "seen"

// seenVersions returns the versions of the tournament that a program has seen, none if it does not say: If-Match lists
// the ETags of answers about it, such as W/"17-3f…", or the versions alone, "17". What is weak about an ETag here is the
// form of the answer; the version in it is exact.
func seenVersions(r *http.Request) (versions []int, err error) {
	const blanks = " \t"
	rest := strings.Trim(strings.Join(r.Header.Values("If-Match"), ","), blanks)
	if rest == "*" {
		return nil, nil
	}
	for rest != "" {
		inner, opens := strings.CutPrefix(strings.TrimPrefix(rest, "W/"), `"`)
		tag, after, closes := strings.Cut(inner, `"`)
		number, _, _ := strings.Cut(tag, "-")
		version, err := strconv.Atoi(number)
		rest = strings.TrimLeft(after, blanks)
		if !opens || !closes || err != nil || version < 1 || rest != "" && rest[0] != ',' {
			return nil, fault.New(fault.Invalid, "api.match")
		}
		versions = append(versions, version)
		rest = strings.TrimLeft(rest, blanks+",") // RFC 9110 has recipients skip elements without anything in them
	}
	return versions, nil
}

// setTag gives an answer about a tournament the ETag that If-Match takes.
func setTag(c *gin.Context, t *tournament.Tournament) {
	c.Header("ETag", `"`+strconv.Itoa(t.Version)+`"`)
}
