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
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/remote"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A Master is the leader of some data: it serves them to followers until another computer takes over. It is safe for
// concurrent use.
type Master struct {
	store *store.Store
	// lookTimeout is lookPatience, shorter in tests.
	lookTimeout time.Duration
	// yielded is closed once another computer has taken over; yield closes it.
	yielded chan struct{}
	yield   func()

	// unheard is the result of Unheard, nil before the first Look. lacks stores the result of Lacks.
	unheard atomic.Pointer[string]
	lacks   atomic.Pointer[Lack]

	mu sync.Mutex
	// reached is the progress of the tournaments at the take-over by another computer, nil if unknown. left is the
	// result of Left.
	reached reached
	left    []Changed
	// joined caches the stored partners, by the ID of their copies; nil before the first read.
	joined map[string]store.Partner
	// runs are the latest programs of the followers, by the ID of their copies.
	runs map[string]run
}

// A run is a follower's program, with the time of its last request.
type run struct {
	id    string
	heard time.Time
}

// NewMaster returns the master of a store.
func NewMaster(kept *store.Store) *Master {
	m := &Master{store: kept, lookTimeout: lookPatience, yielded: make(chan struct{}), runs: map[string]run{}}
	m.yield = sync.OnceFunc(func() { close(m.yielded) })
	m.tell()
	return m
}

// tell closes yielded if another computer has taken over.
func (m *Master) tell() {
	if m.Reign().Yielded {
		m.yield()
	}
}

// Yielded is closed once another computer has taken over.
func (m *Master) Yielded() <-chan struct{} { return m.yielded }

// Reign returns the present reign: the computer that writes to the data, and since when.
func (m *Master) Reign() store.Reign { return m.store.Reign() }

// Answer waits for changes since the state of a copy, and returns the changed pages; none after LongestWait. Faults:
// "standby.unknown" if the copy must send its hashes, "standby.older" if its program cannot open the data,
// "standby.server" for data at a database server, "standby.same" if another computer uses its ID, "standby.many" for
// too many partners, "standby.yielded" once the copy is complete and another computer has taken over.
func (m *Master) Answer(ctx context.Context, ask Ask) (set database.PageSet, err error) {
	pages := m.store.Pages()
	if pages == nil {
		return set, fault.New(fault.Conflict, "standby.server")
	}
	if err := m.join(ctx, ask); err != nil {
		return set, err
	}
	if now, _ := pages.Now(); m.Reign().Yielded && ask.Mark == now {
		return set, m.store.Refusal()
	}
	return answer(ctx, pages, store.Schema(), ask)
}

// join stores a follower as a partner. Two programs of one ID, as of computers with one name, are "standby.same".
func (m *Master) join(ctx context.Context, ask Ask) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if was := m.runs[ask.ID]; was.id != ask.Run && time.Since(was.heard) < silent {
		return fault.New(fault.Conflict, "standby.same", ask.Name)
	}
	m.runs[ask.ID] = run{ask.Run, time.Now()}
	if m.joined == nil {
		partners, err := store.Partners(ctx, m.store)
		if err != nil {
			return err
		}
		m.joined = map[string]store.Partner{}
		for _, p := range partners {
			m.joined[p.ID] = p
		}
	}
	p := store.Partner{ID: ask.ID, Name: ask.Name, Addresses: ask.Addresses}
	if was, known := m.joined[p.ID]; m.Reign().Yielded || known && was.Name == p.Name && slices.Equal(was.Addresses, p.Addresses) {
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
		return errors.Join(tx.DropPartner(dropped), tx.KeepPartner(p))
	}, store.Unconfirmed); err != nil {
		return err
	}
	delete(m.joined, dropped)
	m.joined[p.ID] = p
	return nil
}

// dispensable returns the partner that a new one replaces if the list is full, "" for none. First choice is a former
// leader with notice of this reign; if must is set, then a follower, which will ask again, then any partner.
func (m *Master) dispensable(ctx context.Context, id string, must bool) (string, error) {
	partners, err := store.Partners(ctx, m.store)
	if err != nil || len(partners) < store.MostPartners || slices.ContainsFunc(partners, func(p store.Partner) bool { return p.ID == id }) {
		return "", err
	}
	for _, p := range partners {
		if _, heard, err := m.store.Secret(ctx, heardName(p)); err != nil || heard && p.Name == "" {
			return p.ID, err
		}
	}
	if i := slices.IndexFunc(partners, func(p store.Partner) bool { return p.Name != "" }); must && i >= 0 {
		return partners[i].ID, nil
	} else if must {
		return partners[0].ID, nil
	}
	return "", nil
}

// Forget removes a partner and replaces the key, so that its copy proves nothing. The former key still proves the
// status of this computer, and the status of a partner that was offline, at its stored address.
func (m *Master) Forget(ctx context.Context, id string) error {
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
		return errors.Join(tx.DropPartner(id), known.replace(tx, hex.EncodeToString(key[:])))
	})
}

// A Standby is a present or former follower.
type Standby struct {
	store.Partner
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
func (m *Master) CannotBeFollowed() error {
	if m.store.Pages() == nil {
		return fault.New(fault.Conflict, "standby.server")
	}
	return m.store.Refusal()
}

// Late returns the name of a follower that misses changes older than ten seconds, and since when; "" for none. It
// counts followers since the data were opened.
func (m *Master) Late() (name string, since time.Time) {
	const late = 10 * time.Second
	pages := m.store.Pages()
	if pages == nil || m.Reign().Yielded {
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
func (m *Master) Standbys(ctx context.Context) ([]Standby, error) {
	pages := m.store.Pages()
	if pages == nil {
		return nil, nil
	}
	partners, err := store.Partners(ctx, m.store)
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
		all = append(all, Standby{Partner: p, Follows: heard && is.Behind.IsZero(), Behind: is.Behind})
	}
	return all, err
}

// Yield stores that another computer has taken over, and returns the last state of the data. Faults: "standby.ask" for
// an impossible reign, "standby.passed" if another computer has taken over before.
func (m *Master) Yield(ctx context.Context, told Status) (last database.Mark, err error) {
	pages := m.store.Pages()
	if pages == nil {
		return last, fault.New(fault.Conflict, "standby.server")
	}
	to := told.reign()
	if !told.isReign(m.Reign().Epoch) {
		return last, fault.New(fault.Invalid, "standby.ask")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.Reign().Yielded {
		if err := store.Yield(ctx, m.store, to); err != nil {
			return last, err
		}
		m.tell()
	}
	if is := m.Reign(); !is.Yielded || is.Holder != to.Holder {
		return last, fault.New(fault.Conflict, "standby.passed", is.Name, fault.Moment(is.At))
	}
	last, _ = pages.Now()
	return last, nil
}

// A Status is the reign over some data, as one computer sends it to another.
type Status struct {
	Epoch   int       `json:"epoch"`
	Holder  string    `json:"holder"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	// Yielded is set if the sender's data are read-only, because Holder has taken over.
	Yielded bool `json:"yielded"`
	// Reached is the progress of the tournaments at the take-over by Holder, sent to computers that prove to have the
	// data. Left is the number of later changes at a computer that has yielded. Both are hints, without proof.
	Reached reached `json:"reached,omitempty"`
	Left    int     `json:"left,omitempty"`
	// Proof is an HMAC of the status and the question, by the key in the data. Former are the proofs by former keys,
	// the latest first.
	Proof  string   `json:"proof"`
	Former []string `json:"former,omitempty"`
}

// reached maps the ID of a tournament to its version and to the number of steps of its live games.
type reached map[int][2]int

const shortestQuestion, longestQuestion, longestText = 16, 100, 1000

// Status answers a question, which is a random text: "standby.ask" for a wrong length. asker may prove that the other
// computer has the same data, see asks.
func (m *Master) Status(ctx context.Context, question, asker string) (s Status, err error) {
	if len(question) < shortestQuestion || len(question) > longestQuestion {
		return s, fault.New(fault.Invalid, "standby.ask")
	}
	known, err := m.keys(ctx)
	if err != nil {
		return s, err
	}
	if s, err = m.status(ctx); err == nil && known.asked(asker, question) {
		s.Reached, err = m.whatWasReached(ctx)
	}
	return s.signed(known, question), err
}

// reachedName is the name of the secret with Status.Reached of a reign of this computer.
const reachedName = "standby reached"

func (m *Master) whatWasReached(ctx context.Context) (is reached, err error) {
	text, found, err := m.store.Secret(ctx, reachedName)
	if err == nil && found {
		err = json.Unmarshal([]byte(text), &is)
	}
	return is, err
}

// noteReached stores the progress of the tournaments at the begin of a reign.
func noteReached(tx *store.Tx, all []store.Reach) error {
	is := reached{}
	for _, r := range all {
		is[r.ID] = [2]int{r.Version, r.Steps}
	}
	text, err := json.Marshal(is)
	if err != nil {
		return fmt.Errorf("write what was reached: %w", err)
	}
	return errors.Join(tx.DropSecret(reachedName), tx.SetSecret(reachedName, string(text)))
}

// status returns the status without a proof.
func (m *Master) status(ctx context.Context) (s Status, err error) {
	s = statusOf(m.Reign())
	left, err := m.Left(ctx)
	for _, one := range left {
		s.Left += one.Changes
	}
	return s, err
}

// A Changed is a tournament, with a number of changes.
type Changed struct {
	Slug, Name string
	Changes    int
}

// Left returns the tournaments with changes that the computer that took over does not have; nil before a take-over, or
// while Reached is unknown.
func (m *Master) Left(ctx context.Context) ([]Changed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.Reign().Yielded || m.reached == nil {
		return nil, nil
	}
	if m.left == nil { // the data are read-only now
		all, err := store.Reaches(ctx, m.store)
		if err != nil {
			return nil, err
		}
		m.left = []Changed{}
		for _, r := range all {
			there := m.reached[r.ID]
			if n := max(0, r.Version-there[0]) + max(0, r.Steps-there[1]); n > 0 {
				m.left = append(m.left, Changed{Slug: r.Slug, Name: r.Name, Changes: n})
			}
		}
	}
	return m.left, nil
}

// hint stores Reached from the computer that has taken over.
func (m *Master) hint(s Status) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.Reign(); r.Yielded && s.Holder == r.Holder && s.Reached != nil {
		m.reached, m.left = s.Reached, nil
	}
}

func statusOf(r store.Reign) Status {
	return Status{Epoch: r.Epoch, Holder: r.Holder, Name: r.Name, Address: r.Address, At: r.At, Yielded: r.Yielded}
}

func (s Status) reign() store.Reign {
	return store.Reign{Epoch: s.Epoch, Holder: s.Holder, Name: s.Name, Address: s.Address, At: s.At}
}

// isReign reports whether a status can be a reign after the known epoch. Clients are redirected to its address.
func (s Status) isReign(known int) bool {
	const most = 1000 // take-overs while one computer is offline
	return s.Epoch > 0 && s.Epoch <= known+most && s.Holder != "" && len(s.Holder)+len(s.Name)+len(s.Address) <= longestText && (s.Address == "" || isServer(s.Address))
}

// lookPatience is the timeout for a partner's response, lookAgain the polling interval.
const lookPatience, lookAgain = time.Second, 2 * time.Second

// Run calls Look every two seconds until ctx ends.
func (m *Master) Run(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	for {
		if err := m.Look(ctx); err != nil && ctx.Err() == nil {
			log.Warn("nobody knows whether another computer has taken over", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Look requests the status of each partner, and yields to a computer that has taken over. It sends a reign of this
// computer to partners with an earlier one.
func (m *Master) Look(ctx context.Context) error {
	partners, err := store.Partners(ctx, m.store)
	if err != nil || len(partners) == 0 {
		return err
	}
	known, err := m.keys(ctx)
	if err != nil || len(known) == 0 {
		return err
	}
	m.mu.Lock()
	asks := m.reached == nil
	m.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, m.lookTimeout)
	defer cancel()
	client := partnerClient()
	defer client.CloseIdleConnections()
	heard := make([][]Status, len(partners))
	var all sync.WaitGroup
	for i, p := range partners {
		heard[i] = make([]Status, len(p.Addresses))
		for k, address := range p.Addresses {
			all.Go(func() {
				is, key, err := (wire{address: address, client: client}).proven(ctx, known, asks)
				if err != nil {
					return
				}
				heard[i][k] = is
				m.tellLater(ctx, wire{address: address, client: client}, is, key)
			})
		}
	}
	all.Wait()
	for _, s := range slices.Concat(heard...) {
		if s.isReign(m.Reign().Epoch) && m.Reign().Before(s.reign()) {
			err = errors.Join(err, store.Yield(context.WithoutCancel(ctx), m.store, s.reign()))
		}
	}
	for _, s := range slices.Concat(heard...) {
		m.hint(s)
	}
	m.tell()
	return errors.Join(err, m.noteUnheard(context.WithoutCancel(ctx), partners, heard))
}

// partnerClient returns a client that accepts any certificate, because the responses of partners carry a proof.
func partnerClient() *http.Client {
	client := remote.Client(lookPatience, 1)
	client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // #nosec G402 -- as above
	return client
}

// MostTold limits a status sent without a request, in bytes.
const MostTold = 64 << 10

// toldQuestion replaces the question in the proof of a status sent without a request. A replay is harmless: it is true.
const toldQuestion = "told"

// tellLater sends the reign of this computer to a partner with an earlier one, or with another address of it.
func (m *Master) tellLater(ctx context.Context, w wire, is Status, key []byte) {
	r := m.Reign()
	here, err := m.status(ctx)
	same := is.Epoch == here.Epoch && is.Holder == here.Holder && is.Address == here.Address
	if err != nil || r.Yielded || r.Epoch == 0 || same || here.reign().Before(is.reign()) {
		return
	}
	if here.Reached, err = m.whatWasReached(ctx); err != nil {
		return
	}
	here.Proof = here.prove(key, toldQuestion) // by the key that the partner has
	body, err := json.Marshal(here)
	if len(body) > MostTold { // the partner will request it
		here.Reached = nil
		body, err = json.Marshal(here)
	}
	if err == nil {
		_, _ = w.send(ctx, http.MethodPost, "/told", body, 0) // the next Look retries
	}
}

// Hear handles a status sent without a request: a take-over or a new address. "standby.ask" without a proof that the
// sender has the data.
func (m *Master) Hear(ctx context.Context, told Status) error {
	known, err := m.keys(ctx)
	if err != nil {
		return err
	}
	if len(known) == 0 || !told.isReign(m.Reign().Epoch) || !hmac.Equal([]byte(told.Proof), []byte(told.prove(known[0], toldQuestion))) {
		return fault.New(fault.Denied, "standby.ask")
	}
	if err = m.hear(ctx, told); err == nil {
		m.hint(told)
	}
	return err
}

func (m *Master) hear(ctx context.Context, told Status) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.tell()
	return store.Yield(ctx, m.store, told.reign())
}

// heardName is the name of a secret about a former leader, stored once that has received this reign or need not. Its
// data are then read-only, also under later reigns. The value is its number of changes since the take-over, or seen.
func heardName(p store.Partner) string { return "standby heard " + p.ID }

// noteUnheard stores which former leader has not received this reign. A former leader that follows has received it.
func (m *Master) noteUnheard(ctx context.Context, partners []store.Partner, heard [][]Status) error {
	r, name, lack := m.Reign(), "", (*Lack)(nil)
	knows := func(s Status) bool { return s.Epoch == r.Epoch && s.Holder == r.Holder }
	var follow []string
	for _, p := range partners {
		if p.Name != "" {
			follow = append(follow, p.Addresses...)
		}
	}
	for i, p := range partners {
		if p.Name != "" || r.Yielded || r.Epoch == 0 || len(p.Addresses) == 0 {
			continue
		}
		noted, is, err := m.store.Secret(ctx, heardName(p))
		if err != nil {
			return err
		}
		left := 0
		for _, s := range heard[i] {
			left = max(left, s.Left)
		}
		isHere := func(address string) bool { return slices.Contains(follow, address) }
		switch {
		case is && (noted != "0" || left == 0):
			if n, err := strconv.Atoi(noted); err == nil && n > 0 {
				lack = &Lack{p.Addresses[0], n}
			}
		case !is && !slices.ContainsFunc(heard[i], knows) && !slices.ContainsFunc(p.Addresses, isHere):
			name = p.Addresses[0]
		default:
			if err := m.noteHeard(ctx, p, strconv.Itoa(left)); err != nil {
				return err
			}
			if left > 0 {
				lack = &Lack{p.Addresses[0], left}
			}
		}
	}
	m.unheard.Store(&name)
	m.lacks.Store(lack)
	return nil
}

// seen is the value for a former leader that Settle has dealt with.
const seen = "seen"

func (m *Master) noteHeard(ctx context.Context, p store.Partner, what string) error {
	return m.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.DropSecret(heardName(p)), tx.SetSecret(heardName(p), what))
	}, store.Unconfirmed)
}

// A Lack is a number of changes at a former leader that are missing here.
type Lack struct {
	Address string
	Changes int
}

// Lacks returns the missing changes; nil for none.
func (m *Master) Lacks() *Lack { return m.lacks.Load() }

// Unheard returns the address of a former leader that has not received this reign; "" for none.
func (m *Master) Unheard() string {
	if name := m.unheard.Load(); name != nil {
		return *name
	}
	return ""
}

// Settle ends the notices by Unheard and Lacks about the computer at an address: it is lost, or a person has dealt with
// its changes. If it returns, it yields like any other.
func (m *Master) Settle(ctx context.Context, address string) error {
	partners, err := store.Partners(ctx, m.store)
	for _, p := range partners {
		if err == nil && p.Name == "" && slices.Contains(p.Addresses, address) {
			err = m.noteHeard(ctx, p, seen)
		}
	}
	if err == nil {
		m.unheard.Store(nil)
		m.lacks.Store(nil)
	}
	return err
}
