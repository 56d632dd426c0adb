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

// A recorder may send many steps at once after an interrupted connection, and then one every moment.
const (
	stepsAtOnce = 400
	stepAgain   = 250 * time.Millisecond
)

// A state is the stored state of a live game, for the recorder's script.
type state struct {
	// Steps is the number of steps; the next one sends it back.
	Steps int `json:"steps"`
	// Line are the current moves: the player and the point as "Bpd", "W-" for a pass, "B!" for a resignation.
	Line []string `json:"line"`
	// Size and the rest are the terms. Setup are handicap stones on fixed points, Free is the number of stones that
	// Black places freely.
	Size     int      `json:"size"`
	Handicap int      `json:"handicap"`
	Setup    []string `json:"setup"`
	Free     int      `json:"free"`
	// Said explains the end, with the estimated count, "" in play. Done is set if the game has its record: then no step
	// is possible.
	Said string `json:"said"`
	Done bool   `json:"done"`
	// Fault is the reason of a refusal. Moved is set if another device has entered steps in between.
	Fault string `json:"fault,omitempty"`
	Moved bool   `json:"moved,omitempty"`
}

// A recorderPage is the page of a recorder, on a phone. Without the script its form sends one step at a time.
type recorderPage struct {
	page.Base
	page.GameView
	Action string
	Board  template.HTML
	State  string // in JSON, for the script
	After  int
	Once   string
	// Suicide is the rule about suicide, as rules.Suicide.
	Suicide string
	// Turn names the player of the next move, "" at the end. BlackNext is set if it is Black.
	Turn      string
	BlackNext bool
	Said      string
	Done      bool
	Fault     string
	// Typed is a refused point.
	Typed string
}

// A recording is a request by a recorder's link.
type recording struct {
	t    *tournament.Tournament
	g    *tournament.Game
	page *recorderPage
}

// withGame returns the action that runs do with the game of the token in the address.
func (s *Handlers) withGame(do func(c *gin.Context, r *recording) error) site.Action {
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
		view.Base = v.Base(lang.T("live.record.title", g.Table), "/live").AtRound(g.Round)
		view.Action = v.To("/recorder/" + c.Param("token"))
		view.Address, view.Preview = view.Action, nil
		view.Suicide = string(snapshot.Tournament.Settings.RuleSystem().Suicide)
		view.Event.Follow = "" // the page polls for itself
		return do(c, &recording{snapshot.Tournament, g, view})
	})
}

func (s *Handlers) showRecorder(c *gin.Context, r *recording) error {
	game, err := s.Director.LiveGames().Game(c.Request.Context(), r.t, r.g)
	if err == nil {
		err = r.fill(game, rand.Text())
	}
	if err != nil {
		return err
	}
	return s.Render(c, "recorder", r.page)
}

// fill fills the page with the state of the game; once is the key of the form.
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
			p.Turn, p.BlackNext = p.T("record.play.black", len(line)+1), true
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

// said returns the text about the end of the game, with the count by the estimated dead stones.
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

func (s *Handlers) sendState(c *gin.Context, r *recording) error {
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

// postStep enters a step. The script gets the state of the game, also after a refusal; a form redirects to the page.
func (s *Handlers) postStep(c *gin.Context, r *recording) error {
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
	if game.Game == nil { // refused before the game was loaded
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

// enter parses a step of the form and enters it.
func (s *Handlers) enter(c *gin.Context, r *recording) (game director.LiveGame, err error) {
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
