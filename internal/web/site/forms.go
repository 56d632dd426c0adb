package site

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// bounded parses the form of a request before the action runs, so that a body
// past the bound or out of form is answered as a fault instead of as empty
// fields.
func bounded(most int64, a Action) Action {
	return func(c *gin.Context) error {
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
		err := c.Request.ParseForm() // on its own: the next call would lose its error
		if err == nil {
			const inMemory = 1 << 20
			err = c.Request.ParseMultipartForm(inMemory)
		}
		if errors.Is(err, http.ErrNotMultipart) {
			err = nil
		}
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			return fault.Wrap(err, fault.TooLarge, "request.large", most>>10)
		case err != nil:
			return fault.Wrap(err, fault.Invalid, "request.form")
		}
		return a(c)
	}
}

// LockForms keeps others from saving a form until the function it returns is
// called, so that nothing comes between a form's merge and its writing.
func (s *Site) LockForms() (done func()) {
	s.forms.Lock()
	return s.forms.Unlock
}
