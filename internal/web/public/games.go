package public

import (
	"strconv"

	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A gamesPage lists the games of all published rounds, or of all evenings.
type gamesPage struct {
	page.Base
	Count string
	// Rounds, or evenings, and Recorded are filters as links. Players are the choices of a player, Player the chosen one, 0 for all.
	Rounds, Recorded []page.Link
	Players          []page.PlayerView
	Player           tournament.PlayerID
	// Round and With are the filters that the choice of a player keeps; may be empty.
	Round, With string
	Games       []page.GameView // the latest round first, each with its heading
	More        *moreView
	Empty       *emptyView // before the first round
	Byes        []page.PlayerView
}

// The parameters of the list of games.
const (
	paramRound  = "only"
	paramPlayer = "of"
	paramSGF    = "with"
)

func showGames(v *Visit) (string, any, error) {
	t := v.Tournament
	only, _ := strconv.Atoi(v.Query.Get(paramRound))
	of, _ := strconv.Atoi(v.Query.Get(paramPlayer))
	view := gamesPage{
		Base: v.Base(v.Lang.T("frame.games"), "/games"), Players: v.names(), Player: tournament.PlayerID(of),
		Round: v.Query.Get(paramRound), With: v.Query.Get(paramSGF),
	}
	keep := func(g *tournament.Game) bool {
		return (of == 0 || g.Has(tournament.PlayerID(of))) && (view.With == "" || g.Record != "")
	}
	if t.IsOpen() {
		view.Rounds, view.Games = v.eveningLinks(only), v.gamesByEvening(only, keep)
	} else {
		view.fillRounds(v, only, keep)
	}
	if t.Current() == 0 {
		view.Empty = v.empty()
	}
	view.Count = v.Lang.T("game.page.count", len(view.Games))
	view.Recorded = []page.Link{
		{Text: v.Lang.T("game.page.all"), Address: v.with(paramSGF, ""), Current: view.With == ""},
		{Text: v.Lang.T("game.page.recorded"), Address: v.with(paramSGF, "record"), Current: view.With != ""},
	}
	view.Games, view.More = partOf(v, &view.Base, view.Games)
	return "games", view, nil
}

// fillRounds lists the games by round, the latest first.
func (view *gamesPage) fillRounds(v *Visit, only int, keep func(g *tournament.Game) bool) {
	t := v.Tournament
	view.Rounds = []page.Link{{Text: v.Lang.T("game.page.rounds"), Address: v.with(paramRound, ""), Current: only == 0}}
	for n := 1; n <= t.Current(); n++ {
		view.Rounds = append(view.Rounds, page.Link{
			Text: strconv.Itoa(n), Address: v.with(paramRound, strconv.Itoa(n)), Current: only == n,
		})
	}
	for n := t.Current(); n >= 1; n-- {
		if only > 0 && n != only {
			continue
		}
		heading := page.RoundTitle(v.Lang, t, n)
		for i := range t.Round(n).Games {
			g := &t.Round(n).Games[i]
			if !keep(g) {
				continue
			}
			game := page.NewGameView(v.Lang, t, g)
			game.Match, heading = heading, ""
			view.Games = append(view.Games, game)
		}
	}
}

// Filters reports whether the list of games can be filtered by a value of a parameter.
func (v *Visit) Filters(name, value string) bool {
	n, err := strconv.Atoi(value)
	switch name {
	case paramRound:
		if v.Tournament.IsOpen() {
			return err == nil && v.Tournament.EveningNumbered(n) != nil
		}
		return err == nil && n >= 1 && n <= v.Tournament.Current()
	case paramPlayer:
		return err == nil && v.Tournament.Player(tournament.PlayerID(n)) != nil
	}
	return name == paramSGF && value == "record"
}
