package web

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// embeds are the parts of a tournament that other sites may show in a frame: names below /t/{slug}/embed, and the paths
// of the public pages with their content. No other page may be framed: these change nothing and are the same for all
// readers.
var embeds = map[string]string{"": "", "standings": "/standings", "pairings": "/round/:round"}

// framePolicy is the Content-Security-Policy of these pages.
var framePolicy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// allowFrames allows other sites to show a part of a tournament, or the refusal of one, in a frame.
func allowFrames(c *gin.Context) {
	if site.IsEmbed(c) {
		c.Header("Content-Security-Policy", framePolicy)
		c.Header("Cross-Origin-Resource-Policy", "cross-origin")
	}
}

// refuseEmbed answers a script without a tournament name with a fault that explains it.
func refuseEmbed(*gin.Context) error { return fault.New(fault.Invalid, "fault.embed") }

// showEmbed returns the action of a page in a frame: the content of a public page without its bars.
func (s *Server) showEmbed() site.Action {
	return func(c *gin.Context) error {
		part := c.Param("part")
		if _, ok := embeds[part]; !ok {
			return fault.New(fault.NotFound, "fault.part", fault.Clip(part), "standings", "pairings")
		}
		visit := func(c *gin.Context) (*public.Visit, error) {
			v, err := s.visit(c)
			if err != nil {
				return nil, err
			}
			v.Params["round"] = strconv.Itoa(v.Tournament.Current())
			// Links and refreshes use the address of the page itself.
			v.Framed, v.Path = true, v.To(strings.Replace(embedded(v, part), ":round", v.Params["round"], 1))
			return v, nil
		}
		return s.sendPage(c, visit, "#embed", func(v *public.Visit) (*site.Body, error) {
			return publicHTML(s.Renderer, public.Pages[embedded(v, part)], "embed")(v)
		})
	}
}

// embedded returns the path of the page with a part. Before the first round, the first page explains that none is
// published yet; in open play it has the games.
func embedded(v *public.Visit, part string) string {
	if part == "pairings" && (v.Tournament.Current() == 0 || v.Tournament.IsOpen()) {
		part = ""
	}
	return embeds[part]
}
