package push

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

var anna = director.Actor{Name: "Anna"}

// A phone is a browser that decrypts its messages (RFC 8291).
type phone struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newPhone(t *testing.T) *phone {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return &phone{key, auth}
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// at returns the registration of the phone at an endpoint.
func (p *phone) at(endpoint string) Browser {
	return Browser{endpoint, text(p.key.PublicKey().Bytes()), text(p.auth)}
}

// open decrypts a message of one record.
func (p *phone) open(body []byte) (payload, error) {
	var got payload
	salt, size, length := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	sender, sealed := body[21:21+length], body[21+length:]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil || len(body) > int(size) {
		return got, fmt.Errorf("%d bytes in a record of %d: %w", len(body), size, err)
	}
	shared, err := p.key.ECDH(public)
	if err != nil {
		return got, err
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, failed := hkdf.Key(sha256.New, secret, salt, info, n)
		if failed != nil {
			err = failed
		}
		return key
	}
	secret := derive(shared, p.auth, "WebPush: info\x00"+string(p.key.PublicKey().Bytes())+string(sender), 32)
	block, failed := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if failed != nil {
		return got, failed
	}
	gcm, failed := cipher.NewGCM(block)
	if failed != nil {
		return got, failed
	}
	plain, failed := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if failed != nil || err != nil {
		return got, fmt.Errorf("%w, %w", failed, err)
	}
	plain = bytes.TrimRight(plain, "\x00")
	return got, json.Unmarshal(bytes.TrimSuffix(plain, []byte{2}), &got)
}

// A hall is a director with a tournament, and a push service for the phones of its players.
type hall struct {
	*testing.T
	director *director.Director
	pushes   *Pushes
	service  *httptest.Server
	phones   map[string]*phone // by path

	mu      sync.Mutex
	got     []string       // "/path title: body"
	answers map[string]int // by path, else 201
	asked   int
	arrived chan struct{}
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{T: t, director: director.New(databasetest.Open(t, store.OpenScratch), time.Now), phones: map[string]*phone{}, answers: map[string]int{}, arrived: make(chan struct{}, 100)}
	h.service = httptest.NewTLSServer(http.HandlerFunc(h.receive))
	t.Cleanup(h.service.Close)
	settings, err := tournament.PresetNamed("egf")
	h.check(err)
	_, err = h.director.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "cup", Name: "Cup"}, Settings: settings})
	h.check(err)
	for i := range 5 {
		_, err := h.director.On(anna, "cup").AddPlayer(t.Context(),
			tournament.Player{Family: fmt.Sprint("Player", i), Rank: rank.Kyu(3), Status: tournament.CheckedIn}, tournament.AllowNamesakes, "")
		h.check(err)
	}
	h.pushes = New(h.director, func() string { return "here" }, Config{
		Subject: func() string { return "https://go.example.org" },
		Write: func(_ *director.Snapshot, player tournament.PlayerID, p Pairing, language string) Message {
			if p.Game == nil {
				return Message{"bye", language}
			}
			return Message{fmt.Sprint("round ", p.Round, " table ", p.Game.Table), fmt.Sprint(player, " ", language)}
		},
	}, slog.New(slog.DiscardHandler))
	h.pushes.client = h.service.Client()
	return h
}

func (h *hall) check(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// receive is the push service: it checks the signature, and decrypts for the test.
func (h *hall) receive(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = h.checkSignature(r)
	}
	if status := h.answers[r.URL.Path]; status != 0 {
		w.WriteHeader(status)
		return
	}
	got, failed := h.phones[r.URL.Path].open(body)
	if err != nil || failed != nil || r.Header.Get("TTL") != "3600" || r.Header.Get("Content-Encoding") != "aes128gcm" {
		h.Errorf("%v, %v, %v", err, failed, r.Header)
	}
	if !strings.HasPrefix(got.Address, "/t/cup/me/") {
		h.Errorf("the message leads to %q", got.Address)
	}
	h.got = append(h.got, fmt.Sprintf("%s %s: %s %s", r.URL.Path, got.Title, got.Body, got.Language))
	w.WriteHeader(http.StatusCreated)
	h.arrived <- struct{}{}
}

// checkSignature checks the signature of a request by the public key of the installation (RFC 8292).
func (h *hall) checkSignature(r *http.Request) error {
	token, key, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Authorization"), "vapid t="), ", k=")
	public, err := h.pushes.PublicKey(r.Context())
	if err != nil || key != public {
		return fmt.Errorf("key %q, want %q: %w", key, public, err)
	}
	parts := strings.Split(token, ".")
	raw, _ := base64.RawURLEncoding.DecodeString(key)
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	point, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return err
	}
	if !ecdsa.Verify(point, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return fmt.Errorf("a wrong signature")
	}
	claims, _ := base64.RawURLEncoding.DecodeString(parts[1])
	if !strings.Contains(string(claims), `"sub":"https://go.example.org"`) || !strings.Contains(string(claims), `"aud":"`+h.service.URL+`"`) {
		return fmt.Errorf("claims %s", claims)
	}
	return nil
}

// keep stores a subscription at the service, past the check of its address.
func (h *hall) keep(player int, path, language, sender string) {
	h.Helper()
	if h.phones[path] == nil {
		h.phones[path] = newPhone(h.T)
	}
	b := h.phones[path].at(h.service.URL + path)
	h.check(h.director.Store().Tx(h.Context(), func(tx *store.Tx) error {
		return tx.KeepPush("cup", store.PushSubscription{
			Player: tournament.PlayerID(player), Endpoint: b.Endpoint, Key: b.Key, Auth: b.Auth, Language: language, Sender: sender, Told: "0", Since: time.Now(),
		}, Most)
	}))
}

// send sends once, as the outbox does, and returns the received messages.
func (h *hall) send() (got []string, err error) {
	h.Helper()
	lists, failed := h.pushes.list(h.Context())
	h.check(failed)
	for _, l := range lists {
		err = h.worker().Send(h.Context(), l)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	got, h.got = h.got, nil
	slices.Sort(got)
	return got, err
}

func (h *hall) worker() *worker {
	return &worker{Pushes: h.pushes, failing: map[string]time.Time{}}
}

// round pairs and publishes a round.
func (h *hall) round(n int) {
	h.Helper()
	round := h.director.On(anna, "cup").Round(n)
	h.check(round.Pair(h.Context(), uint64(n)))
	h.check(round.Publish(h.Context()))
}

func (h *hall) state() *tournament.Tournament {
	h.Helper()
	s, err := h.director.Snapshot(h.Context(), "cup")
	h.check(err)
	return s.Tournament
}

func (h *hall) left() (endpoints []string) {
	h.Helper()
	all, err := store.PushSubscriptions(h.Context(), h.director.Store(), "cup")
	h.check(err)
	for _, is := range all {
		endpoints = append(endpoints, strings.TrimPrefix(is.Endpoint, h.service.URL))
	}
	return endpoints
}

// Each phone gets the pairing of its player once, in its language, and only from the installation of the subscription.
func TestPairingsArrive(t *testing.T) {
	h := newHall(t)
	players := h.state().Players
	for i, p := range players {
		h.keep(int(p.ID), fmt.Sprint("/", i), "fi", "here")
	}
	h.keep(int(players[0].ID), "/copy", "fi", "elsewhere")
	h.keep(int(players[1].ID), "/0", "pl", "here") // two players with one phone
	if got, err := h.send(); len(got) > 0 || err != nil {
		t.Errorf("before the first round: %q, %v", got, err)
	}
	h.round(1)
	var want []string
	r := h.state().Round(1)
	for i, p := range players {
		for path, language := range map[string]string{fmt.Sprint("/", i): "fi", map[bool]string{true: "/0"}[i == 1]: "pl"} {
			if g := r.Game(p.ID); path == "" {
				continue
			} else if g != nil {
				want = append(want, fmt.Sprintf("%s round 1 table %d: %d %s %s", path, g.Table, p.ID, language, language))
			} else {
				want = append(want, fmt.Sprintf("%s bye: %s %s", path, language, language))
			}
		}
	}
	slices.Sort(want)
	got, err := h.send()
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q\n%v", got, want, err)
	}
	if got, err := h.send(); len(got) > 0 || err != nil {
		t.Errorf("a second time: %q, %v", got, err)
	}
}

// The service ends subscriptions; other failures are retried, for an hour.
func TestFailures(t *testing.T) {
	h := newHall(t)
	p := h.state().Players
	for i, status := range []int{http.StatusGone, http.StatusNotFound, http.StatusForbidden, http.StatusServiceUnavailable, http.StatusRequestEntityTooLarge} {
		path := fmt.Sprint("/", status)
		h.keep(int(p[i].ID), path, "en", "here")
		h.answers[path] = status
	}
	h.round(1)
	if _, err := h.send(); err == nil || strings.Contains(err.Error(), h.service.URL) {
		t.Errorf("the error is %v", err)
	}
	if got := h.left(); !slices.Equal(got, []string{"/503", "/413"}) {
		t.Errorf("left are %q", got)
	}
	h.asked = 0
	clear(h.answers)
	if got, err := h.send(); err != nil || len(got) != 1 || h.asked != 1 || !strings.HasPrefix(got[0], "/503 ") {
		t.Errorf("then %q, %d requests, %v", got, h.asked, err)
	}
	// After an hour of failures the message is dropped.
	h.answers["/503"] = http.StatusServiceUnavailable
	w := h.worker()
	to := store.PushSubscription{Player: p[3].ID, Endpoint: h.service.URL + "/503", Key: text(h.phones["/503"].key.PublicKey().Bytes())}
	w.failing[to.Endpoint] = time.Now().Add(-givesUpAfter)
	if err := w.note(t.Context(), "cup", []outcome{{to: to, told: "9", err: io.EOF}}); err != nil {
		t.Error(err)
	}
	all, err := store.PushSubscriptions(t.Context(), h.director.Store(), "cup")
	if h.check(err); all[0].Told != "9" {
		t.Errorf("after an hour it has %+v", all[0])
	}
}

// A new table is sent; results, an earlier round and the state at the subscription are not.
func TestNews(t *testing.T) {
	game := func(round, table int) Pairing {
		return Pairing{round, &tournament.Game{Round: round, Table: table, Black: 1, White: 2}}
	}
	played := game(2, 3)
	played.Game.Result = tournament.Result{Outcome: tournament.BlackWins}
	for _, tt := range []struct {
		name string
		told string
		now  Pairing
		want bool
	}{
		{"the first round", "0", game(1, 3), true}, {"a bye", "0", Pairing{Round: 1}, true}, {"the next round", game(1, 3).key(), game(2, 3), true},
		{"another table", game(2, 4).key(), game(2, 3), true}, {"the same", game(2, 3).key(), game(2, 3), false},
		{"a round taken back", game(3, 3).key(), game(2, 3), false}, {"a result", game(1, 3).key(), played, false},
	} {
		if got := tt.now.isNews(tt.told); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// An address must be public and encrypted, and the keys of the right sizes.
func TestSubscribe(t *testing.T) {
	h := newHall(t)
	good := newPhone(t)
	player := h.state().Players[0].ID
	for endpoint, want := range map[string]bool{
		"https://push.example.org/a?b=c": true,
		"http://push.example.org/a":      false, "https://push.example.org:8443/a": false, "https://me@push.example.org/": false,
		"https://127.0.0.1/a": false, "https://localhost/a": false, "https://10.0.0.1/": false, "https://printer/": false, "https://[::1]/": false,
		"": false, "https://": false, "ftp://push.example.org/": false, "https://push.example.org/" + strings.Repeat("a", longest): false,
	} {
		err := h.pushes.Subscribe(t.Context(), h.state(), player, good.at(endpoint), "en")
		if want && err != nil || !want && !fault.Is(err, "link.push.browser") {
			t.Errorf("%.60s: %v", endpoint, err)
		}
	}
	for _, b := range []Browser{
		{"https://push.example.org/", "", text(good.auth)}, {"https://push.example.org/", text(make([]byte, 65)), text(good.auth)},
		{"https://push.example.org/", text(good.key.PublicKey().Bytes()), "AAAA"}, {"https://push.example.org/", "ä", text(good.auth)},
	} {
		if err := h.pushes.Subscribe(t.Context(), h.state(), player, b, "en"); !fault.Is(err, "link.push.browser") {
			t.Errorf("%+v: %v", b, err)
		}
	}
	for i := range 2 * Most {
		h.check(h.pushes.Subscribe(t.Context(), h.state(), player, good.at(fmt.Sprint("https://push.example.org/", i)), "en"))
	}
	if got := h.left(); len(got) != Most {
		t.Errorf("a player has %q", got)
	}
	h.check(h.pushes.Unsubscribe(t.Context(), "cup", player, "https://push.example.org/9"))
	if got := h.left(); len(got) != Most-1 {
		t.Errorf("then %q", got)
	}
}

// The client refuses addresses that lead to this machine by their names.
func TestPrivateAddressesAreRefused(t *testing.T) {
	h := newHall(t)
	h.keep(int(h.state().Players[0].ID), "/a", "en", "here")
	h.pushes.client = New(h.director, h.pushes.sender, h.pushes.config, h.pushes.log).client
	h.round(1)
	if _, err := h.send(); err == nil || h.asked > 0 {
		t.Errorf("%d requests, %v", h.asked, err)
	}
}

// Run sends after a publication without another call.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	h := newHall(t)
	h.keep(int(h.state().Players[0].ID), "/a", "en", "here")
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.pushes.Run(ctx) })
	defer running.Wait()
	defer stop()
	h.round(1)
	<-h.arrived
}

// In open play each game is a message when it begins, also the game after a cancelled one.
func TestGamesOfOpenPlayArrive(t *testing.T) {
	h := newHall(t)
	s, err := tournament.PresetNamed("club")
	h.check(err)
	h.check(h.director.On(anna, "cup").SetUp(h.Context(), h.state().Info, s))
	p := h.state().Players
	for i := range 3 {
		h.keep(int(p[i].ID), fmt.Sprint("/", i), "en", "here")
	}
	arrive := func(want int) {
		t.Helper()
		if got, err := h.send(); len(got) != want || err != nil {
			t.Errorf("got %q, %v, want %d", got, err, want)
		}
	}
	arrive(0)
	ed := h.director.On(anna, "cup")
	begin := func(a, b int) tournament.Game {
		t.Helper()
		g, err := ed.Begin(h.Context(), director.Pairing{A: p[a].ID, B: p[b].ID}, "")
		h.check(err)
		return g
	}
	g := begin(0, 1)
	arrive(2)
	arrive(0)
	begin(2, 3)
	arrive(1)
	h.check(ed.Cancel(h.Context(), g.ID))
	arrive(0)
	begin(0, 1)
	arrive(2)
}
