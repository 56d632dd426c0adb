package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/beyond/changefeed"
	"tourney/internal/beyond/publishing"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

var (
	anna  = director.Actor{Name: "Anna"}
	owner = accounts.Session{User: "Anna"}
)

// A hall is a director with tournaments and webhooks.
type hall struct {
	testing.TB
	path     string
	kept     *store.Store
	director *director.Director
	hooks    *Webhooks
	later    atomic.Int64 // added to the clock, in nanoseconds
	stop     func()
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{TB: t, path: databasetest.Place(t, filepath.Join(t.TempDir(), "test.db"), store.OpenScratch)}
	h.open()
	t.Cleanup(func() { h.close() })
	h.create("cup")
	return h
}

func (h *hall) now() time.Time { return time.Now().Add(time.Duration(h.later.Load())) }

// open opens the data, as at the start of a program.
func (h *hall) open() {
	h.Helper()
	kept, err := store.OpenScratch(h.Context(), h.path)
	h.check(err)
	h.kept, h.director, h.stop = kept, director.New(kept, h.now), func() {}
	h.hooks = New(h.director, publishing.New(h.director).Sender, slog.New(slog.DiscardHandler))
	h.hooks.pace = pace{look: 5 * time.Millisecond, first: 10 * time.Millisecond, longest: 40 * time.Millisecond}
	h.hooks.box = h.hooks.newBox()
}

// close closes the data, as at the end of a program.
func (h *hall) close() {
	h.Helper()
	h.stop()
	h.check(h.kept.Close())
}

// run delivers until close.
func (h *hall) run() {
	ctx, cancel := context.WithCancel(context.WithoutCancel(h.Context()))
	done := make(chan struct{})
	go func() {
		h.hooks.Run(ctx)
		close(done)
	}()
	h.stop = func() {
		cancel()
		<-done
	}
}

// quiet stops delivering, and checks that no delivery is pending.
func (h *hall) quiet(why string) {
	h.Helper()
	h.stop()
	h.stop, h.hooks.again = func() {}, time.Time{}
	list, err := h.hooks.ready(h.Context())
	h.check(err)
	if len(list) > 0 {
		h.Errorf("%s: there is something to deliver to %+v", why, list)
	}
}

// works reports whether a worker of a webhook is running.
func (h *hall) works(id int) bool {
	_, works := h.hooks.box.Worker(id)
	return works
}

func (h *hall) check(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hall) create(slug string) {
	h.Helper()
	settings, err := tournament.PresetNamed("swiss")
	h.check(err)
	_, err = h.director.Create(h.Context(), anna, director.Creation{Info: tournament.Info{Slug: slug, Name: slug}, Settings: settings})
	h.check(err)
}

// add adds a player and returns the new version.
func (h *hall) add(slug, name string) int {
	h.Helper()
	_, err := h.director.On(anna, slug).AddPlayer(h.Context(), tournament.Player{Family: name, Given: "X", Rank: rank.Kyu(3), Status: tournament.CheckedIn}, tournament.AllowNamesakes, "")
	h.check(err)
	return h.version(slug)
}

func (h *hall) version(slug string) int {
	h.Helper()
	s, err := h.director.Snapshot(h.Context(), slug)
	h.check(err)
	return s.Tournament.Version
}

// request adds a webhook in the local network.
func (h *hall) request(address string, topics ...Topic) (secret string) {
	h.Helper()
	secret, err := h.hooks.Add(h.Context(), owner, store.FirstOrganisation, Request{Address: address, Topics: topics, Nearby: true})
	h.check(err)
	return secret
}

// state returns the state of the only webhook.
func (h *hall) state() State {
	h.Helper()
	list, err := h.hooks.List(h.Context(), store.FirstOrganisation)
	h.check(err)
	if len(list) != 1 {
		h.Fatalf("there are %d webhooks", len(list))
	}
	return list[0]
}

// due returns the tournaments with pending changes for the only webhook.
func (h *hall) due() []store.Head {
	h.Helper()
	id := h.state().ID
	heads, err := h.hooks.kept.Due(h.Context(), id)
	h.check(err)
	return heads[id]
}

// until waits for a condition.
func (h *hall) until(what string, is func() bool) {
	h.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			h.Fatalf("%s never happens", what)
		}
	}
}

// A received delivery.
type received struct {
	ID, Type, Timestamp string
	Data                tournamentChange
	text                string
}

// A receiver handles deliveries according to answer.
type receiver struct {
	*httptest.Server
	t      *testing.T
	mu     sync.Mutex
	secret string
	// tried are all deliveries in the order of arrival, taken the accepted ones.
	tried, taken []received
	// answer returns the response status for the nth attempt, 0 to break the connection.
	answer func(n int) int
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{t: t, answer: func(int) int { return http.StatusOK }}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, asked *http.Request) {
	text, err := io.ReadAll(asked.Body)
	if err != nil {
		r.t.Error(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	d := received{ID: asked.Header.Get("Webhook-Id"), text: string(text)}
	if err := json.Unmarshal(text, &d); err != nil {
		r.t.Error(err)
	}
	if want := sign(r.secret, d.ID, asked.Header.Get("Webhook-Timestamp"), text); asked.Header.Get("Webhook-Signature") != want {
		r.t.Errorf("the signature of %s is %s, want %s", text, asked.Header.Get("Webhook-Signature"), want)
	}
	n := len(r.tried)
	r.tried = append(r.tried, d)
	status := r.answer(n)
	if status == 0 {
		r.taken = append(r.taken, d) // but without a response
		panic(http.ErrAbortHandler)
	}
	if status < 300 {
		r.taken = append(r.taken, d)
	}
	w.WriteHeader(status)
}

// answers sets the function for further deliveries. The last one may still be in progress.
func (r *receiver) answers(answer func(n int) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// tries returns the number of attempts.
func (r *receiver) tries() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.tried)
}

// subscribed returns the accepted versions of a tournament, without repetitions. It fails if one arrived after a later
// one, or again with another body.
func (r *receiver) told(slug string) (versions []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[string]string{}
	for _, d := range r.taken {
		if was, again := seen[d.ID]; again && was == d.text {
			continue
		} else if again {
			r.t.Errorf("%s is %s and %s", d.ID, was, d.text)
		}
		seen[d.ID] = d.text
		if d.Data.Tournament == slug {
			versions = append(versions, d.Data.Version)
		}
	}
	if !slices.IsSorted(versions) {
		r.t.Errorf("%s is told in the order %v", slug, versions)
	}
	return versions
}

// Despite failures of the receiver and restarts of the program each change is delivered in order.
func TestNothingIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	h, r := newHall(t), newReceiver(t)
	h.create("other")
	h.add("cup", "Before")
	r.secret = h.request(r.URL)
	r.answer = func(n int) int {
		switch n % 5 {
		case 0:
			return http.StatusInternalServerError
		case 2:
			return 0
		case 3:
			time.Sleep(5 * time.Millisecond)
		}
		return http.StatusNoContent
	}
	want := map[string][]int{}
	for restarts := range 4 {
		h.run()
		for i := range 4 {
			for _, slug := range []string{"cup", "other"} {
				want[slug] = append(want[slug], h.add(slug, fmt.Sprint("P", restarts, i)))
			}
			if i == restarts { // during deliveries
				h.close()
				h.open()
				h.run()
			}
		}
		h.close()
		h.open()
	}
	h.create("new")
	want["new"] = []int{1, h.add("new", "First")}
	h.run()
	h.until("the end", func() bool {
		s := h.state()
		return s.Waiting == 0 && s.Why == "" && len(r.told("new")) == 2
	})
	for slug, versions := range want {
		if diff := cmp.Diff(versions, r.told(slug)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", slug, diff)
		}
	}
	if s := h.state(); s.Delivered.IsZero() || !s.Here {
		t.Errorf("at the end %+v", s)
	}
	h.quiet("after everything was delivered")
}

// A delivery contains the numbers of changed objects and no private data, for every kind of change.
func TestDelivery(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	r.secret = h.request(r.URL + "/in?x=1")
	for i := range 2 {
		h.add("cup", fmt.Sprint("P", i))
	}
	desk, ctx := h.director.On(anna, "cup"), t.Context()
	_, err := desk.AddPlayer(ctx, tournament.Player{
		Family: "Kaikkonen", Given: "Vihtori", Rank: rank.Kyu(9), Hiding: consent.Initials, Mail: "v@example.org", Contact: "040 555", Notes: "allergic", Born: 1987,
	}, tournament.RefuseNamesakes, "")
	h.check(err)
	h.check(desk.EditPlayer(ctx, 3, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Notes = "vegan" }))
	h.check(desk.Round(1).Pair(ctx, 1))
	h.check(desk.Round(1).Publish(ctx))
	_, err = desk.Because("misread").Enter(ctx, tournament.Entry{Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}})
	h.check(err)
	h.run()
	h.until("everything is delivered", func() bool { return h.state().Waiting == 0 })
	versions := r.told("cup")
	if len(versions) != 5 { // three players, a round, a result
		t.Fatalf("told are %v: %+v", versions, r.taken)
	}
	last := r.taken[len(r.taken)-1]
	s, err := h.director.Snapshot(ctx, "cup")
	h.check(err)
	g := s.Tournament.Rounds[0].Games[0]
	want := tournamentChange{"cup", h.version("cup"), []changefeed.Change{{
		Kind: changefeed.Result, ID: g.ID, Round: 1, Table: 1, Black: g.Black, White: g.White, Result: "B+R", Revision: g.Revision,
	}}}
	if diff := cmp.Diff(want, last.Data); diff != "" || last.Type != "tournament.changed" {
		t.Errorf("%s: %s", last.text, diff)
	}
	if at, err := time.Parse(time.RFC3339, last.Timestamp); err != nil || time.Since(at) > time.Minute {
		t.Errorf("at %s", last.Timestamp)
	}
	for _, d := range r.taken {
		for _, private := range []string{"Kaikkonen", "Vihtori", "example.org", "555", "allergic", "vegan", "1987", "misread", "Anna", `"X"`, "P0"} {
			if strings.Contains(d.text, private) {
				t.Errorf("%s says %q", d.text, private)
			}
		}
	}
}

// A webhook receives only its topics and its tournament.
func TestTopics(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	h.create("other")
	r.secret = h.request(r.URL, Pairings)
	h.add("cup", "A")
	h.add("cup", "B")
	h.check(h.director.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	h.check(h.director.On(anna, "cup").Round(1).Publish(t.Context()))
	h.run()
	h.until("it is delivered", func() bool { return len(r.told("cup")) > 0 })
	if got := r.told("cup"); !slices.Equal(got, []int{h.version("cup")}) {
		t.Errorf("told are %v", got)
	}
	h.until("the rest is left out", func() bool { return len(h.due()) == 0 && h.state().Waiting == 0 })
	h.check(h.hooks.Remove(t.Context(), owner, store.FirstOrganisation, h.state().ID))
	secret, err := h.hooks.Add(t.Context(), owner, store.FirstOrganisation, Request{Address: r.URL, Slug: "other", Nearby: true})
	h.check(err)
	r.mu.Lock()
	r.secret = secret
	r.mu.Unlock()
	before := len(r.told("cup"))
	h.add("cup", "C")
	want := h.add("other", "C")
	h.until("the other one is delivered", func() bool { return slices.Equal(r.told("other"), []int{want}) })
	if got := r.told("cup"); len(got) != before {
		t.Errorf("told are %v", got)
	}
}

// A webhook without responses for days is paused until a person resumes it. Then it receives all changes.
func TestPause(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	h, r := newHall(t), newReceiver(t)
	down := atomic.Bool{}
	down.Store(true)
	r.answer = func(int) int {
		if down.Load() {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	}
	r.secret = h.request(r.URL)
	want := []int{h.add("cup", "A"), h.add("cup", "B")}
	h.run()
	h.until("it is tried often", func() bool { return h.state().Tries >= leastTries })
	if s := h.state(); s.Paused || s.Waiting != 2 || s.Since.IsZero() || s.Status != http.StatusServiceUnavailable || !fault.Is(Trouble(s.Webhook), "webhook.refused") {
		t.Errorf("after %d tries: %+v", s.Tries, s)
	}
	h.later.Add(int64(givesUpAfter))
	h.until("it is paused", func() bool { return h.state().Paused })
	h.quiet("while it is paused")
	tried := r.tries()
	down.Store(false)
	h.run()
	h.check(h.hooks.Resume(t.Context(), owner, store.FirstOrganisation, h.state().ID))
	h.until("it is delivered", func() bool { return slices.Equal(r.told("cup"), want) && h.state().Waiting == 0 })
	if s := h.state(); Trouble(s.Webhook) != nil || s.Paused {
		t.Errorf("at the end: %+v", s)
	}
	r.mu.Lock()
	for _, d := range r.tried[:tried] {
		if d.Data.Version != want[0] {
			t.Errorf("version %d overtakes %d", d.Data.Version, want[0])
		}
	}
	r.mu.Unlock()
	r.answers(func(int) int { return http.StatusGone })
	h.add("cup", "C")
	h.until("it says that it is gone", func() bool { return h.state().Paused })
}

// After its removal a webhook receives nothing, not even pending changes.
func TestRemovedWhileItDelivers(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	r.secret = h.request(r.URL)
	for i := range 5 {
		h.add("cup", fmt.Sprint("P", i))
	}
	id := h.state().ID
	r.answer = func(n int) int {
		if n == 1 {
			h.check(h.hooks.Remove(t.Context(), owner, store.FirstOrganisation, id))
		}
		return http.StatusOK
	}
	h.run()
	h.until("two are delivered", func() bool { return r.tries() == 2 })
	h.until("its worker ends", func() bool { return !h.works(id) })
	if got := r.tries(); got != 2 {
		t.Errorf("%d are delivered", got)
	}
	h.quiet("after it was removed")
}

// A tournament with a damaged log does not block the changes of others.
func TestDamagedLog(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	if database.IsServer(h.path) {
		t.Skip("the file is damaged by hand")
	}
	h.create("other")
	r.secret = h.request(r.URL)
	h.add("cup", "A")
	want := h.add("other", "A")
	db, err := database.Migrating(h.path)
	h.check(err)
	h.check(db.Exec("update log set changes = '{' where version = 2 and tournament_id = 1").Error)
	h.check(database.Close(db))
	h.run()
	h.until("the other one is delivered", func() bool { return slices.Equal(r.told("other"), []int{want}) })
	if got := r.told("cup"); len(got) > 0 {
		t.Errorf("of the damaged one %v is told", got)
	}
	if s := h.state(); s.Why != "" {
		t.Errorf("the webhook is in trouble: %+v", s)
	}
}

// A copy of the data delivers nothing until a person resumes the webhook there.
func TestCopyIsSilent(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	if database.IsServer(h.path) {
		t.Skip("a server has no file to be copied")
	}
	r.secret = h.request(r.URL)
	h.add("cup", "A")
	copied := filepath.Join(t.TempDir(), "copy.db")
	_, err := h.kept.Backup(t.Context(), copied)
	h.check(err)
	h.check(h.kept.Close())
	h.path = copied
	h.open()
	h.quiet("in a copy")
	h.run()
	if s := h.state(); r.tries() > 0 || s.Here || s.Waiting != 1 {
		t.Errorf("a copy delivers %v: %+v", r.tried, s)
	}
	h.check(h.hooks.Resume(t.Context(), owner, store.FirstOrganisation, h.state().ID))
	h.until("it is delivered", func() bool { return len(r.told("cup")) == 1 })
}

// Of several instances at one database one delivers at a time, without repetitions and in order.
func TestInstances(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	if !database.IsServer(h.path) {
		t.Skip("a file has one program")
	}
	r.secret = h.request(r.URL)
	other := &hall{TB: t, path: h.path}
	other.open()
	t.Cleanup(func() { other.close() })
	h.run()
	other.run()
	var want []int
	for i := range 10 {
		want = append(want, h.add("cup", fmt.Sprint("P", i)))
	}
	h.until("everything is delivered", func() bool { return slices.Equal(r.told("cup"), want) && h.state().Waiting == 0 })
	if r.tries() != len(want) {
		t.Errorf("%d changes are delivered in %d tries", len(want), r.tries())
	}
}

// After a restore of earlier data a webhook receives a restart of the changes.
func TestHistoryThatGoesBack(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	r.secret = h.request(r.URL)
	is := h.state().Webhook
	h.check(h.hooks.kept.Note(t.Context(), is, is, &store.Head{Number: 1, Reached: &store.Cursor{Version: 7, At: h.now()}}))
	h.run()
	h.until("it is delivered", func() bool { return len(r.told("cup")) == 1 })
	if c := r.taken[0].Data.Changes; len(c) != 1 || c[0].Kind != changefeed.Anew {
		t.Errorf("told is %+v", c)
	}
	want := h.add("cup", "A")
	h.until("the next change is delivered", func() bool { return slices.Equal(r.told("cup"), []int{1, want}) })
}

// A test returns the reason for its failure, and is not a change.
func TestTest(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	r.secret = h.request(r.URL)
	id := h.state().ID
	h.check(h.hooks.Test(t.Context(), store.FirstOrganisation, id))
	r.mu.Lock()
	if len(r.taken) != 1 || r.taken[0].Type != "test" || r.taken[0].Data.Tournament != "" {
		t.Errorf("taken is %+v", r.taken)
	}
	r.mu.Unlock()
	for status, want := range map[int]string{http.StatusTeapot: "webhook.refused", http.StatusFound: "webhook.moved", http.StatusGone: "webhook.gone", 0: "webhook.unreachable"} {
		r.answers(func(int) int { return status })
		if err := h.hooks.Test(t.Context(), store.FirstOrganisation, id); !fault.Is(err, want) {
			t.Errorf("%d is %v, want %s", status, err, want)
		}
	}
	if s := h.state(); s.Why != "" || s.Waiting != 0 {
		t.Errorf("afterwards %+v", s)
	}
	for _, err := range []error{
		h.hooks.Test(t.Context(), store.FirstOrganisation, id+1), h.hooks.Test(t.Context(), 2, id), h.hooks.Test(t.Context(), 0, id),
		h.hooks.Remove(t.Context(), owner, 2, id), h.hooks.Resume(t.Context(), owner, 2, id),
	} {
		if !fault.Is(err, "webhook.missing") {
			t.Errorf("of another organisation: %v", err)
		}
	}
}

// Without Nearby no request reaches the local network, neither by an address nor by a host name.
func TestOwnNetworkIsClosed(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	add := func(address string) error {
		_, err := h.hooks.Add(t.Context(), owner, store.FirstOrganisation, Request{Address: address})
		return err
	}
	for address, want := range map[string]string{
		"https://127.0.0.1/": "webhook.inside", "https://[::1]:8080/": "webhook.inside", "https://10.0.0.7/": "webhook.inside", "https://169.254.169.254/latest": "webhook.inside",
		"https://localhost/": "webhook.inside", "https://printer.local": "webhook.inside", "http://club.example/": "webhook.plain", "https://[::ffff:10.0.0.1]/": "webhook.inside",
		"": "webhook.address", "ftp://club.example": "webhook.address", "https://": "webhook.address", "https://anna:pw@club.example/": "webhook.address", "https:club.example": "webhook.address",
		"https://club.example/" + strings.Repeat("a", longest): "webhook.address",
	} {
		if err := add(address); !fault.Is(err, want) {
			t.Errorf("%q is %v, want %s", address, err, want)
		}
	}
	h.check(add("https://club.example/in#part"))
	is := h.state().Webhook
	if is.Address != "https://club.example/in" {
		t.Errorf("kept is %s", is.Address)
	}
	is.Address = strings.Replace(r.URL, "127.0.0.1", "localhost", 1) // as a host name for this computer
	if why, _ := h.hooks.send(t.Context(), is, delivery{}); why.Why != inside || r.tries() > 0 {
		t.Errorf("a name that leads here: %+v", why)
	}
	for range Most - 1 {
		h.check(add("https://club.example/in"))
	}
	if err := add("https://club.example/in"); !fault.Is(err, "webhook.many") {
		t.Errorf("one too many: %v", err)
	}
	_, err := h.hooks.Add(t.Context(), owner, store.FirstOrganisation, Request{Address: "https://club.example", Topics: []Topic{"secrets"}})
	if !fault.Is(err, "webhook.topic") {
		t.Errorf("another topic: %v", err)
	}
}

// A signature is equal to the example of the Standard Webhooks specification.
func TestSign(t *testing.T) {
	got := sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
	if a, b := newSecret(), newSecret(); a == b || !strings.HasPrefix(a, "whsec_") {
		t.Errorf("secrets are %s and %s", a, b)
	}
}

// Every kind of change has a topic, except the kinds that each webhook receives.
func TestKindsHaveTopics(t *testing.T) {
	for _, kind := range changefeed.Kinds {
		if always := kind == changefeed.Anew || kind == changefeed.Hidden; (topicOf[kind] == "") != always {
			t.Errorf("%s is of the topic %q", kind, topicOf[kind])
		}
	}
}

// Pauses grow up to the longest one, and never shrink with more attempts.
func TestPauses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := pace{first: time.Second, longest: time.Duration(rapid.IntRange(1, 5000).Draw(t, "longest")) * time.Second}
		tries := rapid.IntRange(1, 10_000).Draw(t, "tries")
		now, next := pauseAfter(tries, p), pauseAfter(tries+1, p)
		if now < p.first || now > next || next > p.longest {
			t.Errorf("after %d tries %v, then %v", tries, now, next)
		}
	})
}

func FuzzParseAddress(f *testing.F) {
	for _, text := range []string{"https://club.example/in?x=1", "http://[::1]/", "https://0x7f.1/", "https://2130706433/", "https://club.example:99999/", "https://%zz"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := ParseAddress(text, false)
		if err != nil {
			return
		}
		again, err := ParseAddress(address, false)
		if err != nil || again != address || !strings.HasPrefix(address, "https://") {
			t.Errorf("%q is kept as %q, which is %q, %v", text, address, again, err)
		}
	})
}

// A deleted tournament is delivered as hidden, and from its start once it is restored; a hidden one is not delivered.
func TestDeleted(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	catalogue, ctx := h.director.Catalogue(), t.Context()
	h.create("early")
	h.check(catalogue.Delete(ctx, owner, "early")) // before the webhook sees it
	h.create("secret")
	secret, err := h.director.Snapshot(ctx, "secret")
	h.check(err)
	info := secret.Tournament.Info
	info.Hidden = true
	h.check(h.director.On(anna, "secret").SetUp(ctx, info, secret.Tournament.Settings))
	r.secret = h.request(r.URL, Results)
	h.run()
	last := func() string {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.taken) == 0 {
			return ""
		}
		d := r.taken[len(r.taken)-1].Data
		return fmt.Sprint(len(r.taken), " ", d.Tournament, " ", d.Changes[0].Kind)
	}
	h.check(catalogue.Delete(ctx, owner, "secret"))
	h.check(catalogue.Delete(ctx, owner, "cup"))
	h.until("the end is delivered", func() bool { return h.state().Waiting == 0 && len(r.told("cup")) == 1 })
	if got := last(); got != "1 cup hidden" {
		t.Error(got)
	}
	gone, err := h.kept.Catalogue().Deleted(ctx, []int{store.FirstOrganisation})
	h.check(err)
	_, err = catalogue.Restore(ctx, owner, gone[slices.IndexFunc(gone, func(s store.Summary) bool { return s.FormerSlug() == "cup" })])
	h.check(err)
	h.until("the return is delivered", func() bool { return len(r.told("cup")) == 2 })
	if got := last(); got != "2 cup anew" {
		t.Error(got)
	}
}

// After a check without results the next one follows a write of any kind by any program, or the time of the next retry.
func TestLooks(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	h.hooks.pace = pace{look: time.Minute, first: time.Minute, longest: time.Minute} // no polling
	ctx, catalogue := t.Context(), h.director.Catalogue()
	r.secret = h.request(r.URL)
	id := h.state().ID
	deliver := func() {
		t.Helper()
		for more := true; more; {
			var err error
			more, err = h.hooks.deliverSome(ctx, id)
			h.check(err)
		}
	}
	looks := func() (ids []int) {
		t.Helper()
		list, err := h.hooks.ready(ctx)
		h.check(err)
		for _, is := range list {
			ids = append(ids, is.ID)
		}
		return ids
	}
	other := &hall{TB: t, path: h.path}
	if database.IsServer(h.path) {
		other.open()
		t.Cleanup(other.close)
	}
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"a change", func() { h.add("cup", "A") }},
		{"a new tournament", func() { h.create("new") }},
		{"a deletion", func() { h.check(catalogue.Delete(ctx, owner, "cup")) }},
		{"a return", func() {
			gone, err := h.kept.Catalogue().Deleted(ctx, []int{store.FirstOrganisation})
			h.check(err)
			_, err = catalogue.Restore(ctx, owner, gone[0])
			h.check(err)
		}},
		{"a history that goes back", func() {
			h.check(h.hooks.kept.Note(ctx, h.state().Webhook, h.state().Webhook, &store.Head{Number: 1, Reached: &store.Cursor{Version: 2, At: h.now()}}))
		}},
		{"a change by another program", func() {
			if database.IsServer(h.path) {
				other.add("cup", "B")
				return
			}
			db, err := database.Migrating(h.path)
			h.check(err)
			h.check(db.Exec("update webhook_reached set version = 1 where tournament_id = 1").Error)
			h.check(database.Close(db))
		}},
		{"what was missed", func() {
			h.hooks.again = h.hooks.again.Add(-lookAnyway)
			h.add("cup", "C")
			var err error
			h.hooks.seen, err = h.hooks.kept.Stamp(ctx)
			h.check(err)
		}},
	} {
		h.until("nothing is to be done before "+step.what, func() bool {
			if list := looks(); len(list) > 0 {
				t.Fatalf("before %s: %v", step.what, list)
			}
			stamp, err := h.hooks.kept.Stamp(ctx)
			h.check(err)
			return h.hooks.seen == stamp
		})
		step.do()
		if list := looks(); !slices.Equal(list, []int{id}) {
			t.Errorf("after %s: %v", step.what, list)
		}
		deliver()
	}
	r.answer = func(int) int { return http.StatusServiceUnavailable }
	h.add("cup", "D")
	looks()
	deliver()
	if list := looks(); len(list) > 0 {
		t.Errorf("it is tried at once: %v", list)
	}
	if next := h.state().Next; !h.hooks.again.Equal(next) {
		t.Errorf("the data are looked at again at %v for a try at %v", h.hooks.again, next)
	}
	h.later.Add(int64(time.Hour))
	if list := looks(); !slices.Equal(list, []int{id}) {
		t.Errorf("it is not tried again: %v", list)
	}
}
