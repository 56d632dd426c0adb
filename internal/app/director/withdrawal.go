package director

import (
	"context"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// leave calls do, which ends a player's participation. In the same step it repairs a draft with the player, see
// pairing.Session.Repair. Published rounds do not change.
func (ed *Editor) leave(
	ctx context.Context, e store.Entry, id tournament.PlayerID, do func(t *tournament.Tournament) error,
) error {
	err := ed.player(ctx, e, id, do)
	if !fault.Is(err, "player.drafted") && !fault.Is(err, "player.paired") {
		return err
	}
	s, err := ed.director.Snapshot(ctx, ed.slug)
	if err != nil {
		return err
	}
	n := len(s.Tournament.Rounds)
	return ed.redraw(ctx, n, func(t *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		next, err := ed.director.draws.without(ctx, t, id, do)
		entry := e
		entry.Args = append([]any{t.NameOf(id)}, e.Args...)
		return tournament.Whole{Tournament: next}, entry, err
	})
}

// without returns the tournament after do, with a repaired draft if the player was in it.
func (d *draws) without(
	ctx context.Context, t *tournament.Tournament, id tournament.PlayerID, do func(t *tournament.Tournament) error,
) (*tournament.Tournament, error) {
	next, n := t.Clone(), len(t.Rounds)
	r := t.Round(n)
	if r == nil || r.Published || r.Game(id) == nil && !r.HasBye(id) {
		return next, do(next)
	}
	drawn := r.Drawn
	if drawn.Bye == id {
		drawn.Bye = 0
	}
	games := slices.DeleteFunc(slices.Clone(r.Games), func(g tournament.Game) bool { return g.Has(id) })
	byes := slices.DeleteFunc(slices.Clone(r.Byes), func(p tournament.PlayerID) bool { return p == id })
	if err := next.SetDraft(n, games, byes, drawn); err != nil {
		return nil, err
	}
	if err := do(next); err != nil {
		return nil, err
	}
	if t.Settings.Teams.Boards > 0 {
		if team := t.TeamOf(id); team != nil {
			return next, updateBoards(next, n, team.ID)
		}
		return next, nil
	}
	g := r.Game(id)
	if g == nil || t.StandIn(g.Opponent(id)) {
		return next, nil
	}
	session := &d.memory(t.Info.Slug).session
	repaired, err := session.Repair(ctx, next, n, pairing.Vacancy{Alone: g.Opponent(id), Table: g.Table})
	if err != nil {
		return nil, err
	}
	keepSameGames(repaired.Games, r.Games)
	keepTableGames(repaired.Games, r.Games)
	return next, setRound(next, repaired)
}

// keepTableGames gives a new game the ID of the former game at its table, unless that game stays.
func keepTableGames(games, before []tournament.Game) {
	stays := map[int]bool{}
	for _, g := range games {
		stays[g.ID] = true
	}
	for i := range games {
		g := &games[i]
		k := slices.IndexFunc(before, func(b tournament.Game) bool { return b.Table == g.Table && !stays[b.ID] })
		if g.ID == 0 && k >= 0 {
			g.ID, g.Revision = before[k].ID, before[k].Revision+1
		}
	}
}

// expectAction is the action of Expect.
const expectAction = "player.expected"

// IsLeave reports whether a log entry marks a player as withdrawn, removed or absent.
func IsLeave(e LogEntry) bool { return actions[e.Action].leave }

// LastLeave returns this actor's latest entry about a leaving, absent or expected player that is not undone. Fault:
// "undo.nothing" without such an entry.
func (ed *Editor) LastLeave(ctx context.Context) (LogEntry, error) {
	leaves := actionsWhere(func(f actionFacts) bool { return f.leave })
	e, err := ed.director.store.Last(ctx, ed.slug, Actor{Name: ed.by.Name}, append(leaves, expectAction)...)
	if fault.Is(err, "log.missing") {
		err = fault.New(fault.NotFound, "undo.nothing", ed.by.Name)
	}
	return e, err
}

// Logged returns the log entry of a version.
func (d *Director) Logged(ctx context.Context, slug string, version int) (LogEntry, error) {
	return d.store.Logged(ctx, slug, version)
}

// Expect records that a player will play round n after a no-show in the round before.
func (ed *Editor) Expect(ctx context.Context, id tournament.PlayerID, n int) error {
	return ed.player(ctx, store.Entry{Action: expectAction, Args: []any{n}}, id,
		func(t *tournament.Tournament) error { return t.Expect(id, n) })
}

// NoShows returns the players who missed the last published round and have not announced their plan for the next one.
func NoShows(t *tournament.Tournament) []tournament.PlayerID {
	n := t.Current()
	next := t.Settings.Stage(n + 1)
	_, beside := t.Settings.SideStage(n + 1)
	if n == 0 || n >= t.Settings.Rounds || next.System.Eliminates() && !beside {
		return nil
	}
	return slices.DeleteFunc(t.Round(n).NoShows(), func(id tournament.PlayerID) bool {
		p := t.Player(id)
		return t.StandIn(id) || !p.Plays(n+1) || p.Expected.Has(n+1)
	})
}
