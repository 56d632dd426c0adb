package formattest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// AnyTournament draws a tournament that uses every field.
func AnyTournament(t *rapid.T) tournament.Whole {
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
		Hidden: rapid.Bool().Draw(t, "hidden"), Former: rapid.SampledFrom([]string{"", "old-name", "old-name older-2"}).Draw(t, "former"),
	}
	if rapid.Bool().Draw(t, "dated") {
		info.Begin.Time = day.Draw(t, "begin")
		info.End.Time = info.Begin.AddDate(0, 0, 2)
	}
	tn, err := tournament.New(info, s)
	must(t, err)
	n := rapid.IntRange(0, 9).Draw(t, "players")
	for i := range n {
		p := anyPlayer(t, i, name, anyRank)
		_, err := tn.AddPlayer(p, tournament.AllowNamesakes)
		must(t, err)
	}
	for r := 1; r <= rapid.IntRange(0, s.Rounds).Draw(t, "drawn"); r++ {
		if n < 2 || !anyRound(t, tn, r, komi, instant) {
			break
		}
	}
	anyAttendance(t, tn)
	anyTeams(t, tn)
	addConstraints(t, tn)
	texts := anyRecords(t, tn)
	tn.Version = rapid.IntRange(0, 1000).Draw(t, "version")
	whole := tournament.Whole{Tournament: tn, Records: texts}
	if rapid.Bool().Draw(t, "day") {
		whole.Pictures = AddDay(tn)
	}
	must(t, tn.SetSettings(tn.Settings))
	return whole
}

// anyAttendance draws the absent, expected and withdrawn players.
func anyAttendance(t *rapid.T, tn *tournament.Tournament) {
	for i := range tn.Players {
		p := &tn.Players[i]
		p.Absent = tournament.Rounds(rapid.Uint64Range(0, 1<<12).Draw(t, "absent")) &^ 1
		gone := rapid.Bool().Draw(t, "gone")
		for _, r := range tn.Rounds { // a player in a round is present
			if r.Game(p.ID) != nil || r.HasBye(p.ID) {
				p.Absent = p.Absent.Without(r.Number)
				gone = gone && r.Published
			}
		}
		p.HalfByes = p.Absent & tournament.Rounds(rapid.Uint64().Draw(t, "half"))
		p.Expected = p.Absent & tournament.Rounds(rapid.Uint64().Draw(t, "expected"))
		if gone {
			p.Status = tournament.Withdrawn
		}
	}
}

// anyPlayer draws the i-th player.
func anyPlayer(t *rapid.T, i int, name *rapid.Generator[string], anyRank *rapid.Generator[rank.Rank]) tournament.Player {
	word := rapid.StringMatching(`[a-z0-9]{0,8}`)
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
	return p
}

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
		_, err := tn.SetTeam(team)
		must(t, err)
	}
}

// addConstraints adds some constraints to most tournaments.
func addConstraints(t *rapid.T, tn *tournament.Tournament) {
	if len(tn.Players) < 2 || !rapid.Bool().Draw(t, "constrained") {
		return
	}
	a, b := tn.Players[0].ID, tn.Players[1].ID
	if err := tn.SetConstraints(tournament.Constraints{
		Wishes:  []tournament.Wish{{A: a, B: b, Kind: rapid.SampledFrom([]tournament.WishKind{tournament.Apart, tournament.Together}).Draw(t, "wish"), Until: 3}},
		Seats:   []tournament.Seat{{Player: a, Table: rapid.IntRange(1, 99).Draw(t, "seat")}},
		Blocked: []tournament.TableRange{{From: 13, To: 13}}, StandIns: []tournament.PlayerID{b},
		Family:    rapid.SampledFrom([]tournament.FamilyRule{tournament.FamilyFree, tournament.FamilyAvoided, tournament.FamilyApart}).Draw(t, "family"),
		LocalClub: rapid.IntRange(0, 100).Draw(t, "local"), Room: rapid.IntRange(0, 400).Draw(t, "room"),
	}); err != nil {
		t.Fatalf("%v", err)
	}
}

// anyRecords gives records to some games, and returns their texts.
func anyRecords(t *rapid.T, tn *tournament.Tournament) map[string]string {
	texts := map[string]string{}
	for n := 1; n <= tn.Current(); n++ {
		for i := range tn.Rounds[n-1].Games {
			if g := &tn.Rounds[n-1].Games[i]; rapid.IntRange(0, 15).Draw(t, "record") == 15 {
				text := fmt.Sprintf("(;GM[1]FF[4]SZ[19]C[%d <b>&\u2028];B[aa])", g.ID)
				record, err := tn.JudgeRecord(g.ID, []byte(text))
				must(t, err)
				must(t, tn.AttachRecord(g.ID, record))
				texts[record.Hash] = record.Text
			}
		}
	}
	return texts
}

// anyBools draws every setting that is on or off.
func anyBools(t *rapid.T, v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(rapid.Bool().Draw(t, v.Type().Field(i).Name))
		case reflect.Struct:
			anyBools(t, f)
		}
	}
}

func anySettings(t *rapid.T, anyRank *rapid.Generator[rank.Rank], komi *rapid.Generator[handicap.Komi]) tournament.Settings {
	s := rapid.SampledFrom(tournament.Presets()).Draw(t, "preset").Settings
	if s.System == tournament.Open {
		s.Rounds = 5
	}
	anyBools(t, reflect.ValueOf(&s).Elem())
	rounds := slices.DeleteFunc(tournament.Systems(), func(s tournament.System) bool { return s == tournament.Open })
	s.System = rapid.SampledFrom(rounds).Draw(t, "system")
	s.Tie = rapid.SampledFrom([]tournament.Tie{tournament.TieIsJigo, tournament.TieWhiteWins, tournament.TieBlackWins}).Draw(t, "tie")
	s.Clock.Main = tournament.Span(rapid.Int64Range(0, 1e13).Draw(t, "main"))
	s.Clock.Stones = rapid.IntRange(0, 30).Draw(t, "stones")
	s.Handicap.Correction = rapid.IntRange(-1, 9).Draw(t, "correction")
	s.Handicap.Threshold = anyRank.Draw(t, "threshold")
	s.Handicap.EvenKomi, s.Handicap.HandicapKomi = komi.Draw(t, "even"), komi.Draw(t, "handicap")
	if rapid.Bool().Draw(t, "steps") {
		s.Handicap.Steps = []handicap.Terms{{Komi: komi.Draw(t, "step")}, {Number: 1}}
	}
	s.Scoring.WinsAbsent = tournament.Score(rapid.IntRange(0, 2).Draw(t, "absent"))
	if rapid.Bool().Draw(t, "categories") {
		s.Categories = []rank.Rank{rank.Dan1, rank.Kyu(5)}
	}
	p := &s.Pairing
	weight := rapid.Int64Range(0, tournament.MostWeight)
	p.Duplicate, p.Random, p.Category = weight.Draw(t, "dup"), weight.Draw(t, "random"), weight.Draw(t, "cat")
	p.Curvature = rapid.Float64Range(0, 1).Draw(t, "curvature")
	p.ExemptFrom, p.MinimumHandicap, p.SwitchAfter = anyRank.Draw(t, "exempt"), weight.Draw(t, "minimum"), rapid.IntRange(0, 60).Draw(t, "switch")
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
	}
	s.Format = tournament.Format{Double: rapid.Bool().Draw(t, "double"), ThirdPlace: rapid.Bool().Draw(t, "third"), Accelerated: rapid.IntRange(0, 3).Draw(t, "accelerated"),
		Withdrawals: rapid.SampledFrom(tournament.AllWithdrawals()).Draw(t, "withdrawals")}
	if s.Rounds > 2 && rapid.Bool().Draw(t, "staged") {
		s.Stages = []tournament.Stage{{From: 3, System: rapid.SampledFrom(rounds).Draw(t, "then"), Qualify: 4,
			Format: tournament.Format{ByHand: true, Pools: rapid.IntRange(0, 9).Draw(t, "pools")}}}
		if s.Stages[0].System.Planned() && s.System.Weighed() {
			s.Stages[0].Others = rapid.SampledFrom([]tournament.Others{tournament.Rest, tournament.PlayOn, tournament.PlayOnWithLosers}).Draw(t, "others")
		}
	}
	if rapid.Bool().Draw(t, "foreign") {
		s.Foreign = map[string]string{"opengotha/Teams": rapid.StringMatching(`[<>&"a-zé]{0,20}`).Draw(t, "teams")}
	}
	return s
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
	must(t, tn.SetDraft(r, games, byes, drawn))
	if rapid.Bool().Draw(t, "started") {
		must(t, tn.SetStart(r, instant.Draw(t, "start")))
	}
	if rapid.IntRange(0, 5).Draw(t, "draft") == 0 {
		return false
	}
	must(t, tn.Publish(r))
	for i := range tn.Rounds[r-1].Games {
		g := &tn.Rounds[r-1].Games[i]
		text := rapid.SampledFrom([]string{"?", "B+R", "W+3.5", "B+T", "W+F", "B+", "Jigo", "Void", "BothLose", "BothWin", "NotPlayed",
			"B+I", "Jigo+F", "BothLose+F", "B+F/unrated", "W+0.5/unrated"}).Draw(t, "result")
		result, err := tournament.ParseResult(text)
		must(t, err)
		if rapid.Bool().Draw(t, "disputed") {
			g.Dispute = tournament.Dispute{Result: tournament.Result{Outcome: tournament.BothLose}, By: "desk 2", At: instant.Draw(t, "disputed at")}
		}
		if rapid.Bool().Draw(t, "accepted") {
			g.Accepted = tournament.Acceptance{Of: g.Evidence(), By: "desk 3", At: instant.Draw(t, "accepted at")}
		}
		g.Result, g.Revision, g.EnteredBy, g.EnteredAt = result, rapid.IntRange(0, 9).Draw(t, "revision"), "desk 1", instant.Draw(t, "entered")
		g.ConfirmedBy, g.Corrected = rapid.SampledFrom([]string{"", "desk 2", tournament.ByPlayer(1), tournament.ByPlayerOn(1, 2)}).Draw(t, "confirmed"), instant.Draw(t, "corrected")
	}
	return true
}

// AnyScoring draws the values of absences and byes, and the games that count in sums.
func AnyScoring(t *rapid.T) tournament.Scoring {
	score := func(name string) tournament.Score { return tournament.Score(rapid.IntRange(0, 2).Draw(t, name)) }
	return tournament.Scoring{
		WinsAbsent: score("wins absent"), WinsBye: score("wins bye"), MMSAbsent: score("MMS absent"), MMSBye: score("MMS bye"),
		RoundDown: rapid.Bool().Draw(t, "down"), UnplayedHalf: rapid.Bool().Draw(t, "half"), PlainSOS: rapid.Bool().Draw(t, "plain"),
	}
}
