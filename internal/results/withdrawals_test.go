package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing/bracket"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// roundRobin plays a round robin in which the player leaver withdraws after some rounds. The player with the lower
// number wins each game; a bye is worth half a point.
func roundRobin(players, leaver, after int, format tournament.Format) *tournament.Tournament {
	t := &tournament.Tournament{}
	s := &t.Settings
	s.System, s.Format, s.Criteria = tournament.RoundRobin, format, []tournament.Criterion{tournament.NBW, tournament.SODOSW}
	s.Scoring.WinsBye = 1
	for i := range players {
		id := tournament.PlayerID(i + 1)
		t.Players = append(t.Players, tournament.Player{ID: id, Family: string(rune('A' + i)), Rank: rank.Kyu1, Status: tournament.CheckedIn})
		s.Format.Seeds = append(s.Format.Seeds, id)
	}
	stage := s.Stage(1)
	s.Rounds = bracket.BergerRounds(stage, players)
	for n := 1; n <= s.Rounds; n++ {
		r := tournament.Round{Number: n, Published: true}
		for _, pool := range stage.Deal(s.Format.Seeds) {
			if n > bracket.PoolRounds(stage, len(pool)) {
				continue
			}
			pairs, byes := bracket.RoundRobin(n-1, pool)
			for _, p := range pairs {
				if n > after && (p[0] == tournament.PlayerID(leaver) || p[1] == tournament.PlayerID(leaver)) {
					byes = append(byes, p[0]+p[1]-tournament.PlayerID(leaver))
					continue
				}
				won := tournament.Result{Outcome: tournament.BlackWins}
				if p[0] > p[1] {
					won.Outcome = tournament.WhiteWins
				}
				t.LastID++
				r.Games = append(r.Games, tournament.Game{ID: t.LastID, Round: n, Table: len(r.Games) + 1, Black: p[0], White: p[1], Result: won})
			}
			r.Byes = append(r.Byes, slices.DeleteFunc(byes, func(id tournament.PlayerID) bool { return n > after && id == tournament.PlayerID(leaver) })...)
		}
		t.Rounds = append(t.Rounds, r)
	}
	if after < s.Rounds {
		t.Players[leaver-1].Status = tournament.Withdrawn
	}
	return t
}

// lines formats standings as "place name wins cells".
func lines(t *tournament.Tournament, s *Standings) (list []string) {
	for _, r := range s.Rows {
		line := fmt.Sprintf("%d %s %s", r.Place, t.Player(r.Player).Family, r.NBW)
		for _, c := range r.Cells {
			line += " " + c.String()
		}
		list = append(list, line)
	}
	return list
}

// B of four withdraws after one or two of three rounds, with each setting.
func TestWithdrawalFromARoundRobin(t *testing.T) {
	for _, tt := range []struct {
		choice tournament.Withdrawals
		after  int
		want   string
	}{
		{tournament.WithdrawalsStand, 1, "1 A 2.5 4+/b 0= 3+/w; 2 B 1 3+/b 0- 0-; 3 C 1 2-/w 4+/w 1-/b; 4 D 0.5 1-/w 3-/b 0="},
		{tournament.WithdrawalsForfeit, 1, "1 A 3 4+/b 0+ 3+/w; 2 B 1 3+/b 0- 0-; 2 C 1 2-/w 4+/w 1-/b; 4 D 1 1-/w 3-/b 0+"},
		{tournament.WithdrawalsHalf, 1, "1 A 2 3+/b 0- 2+/w; 2 C 1 0- 3+/w 1-/b; 3 D 0 1-/w 2-/b 0-"},
		{tournament.WithdrawalsHalf, 2, "1 A 3 4+/b 2+/b 3+/w; 2 B 1 3+/b 1-/w 0-; 2 C 1 2-/w 4+/w 1-/b; 4 D 1 1-/w 3-/b 0+"},
	} {
		tn := roundRobin(4, 2, tt.after, tournament.Format{Withdrawals: tt.choice})
		if got := strings.Join(lines(tn, After(tn, 3)), "; "); got != tt.want {
			t.Errorf("%q after %d:\n got %s\nwant %s", tt.choice, tt.after, got, tt.want)
		}
	}
}

// Without stored seeds the players have the order of a first draw: by rank, rating and name. Byes of a schedule by another
// order stay byes.
func TestWithdrawalWithoutSeeds(t *testing.T) {
	for name, tt := range map[string]struct {
		ranks string
		want  string
	}{
		"by the numbers": {"4321", "1 A 2 3+/b 0- 2+/w; 2 C 1 0- 3+/w 1-/b; 3 D 0 1-/w 2-/b 0-"},
		"another order":  {"1324", "1 A 2.5 3+/b 0= 2+/w; 2 C 1 0- 3+/w 1-/b; 3 D 0.5 1-/w 2-/b 0="},
	} {
		tn := roundRobin(4, 2, 1, tournament.Format{Withdrawals: tournament.WithdrawalsHalf})
		tn.Settings.Format.Seeds = nil
		for i := range tn.Players {
			tn.Players[i].Rank = rank.Dan(int(tt.ranks[i] - '0'))
		}
		if got := strings.Join(lines(tn, After(tn, 3)), "; "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, tt.want)
		}
	}
}

// Unless results stay, every opponent has equally many rounds against the withdrawn player, and the rounds without a
// game are all wins or all without effect. A pool has the same scores separately.
func TestWithdrawalsAreEqualForAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(3, 9).Draw(t, "players")
		format := tournament.Format{Withdrawals: rapid.SampledFrom(tournament.AllWithdrawals()).Draw(t, "choice")}
		meetings := 1
		if format.Double = rapid.Bool().Draw(t, "double"); format.Double {
			meetings = 2
		}
		if players > 5 {
			format.Pools = rapid.IntRange(0, 2).Draw(t, "pools")
		}
		leaver := rapid.IntRange(1, players).Draw(t, "leaver")
		rounds := bracket.BergerRounds(tournament.Stage{System: tournament.RoundRobin, Format: format}, players)
		after := rapid.IntRange(0, rounds-1).Draw(t, "after")
		tn := roundRobin(players, leaver, after, format)
		stage := tn.Settings.Stage(1)
		if after > 0 && rapid.Bool().Draw(t, "without seeds") {
			tn.Settings.Format.Seeds = nil
		}
		s, gone := After(tn, rounds), tournament.PlayerID(leaver)
		part := tn.Participation().Part(gone)
		if s.Row(gone).Line > 0 != part.Listed() {
			t.Fatalf("part %d, line %d", part, s.Row(gone).Line)
		}
		for _, pool := range stage.Deal(stage.Format.Seeds) {
			alone := Among(tn, 1, rounds, pool)
			for _, id := range pool {
				if alone.Row(id).NBW != s.Row(id).NBW {
					t.Fatalf("player %d has %s in the pool, %s in all", id, alone.Row(id).NBW, s.Row(id).NBW)
				}
				if id == gone || !slices.Contains(pool, gone) || format.Withdrawals == tournament.WithdrawalsStand {
					continue
				}
				if n := concerned(s.Row(id), gone, part == tournament.PartAnnulled); n != meetings {
					t.Fatalf("%d rounds of player %d concern the one who left, want %d: %v", n, id, meetings, lines(tn, s))
				}
			}
		}
	})
}

// concerned counts a player's rounds against a withdrawn opponent: annulled rounds, or else games and wins by default.
func concerned(row *Row, gone tournament.PlayerID, annulled bool) (n int) {
	for _, c := range row.Cells {
		switch {
		case annulled && c.Kind == Annulled && c.String() == "0-":
			n++
		case !annulled && (c.Kind == Walkover && c.String() == "0+" || c.Kind == Game && c.Opponent == gone):
			n++
		}
	}
	return n
}

// The second of four teams withdraws after one round of three: neither its match nor the byes of its later opponents
// count, in matches and on boards. Single players keep their games.
func TestTeamWithdraws(t *testing.T) {
	for _, tt := range []struct {
		choice tournament.Withdrawals
		want   string
	}{
		{tournament.WithdrawalsHalf, "A 2 4, C 1 2, D 0 0"},
		{tournament.WithdrawalsForfeit, "A 3 6, B 1 2, C 1 2, D 1 2"},
	} {
		tn := &tournament.Tournament{LastID: 200}
		s := &tn.Settings
		s.System, s.Rounds, s.Teams.Boards, s.Format.Withdrawals = tournament.RoundRobin, 3, 2, tt.choice
		s.Criteria = []tournament.Criterion{tournament.NBW, tournament.UpperBoards(2)}
		s.Scoring.WinsBye = 1
		for i := range 4 {
			team := tournament.Team{ID: tournament.PlayerID(101 + i), Name: string(rune('A' + i))}
			for k := range 2 {
				id := tournament.PlayerID(2*i + k + 1)
				tn.Players = append(tn.Players, tournament.Player{ID: id, Family: team.Name, Rank: rank.Kyu1, Status: tournament.CheckedIn})
				team.Members = append(team.Members, id)
			}
			s.Teams.Teams, s.Format.Seeds = append(s.Teams.Teams, team), append(s.Format.Seeds, team.ID)
		}
		won := tournament.Result{Outcome: tournament.BlackWins}
		match := func(n, a, b int) (games []tournament.Game) { // the first wins
			for k := range 2 {
				tn.LastID++
				games = append(games, tournament.Game{
					ID: tn.LastID, Round: n, Table: 2*a + k + 1, Black: tournament.PlayerID(2*a + k + 1), White: tournament.PlayerID(2*b + k + 1), Result: won,
				})
			}
			return games
		}
		tn.Rounds = []tournament.Round{
			{Number: 1, Published: true, Games: slices.Concat(match(1, 0, 3), match(1, 1, 2))},
			{Number: 2, Published: true, Games: match(2, 2, 3), Byes: []tournament.PlayerID{1, 2}},
			{Number: 3, Published: true, Games: match(3, 0, 2), Byes: []tournament.PlayerID{7, 8}},
		}
		tn.Players[2].Status, tn.Players[3].Status = tournament.Withdrawn, tournament.Withdrawn
		var got []string
		for _, r := range Teams(tn, 3).Rows {
			got = append(got, fmt.Sprintf("%s %s %s", tn.Team(r.Player).Name, r.NBW, r.Text(1)))
		}
		if text := strings.Join(got, ", "); text != tt.want {
			t.Errorf("%q: %s, want %s", tt.choice, text, tt.want)
		}
		if row := After(tn, 3).Row(3); row.Line == 0 || row.NBW != 2 {
			t.Errorf("%q: a player of the team has %s wins in line %d", tt.choice, row.NBW, row.Line)
		}
	}
}
