package web

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// alarm says why nothing can be saved, and offers a backup where one can be made;
// nil while all is well.
func (s *site) alarm(lang *i18n.Language) *page.Banner {
	err := s.director.Trouble()
	if err == nil {
		return nil
	}
	b := &page.Banner{Level: "error", Text: lang.Error(err)}
	if fault.Is(err, "database.moved") {
		b.Action, b.Address = lang.T("exports.backup"), "/backup"
	}
	return b
}

// showAlarm answers the pages of the desk that ask now and then whether all is
// well. To others it says nothing.
func (s *Server) showAlarm(c *gin.Context) error {
	page := s.pageBase(c, "")
	if page.Alarm == nil {
		c.Status(http.StatusNoContent)
		return nil
	}
	return s.renderPart(c, http.StatusOK, "fault", "alarm", page)
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
		case <-s.streams.Done():
			return
		case <-ticker.C:
		}
		err := s.director.Trouble()
		switch {
		case err != nil && !troubled:
			s.log.Error("nothing can be saved", slog.Any("error", err))
		case err == nil && troubled:
			s.log.Warn("data can be saved again")
		}
		troubled = err != nil
	}
}
