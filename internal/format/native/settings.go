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
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
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
	Constraints     tournament.Constraints `json:"steering,omitzero"`
	Format          tournament.Format      `json:"format,omitzero"`
	Stages          []tournament.Stage     `json:"stages,omitempty"`
	Teams           tournament.TeamPlay    `json:"teams,omitzero"`
	Rating          tournament.RatingRules `json:"rating,omitzero"`
	Prizes          tournament.Prizes      `json:"prizes,omitzero"`
	Foreign         map[string]string      `json:"foreign,omitempty"`
	DeskRecords     bool                   `json:"deskRecords,omitempty"`
	PlayerResults   bool                   `json:"playerResults,omitempty"`
	KomiChoice      handicap.Choice        `json:"komiChoice,omitempty"`
	PlayersSettle   bool                   `json:"playersSettle,omitempty"`
	Live            tournament.LiveBoards  `json:"live,omitzero"`
	ShowOdds        bool                   `json:"showOdds,omitempty"`
	Internet        bool                   `json:"internet,omitempty"`
	Fees            fees.Rules             `json:"fees,omitzero"`
	SignUp          tournament.SignUp      `json:"signUp,omitzero"`
	Consent         consent.Rules          `json:"consent,omitzero"`
	Schedule        []time.Time            `json:"schedule,omitempty"`
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

func settingsOf(s tournament.Settings) (n settings) {
	copyFields(&n, s)
	for _, terms := range s.Handicap.Steps {
		n.Handicap.Steps = append(n.Handicap.Steps, step{terms.Number, points(terms.Komi)})
	}
	return n
}

func (n settings) settings() (s tournament.Settings) {
	copyFields(&s, n)
	s.Rules, s.Tie = cmp.Or(n.Rules, "japanese"), cmp.Or(n.Tie, tournament.TieIsJigo)
	for _, step := range n.Handicap.Steps {
		s.Handicap.Steps = append(s.Handicap.Steps, handicap.Terms{Number: step.Handicap, Komi: handicap.Komi(step.Komi)})
	}
	takeInternet(&s)
	return s
}

// takeInternet converts the attribute of OpenGotha that older versions kept to the setting that it is.
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
