package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/web/site"
)

// showAlarm is polled by the pages of the desk. It reports whether data can be saved, are sound and backed up. The
// response is empty for readers without a login, and for pages that show the same alarm already.
func (s *Server) showAlarm(c *gin.Context) error {
	page := s.PageBase(c, "")
	is := ""
	if page.Alarm != nil {
		is = page.Alarm.Key()
	}
	if is == c.Query("shown") {
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Header("HX-Trigger", "live:results") // the desk shows beside the tables whether all is saved
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "fault", Name: "alarm", Data: page})
}

// watchData logs when writes begin and stop failing, until ctx is done or another computer takes over, which is logged
// elsewhere.
func watchData(ctx context.Context, d *director.Director, log *slog.Logger) {
	const often = 5 * time.Second
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	troubled := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.Yielded():
			return
		case <-ticker.C:
		}
		d.RetryWrite(ctx)
		err := d.Trouble()
		switch {
		case err != nil && !troubled:
			log.Error("nothing can be saved", slog.Any("error", err))
		case err == nil && troubled:
			log.Warn("data can be saved again")
		}
		troubled = err != nil
	}
}
