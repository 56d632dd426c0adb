package record

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

func (s *Handlers) sendRecord(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	review, err := s.Director.PublicReview(c.Request.Context(), snapshot, g.ID)
	if err != nil {
		return err
	}
	name := snapshot.Tournament.Info.Slug + "-" + strconv.Itoa(g.Round) + "-" + strconv.Itoa(g.Table) + ".sgf"
	site.SendFile(c, name, "application/x-go-sgf", []byte(review.Text))
	return nil
}
