package admin

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/fault"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

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
		return s.Redirect(c, "/safety")
	}
	view, failed := s.restorePage(c)
	if failed != nil {
		return failed
	}
	view.Fault = view.Error(err)
	return s.RenderRefused(c, err, "restore", view)
}
