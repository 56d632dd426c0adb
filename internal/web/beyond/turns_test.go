package beyond_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"tourney/internal/beyond/publication"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/databasetest"
)

// A sender sends states to a hub.
type sender struct {
	*testSite
	secret string
	number atomic.Int32
}

// sends sends a body as the state of another publication, and returns the response.
func (s *sender) sends(body io.Reader) string {
	path := fmt.Sprintf("%s/api/v1/publications/%032x", s.HTTP.URL, s.number.Add(1))
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodPut, path, body)
	s.Check(err)
	r.Header.Set("Authorization", "Bearer "+s.secret)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(got.StatusCode, " ", got.Header.Get("Retry-After"), " ", s.Body(got))
}

// state packs the cup with a number of random bytes that are new to the hub.
func (s *sender) state(more int) []byte {
	s.T.Helper()
	whole, err := s.Director.Whole(s.T.Context(), s.testSite.State("spring-cup"))
	s.Check(err)
	if more > 0 {
		picture := make([]byte, more)
		_, _ = rand.Read(picture) // never fails
		whole.Pictures = map[string][]byte{"other": picture}
	}
	var packed bytes.Buffer
	s.Check(publication.Write(&packed, publication.State{Stamp: 1, Whole: whole}, func(string) bool { return false }))
	return packed.Bytes()
}

func newSender(t *testing.T) *sender {
	t.Helper()
	s := &sender{testSite: newSite(t)}
	s.Cup()
	s.secret = s.Program(role.PublishToken).Secret
	return s
}

// A hub works on two states at a time: others are queued, and refused with a time to retry.
func TestStatesTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSender(t)
	state := s.state(0)
	s.sends(bytes.NewReader(state)) // writes the time of the token's last use now, not during the test
	slow, write := io.Pipe()        // an upload in progress does not block others
	slowly := make(chan string, 1)
	go func() { slowly <- s.sends(slow) }()
	_, err := write.Write(state[:10])
	s.Check(err)

	writes, held, wrote := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		wrote <- s.Store.Tx(t.Context(), func(*store.Tx) error {
			close(writes)
			<-held
			return nil
		})
	}()
	<-writes
	const senders = 5
	answers := make(chan string, senders)
	for range senders {
		go func() { answers <- s.sends(bytes.NewReader(state)) }()
	}
	for range senders - 2 {
		if got := <-answers; !strings.HasPrefix(got, "429 1 ") || !strings.Contains(got, "form.busy") {
			t.Errorf("while two are worked on it answers %s", got)
		}
	}
	close(held)
	s.Check(<-wrote)
	for range 2 {
		if got := <-answers; !strings.HasPrefix(got, "200 ") {
			t.Errorf("the two are answered %s", got)
		}
	}
	_, err = write.Write(state[10:])
	s.Check(err)
	s.Check(write.Close())
	if got := <-slowly; !strings.HasPrefix(got, "200 ") {
		t.Errorf("the slow one is answered %s", got)
	}
}

// Large states wait on the disk, and leave nothing there.
func TestLargeStates(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	databasetest.Alone(t)
	s := newSender(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	const large = 3 << 20
	if got := s.sends(bytes.NewReader(s.state(large))); !strings.HasPrefix(got, "200 ") {
		t.Errorf("a large state is answered %s", got)
	}
	if got := s.sends(bytes.NewReader(s.state(large)[:large])); !strings.HasPrefix(got, "422 ") || !strings.Contains(got, "publication.broken") {
		t.Errorf("a part of one is answered %s", got)
	}
	if got := s.sends(io.LimitReader(rand.Reader, publication.MostPacked+1)); !strings.HasPrefix(got, "413 ") || !strings.Contains(got, "publication.large") {
		t.Errorf("one that is too large is answered %s", got)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "gone"))
	if got := s.sends(bytes.NewReader(s.state(large))); !strings.HasPrefix(got, "503 ") || !strings.Contains(got, "database.disk.failed") {
		t.Errorf("without room it answers %s", got)
	}
	if got := s.sends(bytes.NewReader(s.state(0))); !strings.HasPrefix(got, "200 ") {
		t.Errorf("a small one is answered %s", got)
	}
}
