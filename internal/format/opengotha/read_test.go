package opengotha

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func TestReadsFiles(t *testing.T) {
	for _, tt := range formattest.GothaSamples {
		tn, findings, err := Read(formattest.GothaFile(t, tt.Name))
		if err != nil {
			t.Errorf("%s: %v", tt.Name, err)
			continue
		}
		if len(findings) > 0 {
			t.Errorf("%s: findings %v", tt.Name, findings)
		}
		got := tt
		got.System, got.Players, got.Rounds = tn.Settings.System, len(tn.Players), len(tn.Rounds)
		got.Floor, got.Bar, got.Games, got.Handicap = tn.Settings.Floor, tn.Settings.Bar, 0, 0
		for _, r := range tn.Rounds {
			got.Games += len(r.Games)
			for _, g := range r.Games {
				if g.Handicap > 0 {
					got.Handicap++
				}
			}
			if r.State() != tournament.Complete {
				t.Errorf("%s: round %d is %s", tt.Name, r.Number, r.State())
			}
			if wantByes := len(tn.Players) % 2; tt.System == tournament.Swiss && len(r.Byes) != wantByes {
				t.Errorf("%s: round %d has %d byes, want %d", tt.Name, r.Number, len(r.Byes), wantByes)
			}
		}
		if got != tt {
			t.Errorf("got %+v, want %+v", got, tt)
		}
	}
}

func TestReadsAll(t *testing.T) {
	data := formattest.ReadTestdata(t, "testdata", "opengotha.xml")
	tn, findings, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	wantFindings := []string{
		"34: opengotha.criterion.twice SOSM",
		"35: opengotha.criterion.unknown LUCK",
		"29: import.value genRoundDownNBWMMS maybe",
		"37: import.value paiBaRandom -3",
		"7: import.rank Eriksen Eli 12 stones 3k",
		"7: import.country Eriksen Eli Norway",
		"7: opengotha.unknown Player shoeSize",
		"14: opengotha.game.player NOBODYAT ALL 2 3",
		"15: opengotha.result RESULT_MAYBE 2 2",
		"15: import.value handicap 17",
		"22: opengotha.bye.player GHOST 2",
		"23: opengotha.bye.round AHOAINO 9",
		"16: import.rounds.more 2 3",
		"21: import.present Eriksen Eli 1",
		"15: import.present Dvořák Dana 2",
		"17: import.twice Aho Aino 3",
		"26: opengotha.teams 1",
	}
	if diff := cmp.Diff(wantFindings, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}

	s := tn.Settings
	if s.System != tournament.McMahon || s.Rounds != 3 || s.Bar != rank.Dan1 || s.Handicap.EvenKomi != 13 ||
		s.Handicap.Basis != handicap.ByMMS || s.Handicap.Threshold != rank.Dan1 || !s.Scoring.RoundDown {
		t.Errorf("settings %+v", s)
	}
	wantClock := tournament.Clock{Main: tournament.Span(35 * time.Minute), Overtime: tournament.Fischer, Period: tournament.Span(15 * time.Second), Periods: 1}
	if s.Clock != wantClock {
		t.Errorf("clock %+v, want %+v", s.Clock, wantClock)
	}
	if want := []tournament.Criterion{"MMS", "SOSM", "DC"}; !slices.Equal(s.Criteria, want) {
		t.Errorf("criteria %v, want %v", s.Criteria, want)
	}
	if want := []rank.Rank{rank.Dan1, rank.Kyu(5)}; !slices.Equal(s.Categories, want) {
		t.Errorf("categories %v, want %v", s.Categories, want)
	}
	if !s.Internet {
		t.Error("the tournament is not on the internet")
	}
	p := s.Pairing
	if p.Colour != 1000 || p.First != tournament.SplitRandom || p.Second != tournament.SplitFold || p.Curvature != 0.25 ||
		p.UpperFrom != tournament.Bottom || p.LowerFrom != tournament.Top || p.ExemptFrom != rank.Dan4 || p.Random != 0 {
		t.Errorf("pairing %+v", p)
	}
	if diff := cmp.Diff([]tournament.ClubGroup{{Name: "Moravia", Clubs: []string{"Brno", "Prah"}}}, p.ClubGroups); diff != "" {
		t.Error(diff)
	}
	for key, value := range s.Foreign {
		if strings.Contains(value, "192.0.2.7") || strings.Contains(value, "5E-00-53") {
			t.Errorf("%s keeps an address of a computer: %s", key, value)
		}
	}
	for key, want := range map[string]string{
		"opengotha/GeneralParameterSet.colour":                              "blue",
		"opengotha/GeneralParameterSet.canByoYomiTime":                      "240",
		"opengotha/PairingParameterSet.paiMaAdditionalPlacementCritSystem2": "SOSW",
	} {
		if s.Foreign[key] != want {
			t.Errorf("foreign %s is %q, want %q", key, s.Foreign[key], want)
		}
	}

	wantPlayers := []tournament.Player{
		{ID: 1, Family: "Aho", Given: "Aino", Rank: rank.Dan(2), Rating: rank.Points(2190), RatingOrigin: "EGF : 2190",
			Country: "FI", Club: "Test", EGD: "90000001", Status: tournament.CheckedIn, StartCorrection: 1},
		{ID: 2, Family: "Černý", Given: "Cyril Jan", Rank: rank.Kyu1, Grade: rank.Dan1,
			Country: "CZ", Club: "Brno", Status: tournament.CheckedIn},
		{ID: 3, Family: "Berg", Rank: rank.Pro1, Rating: rank.Points(2700), Country: "SE", Club: "Lund",
			Status: tournament.CheckedIn, Absent: tournament.Rounds(0).With(3)},
		{ID: 4, Family: "Eriksen", Given: "Eli", Rank: rank.Kyu(3), Rating: rank.Points(1810), Club: "Oslo", Status: tournament.CheckedIn},
		{ID: 5, Family: "Dvořák", Given: "Dana", Rank: rank.Kyu(2), Rating: rank.Points(1900), Country: "CZ", Club: "Prah", Status: tournament.CheckedIn},
	}
	if diff := cmp.Diff(wantPlayers, tn.Players, cmp.Comparer(func(a, b rank.Rating) bool { return a == b })); diff != "" {
		t.Errorf("players (-want +got):\n%s", diff)
	}

	var games []string
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			games = append(games, fmt.Sprintf("%d.%d %d-%d h%d k%s %s %v", r.Number, g.Table, g.Black, g.White, g.Handicap, g.Komi, g.Result, g.ColoursOpen))
		}
	}
	wantGames := []string{
		"1.1 2-1 h2 k0 W+ false", "1.2 5-3 h0 k6.5 B+F true",
		"2.1 1-3 h0 k6.5 Jigo false", "2.2 5-2 h0 k6.5 ? false",
		"3.1 5-4 h0 k6.5 BothWin false", "3.2 1-2 h0 k6.5 BothLose false",
	}
	if diff := cmp.Diff(wantGames, games); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}

// Elements are found anywhere in the document.
func TestReadsFilesWithoutWrappers(t *testing.T) {
	const file = `<Tournament fullVersionNumber="3.51.02"><Player name="Aho" firstName="Aino" rank="1k"/><Player name="Berg" firstName="Bo" rank="1k"/>
<Game roundNumber="1" tableNumber="3" blackPlayer="AHOAINO" whitePlayer="BERGBO" result="RESULT_BLACKWINS"/>
<PlacementParameterSet><PlacementCriterion number="1" name="NBW"/></PlacementParameterSet>
<GeneralParameterSet name="Bare" time="25" byoYomi="true"/></Tournament>`
	tn, findings, err := Read([]byte(file))
	if err != nil || len(findings) > 0 {
		t.Fatal(formattest.Brief(findings), err)
	}
	if len(tn.Settings.Foreign) > 0 || tn.Settings.Clock.Main != tournament.Span(25*time.Minute) || tn.Settings.Clock.Overtime != tournament.Japanese {
		t.Errorf("%+v", tn.Settings)
	}
	out, _ := written(t, tn)
	again, _, err := Read(out)
	if err != nil || len(again.Players) != 2 || len(again.Rounds) != 1 || again.Rounds[0].Games[0].Table != 3 {
		t.Errorf("%+v %v", again, err)
	}
}

func TestOldRatingsAreMoved(t *testing.T) {
	for _, tt := range []struct {
		root string
		want int
	}{
		{`dataVersion="200"`, 1800}, {``, 1800}, {`gothaVersion="330"`, 1800},
		{`dataVersion="201"`, -250}, {`fullVersionNumber="3.51.02"`, -250}, {`dataVersion="201" gothaVersion="348"`, -250},
	} {
		t.Run("root "+tt.root, func(t *testing.T) {
			tn, findings, err := Read([]byte(`<Tournament ` + tt.root + `><Player name="Aho" firstName="Aino" rank="3K" rating="-250"/></Tournament>`))
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Contains(fmt.Sprint(formattest.Brief(findings)), "opengotha.ffg")
			if got := tn.Players[0].Rating.Points(); got != tt.want || said != (tt.want > 0) {
				t.Errorf("%s: rating %d, want %d; findings %v", tt.root, got, tt.want, formattest.Brief(findings))
			}
		})
	}
}

// OpenGotha files of other programs may count categories without their limits.
func TestCategoriesWithoutLimitsAreNoted(t *testing.T) {
	text := string(formattest.ReadTestdata(t, "testdata", "opengotha.xml"))
	for count, want := range map[string]bool{"3": false, "2": false, "4": true} {
		t.Run(count, func(t *testing.T) {
			_, findings, err := Read([]byte(strings.Replace(text, `numberOfCategories="3"`, `numberOfCategories="`+count+`"`, 1)))
			if err != nil {
				t.Fatal(err)
			}
			got := slices.ContainsFunc(formattest.Brief(findings), func(n string) bool { return strings.HasSuffix(n, "opengotha.categories 4 3") })
			if got != want {
				t.Errorf("%s categories, two limits: %v", count, formattest.Brief(findings))
			}
		})
	}
}

// A rating that was made from the rank is still one if the rank was made from it.
func TestMadeRatingGivesARankWhereNoneIsReadable(t *testing.T) {
	for _, tt := range []struct {
		name, attributes string
		rank             rank.Rank
		rating           rank.Rating
		origin           string
	}{
		{"made", `rank="bad" grade="" rating="1500" ratingOrigin="INI"`, rank.Kyu(6), rank.Rating{}, ""},
		{"official", `rank="bad" grade="" rating="1500" ratingOrigin="EGF"`, rank.Kyu(6), rank.Points(1500), "EGF"},
		{"none", `rank="bad" grade="" rating="" ratingOrigin="INI"`, rank.Kyu30, rank.Rating{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn, findings := readBare(t, `<Player name="Aho" firstName="Aino" `+tt.attributes+`/>`)
			p := tn.Players[0]
			if p.Rank != tt.rank || p.Rating != tt.rating || p.RatingOrigin != tt.origin {
				t.Errorf("rank %s, rating %q, origin %q", p.Rank, p.Rating, p.RatingOrigin)
			}
			if diff := cmp.Diff([]string{"2: import.rank Aho Aino bad " + tt.rank.String()}, findings); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// Each table has one game, but an impossible table may have any number of games.
func TestKeepsGamesAtImpossibleTables(t *testing.T) {
	for _, table := range []string{"9999", "0", "-1"} {
		t.Run(table, func(t *testing.T) {
			tn, findings := readBare(t, barePlayers+
				`<Game roundNumber="1" tableNumber="`+table+`" blackPlayer="A" whitePlayer="B"/>`+"\n"+
				`<Game roundNumber="1" tableNumber="`+table+`" blackPlayer="C" whitePlayer="D"/>`)
			if len(tn.Rounds) != 1 || len(tn.Rounds[0].Games) != 2 {
				t.Errorf("rounds %+v, want two games in one", tn.Rounds)
			}
			slices.Sort(findings)
			want := []string{"3: import.table 1 " + table, "4: import.present D 1", "4: import.table 1 " + table}
			if diff := cmp.Diff(want, findings); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// A finding about a game that replaced another one has its own line.
func TestReplacingGameHasItsOwnLine(t *testing.T) {
	tn, findings := readBare(t, barePlayers+
		`<Game roundNumber="1" tableNumber="1" blackPlayer="A" whitePlayer="B"/>`+"\n"+
		`<Game roundNumber="1" tableNumber="1" blackPlayer="C" whitePlayer="D"/>`)
	if games := tn.Rounds[0].Games; len(games) != 1 || games[0].White != 4 {
		t.Errorf("games %+v, want the later one", games)
	}
	if diff := cmp.Diff([]string{"4: opengotha.table.twice 1 1", "4: import.present D 1"}, findings); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// A game of no round has one finding, whatever else is wrong with it.
func TestGameOfNoRoundIsNotedOnce(t *testing.T) {
	tn, findings := readBare(t, barePlayers+
		`<Game roundNumber="99" tableNumber="0" blackPlayer="A" whitePlayer="B" handicap="12" result="MAYBE"/>`+"\n"+
		`<Game roundNumber="1" tableNumber="1" blackPlayer="A" whitePlayer="B"/>`)
	if diff := cmp.Diff([]string{"3: import.round 99"}, findings); diff != "" || len(tn.Rounds) != 1 {
		t.Errorf("rounds %+v, findings (-want +got):\n%s", tn.Rounds, diff)
	}
}

// A game of a player against themselves leaves the table to the game before.
func TestGameAgainstOneselfReplacesNone(t *testing.T) {
	tn, findings := readBare(t, barePlayers+
		`<Game roundNumber="1" tableNumber="1" blackPlayer="A" whitePlayer="B"/>`+"\n"+
		`<Game roundNumber="1" tableNumber="1" blackPlayer="C" whitePlayer="C"/>`)
	if diff := cmp.Diff([]string{"4: import.twice C 1"}, findings); diff != "" || len(tn.Rounds[0].Games) != 1 {
		t.Errorf("games %+v, findings (-want +got):\n%s", tn.Rounds[0].Games, diff)
	}
}

// barePlayers is a line of four players, of whom D is absent.
const barePlayers = `<Player name="A" rank="1k"/><Player name="B" rank="1k"/><Player name="C" rank="1k"/>` +
	`<Player name="D" rank="1k" participating="0"/>` + "\n"

func TestFindingsAboutTheEventHaveItsLine(t *testing.T) {
	_, findings, err := Read([]byte(`<Tournament fullVersionNumber="3.51.02"><PlacementParameterSet><PlacementCriterion name="MMS"/></PlacementParameterSet>
<GeneralParameterSet genMMFloor="1D" genMMBar="5K" beginDate="2026-05-03" endDate="2026-05-01"/></Tournament>`))
	want := []string{"2: import.nameless OpenGotha", "2: import.bar 1d 5k", "2: import.dates"}
	if diff := cmp.Diff(want, formattest.Brief(findings)); diff != "" || err != nil {
		t.Errorf("error %v, findings (-want +got):\n%s", err, diff)
	}
}

// readBare reads a tournament of these lines, which follow the first, and
// returns its findings in short.
func readBare(t *testing.T, lines string) (*tournament.Tournament, []string) {
	t.Helper()
	tn, findings, err := Read([]byte(`<Tournament fullVersionNumber="3.51.02"><GeneralParameterSet name="Bare"/>` +
		`<PlacementParameterSet><PlacementCriterion number="1" name="NBW"/></PlacementParameterSet>` + "\n" + lines + "</Tournament>"))
	if err != nil {
		t.Fatal(err)
	}
	return tn, formattest.Brief(findings)
}

func FuzzRead(f *testing.F) {
	f.Add(formattest.ReadTestdata(f, "testdata", "opengotha.xml"))
	f.Add([]byte(`<!DOCTYPE Tournament SYSTEM "a.dtd" [<!ELEMENT a ANY>]><Tournament><Player name="A" firstName="B" rank="1K"/></Tournament>`))
	f.Add([]byte(`<Tournament><Game roundNumber="1" tableNumber="1" blackPlayer="AB" whitePlayer="AB"/><Player name="A" firstName="B"/></Tournament>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn, _, err := Read(data)
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		soundState(t, tn)
		out, _ := written(t, tn)
		again, findings, err := Read(out)
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, out)
		}
		// The second reading has no findings.
		for _, n := range findings {
			if !slices.Contains([]string{"opengotha.teams", "opengotha.foreign.large", "import.round.empty"}, n.Key) {
				t.Fatalf("written with %v\n%s", n, out)
			}
		}
		for i := range tn.Players {
			tn.Players[i].Given = again.Players[i].Given // the reader distinguishes namesakes
		}
		tn.Settings.Foreign, again.Settings.Foreign = nil, nil
		if diff := cmp.Diff(tn, again, formattest.RatingsEqual(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-read +written):\n%s\n%s", diff, out)
		}
	})
}

// soundState fails unless the tournament's own rules accept it.
func soundState(t *testing.T, tn *tournament.Tournament) {
	t.Helper()
	again, err := tournament.New(tn.Info, tn.Settings)
	if err != nil {
		t.Fatalf("settings: %v", err)
	}
	for _, p := range tn.Players {
		if _, err := again.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			t.Fatalf("player %+v: %v", p, err)
		}
	}
	again.Players = tn.Players
	for i := range tn.Rounds {
		r := &tn.Rounds[i]
		if err := again.SetDraft(r.Number, r.Games, r.Byes, r.Drawn); err != nil {
			t.Fatalf("round %d: %v", r.Number, err)
		}
		again.Rounds[i].Published = r.Published
	}
}

func TestRefuses(t *testing.T) {
	const root = `<Tournament fullVersionNumber="3.51.02">`
	for _, tt := range []struct{ name, text, key string }{
		{"long name", root + `<Player rank="1K" firstName="A" name="` + strings.Repeat("x", 10_000) + `"/></Tournament>`, "import.long"},
		{"nameless", root + `<Player rank="1K"/></Tournament>`, "import.player.nameless"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}
