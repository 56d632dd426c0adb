package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/handicap"
)

// A System says who meets whom.
type System string

// The systems.
const (
	McMahon         System = "mcmahon"
	Swiss           System = "swiss"
	SwissCategories System = "swiss-categories"
	// AcceleratedSwiss gives the upper half of the field a point ahead in the
	// first rounds, for pairing only.
	AcceleratedSwiss System = "accelerated-swiss"
	// Cup is OpenGotha's: nobody leaves, and players meet who have won and lost
	// in the same rounds.
	Cup System = "cup"
	// RoundRobin lets everybody meet everybody, by Berger tables.
	RoundRobin System = "round-robin"
	// Knockout and DoubleElimination send home who has lost once, or twice.
	Knockout          System = "knockout"
	DoubleElimination System = "double-elimination"
	// Free leaves all pairings to the director.
	Free System = "free"
)

// Systems lists the systems in the order they are offered.
func Systems() []System {
	return []System{
		McMahon, Swiss, SwissCategories, AcceleratedSwiss, RoundRobin, Knockout, DoubleElimination, Cup, Free,
	}
}

// Message returns the message that names the system.
func (s System) Message() (key string, args []any) { return "system." + string(s), nil }

// Planned reports whether the pairings follow from a plan and the results
// rather than from an optimum.
func (s System) Planned() bool {
	return s == RoundRobin || s.Eliminates()
}

// Pooled reports whether the stage is played in pools.
func (s *Stage) Pooled() bool { return s.System == RoundRobin && s.Format.Pools > 1 }

// Seeded reports whether it is for some players only, or their order matters.
func (s *Stage) Seeded() bool { return s.System.Planned() || s.Qualify > 0 }

// Weighed reports whether the pairings are the optimum of the criteria.
func (s System) Weighed() bool { return !s.Planned() && s != Free }

// Eliminates reports whether who loses leaves, so that every game needs a
// winner.
func (s System) Eliminates() bool { return s == Knockout || s == DoubleElimination }

// A Format is what a system leaves open.
type Format struct {
	// Double lets everybody meet twice in a round robin, the second time with
	// the other colour.
	Double bool `json:"double,omitempty"`
	// Pools is into how many pools the field of a round robin is dealt, each of
	// which plays one of its own; 0 and 1 leave it whole.
	Pools int `json:"pools,omitempty"`
	// ThirdPlace adds a game of the two who lost the semi-finals of a knockout.
	ThirdPlace bool `json:"thirdPlace,omitempty"`
	// Alternating lets the losers of a double elimination cross over in another
	// way on every level. The first draw of a stage sets it; a stage that was
	// begun without keeps its bracket.
	Alternating bool `json:"alternating,omitempty"`
	// Accelerated is for how many rounds the upper half is a point ahead; 0 is
	// two.
	Accelerated int `json:"accelerated,omitempty"`
	// Seeds are the players of a plan, or those who qualified, the first seed
	// or lot first. Without any, they are everybody who plays, by rank, rating
	// and name, or in a later stage by the standings before it; the first draw
	// writes them down.
	Seeds []PlayerID `json:"seeds,omitempty"`
	// Own says that the director has put the seeds in order himself. Who comes
	// later is the last of them.
	Own bool `json:"own,omitempty"`
}

// MostPools bounds the pools of a round robin, which are called A to Z.
const MostPools = 26

// check returns a fault that names what cannot be.
func (f *Format) check() error {
	switch {
	case f.Accelerated < 0 || f.Accelerated > MaxRounds:
		return fault.New(fault.Invalid, "system.accelerated", f.Accelerated)
	case f.Pools < 0 || f.Pools > MostPools:
		return fault.New(fault.Invalid, "system.pools", f.Pools, MostPools)
	}
	return checkSeeds(f.Seeds)
}

// A Stage is a stretch of rounds paired by one system. It ends where the next
// begins.
type Stage struct {
	// From is its first round.
	From   int    `json:"from"`
	System System `json:"system"`
	// Qualify is how many of the best play it, 0 for everybody. Others says
	// what the others do meanwhile.
	Qualify int    `json:"qualify,omitempty"`
	Others  Others `json:"others,omitempty"`
	Format  Format `json:"format,omitzero"`
}

// Others says what those do who do not play a stage.
type Others string

// The choices: the others rest; they play on among themselves, by the system
// before; whom a knockout has sent home plays on with them.
const (
	Rest             Others = ""
	PlayOn           Others = "play-on"
	PlayOnWithLosers Others = "with-losers"
)

// Beside returns the stage by which those go on in a round who do not play the
// stage that it belongs to: the last one before whose pairings are an optimum.
// ok is false where they rest.
func (s *Settings) Beside(round int) (stage Stage, ok bool) {
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

// Stage returns the stage that a round belongs to. The first stage is that of
// the settings themselves.
func (s *Settings) Stage(round int) Stage {
	stage := Stage{From: 1, System: s.System, Format: s.Format}
	for _, next := range s.Stages {
		if next.From <= round {
			stage = next
		}
	}
	return stage
}

// all returns all stages, the first one too.
func (s *Settings) all() []Stage {
	return append([]Stage{{From: 1, System: s.System, Format: s.Format}}, s.Stages...)
}

// Length counts the rounds that a stage has.
func (s *Settings) Length(stage Stage) int {
	n := stage.From
	for n <= s.Rounds && s.Stage(n).From == stage.From {
		n++
	}
	return n - stage.From
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

// A StageError says which of the stages after the first cannot be played.
type StageError struct {
	// Number is 2 for the first of Settings.Stages.
	Number int
	Err    error
}

// Error is for logs and tests.
func (e *StageError) Error() string { return fmt.Sprintf("stage %d: %v", e.Number, e.Err) }

// Unwrap returns the fault.
func (e *StageError) Unwrap() error { return e.Err }

// checkStage refuses a stage that cannot follow one that begins with round
// last.
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

// checkOthers refuses a stage beside which nobody could play on.
func (s *Settings) checkOthers(stage Stage) error {
	_, goOn := s.Beside(stage.From)
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

// checkSeeds refuses a list that names somebody twice.
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

// JigoPossible reports whether a game could end without a winner.
func (s *Settings) JigoPossible() bool {
	p := &s.Handicap
	whole := func(terms handicap.Terms) bool { return terms.Komi.Whole() }
	return s.Tie != TieWhiteWins && s.Tie != TieBlackWins && (whole(p.At(0)) || p.Ceiling > 0 && whole(p.At(p.Ceiling)))
}

// SetSeeds writes down who plays a stage, the first seed first, as a draw of
// one of its rounds has found. Once the first round of the stage is published
// they stand.
func (t *Tournament) SetSeeds(round int, seeds []PlayerID) error {
	stage := t.Settings.Stage(round)
	if r := t.Round(stage.From); r != nil && r.Published && len(stage.Format.Seeds) > 0 {
		return nil
	}
	return t.seed(stage, seeds, stage.Format.Own)
}

// OrderSeeds gives the stage of a round the director's own seeds, the first
// first; none leaves them to the draw again. Once its first round is published
// that is refused.
func (t *Tournament) OrderSeeds(round int, seeds []PlayerID) error {
	stage := t.Settings.Stage(round)
	if r := t.Round(stage.From); r != nil && r.Published {
		return fault.New(fault.Conflict, "seeds.stand", stage.From)
	}
	return t.seed(stage, seeds, len(seeds) > 0)
}

func (t *Tournament) seed(stage Stage, seeds []PlayerID, byHand bool) error {
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
		f.Seeds, f.Own, f.Alternating = own(seeds), byHand, alternating
		return nil
	}
	t.Settings.Stages = slices.Clone(t.Settings.Stages)
	for i := range t.Settings.Stages {
		if s := &t.Settings.Stages[i]; s.From == stage.From {
			s.Format.Seeds, s.Format.Own, s.Format.Alternating = own(seeds), byHand, alternating
		}
	}
	return nil
}
