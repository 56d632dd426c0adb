package privacy

import (
	"slices"
	"time"

	"tourney/internal/consent"
	"tourney/internal/tournament"
)

// An Account is everything that a tournament keeps about one player: a file for the
// player. It names others as everybody may see them.
type Account struct {
	// About says what the file is.
	About      string            `json:"about"`
	Tournament tournament.Info   `json:"tournament"`
	Player     tournament.Player `json:"player"`
	// Shown is how everybody sees the name.
	Shown consent.Hiding `json:"shown"`
	// Owed is the fee in hundredths, Paid in Player what was paid of it.
	Owed      tournament.Money      `json:"owed"`
	Team      string                `json:"team,omitzero"`
	Games     []AccountGame         `json:"games,omitempty"`
	Byes      []int                 `json:"byes,omitempty"`
	Places    []AccountPlace        `json:"announcedPlaces,omitempty"`
	Requests  []tournament.Request  `json:"requests,omitempty"`
	Incidents []tournament.Incident `json:"incidents,omitempty"`
	Wishes    []AccountWish         `json:"wishes,omitempty"`
	// Log are the entries of the log that touched any of this, the first first.
	Log []AccountEntry `json:"log,omitempty"`
}

// An AccountGame is a game of the player. Record is the game record as everybody may
// see it.
type AccountGame struct {
	Round    int                 `json:"round"`
	Table    int                 `json:"table"`
	Colour   string              `json:"colour"`
	Opponent string              `json:"opponent"`
	Number   tournament.PlayerID `json:"opponentNumber"`
	Handicap int                 `json:"handicap"`
	Komi     string              `json:"komi"`
	Result   string              `json:"result"`
	Entered  time.Time           `json:"entered,omitzero"`
	Record   string              `json:"record,omitzero"`
}

// An AccountPlace is a line of an announced list.
type AccountPlace struct {
	Announced time.Time `json:"announced"`
	Place     int       `json:"place"`
	Name      string    `json:"name"`
	Scores    []string  `json:"scores,omitempty"`
}

// An AccountWish is a wish about the pairing of the player and another one.
type AccountWish struct {
	Kind string `json:"kind"`
	With string `json:"with"`
}

// An AccountEntry is an entry of the log with the changes of what is the player's.
type AccountEntry struct {
	Version int                 `json:"version"`
	At      time.Time           `json:"at"`
	By      string              `json:"by"`
	Action  string              `json:"action"`
	Reason  string              `json:"reason,omitzero"`
	Changes []tournament.Change `json:"changes"`
}

// About returns what is known of a player from the tournament alone; public is its form for
// everybody. AddEntry adds the log.
func About(t, public *tournament.Tournament, id tournament.PlayerID) *Account {
	p := t.Player(id)
	a := &Account{Tournament: t.Info, Player: *p, Shown: Hiding(t, p)}
	if team := t.TeamOf(id); team != nil {
		a.Team = team.Name
	}
	for i := range t.Rounds {
		r := &t.Rounds[i]
		if !r.Published {
			continue
		}
		if g := r.Game(id); g != nil {
			other := g.Opponent(id)
			game := AccountGame{
				Round: r.Number, Table: g.Table, Colour: "black", Opponent: public.NameOf(other), Number: other,
				Handicap: g.Handicap, Komi: g.Komi.String(), Result: g.Decided().String(), Entered: g.EnteredAt,
			}
			if g.White == id {
				game.Colour = "white"
			}
			a.Games = append(a.Games, game)
		}
		if r.HasBye(id) {
			a.Byes = append(a.Byes, r.Number)
		}
	}
	for _, f := range t.Day.Finals {
		for _, line := range f.Lines {
			if line.Player == id {
				a.Places = append(a.Places, AccountPlace{f.At, line.Place, line.Name, line.Scores})
			}
		}
	}
	a.Requests = slices.DeleteFunc(slices.Clone(t.Day.Requests), func(r tournament.Request) bool { return r.Player != id })
	a.Incidents = slices.DeleteFunc(slices.Clone(t.Day.Incidents), func(n tournament.Incident) bool { return n.Player != id })
	for _, w := range t.Settings.Constraints.Wishes {
		if w.A == id || w.B == id {
			a.Wishes = append(a.Wishes, AccountWish{string(w.Kind), public.NameOf(w.A + w.B - id)})
		}
	}
	return a
}

// AddEntry adds an entry of the log if it touched what is the player's.
func (a *Account) AddEntry(e AccountEntry) {
	id := a.Player.ID
	e.Changes = slices.DeleteFunc(slices.Clone(e.Changes), func(c tournament.Change) bool {
		switch {
		case c.Player != nil:
			return c.Player.Value().ID != id
		case c.Request != nil:
			return c.Request.Value().Player != id
		case c.Incident != nil:
			return c.Incident.Value().Player != id
		case c.Game != nil:
			return !c.Game.Value().Has(id)
		}
		return true
	})
	if len(e.Changes) > 0 {
		a.Log = append(a.Log, e)
	}
}
