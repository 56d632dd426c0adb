package beyond_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/app/updates"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/data/store"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A reporter is a player at the hub with the slip of table 2 in round 2.
type reporter struct {
	*publishedSite
	game       tournament.Game
	path, link string
}

func atSlip(t *testing.T) reporter {
	t.Helper()
	r := reporter{publishedSite: published(t)}
	r.allow(true)
	r.game = r.publishedSite.Game(2, 2)
	token, err := r.Director.GameToken(t.Context(), r.State("spring-cup"), &r.game)
	r.Check(err)
	r.path, r.link = "/t/spring-cup/report/"+token, director.LinkHash(token)
	r.hub.Client = r.hub.Browser()
	return r
}

// allow sets whether players may report results.
func (r reporter) allow(results bool) {
	r.T.Helper()
	settings := r.State("spring-cup").Settings
	settings.PlayerResults, settings.DeskRecords = results, false
	r.Check(r.Director.On(sitetest.Anna, "spring-cup").SetUp(r.T.Context(), r.State("spring-cup").Info, settings))
	if !r.cut.Load() {
		r.waitSynced()
	}
}

// reports sends the result that Black has won.
func (r reporter) reports() {
	r.T.Helper()
	black := sitetest.ID(r.game.Black)
	r.hub.SeeOther(r.hub.Post(r.path+"/as", url.Values{"as": {black}}))
	form := sitetest.Fields(r.hub.Page(r.hub.Get(r.path), http.StatusOK), "form[action$='/result']")
	form["winner"], form["how"] = []string{black}, []string{"R"}
	r.hub.SeeOther(r.hub.Post(r.path+"/result", form))
}

// asks cuts the connection, and returns the hub and the identity with which the tournament requests reports from it.
func (r reporter) asks() (*publishing.Publishing, publishing.From) {
	r.T.Helper()
	r.disconnect()
	p, _, err := r.extension().Publishing.Of(r.T.Context(), "spring-cup")
	r.Check(err)
	return r.hub.extension().Publishing, publishing.From{Organisation: store.FirstOrganisation, Origin: p.Origin}
}

// reads returns the text of the slip's page.
func (r reporter) reads() string {
	r.T.Helper()
	return sitetest.Words(r.hub.Page(r.hub.Get(r.path), http.StatusOK).Find("#match"))
}

const onItsWay, notTaken = "on its way to the desk", "The last report was not accepted."

// A player at the hub sees why the hall refused a report, until they report again.
func TestRefusedAtTheHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	r := atSlip(t)
	events, leave := r.hub.Director.Subscribe("spring-cup")
	defer leave()
	r.disconnect()
	r.reports()
	r.allow(false)
	if said := r.reads(); !strings.Contains(said, onItsWay) || strings.Contains(said, notTaken) || !strings.Contains(said, "You have reported: Black won by resignation, at ") {
		t.Errorf("without a line the phone says %q", said)
	}
	r.cut.Store(false)
	sitetest.WaitFor(t, func() bool { return !strings.Contains(r.reads(), onItsWay) })
	if said := r.reads(); !strings.Contains(said, notTaken+" Only the desk enters results.") {
		t.Errorf("the phone says %q", said)
	}
	r.waitSynced()
	heard := map[updates.Topic]bool{}
	for len(events) > 0 {
		heard[(<-events).What] = true
	}
	if !heard[updates.Results] && !heard[updates.Refresh] {
		t.Errorf("open pages heard of %v", heard)
	}
	// A result entered by the desk since does not hide it.
	r.Enter(2, tournament.WhiteWins)
	r.waitSynced()
	if said := r.reads(); !strings.Contains(said, notTaken) || !strings.Contains(said, "The desk has entered: White won.") {
		t.Errorf("after the desk's result the phone says %q", said)
	}
	r.Enter(2, tournament.Unknown)
	r.allow(true)
	if said := r.reads(); !strings.Contains(said, notTaken) {
		t.Errorf("before another report the phone says %q", said)
	}
	r.reports()
	if said := r.reads(); strings.Contains(said, notTaken) {
		t.Errorf("after another report the phone says %q", said)
	}
	sitetest.WaitFor(t, func() bool { return r.publishedSite.Game(2, 2).Result.String() == "B+R" })
}

// An older hub drops refusals, and everything else works.
func TestRefusedAtAnOlderHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	r := atSlip(t)
	r.older.Store(true)
	r.disconnect()
	r.reports()
	r.allow(false)
	r.cut.Store(false)
	sitetest.WaitFor(t, func() bool { return !strings.Contains(r.reads(), onItsWay) })
	if said := r.reads(); strings.Contains(said, notTaken) {
		t.Errorf("the phone says %q", said)
	}
	r.allow(true)
	r.reports()
	sitetest.WaitFor(t, func() bool { return r.publishedSite.Game(2, 2).Result.String() == "B+R" })
}

// Of a refusal sent by a hall the hub shows only known message keys, only to the reporter, and only while some part of
// the report is missing in the game.
func TestRefusalsAtTheHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	r := atSlip(t)
	hub, from := r.asks()
	seen := r.hub.State("spring-cup")
	result := publication.Report{Game: r.game.ID, Seen: r.game.Revision, Link: r.link, Result: tournament.Result{Outcome: tournament.BlackWins}}
	record := publication.Report{Game: r.game.ID, Link: r.link, Record: "(;PB[Secret])"}
	yes := publication.Report{Game: r.game.ID, Seen: r.game.Revision, Link: r.link, Confirms: true}
	changed, recorded, agreed, refined := r.game, r.game, r.game, r.game
	for _, g := range []*tournament.Game{&changed, &agreed, &refined} {
		g.Revision++
	}
	recorded.Record = "hash"
	changed.Result.Outcome, agreed.Result.Outcome = tournament.WhiteWins, tournament.BlackWins
	refined.Result = tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
	for name, c := range map[string]struct {
		report   publication.Report
		why      string
		game     tournament.Game
		link     string
		wantText string
	}{
		"known":              {result, "report.results", r.game, r.link, "report.results"},
		"unknown":            {result, "<script>", r.game, r.link, "report.refused"},
		"a message of ours":  {result, "final.frozen", r.game, r.link, "report.refused"},
		"of another pair":    {result, "report.results", r.game, "other", ""},
		"another result":     {result, "report.results", changed, r.link, "report.results"},
		"the same result":    {result, "report.results", agreed, r.link, ""},
		"the way besides":    {result, "report.results", refined, r.link, ""},
		"a yes":              {yes, "report.results", r.game, r.link, "report.results"},
		"a yes to another":   {yes, "report.results", changed, r.link, ""},
		"no reason":          {result, "", r.game, r.link, ""},
		"a record":           {record, "report.done", changed, r.link, "report.done"},
		"there is a record":  {record, "report.done", recorded, r.link, ""},
		"nothing to do with": {result, "report.results", r.publishedSite.Game(2, 3), r.link, ""},
	} {
		r.Check(hub.Report(t.Context(), "spring-cup", c.report))
		asking := publishing.ReportsRequest{Sender: r.extension().Publishing.Sender(), Refused: map[string]string{"gone": "report.closed"}}
		answer, err := hub.Reports(t.Context(), from, asking, 0)
		r.Check(err)
		if len(answer.Reports) != 1 {
			t.Fatalf("%s: %d reports wait", name, len(answer.Reports))
		}
		key := answer.Reports[0].Key
		asking.Taken, asking.Refused[key] = []string{key, "gone"}, c.why
		answer, err = hub.Reports(t.Context(), from, asking, 0)
		r.Check(err)
		if len(answer.Reports) != 0 {
			t.Errorf("%s: it waits still", name)
		}
		said, err := hub.LastReport(t.Context(), seen, &c.game, c.link)
		if err != nil || said.Pending || said.Refused != c.wantText {
			t.Errorf("%s: players read %+v, %v, want %q", name, said, err, c.wantText)
		}
		kept, found, err := store.LastReport(t.Context(), r.hub.Store, r.mirror(from.Origin), r.game.ID)
		if err != nil || found == (c.why == "") || strings.Contains(kept.Body, "Secret") {
			t.Errorf("%s: %v, %+v is kept", name, err, kept)
		}
	}
}

// TestRefusedBeforeAnother refuses a report with a later one pending: players see the state of the last.
func TestRefusedBeforeAnother(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	r := atSlip(t)
	hub, from := r.asks()
	record := publication.Report{Game: r.game.ID, Link: r.link, Record: "(;GM[1])"}
	result := publication.Report{Game: r.game.ID, Seen: r.game.Revision, Link: r.link, Result: tournament.Result{Outcome: tournament.BlackWins}}
	for refused, want := range []string{"", "report.results"} {
		r.Check(hub.Report(t.Context(), "spring-cup", record))
		r.Check(hub.Report(t.Context(), "spring-cup", result))
		asking := publishing.ReportsRequest{Sender: r.extension().Publishing.Sender(), Refused: map[string]string{}}
		answer, err := hub.Reports(t.Context(), from, asking, 0)
		r.Check(err)
		for i, report := range answer.Reports {
			asking.Taken = append(asking.Taken, report.Key)
			if i == refused {
				asking.Refused[report.Key] = "report.results"
			}
		}
		_, err = hub.Reports(t.Context(), from, asking, 0)
		r.Check(err)
		said, err := hub.LastReport(t.Context(), r.hub.State("spring-cup"), &r.game, r.link)
		if err != nil || said.Pending || said.Refused != want || len(answer.Reports) != 2 {
			t.Errorf("of %d reports number %d is refused: players read %+v, %v", len(answer.Reports), refused+1, said, err)
		}
	}
}

// mirror returns the number of a publication at the hub.
func (s *publishedSite) mirror(origin string) int {
	s.T.Helper()
	m, _, err := store.MirrorOf(s.T.Context(), s.hub.Store, origin)
	s.Check(err)
	return m.Number
}
