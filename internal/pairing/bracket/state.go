package bracket

import (
	"cmp"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A State is a bracket with its matches decided as far as they have been
// played.
type State struct {
	Stage   tournament.Stage
	Matches []Match

	t     *tournament.Tournament
	seeds []tournament.PlayerID
}

// New returns the bracket of a stage before its first round.
func New(t *tournament.Tournament, stage tournament.Stage, seeds []tournament.PlayerID) *State {
	stage.Format.Alternating = Alternates(t, stage)
	return &State{Stage: stage, Matches: Of(stage, len(seeds)), t: t, seeds: seeds}
}

// Alternates reports whether the losers of a double elimination cross over in
// another way on every level: in all brackets except those begun before this
// pattern existed.
func Alternates(t *tournament.Tournament, stage tournament.Stage) bool {
	r := t.Round(stage.From)
	return stage.System == tournament.DoubleElimination && (stage.Format.Alternating || r == nil || !r.Published)
}

// Decide decides the matches of a level by the results of its round. The levels
// before it must be decided. It returns a fault about a missing result.
func (st *State) Decide(level int) error {
	r := st.t.Round(st.Stage.From + level - 1)
	if r == nil {
		return fault.New(fault.Conflict, "round.order", st.Stage.From+level, st.Stage.From+level-1)
	}
	return st.decide(level, r)
}

// DecideKnown decides the matches of a level as far as the results of its
// round, if published, allow. It must have been called for the levels before.
func (st *State) DecideKnown(level int) {
	r := st.t.Round(st.Stage.From + level - 1)
	if r != nil && !r.Published {
		r = nil
	}
	_ = st.decide(level, r) // a match without a result stays open
}

// decide decides the matches of a level by the results of round r, or nil. It returns the first fault about a missing
// result; that match stays open.
func (st *State) decide(level int, r *tournament.Round) (missing error) {
	st.FillSides(level)
	here := st.matchesAt(level)
	if r != nil {
		st.applyHandPairings(r, here)
	}
	for _, m := range here {
		a, b := m.Sides[0], m.Sides[1]
		switch {
		case a == Nobody || b == Nobody:
			m.Winner = a + b // the other side, maybe Later
		case a == Later || b == Later || r == nil:
			m.Winner, m.Loser = Later, Later
		default:
			var err error
			if m.Winner, m.Loser, err = st.result(r, a, b); err != nil {
				m.Winner, m.Loser = Later, Later
				missing = cmp.Or(missing, err)
			}
		}
	}
	return missing
}

// FillSides sets the sides of the matches of a level.
func (st *State) FillSides(level int) {
	for i := range st.Matches {
		m := &st.Matches[i]
		if m.Level != level {
			continue
		}
		for k, s := range m.From {
			switch {
			case s.Seed > len(st.seeds):
				m.Sides[k] = Nobody
			case s.Seed > 0:
				m.Sides[k] = st.seeds[s.Seed-1]
			case s.Loser:
				m.Sides[k] = st.Matches[s.Match].Loser
			default:
				m.Sides[k] = st.Matches[s.Match].Winner
			}
		}
		if m.Again {
			first := &st.Matches[m.From[0].Match]
			m.Skipped = first.Winner != Later && first.Winner == first.Sides[0]
		}
	}
}

// Final returns the match that decides the winner, as far as is known.
func (st *State) Final() *Match {
	last := len(st.Matches) - 1
	for st.Matches[last].Skipped || st.Matches[last].From[0].Loser { // the game for third place
		last--
	}
	return &st.Matches[last]
}

// Remaining decides so many levels and returns the players with a match left after them, certain or possible.
func (st *State) Remaining(played int) []tournament.PlayerID {
	for level := 1; level <= played; level++ {
		st.DecideKnown(level)
	}
	st.FillSides(played + 1)
	var list []tournament.PlayerID
	for i := range st.Matches {
		if m := &st.Matches[i]; m.Level > played && !m.Skipped {
			for _, s := range m.From {
				list = append(list, st.candidates(s, played)...)
			}
		}
	}
	if final := st.Final(); final.Level <= played {
		list = append(list, final.Winner) // they stay the winner
	}
	return list
}

// A Progress is a player's losses and open matches in a bracket so far.
type Progress struct {
	// Lost are the rounds of the tournament in which the player has lost a match, by
	// a result or a no-show. After a match that both lost a player plays no further
	// one: its round is listed twice.
	Lost []int
	// Open is the round of the player's first match without a winner yet, or 0.
	Open int
	// Third is set if the player won the game for third place.
	Third bool
}

// Progress decides so many levels and returns the progress of their players.
func (st *State) Progress(played int) map[tournament.PlayerID]Progress {
	fates := map[tournament.PlayerID]Progress{}
	for level := 1; level <= played; level++ {
		st.DecideKnown(level)
		for _, m := range st.matchesAt(level) {
			for _, id := range m.Sides {
				if id > Nobody {
					fates[id] = fates[id].after(m, id, st.Stage.From+level-1, st.isThirdPlace(m))
				}
			}
		}
	}
	return fates
}

// after returns the progress of a player after one more match.
func (f Progress) after(m *Match, id tournament.PlayerID, round int, third bool) Progress {
	switch m.Winner {
	case id:
		f.Third = third
	case Later:
		f.Open = cmp.Or(f.Open, round)
	case Nobody:
		f.Lost = append(f.Lost, round, round)
	default:
		f.Lost = append(f.Lost, round)
	}
	return f
}

func (st *State) isThirdPlace(m *Match) bool {
	return st.Stage.System == tournament.Knockout && m.From[0].Loser
}

// candidates returns the certain or possible players of an origin, after so many levels.
func (st *State) candidates(s Origin, played int) []tournament.PlayerID {
	switch {
	case s.Seed > len(st.seeds):
		return nil
	case s.Seed > 0:
		return []tournament.PlayerID{st.seeds[s.Seed-1]}
	case st.Matches[s.Match].Level > played:
		return nil // that match adds its own players
	}
	id := st.Matches[s.Match].Winner
	if s.Loser {
		id = st.Matches[s.Match].Loser
	}
	if id == Later {
		return st.Matches[s.Match].Sides[:]
	}
	return []tournament.PlayerID{id}
}

func (st *State) matchesAt(level int) []*Match {
	var here []*Match
	for i := range st.Matches {
		if m := &st.Matches[i]; m.Level == level && !m.Skipped {
			here = append(here, m)
		}
	}
	return here
}

// applyHandPairings swaps places in the bracket for players whom the director
// paired otherwise.
func (st *State) applyHandPairings(r *tournament.Round, here []*Match) {
	for _, m := range here {
		for k := range 2 {
			g := r.Game(m.Sides[k])
			if g == nil {
				continue
			}
			opponent := g.Opponent(m.Sides[k])
			other := &m.Sides[1-k]
			for _, o := range here {
				for l := range 2 {
					if side := &o.Sides[l]; o != m && *side == opponent && *other != opponent {
						*side, *other = *other, *side
					}
				}
			}
		}
	}
}

// result returns the winner and the loser of a match. A no-show loses; without
// a winner a tie-break or the director may decide who advances.
func (st *State) result(r *tournament.Round, a, b tournament.PlayerID) (won, lost tournament.PlayerID, err error) {
	g := r.Game(a)
	if g == nil || !g.Has(b) {
		gone := func(id tournament.PlayerID) bool {
			p := st.t.Player(id)
			return !r.HasBye(id) && (r.HasBye(a) || r.HasBye(b) || p == nil || !p.Plays(r.Number))
		}
		switch goneA, goneB := gone(a), gone(b); {
		case goneA && goneB:
			return Nobody, Nobody, nil
		case goneA:
			return b, a, nil
		case goneB:
			return a, b, nil
		}
		return Nobody, Nobody, fault.New(fault.Conflict, "system.unpaired", st.t.Player(a).Name(), st.t.Player(b).Name(), r.Number)
	}
	switch outcome := g.Decided().Outcome; {
	case outcome == tournament.BlackWins:
		return g.Black, g.White, nil
	case outcome == tournament.WhiteWins:
		return g.White, g.Black, nil
	case g.Decided().Known() && g.Has(g.Advancing):
		return g.Advancing, g.Opponent(g.Advancing), nil
	case outcome == tournament.BothLose:
		return Nobody, Nobody, nil
	case g.Decided().Known():
		return Nobody, Nobody, fault.New(fault.Conflict, "system.drawn", st.t.Player(a).Name(), st.t.Player(b).Name(), r.Number)
	}
	return Nobody, Nobody, fault.New(fault.Conflict, "system.undecided", st.t.Player(a).Name(), st.t.Player(b).Name(), r.Number)
}
