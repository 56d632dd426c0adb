// Package webhook sends changes of tournaments to addresses.
//
//	w := webhook.New(director, sender, log)
//	secret, err := w.Add(ctx, by, organisation, webhook.Request{Address: "https://club.example/tourney"})
//	go w.Run(ctx)
//
// The data file stores the last delivered change for each address, so no change is lost when the program ends or an
// address does not respond. Deliveries contain only public data, see package changefeed. Their format is the Standard
// Webhooks specification.
package webhook

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/beyond/changefeed"
	"tourney/internal/beyond/outbox"
	"tourney/internal/beyond/remote"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// Webhooks manages the webhooks of organisations and delivers to them. It is safe for concurrent use.
type Webhooks struct {
	director *director.Director
	// sender returns the name of this installation, see publishing.Sender.
	sender func() string
	kept   store.Webhooks
	log    *slog.Logger
	feed   changefeed.Feed
	// public connects to addresses on the internet, nearby also to addresses in the local network.
	public, nearby *http.Client
	// places limits the concurrent deliveries.
	places *semaphore.Weighted
	pace   pace
	// instance identifies this instance among others at one database.
	instance string
	box      *outbox.Outbox[int, store.Webhook, *worker]

	mu sync.Mutex
	// list are the webhooks with pending changes at the last check, seen the stamp of the data then, again the time of
	// the next check of unchanged data.
	list  []store.Webhook
	seen  string
	again time.Time
}

// A pace has the intervals and pauses of deliveries.
type pace struct {
	// look is the polling interval for changes.
	look time.Duration
	// first and longest limit the backoff between retries.
	first, longest time.Duration
	// turn is the time after which a worker that has delivered something renews its lease.
	turn time.Duration
}

// New returns the webhooks of a director in an installation.
func New(d *director.Director, sender func() string, log *slog.Logger) *Webhooks {
	w := &Webhooks{
		director: d, sender: sender, kept: d.Access().Webhooks(), log: log, feed: changefeed.New(d),
		public: remote.PublicClient(patience, 1), nearby: remote.Client(patience, 1), places: semaphore.NewWeighted(mostSending),
		pace:     pace{look: time.Second, first: 5 * time.Second, longest: 10 * time.Minute, turn: time.Second},
		instance: rand.Text(),
	}
	w.box = w.newBox()
	return w
}

const (
	// Most limits the webhooks of an organisation, longest the bytes of an address, mostSending the concurrent
	// deliveries.
	Most        = 10
	longest     = 500
	mostSending = 64
)

// A Topic is a kind of changes to subscribe to.
type Topic string

// The topics.
const (
	Results  Topic = "results"
	Pairings Topic = "pairings"
	Players  Topic = "players"
	Final    Topic = "final"
	Others   Topic = "others"
)

// Topics are all topics.
var Topics = []Topic{Results, Pairings, Players, Final, Others}

// TopicNames lists all topics.
func TopicNames() string {
	var names []string
	for _, t := range Topics {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// topicOf has the topics of changes. Changes without a topic are always delivered.
var topicOf = map[changefeed.Kind]Topic{
	changefeed.Result: Results, changefeed.Round: Pairings, changefeed.Pairing: Pairings, changefeed.Player: Players, changefeed.Team: Players,
	changefeed.Final: Final, changefeed.About: Others, changefeed.Settings: Others, changefeed.Announcement: Others, changefeed.Picture: Others,
}

// A Request is a request for a webhook.
type Request struct {
	Address string
	// Slug is the slug of the only tournament, "" for all of the organisation.
	Slug string
	// Topics are the subscribed topics, none for all.
	Topics []Topic
	// Nearby permits an address in the local network. Only the operator of the server may request it.
	Nearby bool
}

// ParseAddress returns the normal form of an address. Faults: "webhook.address", and unless nearby "webhook.plain"
// without encryption and "webhook.inside" in a local network.
func ParseAddress(text string, nearby bool) (string, error) {
	text, _, _ = strings.Cut(text, "#") // a server never gets the fragment
	text = strings.TrimSpace(text)
	at, err := url.Parse(text)
	if err != nil || at.Hostname() == "" || at.User != nil || at.Scheme != "https" && at.Scheme != "http" || !utf8.ValidString(text) {
		return "", fault.New(fault.Invalid, "webhook.address", fault.Clip(text))
	}
	at.Host = strings.ToLower(at.Host)
	if len(at.String()) > longest {
		return "", fault.New(fault.Invalid, "webhook.address", fault.Clip(text))
	}
	switch {
	case !nearby && remote.IsPrivate(at.Hostname()):
		return "", fault.New(fault.Denied, "webhook.inside", at.Host)
	case !nearby && at.Scheme == "http":
		return "", fault.New(fault.Invalid, "webhook.plain", at.Host)
	}
	return at.String(), nil
}

// Add creates a webhook for later changes, and returns the secret for its signatures. Faults: any of ParseAddress,
// "webhook.topic", "webhook.many", "tournament.missing".
func (w *Webhooks) Add(ctx context.Context, by accounts.Session, organisation int, request Request) (secret string, err error) {
	address, err := ParseAddress(request.Address, request.Nearby)
	if err != nil {
		return "", err
	}
	added := store.Webhook{
		Organisation: organisation, Slug: strings.TrimSpace(request.Slug), Address: address, Secret: newSecret(), Kinds: []string{}, Nearby: request.Nearby,
		By: by.User, Created: w.director.Now(), Sender: w.sender(),
	}
	for _, topic := range request.Topics {
		if !slices.Contains(Topics, topic) {
			return "", fault.New(fault.Invalid, "webhook.topic", fault.Clip(string(topic)), TopicNames())
		}
		added.Kinds = append(added.Kinds, string(topic))
	}
	err = w.office(by, organisation).Noting(ctx, accounts.EventWebhook, host(address), func(tx *store.Tx) error {
		all, err := tx.FindWebhooks(organisation)
		if err != nil {
			return err
		}
		if len(all) >= Most {
			return fault.New(fault.Conflict, "webhook.many", Most)
		}
		_, err = tx.AddWebhook(added)
		return err
	})
	return added.Secret, err
}

func (w *Webhooks) office(by accounts.Session, organisation int) *accounts.OrganisationAdmin {
	return w.director.Access().People().OrganisationAdmin(by, organisation)
}

// Remove removes a webhook: "webhook.missing".
func (w *Webhooks) Remove(ctx context.Context, by accounts.Session, organisation, id int) error {
	is, err := w.find(ctx, organisation, id)
	if err != nil {
		return err
	}
	return w.office(by, organisation).Noting(ctx, accounts.EventWebhookRemoved, host(is.Address), func(tx *store.Tx) error {
		return tx.DropWebhook(id)
	})
}

// Resume delivers all pending changes at once, from this installation: "webhook.missing".
func (w *Webhooks) Resume(ctx context.Context, by accounts.Session, organisation, id int) error {
	is, err := w.find(ctx, organisation, id)
	if err != nil {
		return err
	}
	return w.office(by, organisation).Noting(ctx, accounts.EventWebhookResumed, host(is.Address), func(tx *store.Tx) error {
		return tx.ResumeWebhook(id, w.sender())
	})
}

// Test delivers a test, and returns the reason for a failure: "webhook.missing", or the result of Trouble.
func (w *Webhooks) Test(ctx context.Context, organisation, id int) error {
	is, err := w.find(ctx, organisation, id)
	if err != nil {
		return err
	}
	now := w.director.Now()
	d := newDelivery(is, 0, changefeed.Cursor{At: now})
	if d.body, err = body("test", now, struct{}{}); err != nil {
		return err
	}
	why, _ := w.send(ctx, is, d)
	is.WebhookTrouble = why
	return Trouble(is)
}

func (w *Webhooks) find(ctx context.Context, organisation, id int) (store.Webhook, error) {
	all, err := w.kept.All(ctx, organisation)
	if err != nil {
		return store.Webhook{}, err
	}
	if i := slices.IndexFunc(all, func(is store.Webhook) bool { return is.ID == id }); i >= 0 && organisation != 0 {
		return all[i], nil
	}
	return store.Webhook{}, fault.New(fault.NotFound, "webhook.missing")
}

// A State is a webhook with its number of pending deliveries.
type State struct {
	store.Webhook
	// Here is set if this installation delivers.
	Here bool
	// Waiting counts the pending deliveries, up to MostCounted.
	Waiting int
}

// MostCounted limits the count of pending deliveries.
const MostCounted = 100

// List returns the webhooks of an organisation, the oldest first.
func (w *Webhooks) List(ctx context.Context, organisation int) ([]State, error) {
	all, err := w.kept.All(ctx, organisation)
	if err != nil {
		return nil, err
	}
	var ids []int
	for _, is := range all {
		ids = append(ids, is.ID)
	}
	heads, err := w.kept.Due(ctx, ids...)
	if err != nil {
		return nil, err
	}
	states := make([]State, len(all))
	for i, is := range all {
		states[i] = State{Webhook: is, Here: w.isOwn(is)}
		if states[i].Waiting, err = w.count(ctx, is, heads[is.ID]); err != nil {
			return nil, err
		}
	}
	return states, nil
}

// count returns the number of pending deliveries.
func (w *Webhooks) count(ctx context.Context, is store.Webhook, heads []store.Head) (n int, err error) {
	for _, head := range heads {
		for p := (changefeed.Page{Next: reached(head), More: true}); p.More && n < MostCounted; {
			p, err = w.read(ctx, head, p.Next)
			if _, known := fault.As(err); known { // it was just deleted, or is damaged
				break
			}
			if err != nil {
				return 0, err
			}
			n += len(deliveries(is, p))
		}
	}
	return min(n, MostCounted), nil
}

// Trouble returns the reason why deliveries of a webhook fail, nil if they succeed.
func Trouble(is store.Webhook) error {
	switch is.Why {
	case "":
		return nil
	case refused:
		return fault.New(fault.Unavailable, is.Why, host(is.Address), is.Status)
	}
	return fault.New(fault.Unavailable, is.Why, host(is.Address))
}

func host(address string) string {
	if at, err := url.Parse(address); err == nil {
		return at.Host
	}
	return address
}

// reached returns the last change of a tournament that a webhook has received.
func reached(h store.Head) changefeed.Cursor {
	if h.Reached == nil {
		return changefeed.Cursor{}
	}
	return changefeed.Cursor(*h.Reached)
}

// read returns the changes of a tournament after a cursor. A deleted tournament has one change, which hides it.
func (w *Webhooks) read(ctx context.Context, h store.Head, after changefeed.Cursor) (changefeed.Page, error) {
	if !h.Deleted {
		return w.feed.Read(ctx, h.Slug, after)
	}
	gone := changefeed.Entry{Version: h.Version, At: h.At, Changes: []changefeed.Change{{Kind: changefeed.Hidden}}}
	return changefeed.Page{Entries: []changefeed.Entry{gone}, Next: changefeed.Cursor(h.Cursor)}, nil
}
