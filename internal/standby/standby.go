// Package standby has one computer follow all the data of another, so that it can go on with them when the
// other one is gone.
//
// The computer that is followed answers with the pages of its file that have changed; whoever follows has them on its
// disk before the change is acknowledged to anybody. No order has to be kept, and what comes twice does no harm: an
// answer brings the copy from one state to a later one, or to nothing else.
package standby

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"tourney/internal/database"
	"tourney/internal/fault"
)

// An Ask is what a computer asks that follows.
type Ask struct {
	// ID is that of the copy for ever, Run that of its program since it was started, Name that of its computer as people
	// read it, Addresses where it answers, the best ones first.
	ID        string   `json:"id"`
	Run       string   `json:"run"`
	Name      string   `json:"name"`
	Addresses []string `json:"addresses"`
	// Schema is the newest one that its program knows.
	Schema int `json:"schema"`
	// Mark is the state that it has. Hashes are those of its pages, one after another, if the mark was not known.
	Mark   database.Mark `json:"mark"`
	Hashes []byte        `json:"hashes,omitempty"`
	// AtOnce is set if no change is waited for: who takes over needs to know that there is none.
	AtOnce bool `json:"atOnce,omitempty"`
}

const (
	// LongestWait is how long an answer waits for a change.
	LongestWait = 2 * time.Second
	// mostPages bounds the pages of an answer, MostAsked the bytes of what is asked: hashes of 8 GB.
	mostPages = 1000
	MostAsked = 24 << 20
	// longestName and mostAddresses bound what it says of itself.
	longestName, mostAddresses = 200, 20
)

// ReadAsk reads what is asked. Faults: "standby.ask".
func ReadAsk(from io.Reader) (ask Ask, err error) {
	unpacked, err := gzip.NewReader(from)
	if err == nil {
		err = json.NewDecoder(io.LimitReader(unpacked, MostAsked)).Decode(&ask)
	}
	odd := func(text string) bool { return text == "" || len(text) > longestName }
	if err == nil && (odd(ask.ID) || odd(ask.Name) || len(ask.Run) > longestName || len(ask.Hashes)%len(database.PageHash{}) != 0) {
		err = fmt.Errorf("the copy %q asks too much", fault.Clip(ask.ID))
	}
	if err != nil {
		return ask, fault.Wrap(err, fault.Invalid, "standby.ask")
	}
	ask.Addresses = servers(ask.Addresses)
	return ask, nil
}

// servers returns the first addresses that are those of servers; more are of no use to anybody.
func servers(addresses []string) []string {
	all := slices.DeleteFunc(slices.Clone(addresses), func(at string) bool { return len(at) > longestName || !isServer(at) })
	return all[:min(len(all), mostAddresses)]
}

// isServer reports whether a text is the address of a server, without a path.
func isServer(text string) bool {
	at, err := url.Parse(text)
	return err == nil && at.Hostname() != "" && (at.Scheme == "http" || at.Scheme == "https") && at.User == nil && strings.Trim(at.Path, "/")+at.RawQuery+at.Fragment == ""
}

// packed is what is asked as it is sent.
func (a Ask) packed() ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if err := json.NewEncoder(w).Encode(a); err != nil {
		return nil, fmt.Errorf("ask for pages: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("ask for pages: %w", err)
	}
	return b.Bytes(), nil
}

// hashes are the hashes of the pages.
func (a Ask) hashes() []database.PageHash {
	const size = len(database.PageHash{})
	all := make([]database.PageHash, len(a.Hashes)/size)
	for i := range all {
		all[i] = database.PageHash(a.Hashes[i*size:])
	}
	return all
}

// answer waits for what the copy does not have, and returns the pages that bring it there; none if nothing has changed
// for a while, or at once if that is asked for. Faults: "standby.unknown" if it has to send its hashes, "standby.older" if its program could not open
// the data.
func answer(ctx context.Context, pages *database.Pages, schema int, ask Ask) (set database.PageSet, err error) {
	if ask.Schema < schema {
		return set, fault.New(fault.Conflict, "standby.older", ask.Name)
	}
	if len(ask.Hashes) == 0 {
		pages.Confirm(ask.ID, ask.Mark)
	} else {
		pages.Compare(ask.ID)
	}
	patience := time.NewTimer(LongestWait)
	defer patience.Stop()
	for waiting := len(ask.Hashes) == 0; waiting; {
		now, news := pages.Now()
		if now != ask.Mark {
			break
		}
		if ask.AtOnce {
			return set, nil
		}
		select {
		case <-news:
		case <-patience.C:
			return set, nil
		case <-ctx.Done():
			pages.Lose(ask.ID)
			return set, ctx.Err()
		}
	}
	if len(ask.Hashes) > 0 || ask.Mark == (database.Mark{}) {
		return pages.Unlike(ctx, ask.hashes(), mostPages)
	}
	set, known, err := pages.Since(ctx, ask.Mark, mostPages)
	if err == nil && !known {
		err = fault.New(fault.Conflict, "standby.unknown")
	}
	return set, err
}
