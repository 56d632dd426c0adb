package assemble

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// WarnRated warns, by round and table, of the unrated games that become rated
// ones in a file that cannot mark them.
func WarnRated(findings *file.Findings, t *tournament.Tournament) {
	var games []string
	for n := 1; n <= t.Current(); n++ {
		for _, g := range t.Round(n).Games {
			said := g.Decided()
			said.Unrated = false
			if g.Decided().Unrated && said.Rated() {
				games = append(games, fmt.Sprintf("%d.%d", n, g.Table))
			}
		}
	}
	if len(games) > 0 {
		findings.Warn(file.Position{}, "export.lost.rating", fault.Clip(strings.Join(games, ", ")))
	}
}

// LostSettings returns the settings in use that no file of another program can hold.
func LostSettings(t *tournament.Tournament) []tournament.Field {
	s := &t.Settings
	constraints := &s.Constraints
	started, disputed := false, false
	ranked := slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return p.LastRank.Valid() })
	for i := range t.Rounds {
		r := &t.Rounds[i]
		started = started || !r.Start.IsZero()
		disputed = disputed || slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Dispute.Open() })
	}
	return Lost([]Loss{
		{"country", t.Info.Country != ""},
		{"zone", t.Info.Zone != ""},
		{"hidden", t.Info.Hidden},
		{"archived", t.Info.Archived},
		{"rules", s.Rules != "" && s.Rules != usualRules},
		{"desk-records", s.DeskRecords},
		{"player-results", s.PlayerResults},
		{"komi-choice", s.KomiChoice != ""},
		{"players-settle", s.PlayersSettle},
		{"live", s.Live.On},
		{"show-odds", s.ShowOdds},
		{"pairing-criteria", len(s.PairingCriteria) > 0},
		{"fees", len(s.Fees.Classes) > 0},
		{"sign-up", s.SignUp != tournament.SignUp{}},
		{"schedule", len(s.Schedule) > 0},
		{"day-notes", !reflect.ValueOf(t.Day).IsZero()},
		{"prizes", len(s.Prizes.List) > 0 || len(s.Prizes.Criteria) > 0},
		{"formula", s.Rating.Formula != ""},
		{"class", s.Rating.Class != ""},
		{"code", s.Rating.Code != ""},
		{"freeze", !s.Rating.Freeze.IsZero()},
		{"last-rank", ranked},
		{"stages", len(s.Stages) > 0},
		{"open", s.Open != tournament.OpenPlay{}},
		{"withdrawals", s.System == tournament.RoundRobin && s.Format.Withdrawals != tournament.WithdrawalsStand},
		{"wishes", len(constraints.Wishes) > 0 || constraints.Family != tournament.FamilyFree || constraints.LocalClub > 0},
		{"tables", len(constraints.Seats) > 0 || len(constraints.Blocked) > 0 || constraints.Room > 0},
		{"ghosts", len(constraints.StandIns) > 0},
		{"starts", started},
		{"disputes", disputed},
	})
}

// A Loss is a field, and whether a file loses its value.
type Loss = struct {
	Field tournament.Field
	Lost  bool
}

// Lost returns the fields that are lost.
func Lost(losses []Loss) []tournament.Field {
	var fields []tournament.Field
	for _, l := range losses {
		if l.Lost {
			fields = append(fields, l.Field)
		}
	}
	return fields
}
