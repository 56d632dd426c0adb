package pairing

import (
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// hashedInputs holds all inputs of a draw as they are hashed for Drawn.Inputs. Its names, the order of its fields and the
// forms of its values are part of every published hash, so they do not follow the model. A later field is left out
// while it is zero. Only Steering, Stage and Beside are hashed as the model writes them.
type hashedInputs struct {
	Round           int                    `json:"Round"`
	System          tournament.System      `json:"System"`
	Rounds          int                    `json:"Rounds"`
	Floor           rank.Rank              `json:"Floor"`
	Bar             rank.Rank              `json:"Bar"`
	Handicap        drawnPolicy            `json:"Handicap"`
	Scoring         drawnScoring           `json:"Scoring"`
	Criteria        []tournament.Criterion `json:"Criteria"`
	Categories      []rank.Rank            `json:"Categories"`
	Pairing         drawnPairing           `json:"Pairing"`
	Players         []drawnPlayer          `json:"Players"`
	Games           []drawnGame            `json:"Games"`
	Byes            [][]int                `json:"Byes"`
	PairingCriteria []tournament.Criterion `json:"PairingCriteria,omitempty"`
	Steering        tournament.Constraints `json:"Steering,omitzero"`
	Stage           tournament.Stage       `json:"Stage,omitzero"`
	Beside          tournament.Stage       `json:"Beside,omitzero"`
}

type drawnPlayer struct {
	Family     string            `json:"Family"`
	Given      string            `json:"Given"`
	Country    string            `json:"Country"`
	Club       string            `json:"Club"`
	EGD        string            `json:"EGD"`
	Rank       rank.Rank         `json:"Rank"`
	Rating     string            `json:"Rating"`
	Correction int               `json:"Correction"`
	Absent     uint64            `json:"Absent"`
	HalfByes   uint64            `json:"HalfByes"`
	Status     tournament.Status `json:"Status"`
	Plays      bool              `json:"Plays"`
	Expected   bool              `json:"Expected,omitempty"`
}

type drawnGame struct {
	Round    int               `json:"Round"`
	Black    int               `json:"Black"`
	White    int               `json:"White"`
	Handicap int               `json:"Handicap"`
	Result   tournament.Result `json:"Result"`
	GoesOn   int               `json:"GoesOn,omitempty"`
}

type drawnPolicy struct {
	Basis        handicap.Basis `json:"Basis"`
	Correction   int            `json:"Correction"`
	Ceiling      int            `json:"Ceiling"`
	Threshold    rank.Rank      `json:"Threshold"`
	EvenKomi     string         `json:"EvenKomi"`
	HandicapKomi string         `json:"HandicapKomi"`
	Table        handicap.Table `json:"Table"`
	Steps        []drawnTerms   `json:"Steps"`
}

type drawnTerms struct {
	Number int    `json:"Number"`
	Komi   string `json:"Komi"`
}

type drawnScoring struct {
	WinsAbsent   tournament.Score `json:"WinsAbsent"`
	WinsBye      tournament.Score `json:"WinsBye"`
	MMSAbsent    tournament.Score `json:"MMSAbsent"`
	MMSBye       tournament.Score `json:"MMSBye"`
	RoundDown    bool             `json:"RoundDown"`
	UnplayedHalf bool             `json:"UnplayedHalf"`
	PlainSOS     bool             `json:"PlainSOS"`
	EvenDC       bool             `json:"EvenDC"`
}

type drawnPairing struct {
	pairingFields
	ClubGroups []drawnClubGroup `json:"ClubGroups"`
}

// pairingFields are the fields of a tournament.Pairing.
type pairingFields struct {
	Duplicate       int64                  `json:"Duplicate"`
	Random          int64                  `json:"Random"`
	Deterministic   bool                   `json:"Deterministic"`
	Colour          int64                  `json:"Colour"`
	Category        int64                  `json:"Category"`
	Score           int64                  `json:"Score"`
	Curvature       float64                `json:"Curvature"`
	MovedUpDown     int64                  `json:"DrawUpDown"`
	Compensate      bool                   `json:"Compensate"`
	UpperFrom       tournament.Position    `json:"UpperFrom"`
	LowerFrom       tournament.Position    `json:"LowerFrom"`
	PlayedOnly      bool                   `json:"PlayedOnly,omitempty"`
	HalfGroups      bool                   `json:"HalfGroups"`
	Seeding         int64                  `json:"Seeding"`
	First           tournament.Seeding     `json:"First"`
	Second          tournament.Seeding     `json:"Second"`
	FirstByRating   bool                   `json:"FirstByRating"`
	SecondByRating  bool                   `json:"SecondByRating"`
	SwitchAfter     int                    `json:"SwitchAfter"`
	Secondary       int64                  `json:"Secondary"`
	ExemptFrom      rank.Rank              `json:"ExemptFrom"`
	ExemptHalfWins  bool                   `json:"ExemptHalfWins"`
	ExemptBar       bool                   `json:"ExemptBar"`
	MinimumHandicap int64                  `json:"MinimumHandicap"`
	Geography       int64                  `json:"Geography"`
	CountryGap      int                    `json:"CountryGap"`
	ClubGap         int                    `json:"ClubGap"`
	ClubGroups      []tournament.ClubGroup `json:"-"`
	Method          int                    `json:"-"`
}

type drawnClubGroup struct {
	Name  string   `json:"Name"`
	Clubs []string `json:"Clubs"`
}

func drawnPolicyOf(p handicap.Policy) drawnPolicy {
	return drawnPolicy{
		p.Basis, p.Correction, p.Ceiling, p.Threshold, p.EvenKomi.String(), p.HandicapKomi.String(), p.Table,
		each(p.Steps, func(t handicap.Terms) drawnTerms { return drawnTerms{t.Number, t.Komi.String()} }),
	}
}

func drawnPairingOf(p tournament.Pairing) drawnPairing {
	groups := each(p.ClubGroups, func(g tournament.ClubGroup) drawnClubGroup { return drawnClubGroup(g) })
	return drawnPairing{pairingFields(p), groups}
}

// each converts the elements of a list; nil stays nil, since JSON distinguishes it from an empty list.
func each[A, B any](list []A, f func(A) B) []B {
	if list == nil {
		return nil
	}
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}
