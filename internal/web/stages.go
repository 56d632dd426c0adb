package web

import (
	"strconv"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// nameMatches puts the names of the matches of a knockout above the games of a
// round that has several kinds.
func (v *visit) nameMatches(n int, games []gameView) {
	tree, ok := pairing.Tree(v.Tournament, n)
	if !ok || v.Tournament.Settings.Teams.Boards > 0 {
		return
	}
	kinds, names := map[string]bool{}, map[tournament.PlayerID]string{}
	for i := range tree.Matches {
		m := &tree.Matches[i]
		if m.Round != n || m.Walkover || m.Spared {
			continue
		}
		name := matchName(v.lang, &tree, m)
		kinds[name] = true
		for _, side := range m.Sides {
			names[side.Player] = name
		}
	}
	if len(kinds) < 2 {
		return
	}
	last := ""
	for i := range games {
		if name := names[games[i].Black.ID]; name != last {
			games[i].Match, last = name, name
		}
	}
}

// qualified returns who goes on to the stage that follows round n, and the
// words for it; nobody where everybody does.
func (v *visit) qualified(n int) (who []tournament.PlayerID, words string) {
	stage := v.Tournament.Settings.Stage(n + 1)
	if n == 0 || stage.From != n+1 || stage.Qualify == 0 {
		return nil, ""
	}
	return pairing.Seeds(v.Tournament, stage.From), v.lang.T("standings.qualified", v.lang.T("system."+string(stage.System)))
}

// scoreText writes a score of a row; how far somebody came is said in words.
func (v *visit) scoreText(s *results.Standings, r *results.Row, c int) string {
	if s.Criteria[c] != tournament.StageReached || r.Scores[c] == 0 {
		return v.lang.Decimal(r.Text(c))
	}
	if v.reached == nil {
		v.reached = v.stageNames()
	}
	half := quarters(1)
	round := int(r.Scores[c] / quarters(2))
	if r.Scores[c]%quarters(2) == half {
		return v.lang.T("stage.short.third")
	}
	if name, ok := v.reached[round]; ok {
		return name
	}
	return v.lang.Decimal(r.Text(c))
}

// stageNames returns short names of the rounds that somebody can have reached:
// those of a knockout by its matches, of other stages by their number, where
// the first says nothing.
func (v *visit) stageNames() map[int]string {
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
			if !m.Spared && m.Part != pairing.Third {
				last = max(last, m.Round)
				names[m.Round] = v.shortName(&tree, m)
			}
		}
		names[last+1] = v.lang.T("stage.short.won")
	}
	return names
}

// shortName is what a round of a knockout is called where there is no room: F,
// 1/2, 1/4; in a double elimination the number of the round.
func (v *visit) shortName(tree *pairing.Bracket, m *pairing.Match) string {
	switch {
	case m.Part == pairing.Final, m.Part == pairing.Again, m.Part == pairing.Winners && m.Left == 0 && tree.Stage.System == tournament.Knockout:
		return v.lang.T("stage.short.final")
	case tree.Stage.System == tournament.Knockout:
		return "1/" + strconv.Itoa(1<<m.Left)
	}
	return v.lang.T("stage.short.round", m.Round)
}
