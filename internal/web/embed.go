package web

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// embeds are the parts of a tournament that other sites may show in a frame, by their names below
// /t/{slug}/embed, and the paths of the public pages that they show. They are the only ones: they
// change nothing, and are the same for everybody.
var embeds = map[string]string{"": "", "standings": "/standings", "pairings": "/round/:round"}

// framed is the policy of these pages.
var framed = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// allowFrames lets pages of other sites show a part of a tournament in a frame, or why there is none.
func allowFrames(c *gin.Context) {
	if site.IsEmbed(c) {
		c.Header("Content-Security-Policy", framed)
		c.Header("Cross-Origin-Resource-Policy", "cross-origin")
	}
}

// refuseEmbed tells a site whose script names no tournament what it lacks.
func refuseEmbed(*gin.Context) error { return fault.New(fault.Invalid, "fault.embed") }

// showEmbed returns the action of a page in a frame: the content of a public page without the bars
// around it.
func showEmbed(s *Server) site.Action {
	return func(c *gin.Context) error {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		part := c.Param("part")
		shown, ok := embeds[part]
		if !ok {
			return fault.New(fault.NotFound, "fault.part", fault.Clip(part), "standings", "pairings")
		}
		if t := v.Tournament; t.Current() > 0 {
			v.Params["round"] = strconv.Itoa(t.Current())
		} else if part == "pairings" { // the first page says that none is published yet
			shown = ""
		}
		// Links, and what is fetched again, are those of the page itself.
		v.Path = v.To(strings.Replace(shown, ":round", v.Params["round"], 1))
		body, err := s.renderOnce(v, "#embed", publicHTML(s.Renderer, public.Pages[shown], "embed"))
		if err != nil {
			return err
		}
		sendPublic(c, v, body)
		return nil
	}
}
