package main

import (
	"context"
	"log/slog"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/web"
	"tourney/internal/web/site"
)

// An extension is what commands do with other computers.
type extension struct {
	// reachable is the timeout of a take-over, see patience.
	reachable time.Duration
	// pages makes the extension of a server; it may be nil.
	pages func(*site.Site) web.Extension
	// serveArgs are the arguments of serve about other computers; serveFlags defines its flags, and is nil without any.
	serveArgs  string
	serveFlags func(c *call) follower
	// succeed opens data that this computer is taking over, and returns nil for any other data.
	succeed func(ctx context.Context, path string) (*store.Store, error)
	// look makes data read-only if another computer has taken over.
	look func(ctx context.Context, kept *store.Store) error
	// part migrates a copy of data and makes it independent; it returns the names of the followers of the data.
	part func(ctx context.Context, path string) (followers []string, err error)
	// carry copies what a restored backup needs of the present data.
	carry func(ctx context.Context, from, to string) error
}

// A follower is the part of serve about other computers.
type follower interface {
	// serve serves a computer that follows another one. It returns false for any other computer.
	serve(s *server, path *string, second string) (done bool, err error)
	// goesOn makes data writable again if a flag requests it, and returns whether it has.
	goesOn(kept *store.Store, s *server, way entrance) (bool, error)
	// second returns open for blank data: a person can make this computer follow another one there.
	second(open func(web.Config) (stage, error), s *server, way entrance, at copyAt) func(web.Config) (stage, error)
	// lookAround prints whether another computer has taken over, also later.
	lookAround(d *director.Director, log *slog.Logger)
}

// A copyAt is the path of a database, and its second folder for backups.
type copyAt struct{ path, second string }

// beyond is the extension of this program; the files beyond*.go set it, and the program runs without them.
var beyond = extension{
	succeed: func(context.Context, string) (*store.Store, error) { return nil, nil },
	look:    func(context.Context, *store.Store) error { return nil },
	part: func(ctx context.Context, path string) ([]string, error) {
		kept, err := store.Open(ctx, path) // with the present schema
		if err != nil {
			return nil, err
		}
		return nil, kept.Close()
	},
	carry: func(context.Context, string, string) error { return nil },
}
