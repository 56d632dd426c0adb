package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"tourney/internal/beyond/standby"
	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/web"
	beyondpages "tourney/internal/web/beyond"
	"tourney/internal/web/site"
)

// followedSuffix ends the name of the file beside a database with the computer that a person has chosen to follow.
const followedSuffix = ".follows"

// A followed is the content of that file.
type followed struct {
	standby.Source
	// Key opens the page of the take-over, also after a restart.
	Key string `json:"key"`
}

// readFollowed reads which computer to follow, if a person has chosen one, and sets an empty path to the usual database.
func (f *following) readFollowed(path *string) error {
	at := cmp.Or(*path, defaultDatabase())
	if database.IsServer(at) || f.goOn {
		return nil
	}
	text, err := os.ReadFile(at + followedSuffix) // #nosec G304 G703 -- a flag of this command names it
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var is followed
	if err == nil {
		err = json.Unmarshal(text, &is)
	}
	if err != nil {
		return f.inFile(at+followedSuffix, fault.Wrap(err, fault.Invalid, "second.file"))
	}
	f.from, f.key, *path = is.Source, is.Key, at
	return nil
}

// forgetFollowed removes the choice of a computer to follow, after a take-over.
func forgetFollowed(path string) error { return durable.Remove(path + followedSuffix) }

// A secondStage serves blank data until a person makes this computer follow another one, then the pages of a follower.
type secondStage struct {
	*web.Gate[stage]
	*following
	server   *server
	way      entrance
	config   web.Config
	at       copyAt
	choosing sync.Mutex       // locked by the one choice
	follower *runningFollower // nil before
}

// second returns open for blank data: a person can make this computer follow another one there.
func (f *following) second(open func(web.Config) (stage, error), s *server, way entrance, at copyAt) func(web.Config) (stage, error) {
	return func(config web.Config) (stage, error) {
		t := &secondStage{following: f, server: s, way: way, config: config, at: at}
		var err error
		if t.at.path, err = filepath.Abs(at.path); err != nil {
			return nil, err
		}
		blank := config
		blank.Extension = func(of *site.Site) web.Extension {
			pages := beyondpages.New(of).(*beyondpages.Extension)
			pages.Follow = func(ctx context.Context, from standby.Source) (string, error) {
				return t.follow(ctx, of.Director.Store(), from)
			}
			return pages
		}
		first, err := open(blank)
		t.Gate = web.NewGate(first)
		return t, err
	}
}

// follow checks that the other computer may be followed and stores the choice; the pages of the follower replace the
// blank data after the response to the current request. It returns the path of the take-over.
func (t *secondStage) follow(ctx context.Context, kept *store.Store, from standby.Source) (string, error) {
	if !t.choosing.TryLock() {
		return "", fault.New(fault.Conflict, "standby.file")
	}
	path, err := t.choose(ctx, kept, from)
	if err != nil {
		t.choosing.Unlock()
		return "", err
	}
	t.Replace(func(old stage) stage {
		next, err := t.replace(old)
		if err != nil {
			t.config.Log.Error("this computer does not follow", slog.Any("error", err))
		}
		return next
	})
	return path, nil
}

// choose checks the other computer and stores the choice.
func (t *secondStage) choose(ctx context.Context, kept *store.Store, from standby.Source) (path string, err error) {
	blank, err := isBlank(ctx, kept)
	if err == nil && !blank {
		err = fault.New(fault.Conflict, "standby.file")
	}
	if err != nil {
		return "", err
	}
	t.from = from
	if err := standby.Try(ctx, &t.from, t.ask(t.server, t.way, t.at.path)); err != nil {
		if fault.Is(err, "standby.unreachable") {
			err = fault.Wrap(err, fault.Unavailable, "second.unreachable", from.Address)
		}
		return "", err
	}
	t.key = rand.Text()
	text, err := json.Marshal(followed{from, t.key})
	if err == nil {
		err = durable.Write(t.at.path+followedSuffix, text)
	}
	return beyondpages.TakeOverPath(t.key), err
}

// replace closes the blank data, sets them aside and begins to follow.
func (t *secondStage) replace(old stage) (stage, error) {
	if err := old.Close(); err != nil {
		return nil, err
	}
	path := t.at.path
	if on, err := t.follows(&t.from, &path); err != nil || !on {
		return nil, cmp.Or(err, error(fault.New(fault.Conflict, "standby.file")))
	}
	p, err := t.newFollower(t.server, t.way, copyAt{path, t.at.second})
	if err != nil {
		return nil, err
	}
	next, err := beyondpages.NewStandby(p.watch, t.config)
	if err != nil {
		p.close()
		return nil, err
	}
	t.follower = p
	t.greetFollowing(p, t.way.public.addresses()[0])
	p.run(t.tellFollowing)
	return next, nil
}

// Close ends the background tasks and closes the data.
func (t *secondStage) Close() (err error) {
	if on, ok := t.Current(); ok {
		err = on.Close()
	}
	if t.follower != nil {
		t.follower.close()
	}
	return err
}
