package admin

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// BackupRoutes mounts the backups: they hold everything, and restoring replaces it.
func (s *Handlers) BackupRoutes(g *site.Group) {
	g.Get("/backup", s.sendBackup)
	g.Get("/safety", s.showSafety)
	g.Get("/safety/takeover", s.showTakeOver)
	g.Post("/safety/folder", s.postFolder)
	g.Get("/backups", func(c *gin.Context) error { return s.Redirect(c, "/safety") })
	g.Post("/backups", s.postBackup)
	g.PostStream("/backups/upload", mostBackup, s.postBackupFile)
	g.Get("/backups/:name", s.showRestore)
	g.Post("/backups/:name", s.postRestore)
	g.Get("/backups/:name/file", s.sendStored)
}

const (
	// mostBackup limits an uploaded backup, in bytes. It is written to the disk while it arrives.
	mostBackup = 8 << 30
	// longestTransfer allows a large backup over a slow network.
	longestTransfer = 10 * time.Minute
)

// sendBackup sends a copy of the whole database.
func (s *Handlers) sendBackup(c *gin.Context) error {
	file, err := s.Director.Backups().Download(c.Request.Context())
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // a temporary copy
	site.NoteAccess(c, s.Site, site.Noted{Event: accounts.EventBackup, Subject: file.Made})
	return sendFile(c, file.File, file.Made)
}

// sendStored sends a stored backup.
func (s *Handlers) sendStored(c *gin.Context) error {
	kept, err := s.Director.Backups().Find(c.Param("name"))
	if err != nil {
		return err
	}
	file, err := os.Open(kept.Path)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "backup.gone")
	}
	defer func() { _ = file.Close() }() // open for reading only
	site.NoteAccess(c, s.Site, site.Noted{Event: accounts.EventBackup, Subject: kept.Name()})
	return sendFile(c, file, kept.Name())
}

// sendFile sends a database directly from the disk.
func sendFile(c *gin.Context, file *os.File, name string) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	// An error means that the writer has no deadline.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(longestTransfer))
	c.DataFromReader(http.StatusOK, info.Size(), "application/vnd.sqlite3", file, site.AttachmentHeaders(name))
	return nil
}

// size formats a number of bytes.
func size(lang *i18n.Language, bytes int64) string {
	const unit = 1 << 20
	tenths := (bytes*10 + unit/2) / unit
	return lang.T("backup.size", float64(max(tenths, 1))/10)
}

// restoredBanner describes the result of the last restore; nil without one.
func restoredBanner(lang *i18n.Language, done *site.Restored) *page.Banner {
	switch {
	case done == nil:
		return nil
	case done.Err != nil:
		return &page.Banner{Level: "error", Text: lang.T("backup.restored.not", lang.Error(done.Err))}
	}
	b := &page.Banner{Level: "notice", Text: lang.T("backup.restored", lang.Moment(done.From.At), done.By, lang.Clock(done.At))}
	if len(done.Aside) > 0 {
		b.Text += " " + lang.T("backup.restored.aside", filepath.Base(done.Aside[0]))
	}
	if done.Forgotten > 0 {
		b.Text += " " + lang.T("backup.forgotten.done", done.Forgotten)
	}
	switch {
	case fault.Is(done.LostForgotten, "forget.purge"):
		b.Level, b.Text = "warning", b.Text+" "+lang.Error(done.LostForgotten)
	case done.LostForgotten != nil:
		b.Level, b.Text = "warning", b.Text+" "+lang.T("backup.forgotten.not")
	}
	if done.LostList != nil {
		b.Level, b.Text = "warning", b.Text+" "+lang.T("backup.forgotten.lost")
	}
	if done.LostAccess != nil {
		b.Level, b.Text = "warning", b.Text+" "+lang.T("backup.restored.access")
	}
	return b
}

// postBackup makes a backup, or reports that nothing has changed since the last one.
func (s *Handlers) postBackup(c *gin.Context) error {
	backups := s.Director.Backups()
	last := backups.Status().Last
	made, err := backups.Now(c.Request.Context(), director.ByHand)
	if err != nil {
		return s.showSafetyAgain(c, err)
	}
	if made.Path != last.Path {
		site.NoteAccess(c, s.Site, site.Noted{Event: accounts.EventBackup, Subject: made.Name()})
		return s.Redirect(c, "/safety")
	}
	view, err := s.safetyPage(c)
	if err != nil {
		return err
	}
	text := view.T("backup.unchanged.none")
	if last.Path != "" {
		text = view.T("backup.unchanged", view.Since(last.At, s.Director.Now()))
	}
	view.Notice = &page.Banner{Level: "notice", Text: text}
	return s.Render(c, "safety", view)
}

// showSafetyAgain shows the page after a refused form, with its fault.
func (s *Handlers) showSafetyAgain(c *gin.Context, err error) error {
	view, failed := s.safetyPage(c)
	if failed != nil {
		return failed
	}
	view.Fault = view.Error(err)
	return s.RenderRefused(c, err, "safety", view)
}

// postBackupFile stores an uploaded backup, and redirects to the preview of its restore. It writes to the disk while
// the upload arrives.
func (s *Handlers) postBackupFile(c *gin.Context) error {
	// An error means that the connection has no deadline.
	_ = http.NewResponseController(c.Writer).SetReadDeadline(time.Now().Add(longestTransfer))
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(longestTransfer))
	sent, err := sentStream(c)
	if err != nil {
		return s.showSafetyAgain(c, err)
	}
	kept, err := s.Director.Backups().Take(c.Request.Context(), sent)
	if err != nil {
		return s.showSafetyAgain(c, err)
	}
	site.NoteAccess(c, s.Site, site.Noted{Event: accounts.EventUploaded, Subject: kept.Name()})
	return s.Redirect(c, "/backups/"+url.PathEscape(kept.Name()))
}

// sentStream returns the file of a form as a stream.
func sentStream(c *gin.Context) (io.Reader, error) {
	parts, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "form.incomplete")
	}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fault.New(fault.Invalid, "backup.upload.none")
		case err != nil:
			return nil, fault.Wrap(err, fault.Invalid, "form.incomplete")
		case part.FormName() == "file" && part.FileName() != "":
			return part, nil
		}
	}
}
