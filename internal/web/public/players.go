package public

import (
	"cmp"
	"slices"
	"strconv"

	"tourney/internal/event/federations"
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
	More         *moreView
	Count        string
	Empty        *emptyView // without players
	OfTeams      bool
	// Rated is set if a player has a rating.
	Rated bool
}

// An entrantShape has the columns of the start list.
type entrantShape struct {
	Rated, OfTeams bool
	Rounds         []int
}

// Shape returns the columns of the list.
func (p playersPage) Shape() entrantShape {
	return entrantShape{p.Rated, p.OfTeams, p.Rounds}
}

// An entrantView is one line of the start list.
type entrantView struct {
	page.PlayerView
	Rating string
	Status string // "" for players who are present, and for registered players before the first round
	Left   bool   // the player has withdrawn
	// Plays is set for each round that the player plays.
	Plays []bool
}

// Misses reports whether the player misses a round.
func (e entrantView) Misses() bool { return slices.Contains(e.Plays, false) }

func showPlayers(v *Visit) (string, any, error) {
	view := v.playersPage()
	view.Players, view.More = partOf(v, &view.Base, view.Players)
	return "players", view, nil
}

// playersPage returns the page with all players.
func (v *Visit) playersPage() *playersPage {
	t := v.Tournament
	view := playersPage{
		Base: v.Base(v.Lang.T("frame.players"), "/players"), ByRank: v.Query.Get("by") == "rank",
		Names: v.Path, Ranks: v.Path + "?by=rank", Count: v.Lang.T("player.count", len(v.Tournament.Participants())), OfTeams: page.OfTeams(t),
	}
	view.Print = v.sameQuery("/print/players")
	for n := 1; n <= t.Settings.Rounds; n++ {
		view.Rounds = append(view.Rounds, n)
	}
	players := entrants(t)
	if view.ByRank {
		sortByRank(v.Lang, players)
	} else {
		i18n.Sort(v.Lang, players, func(p tournament.Player) string { return p.Name() })
	}
	places, reserves := t.Places(), 0
	for i := range players {
		e := newEntrantView(v.Lang, v.Tournament, &players[i])
		if n := places.Reserve(e.ID); n > 0 {
			reserves++
			e.Status = v.Lang.T("player.reserve", n)
		}
		view.Rated = view.Rated || e.Rating != ""
		view.Players = append(view.Players, e)
	}
	if reserves > 0 {
		view.Count += " · " + v.Lang.T("registration.reserves", reserves)
	}
	if len(view.Players) == 0 {
		view.Empty = v.empty()
		view.Empty.Text = v.Lang.T("now.nobody")
	}
	return &view
}

// entrants returns the registered players except cancelled ones, also players who do not take part.
func entrants(t *tournament.Tournament) []tournament.Player {
	who := t.Participation()
	return slices.DeleteFunc(slices.Clone(t.Players), func(p tournament.Player) bool { return who.Part(p.ID) == tournament.PartCancelled })
}

func newEntrantView(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) entrantView {
	e := entrantView{PlayerView: page.NewPlayerView(t, p.ID), Rating: lang.Decimal(federations.RatingOf(t, p)), Left: p.Status == tournament.Withdrawn}
	switch {
	case p.Status == tournament.Preliminary && (t.Current() == 0 || t.IsOpen()):
	case p.Status != tournament.CheckedIn:
		e.Status = lang.T(page.StatusKeys[p.Status])
	case e.StandIn:
		e.Status = lang.T("constraint.page.ghost.mark")
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		played := n <= t.Current() && t.Round(n).Game(p.ID) != nil
		e.Plays = append(e.Plays, played || !p.Absent.Has(n) && p.Status != tournament.Withdrawn)
	}
	return e
}

// player returns the player with the number in the address.
func (v *Visit) player() (*tournament.Player, error) {
	id, err := strconv.Atoi(v.Params["player"])
	if err != nil {
		return nil, fault.New(fault.NotFound, "fault.page")
	}
	p := v.Tournament.Player(tournament.PlayerID(id))
	if p == nil {
		return nil, fault.New(fault.NotFound, "player.missing", id)
	}
	return p, nil
}

// sortByRank sorts players by rank, the strongest first, then by name.
func sortByRank(lang *i18n.Language, players []tournament.Player) {
	i18n.Sort(lang, players, func(p tournament.Player) string { return p.Name() })
	slices.SortStableFunc(players, func(a, b tournament.Player) int { return cmp.Compare(b.Rank, a.Rank) })
}
