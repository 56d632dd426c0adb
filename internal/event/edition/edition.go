// Package edition makes the next edition of a past tournament, such as a club's annual spring cup, with the same rules,
// rounds, fees and prizes, or the next season of a club, with its members.
//
//	info := edition.Suggest(last.Info)                // 52 weeks later, the same days of the week
//	settings := edition.Settings(last, info.Begin)
//	members := edition.People(last)
package edition

import (
	"regexp"
	"slices"
	"strconv"
	"time"

	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// weeks is the distance of two editions: the days of the week stay the same.
const weeks = 52

// yearForm matches a year of four digits that is not part of a longer number.
var yearForm = regexp.MustCompile(`\b(19|20)\d\d\b`)

// Suggest returns a name and a date for the next edition: 52 weeks later, with the new year in its name. The slug is
// empty, because it is derived from the name.
func Suggest(last tournament.Info) tournament.Info {
	next := last
	next.Slug, next.Former, next.Archived = "", "", false
	begin, _ := last.Days()
	if begin.IsZero() {
		return next
	}
	next.Begin.Time, next.End.Time = later(last.Begin.Time, 7*weeks, time.UTC), later(last.End.Time, 7*weeks, time.UTC)
	year, _ := next.Days()
	renamed := func(name string) string {
		return yearForm.ReplaceAllStringFunc(name, func(was string) string {
			if was != strconv.Itoa(begin.Year()) {
				return was
			}
			return strconv.Itoa(year.Year())
		})
	}
	next.Name, next.ShortName = renamed(last.Name), renamed(last.ShortName)
	return next
}

// Settings returns the settings of an edition that begins on a day, zero for an unknown one. All days and times move
// with the first day, at the same time of day at the venue, and age groups with its year. References to players or
// teams, and the code of the last edition in rating lists, are dropped; sign-up is closed.
func Settings(last *tournament.Tournament, begin time.Time) tournament.Settings {
	s := last.Clone().Settings
	s.Constraints.Wishes, s.Constraints.Seats, s.Constraints.StandIns = nil, nil, nil
	s.Teams.Teams = nil
	s.Format.Seeds, s.Format.ByHand = nil, false
	for i := range s.Stages {
		s.Stages[i].Format.Seeds, s.Stages[i].Format.ByHand = nil, false
	}
	s.SignUp.Open = false
	s.Rating.Code, s.Rating.Freeze = "", tournament.Date{}
	s.Foreign = nil

	was, _ := last.Info.Days()
	if begin.IsZero() || was.IsZero() {
		return s
	}
	const day = 24 * time.Hour
	days, zone := int(begin.Truncate(day).Sub(was.Truncate(day))/day), last.Info.Location()
	move := func(t *time.Time) { *t = later(*t, days, zone) }
	move(&s.SignUp.Closes)
	for i := range s.Schedule {
		move(&s.Schedule[i])
	}
	conditions := func(c *fees.Conditions) {
		c.From, c.Until = later(c.From, days, time.UTC), later(c.Until, days, time.UTC)
	}
	for i := range s.Fees.Classes {
		conditions(&s.Fees.Classes[i].Conditions)
	}
	for i := range s.Fees.Reductions {
		conditions(&s.Fees.Reductions[i].Conditions)
	}
	for i := range s.Prizes.List {
		for _, born := range []*int{&s.Prizes.List[i].BornFrom, &s.Prizes.List[i].BornTo} {
			if *born > 0 {
				*born += begin.Year() - was.Year()
			}
		}
	}
	return s
}

// Season returns the end of the season of a club that begins on a day, after as many weeks as between two editions.
func Season(begin tournament.Date) (end tournament.Date) {
	end.Time = later(begin.Time, 7*weeks, time.UTC)
	return end
}

// People returns the players of the last edition as new entries, with their ranks of now: who they are and how they are
// reached, no rounds, fees or consents. Withdrawn players, erased ones and stand-ins are left out.
func People(last *tournament.Tournament) []tournament.Player {
	var list []tournament.Player
	for i := range last.Players {
		p := last.Players[i]
		if p.Status == tournament.Withdrawn || p.Forgotten || last.StandIn(p.ID) {
			continue
		}
		p.ID, p.Status = 0, tournament.Preliminary
		p.Absent, p.HalfByes, p.Expected = 0, 0, 0
		p.Arrived, p.Resting, p.StartCorrection = time.Time{}, false, 0
		p.Since, p.Agreed, p.Fee = time.Time{}, time.Time{}, tournament.Fee{Class: p.Fee.Class}
		p.Tags, p.RankDecisions = slices.Clone(p.Tags), nil
		list = append(list, p)
	}
	return list
}

// later returns the same time of day in a zone some days later; a zero time stays zero.
func later(t time.Time, days int, zone *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(zone).AddDate(0, 0, days).UTC()
}
