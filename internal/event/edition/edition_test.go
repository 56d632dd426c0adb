package edition_test

import (
	"reflect"
	"testing"
	"time"

	"tourney/internal/event/edition"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

func day(year int, month time.Month, d int) time.Time {
	return time.Date(year, month, d, 0, 0, 0, 0, time.UTC)
}

func TestSuggest(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"Spring Cup 2026", "Spring Cup 2027"},
		{"2026 Spring Cup (since 1998)", "2027 Spring Cup (since 1998)"},
		{"Cup 12026 of 20261", "Cup 12026 of 20261"},
		{"Spring Cup", "Spring Cup"},
	} {
		last := tournament.Info{Slug: "spring-cup", Name: tt.name, Place: "Testila", Begin: tournament.DateOf(day(2026, 3, 14)), End: tournament.DateOf(day(2026, 3, 15)), Archived: true}
		next := edition.Suggest(last)
		want := tournament.Info{Name: tt.want, Place: "Testila", Begin: tournament.DateOf(day(2027, 3, 13)), End: tournament.DateOf(day(2027, 3, 14))}
		if next != want {
			t.Errorf("%+v, want %+v", next, want)
		}
		if next.Begin.Weekday() != last.Begin.Weekday() {
			t.Error("another day of the week")
		}
	}
	if next := edition.Suggest(tournament.Info{Name: "Cup 2026", Archived: true}); next != (tournament.Info{Name: "Cup 2026"}) {
		t.Errorf("without a date: %+v", next)
	}
}

func TestSettings(t *testing.T) {
	helsinki, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 14, 10, 0, 0, 0, helsinki)
	last := &tournament.Tournament{
		Info:    tournament.Info{Name: "Spring Cup", Begin: tournament.DateOf(day(2026, 3, 14)), Zone: "Europe/Helsinki"},
		Players: []tournament.Player{{ID: 1}, {ID: 2}},
	}
	s := &last.Settings
	s.Rounds = 5
	s.Schedule = []time.Time{at.UTC(), {}, at.Add(24 * time.Hour).UTC()}
	s.SignUp = tournament.SignUp{Open: true, Closes: at.UTC(), Note: "Bring a clock."}
	c := fees.Conditions{From: day(2026, 1, 10), Until: day(2026, 3, 14)}
	s.Fees.Classes, s.Fees.Reductions = []fees.Class{{Name: "early", Conditions: c}}, []fees.Reduction{{Name: "junior", Conditions: c}}
	s.Constraints = tournament.Constraints{
		Wishes: []tournament.Wish{{A: 1, B: 2}}, Seats: []tournament.Seat{{Player: 1, Table: 2}}, StandIns: []tournament.PlayerID{2}, Room: 30,
	}
	s.Teams = tournament.TeamPlay{Boards: 3, Teams: []tournament.Team{{ID: 4, Members: []tournament.PlayerID{1}}}}
	s.Format = tournament.Format{Seeds: []tournament.PlayerID{1}, ByHand: true, Pools: 2}
	s.Stages = []tournament.Stage{{From: 4, Format: tournament.Format{Seeds: []tournament.PlayerID{2}, ByHand: true}}}
	s.Prizes.List = []tournament.Prize{{Name: "under 12", BornFrom: 2014}, {Name: "over 60", BornTo: 1966}, {Name: "first"}}
	s.Rating = tournament.RatingRules{Code: "T260314A", Class: "A", Freeze: tournament.DateOf(day(2026, 3, 7))}

	next := edition.Settings(last, day(2027, 4, 3)) // summer time has begun
	if times := collect[time.Time](reflect.ValueOf(next)); len(times) != 9 {
		t.Errorf("%d times; a new one must move too", len(times))
	}
	for _, got := range []time.Time{next.Schedule[0], next.Schedule[2], next.SignUp.Closes} {
		if got.In(helsinki).Hour() != 10 || got.Year() != 2027 {
			t.Errorf("moved to %v", got.In(helsinki))
		}
	}
	// 14 March is winter time, 3 April summer time: a day stays a day.
	if want := (fees.Conditions{From: day(2027, 1, 30), Until: day(2027, 4, 3)}); next.Fees.Classes[0].Conditions != want || next.Fees.Reductions[0].Conditions != want {
		t.Errorf("fees by %+v, want %+v", next.Fees.Classes[0].Conditions, want)
	}
	if got := next.Prizes.List; got[0].BornFrom != 2015 || got[0].BornTo != 0 || got[1].BornTo != 1967 || got[2].Aged() {
		t.Errorf("prizes for %+v", got)
	}
	if next.SignUp.Open || next.Format.ByHand || next.Stages[0].Format.ByHand || next.Format.Pools != 2 {
		t.Errorf("sign-up %+v, formats %+v, %+v", next.SignUp, next.Format, next.Stages[0].Format)
	}
	if players := collect[tournament.PlayerID](reflect.ValueOf(next)); len(players) > 0 {
		t.Errorf("players %v stay", players)
	}
	if next.Rating.Code != "" || next.Rating.Class != "A" || next.Constraints.Room != 30 || next.Teams.Boards != 3 || next.SignUp.Note == "" || next.Rounds != 5 {
		t.Errorf("%+v", next)
	}
	if len(last.Settings.Teams.Teams) != 1 || s.Prizes.List[0].BornFrom != 2014 || s.Fees.Classes[0].Conditions != c || !last.Settings.Schedule[0].Equal(at) {
		t.Error("the last edition has changed")
	}
	if still := edition.Settings(last, time.Time{}); !still.Schedule[0].Equal(at) {
		t.Error("moved without a day")
	}
}

// The next season brings the members of the club: their persons, no trace of games, fees and consents.
func TestPeopleOfTheNextSeason(t *testing.T) {
	at := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
	last := &tournament.Tournament{Players: []tournament.Player{
		{
			ID: 3, Family: "Aho", Given: "Aino", Rank: 20, Club: "Tes", Mail: "aino@example.org", Status: tournament.CheckedIn, Tags: []string{"junior"},
			Arrived: at, Resting: true, Absent: 2, HalfByes: 2, Expected: 4, StartCorrection: 1, Since: at, Agreed: at,
			Fee: tournament.Fee{Class: "member", Paid: 500, PaidOn: at},
		},
		{ID: 4, Family: "Berg", Rank: 12, Status: tournament.Preliminary},
		{ID: 5, Family: "Gone", Rank: 12, Status: tournament.Withdrawn},
		{ID: 6, Family: "6", Rank: 12, Forgotten: true},
		{ID: 7, Family: "Stand", Rank: 12},
	}}
	last.Settings.Constraints.StandIns = []tournament.PlayerID{7}
	want := []tournament.Player{
		{Family: "Aho", Given: "Aino", Rank: 20, Club: "Tes", Mail: "aino@example.org", Tags: []string{"junior"}, Fee: tournament.Fee{Class: "member"}},
		{Family: "Berg", Rank: 12},
	}
	if got := edition.People(last); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if last.Players[0].ID != 3 || last.Players[0].Arrived.IsZero() {
		t.Error("the last edition has changed")
	}
}

func TestSeason(t *testing.T) {
	if got := edition.Season(tournament.DateOf(day(2026, 9, 1))); got != tournament.DateOf(day(2027, 8, 31)) {
		t.Errorf("the season ends on %v", got)
	}
	if got := edition.Season(tournament.Date{}); !got.IsZero() {
		t.Errorf("without a day it ends on %v", got)
	}
}

// collect returns the values of a type below v.
func collect[T any](v reflect.Value) (all []T) {
	if v.Type() == reflect.TypeFor[T]() {
		return []T{v.Interface().(T)}
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				all = append(all, collect[T](v.Field(i))...)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			all = append(all, collect[T](v.Index(i))...)
		}
	}
	return all
}
