package site

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// statuses are the HTTP statuses of faults by their kind.
var statuses = map[fault.Kind]int{
	fault.Invalid:      http.StatusUnprocessableEntity,
	fault.NotFound:     http.StatusNotFound,
	fault.Conflict:     http.StatusConflict,
	fault.Denied:       http.StatusForbidden,
	fault.TooLarge:     http.StatusRequestEntityTooLarge,
	fault.Unavailable:  http.StatusServiceUnavailable,
	fault.TooMany:      http.StatusTooManyRequests,
	fault.Unidentified: http.StatusUnauthorized,
	fault.Outdated:     http.StatusPreconditionFailed,
	fault.WrongMethod:  http.StatusMethodNotAllowed,
}

// StatusOf returns the HTTP status of an error: 500 unless it is a fault.
func StatusOf(err error) int {
	if f, ok := fault.As(err); ok {
		return statuses[f.Kind]
	}
	return http.StatusInternalServerError
}

// SetRetryAfter sets when the client may try again, if err is too many attempts.
func SetRetryAfter(c *gin.Context, err error) {
	if f, ok := fault.As(err); ok && f.Kind == fault.TooMany && len(f.Args) > 0 {
		c.Header("Retry-After", fmt.Sprint(f.Args[0]))
	}
}

// StatusOfForm returns the status of a form refused with faults: 422, or 503 if the data cannot be saved.
func StatusOfForm(wrong ...error) int {
	for _, err := range wrong {
		if status := StatusOf(err); status == http.StatusServiceUnavailable {
			return status
		}
	}
	return http.StatusUnprocessableEntity
}
