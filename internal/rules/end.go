package rules

// A Stage is a phase of a game: play, a stop by passes, or the end.
type Stage uint8

// The stages of a game.
const (
	InPlay  Stage = iota
	Stopped       // by passes: the players mark dead stones, settle disputes or resume
	Ended         // for good: all stones on the board are alive
)

// Stage returns the stage of the game under a system. Two passes in succession
// stop it, unless a player still owes one. All stones that are on the board live
// once both have passed twice in succession where disputes are played out (AGA
// rules, disputes), and at the stop that no play may follow.
func (g *Game) Stage(s *System) Stage {
	switch {
	case g.inARow-g.resumedAt < 2 || g.Owes(s) != Empty:
		return InPlay
	case s.LifeAndDeath == AllAlive,
		s.LifeAndDeath == PlayOutOnce && g.resumed,
		s.playsOut() && g.inARow >= 4:
		return Ended
	}
	return Stopped
}

// Owes returns the player with one more pass to make although both have passed in succession, or Empty. Where White
// passes last it is White. Where a pass costs a stone after a disagreement it is the player with fewer turns since
// then, stones and passes together. With equal turns the count is the count before the disagreement (the Finnish
// leaflet).
func (g *Game) Owes(s *System) Color {
	switch {
	case g.inARow-g.resumedAt < 2:
	case s.End == WhitePassesLast && g.last == Black:
		return White
	case s.PassStone == PassCostsAfterDisagreement && g.resumed && g.since[0] > g.since[1]:
		return White
	case s.PassStone == PassCostsAfterDisagreement && g.resumed && g.since[0] < g.since[1]:
		return Black
	}
	return Empty
}

// playsOut reports whether a dispute about dead stones is settled by playing on.
func (s *System) playsOut() bool { return s.LifeAndDeath == PlayOut || s.LifeAndDeath == PlayOutOnce }

// InThought reports whether a dispute about dead stones is settled by moves that
// are not part of the game.
func (s *System) InThought() bool {
	return s.LifeAndDeath == Agreement || s.LifeAndDeath == ConfirmationPhase
}

// Resumes reports whether players may resume a stopped game: where they play
// disputes out, or the game ends only when they agree.
func (s *System) Resumes() bool { return s.playsOut() || s.End == TwoPassesThenAgreement }

// Resume resumes a stopped game at a player's request and returns the player to move: where disputes are played out the
// opponent of the player who passed last (AGA rules, disputes), else the opponent of the requesting player (Japanese
// rules of 1989, article 9.3).
func (g *Game) Resume(s *System, asks Color) Color {
	g.resumed, g.resumedAt, g.since = true, g.inARow, [2]int{}
	if s.playsOut() {
		return g.last.Opponent()
	}
	return asks.Opponent()
}

// Passes returns how many times Black and White have passed.
func (g *Game) Passes() (black, white int) { return g.passes[0], g.passes[1] }

// PassStones returns how many stones Black and White have handed over for
// passes under a system.
func (g *Game) PassStones(s *System) (byBlack, byWhite int) {
	switch s.PassStone {
	case PassCostsStone:
		return g.Passes()
	case PassCostsAfterDisagreement:
		return g.disputed[0], g.disputed[1]
	}
	return 0, 0
}
