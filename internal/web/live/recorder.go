package live

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A recorder may catch up on many steps at once when the connection comes back, and
// then enters one every moment.
const (
	stepsAtOnce = 400
	stepAgain   = 250 * time.Millisecond
)

// A state is a live game for the recorder's script: what is on the disk.
type state struct {
	// Steps is the number of steps, which the next one follows.
	Steps int `json:"steps"`
	// Line are the moves that stand: the player and the point as "Bpd", "W-" for a pass,
	// "B!" for a resignation.
	Line []string `json:"line"`
	// Size and the rest are the terms; Setup are handicap stones on fixed points, Free is
	// how many Black places freely.
	Size     int      `json:"size"`
	Handicap int      `json:"handicap"`
	Setup    []string `json:"setup"`
	Free     int      `json:"free"`
	// Said tells what the end means and the estimated count, "" in play. Done is set when
	// no more can be entered: the game has its record.
	Said string `json:"said"`
	Done bool   `json:"done"`
	// Fault says why a step was refused, Moved that other steps were entered meanwhile.
	Fault string `json:"fault,omitempty"`
	Moved bool   `json:"moved,omitempty"`
}

// A recorderPage is the page of a recorder, on a phone. Without the script its form
// sends one step at a time.
type recorderPage struct {
	page.Base
	page.GameView
	Action string
	Board  template.HTML
	State  string // in JSON, for the script
	After  int
	Once   string
	// Suicide is what the rules say of it, as rules.Suicide.
	Suicide string
	// Turn says who moves next, "" at the end.
	Turn  string
	Said  string
	Done  bool
	Fault string
	// Typed is a point that was refused.
	Typed string
}

// A recording is a request that comes by a recorder's link.
type recording struct {
	t    *tournament.Tournament
	g    *tournament.Game
	page *recorderPage
}

// withGame returns the action that runs do with the game of the token in the address.
func (s *Room) withGame(do func(c *gin.Context, r *recording) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		g, err := s.Director.LiveGames().GameOf(c.Request.Context(), snapshot.Tournament, c.Param("token"))
		if err != nil {
			return err
		}
		c.Header("X-Robots-Tag", "noindex")
		lang := s.Language(c).In(page.Zone(snapshot.Tournament))
		shown := public.In(lang, snapshot)
		v := public.Visit{Snapshot: shown, Catalog: s.Catalog, Lang: lang, Path: c.Request.URL.Path, Now: s.Director.Now()}
		view := &recorderPage{GameView: page.NewGameView(lang, shown.Tournament, g)}
		view.Base = v.Base(lang.T("live.record.title", g.Table), "").AtRound(g.Round)
		view.Action = v.To("/recorder/" + c.Param("token"))
		view.Address, view.Preview = view.Action, nil
		view.Suicide = string(snapshot.Tournament.Settings.RuleSystem().Suicide)
		view.Event.Follow = "" // the page asks for what it needs
		return do(c, &recording{snapshot.Tournament, g, view})
	})
}

func (s *Room) showRecorder(c *gin.Context, r *recording) error {
	game, err := s.Director.LiveGames().Game(c.Request.Context(), r.t, r.g)
	if err == nil {
		err = r.fill(game, rand.Text())
	}
	if err != nil {
		return err
	}
	return s.Render(c, "recorder", r.page)
}

// fill shows where the game stands; once is the key of the form.
func (r *recording) fill(game director.LiveGame, once string) error {
	line := live.Line(game.Steps)
	verdict := game.Verdict(line)
	p := r.page
	d := diagram.Diagram{Board: verdict.Board, Title: p.T("game.board", len(line))}
	if n := len(line); n > 0 && line[n-1].Kind == live.Move {
		d.Last = line[n-1].Point
	}
	now := r.state(game)
	text, err := json.Marshal(now)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	p.Board, p.State = page.Drawing(d), string(text)
	p.After, p.Once, p.Said, p.Done = len(game.Steps), once, now.Said, now.Done
	if !live.Ended(line) {
		p.Turn = p.T("record.play.white", len(line)+1)
		if game.Next(line) == rules.Black {
			p.Turn = p.T("record.play.black", len(line)+1)
		}
	}
	return nil
}

// state returns a live game for the script.
func (r *recording) state(game director.LiveGame) state {
	line := live.Line(game.Steps)
	now := state{
		Steps: len(game.Steps), Line: []string{}, Size: game.Size, Handicap: game.Handicap, Setup: []string{}, Free: game.FreeStones(),
		Done: r.g.Record != "",
	}
	if now.Free == 0 {
		for _, p := range rules.Handicap(game.Size, game.Size, game.Handicap) {
			now.Setup = append(now.Setup, p.SGF())
		}
	}
	for _, s := range line {
		switch s.Kind {
		case live.Pass:
			now.Line = append(now.Line, s.Player.String()+"-")
		case live.Resign:
			now.Line = append(now.Line, s.Player.String()+"!")
		default:
			now.Line = append(now.Line, s.Player.String()+s.Point.SGF())
		}
	}
	now.Said = r.said(game, line)
	return now
}

// said tells that the game is over, with the count by the estimate of the dead stones.
func (r *recording) said(game director.LiveGame, line []live.Step) string {
	switch {
	case r.g.Record != "":
		return r.page.T("live.done")
	case !live.Ended(line):
		return ""
	case line[len(line)-1].Kind == live.Resign:
		return r.page.T("live.over.resigned", line[len(line)-1].Player)
	}
	verdict := game.Estimate(line)
	if result, ok := tournament.ResultOf(verdict); ok {
		return r.page.T("live.over.counted", page.Text(r.page.Language, result))
	}
	return r.page.T("live.over")
}

func (s *Room) sendState(c *gin.Context, r *recording) error {
	game, err := s.Director.LiveGames().Game(c.Request.Context(), r.t, r.g)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, r.state(game))
}

func sendJSON(c *gin.Context, status int, now state) error {
	text, err := json.Marshal(now)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	c.Header("Cache-Control", "no-store")
	c.Data(status, "application/json; charset=utf-8", text)
	return nil
}

// postStep enters a step. The script gets the state of the game, whether the step was
// taken or refused; a form leads back to the page.
func (s *Room) postStep(c *gin.Context, r *recording) error {
	game, err := s.enter(c, r)
	script := strings.Contains(c.GetHeader("Accept"), "application/json")
	switch _, refused := fault.As(err); {
	case err != nil && !refused:
		return err
	case err == nil && script:
		return sendJSON(c, http.StatusOK, r.state(game))
	case err == nil:
		return s.Redirect(c, r.page.Action)
	}
	if game.Game == nil { // refused before it was looked at
		var missing error
		if game, missing = s.Director.LiveGames().Game(c.Request.Context(), r.t, r.g); missing != nil {
			return missing
		}
	}
	if script {
		now := r.state(game)
		now.Fault, now.Moved = r.page.Error(err), fault.Is(err, "live.moved")
		site.SetRetryAfter(c, err)
		return sendJSON(c, site.StatusOf(err), now)
	}
	if err := r.fill(game, rand.Text()); err != nil {
		return err
	}
	r.page.Fault, r.page.Typed = r.page.Error(err), page.Clip(c.PostForm("at"))
	return s.RenderRefused(c, err, "recorder", r.page)
}

// enter reads a step from the form and enters it.
func (s *Room) enter(c *gin.Context, r *recording) (game director.LiveGame, err error) {
	if err := s.tries.Try(c.Request.Context(), "live "+r.page.Action); err != nil {
		return game, err
	}
	e := director.LiveEntry{Game: r.g.ID, After: page.Natural(c.PostForm("after"))}
	e.Kind, e.Once = live.Kind(c.PostForm("do")), c.PostForm("once")
	if e.Left, err = live.ParseClock(c.PostForm("left")); err != nil {
		return game, err
	}
	switch c.Request.FormValue("player") {
	case "B":
		e.Player = rules.Black
	case "W":
		e.Player = rules.White
	}
	if e.Kind == live.Move {
		at := strings.ToUpper(strings.TrimSpace(c.PostForm("at")))
		p, ok := rules.PointNamed(at, r.t.Settings.Size)
		if !ok {
			return game, fault.New(fault.Invalid, "record.play.point", page.Clip(at))
		}
		e.Point = p
	}
	return s.Director.LiveGames().Record(c.Request.Context(), r.t.Info.Slug, e)
}
