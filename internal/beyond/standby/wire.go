package standby

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tourney/internal/beyond/remote"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A peerClient sends requests to another computer.
type peerClient struct {
	address, token string
	client         *http.Client
}

const (
	patience = 1500 * time.Millisecond
	// slowest is the speed of the slowest connection, in bytes a second.
	slowest = 8 << 10
	// mostAnswer limits a response, in bytes.
	mostAnswer = 64 << 20
)

// ask requests pages. Faults: as Answer, and as send.
func (w peerClient) ask(ctx context.Context, ask Request) (set database.PageSet, err error) {
	body, err := ask.packed()
	if err != nil {
		return set, err
	}
	text, err := w.send(ctx, http.MethodPost, "", body, LongestWait)
	if err != nil || text == nil {
		return set, err
	}
	set, _, whole := database.ReadEntry(text)
	if !whole {
		return set, fault.New(fault.Unavailable, "standby.answer")
	}
	return set, nil
}

// yield requests that the leader yields to another computer, and returns the last state of its data. Faults: as Yield
// and send.
func (w peerClient) yield(ctx context.Context, to store.Leadership) (last database.Mark, err error) {
	body, err := json.Marshal(Status{Epoch: to.Epoch, Holder: to.Holder, Name: to.Name, Address: to.Address, At: to.At})
	if err != nil {
		return last, fmt.Errorf("write a reign: %w", err)
	}
	text, err := w.send(ctx, http.MethodPost, "/reign", body, LongestWait)
	if err == nil {
		err = read(text, &last)
	}
	return last, err
}

// status requests the leadership of another computer. Faults: as Leader.Status and send.
func (w peerClient) status(ctx context.Context, question string) (s Status, err error) {
	text, err := w.send(ctx, http.MethodGet, "/reign?question="+url.QueryEscape(question), nil, 0)
	if err == nil {
		err = read(text, &s)
	}
	return s, err
}

func read(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return fault.Wrap(err, fault.Unavailable, "standby.answer")
	}
	return nil
}

// send sends a request and returns the response, nil for an empty one. late is added to the timeout. Faults:
// "standby.unreachable", "tls.fingerprint" for another certificate, "standby.answer" for a response in another format,
// any of remote.OtherScheme, "standby.refused" with the error text.
func (w peerClient) send(ctx context.Context, method, path string, body []byte, late time.Duration) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(patience+late+time.Duration(len(body))*time.Second/slowest, cancel)
	defer silence.Stop()
	r, err := http.NewRequestWithContext(ctx, method, w.address+"/api/v1/standby"+path, bytes.NewReader(body))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "standby.unreachable", w.address)
	}
	if w.token != "" {
		r.Header.Set("Authorization", "Bearer "+w.token)
	}
	answer, err := w.client.Do(r)
	if err != nil {
		w.client.CloseIdleConnections()
		if _, known := fault.As(err); known { // the certificate is that of another computer
			return nil, err
		}
		return nil, cmp.Or(remote.OtherScheme(ctx, w.address, err), fault.Wrap(err, fault.Unavailable, "standby.unreachable", w.address))
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(timeoutReader{answer.Body, silence}, mostAnswer))
	switch {
	case err != nil:
		if len(text) > 0 {
			err = errors.Join(err, errBroken)
		}
		return nil, fault.Wrap(err, fault.Unavailable, "standby.unreachable", w.address)
	case answer.StatusCode == http.StatusNoContent:
		return nil, nil
	case answer.StatusCode != http.StatusOK:
		err := refusal(text)
		if fault.Is(err, "standby.answer") {
			err = cmp.Or(remote.OtherScheme(ctx, w.address, err), err)
		}
		return nil, err
	}
	return text, nil
}

// errBroken is the error of a response that broke off: its sender is reachable.
var errBroken = errors.New("the answer broke off")

// A timeoutReader is a response body whose timeout restarts with each read.
type timeoutReader struct {
	io.Reader
	silence *time.Timer
}

// Read implements io.Reader.
func (h timeoutReader) Read(p []byte) (n int, err error) {
	if n, err = h.Reader.Read(p); n > 0 {
		h.silence.Reset(patience)
	}
	return n, err
}

// An errorBody is the body of an error response.
type errorBody struct{ Error, Code string }

// clipped returns the sentence, which ends with an address, cut to 400 bytes.
func (s errorBody) clipped() string {
	const longest = 400
	return strings.ToValidUTF8(s.Error[:min(len(s.Error), longest)], "")
}

// errPassed is the error after a take-over by another computer.
var errPassed = errors.New("another computer has taken over")

// refusal returns the error of an error response.
func refusal(text []byte) error {
	var said errorBody
	switch err := json.Unmarshal(text, &said); {
	case err != nil:
		return fault.Wrap(err, fault.Unavailable, "standby.answer")
	case said.Code == "standby.unknown":
		return fault.New(fault.Conflict, said.Code)
	case said.Code == "standby.same": // the other program may be this one before its restart
		return fault.New(fault.Unavailable, "standby.twin")
	case said.Code == "standby.yielded", said.Code == "standby.passed":
		return fault.Wrap(errPassed, fault.Conflict, "standby.refused", said.clipped())
	}
	return fault.New(fault.Unavailable, "standby.refused", said.clipped())
}
