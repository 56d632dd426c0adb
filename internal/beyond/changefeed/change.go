package changefeed

import (
	"reflect"
	"slices"
	"time"

	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// A Kind is the subject of a change.
type Kind string

// The kinds of changes.
const (
	// Anew means that any data may have changed: the client must read the tournament again.
	Anew Kind = "anew"
	// Hidden means that the tournament is not public now.
	Hidden Kind = "hidden"
	// About is its name, place, days and the like, Settings the rules by which it is played.
	About    Kind = "tournament"
	Settings Kind = "settings"
	Team     Kind = "team"
	Player   Kind = "player"
	// Round is a round that is published, unpublished or changed, together with its games.
	Round Kind = "round"
	// Pairing has the players, the table and the terms of a game; Result is the result of a game.
	Pairing      Kind = "pairing"
	Result       Kind = "result"
	Announcement Kind = "announcement"
	// Final are final standings.
	Final   Kind = "final"
	Picture Kind = "picture"
)

// Kinds are all kinds.
var Kinds = []Kind{Anew, Hidden, About, Settings, Team, Player, Round, Pairing, Result, Announcement, Final, Picture}

// A Change is one changed element, by its numbers; the tournament itself has the details.
type Change struct {
	Kind Kind `json:"kind"`
	// ID is the number of the team, player, game, announcement, list of final standings or picture.
	ID int `json:"id,omitempty"`
	// Removed is set for a deleted element, and for an unpublished round.
	Removed bool `json:"removed,omitempty"`
	// Status is the status of a player.
	Status string `json:"status,omitempty"`
	// Round is the number of the round, also of a game; the rest is about games.
	Round    int                 `json:"round,omitempty"`
	Table    int                 `json:"table,omitempty"`
	Black    tournament.PlayerID `json:"blackId,omitempty"`
	White    tournament.PlayerID `json:"whiteId,omitempty"`
	Result   string              `json:"result,omitempty"`
	Revision int                 `json:"revision,omitempty"`
}

// Between returns the differences between two public states of a tournament, see privacy.Published; nil is a hidden
// state.
func Between(was, now *tournament.Tournament) (all []Change) {
	switch {
	case was == nil && now == nil:
		return nil
	case now == nil:
		return []Change{{Kind: Hidden}}
	case was == nil:
		return []Change{{Kind: Anew}}
	}
	rounds := map[int]bool{} // published or unpublished: their games are not listed
	for _, d := range was.Diff(now) {
		switch {
		case d.Info != nil:
			all = append(all, Change{Kind: About})
		case d.Settings != nil:
			if playedBy(d.Settings.Old, d.Settings.New) {
				all = append(all, Change{Kind: Settings})
			}
		case d.Team != nil:
			all = append(all, Change{Kind: Team, ID: int(d.Team.Value().ID), Removed: d.Team.New == nil})
		case d.Player != nil:
			all = append(all, players(d.Player)...)
		case d.Round != nil:
			n := d.Round.Value().Number
			rounds[n] = d.Round.Old == nil || d.Round.New == nil
			if rounds[n] || isOtherRound(d.Round.Old, d.Round.New) {
				all = append(all, Change{Kind: Round, Round: n, Removed: d.Round.New == nil})
			}
		case d.Game != nil:
			if !rounds[d.Game.Value().Round] {
				all = append(all, games(d.Game)...)
			}
		default:
			all = append(all, notices(d)...)
		}
	}
	return all
}

// playedBy reports whether two settings differ in more than the parts that change with rounds and final standings.
func playedBy(was, now *tournament.Settings) bool {
	bare := func(s *tournament.Settings) tournament.Settings {
		out := *s
		out.Prizes, out.Format.Seeds, out.Stages = tournament.Prizes{}, nil, slices.Clone(s.Stages)
		for i := range out.Stages {
			out.Stages[i].Format.Seeds = nil
		}
		return out
	}
	return !reflect.DeepEqual(bare(was), bare(now))
}

// isOtherRound reports whether the public part of a round differs.
func isOtherRound(was, now *tournament.Round) bool {
	return !was.Start.Equal(now.Start) || !reflect.DeepEqual(was.Byes, now.Byes)
}

// players returns the change of a player, if it shows in lists of players.
func players(d *tournament.Edit[tournament.Player]) []Change {
	if d.Old != nil && d.New != nil && listed(d.Old) == listed(d.New) {
		return nil
	}
	c := Change{Kind: Player, ID: int(d.Value().ID), Removed: d.New == nil}
	if d.New != nil {
		c.Status = d.New.Status.String()
	}
	return []Change{c}
}

// listed returns the fields of a player that lists of players show.
func listed(p *tournament.Player) any {
	rating := p.Rating
	if p.Hiding == consent.Anonymous {
		rating = tournament.Player{}.Rating // it only determines the places
	}
	return [...]any{p.Family, p.Given, p.Rank, rating, p.Country, p.Club, p.Status, p.EGD, p.FFG, p.AGA}
}

// games returns the changes of a game: of its pairing, of its result, or of both.
func games(d *tournament.Edit[tournament.Game]) (all []Change) {
	g := d.Value()
	c := Change{ID: g.ID, Round: g.Round, Table: g.Table, Black: g.Black, White: g.White, Removed: d.New == nil}
	if d.Old == nil || d.New == nil || pairing(d.Old) != pairing(d.New) {
		c.Kind = Pairing
		all = append(all, c)
	}
	if d.New != nil && (d.Old == nil && d.New.Decided() != (tournament.Result{}) || d.Old != nil && d.Old.Decided() != d.New.Decided()) {
		c.Kind, c.Result, c.Revision = Result, d.New.Decided().String(), d.New.Revision
		all = append(all, c)
	}
	return all
}

// pairing returns the players, the table and the terms of a game.
func pairing(g *tournament.Game) any {
	return [...]any{g.Table, g.Black, g.White, g.Handicap, g.Komi}
}

// notices returns the change of a public element of the day.
func notices(d tournament.Change) []Change {
	switch {
	case d.Announcement != nil:
		return []Change{{Kind: Announcement, ID: d.Announcement.Value().ID, Removed: d.Announcement.New == nil}}
	case d.Final != nil:
		return []Change{{Kind: Final, ID: d.Final.Value().ID, Removed: d.Final.New == nil}}
	case d.Picture != nil:
		return []Change{{Kind: Picture, ID: d.Picture.Value().ID, Removed: d.Picture.New == nil}}
	}
	return nil
}

// An Entry is the public part of one change in the log.
type Entry struct {
	// Version is the version after the change, At its time.
	Version int       `json:"version"`
	At      time.Time `json:"at"`
	Changes []Change  `json:"changes"`
}
