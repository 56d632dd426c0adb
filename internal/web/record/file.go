package record

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// sendRecord sends the record of a game as a download.
func (s *Room) sendRecord(c *gin.Context) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	g, err := public.PublishedGame(snapshot.Tournament, c.Param("game"))
	if err != nil {
		return err
	}
	review, err := s.Director.Review(c.Request.Context(), snapshot.Tournament, g.ID)
	if err != nil {
		return err
	}
	name := snapshot.Tournament.Info.Slug + "-" + strconv.Itoa(g.Round) + "-" + strconv.Itoa(g.Table) + ".sgf"
	site.SendFile(c, name, "application/x-go-sgf", []byte(review.Text))
	return nil
}
