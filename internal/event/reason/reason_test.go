package reason

import (
	"fmt"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

var blackWins = tournament.Result{Outcome: tournament.BlackWins}

// sample returns five players: a complete round, a published one whose second table is
// open, and a draft. Player 5 has the bye.
func sample(t *testing.T) *tournament.Tournament {
	t.Helper()
	s, err := tournament.PresetNamed("egf")
	check(t, err)
	s.Rounds = 4
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
	check(t, err)
	for i, name := range []string{"A", "B", "C", "D", "E"} {
		p := tournament.Player{Family: name, Rank: rank.Dan(5 - i), Status: tournament.CheckedIn}
		_, err := tn.AddPlayer(p, tournament.RefuseNamesakes)
		check(t, err)
	}
	game := func(black, white tournament.PlayerID) tournament.Game {
		return tournament.Game{Black: black, White: white, Komi: 13}
	}
	for n, games := range [][]tournament.Game{{game(1, 2), game(3, 4)}, {game(1, 3), game(2, 4)}, {game(1, 4), game(2, 3)}} {
		check(t, tn.SetDraft(n+1, games, []tournament.PlayerID{5}, tournament.Drawn{}))
		if n < 2 {
			check(t, tn.Publish(n+1))
			enter(t, tn, n+1, 1, blackWins)
		}
	}
	enter(t, tn, 1, 2, tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByResignation})
	return tn
}

func enter(t *testing.T, tn *tournament.Tournament, round, table int, r tournament.Result) {
	t.Helper()
	_, _, err := tn.Record(tournament.Entry{Round: round, Table: table, Seen: tn.Round(round).At(table).Revision, Result: r, By: "Anna", At: time.Unix(1, 0)})
	check(t, err)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNeeded(t *testing.T) {
	byTime := tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByTime}
	for name, c := range map[string]struct {
		change func(tn *tournament.Tournament) error
		want   string // "" without a reason, else its subject
	}{
		"nothing":                      {func(*tournament.Tournament) error { return nil }, ""},
		"a result of an earlier round": {func(tn *tournament.Tournament) error { enter(t, tn, 1, 2, byTime); return nil }, "reason.result 1"},
		"it is cleared":                {func(tn *tournament.Tournament) error { enter(t, tn, 1, 1, tournament.Result{}); return nil }, "reason.result 1"},
		"it has more details": {func(tn *tournament.Tournament) error {
			enter(t, tn, 1, 1, tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByTime})
			return nil
		}, ""},
		"one of the current round": {func(tn *tournament.Tournament) error {
			enter(t, tn, 2, 1, tournament.Result{Outcome: tournament.WhiteWins})
			return nil
		}, ""},
		"a missing one": {func(tn *tournament.Tournament) error { enter(t, tn, 2, 2, blackWins); return nil }, ""},
		"one in dispute": {func(tn *tournament.Tournament) error {
			tn.Rounds[0].Games[0].Result, tn.Rounds[0].Games[0].Dispute = byTime, tournament.Dispute{}
			return nil
		}, "dispute"},
		"colours of a published round": {func(tn *tournament.Tournament) error { return tn.SwapColours(2, 2) }, "reason.pairing 2"},
		"komi of a published round":    {func(tn *tournament.Tournament) error { return tn.SetTerms(2, 2, 0, 1) }, "reason.pairing 2"},
		"the table":                    {func(tn *tournament.Tournament) error { return tn.Move(2, 2, 9) }, "reason.pairing 2"},
		"other opponents":              {func(tn *tournament.Tournament) error { return tn.Repair(2, tn.Rounds[1].Games[:1], tn.Rounds[1].Byes) }, "reason.pairing 2"},
		"the bye":                      {func(tn *tournament.Tournament) error { return tn.Repair(2, tn.Rounds[1].Games, nil) }, "reason.pairing 2"},
		"the start":                    {func(tn *tournament.Tournament) error { return tn.SetStart(2, time.Unix(1, 0)) }, ""},
		"a draft":                      {func(tn *tournament.Tournament) error { return tn.SwapColours(3, 1) }, ""},
		"a draft is dropped":           {func(tn *tournament.Tournament) error { return tn.DropDraft(3) }, ""},
		"a draft is published":         {func(tn *tournament.Tournament) error { return tn.Publish(3) }, ""},
		"a rank": {func(tn *tournament.Tournament) error {
			p := *tn.Player(2)
			p.Rank = rank.Kyu(3)
			return tn.EditPlayer(p, tournament.RefuseNamesakes)
		}, "reason.standings 2"},
		"a club": {func(tn *tournament.Tournament) error {
			p := *tn.Player(2)
			p.Club = "Oulu"
			return tn.EditPlayer(p, tournament.RefuseNamesakes)
		}, ""},
		"who withdraws": {func(tn *tournament.Tournament) error {
			check(t, tn.DropDraft(3))
			return tn.SetStatus(2, tournament.Withdrawn)
		}, ""},
		"an absence from a round to come": {func(tn *tournament.Tournament) error { return tn.SetAttendance(2, 4, tournament.Absent) }, ""},
		"who comes late": {func(tn *tournament.Tournament) error {
			_, err := tn.AddPlayer(tournament.Player{Family: "F", Rank: rank.Kyu(1), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
			return err
		}, ""},
		"another tie-break": {func(tn *tournament.Tournament) error {
			tn.Settings.Criteria = []tournament.Criterion{tournament.NBW}
			return nil
		}, "reason.standings 2"},
		"a name":              {func(tn *tournament.Tournament) error { tn.Info.Name = "Great Cup"; return nil }, ""},
		"the points of a bye": {func(tn *tournament.Tournament) error { tn.Settings.Scoring.MMSBye = 1; return nil }, "reason.standings 2"},
	} {
		t.Run(name, func(t *testing.T) {
			was := sample(t)
			if c.want == "dispute" {
				was.Rounds[0].Games[0].Dispute, c.want = tournament.Dispute{Result: byTime, By: "Bert"}, ""
			}
			now := was.Clone()
			check(t, c.change(now))
			if got := touched(Needed(was, now)); got != c.want {
				t.Errorf("touches %q, want %q", got, c.want)
			}
		})
	}
}

// touched returns the subject that a fault of Needed names.
func touched(err error) string {
	f, ok := fault.As(err)
	if !ok {
		return ""
	}
	key, args := f.Args[0].(subject).Message()
	return fmt.Sprint(key, " ", args[0])
}

// Before a round is published nothing needs a reason, and choices of players at the board never do.
func TestWhatNeedsNone(t *testing.T) {
	was := sample(t)
	for i := range was.Rounds {
		was.Rounds[i].Published = false
	}
	now := was.Clone()
	now.Settings.Criteria = nil
	now.Rounds = now.Rounds[:1]
	check(t, Needed(was, now))

	was = sample(t)
	was.Settings.KomiChoice = handicap.Auction
	now = was.Clone()
	g := &now.Rounds[1].Games[1]
	g.Black, g.White, g.Komi, g.Choosing.Done = g.White, g.Black, 7, true
	check(t, Needed(was, now))

	was = sample(t)
	was.Settings.Criteria = []tournament.Criterion{tournament.DC, tournament.ByRating} // a late player is everybody's equal
	_, err := was.AddPlayer(tournament.Player{Family: "F", Rank: rank.Kyu(9)}, tournament.RefuseNamesakes)
	check(t, err)
	now = was.Clone()
	now.Players[5].Status = tournament.CheckedIn
	check(t, Needed(was, now))
}
