package pairgoth

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/native"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// The format has the main time in seconds; many files have it in minutes.
func TestReadsMainTime(t *testing.T) {
	text := string(formattest.ReadTestdata(t, "testdata", "pairgoth.tour"))
	for seconds, want := range map[string]time.Duration{
		"3600": time.Hour, "60": time.Hour, `"45"`: 45 * time.Minute, "179": 179 * time.Minute, "180": 3 * time.Minute, "0": 0, "-5": 0,
	} {
		t.Run(seconds, func(t *testing.T) {
			tn, findings, err := Read([]byte(strings.Replace(text, `"mainTime": 3600`, `"mainTime": `+seconds, 1)))
			if err != nil {
				t.Fatal(err)
			}
			number := strings.Trim(seconds, `"`)
			noted := slices.Contains(formattest.Brief(findings), "0: pairgoth.minutes "+number)
			if got := time.Duration(tn.Settings.Clock.Main); got != want || noted != (want > 0 && !strings.HasSuffix(number, "0") || number == "60") {
				t.Errorf("main time %s: %v, want %v; %v", seconds, got, want, formattest.Brief(findings))
			}
		})
	}
}

func TestReadsWhereItIsPlayed(t *testing.T) {
	text := string(formattest.ReadTestdata(t, "testdata", "pairgoth.tour"))
	for online, want := range map[string]bool{`false`: false, `true`: true, `"true"`: true, `7`: false} {
		t.Run(online, func(t *testing.T) {
			tn, _, err := Read([]byte(strings.Replace(text, `"online": false`, `"online": `+online, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if tn.Settings.Internet != want {
				t.Errorf("online %s: %v", online, tn.Settings.Internet)
			}
		})
	}
}

// A day that cannot be read is named with its line and column.
func TestDaysHavePlaces(t *testing.T) {
	text := string(formattest.ReadTestdata(t, "testdata", "pairgoth.tour"))
	for _, tt := range []struct {
		text string
		want file.Position
	}{
		{strings.Replace(text, "2026-03-15", "Sunday", 1), file.Position{Line: 1, Column: 108}},
		{strings.Replace(text, `"endDate": "2026-03-15",`, "\n  \"endDate\": \"Sunday\",", 1), file.Position{Line: 2, Column: 3}},
	} {
		_, findings, err := Read([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(findings, func(f file.Finding) bool { return f.Key == "import.day" })
		if i < 0 || (file.Position{Line: findings[i].Line, Column: findings[i].Column}) != tt.want || findings[i].Args[0] != "Sunday" {
			t.Errorf("%v, want the place %v", findings, tt.want)
		}
	}
}

// An unreadable field of a player is reported with the line and column of their entry, even if the whole file is one
// line.
func TestPlayersHavePlaces(t *testing.T) {
	const first, second = `{"id":1,"name":"Ähtäri","rating":100,"rank":1}`, `{"id":2,"name":"Berg","rating":200,"rank":1,"country":"Nowhere"}`
	for _, tt := range []struct {
		text string
		want file.Position
	}{
		{`{"rounds":1,"players":[` + first + `,` + second + `]}`, file.Position{Line: 1, Column: 71}},
		{`{"players" : [` + first + ",\n\t " + second + `],"rounds":1}`, file.Position{Line: 2, Column: 3}},
		{`{"pairing":{"players":[1,2]},"players":[` + first + `,` + second + `]}`, file.Position{Line: 1, Column: 88}},
		{`{"Players":[` + first + `,` + second + `]}`, file.Position{}}, // no Pairgoth writes it
	} {
		_, findings, err := Read([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(findings, func(f file.Finding) bool { return f.Key == "import.country" })
		if i < 0 || (file.Position{Line: findings[i].Line, Column: findings[i].Column}) != tt.want || findings[i].Args[0] != "Berg" {
			t.Errorf("%s: %v, want the place %v", tt.text, findings, tt.want)
		}
	}
	_, _, err := Read([]byte(`{"players":[` + first + ",\n" + `{"id":2,"rank":1}]}`))
	if f, ok := fault.As(err); !ok || f.Key != "import.player.nameless" || f.Args[0] != 2 || f.Args[1] != 1 {
		t.Errorf("a player without a name: %v", err)
	}
}

func TestReads(t *testing.T) {
	data := formattest.ReadTestdata(t, "testdata", "pairgoth.tour")
	for _, data := range [][]byte{data, append([]byte("\xef\xbb\xbf"), data...)} {
		tn, findings, err := Read(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{
			"0: pairgoth.sos",
			"0: import.criterion LUCK",
			"17: import.rating Dvořák Dana -7949 -900",
			"18: import.country Fabre France",
			"18: import.rank Fabre  4k",
			"0: pairgoth.tables",
			"0: import.game.player 3 2",
			"0: import.result 3 2 z",
			"0: import.present Fabre 1",
			"0: import.present Dvořák Dana 2",
			"0: import.handicap 3 12",
			"0: import.twice Aho Aino 3",
		}, formattest.Brief(findings)); diff != "" {
			t.Errorf("findings (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{
			`Aho, Aino 2d 2190 FI checked-in "Test" +1 90000001//`,
			`Berg, Bo 1p 2700 SE checked-in "Lund" //`,
			`Dvořák, Dana 2k -900 CZ checked-in "Prah" -3 //`,
			`Fabre,  4k 1700  checked-in "75Te" /9000006/90006`,
			"1.1 2-1 h0 k6.5 B+", "1.2 4-3 h3 k0 Jigo",
			"2.1 1-2 h0 k6.5 BothWin", "2 bye 3",
			"3.1 4-1 h9 k0 NotPlayed",
		}, formattest.Listed(tn)); diff != "" {
			t.Errorf("tournament (-want +got):\n%s", diff)
		}
		s := tn.Settings
		wantClock := tournament.Clock{Main: tournament.Span(time.Hour), Overtime: tournament.Canadian, Period: tournament.Span(5 * time.Minute), Stones: 15}
		if s.Clock != wantClock || s.Floor != rank.Kyu20 || s.Bar != rank.Dan1 || s.Scoring.MMSAbsent != 0 || s.Scoring.RoundDown {
			t.Errorf("settings %+v", s)
		}
		if h := s.Handicap; h.Basis != "rank" || h.Threshold != rank.None || h.Correction != 0 || h.Ceiling != 5 || h.EvenKomi != 13 {
			t.Errorf("handicap %+v", h)
		}
		if diff := cmp.Diff(tournament.Pairing{
			Duplicate: 500_000_000_000_000, Colour: 1000, Category: 1, Score: 2, Curvature: 0.25, MovedUpDown: 3,
			UpperFrom: tournament.Bottom, LowerFrom: tournament.Top, Seeding: 4, First: tournament.SplitRandom, Second: tournament.SplitFold,
			SecondByRating: true, SwitchAfter: 1, Secondary: 5, ExemptFrom: rank.Kyu1, ExemptHalfWins: true,
			MinimumHandicap: 7, Geography: 6, CountryGap: 2, ClubGap: 4,
		}, s.Pairing); diff != "" {
			t.Errorf("pairing (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]tournament.Criterion{"MMS", "SOSM-1", "SDC"}, s.Criteria); diff != "" {
			t.Error(diff)
		}
	}
}

// TestReadsEvent reads a tournament of 161 players.
func TestReadsEvent(t *testing.T) {
	tn, findings, err := Read(golden.ReadSample(t, "opengotha", "grenoble2023", "20230127-grenoble.tour"))
	if err != nil {
		t.Fatal(err)
	}
	type facts struct{ players, final, corrected, absent, rounds, games, handicap, unknown int }
	got := facts{players: len(tn.Players), rounds: len(tn.Rounds)}
	for i := range tn.Players {
		p := &tn.Players[i]
		if p.Status == tournament.CheckedIn {
			got.final++
		}
		if p.StartCorrection != 0 {
			got.corrected++
		}
		if p.Absent != 0 {
			got.absent++
		}
	}
	for _, r := range tn.Rounds {
		got.games += len(r.Games)
		for _, g := range r.Games {
			if g.Handicap > 0 {
				got.handicap++
			}
			if !g.Result.Known() {
				got.unknown++
			}
		}
	}
	if want := (facts{161, 158, 16, 56, 5, 319, 6, 1}); got != want {
		t.Errorf("got %+v, want %+v; findings %v", got, want, formattest.Brief(findings))
	}
	s := tn.Settings
	if s.System != tournament.McMahon || s.Floor != rank.Kyu20 || s.Bar != rank.Dan(3) || s.Handicap.EvenKomi != 15 || s.Handicap.Ceiling != 9 ||
		s.Pairing.First != tournament.SplitRandom || s.Pairing.Second != tournament.SplitFold || s.Clock.Overtime != tournament.Fischer {
		t.Errorf("settings %+v", s)
	}
	if len(findings) > 0 {
		t.Errorf("findings %v", formattest.Brief(findings))
	}
}

func TestRefuses(t *testing.T) {
	whole := string(formattest.ReadTestdata(t, "testdata", "pairgoth.tour"))
	for _, tt := range []struct{ name, text, key string }{
		{"cut", whole[:len(whole)/2], "pairgoth.broken"},
		{"two on a side", strings.Replace(whole, "INDIVIDUAL", "PAIRGO", 1), "pairgoth.pairs"},
		{"nameless team", strings.Replace(whole, "INDIVIDUAL", `TEAM3", "teams":[{"id":77}], "x":"`, 1), "team.name"},
		{"players no list", `{"gobanSize":19,"players":{"a":1}}`, "pairgoth.broken"},
		{"nameless player", `{"gobanSize":19,"players":[{"id":1,"rank":0}]}`, "import.player.nameless"},
		{"long name", `{"gobanSize":19,"players":[{"id":1,"rank":0,"name":"` + strings.Repeat("a", 200) + `"}]}`, "field.long"},
		{"deep", `{"gobanSize":` + strings.Repeat("[", 20_000), "pairgoth.broken"},
		{"board", strings.Replace(whole, `"gobanSize": 19`, `"gobanSize": 99`, 1), "settings.size"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

func TestReadsTeams(t *testing.T) {
	tn, findings, err := Read([]byte(`{"type":"TEAM2","name":"Teams","gobanSize":19,"komi":6.5,"rounds":2,"pairing":{"type":"SWISS"},
 "players":[{"id":1,"name":"A","rank":0},{"id":2,"name":"B","rank":0},{"id":3,"name":"C","rank":0},{"id":4,"name":"D","rank":0},
  {"id":5,"name":"E","rank":0},{"id":6,"name":"F","rank":0},{"id":7,"name":"G","rank":0}],
 "teams":[{"id":11,"name":"North","players":[1,2,7]},{"id":12,"name":"South","players":[3,4]},{"id":13,"name":"West","players":[5,6]}],
 "games":[[{"id":21,"t":1,"w":12,"b":11,"h":0,"r":"b"},{"id":22,"t":0,"w":13,"b":0,"r":"w"}],
  [{"id":23,"t":2,"w":11,"b":13,"r":"?"},{"id":24,"t":0,"w":0,"b":12,"r":"b"}]],
 "individualGames":{"21":[{"id":31,"w":3,"b":1,"h":0,"r":"b"},{"id":32,"w":2,"b":4,"h":0,"r":"w"}],
  "23":[{"id":33,"w":1,"b":5,"h":0,"r":"w"},{"id":34,"w":6,"b":7,"h":0,"r":"?"}]}}`))
	if err != nil || len(findings) > 0 {
		t.Fatal(formattest.Brief(findings), err)
	}
	var games []string
	for _, line := range formattest.Listed(tn) {
		if line[0] == '1' || line[0] == '2' {
			games = append(games, line)
		}
	}
	if diff := cmp.Diff([]string{
		"1.1 1-3 h0 k6.5 B+", "1.2 4-2 h0 k6.5 W+", "1 bye 5", "1 bye 6",
		"2.3 5-1 h0 k6.5 W+", "2.4 7-6 h0 k6.5 ?", "2 bye 3", "2 bye 4",
	}, games); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	matches, byes := tn.Matches(1)
	if len(matches) != 1 || matches[0].Result(tn).Outcome != tournament.BlackWins || len(byes) != 1 || tn.Team(byes[0]).Name != "West" {
		t.Errorf("matches %+v, byes %v", matches, byes)
	}
	if teams := tn.Settings.Teams; teams.Boards != 2 || len(teams.Teams) != 3 || len(teams.Teams[0].Members) != 3 {
		t.Errorf("teams %+v", teams)
	}
}

// Pairgoth counts a round without a game as an absence, whether it was announced or not: half a
// point each, rounded down. A team counts as present with any of its members.
func TestRoundsWithoutAGameAreAbsences(t *testing.T) {
	tn, findings, err := Read([]byte(`{"type":"INDIVIDUAL","name":"Spring Cup","gobanSize":19,"komi":7.5,"rounds":4,
 "pairing":{"type":"MAC_MAHON","mmFloor":-20,"mmBar":0,"placement":["MMS"]},
 "players":[{"id":1,"name":"Aho","rank":0},{"id":2,"name":"Berg","rank":-1},{"id":3,"name":"Cerny","rank":-2},{"id":4,"name":"Dvorak","rank":-3},
  {"id":5,"name":"Eriksen","rank":-4},{"id":6,"name":"Fabre","rank":-5,"final":false},{"id":7,"name":"Gal","rank":-6,"skip":[1,3]}],
 "games":[[{"w":1,"b":2,"r":"w"},{"w":3,"b":4,"r":"w"}],[{"w":1,"b":3,"r":"w"},{"w":2,"b":5,"r":"w"},{"w":7,"b":0,"r":"w"}],
  [{"w":1,"b":4,"r":"w"},{"w":2,"b":3,"r":"w"}],[]]}`))
	if err != nil || len(findings) > 0 {
		t.Fatal(formattest.Brief(findings), err)
	}
	got := map[string]string{}
	for _, row := range results.After(tn, 3).Rows { // Fabre never came
		p := tn.Player(row.Player)
		got[p.Family] = fmt.Sprintf("%s %t %t %t %t", row.Text(0), p.Absent.Has(1), p.Absent.Has(2), p.Absent.Has(3), p.Absent.Has(4))
	}
	if diff := cmp.Diff(map[string]string{
		"Aho": "33 false false false false", "Berg": "31 false false false false", "Cerny": "29 false false false false",
		"Dvorak": "27 false true false false", "Eriksen": "27 true false true false",
		"Gal": "26 true false true false",
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Two players have one number: its games belong to the first player.
func TestNumbersUsedTwice(t *testing.T) {
	tn, findings, err := Read([]byte(`{"gobanSize":19,"rounds":1,"name":"Twice","players":[{"id":1,"name":"Aho","rank":0},
{"id":2,"name":"Berg","rank":0},{"id":1,"name":"Cerny","rank":0},{"id":"x","name":"Dvorak","rank":0}],"games":[[{"w":1,"b":2,"r":"w"}]],"pairing":{"type":"SWISS"}}`))
	if err != nil || tn.Rounds[0].Games[0].White != tn.Players[0].ID || len(tn.Players) != 4 {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"2: import.id.twice Cerny 1 Aho", "2: import.value id x"}, formattest.Brief(findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Games of a missing match, a match without games, and a missing member of a team are reported.
func TestBoardsOfNoMatch(t *testing.T) {
	_, findings, err := Read([]byte(`{"type":"TEAM2","gobanSize":19,"rounds":2,"name":"T","players":[{"id":1,"name":"Aho","rank":0},{"id":2,"name":"Berg","rank":0},
{"id":3,"name":"Cerny","rank":0},{"id":4,"name":"Dvorak","rank":0}],"teams":[{"id":21,"name":"T","players":[1,2]},{"id":22,"name":"U","players":[3,4,99]}],
"games":[[{"id":31,"t":1,"w":21,"b":22,"r":"w"}],[{"id":32,"t":1,"w":21,"b":22,"r":"w"}]],
"individualGames":{"31":[{"id":41,"w":1,"b":3,"r":"w"},{"id":42,"w":2,"b":4,"r":"b"}],"77":[{"id":43,"w":1,"b":3,"r":"w"}]},"pairing":{"type":"SWISS"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"0: pairgoth.member U 99", "0: pairgoth.match.empty 2 1", "0: pairgoth.match.missing 1"}, formattest.Brief(findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A value out of its bounds, or a word in place of a number or a truth value, is reported.
func TestUnknownValues(t *testing.T) {
	tn, findings, err := Read([]byte(`{"gobanSize":19,"rounds":1,"name":"X","players":[
{"id":1,"name":"Aho","rank":"2d","mmsCorrection":50},
{"id":2,"name":"Berg","rank":99,"pro":12},
{"id":3,"name":"Cerny","rank":0,"final":"no","pro":"x"}],"games":[],"pairing":{"type":"SWISS"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"2: import.value mmsCorrection 50", "3: import.value pro 12", "3: import.rank Berg 99 30k", "4: import.value pro x", "4: import.value final no",
	}, formattest.Brief(findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if tn.Players[0].Rank != rank.Dan(2) || tn.Players[0].StartCorrection != 0 {
		t.Errorf("%+v", tn.Players[0])
	}
}

// Whatever words and signs are mixed into the values of a file, each player and each game of it is read, or a finding
// names the player or the round.
func TestNothingVanishes(t *testing.T) {
	name := regexp.MustCompile(`P\d+X`)
	rapid.Check(t, func(t *rapid.T) {
		mixed := func(value string) string {
			if rapid.IntRange(0, 7).Draw(t, "mixed") > 0 {
				return value
			}
			return value + rapid.SampledFrom([]string{"'", ";", "|", "*", "?", "=", " x", " 1", "true", "-", "null"}).Draw(t, "sign")
		}
		n := rapid.IntRange(2, 8).Draw(t, "players")
		var players, rounds []string
		games := map[string]int{} // and their rounds
		for i := range n {
			players = append(players, fmt.Sprintf(`{"id":"%s","name":"%s","rank":"%s","rating":"%s"}`,
				mixed(fmt.Sprint(i+1)), mixed(fmt.Sprintf("P%dX", i)), mixed(fmt.Sprint(-i)), mixed("1500")))
		}
		for r := range rapid.IntRange(1, 3).Draw(t, "rounds") {
			var ids []int
			for i := range n {
				ids = append(ids, i)
			}
			order := rapid.Permutation(ids).Draw(t, "order")
			var list []string
			for k := 0; k+1 < n; k += 2 {
				w, b := order[k], order[k+1]
				games[fmt.Sprintf("%d P%dX-P%dX %d", r+1, w, b, tournament.WhiteWins)] = r + 1
				list = append(list, fmt.Sprintf(`{"w":"%s","b":"%s","t":"%s","h":"%s","r":"%s"}`,
					mixed(fmt.Sprint(w+1)), mixed(fmt.Sprint(b+1)), mixed(fmt.Sprint(k/2+1)), mixed("0"), mixed("w")))
			}
			rounds = append(rounds, "["+strings.Join(list, ",")+"]")
		}
		text := `{"gobanSize":19,"rounds":3,"name":"Mixed","pairing":{"type":"SWISS"},"players":[` + strings.Join(players, ",\n") + `],"games":[` + strings.Join(rounds, ",\n") + `]}`
		tn, findings, err := Read([]byte(text))
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		if len(tn.Players) != n {
			t.Fatalf("%d of %d players\n%s", len(tn.Players), n, text)
		}
		read := map[string]bool{}
		for _, r := range tn.Rounds {
			for _, g := range r.Games {
				read[fmt.Sprintf("%d %s-%s %d", r.Number, name.FindString(tn.Player(g.White).Name()), name.FindString(tn.Player(g.Black).Name()), g.Result.Outcome)] = true
			}
		}
		for game, round := range games {
			told := slices.ContainsFunc(findings, func(f file.Finding) bool { return f.Severity > file.Info && slices.Contains(f.Args, any(round)) })
			if !read[game] && !told {
				t.Fatalf("%s is lost in silence: %v\n%s", game, formattest.Brief(findings), text)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(formattest.ReadTestdata(f, "testdata", "pairgoth.tour"))
	f.Add([]byte(`{"gobanSize":19,"online":"true","timeSystem":{"type":"FISCHER","mainTime":"60","increment":15}}`))
	f.Add([]byte(`{"players":[{"id":1,"name":"A","rank":"0"}],"games":[[{"w":1,"b":0}]],"pairing":{"mmBar":-40,"base":{"nx1":7}}}`))
	f.Add([]byte(`{"type":"TEAM2","players":[{"id":1,"name":"A","rank":0},{"id":2,"name":"B"}],"teams":[{"id":3,"name":"T","players":[1]},{"id":4,"name":"U","players":[2,9]}],"games":[[{"id":5,"w":3,"b":4}]],"individualGames":{"5":[{"w":1,"b":2}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		formattest.ReadsSafely(t, data, Read, native.Write, native.Read)
	})
}
