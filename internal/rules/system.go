package rules

import "slices"

// A System is a set of rules: one value for each parameter in which rules of play differ. The zero System is not a
// system; Systems and ByName return the named ones.
type System struct {
	Name         string       `json:"name,omitzero"`
	Repetition   Repetition   `json:"repetition"`
	Suicide      Suicide      `json:"suicide"`
	End          End          `json:"end"`
	PassStone    PassStone    `json:"pass-stone"`
	Scoring      Scoring      `json:"scoring"`
	SekiEyes     SekiEyes     `json:"seki-eyes"`
	LifeAndDeath LifeAndDeath `json:"life-and-death"`
	KomiEven     HalfPoints   `json:"komi-even,omitzero"`
	KomiHandicap HalfPoints   `json:"komi-handicap,omitzero"` // Black plays first without komi, or has handicap stones
	Compensation Compensation `json:"handicap-compensation"`
	Placement    Placement    `json:"handicap-placement"`
	Tie          Tie          `json:"tie,omitzero"`
	IllegalMove  IllegalMove  `json:"illegal-move"`
}

// Repetition is which earlier positions a move may not recreate.
type Repetition string

// A pass is never a repetition under any of them.
const (
	SimpleKo           Repetition = "simple-ko"           // the single stone just captured in a ko may not be retaken on the next move
	SimpleKoNoResult   Repetition = "simple-ko-no-result" // the same, and the players may agree on no result when a position comes back
	PositionalSuperko  Repetition = "positional-superko"  // no earlier position of the game
	SituationalSuperko Repetition = "situational-superko" // no earlier position with the same player to move
)

// Suicide is whether a move may take its own stones off. No system allows it
// for a single stone: that would change nothing.
type Suicide string

// A stone that captures is never suicide.
const (
	SuicideForbidden  Suicide = "forbidden"
	SuicideMultiStone Suicide = "multi-stone-allowed"
)

// End is the condition that ends a game.
type End string

// The ways to end a game.
const (
	TwoPasses              End = "two-passes"                // two passes in succession
	TwoPassesThenAgreement End = "two-passes-then-agreement" // and both players agree on the dead stones
	WhitePassesLast        End = "white-passes-last"         // two passes in succession, the last one White's
)

// PassStone is when a pass hands the opponent a stone as prisoner.
type PassStone string

// When a pass costs a stone.
const (
	PassFree                   PassStone = "no"
	PassCostsStone             PassStone = "always"
	PassCostsAfterDisagreement PassStone = "only-after-disagreement"
)

// Scoring is the method of counting.
type Scoring string

// Area counts live stones and surrounded points, territory surrounded points
// and prisoners.
const (
	Area      Scoring = "area"
	Territory Scoring = "territory"
)

// SekiEyes is whether points surrounded by stones in seki count.
type SekiEyes string

// Whether eyes in seki count.
const (
	SekiNoPoints SekiEyes = "no-points"
	SekiPoints   SekiEyes = "points"
)

// LifeAndDeath is how players settle a dispute about dead stones.
type LifeAndDeath string

// How a dispute is settled.
const (
	Agreement         LifeAndDeath = "agreement"          // only by agreeing
	PlayOut           LifeAndDeath = "play-out"           // the game continues, as often as they disagree
	PlayOutOnce       LifeAndDeath = "play-out-once"      // the game continues once, then all stones on the board live
	AllAlive          LifeAndDeath = "all-alive"          // none: all stones on the board live
	ConfirmationPhase LifeAndDeath = "confirmation-phase" // by hypothetical play with passes for a named ko
)

// Compensation is the number of points that White receives in a handicap game
// because handicap stones count as area.
type Compensation string

// Points for N handicap stones, two or more.
const (
	NoCompensation     Compensation = "0"
	CompensationN      Compensation = "n"
	CompensationNLess1 Compensation = "n-1"
)

// Placement is where handicap stones go.
type Placement string

// Where handicap stones go.
const (
	FixedPlacement Placement = "fixed"
	FreePlacement  Placement = "free"
)

// Tie is the winner when the totals are equal.
type Tie string

// Who wins a tie.
const (
	TieJigo      Tie = "jigo"
	TieWhiteWins Tie = "white-wins"
	TieBlackWins Tie = "black-wins"
)

// IllegalMove is the consequence of a move that breaks the rules.
type IllegalMove string

// The consequences of an illegal move.
const (
	IllegalTakenBack    IllegalMove = "taken-back"
	IllegalLoses        IllegalMove = "loses"
	IllegalCountsAsPass IllegalMove = "counts-as-pass"
)

// A systemRow is a rule system in the table with the other names that game
// records use for it (RU), in small letters.
type systemRow struct {
	System
	inRecords []string
}

// systems is the table of rule systems; the first is the default. Where a
// text is silent the row has the value that changes least.
var systems = []systemRow{
	// Japanese rules as played in Finland.
	{System: System{
		Name:       "japanese",
		Repetition: SimpleKoNoResult, Suicide: SuicideForbidden,
		End: TwoPasses, PassStone: PassFree,
		Scoring: Territory, SekiEyes: SekiNoPoints, LifeAndDeath: ConfirmationPhase,
		KomiEven: 13, KomiHandicap: 0,
		Compensation: NoCompensation, Placement: FixedPlacement,
		Tie: TieJigo, IllegalMove: IllegalLoses,
	}, inRecords: []string{"jp", "jpn", "japan", "nihon", "日本", "日本囲碁"}},
	// Rules of Weiqi as most programs read them: the referee's rulings on long
	// cycles are for people.
	{System: System{
		Name:       "chinese",
		Repetition: PositionalSuperko, Suicide: SuicideForbidden,
		End: TwoPasses, PassStone: PassFree,
		Scoring: Area, SekiEyes: SekiPoints, LifeAndDeath: PlayOut,
		KomiEven: 15, KomiHandicap: 0,
		Compensation: CompensationN, Placement: FreePlacement,
		Tie: TieJigo, IllegalMove: IllegalCountsAsPass,
	}, inRecords: []string{"cn", "china", "chinese-ogs", "chinese-kgs", "中国", "中國"}},
	// American Go Association.
	{System: System{
		Name:       "aga",
		Repetition: SituationalSuperko, Suicide: SuicideForbidden,
		End: WhitePassesLast, PassStone: PassCostsStone,
		Scoring: Area, SekiEyes: SekiPoints, LifeAndDeath: PlayOut,
		KomiEven: 15, KomiHandicap: 1,
		Compensation: CompensationNLess1, Placement: FixedPlacement,
		Tie: TieJigo, IllegalMove: IllegalCountsAsPass,
	}, inRecords: []string{"american", "us", "usa"}},
	// The Finnish beginner's leaflet.
	{System: System{
		Name:       "leaflet",
		Repetition: PositionalSuperko, Suicide: SuicideForbidden,
		End: TwoPassesThenAgreement, PassStone: PassCostsAfterDisagreement,
		Scoring: Territory, SekiEyes: SekiNoPoints, LifeAndDeath: PlayOut,
		KomiEven: 0, KomiHandicap: 0,
		Compensation: NoCompensation, Placement: FixedPlacement,
		Tie: TieJigo, IllegalMove: IllegalTakenBack,
	}},
	// The Czech text for beginners.
	{System: System{
		Name:       "czech",
		Repetition: SimpleKo, Suicide: SuicideForbidden,
		End: TwoPassesThenAgreement, PassStone: PassFree,
		Scoring: Territory, SekiEyes: SekiNoPoints, LifeAndDeath: Agreement,
		KomiEven: 13, KomiHandicap: 0,
		Compensation: NoCompensation, Placement: FixedPlacement,
		Tie: TieJigo, IllegalMove: IllegalTakenBack,
	}},
	{System: System{
		Name:       "new-zealand",
		Repetition: SituationalSuperko, Suicide: SuicideMultiStone,
		End: TwoPasses, PassStone: PassFree,
		Scoring: Area, SekiEyes: SekiPoints, LifeAndDeath: PlayOut,
		KomiEven: 14, KomiHandicap: 0,
		Compensation: NoCompensation, Placement: FreePlacement,
		Tie: TieJigo, IllegalMove: IllegalTakenBack,
	}, inRecords: []string{"nz", "new zealand", "newzealand"}},
	// Ing's own ko rules leave room for judgement; situational superko comes nearest.
	{System: System{
		Name:       "ing",
		Repetition: SituationalSuperko, Suicide: SuicideMultiStone,
		End: TwoPasses, PassStone: PassFree,
		Scoring: Area, SekiEyes: SekiPoints, LifeAndDeath: PlayOutOnce,
		KomiEven: 16, KomiHandicap: 0,
		Compensation: NoCompensation, Placement: FreePlacement,
		Tie: TieBlackWins, IllegalMove: IllegalTakenBack,
	}, inRecords: []string{"goe", "ing goe", "ing-goe", "sst", "应氏", "應氏"}},
	{System: System{
		Name:       "tromp-taylor",
		Repetition: PositionalSuperko, Suicide: SuicideMultiStone,
		End: TwoPasses, PassStone: PassFree,
		Scoring: Area, SekiEyes: SekiPoints, LifeAndDeath: AllAlive,
		KomiEven: 15, KomiHandicap: 0,
		Compensation: NoCompensation, Placement: FreePlacement,
		Tie: TieJigo, IllegalMove: IllegalTakenBack,
	}, inRecords: []string{"tromp taylor", "tromptaylor", "tt"}},
}

// Custom is the name of a system with a tournament's own parameters.
const Custom = "custom"

// Systems returns the named rule systems, the default first. The slice is the
// caller's own.
func Systems() []System {
	named := make([]System, len(systems))
	for i, r := range systems {
		named[i] = r.System
	}
	return named
}

// A SystemName is the name of a rule system for people.
type SystemName string

// Message returns the message with the name.
func (n SystemName) Message() (key string, args []any) { return "rules." + string(n), nil }

// ByName returns a named rule system. "custom" is the default system under
// that name, to be changed.
func ByName(name string) (System, bool) {
	if name == Custom {
		s := systems[0].System
		s.Name = Custom
		return s, true
	}
	i := slices.IndexFunc(systems, func(r systemRow) bool { return r.Name == name })
	if i < 0 {
		return System{}, false
	}
	return systems[i].System, true
}
