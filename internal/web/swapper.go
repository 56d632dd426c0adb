package web

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// A Swapper is a gate to the current Server. Restoring a backup replaces it by a new one over the restored data: nothing
// stays in memory. It is safe for concurrent use.
type Swapper struct {
	*Gate[*Server]
	open   func(ctx context.Context) (*director.Director, error)
	config Config
	// restoring is locked during a restore.
	restoring sync.Mutex
}

// NewSwapper returns a swapper with a server over a director. open opens the data file again
// after a restore.
func NewSwapper(d *director.Director, config Config, open func(ctx context.Context) (*director.Director, error)) (*Swapper, error) {
	s := &Swapper{open: open, config: config}
	server, err := s.server(d, nil)
	s.Gate = NewGate(server)
	return s, err
}

func (s *Swapper) server(d *director.Director, done *site.Restored) (*Server, error) {
	server, err := New(d, s.config)
	if err == nil {
		server.Restored, server.Restore = done, s.restore
	}
	return server, err
}

// Close ends the background tasks and closes the data file. Requests must have ended.
func (s *Swapper) Close() error {
	s.restoring.Lock() // for good
	server, ok := s.Current()
	if !ok {
		return nil
	}
	server.Close()
	return server.Director.Close()
}

// End ends the background tasks, as Close does, and leaves the data open.
func (s *Swapper) End() {
	if server, ok := s.Current(); ok {
		server.Close()
	}
}

// restore prepares a backup and returns; the backup replaces the data after the response to the current request.
// "backup.restoring" during another restore.
func (s *Swapper) restore(ctx context.Context, kept director.Kept, by string) error {
	if !s.restoring.TryLock() {
		return fault.New(fault.Conflict, "backup.restoring")
	}
	old, _ := s.Current()
	prepared, err := old.Director.Backups().Replacement(ctx, kept)
	if err != nil {
		s.restoring.Unlock()
		return err
	}
	done := &site.Restored{ID: rand.Text(), From: kept, By: by, At: old.Director.Now()}
	s.Replace(func(old *Server) *Server {
		defer s.restoring.Unlock()
		return s.replace(old, prepared, done)
	})
	return nil
}

// replace puts a backup in the place of the data and returns the server over them; if that fails, one over the old
// data.
func (s *Swapper) replace(old *Server, prepared *director.Replacement, done *site.Restored) (next *Server) {
	log := old.Log
	old.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	aside, lost, err := prepared.Apply(ctx)
	if done.Aside, done.Err = aside, err; err == nil { // on failure nothing was copied, and nothing lost
		done.LostAccess, done.LostList = lost.Access, lost.Erased
	}
	d, err := s.open(context.Background()) // it outlives this function
	if err == nil {                        // after a failure too: the old data may hold people who must be erased
		if done.Forgotten, done.LostForgotten = d.PersonalData().ForgetAgain(ctx, done.By); done.LostForgotten != nil {
			log.Error("people who were forgotten are in the data or its file", slog.Any("error", done.LostForgotten))
		}
	}
	if err == nil {
		next, err = s.server(d, done)
	}
	switch {
	case err != nil:
		log.Error("the data cannot be opened after a restore", slog.Any("error", err))
	case done.Err != nil:
		log.Error("a backup was not restored", slog.String("backup", done.From.Name()), slog.Any("error", done.Err))
	default:
		log.Info("a backup was restored", slog.String("backup", done.From.Name()), slog.String("by", done.By), slog.Any("aside", done.Aside))
	}
	if done.LostList != nil {
		log.Error("who was forgotten is not known any more", slog.Any("error", done.LostList))
	}
	if done.LostAccess != nil {
		log.Warn("logins are those of the backup", slog.Any("error", done.LostAccess))
	}
	return next
}
