// Program client does what a program of somebody else does: it uses a client that was generated from the description of
// the API. TestGeneratedClient generates that, compiles both and runs them against a server.
//
//	client http://localhost:8080 tourney_…
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"program/tourney"
)

const slug = "spring-cup"

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints the standings, enters the first result that is missing, tries another at the version that there was before,
// and hears of the change.
func run(ctx context.Context, server, token string) error {
	client, err := tourney.NewClientWithResponses(server, tourney.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}))
	if err != nil {
		return err
	}
	after := 1
	standings, err := client.StandingsWithResponse(ctx, slug, &tourney.StandingsParams{After: &after})
	if err != nil || standings.JSON200 == nil {
		return fmt.Errorf("standings: %v, %s", err, standings.Status())
	}
	for _, p := range standings.JSON200.Players[:2] {
		cell := p.Cells[0]
		fmt.Printf("%d. player %d, %s: %s at table %d against player %d\n", p.Place, p.Id, p.Rounds[0], cell.Sign, *cell.Table, *cell.Opponent)
	}
	round, err := client.RoundWithResponse(ctx, slug, 2, nil)
	if err != nil || round.JSON200 == nil {
		return fmt.Errorf("round: %v, %s", err, round.Status())
	}
	seen := round.HTTPResponse.Header.Get("ETag")
	for _, g := range round.JSON200.Games {
		if g.Result != "?" {
			continue
		}
		for range 2 {
			language := tourney.Fi
			asked := &tourney.EnterResultParams{IfMatch: &seen, Lang: &language}
			entered, err := client.EnterResultWithResponse(ctx, slug, g.Game, asked, tourney.EnterResultJSONRequestBody{Result: "B+R", Seen: g.Revision})
			switch {
			case err != nil:
				return err
			case entered.JSON200 != nil:
				fmt.Printf("table %d: %s, then %s\n", entered.JSON200.Table, entered.JSON200.Result, entered.HTTPResponse.Header.Get("ETag"))
			case entered.JSON412 != nil:
				fmt.Printf("%s: %s\n", entered.JSON412.Code, entered.JSON412.Error)
			default:
				return fmt.Errorf("result: %s %s", entered.Status(), entered.Body)
			}
		}
		return hear(ctx, client)
	}
	return fmt.Errorf("no result is missing")
}

// hear prints what has changed, page by page, and waits in vain for more.
func hear(ctx context.Context, client *tourney.ClientWithResponses) error {
	after, wait := "1", 1
	for {
		changes, err := client.ChangesWithResponse(ctx, slug, &tourney.ChangesParams{After: &after, Wait: &wait})
		if err != nil || changes.JSON200 == nil {
			return fmt.Errorf("changes: %v, %s", err, changes.Status())
		}
		for _, e := range changes.JSON200.Entries {
			for _, c := range e.Changes {
				fmt.Printf("version %d: %s %s of game %d\n", e.Version, c.Kind, *c.Result, *c.Id)
			}
		}
		if after == changes.JSON200.Next {
			return nil
		}
		after = changes.JSON200.Next
	}
}
