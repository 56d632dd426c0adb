package web

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// showAlarm answers the pages of the desk that ask now and then whether all is
// well. To others it says nothing.
func (s *Server) showAlarm(c *gin.Context) error {
	page := s.PageBase(c, "")
	if page.Alarm == nil {
		c.Status(http.StatusNoContent)
		return nil
	}
	return s.RenderPart(c, http.StatusOK, "fault", "alarm", page)
}

// watchData writes into the log when the data can no longer be saved, and when
// it can again, until the server's streams end.
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
