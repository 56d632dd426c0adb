package results

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing/bracket"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// slow computes every criterion from the games for each call, by the text of its definition, in quarter points.
type slow struct {
	t *tournament.Tournament
	n int
}

// game returns a player's game in a round, except against a stand-in.
func (s slow) game(p tournament.PlayerID, round int) *tournament.Game {
	g := s.t.Round(round).Game(p)
	if g != nil && (s.t.StandIn(g.Black) || s.t.StandIn(g.White)) {
		return nil
	}
	return g
}

// gamePoints returns the quarter points of a player's game in a round, even against a stand-in.
func (s slow) gamePoints(p tournament.PlayerID, round int) int {
	g := s.t.Round(round).Game(p)
	if g == nil {
		return 0
	}
	win, lose := tournament.BlackWins, tournament.WhiteWins
	if g.White == p {
		win, lose = lose, win
	}
	switch g.Result.Outcome {
	case win, tournament.BothWin:
		return 4
	case tournament.Jigo:
		return 2
	case lose:
	}
	return 0
}

// score is the number of wins, or the McMahon score, after a round.
func (s slow) score(p tournament.PlayerID, after int, mms bool) int {
	sum, idle := 0, 0
	player, c := s.t.Player(p), s.t.Settings.Scoring
	for q := 1; q <= after; q++ {
		sum += s.gamePoints(p, q)
		bye, absent := int(c.WinsBye), int(c.WinsAbsent)
		if mms {
			bye, absent = int(c.MMSBye), int(c.MMSAbsent)
		}
		switch {
		case s.t.Round(q).Game(p) != nil:
		case s.t.Round(q).HasBye(p):
			idle += 2 * bye
		case player.HalfByes.Has(q):
			idle += 2
		case player.Absent.Has(q):
			idle += 2 * absent
		}
	}
	if c.RoundDown {
		idle = idle / 4 * 4
	}
	if mms {
		sum += s.start(p)
	}
	return sum + idle
}

func (s slow) start(p tournament.PlayerID) int {
	player := s.t.Player(p)
	index := min(max(player.Rank.Index(), s.t.Settings.Floor.Index()), s.t.Settings.Bar.Index())
	return 4 * (30 + index + player.StartCorrection)
}

// A kind is one of the scores of opponents that criteria add up.
type kind int

const (
	wins kind = iota
	mms
	sts
)

// seen is a player's score in the sums of their opponents.
func (s slow) seen(p tournament.PlayerID, k kind) int {
	mms := k != wins
	sum := s.score(p, s.n, mms)
	if s.t.Settings.Scoring.UnplayedHalf {
		sum = 0
		if mms {
			sum = s.start(p)
		}
		for q := 1; q <= s.n; q++ {
			if g := s.game(p, q); g != nil && g.Result.Known() && g.Result.Outcome != tournament.NotPlayed && g.Result.Manner != tournament.ByForfeit {
				sum += s.gamePoints(p, q)
			} else {
				sum += 2
			}
		}
	}
	if k == sts {
		sum += s.sts(p) - s.score(p, s.n, true)
	}
	return sum
}

func (s slow) sts(p tournament.PlayerID) int {
	sum := s.score(p, s.n, true)
	total := s.t.Settings.Rounds
	for _, q := range []int{total - 2, total - 1} {
		if q >= 1 && q <= s.n && s.score(p, q, true) == 4*(30+s.t.Settings.Bar.Index()+q) {
			sum += 8
		}
	}
	return sum
}

// entries are the parts of a player's sum of opponents' scores.
func (s slow) entries(p tournament.PlayerID, k kind) []int {
	var list []int
	for q := 1; q <= s.n; q++ {
		g := s.game(p, q)
		switch {
		case g == nil && k == wins:
			list = append(list, 0)
		case g == nil:
			list = append(list, s.start(p))
		default:
			e := s.seen(g.Opponent(p), k)
			if k != wins && !s.t.Settings.Scoring.PlainSOS {
				if g.White == p {
					e += 4 * g.Handicap
				} else {
					e -= 4 * g.Handicap
				}
			}
			list = append(list, e)
		}
	}
	return list
}

func sum(list []int) int {
	n := 0
	for _, v := range list {
		n += v
	}
	return n
}

// twins are the slow versions of the criteria for one player; direct has the criteria among equals.
var twins = map[tournament.Criterion]func(slow, tournament.PlayerID) int{
	tournament.NBW:          func(s slow, p tournament.PlayerID) int { return s.score(p, s.n, false) },
	tournament.MMS:          func(s slow, p tournament.PlayerID) int { return s.score(p, s.n, true) },
	tournament.STS:          slow.sts,
	tournament.CPS:          slow.cup,
	tournament.SOSW:         sumWithout(0, wins),
	tournament.SOSM:         sumWithout(0, mms),
	tournament.SOSTS:        sumWithout(0, sts),
	tournament.SOSW1:        sumWithout(1, wins),
	tournament.SOSM1:        sumWithout(1, mms),
	tournament.SOSW2:        sumWithout(2, wins),
	tournament.SOSM2:        sumWithout(2, mms),
	tournament.SODOSW:       sumOfDefeated(wins),
	tournament.SODOSM:       sumOfDefeated(mms),
	tournament.SOSOSW:       sumOfSums(wins),
	tournament.SOSOSM:       sumOfSums(mms),
	tournament.CUSSW:        cumulative(false),
	tournament.CUSSM:        cumulative(true),
	tournament.StageReached: slow.reached,
	tournament.EXT:          func(s slow, p tournament.PlayerID) int { return s.exploits(p, false) },
	tournament.EXR:          func(s slow, p tournament.PlayerID) int { return s.exploits(p, true) },
	tournament.Category:     slow.category,
	tournament.ByRank:       func(s slow, p tournament.PlayerID) int { return 4 * int(s.t.Player(p).Rank) },
	tournament.ByRating:     slow.rating,
}

func (s slow) cup(p tournament.PlayerID) int {
	v := 0
	for q := 1; q <= s.n; q++ {
		v += (s.score(p, q, false) - s.score(p, q-1, false)) << (s.n - q)
	}
	return v
}

// sumWithout is the sum of the opponents' scores without the lowest ones.
func sumWithout(lowest int, k kind) func(slow, tournament.PlayerID) int {
	return func(s slow, p tournament.PlayerID) int {
		list := s.entries(p, k)
		slices.Sort(list)
		return sum(list[min(lowest, s.n):])
	}
}

func sumOfDefeated(k kind) func(slow, tournament.PlayerID) int {
	return func(s slow, p tournament.PlayerID) int {
		v := 0
		for q, e := range s.entries(p, k) {
			if s.game(p, q+1) != nil {
				v += e * s.gamePoints(p, q+1) / 4
			}
		}
		return v
	}
}

func sumOfSums(k kind) func(slow, tournament.PlayerID) int {
	return func(s slow, p tournament.PlayerID) int {
		v := 0
		for q := 1; q <= s.n; q++ {
			switch g := s.game(p, q); {
			case g != nil:
				v += sum(s.entries(g.Opponent(p), k))
			case k == mms:
				v += s.start(p) * s.n
			}
		}
		return v
	}
}

// cumulative is the sum of a player's own scores round by round.
func cumulative(mms bool) func(slow, tournament.PlayerID) int {
	return func(s slow, p tournament.PlayerID) int {
		v := 0
		for q := 1; q <= s.n; q++ {
			v += s.score(p, q, mms)
		}
		return v
	}
}

func (s slow) category(p tournament.PlayerID) int {
	if s.t.Player(p).Rank >= s.t.Settings.Categories[0] {
		return 4
	}
	return 8
}

func (s slow) rating(p tournament.PlayerID) int {
	player := s.t.Player(p)
	if player.Rating.Stated() {
		return 4 * player.Rating.Points()
	}
	return 4 * (2100 + 100*player.Rank.Index())
}

func (s slow) exploits(p tournament.PlayerID, wonOnly bool) int {
	v := 0
	for q := 1; q <= s.n; q++ {
		g := s.game(p, q)
		if g == nil || wonOnly && s.gamePoints(p, q) < 4 {
			continue
		}
		o := g.Opponent(p)
		given, natural := g.Handicap, rank.Steps(s.t.Player(p).Rank, s.t.Player(o).Rank)
		if g.Black == p {
			given = -given
		}
		switch weight := s.score(o, s.n, false); given - natural {
		case 0:
			v += weight
		case 1:
			v += 2 * weight
		default:
			if given-natural > 1 {
				v += 3 * weight
			}
		}
	}
	return v
}

// duel is the balance of wins, the half points and the number of the games that two players played; with even set, of
// even games only.
func (s slow) duel(p, o tournament.PlayerID, even bool) (balance, halves, games int) {
	for q := 1; q <= s.n; q++ {
		g := s.game(p, q)
		if even && g != nil && g.Handicap != 0 {
			continue
		}
		if p == o || g == nil || !g.Has(o) || !g.Result.Known() || g.Result.Outcome == tournament.NotPlayed || g.Result.Manner == tournament.ByForfeit {
			continue
		}
		mine, theirs := s.gamePoints(p, q), s.gamePoints(o, q)
		games++
		halves += mine / 2
		balance += sign(mine - theirs)
	}
	return balance, halves, games
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// direct is DC, SDC or DC-EGF of players who are equal so far; later compares two by the later columns.
func (s slow) direct(c tournament.Criterion, equals []tournament.PlayerID, later func(a, b tournament.PlayerID) int) map[tournament.PlayerID]int {
	switch c {
	case tournament.SDC:
		out := map[tournament.PlayerID]int{}
		for _, p := range equals {
			for _, o := range equals {
				balance, _, _ := s.duel(p, o, s.t.Settings.Scoring.EvenDC)
				if p != o && balance == 0 {
					return map[tournament.PlayerID]int{}
				}
				if balance > 0 {
					out[p] += 4
				}
			}
		}
		return out
	case tournament.DCEGF:
		return s.compare(equals)
	case tournament.DC:
		return s.confront(equals, later)
	}
	panic("no slow version of " + c)
}

func (s slow) compare(equals []tournament.PlayerID) map[tournament.PlayerID]int {
	wins, games := map[tournament.PlayerID]int{}, map[int]bool{}
	for _, p := range equals {
		all, halves := 0, 0
		for _, o := range equals {
			_, h, n := s.duel(p, o, false)
			all, halves = all+n, halves+h
		}
		games[all] = true
		wins[p] = halves / 2
	}
	out := map[tournament.PlayerID]int{}
	if len(games) > 1 || len(equals) < 2 {
		return out
	}
	for _, p := range equals {
		var same []tournament.PlayerID
		for _, o := range equals {
			if wins[o] < wins[p] {
				out[p] += 4
			}
			if wins[o] == wins[p] {
				same = append(same, o)
			}
		}
		if len(same) < len(equals) {
			out[p] += s.compare(same)[p]
		}
	}
	return out
}

func (s slow) confront(equals []tournament.PlayerID, later func(a, b tournament.PlayerID) int) map[tournament.PlayerID]int {
	type pair [2]tournament.PlayerID
	above := map[pair]bool{} // p has beaten o, directly or through others
	for _, p := range equals {
		for _, o := range equals {
			balance, _, _ := s.duel(p, o, s.t.Settings.Scoring.EvenDC)
			above[pair{p, o}] = balance > 0
		}
	}
	for _, via := range equals {
		for _, p := range equals {
			for _, o := range equals {
				if above[pair{p, via}] && above[pair{via, o}] {
					above[pair{p, o}] = true
				}
			}
		}
	}
	left, rank := slices.Clone(equals), map[tournament.PlayerID]int{}
	lowest := 0
	for len(left) > 0 {
		var last []tournament.PlayerID
		for _, p := range left {
			free := !slices.ContainsFunc(left, func(o tournament.PlayerID) bool { return above[pair{p, o}] && !above[pair{o, p}] })
			switch {
			case !free:
			case len(last) == 0 || later(p, last[0]) > 0:
				last = []tournament.PlayerID{p}
			case later(p, last[0]) == 0:
				last = append(last, p)
			}
		}
		for _, p := range last {
			rank[p] = 1 + len(left) - len(last)
			lowest = max(lowest, rank[p])
		}
		left = slices.DeleteFunc(left, func(p tournament.PlayerID) bool { return slices.Contains(last, p) })
	}
	for p := range rank {
		rank[p] = 4 * (lowest - rank[p])
	}
	return rank
}

// compared reports whether a criterion among equals counts a player.
func compared(t *tournament.Tournament, i int, c tournament.Criterion) bool {
	part := t.Participation().Part(t.Players[i].ID)
	return part >= tournament.PartEntrant || c == tournament.DC && part == tournament.PartMissing
}

// values are all criteria of all players.
func (s slow) values(criteria []tournament.Criterion) map[tournament.PlayerID][]int {
	out := map[tournament.PlayerID][]int{}
	among := func(c tournament.Criterion) bool {
		f, _ := c.Facts()
		return f.AmongEquals
	}
	for i := range s.t.Players {
		p := s.t.Players[i].ID
		for _, c := range criteria {
			v := 0
			if !among(c) {
				v = twins[c](s, p)
			}
			out[p] = append(out[p], v)
		}
	}
	for c, criterion := range criteria {
		if !among(criterion) {
			continue
		}
		done := map[tournament.PlayerID][]int{}
		for i := range s.t.Players {
			if !compared(s.t, i, criterion) {
				continue // a player outside the lists has no equals
			}
			var equals []tournament.PlayerID
			for j := range s.t.Players {
				if compared(s.t, j, criterion) && slices.Equal(out[s.t.Players[i].ID][:c], out[s.t.Players[j].ID][:c]) {
					equals = append(equals, s.t.Players[j].ID)
				}
			}
			later := func(a, b tournament.PlayerID) int { // negative if a is better
				for k := c + 1; k < len(criteria); k++ {
					d := out[b][k] - out[a][k]
					if criteria[k] == tournament.Category {
						d = -d
					}
					if d != 0 {
						return d
					}
				}
				return 0
			}
			for p, v := range s.direct(criterion, equals, later) {
				row := slices.Clone(out[p])
				row[c] = v
				done[p] = row
			}
		}
		for p, row := range done {
			out[p] = row
		}
	}
	return out
}

// reached goes through the last stage of the player, and subtracts their lives.
func (s slow) reached(p tournament.PlayerID) int {
	stageOf := func(round int) tournament.Stage { return s.t.Settings.Stage(round) }
	fate := func(n int) bracket.Progress {
		stage := stageOf(n)
		if !stage.System.Eliminates() || len(stage.Format.Seeds) < 2 {
			return bracket.Progress{}
		}
		return bracket.New(s.t, stage, stage.Format.Seeds).Progress(n - stage.From + 1)[p]
	}
	beaten := func(n int) (count int) { // by the bracket, in a game or without
		for _, round := range fate(n).Lost {
			if round == n {
				count++
			}
		}
		return count
	}
	last := 0 // the last round that the player played or missed
	var stage tournament.Stage
	for n := 1; n <= s.n; n++ {
		if r := s.t.Round(n); r.Game(p) != nil || r.HasBye(p) || beaten(n) > 0 {
			last, stage = n, stageOf(n)
			if stage.Others != tournament.Rest && !slices.Contains(stage.Format.Seeds, p) {
				stage = stageOf(1) // they play beside the stage
			}
		}
	}
	if last == 0 {
		return 0
	}
	if stage.System != tournament.Knockout && stage.System != tournament.DoubleElimination {
		return 4 * stage.From
	}
	losses, out, late, open := 0, 0, 0, 0
	allowed := map[tournament.System]int{tournament.Knockout: 1, tournament.DoubleElimination: 2}[stage.System]
	end := stage.From - 1
	for n := stage.From; n <= s.n && stageOf(n).From == stage.From; n++ {
		end = n
		if f := fate(n); f.Third {
			late = 2
		} else if f.Open > 0 {
			open = max(f.Open, last)
		}
		g := s.game(p, n)
		if g == nil {
			if losses += beaten(n); beaten(n) > 0 && out == 0 && losses >= allowed {
				out = n
			}
			continue
		}
		forBlack, forWhite := g.Result.Points()
		mine := forWhite
		if g.Black == p {
			mine = forBlack
		}
		third := true
		if stage.Others == tournament.PlayOnWithLosers {
			rounds := map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}[len(stage.Format.Seeds)]
			third = stage.System == tournament.Knockout && stage.Format.ThirdPlace && out == n-1 && n == stage.From+rounds-1
		}
		if out > 0 && mine == 2 && third {
			late = 2
		}
		o := g.Result.Outcome
		taken := beaten(n)
		if mine == 0 && g.Advancing != p && (o == tournament.BlackWins || o == tournament.WhiteWins || o == tournament.BothLose) {
			taken = max(taken, 1)
		}
		if losses += taken; taken > 0 && out == 0 && losses >= allowed {
			out = n
		}
	}
	switch {
	case out > 0:
		return 4*out + late
	case open > 0:
		return 4 * open
	case s.t.Player(p).Status == tournament.Withdrawn:
		return 4 * (last + 1)
	}
	return 4 * (end + 1)
}

func TestCriteriaEqualSlowVersions(t *testing.T) {
	for _, c := range tournament.Criteria() {
		switch f, _ := c.Facts(); {
		case twins[c] == nil && !f.AmongEquals:
			t.Errorf("%s has no slow version: add one to twins", c)
		case twins[c] != nil && f.AmongEquals:
			t.Errorf("%s is among equals, and its slow version belongs into direct", c)
		}
	}
	if t.Failed() {
		return // each of these is compared with others
	}
	for _, c := range tournament.Criteria() {
		t.Run(string(c), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				tn := rapidTournament(t)
				n := rapid.IntRange(0, len(tn.Rounds)).Draw(t, "after")
				// The order of the other criteria matters to criteria among equals.
				others := slices.DeleteFunc(tournament.Criteria(), func(o tournament.Criterion) bool { return o == c })
				around := rapid.Permutation(others).Draw(t, "others")
				tn.Settings.Criteria = [][]tournament.Criterion{
					{c}, {c, around[0]}, {around[0], c}, {around[0], c, around[1]},
				}[rapid.IntRange(0, 3).Draw(t, "place")]
				want := slow{tn, n}.values(tn.Settings.Criteria)
				s := After(tn, n)
				for _, r := range s.Rows {
					var got []int
					for _, v := range r.Scores {
						got = append(got, int(v))
					}
					if !slices.Equal(got, want[r.Player]) {
						t.Fatalf("%v after %d: player %d has %v, want %v", tn.Settings.Criteria, n, r.Player, got, want[r.Player])
					}
				}
				checkOrder(t, tn, s)
			})
		})
	}
}

// checkOrder checks the rows against the rule of shared places.
func checkOrder(t *rapid.T, tn *tournament.Tournament, s *Standings) {
	for i, r := range s.Rows {
		better := 0
		for _, o := range s.Rows {
			if Better(s.Criteria, o.Scores, r.Scores) < 0 {
				better++
			}
		}
		if r.Place != better+1 || r.Line != i+1 {
			t.Fatalf("player %d has place %d in line %d, but %d are better", r.Player, r.Place, r.Line, better)
		}
		if i > 0 && s.Rows[i-1].Place == r.Place && tn.Player(s.Rows[i-1].Player).Name() > tn.Player(r.Player).Name() {
			t.Fatalf("equals are not in the order of names: %v", s.Rows)
		}
		for q, c := range r.Cells {
			if c.Kind != Game {
				continue
			}
			if tn.StandIn(c.Opponent) {
				t.Fatalf("player %d has a game with a helper in round %d", r.Player, q+1)
			}
			if other := s.Row(c.Opponent).Cells[q]; other.GameID != c.GameID || other.Opponent != r.Player || other.Line != r.Line || other.Black == c.Black {
				t.Fatalf("round %d: %+v against %+v", q+1, c, other)
			}
		}
	}
}

func TestBeforeListsThePast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := rapidTournament(t)
		tn.Settings.System = rapid.SampledFrom([]tournament.System{tournament.McMahon, tournament.Swiss}).Draw(t, "system")
		tn.Settings.Criteria, tn.Settings.Stages = []tournament.Criterion{tournament.NBW, tournament.DC}, nil
		tn.Settings.Pairing.PlayedOnly = rapid.Bool().Draw(t, "played only")
		n := rapid.IntRange(1, len(tn.Rounds)+1).Draw(t, "round")
		main := func(p tournament.PlayerID, before int) int {
			return slow{tn, 0}.score(p, before-1, tn.Settings.System == tournament.McMahon) / 4
		}
		for i, r := range Before(tn, n) {
			p := tn.Players[i].ID
			var up, down, colours, byes, games int
			for q := 1; q < n; q++ {
				g := slow{tn, 0}.game(p, q)
				if tn.Round(q).HasBye(p) || g == nil && tn.Round(q).Game(p) != nil {
					byes++
				}
				counts := g != nil
				if g == nil { // a stand-in's game has a colour if it was played
					g = tn.Round(q).Game(p)
				}
				if g == nil {
					continue
				}
				unplayed := g.Result.Manner == tournament.ByForfeit || g.Result.Outcome == tournament.NotPlayed
				coloured := g.Handicap == 0 && !(unplayed && (tn.Settings.Pairing.PlayedOnly || !counts))
				if coloured && g.White == p {
					colours++
				} else if coloured {
					colours--
				}
				if !counts {
					continue
				}
				if !unplayed || !tn.Settings.Pairing.PlayedOnly {
					games++
				}
				switch mine, theirs := main(p, q), main(g.Opponent(p), q); {
				case mine < theirs:
					up++
				case mine > theirs:
					down++
				}
			}
			got := fmt.Sprint(r.Player, r.Main.Floor(), r.MovedUp, r.MovedDown, r.Colours, r.Byes, len(r.Games), r.Scores[1])
			if want := fmt.Sprint(p, main(p, n), up, down, colours, byes, games, 0); got != want {
				t.Fatalf("round %d: %s, want %s", n, got, want)
			}
		}
	})
}
