package site

import (
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
)

const (
	LanguageCookie = "lang"
	LanguageKey    = "language"
)

// forPlayers are the beginnings of the routes for players and visitors, in all languages; paper is printed for players. A
// workbook is as at the desk. The handbook has chapters in more languages than the desk.
var forPlayers = []string{"/t/", "/person/", "/api", "/embed", "/feed.atom", "/desk/:slug/print/", HandbookPath}

// IsForPlayers reports whether a route is for players and visitors. All other routes are the desk's, see
// i18n.Language.AtDesk. An address without a route answers in all languages.
func IsForPlayers(route string) bool {
	begins := func(with string) bool { return strings.HasPrefix(route, with) }
	return route == "" || route == "/" || !strings.HasSuffix(route, ".xlsx") && slices.ContainsFunc(forPlayers, begins)
}

// Languages returns the languages that the reader of a page can choose from.
func (s *Site) Languages(c *gin.Context) []*i18n.Language {
	all := s.Catalog.Languages()
	if IsForPlayers(c.FullPath()) {
		return all
	}
	return slices.DeleteFunc(all, func(l *i18n.Language) bool { return l.AtDesk() != l })
}

// Language returns the reader's language, with times in the zone of this machine.
func (s *Site) Language(c *gin.Context) *i18n.Language {
	if l, ok := c.Get(LanguageKey); ok {
		return l.(*i18n.Language)
	}
	return s.Catalog.Match("", "").In(time.Local)
}
