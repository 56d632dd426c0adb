package public

import (
	"slices"
	"strconv"

	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An eveningPart is the part of the front page about open play.
type eveningPart struct {
	Waiting []waiterView
	// Facts count the games.
	Facts []string
}

// A waiterView is a player who waits for a game since a time of day. A cached page cannot count minutes.
type waiterView struct {
	page.PlayerView
	Since   string
	Resting bool
}

// fillEvening shows open play on the front page: the running games, those of the evening that ended, and who waits.
func (p *nowPage) fillEvening(v *Visit) {
	t := v.Tournament
	part := &eveningPart{}
	e := t.LastEvening()
	if e != nil {
		p.Heading = v.Lang.T("open.title", v.Lang.Date(t.Info.DateAt(e.Began)))
	}
	running := v.gameViews(t.Running(), v.Lang.T("open.playing.head"))
	finished := t.GamesOf(e)
	slices.Reverse(finished)
	finished = slices.DeleteFunc(finished, func(g *tournament.Game) bool { return !g.Result.Known() })
	p.Games = append(running, v.gameViews(finished, v.Lang.T("open.finished.head"))...)
	p.Games, p.More = partOf(v, &p.Base, p.Games)
	if p.More != nil {
		p.More.Beside = "#head,#side"
	}
	part.Facts = []string{v.Lang.T("open.running.count", len(running)), v.Lang.T("open.finished.count", len(finished))}
	for _, w := range t.Waiting() {
		part.Waiting = append(part.Waiting, waiterView{page.NewPlayerView(t, w.ID), v.Lang.Clock(w.Since), w.Resting})
	}
	p.Evening = part
}

// gameViews returns the views of games, the first with a heading.
func (v *Visit) gameViews(games []*tournament.Game, heading string) []page.GameView {
	var views []page.GameView
	for _, g := range games {
		view := page.NewGameView(v.Lang, v.Tournament, g)
		view.Match, heading = heading, ""
		views = append(views, view)
	}
	return views
}

// gamesByEvening returns the games of open play, the latest first, each evening under its date. A filter keeps some games.
func (v *Visit) gamesByEvening(only int, keep func(g *tournament.Game) bool) []page.GameView {
	var views []page.GameView
	for _, e := range slices.Backward(v.Tournament.Day.Evenings) {
		if only > 0 && e.ID != only {
			continue
		}
		games := slices.DeleteFunc(v.Tournament.GamesOf(&e), func(g *tournament.Game) bool { return !keep(g) })
		slices.Reverse(games)
		views = append(views, v.gameViews(games, v.eveningDate(&e))...)
	}
	return views
}

// eveningDate returns the date of an evening.
func (v *Visit) eveningDate(e *tournament.Evening) string {
	return v.Lang.Date(v.Tournament.Info.DateAt(e.Began))
}

// eveningLinks are the filters of the list of games by evening, the latest first.
func (v *Visit) eveningLinks(only int) []page.Link {
	const most = 6
	links := []page.Link{{Text: v.Lang.T("open.all"), Address: v.with(paramRound, ""), Current: only == 0}}
	for i, e := range slices.Backward(v.Tournament.Day.Evenings) {
		if i >= len(v.Tournament.Day.Evenings)-most || e.ID == only {
			links = append(links, page.Link{Text: v.eveningDate(&e), Address: v.with(paramRound, strconv.Itoa(e.ID)), Current: e.ID == only})
		}
	}
	return links
}

// fillOpen shows a player of open play: the running game or the wait, and all games by evening.
func (p *playerPage) fillOpen(v *Visit, player *tournament.Player) {
	t := v.Tournament
	p.Games = v.gamesByEvening(0, func(g *tournament.Game) bool { return g.Has(player.ID) })
	p.Card = cardView{Text: v.Lang.T("open.card.away")}
	if player.Status == tournament.CheckedIn {
		p.Status = ""
	}
	if g := t.RunningGame(player.ID); g != nil {
		black, white := sidesOf(page.NewGameView(v.Lang, t, g))
		p.Card = cardView{sideView: white, Reports: t.Settings.PlayersDecide() && !t.Info.Archived, Start: v.Lang.Clock(g.Began)}
		if g.Black == player.ID {
			p.Card.sideView = black
		}
		return
	}
	for _, w := range t.Waiting() {
		switch {
		case w.ID != player.ID:
		case w.Resting:
			p.Card.Text = v.Lang.T("open.card.rests")
		default:
			p.Card.Text = v.Lang.T("open.card.waits", v.Lang.Clock(w.Since))
		}
	}
}

// runningRound returns the running games in the form of a round.
func (v *Visit) runningRound() *tournament.Round {
	r := &tournament.Round{Published: true}
	for _, g := range v.Tournament.Running() {
		r.Games = append(r.Games, *g)
	}
	return r
}
