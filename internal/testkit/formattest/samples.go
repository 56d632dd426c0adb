package formattest

import (
	"fmt"
	"testing"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

func preset(t testing.TB, name string) tournament.Settings {
	t.Helper()
	s, err := tournament.PresetNamed(name)
	must(t, err)
	return s
}

func begin(t testing.TB, info tournament.Info, s tournament.Settings) *tournament.Tournament {
	t.Helper()
	tn, err := tournament.New(info, s)
	must(t, err)
	return tn
}

func add(t testing.TB, tn *tournament.Tournament, players ...tournament.Player) {
	t.Helper()
	for _, p := range players {
		_, err := tn.AddPlayer(p, tournament.AllowNamesakes)
		must(t, err)
	}
}

func addTeam(t testing.TB, tn *tournament.Tournament, team tournament.Team) {
	t.Helper()
	_, err := tn.SetTeam(team)
	must(t, err)
}

// SixPlayers is the worked example of a small McMahon tournament: six players,
// three rounds, handicap reduced by one, a bye and an absence.
func SixPlayers(t testing.TB) *tournament.Tournament {
	t.Helper()
	s := preset(t, "egf")
	s.Rounds, s.Rules, s.Bar, s.Floor = 3, "aga", rank.Dan1, rank.Kyu30
	s.Clock = tournament.Clock{Main: tournament.Span(30 * time.Minute), Overtime: tournament.Fischer, Period: tournament.Span(15 * time.Second)}
	s.Handicap = handicap.Policy{Basis: handicap.ByMMS, Correction: 1, Ceiling: 9, EvenKomi: 13}
	s.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSM, tournament.NBW}
	s.Scoring.PlainSOS = true
	day := tournament.NewDate(2026, 3, 14)
	tn := begin(t, tournament.Info{
		Slug: "testila-open-2026", Name: "Testila Open 2026", Place: "Testila", Country: "FI", Begin: day, End: day, Zone: "Europe/Helsinki",
	}, s)
	for _, p := range []tournament.Player{
		{Family: "Aho", Given: "Aino", Rank: rank.Dan(2), Country: "FI", Club: "Testila", EGD: "90000001", AGA: "90001"},
		{Family: "Berg", Given: "Bo", Rank: rank.Dan1, Country: "SE", Club: "Lund", EGD: "90000002", AGA: "90002"},
		{Family: "Černý", Given: "Cyril", Rank: rank.Kyu1, Country: "CZ", Club: "Brno", EGD: "90000003", AGA: "90003"},
		{Family: "Dvořák", Given: "Dana", Rank: rank.Kyu(2), Country: "CZ", Club: "Praha", AGA: "90005"},
		{Family: "Eriksen", Given: "Eli", Rank: rank.Kyu(3), Country: "NO", Club: "Oslo", EGD: "90000004", AGA: "90004"},
		{Family: "Fabre", Given: "Fred", Rank: rank.Kyu(4), Country: "FR", Club: "75Te", EGD: "90000006", FFG: "9000006", AGA: "90006",
			Absent: tournament.Rounds(0).With(2)},
		{Family: "Gone", Given: "Gil", Rank: rank.Kyu(9), Country: "FI", Status: tournament.Withdrawn},
	} {
		if p.Status == tournament.Preliminary {
			p.Status = tournament.CheckedIn
		}
		add(t, tn, p)
	}
	const aho, berg, cerny, dvorak, eriksen, fabre = 1, 2, 3, 4, 5, 6
	black, white := tournament.Result{Outcome: tournament.BlackWins}, tournament.Result{Outcome: tournament.WhiteWins}
	Play(t, tn, nil,
		tournament.Game{Black: aho, White: berg, Komi: 13, Result: black},
		tournament.Game{Black: cerny, White: dvorak, Komi: 13, Result: black},
		tournament.Game{Black: eriksen, White: fabre, Komi: 13, Result: black})
	Play(t, tn, []tournament.PlayerID{eriksen},
		tournament.Game{Black: cerny, White: aho, Komi: 13, Result: white},
		tournament.Game{Black: dvorak, White: berg, Handicap: 1, Result: black})
	Play(t, tn, nil,
		tournament.Game{Black: dvorak, White: aho, Handicap: 2, Result: white},
		tournament.Game{Black: eriksen, White: berg, Komi: 13, Result: black},
		tournament.Game{Black: fabre, White: cerny, Handicap: 3, Result: black})
	return tn
}

// Cup returns the tournament of the golden files: SixPlayers with a tied game, a win by points, a forfeit, and a player
// whose name and club are hard to encode.
func Cup(t testing.TB) *tournament.Tournament {
	t.Helper()
	tn := SixPlayers(t)
	tn.Players[3].Given, tn.Players[3].Club = "Dana <Ďáblice> & \"Co\"", "=1+1"
	for i, p := range []int{2190, 2105, 1980, 0, 1830, 0} {
		if p > 0 {
			tn.Players[i].Rating = rank.Points(p)
		}
	}
	tn.Rounds[0].Games[1].Result = tournament.Result{Outcome: tournament.Jigo}
	tn.Rounds[1].Games[0].Result = tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByPoints, Margin: 7}
	tn.Rounds[2].Games[2].Result = tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByForfeit}
	must(t, tn.SetStart(2, time.Date(2026, 3, 14, 11, 30, 0, 0, time.UTC)))
	tn.Version = 12
	return tn
}

// Play adds a published round of the given games and byes.
func Play(t testing.TB, tn *tournament.Tournament, byes []tournament.PlayerID, games ...tournament.Game) {
	t.Helper()
	n := len(tn.Rounds) + 1
	must(t, tn.SetDraft(n, games, byes, tournament.Drawn{}))
	must(t, tn.Publish(n))
}

// Small returns a tournament of two published rounds and a draft, with names that resemble formulas.
func Small(t testing.TB) *tournament.Tournament {
	t.Helper()
	s := preset(t, "egf")
	s.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSM, tournament.ByRank, tournament.ByRating}
	tn := begin(t, tournament.Info{
		Slug: "spring", Name: "Spring & Cup", Place: "Testila", Zone: "Europe/Helsinki",
		Begin: tournament.NewDate(2026, 3, 14), End: tournament.NewDate(2026, 3, 15),
	}, s)
	for _, p := range []tournament.Player{
		{Family: "=HYPERLINK(\"http://example.org\")", Given: "Eve", Rank: rank.Dan1, Rating: rank.Points(-200), EGD: "00012345", Club: "+1"},
		{Family: "@Berg", Given: "Bo", Rank: rank.Kyu(3), Notes: "secret", Contact: "bo@example.org"},
		{Family: "-Černý", Given: "Cyril", Rank: rank.Kyu(3), Absent: tournament.Rounds(0).With(2).With(4), Tags: []string{"junior"}},
	} {
		p.Status = tournament.CheckedIn
		add(t, tn, p)
	}
	jigo := tournament.Result{Outcome: tournament.Jigo}
	byPoints := tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByPoints, Margin: 7}
	Play(t, tn, []tournament.PlayerID{3}, tournament.Game{Black: 2, White: 1, Handicap: 3, Komi: 1, Result: byPoints})
	Play(t, tn, nil, tournament.Game{Black: 1, White: 2, Komi: 14, Result: jigo})
	must(t, tn.SetDraft(3, []tournament.Game{{Black: 1, White: 3, Komi: 13}}, nil, tournament.Drawn{}))
	must(t, tn.SetStart(2, time.Date(2026, 3, 14, 12, 15, 0, 0, time.UTC)))
	tn.Version = 17
	return tn
}

// Everything returns a tournament with features beyond OpenGotha's.
func Everything(t testing.TB) tournament.Whole {
	t.Helper()
	s := preset(t, "aga")
	s.Criteria = append(s.Criteria, tournament.DCEGF)
	s.Tie = tournament.TieWhiteWins
	s.Foreign = map[string]string{"opengotha/Teams": `<Teams><broken`, "opengotha/GeneralParameterSet.a b": "c"}
	tn := begin(t, tournament.Info{Slug: "all", Name: `All & "everything" <here>`}, s)
	for _, p := range []tournament.Player{
		{Family: "Aho", Given: "Aino", Rank: rank.Dan1, Notes: "vegetarian"},
		{Family: "Aho", Given: "Aino", Rank: rank.Kyu(3), Absent: tournament.Rounds(0).With(2), HalfByes: tournament.Rounds(0).With(2)},
		{Family: "Berg", Rank: rank.Pro1 + 3},
		{Family: "Cerny", Given: "Cyril", Rank: rank.Kyu30, Rating: rank.Points(-900)},
		{Family: "Dvorak", Given: "Dana", Rank: rank.Kyu(2)},
		{Family: "Eriksen", Given: "Eli", Rank: rank.Kyu(2)},
	} {
		p.Status = tournament.CheckedIn
		add(t, tn, p)
	}
	games := []tournament.Game{
		{Black: 2, White: 1, Handicap: 3, Komi: 1, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByPoints, Margin: 7}},
		{Black: 3, White: 4, Komi: 15, Result: tournament.Result{Outcome: tournament.NoResult}},
	}
	Play(t, tn, []tournament.PlayerID{5, 6}, games...)
	text := "(;GM[1]SZ[9]PB[葵 \"<b>\"];B[aa]C[\u2028 a \\\\ b\n];W[bb])"
	record, err := tn.JudgeRecord(tn.Rounds[0].Games[0].ID, []byte(text))
	must(t, err)
	must(t, tn.AttachRecord(tn.Rounds[0].Games[0].ID, record))
	must(t, tn.DecideDead(tn.Rounds[0].Games[0].ID, []rules.Point{rules.At(1, 1)}))
	must(t, tn.SetStatus(5, tournament.Withdrawn))
	must(t, tn.SetDraft(2, []tournament.Game{{Black: 1, White: 3, Komi: 15}}, nil, tournament.Drawn{}))
	pictures := AddDay(tn)
	return tournament.Whole{Tournament: tn, Records: map[string]string{record.Hash: record.Text}, Pictures: pictures}
}

// Club returns a tournament of five rounds with the given players.
func Club(t testing.TB, players ...tournament.Player) *tournament.Tournament {
	t.Helper()
	tn := begin(t, tournament.Info{Slug: "club", Name: "Club"}, tournament.Presets()[0].Settings)
	add(t, tn, players...)
	return tn
}

// Match returns a tournament of two teams on two boards, of three and two
// players, after a round in which Black won on both boards.
func Match(t *testing.T) *tournament.Tournament {
	t.Helper()
	s := preset(t, "teams")
	s.Teams.Boards = 3
	tn := begin(t, tournament.Info{Slug: "match", Name: "Match"}, s)
	for i := range 5 {
		p := tournament.Player{Family: fmt.Sprintf("P%d", i+1), Given: "X", Rank: rank.Dan1, Country: "FI", Status: tournament.CheckedIn}
		add(t, tn, p)
	}
	for _, team := range []tournament.Team{{Name: "Up", Members: []tournament.PlayerID{1, 3, 5}}, {Name: "Down", Members: []tournament.PlayerID{2, 4}}} {
		addTeam(t, tn, team)
	}
	games := []tournament.Game{{Table: 1, Black: 1, White: 2, Komi: 13}, {Table: 2, Black: 4, White: 3, Komi: 13}}
	Play(t, tn, []tournament.PlayerID{5}, games...)
	for table := 1; table <= 2; table++ {
		_, _, err := tn.Record(tournament.Entry{Round: 1, Table: table, Result: tournament.Result{Outcome: tournament.BlackWins}})
		must(t, err)
	}
	return tn
}

// TeamMatch returns a tournament of four teams of two boards. One team has a substitute and a separate line-up.
func TeamMatch(t testing.TB) *tournament.Tournament {
	t.Helper()
	s := preset(t, "swiss")
	s.Teams.Boards = 2
	s.Criteria = []tournament.Criterion{tournament.TeamPoints, tournament.BoardWins, tournament.UpperBoards(1), tournament.NBW, tournament.SOSW}
	tn := begin(t, tournament.Info{Slug: "teams", Name: "Teams"}, s)
	for i := range 9 {
		p := tournament.Player{Family: "P" + string(rune('a'+i)), Given: "X", Rank: rank.Kyu(1 + i), Status: tournament.CheckedIn}
		add(t, tn, p)
	}
	for i, members := range [][]tournament.PlayerID{{1, 2}, {3, 4, 9}, {5, 6}, {7, 8}} {
		team := tournament.Team{Name: fmt.Sprintf("Team %c", 'A'+i), Members: members}
		if i == 1 {
			team.Lineups = []tournament.Lineup{{Round: 2, Players: []tournament.PlayerID{9, 3}}}
		}
		addTeam(t, tn, team)
	}
	black, white := tournament.Result{Outcome: tournament.BlackWins}, tournament.Result{Outcome: tournament.WhiteWins}
	Play(t, tn, nil,
		tournament.Game{Black: 1, White: 3, Komi: 13, Result: black}, tournament.Game{Black: 4, White: 2, Komi: 13, Result: black},
		tournament.Game{Black: 5, White: 7, Komi: 13, Result: white}, tournament.Game{Black: 8, White: 6, Komi: 13, Result: black})
	Play(t, tn, nil,
		tournament.Game{Black: 9, White: 7, Komi: 13, Result: black}, tournament.Game{Black: 8, White: 3, Komi: 13, Result: white},
		tournament.Game{Black: 1, White: 5, Komi: 13, Result: black}, tournament.Game{Black: 6, White: 2, Komi: 13, Result: white})
	return tn
}
