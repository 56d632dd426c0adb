package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
)

// SetDraft makes or replaces the draft of round n. Games with an ID keep it, others get a new one. Table 0 becomes the
// player's fixed table, or the lowest free table that is not blocked. Every player must be allowed to play the round
// and may appear once. Byes are part of the draft. Round n may be drafted before all results of round n-1, but not
// before its publication.
func (t *Tournament) SetDraft(n int, games []Game, byes []PlayerID, drawn Drawn) error {
	switch {
	case t.IsOpen():
		return fault.New(fault.Conflict, "open.rounds")
	case n < 1 || n > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", n, t.Settings.Rounds)
	case n > len(t.Rounds)+1 || n > 1 && !t.Rounds[n-2].Published:
		return fault.New(fault.Conflict, "round.order", n, n-1)
	case n <= len(t.Rounds) && t.Rounds[n-1].Published:
		return fault.New(fault.Conflict, "round.published", n)
	}
	round := Round{Number: n, Games: slices.Clone(games), Byes: slices.Clone(byes), Drawn: drawn}
	if old := t.Round(n); old != nil {
		round.Start = old.Start
	}
	if err := t.setGames(&round, nil); err != nil {
		return err
	}
	if n > len(t.Rounds) {
		t.Rounds = append(t.Rounds, round)
	} else {
		t.Rounds[n-1] = round
	}
	return nil
}

// Repair replaces some games and byes of a published round. Games without a
// result may be dropped, changed or added; games with one must stay. Like
// Publish it refuses an empty round if players are present.
func (t *Tournament) Repair(n int, games []Game, byes []PlayerID) error {
	old := t.Round(n)
	switch {
	case old == nil:
		return fault.New(fault.NotFound, "round.missing", n)
	case t.IsOpen():
		return fault.New(fault.Conflict, "open.rounds")
	}
	for i := range old.Games {
		g := &old.Games[i]
		if g.Result.Known() && !slices.Contains(games, *g) {
			return fault.New(fault.Conflict, "game.finished", g.Table)
		}
	}
	round := *old
	round.Games, round.Byes = slices.Clone(games), slices.Clone(byes)
	if err := t.setGames(&round, old); err != nil {
		return err
	}
	if len(old.Games) > 0 && t.needsPairing(&round) {
		return fault.New(fault.Conflict, "round.empty", n)
	}
	t.Rounds[n-1] = round
	return nil
}

// needsPairing reports whether a round is empty although players are present. A plan may leave neither a game nor a bye
// for them.
func (t *Tournament) needsPairing(r *Round) bool {
	return len(r.Games)+len(r.Byes) == 0 && !t.Settings.Stage(r.Number).System.Planned() &&
		slices.ContainsFunc(t.Players, func(p Player) bool { return p.Plays(r.Number) })
}

// setGames checks the games and byes of a round and assigns tables and IDs. before is the round before a repair, or
// nil; its players may have withdrawn since.
func (t *Tournament) setGames(r, before *Round) error {
	stayed := func(id PlayerID) bool { return before != nil && (before.Game(id) != nil || before.HasBye(id)) }
	seated := map[PlayerID]bool{}
	seat := func(id PlayerID) error {
		p := t.Player(id)
		switch {
		case p == nil:
			return fault.New(fault.NotFound, "player.missing", int(id))
		case !p.Plays(r.Number) && !stayed(id):
			return fault.New(fault.Conflict, "player.away", p.Name(), r.Number)
		case seated[id]:
			return fault.New(fault.Conflict, "player.twice", p.Name(), r.Number)
		}
		seated[id] = true
		return nil
	}
	tables := map[int]bool{}
	for i := range r.Games {
		g := &r.Games[i]
		if err := cmp.Or(seat(g.Black), seat(g.White)); err != nil {
			return err
		}
		switch {
		case g.Handicap < 0 || g.Handicap > handicap.MostStones || !g.Komi.Valid():
			return fault.New(fault.Invalid, "handicap.terms.range", g.Table, g.Handicap, g.Komi)
		case g.Table < 0 || g.Table > MostPlayers:
			return fault.New(fault.Invalid, "game.table.range", g.Table)
		case g.Table > 0 && tables[g.Table]:
			return fault.New(fault.Conflict, "game.table.twice", g.Table)
		}
		tables[g.Table] = true
	}
	for _, id := range r.Byes {
		if err := seat(id); err != nil {
			return err
		}
	}
	t.Settings.Constraints.AssignTables(r.Games)
	for i := range r.Games {
		g := &r.Games[i]
		g.Round = r.Number
		if g.ID == 0 {
			t.LastID++
			g.ID = t.LastID
		} else if was := t.Game(g.ID); was != nil && (g.Black != was.Black || g.White != was.White) {
			g.reseat(was)
		}
	}
	slices.SortFunc(r.Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
	slices.Sort(r.Byes)
	return nil
}

// reseat clears the statements of a game's former players, and bids for the other colour: they do not bind new players.
func (g *Game) reseat(was *Game) {
	if g.Has(was.Black) && g.Has(was.White) {
		g.Choosing = handicap.Choosing{Done: g.Choosing.Done}
		return
	}
	g.Choosing, g.Settling = handicap.Choosing{}, Settling{}
}

// DropDraft deletes the draft of round n.
func (t *Tournament) DropDraft(n int) error {
	switch r := t.Round(n); {
	case r == nil:
		return fault.New(fault.NotFound, "round.missing", n)
	case r.Published:
		return fault.New(fault.Conflict, "round.published", n)
	}
	t.Rounds = t.Rounds[:n-1]
	return nil
}

// Publish makes round n public. It may have only byes, for example if all opponents have withdrawn.
func (t *Tournament) Publish(n int) error {
	switch r := t.Round(n); {
	case r == nil:
		return fault.New(fault.NotFound, "round.missing", n)
	case r.Published:
		return fault.New(fault.Conflict, "round.published", n)
	case t.needsPairing(r):
		return fault.New(fault.Conflict, "round.empty", n)
	}
	if err := t.checkSeats(t.Round(n)); err != nil {
		return err
	}
	t.Rounds[n-1].Published = true
	return nil
}

// Unpublish makes round n a draft again, if it is the last one, has no result
// and everyone in it still plays.
func (t *Tournament) Unpublish(n int) error {
	r := t.Round(n)
	switch {
	case r == nil:
		return fault.New(fault.NotFound, "round.missing", n)
	case !r.Published:
		return fault.New(fault.Conflict, "round.draft", n)
	case t.IsOpen():
		return fault.New(fault.Conflict, "open.rounds")
	case n < len(t.Rounds):
		return fault.New(fault.Conflict, "round.followed", n, n+1)
	case len(r.Finished()) > 0:
		return fault.New(fault.Conflict, "round.started", len(r.Finished()), n, tableList(r.Finished()))
	}
	r.Published = false
	err := t.checkSeats(r)
	r.Published = err != nil
	return err
}

// tableList lists the first few tables.
func tableList(tables []int) string {
	const most = 20
	var list []string
	for _, table := range tables[:min(most, len(tables))] {
		list = append(list, strconv.Itoa(table))
	}
	if len(tables) > most {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// SetStart announces the time at which the clocks of round n start.
func (t *Tournament) SetStart(n int, at time.Time) error {
	r := t.Round(n)
	if r == nil {
		return fault.New(fault.NotFound, "round.missing", n)
	}
	r.Start = at
	return nil
}

// SwapColours exchanges Black and White of a game. The winner stays the same
// person.
func (t *Tournament) SwapColours(round, table int) error {
	g, err := t.at(round, table)
	if err != nil {
		return err
	}
	g.Black, g.White = g.White, g.Black
	g.Choosing = handicap.Choosing{Done: g.Choosing.Done}
	g.Result = g.Result.Swapped()
	g.Dispute.Result = g.Dispute.Result.Swapped()
	g.ByHand = true
	g.Revision++
	return nil
}

// SetTerms changes the handicap and komi of a game, even a finished one. It ends the players' choice of terms. Another
// handicap would change the colours of recorded moves: fault "live.handicap".
func (t *Tournament) SetTerms(round, table, handicapNumber int, komi handicap.Komi) error {
	g, err := t.at(round, table)
	switch {
	case err != nil:
		return err
	case handicapNumber < 0 || handicapNumber > handicap.MostStones || !komi.Valid():
		return fault.New(fault.Invalid, "handicap.terms.range", table, handicapNumber, komi)
	case g.Result.Outcome == Jigo && g.Result.Manner == Unspecified && !komi.Whole():
		return fault.New(fault.Conflict, "result.jigo.komi", table, komi)
	case g.Recorded() && g.Handicap != handicapNumber:
		return fault.New(fault.Conflict, "live.handicap", table)
	}
	g.Handicap, g.Komi = handicapNumber, komi
	g.Choosing = handicap.Choosing{Done: t.Settings.KomiChoice != handicap.Announced}
	g.ByHand = true
	g.Revision++
	return nil
}

// ChoosesKomi reports whether the players of a game still have to choose its komi and colours: only in an even game
// without a result or a record.
func (t *Tournament) ChoosesKomi(g *Game) bool {
	return t.Settings.KomiChoice != handicap.Announced && g.Handicap == 0 && !g.Choosing.Done &&
		!g.Result.Known() && !g.Dispute.Open() && g.Record == ""
}

// Lock protects a game of a draft from a re-pairing of the rest.
func (t *Tournament) Lock(round, table int) error {
	g, err := t.at(round, table)
	if err == nil {
		g.Locked = true
	}
	return err
}

// Unlock releases a locked game.
func (t *Tournament) Unlock(round, table int) error {
	g, err := t.at(round, table)
	if err == nil {
		g.Locked = false
	}
	return err
}

// Move moves a game to another table. A game at that table moves to the former table of the first.
func (t *Tournament) Move(round, table, to int) error {
	g, err := t.at(round, table)
	switch {
	case err != nil:
		return err
	case to < 1 || to > MostPlayers:
		return fault.New(fault.Invalid, "game.table.range", to)
	}
	r := t.Round(round)
	if other := r.At(to); other != nil {
		other.Table = table
	}
	g.Table = to
	slices.SortFunc(r.Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
	return nil
}

// at finds a game by round and table.
func (t *Tournament) at(round, table int) (*Game, error) {
	r := t.Round(round)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", round)
	}
	if g := r.At(table); g != nil {
		return g, nil
	}
	return nil, fault.New(fault.NotFound, "game.missing", round, table)
}
