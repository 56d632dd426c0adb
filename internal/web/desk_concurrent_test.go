package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/pairing"
	"tourney/internal/pairing/simulate"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// crowd is the number of players of the largest congresses.
const crowd = 985

// crowded returns the site with a crowd after its first round, in which Black won every
// third game and one table has no result.
func crowded(t testing.TB) (*testSite, *tournament.Tournament) {
	t.Helper()
	s := newSite(t)
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	tn, err := simulate.Invented(crowd, settings)
	s.Check(err)
	draw, err := pairing.Make(t.Context(), tn, 1, pairing.Options{})
	s.Check(err)
	s.Check(draw.Draft(tn, "test"))
	s.Check(tn.Publish(1))
	for i := range tn.Round(1).Games[1:] {
		r := tournament.Result{Outcome: tournament.WhiteWins}
		if i%3 == 0 {
			r.Outcome = tournament.BlackWins
		}
		_, _, err := tn.Record(tournament.Entry{Round: 1, Table: i + 2, Result: r})
		s.Check(err)
	}
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	s.Login()
	return s, tn
}

// A pause stops a draw in the middle of its matching.
type pause struct {
	once            sync.Once
	reached, resume chan struct{}
	ended           chan error
}

// pauseDraw makes a draw beside the server and pauses it in its matching. Until goOn is called, other draws of the
// tournament wait.
func pauseDraw(t *testing.T, draw func(ctx context.Context) error) *pause {
	t.Helper()
	p := &pause{reached: make(chan struct{}), resume: make(chan struct{}), ended: make(chan error, 1)}
	go func() { p.ended <- draw(pausing{t.Context(), p}) }()
	select {
	case <-p.reached:
	case err := <-p.ended:
		t.Fatalf("the draw ended before it was paused: %v", err)
	}
	return p
}

// goOn resumes the draw and returns its error.
func (p *pause) goOn() error {
	close(p.resume)
	return <-p.ended
}

type pausing struct {
	context.Context
	*pause
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

// matchingNow reports whether the caller computes a matching.
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

// While a crowd is being paired, other requests are answered: results are entered, pages loaded, players changed.
// Directors who press the same button get the same draw, which includes the changes.
func TestDeskWhileACrowdIsPaired(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, tn := crowded(t)
	slug := tn.Info.Slug
	const guard = time.Minute // so that a deadlock fails this test and not all
	s.Client.Timeout = guard
	s.Server.SetDrawPatience(guard)
	form := url.Values{"do": {"draft"}, "seed": {"1"}}
	midway := pauseDraw(t, func(ctx context.Context) error {
		return s.Director.On(director.Actor{Name: "Cecil"}, slug).Round(2).Draft(ctx, 1)
	})
	answers := make([]*http.Response, 2)
	var pressed sync.WaitGroup
	pressed.Go(func() { answers[0] = s.Post("/desk/"+slug+"/draw/2", form) })

	for _, path := range []string{"/desk/" + slug, "/desk/" + slug + "/players", "/desk/" + slug + "/draw/2", "/desk/" + slug + "/settings", "/t/" + slug + "/standings", "/t/" + slug + "/round/1"} {
		s.Page(s.Get(path), http.StatusOK)
	}
	game := s.State(slug).Round(1).At(1)
	entry := url.Values{"round": {"1"}, "table": {"1"}, "line": {"1b"}, "seen-1": {strconv.Itoa(game.ID) + "." + strconv.Itoa(game.Revision)}}
	if got := s.Post("/desk/"+slug+"/line", entry); got.StatusCode >= http.StatusBadRequest {
		t.Errorf("a result is answered by %d", got.StatusCode)
	}
	if r := s.State(slug).Round(1).At(1).Result; r.Outcome != tournament.BlackWins {
		t.Errorf("the result that was entered meanwhile is %v", r)
	}
	s.Check(s.Director.On(director.Actor{Name: "Bert"}, slug).SetStatus(t.Context(), 5, tournament.Withdrawn))
	if s.State(slug).Round(2) != nil {
		t.Error("a draft is there before its draw was made")
	}

	pressed.Go(func() { answers[1] = s.Post("/desk/"+slug+"/draw/2", form) })
	s.Check(midway.goOn())
	pressed.Wait()
	for i, answer := range answers {
		if got := answer.Header.Get("Location"); answer.StatusCode != http.StatusSeeOther || got != "/desk/"+slug+"/draw/2" {
			t.Errorf("press %d is answered by %d %s", i+1, answer.StatusCode, got)
		}
	}
	r := s.State(slug).Round(2)
	if len(r.Games) != crowd/2 || len(r.Byes) != 0 || r.Game(5) != nil {
		t.Errorf("%d games and %d byes for %d players", len(r.Games), len(r.Byes), crowd-1)
	}
	entries, _, err := s.Director.Log(t.Context(), slug, 0, director.LogFilter{})
	s.Check(err)
	draws := 0
	for _, e := range entries {
		if e.Action == "round.pair" {
			draws++
		}
	}
	if draws != 1 {
		t.Errorf("the log knows of %d draws", draws)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/"+slug+"/draw/2"), http.StatusOK), ".panel .checks"); strings.Contains(got, "have changed since the draw") {
		t.Errorf("the draw was made from what is no more: %s", got)
	}
}

// TestTwentyDesks makes twenty desks each enter all results of a round at once: no result is lost or overwritten.
func TestTwentyDesks(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	form := sitetest.Fields(d.Look(""), "#line")
	var wg sync.WaitGroup
	for n := range 20 {
		wg.Go(func() {
			mine := url.Values{}
			for key, value := range form {
				mine[key] = value
			}
			mine.Set("line", fmt.Sprintf("%d%s", 2+n%3, []string{"b", "w"}[n%2]))
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.HTTP.URL+"/desk/spring-cup/line", strings.NewReader(mine.Encode()))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			got, err := d.Client.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			if err := got.Body.Close(); err != nil {
				t.Error(err)
			}
			if got.StatusCode != http.StatusSeeOther {
				t.Errorf("desk %d is answered %d", n, got.StatusCode)
			}
		})
	}
	wg.Wait()
	for table := 2; table <= 4; table++ {
		if g := s.Game(2, table); !g.Result.Known() || !g.Dispute.Open() || g.Dispute.Result == g.Result {
			t.Errorf("table %d: %v, in dispute %v", table, g.Result, g.Dispute.Result)
		}
	}
}
