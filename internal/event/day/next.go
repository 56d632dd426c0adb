package day

import (
	"slices"
	"strings"
	"time"

	"tourney/internal/event/federations"
	"tourney/internal/tournament"
)

// A StepKind is a kind of task of the desk.
type StepKind string

// The kinds, in the order in which Next lists them.
const (
	// Decide: Count results contradict each other.
	Decide StepKind = "decide"
	// Referee: the players of Count games of Round ask for the referee.
	Referee StepKind = "referee"
	// Answer: Count requests are new.
	Answer StepKind = "answer"
	// AskNoShows: Count players missed the last round, and their plan for the next is unknown.
	AskNoShows StepKind = "noshows"
	// Late: Count players at the tournament have no game in Round, which is in play.
	Late StepKind = "late"
	// Left: Count games of Round have no result and a withdrawn player.
	Left StepKind = "left"
	// Wait: Count games of Round are in play, since Since.
	Wait StepKind = "wait"
	// CheckIn: Count players with a place have not checked in yet.
	CheckIn StepKind = "checkin"
	// Renew: the memberships of Count players do not cover the tournament.
	Renew StepKind = "renew"
	// Pair: Round can be paired, with Count players.
	Pair StepKind = "pair"
	// Publish: the draft of Round is to be published.
	Publish StepKind = "publish"
	// Finish: the final standings are to be announced, or announced again after a correction.
	Finish StepKind = "finish"
	// Collect: Count players have not fully paid their fee.
	Collect StepKind = "collect"
	// Send: the results are to be sent to the federation To, again after a correction.
	Send StepKind = "send"
)

// A Step is one task.
type Step struct {
	Kind  StepKind
	Round int
	Count int
	// Since is the start of the round of Wait; zero if unknown.
	Since time.Time
	// Blocked marks a step that must wait for others.
	Blocked bool
	// To is a federation.
	To string
}

// Message returns the message that describes the task; its values are the count, the round and the federation.
func (s Step) Message() (key string, args []any) {
	return "today.next." + string(s.Kind), []any{s.Count, s.Round, s.To}
}

// Next lists the tasks of the desk, the most urgent first. Open play has no tasks about rounds; its desk shows the games.
func Next(t *tournament.Tournament, now time.Time) []Step {
	var steps []Step
	count := func(kind StepKind, n, round int) {
		if n > 0 {
			steps = append(steps, Step{Kind: kind, Count: n, Round: round})
		}
	}
	disputes := 0
	for i := range t.Rounds {
		disputes += t.Rounds[i].Disputed()
	}
	count(Decide, disputes, 0)
	asking := 0
	for i := range t.Rounds {
		if asking += t.Rounds[i].AskingReferee(); !t.IsOpen() {
			count(Referee, t.Rounds[i].AskingReferee(), i+1)
		}
	}
	if t.IsOpen() {
		count(Referee, asking, 0)
	}
	count(Answer, len(Open(t)), 0)
	if t.IsOpen() {
		return steps
	}
	n := t.Current()
	late, _ := Unpaired(t)
	count(Late, len(late), n)
	count(Left, len(LeftGames(t)), n)
	unknown := 0 // results
	for i := range n {
		missing := t.Rounds[i].Missing()
		unknown += missing
		if playing := missing - t.Rounds[i].Disputed(); playing > 0 {
			steps = append(steps, Step{Kind: Wait, Count: playing, Round: i + 1, Since: StartOf(t, i+1)})
		}
	}
	if t.Frozen() == nil {
		if hasBegun(t, now) {
			count(Renew, Lapsed(t, now), 0)
		}
		steps = append(steps, roundSteps(t, n, unknown, now)...)
	}
	if n > 0 && n == t.Settings.Rounds {
		steps = append(steps, endSteps(t, unknown, now)...)
	}
	return steps
}

// Unpaired returns the latecomers of the round in play, and the latecomers with the players with a bye: all who can
// still be paired in it. Both are empty after the last result, or after the draft of the next round.
func Unpaired(t *tournament.Tournament) (late, free []tournament.PlayerID) {
	n := t.Current()
	r := t.Round(n)
	if r == nil || r.Missing() == 0 || t.Round(n+1) != nil {
		return nil, nil
	}
	if late = t.Latecomers(); len(late) == 0 {
		return nil, nil
	}
	return late, slices.Concat(late, r.Byes)
}

// Lapsed counts the participants whose membership in the federation does not cover the tournament.
func Lapsed(t *tournament.Tournament, now time.Time) (n int) {
	of := federations.Of(t)
	for _, p := range t.Participants() {
		if _, lapsed := of.Lapsed(t, p, t.Info.DateAt(now)); lapsed {
			n++
		}
	}
	return n
}

// LeftGames returns the games of the last published round without a result and with a withdrawn player.
func LeftGames(t *tournament.Tournament) (games []*tournament.Game) {
	r := t.Round(t.Current())
	if r == nil {
		return nil
	}
	gone := func(id tournament.PlayerID) bool {
		p := t.Player(id)
		return p != nil && p.Status == tournament.Withdrawn
	}
	for i := range r.Games {
		if g := &r.Games[i]; !g.Result.Known() && (gone(g.Black) || gone(g.White)) {
			games = append(games, g)
		}
	}
	return games
}

// hasBegun reports whether the first day is reached, or a round is published. Without a first day it returns true.
func hasBegun(t *tournament.Tournament, now time.Time) bool {
	begin, _ := t.Info.Days()
	return t.Current() > 0 || !t.Info.DateAt(now).Before(begin)
}

// roundSteps are the steps to the next round.
func roundSteps(t *tournament.Tournament, current, unknown int, now time.Time) (steps []Step) {
	next := current + 1
	if next > t.Settings.Rounds {
		return nil
	}
	if current > 0 {
		absent := 0
		for _, id := range t.Round(current).NoShows() {
			if p := t.Player(id); !t.StandIn(id) && p.Plays(next) && !p.Expected.Has(next) {
				absent++
			}
		}
		if absent > 0 {
			steps = append(steps, Step{Kind: AskNoShows, Count: absent, Round: next})
		}
	}
	here, preliminary := Present(t, next)
	if preliminary > 0 && hasBegun(t, now) {
		steps = append(steps, Step{Kind: CheckIn, Count: preliminary, Round: next})
	}
	if r := t.Round(next); r != nil && len(r.Games)+len(r.Byes) > 0 {
		return append(steps, Step{Kind: Publish, Round: next, Count: len(r.Games), Blocked: unknown > 0})
	}
	if here > 1 {
		steps = append(steps, Step{Kind: Pair, Round: next, Count: here, Blocked: unknown > 0})
	}
	return steps
}

// Present counts the players to pair in round n, and the expected players: with a place, and not checked in yet.
func Present(t *tournament.Tournament, n int) (here, expected int) {
	places := t.Places()
	for i := range t.Players {
		switch p := &t.Players[i]; {
		case t.StandIn(p.ID):
		case p.Plays(n):
			here++
		case places.Expects(p):
			expected++
		}
	}
	return here, expected
}

// endSteps are the steps after the last round.
func endSteps(t *tournament.Tournament, unknown int, now time.Time) (steps []Step) {
	if t.Frozen() == nil {
		steps = append(steps, Step{Kind: Finish, Round: t.Settings.Rounds, Count: len(t.Day.Finals), Blocked: unknown > 0})
	}
	if takings := TakingsOf(t, t.Info.DateAt(now)); takings.Players > takings.Settled {
		steps = append(steps, Step{Kind: Collect, Count: takings.Players - takings.Settled})
	}
	for _, to := range Federations(t) {
		if sent := LastSending(t, to); unknown == 0 && (sent == nil || !Counts(t, sent)) {
			steps = append(steps, Step{Kind: Send, To: to, Blocked: t.Frozen() == nil})
		}
	}
	return steps
}

// LastSending returns the last report to a federation, or nil.
func LastSending(t *tournament.Tournament, to string) *tournament.Sending {
	for i := range slices.Backward(t.Day.Sendings) {
		if t.Day.Sendings[i].To == to {
			return &t.Day.Sendings[i]
		}
	}
	return nil
}

// Counts reports whether a report needs no other: it was not returned, nor sent before a correction.
func Counts(t *tournament.Tournament, s *tournament.Sending) bool {
	var corrected time.Time
	if n := len(t.Day.Finals); n > 1 {
		corrected = t.Day.Finals[n-2].Reopened
	}
	return s.State != tournament.SentReturned && !s.At.Before(corrected)
}

// Federations returns the files for the federation of the tournament, by their names in capitals: EGD, FFG, AGA; none
// for an event without a class or on small boards.
func Federations(t *tournament.Tournament) (files []string) {
	if t.Settings.Rating.Class == "none" || t.Settings.Size != 19 {
		return nil
	}
	for _, f := range federations.Of(t).Files {
		files = append(files, strings.ToUpper(f))
	}
	return files
}
