package public

import (
	"cmp"
	"slices"
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A playersPage is the start list, by name or by rank.
type playersPage struct {
	page.Base
	ByRank       bool
	Names, Ranks string // the addresses of the two orders
	Rounds       []int
	Players      []entrantView
	Count        string
	OfTeams      bool
}

// An entrantView is one line of the start list.
type entrantView struct {
	page.PlayerView
	Rating string
	Status string // "" for players who are there
	// Plays tells for each round whether the player takes part.
	Plays []bool
}

func showPlayers(v *Visit) (string, any, error) {
	t := v.Tournament
	view := playersPage{
		Base: v.Base(v.Lang.T("frame.players"), "/players"), ByRank: v.Query.Get("by") == "rank",
		Names: v.Path, Ranks: v.Path + "?by=rank", Count: v.Lang.T("players.count", v.playing()), OfTeams: page.OfTeams(t),
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		view.Rounds = append(view.Rounds, n)
	}
	players := slices.Clone(t.Players)
	if view.ByRank {
		v.strongestFirst(players)
	} else {
		i18n.Sort(v.Lang, players, func(p tournament.Player) string { return p.Name() })
	}
	for i := range players {
		view.Players = append(view.Players, v.entrant(&players[i]))
	}
	return "players", view, nil
}

// playing counts the players, those who only fill in left out.
func (v *Visit) playing() int {
	n := 0
	for i := range v.Tournament.Players {
		if !v.Tournament.Ghost(v.Tournament.Players[i].ID) {
			n++
		}
	}
	return n
}

func (v *Visit) entrant(p *tournament.Player) entrantView {
	e := entrantView{PlayerView: page.NewPlayerView(v.Tournament, p.ID), Rating: v.Lang.Decimal(p.Rating.String())}
	switch {
	case p.Status != tournament.CheckedIn:
		e.Status = v.Lang.T(page.StatusKeys[p.Status])
	case e.Helper:
		e.Status = v.Lang.T("steering.ghost.mark")
	}
	for n := 1; n <= v.Tournament.Settings.Rounds; n++ {
		played := n <= v.Tournament.Current() && v.Tournament.Round(n).Game(p.ID) != nil
		e.Plays = append(e.Plays, played || !p.Absent.Has(n) && p.Status != tournament.Withdrawn)
	}
	return e
}

// player returns the player whose number the address names.
func (v *Visit) player() (*tournament.Player, error) {
	id, err := strconv.Atoi(v.Params["player"])
	if err != nil {
		return nil, fault.New(fault.NotFound, "page.missing")
	}
	p := v.Tournament.Player(tournament.PlayerID(id))
	if p == nil {
		return nil, fault.New(fault.NotFound, "player.missing", id)
	}
	return p, nil
}

// strongestFirst orders players by rank, then by name.
func (v *Visit) strongestFirst(players []tournament.Player) {
	i18n.Sort(v.Lang, players, func(p tournament.Player) string { return p.Name() })
	slices.SortStableFunc(players, func(a, b tournament.Player) int { return cmp.Compare(b.Rank, a.Rank) })
}
