package site

import (
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"
)

// A sentField is a field of a form that was refused because the login has ended.
type sentField struct{ Name, Value string }

// mostReturned limits the forms that are returned to their readers, in bytes.
const mostReturned = 1 << 16

// secretFields are fields whose values no page shows.
var secretFields = []string{"password", "again", "old", "secret", "token"}

// sentFields returns the fields of a posted form, so that readers without scripts send it again after their login. It
// returns nil for forms with files or secrets, and for long ones.
func sentFields(c *gin.Context) (fields []sentField) {
	kind, _, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" || c.Request.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(c.Request.Body, mostReturned+1))
	if err != nil || len(body) > mostReturned {
		return nil
	}
	values, err := url.ParseQuery(string(body))
	if err != nil || slices.ContainsFunc(secretFields, values.Has) {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			fields = append(fields, sentField{name, value})
		}
	}
	return fields
}
