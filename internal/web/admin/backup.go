package admin

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/site"
)

// sendBackup sends a copy of the whole database.
func (s *Room) sendBackup(c *gin.Context) error {
	file, err := s.Director.Backup(c.Request.Context())
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // a temporary copy
	info, err := file.Stat()
	if err != nil {
		return err
	}
	const longest = 10 * time.Minute // over a slow network
	// An error means that the writer has no deadline.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(longest))
	c.DataFromReader(http.StatusOK, info.Size(), "application/vnd.sqlite3", file, site.AttachmentHeaders(file.Made))
	return nil
}
