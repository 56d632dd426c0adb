package rules

// A Stage is how far a game has come.
type Stage uint8

// The stages of a game.
const (
	InPlay  Stage = iota
	Stopped       // by passes: the players mark dead stones, settle disputes or resume
	Ended         // for good: all stones on the board are alive
)

// Stage returns the stage of the game under a system. Two passes in succession
// stop it, and where White passes last, White's second. Where disputes are
// played out, two more passes in a row end it for good.
func (g *Game) Stage(s *System) Stage {
	switch {
	case g.inARow < 2 || s.End == WhitePassesLast && g.last != White:
		return InPlay
	case g.inARow >= 4 && s.LifeAndDeath == PlayOut:
		return Ended
	}
	return Stopped
}

// Resumes reports whether players may resume a stopped game: where they play
// disputes out, or the game ends only when they agree.
func (s *System) Resumes() bool { return s.LifeAndDeath == PlayOut || s.End == TwoPassesThenAgreement }

// Resume resumes a stopped game at a player's request and returns the player to
// move: where disputes are played out the opponent of the player who passed last
// (AGA rules, disputes), else the opponent of the player who asks (Japanese rules
// of 1989, article 9.3).
func (g *Game) Resume(s *System, asks Color) Color {
	g.resumed = true
	if s.LifeAndDeath == PlayOut {
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
