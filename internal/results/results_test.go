package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// six is the worked example of a McMahon tournament with handicap, a bye, an
// absence and a jump of places by every tie-break: bar 1d, handicap by McMahon
// score less one, absence ½, bye 1, rounding down.
func six() *tournament.Tournament {
	s := tournament.Settings{
		System: tournament.McMahon, Rounds: 3, Floor: rank.Kyu20, Bar: rank.Dan1,
		Scoring:  tournament.Scoring{WinsBye: 2, MMSAbsent: 1, MMSBye: 2, RoundDown: true},
		Handicap: handicap.Policy{Basis: handicap.ByMMS, Correction: 1, Ceiling: 9},
	}
	t := &tournament.Tournament{Settings: s}
	for i, p := range []struct {
		name string
		rank rank.Rank
	}{
		{"Aho", rank.Dan(2)}, {"Berg", rank.Dan1}, {"Cerny", rank.Kyu1}, {"Dvorak", rank.Kyu(2)}, {"Eriksen", rank.Kyu(3)}, {"Fabre", rank.Kyu(4)},
	} {
		t.Players = append(t.Players, tournament.Player{
			ID: tournament.PlayerID(i + 1), Family: p.name, Rank: p.rank, Status: tournament.CheckedIn,
		})
	}
	t.Players[5].Absent = t.Players[5].Absent.With(2)
	const aho, berg, cerny, dvorak, eriksen, fabre = 1, 2, 3, 4, 5, 6
	game := func(black, white tournament.PlayerID, stones int, o tournament.Outcome) tournament.Game {
		return tournament.Game{Black: black, White: white, Handicap: stones, Result: tournament.Result{Outcome: o}}
	}
	const b, w = tournament.BlackWins, tournament.WhiteWins
	rounds(t,
		[]tournament.Game{game(aho, berg, 0, b), game(dvorak, cerny, 0, w), game(eriksen, fabre, 0, b)},
		[]tournament.Game{game(cerny, aho, 0, w), game(dvorak, berg, 1, b)},
		[]tournament.Game{game(dvorak, aho, 2, w), game(eriksen, berg, 0, b), game(fabre, cerny, 3, b)},
	)
	t.Rounds[0].Games[1] = game(dvorak, cerny, 0, b)
	t.Rounds[0].Games[1].Result.Outcome = w
	t.Rounds[1].Byes = []tournament.PlayerID{eriksen}
	return t
}

// rounds sets the rounds of a tournament, with tables and game IDs in this order.
func rounds(t *tournament.Tournament, all ...[]tournament.Game) {
	t.Rounds, t.LastID = nil, 0
	for n, games := range all {
		for i := range games {
			t.LastID++
			games[i].ID, games[i].Round, games[i].Table = t.LastID, n+1, i+1
		}
		t.Rounds = append(t.Rounds, tournament.Round{Number: n + 1, Published: true, Games: games})
	}
}

// columns returns the standings after all rounds by these criteria as text, one line per player in the order of the
// list.
func columns(t *tournament.Tournament, criteria ...tournament.Criterion) map[string][]string {
	t = t.Clone()
	t.Settings.Criteria = criteria
	s := After(t, len(t.Rounds))
	out := map[string][]string{}
	for i := range t.Players {
		row := s.Row(t.Players[i].ID)
		var line []string
		for c := range criteria {
			line = append(line, row.Text(c))
		}
		out[t.Players[i].Name()] = line
	}
	return out
}

func TestWorkedExample(t *testing.T) {
	criteria := []tournament.Criterion{
		tournament.MMS, tournament.NBW, tournament.SOSM, tournament.SOSM1, tournament.SOSM2, tournament.SODOSM,
		tournament.SOSOSM, tournament.CUSSM, tournament.SOSW,
	}
	plain := six()
	plain.Settings.Scoring.PlainSOS = true
	got := columns(plain, criteria...)
	for name, want := range map[string]string{
		"Aho":     "33 3 89 60 30 89 274 96 2",
		"Berg":    "30 0 92 63 33 0 266 90 7",
		"Cerny":   "30 1 89 62 33 29 268 90 5",
		"Eriksen": "30 3 84 57 30 57 259 87 1",
		"Dvorak":  "29 1 93 63 33 30 270 86 4",
		"Fabre":   "27 1 86 60 30 30 251 79 4",
	} {
		if text := strings.Join(got[name], " "); text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
	stones := columns(six(), tournament.SOSM)
	for name, want := range map[string]string{"Aho": "91", "Berg": "93", "Cerny": "92", "Eriksen": "84", "Dvorak": "90", "Fabre": "83"} {
		if stones[name][0] != want {
			t.Errorf("%s: SOS with stones %s, want %s", name, stones[name][0], want)
		}
	}
}

func TestPlacesAndWallList(t *testing.T) {
	for _, tt := range []struct {
		criteria []tournament.Criterion
		want     string
	}{
		{[]tournament.Criterion{tournament.MMS, tournament.SOSM}, "1 Aho, 2 Berg, 3 Cerny, 4 Eriksen, 5 Dvorak, 6 Fabre"},
		{[]tournament.Criterion{tournament.MMS}, "1 Aho, 2 Berg, 2 Cerny, 2 Eriksen, 5 Dvorak, 6 Fabre"},
		{[]tournament.Criterion{tournament.MMS, tournament.SODOSM}, "1 Aho, 2 Eriksen, 3 Cerny, 4 Berg, 5 Dvorak, 6 Fabre"},
		{[]tournament.Criterion{tournament.MMS, tournament.DCEGF}, "1 Aho, 2 Berg, 2 Cerny, 2 Eriksen, 5 Dvorak, 6 Fabre"},
		{[]tournament.Criterion{tournament.MMS, tournament.SDC}, "1 Aho, 2 Berg, 2 Cerny, 2 Eriksen, 5 Dvorak, 6 Fabre"},
		// Berg and Cerny are the last players without a win against the other two.
		{[]tournament.Criterion{tournament.MMS, tournament.DC}, "1 Aho, 2 Eriksen, 3 Berg, 3 Cerny, 5 Dvorak, 6 Fabre"},
		{[]tournament.Criterion{tournament.MMS, tournament.DC, tournament.ByRank}, "1 Aho, 2 Eriksen, 3 Berg, 4 Cerny, 5 Dvorak, 6 Fabre"},
	} {
		t.Run(fmt.Sprint(tt.criteria), func(t *testing.T) {
			tn := six()
			tn.Settings.Criteria, tn.Settings.Scoring.PlainSOS = tt.criteria, true
			var got []string
			for _, r := range After(tn, 3).Rows {
				got = append(got, fmt.Sprint(r.Place, " ", tn.Player(r.Player).Name()))
			}
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("%v: %s, want %s", tt.criteria, text, tt.want)
			}
		})
	}

	tn := six()
	tn.Settings.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSM}
	tn.Settings.Scoring.PlainSOS = true
	s := After(tn, 3)
	for name, want := range map[string]string{
		"Aho": "2+/b 3+/w 5+/w2", "Berg": "1-/w 5-/w1 4-/w", "Cerny": "5+/w 1-/b 6-/w3",
		"Eriksen": "6+/b 0+ 2+/b", "Dvorak": "3-/b 2+/b1 1-/b2", "Fabre": "4-/w 0= 3+/b3",
	} {
		i := slices.IndexFunc(tn.Players, func(p tournament.Player) bool { return p.Family == name })
		var got []string
		for _, c := range s.Row(tn.Players[i].ID).Cells {
			got = append(got, c.String())
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
	if row := s.Row(99); row != nil {
		t.Errorf("nobody has row %+v", row)
	}
}

// Players who withdrew before they took part, or had a place and did not come, are not listed; players with a game, a
// bye or an agreed half point stay.
func TestWhoNeverTookPartIsNotListed(t *testing.T) {
	base := six()
	base.Settings.Criteria = []tournament.Criterion{tournament.NBW, tournament.DC}
	for family, change := range map[string]func(p *tournament.Player, tn *tournament.Tournament){
		"Gone":  func(*tournament.Player, *tournament.Tournament) {},
		"Away":  func(p *tournament.Player, _ *tournament.Tournament) { p.Absent = p.Absent.With(1) },
		"Later": func(p *tournament.Player, _ *tournament.Tournament) { p.HalfByes = p.HalfByes.With(4) },
		"Yet":   func(p *tournament.Player, _ *tournament.Tournament) { p.Status = tournament.Preliminary },
		"Half":  func(p *tournament.Player, _ *tournament.Tournament) { p.HalfByes = p.HalfByes.With(2) },
		"Bye": func(p *tournament.Player, tn *tournament.Tournament) {
			tn.Rounds[2].Byes = append(tn.Rounds[2].Byes, p.ID)
		},
	} {
		tn := base.Clone()
		tn.Players = append(tn.Players, tournament.Player{ID: 7, Family: family, Rank: rank.Kyu1, Status: tournament.Withdrawn})
		change(&tn.Players[6], tn)
		want := 7
		if family == "Gone" || family == "Away" || family == "Later" || family == "Yet" {
			want = 6
		}
		for n := range 4 {
			s := After(tn, n)
			if len(s.Rows) != want || s.Row(7) == nil || (s.Row(7).Line > 0) != (want == 7) {
				t.Errorf("%s: %d rows after round %d, want %d; row %+v", family, len(s.Rows), n, want, s.Row(7))
			}
		}
	}
	base.Players[5].Status = tournament.Withdrawn
	if s := After(base, 3); len(s.Rows) != 6 {
		t.Errorf("%d rows when a player left, want 6", len(s.Rows))
	}
}

// A player stands above an equal player after a win against that player. Reserves and absent registrations change nothing.
func TestOnlyListedPlayersAreEquals(t *testing.T) {
	for _, c := range []tournament.Criterion{tournament.SDC, tournament.DCEGF, tournament.DC} {
		for _, limit := range []int{0, 2} { // the third player has a place or is a reserve
			won := tournament.Result{Outcome: tournament.BlackWins}
			tn := &tournament.Tournament{LastID: 9, Rounds: []tournament.Round{
				{Number: 1, Published: true, Games: []tournament.Game{{ID: 4, Round: 1, Table: 1, Black: 1, White: 2, Result: won}}},
			}}
			s := &tn.Settings
			s.System, s.Rounds, s.SignUp.Limit = tournament.McMahon, 2, limit
			s.Floor, s.Bar, s.Criteria = rank.Kyu30, rank.Dan9, []tournament.Criterion{tournament.MMS, c}
			for id, r := range []rank.Rank{rank.Kyu(3), rank.Kyu(2), rank.Kyu(2)} {
				p := tournament.Player{ID: tournament.PlayerID(id + 1), Family: string(rune('A' + id)), Rank: r, Status: tournament.CheckedIn}
				if id == 2 {
					p.Status = tournament.Preliminary
				}
				tn.Players = append(tn.Players, p)
			}
			if got := strings.Join(lines(tn, After(tn, 1)), "; "); got != "1 A 1 2+/b; 2 B 0 1-/w" {
				t.Errorf("%s, limit %d: %s", c, limit, got)
			}
		}
	}
}

func TestCells(t *testing.T) {
	tn := six()
	tn.Settings.Criteria = []tournament.Criterion{tournament.NBW}
	tn.Players[3].Absent, tn.Players[3].HalfByes = 1<<1, 1<<1
	tn.Players[4].Status = tournament.Preliminary
	result := func(o tournament.Outcome, m tournament.Manner) tournament.Result {
		return tournament.Result{Outcome: o, Manner: m}
	}
	for _, tt := range []struct {
		result       tournament.Result
		black, white string
	}{
		{result(tournament.BlackWins, tournament.ByForfeit), "2+!b", "1-!w"},
		{result(tournament.WhiteWins, tournament.ByResignation), "2-/b", "1+/w"},
		{result(tournament.Jigo, 0), "2=/b", "1=/w"},
		{result(tournament.BothLose, 0), "2-/b", "1-/w"},
		{result(tournament.BothLose, tournament.ByForfeit), "2-!b", "1-!w"},
		{result(tournament.BothWin, 0), "2+/b", "1+/w"},
		{result(tournament.NoResult, 0), "2?/b", "1?/w"},
		{result(tournament.NotPlayed, 0), "2-!b", "1-!w"},
		{result(tournament.Unknown, 0), "2?/b", "1?/w"},
	} {
		t.Run(tt.result.String(), func(t *testing.T) {
			rounds(tn, []tournament.Game{{Black: 1, White: 2, Result: tt.result}})
			tn.Rounds[0].Byes = []tournament.PlayerID{3}
			s := After(tn, 1)
			cell := func(id tournament.PlayerID) string {
				c := s.Row(id).Cells[0]
				if c.Kind == Game { // the line depends on the result
					c.Line = int(c.Opponent)
				}
				return c.String()
			}
			if b, w := cell(1), cell(2); b != tt.black || w != tt.white {
				t.Errorf("%v: %s and %s, want %s and %s", tt.result, b, w, tt.black, tt.white)
			}
			for id, want := range map[tournament.PlayerID]string{3: "0+", 4: "0=", 5: "0-", 6: "0-"} {
				if got := cell(id); got != want {
					t.Errorf("player %d: %s, want %s", id, got, want)
				}
			}
			kinds := []CellKind{}
			for id := range 6 {
				kinds = append(kinds, s.Row(tournament.PlayerID(id + 1)).Cells[0].Kind)
			}
			if want := []CellKind{Game, Game, Bye, HalfBye, NotEntered, NotAssigned}; !slices.Equal(kinds, want) {
				t.Errorf("kinds %v, want %v", kinds, want)
			}
		})
	}
}

func TestHalvesAreRoundedTogether(t *testing.T) {
	tn := six()
	rounds(tn, nil, nil, nil)
	tn.Players[0].Absent = 1<<1 | 1<<2 | 1<<3
	for _, tt := range []struct {
		down bool
		want string
	}{{true, "30 30 31 31"}, {false, "30 30.5 31 31.5"}} {
		t.Run(fmt.Sprint("down ", tt.down), func(t *testing.T) {
			tn.Settings.Scoring.RoundDown = tt.down
			var got []string
			for n := range 4 {
				got = append(got, After(tn, n).Row(1).MMS.String())
			}
			if text := strings.Join(got, " "); text != tt.want {
				t.Errorf("rounding %v: %s, want %s", tt.down, text, tt.want)
			}
		})
	}
}

func TestTextOfPlayersOwnCriteria(t *testing.T) {
	tn := six()
	tn.Settings.Categories = []rank.Rank{rank.Dan1, rank.Kyu(2)}
	tn.Players[5].Rank = rank.Pro1
	tn.Players[4].Rating = rank.Points(1777)
	got := columns(tn, tournament.Category, tournament.ByRank, tournament.ByRating)
	for name, want := range map[string]string{"Aho": "1 2d 2200", "Dvorak": "2 2k 1900", "Eriksen": "3 3k 1777", "Fabre": "1 1p 2700"} {
		if text := strings.Join(got[name], " "); text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
	tn.Settings.Criteria = []tournament.Criterion{tournament.Category, tournament.ByRank}
	if first, last := After(tn, 0).Rows[0].Player, After(tn, 0).Rows[5].Player; first != 6 || last != 5 {
		t.Errorf("first is %d and last %d, want 6 and 5", first, last)
	}
}

// With three equal wins against each other OpenGotha finds a circle; a loser against one of the three is
// below all three. SDC counts wins only if every two have met and one of the two leads; even results and ignored
// handicap games have the effect of no game.
func TestSimpleConfrontationNeedsAllGames(t *testing.T) {
	tn := six()
	tn.Settings.Bar, tn.Settings.Floor = rank.Dan1, rank.Dan1
	tn.Players = tn.Players[:3]
	beats := func(winner, loser tournament.PlayerID, stones int) tournament.Game {
		return tournament.Game{Black: winner, White: loser, Handicap: stones, Result: tournament.Result{Outcome: tournament.BlackWins}}
	}
	jigo := tournament.Game{Black: 1, White: 3, Result: tournament.Result{Outcome: tournament.Jigo}}
	for _, tt := range []struct {
		name string
		last []tournament.Game
		even bool
		want string
	}{
		{"not met", nil, false, "map[Aho:[0] Berg:[0] Cerny:[0]]"},
		{"a jigo", []tournament.Game{jigo}, false, "map[Aho:[0] Berg:[0] Cerny:[0]]"},
		{"all met", []tournament.Game{beats(1, 3, 0)}, false, "map[Aho:[2] Berg:[1] Cerny:[0]]"},
		{"with stones", []tournament.Game{beats(1, 3, 2)}, false, "map[Aho:[2] Berg:[1] Cerny:[0]]"},
		{"with stones that do not count", []tournament.Game{beats(1, 3, 2)}, true, "map[Aho:[0] Berg:[0] Cerny:[0]]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn.Settings.Scoring.EvenDC = tt.even
			rounds(tn, []tournament.Game{beats(1, 2, 0)}, []tournament.Game{beats(2, 3, 0)}, tt.last)
			if got := fmt.Sprint(columns(tn, tournament.SDC)); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
			}
		})
	}
}

func TestConfrontationSeesCircles(t *testing.T) {
	tn := six()
	tn.Settings.Bar, tn.Settings.Floor = rank.Dan1, rank.Dan1
	beats := func(winner, loser tournament.PlayerID) tournament.Game {
		return tournament.Game{Black: winner, White: loser, Result: tournament.Result{Outcome: tournament.BlackWins}}
	}
	rounds(tn,
		[]tournament.Game{beats(1, 2), beats(3, 4)},
		[]tournament.Game{beats(2, 3), beats(4, 5)},
		[]tournament.Game{beats(3, 1), beats(5, 6), {Black: 2, White: 4, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByForfeit}}},
	)
	tn.Players[0].Family, tn.Players[2].Family = "Cerny", "Aho" // by name the circle is reversed
	got := columns(tn, tournament.DC)
	if want := map[string][]string{"Cerny": {"5"}, "Berg": {"5"}, "Aho": {"5"}, "Dvorak": {"2"}, "Eriksen": {"1"}, "Fabre": {"0"}}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("DC is %v, want %v", got, want)
	}
	if got := columns(tn, tournament.SDC); fmt.Sprint(got["Aho"], got["Fabre"]) != "[0] [0]" {
		t.Errorf("SDC is %v though not all have met", got)
	}
}

func TestCupWeighsEarlyWins(t *testing.T) {
	tn := six()
	got := columns(tn, tournament.CPS, tournament.STS)
	// Aho won three times: 4+2+1, and twice before and in the semi-final.
	for name, want := range map[string]string{"Aho": "7 37", "Cerny": "4 30", "Dvorak": "2 29", "Fabre": "1 27", "Eriksen": "7 30", "Berg": "0 30"} {
		if text := strings.Join(got[name], " "); text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
}

func TestNumbersAreClamped(t *testing.T) {
	tn := six()
	tn.Settings.Criteria = []tournament.Criterion{tournament.MMS}
	for n, want := range map[int]int{-3: 0, 0: 0, 2: 2, 99: 3} {
		if got := After(tn, n); got.After != want || len(got.Rows[0].Cells) != want {
			t.Errorf("after %d: %d with %d cells, want %d", n, got.After, len(got.Rows[0].Cells), want)
		}
	}
	empty := &tournament.Tournament{Settings: tn.Settings}
	if s := After(empty, 0); len(s.Rows) != 0 {
		t.Errorf("an empty tournament has %d rows", len(s.Rows))
	}
}

func BenchmarkAfter(b *testing.B) {
	tn := &tournament.Tournament{Settings: six().Settings}
	tn.Settings.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSM, tournament.SOSOSM, tournament.DC}
	const players = 1000
	for i := range players {
		tn.Players = append(tn.Players, tournament.Player{
			ID: tournament.PlayerID(i + 1), Family: fmt.Sprint("P", i), Rank: rank.FromIndex(i%40 - 30), Status: tournament.CheckedIn,
		})
	}
	var all [][]tournament.Game
	for n := range 10 {
		var games []tournament.Game
		for i := range players / 2 {
			games = append(games, tournament.Game{
				Black: tournament.PlayerID(i + 1), White: tournament.PlayerID(players/2 + 1 + (i+n)%(players/2)),
				Result: tournament.Result{Outcome: tournament.Outcome(1 + (i+n)%2)},
			})
		}
		all = append(all, games)
	}
	rounds(tn, all...)
	for b.Loop() {
		After(tn, 10)
	}
}

// rapidTournament draws a tournament with all kinds of rounds.
func rapidTournament(t *rapid.T) *tournament.Tournament {
	tn := six()
	tn.Players = nil
	count := rapid.IntRange(1, 8).Draw(t, "players")
	tn.Settings.Rounds = rapid.IntRange(1, 5).Draw(t, "rounds")
	tn.Settings.Bar = rapid.SampledFrom([]rank.Rank{rank.Dan1, rank.Kyu(3)}).Draw(t, "bar")
	tn.Settings.Categories = []rank.Rank{rank.Kyu(2)}
	if from := rapid.IntRange(1, tn.Settings.Rounds).Draw(t, "stage"); from > 1 {
		system := rapid.SampledFrom([]tournament.System{tournament.Knockout, tournament.DoubleElimination, tournament.RoundRobin}).Draw(t, "then")
		tn.Settings.Stages = []tournament.Stage{{From: from, System: system}}
	}
	if len(tn.Settings.Stages) > 0 && rapid.Bool().Draw(t, "others") {
		stage := &tn.Settings.Stages[0]
		stage.Others = rapid.SampledFrom([]tournament.Others{tournament.PlayOn, tournament.PlayOnWithLosers}).Draw(t, "do")
		stage.Format.ThirdPlace = rapid.Bool().Draw(t, "third")
		for id := range count {
			if id == 0 || rapid.Bool().Draw(t, "seed") {
				stage.Format.Seeds = append(stage.Format.Seeds, tournament.PlayerID(id+1))
			}
		}
	}
	half := rapid.SampledFrom([]tournament.Score{0, 1, 2})
	tn.Settings.Scoring = tournament.Scoring{
		WinsAbsent: half.Draw(t, "wa"), WinsBye: half.Draw(t, "wb"), MMSAbsent: half.Draw(t, "ma"), MMSBye: half.Draw(t, "mb"),
		RoundDown: rapid.Bool().Draw(t, "down"), UnplayedHalf: rapid.Bool().Draw(t, "half"), PlainSOS: rapid.Bool().Draw(t, "plain"),
		EvenDC: rapid.Bool().Draw(t, "even"),
	}
	for i := range count {
		tn.Players = append(tn.Players, tournament.Player{
			ID: tournament.PlayerID(i + 1), Family: fmt.Sprint("P", i), Rank: rank.FromIndex(rapid.IntRange(-5, 2).Draw(t, "rank")),
			Status: rapid.SampledFrom([]tournament.Status{tournament.CheckedIn, tournament.CheckedIn, tournament.Withdrawn, tournament.Preliminary}).Draw(t, "status"),
			Absent: tournament.Rounds(rapid.SampledFrom([]uint64{0, 0, 2, 4, 36}).Draw(t, "absent")),
		})
		tn.Players[i].HalfByes = tn.Players[i].Absent & 4
		tn.Players[i].StartCorrection = rapid.SampledFrom([]int{0, 0, 0, 1, -2}).Draw(t, "correction")
		if rapid.Bool().Draw(t, "rated") {
			tn.Players[i].Rating = rank.Points(rapid.IntRange(1700, 2200).Draw(t, "rating"))
		}
	}
	if rapid.Bool().Draw(t, "ghost") {
		tn.Settings.Constraints.StandIns = []tournament.PlayerID{tn.Players[count-1].ID}
	}
	var all [][]tournament.Game
	var byes [][]tournament.PlayerID
	for range tn.Settings.Rounds {
		order := rapid.Permutation(tn.Players).Draw(t, "order")
		cut := 2 * rapid.IntRange(0, count/2).Draw(t, "games")
		var games []tournament.Game
		for i := 0; i < cut; i += 2 {
			games = append(games, tournament.Game{
				Black: order[i].ID, White: order[i+1].ID, Handicap: rapid.SampledFrom([]int{0, 0, 0, 1, 3}).Draw(t, "stones"),
				Result: tournament.Result{
					Outcome: tournament.Outcome(rapid.SampledFrom([]int{1, 2, 1, 2, 1, 2, 0, 3, 4, 5, 6, 7}).Draw(t, "outcome")),
					Manner:  rapid.SampledFrom([]tournament.Manner{0, 0, 0, tournament.ByForfeit}).Draw(t, "manner"),
				},
			})
		}
		var bye []tournament.PlayerID
		if cut < count && rapid.Bool().Draw(t, "bye") {
			bye = append(bye, order[cut].ID)
		}
		all, byes = append(all, games), append(byes, bye)
	}
	rounds(tn, all...)
	for n := range tn.Rounds {
		tn.Rounds[n].Byes = byes[n]
	}
	return tn
}

// While final standings are valid the players have their order and places, and the cells their lines. Earlier rounds
// and other criteria use the computed order.
func TestFinalStandingsDecideTheOrder(t *testing.T) {
	tn := six()
	for i := range tn.Rounds {
		tn.Rounds[i].Published = true
	}
	tn.Settings.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSM}
	names := func(s *Standings) (rows []string) {
		for _, r := range s.Rows {
			rows = append(rows, fmt.Sprintf("%d %s %s", r.Place, tn.Player(r.Player).Family, r.Cells[0]))
		}
		return rows
	}
	computed, before := names(After(tn, 3)), names(After(tn, 2))
	list := tournament.FinalList{ID: 99}
	for i, id := range []tournament.PlayerID{6, 1, 2, 3} { // the others are missing
		list.Lines = append(list.Lines, tournament.FinalLine{Place: []int{1, 2, 2, 4}[i], Player: id})
	}
	tn.Day.Finals = []tournament.FinalList{list}
	got := names(After(tn, 3))
	if len(got) != 6 || !strings.HasPrefix(got[0], "1 Fabre ") || !strings.HasPrefix(got[1], "2 Aho ") || !strings.HasPrefix(got[2], "2 Berg ") ||
		!strings.HasPrefix(got[3], "4 Cerny ") || !strings.HasPrefix(got[4], "5 ") || !strings.HasPrefix(got[5], "6 ") {
		t.Errorf("%q", got)
	}
	s := After(tn, 3)
	for _, r := range s.Rows {
		for _, c := range r.Cells {
			if c.Kind == Game && s.Rows[c.Line-1].Player != c.Opponent {
				t.Errorf("%s: line %d is not player %d", tn.Player(r.Player).Family, c.Line, c.Opponent)
			}
		}
	}
	if !slices.Equal(names(After(tn, 2)), before) || !slices.Equal(names(By(tn, 3, tn.Settings.Criteria)), computed) {
		t.Error("another list has the order of the final standings")
	}
	tn.Day.Finals[0].Reopened = time.Unix(1, 0)
	if !slices.Equal(names(After(tn, 3)), computed) {
		t.Error("the order stays when the final standings are reopened")
	}
}
