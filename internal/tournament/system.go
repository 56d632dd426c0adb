package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"tourney/internal/fault"
)

// A System is a method of pairing.
type System string

// The systems.
const (
	McMahon         System = "mcmahon"
	Swiss           System = "swiss"
	SwissCategories System = "swiss-categories"
	// AcceleratedSwiss gives the upper half of the field an extra point in the
	// first rounds, for pairing only.
	AcceleratedSwiss System = "accelerated-swiss"
	// Cup is OpenGotha's: no player leaves, and players meet with wins and losses
	// in the same rounds.
	Cup System = "cup"
	// RoundRobin pairs every player with every other, by Berger tables.
	RoundRobin System = "round-robin"
	// Knockout and DoubleElimination eliminate players after one loss, or two.
	Knockout          System = "knockout"
	DoubleElimination System = "double-elimination"
	// Open has no rounds: players who wait begin games at once, see OpenPlay.
	Open System = "open"
)

// Systems lists the systems in the order of choice lists.
func Systems() []System {
	return []System{
		McMahon, Swiss, SwissCategories, AcceleratedSwiss, RoundRobin, Knockout, DoubleElimination, Cup, Open,
	}
}

// Message returns the message that names the system.
func (s System) Message() (key string, args []any) { return "system." + string(s), nil }

// Planned reports whether the pairings follow from a plan and the results, not
// from an optimum.
func (s System) Planned() bool {
	return s == RoundRobin || s.Eliminates()
}

// Pooled reports whether the stage has several pools.
func (s *Stage) Pooled() bool { return s.System == RoundRobin && s.Format.Pools > 1 }

// Deal deals the seeds of a round robin into its pools in snake order: with four pools, numbers 4 and 5 are in the same
// pool. Without pools it returns one list of all.
func (s *Stage) Deal(seeds []PlayerID) [][]PlayerID {
	count := 1
	if s.Pooled() {
		count = s.Format.Pools
	}
	list := make([][]PlayerID, count)
	for i, id := range seeds {
		at := i % count
		if i/count%2 == 1 {
			at = count - 1 - at
		}
		list[at] = append(list[at], id)
	}
	return list
}

// Seeded reports whether the stage is for some players only, or depends on
// their order.
func (s *Stage) Seeded() bool { return s.System.Planned() || s.Qualify > 0 }

// Weighed reports whether the pairings are the optimum of the criteria.
func (s System) Weighed() bool { return !s.Planned() && s != Open }

// Eliminates reports whether losers are eliminated, so that every game needs a winner.
func (s System) Eliminates() bool { return s == Knockout || s == DoubleElimination }

// A Format holds the options of a system.
type Format struct {
	// Double doubles a round robin: every two players meet twice, the second time with the other colour.
	Double bool `json:"double,omitempty"`
	// Pools is the number of pools of a round robin; 0 and 1 mean a single one.
	Pools int `json:"pools,omitempty"`
	// ThirdPlace adds a game of the losers of a knockout's semi-finals.
	ThirdPlace bool `json:"thirdPlace,omitempty"`
	// Alternating varies, from level to level, the places of new losers in the losers' bracket of a double elimination.
	// The first draw of a stage sets it; a stage begun without it keeps its bracket.
	Alternating bool `json:"alternating,omitempty"`
	// Accelerated is the number of rounds in which the upper half has an extra
	// point; 0 means two.
	Accelerated int `json:"accelerated,omitempty"`
	// Seeds are the players of a plan, or the qualified ones, the first seed or lot first. If empty, all players are
	// seeded by rank, rating and name, or in a later stage by the standings before it; the first draw then stores the
	// list.
	Seeds []PlayerID `json:"seeds,omitempty"`
	// ByHand marks seeds ordered by the director. Later entrants follow last.
	ByHand bool `json:"own,omitempty"`
	// Withdrawals are the games of players who withdraw from a round robin.
	Withdrawals Withdrawals `json:"withdrawals,omitempty"`
}

// MostPools bounds the pools of a round robin, which are called A to Z.
const MostPools = 26

// check returns a fault for the first invalid option.
func (f *Format) check() error {
	switch {
	case f.Accelerated < 0 || f.Accelerated > MaxRounds:
		return fault.New(fault.Invalid, "system.accelerated", f.Accelerated)
	case f.Pools < 0 || f.Pools > MostPools:
		return fault.New(fault.Invalid, "system.pools", f.Pools, MostPools)
	}
	return cmp.Or(f.Withdrawals.check(), checkSeeds(f.Seeds))
}

// A Stage is a run of rounds paired by one system. It ends where the next
// begins.
type Stage struct {
	// From is its first round.
	From   int    `json:"from"`
	System System `json:"system"`
	// Qualify is the number of qualified players, 0 for all. Others is the activity of the other players.
	Qualify int    `json:"qualify,omitempty"`
	Others  Others `json:"others,omitempty"`
	Format  Format `json:"format,omitzero"`
}

// Others is the activity of the players outside a stage.
type Others string

// The choices: the others rest; they play among themselves, by the system before; players eliminated from a knockout
// join them.
const (
	Rest             Others = ""
	PlayOn           Others = "play-on"
	PlayOnWithLosers Others = "with-losers"
)

// SideStage returns the stage that pairs the players outside a round's stage: the last one before it whose pairings are
// an optimum. ok is false if they rest.
func (s *Settings) SideStage(round int) (stage Stage, ok bool) {
	now := s.Stage(round)
	if now.Others == Rest {
		return Stage{}, false
	}
	for n := now.From - 1; n > 0; n = stage.From - 1 {
		if stage = s.Stage(n); stage.System.Weighed() {
			return stage, true
		}
	}
	return Stage{}, false
}

// Stage returns the stage of a round. The settings themselves are the first stage.
func (s *Settings) Stage(round int) Stage {
	stage := Stage{From: 1, System: s.System, Format: s.Format}
	for _, next := range s.Stages {
		if next.From <= round {
			stage = next
		}
	}
	return stage
}

// stages returns all stages, with the first.
func (s *Settings) stages() []Stage {
	return append([]Stage{{From: 1, System: s.System, Format: s.Format}}, s.Stages...)
}

// Length counts the rounds of a stage of s, until the next stage or the end. It is 0 for a stage that begins after the
// last round.
func (s *Settings) Length(stage Stage) int {
	last := s.Rounds
	for _, next := range s.Stages {
		if next.From > stage.From {
			last = min(last, next.From-1)
		}
	}
	return max(0, last-stage.From+1)
}

// checkSystem refuses systems and stages that cannot be played.
func (s *Settings) checkSystem() error {
	if err := s.Format.check(); err != nil {
		return err
	}
	last := 1
	for i, stage := range s.Stages {
		if err := s.checkStage(stage, last); err != nil {
			return &StageError{Number: i + 2, Err: err}
		}
		last = stage.From
	}
	return nil
}

// A StageError names the stage after the first that cannot be played.
type StageError struct {
	// Number is 2 for the first of Settings.Stages.
	Number int
	Err    error
}

// Error is for logs and tests.
func (e *StageError) Error() string { return fmt.Sprintf("stage %d: %v", e.Number, e.Err) }

// Unwrap returns the fault.
func (e *StageError) Unwrap() error { return e.Err }

// checkStage refuses a stage that cannot follow a stage with first round last.
func (s *Settings) checkStage(stage Stage, last int) error {
	switch {
	case !slices.Contains(Systems(), stage.System):
		return fault.New(fault.Invalid, "settings.system", fault.Clip(string(stage.System)))
	case stage.From <= last || stage.From > s.Rounds:
		return fault.New(fault.Invalid, "system.stage.from", stage.From, last+1, s.Rounds)
	case stage.Qualify < 0 || stage.Qualify == 1 || stage.Qualify > MostPlayers:
		return fault.New(fault.Invalid, "system.stage.qualify", stage.Qualify)
	}
	return cmp.Or(stage.Format.check(), s.checkOthers(stage))
}

// checkOthers refuses a stage that leaves the other players nothing to play.
func (s *Settings) checkOthers(stage Stage) error {
	_, goOn := s.SideStage(stage.From)
	switch {
	case !slices.Contains([]Others{Rest, PlayOn, PlayOnWithLosers}, stage.Others):
		return fault.New(fault.Invalid, "system.stage.others", fault.Clip(string(stage.Others)))
	case stage.Others == Rest:
		return nil
	case !stage.System.Planned():
		return fault.New(fault.Invalid, "system.stage.beside", stage.System)
	case !goOn:
		return fault.New(fault.Invalid, "system.stage.before", stage.From)
	}
	return nil
}

// checkSeeds refuses a list with duplicates.
func checkSeeds(seeds []PlayerID) error {
	known := map[PlayerID]bool{}
	for _, id := range seeds {
		if known[id] {
			return fault.New(fault.Invalid, "system.seeds.twice", int(id))
		}
		known[id] = true
	}
	return nil
}

// MostCupRounds bounds a cup, whose scores double every round.
const MostCupRounds = 13

// CheckDrawable returns a fault that names the first setting that makes a round after the drawn ones impossible, or
// that no draw could use. Settings read from a file may have it: most of their rounds can still be drawn.
func (s *Settings) CheckDrawable(drawn int) error {
	if err := s.Handicap.CheckCeiling(); err != nil {
		return err
	}
	for _, stage := range s.stages() {
		last := stage.From - 1 + s.Length(stage)
		switch {
		case last <= drawn:
		case stage.System.Eliminates() && s.Teams.Boards == 0 && s.JigoPossible():
			return s.jigoFault(stage.System)
		case stage.System == Cup && last > MostCupRounds:
			return fault.New(fault.Invalid, "system.cup.rounds", MostCupRounds)
		}
	}
	return nil
}

// jigoFault names the komi that allows a tie in a system without ties: of all games or of games with handicap.
func (s *Settings) jigoFault(system System) error {
	if s.Handicap.At(0).Komi.Whole() {
		return fault.New(fault.Invalid, "system.jigo", system)
	}
	return fault.New(fault.Invalid, "system.jigo.stones", system)
}

// JigoPossible reports whether a game could end without a winner.
func (s *Settings) JigoPossible() bool {
	for d := range s.Handicap.Limit() + 1 {
		if s.Handicap.At(d).Komi.Whole() {
			return s.Tie != TieWhiteWins && s.Tie != TieBlackWins
		}
	}
	return false
}

// SetSeeds stores the players of a round's stage, the first seed first, as found by one of its draws. It changes
// nothing after the first round of the stage is published.
func (t *Tournament) SetSeeds(round int, seeds []PlayerID) error {
	stage := t.Settings.Stage(round)
	if r := t.Round(stage.From); r != nil && r.Published && len(stage.Format.Seeds) > 0 {
		return nil
	}
	return t.setSeeds(stage, seeds, stage.Format.ByHand)
}

// OrderSeeds sets the director's seeds of a round's stage, the first seed first; an empty list restores the order of
// the draw. It is refused once the stage's first round is published.
func (t *Tournament) OrderSeeds(round int, seeds []PlayerID) error {
	stage := t.Settings.Stage(round)
	if r := t.Round(stage.From); r != nil && r.Published {
		return fault.New(fault.Conflict, "seeds.stand", stage.From)
	}
	return t.setSeeds(stage, seeds, len(seeds) > 0)
}

func (t *Tournament) setSeeds(stage Stage, seeds []PlayerID, byHand bool) error {
	if err := checkSeeds(seeds); err != nil {
		return err
	}
	for _, id := range seeds {
		if t.Player(id) == nil && t.Team(id) == nil {
			return fault.New(fault.NotFound, "player.missing", int(id))
		}
	}
	alternating := stage.System == DoubleElimination
	if f := &t.Settings.Format; stage.From == 1 {
		f.Seeds, f.ByHand, f.Alternating = copyOf(seeds), byHand, alternating
		return nil
	}
	t.Settings.Stages = slices.Clone(t.Settings.Stages)
	for i := range t.Settings.Stages {
		if s := &t.Settings.Stages[i]; s.From == stage.From {
			s.Format.Seeds, s.Format.ByHand, s.Format.Alternating = copyOf(seeds), byHand, alternating
		}
	}
	return nil
}
