package web

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/exchange/publish"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// The JSON shapes of the API; standings are publish.StandingsReport, as the
// command line writes them.

// openAPI describes the API to programs and their authors.
//
//go:embed openapi.json
var openAPI []byte

func sendOpenAPI(c *gin.Context) error {
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "application/json; charset=utf-8", openAPI)
	return nil
}

// A RoundDocument is one round in the API.
type RoundDocument struct {
	Round  int               `json:"round"`
	System tournament.System `json:"system"`
	Seed   uint64            `json:"seed"`
	Total  string            `json:"total,omitempty"`
	Games  []GameLine        `json:"games"`
	Bye    []string          `json:"bye"`
	Absent []string          `json:"absent"`
}

// A GameLine is one game of a round; "?" is a missing result.
type GameLine struct {
	Table    int         `json:"table"`
	Black    string      `json:"black"`
	White    string      `json:"white"`
	Handicap int         `json:"handicap"`
	Komi     json.Number `json:"komi"`
	Result   string      `json:"result"`
	// Corrected is when the result was changed after a later round was published.
	Corrected string `json:"corrected,omitempty"`
	// BlackTeam and WhiteTeam are the teams of the two, where teams play.
	BlackTeam string `json:"blackTeam,omitempty"`
	WhiteTeam string `json:"whiteTeam,omitempty"`
}

// NewRoundDocument returns a round for JSON.
func NewRoundDocument(t *tournament.Tournament, r *tournament.Round) RoundDocument {
	d := RoundDocument{
		Round: r.Number, System: t.Settings.System, Seed: r.Drawn.Seed, Total: r.Drawn.Total,
		Games: []GameLine{}, Bye: []string{}, Absent: []string{},
	}
	for i := range r.Games {
		g := &r.Games[i]
		d.Games = append(d.Games, GameLine{
			Table: g.Table, Black: t.Player(g.Black).Name(), White: t.Player(g.White).Name(),
			Handicap: g.Handicap, Komi: json.Number(g.Komi.String()), Result: g.Decided().String(),
			BlackTeam: teamName(t, g.Black), WhiteTeam: teamName(t, g.White), Corrected: formatInstant(g.Corrected),
		})
	}
	for i := range t.Players {
		p := &t.Players[i]
		switch {
		case r.HasBye(p.ID):
			d.Bye = append(d.Bye, p.Name())
		case r.Game(p.ID) == nil && p.Status == tournament.CheckedIn && p.Absent.Has(r.Number) && !t.StandIn(p.ID):
			d.Absent = append(d.Absent, p.Name())
		}
	}
	return d
}

// teamName returns the name of a player's team, "" for none.
func teamName(t *tournament.Tournament, id tournament.PlayerID) string {
	if team := t.TeamOf(id); team != nil {
		return team.Name
	}
	return ""
}

// A TournamentDocument is one tournament in the API. It has no personal data that
// only the desk may see.
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
	Players  []PlayerLine      `json:"players"`
}

// A PlayerLine is one player without personal data.
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
	Team    string              `json:"team,omitempty"`
}

func tournamentJSON(v *public.Visit) (any, error) {
	t := v.Tournament
	d := TournamentDocument{
		Slug: t.Info.Slug, Name: t.Info.Name, Place: t.Info.Place, Country: t.Info.Country, Director: t.Info.Director,
		Begin: page.Day(t.Info.Begin), End: page.Day(t.Info.End), Zone: t.Info.Zone, System: t.Settings.System,
		Rounds: t.Settings.Rounds, Round: t.Current(), Version: t.Version, Players: []PlayerLine{},
	}
	for i := range t.Players {
		p := &t.Players[i]
		line := PlayerLine{
			ID: p.ID, Name: p.Name(), Family: p.Family, Given: p.Given, Rank: p.Rank.String(),
			Country: p.Country, Club: p.Club, Status: p.Status.String(),
			Team: teamName(t, p.ID),
		}
		if p.Rating.Stated() {
			points := p.Rating.Points()
			line.Rating = &points
		}
		d.Players = append(d.Players, line)
	}
	return d, nil
}

func standingsJSON(v *public.Visit) (any, error) {
	return publish.ReportStandings(v.Tournament, v.Standings(v.After)), nil
}

// teamsJSON are the standings of teams, as standingsJSON are those of players.
func teamsJSON(v *public.Visit) (any, error) {
	if !page.OfTeams(v.Tournament) {
		return nil, fault.New(fault.NotFound, "team.none")
	}
	return publish.ReportStandings(v.Tournament.OfTeams(), v.Teams(v.After)), nil
}

func roundJSON(v *public.Visit) (any, error) {
	n, err := v.Round()
	if err != nil {
		return nil, err
	}
	return NewRoundDocument(v.Tournament, v.Tournament.Round(n)), nil
}

// explanationsJSON explains every game of a round, as the command line explains a
// draw.
func explanationsJSON(v *public.Visit) (any, error) {
	n, err := v.DrawnRound()
	if err != nil {
		return nil, err
	}
	// Several requests may wait for the same answer, so the end of one does not stop it.
	ctx := context.WithoutCancel(v.Ctx)
	d, err := v.Explain(ctx, n)
	if err != nil {
		return nil, err
	}
	weighed, err := v.EvaluateWithBest(ctx, n)
	if err != nil {
		return nil, err
	}
	report := publish.ReportDraw(v.Tournament, d, v.Lang.T)
	if weighed.Best != nil {
		report.Best = weighed.Best.String()
	}
	report.Inputs, report.Program = v.Tournament.Round(n).Drawn.Inputs, v.Tournament.Round(n).Drawn.Program
	return report, nil
}

// liveJSON returns the action that answers with what is published of a live game after the number of a step. It
// changes without a new version and depends on that number, so it is not kept.
func liveJSON(s *Server) func(c *gin.Context, snapshot *director.Snapshot) error {
	return func(c *gin.Context, snapshot *director.Snapshot) error {
		t := snapshot.Public().Tournament
		g, err := public.PublishedGame(t, c.Param("game"))
		if err != nil {
			return err
		}
		games, err := s.Director.LiveGames().Public(c.Request.Context(), snapshot)
		if err != nil {
			return err
		}
		game, ok := games[g.ID]
		if !ok {
			return fault.New(fault.NotFound, "live.none")
		}
		text, err := json.Marshal(public.NewLiveDocument(t, g, game, page.Natural(c.Query("after"))))
		if err != nil {
			return fmt.Errorf("write JSON: %w", err)
		}
		c.Header("Cache-Control", "no-store")
		c.Data(http.StatusOK, "application/json; charset=utf-8", append(text, '\n'))
		return nil
	}
}

// formatInstant writes a time as 2026-11-21T13:42:00Z, "" when not set.
func formatInstant(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

func (s *Server) apiRoutes(g *site.Group) {
	g.Get("/openapi.json", sendOpenAPI)
	g.Get("/tournaments", s.listJSON)
	g.Get("/tournaments/:slug", s.publicJSON(tournamentJSON))
	g.Get("/tournaments/:slug/standings", s.publicJSON(standingsJSON))
	g.Get("/tournaments/:slug/teams", s.publicJSON(teamsJSON))
	g.Get("/tournaments/:slug/rounds/:round", s.publicJSON(roundJSON))
	g.Get("/tournaments/:slug/rounds/:round/explanations", s.publicJSON(explanationsJSON))
	g.Get("/tournaments/:slug/games/:game/live", s.WithTournament(liveJSON(s)))
}
