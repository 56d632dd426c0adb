package privacy

import (
	"slices"
	"time"

	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// An Account is all data of a tournament about one player: a file for the player. It has the public names of others and
// no names of organisers. It leaves out the desk's view of draws.
type Account struct {
	// About describes the file.
	About      string            `json:"about"`
	Tournament tournament.Info   `json:"tournament"`
	Player     tournament.Player `json:"player"`
	// Shown is the way in which the name is public.
	Shown consent.Hiding `json:"shown"`
	// Owed is the fee in hundredths, Paid in Player the paid part of it.
	Owed      tournament.Money      `json:"owed"`
	Team      string                `json:"team,omitzero"`
	Games     []AccountGame         `json:"games,omitempty"`
	Byes      []int                 `json:"byes,omitempty"`
	Places    []AccountPlace        `json:"announcedPlaces,omitempty"`
	Requests  []tournament.Request  `json:"requests,omitempty"`
	Incidents []tournament.Incident `json:"incidents,omitempty"`
	Wishes    []AccountWish         `json:"wishes,omitempty"`
	Phones    []AccountPhone        `json:"phones,omitempty"`
	// Log are the entries of the log about any of this, the first first.
	Log []AccountEntry `json:"log,omitempty"`
}

// An AccountGame is a game of the player. Record is the public form of the game record.
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

// An AccountPhone is a browser that receives the pairings of the player, by its address at a push service.
type AccountPhone struct {
	Endpoint string    `json:"endpoint"`
	Language string    `json:"language"`
	Since    time.Time `json:"since"`
}

// An AccountEntry is an entry of the log, with the changes about the player. Its reason is left out: free text that may
// name others.
type AccountEntry struct {
	Version int                 `json:"version"`
	At      time.Time           `json:"at"`
	By      string              `json:"by"`
	Action  string              `json:"action"`
	Changes []tournament.Change `json:"changes"`
}

// About returns the data about a player in the tournament itself; public is its public form. AddLog adds the log.
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
	for _, r := range t.Day.Requests {
		if r.Player == id {
			a.Requests = append(a.Requests, *unsigned(&r, signRequest))
		}
	}
	for _, n := range t.Day.Incidents {
		if n.Player == id {
			a.Incidents = append(a.Incidents, *unsigned(&n, signIncident))
		}
	}
	for _, w := range t.Settings.Constraints.Wishes {
		if w.A == id || w.B == id {
			a.Wishes = append(a.Wishes, AccountWish{string(w.Kind), public.NameOf(w.A + w.B - id)})
		}
	}
	return a
}

// AddLog adds the entries of the log, the first first, about the player. Changes of games are included from the
// publication of their round on.
func (a *Account) AddLog(t *tournament.Tournament, log []AccountEntry) {
	public := map[int]bool{} // rounds that are published, and were ever since the entry
	for i := range t.Rounds {
		public[t.Rounds[i].Number] = t.Rounds[i].Published
	}
	for _, e := range slices.Backward(log) {
		for _, c := range e.Changes {
			if r := c.Round; r != nil && (r.Old == nil || !r.Old.Published) {
				public[r.Value().Number] = false
			}
		}
		var own []tournament.Change
		for _, c := range e.Changes {
			if c.Game == nil || public[c.Game.Value().Round] {
				own = append(own, ownChange(c, a.Player.ID)...)
			}
		}
		if len(own) > 0 {
			e.By, e.Changes = author(e.By), own
			a.Log = append(a.Log, e)
		}
	}
	slices.Reverse(a.Log)
}

// ownChange returns a change about the player, without its author; nil for any other change.
func ownChange(c tournament.Change, id tournament.PlayerID) []tournament.Change {
	switch {
	case c.Player != nil && c.Player.Value().ID == id:
	case c.Request != nil && c.Request.Value().Player == id:
		c.Request = unsignedEdit(c.Request, signRequest)
	case c.Incident != nil && c.Incident.Value().Player == id:
		c.Incident = unsignedEdit(c.Incident, signIncident)
	case c.Game != nil && c.Game.Value().Has(id):
		c.Game = unsignedEdit(c.Game, signGame)
	default:
		return nil
	}
	return []tournament.Change{c}
}

// signRequest, signIncident and signGame replace the names of people of the desk.
func signRequest(r *tournament.Request)   { r.From, r.By = author(r.From), author(r.By) }
func signIncident(n *tournament.Incident) { n.By = author(n.By) }
func signGame(g *tournament.Game) {
	g.EnteredBy, g.ConfirmedBy, g.Desk = author(g.EnteredBy), author(g.ConfirmedBy), ""
	g.Dispute.By, g.Dispute.Desk, g.Accepted.By = author(g.Dispute.By), "", author(g.Accepted.By)
	g.Pencil.By = author(g.Pencil.By)
}

// author returns "desk" for a person of the desk, and other authors unchanged: fixed words for players and recorders,
// such as tournament.FromPlayer.
func author(name string) string {
	if _, player := tournament.Reporter(name); player || name == "" || name == tournament.FromPlayer || name == tournament.ByRecorder {
		return name
	}
	return "desk"
}

// unsigned returns a copy of a value after sign, nil for nil.
func unsigned[T any](value *T, sign func(*T)) *T {
	if value == nil {
		return nil
	}
	out := *value
	sign(&out)
	return &out
}

func unsignedEdit[T any](e *tournament.Edit[T], sign func(*T)) *tournament.Edit[T] {
	return &tournament.Edit[T]{Old: unsigned(e.Old, sign), New: unsigned(e.New, sign)}
}
