package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/director"
	"tourney/internal/tournament"
)

// crowd is a field as great as the greatest congresses have.
const crowd = 985

// crowded returns the site with a crowd that has played its first round, but
// for one table.
func crowded(t testing.TB) (*site, *tournament.Tournament) {
	t.Helper()
	tn, err := large(crowd, 1)
	if err != nil {
		t.Fatal(err)
	}
	tn.Settings.Rounds = 5
	tn.Round(1).Games[0].Result = tournament.Result{}
	s := newSite(t)
	_, err = s.director.Import(t.Context(), anna, tn, "")
	s.check(err)
	s.login()
	return s, tn
}

// A pausing context stops whoever asks for it in the middle of a matching until
// it is told to go on.
type pausing struct {
	context.Context
	once            *sync.Once
	reached, resume chan struct{}
}

func pause(ctx context.Context) pausing {
	return pausing{ctx, new(sync.Once), make(chan struct{}), make(chan struct{})}
}

func (p pausing) Err() error {
	if matchingNow() {
		p.once.Do(func() {
			close(p.reached)
			<-p.resume
		})
	}
	return p.Context.Err()
}

// matchingNow reports whether the caller is at work on a matching.
func matchingNow() bool {
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		frame, more := frames.Next()
		if strings.Contains(frame.Function, "/pairing/matching.") {
			return true
		}
		if !more {
			return false
		}
	}
}

// While a crowd is being paired every other request is answered: results are
// entered, pages shown, players changed. A second director who presses the same
// button gets the same draw, and the draw knows what has happened meanwhile.
func TestDeskWhileACrowdIsPaired(t *testing.T) {
	s, tn := crowded(t)
	slug := tn.Info.Slug
	const guard = time.Minute // so that a lock fails this test and not all
	s.client.Timeout = guard
	form := url.Values{"do": {"draft"}, "seed": {"1"}}
	first := httptest.NewRequest(http.MethodPost, "/desk/"+slug+"/draw/2", strings.NewReader(form.Encode()))
	first.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	address, err := url.Parse(s.http.URL)
	s.check(err)
	for _, cookie := range s.client.Jar.Cookies(address) {
		first.AddCookie(cookie)
	}
	ctx := pause(t.Context())
	answers := make([]*httptest.ResponseRecorder, 2)
	var pressed sync.WaitGroup
	pressed.Go(func() {
		answers[0] = httptest.NewRecorder()
		s.server.ServeHTTP(answers[0], first.WithContext(ctx))
	})
	<-ctx.reached

	for _, path := range []string{"/desk/" + slug, "/desk/" + slug + "/players", "/desk/" + slug + "/draw/2", "/desk/" + slug + "/settings", "/t/" + slug + "/standings", "/t/" + slug + "/round/1"} {
		s.page(s.get(path), http.StatusOK)
	}
	game := s.state(slug).Round(1).At(1)
	entry := url.Values{"round": {"1"}, "table": {"1"}, "line": {"1b"}, "seen-1": {strconv.Itoa(game.ID) + "." + strconv.Itoa(game.Revision)}}
	if got := s.post("/desk/"+slug+"/line", entry); got.StatusCode >= http.StatusBadRequest {
		t.Errorf("a result is answered by %d", got.StatusCode)
	}
	if r := s.state(slug).Round(1).At(1).Result; r.Outcome != tournament.BlackWins {
		t.Errorf("the result that was entered meanwhile is %v", r)
	}
	s.check(s.director.SetStatus(t.Context(), director.Actor{Name: "Bert"}, slug, 5, tournament.Withdrawn))
	if s.state(slug).Round(2) != nil {
		t.Error("a draft is there before its draw was made")
	}

	pressed.Go(func() {
		second := first.Clone(t.Context())
		second.Body = http.NoBody
		second.PostForm, second.Form = form, form
		answers[1] = httptest.NewRecorder()
		s.server.ServeHTTP(answers[1], second)
	})
	close(ctx.resume)
	pressed.Wait()
	for i, answer := range answers {
		if answer.Code != http.StatusSeeOther || answer.Header().Get("Location") != "/desk/"+slug+"/draw/2" {
			t.Errorf("press %d is answered by %d %s", i+1, answer.Code, answer.Body)
		}
	}
	r := s.state(slug).Round(2)
	if len(r.Games) != crowd/2 || len(r.Byes) != 0 || r.Game(5) != nil {
		t.Errorf("%d games and %d byes for %d players", len(r.Games), len(r.Byes), crowd-1)
	}
	entries, _, err := s.director.Log(t.Context(), slug, 0)
	s.check(err)
	draws := 0
	for _, e := range entries {
		if e.Action == "round.pair" {
			draws++
		}
	}
	if draws != 1 {
		t.Errorf("the log knows of %d draws", draws)
	}
	if got := text(s.page(s.get("/desk/"+slug+"/draw/2"), http.StatusOK), ".panel.checks"); strings.Contains(got, "have changed since the draw") {
		t.Errorf("the draw was made from what is no more: %s", got)
	}
}

// BenchmarkDeskWhilePairing draws the second round of a crowd for the first
// time while its desk is looked at and results are entered, and reports how long
// 95 of 100 requests take at most beside the mean of the draws.
func BenchmarkDeskWhilePairing(b *testing.B) {
	s, tn := crowded(b)
	var requests []time.Duration
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		next := tn.Clone()
		next.Info.Slug, next.Version = "large-"+strconv.Itoa(i), 0
		_, err := s.director.Import(b.Context(), anna, next, "")
		s.check(err)
		s.page(s.get("/desk/"+next.Info.Slug), http.StatusOK)
		drawn := make(chan error)
		b.StartTimer()
		go func() { drawn <- s.director.Draft(b.Context(), anna, next.Info.Slug, 2, 1) }()
		for busy, k := true, 0; busy; k++ {
			began := time.Now()
			if s.page(s.get("/desk/"+next.Info.Slug), http.StatusOK); k == 0 {
				_, _, err := s.director.Record(b.Context(), anna, next.Info.Slug,
					tournament.Entry{Round: 1, Table: 1, Seen: tn.Round(1).At(1).Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
				s.check(err)
			}
			requests = append(requests, time.Since(began))
			select {
			case err := <-drawn:
				s.check(err)
				busy = false
			default:
			}
		}
	}
	slices.Sort(requests)
	b.ReportMetric(float64(requests[len(requests)*95/100].Microseconds())/1000, "ms/request-p95")
	b.ReportMetric(float64(len(requests))/float64(b.N), "requests/draw")
}
