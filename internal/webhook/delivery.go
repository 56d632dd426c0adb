package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/changefeed"
	"tourney/internal/line"
	"tourney/internal/store"
)

// secretPrefix is what secrets begin with; base64 of the key follows.
const secretPrefix = "whsec_"

// newSecret returns a secret that deliveries are signed with.
func newSecret() string {
	const enough = 32 // bytes
	key := make([]byte, enough)
	_, _ = rand.Read(key) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// sign returns the signature of a delivery, sent at a time in seconds.
func sign(secret, id, seconds string, body []byte) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		key = []byte(secret) // cannot be: it is one of ours
	}
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "%s.%s.%s", id, seconds, body)
	return "v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil))
}

// A delivery is one message. Its ID and body are the same however often it is sent.
type delivery struct {
	id   string
	body []byte
	// after is the place in the changes up to which everything is delivered once this is.
	after changefeed.Cursor
}

// newDelivery returns a delivery without its body: of a change of a tournament, by its number, or of a test for 0.
func newDelivery(is store.Webhook, number int, after changefeed.Cursor) delivery {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %v", is.Secret, number, after))
	const enough = 16 // bytes
	return delivery{id: "msg_" + hex.EncodeToString(sum[:enough]), after: after}
}

// A message is the body of a delivery.
type message struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      any    `json:"data"`
}

// A tournamentChange is what a delivery says of a change.
type tournamentChange struct {
	Tournament string              `json:"tournament"`
	Version    int                 `json:"version"`
	Changes    []changefeed.Change `json:"changes"`
}

// body returns the body of a delivery about something that was at a time.
func body(kind string, at time.Time, data any) ([]byte, error) {
	text, err := json.Marshal(message{kind, at.UTC().Format(time.RFC3339), data})
	if err != nil {
		return nil, fmt.Errorf("write a delivery: %w", err)
	}
	return text, nil
}

// told returns the changes that a webhook is told of.
func told(is store.Webhook, changes []changefeed.Change) []changefeed.Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c changefeed.Change) bool {
		topic := topicOf[c.Kind]
		return topic != "" && len(is.Kinds) > 0 && !slices.Contains(is.Kinds, string(topic))
	})
}

// deliveries returns the entries of a page of changes of a tournament that a webhook is told of.
func deliveries(is store.Webhook, p changefeed.Page) (all []changefeed.Entry) {
	if p.Anew {
		all = append(all, changefeed.Entry{Version: p.Next.Version, At: p.Next.At, Changes: []changefeed.Change{{Kind: changefeed.Anew}}})
	}
	for _, e := range p.Entries {
		if e.Changes = told(is, e.Changes); len(e.Changes) > 0 {
			all = append(all, e)
		}
	}
	return all
}

const (
	// patience is how long a connection may take, answerWithin the whole answer.
	patience     = 5 * time.Second
	answerWithin = 15 * time.Second
	// mostAnswer bounds what is read of an answer, in bytes.
	mostAnswer = 64 << 10
)

// The reasons why a delivery was not taken, as message keys.
const (
	unreachable = "webhook.unreachable"
	inside      = "webhook.inside"
	refused     = "webhook.refused"
	moved       = "webhook.moved"
	gone        = "webhook.gone"
)

// send sends a delivery once, and returns why it was not taken, and how long the address wants to be left alone.
func (w *Webhooks) send(ctx context.Context, is store.Webhook, d delivery) (why store.WebhookTrouble, rest time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, is.Address, bytes.NewReader(d.body))
	if err != nil {
		return store.WebhookTrouble{Why: unreachable}, 0
	}
	seconds := strconv.FormatInt(w.director.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "tourney")
	r.Header.Set("Webhook-Id", d.id)
	r.Header.Set("Webhook-Timestamp", seconds)
	r.Header.Set("Webhook-Signature", sign(is.Secret, d.id, seconds, d.body))
	client := w.public
	if is.Nearby {
		client = w.nearby
	}
	answer, err := client.Do(r)
	switch {
	case errors.Is(err, line.ErrInside):
		return store.WebhookTrouble{Why: inside}, 0
	case err != nil:
		return store.WebhookTrouble{Why: unreachable}, 0
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, mostAnswer)) // so that the connection can be used again
	return refusal(answer.StatusCode), restOf(answer)
}

// refusal returns what the status of an answer means.
func refusal(status int) store.WebhookTrouble {
	switch {
	case status >= 200 && status < 300:
		return store.WebhookTrouble{}
	case status >= 300 && status < 400:
		return store.WebhookTrouble{Why: moved, Status: status}
	case status == http.StatusGone:
		return store.WebhookTrouble{Why: gone, Status: status}
	}
	return store.WebhookTrouble{Why: refused, Status: status}
}

// restOf returns how long an address wants to be left alone, 0 if it does not say.
func restOf(answer *http.Response) time.Duration {
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	const most = 24 * 60 * 60
	return time.Duration(min(seconds, most)) * time.Second
}
