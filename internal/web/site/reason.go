package site

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// reasonField is the field of the reason of a change in every form that has one.
const reasonField = "why"

// Reason returns the reason that a form gives for its change, "" without one.
func Reason(c *gin.Context) string { return c.PostForm(reasonField) }

// A reasonPage sends a form again with the reason that it needs.
type reasonPage struct {
	page.Base
	Text string
	// Action is the address of the form, Fields are the sent fields, Back is the form's page.
	Action, Back string
	Fields       []hiddenView
}

// A hiddenView is a field that is sent again.
type hiddenView struct{ Name, Value string }

// lacksReason reports whether a form was refused because its change needs a reason, and has no field for one. A form
// with a file cannot be sent again.
func lacksReason(c *gin.Context, err error) bool {
	return fault.Is(err, "reason.needed") && !IsAPI(c.Request) && c.Request.Method == http.MethodPost && !c.Request.PostForm.Has(reasonField) &&
		c.Request.MultipartForm == nil
}

// askReason answers a form with the same form and a field for the reason.
func (s *Site) askReason(c *gin.Context, err error) error {
	view := reasonPage{Base: s.PageBase(c, s.Language(c).T("reason.title")), Action: c.Request.URL.RequestURI(), Fields: hiddenFields(c.Request.PostForm)}
	view.Text, view.Back = view.Error(err), view.Address
	if strings.HasPrefix(c.FullPath(), "/desk/:slug") {
		if snapshot, failed := s.Snapshot(c); failed == nil {
			view.Base = s.DeskBase(c, snapshot, view.Title, "")
		}
	}
	if IsHTMX(c) {
		c.Header("HX-Retarget", "#main")
		c.Header("HX-Reswap", "innerHTML")
		c.Header("HX-Reselect", "#reason-needed")
	}
	return s.RenderStatus(c, StatusOf(err), "reason", &view)
}

func hiddenFields(sent url.Values) (fields []hiddenView) {
	for name, values := range sent {
		for _, value := range values {
			fields = append(fields, hiddenView{name, value})
		}
	}
	slices.SortStableFunc(fields, func(a, b hiddenView) int { return strings.Compare(a.Name, b.Name) })
	return fields
}
