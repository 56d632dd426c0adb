package pairing

import (
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// ofTeams returns the tournament with teams as players. It stores the seeds of later stages by the standings of the
// teams: these count boards, which a game of two teams does not have.
func ofTeams(t *tournament.Tournament) *tournament.Tournament {
	v := t.OfTeams()
	v.Settings.Stages = slices.Clone(v.Settings.Stages)
	for i, stage := range v.Settings.Stages {
		if stage.Seeded() && !stage.Format.ByHand {
			f := &v.Settings.Stages[i].Format
			f.Seeds, f.ByHand = seedsBy(v, stage, t), true
		}
	}
	return v
}

// ofSides returns the tournament of the paired sides: teams where they play.
func ofSides(t *tournament.Tournament) *tournament.Tournament {
	if t.Settings.Teams.Boards > 0 {
		return ofTeams(t)
	}
	return t
}

// drawTeams draws a round of teams: the system and its criteria pair the teams as players, and every match is laid out
// on its boards. Where a team has fewer players than the other, the lowest boards of the other win without a game.
func (s *Session) drawTeams(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	if len(t.Settings.Teams.Teams) < 2 {
		return nil, fault.New(fault.Conflict, "team.few")
	}
	for i := range t.Settings.Teams.Teams {
		team := &t.Settings.Teams.Teams[i]
		if len(team.Members) == 0 {
			return nil, fault.New(fault.Conflict, "team.empty", team.Name)
		}
	}
	f := draftFixture(t, n)
	if len(o.Among) > 0 {
		o.Among = teamsOf(t, o.Among)
		var members []tournament.PlayerID
		for _, id := range o.Among {
			if team := t.Team(id); team != nil {
				members = append(members, team.Members...)
			}
		}
		var err error
		if f, err = fixtureAmong(t, n, members); err != nil {
			return nil, err
		}
	}
	of := ofTeams(t)
	if err := refuseUnready(of, n); err != nil {
		return nil, err
	}
	d, err := s.drawRound(ctx, of, n, o)
	if err != nil {
		return nil, err
	}
	layOutDraw(t, d, f)
	return d, nil
}

// layOutDraw replaces the matches of a draw by their boards, and teams with a
// bye by their players. The games of f stay as they are.
func layOutDraw(t *tournament.Tournament, d *Draw, f fixture) {
	matches := d.Games
	d.resting = d.Byes
	d.Games, d.Byes = nil, nil
	players := newObjective(t, d.Round, d.Seed, nil)
	for _, m := range matches {
		d.Games = append(d.Games, f.layOutMatch(t, players, m, &d.Byes)...)
	}
	for _, id := range d.resting {
		d.Byes = append(d.Byes, t.Lineup(t.Team(id), d.Round)...)
	}
	slices.Sort(d.Byes)
	if team := t.Team(d.Chosen); team != nil {
		d.Chosen = t.Lineup(team, d.Round)[0]
	}
	games := d.Drafted()
	t.Settings.Constraints.AssignTables(games)
	for i := range games {
		d.Games[i].Game = games[i]
	}
	slices.SortFunc(d.Games, func(a, b Pairing) int { return a.Game.Table - b.Game.Table })
	d.Absent, d.teams = absent(t, d.Round), true
}

// layOutMatch returns the games of a match, and adds the byes of players without an opponent. Colours alternate in even
// games, the team that is Black in the match being so on the first board. Locked games stay as they are.
func (f fixture) layOutMatch(t *tournament.Tournament, o *objective, m Pairing, byes *[]tournament.PlayerID) []Pairing {
	first, second := t.Lineup(t.Team(m.Game.Black), o.round), t.Lineup(t.Team(m.Game.White), o.round)
	var games []Pairing
	for _, g := range f.games {
		if slices.ContainsFunc(first, g.Has) && slices.ContainsFunc(second, g.Has) {
			m.Game = g
			games = append(games, m)
			first, second = slices.DeleteFunc(first, g.Has), slices.DeleteFunc(second, g.Has)
		}
	}
	for board := range min(len(first), len(second)) {
		black, white := first[board], second[board]
		if len(games)%2 == 1 {
			black, white = white, black
		}
		g := o.pairingTerms(o.entrant(black), o.entrant(white))
		if g.Handicap == 0 {
			g.Black, g.White = black, white
		}
		m.Game = f.withSetTerms(g)
		games = append(games, m)
	}
	level := min(len(first), len(second))
	*byes = append(append(*byes, first[level:]...), second[level:]...)
	return games
}

// layOutRound replaces the valued matches of a round by their games.
func layOutRound(t *tournament.Tournament, d *Draw) *Draw {
	matches, _ := t.Matches(d.Round)
	priced := d.Games
	d.Games = nil
	r := t.Round(d.Round)
	for _, g := range r.Games {
		p := unweighed(g)
		if k := matchWith(matches, g.ID); k >= 0 {
			p = priced[k]
			p.Game = g
		}
		d.Games = append(d.Games, p)
	}
	d.resting = d.Byes
	d.Byes, d.Chosen, d.Absent, d.teams = slices.Clone(r.Byes), r.Drawn.Bye, absent(t, d.Round), true
	return d
}

// teamsOf returns the teams of players; teams stay as they are.
func teamsOf(t *tournament.Tournament, ids []tournament.PlayerID) []tournament.PlayerID {
	var teams []tournament.PlayerID
	for _, id := range ids {
		if team := t.TeamOf(id); team != nil {
			id = team.ID
		}
		if !slices.Contains(teams, id) {
			teams = append(teams, id)
		}
	}
	return teams
}
