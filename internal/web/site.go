package web

import (
	"context"
	"log/slog"
	"sync"

	"tourney/internal/director"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// A site is what all rooms share: the director, the reader's language and
// login, and how pages and errors are answered.
type site struct {
	director *director.Director
	// base is the public address, "" when only the request knows it; dev reads
	// templates and static files anew for every request.
	base string
	dev  bool
	log  *slog.Logger
	// forms is held while a form is merged and written.
	forms    sync.Mutex
	catalog  *i18n.Catalog
	renderer *page.Renderer
	uploads  uploads
	// streams ends when no more events shall be sent, and nothing more be
	// simulated or paired.
	streams context.Context
}
