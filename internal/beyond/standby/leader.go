package standby

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/remote"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A Leader is the leader of some data: it serves them to followers until another computer takes over. It is safe for
// concurrent use.
type Leader struct {
	store *store.Store
	// lookTimeout is lookPatience, shorter in tests.
	lookTimeout time.Duration
	// unheard is the result of Unnotified, nil before the first Poll.
	unheard atomic.Pointer[string]

	mu sync.Mutex
	// joined caches the stored peers, by the ID of their copies; nil before the first read.
	joined map[string]store.Follower
	// runs are the latest programs of the followers, by the ID of their copies.
	runs map[string]run
}

// A run is a follower's program, with the time of its last request.
type run struct {
	id    string
	heard time.Time
}

// NewLeader returns the leader of a store.
func NewLeader(kept *store.Store) *Leader {
	return &Leader{store: kept, lookTimeout: lookPatience, runs: map[string]run{}}
}

// Leadership returns the present leadership: the computer that writes to the data, and since when.
func (m *Leader) Leadership() store.Leadership { return m.store.Leadership() }

// Respond waits for changes since the state of a copy, and returns the changed pages; none after LongestWait. Faults:
// "standby.unknown" if the copy must send its hashes, "standby.older" if its program cannot open the data,
// "standby.server" for data at a database server, "standby.same" if another computer uses its ID, "standby.many" for
// too many peers, "standby.yielded" once the copy is complete and another computer has taken over.
func (m *Leader) Respond(ctx context.Context, ask Request) (set database.PageSet, err error) {
	pages := m.store.Pages()
	if pages == nil {
		return set, fault.New(fault.Conflict, "standby.server")
	}
	if err := m.join(ctx, ask); err != nil {
		return set, err
	}
	if now, _ := pages.Now(); m.Leadership().Yielded && ask.Mark == now {
		return set, m.store.Refusal()
	}
	return answer(ctx, pages, store.Schema(), ask)
}

// join stores a follower as a peer. Two programs of one ID, as of computers with one name, are "standby.same".
func (m *Leader) join(ctx context.Context, ask Request) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if was := m.runs[ask.ID]; was.id != ask.Run && time.Since(was.heard) < silent {
		return fault.New(fault.Conflict, "standby.same", ask.Name)
	}
	m.runs[ask.ID] = run{ask.Run, time.Now()}
	if m.joined == nil {
		partners, err := store.Followers(ctx, m.store)
		if err != nil {
			return err
		}
		m.joined = map[string]store.Follower{}
		for _, p := range partners {
			m.joined[p.ID] = p
		}
	}
	p := store.Follower{ID: ask.ID, Name: ask.Name, Addresses: ask.Addresses}
	if was, known := m.joined[p.ID]; m.Leadership().Yielded || known && was.Name == p.Name && slices.Equal(was.Addresses, p.Addresses) {
		return nil
	}
	if _, err := accounts.SigningKey(ctx, m.store, keyName); err != nil { // the copy needs the key too
		return err
	}
	dropped, err := m.dispensable(ctx, p.ID, false)
	if err != nil {
		return err
	}
	if err := m.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.DeleteFollower(dropped), tx.SaveFollower(p))
	}, store.Unconfirmed); err != nil {
		return err
	}
	delete(m.joined, dropped)
	m.joined[p.ID] = p
	return nil
}

// dispensable returns the peer that a new one replaces if the list is full, "" for none. First choice is a former
// leader with notice of this leadership; if must is set, then a follower, which will ask again, then any peer.
func (m *Leader) dispensable(ctx context.Context, id string, must bool) (string, error) {
	partners, err := store.Followers(ctx, m.store)
	if err != nil || len(partners) < store.MostFollowers || slices.ContainsFunc(partners, func(p store.Follower) bool { return p.ID == id }) {
		return "", err
	}
	for _, p := range partners {
		if _, heard, err := m.store.Secret(ctx, notifiedKey(p)); err != nil || heard && p.Name == "" {
			return p.ID, err
		}
	}
	if i := slices.IndexFunc(partners, func(p store.Follower) bool { return p.Name != "" }); must && i >= 0 {
		return partners[i].ID, nil
	} else if must {
		return partners[0].ID, nil
	}
	return "", nil
}

// Forget removes a peer and replaces the key, so that its copy proves nothing. The former key still proves the
// status of this computer, and the status of a peer that was offline, at its stored address.
func (m *Leader) Forget(ctx context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.joined = nil
	if pages := m.store.Pages(); pages != nil {
		pages.Forget(id)
	}
	known, err := m.keys(ctx)
	if err != nil {
		return err
	}
	return m.store.Tx(ctx, func(tx *store.Tx) error {
		key := sha256.Sum256([]byte(rand.Text() + rand.Text()))
		return errors.Join(tx.DeleteFollower(id), known.replace(tx, hex.EncodeToString(key[:])))
	})
}

// A Standby is a present or former follower.
type Standby struct {
	store.Follower
	// Follows is set while the acknowledgement of each change waits for this computer. Behind is the time since which
	// changes are missing there, zero if none are or if it has sent no request since the start.
	Follows bool
	Behind  time.Time
}

// silent is the time without a request after which a follower has stopped: it polls every LongestWait.
const silent = LongestWait + 4*time.Second

// heardOf returns the present state of a follower: a silent one may miss changes since its last request.
func heardOf(is database.Follower) database.Follower {
	if is.Behind.IsZero() && time.Since(is.Heard) > silent {
		is.Behind = is.Heard
	}
	return is
}

// CannotBeFollowed returns why the data cannot be followed, nil if they can: "standby.server" for data at a database
// server, "standby.yielded" if another computer has taken over.
func (m *Leader) CannotBeFollowed() error {
	if m.store.Pages() == nil {
		return fault.New(fault.Conflict, "standby.server")
	}
	return m.store.Refusal()
}

// Late returns the name of a follower that misses changes older than ten seconds, and since when; "" for none. It
// counts followers since the data were opened.
func (m *Leader) Late() (name string, since time.Time) {
	const late = 10 * time.Second
	pages := m.store.Pages()
	if pages == nil || m.Leadership().Yielded {
		return "", since
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, is := range pages.Followers() {
		p, known := m.joined[id]
		if is = heardOf(is); known && !is.Behind.IsZero() && time.Since(is.Behind) > late {
			return p.Name, is.Behind
		}
	}
	return "", since
}

// Standbys returns the present and former followers.
func (m *Leader) Standbys(ctx context.Context) ([]Standby, error) {
	pages := m.store.Pages()
	if pages == nil {
		return nil, nil
	}
	partners, err := store.Followers(ctx, m.store)
	followers := pages.Followers()
	var all []Standby
	for _, p := range partners {
		if p.Name == "" {
			continue // a former leader
		}
		is, heard := followers[p.ID]
		if heard {
			is = heardOf(is)
		}
		all = append(all, Standby{Follower: p, Follows: heard && is.Behind.IsZero(), Behind: is.Behind})
	}
	return all, err
}

// Yield stores that another computer has taken over, and returns the last state of the data. Faults: "standby.ask" for
// an impossible leadership, "standby.passed" if another computer has taken over before.
func (m *Leader) Yield(ctx context.Context, told Status) (last database.Mark, err error) {
	pages := m.store.Pages()
	if pages == nil {
		return last, fault.New(fault.Conflict, "standby.server")
	}
	to := told.leadership()
	if !told.isTerm(m.Leadership().Epoch) {
		return last, fault.New(fault.Invalid, "standby.ask")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.Leadership().Yielded {
		if err := store.Yield(ctx, m.store, to); err != nil {
			return last, err
		}
	}
	if is := m.Leadership(); !is.Yielded || is.Holder != to.Holder {
		return last, fault.New(fault.Conflict, "standby.passed", is.Name, fault.Moment(is.At))
	}
	last, _ = pages.Now()
	return last, nil
}

// A Status is the leadership over some data, as one computer sends it to another.
type Status struct {
	Epoch   int       `json:"epoch"`
	Holder  string    `json:"holder"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	// Yielded is set if the sender's data are read-only, because Holder has taken over.
	Yielded bool `json:"yielded"`
	// Proof is an HMAC of the status and the question, by the key in the data. Former are the proofs by former keys,
	// the latest first.
	Proof  string   `json:"proof"`
	Former []string `json:"former,omitempty"`
}

const shortestQuestion, longestQuestion, longestText = 16, 100, 1000

// Status answers a question, which is a random text: "standby.ask" for a wrong length.
func (m *Leader) Status(ctx context.Context, question string) (s Status, err error) {
	if len(question) < shortestQuestion || len(question) > longestQuestion {
		return s, fault.New(fault.Invalid, "standby.ask")
	}
	known, err := m.keys(ctx)
	return statusOf(m.Leadership()).signed(known, question), err
}

func statusOf(r store.Leadership) Status {
	return Status{Epoch: r.Epoch, Holder: r.Holder, Name: r.Name, Address: r.Address, At: r.At, Yielded: r.Yielded}
}

func (s Status) leadership() store.Leadership {
	return store.Leadership{Epoch: s.Epoch, Holder: s.Holder, Name: s.Name, Address: s.Address, At: s.At}
}

// isTerm reports whether a status can be a leadership after the known epoch. Clients are redirected to its address.
func (s Status) isTerm(known int) bool {
	const most = 1000 // take-overs while one computer is offline
	return s.Epoch > 0 && s.Epoch <= known+most && s.Holder != "" && len(s.Holder)+len(s.Name)+len(s.Address) <= longestText && (s.Address == "" || isServer(s.Address))
}

// lookPatience is the timeout for a peer's response, lookAgain the polling interval.
const lookPatience, lookAgain = time.Second, 2 * time.Second

// Run calls Poll every two seconds until ctx ends.
func (m *Leader) Run(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	for {
		if err := m.Poll(ctx); err != nil && ctx.Err() == nil {
			log.Warn("nobody knows whether another computer has taken over", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Poll requests the status of each peer, and yields to a computer that has taken over. It sends a leadership of this
// computer to peers with an earlier one.
func (m *Leader) Poll(ctx context.Context) error {
	partners, err := store.Followers(ctx, m.store)
	if err != nil || len(partners) == 0 {
		return err
	}
	known, err := m.keys(ctx)
	if err != nil || len(known) == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, m.lookTimeout)
	defer cancel()
	client := followerClient()
	defer client.CloseIdleConnections()
	heard := make([][]Status, len(partners))
	var all sync.WaitGroup
	for i, p := range partners {
		heard[i] = make([]Status, len(p.Addresses))
		for k, address := range p.Addresses {
			all.Go(func() {
				is, key, err := (peerClient{address: address, client: client}).proven(ctx, known)
				if err != nil {
					return
				}
				heard[i][k] = is
				m.retryNotify(ctx, peerClient{address: address, client: client}, is, key)
			})
		}
	}
	all.Wait()
	for _, s := range slices.Concat(heard...) {
		if s.isTerm(m.Leadership().Epoch) && m.Leadership().Before(s.leadership()) {
			err = errors.Join(err, store.Yield(context.WithoutCancel(ctx), m.store, s.leadership()))
		}
	}
	return errors.Join(err, m.noteUnnotified(context.WithoutCancel(ctx), partners, heard))
}

// followerClient returns a client that accepts any certificate, because the responses of peers carry a proof.
func followerClient() *http.Client {
	client := remote.Client(lookPatience, 1)
	client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // #nosec G402 -- as above
	return client
}

// MostTold limits a status sent without a request, in bytes.
const MostTold = 64 << 10

// toldQuestion replaces the question in the proof of a status sent without a request. A replay is harmless: it is true.
const toldQuestion = "told"

// retryNotify sends the leadership of this computer to a peer that has an earlier leadership, or another address of
// this computer.
func (m *Leader) retryNotify(ctx context.Context, w peerClient, is Status, key []byte) {
	here := statusOf(m.Leadership())
	same := is.Epoch == here.Epoch && is.Holder == here.Holder && is.Address == here.Address
	if here.Yielded || here.Epoch == 0 || same || here.leadership().Before(is.leadership()) {
		return
	}
	here.Proof = here.prove(key, toldQuestion) // by the key that the peer has
	if body, err := json.Marshal(here); err == nil {
		_, _ = w.send(ctx, http.MethodPost, "/told", body, 0) // the next Poll retries
	}
}

// Receive handles a status sent without a request: a take-over or a new address. "standby.ask" without a proof that the
// sender has the data.
func (m *Leader) Receive(ctx context.Context, told Status) error {
	known, err := m.keys(ctx)
	if err != nil {
		return err
	}
	if len(known) == 0 || !told.isTerm(m.Leadership().Epoch) || !hmac.Equal([]byte(told.Proof), []byte(told.prove(known[0], toldQuestion))) {
		return fault.New(fault.Denied, "standby.ask")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return store.Yield(ctx, m.store, told.leadership())
}

// notifiedKey is the name of a secret about a former leader, stored once that has received this leadership or need not.
// Its data are then read-only, also under later leaderships.
func notifiedKey(p store.Follower) string { return "standby heard " + p.ID }

// noteUnnotified stores which former leader has not received this leadership. A former leader that follows has received
// it.
func (m *Leader) noteUnnotified(ctx context.Context, partners []store.Follower, heard [][]Status) error {
	r, name := m.Leadership(), ""
	knows := func(s Status) bool { return s.Epoch == r.Epoch && s.Holder == r.Holder }
	var follow []string
	for _, p := range partners {
		if p.Name != "" {
			follow = append(follow, p.Addresses...)
		}
	}
	isHere := func(address string) bool { return slices.Contains(follow, address) }
	for i, p := range partners {
		if p.Name != "" || r.Yielded || r.Epoch == 0 || len(p.Addresses) == 0 {
			continue
		}
		_, is, err := m.store.Secret(ctx, notifiedKey(p))
		switch {
		case err != nil:
			return err
		case is:
		case !slices.ContainsFunc(heard[i], knows) && !slices.ContainsFunc(p.Addresses, isHere):
			name = p.Addresses[0]
		default:
			if err := m.noteNotified(ctx, p); err != nil {
				return err
			}
		}
	}
	m.unheard.Store(&name)
	return nil
}

func (m *Leader) noteNotified(ctx context.Context, p store.Follower) error {
	return m.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.DropSecret(notifiedKey(p)), tx.SetSecret(notifiedKey(p), "heard"))
	}, store.Unconfirmed)
}

// Unnotified returns the address of a former leader that has not received this leadership; "" for none.
func (m *Leader) Unnotified() string {
	if name := m.unheard.Load(); name != nil {
		return *name
	}
	return ""
}

// Settle ends the notice by Unnotified: the computer at an address is lost. A returning computer yields like any
// other.
func (m *Leader) Settle(ctx context.Context, address string) error {
	partners, err := store.Followers(ctx, m.store)
	for _, p := range partners {
		if err == nil && p.Name == "" && slices.Contains(p.Addresses, address) {
			err = m.noteNotified(ctx, p)
		}
	}
	if err == nil {
		m.unheard.Store(nil)
	}
	return err
}
