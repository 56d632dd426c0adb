package admin

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	g.Get("/backups", s.showBackups)
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

// A backupsPage lists the backups, with the rules for them.
type backupsPage struct {
	page.Base
	Rows []backupRow
	// Kept is the rule that keeps backups. Folder and Second are their folders, Second may be "". On is set for
	// automatic backups.
	Kept, Folder, Second string
	// Zone is the time zone of the times.
	Zone string
	On   bool
	// Checked is the time of the last successful check of the data file, "" before the first.
	Checked string
	// Restores is set if this server can restore a backup.
	Restores bool
	Fault    string
}

// A backupRow is one backup: its time, reason and content.
type backupRow struct {
	Name, When, Why, Holds, Changed, Size string
	Address, File                         string
}

func (s *Handlers) showBackups(c *gin.Context) error {
	return s.Render(c, "backups", s.backupsPage(c))
}

func (s *Handlers) backupsPage(c *gin.Context) *backupsPage {
	backups := s.Director.Backups()
	config, now := backups.Config(), backups.Status()
	view := &backupsPage{Base: s.PageBase(c, s.Language(c).T("backup.title")), On: config.Folder != "", Folder: config.Folder, Second: config.Second, Restores: s.Restore != nil}
	view.Kept = view.T("backup.kept", s.Director.Backups().Rule()...)
	if !now.Checked.IsZero() && now.Damage == nil {
		view.Checked = view.Moment(now.Checked)
	}
	list, err := backups.List()
	if err != nil {
		view.Fault = view.Error(err)
	}
	for _, kept := range list {
		view.Rows = append(view.Rows, s.backupRow(c, view.Language, kept))
	}
	view.Zone = view.ZoneName(s.Director.Now())
	view.Notice = restoredBanner(view.Language, s.Restored)
	return view
}

func (s *Handlers) backupRow(c *gin.Context, lang *i18n.Language, kept director.Kept) backupRow {
	row := backupRow{
		Name: kept.Name(), When: lang.Instant(kept.At), Why: lang.T("backup.why." + string(kept.Reason)), Size: size(lang, kept.Size),
		Address: "/backups/" + url.PathEscape(kept.Name()), File: "/backups/" + url.PathEscape(kept.Name()) + "/file",
	}
	holds, err := s.Director.Backups().Glance(c.Request.Context(), kept)
	if err != nil {
		row.Holds = lang.Error(err)
		return row
	}
	row.Holds = lang.T("tournament.page.count", len(holds.Tournaments))
	if !holds.Changed.IsZero() {
		row.Changed = lang.Moment(holds.Changed)
	}
	return row
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
	b := &page.Banner{Level: "notice", Text: lang.T("backup.restored", lang.Instant(done.From.At), done.By, lang.Clock(done.At))}
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
		return s.showBackupsAgain(c, err)
	}
	if made.Path != last.Path {
		site.NoteAccess(c, s.Site, site.Noted{Event: accounts.EventBackup, Subject: made.Name()})
		return s.Redirect(c, "/backups")
	}
	view := s.backupsPage(c)
	text := view.T("backup.unchanged.none")
	if last.Path != "" {
		text = view.T("backup.unchanged", view.Instant(last.At))
	}
	view.Notice = &page.Banner{Level: "notice", Text: text}
	return s.Render(c, "backups", view)
}

// showBackupsAgain shows the backups after a refused form, with its fault.
func (s *Handlers) showBackupsAgain(c *gin.Context, err error) error {
	view := s.backupsPage(c)
	view.Fault = view.Error(err)
	return s.RenderRefused(c, err, "backups", view)
}

// postBackupFile stores an uploaded backup, and redirects to the preview of its restore. It writes to the disk while
// the upload arrives.
func (s *Handlers) postBackupFile(c *gin.Context) error {
	// An error means that the connection has no deadline.
	_ = http.NewResponseController(c.Writer).SetReadDeadline(time.Now().Add(longestTransfer))
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(longestTransfer))
	sent, err := sentStream(c)
	if err != nil {
		return s.showBackupsAgain(c, err)
	}
	kept, err := s.Director.Backups().Take(c.Request.Context(), sent)
	if err != nil {
		return s.showBackupsAgain(c, err)
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

// A restorePage is the preview of a restore.
type restorePage struct {
	page.Base
	Backup backupRow
	Rows   []restoreRow
	// Unknown is the reason if the backup cannot be compared with the current data, else "".
	Unknown string
	// Lost is the number of changes that would be lost, Losses lists their tournaments.
	Lost   int
	Losses []string
	// Forgotten is the number of people in the backup who were erased since.
	Forgotten int
	Restores  bool
	Fault     string
}

// A restoreRow is one tournament before and after.
type restoreRow struct {
	Name string
	// Fate is set if the tournament reappears or disappears, else "".
	Fate string
	// There is the number of changes in the backup, 0 without the tournament. Lost is the number of changes since, Back
	// the number of changes that reappear.
	There, Lost, Back int
}

func (s *Handlers) showRestore(c *gin.Context) error {
	view, err := s.restorePage(c)
	if err != nil {
		return err
	}
	return s.Render(c, "restore", view)
}

func (s *Handlers) restorePage(c *gin.Context) (*restorePage, error) {
	kept, err := s.Director.Backups().Find(c.Param("name"))
	if err != nil {
		return nil, err
	}
	view := &restorePage{Base: s.PageBase(c, s.Language(c).T("backup.restore.title")), Restores: s.Restore != nil}
	view.Backup = s.backupRow(c, view.Language, kept)
	list, err := s.Director.Backups().Compare(c.Request.Context(), kept)
	if err != nil {
		view.Unknown = view.Error(err)
	}
	if view.Forgotten, err = s.Director.Backups().Returning(c.Request.Context(), kept); err != nil && view.Unknown == "" {
		view.Unknown = view.Error(err)
	}
	for _, d := range list {
		view.Lost += d.Lost
		row := restoreRow{Name: d.Name, There: d.There, Lost: d.Lost, Back: d.Back}
		switch {
		case d.Returns:
			row.Fate = view.T("backup.returns")
		case d.Disappears:
			row.Fate = view.T("backup.disappears")
		}
		view.Rows = append(view.Rows, row)
	}
	// Of hundreds of tournaments, changed ones come first.
	slices.SortStableFunc(view.Rows, func(a, b restoreRow) int {
		return cmp.Or(strings.Compare(b.Fate, a.Fate), cmp.Compare(b.Lost, a.Lost), cmp.Compare(b.Back, a.Back))
	})
	view.Losses = summarizeLosses(view)
	return view, nil
}

// summarizeLosses summarizes the losses by tournament, whole tournaments first.
func summarizeLosses(view *restorePage) (list []string) {
	const most = 8
	n := 0
	for _, whole := range []bool{true, false} {
		for _, r := range view.Rows {
			switch {
			case r.Lost == 0 || whole != (r.There == 0):
				continue
			case n >= most:
			case whole:
				list = append(list, view.T("backup.loses.whole", r.Name))
			default:
				list = append(list, view.T("backup.loses", r.Name, r.Lost))
			}
			n++
		}
	}
	if n > most {
		list = append(list, view.T("backup.loses.more", n-most))
	}
	return list
}

// postRestore replaces the data by the backup after the response.
func (s *Handlers) postRestore(c *gin.Context) error {
	// Verifying and copying a large backup takes time. An error means a connection without a deadline.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(longestTransfer))
	err := fault.New(fault.Invalid, "backup.restore.cannot")
	kept, missing := s.Director.Backups().Find(c.Param("name"))
	if missing != nil {
		return missing
	}
	actor, _ := s.Actor(c)
	if s.Restore != nil {
		err = s.Restore(c.Request.Context(), kept, strings.TrimSpace(actor.Name))
	}
	if err == nil {
		// Until the response, the old data are in place. Their access log is kept.
		site.NoteAccess(c, s.Site, site.Noted{Event: accounts.EventRestore, Subject: kept.Name()})
		return s.Redirect(c, "/backups")
	}
	view, failed := s.restorePage(c)
	if failed != nil {
		return failed
	}
	view.Fault = view.Error(err)
	return s.RenderRefused(c, err, "restore", view)
}
