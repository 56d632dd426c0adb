package director

import (
	"context"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

// AddPlayer adds a player and returns the new ID. An equal name is refused with "player.twin", a similar name with
// "player.alike", unless namesakes are allowed. Once is the key of the request; "form.reused" refuses the key of
// another player, "form.gone" the key of a removed player.
func (ed *Editor) AddPlayer(ctx context.Context, p tournament.Player, same tournament.Namesakes, once string) (tournament.PlayerID, error) {
	e := store.Entry{Action: "player.add", Once: once, Args: []any{p.Name(), p.Rank}}
	done, err := ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error {
		if same == tournament.RefuseNamesakes {
			if err := refuseSimilarName(t.Tournament, p); err != nil {
				return err
			}
		}
		_, err := t.AddPlayer(p, same)
		return err
	})
	if added := addedPlayers(done); len(added) > 0 {
		return added[0], err
	}
	return 0, err
}

// refuseSimilarName refuses a name that is similar, but not equal, to the name of another player.
func refuseSimilarName(t *tournament.Tournament, p tournament.Player) error {
	for _, o := range t.LookAlikes(p.Family, p.Given) {
		if o.Key() != p.Key() {
			return fault.New(fault.Conflict, "player.alike", o.Name(), o.RankAndClub())
		}
	}
	return nil
}

// addedPlayers lists the new players in an entry of the log.
func addedPlayers(e LogEntry) []tournament.PlayerID {
	var ids []tournament.PlayerID
	for _, c := range e.Changes {
		if c.Player != nil && c.Player.Old == nil {
			ids = append(ids, c.Player.New.ID)
		}
	}
	return ids
}

// ImportSheet adds the new players of a list, each to the team in their row, and updates the registered ones, all or
// none. It returns the numbers of added and updated players. New teams order their members by board, else as in the
// list. Faults: "roster.rows.wrong" for rows with errors, "player.twin" for an unconfirmed namesake without different
// federation numbers, and "player.missing" for an update of a removed player.
func (ed *Editor) ImportSheet(ctx context.Context, sheet *roster.Sheet, once string) (added, updated int, err error) {
	players, err := sheet.Players()
	if err != nil {
		return 0, 0, err
	}
	updates := sheet.Updates()
	e := store.Entry{Action: "player.import", Once: once, Args: []any{len(players)}}
	if len(updates) > 0 {
		e = store.Entry{Action: "player.import.update", Once: once, Args: []any{len(players), len(updates)}}
	}
	done, err := ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error {
		if err := updateAll(t.Tournament, updates); err != nil {
			return err
		}
		if err := addAll(t.Tournament, players, sheet.Confirmed()); err != nil {
			return err
		}
		return joinTeams(t.Tournament, t.Players[len(t.Players)-len(players):], sheet.Teams(), sheet.Boards())
	})
	added = len(addedPlayers(done))
	for _, c := range done.Changes {
		if c.Player != nil && c.Player.Old != nil && c.Player.New != nil {
			updated++
		}
	}
	return added, updated, err
}

// updateAll changes registered players to the values in the rows of a list.
func updateAll(t *tournament.Tournament, rows []*roster.Row) error {
	for _, row := range rows {
		was := t.Player(row.Known)
		if was == nil {
			return fault.New(fault.NotFound, "player.missing", int(row.Known))
		}
		p := *was
		row.Update(&p)
		if err := t.EditPlayer(p, tournament.AllowNamesakes); err != nil {
			return err
		}
		for n := 1; n <= t.Settings.Rounds; n++ {
			if plan := p.Attendance(n); plan != t.Player(p.ID).Attendance(n) {
				if err := t.SetAttendance(p.ID, n, plan); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addAll adds players. Equal names need different federation numbers or a confirmation. It finds namesakes in an index,
// because comparing thousands of names pairwise takes seconds.
func addAll(t *tournament.Tournament, players []tournament.Player, confirmed []bool) error {
	named := map[string][]tournament.PlayerID{}
	for i := range t.Players {
		named[t.Players[i].Key()] = append(named[t.Players[i].Key()], t.Players[i].ID)
	}
	for i, p := range players {
		id, err := t.AddPlayer(p, tournament.AllowNamesakes)
		if err != nil {
			return err
		}
		key := t.Player(id).Key()
		for _, other := range named[key] {
			if o := t.Player(other); !confirmed[i] && !o.Differs(&p) {
				return fault.New(fault.Conflict, "player.twin", o.Name(), o.RankAndClub())
			}
		}
		named[key] = append(named[key], id)
	}
	return nil
}

// EditPlayer changes the entry of a player by edit. Fields that edit does not touch keep their current value, even if
// it has just changed.
func (ed *Editor) EditPlayer(
	ctx context.Context, id tournament.PlayerID, same tournament.Namesakes, edit func(p *tournament.Player),
) error {
	return ed.player(ctx, store.Entry{Action: "player.edit"}, id, func(t *tournament.Tournament) error {
		p := *t.Player(id)
		if p.Forgotten {
			return fault.New(fault.Conflict, "player.forgotten", p.Name())
		}
		p.Tags = slices.Clone(p.Tags)
		edit(&p)
		p.ID = id
		return t.EditPlayer(p, same)
	})
}

// RemovePlayer removes a player without games and withdraws any other. A draft with the player is repaired.
func (ed *Editor) RemovePlayer(ctx context.Context, id tournament.PlayerID) error {
	err := ed.leave(ctx, store.Entry{Action: "player.remove"}, id,
		func(t *tournament.Tournament) error { return t.RemovePlayer(id) })
	if fault.Is(err, "player.played") {
		return ed.SetStatus(ctx, id, tournament.Withdrawn)
	}
	return err
}

// mergeAction is the action of MergePlayers.
const mergeAction = "player.merge"

// MergePlayers merges two registrations of a person, see tournament.MergePlayers.
func (ed *Editor) MergePlayers(ctx context.Context, kept, gone, data tournament.PlayerID) error {
	_, err := ed.change(ctx, store.Entry{Action: mergeAction}, func(t *tournament.Whole, e *store.Entry) error {
		e.Args = []any{t.NameOf(gone), t.NameOf(kept), int(kept)}
		return t.MergePlayers(kept, gone, data)
	})
	return err
}

// player changes one player. The name precedes the other args of the log's message.
func (ed *Editor) player(
	ctx context.Context, e store.Entry, id tournament.PlayerID, do func(t *tournament.Tournament) error,
) error {
	_, err := ed.playerChange(ctx, e, id, do)
	return err
}

// playerChange is player with the log entry as a result. A repeated request returns the first entry.
func (ed *Editor) playerChange(
	ctx context.Context, e store.Entry, id tournament.PlayerID, do func(t *tournament.Tournament) error,
) (LogEntry, error) {
	return ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		p := t.Player(id)
		if p == nil {
			return fault.New(fault.NotFound, "player.missing", int(id))
		}
		e.Args = append([]any{p.Name()}, e.Args...)
		return do(t.Tournament)
	})
}

var statusActions = map[tournament.Status]string{
	tournament.Preliminary: "player.preliminary",
	tournament.CheckedIn:   "player.checkin",
	tournament.Withdrawn:   "player.withdraw",
}

// SetStatus checks a player in or out, or withdraws them. A draft with a leaving player is repaired.
func (ed *Editor) SetStatus(ctx context.Context, id tournament.PlayerID, s tournament.Status) error {
	action, ok := statusActions[s]
	if !ok {
		return fault.New(fault.Invalid, "player.status.unknown", int(s))
	}
	return ed.leave(ctx, store.Entry{Action: action}, id,
		func(t *tournament.Tournament) error { return t.SetStatus(id, s) })
}

// CheckInAll checks in all preliminary players except reserves, and returns their number.
func (ed *Editor) CheckInAll(ctx context.Context) (n int, err error) {
	done, err := ed.change(ctx, store.Entry{Action: "player.checkin.all"},
		func(t *tournament.Whole, e *store.Entry) error {
			n, places := 0, t.Places()
			for _, p := range t.Players {
				if !places.Expects(&p) {
					continue
				}
				if err := t.SetStatus(p.ID, tournament.CheckedIn); err != nil {
					return err
				}
				n++
			}
			e.Args = []any{n}
			return nil
		})
	for _, c := range done.Changes { // other changes are answers to sign-ups
		if c.Player != nil {
			n++
		}
	}
	return n, err
}

// SetCountries sets the country of all players without one.
func (ed *Editor) SetCountries(ctx context.Context, country string) error {
	_, err := ed.change(ctx, store.Entry{Action: "player.countries"}, func(t *tournament.Whole, e *store.Entry) error {
		n := 0
		for _, p := range slices.Clone(t.Players) {
			if p.Country != "" || p.Forgotten || t.StandIn(p.ID) {
				continue
			}
			p.Country = country
			if err := t.EditPlayer(p, tournament.AllowNamesakes); err != nil {
				return err
			}
			n++
		}
		e.Args = []any{n, country}
		return nil
	})
	return err
}

var attendanceActions = map[tournament.Attendance]string{
	tournament.Plays:   "player.plays",
	tournament.Absent:  "player.absent",
	tournament.HalfBye: "player.halfbye",
}

// SetAttendance changes a player's announcement for a round. A draft with a leaving player is repaired.
func (ed *Editor) SetAttendance(ctx context.Context, id tournament.PlayerID, round int, a tournament.Attendance) error {
	action, ok := attendanceActions[a]
	if !ok {
		return fault.New(fault.Invalid, "registration.attendance.unknown", fault.Clip(string(a)))
	}
	return ed.leave(ctx, store.Entry{Action: action, Args: []any{round}}, id,
		func(t *tournament.Tournament) error { return t.SetAttendance(id, round, a) })
}
