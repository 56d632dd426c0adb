package desk

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A goneRound is the error of an address of a round that was taken back while its desk was open.
type goneRound struct{ round int }

func (g *goneRound) Error() string { return fmt.Sprintf("round %d is not published", g.round) }

// leaveRound sends a desk from a round that was taken back to the current one, which names the dropped line.
func (s *Handlers) leaveRound(c *gin.Context, t *tournament.Tournament, round int, line string) error {
	q := url.Values{"gone": {strconv.Itoa(round)}}
	if line != "" {
		q.Set("dropped", page.Clip(line))
	}
	to := "/desk/" + t.Info.Slug + "?" + q.Encode()
	if !site.IsHTMX(c) {
		return s.Redirect(c, to)
	}
	c.Header("HX-Redirect", to)
	c.Status(http.StatusNoContent)
	return nil
}

// goneNotice describes the round that this desk has left; nil for none.
func goneNotice(c *gin.Context, lang *i18n.Language, t *tournament.Tournament) *page.Banner {
	n := page.Natural(c.Query("gone"))
	if n <= t.Current() {
		return nil
	}
	b := &page.Banner{Level: "warning", Text: lang.T("desk.gone", n)}
	if lines := c.Query("dropped"); lines != "" {
		b.Text += " " + lang.T("desk.gone.dropped", page.Clip(lines))
	}
	return b
}
