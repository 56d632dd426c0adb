package pairing

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/pairing/bracket"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// InputsHash returns the Drawn.Inputs of a draw of round n: a hash of players, history and settings as far as the draw
// depends on them. Players are named by their place in the order of byName, so that neither the order of registration
// nor IDs count.
func InputsHash(t *tournament.Tournament, n int) string { return newHashedInputs(t, n).hash() }

// hashWithoutWishes is InputsHash without the director's wishes.
func hashWithoutWishes(t *tournament.Tournament, n int) string {
	all := newHashedInputs(t, n)
	all.Steering.Wishes = nil
	return all.hash()
}

// newHashedInputs returns everything that a draw of round n is made from.
func newHashedInputs(t *tournament.Tournament, n int) *hashedInputs {
	all := new(hashedInputs)
	settings := results.Settings(t, n)
	s := &settings
	all.Round, all.System, all.Rounds = n, s.System, s.Rounds
	all.Floor, all.Bar, all.Scoring = s.Floor, s.Bar, drawnScoring(s.Scoring)
	all.Handicap, all.Pairing = drawnPolicyOf(s.Handicap), drawnPairingOf(s.Pairing)
	all.Criteria, all.Categories = s.Criteria, s.Categories

	everybody := make([]*tournament.Player, len(t.Players))
	for i := range t.Players {
		everybody[i] = &t.Players[i]
	}
	slices.SortFunc(everybody, byName)
	number := map[tournament.PlayerID]int{}
	for i, p := range everybody {
		number[p.ID] = i
		all.Players = append(all.Players, drawnPlayer{
			p.Family, p.Given, p.Country, p.Club, p.EGD, p.Rank, p.Rating.String(), p.StartCorrection,
			uint64(p.Absent & (1<<n - 1)), uint64(p.HalfByes & (1<<n - 1)), p.Status, p.Plays(n), p.Expected.Has(n),
		})
	}
	all.PairingCriteria = s.PairingCriteria
	all.Steering = renumberedConstraints(s.Constraints, number)
	all.addStage(t, n, number)
	all.addHistory(t, n, number)
	return all
}

func (all *hashedInputs) hash() string {
	text, err := json.Marshal(all)
	if err != nil {
		panic("pairing: " + err.Error()) // numbers, texts and lists of them can always be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// addStage adds the stage of round n, where it differs from the settings, and the stage played beside it.
func (all *hashedInputs) addStage(t *tournament.Tournament, n int, number map[tournament.PlayerID]int) {
	if stage := t.Settings.Stage(n); stage.From > 1 || stage.System.Planned() || stage.Format.Accelerated > 0 {
		all.Stage = stage
		all.Stage.Format.Seeds, all.Stage.Format.ByHand, all.Stage.Format.Alternating = nil, false, bracket.Alternates(t, stage)
		if stage.Seeded() {
			for _, id := range seedsOf(t, stage) {
				all.Stage.Format.Seeds = append(all.Stage.Format.Seeds, tournament.PlayerID(number[id]))
			}
		}
	}
	if beside, ok := t.Settings.SideStage(n); ok {
		beside.Format.Seeds, beside.Format.ByHand = nil, false
		all.Beside = beside
	}
}

func (all *hashedInputs) addHistory(t *tournament.Tournament, n int, number map[tournament.PlayerID]int) {
	for q := range min(n-1, len(t.Rounds)) {
		r := &t.Rounds[q]
		for _, g := range r.Games {
			drawn := drawnGame{r.Number, number[g.Black], number[g.White], g.Handicap, g.Decided(), 0}
			if g.Has(g.Advancing) {
				drawn.GoesOn = 1 + number[g.Advancing]
			}
			all.Games = append(all.Games, drawn)
		}
		byes := make([]int, len(r.Byes))
		for i, id := range r.Byes {
			byes[i] = number[id]
		}
		slices.Sort(byes)
		all.Byes = append(all.Byes, byes)
	}
	slices.SortFunc(all.Games, func(a, b drawnGame) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Black, b.Black))
	})
}

// renumberedConstraints returns the constraints with the numbers of players in
// place of their IDs, in that order. Tables are left out: they decide no pairing.
func renumberedConstraints(s tournament.Constraints, number map[tournament.PlayerID]int) tournament.Constraints {
	renamed := func(id tournament.PlayerID) (tournament.PlayerID, bool) {
		k, known := number[id]
		return tournament.PlayerID(k), known
	}
	out := tournament.Constraints{Family: s.Family, LocalClub: s.LocalClub}
	for _, w := range s.Wishes {
		a, knownA := renamed(w.A)
		b, knownB := renamed(w.B)
		if knownA && knownB {
			out.Wishes = append(out.Wishes, tournament.Wish{A: min(a, b), B: max(a, b), Kind: w.Kind, Until: w.Until})
		}
	}
	slices.SortFunc(out.Wishes, func(a, b tournament.Wish) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Until, b.Until))
	})
	for _, id := range s.StandIns {
		if g, known := renamed(id); known {
			out.StandIns = append(out.StandIns, g)
		}
	}
	return out
}

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
