package public

import (
	"strconv"

	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// nameMatches puts headings above the games of a round that has several kinds.
func (v *Visit) nameMatches(n int, games []page.GameView) {
	heads := page.Headings(v.Lang, v.Tournament, n)
	for i := range games {
		games[i].Match = heads[games[i].Table]
	}
}

// A ranking is an order of players after a round: of everybody, or of a pool,
// whose name is then given. before is that after the round before, nil where
// there is none to compare with.
type ranking struct {
	*results.Standings
	pool   string
	before *results.Standings
}

// rankings returns the standings after round n, in as many parts as the field
// plays it in.
func (v *Visit) rankings(n int) []ranking {
	t := v.Tournament
	stage := t.Settings.Stage(n)
	settled := n > 1 && t.Round(n).Missing() == 0
	if r := t.Round(stage.From); n == 0 || !stage.Pooled() || r == nil || !r.Published {
		all := ranking{Standings: v.Standings(n)}
		if settled {
			all.before = v.Standings(n - 1)
		}
		return []ranking{all}
	}
	var list []ranking
	for k, players := range pairing.Pools(t, n) {
		one := ranking{Standings: results.Among(t, stage.From, n, players), pool: page.PoolName(v.Lang, t, n, k)}
		if settled && n > stage.From {
			one.before = results.Among(t, stage.From, n-1, players)
		}
		list = append(list, one)
	}
	return list
}

// ranked returns the standings after round n that a player is in: those of his
// pool, or of everybody.
func (v *Visit) ranked(id tournament.PlayerID, n int) *results.Standings {
	for _, list := range v.rankings(n) {
		if row := list.Row(id); row != nil {
			return list.Standings
		}
	}
	return v.Standings(n)
}

// qualified returns who goes on to the stage that follows round n, and the
// words for it; nobody where everybody does.
func (v *Visit) qualified(n int) (who []tournament.PlayerID, words string) {
	stage := v.Tournament.Settings.Stage(n + 1)
	if n == 0 || stage.From != n+1 || stage.Qualify == 0 {
		return nil, ""
	}
	return pairing.Seeds(v.Tournament, stage.From), v.Lang.T("standings.qualified", v.Lang.T("system."+string(stage.System)))
}

// scoreText writes a score of a row; how far somebody came is said in words.
func (v *Visit) scoreText(s *results.Standings, r *results.Row, c int) string {
	if s.Criteria[c] != tournament.StageReached || r.Scores[c] == 0 {
		return v.Lang.Decimal(r.Text(c))
	}
	if v.reached == nil {
		v.reached = v.stageNames()
	}
	half := quarters(1)
	round := int(r.Scores[c] / quarters(2))
	if r.Scores[c]%quarters(2) == half {
		return v.Lang.T("stage.short.third")
	}
	if name, ok := v.reached[round]; ok {
		return name
	}
	return v.Lang.Decimal(r.Text(c))
}

// stageNames returns short names of the rounds that somebody can have reached:
// those of a knockout by its matches, of other stages by their number, where
// the first says nothing.
func (v *Visit) stageNames() map[int]string {
	names := map[int]string{}
	s := &v.Tournament.Settings
	for i, stage := range append([]tournament.Stage{s.Stage(1)}, s.Stages...) {
		tree, ok := pairing.Tree(v.Tournament, stage.From)
		if !ok {
			names[stage.From] = "–"
			if i > 0 {
				names[stage.From] = strconv.Itoa(i + 1)
			}
			continue
		}
		last := stage.From
		for j := range tree.Matches {
			m := &tree.Matches[j]
			if !m.Spared && m.Part != bracket.Third {
				last = max(last, m.Round)
				names[m.Round] = v.shortName(&tree, m)
			}
		}
		names[last+1] = v.Lang.T("stage.short.won")
	}
	return names
}

// shortName is what a round of a knockout is called where there is no room: F,
// 1/2, 1/4; in a double elimination the number of the round.
func (v *Visit) shortName(tree *bracket.Tree, m *bracket.TreeMatch) string {
	switch {
	case m.Part == bracket.Final, m.Part == bracket.Again, m.Part == bracket.Winners && m.Left == 0 && tree.Stage.System == tournament.Knockout:
		return v.Lang.T("stage.short.final")
	case tree.Stage.System == tournament.Knockout:
		return "1/" + strconv.Itoa(1<<m.Left)
	}
	return v.Lang.T("stage.short.round", m.Round)
}
