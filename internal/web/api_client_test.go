package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest/client"
)

// A program reads standings, enters a result and receives the change through a client that a common tool generated
// from the description, without a line changed by hand.
func TestGeneratedClient(t *testing.T) {
	sitetest.NeedExtension(t)
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	p := s.Program(role.ResultsToken)
	version := s.State("spring-cup").Version
	c, err := client.NewClientWithResponses(s.HTTP.URL, client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+p.Secret)
		return nil
	}))
	s.Check(err)
	got := clientProgram{s, c, &strings.Builder{}}
	got.standings()
	got.result()
	got.changes()
	want := "1. player 7, 6+!b: + at table 4 against player 8\n" +
		"1. player 1, 5+/b: + at table 1 against player 2\n" +
		fmt.Sprintf("table 2: B+R, then \"%d\"\n", version+1) +
		fmt.Sprintf("tournament.version: Turnauksella on nyt versio %d, ei %d. Lue se uudelleen, ennen kuin muutat sitä.\n", version+1, version) +
		fmt.Sprintf("version %d: result B+R of game %d\n", version+1, s.Game(2, 2).ID)
	if diff := cmp.Diff(want, got.printed.String()); diff != "" {
		t.Errorf("the client prints (-want +got):\n%s", diff)
	}
	s.Result(2, 2, "B+R")
}

// A clientProgram is an external program that uses the client.
type clientProgram struct {
	*testSite
	client  *client.ClientWithResponses
	printed *strings.Builder
}

func (p clientProgram) print(format string, args ...any) { fmt.Fprintf(p.printed, format, args...) }

// standings prints the first two players.
func (p clientProgram) standings() {
	after := 1
	standings, err := p.client.StandingsWithResponse(p.T.Context(), "spring-cup", &client.StandingsParams{After: &after})
	p.Check(err)
	for _, row := range standings.JSON200.Players[:2] {
		cell := row.Cells[0]
		p.print("%d. player %d, %s: %s at table %d against player %d\n", row.Place, row.Id, row.Rounds[0], cell.Sign, *cell.Table, *cell.Opponent)
	}
}

// result enters the first missing result, then again with the outdated revision.
func (p clientProgram) result() {
	round, err := p.client.RoundWithResponse(p.T.Context(), "spring-cup", 2, nil)
	p.Check(err)
	seen := round.HTTPResponse.Header.Get("ETag")
	for _, g := range round.JSON200.Games {
		if g.Result != "?" {
			continue
		}
		language := client.Fi
		asked := &client.EnterResultParams{IfMatch: &seen, Lang: &language}
		body := client.EnterResultJSONRequestBody{Result: "B+R", Seen: g.Revision}
		entered, err := p.client.EnterResultWithResponse(p.T.Context(), "spring-cup", g.Game, asked, body)
		p.Check(err)
		p.print("table %d: %s, then %s\n", entered.JSON200.Table, entered.JSON200.Result, entered.HTTPResponse.Header.Get("ETag"))
		refused, err := p.client.EnterResultWithResponse(p.T.Context(), "spring-cup", g.Game, asked, body)
		p.Check(err)
		p.print("%s: %s\n", refused.JSON412.Code, refused.JSON412.Error)
		return
	}
}

// changes prints the changes, page by page, until none arrives for a second.
func (p clientProgram) changes() {
	for after, wait := "1", 1; ; {
		changes, err := p.client.ChangesWithResponse(p.T.Context(), "spring-cup", &client.ChangesParams{After: &after, Wait: &wait})
		p.Check(err)
		for _, e := range changes.JSON200.Entries {
			for _, c := range e.Changes {
				p.print("version %d: %s %s of game %d\n", e.Version, c.Kind, *c.Result, *c.Id)
			}
		}
		if after == changes.JSON200.Next {
			return
		}
		after = changes.JSON200.Next
	}
}
