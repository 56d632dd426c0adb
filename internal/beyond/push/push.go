// Package push sends the pairings of published rounds to the browsers of players, by Web Push.
//
//	p := push.New(director, sender, push.Config{Subject: subject, Write: write}, log)
//	err := p.Subscribe(ctx, "spring-cup", player, push.Browser{Endpoint: …}, "fi")
//	go p.Run(ctx)
//
// A browser registers at the push service of its maker, and gives this program an address there. The service gets
// encrypted messages (RFC 8291), signed by the key of this installation (VAPID, RFC 8292). The data file stores the
// last pairing sent to each browser, so nothing is sent twice when the program starts again.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/beyond/outbox"
	"tourney/internal/beyond/remote"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Message is the text of a notification.
type Message struct{ Title, Body string }

// A Pairing is the game of a player in the current round, nil for a bye. In open play it is the running game.
type Pairing struct {
	// Round is the number of the round, in open play the ID of the game: both grow.
	Round int
	Game  *tournament.Game
}

// A Config has the texts of messages.
type Config struct {
	// Subject returns the address of the server, for the push services.
	Subject func() string
	// Write returns the text about a pairing in a language.
	Write func(s *director.Snapshot, player tournament.PlayerID, p Pairing, language string) Message
}

// Pushes manages the subscriptions and sends to them. It is safe for concurrent use.
type Pushes struct {
	director *director.Director
	// sender returns the name of this installation, see publishing.Sender.
	sender func() string
	config Config
	log    *slog.Logger
	client *http.Client
	// changed has the slug of a tournament with a new subscription.
	changed chan string
	box     outbox.Outbox[int, store.PushList, *worker]
}

const (
	// Most limits the browsers of a player.
	Most = 5
	// longest limits the bytes of an endpoint.
	longest = 1000
	// mostChanged limits the unread changes; the outbox finds further ones in its list.
	mostChanged = 16
)

// New returns the subscriptions of a director in an installation.
func New(d *director.Director, sender func() string, config Config, log *slog.Logger) *Pushes {
	p := &Pushes{director: d, sender: sender, config: config, log: log, client: remote.PublicClient(patience, abreast), changed: make(chan string, mostChanged)}
	p.box = outbox.Outbox[int, store.PushList, *worker]{
		List: p.list, Key: func(l store.PushList) int { return l.Number }, Slug: func(l store.PushList) string { return l.Slug },
		New:     func(store.PushList, func()) *worker { return &worker{Pushes: p, failing: map[string]time.Time{}} },
		Changed: p.changed, Every: lookAgain, Subscribe: d.Subscribe, Pace: pace, Log: log,
	}
	return p
}

// Run sends until ctx ends. Now and then it deletes the subscriptions of past tournaments.
func (p *Pushes) Run(ctx context.Context) {
	defer p.client.CloseIdleConnections()
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() {
		for ctx.Err() == nil {
			if err := p.dropPast(ctx); err != nil && ctx.Err() == nil {
				p.log.Warn("past push subscriptions cannot be deleted", "error", err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(cleanEvery):
			}
		}
	})
	p.box.Run(ctx)
}

// dropPast deletes the subscriptions of past tournaments; nothing after a take-over by another computer.
func (p *Pushes) dropPast(ctx context.Context) error {
	has, err := store.HasPastPushes(ctx, p.director.Store(), p.director.Now())
	if err != nil || !has || p.director.Leadership().Yielded {
		return err
	}
	return p.director.Store().Tx(ctx, func(tx *store.Tx) error { return tx.DropPastPushes(p.director.Now()) })
}

// list returns the tournaments with subscriptions; none after a take-over by another computer.
func (p *Pushes) list(ctx context.Context) ([]store.PushList, error) {
	if p.director.Leadership().Yielded {
		return nil, nil
	}
	return store.PushLists(ctx, p.director.Store(), p.sender(), p.director.Now())
}

// keys are the key pair of this installation, both in base64.
type keys struct{ public, private string }

// keys returns the key pair. It is derived from a stored secret, which is made at the first use.
func (p *Pushes) keys(ctx context.Context) (k keys, err error) {
	seed, err := accounts.SigningKey(ctx, p.director.Store(), "push")
	if err != nil {
		return k, err
	}
	pair, err := ecdh.P256().NewPrivateKey(seed)
	for ; err != nil; pair, err = ecdh.P256().NewPrivateKey(seed) { // one of 2^32 seeds is no key
		sum := sha256.Sum256(seed)
		seed = sum[:]
	}
	text := base64.RawURLEncoding.EncodeToString
	return keys{text(pair.PublicKey().Bytes()), text(pair.Bytes())}, nil
}

// PublicKey returns the public key of this installation, which browsers need to register.
func (p *Pushes) PublicKey(ctx context.Context) (string, error) {
	k, err := p.keys(ctx)
	return k.public, err
}

// A Browser is the registration of a browser at its push service: the address there, and two keys in base64.
type Browser struct{ Endpoint, Key, Auth string }

// check returns "link.push.browser" unless the endpoint is a public https address and the keys are valid.
func (b Browser) check() error {
	at, err := url.Parse(b.Endpoint)
	wrong := err != nil || len(b.Endpoint) > longest || at.Scheme != "https" || at.User != nil || at.Hostname() == "" ||
		at.Port() != "" || remote.IsPrivate(at.Hostname())
	key, err := base64.RawURLEncoding.DecodeString(b.Key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	auth, unread := base64.RawURLEncoding.DecodeString(b.Auth)
	const authBytes = 16
	if wrong || err != nil || unread != nil || len(auth) != authBytes {
		return fault.New(fault.Invalid, "link.push.browser")
	}
	return nil
}

// Subscribe sends later pairings of a player to a browser, in a language. Of more than Most browsers of a player, the
// oldest ones are removed. Faults: "link.push.browser", "tournament.missing".
func (p *Pushes) Subscribe(ctx context.Context, t *tournament.Tournament, player tournament.PlayerID, b Browser, language string) error {
	if err := b.check(); err != nil {
		return err
	}
	now, _ := pairingOf(t, player)
	is := store.PushSubscription{
		Player: player, Endpoint: b.Endpoint, Key: b.Key, Auth: b.Auth, Language: language, Sender: p.sender(), Told: now.key(), Since: p.director.Now(),
	}
	err := p.director.Store().Tx(ctx, func(tx *store.Tx) error { return tx.KeepPush(t.Info.Slug, is, Most) })
	if err == nil {
		select {
		case p.changed <- t.Info.Slug:
		default:
		}
	}
	return err
}

// Unsubscribe removes a browser of a player; an unknown one is not an error.
func (p *Pushes) Unsubscribe(ctx context.Context, slug string, player tournament.PlayerID, endpoint string) error {
	return p.director.Store().Tx(ctx, func(tx *store.Tx) error { return tx.DropPush(slug, player, endpoint) })
}

// pairingOf returns the pairing of a player in the current round, and whether there is one.
func pairingOf(t *tournament.Tournament, player tournament.PlayerID) (p Pairing, found bool) {
	if t.IsOpen() {
		if p.Game = t.RunningGame(player); p.Game != nil {
			p.Round = p.Game.ID
		}
		return p, p.Game != nil
	}
	r := t.Round(t.Current())
	if r == nil {
		return p, false
	}
	p = Pairing{Round: r.Number, Game: r.Game(player)}
	return p, p.Game != nil || r.HasBye(player)
}

// key identifies a pairing: the round first, then the table and the players. The zero Pairing has "0".
func (p Pairing) key() string {
	if p.Game == nil {
		return fmt.Sprint(p.Round)
	}
	return fmt.Sprint(p.Round, p.Game.Table, p.Game.Black, p.Game.White)
}

// isNews reports whether a pairing should be sent after the one with the key told: it is another one, of no earlier
// round, and has no result.
func (p Pairing) isNews(told string) bool {
	var round int
	_, _ = fmt.Sscan(told, &round) // else it is 0
	return p.key() != told && p.Round >= round && (p.Game == nil || !p.Game.Decided().Known())
}
