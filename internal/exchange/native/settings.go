package native

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

type settings struct {
	System          tournament.System      `json:"system"`
	Rounds          int                    `json:"rounds"`
	Rules           string                 `json:"rules,omitempty"`
	Custom          rules.System           `json:"custom,omitzero"`
	Size            int                    `json:"size"`
	Tie             tournament.Tie         `json:"tie,omitempty"`
	Clock           clock                  `json:"clock"`
	Floor           rank.Rank              `json:"floor"`
	Bar             rank.Rank              `json:"bar"`
	Handicap        policy                 `json:"handicap"`
	Scoring         tournament.Scoring     `json:"scoring"`
	Criteria        []tournament.Criterion `json:"criteria"`
	Categories      []rank.Rank            `json:"categories,omitempty"`
	Pairing         tournament.Pairing     `json:"pairing"`
	PairingCriteria []tournament.Criterion `json:"pairingCriteria,omitempty"`
	Steering        tournament.Steering    `json:"steering,omitzero"`
	Format          tournament.Format      `json:"format,omitzero"`
	Stages          []tournament.Stage     `json:"stages,omitempty"`
	Teams           tournament.TeamPlay    `json:"teams,omitzero"`
	Rating          tournament.RatingRules `json:"rating,omitzero"`
	Prizes          tournament.Prizes      `json:"prizes,omitzero"`
	Foreign         map[string]string      `json:"foreign,omitempty"`
	DeskRecords     bool                   `json:"deskRecords,omitempty"`
	PlayerResults   bool                   `json:"playerResults,omitempty"`
	Internet        bool                   `json:"internet,omitempty"`
}

type clock struct {
	Main     span                `json:"main,omitempty"`
	Overtime tournament.Overtime `json:"overtime,omitempty"`
	Period   span                `json:"period,omitempty"`
	Periods  int                 `json:"periods,omitempty"`
	Stones   int                 `json:"stones,omitempty"`
}

type policy struct {
	Basis        handicap.Basis `json:"basis"`
	Correction   int            `json:"correction,omitempty"`
	Ceiling      int            `json:"ceiling,omitempty"`
	Threshold    rank.Rank      `json:"threshold,omitempty"`
	EvenKomi     points         `json:"evenKomi"`
	HandicapKomi points         `json:"handicapKomi"`
	Table        handicap.Table `json:"table,omitempty"`
	Steps        []step         `json:"steps,omitempty"`
}

type step struct {
	Handicap int    `json:"handicap"`
	Komi     points `json:"komi"`
}

func settingsOf(s tournament.Settings) settings {
	n := settings{
		System: s.System, Rounds: s.Rounds, Rules: s.Rules, Custom: s.Custom, Size: s.Size, Tie: s.Tie,
		Clock: clock{
			Main: span(s.Clock.Main), Overtime: s.Clock.Overtime, Period: span(s.Clock.Period),
			Periods: s.Clock.Periods, Stones: s.Clock.Stones,
		},
		Floor: s.Floor, Bar: s.Bar,
		Handicap: policy{
			Basis: s.Handicap.Basis, Correction: s.Handicap.Correction, Ceiling: s.Handicap.Ceiling,
			Threshold: s.Handicap.Threshold, EvenKomi: points(s.Handicap.EvenKomi),
			HandicapKomi: points(s.Handicap.HandicapKomi), Table: s.Handicap.Table,
		},
		Scoring: s.Scoring, Criteria: s.Criteria, Categories: s.Categories,
		Pairing: s.Pairing, Foreign: s.Foreign, DeskRecords: s.DeskRecords, PlayerResults: s.PlayerResults, Internet: s.Internet,
		PairingCriteria: s.PairingCriteria, Steering: s.Steering, Format: s.Format, Stages: s.Stages, Teams: s.Teams,
		Rating: s.Rating, Prizes: s.Prizes,
	}
	for _, terms := range s.Handicap.Steps {
		n.Handicap.Steps = append(n.Handicap.Steps, step{terms.Number, points(terms.Komi)})
	}
	return n
}

func (n settings) settings() tournament.Settings {
	s := tournament.Settings{
		System: n.System, Rounds: n.Rounds, Rules: cmp.Or(n.Rules, "japanese"), Custom: n.Custom, Size: n.Size, Tie: cmp.Or(n.Tie, tournament.TieIsJigo),
		Clock: tournament.Clock{
			Main: time.Duration(n.Clock.Main), Overtime: n.Clock.Overtime, Period: time.Duration(n.Clock.Period),
			Periods: n.Clock.Periods, Stones: n.Clock.Stones,
		},
		Floor: n.Floor, Bar: n.Bar,
		Handicap: handicap.Policy{
			Basis: n.Handicap.Basis, Correction: n.Handicap.Correction, Ceiling: n.Handicap.Ceiling,
			Threshold: n.Handicap.Threshold, EvenKomi: handicap.Komi(n.Handicap.EvenKomi),
			HandicapKomi: handicap.Komi(n.Handicap.HandicapKomi), Table: n.Handicap.Table,
		},
		Scoring: n.Scoring, Criteria: n.Criteria, Categories: n.Categories,
		Pairing: n.Pairing, Foreign: n.Foreign, DeskRecords: n.DeskRecords, PlayerResults: n.PlayerResults, Internet: n.Internet,
		PairingCriteria: n.PairingCriteria, Steering: n.Steering, Format: n.Format, Stages: n.Stages, Teams: n.Teams,
		Rating: n.Rating, Prizes: n.Prizes,
	}
	for _, step := range n.Handicap.Steps {
		s.Handicap.Steps = append(s.Handicap.Steps, handicap.Terms{Number: step.Handicap, Komi: handicap.Komi(step.Komi)})
	}
	takeInternet(&s)
	return s
}

// takeInternet takes what older versions kept of a file of OpenGotha for the
// setting that it is.
func takeInternet(s *tournament.Settings) {
	const key = "opengotha/GeneralParameterSet.bInternet"
	online, err := strconv.ParseBool(strings.ToLower(s.Foreign[key]))
	if err != nil {
		return
	}
	s.Internet = online
	if delete(s.Foreign, key); len(s.Foreign) == 0 {
		s.Foreign = nil
	}
}
