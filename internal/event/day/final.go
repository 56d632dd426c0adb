package day

import (
	"reflect"
	"slices"
	"strconv"
	"time"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// Announce stores the standings after the last round as the final ones. While they are valid, Guard refuses changes of
// their input. Faults: "final.stands" if final standings are valid already, "export.check.norounds" before
// a round is published, and "final.missing" while results are missing.
func Announce(t *tournament.Tournament, by, note string, at time.Time) error {
	n := t.Current()
	if t.Frozen() != nil {
		return fault.New(fault.Conflict, "final.stands")
	}
	missing := 0
	for i := range n {
		missing += t.Rounds[i].Missing()
	}
	switch {
	case n == 0:
		return fault.New(fault.Conflict, "export.check.norounds")
	case missing > 0:
		return fault.New(fault.Conflict, "final.missing", missing)
	}
	criteria, lines := FinalLines(t)
	t.Day.Finals = append(t.Day.Finals, tournament.FinalList{
		ID: t.NewID(), At: at, By: by, Note: TidyNote(note), Criteria: criteria, Lines: lines,
	})
	return t.CheckDay()
}

// FinalLines returns the lines of the present standings, of teams in a tournament of teams, and the criteria of their
// scores.
func FinalLines(t *tournament.Tournament) (criteria []tournament.Criterion, lines []tournament.FinalLine) {
	standings := results.After(t, t.Current())
	if t.Settings.Teams.Boards > 0 {
		standings = results.Teams(t, t.Current())
	}
	for i := range standings.Rows {
		row := &standings.Rows[i]
		line := tournament.FinalLine{Place: row.Place, Player: row.Player, Name: t.NameOf(row.Player)}
		for k := range row.Scores {
			line.Scores = append(line.Scores, row.Text(k))
		}
		lines = append(lines, line)
	}
	return slices.Clone(standings.Criteria), lines
}

// Reopen opens a tournament for a correction of its final standings. Faults: "final.open" without valid final
// standings, and "final.reason" without a reason.
func Reopen(t *tournament.Tournament, by, reason string, at time.Time) error {
	f := t.Frozen()
	switch reason = tournament.Tidy(reason); {
	case f == nil:
		return fault.New(fault.Conflict, "final.open")
	case reason == "":
		return fault.New(fault.Invalid, "final.reason")
	}
	f.Reopened, f.ReopenedBy, f.Reason = at, by, reason
	return t.CheckDay()
}

// A when is a time in a message: a time of today shows the hour, any other the day. It is in the zone of the
// tournament, because error pages do not have that zone.
type when struct {
	at    time.Time
	today bool
}

// Message implements i18n.Message.
func (w when) Message() (key string, args []any) {
	if w.today {
		return "date.when.time", []any{clock(w.at)}
	}
	return "date.when.day", []any{w.at.Day(), month(w.at.Month())}
}

// A clock is a time of day.
type clock time.Time

// Message implements i18n.Message.
func (c clock) Message() (key string, args []any) {
	at := time.Time(c)
	return "date.time.clock", []any{at.Format("15"), at.Format("04")}
}

// A month is the name of a month in a date.
type month time.Month

// Message implements i18n.Message.
func (m month) Message() (key string, args []any) { return "date.month." + strconv.Itoa(int(m)), nil }

// Frozen returns the fault "final.frozen" while final standings are valid, else nil.
func Frozen(t *tournament.Tournament, now time.Time) error {
	f := t.Frozen()
	if f == nil {
		return nil
	}
	today := t.Info.DateAt(f.At).Equal(t.Info.DateAt(now))
	return fault.New(fault.Conflict, "final.frozen", when{f.At.In(t.Info.Location()), today})
}

// Shown returns the public final standings, or nil: the valid ones, and during a correction the last announced ones,
// until a game is played again.
func Shown(t *tournament.Tournament) *tournament.FinalList {
	n := len(t.Day.Finals)
	if r := t.Round(t.Current()); n == 0 || t.Frozen() == nil && (r == nil || r.Missing() > 0) {
		return nil
	}
	return &t.Day.Finals[n-1]
}

// Guard refuses every step in an archived tournament with "tournament.archived", except leaving the archive and the
// public form of names. While final standings are valid before and after a step, it refuses a change of their input
// with "final.frozen"; at is the time of the step. Names, clubs, fees, records and all settings without effect on standings may
// change. An undo that makes final standings valid again is refused with "undo.overtaken" if a correction has been entered since.
func Guard(was, now *tournament.Tournament, at time.Time) error {
	f, is := was.Frozen(), now.Frozen()
	switch {
	case was.Info.Archived && now.Info.Archived && slices.ContainsFunc(was.Diff(now), touchesArchive):
		return fault.New(fault.Conflict, "tournament.archived", was.Info.Name)
	case is == nil:
		return nil
	case f == nil && was.Version == 0: // final standings of a file are not checked
		return nil
	case f == nil:
		if _, lines := FinalLines(now); !slices.EqualFunc(is.Lines, lines, sameScores) {
			return fault.New(fault.Conflict, "undo.overtaken")
		}
		return nil
	}
	for _, c := range was.Diff(now) {
		if touchesStandings(c) {
			return Frozen(was, at)
		}
	}
	return nil
}

// touchesArchive reports whether a change is forbidden in the archive: any change except of the public form of a name,
// which is the player's choice.
func touchesArchive(c tournament.Change) bool {
	if c.Player == nil || c.Player.Old == nil || c.Player.New == nil {
		return true
	}
	shown := *c.Player.Old
	shown.Hiding = c.Player.New.Hiding
	return !reflect.DeepEqual(shown, *c.Player.New)
}

// sameScores reports whether two lines differ at most in the name.
func sameScores(a, b tournament.FinalLine) bool {
	return a.Place == b.Place && a.Player == b.Player && slices.Equal(a.Scores, b.Scores)
}

func touchesStandings(c tournament.Change) bool {
	switch {
	case c.Settings != nil:
		return !reflect.DeepEqual(onlyStandings(c.Settings.Old), onlyStandings(c.Settings.New))
	case c.Player != nil:
		old, is := c.Player.Old, c.Player.New
		return old == nil || is == nil || old.Rank != is.Rank || old.Rating != is.Rating || old.Status != is.Status || old.Absent != is.Absent ||
			old.HalfByes != is.HalfByes || old.StartCorrection != is.StartCorrection
	case c.Team != nil:
		old, is := c.Team.Old, c.Team.New
		return old == nil || is == nil || !slices.Equal(old.Members, is.Members) || !reflect.DeepEqual(old.Lineups, is.Lineups)
	case c.Game != nil:
		old, is := c.Game.Old, c.Game.New
		return old == nil || is == nil || old.Decided() != is.Decided() || old.Black != is.Black || old.White != is.White ||
			old.Terms() != is.Terms() || old.Advancing != is.Advancing
	}
	return c.Round != nil
}

// onlyStandings returns only the settings that affect standings. Draws read the standings, so that a setting without the
// tag draw:"yes" affects neither.
func onlyStandings(s *tournament.Settings) tournament.Settings {
	out := *s
	v := reflect.ValueOf(&out).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("draw") != "yes" {
			v.Field(i).SetZero()
		}
	}
	out.Constraints = tournament.Constraints{StandIns: s.Constraints.StandIns}
	out.Pairing = tournament.Pairing{HalfGroups: s.Pairing.HalfGroups}
	return out
}

// A FinalChange is the difference for one player between two final lists.
type FinalChange struct {
	Player tournament.PlayerID
	Name   string
	// Was and Now are the places, 0 for a player missing from that list.
	Was, Now int
	// Scores are the scores that differ.
	Scores []ScoreChange
}

// A ScoreChange is a score in two final lists, "" where a list has none.
type ScoreChange struct {
	Criterion tournament.Criterion
	Was, Now  string
}

// Changes lists the players whose place or scores differ between two final
// lists, in the order of the later one; then the players missing from it.
func Changes(was, now *tournament.FinalList) []FinalChange {
	before := map[tournament.PlayerID]*tournament.FinalLine{}
	for i := range was.Lines {
		before[was.Lines[i].Player] = &was.Lines[i]
	}
	var changes []FinalChange
	for i := range now.Lines {
		l := &now.Lines[i]
		c := FinalChange{Player: l.Player, Name: l.Name, Now: l.Place}
		old := before[l.Player]
		delete(before, l.Player)
		if old == nil {
			changes = append(changes, c)
			continue
		}
		c.Was = old.Place
		c.Scores = scoreChanges(was.Criteria, now.Criteria, old.Scores, l.Scores)
		if c.Was != c.Now || len(c.Scores) > 0 {
			changes = append(changes, c)
		}
	}
	for i := range was.Lines {
		if l := &was.Lines[i]; before[l.Player] != nil {
			changes = append(changes, FinalChange{Player: l.Player, Name: l.Name, Was: l.Place})
		}
	}
	return changes
}

func scoreChanges(was, now []tournament.Criterion, before, after []string) (changes []ScoreChange) {
	at := func(criteria []tournament.Criterion, scores []string, c tournament.Criterion) string {
		if i := slices.Index(criteria, c); i >= 0 && i < len(scores) {
			return scores[i]
		}
		return ""
	}
	criteria := slices.Clone(now)
	for _, c := range was {
		if !slices.Contains(criteria, c) {
			criteria = append(criteria, c)
		}
	}
	for _, c := range criteria {
		if old, is := at(was, before, c), at(now, after, c); old != is {
			changes = append(changes, ScoreChange{c, old, is})
		}
	}
	return changes
}
