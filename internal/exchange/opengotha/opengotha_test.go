package opengotha

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tourney/internal/exchange/exchangetest"
	"tourney/internal/exchange/file"
	"tourney/internal/exchange/xmltree"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestReadsFiles(t *testing.T) {
	for _, tt := range exchangetest.GothaSamples {
		tn, notes, err := Read(exchangetest.GothaFile(t, tt.Name))
		if err != nil {
			t.Errorf("%s: %v", tt.Name, err)
			continue
		}
		if len(notes) > 0 {
			t.Errorf("%s: notes %v", tt.Name, notes)
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
	data := exchangetest.ReadTestdata(t, "testdata", "opengotha.xml")
	tn, notes, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	wantNotes := []string{
		"34: opengotha.criterion.twice SOSM",
		"35: opengotha.criterion.unknown LUCK",
		"29: opengotha.value genRoundDownNBWMMS maybe",
		"37: opengotha.value paiBaRandom -3",
		"7: opengotha.country Eriksen Eli Norway",
		"7: opengotha.rank Eriksen Eli 12 stones 3k",
		"7: opengotha.unknown Player shoeSize",
		"14: opengotha.game.player NOBODYAT ALL 2 3",
		"15: opengotha.result RESULT_MAYBE 2 2",
		"15: opengotha.value handicap 17",
		"22: opengotha.bye.player GHOST 2",
		"23: opengotha.bye.round AHOAINO 9",
		"21: opengotha.present Eriksen Eli 1",
		"15: opengotha.present Dvořák Dana 2",
		"17: opengotha.twice Aho Aino 3",
		"0: opengotha.rounds 2 3",
		"26: opengotha.teams 1",
	}
	if diff := cmp.Diff(wantNotes, exchangetest.Brief(notes)); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}

	s := tn.Settings
	if s.System != tournament.McMahon || s.Rounds != 3 || s.Bar != rank.Dan1 || s.Handicap.EvenKomi != 13 ||
		s.Handicap.Basis != handicap.ByMMS || s.Handicap.Threshold != rank.Dan1 || !s.Scoring.RoundDown {
		t.Errorf("settings %+v", s)
	}
	wantClock := tournament.Clock{Main: 35 * time.Minute, Overtime: tournament.Fischer, Period: 15 * time.Second, Periods: 1}
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
			Status: tournament.CheckedIn, Absent: tournament.Rounds(0).With(3, true)},
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

// written returns the tournament as an OpenGotha file.
func written(t testing.TB, tn *tournament.Tournament) ([]byte, []file.Note) {
	t.Helper()
	var b bytes.Buffer
	notes, err := Write(&b, tn, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), notes
}

// attributes lists every attribute of a file as element/attribute=value, in
// order, without what is never written and with blanks and case of ranks made
// alike.
func attributes(t testing.TB, data []byte) []string {
	t.Helper()
	root, err := xmltree.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	var walk func(e *xmltree.Element, path string)
	walk = func(e *xmltree.Element, path string) {
		var own []string
		for _, a := range e.Attributes {
			value := strings.Join(strings.Fields(a.Value), " ")
			if a.Name == "rank" || a.Name == "grade" {
				value = strings.ToUpper(value)
			}
			own = append(own, a.Name+"="+value)
		}
		slices.Sort(own)
		if e != root {
			list = append(list, path+" "+strings.Join(own, " "))
		}
		for _, c := range e.Children {
			walk(c, path+"/"+c.Name)
		}
	}
	walk(root, "")
	slices.Sort(list)
	return list
}

func TestRoundTrip(t *testing.T) {
	for _, tt := range exchangetest.GothaSamples {
		data := exchangetest.GothaFile(t, tt.Name)
		first, _, err := Read(data)
		if err != nil {
			t.Fatal(err)
		}
		out, notes := written(t, first)
		if len(notes) > 0 {
			t.Errorf("%s: lost %v", tt.Name, notes)
		}
		second, notes, err := Read(out)
		if err != nil || len(notes) > 0 {
			t.Fatalf("%s: %v %v", tt.Name, notes, err)
		}
		if diff := cmp.Diff(first, second, exchangetest.RatingsEqual()); diff != "" {
			t.Errorf("%s: model (-first +second):\n%s", tt.Name, diff)
		}
		if diff := cmp.Diff(attributes(t, data), attributes(t, out)); diff != "" {
			t.Errorf("%s: file (-read +written):\n%s", tt.Name, diff)
		}
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	first, _, err := Read(exchangetest.ReadTestdata(t, "testdata", "opengotha.xml"))
	if err != nil {
		t.Fatal(err)
	}
	out, _ := written(t, first)
	if bytes.Contains(out, []byte("IPAddress")) || bytes.Contains(out, []byte("macAddress")) {
		t.Error("the file names addresses of a computer")
	}
	second, notes, err := Read(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || notes[0].Key != "opengotha.teams" {
		t.Errorf("notes %v, want the one about teams", exchangetest.Brief(notes))
	}
	if diff := cmp.Diff(first, second, exchangetest.RatingsEqual()); diff != "" {
		t.Errorf("model (-first +second):\n%s", diff)
	}
}

// Elements are found wherever they stand.
func TestReadsFilesWithoutWrappers(t *testing.T) {
	const file = `<Tournament fullVersionNumber="3.51.02"><Player name="Aho" firstName="Aino" rank="1k"/><Player name="Berg" firstName="Bo" rank="1k"/>
<Game roundNumber="1" tableNumber="3" blackPlayer="AHOAINO" whitePlayer="BERGBO" result="RESULT_BLACKWINS"/>
<PlacementParameterSet><PlacementCriterion number="1" name="NBW"/></PlacementParameterSet>
<GeneralParameterSet name="Bare" time="25" byoYomi="true"/></Tournament>`
	tn, notes, err := Read([]byte(file))
	if err != nil || len(notes) > 0 {
		t.Fatal(exchangetest.Brief(notes), err)
	}
	if len(tn.Settings.Foreign) > 0 || tn.Settings.Clock.Main != 25*time.Minute || tn.Settings.Clock.Overtime != tournament.Japanese {
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
		tn, notes, err := Read([]byte(`<Tournament ` + tt.root + `><Player name="Aho" firstName="Aino" rank="3K" rating="-250"/></Tournament>`))
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(fmt.Sprint(exchangetest.Brief(notes)), "opengotha.ffg")
		if got := tn.Players[0].Rating.Points(); got != tt.want || said != (tt.want > 0) {
			t.Errorf("%s: rating %d, want %d; notes %v", tt.root, got, tt.want, exchangetest.Brief(notes))
		}
	}
}

// A game that must not be rated is rated by whoever reads the file.
func TestTellsWhatBecomesRated(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	games := tn.Rounds[0].Games
	games[0].Result.Unrated, games[1].Result.Unrated, games[2].Result.Unrated = true, true, true
	games[1].Result.Manner = tournament.ByForfeit // is not rated anyway
	tn.Rounds[2].Games[1].Result.Unrated = true
	_, notes := written(t, tn)
	got := slices.DeleteFunc(exchangetest.Brief(notes), func(n string) bool { return strings.Contains(n, ".setting ") })
	if diff := cmp.Diff([]string{"0: export.lost.rating 1.1, 1.3, 3.2"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTellsWhatItLoses(t *testing.T) {
	tn := exchangetest.Everything(t)
	out, notes := written(t, tn)
	want := []string{
		"0: opengotha.lost.twin Aho Aino Aho Aino (2)",
		"0: opengotha.lost.records 1",
		"0: opengotha.lost.halfbyes 1",
		"0: opengotha.lost.private 1",
		"0: opengotha.lost.void 1 2",
		"0: opengotha.lost.manner 1 1",
		"0: opengotha.lost.komi 1 1",
		"0: opengotha.lost.byes 1 2",
		"0: opengotha.lost.draft 2",
		"0: opengotha.lost.criterion DC-EGF",
		"0: opengotha.lost.setting handicap.komi",
		"0: opengotha.lost.setting tie",
		"0: opengotha.lost.setting periods",
		"0: opengotha.lost.setting rules",
	}
	if diff := cmp.Diff(want, exchangetest.Brief(notes)); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	again, readNotes, err := Read(out)
	if err != nil || len(readNotes) > 0 {
		t.Fatalf("%v %v", readNotes, err)
	}
	if len(again.Players) != len(tn.Players) || len(again.Rounds) != 1 || len(again.Rounds[0].Byes) != 2 {
		t.Errorf("%d players, rounds %+v", len(again.Players), again.Rounds)
	}
	if got := again.Players[4]; got.Status != tournament.CheckedIn || got.Plays(2) || !got.Plays(1) {
		t.Errorf("the withdrawn player comes back as %+v", got)
	}
}

func TestTellsOfLostWishes(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	tn.Settings.Steering = tournament.Steering{
		Wishes: []tournament.Wish{{A: 1, B: 3, Kind: tournament.Apart}, {A: 1, B: 4, Kind: tournament.Together}},
		Seats:  []tournament.Seat{{Player: 1, Table: 4}}, Blocked: []tournament.TableRange{{From: 13, To: 13}},
		Family: tournament.FamilyApart, LocalClub: 40, Ghosts: []tournament.PlayerID{2},
	}
	tn.Settings.PairingCriteria, tn.Settings.Pairing.HalfGroups = []tournament.Criterion{tournament.MMS}, true
	_, notes := written(t, tn)
	said := exchangetest.Brief(notes)
	for _, want := range []string{
		"0: opengotha.lost.ghosts 1", "0: opengotha.lost.setting wishes", "0: opengotha.lost.setting tables",
		"0: opengotha.lost.setting pairing-criteria", "0: opengotha.lost.setting half-groups", "0: opengotha.lost.setting zone",
		"0: opengotha.lost.setting country",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("%s is not among the notes %v", want, said)
		}
	}
}

// OpenGotha knows the system by the first score among the criteria.
func TestTellsOfAnotherSystem(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	tn.Settings.Criteria = []tournament.Criterion{tournament.NBW, tournament.MMS}
	out, notes := written(t, tn)
	again, _, err := Read(out)
	if err != nil || again.Settings.System != tournament.Swiss || !slices.Contains(exchangetest.Brief(notes), "0: opengotha.lost.setting system") {
		t.Errorf("%s, %v, comes back as %s and tells %v", tn.Settings.System, err, again.Settings.System, exchangetest.Brief(notes))
	}
}

// A final that nobody had to play is won in OpenGotha's file, too: the last round
// of byes alone is read. A bye after the planned rounds is told.
func TestKeepsTheLastWalkover(t *testing.T) {
	tn := exchangetest.Everything(t)
	tn.Rounds, tn.Settings.Rounds = tn.Rounds[:1], 2
	if err := tn.SetDraft(2, nil, []tournament.PlayerID{1, 4}, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(2); err != nil {
		t.Fatal(err)
	}
	out, _ := written(t, tn)
	again, _, err := Read(out)
	if err != nil || len(again.Rounds) != 2 || len(again.Rounds[1].Byes) != 2 || !again.Rounds[1].Published {
		t.Fatalf("%+v, %v", again.Rounds, err)
	}
	late := bytes.ReplaceAll(out, []byte(`roundNumber="2"`), []byte(`roundNumber="3"`))
	again, notes, err := Read(late)
	if err != nil || len(again.Rounds) != 1 || !slices.ContainsFunc(notes, func(n file.Note) bool { return n.Key == "opengotha.bye.round" }) {
		t.Errorf("%+v, %v, %v", again.Rounds, notes, err)
	}
}

// A cup is one by its criterion, in OpenGotha's files and back, whatever else
// orders our standings.
func TestCups(t *testing.T) {
	for _, criteria := range [][]tournament.Criterion{
		{tournament.CPS}, {tournament.ByRating, tournament.CPS, tournament.NBW}, {tournament.NBW, tournament.CPS}, {tournament.NBW, tournament.SOSW},
	} {
		s, err := tournament.PresetNamed("cup")
		if err != nil {
			t.Fatal(err)
		}
		s.Criteria = criteria
		tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := written(t, tn)
		again, notes, err := Read(out)
		if err != nil || len(notes) > 0 {
			t.Fatal(err, notes)
		}
		if again.Settings.System != tournament.Cup || !slices.Contains(again.Settings.Criteria, tournament.CPS) {
			t.Errorf("%v comes back as %s with %v", criteria, again.Settings.System, again.Settings.Criteria)
		}
		s.Pairing.PlayedOnly = false // as OpenGotha has it
		if diff := cmp.Diff(s.Pairing, again.Settings.Pairing); diff != "" {
			t.Errorf("the objective differs:\n%s", diff)
		}
	}
}

// OpenGotha files of other programs may count categories without saying where
// they begin.
func TestCategoriesWithoutLimitsAreNoted(t *testing.T) {
	text := string(exchangetest.ReadTestdata(t, "testdata", "opengotha.xml"))
	for count, want := range map[string]bool{"3": false, "2": false, "4": true} {
		_, notes, err := Read([]byte(strings.Replace(text, `numberOfCategories="3"`, `numberOfCategories="`+count+`"`, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(exchangetest.Brief(notes), func(n string) bool { return strings.HasSuffix(n, "opengotha.categories 4 3") })
		if got != want {
			t.Errorf("%s categories, two limits: %v", count, exchangetest.Brief(notes))
		}
	}
}

// A tournament whose file names no rank from which clubs may meet exempts
// everybody, and OpenGotha knows no empty rank.
func TestHasNoEmptyRank(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	tn.Settings.Pairing.ExemptFrom = rank.None
	text, _ := exchangetest.AsFile(t, Write, tn)
	if !strings.Contains(text, `paiSeRankThreshold="30K"`) {
		t.Errorf("no rank in\n%s", text)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(exchangetest.ReadTestdata(f, "testdata", "opengotha.xml"))
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
		again, notes, err := Read(out)
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, out)
		}
		// What was mended at the first reading is in order now.
		for _, n := range notes {
			if !slices.Contains([]string{"opengotha.teams", "opengotha.foreign.large", "opengotha.round.empty"}, n.Key) {
				t.Fatalf("written with %v\n%s", n, out)
			}
		}
		for i := range tn.Players {
			tn.Players[i].Given = again.Players[i].Given // two of one name are told apart
		}
		tn.Settings.Foreign, again.Settings.Foreign = nil, nil
		if diff := cmp.Diff(tn, again, exchangetest.RatingsEqual(), cmpopts.EquateEmpty()); diff != "" {
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
		{"nameless", root + `<Player rank="1K"/></Tournament>`, "opengotha.player.nameless"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}
