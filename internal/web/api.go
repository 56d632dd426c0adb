package web

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/workbook"
	"tourney/internal/web/api"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// The reading half of the API. The shapes of its requests and responses are in package api; standings are
// workbook.StandingsReport, as in the command line.

// openAPI describes the API to programs and their authors.
//
//go:embed openapi.json
var openAPI []byte

func sendOpenAPI(c *gin.Context) error {
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "application/json; charset=utf-8", openAPI)
	return nil
}

// pointToOpenAPI answers the root of the API with the address of its description.
func pointToOpenAPI(c *gin.Context) error {
	c.JSON(http.StatusOK, gin.H{"openapi": "/api/v1/openapi.json"})
	return nil
}

func tournamentJSON(v *public.Visit) (any, error) {
	return api.NewTournamentDocument(v.Tournament), nil
}

func standingsJSON(v *public.Visit) (any, error) {
	if v.Tournament.IsOpen() {
		return workbook.ReportSeason(v.Tournament)
	}
	return workbook.ReportStandings(v.Tournament, v.Standings(v.After)), nil
}

// teamsJSON returns the standings of teams, as standingsJSON does for players.
func teamsJSON(v *public.Visit) (any, error) {
	if !page.OfTeams(v.Tournament) {
		return nil, fault.New(fault.NotFound, "team.none")
	}
	return workbook.ReportStandings(v.Tournament.OfTeams(), v.Teams(v.After)), nil
}

func roundJSON(v *public.Visit) (any, error) {
	n, err := v.Round()
	if err != nil {
		return nil, err
	}
	return api.NewRoundDocument(v.Tournament, v.Tournament.Round(n)), nil
}

// explanationsJSON explains every game of a round, as the command line explains a draw.
func explanationsJSON(v *public.Visit) (any, error) {
	n, err := v.DrawnRound()
	if err != nil {
		return nil, err
	}
	// Several requests may wait for the same response, so cancelling one does not stop it.
	ctx := context.WithoutCancel(v.Ctx)
	d, err := v.Explain(ctx, n)
	if err != nil {
		return nil, err
	}
	report := workbook.ReportDraw(v.Tournament, d, v.Lang.T)
	if v.Tournament.Origin == "" { // the best draw depends on wishes, which are not published
		weighed, err := v.EvaluateWithBest(ctx, n)
		if err != nil {
			return nil, err
		}
		if weighed.Best != nil {
			report.Best = weighed.Best.String()
		}
	}
	report.Inputs, report.Program = v.Tournament.Round(n).Drawn.Inputs, v.Tournament.Round(n).Drawn.Program
	return report, nil
}

// liveJSON returns the action for the published part of a live game after the number of a step. Its response changes
// without a new version and depends on that number, so it is not cached.
func (s *Server) liveJSON() func(c *gin.Context, snapshot *director.Snapshot) error {
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

func (s *Server) apiRoutes(g *site.Group) {
	get := func(path string, a site.Action, known ...site.Parameter) { g.Get(path, site.WithQuery(a, known...)) }
	after := site.WholeFrom("after", 0)
	get("", pointToOpenAPI)
	get("/openapi.json", sendOpenAPI)
	get("/tournaments", s.listJSON, site.AnyText("q"), site.OneOf("era", director.Running, director.Coming, director.Past),
		site.WholeFrom("year", 1), site.CountryCode("country"), site.WholeFrom("page", 1))
	get("/tournaments/:slug", s.publicJSON(tournamentJSON))
	get("/tournaments/:slug/standings", s.publicJSON(standingsJSON), after)
	get("/tournaments/:slug/teams", s.publicJSON(teamsJSON), after)
	get("/tournaments/:slug/rounds/:round", s.publicJSON(roundJSON))
	get("/tournaments/:slug/rounds/:round/explanations", s.publicJSON(explanationsJSON))
	get("/tournaments/:slug/games/:game/live", s.WithTournament(s.liveJSON()), after)
}
