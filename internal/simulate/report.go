package simulate

import (
	"cmp"
	"context"
	"slices"

	"tourney/internal/tournament"
)

// A Report is what the runs have in common. Means are over all runs.
type Report struct {
	// Labels tell the variants of a comparison apart.
	Labels []Label
	Runs   int
	// Rounds is how many were played at most; a knockout may need fewer than
	// are planned.
	Rounds int
	// Strongest is the player, or team, of the highest rating. StrongestWins
	// is how often he comes first, from 0 to 1, a shared place counting its
	// part; StrongestPlace is the mean of his places.
	Strongest      tournament.PlayerID
	StrongestWins  float64
	StrongestPlace float64
	// SharedFirst is in how many of the runs several share the first place,
	// from 0 to 1, and FirstShared the mean number of those who do.
	SharedFirst, FirstShared float64
	// RankGap and Handicap are the means of a game: by how many ranks the two
	// are apart, and the handicap given. Gaps counts the games by their gap,
	// as parts of all games; the last is that gap and more.
	RankGap, Handicap float64
	Gaps              []float64
	// Even is the part of the games without handicap, Open that of those which
	// the weaker side wins one time in four or more.
	Even, Open float64
	// Repeats is the mean number of games of two who had met before, in a run.
	Repeats float64
	// Imbalance is the mean number of even games that a player had more with
	// one colour than with the other.
	Imbalance float64
	// Winners is how often everybody comes first, a shared place counting its
	// part; who never does is left out. The likeliest is first.
	Winners []Winner
}

// A Winner is somebody who has come first.
type Winner struct {
	Player tournament.PlayerID
	Chance float64
}

// report adds the runs up, in their order.
func report(t *tournament.Tournament, runs []run) *Report {
	if t.Settings.Teams.Boards > 0 {
		t = t.OfTeams()
	}
	r := &Report{Runs: len(runs), Strongest: strongest(t), Gaps: make([]float64, maxGap+1)}
	var sum run
	chances := map[tournament.PlayerID]float64{}
	for i := range runs {
		one := &runs[i]
		sum.games += one.games
		sum.repeats += one.repeats
		sum.gap += one.gap
		sum.stones += one.stones
		sum.even += one.even
		sum.uncertain += one.uncertain
		sum.imbalance += one.imbalance
		sum.counts += one.counts
		sum.strongest += one.strongest
		for gap, count := range one.gaps {
			sum.gaps[gap] += count
		}
		r.Rounds = max(r.Rounds, one.rounds)
		if len(one.top) > 1 {
			r.SharedFirst += 1 / float64(len(runs))
		}
		r.FirstShared += float64(len(one.top)) / float64(len(runs))
		for _, id := range one.top {
			chances[id] += 1 / float64(len(one.top)) / float64(len(runs))
		}
	}
	part := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	r.StrongestWins, r.StrongestPlace = chances[r.Strongest], part(sum.strongest, len(runs))
	r.RankGap, r.Handicap = part(sum.gap, sum.games), part(sum.stones, sum.games)
	r.Even, r.Open = part(sum.even, sum.games), part(sum.uncertain, sum.games)
	r.Repeats, r.Imbalance = part(sum.repeats, len(runs)), part(sum.imbalance, sum.counts)
	for gap, count := range sum.gaps {
		r.Gaps[gap] = part(count, sum.games)
	}
	for i := range t.Players {
		if id := t.Players[i].ID; chances[id] > 0 {
			r.Winners = append(r.Winners, Winner{id, chances[id]})
		}
	}
	slices.SortStableFunc(r.Winners, func(a, b Winner) int { return cmp.Compare(b.Chance, a.Chance) })
	return r
}

// A Variant is a set of settings and what is special about it.
type Variant struct {
	Labels   []Label
	Settings tournament.Settings
}

// mostVariants bounds a comparison.
const mostVariants = 24

// Compare runs several settings on the field of a tournament, all with the same
// seed, and returns their reports in the same order.
func Compare(ctx context.Context, t *tournament.Tournament, variants []Variant, o Options) ([]*Report, error) {
	if len(variants) == 0 || len(variants) > mostVariants {
		return nil, tooMany(len(variants))
	}
	progress := o.Progress
	var reports []*Report
	for k, v := range variants {
		field := t.Clone()
		field.Rounds = nil
		if err := field.SetSettings(v.Settings); err != nil {
			return nil, err
		}
		if progress != nil {
			o.Progress = func(done, total int) { progress(k*total+done, len(variants)*total) }
		}
		r, err := Run(ctx, field, o)
		if err != nil {
			return nil, err
		}
		r.Labels = v.Labels
		reports = append(reports, r)
	}
	return reports, nil
}
