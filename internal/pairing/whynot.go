package pairing

import (
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// WhyNot returns why two players do not meet in round n, or when they will, where its plan decides for one or both of
// them; nil where it does not. Where teams play they are teams. A round not drawn yet is explained as it would be.
func WhyNot(t *tournament.Tournament, n int, a, b tournament.PlayerID) []Sentence {
	t = ofSides(t)
	stage := t.Settings.Stage(n)
	first, second := t.Player(a), t.Player(b)
	if !stage.System.Planned() || first == nil || second == nil || a == b {
		return nil
	}
	if sp, ok := splitOf(t, n); ok && !sp.in(a) && !sp.in(b) {
		return nil
	}
	seeds := seedsOf(t, stage)
	var reasons []Sentence
	for _, p := range []*tournament.Player{first, second} {
		if !slices.Contains(seeds, p.ID) {
			reasons = append(reasons, Sentence{"explain.whynot.outside", []any{p.Name(), stage.System, len(seeds)}})
		}
	}
	if rounds := roundsMet(t, n, a, b); len(rounds) > 0 {
		reasons = append(reasons, Sentence{"explain.duplicate.none", []any{len(rounds), rounds[len(rounds)-1]}})
	}
	switch {
	case !slices.Contains(seeds, a) || !slices.Contains(seeds, b):
		return reasons
	case stage.System == tournament.RoundRobin:
		return append(reasons, whenInPools(t, n, first, second)...)
	}
	return append(reasons, whenInBracket(t, n, first, second)...)
}

// roundsMet returns the rounds before n in which two players met.
func roundsMet(t *tournament.Tournament, n int, a, b tournament.PlayerID) []int {
	var rounds []int
	for i := range min(n-1, len(t.Rounds)) {
		if g := t.Rounds[i].Game(a); g != nil && g.Has(b) {
			rounds = append(rounds, i+1)
		}
	}
	return rounds
}

// whenInPools names the rounds from n on in which two players meet in a round robin.
func whenInPools(t *tournament.Tournament, n int, first, second *tournament.Player) []Sentence {
	stage := t.Settings.Stage(n)
	pools := Pools(t, n)
	a, b := slotOf(pools, first.ID), slotOf(pools, second.ID)
	if a.pool != b.pool {
		return []Sentence{{"explain.whynot.pools", []any{first.Name(), PoolName(a.pool), second.Name(), PoolName(b.pool)}}}
	}
	var reasons []Sentence
	order := bergerOrder(t, stage, pools[a.pool])
	for _, round := range meetingRounds(order, stage, len(pools[a.pool]), a.number, b.number) {
		switch {
		case round > stage.From-1+t.Settings.Length(stage):
			reasons = append(reasons, Sentence{"explain.whynot.berger.late", []any{round, a.number, b.number}})
		case round >= n:
			reasons = append(reasons, Sentence{"explain.whynot.berger", []any{round, a.number, b.number}})
		}
	}
	return reasons
}

// whenInBracket names the first match of the bracket in which two players can meet, from round n on.
func whenInBracket(t *tournament.Tournament, n int, first, second *tournament.Player) []Sentence {
	tree, ok := Tree(t, n)
	if !ok {
		return nil
	}
	a, b := tree.Reachable(first.ID), tree.Reachable(second.ID)
	var best *bracket.TreeMatch
	inA, inB := false, false
	for i := range tree.Matches {
		m := &tree.Matches[i]
		if m.Winner != 0 || m.Spared || m.Walkover {
			continue
		}
		inA, inB = inA || a[i][0] || a[i][1], inB || b[i][0] || b[i][1]
		meet := a[i][0] && b[i][1] || a[i][1] && b[i][0]
		if meet && (best == nil || m.Round < best.Round) {
			best = m
		}
	}
	if best != nil {
		key := "explain.whynot.match"
		if best.Sides[0].Player > 0 && best.Sides[1].Player > 0 {
			key = "explain.whynot.match.now"
		}
		return []Sentence{{key, []any{best.Round, tree.Name(best), best.Number}}}
	}
	if inA && inB {
		return []Sentence{{"explain.whynot.never", nil}}
	}
	var reasons []Sentence
	if !inA {
		reasons = append(reasons, noMatchLeft(&tree, first))
	}
	if !inB {
		reasons = append(reasons, noMatchLeft(&tree, second))
	}
	return reasons
}

// noMatchLeft returns why a player has no match left in a bracket.
func noMatchLeft(tree *bracket.Tree, p *tournament.Player) Sentence {
	if tree.Winner() == p.ID {
		return Sentence{"bracket.won", []any{p.Name()}}
	}
	for _, m := range slices.Backward(tree.Matches) {
		if m.Number > 0 && m.Winner != p.ID && (m.Sides[0].Player == p.ID || m.Sides[1].Player == p.ID) {
			return Sentence{"explain.whynot.gone", []any{p.Name(), m.Number, m.Round}}
		}
	}
	return Sentence{"explain.whynot.over", []any{p.Name()}}
}
