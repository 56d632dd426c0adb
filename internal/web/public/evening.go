package public

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An eveningView is the part of a slide about open play: the waiting players, the new games, and the ended games.
type eveningView struct {
	// Begun are the newest games, at most mostCalls.
	Begun []begunView
	Waits []waiterView
	// More is the number of waiting players without a line, "" for none.
	More string
	// Playing are the columns of the running games, Ended the columns of the last games.
	Playing, Ended [][]begunView
}

// A begunView is a game of open play.
type begunView struct {
	page.GameView
	// From is the time of day of its begin, Until of its expected end; of a game that has ended, From is that time.
	From, Until string
	// Begun is the begin in milliseconds since 1970. New is set for its first 90 seconds.
	Begun int64
	New   bool
}

const (
	// newGame is the time for which a new game is large. The script of the hall has it too.
	newGame   = 90 * time.Second
	mostCalls = 2
	// mostWaits is the number of lines for waiting players, and with new games above them.
	mostWaits, mostWaitsBelow = 12, 7
)

// eveningScreens are the layouts for a number of running games: the columns, and the lines of games and results together.
var eveningScreens = []struct{ games, columns, lines int }{{7, 1, 10}, {18, 2, 12}, {30, 2, 16}, {36, 2, 18}}

// addEvening adds the slides of open play during an evening, usually one.
func (p *displayPage) addEvening(v *Visit) error {
	t := v.Tournament
	e := t.Evening()
	if e == nil {
		return nil
	}
	next, err := v.NextGames(cmp.Or(v.Ctx, context.Background()), v.Now)
	if err != nil {
		return err
	}
	running := v.begunViews(t.Running(), next.Ends)
	ended := slices.DeleteFunc(t.GamesOf(e), func(g *tournament.Game) bool { return !g.Result.Known() })
	slices.SortStableFunc(ended, func(a, b *tournament.Game) int { return b.EnteredAt.Compare(a.EnteredAt) })
	screen := eveningScreens[len(eveningScreens)-1]
	if i := slices.IndexFunc(eveningScreens, func(s struct{ games, columns, lines int }) bool { return len(running) <= s.games }); i >= 0 {
		screen = eveningScreens[i]
	}
	parts := slices.Collect(slices.Chunk(running, screen.games))
	if len(parts) == 0 {
		parts = [][]begunView{nil}
	}
	title := t.Info.Name
	hint := v.Lang.T("hall.evening", v.Lang.Date(t.Info.DateAt(e.Began)), 2*len(running)+len(t.Waiting()))
	p.Join = v.Lang.T("hall.evening.join")
	first := len(p.Slides)
	for _, part := range parts {
		lines := (len(part) + screen.columns - 1) / screen.columns
		slide := slideView{Kind: "evening", Title: title, Hint: hint, Evening: v.evening(running)}
		slide.Evening.Playing = inColumns(part, lines)
		results := v.endedViews(ended[:min(len(ended), max(0, screen.lines-lines-1)*screen.columns)])
		if below := (len(results) + screen.columns - 1) / screen.columns; below > 0 {
			slide.Evening.Ended = inColumns(results, below)
			lines += below + 1
		}
		p.add(slide, screen.columns, lines)
	}
	number(p.Slides[first:])
	return nil
}

// inColumns splits a list into columns of lines.
func inColumns(list []begunView, lines int) [][]begunView {
	return slices.Collect(slices.Chunk(list, max(1, lines)))
}

// evening returns the parts of a slide beside the running games.
func (v *Visit) evening(running []begunView) *eveningView {
	e := &eveningView{}
	for _, g := range running {
		if g.New {
			e.Begun = append(e.Begun, g)
		}
	}
	slices.SortStableFunc(e.Begun, func(a, b begunView) int { return cmp.Compare(b.Begun, a.Begun) })
	e.Begun = e.Begun[:min(len(e.Begun), mostCalls)]
	waiting, most := v.Tournament.Waiting(), mostWaits
	if len(e.Begun) > 0 {
		most = mostWaitsBelow
	}
	slices.SortStableFunc(waiting, func(a, b tournament.Waiter) int { return page.First(!a.Resting, !b.Resting) })
	if len(waiting) > most {
		e.More = v.Lang.T("hall.evening.more", len(waiting)-most+1)
		waiting = waiting[:most-1]
	}
	for _, w := range waiting {
		e.Waits = append(e.Waits, waiterView{page.NewPlayerView(v.Tournament, w.ID), v.Lang.Clock(w.Since), w.Resting})
	}
	return e
}

func (v *Visit) begunViews(games []*tournament.Game, ends map[int]time.Time) (views []begunView) {
	for _, g := range games {
		views = append(views, begunView{
			page.NewGameView(v.Lang, v.Tournament, g), v.Lang.Clock(g.Began), v.Lang.Clock(ends[g.ID]), g.Began.UnixMilli(),
			v.Now.Sub(g.Began) < newGame,
		})
	}
	return views
}

func (v *Visit) endedViews(games []*tournament.Game) (views []begunView) {
	for _, g := range games {
		views = append(views, begunView{GameView: page.NewGameView(v.Lang, v.Tournament, g), From: v.Lang.Clock(g.EnteredAt)})
	}
	return views
}
