package web

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/site"
)

// showAlarm reports to the pages of the desk, every few seconds, whether data can be
// saved. Readers without a login get an empty answer.
func (s *Server) showAlarm(c *gin.Context) error {
	page := s.PageBase(c, "")
	if page.Alarm == nil {
		c.Status(http.StatusNoContent)
		return nil
	}
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "fault", Name: "alarm", Data: page})
}

// watchData logs when data can no longer be saved, and when it can again, until
// the server shuts down.
func (s *Server) watchData() {
	const often = 5 * time.Second
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	troubled := false
	for {
		select {
		case <-s.Streams.Done():
			return
		case <-ticker.C:
		}
		err := s.Director.Trouble()
		switch {
		case err != nil && !troubled:
			s.Log.Error("nothing can be saved", slog.Any("error", err))
		case err == nil && troubled:
			s.Log.Warn("data can be saved again")
		}
		troubled = err != nil
	}
}
