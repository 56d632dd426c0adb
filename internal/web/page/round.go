package page

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// RoundTitle returns the number of a round, and in a knockout its matches.
func RoundTitle(lang *i18n.Language, t *tournament.Tournament, n int) string {
	title := lang.T("frame.round", n)
	if name := RoundName(lang, t, n); name != "" {
		title += " · " + name
	}
	return title
}

// RoundName names a round of a knockout by its matches, such as "Semi-finals"; ""
// for rounds of other systems.
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

// Headings returns the headings above the games of a round by table, if the round has several kinds of games: the
// matches of a knockout, pools, and other games beside them. A round of teams has none, since matches have their own.
func Headings(lang *i18n.Language, t *tournament.Tournament, n int) map[int]string {
	r := t.Round(n)
	if OfTeams(t) || r == nil || len(r.Games) == 0 {
		return nil
	}
	names := gameKinds(lang, t, n)
	others := ""
	if _, goOn := t.Settings.SideStage(n); goOn {
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

// gameKinds names the kind of game of every player whose game in round n is
// prescribed by a plan.
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

// PoolName names pool k of the stage of round n, or the round robin itself if it
// has no pools.
func PoolName(lang *i18n.Language, t *tournament.Tournament, n, k int) string {
	if stage := t.Settings.Stage(n); !stage.Pooled() {
		return lang.T("system." + string(stage.System))
	}
	return lang.T("system.pools.name", pairing.PoolName(k))
}

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

// Weighed reports whether the program weighs pairings in a round, alone or beside a plan.
func Weighed(t *tournament.Tournament, n int) bool {
	_, beside := t.Settings.SideStage(n)
	return beside || t.Settings.Stage(n).System.Weighed()
}

// A ProgressView counts the results of a round (partial "progress").
type ProgressView struct {
	Done, Total int
	Percent     int
	Missing     []int // tables without a result
}

// NewProgressView counts the results of a round.
func NewProgressView(r *tournament.Round) ProgressView {
	p := ProgressView{Total: len(r.Games), Done: len(r.Games) - r.Missing()}
	if p.Total > 0 {
		p.Percent = 100 * p.Done / p.Total
	}
	for i := range r.Games {
		if !r.Games[i].Decided().Known() {
			p.Missing = append(p.Missing, r.Games[i].Table)
		}
	}
	return p
}

// ByeViews returns the players and teams that have a bye in a round. A free board
// of a match is part of the match.
func ByeViews(t *tournament.Tournament, r *tournament.Round) []PlayerView {
	var byes []PlayerView
	for _, id := range r.Byes {
		if t.TeamOf(id) == nil {
			byes = append(byes, NewPlayerView(t, id))
		}
	}
	_, teams := t.Matches(r.Number)
	for _, id := range teams {
		byes = append(byes, NewTeamView(t, id))
	}
	return byes
}

// CellKeys are the messages of a player's rounds without a game.
var CellKeys = map[results.CellKind]string{
	results.Bye: "standings.cell.bye", results.HalfBye: "standings.cell.halfbye", results.Absent: "standings.cell.absent",
	results.NotAssigned: "standings.cell.unpaired", results.NotEntered: "standings.cell.notentered",
	results.Annulled: "standings.cell.annulled", results.Walkover: "standings.cell.walkover",
}
