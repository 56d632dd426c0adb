package director

import (
	"context"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// AddTeam adds a team and returns the new ID. Once is the key of the request;
// "form.reused" refuses the key of another team.
func (ed *Editor) AddTeam(ctx context.Context, team tournament.Team, once string) (tournament.PlayerID, error) {
	e := store.Entry{Action: "team.add", Once: once, Args: []any{team.Name, len(team.Members)}}
	done, err := ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error {
		team.ID = 0
		_, err := t.SetTeam(team)
		return err
	})
	for _, c := range done.Changes { // of the first entry
		if c.Team != nil {
			return c.Team.New.ID, err
		}
	}
	return 0, err
}

// AddTeams adds several teams, all or none, and returns their number.
func (ed *Editor) AddTeams(ctx context.Context, teams []tournament.Team, once string) (n int, err error) {
	e := store.Entry{Action: "team.import", Once: once, Args: []any{len(teams)}}
	done, err := ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error { return addTeams(t.Tournament, teams) })
	return len(done.Changes), err
}

func addTeams(t *tournament.Tournament, teams []tournament.Team) error {
	for _, team := range teams {
		team.ID = 0
		if _, err := t.SetTeam(team); err != nil {
			return err
		}
	}
	return nil
}

// joinTeams adds players to the teams with those names, and creates missing teams. Members are in the order of their
// boards, followed by players without a board.
func joinTeams(t *tournament.Tournament, players []tournament.Player, names []string, boards []int) error {
	var teams []tournament.Team
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if boards[a] == 0 || boards[b] == 0 {
			return boards[b] - boards[a]
		}
		return boards[a] - boards[b]
	})
	for _, i := range order {
		name := names[i]
		if name == "" {
			continue
		}
		same := func(team tournament.Team) bool { return spelling.Equal(team.Name, name) }
		k := slices.IndexFunc(teams, same)
		if k < 0 {
			team := tournament.Team{Name: name}
			if old := slices.IndexFunc(t.Settings.Teams.Teams, same); old >= 0 {
				team = t.Settings.Teams.Teams[old]
				team.Members = slices.Clone(team.Members)
			}
			k, teams = len(teams), append(teams, team)
		}
		teams[k].Members = append(teams[k].Members, players[i].ID)
	}
	for _, team := range teams {
		if _, err := t.SetTeam(team); err != nil {
			return err
		}
	}
	return nil
}

// EditTeam changes a team by edit. Fields that edit does not touch keep their current value, even if it has just
// changed. A player who leaves the team leaves its line-ups too; the boards of a draft are updated.
func (ed *Editor) EditTeam(ctx context.Context, id tournament.PlayerID, edit func(team *tournament.Team)) error {
	return ed.team(ctx, store.Entry{Action: "team.edit"}, id, func(t *tournament.Tournament, team tournament.Team) error {
		edit(&team)
		team.ID = id
		for _, l := range slices.Clone(team.Lineups) {
			team.SetLineup(l.Round, slices.DeleteFunc(slices.Clone(l.Players), func(p tournament.PlayerID) bool {
				return !slices.Contains(team.Members, p)
			}))
		}
		if _, err := t.SetTeam(team); err != nil {
			return err
		}
		if n := len(t.Rounds); n > t.Current() {
			return updateBoards(t, n, id)
		}
		return nil
	})
}

// RemoveTeam removes a team that has not played. Its players stay.
func (ed *Editor) RemoveTeam(ctx context.Context, id tournament.PlayerID) error {
	return ed.team(ctx, store.Entry{Action: "team.remove"}, id,
		func(t *tournament.Tournament, _ tournament.Team) error { return t.RemoveTeam(id) })
}

// SetLineup sets the players of a team in round n, the first board first; an empty list restores the team's usual
// order. Boards without a result are updated if the round is drawn.
func (ed *Editor) SetLineup(ctx context.Context, id tournament.PlayerID, n int, players []tournament.PlayerID) error {
	e := store.Entry{Action: "team.lineup", Args: []any{n}}
	return ed.team(ctx, e, id, func(t *tournament.Tournament, team tournament.Team) error {
		if n < 1 || n > t.Settings.Rounds {
			return fault.New(fault.Invalid, "round.range", n, t.Settings.Rounds)
		}
		team.SetLineup(n, players)
		if _, err := t.SetTeam(team); err != nil {
			return err
		}
		return updateBoards(t, n, id)
	})
}

// updateBoards updates the boards of round n, if it is drawn, to a team's order.
func updateBoards(t *tournament.Tournament, n int, id tournament.PlayerID) error {
	r := t.Round(n)
	if r == nil {
		return nil
	}
	next, err := pairing.LineUp(t, n, id)
	if err != nil {
		return err
	}
	return setRound(t, next)
}

// team changes one team. Its name precedes the other args of the log's message.
func (ed *Editor) team(
	ctx context.Context, e store.Entry, id tournament.PlayerID,
	do func(t *tournament.Tournament, team tournament.Team) error,
) error {
	_, err := ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		team := t.Team(id)
		if team == nil {
			return fault.New(fault.NotFound, "team.missing", int(id))
		}
		e.Args = append([]any{team.Name}, e.Args...)
		own := *team
		own.Members, own.Lineups = slices.Clone(team.Members), slices.Clone(team.Lineups)
		return do(t.Tournament, own)
	})
	return err
}
