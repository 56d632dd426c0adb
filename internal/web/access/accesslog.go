package access

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/web/page"
)

// A logPage lists logins, downloads and changes of roles.
type logPage struct {
	page.Base
	Tabs         []page.Link
	Zone         string
	Entries      []entryView
	Newer, Older string
}

// An entryView is one line of the log of access.
type entryView struct{ At, Who, Text string }

func (s *Handlers) showLog(c *gin.Context, o accounts.Organisation) error {
	n := page.Natural(c.Query("page"))
	entries, more, err := s.Director.Access().People().Log(c.Request.Context(), o.ID, n)
	if err != nil {
		return err
	}
	home := PeoplePath(o.ID)
	view := logPage{Base: s.PageBase(c, s.Language(c).T("people.title")), Tabs: Tabs(s.Language(c), o, accesses)}
	view.Zone = view.ZoneName(s.Director.Now())
	for _, e := range entries {
		view.Entries = append(view.Entries, entryView{view.Since(e.At, s.Director.Now()), e.Who, entryText(view.Language, e)})
	}
	if n > 0 {
		view.Newer = home + accesses + "?page=" + strconv.Itoa(n-1)
	}
	if more {
		view.Older = home + accesses + "?page=" + strconv.Itoa(n+1)
	}
	return s.Render(c, "accesslog", view)
}

// entryText returns the text of an entry of the log of access.
func entryText(lang *i18n.Language, e store.AccessEntry) string {
	args := []any{e.Subject}
	switch {
	case e.Times > 0:
		args = []any{cmp.Or(e.Subject, "–"), e.Times}
	case slices.Contains(role.ServerScopes, e.Role):
		args = append(args, lang.T("scope."+e.Role.String()))
	case e.Role != 0:
		args = append(args, lang.T("role."+e.Role.String()))
	}
	return lang.T("access."+e.Event.String(), args...)
}
