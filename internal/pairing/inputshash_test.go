package pairing

import (
	"fmt"
	"reflect"
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/testkit/eachfield"
	"tourney/internal/tournament"
)

// TestInputsKeepTheirHash holds the hashes of two draws as they were published: of plain settings, and with all inputs
// of a hash. A published hash proves the inputs of its draw, so a change here invalidates the proof of every earlier
// draw.
func TestInputsKeepTheirHash(t *testing.T) {
	plain := event(t, settings(t, "egf"), ranks(6)...)
	rich := plain.Clone()
	s := &rich.Settings
	s.Handicap = handicap.Policy{
		Basis: handicap.ByMMS, Correction: -1, Ceiling: 9, Threshold: rank.Dan1, EvenKomi: 13, HandicapKomi: -1,
		Table: "hunt-13", Steps: []handicap.Terms{{Komi: 15}, {Number: 2, Komi: -9}},
	}
	s.Scoring = tournament.Scoring{
		WinsAbsent: 1, WinsBye: 2, MMSAbsent: 1, MMSBye: 2, RoundDown: true, UnplayedHalf: true, PlainSOS: true, EvenDC: true,
	}
	s.PairingCriteria, s.Categories = []tournament.Criterion{tournament.STS}, []rank.Rank{rank.Dan1, rank.Kyu(5)}
	s.Pairing = tournament.Pairing{
		Duplicate: 11, Random: 1, Deterministic: true, Colour: 2, Category: 3, Score: 4, Curvature: 0.5,
		MovedUpDown: 5, Compensate: true, UpperFrom: tournament.Top, LowerFrom: tournament.Bottom, PlayedOnly: true, HalfGroups: true,
		Seeding: 6, First: tournament.SplitFold, Second: tournament.SplitSlip, FirstByRating: true, SecondByRating: true, SwitchAfter: 2,
		Secondary: 7, ExemptFrom: rank.Dan(5), ExemptHalfWins: true, ExemptBar: true, MinimumHandicap: 8,
		Geography: 9, CountryGap: 1, ClubGap: 3, ClubGroups: []tournament.ClubGroup{{Name: "Savo", Clubs: []string{"Kuopio"}}, {}},
	}
	s.Constraints = tournament.Constraints{
		Wishes: []tournament.Wish{{A: 1, B: 2, Kind: tournament.Together, Until: 3}}, StandIns: []tournament.PlayerID{6},
		Family: tournament.FamilyAvoided, LocalClub: 40,
	}
	s.Stages = []tournament.Stage{{
		From: 2, System: tournament.Knockout, Qualify: 4, Others: tournament.PlayOn,
		Format: tournament.Format{ThirdPlace: true, Seeds: []tournament.PlayerID{4, 2, 1, 3}},
	}}
	p := &rich.Players[0]
	p.Given, p.Country, p.Club, p.EGD, p.Rating, p.StartCorrection = "Aino", "FI", "Oulu", "12345678", rank.Points(2105), 1
	rich.Players[1].Absent, rich.Players[1].HalfByes, rich.Players[2].Expected = 1<<2, 1<<2, 1<<2
	jigo := met(3, 4)
	jigo.Handicap, jigo.Advancing, jigo.Result = 2, 4, tournament.Result{Outcome: tournament.Jigo}
	rich.Rounds = []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{met(1, 2), jigo}, Byes: []tournament.PlayerID{6, 5}}}
	for _, tt := range []struct {
		name  string
		tn    *tournament.Tournament
		round int
		want  string
	}{
		{"plain", plain, 1, "7e40bbe1b5a55d430100e6020c347181fc73a827d863d6692e31f14a4baaa808"},
		{"rich", rich, 2, "284e1b94cc416ea5d8553cfbde76f4d7919ba1c2c09b6a6b46a0923d7182b6f2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := InputsHash(tt.tn, tt.round); got != tt.want {
				t.Errorf("%s: the hash has become %s, it was %s", tt.name, got, tt.want)
			}
		})
	}
}

// For the draw a game in dispute has no result, and its decision is a change since then.
func TestDisputedGamesAreNoInput(t *testing.T) {
	unknown := event(t, settings(t, "egf"), ranks(4)...)
	open := met(3, 4)
	open.Result = tournament.Result{}
	unknown.Rounds = []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{met(1, 2), open}}}
	disputed := unknown.Clone()
	g := &disputed.Rounds[0].Games[1]
	g.Result, g.Dispute.Result = tournament.Result{Outcome: tournament.BlackWins}, tournament.Result{Outcome: tournament.WhiteWins}
	decided := disputed.Clone()
	decided.Rounds[0].Games[1].Dispute = tournament.Dispute{}
	if InputsHash(disputed, 2) != InputsHash(unknown, 2) || InputsHash(decided, 2) == InputsHash(unknown, 2) {
		t.Error("the hash of the draw counts the first result of a dispute")
	}
	if got := roundChanges(decided, &disputed.Rounds[0], &decided.Rounds[0]); len(got) != 1 || got[0].Key != "explain.since.entered" {
		t.Errorf("since the decision: %+v", got)
	}
}

// TestInputsHoldEveryField fails for a field of the model that a draw is made
// from and its hash leaves out.
func TestInputsHoldEveryField(t *testing.T) {
	var policy handicap.Policy
	var weights tournament.Pairing
	eachfield.Change(&policy, func(string) {})
	eachfield.Change(&weights, func(string) {})
	for _, tt := range []struct{ of, hashed any }{
		{policy, drawnPolicyOf(policy)},
		{weights, drawnPairingOf(weights)},
	} {
		t.Run(fmt.Sprintf("%T", tt.of), func(t *testing.T) {
			hashed := reflect.ValueOf(tt.hashed)
			for f := range reflect.TypeOf(tt.of).Fields() {
				if v := hashed.FieldByName(f.Name); !v.IsValid() || v.IsZero() {
					t.Errorf("%T.%s is not in the hash: add it; if it was renamed, rename it here and keep its tag", tt.of, f.Name)
				}
			}
		})
	}
}

// TestChangesNameEverySetting changes one setting after the other: the inputs of a draw differ exactly where the list
// of changes since then names it.
func TestChangesNameEverySetting(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(6)...)
	before, read := settingsFor(tn, 1), 0
	eachfield.Change(&tn.Settings, func(name string) {
		after := settingsFor(tn, 1)
		differ, named := !reflect.DeepEqual(before, after), len(settingsChanges(&before, &after, 1)) > 0
		if differ != named && name != "Format.Alternating" { // the first draw of a stage stores it
			t.Errorf("%s: what a draw is made from differs %v, the list of changes names it %v", name, differ, named)
		}
		if differ {
			read++
		}
		before = after
	})
	if read < 40 {
		t.Errorf("draws read only %d settings", read)
	}
}
