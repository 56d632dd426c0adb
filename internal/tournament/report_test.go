package tournament

import (
	"fmt"
	"testing"
	"time"

	"tourney/internal/fault"
)

// A report never overrules: for any two successive reports, the first one stays or gets more details, and a
// contradiction opens a dispute.
func TestReport(t *testing.T) {
	for _, tt := range []struct {
		stands, by, reported   string
		result, dispute, wrong string
	}{
		{"?", "", "B+R", "B+R", "?", ""},
		{"?", "", "?", "?", "?", "report.nothing"},
		{"?", "", "Jigo", "?", "?", "result.jigo.komi"},
		{"B+R", ByLink, "B+R", "B+R", "?", ""},
		{"B+R", ByLink, "B+", "B+R", "?", ""},
		{"B+", ByLink, "B+3.5", "B+3.5", "?", ""},
		{"B+", "desk", "B+3.5", "B+", "B+3.5", ""},
		{"B+R", ByLink, "W+R", "B+R", "W+R", ""},
		{"B+R", ByLink, "B+3.5", "B+R", "B+3.5", ""},
		{"B+F", "desk", "B+", "B+F", "B+", ""},
		{"BothLose", "desk", "W+", "BothLose", "W+", ""},
		{"B+R", ByLink, "Jigo", "B+R", "?", "result.jigo.komi"},
		{"B+/unrated", "desk", "B+", "B+/unrated", "?", ""},
		{"B+/unrated", "desk", "W+", "B+/unrated", "W+/unrated", ""},
	} {
		t.Run(fmt.Sprintf("%q by %q, %s reported", tt.stands, tt.by, tt.reported), func(t *testing.T) {
			parse := func(text string) Result {
				r, err := ParseResult(text)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			tn := reportable(t)
			g := tn.Round(1).At(1)
			g.Result, g.EnteredBy = parse(tt.stands), tt.by
			done, err := tn.Enter(Entry{Mode: Reported, Round: 1, Table: 1, Seen: g.Revision, Result: parse(tt.reported), By: ByLink, At: time.Unix(1, 0)})
			if key := ""; err != nil || tt.wrong != "" {
				if f, ok := fault.As(err); ok {
					key = f.Key
				}
				if key != tt.wrong {
					t.Errorf("%s reported on %s: %v, want %q", tt.reported, tt.stands, err, tt.wrong)
				}
			} else if done.Now != *tn.Round(1).At(1) || done.Was.Result != parse(tt.stands) {
				t.Errorf("%s reported on %s returns %+v after %+v", tt.reported, tt.stands, done.Now, done.Was)
			}
			if g := tn.Round(1).At(1); g.Result != parse(tt.result) || g.Dispute.Result != parse(tt.dispute) {
				t.Errorf("%s reported on %s: %s, in dispute %s", tt.reported, tt.stands, g.Result, g.Dispute.Result)
			}
		})
	}
}

// reportable is a tournament whose players may report the results of its first round.
func reportable(t *testing.T) *Tournament {
	tn := sample(t, 4)
	tn.Settings.PlayerResults = true
	publish(t, tn, 1)
	return tn
}

// A player cannot confirm their own report, nor an anonymous report that may be their own. The desk confirms both.
func TestConfirm(t *testing.T) {
	for _, tt := range []struct {
		reported, by string
		want         Effect
	}{
		{ByPlayer(1), ByPlayer(1), Unchanged},
		{ByPlayer(1), ByPlayer(2), Confirmed},
		{ByPlayer(1), ByLink, Unchanged},
		{ByLink, ByLink, Unchanged},
		{ByLink, ByPlayer(1), Unchanged},
		{ByLink, "desk", Confirmed},
		{"desk", ByPlayer(1), Unchanged},
	} {
		for _, mode := range []EntryMode{Reported, Confirming} {
			tn := reportable(t)
			g := tn.Round(1).At(1)
			g.Result, g.EnteredBy = Result{Outcome: BlackWins}, tt.reported
			done, err := tn.Enter(Entry{Mode: mode, Round: 1, Table: 1, Seen: g.Revision, Result: g.Result, By: tt.by})
			if confirmed := g.ConfirmedBy != ""; err != nil || done.Effect != tt.want || confirmed != (tt.want == Confirmed) {
				t.Errorf("%s reported, %s agrees: %v, %v, by %q", tt.reported, tt.by, done.Effect, err, g.ConfirmedBy)
			}
		}
	}
}

// A third result is left to the desk, an outdated form is refused, and without PlayerResults every report is refused.
func TestReportRefused(t *testing.T) {
	refused := func(tn *Tournament, e Entry, key string) {
		t.Helper()
		before := *tn.Round(1).At(1)
		e.Mode = Reported
		if _, err := tn.Enter(e); !fault.Is(err, key) {
			t.Errorf("%v, want %q", err, key)
		}
		if after := *tn.Round(1).At(1); after != before {
			t.Errorf("%s has changed the game to %+v", key, after)
		}
	}
	black := Result{Outcome: BlackWins}
	tn := reportable(t)
	refused(tn, Entry{Round: 1, Table: 99, Result: black}, "game.missing")
	refused(tn, Entry{Round: 7, Table: 1, Result: black}, "round.missing")
	if err := tn.SwapColours(1, 1); err != nil {
		t.Fatal(err)
	}
	refused(tn, Entry{Round: 1, Table: 1, Seen: 0, Result: black}, "report.changed")
	g := tn.Round(1).At(1)
	g.Result, g.Dispute = black, Dispute{Result: Result{Outcome: WhiteWins}, By: "desk"}
	refused(tn, Entry{Round: 1, Table: 1, Seen: g.Revision, Result: Result{Outcome: BlackWins, Manner: ByTime}}, "report.asked")
	tn.Settings.PlayerResults = false
	refused(tn, Entry{Round: 1, Table: 1, Seen: g.Revision, Result: black}, "report.results")
}
