package public

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A LiveView is the published part of a game in play.
type LiveView struct {
	page.GameView
	Board template.HTML
	// Move describes the last move, such as "Move 57: Black Q16"; Over the end of the game, "" before it.
	Move, Over string
	// BlackLeft and WhiteLeft are the latest noted clocks; may be empty.
	BlackLeft, WhiteLeft           string
	BlackCaptured, WhiteCaptured   int
	BlackNext, WhiteNext, IsRecord bool
	// Undone are the published moves that were undone, the latest first.
	Undone []string
	// Delay describes the delay of publication.
	Delay string
}

// newLiveView returns the view of a live game.
func (v *Visit) newLiveView(g *tournament.Game, game director.LiveGame) *LiveView {
	lang, line := v.Lang, game.Public.Line()
	verdict := game.Verdict(line)
	view := &LiveView{
		GameView: page.NewGameView(lang, v.Tournament, g), Delay: DelayWords(v.Lang, g), IsRecord: g.Record != "",
		BlackCaptured: verdict.Captured[0], WhiteCaptured: verdict.Captured[1],
	}
	d := diagram.Diagram{Board: verdict.Board, Title: lang.T("game.board", len(line))}
	for _, s := range line {
		if s.Left.Noted && s.Player == rules.Black {
			view.BlackLeft = s.Left.String()
		} else if s.Left.Noted {
			view.WhiteLeft = s.Left.String()
		}
	}
	if n := len(line); n > 0 {
		last := line[n-1]
		view.Move = lang.T("live.move", n, last.Player, v.stepWords(last))
		if last.Kind == live.Move && verdict.Board.Stone(last.Point) != rules.Empty {
			d.Last = last.Point
		}
	}
	if live.Ended(line) {
		view.Over = lang.T("live.ended")
		if last := line[len(line)-1]; last.Kind == live.Resign {
			view.Over = lang.T("live.resigned", last.Player)
		}
	} else if !g.Result.Known() {
		view.BlackNext = game.Next(line) == rules.Black
		view.WhiteNext = !view.BlackNext
	}
	d.Title = strings.TrimSpace(d.Title + " " + view.Move)
	view.Board = page.Drawing(d)
	var standing []live.Step
	for _, s := range game.Public.Shown {
		if s.Kind != live.Undo {
			standing = append(standing, s.Step)
			continue
		}
		n := len(standing)
		view.Undone = append(view.Undone, lang.T("live.undone", n, standing[n-1].Player, v.stepWords(standing[n-1])))
		standing = standing[:n-1]
	}
	slices.Reverse(view.Undone)
	return view
}

// stepWords returns the point of a move, or the word for a pass or resignation.
func (v *Visit) stepWords(s live.Step) string {
	switch s.Kind {
	case live.Pass:
		return v.Lang.T("game.pass")
	case live.Resign:
		return v.Lang.T("live.resigns")
	}
	return s.Point.Name(v.Tournament.Settings.Size)
}

// DelayWords describes the delay of a live game's moves, "" for none.
func DelayWords(lang *i18n.Language, g *tournament.Game) string {
	switch {
	case g.Live.Moves > 0 && g.Live.Minutes > 0:
		return lang.T("live.delay.both", g.Live.Moves, g.Live.Minutes)
	case g.Live.Moves > 0:
		return lang.T("live.delay.moves", g.Live.Moves)
	case g.Live.Minutes > 0:
		return lang.T("live.delay.minutes", g.Live.Minutes)
	}
	return ""
}

// liveViews returns the live games by their tables.
func (v *Visit) liveViews() (views []*LiveView) {
	for i := range v.Tournament.Rounds {
		for j := range v.Tournament.Rounds[i].Games {
			g := &v.Tournament.Rounds[i].Games[j]
			if game, ok := v.Live[g.ID]; ok {
				views = append(views, v.newLiveView(g, game))
			}
		}
	}
	return views
}

// HasLive reports whether a game is live in the current round.
func HasLive(t *tournament.Tournament) bool {
	r := t.Round(t.Current())
	return r != nil && slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.IsLive() })
}

// A livePage shows the boards of all live games.
type livePage struct {
	page.Base
	Boards []*LiveView
	// Wall is the address of the page for the hall.
	Wall string
}

func showLive(v *Visit) (string, any, error) {
	view := livePage{Base: v.Base(v.Lang.T("live.title"), "/live"), Boards: v.liveViews(), Wall: v.To("/live/wall")}
	return "live", view, nil
}

// A wallPage shows boards on a screen of the hall, four at a time or one. As an overlay it is for a streaming program's
// picture.
type wallPage struct {
	page.Base
	Slides [][]*LiveView
	Single bool
	// Overlay is set for a page without a background.
	Overlay bool
}

// boardsAtOnce is how many boards a screen of the hall shows.
const boardsAtOnce = 4

func showWall(v *Visit) (string, any, error) {
	view := wallPage{Base: v.Base(v.Lang.T("live.wall"), "/live"), Slides: slices.Collect(slices.Chunk(v.liveViews(), boardsAtOnce))}
	return "wall", view, nil
}

func showLarge(v *Visit) (string, any, error) {
	view := wallPage{Base: v.Base(v.Lang.T("live.large"), "/live"), Single: true}
	return view.single(v)
}

func showOverlay(v *Visit) (string, any, error) {
	view := wallPage{Base: v.Base(v.Lang.T("live.overlay"), "/live"), Single: true, Overlay: true}
	return view.single(v)
}

// single shows the one game of the address.
func (p wallPage) single(v *Visit) (string, any, error) {
	g, err := v.game()
	if err != nil {
		return "", nil, err
	}
	game, ok := v.Live[g.ID]
	if !ok {
		return "", nil, fault.New(fault.NotFound, "live.none")
	}
	p.Slides = [][]*LiveView{{v.newLiveView(g, game)}}
	return "wall", p, nil
}

// liveReview returns the published moves of a live game as if they were its record, so that late readers can replay
// them.
func (v *Visit) liveReview(g *tournament.Game, game director.LiveGame) *director.Review {
	return director.NewReview(v.Tournament, g, game.Record(game.Public.Line()))
}

// A LiveDocument is a live game in the API.
type LiveDocument struct {
	Game     int    `json:"game"`
	Table    int    `json:"table"`
	Black    string `json:"black"`
	White    string `json:"white"`
	Size     int    `json:"size"`
	Handicap int    `json:"handicap"`
	// Over is set if the end of the game is published and was not undone.
	Over bool `json:"over"`
	// Steps are the published steps, each once, in the order of publication.
	Steps []LiveStep `json:"steps"`
}

// A LiveStep is a published step in the API. Its number in the order of publication never
// changes.
type LiveStep struct {
	Number int       `json:"number"`
	Kind   live.Kind `json:"kind"`
	Colour string    `json:"colour,omitempty"`
	Point  string    `json:"point,omitempty"`
	Left   string    `json:"left,omitempty"`
	At     string    `json:"at"`
}

// NewLiveDocument returns a live game for JSON, with the steps after some number.
func NewLiveDocument(t *tournament.Tournament, g *tournament.Game, game director.LiveGame, after int) LiveDocument {
	doc := LiveDocument{
		Game: g.ID, Table: g.Table, Black: t.NameOf(g.Black), White: t.NameOf(g.White), Size: t.Settings.Size, Handicap: g.Handicap,
		Over: live.Ended(game.Public.Line()), Steps: []LiveStep{},
	}
	for i, s := range game.Public.Shown {
		if i < after {
			continue
		}
		step := LiveStep{Number: i + 1, Kind: s.Kind, Left: s.Left.String(), At: s.Since.UTC().Format("2006-01-02T15:04:05Z")}
		if s.Player != rules.Empty {
			step.Colour = s.Player.String()
		}
		if s.Kind == live.Move {
			step.Point = s.Point.Name(t.Settings.Size)
		}
		doc.Steps = append(doc.Steps, step)
	}
	return doc
}

// liveMark is a cache key for the state of the live games of a page.
func (v *Visit) liveMark() string {
	if len(v.Live) == 0 {
		return ""
	}
	var b strings.Builder
	for i := range v.Tournament.Rounds {
		for _, g := range v.Tournament.Rounds[i].Games {
			if game, ok := v.Live[g.ID]; ok {
				b.WriteString("#" + strconv.Itoa(g.ID) + ":" + strconv.Itoa(len(game.Public.Shown)))
			}
		}
	}
	return b.String()
}
