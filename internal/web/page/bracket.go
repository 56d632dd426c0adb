package page

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// Knockouts returns the first rounds of the stages that are knockouts.
func Knockouts(t *tournament.Tournament) []int {
	var list []int
	for _, stage := range append([]tournament.Stage{t.Settings.Stage(1)}, t.Settings.Stages...) {
		if stage.System.Eliminates() {
			list = append(list, stage.From)
		}
	}
	return list
}

// RoundName is what a round of a knockout is called, by its matches; "" for
// rounds of other systems.
func RoundName(lang *i18n.Language, t *tournament.Tournament, n int) string {
	tree, ok := pairing.Tree(t, n)
	if !ok {
		return ""
	}
	var names []string
	for i := range tree.Matches {
		m := &tree.Matches[i]
		if name := Text(lang, tree.Name(m)); m.Round == n && !m.Walkover && !m.Spared && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " · ")
}

// RoundTitle names a round, and in a knockout its matches.
func RoundTitle(lang *i18n.Language, t *tournament.Tournament, n int) string {
	title := lang.T("frame.round", n)
	if name := RoundName(lang, t, n); name != "" {
		title += " · " + name
	}
	return title
}

// Entrants returns the tournament of those who meet: players or teams.
func Entrants(t *tournament.Tournament) *tournament.Tournament {
	if t.Settings.Teams.Boards > 0 {
		return t.OfTeams()
	}
	return t
}

// Headings says above which tables of a round a heading stands, where it has
// several kinds of games: the matches of a knockout, pools, and those who play
// on beside them. There are none where teams play, whose matches have their own.
func Headings(lang *i18n.Language, t *tournament.Tournament, n int) map[int]string {
	r := t.Round(n)
	if OfTeams(t) || r == nil || len(r.Games) == 0 {
		return nil
	}
	names := gameKinds(lang, t, n)
	others := ""
	if _, goOn := t.Settings.Beside(n); goOn {
		others = lang.T("round.others")
	}
	name := func(i int) string { return cmp.Or(names[r.Games[i].Black], names[r.Games[i].White], others) }
	heads, several := map[int]string{}, false
	for i := range r.Games {
		if i == 0 || name(i) != name(i-1) {
			heads[r.Games[i].Table], several = name(i), several || i > 0
		}
	}
	if !several {
		return nil
	}
	return heads
}

// gameKinds says for everybody whose game the plan of round n prescribes what kind
// it is.
func gameKinds(lang *i18n.Language, t *tournament.Tournament, n int) map[tournament.PlayerID]string {
	names := map[tournament.PlayerID]string{}
	if tree, ok := pairing.Tree(t, n); ok {
		for i := range tree.Matches {
			if m := &tree.Matches[i]; m.Round == n && !m.Walkover && !m.Spared {
				for _, side := range m.Sides {
					names[side.Player] = Text(lang, tree.Name(m))
				}
			}
		}
	}
	for k, pool := range pairing.Pools(t, n) {
		for _, id := range pool {
			names[id] = PoolName(lang, t, n, k)
		}
	}
	return names
}

// PoolName is what a pool of the stage of round n is called, or the round robin
// itself where there is but one.
func PoolName(lang *i18n.Language, t *tournament.Tournament, n, k int) string {
	if stage := t.Settings.Stage(n); !stage.Pooled() {
		return lang.T("system." + string(stage.System))
	}
	return lang.T("pool.name", pairing.PoolName(k))
}
