// Package standby copies all the data of one computer, the leader, to other ones, its followers. A follower can take
// over after the leader fails.
//
// The leader responds with the changed pages of its file. A follower has them on its disk before the change is
// acknowledged to a client. Order and repetition do no harm: a response brings a copy to a later state or changes
// nothing.
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

	"tourney/internal/data/database"
	"tourney/internal/fault"
)

// A Request is a request by a follower.
type Request struct {
	// ID identifies the copy for ever, Run the program since its start. Name is the computer's name for people.
	// Addresses are its server addresses, the best ones first.
	ID        string   `json:"id"`
	Run       string   `json:"run"`
	Name      string   `json:"name"`
	Addresses []string `json:"addresses"`
	// Schema is the newest schema that its program can open.
	Schema int `json:"schema"`
	// Mark is the state of the copy. Hashes are the page hashes, one after another, if the mark was unknown.
	Mark   database.Mark `json:"mark"`
	Hashes []byte        `json:"hashes,omitempty"`
	// AtOnce requests a response without waiting for a change: a take-over checks that no change is missing.
	AtOnce bool `json:"atOnce,omitempty"`
}

const (
	// LongestWait is how long a response waits for a change.
	LongestWait = 2 * time.Second
	// mostPages limits the pages in a response, MostAsked the bytes of a request: enough hashes for a file of 8 GB.
	mostPages = 1000
	MostAsked = 24 << 20
	// longestName and mostAddresses limit the other fields of a request.
	longestName, mostAddresses = 200, 20
)

// ReadRequest reads a request. Faults: "standby.ask".
func ReadRequest(from io.Reader) (ask Request, err error) {
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

// servers returns the valid server addresses, the first mostAddresses of them.
func servers(addresses []string) []string {
	all := slices.DeleteFunc(slices.Clone(addresses), func(at string) bool { return len(at) > longestName || !isServer(at) })
	return all[:min(len(all), mostAddresses)]
}

// isServer reports whether a text is the address of a server, without a path.
func isServer(text string) bool {
	at, err := url.Parse(text)
	return err == nil && at.Hostname() != "" && (at.Scheme == "http" || at.Scheme == "https") && at.User == nil && strings.Trim(at.Path, "/")+at.RawQuery+at.Fragment == ""
}

// packed returns the request as compressed JSON.
func (a Request) packed() ([]byte, error) {
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

// hashes returns the hashes of the pages.
func (a Request) hashes() []database.PageHash {
	const size = len(database.PageHash{})
	all := make([]database.PageHash, len(a.Hashes)/size)
	for i := range all {
		all[i] = database.PageHash(a.Hashes[i*size:])
	}
	return all
}

// answer waits for changes since the state of a copy, and returns the changed pages; none after LongestWait, or at once
// with AtOnce. Faults: "standby.unknown" if the copy must send its hashes, "standby.older" if its program cannot open
// the data.
func answer(ctx context.Context, pages *database.Pages, schema int, ask Request) (set database.PageSet, err error) {
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
		return pages.Differing(ctx, ask.hashes(), mostPages)
	}
	set, known, err := pages.Since(ctx, ask.Mark, mostPages)
	if err == nil && !known {
		err = fault.New(fault.Conflict, "standby.unknown")
	}
	return set, err
}
