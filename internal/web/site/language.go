package site

import (
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
)

const (
	LanguageCookie = "lang"
	LanguageKey    = "language"
)

// Language returns the reader's language, with times in the zone of this machine.
func (s *Site) Language(c *gin.Context) *i18n.Language {
	if l, ok := c.Get(LanguageKey); ok {
		return l.(*i18n.Language)
	}
	return s.Catalog.Match("", "").In(time.Local)
}
