package store

import (
	"reflect"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// everything returns the states of a tournament: new, changed and removed. They
// have a value in every field that was stored in schema 15. The files in testdata
// hold these values, so they are never changed.
func everything() (states []*tournament.Tournament) { return statesFrom(firstState()) }

// everythingNow returns everything with a value in every field of the present schema. New fields of a plain kind are
// filled automatically, other kinds here.
func everythingNow() (states []*tournament.Tournament) {
	first := firstState()
	filled := map[string]bool{}
	for _, t := range everything() {
		fill(filled, reflect.ValueOf(*t))
	}
	first.Players[0].Since, first.Players[0].Agreed = at.Add(-48*time.Hour), at.Add(-47*time.Hour)
	first.Players[0].Fee = tournament.Fee{Class: "early", Own: true, Sum: 12_50, Reason: "helps", Paid: 10_00, PaidOn: at}
	first.Rounds[0].Games[0].Settling = tournament.Settling{By: 2, Dead: "D4 Q16", NoResult: true, Against: 1, Referee: 2}
	first.Rounds[0].Games[0].Pencil = gamerecord.Pencil{Black: "dd", White: "ee ff", Nobody: "gg", Reading: "literal", Enforced: true, Reason: "seki", By: "Anna", At: at}
	first.Rounds[0].Games[0].Live = tournament.LiveGame{ID: 25, Moves: 2, Minutes: 15, Black: 2, White: 1}
	first.Rounds[0].Games[0].Choosing = handicap.Choosing{First: handicap.Offer{Made: true, Komi: 13}, Second: handicap.Offer{Made: true, Komi: 15}, Done: true}
	first.Rounds[0].Games[0].Began, first.Players[0].Arrived = at.Add(-time.Hour), at.Add(-2*time.Hour)
	first.Settings.Open = tournament.OpenPlay{Rematch: tournament.RematchNever, Promise: 15, Widest: 9, Points: "wins", Ladder: tournament.Ladder{
		Reach: 3, Shift: tournament.LadderInsert, Protection: 7, Idle: 28, Leave: true,
	}}
	first.Settings.KomiChoice = handicap.Auction
	first.Settings.Live = tournament.LiveBoards{On: true, Moves: 3, Minutes: 20}
	addSettings(&first.Settings)
	first.Settings.Consent = consent.Rules{Minors: consent.Anonymous, Age: 16, All: consent.Initials}
	fillNew(reflect.ValueOf(first).Elem(), filled)
	first.Players[0].Hiding = consent.Initials
	return addDays(statesFrom(first))
}

// addSettings sets the fields that schema 17 added.
func addSettings(s *tournament.Settings) {
	c := fees.Conditions{
		From: at.Add(-time.Hour), Until: at, ByPayment: true, MinAge: 10, MaxAge: 17, Weakest: rank.Kyu(20), Strongest: rank.Dan(1),
		Number: fees.EGD, Country: "FI", Abroad: true, Tag: "junior", MostRounds: 3,
	}
	s.Fees = fees.Rules{
		Currency: "€", Least: 5_00, Classes: []fees.Class{{Name: "early", Amount: 30_00, Choosable: true, Conditions: c}},
		Reductions: []fees.Reduction{{Name: "junior", Amount: 5_00, Percent: 10, Conditions: c}},
	}
	s.SignUp = tournament.SignUp{Open: true, Limit: 56, Closes: at, Consent: "My name is published.", Note: "Bring \"cash\".", CheckIn: true}
	s.Schedule = []time.Time{at, at.Add(2 * time.Hour)}
}

// addDays adds changed and removed elements of the day to the first states.
func addDays(states []*tournament.Tournament) []*tournament.Tournament {
	one := states[0]
	one.LastID = 40
	one.Day = tournament.Day{
		Requests: []tournament.Request{{
			ID: 31, Kind: tournament.AskRank, Player: 2, Name: "Virtanen", Round: 3,
			Proposed: tournament.Proposed{Family: "Wirtanen", Given: "Ä", Rank: rank.Kyu(3), Club: "Oulu", Country: "FI", Substitute: 3},
			Note:     "I am 3k", From: tournament.FromPlayer, At: at, State: tournament.RequestNew,
			By: "Anna", Decided: at.Add(time.Minute), Answer: "from round 3", Promoted: 1,
		}},
		Incidents: []tournament.Incident{{ID: 32, Kind: tournament.CameLate, Round: 1, Player: 2, Minutes: 12, Note: "train", By: "Desk 1", At: at}},
		Announcements: []tournament.Announcement{{
			ID: 33, Text: "Lunch <now> & tea", By: "Anna", At: at, Until: at.Add(time.Hour),
		}},
		Finals: []tournament.FinalList{{
			ID: 34, At: at, By: "Anna", Note: "as read out", Criteria: []tournament.Criterion{tournament.MMS, tournament.SOSM},
			Lines:    []tournament.FinalLine{{Place: 1, Player: 1, Name: "Mäki Aino", Scores: []string{"33", "130.5"}}},
			Reopened: at.Add(time.Hour), ReopenedBy: "Pekka", Reason: "a wrong result",
		}},
		Sendings: []tournament.Sending{{
			ID: 35, To: "EGD", File: "cup.h9", Hash: "abcd", Version: 17, By: "Anna", At: at, State: tournament.Sent, Note: "by mail",
		}},
		Pictures: []tournament.Picture{{ID: 36, Caption: "The hall", Hash: "beef", Width: 1600, Height: 900, By: "Anna", At: at}},
		Printings: []tournament.Printing{{
			ID: 37, Round: 2, Papers: []tournament.Copies{{Paper: "names", Count: 2}, {Paper: "slips"}}, Version: 4, By: "Anna", At: at,
		}},
		Evenings: []tournament.Evening{{ID: 38, First: 1, Began: at, Ended: at.Add(time.Hour), Present: []tournament.PlayerID{1, 2}}},
	}
	two := states[1]
	two.LastID, two.Day = 40, one.Clone().Day
	d := &two.Day
	d.Requests[0].State, d.Incidents[0].Minutes, d.Announcements[0].Text = tournament.RequestDone, 20, "Tea"
	d.Finals[0].Reopened, d.Sendings[0].State, d.Pictures[0].Caption = time.Time{}, tournament.SentAccepted, ""
	d.Printings[0].Version = 5
	d.Evenings[0].Ended = time.Time{}
	states[2].LastID = 40
	return states
}

// fillNew sets the first unfilled instance of every field below v to a distinct value.
func fillNew(v reflect.Value, filled map[string]bool) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			fillNew(v.Index(i), filled)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") == "" { // time.Time, and what the file does not hold
				fillNew(v.Field(i), filled)
				continue
			}
			name, f := v.Type().String()+"."+v.Type().Field(i).Name, v.Field(i)
			if filled[name] {
				fillNew(f, filled)
				continue
			}
			filled[name] = true
			switch f.Kind() {
			case reflect.Bool:
				f.SetBool(true)
			case reflect.Int, reflect.Int64:
				f.SetInt(int64(len(name)))
			case reflect.String:
				f.SetString(name)
			}
		}
	}
}

func firstState() *tournament.Tournament {
	one := &tournament.Tournament{
		Info: tournament.Info{
			Slug: "everything", Name: "Every \"Thing\" <& ä 段>", ShortName: "ET", Place: "Oulu", Country: "FI", Director: "Mäki Aino",
			Begin: tournament.DateOf(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)), End: tournament.DateOf(time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)),
			Zone: "Europe/Helsinki", Hidden: true,
		},
		Settings: everySetting(),
		LastID:   23,
	}
	one.Players = []tournament.Player{everyPlayer(), {ID: 2, Family: "Virtanen", Rank: rank.Kyu(30), Status: tournament.CheckedIn}, {ID: 3, Family: "Nowak", Status: tournament.Withdrawn}}
	game := everyGame()
	one.Rounds = []tournament.Round{{
		Number: 1, Published: true, Start: at.Add(time.Hour), Byes: []tournament.PlayerID{3}, Games: []tournament.Game{game},
		Drawn: tournament.Drawn{
			Seed: 1<<63 + 7, Total: "4001305447304535", Inputs: "0f1e", MadeFrom: "2d3c", Bye: 3, Program: "1.0",
		},
	}}
	return one
}

// statesFrom returns a tournament, a changed state of it, and a reduced one.
func statesFrom(one *tournament.Tournament) []*tournament.Tournament {
	two := one.Clone()
	two.Info.Name, two.Info.Hidden = "Everything", false
	two.Settings.Rounds, two.Settings.Foreign = 6, nil
	two.Settings.Teams.Teams[0].Name, two.Settings.Teams.Teams[1].Lineups = "Oulu I", nil
	two.Players[0].Status, two.Players[0].Notes, two.Players[0].Rating = tournament.Preliminary, "", rank.Rating{}
	two.Rounds[0].Published, two.Rounds[0].Byes = false, nil
	two.Rounds[0].Games[0].Result = tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
	two.Rounds[0].Games[0].Dispute = tournament.Dispute{}
	three := two.Clone()
	three.Settings.Teams.Teams = three.Settings.Teams.Teams[:1]
	three.Players = three.Players[1:]
	three.Rounds = nil
	return []*tournament.Tournament{one, two, three}
}

func everySetting() tournament.Settings {
	return tournament.Settings{
		System: tournament.McMahon, Rounds: 5, Rules: rules.Custom,
		Custom: rules.System{
			Name: "own", Repetition: rules.PositionalSuperko, Suicide: rules.SuicideMultiStone, End: rules.WhitePassesLast,
			PassStone: rules.PassCostsStone, Scoring: rules.Area, SekiEyes: rules.SekiPoints, LifeAndDeath: rules.PlayOut,
			KomiEven: 15, KomiHandicap: -1, Compensation: rules.CompensationNLess1, Placement: rules.FreePlacement,
			Tie: rules.TieWhiteWins, IllegalMove: rules.IllegalLoses,
		},
		Size: 13, Tie: tournament.TieBlackWins,
		Clock:    tournament.Clock{Main: tournament.Span(45 * time.Minute), Overtime: tournament.Canadian, Period: tournament.Span(5*time.Minute + time.Second/2), Periods: 3, Stones: 15},
		Internet: true, Floor: rank.Kyu(20), Bar: rank.Dan(4),
		Handicap: handicap.Policy{
			Basis: handicap.ByMMS, Correction: -1, Ceiling: 9, Threshold: rank.Dan1, EvenKomi: 13, HandicapKomi: -1,
			Table: "hunt-13", Steps: []handicap.Terms{{Komi: 15}, {Number: 2, Komi: -9}},
		},
		Scoring: tournament.Scoring{
			WinsAbsent: 1, WinsBye: 2, MMSAbsent: 1, MMSBye: 2, RoundDown: true, UnplayedHalf: true, PlainSOS: true, EvenDC: true,
		},
		Criteria: []tournament.Criterion{tournament.MMS, tournament.SOSM}, DeskRecords: true, PlayerResults: true,
		PairingCriteria: []tournament.Criterion{tournament.STS}, Categories: []rank.Rank{rank.Dan(1), rank.Kyu(5)},
		Pairing: tournament.Pairing{
			Duplicate: 500_000_000_000_000, Random: 1, Deterministic: true, Colour: 2, Category: 3, Score: 4, Curvature: 0.5,
			MovedUpDown: 5, Compensate: true, UpperFrom: tournament.Top, LowerFrom: tournament.Bottom, PlayedOnly: true, HalfGroups: true,
			Seeding: 6, First: tournament.SplitFold, Second: tournament.SplitSlip, FirstByRating: true, SecondByRating: true, SwitchAfter: 2,
			Secondary: 7, ExemptFrom: rank.Dan(5), ExemptHalfWins: true, ExemptBar: true, MinimumHandicap: 8,
			Geography: 9, CountryGap: 1, ClubGap: 3, ClubGroups: []tournament.ClubGroup{{Name: "Savo", Clubs: []string{"Kuopio", "Iisalmi"}}},
		},
		Constraints: tournament.Constraints{
			Wishes: []tournament.Wish{{A: 1, B: 2, Kind: tournament.Together, Until: 3}}, Seats: []tournament.Seat{{Player: 2, Table: 1}},
			Blocked: []tournament.TableRange{{From: 13, To: 14}}, StandIns: []tournament.PlayerID{3},
			Family: tournament.FamilyAvoided, LocalClub: 40, Room: 50,
		},
		Format: tournament.Format{
			Double: true, Pools: 2, ThirdPlace: true, Alternating: true, Accelerated: 3, Seeds: []tournament.PlayerID{2, 1}, ByHand: true,
		},
		Stages: []tournament.Stage{{
			From: 4, System: tournament.Knockout, Qualify: 8, Others: tournament.PlayOn, Format: tournament.Format{ThirdPlace: true},
		}},
		Teams: tournament.TeamPlay{
			Boards: 3, TieBreaks: []tournament.TieBreak{tournament.TieBerlin, tournament.TieLot},
			Teams: []tournament.Team{
				{ID: 21, Name: "Oulu", Members: []tournament.PlayerID{1}},
				{ID: 22, Name: "Łódź", Members: []tournament.PlayerID{3, 2}, Lineups: []tournament.Lineup{{Round: 1, Players: []tournament.PlayerID{2, 3}}}},
			},
		},
		Rating: tournament.RatingRules{Formula: "egf-2021", Class: "B", Code: "T260501A", Freeze: tournament.DateOf(time.Date(2026, 4, 24, 0, 0, 0, 0, time.UTC))},
		Prizes: tournament.Prizes{
			Currency: "€", Single: true, Criteria: []tournament.Criterion{tournament.NBW},
			List: []tournament.Prize{{
				Name: "Juniors", Weakest: rank.Kyu(15), Strongest: rank.Dan(2), Tag: "junior", BornFrom: 2008, BornTo: 2016, AllRounds: true,
				Wins: 4, Places: 2, Money: []tournament.Money{10000, 5050}, Things: []string{"", "a cup"},
			}},
		},
		Foreign: map[string]string{"opengotha/GeneralParameterSet.x": "Rounds", "Rounds": "{\"Size\":1}"},
	}
}

func everyPlayer() tournament.Player {
	return tournament.Player{
		ID: 1, Family: "Mäki", Given: "Aino", Rank: rank.Dan(2), Grade: rank.Dan(3), LastRank: rank.Dan(1), Rating: rank.Points(2213), RatingOrigin: "EGF",
		Country: "FI", Club: "Oulu", EGD: "12345678", FFG: "7654321", AGA: "4711", FFGStatus: "L", AGAExpiry: "2027-01-01", Status: tournament.CheckedIn,
		Absent: 1<<2 | 1<<tournament.MaxRounds, HalfByes: 1 << 2, Expected: 1 << 3, StartCorrection: -1, Tags: []string{"junior", "woman"}, Born: 2010,
		Notes: "vegetarian", Contact: "aino@example.org",
		RankDecisions: []tournament.RankDecision{{At: at, Was: rank.Dan(3), Rank: rank.Dan(2)}, {At: at, Was: rank.Dan(2), Rank: rank.Dan(1), PutOff: true}},
	}
}

func everyGame() tournament.Game {
	return tournament.Game{
		ID: 23, Round: 1, Table: 7, Black: 2, White: 1, Handicap: 2, Komi: 1, ByHand: true, Locked: true, ColoursOpen: true,
		Result:   tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByPoints, Margin: 7, Unrated: true},
		Revision: 2, EnteredBy: "Desk 1", EnteredAt: at, Desk: "5eed", Corrected: at.Add(time.Minute),
		Dispute:   tournament.Dispute{Result: tournament.Result{Outcome: tournament.Jigo}, By: "Desk 2", At: at.Add(2 * time.Minute), Desk: "dead"},
		Advancing: 1, Record: "aabb", Dead: "D4 Q16", Accepted: tournament.Acceptance{Of: "ccdd", By: "Anna", At: at.Add(time.Hour)},
	}
}
