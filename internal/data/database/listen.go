package database

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"tourney/internal/fault"
)

// A Listener receives changes of a database by others: other instances at a server, other programs with a file.
type Listener struct {
	// Message is called with each text that another instance sent.
	Message func(text string)
	// Complete is called with true when every later change will be received, and with false when that ends or cannot
	// begin: changes may have been missed then.
	Complete func(is bool)
}

const (
	// fileLook is the polling interval for writes by other programs to a file.
	fileLook = 500 * time.Millisecond
	// silence is the time without a message after which a server is pinged, and the timeout of that ping.
	silence = 2 * time.Second
	// relisten is the pause before the retry of a lost connection.
	relisten = 250 * time.Millisecond
)

// Notify does nothing: no other instance has the file open.
func (f *File) Notify(*gorm.DB, string) error { return nil }

// Listen polls the file for writes by other programs, such as commands, until ctx ends.
func (f *File) Listen(ctx context.Context, l Listener) {
	ticker := time.NewTicker(fileLook)
	defer ticker.Stop()
	defer l.Complete(false)
	known := -1
	for {
		now, err := f.pages.foreign()
		switch {
		case err != nil:
			known = -1 // the next number may be the same
			l.Complete(false)
		case now != known:
			if known >= 0 {
				l.Complete(false)
			}
			known = now
			l.Complete(true)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Stamp combines the number of changes by the only writing connection with the data version, which changes with the
// commits of others.
func (f *File) Stamp(ctx context.Context) (stamp string, err error) {
	err = f.writer.WithContext(ctx).Raw("select total_changes() || ' ' || data_version from pragma_data_version").Row().Scan(&stamp)
	return stamp, err
}

// Stamp returns the server's snapshot: the transactions that have ended, and the others.
func (s *Server) Stamp(ctx context.Context) (stamp string, err error) {
	err = s.reader.WithContext(ctx).Raw("select pg_current_snapshot()::text").Row().Scan(&stamp)
	return stamp, err
}

// A channel is the notification channel of the instances at a server.
type channel struct {
	name string
	// me marks messages from this instance.
	me string
}

func newChannel(schema string) channel { return channel{"tourney " + schema, rand.Text()} }

// Claim returns "database.held" while an instance listens. Instances that start later wait in Share until the database
// is closed.
func (s *Server) Claim(ctx context.Context) error {
	var alone bool
	err := s.writer.WithContext(ctx).Raw("select pg_try_advisory_lock(hashtextextended(?, 0))", s.channel.name).Row().Scan(&alone)
	if err == nil && !alone {
		err = fault.New(fault.Conflict, "database.held")
	}
	return Translate(err)
}

// Notify sends a text to all other instances once the transaction is committed.
func (s *Server) Notify(tx *gorm.DB, text string) error {
	return tx.Exec("select pg_notify(?, ?)", s.channel.name, s.channel.me+" "+text).Error
}

// Listen receives texts from other instances until ctx ends, on a separate connection. After a loss it reconnects.
func (s *Server) Listen(ctx context.Context, l Listener) {
	for ctx.Err() == nil {
		_ = s.listen(ctx, l) // readers and writers get the error too
		l.Complete(false)
		select {
		case <-ctx.Done():
		case <-time.After(relisten):
		}
	}
}

func (s *Server) listen(ctx context.Context, l Listener) error {
	c, err := pgx.ConnectConfig(ctx, s.config.Copy())
	if err != nil {
		return err
	}
	defer func() {
		ctx, stop := context.WithTimeout(context.Background(), silence)
		defer stop()
		_ = c.Close(ctx) // nothing was written
	}()
	if _, err := c.Exec(ctx, "listen "+pgx.Identifier{s.channel.name}.Sanitize()); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "select pg_advisory_lock_shared(hashtextextended($1, 0))", s.channel.name); err != nil { // see Claim
		return err
	}
	l.Complete(true)
	for {
		text, err := nextText(ctx, c)
		if err != nil {
			return err
		}
		if from, text, is := strings.Cut(text, " "); is && from != s.channel.me {
			l.Message(text)
		}
	}
}

// nextText waits for the next text; "" if none arrives within silence.
func nextText(ctx context.Context, c *pgx.Conn) (string, error) {
	wait, stop := context.WithTimeout(ctx, silence)
	defer stop()
	n, err := c.WaitForNotification(wait)
	switch {
	case err == nil:
		return n.Payload, nil
	case ctx.Err() != nil, !pgconn.Timeout(err) && !errors.Is(err, context.DeadlineExceeded):
		return "", err
	}
	answer, stop := context.WithTimeout(ctx, silence)
	defer stop()
	if err := c.Ping(answer); err != nil {
		return "", fmt.Errorf("no answer: %w", err)
	}
	return "", nil
}
