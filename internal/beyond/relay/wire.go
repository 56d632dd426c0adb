package relay

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
	"strconv"
	"strings"
	"time"

	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/remote"
	"tourney/internal/fault"
)

// A client is a client of a hub for one sender, an installation.
type client struct {
	hub, token, sender string
	client             *http.Client
}

// SenderHeader names the installation that sends a request: a hub refuses publications of itself.
const SenderHeader = "Tourney-Sender"

const (
	// patience is the timeout of a response, in addition to the time for the state on a connection of slowest bytes a
	// second.
	patience = 1500 * time.Millisecond
	slowest  = 8 << 10
	// mostAnswer limits a response in bytes, mostSaid the hub's explanation of a refusal in characters.
	mostAnswer = 8 << 20
	mostSaid   = 300
)

func newClient(hub, token, sender string) *client {
	return &client{hub, token, sender, remote.Client(patience, http.DefaultMaxIdleConnsPerHost)}
}

func (w *client) close() { w.client.CloseIdleConnections() }

// name returns the host name of the hub.
func (w *client) name() string {
	if at, err := url.Parse(w.hub); err == nil {
		return at.Host
	}
	return w.hub
}

// HubAddress returns the normal form of a typed or pasted hub address, or "relay.address"; "relay.plain" where the
// token would travel unencrypted.
func HubAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	at, err := url.Parse(text)
	if err != nil || at.Hostname() == "" || at.User != nil || at.Scheme != "https" && at.Scheme != "http" {
		return "", fault.New(fault.Invalid, "relay.address", fault.Clip(text))
	}
	if at.Scheme == "http" && !remote.IsLocal(at.Hostname()) {
		return "", fault.New(fault.Invalid, "relay.plain", at.Host)
	}
	host := strings.ToLower(at.Host)
	if port := at.Port(); at.Scheme == "https" && port == "443" || at.Scheme == "http" && port == "80" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return at.Scheme + "://" + host, nil
}

// put sends a state.
func (w *client) put(ctx context.Context, origin string, s publication.State, known func(hash string) bool) (answer publication.Answer, err error) {
	var packed bytes.Buffer
	if err := publication.Write(&packed, s, known); err != nil {
		return answer, err
	}
	return w.send(ctx, request{method: http.MethodPut, path: origin, body: packed.Bytes()})
}

// show sends the moves of live games.
func (w *client) show(ctx context.Context, origin string, b publication.Boards) (answer publication.Answer, err error) {
	var packed bytes.Buffer
	if err := publication.WriteBoards(&packed, b); err != nil {
		return answer, err
	}
	return w.send(ctx, request{method: http.MethodPut, path: origin + "/boards", body: packed.Bytes()})
}

// send sends a compressed body.
func (w *client) send(ctx context.Context, packed request) (answer publication.Answer, err error) {
	packed.kind = "application/gzip"
	text, err := w.do(ctx, packed)
	if err == nil && json.Unmarshal(text, &answer) != nil {
		err = fault.New(fault.Unavailable, "relay.answer", w.name())
	}
	return answer, err
}

// withdraw removes the tournament from the hub: errWaiting while reports outside wish.Taken wait.
func (w *client) withdraw(ctx context.Context, origin string, wish publishing.Withdrawal) error {
	wanted := url.Values{"sender": {wish.Sender}, "stamp": {strconv.FormatInt(wish.Stamp, 10)}}
	if len(wish.Taken) > 0 {
		wanted.Set("taken", strings.Join(wish.Taken, " "))
	}
	if wish.Anyway {
		wanted.Set("anyway", "1")
	}
	if wish.Claims { // an older hub refuses the parameter
		wanted.Set("claims", "1")
	}
	_, err := w.do(ctx, request{method: http.MethodDelete, path: origin + "?" + wanted.Encode(), waits: longestWithdrawal})
	return err
}

// longestWithdrawal is added to the timeout while others write to the hub: a person waits for the response.
const longestWithdrawal = 10 * time.Second

// errWaiting is the error while reports wait at the hub.
var errWaiting = errors.New("reports wait at the hub")

// reports sends the settled reports to the hub, and waits for new ones.
func (w *client) reports(ctx context.Context, origin, sender string, were settled) (answer publication.Reports, err error) {
	said := map[string]string{"taken": strings.Join(were.taken, " "), "sender": sender}
	if len(were.refused) > 0 { // an older hub refuses the field
		said["refused"] = strings.Join(were.refused, " ")
	}
	body, err := json.Marshal(said)
	if err != nil {
		return answer, err
	}
	text, err := w.do(ctx, request{
		method: http.MethodPost, path: origin + "/reports", body: body, kind: "application/json",
		waits: publication.ReportsWait + publication.MostReports*time.Second/slowest,
	})
	if err == nil && json.Unmarshal(text, &answer) != nil {
		err = fault.New(fault.Unavailable, "relay.answer", w.name())
	}
	return answer, err
}

// A request is a request about a publication.
type request struct {
	method, path string
	body         []byte
	// kind is the content type of the body; waits is added to the timeout.
	kind  string
	waits time.Duration
}

// do sends a request about a publication and returns the response. Faults: "relay.unreachable", "relay.token",
// "relay.own", "relay.refused" with the hub's text, "relay.answer" for a response of another program, and any of
// remote.OtherScheme.
func (w *client) do(ctx context.Context, ask request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience+ask.waits+time.Duration(len(ask.body))*time.Second/slowest)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, ask.method, w.hub+"/api/v1/publications/"+ask.path, bytes.NewReader(ask.body))
	if err != nil {
		return nil, fmt.Errorf("ask a hub: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+w.token)
	r.Header.Set(SenderHeader, w.sender)
	if ask.kind != "" {
		r.Header.Set("Content-Type", ask.kind)
	}
	answer, err := w.client.Do(r)
	if err != nil {
		w.client.CloseIdleConnections() // they may be broken too
		return nil, cmp.Or(remote.OtherScheme(ctx, w.hub, err), fault.Wrap(err, fault.Unavailable, "relay.unreachable", w.name()))
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "relay.unreachable", w.name())
	}
	if to, err := answer.Location(); err == nil && answer.StatusCode >= 300 && answer.StatusCode < 400 {
		return nil, fault.New(fault.Invalid, "relay.moved", to.Scheme+"://"+to.Host)
	}
	err = w.refusal(answer.StatusCode, text)
	if fault.Is(err, "relay.answer") {
		err = cmp.Or(remote.OtherScheme(ctx, w.hub, err), err)
	}
	return text, err
}

// refusal returns the fault of a failed request, nil for a success.
func (w *client) refusal(status int, text []byte) error {
	if status == http.StatusOK || status == http.StatusNoContent {
		return nil
	}
	var said struct{ Error, Code string }
	if json.Unmarshal(text, &said) != nil || said.Code == "" {
		if status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout { // a proxy without its server
			return fault.Wrap(errors.New(http.StatusText(status)), fault.Unavailable, "relay.unreachable", w.name())
		}
		return fault.Wrap(errors.New(http.StatusText(status)), fault.Unavailable, "relay.answer", w.name())
	}
	switch said.Code {
	case "people.token", "api.token", "api.scope":
		return fault.New(fault.Denied, "relay.token", w.name())
	case "publication.own":
		return fault.New(fault.Invalid, "relay.own", w.name())
	case "publication.deleted":
		return fault.New(fault.Conflict, "relay.deleted", w.name())
	case "publication.another":
		return fault.New(fault.Conflict, "relay.another")
	case "publication.waiting":
		return errWaiting
	case "publication.none":
		return fault.New(fault.NotFound, "relay.none", w.name())
	case "fault.page", "api.method", "api.field", "api.parameter":
		return fault.New(fault.NotFound, "relay.older", w.name())
	}
	words := []rune(said.Error)
	kind := fault.Unavailable
	switch status {
	case http.StatusTooManyRequests:
		kind = fault.TooMany
	case http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge, http.StatusForbidden, http.StatusConflict:
		kind = fault.Conflict
	}
	return fault.New(kind, "relay.refused", w.name(), string(words[:min(len(words), mostSaid)]))
}

// Token returns a pasted token without blanks, or "relay.token.wrong" for an impossible one. An empty one is "".
func Token(text string) (string, error) {
	const longest = 100
	text = strings.Join(strings.Fields(text), "")
	if len(text) > longest || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return "", fault.New(fault.Invalid, "relay.token.wrong")
	}
	return text, nil
}
