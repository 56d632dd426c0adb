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

	"tourney/internal/beyond/changefeed"
	"tourney/internal/beyond/remote"
	"tourney/internal/data/store"
)

// secretPrefix begins each secret; base64 of the key follows.
const secretPrefix = "whsec_"

// newSecret returns a secret for the signatures of deliveries.
func newSecret() string {
	const enough = 32 // bytes
	key := make([]byte, enough)
	_, _ = rand.Read(key) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// sign returns the signature of a delivery. seconds is the time of sending, as a Unix time.
func sign(secret, id, seconds string, body []byte) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		key = []byte(secret) // impossible, because newSecret made it
	}
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "%s.%s.%s", id, seconds, body)
	return "v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil))
}

// A delivery is one message. Retries have the same ID and body.
type delivery struct {
	id   string
	body []byte
	// after is the cursor in the changes up to which everything is delivered after this delivery.
	after changefeed.Cursor
}

// newDelivery returns a delivery without its body, for a change of the tournament with a number, or for a test with 0.
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

// A tournamentChange is the data of a delivery about a change.
type tournamentChange struct {
	Tournament string              `json:"tournament"`
	Version    int                 `json:"version"`
	Changes    []changefeed.Change `json:"changes"`
}

// body returns the body of a delivery about an event at a time.
func body(kind string, at time.Time, data any) ([]byte, error) {
	text, err := json.Marshal(message{kind, at.UTC().Format(time.RFC3339), data})
	if err != nil {
		return nil, fmt.Errorf("write a delivery: %w", err)
	}
	return text, nil
}

// subscribed returns the changes that a webhook subscribes to.
func subscribed(is store.Webhook, changes []changefeed.Change) []changefeed.Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c changefeed.Change) bool {
		topic := topicOf[c.Kind]
		return topic != "" && len(is.Kinds) > 0 && !slices.Contains(is.Kinds, string(topic))
	})
}

// deliveries returns the entries that a webhook subscribes to, of a page of changes of a tournament.
func deliveries(is store.Webhook, p changefeed.Page) (all []changefeed.Entry) {
	if p.Anew {
		all = append(all, changefeed.Entry{Version: p.Next.Version, At: p.Next.At, Changes: []changefeed.Change{{Kind: changefeed.Anew}}})
	}
	for _, e := range p.Entries {
		if e.Changes = subscribed(is, e.Changes); len(e.Changes) > 0 {
			all = append(all, e)
		}
	}
	return all
}

const (
	// patience is the timeout of a connection, answerWithin of the whole response.
	patience     = 5 * time.Second
	answerWithin = 15 * time.Second
	// mostAnswer limits the bytes read of a response.
	mostAnswer = 64 << 10
)

// The reasons for failed deliveries, as message keys.
const (
	unreachable = "webhook.unreachable"
	inside      = "webhook.inside"
	refused     = "webhook.refused"
	moved       = "webhook.moved"
	gone        = "webhook.gone"
)

// send sends a delivery once, and returns the reason for a failure, and the pause that the server requests.
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
	case errors.Is(err, remote.ErrInside):
		return store.WebhookTrouble{Why: inside}, 0
	case err != nil:
		return store.WebhookTrouble{Why: unreachable}, 0
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, mostAnswer)) // so that the connection can be reused
	return refusal(answer.StatusCode), retryAfter(answer)
}

// refusal returns the trouble for the status of a response.
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

// retryAfter returns the pause of a Retry-After header in seconds, at most a day, 0 without one.
func retryAfter(answer *http.Response) time.Duration {
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	const most = 24 * 60 * 60
	return time.Duration(min(seconds, most)) * time.Second
}
