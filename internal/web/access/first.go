package access

import (
	"net/url"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A firstPage asks for the set-up link of a server without users. It shows the place of the link, never the link.
type firstPage struct {
	page.Base
	// Begin is the link without its secret part.
	Begin string
	Fault string
	// InClear is set if others on the network can read the form.
	InClear bool
}

func (s *Handlers) firstPage(c *gin.Context) *firstPage {
	return &firstPage{Base: s.PageBase(c, s.Language(c).T("setup.first")), Begin: s.PublicBase(c) + "/setup/", InClear: s.IsPlaintext(c.Request)}
}

// redirectToLogin leads the address of a set-up link without its last part to the login, which asks for that part.
func (s *Handlers) redirectToLogin(c *gin.Context) error { return s.Redirect(c, "/login") }

// postFirst redirects to the set-up link with the sent token: a whole link, or its last part. Wrong ones are limited.
func (s *Handlers) postFirst(c *gin.Context) error {
	ctx, from := c.Request.Context(), s.Client(c.Request)
	err := s.setups.Try(ctx, from)
	if err == nil {
		token := path.Base(strings.TrimSpace(page.Clip(c.PostForm("link"))))
		if _, err = s.Director.Access().CheckSetup(ctx, token); err == nil {
			if err := s.setups.Reset(ctx, from); err != nil {
				return err
			}
			return s.Redirect(c, "/setup/"+url.PathEscape(token))
		}
	}
	return s.refuseFirst(c, err)
}

// refuseFirst shows the page again with the reason.
func (s *Handlers) refuseFirst(c *gin.Context, err error) error {
	view := s.firstPage(c)
	view.Fault = view.Error(err)
	return s.refuse(c, err, site.Part{Page: "first", Data: view})
}
