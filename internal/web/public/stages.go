package public

import (
	"strconv"

	"tourney/internal/event/federations"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// setHeadings sets the headings above the games of a round with several kinds.
func setHeadings(lang *i18n.Language, t *tournament.Tournament, n int, games []page.GameView) {
	heads := page.Headings(lang, t, n)
	for i := range games {
		games[i].Match = heads[games[i].Table]
	}
}

// A ranking is the order of all players after a round, or of the players of one pool, with its name. before is the
// order one round earlier, nil if it cannot be compared.
type ranking struct {
	*results.Standings
	pool   string
	before *results.Standings
}

// rankings returns the standings after round n: one ranking, or one of each pool.
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

// ranked returns the standings after round n that include a player: of the pool, or of all players.
func (v *Visit) ranked(id tournament.PlayerID, n int) *results.Standings {
	for _, list := range v.rankings(n) {
		if row := list.Row(id); row != nil {
			return list.Standings
		}
	}
	return v.Standings(n)
}

// qualified returns the players who qualified for the stage after round n and a text about it; nil if all continue.
func (v *Visit) qualified(n int) (players []tournament.PlayerID, words string) {
	stage := v.Tournament.Settings.Stage(n + 1)
	if n == 0 || stage.From != n+1 || stage.Qualify == 0 {
		return nil, ""
	}
	return pairing.Seeds(v.Tournament, stage.From), v.Lang.T("standings.qualified", v.Lang.T("system."+string(stage.System)))
}

// scoreText formats score c of a row; a stage is named.
func (v *Visit) scoreText(s *results.Standings, r *results.Row, c int) string {
	if s.Criteria[c] != tournament.StageReached || r.Scores[c] == 0 {
		return v.Lang.Decimal(federations.Score(v.Tournament, s.Criteria[c], r.Text(c)))
	}
	if v.roundNames == nil {
		v.roundNames = stageNames(v.Lang, v.Tournament)
	}
	half := quarters(1)
	round := int(r.Scores[c] / quarters(2))
	if r.Scores[c]%quarters(2) == half {
		return v.Lang.T("settings.stage.short.third")
	}
	if name, ok := v.roundNames[round]; ok {
		return name
	}
	return v.Lang.Decimal(r.Text(c))
}

// stageNames returns short names of the rounds that a player can reach: rounds of a
// knockout by their matches, of other stages by the number of the stage, "–" for the
// first.
func stageNames(lang *i18n.Language, t *tournament.Tournament) map[int]string {
	names := map[int]string{}
	s := &t.Settings
	for i, stage := range append([]tournament.Stage{s.Stage(1)}, s.Stages...) {
		tree, ok := pairing.Tree(t, stage.From)
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
				names[m.Round] = shortRoundName(lang, &tree, m)
			}
		}
		names[last+1] = lang.T("settings.stage.short.won")
	}
	return names
}

// shortRoundName returns the name of a round of a knockout, such as "Semi-final"; in a double elimination the number of
// the round.
func shortRoundName(lang *i18n.Language, tree *bracket.Tree, m *bracket.TreeMatch) string {
	switch {
	case m.Part == bracket.Final, m.Part == bracket.Again, m.Part == bracket.Winners && m.Left == 0 && tree.Stage.System == tournament.Knockout:
		return lang.T("bracket.match.final")
	case tree.Stage.System == tournament.Knockout:
		return page.Text(lang, tree.Name(m))
	}
	return lang.T("settings.stage.short.round", m.Round)
}
