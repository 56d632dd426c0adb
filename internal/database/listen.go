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

// An Ear takes in what others do with a database: other instances at a server, other programs with a
// file.
type Ear struct {
	// Heard is called with each text that another instance told.
	Heard func(text string)
	// Sure is called with true when everything will be heard from now on, and with false when that
	// ends or cannot begin: anything may have been missed then.
	Sure func(is bool)
}

const (
	// fileLook is how often a file is looked at for what other programs have written.
	fileLook = 500 * time.Millisecond
	// silence is how long a server may be silent before it is asked whether it is still there, and
	// how long it may take to answer.
	silence = 2 * time.Second
	// relisten is how long after a lost connection the next one is tried.
	relisten = 250 * time.Millisecond
)

// Tell does nothing: no other instance has the file open.
func (f *File) Tell(*gorm.DB, string) error { return nil }

// Listen finds out, until ctx ends, when another program has written into the file, as a command
// does.
func (f *File) Listen(ctx context.Context, ear Ear) {
	ticker := time.NewTicker(fileLook)
	defer ticker.Stop()
	defer ear.Sure(false)
	known := -1
	for {
		now, err := f.pages.foreign()
		switch {
		case err != nil:
			known = -1 // it may be the same number again
			ear.Sure(false)
		case now != known:
			if known >= 0 {
				ear.Sure(false)
			}
			known = now
			ear.Sure(true)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Stamp returns what the only connection that writes has changed, and what it has seen of other programs.
func (f *File) Stamp(ctx context.Context) (stamp string, err error) {
	err = f.writer.WithContext(ctx).Raw("select total_changes() || ' ' || data_version from pragma_data_version").Row().Scan(&stamp)
	return stamp, err
}

// Stamp returns which transactions have ended, and which have not.
func (s *Server) Stamp(ctx context.Context) (stamp string, err error) {
	err = s.reader.WithContext(ctx).Raw("select pg_current_snapshot()::text").Row().Scan(&stamp)
	return stamp, err
}

// A channel is where instances at a server tell one another something.
type channel struct {
	name string
	// me marks what this instance tells.
	me string
}

// newChannel returns the channel of a schema.
func newChannel(schema string) channel { return channel{"tourney " + schema, rand.Text()} }

// Claim refuses while an instance listens, "database.held", and has those that begin wait in Share until the database is
// closed.
func (s *Server) Claim(ctx context.Context) error {
	var alone bool
	err := s.writer.WithContext(ctx).Raw("select pg_try_advisory_lock(hashtextextended(?, 0))", s.channel.name).Row().Scan(&alone)
	if err == nil && !alone {
		err = fault.New(fault.Conflict, "database.held")
	}
	return Translate(err)
}

// Tell has all other instances hear a text once the transaction is committed.
func (s *Server) Tell(tx *gorm.DB, text string) error {
	return tx.Exec("select pg_notify(?, ?)", s.channel.name, s.channel.me+" "+text).Error
}

// Listen listens to other instances until ctx ends, by a connection of its own. After a loss it
// connects again.
func (s *Server) Listen(ctx context.Context, ear Ear) {
	for ctx.Err() == nil {
		_ = s.listen(ctx, ear) // whoever reads or writes meets the trouble too
		ear.Sure(false)
		select {
		case <-ctx.Done():
		case <-time.After(relisten):
		}
	}
}

func (s *Server) listen(ctx context.Context, ear Ear) error {
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
	ear.Sure(true)
	for {
		text, err := nextText(ctx, c)
		if err != nil {
			return err
		}
		if from, text, is := strings.Cut(text, " "); is && from != s.channel.me {
			ear.Heard(text)
		}
	}
}

// nextText waits for what is told next; "" if nothing is for a while.
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
