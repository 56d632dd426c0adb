package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func asNative(t require, tn *tournament.Tournament) []byte {
	var b bytes.Buffer
	if notes, err := Write(&b, "tourney", tn, nil); err != nil || len(notes) > 0 {
		t.Fatalf("write: %v %v", notes, err)
	}
	return b.Bytes()
}

// require is what testing.T and rapid.T have in common.
type require interface {
	Fatalf(format string, args ...any)
}

func TestNativeIsLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := anyTournament(t)
		data := asNative(t, tn)
		again, notes, err := Read(data)
		if err != nil || len(notes) > 0 {
			t.Fatalf("read: %v %v\n%s", notes, err, data)
		}
		if diff := cmp.Diff(tn, again, ratingsEqual(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-was +read):\n%s", diff)
		}
		if !bytes.Equal(data, asNative(t, again)) {
			t.Fatalf("the second writing differs")
		}
	})
}

func TestNativeKeepsEverything(t *testing.T) {
	tn := everything(t)
	again, _, err := Read(asNative(t, tn))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tn, again, ratingsEqual(), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// A setting that is set comes back: every field of the model, filled with
// something else than nothing, goes through the format's own types and JSON.
func TestNativeLosesNoSetting(t *testing.T) {
	var s tournament.Settings
	fillAll(reflect.ValueOf(&s).Elem(), 1)
	data, err := json.Marshal(nativeSettingsOf(s))
	if err != nil {
		t.Fatal(err)
	}
	var again nativeSettings
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, again.settings(), ratingsEqual()); diff != "" {
		t.Errorf("(-set +read):\n%s", diff)
	}
}

// fillAll sets everything below v.
func fillAll(v reflect.Value, n int64) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillAll(v.Field(i), n+int64(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillAll(v.Index(i), n+int64(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key"), reflect.ValueOf("value"))
	case reflect.String:
		v.SetString(fmt.Sprint("text ", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.25)
	default:
		v.SetInt(1 + n%9)
	}
}

// A field added to the model must be added to the format.
func TestNativeHasEveryField(t *testing.T) {
	for _, tt := range []struct{ ours, model any }{
		{nativeInfo{}, tournament.Info{}}, {nativeSettings{}, tournament.Settings{}}, {nativeClock{}, tournament.Clock{}},
		{nativeHandicap{}, handicap.Policy{}}, {nativeRating{}, tournament.RatingRules{}},
		{nativePrizes{}, tournament.Prizes{}}, {nativePrize{}, tournament.Prize{}}, {nativeScoring{}, tournament.Scoring{}},
		{nativePairing{}, tournament.Pairing{}}, {nativeClubGroup{}, tournament.ClubGroup{}}, {nativePlayer{}, tournament.Player{}},
		{nativeDrawn{}, tournament.Drawn{}}, {nativeDispute{}, tournament.Dispute{}}, {nativeAcceptance{}, tournament.Acceptance{}},
		{struct {
			nativeGame
			Round int
		}{}, tournament.Game{}},
		{struct {
			nativeRound
			Number int
		}{}, tournament.Round{}},
	} {
		ours, model := reflect.VisibleFields(reflect.TypeOf(tt.ours)), reflect.VisibleFields(reflect.TypeOf(tt.model))
		has := map[string]bool{}
		for _, f := range ours {
			has[f.Name] = true
		}
		for _, f := range model {
			// A desk is a login of one database.
			if !has[f.Name] && f.Name != "Desk" {
				t.Errorf("%T: the format lacks %s", tt.model, f.Name)
			}
		}
	}
}

// anyTournament draws a tournament that uses every field.
func anyTournament(t *rapid.T) *tournament.Tournament {
	name := rapid.StringMatching(`[A-Za-zĄ-žА-я]{1,12}( [a-z"<&]{1,8})?`)
	word := rapid.StringMatching(`[a-z0-9]{0,8}`)
	day := rapid.Custom(func(t *rapid.T) time.Time {
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 700).Draw(t, "days"))
	})
	instant := rapid.Custom(func(t *rapid.T) time.Time {
		return time.Unix(rapid.Int64Range(1, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos")).UTC()
	})
	anyRank := rapid.Custom(func(t *rapid.T) rank.Rank { return rank.Rank(rapid.IntRange(1, 48).Draw(t, "rank")) })
	komi := rapid.Custom(func(t *rapid.T) handicap.Komi { return handicap.Komi(rapid.IntRange(-20, 20).Draw(t, "komi")) })

	s := anySettings(t, anyRank, komi)
	info := tournament.Info{
		Slug: "slug-" + rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "slug"), Name: name.Draw(t, "name"), ShortName: word.Draw(t, "short"),
		Place: word.Draw(t, "place"), Country: "FI", Director: word.Draw(t, "director"), Zone: "Europe/Helsinki",
		Hidden: rapid.Bool().Draw(t, "hidden"),
	}
	if rapid.Bool().Draw(t, "dated") {
		info.Begin = day.Draw(t, "begin")
		info.End = info.Begin.AddDate(0, 0, 2)
	}
	tn, err := tournament.New(info, s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	n := rapid.IntRange(0, 9).Draw(t, "players")
	for i := range n {
		p := tournament.Player{
			Family: name.Draw(t, "family"), Given: word.Draw(t, "given"), Rank: anyRank.Draw(t, "rank"),
			RatingOrigin: word.Draw(t, "origin"), Country: "SE", Club: word.Draw(t, "club"), EGD: word.Draw(t, "egd"),
			LastRank: anyRank.Draw(t, "last"),
			FFG:      word.Draw(t, "ffg"), FFGStatus: word.Draw(t, "ffgStatus"), AGA: word.Draw(t, "aga"), AGAExpiry: word.Draw(t, "agaExpiry"),
			Status: tournament.CheckedIn, StartCorrection: rapid.IntRange(-30, 30).Draw(t, "correction"),
			Notes: rapid.String().Filter(func(s string) bool { return strings.ToValidUTF8(s, "") == s }).Draw(t, "notes"), Contact: word.Draw(t, "contact"),
		}
		if rapid.Bool().Draw(t, "rated") {
			p.Rating = rank.Points(rapid.IntRange(-900, 2949).Draw(t, "rating"))
		}
		if rapid.Bool().Draw(t, "graded") {
			p.Grade = anyRank.Draw(t, "grade")
		}
		if rapid.Bool().Draw(t, "tagged") {
			p.Tags, p.Born = []string{"junior", fmt.Sprint(i)}, 1990+i
		}
		if _, err := tn.AddPlayer(p, true); err != nil {
			t.Fatalf("%v", err)
		}
	}
	for r := 1; r <= rapid.IntRange(0, s.Rounds).Draw(t, "drawn"); r++ {
		if n < 2 || !anyRound(t, tn, r, komi, instant) {
			break
		}
	}
	for i := range tn.Players {
		p := &tn.Players[i]
		p.Absent = tournament.Rounds(rapid.Uint64Range(0, 1<<12).Draw(t, "absent")) &^ 1
		gone := rapid.Bool().Draw(t, "gone")
		for _, r := range tn.Rounds { // whoever sits in a round is there
			if r.Game(p.ID) != nil || r.HasBye(p.ID) {
				p.Absent = p.Absent.With(r.Number, false)
				gone = gone && r.Published
			}
		}
		p.HalfByes = p.Absent & tournament.Rounds(rapid.Uint64().Draw(t, "half"))
		p.Expected = p.Absent & tournament.Rounds(rapid.Uint64().Draw(t, "expected"))
		if gone {
			p.Status = tournament.Withdrawn
		}
	}
	anyTeams(t, tn)
	anySteering(t, tn)
	anyRecords(t, tn)
	tn.Version = rapid.IntRange(0, 1000).Draw(t, "version")
	if err := tn.SetSettings(tn.Settings); err != nil {
		t.Fatalf("%v", err)
	}
	return tn
}

// anyTeams makes teams of some of the players.
func anyTeams(t *rapid.T, tn *tournament.Tournament) {
	if !rapid.Bool().Draw(t, "teams") {
		return
	}
	tn.Settings.Teams.Boards = rapid.IntRange(2, tournament.MostBoards).Draw(t, "boards")
	if c := rapid.SampledFrom(tournament.TeamCriteria()).Draw(t, "of teams"); !slices.Contains(tn.Settings.Criteria, c) {
		tn.Settings.Criteria = append([]tournament.Criterion{c}, tn.Settings.Criteria...)
	}
	for i := 0; i+1 < len(tn.Players); i += 3 {
		a, b := tn.Players[i].ID, tn.Players[i+1].ID
		team := tournament.Team{Name: fmt.Sprint("Team ", i), Members: []tournament.PlayerID{a, b}}
		if rapid.Bool().Draw(t, "line-up") {
			team.Lineups = []tournament.Lineup{{Round: 2, Players: []tournament.PlayerID{b, a}}}
		}
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatalf("%v", err)
		}
	}
}

// anySteering asks this and that of the draw.
func anySteering(t *rapid.T, tn *tournament.Tournament) {
	if len(tn.Players) < 2 || !rapid.Bool().Draw(t, "steered") {
		return
	}
	a, b := tn.Players[0].ID, tn.Players[1].ID
	if err := tn.SetSteering(tournament.Steering{
		Wishes:  []tournament.Wish{{A: a, B: b, Kind: rapid.SampledFrom([]tournament.WishKind{tournament.Apart, tournament.Together}).Draw(t, "wish"), Until: 3}},
		Seats:   []tournament.Seat{{Player: a, Table: rapid.IntRange(1, 99).Draw(t, "seat")}},
		Blocked: []tournament.TableRange{{From: 13, To: 13}}, Ghosts: []tournament.PlayerID{b},
		Family:    rapid.SampledFrom([]tournament.FamilyRule{tournament.FamilyFree, tournament.FamilyAvoided, tournament.FamilyApart}).Draw(t, "family"),
		LocalClub: rapid.IntRange(0, 100).Draw(t, "local"), Room: rapid.IntRange(0, 400).Draw(t, "room"),
	}); err != nil {
		t.Fatalf("%v", err)
	}
}

// anyRecords hands in game records of some of the published games.
func anyRecords(t *rapid.T, tn *tournament.Tournament) {
	var texts map[string]string // the tournament itself keeps the last one only
	for n := 1; n <= tn.Current(); n++ {
		for i := range tn.Rounds[n-1].Games {
			if g := &tn.Rounds[n-1].Games[i]; rapid.IntRange(0, 15).Draw(t, "record") == 15 {
				record := fmt.Sprintf("(;GM[1]FF[4]SZ[19]C[%d <b>&\u2028];B[aa])", g.ID)
				if err := tn.AttachRecord(g.ID, []byte(record)); err != nil {
					t.Fatalf("%v", err)
				}
				if texts == nil {
					texts = map[string]string{}
				}
				maps.Copy(texts, tn.Records)
			}
		}
	}
	tn.Records = texts
}

func anySettings(t *rapid.T, anyRank *rapid.Generator[rank.Rank], komi *rapid.Generator[handicap.Komi]) tournament.Settings {
	s := rapid.SampledFrom(tournament.Presets()).Draw(t, "preset").Settings
	s.System = rapid.SampledFrom(tournament.Systems()).Draw(t, "system")
	s.Tie = rapid.SampledFrom([]tournament.Tie{tournament.TieIsJigo, tournament.TieWhiteWins, tournament.TieBlackWins}).Draw(t, "tie")
	s.Clock.Main = time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "main"))
	s.Clock.Stones = rapid.IntRange(0, 30).Draw(t, "stones")
	s.Handicap.Correction = rapid.IntRange(-1, 9).Draw(t, "correction")
	s.Handicap.Threshold = anyRank.Draw(t, "threshold")
	s.Handicap.EvenKomi, s.Handicap.HandicapKomi = komi.Draw(t, "even"), komi.Draw(t, "handicap")
	if rapid.Bool().Draw(t, "steps") {
		s.Handicap.Steps = []handicap.Terms{{Komi: komi.Draw(t, "step")}, {Number: 1}}
	}
	s.Scoring.UnplayedHalf, s.Scoring.PlainSOS = rapid.Bool().Draw(t, "half"), rapid.Bool().Draw(t, "plain")
	s.Scoring.EvenDC = rapid.Bool().Draw(t, "even")
	s.Scoring.WinsAbsent = tournament.Score(rapid.IntRange(0, 2).Draw(t, "absent"))
	if rapid.Bool().Draw(t, "categories") {
		s.Categories = []rank.Rank{rank.Dan1, rank.Kyu(5)}
	}
	p := &s.Pairing
	weight := rapid.Int64Range(0, tournament.MostWeight)
	p.Duplicate, p.Random, p.Category = weight.Draw(t, "dup"), weight.Draw(t, "random"), weight.Draw(t, "cat")
	p.Curvature = rapid.Float64Range(0, 1).Draw(t, "curvature")
	p.ExemptFrom, p.MinimumHandicap, p.SwitchAfter = anyRank.Draw(t, "exempt"), weight.Draw(t, "minimum"), rapid.IntRange(0, 60).Draw(t, "switch")
	p.SecondByRating, p.ExemptBar, p.Deterministic = rapid.Bool().Draw(t, "by"), rapid.Bool().Draw(t, "bar"), rapid.Bool().Draw(t, "det")
	if rapid.Bool().Draw(t, "groups") {
		p.ClubGroups = []tournament.ClubGroup{{Name: "South", Clubs: []string{"Hel", "Esp"}}}
	}
	if rapid.Bool().Draw(t, "prizes") {
		s.Rating = tournament.RatingRules{Formula: "egf-2020", Class: "D", Code: "T260314AC"}
		s.Prizes = tournament.Prizes{Currency: "€", Single: rapid.Bool().Draw(t, "single"), List: []tournament.Prize{
			{Name: "Best", Places: 3, Money: rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 1e6), func(n int) tournament.Money { return tournament.Money(n) }), 0, 3).Draw(t, "money")},
			{Name: "Young", Weakest: rank.Kyu(9), Strongest: anyRank.Filter(func(r rank.Rank) bool { return !r.Valid() || r >= rank.Kyu(9) }).Draw(t, "to"), Tag: "junior", BornFrom: 2004, BornTo: 2007, AllRounds: true, Wins: 4},
		}}
	}
	if rapid.Bool().Draw(t, "lists") {
		s.PairingCriteria = []tournament.Criterion{tournament.MMS, tournament.SOSM2}
		s.Prizes.Criteria = rapid.Permutation(tournament.Criteria()).Draw(t, "criteria of prizes")
		s.Criteria = rapid.Permutation(tournament.Criteria()).Draw(t, "criteria")
		s.DeskRecords, s.PlayerResults, s.Internet = true, true, true
	}
	s.Format = tournament.Format{Double: rapid.Bool().Draw(t, "double"), ThirdPlace: rapid.Bool().Draw(t, "third"), Accelerated: rapid.IntRange(0, 3).Draw(t, "accelerated")}
	if s.Rounds > 2 && rapid.Bool().Draw(t, "staged") {
		s.Stages = []tournament.Stage{{From: 3, System: rapid.SampledFrom(tournament.Systems()).Draw(t, "then"), Qualify: 4,
			Format: tournament.Format{Own: true, Pools: rapid.IntRange(0, 9).Draw(t, "pools")}}}
		if s.Stages[0].System.Planned() && s.System.Weighed() {
			s.Stages[0].Others = rapid.SampledFrom([]tournament.Others{tournament.Rest, tournament.PlayOn, tournament.PlayOnWithLosers}).Draw(t, "others")
		}
	}
	if rapid.Bool().Draw(t, "foreign") {
		s.Foreign = map[string]string{"opengotha/Teams": rapid.StringMatching(`[<>&"a-zé]{0,20}`).Draw(t, "teams")}
	}
	return s
}

// Before the internet was a setting, OpenGotha's attribute was kept with what
// has no place.
func TestOlderNativeFileOfTheInternet(t *testing.T) {
	const key = "opengotha/GeneralParameterSet.bInternet"
	for value, online := range map[string]bool{"true": true, "TRUE": true, "false": false} {
		tn := sixPlayers(t)
		tn.Settings.Foreign = map[string]string{key: value, "opengotha/Teams": "x"}
		again, _, err := Read(asNative(t, tn))
		if err != nil {
			t.Fatal(err)
		}
		if _, kept := again.Settings.Foreign[key]; again.Settings.Internet != online || kept || len(again.Settings.Foreign) != 1 {
			t.Errorf("%s: internet %v, foreign %v", value, again.Settings.Internet, again.Settings.Foreign)
		}
	}
}

// anyRound draws round r and reports whether another may follow.
func anyRound(t *rapid.T, tn *tournament.Tournament, r int, komi *rapid.Generator[handicap.Komi], instant *rapid.Generator[time.Time]) bool {
	var games []tournament.Game
	var byes []tournament.PlayerID
	for i := 0; i+1 < len(tn.Players); i += 2 {
		a, b := tn.Players[i].ID, tn.Players[i+1].ID
		if i > 0 && rapid.Bool().Draw(t, "bye") {
			byes = append(byes, a)
			continue
		}
		games = append(games, tournament.Game{
			Black: a, White: b, Handicap: rapid.IntRange(0, 9).Draw(t, "stones"), Komi: komi.Draw(t, "komi"),
			ByHand: rapid.Bool().Draw(t, "hand"), Locked: rapid.Bool().Draw(t, "locked"), ColoursOpen: rapid.Bool().Draw(t, "open"),
		})
	}
	drawn := tournament.Drawn{Seed: rapid.Uint64().Draw(t, "seed"), Total: "4001305447304535", Inputs: "ab", Program: "1.0", Bye: 1}
	if err := tn.SetDraft(r, games, byes, drawn); err != nil {
		t.Fatalf("%v", err)
	}
	if rapid.Bool().Draw(t, "started") {
		if err := tn.SetStart(r, instant.Draw(t, "start")); err != nil {
			t.Fatalf("%v", err)
		}
	}
	if rapid.IntRange(0, 5).Draw(t, "draft") == 0 {
		return false
	}
	if err := tn.Publish(r); err != nil {
		t.Fatalf("%v", err)
	}
	for i := range tn.Rounds[r-1].Games {
		g := &tn.Rounds[r-1].Games[i]
		text := rapid.SampledFrom([]string{"?", "B+R", "W+3.5", "B+T", "W+F", "B+", "Jigo", "Void", "BothLose", "BothWin", "NotPlayed",
			"B+I", "Jigo+F", "BothLose+F", "B+F/unrated", "W+0.5/unrated"}).Draw(t, "result")
		result, err := tournament.ParseResult(text)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if rapid.Bool().Draw(t, "disputed") {
			g.Dispute = tournament.Dispute{Result: tournament.Result{Outcome: tournament.BothLose}, By: "desk 2", At: instant.Draw(t, "disputed at")}
		}
		if rapid.Bool().Draw(t, "accepted") {
			g.Accepted = tournament.Acceptance{Of: g.Evidence(), By: "desk 3", At: instant.Draw(t, "accepted at")}
		}
		g.Result, g.Revision, g.EnteredBy, g.EnteredAt = result, rapid.IntRange(0, 9).Draw(t, "revision"), "desk 1", instant.Draw(t, "entered")
		g.Corrected = instant.Draw(t, "corrected")
	}
	return true
}

func TestNativeRefuses(t *testing.T) {
	good := string(asNative(t, everything(t)))
	change := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in\n%s", old, good)
		}
		return strings.Replace(good, old, new, 1)
	}
	for _, tt := range []struct{ name, text, key string }{
		{"later version", change(`"tourney": 1`, `"tourney": 2`), "json.version"},
		{"unknown field", change(`"slug"`, `"slugg"`), "json.unknown"},
		{"cut", good[:len(good)/2], "json.cut"},
		{"rank", change(`"rank": "3k"`, `"rank": "31k"`), "json.field"},
		{"two of one number", change(`"id": 2,`, `"id": 1,`), "json.id"},
		{"game of a player's number", change(`"id": 7,`, `"id": 6,`), "json.id"},
		{"number past the last", change(`"lastId": 9`, `"lastId": 3`), "json.id"},
		{"unknown player in a game", change(`"black": 2`, `"black": 77`), "player.missing"},
		{"player twice", change(`"black": 2`, `"black": 3`), "player.twice"},
		{"round after a draft", change(`"published": true,`, ``), "round.order"},
		{"too many rounds", change(`"rounds": 5`, `"rounds": 1`), "settings.rounds.drawn"},
		{"record without its text", change(`"record": "`, `"record": "00`), "record.lost"},
		{"record changed", change(`B[aa]`, `B[ab]`), "record.lost"},
		{"dead stones", change(`"dead": "bb"`, `"dead": "bb c"`), "record.dead"},
		{"no name", change(`"family": "Berg"`, `"family": " "`), "player.name.empty"},
		{"something else", `{"type": "package"}`, "file.json"},
	} {
		if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.key)
		}
	}
}

// Rounds of byes alone, and of nobody, are read back; the byes are checked as
// those of other rounds are.
func TestNativeReadsRoundsWithoutGames(t *testing.T) {
	text := func(rounds string) []byte {
		return []byte(`{"tourney": 1, "info": {"slug": "a", "name": "A"},
 "settings": {"system": "knockout", "rounds": 3, "size": 19, "floor": "30k", "bar": "9d",
  "handicap": {"basis": "rank", "evenKomi": 6.5}, "criteria": ["STAGE"], "format": {"seeds": [1, 2]}},
 "players": [{"id": 1, "family": "A", "rank": "1k", "status": "checked-in"},
  {"id": 2, "family": "B", "rank": "2k", "status": "withdrawn"}],
 "rounds": [` + rounds + `], "lastId": 2}`)
	}
	tn, _, err := Read(text(`{"published": true, "games": [], "byes": [1]}, {"published": true, "games": []}`))
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := Read(asNative(t, tn))
	if err != nil || len(back.Rounds) != 2 || !back.Round(1).HasBye(1) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	if _, _, err := Read(text(`{"published": true, "games": [], "byes": [1, 1]}`)); !fault.Is(err, "player.twice") {
		t.Errorf("a bye twice: %v", err)
	}
}

// Seeds of a stage under way whom the file does not know are refused.
func TestNativeRefusesUnknownSeeds(t *testing.T) {
	text := `{"tourney": 1, "info": {"slug": "a", "name": "A"},
 "settings": {"system": "round-robin", "rounds": 1, "size": 19, "floor": "30k", "bar": "9d",
  "handicap": {"basis": "rank", "evenKomi": 6.5}, "criteria": ["NBW"], "format": {"seeds": [1, 2]}},
 "players": [{"id": 1, "family": "A", "rank": "1k", "status": "checked-in"},
  {"id": 2, "family": "B", "rank": "2k", "status": "checked-in"}],
 "rounds": [{"published": true, "games": [{"id": 3, "table": 1, "black": 1, "white": 2, "komi": 6.5}]}],
 "lastId": 9}`
	if _, _, err := Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, seeds := range []string{"[1, 7]", "[3, 2]", "[0]", "[-1, 1]"} {
		if _, _, err := Read([]byte(strings.Replace(text, "[1, 2]", seeds, 1))); !fault.Is(err, "player.missing") {
			t.Errorf("seeds %s: %v", seeds, err)
		}
	}
}

func TestNativeSaysWhatIsWrongAndWhere(t *testing.T) {
	good := `{"tourney": 1,
 "info": {"slug": "a", "name": "A"},
 "settings": {"system": "swiss", "rounds": 1, "size": 19, "floor": "30k", "bar": "9d",
  "handicap": {"basis": "rank", "evenKomi": 6.5}, "criteria": ["NBW"]},
 "players": [{"id": 1, "family": "A", "rank": "1k", "status": "checked-in"},
  {"id": 2, "family": "B", "rank": "2k", "status": "checked-in", "absent": [1]}],
 "rounds": [{"games": [], "byes": [1], "drawn": {"seed": "7"}}],
 "lastId": 2}`
	if _, _, err := Read([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`"tourney": 1`, `"tourney": "1"`, `json.field: tourney, "1", 1, 13`},
		{`{"slug": "a", "name": "A"}`, `7`, `json.field: info, 7, 2, 10`},
		{`"name": "A"`, `"nane": "A"`, `json.unknown: info.nane, 2, 24`},
		{`"rounds": 1,`, `"rounds": 1e99,`, `json.field: settings.rounds, 1e99, 3, 44`},
		{`6.5`, `"six"`, `json.field: settings.handicap.evenKomi, "six", 4, 45`},
		{`"2k"`, `"31k"`, `json.field: players[2].rank, "31k", 6, 36`},
		{`[1]}]`, `[1, "x"]}]`, `json.field: players[2].absent, [1, "x"], 6, 76`},
		{`"family": "B"`, `"family": 5`, `json.field: players[2].family, 5, 6, 23`},
		{`"id": 2,`, `"id": 2, "shoe": 44,`, `json.unknown: players[2].shoe, 6, 13`},
		{`"seed": "7"`, `"seed": "-7"`, `json.field: rounds[1].drawn.seed, "-7", 7, 58`},
		{`"lastId": 2}`, `"lastId": 2`, `json.cut: 8, 13`},
		{`"lastId": 2}`, `"lastId": }`, `json.broken: 8, 12`},
		{`"lastId": 2}`, `"lastId": 2}}`, `json.broken: 8, 14`},
	} {
		if strings.Count(good, tt.old) != 1 {
			t.Fatalf("%q stands %d times", tt.old, strings.Count(good, tt.old))
		}
		_, _, err := Read([]byte(strings.Replace(good, tt.old, tt.new, 1)))
		if err == nil || !strings.HasPrefix(err.Error()+" ", tt.want+" ") {
			t.Errorf("%s: got %v, want %s", tt.new, err, tt.want)
		}
	}
}

func FuzzReadNative(f *testing.F) {
	f.Add([]byte(`{"tourney":1,"info":{"slug":"a","name":"A"},"settings":{"system":"swiss","rounds":1,"size":19,"floor":"30k","bar":"9d","handicap":{"basis":"rank","evenKomi":6.5},"criteria":["NBW"]},"players":[{"id":1,"family":"A","rank":"1k","status":"checked-in"}],"rounds":[{"games":[],"byes":[1]}],"lastId":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn, _, err := readNative(data)
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		var b bytes.Buffer
		if _, err := writeNative(&b, tn, nil); err != nil {
			t.Fatal(err)
		}
		again, _, err := readNative(b.Bytes())
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, b.Bytes())
		}
		if diff := cmp.Diff(tn, again, ratingsEqual(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
