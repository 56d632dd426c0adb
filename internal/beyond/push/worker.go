package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"tourney/internal/app/director"
	"tourney/internal/beyond/outbox"
	"tourney/internal/data/store"
)

const (
	// patience is the timeout of a connection, answerWithin of the whole response.
	patience     = 5 * time.Second
	answerWithin = 15 * time.Second
	// mostAnswer limits the bytes read of a response.
	mostAnswer = 16 << 10
	// abreast limits the concurrent messages of a tournament.
	abreast = 16
	// lookAgain is the polling interval for changes by another program, debounce the debounce interval for changes.
	lookAgain = 5 * time.Second
	debounce  = time.Second
	// cleanEvery is the pause between deletions of past subscriptions.
	cleanEvery = time.Hour
	// givesUpAfter is the time after which a failing message is dropped: the round has begun. The push service also
	// stores messages for a phone without a connection only for this time.
	givesUpAfter = time.Hour
)

var pace = outbox.Pace{First: 5 * time.Second, Longest: 5 * time.Minute, Patience: func(error) time.Duration { return 0 }}

// A worker sends the pairings of one tournament.
type worker struct {
	*Pushes
	// failing has the times of the first failures by endpoint.
	failing map[string]time.Time
}

// Serves reports true.
func (w *worker) Serves(store.PushList) bool { return true }

// Note logs a failure.
func (w *worker) Note(err error) {
	if err != nil {
		w.log.Warn("push messages wait", "error", err)
	}
}

// Pauses returns the pauses after a success.
func (w *worker) Pauses() outbox.Pauses {
	return outbox.Pauses{Debounce: debounce, Least: debounce, Most: 10 * time.Minute}
}

// Attend does nothing.
func (w *worker) Attend(context.Context) {}

// Close does nothing.
func (w *worker) Close() {}

// An outcome is the result of a message to a subscription: ended by its service, failed with err, or sent.
type outcome struct {
	to    store.PushSubscription
	told  string
	ended bool
	err   error
}

// Send sends the new pairings of a tournament, and stores the outcome. One instance does it at a time.
func (w *worker) Send(ctx context.Context, l store.PushList) error {
	release, err := w.director.KeyValue.Lock(ctx, fmt.Sprint("push/", l.Number))
	if err != nil {
		return err
	}
	defer release()
	snapshot, err := w.director.Snapshot(ctx, l.Slug)
	if err != nil {
		return err
	}
	all, err := store.PushSubscriptions(ctx, w.director.Store(), l.Slug)
	if err != nil {
		return err
	}
	outcomes, err := w.sendAll(ctx, snapshot, all)
	if err != nil || ctx.Err() != nil || len(outcomes) == 0 {
		return errors.Join(err, ctx.Err())
	}
	return w.note(ctx, l.Slug, outcomes)
}

// sendAll sends the news to all subscriptions of this installation.
func (w *worker) sendAll(ctx context.Context, s *director.Snapshot, all []store.PushSubscription) (outcomes []outcome, err error) {
	keys, err := w.keys(ctx)
	if err != nil {
		return nil, err
	}
	var sending sync.WaitGroup
	var mu sync.Mutex
	places := make(chan struct{}, abreast)
	for _, to := range all {
		now, found := pairingOf(s.Tournament, to.Player)
		if to.Sender != w.sender() || !found || !now.isNews(to.Told) {
			continue
		}
		places <- struct{}{}
		sending.Go(func() {
			defer func() { <-places }()
			ended, err := w.sendOne(ctx, keys, s, to, now)
			mu.Lock()
			defer mu.Unlock()
			outcomes = append(outcomes, outcome{to, now.key(), ended, err})
		})
	}
	sending.Wait()
	return outcomes, nil
}

// note stores outcomes. It returns the errors of messages that should be sent again.
func (w *worker) note(ctx context.Context, slug string, outcomes []outcome) (err error) {
	now := w.director.Now()
	var waits []error
	stored := w.director.Store().Tx(ctx, func(tx *store.Tx) (err error) {
		waits = nil
		for _, o := range outcomes {
			since, fails := w.failing[o.to.Endpoint]
			switch {
			case o.ended:
				err = errors.Join(err, tx.DropPush(slug, 0, o.to.Endpoint))
			case o.err == nil || fails && now.Sub(since) >= givesUpAfter:
				err = errors.Join(err, tx.NotePush(slug, o.to, o.told))
			default:
				waits = append(waits, o.err)
			}
		}
		return err
	})
	for _, o := range outcomes {
		if _, fails := w.failing[o.to.Endpoint]; o.err == nil {
			delete(w.failing, o.to.Endpoint)
		} else if !fails {
			w.failing[o.to.Endpoint] = now
		}
	}
	if len(waits) > 0 {
		waits = []error{fmt.Errorf("%d of %d messages: %w", len(waits), len(outcomes), waits[0])}
	}
	return errors.Join(append(waits, stored)...)
}

// A payload is the content of a message, as static/worker.js reads it.
type payload struct {
	Title    string `json:"title"`
	Body     string `json:"body"`
	Address  string `json:"address"`
	Language string `json:"language"`
}

// sendOne sends a pairing to a subscription, and reports whether its service has ended the subscription.
func (w *worker) sendOne(ctx context.Context, k keys, s *director.Snapshot, to store.PushSubscription, now Pairing) (ended bool, err error) {
	token, err := w.director.PlayerToken(ctx, s.Tournament, to.Player)
	if err != nil {
		return false, err
	}
	text := w.config.Write(s, to.Player, now, to.Language)
	content, err := json.Marshal(payload{text.Title, text.Body, "/t/" + s.Tournament.Info.Slug + "/me/" + token, to.Language})
	if err != nil {
		return false, fmt.Errorf("write a push message: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	answer, err := webpush.SendNotificationWithContext(ctx, content, &webpush.Subscription{
		Endpoint: to.Endpoint, Keys: webpush.Keys{Auth: to.Auth, P256dh: to.Key},
	}, &webpush.Options{
		HTTPClient: w.client, Subscriber: w.config.Subject(), VAPIDPublicKey: k.public, VAPIDPrivateKey: k.private,
		TTL: int(givesUpAfter / time.Second), Urgency: webpush.UrgencyHigh, Topic: "pairing",
	})
	if err != nil {
		if fails, is := errors.AsType[*url.Error](err); is {
			err = fails.Err // its address is a secret of the browser
		}
		return false, fmt.Errorf("send a push message: %w", err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, mostAnswer)) // so that the connection can be reused
	return judge(answer.StatusCode)
}

// judge returns the outcome for the status of a response. A refused message is not sent again.
func judge(status int) (ended bool, err error) {
	switch {
	case status == http.StatusNotFound, status == http.StatusGone, status == http.StatusUnauthorized, status == http.StatusForbidden: // the last ones: of another key
		return true, nil
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= 500, status >= 300 && status < 400:
		return false, fmt.Errorf("the push service answers %d", status)
	}
	return false, nil
}
