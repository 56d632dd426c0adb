package tournament

import "tourney/internal/fault"

// LiveBoards are the settings of games recorded live.
type LiveBoards struct {
	// On allows the desk to start live recordings.
	On bool `json:"on,omitzero"`
	// A move is published after this number of later moves, and after this number of minutes.
	Moves   int `json:"moves,omitzero"`
	Minutes int `json:"minutes,omitzero"`
}

// Bounds on the delay of live games.
const (
	mostLiveMoves   = 100
	mostLiveMinutes = 12 * 60
)

// valid reports whether the delay is within bounds.
func (l LiveBoards) valid() bool {
	return l.Moves >= 0 && l.Moves <= mostLiveMoves && l.Minutes >= 0 && l.Minutes <= mostLiveMinutes
}

// A LiveGame is the live recording of a game, with the delay at its start: a later, longer delay would hide published
// moves. The zero LiveGame means a game without one.
type LiveGame struct {
	// ID is the number of its steps in the data file.
	ID      int `json:"id,omitzero"`
	Moves   int `json:"moves,omitzero"`
	Minutes int `json:"minutes,omitzero"`
	// Black and White are the players at the start; the recording does not count for other players.
	Black PlayerID `json:"black,omitzero"`
	White PlayerID `json:"white,omitzero"`
}

// valid reports whether the delay is within bounds, and the number at most the last one of the tournament.
func (l LiveGame) valid(last int) bool {
	return l.ID >= 0 && l.ID <= last && LiveBoards{Moves: l.Moves, Minutes: l.Minutes}.valid()
}

// IsLive reports whether the game has a live recording, running or finished.
func (g *Game) IsLive() bool { return g.Live.ID != 0 && g.Has(g.Live.Black) && g.Has(g.Live.White) }

// GoLive starts the live recording of a game of a published round from its beginning. A live game does not change.
// Faults: "game.unknown", "round.draft", "live.off" if the settings do not allow it, "live.recorded" if the game has a
// record.
func (t *Tournament) GoLive(id int) error {
	g, err := t.publishedGame(id)
	switch {
	case err != nil:
		return err
	case !t.Settings.Live.On:
		return fault.New(fault.Denied, "live.off")
	case g.Record != "":
		return fault.New(fault.Conflict, "live.recorded", g.Table)
	case g.IsLive():
		return nil
	}
	t.LastID++
	g.Live = LiveGame{t.LastID, t.Settings.Live.Moves, t.Settings.Live.Minutes, g.Black, g.White}
	return nil
}

// LiveGames returns the games with a live recording, running or finished.
func (t *Tournament) LiveGames() (list []*Game) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.IsLive() {
				list = append(list, g)
			}
		}
	}
	return list
}

// Recorded reports whether the live recording is running: the game has no record yet.
func (g *Game) Recorded() bool { return g.IsLive() && g.Record == "" }

// EndLive removes a game from the live boards. Faults: "game.unknown", "round.draft".
func (t *Tournament) EndLive(id int) error {
	g, err := t.publishedGame(id)
	if err == nil {
		g.Live = LiveGame{}
	}
	return err
}

// LiveIDs returns the numbers of the live games, in the order of the games.
func (t *Tournament) LiveIDs() (ids []int) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if id := t.Rounds[i].Games[j].Live.ID; id != 0 {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
