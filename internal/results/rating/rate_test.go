package rating

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestClassOf(t *testing.T) {
	clock := func(main int, overtime tournament.Overtime, period time.Duration, stones int) tournament.Clock {
		return tournament.Clock{Main: tournament.Span(time.Duration(main) * time.Minute), Overtime: overtime, Period: tournament.Span(period), Periods: 3, Stones: stones}
	}
	for _, tt := range []struct {
		clock            tournament.Clock
		adjusted         float64
		want, onInternet Class
	}{
		{clock(60, tournament.Japanese, 30*time.Second, 0), 82.5, A, D},
		{clock(75, tournament.Canadian, 5*time.Minute, 12), 100, A, D},
		{clock(45, tournament.Fischer, 15*time.Second, 0), 75, A, D},
		{clock(30, tournament.Fischer, 15*time.Second, 0), 60, B, D}, // main time below 45
		{clock(40, tournament.SuddenDeath, 0, 0), 40, C, Unrated},
		{clock(30, tournament.Canadian, 5*time.Minute, 15), 50, C, Unrated},
		{clock(29, tournament.Fischer, 15*time.Second, 0), 59, C, Unrated},
		{clock(20, tournament.SuddenDeath, 0, 0), 20, Unrated, Unrated},
		{clock(65, tournament.Japanese, 30*time.Second, 0), 87.5, A, D},
		{clock(60, tournament.Canadian, 5*time.Minute, 0), 360, A, D}, // stones not stated
		{tournament.Clock{}, 0, Unrated, Unrated},
	} {
		t.Run(fmt.Sprint(tt.adjusted, " minutes, ", tt.want), func(t *testing.T) {
			if got := Adjusted(tt.clock).Minutes(); got != tt.adjusted {
				t.Errorf("%+v is adjusted to %v minutes, want %v", tt.clock, got, tt.adjusted)
			}
			for internet, want := range map[bool]Class{false: tt.want, true: tt.onInternet} {
				s := tournament.Settings{Clock: tt.clock, Internet: internet, Size: 19}
				if got := ClassOf(s); got != want || ClassIn(s) != want {
					t.Errorf("%+v, internet %v: class %q, want %q", tt.clock, internet, got, want)
				}
				if s.Rating.Class = "B"; ClassIn(s) != B {
					t.Errorf("%+v, internet %v: the class of the settings does not count", tt.clock, internet)
				}
			}
		})
	}
}

// event returns the six-player McMahon tournament of three rounds whose numbers
// the rank reference gives.
func event(t *testing.T) *tournament.Tournament {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	settings.Rounds = 3
	tn, err := tournament.New(tournament.Info{Slug: "testila", Name: "Testila Open"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	id := map[string]tournament.PlayerID{}
	for _, p := range []struct {
		name   string
		rank   rank.Rank
		rating int
	}{
		{"Aho", rank.Dan(2), 2190}, {"Berg", rank.Dan1, 2084}, {"Cerny", rank.Kyu1, 2012},
		{"Dvorak", rank.Kyu(2), 1871}, {"Eriksen", rank.Kyu(3), 1796}, {"Fabre", rank.Kyu(4), 1688},
	} {
		id[p.name], err = tn.AddPlayer(tournament.Player{
			Family: p.name, Rank: p.rank, Rating: rank.Points(p.rating), Status: tournament.CheckedIn,
		}, tournament.RefuseNamesakes)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := tn.SetAttendance(id["Fabre"], 2, tournament.Absent); err != nil {
		t.Fatal(err)
	}
	type game struct {
		black, white string
		handicap     int
		winner       tournament.Outcome
	}
	for n, games := range [][]game{
		{{"Aho", "Berg", 0, tournament.BlackWins}, {"Cerny", "Dvorak", 0, tournament.BlackWins}, {"Eriksen", "Fabre", 0, tournament.BlackWins}},
		{{"Cerny", "Aho", 0, tournament.WhiteWins}, {"Dvorak", "Berg", 1, tournament.BlackWins}},
		{{"Dvorak", "Aho", 2, tournament.WhiteWins}, {"Eriksen", "Berg", 0, tournament.BlackWins}, {"Fabre", "Cerny", 3, tournament.BlackWins}},
	} {
		var draft []tournament.Game
		for i, g := range games {
			komi := handicap.Komi(13)
			if g.handicap > 0 {
				komi = 0
			}
			draft = append(draft, tournament.Game{Table: i + 1, Black: id[g.black], White: id[g.white], Handicap: g.handicap, Komi: komi})
		}
		var byes []tournament.PlayerID
		if n == 1 {
			byes = append(byes, id["Eriksen"])
		}
		if err := tn.SetDraft(n+1, draft, byes, tournament.Drawn{}); err != nil {
			t.Fatal(err)
		}
		if err := tn.Publish(n + 1); err != nil {
			t.Fatal(err)
		}
		for i, g := range games {
			record(t, tn, n+1, i+1, tournament.Result{Outcome: g.winner})
		}
	}
	return tn
}

func record(t *testing.T, tn *tournament.Tournament, round, table int, r tournament.Result) {
	t.Helper()
	seen := tn.Round(round).At(table).Revision
	if _, _, err := tn.Record(tournament.Entry{Round: round, Table: table, Seen: seen, Result: r}); err != nil {
		t.Fatal(err)
	}
}

func TestRateWorkedExample(t *testing.T) {
	tn := event(t)
	want := map[Class][]float64{
		A: {2204.57, 2052.11, 2003.71, 1876.79, 1828.72, 1697.14},
		B: {2200.93, 2060.08, 2005.78, 1875.34, 1820.54, 1694.85},
		C: {2197.29, 2068.05, 2007.85, 1873.90, 1812.36, 1692.57},
	}
	games := []int{3, 3, 3, 3, 2, 2}
	for class, after := range want {
		r := Rate(tn, Options{Class: class})
		for i, p := range r.Players {
			near(t, string(class)+" "+tn.Players[i].Family, p.After, after[i], 0.005)
			if p.Games != games[i] {
				t.Errorf("%s has %d games, want %d", tn.Players[i].Family, p.Games, games[i])
			}
		}
		if len(r.Games) != 8 {
			t.Errorf("%d games, want 8", len(r.Games))
		}
	}

	last := Rate(tn, Options{Class: A}).Games[7]
	near(t, "Fabre's expectation with three stones", last.Black.Expected, 0.4035, 0.00005)
	near(t, "Fabre's gain", last.Black.Gain, 18.348, 0.0005)
	near(t, "Cerny's expectation", last.White.Expected, 0.5965, 0.00005)
	near(t, "Cerny's gain", last.White.Gain, -11.020, 0.0005)
	near(t, "Fabre's factor", con2021(1688), 28.193, 0.0005)
	near(t, "Fabre's bonus", bonus(1688), 1.530, 0.0005)
	near(t, "Cerny's factor", con2021(2012), 19.689, 0.0005)
	near(t, "Cerny's bonus", bonus(2012), 0.725, 0.0005)
}

func TestParseClass(t *testing.T) {
	for text, want := range map[string]Class{"": ByClock, "a": A, "D": D, "None": Unrated} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if got, err := ParseClass(text); err != nil || got != want {
				t.Errorf("ParseClass(%q) = %q, %v; want %q", text, got, err, want)
			}
		})
	}
	if _, err := ParseClass("E"); !fault.Is(err, "rating.class") {
		t.Errorf("class E: %v", err)
	}
}

// The settings accept exactly the names of this package.
func TestOptionsOf(t *testing.T) {
	tn := event(t)
	for _, f := range Formulas() {
		for _, c := range Classes() {
			s := tn.Settings
			s.Rating = tournament.RatingRules{Formula: f.String(), Class: string(c)}
			if err := tn.SetSettings(s); err != nil {
				t.Errorf("%v in class %q: %v", f, c, err)
			}
			if got := OptionsOf(tn.Settings); got != (Options{f, c}) {
				t.Errorf("%v in class %q is %+v", f, c, got)
			}
		}
	}
	for key, rules := range map[string]tournament.RatingRules{"rating.formula": {Formula: "elo"}, "rating.class": {Class: "a"}, "rating.code": {Code: "T260399"}} {
		t.Run(key, func(t *testing.T) {
			s := tn.Settings
			s.Rating = rules
			if err := tn.SetSettings(s); !fault.Is(err, key) {
				t.Errorf("%+v: %v", rules, err)
			}
		})
	}
	if got := OptionsOf(tournament.Settings{}); got != (Options{}) {
		t.Errorf("without a word %+v", got)
	}
}

func TestRateTakesTheClassFromTheClock(t *testing.T) {
	tn := event(t)
	tn.Settings.Clock = tournament.Clock{Main: tournament.Span(30 * time.Minute), Overtime: tournament.Fischer, Period: tournament.Span(15 * time.Second)}
	near(t, "Aho in class B", Rate(tn, Options{}).Players[0].After, 2200.93, 0.005)
	tn.Settings.Size = 9
	r := Rate(tn, Options{})
	if r.Class != Unrated || r.Players[0].After != 2190 || r.Players[0].Games != 0 || r.Games[0].Rated {
		t.Errorf("on a small board: %+v", r.Players[0])
	}
	near(t, "expectation all the same", r.Games[0].Black.Expected+r.Games[0].White.Expected, 1, 1e-12)
}

// Only games that two people played and finished change ratings.
func TestRateLeavesOut(t *testing.T) {
	for name, result := range map[string]tournament.Result{
		"no result yet":   {},
		"default":         {Outcome: tournament.BlackWins, Manner: tournament.ByForfeit},
		"default of both": {Outcome: tournament.BothLose, Manner: tournament.ByForfeit},
		"both lose":       {Outcome: tournament.BothLose},
		"both win":        {Outcome: tournament.BothWin},
		"no result":       {Outcome: tournament.NoResult},
		"not played":      {Outcome: tournament.NotPlayed},
		"unrated":         {Outcome: tournament.BlackWins, Unrated: true},
	} {
		t.Run(name, func(t *testing.T) {
			tn := event(t)
			record(t, tn, 3, 2, result)
			r := Rate(tn, Options{Class: A})
			if g := r.Games[6]; g.Rated || g.Black.Gain != 0 || g.White.Gain != 0 {
				t.Errorf("%s: the game is rated: %+v", name, g)
			}
			if berg := r.Players[1]; berg.Games != 2 {
				t.Errorf("%s: Berg has %d games", name, berg.Games)
			}
		})
	}
	tn := event(t)
	tn.Rounds[2].Published = false
	if r := Rate(tn, Options{Class: A}); len(r.Games) != 5 {
		t.Errorf("a draft counts: %d games", len(r.Games))
	}
}

func TestRateKomiDoesNotEnter(t *testing.T) {
	tn := event(t)
	before := Rate(tn, Options{Class: A})
	for i := range tn.Rounds {
		for j := range tn.Rounds[i].Games {
			tn.Rounds[i].Games[j].Komi = -11
		}
	}
	if diff := cmp.Diff(before, Rate(tn, Options{Class: A})); diff != "" {
		t.Error(diff)
	}
}

func TestRateJigo(t *testing.T) {
	tn := event(t)
	tn.Rounds[0].Games[0].Result = tournament.Result{Outcome: tournament.Jigo}
	r := Rate(tn, Options{Class: A})
	g := r.Games[0]
	near(t, "Aho's jigo", g.Black.Gain, con2021(2190)*(0.5-g.Black.Expected)+bonus(2190), 1e-9)
	if r.Players[0].Score != 5 || r.Players[1].Score != 1 {
		t.Errorf("scores %v and %v", r.Players[0].Score, r.Players[1].Score)
	}
}

func TestRateNewcomersAndProfessionals(t *testing.T) {
	p := tournament.Player{Rank: rank.Kyu(5)}
	near(t, "newcomer", Strength(&p), 1600, 0)
	p.Grade = rank.Kyu(7)
	near(t, "newcomer who professes less", Strength(&p), 1400, 0)
	p.Grade = rank.Pro1 + 2
	near(t, "3p", Strength(&p), 2760, 0)
	p.Rating = rank.Points(2711)
	near(t, "rated 3p", Strength(&p), 2711, 0)
}

// A rank two above the rating is reported but does not change the result.
func TestRateReportsPossibleLifts(t *testing.T) {
	for _, tt := range []struct {
		declared, grade rank.Rank
		rating          rank.Rating
		want            float64
	}{
		{rank.Kyu(3), rank.None, rank.Points(1649), 1800}, // 1649 is 5k
		{rank.Kyu(3), rank.None, rank.Points(1650), 0},
		{rank.Dan1, rank.None, rank.Points(1949), 2100}, // 2k, over the border of kyu and dan
		{rank.Kyu(9), rank.None, rank.Points(1649), 0},
		{rank.Dan1, rank.Kyu(5), rank.Points(1600), 0}, // plays as 1d, declares 5k
		{rank.Pro1, rank.None, rank.Points(2400), 0},
		{rank.Kyu(3), rank.None, rank.Rating{}, 0},
		{rank.None, rank.None, rank.Points(1600), 0},
	} {
		t.Run(fmt.Sprintf("%v, grade %q, rated %v", tt.declared, tt.grade, tt.rating), func(t *testing.T) {
			p := tournament.Player{Rank: tt.declared, Grade: tt.grade, Rating: tt.rating}
			near(t, tt.declared.String()+" with "+tt.rating.String(), EGF2021.raisedRating(&p), tt.want, 0)
		})
	}
	tn := event(t)
	before := Rate(tn, Options{Class: A})
	tn.Players[5].Rank = rank.Dan1
	c := Rate(tn, Options{Class: A}).Players[5]
	if c.Lift != 2100 || c.After != before.Players[5].After || before.Players[5].Lift != 0 {
		t.Errorf("Fabre as 1d: %+v, as 4k %+v", c, before.Players[5])
	}
}

// Players who declare two ranks more than at a known last event are rated from
// the new rank, for themselves and for their opponents; one rank more, fewer, or
// a rating above the rank's change nothing.
func TestRateLifts(t *testing.T) {
	for _, tt := range []struct {
		name   string
		last   rank.Rank
		rating int
		start  float64
	}{
		{"two ranks more", rank.Kyu(6), 1688, 1700},
		{"many ranks more", rank.Kyu(20), 312, 1700},
		{"one rank more", rank.Kyu(5), 1500, 1500},
		{"as before", rank.Kyu(4), 1400, 1400},
		{"fewer ranks", rank.Dan1, 1400, 1400},
		{"the rating of the rank", rank.Kyu(6), 1700, 1700},
		{"a rating above the rank", rank.Kyu(6), 1750, 1750},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, f := range []Formula{EGF2021, EGF2020} {
				tn, as := event(t), event(t)
				tn.Players[5].LastRank, tn.Players[5].Rating = tt.last, rank.Points(tt.rating)
				as.Players[5].Rating = rank.Points(int(tt.start))
				got, want := Rate(tn, Options{Formula: f, Class: B}), Rate(as, Options{Formula: f, Class: B})
				if p := got.Players[5]; p.Before != float64(tt.rating) || p.Start != tt.start || p.Lift != 0 != (tt.start > p.Before) {
					t.Errorf("%s, %v: %+v", tt.name, f, p)
				}
				for i := range got.Players {
					near(t, tt.name+": "+tn.Players[i].Family, got.Players[i].After, want.Players[i].After, 0)
				}
				if diff := cmp.Diff(want.Games, got.Games); diff != "" {
					t.Errorf("%s, %v: games (-want +got):\n%s", tt.name, f, diff)
				}
			}
		})
	}
	tn := event(t)
	tn.Players[5].LastRank, tn.Rounds = rank.Kyu(20), nil
	if p := Rate(tn, Options{Class: A}).Players[5]; p.After != 1688 {
		t.Errorf("without a game: %+v", p)
	}
}

// The American system gives expectations, komi included, but no gains.
func TestRateAGA(t *testing.T) {
	tn := event(t)
	r := Rate(tn, Options{Formula: AGA})
	even, _ := AGA.Odds(2190, 2084, 0, 13)
	near(t, "Aho against Berg", r.Games[0].Black.Expected, even, 1e-12)
	for i, p := range r.Players {
		if p.Games == 0 || p.Expected <= 0 || p.After != p.Before || p.Suggested.Valid() || p.Lift != 0 {
			t.Errorf("%s: %+v", tn.Players[i].Family, p)
		}
	}
	if r := Rate(tn, Options{Formula: AGA, Class: Unrated}); r.Games[0].Rated {
		t.Error("an event that is not rated is")
	}
}

func TestRateFloors(t *testing.T) {
	tn := event(t)
	for i := range tn.Players {
		tn.Players[i].Rating = rank.Points(-900)
	}
	for _, p := range Rate(tn, Options{Class: A}).Players {
		if p.Before != -900 || p.After < -900 {
			t.Errorf("%+v", p)
		}
	}
	for _, p := range Rate(tn, Options{Class: A, Formula: EGF2020}).Players {
		if p.Before != 100 || p.After < 100 {
			t.Errorf("until 2020: %+v", p)
		}
	}
	tn = event(t)
	for i := range tn.Players {
		tn.Players[i].Rating = rank.Points(600)
	}
	if after := Rate(tn, Options{Class: B, Formula: EGF2020}).Players[1].After; after != 600-75 { // Berg lost all three
		t.Errorf("three losses in class B take Berg to %v", after)
	}
}

// The European list suggests by the same rule (measured on 45 000 rows).
func TestSuggested(t *testing.T) {
	for _, tt := range []struct {
		declared rank.Rank
		after    float64
		want     rank.Rank
	}{
		{rank.Kyu1, 2127, rank.Dan1}, {rank.Kyu1, 2099.9, rank.None}, {rank.Kyu1, 2100, rank.Dan1},
		{rank.Kyu1, 1900, rank.None}, {rank.Kyu1, 1899.9, rank.Kyu(2)}, {rank.Kyu(16), 357, rank.Kyu(17)},
		{rank.Kyu30, -773, rank.Kyu(29)}, {rank.Kyu(7), 1525, rank.Kyu(6)}, {rank.Dan(6), 2462, rank.Dan(5)},
		{rank.Pro1, 2100, rank.None}, {rank.None, 2100, rank.None}, {rank.Dan9, 3050, rank.None},
	} {
		t.Run(fmt.Sprintf("%v, rated %v", tt.declared, tt.after), func(t *testing.T) {
			if got := suggestedRank(tt.declared, tt.after); got != tt.want {
				t.Errorf("declared %v with %v: suggested %q, want %q", tt.declared, tt.after, got, tt.want)
			}
		})
	}
}

// For any tournament: gains add up to the change, only rated games change
// ratings, and in class C everything is half of class A.
func TestRateProperties(t *testing.T) {
	base := event(t)
	rapid.Check(t, func(rt *rapid.T) {
		tn := base.Clone()
		for i := range tn.Players {
			tn.Players[i].Rating = rank.Rating{}
			if rapid.Bool().Draw(rt, "rated") {
				tn.Players[i].Rating = rank.Points(rapid.IntRange(500, 2949).Draw(rt, "rating"))
			}
		}
		for i := range tn.Rounds {
			for j := range tn.Rounds[i].Games {
				g := &tn.Rounds[i].Games[j]
				g.Result.Outcome = tournament.Outcome(rapid.IntRange(0, int(tournament.NotPlayed)).Draw(rt, "outcome"))
				g.Handicap = rapid.IntRange(0, 11).Draw(rt, "handicap")
			}
		}
		r, half := Rate(tn, Options{Class: A}), Rate(tn, Options{Class: C})
		if diff := cmp.Diff(r, Rate(tn, Options{Class: A})); diff != "" {
			rt.Fatal(diff)
		}
		sum := map[tournament.PlayerID]float64{}
		for _, g := range r.Games {
			if !g.Rated && (g.Black.Gain != 0 || g.White.Gain != 0) {
				rt.Fatalf("not rated but %+v", g)
			}
			sum[g.Black.Player] += g.Black.Gain
			sum[g.White.Player] += g.White.Gain
		}
		for i, p := range r.Players {
			if d := p.After - p.Before - sum[p.Player]; d > 1e-9 || d < -1e-9 {
				rt.Fatalf("%+v, but the games add up to %v", p, sum[p.Player])
			}
			if d := (p.After - p.Before) - 2*(half.Players[i].After-p.Before); d > 1e-9 || d < -1e-9 {
				rt.Fatalf("class A %+v, class C %+v", p, half.Players[i])
			}
			if r.Player(p.Player) != &r.Players[i] {
				rt.Fatalf("player %d is not found", p.Player)
			}
		}
		if r.Player(99) != nil {
			rt.Fatal("nobody has a row")
		}
	})
}

func BenchmarkRate(b *testing.B) {
	tn := &tournament.Tournament{Settings: tournament.Settings{Size: 19}}
	for i := range 1000 {
		tn.Players = append(tn.Players, tournament.Player{ID: tournament.PlayerID(i + 1), Rating: rank.Points(i * 2)})
	}
	for n := range 10 {
		round := tournament.Round{Number: n + 1, Published: true}
		for i := range 500 {
			round.Games = append(round.Games, tournament.Game{
				Black: tournament.PlayerID(i + 1), White: tournament.PlayerID(1000 - i), Result: tournament.Result{Outcome: tournament.BlackWins},
			})
		}
		tn.Rounds = append(tn.Rounds, round)
	}
	b.ReportAllocs()
	for b.Loop() {
		Rate(tn, Options{Class: A})
	}
}

func TestStandInsAreNotRated(t *testing.T) {
	tn := event(t)
	standIn := tn.Rounds[0].Games[0].Black
	before := Rate(tn, Options{})
	tn.Settings.Constraints.StandIns = []tournament.PlayerID{standIn}
	after := Rate(tn, Options{})
	played := 0
	for i := range tn.Rounds {
		if tn.Rounds[i].Game(standIn) != nil {
			played++
		}
	}
	if c := after.Player(standIn); c.Games != 0 || c.After != c.Before || played == 0 {
		t.Errorf("the stand-in of %d games is rated: %+v", played, c)
	}
	if len(before.Games)-len(after.Games) != played {
		t.Errorf("%d of %d games are left, %d with the stand-in", len(after.Games), len(before.Games), played)
	}
}
