package tournament

import (
	"fmt"
	"testing"
)

// drawn returns two teams of four boards after a knockout match, A with the players 1 to 4 and B with 5 to 8. a holds
// the results of A's boards: 1, 0 or =.
func drawn(t *testing.T, a string, order ...TieBreak) *Tournament {
	t.Helper()
	tn := sample(t, 8)
	tn.Settings.System = Knockout
	tn.Settings.Teams = TeamPlay{Boards: 4, TieBreaks: order, Teams: []Team{
		{ID: 21, Name: "A", Members: []PlayerID{1, 2, 3, 4}}, {ID: 22, Name: "B", Members: []PlayerID{5, 6, 7, 8}},
	}}
	tn.Rounds = []Round{{Number: 1, Published: true, Drawn: Drawn{Seed: 7}}}
	for i, c := range a {
		g := Game{ID: 30 + i, Round: 1, Table: i + 1, Black: PlayerID(i + 1), White: PlayerID(i + 5)}
		if i%2 == 1 {
			g.Black, g.White = g.White, g.Black
		}
		won := map[rune]Outcome{'1': BlackWins, '0': WhiteWins, '=': Jigo, 'x': BothLose}[c]
		if i%2 == 1 && c != '=' && c != 'x' {
			won = BlackWins + WhiteWins - won
		}
		g.Result = Result{Outcome: won}
		tn.Rounds[0].Games = append(tn.Rounds[0].Games, g)
	}
	tn.LastID = 40
	return tn
}

func TestTieBreaksOfMatches(t *testing.T) {
	for _, tt := range []struct {
		boards string
		order  []TieBreak
		want   PlayerID
		by     TieBreak
	}{
		{"1100", nil, 21, TieUpper},
		{"0011", nil, 22, TieUpper},
		{"0110", nil, 21, TieUpper}, // two of the upper three
		{"1001", nil, 22, TieUpper},
		{"1001", []TieBreak{TieFirst}, 21, TieFirst},
		{"1010", []TieBreak{TieBerlin}, 21, TieBerlin},               // 4+2 against 3+1
		{"1001", []TieBreak{TieBerlin, TieFirst}, 21, TieFirst},      // 4+1 against 3+2
		{"1001", []TieBreak{TieBerlin}, 0, TieDirector},              // the list is exhausted
		{"1001", []TieBreak{TieBerlin, TieDirector}, 0, TieDirector}, // the director decides
		{"====", []TieBreak{TieUpper, TieDirector}, 0, TieDirector},
		{"xxxx", nil, 0, TieDirector}, // double no-shows
	} {
		t.Run(fmt.Sprint(tt.boards, tt.order), func(t *testing.T) {
			tn := drawn(t, tt.boards, tt.order...)
			matches, _ := tn.Matches(1)
			if got, by := tn.Advancing(1, &matches[0]); got != tt.want || by != tt.by {
				t.Errorf("%s by %v: %d by %s, want %d by %s", tt.boards, tt.order, got, by, tt.want, tt.by)
			}
		})
	}
}

// The lot decides everything else, for either team, and always the same way for one seed.
func TestLotDecides(t *testing.T) {
	count := map[PlayerID]int{}
	for seed := range uint64(200) {
		tn := drawn(t, "====")
		tn.Rounds[0].Drawn.Seed = seed
		matches, _ := tn.Matches(1)
		team, by := tn.Advancing(1, &matches[0])
		if again, _ := tn.Advancing(1, &matches[0]); by != TieLot || again != team {
			t.Fatalf("seed %d: %d by %s, then %d", seed, team, by, again)
		}
		count[team]++
	}
	if count[21] < 60 || count[22] < 60 || count[21]+count[22] != 200 {
		t.Errorf("the lots fell %v", count)
	}
}

func TestAdvance(t *testing.T) {
	tn := drawn(t, "1100")
	wantFault(t, tn.Advance(1, 23), "desk.advance.nobody")
	wantFault(t, tn.Advance(2, 22), "round.missing")
	if err := tn.Advance(1, 22); err != nil {
		t.Fatal(err)
	}
	if g := tn.OfTeams().Round(1).Games[0]; g.Advancing != 22 || g.Result.Outcome != Jigo {
		t.Errorf("the teams see %+v", g)
	}
	won := drawn(t, "1110")
	wantFault(t, won.Advance(1, 22), "desk.advance.won")
	if g := won.OfTeams().Round(1).Games[0]; g.Advancing != 0 {
		t.Errorf("a match that was won is decided by %d", g.Advancing)
	}
	open := drawn(t, "1110")
	open.Rounds[0].Games[3].Result = Result{}
	wantFault(t, open.Advance(1, 22), "desk.advance.unknown")
	open.Settings.System = Swiss
	wantFault(t, open.Advance(1, 22), "desk.advance.system")
}
