package site

import (
	"mime"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
)

// AttachmentHeaders returns the headers with which browsers save a file and never
// show it.
func AttachmentHeaders(name string) map[string]string {
	return map[string]string{
		"Cache-Control":           "no-store",
		"Content-Disposition":     mime.FormatMediaType("attachment", map[string]string{"filename": name}),
		"Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
	}
}

// SendFile answers with a file to be saved.
func SendFile(c *gin.Context, name, media string, data []byte) {
	for key, value := range AttachmentHeaders(name) {
		c.Header(key, value)
	}
	if strings.HasPrefix(media, "text/") && !strings.Contains(media, "charset=") {
		media += "; charset=utf-8"
	}
	c.Data(http.StatusOK, media, data)
}

// NoteFile records in the log of access that a file of a tournament with non-public data was downloaded.
func NoteFile(c *gin.Context, s *Site, snapshot *director.Snapshot, file string) {
	slug := snapshot.Tournament.Info.Slug
	owner, err := s.Director.Access().People().Owner(c.Request.Context(), slug)
	if err != nil {
		s.Log.Warn("log of access", "event", accounts.EventExport.String(), "file", slug+" "+file, "error", err)
		return
	}
	NoteAccess(c, s, Noted{owner, accounts.EventExport, slug + " · " + file})
}

// A Noted is an entry for the log of access of an organisation, 0 for the whole server.
type Noted struct {
	Organisation int
	Event        accounts.Event
	Subject      string
}

// NoteAccess adds an entry about the caller's action to the log of access. A failure is only logged: backups must be
// downloadable even if nothing can be saved.
func NoteAccess(c *gin.Context, s *Site, n Noted) {
	session, _ := s.Session(c)
	if token, ok := Program(c); ok {
		session.User = token.Name
	}
	err := s.Director.Access().People().OrganisationAdmin(session, n.Organisation).Note(c.Request.Context(), n.Event, n.Subject)
	if err != nil {
		s.Log.Warn("log of access", "event", n.Event.String(), "by", session.User, "subject", n.Subject, "error", err)
	}
}
