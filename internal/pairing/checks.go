package pairing

import (
	"cmp"
	"math"
	"slices"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// Subjects lists the subjects of the checks before a round is published: earlier results, presence and pairing, open
// requests about the round, byes, repeated and too familiar pairings, gaps in score and handicap, players who did not
// show up, colours, tables, and ranks changed since the draw.
func Subjects() []string {
	return []string{"results", "presence", "requests", "bye", "rematch", "gap", "noshow", "colours", "tables", "ranks"}
}

// A Check is a point for the director's review before publishing a round.
type Check struct {
	// Subject is one of Subjects.
	Subject string
	// Grave marks a state that is hardly ever intended.
	Grave bool
	// Constraint marks a check of one of the director's constraints.
	Constraint bool
	// Key names the message; its first value is the number of games, players, tables or rounds concerned.
	Key  string
	Args []any
	// Round is the round concerned, Tables and Players its tables and players concerned.
	Round   int
	Tables  []int
	Players []tournament.PlayerID
}

// Checks returns the checks for the director's review before publishing round n, in the order of Subjects; an empty
// list for a round that does not exist. A published round with results is not drawn again, so checks that only
// another draw could answer are left out for it.
func Checks(t *tournament.Tournament, n int) []Check {
	r := t.Round(n)
	if r == nil {
		return nil
	}
	t = whenPlayed(t, r)
	in := inspect(t, n)
	in.checkResults()
	in.checkPostponed()
	in.checkRounds()
	in.checkDrawnMatches()
	in.checkRequests()
	in.checkNoShows()
	in.checkTables()
	in.checkRanks()
	parts := []*tournament.Tournament{t}
	if sp, ok := splitOf(t, n); ok && !in.teams {
		parts = []*tournament.Tournament{sp.plan, sp.others}
	}
	for _, part := range parts {
		of := inspect(part, n)
		of.checkPresence()
		of.checkByes()
		of.checkRematches()
		of.checkGaps()
		of.checkColours()
		for _, c := range of.found {
			in.merge(c)
		}
	}
	in.checkEmptyRound()
	order := Subjects()
	slices.SortStableFunc(in.found, func(a, b Check) int {
		return slices.Index(order, a.Subject) - slices.Index(order, b.Subject)
	})
	return in.found
}

// whenPlayed returns the tournament with the players of the round's results, or of its bye, checked in, also if they
// have left since.
func whenPlayed(t *tournament.Tournament, r *tournament.Round) *tournament.Tournament {
	then := *t
	for i := range t.Players {
		p := &t.Players[i]
		if g := r.Game(p.ID); !r.Published || p.Plays(r.Number) || !r.HasBye(p.ID) && (g == nil || !g.Result.Known()) {
			continue
		}
		if &then.Players[0] == &t.Players[0] {
			then.Players = slices.Clone(t.Players)
		}
		then.Players[i].Status = tournament.CheckedIn
		then.Players[i].Absent = p.Absent.Without(r.Number)
	}
	return &then
}

// isPlayed reports whether a round is published and has a result.
func isPlayed(r *tournament.Round) bool {
	return r.Published && slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Result.Known() })
}

type inspection struct {
	t     *tournament.Tournament
	r     *tournament.Round
	o     *objective
	found []Check
	// teams is set where teams play; plan is the plan of the system, for
	// players, and nil where there is an objective instead.
	teams bool
	plan  *plan
}

// inspect returns an inspection, without checks yet, of a round that exists.
func inspect(t *tournament.Tournament, n int) *inspection {
	r := t.Round(n)
	in := &inspection{t: t, r: r, o: newObjective(t, n, r.Drawn.Seed, playersIn(r)), teams: t.Settings.Teams.Boards > 0}
	if t.Settings.Stage(n).System.Planned() {
		in.loadPlan()
	}
	return in
}

// merge adds a check; the same check of the other part of the round absorbs it.
func (in *inspection) merge(c Check) {
	i := slices.IndexFunc(in.found, func(f Check) bool {
		return f.Key == c.Key && len(c.Tables)+len(c.Players) > 0 && slices.Equal(f.Args[1:], c.Args[1:])
	})
	if i < 0 {
		in.found = append(in.found, c)
		return
	}
	f := &in.found[i]
	f.Args = slices.Concat([]any{f.Args[0].(int) + c.Args[0].(int)}, c.Args[1:])
	f.Tables, f.Players = append(f.Tables, c.Tables...), append(f.Players, c.Players...)
}

// addCheck adds a check about some tables and players, if there are any. Their
// number becomes the first value of its message.
func (in *inspection) addCheck(c Check) {
	if count := cmp.Or(len(c.Tables), len(c.Players)); count > 0 {
		c.Args = append([]any{count}, c.Args...)
		in.add(c)
	}
}

// add adds a check with its values; it is about this round unless it names another.
func (in *inspection) add(c Check) {
	c.Round = cmp.Or(c.Round, in.r.Number)
	in.found = append(in.found, c)
}

// checkGames adds check c about the games for which bad holds.
func (in *inspection) checkGames(c Check, bad func(g *tournament.Game, black, white *entrant) bool) {
	for i := range in.r.Games {
		g := &in.r.Games[i]
		if bad(g, in.entrant(g.Black), in.entrant(g.White)) {
			c.Tables = append(c.Tables, g.Table)
			c.Players = append(c.Players, g.Black, g.White)
		}
	}
	in.addCheck(c)
}

// checkPlayers adds check c about the players among ids for whom bad holds.
func (in *inspection) checkPlayers(c Check, ids []tournament.PlayerID, bad func(e *entrant) bool) {
	for _, id := range ids {
		if bad(in.entrant(id)) {
			c.Players = append(c.Players, id)
		}
	}
	in.addCheck(c)
}

func (in *inspection) entrant(id tournament.PlayerID) *entrant { return in.o.entrant(id) }

func (in *inspection) checkResults() {
	for i := range in.t.Rounds[:in.r.Number-1] {
		r := &in.t.Rounds[i]
		var tables []int
		for j := range r.Games {
			if !r.Games[j].Decided().Known() {
				tables = append(tables, r.Games[j].Table)
			}
		}
		in.addCheck(Check{
			Subject: "results", Grave: true, Key: "check.results.missing", Args: []any{r.Number}, Round: r.Number, Tables: tables,
		})
	}
}

func (in *inspection) checkRounds() {
	stage := in.t.Settings.Stage(in.r.Number)
	if needed, players := RoundsNeeded(in.t, stage); needed > in.t.Settings.Length(stage) {
		in.add(Check{
			Subject: "presence", Grave: stage.System.Eliminates(), Key: "check.presence.rounds",
			Args: []any{needed, players, in.t.Settings.Length(stage)},
		})
	}
}

// checkEmptyRound reports a round without games, byes and missing players.
func (in *inspection) checkEmptyRound() {
	left := slices.ContainsFunc(in.found, func(c Check) bool { return c.Key == "check.presence.unpaired" })
	if len(playersIn(in.r)) == 0 && !left {
		in.add(Check{Subject: "presence", Grave: true, Key: "check.presence.nobody", Args: []any{in.r.Number}})
	}
}

func (in *inspection) checkPresence() {
	n, there, forgotten := in.r.Number, playersIn(in.r), in.forgotten()
	in.addCheck(Check{Subject: "presence", Key: "check.presence.unpaired", Grave: true, Players: forgotten})
	in.checkLate()
	in.checkCame(forgotten)
	if in.teams {
		in.checkLineUps()
	}
	slices.Sort(there)
	in.checkPlayers(Check{Subject: "presence", Key: "check.presence.preliminary", Grave: true}, there, func(e *entrant) bool {
		return e.player.Status == tournament.Preliminary
	})
	in.checkPlayers(Check{Subject: "presence", Key: "check.presence.away", Grave: true}, there, func(e *entrant) bool {
		return e.player.Status != tournament.Preliminary && !e.player.Plays(n)
	})
}

func (in *inspection) checkByes() {
	if in.teams {
		in.checkTeamByes()
		return
	}
	in.addCheck(Check{Subject: "bye", Key: "check.bye.given", Players: slices.Clone(in.r.Byes)})
	byes := slices.DeleteFunc(slices.Clone(in.r.Byes), in.plannedBye)
	if len(byes) == 0 || len(in.o.field) == 0 {
		return
	}
	in.checkWastedByes(byes)
	top := in.o.field[0].group
	forced := func(e *entrant) bool { return in.plan == nil && e.player.ID == in.r.Drawn.Bye && in.o.hadMoreByes(e) }
	in.checkPlayers(Check{Subject: "bye", Key: "check.bye.forced", Grave: true}, byes, forced)
	in.checkPlayers(Check{Subject: "bye", Key: "check.bye.again", Grave: true}, byes, func(e *entrant) bool {
		return e.record.Byes > 0 && !forced(e)
	})
	if in.plan == nil && in.o.field[len(in.o.field)-1].group != top {
		in.checkPlayers(Check{Subject: "bye", Key: "check.bye.top"}, byes, func(e *entrant) bool { return e.group == top })
	}
}

func (in *inspection) checkGaps() {
	cup := results.MainScore(*in.o.s) == tournament.CPS
	switch {
	case in.plan != nil || in.teams:
	case cup:
		in.checkGames(Check{Subject: "gap", Key: "check.gap.cup"}, func(g *tournament.Game, b, w *entrant) bool {
			return b.group != w.group && !in.hasStandIn(g)
		})
	default:
		in.checkGames(Check{Subject: "gap", Key: "check.gap.score"}, func(g *tournament.Game, b, w *entrant) bool {
			return distance(int(b.record.Main), int(w.record.Main)) > 2 && !in.hasStandIn(g) // half points
		})
		in.checkGames(Check{Subject: "gap", Key: "check.gap.group"}, func(g *tournament.Game, b, w *entrant) bool {
			return in.r.Number > 1 && !in.r.Published && b.group != w.group && distance(int(b.record.Main), int(w.record.Main)) <= 2 && !in.hasStandIn(g)
		})
	}
	policy := in.t.Settings.Handicap
	limit := policy.At(policy.Limit()).Number
	in.checkGames(Check{Subject: "gap", Key: "check.gap.handicap", Args: []any{limit}}, func(g *tournament.Game, _, _ *entrant) bool {
		return g.Handicap > limit
	})
	endless := policy
	endless.Ceiling = math.MaxInt
	in.checkGames(Check{Subject: "gap", Key: "check.gap.cut", Args: []any{limit}}, func(g *tournament.Game, b, w *entrant) bool {
		cut := distance(endless.Difference(b.strength, w.strength), 0) > policy.Limit()
		return policy.Ceiling > 0 && g.Handicap <= limit && cut && !in.hasStandIn(g)
	})
}

// checkNoShows reports players who missed the last round: receivers of the bye, possibly away again, and
// players paired again without being expected, until their game has a result.
func (in *inspection) checkNoShows() {
	before := in.t.Round(in.r.Number - 1)
	if before == nil {
		return
	}
	var paired, free []tournament.PlayerID
	for _, id := range before.NoShows() {
		switch g := in.r.Game(id); {
		case in.r.HasBye(id):
			free = append(free, id)
		case g != nil && !g.Result.Known() && !in.t.Player(id).Expected.Has(in.r.Number):
			paired = append(paired, id)
		}
	}
	in.addCheck(Check{Subject: "noshow", Key: "check.noshow.bye", Grave: in.plan == nil, Players: free})
	in.addCheck(Check{Subject: "noshow", Key: "check.noshow", Players: paired})
}

// checkColours reports players who will have had one colour two games more than the other.
func (in *inspection) checkColours() {
	if in.plan != nil {
		return
	}
	var players []tournament.PlayerID
	for i := range in.r.Games {
		g := &in.r.Games[i]
		if g.Handicap > 0 {
			continue
		}
		if in.entrant(g.Black).record.Colours-1 <= -2 {
			players = append(players, g.Black)
		}
		if in.entrant(g.White).record.Colours+1 >= 2 {
			players = append(players, g.White)
		}
	}
	in.addCheck(Check{Subject: "colours", Key: "check.colours", Players: players})
}

// checkTables reports skipped table numbers, a hall that is too small, and games at blocked tables or away from a
// player's own table. A wide gap is another room.
func (in *inspection) checkTables() {
	const room = 10
	constraints := &in.t.Settings.Constraints
	var missing []int
	next := 1
	for i := range in.r.Games {
		table := in.r.Games[i].Table
		for ; next < table && table-next < room; next++ {
			if !constraints.IsBlocked(next) {
				missing = append(missing, next)
			}
		}
		next = table + 1
	}
	in.addCheck(Check{Subject: "tables", Key: "check.tables.gap", Tables: missing})
	if games := len(in.r.Games); constraints.Room > 0 && games > constraints.Room {
		in.add(Check{Subject: "tables", Grave: true, Constraint: true, Key: "constraint.check.room", Args: []any{games, constraints.Room}})
	}
	in.checkGames(Check{Subject: "tables", Constraint: true, Key: "constraint.check.blocked"}, func(g *tournament.Game, _, _ *entrant) bool {
		return constraints.IsBlocked(g.Table)
	})
	in.checkGames(Check{Subject: "tables", Constraint: true, Key: "constraint.check.seat"}, func(g *tournament.Game, _, _ *entrant) bool {
		black, white := constraints.Table(g.Black), constraints.Table(g.White)
		return black+white > 0 && g.Table != black && g.Table != white
	})
}

// outOfDate reports whether a draw was made from something else than t. Wishes added since and fulfilled by the draw do
// not count: the best draw of all is also the best draw with the wishes fulfilled.
func outOfDate(t *tournament.Tournament, r *tournament.Round) bool {
	now := *t
	const most = 20 // each needs a hash of all inputs
	wishes := t.Settings.Constraints.Wishes
	for n := len(wishes); ; n-- {
		now.Settings.Constraints.Wishes = wishes[:n]
		if r.Drawn.Inputs == InputsHash(&now, r.Number) {
			return false
		}
		if n == max(0, len(wishes)-most) || !fulfils(r, wishes[n-1]) {
			return true
		}
	}
}

// fulfils reports whether a round fulfils a wish.
func fulfils(r *tournament.Round, w tournament.Wish) bool {
	g := r.Game(w.A)
	return !w.Holds(r.Number) || (w.Kind == tournament.Together) == (g != nil && g.Has(w.B))
}

// checkRanks reports a draw, and terms of games, made from ranks, scores or settings that have changed since. A draft
// that is out of date can still be drawn again.
func (in *inspection) checkRanks() {
	if in.r.Drawn.Inputs != "" && !isPlayed(in.r) && outOfDate(ofSides(in.t), in.r) {
		in.add(Check{Subject: "ranks", Grave: !in.r.Published, Key: "check.ranks.changed"})
	}
	in.checkGames(Check{Subject: "ranks", Key: "check.ranks.terms"}, func(g *tournament.Game, b, w *entrant) bool {
		if g.ByHand {
			return false
		}
		now := in.o.pairingTerms(b, w)
		return now.Handicap != g.Handicap || now.Komi != g.Komi || now.Handicap > 0 && now.Black != g.Black
	})
}
