package api

import (
	"encoding/json"
	"time"

	"tourney/internal/event/day"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A RoundDocument is one round in the API.
type RoundDocument struct {
	Round int `json:"round"`
	// Published is false for a draft, which is shown only to the program that drew it.
	Published bool              `json:"published"`
	System    tournament.System `json:"system"`
	// Start is the announced or else the planned start of the round; left out if neither is set.
	Start string `json:"start,omitempty"`
	Seed  uint64 `json:"seed"`
	// SeedText is the seed as text, which JavaScript reads exactly.
	SeedText uint64     `json:"seedText,string"`
	Total    string     `json:"total,omitempty"`
	Games    []GameLine `json:"games"`
	// Bye and Absent are names, ByeIDs and AbsentIDs the numbers of the same players.
	Bye       []string              `json:"bye"`
	Absent    []string              `json:"absent"`
	ByeIDs    []tournament.PlayerID `json:"byeIds"`
	AbsentIDs []tournament.PlayerID `json:"absentIds"`
	// Checks are findings to check before a draft is published.
	Checks []CheckLine `json:"checks,omitempty"`
}

// A CheckLine is a finding to check before a round is published. Code is for programs, Text a sentence in the reader's
// language; Tables are the affected tables, of round Round.
type CheckLine struct {
	Code   string `json:"code"`
	Text   string `json:"text"`
	Grave  bool   `json:"grave"`
	Round  int    `json:"round"`
	Tables []int  `json:"tables,omitempty"`
}

// A GameLine is one game of a round; "?" is a missing result.
type GameLine struct {
	// Game is its number, Revision grows with every change of its result.
	Game     int    `json:"game"`
	Revision int    `json:"revision"`
	Table    int    `json:"table"`
	Black    string `json:"black"`
	White    string `json:"white"`
	// BlackID and WhiteID are the numbers of the two in the tournament.
	BlackID  tournament.PlayerID `json:"blackId"`
	WhiteID  tournament.PlayerID `json:"whiteId"`
	Handicap int                 `json:"handicap"`
	Komi     json.Number         `json:"komi"`
	Result   string              `json:"result"`
	// Corrected is the time of a correction after a later round was published.
	Corrected string `json:"corrected,omitempty"`
	// BlackTeam and WhiteTeam are the teams of the two, where teams play.
	BlackTeam string `json:"blackTeam,omitempty"`
	WhiteTeam string `json:"whiteTeam,omitempty"`
}

// NewRoundDocument returns a round for JSON.
func NewRoundDocument(t *tournament.Tournament, r *tournament.Round) RoundDocument {
	d := RoundDocument{
		Round: r.Number, Published: r.Published, System: t.Settings.System, Seed: r.Drawn.Seed, SeedText: r.Drawn.Seed, Total: r.Drawn.Total,
		Start: formatInstant(day.StartOf(t, r.Number)),
		Games: []GameLine{}, Bye: []string{}, Absent: []string{}, ByeIDs: []tournament.PlayerID{}, AbsentIDs: []tournament.PlayerID{},
	}
	for i := range r.Games {
		d.Games = append(d.Games, NewGameLine(t, &r.Games[i]))
	}
	for _, p := range t.Participants() {
		switch {
		case r.HasBye(p.ID):
			d.Bye, d.ByeIDs = append(d.Bye, p.Name()), append(d.ByeIDs, p.ID)
		case r.Game(p.ID) == nil && p.Status == tournament.CheckedIn && p.Absent.Has(r.Number):
			d.Absent, d.AbsentIDs = append(d.Absent, p.Name()), append(d.AbsentIDs, p.ID)
		}
	}
	return d
}

// NewGameLine returns a game for JSON.
func NewGameLine(t *tournament.Tournament, g *tournament.Game) GameLine {
	return GameLine{
		Game: g.ID, Revision: g.Revision, Table: g.Table, Black: t.Player(g.Black).Name(), White: t.Player(g.White).Name(),
		BlackID: g.Black, WhiteID: g.White, Handicap: g.Handicap, Komi: json.Number(g.Komi.String()), Result: g.Decided().String(),
		BlackTeam: teamName(t, g.Black), WhiteTeam: teamName(t, g.White), Corrected: formatInstant(g.Corrected),
	}
}

// teamName returns the name of a player's team, "" without one.
func teamName(t *tournament.Tournament, id tournament.PlayerID) string {
	if team := t.TeamOf(id); team != nil {
		return team.Name
	}
	return ""
}

// A TournamentDocument is one tournament in the API. It has no personal data beyond the public pages.
type TournamentDocument struct {
	Slug     string            `json:"slug"`
	Name     string            `json:"name"`
	Place    string            `json:"place"`
	Country  string            `json:"country"`
	Director string            `json:"director"`
	Begin    string            `json:"begin,omitempty"`
	End      string            `json:"end,omitempty"`
	Zone     string            `json:"zone"`
	System   tournament.System `json:"system"`
	Rounds   int               `json:"rounds"`
	Round    int               `json:"round"`
	Version  int               `json:"version"`
	// Archived is set if it is read-only, Hidden if it is not public.
	Archived bool `json:"archived,omitempty"`
	Hidden   bool `json:"hidden,omitempty"`
	// Starts are the rounds that have a start, announced or planned.
	Starts  []StartLine  `json:"starts"`
	Players []PlayerLine `json:"players"`
}

// A StartLine is the start of a round.
type StartLine struct {
	Round int    `json:"round"`
	Start string `json:"start"`
}

// A PlayerLine is the public view of one player, or the real one within a DeskPlayer.
type PlayerLine struct {
	ID      tournament.PlayerID `json:"id"`
	Name    string              `json:"name"`
	Family  string              `json:"family"`
	Given   string              `json:"given"`
	Rank    string              `json:"rank"`
	Rating  *int                `json:"rating,omitempty"`
	Country string              `json:"country"`
	Club    string              `json:"club"`
	Status  string              `json:"status"`
	// TakesPart is set if the player is in the standings and counts as one of the field.
	TakesPart bool   `json:"takesPart"`
	Team      string `json:"team,omitempty"`
	// EGD, FFG and AGA are the federations' numbers.
	EGD string `json:"egd,omitempty"`
	FFG string `json:"ffg,omitempty"`
	AGA string `json:"aga,omitempty"`
}

// A DeskPlayersDocument lists the players of a tournament as the desk sees them.
type DeskPlayersDocument struct {
	Players []DeskPlayer `json:"players"`
}

// A DeskPlayer is one player as the desk sees them, by the real name, without the fields that only files have:
// contacts, notes and the year of birth.
type DeskPlayer struct {
	PlayerLine
	// Hiding is the player's choice for showing the name, Shown the public name.
	Hiding string `json:"hiding"`
	Shown  string `json:"shown"`
	// Absent are the rounds that the player does not play, HalfByes those among them for half a point.
	Absent   []int `json:"absent"`
	HalfByes []int `json:"halfByes"`
}

// NewTournamentDocument returns a tournament for JSON. t is the public tournament, whose hidden players have no numbers
// of federations.
func NewTournamentDocument(t *tournament.Tournament) TournamentDocument {
	d := TournamentDocument{
		Slug: t.Info.Slug, Name: t.Info.Name, Place: t.Info.Place, Country: t.Info.Country, Director: t.Info.Director,
		Begin: page.Day(t.Info.Begin.Time), End: page.Day(t.Info.End.Time), Zone: t.Info.Zone, System: t.Settings.System,
		Rounds: t.Settings.Rounds, Round: t.Current(), Version: t.Version, Archived: t.Info.Archived, Hidden: t.Info.Hidden, Starts: []StartLine{}, Players: []PlayerLine{},
	}
	for n := 1; n <= max(t.Settings.Rounds, len(t.Rounds)); n++ {
		if start := day.StartOf(t, n); !start.IsZero() {
			d.Starts = append(d.Starts, StartLine{n, formatInstant(start)})
		}
	}
	who := t.Participation()
	for i := range t.Players {
		d.Players = append(d.Players, NewPlayerLine(t, who, &t.Players[i]))
	}
	return d
}

// NewPlayerLine returns a player for JSON.
func NewPlayerLine(t *tournament.Tournament, who tournament.Participation, p *tournament.Player) PlayerLine {
	line := PlayerLine{
		ID: p.ID, Name: p.Name(), Family: p.Family, Given: p.Given, Rank: p.Rank.String(),
		Country: p.Country, Club: p.Club, Status: p.Status.String(), TakesPart: who.Has(p.ID), Team: teamName(t, p.ID),
		EGD: p.EGD, FFG: p.FFG, AGA: p.AGA,
	}
	if p.Rating.Stated() {
		points := p.Rating.Points()
		line.Rating = &points
	}
	return line
}

// formatInstant writes a time as 2026-11-21T13:42:00Z, "" when not set.
func formatInstant(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
