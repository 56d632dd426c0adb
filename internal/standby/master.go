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

	"tourney/internal/accounts"
	"tourney/internal/database"
	"tourney/internal/fault"
	"tourney/internal/line"
	"tourney/internal/store"
)

// A Master is the computer whose data others follow, for as long as no other one has taken over. It is safe for
// concurrent use.
type Master struct {
	store *store.Store
	// lookTimeout is lookPatience.
	lookTimeout time.Duration
	// yielded is closed once another computer has taken over; yield closes it.
	yielded chan struct{}
	yield   func()

	// unheard is what Unheard returns; nil before the first look. lacks is what Lacks returns.
	unheard atomic.Pointer[string]
	lacks   atomic.Pointer[Lack]

	mu sync.Mutex
	// reached is how far tournaments had come where another computer has taken over, nil if nobody knows; left is what was
	// changed here after that.
	reached reached
	left    []Changed
	// joined are the partners as they are kept, by their copies; nil before they were read.
	joined map[string]store.Partner
	// runs are the programs that were heard last, by their copies.
	runs map[string]run
}

// A run is a program that follows, and when it was heard.
type run struct {
	id    string
	heard time.Time
}

// NewMaster returns the master of some data.
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

// Reign tells which computer writes to the data.
func (m *Master) Reign() store.Reign { return store.ReignOf(m.store) }

// Answer waits for what a copy does not have, and returns the pages that bring it there; none if nothing has changed
// for a while. Faults: "standby.unknown" if it has to send its hashes, "standby.older" if its program could not open
// the data, "standby.server" if they are at a server, "standby.same" if another computer
// follows as this one, "standby.many", and "standby.yielded" once it has everything and another computer
// has taken over.
func (m *Master) Answer(ctx context.Context, ask Ask) (set database.PageSet, err error) {
	pages := store.Pages(m.store)
	if pages == nil {
		return set, fault.New(fault.Conflict, "standby.server")
	}
	if err := m.join(ctx, ask); err != nil {
		return set, err
	}
	if now, _ := pages.Now(); m.Reign().Yielded && ask.Mark == now {
		return set, store.Refusal(m.store)
	}
	return answer(ctx, pages, store.Schema(), ask)
}

// join keeps who follows. Two computers with the same name may have the same copy by name: "standby.same".
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
	if _, err := accounts.SigningKey(ctx, m.store, keyName); err != nil { // the copy needs it too
		return err
	}
	dropped, err := m.dispensable(ctx, p.ID, false)
	if err != nil {
		return err
	}
	if err := store.Note(ctx, m.store, func(tx *store.Tx) error {
		return errors.Join(store.DropPartner(tx, dropped), store.KeepPartner(tx, p))
	}); err != nil {
		return err
	}
	delete(m.joined, dropped)
	m.joined[p.ID] = p
	return nil
}

// dispensable returns the partner that goes for a new one where there are as many as may be: one from which this computer
// has taken over and which has heard of it, else, if one has to go, one that follows, which asks again by itself, or any;
// "" for none.
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

// Forget forgets a partner. Its copy proves nothing any more: the key is another one from now on. The one of before still
// proves what this computer says, and what another partner says that was away meanwhile, where that one is known to be.
func (m *Master) Forget(ctx context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.joined = nil
	if pages := store.Pages(m.store); pages != nil {
		pages.Forget(id)
	}
	known, err := m.keys(ctx)
	if err != nil {
		return err
	}
	return m.store.Tx(ctx, func(tx *store.Tx) error {
		key := sha256.Sum256([]byte(rand.Text() + rand.Text()))
		return errors.Join(store.DropPartner(tx, id), known.replace(tx, hex.EncodeToString(key[:])))
	})
}

// A Standby is a computer that follows, or that did.
type Standby struct {
	store.Partner
	// Follows is set while nothing is acknowledged before it has it. Behind is since when it lacks something, zero
	// while it lacks nothing or has not been heard since the start.
	Follows bool
	Behind  time.Time
}

// silent is how long nothing is heard from a computer that follows no more: others ask again and again.
const silent = LongestWait + 4*time.Second

// heardOf returns what a follower is as of now: one of which nothing is heard may lack something.
func heardOf(is database.Follower) database.Follower {
	if is.Behind.IsZero() && time.Since(is.Heard) > silent {
		is.Behind = is.Heard
	}
	return is
}

// CannotBeFollowed is why the data cannot be followed, nil if they can: "standby.server" if they are at a server,
// "standby.yielded" if another computer has taken over.
func (m *Master) CannotBeFollowed() error {
	if store.Pages(m.store) == nil {
		return fault.New(fault.Conflict, "standby.server")
	}
	return store.Refusal(m.store)
}

// Late returns the name of a computer that lacks what was changed since a moment some time ago; "" if none does that
// has followed since the data were opened.
func (m *Master) Late() (name string, since time.Time) {
	const late = 10 * time.Second
	pages := store.Pages(m.store)
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

// Standbys returns the computers that follow, or did.
func (m *Master) Standbys(ctx context.Context) ([]Standby, error) {
	pages := store.Pages(m.store)
	if pages == nil {
		return nil, nil
	}
	partners, err := store.Partners(ctx, m.store)
	followers := pages.Followers()
	var all []Standby
	for _, p := range partners {
		if p.Name == "" {
			continue // it was followed
		}
		is, heard := followers[p.ID]
		if heard {
			is = heardOf(is)
		}
		all = append(all, Standby{Partner: p, Follows: heard && is.Behind.IsZero(), Behind: is.Behind})
	}
	return all, err
}

// Yield notes that another computer has taken over, and returns the last state of the data. Faults: "standby.ask" if
// what was told is no reign, "standby.passed" if another computer has before.
func (m *Master) Yield(ctx context.Context, told Status) (last database.Mark, err error) {
	pages := store.Pages(m.store)
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

// A Status is which computer writes to some data, as one of them tells another.
type Status struct {
	Epoch   int       `json:"epoch"`
	Holder  string    `json:"holder"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	// Yielded is set where nothing is written any more: Holder has taken over from there.
	Yielded bool `json:"yielded"`
	// Reached is what was there when Holder took over, for those who prove that they have the same data, Left how many
	// changes came after it where it has yielded. Both are hints, without proof.
	Reached reached `json:"reached,omitempty"`
	Left    int     `json:"left,omitempty"`
	// Proof shows that who tells it has the same data: it is made of the question too. Former are proofs by the keys of
	// before, the latest first.
	Proof  string   `json:"proof"`
	Former []string `json:"former,omitempty"`
}

// reached tells how far tournaments have come, by their numbers: their version, and the steps of their live games.
type reached map[int][2]int

const shortestQuestion, longestQuestion, longestText = 16, 100, 1000

// Status answers a question, which is a random text: "standby.ask" if it is none. The asker may prove that it has the
// same data too, see asks.
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

// reachedName is the name of the secret that has Status.Reached of a reign of this computer.
const reachedName = "standby reached"

func (m *Master) whatWasReached(ctx context.Context) (is reached, err error) {
	text, found, err := m.store.Secret(ctx, reachedName)
	if err == nil && found {
		err = json.Unmarshal([]byte(text), &is)
	}
	return is, err
}

// noteReached has a reign that begins tell what is there.
func noteReached(tx *store.Tx, all []store.Reach) error {
	is := reached{}
	for _, r := range all {
		is[r.ID] = [2]int{r.Version, r.Steps}
	}
	text, err := json.Marshal(is)
	if err != nil {
		return fmt.Errorf("write what was reached: %w", err)
	}
	return errors.Join(store.DropSecret(tx, reachedName), tx.SetSecret(reachedName, string(text)))
}

// status returns what is told of the reign, without a proof.
func (m *Master) status(ctx context.Context) (s Status, err error) {
	s = statusOf(m.Reign())
	left, err := m.Left(ctx)
	for _, one := range left {
		s.Left += one.Changes
	}
	return s, err
}

// A Changed is a tournament in which so many changes were made.
type Changed struct {
	Slug, Name string
	Changes    int
}

// Left returns the tournaments that were changed here while the computer that has taken over could not hear of it; nil
// as long as none has, or nobody knows.
func (m *Master) Left(ctx context.Context) ([]Changed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.Reign().Yielded || m.reached == nil {
		return nil, nil
	}
	if m.left == nil { // nothing is changed any more
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

// hint takes in what the computer that has taken over says of what it has.
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

// isReign reports whether a computer that has taken over could say so to one in whose data another epoch is. Readers are
// sent on to its address.
func (s Status) isReign(known int) bool {
	const most = 1000 // times that computers take over while one is away
	return s.Epoch > 0 && s.Epoch <= known+most && s.Holder != "" && len(s.Holder)+len(s.Name)+len(s.Address) <= longestText && (s.Address == "" || isServer(s.Address))
}

// lookPatience is how long a partner may take to answer, lookAgain is after which time partners are asked again.
const lookPatience, lookAgain = time.Second, 2 * time.Second

// Run looks every other second whether another computer has taken over, until ctx ends.
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

// Look asks the partners once which computer writes to the data, and yields to one that has taken over. It tells those of
// a reign of this computer that have not heard of it.
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

// partnerClient returns what asks partners: what they say is proven by their answer, whatever their certificates are.
func partnerClient() *http.Client {
	client := line.Client(lookPatience, 1)
	client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // #nosec G402 -- as above
	return client
}

// MostTold bounds what is told unasked, in bytes.
const MostTold = 64 << 10

// toldQuestion stands for the question in a proof of what is told unasked. It may be told again by anybody: it is true.
const toldQuestion = "told"

// tellLater tells a computer of a reign of this one, if what that one knows is earlier, or is at an earlier address.
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
	here.Proof = here.prove(key, toldQuestion) // by the key that it has
	body, err := json.Marshal(here)
	if len(body) > MostTold { // it asks for what was there once it can
		here.Reached = nil
		body, err = json.Marshal(here)
	}
	if err == nil {
		_, _ = w.send(ctx, http.MethodPost, "/told", body, 0) // again at the next look
	}
}

// Hear takes what another computer tells unasked: that it has taken over, or where it is now. "standby.ask" if it does
// not prove that it has the data.
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

// heardName is the name of the secret that is there once a computer has heard that another one has taken over from its
// data, or need not hear. It has yielded then, also to whoever takes over next. The secret has the number of changes that
// it had made since, or seen if somebody knows.
func heardName(p store.Partner) string { return "standby heard " + p.ID }

// noteUnheard notes which computer, from whose data this one has taken over, has not heard of it. One that follows has.
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

// seen is what noteHeard notes of a computer about which somebody knows what there is to know.
const seen = "seen"

func (m *Master) noteHeard(ctx context.Context, p store.Partner, what string) error {
	return store.Note(ctx, m.store, func(tx *store.Tx) error {
		return errors.Join(store.DropSecret(tx, heardName(p)), tx.SetSecret(heardName(p), what))
	})
}

// A Lack is how many changes were made at a computer, from which this one has taken over, that are not here.
type Lack struct {
	Address string
	Changes int
}

// Lacks returns what is not here; nil for nothing.
func (m *Master) Lacks() *Lack { return m.lacks.Load() }

// Unheard returns the address of a computer from which this one has taken over, and which has not heard of it; "" for
// none.
func (m *Master) Unheard() string {
	if name := m.unheard.Load(); name != nil {
		return *name
	}
	return ""
}

// Settle notes that nothing is to be said any more of the computer at an address that Unheard or Lacks has returned: it is
// lost, or what was changed there is seen to. If it comes back all the same it hears of this one like any other.
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
