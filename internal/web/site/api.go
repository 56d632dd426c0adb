package site

import (
	"errors"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/fault"
	"tourney/internal/i18n"
)

// IsAPI reports whether a request is for the JSON API.
func IsAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// bearer returns the bearer token of a request to the API, and whether it has one.
func bearer(r *http.Request) (secret string, ok bool) {
	scheme, secret, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return secret, ok && IsAPI(r) && strings.EqualFold(scheme, "Bearer")
}

// IsBearer reports whether a request is by a program with a token. Cookies never authorize such a request, so that no
// page of another site can make a browser send it.
func IsBearer(r *http.Request) bool {
	_, ok := bearer(r)
	return ok
}

// Program returns the token of the program that makes a request, and whether it has one.
func Program(c *gin.Context) (accounts.Token, bool) {
	token, ok := c.Get(tokenKey)
	if !ok {
		return accounts.Token{}, false
	}
	return token.(accounts.Token), true
}

// An atField is a fault of one field of a program's request.
type atField struct {
	field string
	error
}

func (e atField) Unwrap() error { return e.error }

// AtField adds the name of the wrong field to a fault, for the response to a program; with "" it adds nothing.
func AtField(field string, err error) error {
	var named atField
	if err == nil || field == "" || errors.As(err, &named) {
		return err
	}
	return atField{field, err}
}

// An apiFault is an error in the API.
type apiFault struct {
	// Error is a sentence in the reader's language, Code is for programs.
	Error string `json:"error"`
	Code  string `json:"code"`
	Field string `json:"field,omitempty"`
}

func newAPIFault(lang *i18n.Language, err error) apiFault {
	answer := apiFault{Error: lang.Error(err), Code: "fault.internal"}
	if f, ok := fault.As(err); ok {
		answer.Code = f.Key
	}
	var named atField
	if errors.As(err, &named) {
		answer.Field = named.field
	}
	return answer
}

func answerAPI(c *gin.Context, status int, answer apiFault) {
	if status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	c.JSON(status, answer)
}
