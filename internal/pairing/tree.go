package pairing

import (
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// Seeds returns the players of the stage of round n, the first seed first: the stored seeds once its first round is
// published, and until then the players as things stand. Where teams play they are teams.
func Seeds(t *tournament.Tournament, n int) []tournament.PlayerID {
	t = ofSides(t)
	return slices.Clone(seedsOf(t, t.Settings.Stage(n)))
}

// RoundsNeeded returns the greatest number of rounds in the plan of a stage, and its number of players, or teams: the
// players of the stage, or before its start all participants except withdrawn ones. A cup takes the rounds after which
// only one player can have won all; other systems without a plan take 0.
func RoundsNeeded(t *tournament.Tournament, stage tournament.Stage) (rounds, players int) {
	if !stage.System.Planned() && stage.System != tournament.Cup {
		return 0, 0
	}
	t = ofSides(t)
	if r := t.Round(stage.From); r != nil && r.Published {
		players = len(seedsOf(t, stage))
	} else {
		players = len(t.Remaining())
		if stage.Qualify > 0 {
			players = min(players, stage.Qualify)
		}
	}
	switch {
	case players < 2:
		return 0, players
	case stage.System == tournament.RoundRobin:
		return bracket.BergerRounds(stage, players), players
	}
	return bracket.Rounds(bracket.Of(stage, players)), players // a cup takes as many as a knockout
}

// Tree returns the bracket of the stage of round n, of teams where they play; ok is false for other systems and for
// fewer than two players. Rounds that are not published do not count.
func Tree(t *tournament.Tournament, n int) (tree bracket.Tree, ok bool) {
	stage := t.Settings.Stage(n)
	if !stage.System.Eliminates() {
		return tree, false
	}
	t = ofSides(t)
	seeds := seedsOf(t, stage)
	if len(seeds) < 2 {
		return tree, false
	}
	return bracket.New(t, stage, seeds).Tree(), true
}
