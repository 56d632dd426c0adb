// Package newversion asks once a day whether there is a newer version of tourney, after a person has allowed it.
//
// A release is announced by a text file at one address: a line with the version, such as v1.2.0, and a line with the
// address of its page.
package newversion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/fault"
)

const (
	// daily is the interval of requests.
	daily = 24 * time.Hour
	// patience is the timeout of a request.
	patience = 10 * time.Second
	// mostBytes limits the file, mostPage the address in it.
	mostBytes, mostPage = 1 << 10, 300
	// name is the name of the stored answer.
	name = "newer version"
)

// An Asker asks for newer versions. It is safe for concurrent use.
type Asker struct {
	kept             *store.Store
	address, running string
	now              func() time.Time
	log              *slog.Logger
	// alone is locked during a request, background counts requests.
	alone      sync.Mutex
	background sync.WaitGroup
}

// New returns an asker for the file at an address; running is the version of this program. It returns nil if there is
// no address, or if the program is not built from a release or a later commit.
func New(kept *store.Store, address, running string, now func() time.Time, log *slog.Logger) *Asker {
	if _, ok := parse(running); !ok || address == "" {
		return nil
	}
	return &Asker{kept: kept, address: address, running: running, now: now, log: log}
}

// A State is the answer of the person, and a newer version.
type State struct {
	// Answered is set after a person has answered, Allowed if requests are allowed.
	Answered, Allowed bool
	// Host is the computer that receives the requests.
	Host string
	// Version and Page are the newer version and the address of its page, "" if none is known. Running is the version of
	// this program.
	Version, Page, Running string
}

// An answer is the stored form of a State. At is the time of the last request.
type answer struct {
	Allowed bool      `json:"allowed"`
	At      time.Time `json:"at,omitzero"`
	Version string    `json:"version,omitempty"`
	Page    string    `json:"page,omitempty"`
}

// State returns the present state. If a request is allowed and due, it begins in the background: a later call returns
// its outcome.
func (a *Asker) State(ctx context.Context) (State, error) {
	is, answered, err := a.load(ctx)
	if err != nil {
		return State{}, err
	}
	state := State{Answered: answered, Allowed: is.Allowed, Running: a.running}
	if at, err := url.Parse(a.address); err == nil {
		state.Host = at.Host
	}
	if is.Allowed && IsNewer(is.Version, a.running) {
		state.Version, state.Page = is.Version, is.Page
	}
	since := a.now().Sub(is.At) // negative after the clock was wrong
	if is.Allowed && (since < 0 || since >= daily) && a.alone.TryLock() {
		a.background.Go(func() {
			defer a.alone.Unlock()
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
			defer cancel()
			if err := a.ask(ctx); err != nil { // as without a network; the next request is tomorrow
				a.log.Info("no answer about newer versions", slog.Any("error", err))
			}
		})
	}
	return state, nil
}

// Allow stores whether requests are allowed.
func (a *Asker) Allow(ctx context.Context, allowed bool) error {
	return a.save(ctx, answer{Allowed: allowed})
}

// Wait returns after the current request.
func (a *Asker) Wait() { a.background.Wait() }

// ask requests the file and stores its content. It first stores the time, so that a failed request is not repeated.
func (a *Asker) ask(ctx context.Context) error {
	is, _, err := a.load(ctx)
	if err != nil || !is.Allowed {
		return err
	}
	is.At = a.now()
	if err := a.save(ctx, is); err != nil {
		return err
	}
	if is.Version, is.Page, err = a.get(ctx); err != nil {
		return err
	}
	now, _, err := a.load(ctx)
	if err != nil || !now.Allowed { // taken back during the request
		return err
	}
	return a.save(ctx, is)
}

// get requests the file.
func (a *Asker) get(ctx context.Context) (version, page string, err error) {
	asks, err := http.NewRequestWithContext(ctx, http.MethodGet, a.address, nil)
	if err != nil {
		return "", "", err
	}
	asks.Header.Set("User-Agent", "tourney")
	got, err := http.DefaultClient.Do(asks)
	if err != nil {
		return "", "", err
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return "", "", errors.New(got.Status)
	}
	text, err := io.ReadAll(io.LimitReader(got.Body, mostBytes))
	if err != nil {
		return "", "", err
	}
	return parseFile(string(text))
}

// parseFile parses the two lines of the file.
func parseFile(text string) (version, page string, err error) {
	lines := strings.Fields(text)
	if len(lines) != 2 {
		return "", "", fmt.Errorf("read %q: want a version and an address", fault.Clip(text))
	}
	v, ok := parse(lines[0])
	at, err := url.Parse(lines[1])
	if !ok || v.before || err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" || len(lines[1]) > mostPage {
		return "", "", fmt.Errorf("read %q: want a version such as v1.2.0, and an address", fault.Clip(text))
	}
	return lines[0], lines[1], nil
}

func (a *Asker) load(ctx context.Context) (is answer, answered bool, err error) {
	text, answered, err := a.kept.Secret(ctx, name)
	if err == nil && answered {
		err = json.Unmarshal([]byte(text), &is)
	}
	return is, answered, err
}

func (a *Asker) save(ctx context.Context, is answer) error {
	text, err := json.Marshal(is)
	if err != nil {
		return err
	}
	return a.kept.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.DropSecret(name), tx.SetSecret(name, string(text)))
	})
}
