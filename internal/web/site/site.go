package site

import (
	"context"
	"log/slog"
	"sync"

	"tourney/internal/director"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// A Site is what all rooms share: the director, the reader's language and
// login, and how pages and errors are answered.
type Site struct {
	Director *director.Director
	// Base is the public address, "" when only the request knows it; dev reads
	// templates and static files anew for every request.
	Base string
	Dev  bool
	Log  *slog.Logger
	// forms is held while a form is merged and written.
	forms    sync.Mutex
	Catalog  *i18n.Catalog
	Renderer *page.Renderer
	Uploads  Uploads
	// Streams ends when no more events shall be sent, and nothing more be
	// simulated or paired.
	Streams context.Context
}

// Closed reports whether what a channel tells the end of has ended.
func Closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
