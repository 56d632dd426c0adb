package web

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// embeds are the pages that other sites may show in a frame, by their paths below /t/{slug}, and
// the paths of the public pages that they show. They are the only ones: they change nothing, and
// are the same for everybody.
var embeds = map[string]string{"/embed": "", "/embed/standings": "/standings", "/embed/pairings": "/round/:round"}

// framed is the policy of these pages.
var framed = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// isEmbed reports whether a route is that of a page in a frame.
func isEmbed(route string) bool { return strings.HasPrefix(route, "/t/:slug/embed") }

// showEmbed returns the action of a page in a frame: the content of a public page without the bars
// around it.
func showEmbed(s *Server, path string) site.Action {
	return func(c *gin.Context) error {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		shown := path
		if t := v.Tournament; t.Current() > 0 {
			v.Params["round"] = strconv.Itoa(t.Current())
		} else if path == "/round/:round" { // the first page says that none is published yet
			shown = ""
		}
		// Links, and what is fetched again, are those of the page itself.
		v.Path = v.To(strings.Replace(shown, ":round", v.Params["round"], 1))
		body, err := s.renderOnce(v, "#embed", publicHTML(s.Renderer, public.Pages[shown], "embed"))
		if err != nil {
			return err
		}
		c.Header("Content-Security-Policy", framed)
		c.Header("Cross-Origin-Resource-Policy", "cross-origin")
		sendPublic(c, v, body)
		return nil
	}
}
