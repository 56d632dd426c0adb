package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// seenKey is the context key of the versions in If-Match.
const seenKey = "seen"

// seenVersions returns the versions of the tournament in If-Match, nil without the header. If-Match lists the ETags of
// responses about it, such as W/"17-3f…", or the versions alone, "17". The ETags are weak because the encoding of the
// response may differ; the version in them is exact.
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
		rest = strings.TrimLeft(rest, blanks+",") // RFC 9110 requires recipients to skip empty elements
	}
	return versions, nil
}

// setTag sets the ETag of a response about a tournament, for If-Match.
func setTag(c *gin.Context, t *tournament.Tournament) {
	c.Header("ETag", `"`+strconv.Itoa(t.Version)+`"`)
}
