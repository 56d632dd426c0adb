package tournament

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
)

// Check returns the first contradiction in a state from a file or after an undo. Rounds are numbered from 1, at most as
// many as planned; only the last may be a draft, and without results. Every paired player exists, sits once, has not
// announced an absence, and may play a draft. Members of teams are players, each in one team. The seeds of a current
// stage are players or teams.
func (t *Tournament) Check() error { return t.checkAfter(&Tournament{}) }

// checkAfter is Check of a state that was made from a sound one: rounds and players that both share are sound.
func (t *Tournament) checkAfter(was *Tournament) error {
	if len(t.Rounds) > t.Settings.Rounds {
		return fault.New(fault.Conflict, "settings.rounds.drawn", t.Settings.Rounds, len(t.Rounds))
	}
	if err := cmp.Or(t.checkTeams(), t.checkStageSeeds(), t.CheckDay(), t.checkRunning()); err != nil {
		return err
	}
	samePlayers := len(was.Players) > 0 && SharesAll(t.Players, was.Players)
	sameGames := true // of all rounds, perhaps changed
	for i := range t.Rounds {
		r := &t.Rounds[i]
		played := len(r.Finished()) > 0 || i+1 < len(t.Rounds)
		switch {
		case r.Number != i+1:
			return fault.New(fault.Conflict, "round.order", r.Number, i)
		case !r.Published && played:
			return fault.New(fault.Conflict, "round.draft", r.Number)
		}
		before := was.Round(r.Number)
		if samePlayers && before != nil && r.sharesSeats(before) {
			continue
		}
		if err := t.checkSeats(r); err != nil {
			return err
		}
		sameGames = sameGames && before != nil && slices.EqualFunc(r.Games, before.Games, func(a, b Game) bool { return a.ID == b.ID })
		for j := range r.Games {
			if g := &r.Games[j]; g.ID < 1 || g.ID > t.LastID || g.Revision < 0 || !g.Live.valid(t.LastID) {
				return fault.New(fault.Conflict, "game.number", g.Table, r.Number, g.ID)
			}
		}
	}
	if sameGames {
		return nil
	}
	return t.checkGameIDs()
}

// sharesSeats reports whether a round is the same as another one in all that checkAfter checks.
func (r *Round) sharesSeats(other *Round) bool {
	return r.Published == other.Published && slices.Equal(r.Byes, other.Byes) && SharesAll(r.Games, other.Games)
}

// checkGameIDs refuses two games with one ID.
func (t *Tournament) checkGameIDs() error {
	games := map[int]bool{}
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			g := &t.Rounds[i].Games[j]
			if games[g.ID] {
				return fault.New(fault.Conflict, "game.number", g.Table, t.Rounds[i].Number, g.ID)
			}
			games[g.ID] = true
		}
	}
	return nil
}

// checkStageSeeds refuses seeds of a current stage that are neither players nor teams.
func (t *Tournament) checkStageSeeds() error {
	for _, stage := range t.Settings.stages() {
		if r := t.Round(stage.From); r == nil || !r.Published {
			continue
		}
		for _, id := range stage.Format.Seeds {
			teams := t.Settings.Teams.Boards > 0
			if teams && t.Team(id) == nil || !teams && t.Player(id) == nil {
				return fault.New(fault.NotFound, "player.missing", int(id))
			}
		}
	}
	return nil
}

// checkSeats checks the games and byes of a round against the players.
func (t *Tournament) checkSeats(r *Round) error {
	seats := slices.Clone(r.Byes)
	tables := map[int]bool{}
	for i := range r.Games {
		g := &r.Games[i]
		if tables[g.Table] {
			return fault.New(fault.Conflict, "game.table.twice", g.Table)
		}
		tables[g.Table] = true
		seats = append(seats, g.Black, g.White)
	}
	seated := map[PlayerID]bool{}
	for _, id := range seats {
		p := t.Player(id)
		switch {
		case p == nil:
			return fault.New(fault.NotFound, "player.missing", int(id))
		case seated[id]:
			return fault.New(fault.Conflict, "player.twice", p.Name(), r.Number)
		case p.Absent.Has(r.Number), !r.Published && !p.Plays(r.Number):
			return fault.New(fault.Conflict, "player.away", p.Name(), r.Number)
		}
		seated[id] = true
	}
	return nil
}

// maxForeign bounds the fields kept for other programs, in bytes.
const maxForeign = 1 << 20

// checkPlay refuses absurd rules of play, clocks and scores.
func (s *Settings) checkPlay() error {
	if _, ok := rules.ByName(s.Rules); !ok {
		return fault.New(fault.Invalid, "settings.rules", fault.Clip(s.Rules))
	}
	own := s.CustomRules()
	own.KomiEven, own.KomiHandicap = 0, 0 // part of the handicap
	if own.Validate() != nil {
		return fault.New(fault.Invalid, "settings.custom")
	}
	if !slices.Contains([]handicap.Choice{handicap.Announced, handicap.DivideAndChoose, handicap.Auction}, s.KomiChoice) {
		return fault.New(fault.Invalid, "settings.komi-choice", fault.Clip(string(s.KomiChoice)))
	}
	if !slices.Contains([]Tie{TieIsJigo, TieWhiteWins, TieBlackWins}, s.Tie) {
		return fault.New(fault.Invalid, "settings.tie", fault.Clip(string(s.Tie)))
	}
	if !s.Live.valid() {
		return fault.New(fault.Invalid, "settings.live", mostLiveMoves, mostLiveMinutes)
	}
	if !s.Clock.valid() {
		return fault.New(fault.Invalid, "settings.clock")
	}
	for _, score := range []Score{s.Scoring.WinsAbsent, s.Scoring.WinsBye, s.Scoring.MMSAbsent, s.Scoring.MMSBye} {
		if score < 0 || score > 2 {
			return fault.New(fault.Invalid, "settings.scoring")
		}
	}
	if len(s.Categories) > 8 || !slices.IsSortedFunc(s.Categories, func(a, b rank.Rank) int { return int(b) - int(a) }) {
		return fault.New(fault.Invalid, "settings.categories")
	}
	for i, limit := range s.Categories {
		if !limit.Valid() || i > 0 && limit == s.Categories[i-1] {
			return fault.New(fault.Invalid, "settings.categories")
		}
	}
	size := 0
	for name, value := range s.Foreign {
		size += len(name) + len(value)
	}
	if size > maxForeign {
		return fault.New(fault.TooLarge, "settings.foreign", maxForeign>>10)
	}
	return nil
}

// valid reports whether the times are possible for a real clock.
func (c Clock) valid() bool {
	known := c.Overtime == "" || slices.Contains([]Overtime{SuddenDeath, Japanese, Canadian, Fischer}, c.Overtime)
	within := func(d Span, most time.Duration) bool { return d >= 0 && d <= Span(most) }
	return known && within(c.Main, 48*time.Hour) && within(c.Period, 24*time.Hour) &&
		c.Periods >= 0 && c.Periods <= 1000 && c.Stones >= 0 && c.Stones <= 1000
}

// clone returns settings without a list shared with s.
func (s Settings) clone() Settings {
	unshare(reflect.ValueOf(&s).Elem())
	return s
}

// unshare replaces every slice and map in a value by a copy.
func unshare(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				unshare(f)
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(list, v)
		v.Set(list)
		for i := range v.Len() {
			unshare(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			item := reflect.New(v.Type().Elem()).Elem()
			item.Set(each.Value())
			unshare(item)
			m.SetMapIndex(each.Key(), item)
		}
		v.Set(m)
	}
}
