package web_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web/offline"
)

// BenchmarkStandings renders the standings of 300 players after 10 rounds, first without the cache, then from it.
func BenchmarkStandings(b *testing.B) {
	tn, err := large(300, 10)
	if err != nil {
		b.Fatal(err)
	}
	s := newSite(b)
	if _, err := s.Director.Import(b.Context(), director.Actor{Name: "bench"}, tournament.Whole{Tournament: tn}, director.Founding{}); err != nil {
		b.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodGet, "/t/large/standings", nil)
	request.Header.Set("Accept-Encoding", "gzip")
	for _, fresh := range []bool{true, false} {
		b.Run(map[bool]string{true: "rendered", false: "cached"}[fresh], func(b *testing.B) {
			for b.Loop() {
				if fresh {
					s.Server.ForgetPages()
				}
				w := httptest.NewRecorder()
				s.Server.ServeHTTP(w, request)
				if w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
		})
	}
}

// BenchmarkPublicPage loads the standings of 300 players after 10 rounds over connections, from the cache, alternating
// with the same bytes from a bare Gin handler: without changes, and while results change. It reports the ratio of their
// throughputs: the median of all turns, and in total.
func BenchmarkPublicPage(b *testing.B) {
	tn, err := large(300, 10)
	if err != nil {
		b.Fatal(err)
	}
	s := newSite(b)
	if _, err := s.Director.Import(b.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{}); err != nil {
		b.Fatal(err)
	}
	s.Server.Log = slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelWarn})) // as without --verbose
	got := s.Get("/t/large/standings", "Accept-Encoding", "gzip")
	page := []byte(s.Body(got))
	engine := gin.New()
	engine.GET("/page", func(c *gin.Context) {
		c.Header("Content-Encoding", "gzip")
		c.Data(http.StatusOK, got.Header.Get("Content-Type"), page)
	})
	served := httptest.NewServer(s.Server)
	defer served.Close()
	bare := httptest.NewServer(engine)
	defer bare.Close()
	const readers, loads = 8, 100
	cached, plain := newReaders(b, served.URL, "/t/large/standings", readers), newReaders(b, bare.URL, "/page", readers)
	for name, pause := range map[string]time.Duration{"unchanged": 0, "a change a second": time.Second, "ten a second": time.Second / 10} {
		b.Run(name, func(b *testing.B) {
			defer s.changes(pause)()
			var ratios []float64
			var bare, ours time.Duration
			for b.Loop() {
				one, other := plain.load(b, loads), cached.load(b, loads)
				ratios = append(ratios, one.Seconds()/other.Seconds())
				bare, ours = bare+one, ours+other
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "of-bare")
			b.ReportMetric(bare.Seconds()/ours.Seconds(), "of-bare-in-all")
		})
	}
}

// changes changes a result of the large tournament after each pause, never for 0, until stop is called.
func (s *testSite) changes(pause time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(s.T.Context())
	var changing sync.WaitGroup
	changing.Go(func() {
		for n := 0; pause > 0; n++ {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
			g := s.State("large").Round(10).At(1 + n%100)
			won := tournament.BlackWins
			if g.Result.Outcome == won {
				won = tournament.WhiteWins
			}
			_, err := s.Director.On(sitetest.Anna, "large").Enter(s.T.Context(), tournament.Entry{
				Mode: tournament.AsSeen, Round: 10, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: tournament.Result{Outcome: won},
			})
			s.Check(err)
		}
	})
	return func() {
		cancel()
		changing.Wait()
	}
}

// readers load one page repeatedly, each over a separate connection.
type readers struct {
	conns []net.Conn
	ask   []byte
}

func newReaders(b *testing.B, url, path string, n int) *readers {
	b.Helper()
	host := strings.TrimPrefix(url, "http://")
	r := &readers{ask: fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\nAccept-Language: en-GB,en;q=0.9\r\n\r\n", path, host)}
	for range n {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() }) // an error here loses nothing
		r.conns = append(r.conns, conn)
	}
	return r
}

// load makes each reader load the page that many times, and returns the total duration.
func (r *readers) load(b *testing.B, times int) time.Duration {
	b.Helper()
	began := time.Now()
	var all sync.WaitGroup
	for _, conn := range r.conns {
		all.Go(func() {
			in := bufio.NewReader(conn)
			for range times {
				_, err := conn.Write(r.ask)
				if err == nil {
					var answer *http.Response
					if answer, err = http.ReadResponse(in, nil); err == nil {
						_, err = io.Copy(io.Discard, answer.Body)
					}
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// BenchmarkList renders the lists of a server with few and with many tournaments, and searches them.
func BenchmarkList(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		s := newSite(b)
		s.Many(n)
		for _, path := range []string{"/", "/?q=open+of+club", "/?era=past&page=4", "/api/v1/tournaments"} {
			b.Run(fmt.Sprint(n, path), func(b *testing.B) {
				for b.Loop() {
					w := httptest.NewRecorder()
					s.Server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
					if w.Code != http.StatusOK {
						b.Fatal(w.Code)
					}
				}
			})
		}
	}
}

// large returns a tournament in which all play every round; Black wins every third
// game.
func large(players, rounds int) (*tournament.Tournament, error) {
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		return nil, err
	}
	settings.Rounds = rounds
	tn, err := tournament.New(tournament.Info{Slug: "large", Name: "Large"}, settings)
	if err != nil {
		return nil, err
	}
	for i := range players {
		p := tournament.Player{Family: fmt.Sprintf("Family%03d", i), Given: "Given", Rank: rank.Dan(1) - rank.Rank(i%20), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			return nil, err
		}
	}
	half := players / 2
	for n := 1; n <= rounds; n++ {
		var games []tournament.Game
		for i := range half {
			black, white := tn.Players[i].ID, tn.Players[half+(i+n)%half].ID
			games = append(games, tournament.Game{Black: black, White: white, Komi: 13})
		}
		if err := tn.SetDraft(n, games, nil, tournament.Drawn{}); err != nil {
			return nil, err
		}
		if err := tn.Publish(n); err != nil {
			return nil, err
		}
		for table := range half {
			r := tournament.Result{Outcome: tournament.WhiteWins}
			if table%3 == 0 {
				r.Outcome = tournament.BlackWins
			}
			if _, _, err := tn.Record(tournament.Entry{Round: n, Table: table + 1, Result: r}); err != nil {
				return nil, err
			}
		}
	}
	return tn, nil
}

// BenchmarkPagesAsFiles writes all pages of 400 players after 8 rounds in every language.
func BenchmarkPagesAsFiles(b *testing.B) {
	tn, err := large(400, 8)
	if err != nil {
		b.Fatal(err)
	}
	s := newSite(b)
	for b.Loop() {
		var out bytes.Buffer
		if err := offline.Write(b.Context(), &out, offline.Source{
			Snapshot: director.NewSnapshot(tn), Catalog: s.Server.Catalog, Language: s.Server.Catalog.Language("en"),
			Renderer: s.Server.Renderer, Static: s.Server.Static,
		}); err != nil {
			b.Fatal(err)
		}
		archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			b.Fatal(err)
		}
		unpacked := uint64(0)
		for _, f := range archive.File {
			unpacked += f.UncompressedSize64
		}
		b.ReportMetric(float64(len(archive.File)), "files")
		b.ReportMetric(float64(unpacked)/1e6, "MB-unpacked")
		b.ReportMetric(float64(out.Len())/1e6, "MB-packed")
	}
}

// BenchmarkRegistration checks a thousand players in, and shows their list at
// the desk.
func BenchmarkRegistration(b *testing.B) {
	tn, err := large(1000, 1)
	if err != nil {
		b.Fatal(err)
	}
	tn.Rounds = nil
	for i := range tn.Players {
		tn.Players[i].Status = tournament.Preliminary
	}
	s := newSite(b)
	actor := director.Actor{Name: "bench"}
	b.Run("check in", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			next := tn.Clone()
			next.Info.Slug, next.Version = fmt.Sprintf("large-%d", i), 0
			if _, err := s.Director.Import(b.Context(), actor, tournament.Whole{Tournament: next}, director.Founding{}); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if n, err := s.Director.On(actor, next.Info.Slug).CheckInAll(b.Context()); err != nil || n != 1000 {
				b.Fatal(n, err)
			}
		}
	})
	if _, err := s.Director.Import(b.Context(), actor, tournament.Whole{Tournament: tn}, director.Founding{}); err != nil {
		b.Fatal(err)
	}
	s.Login()
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			got := s.Get("/desk/large/players")
			s.Body(got)
			if got.StatusCode != http.StatusOK {
				b.Fatal(got.StatusCode)
			}
		}
	})
}

// BenchmarkDraw loads the page of a draft of 1,000 players again.
func BenchmarkDraw(b *testing.B) {
	tn, err := large(1000, 2)
	if err != nil {
		b.Fatal(err)
	}
	s := newSite(b)
	tn.Settings.Rounds = 3
	if _, err := s.Director.Import(b.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{}); err != nil {
		b.Fatal(err)
	}
	if err := s.Director.On(sitetest.Anna, "large").Round(3).Pair(b.Context(), 1); err != nil {
		b.Fatal(err)
	}
	s.Login()
	s.Page(s.Get("/desk/large/draw/3"), http.StatusOK)
	for b.Loop() {
		s.Page(s.Get("/desk/large/draw/3"), http.StatusOK)
	}
}

// BenchmarkDeskWhilePairing draws the second round of a crowd while its desk is loaded
// and results are entered. It also reports the 95th percentile of the duration of
// requests, during the draws and before. Every result restarts the draw.
func BenchmarkDeskWhilePairing(b *testing.B) {
	s, tn := crowded(b)
	var quiet, busy []time.Duration
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		next := tn.Clone()
		next.Info.Slug, next.Version = "crowd-"+strconv.Itoa(i), 0
		_, err := s.Director.Import(b.Context(), sitetest.Anna, tournament.Whole{Tournament: next}, director.Founding{})
		s.Check(err)
		look := func() time.Duration {
			began := time.Now()
			s.Page(s.Get("/desk/"+next.Info.Slug), http.StatusOK)
			return time.Since(began)
		}
		for range 20 {
			quiet = append(quiet, look())
		}
		entered := tournament.Entry{Round: 1, Table: 1, Seen: tn.Round(1).At(1).Revision, Result: tournament.Result{Outcome: tournament.BlackWins}}
		drawn := make(chan error)
		b.StartTimer()
		go func() { drawn <- s.Director.On(sitetest.Anna, next.Info.Slug).Round(2).Draft(b.Context(), 1) }()
		for done, k := false, 0; !done; k++ {
			if k == 0 {
				began := time.Now()
				_, err := s.Director.On(sitetest.Anna, next.Info.Slug).Enter(b.Context(), entered)
				s.Check(err)
				busy = append(busy, time.Since(began))
			}
			busy = append(busy, look())
			select {
			case err := <-drawn:
				s.Check(err)
				done = true
			default:
			}
		}
	}
	p95 := func(list []time.Duration) float64 {
		slices.Sort(list)
		return float64(list[len(list)*95/100].Microseconds()) / 1000
	}
	b.ReportMetric(p95(busy), "ms/request-p95")
	b.ReportMetric(p95(quiet), "ms/quiet-p95")
	b.ReportMetric(float64(len(busy))/float64(b.N), "requests/draw")
}

// BenchmarkFirstDraw draws the second round of a crowd for the first time.
func BenchmarkFirstDraw(b *testing.B) {
	s, tn := crowded(b)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		next := tn.Clone()
		next.Info.Slug, next.Version = "crowd-"+strconv.Itoa(i), 0
		_, err := s.Director.Import(b.Context(), sitetest.Anna, tournament.Whole{Tournament: next}, director.Founding{})
		s.Check(err)
		b.StartTimer()
		s.Check(s.Director.On(sitetest.Anna, next.Info.Slug).Round(2).Draft(b.Context(), 1))
	}
}
