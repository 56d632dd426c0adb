package pairing

import (
	"reflect"
	"slices"

	"tourney/internal/tournament"
)

// changesSince lists the differences between the stored inputs of a draw of round n and its present inputs. Names do
// not count.
func changesSince(was, now *tournament.Tournament, n int) []Sentence {
	list := settingsChanges(&was.Settings, &now.Settings, n)
	for i := range now.Players {
		p := &now.Players[i]
		if old := was.Player(p.ID); old == nil {
			list = append(list, Sentence{"explain.since.joined", []any{p.Name()}})
		} else {
			list = append(list, playerChanges(old, p)...)
		}
	}
	for i := range was.Players {
		if p := &was.Players[i]; now.Player(p.ID) == nil {
			list = append(list, Sentence{"explain.since.removed", []any{p.Name()}})
		}
	}
	for q := 1; q < n; q++ {
		if a, b := was.Round(q), now.Round(q); a != nil && b != nil {
			list = append(list, roundChanges(now, a, b)...)
		}
	}
	return list
}

func settingsChanges(was, now *tournament.Settings, n int) []Sentence {
	var list []Sentence
	for _, part := range []struct {
		name     string
		was, now any
	}{
		{"system", was.System, now.System},
		{"format", withoutSeeds(was.Format), withoutSeeds(now.Format)},
		{"stages", stagesUntil(was.Stages, n), stagesUntil(now.Stages, n)},
		{"rounds", was.Rounds, now.Rounds},
		{"tie", was.Tie, now.Tie},
		{"floor", was.Floor, now.Floor},
		{"bar", was.Bar, now.Bar},
		{"categories", slices.Concat(was.Categories), slices.Concat(now.Categories)},
		{"handicap", was.Handicap, now.Handicap},
		{"scoring", was.Scoring, now.Scoring},
		{"criteria", slices.Concat(was.Criteria), slices.Concat(now.Criteria)},
		{"pairingcriteria", slices.Concat(was.PairingCriteria), slices.Concat(now.PairingCriteria)},
		{"pairing", withoutMethod(was.Pairing), withoutMethod(now.Pairing)},
		{"steering", was.Constraints, now.Constraints},
		{"teams", was.Teams, now.Teams},
	} {
		if !reflect.DeepEqual(part.was, part.now) {
			list = append(list, Sentence{"explain.since.setting", []any{Sentence{Key: "log.setting." + part.name}}})
		}
	}
	return list
}

// withoutMethod returns the weights and modes, which the director sets.
func withoutMethod(p tournament.Pairing) tournament.Pairing {
	p.Method = 0
	return p
}

// withoutSeeds drops from a format the values that the first draw of a stage stores: how losers cross over, and its
// seeds unless the director ordered them.
func withoutSeeds(f tournament.Format) tournament.Format {
	if !f.ByHand {
		f.Seeds = nil
	}
	f.Alternating = false
	return f
}

func stagesUntil(stages []tournament.Stage, n int) []tournament.Stage {
	var list []tournament.Stage
	for _, s := range stages {
		if s.From <= n {
			s.Format = withoutSeeds(s.Format)
			list = append(list, s)
		}
	}
	return list
}

// statusMessages has the sentence for a player's new status.
var statusMessages = map[tournament.Status]string{
	tournament.Preliminary: "explain.since.preliminary",
	tournament.CheckedIn:   "explain.since.checkedin",
	tournament.Withdrawn:   "explain.since.withdrew",
}

func playerChanges(was, now *tournament.Player) []Sentence {
	var list []Sentence
	add := func(differs bool, key string, args ...any) {
		if differs {
			list = append(list, Sentence{key, append([]any{now.Name()}, args...)})
		}
	}
	add(was.Status != now.Status, statusMessages[now.Status])
	add(was.Absent != now.Absent || was.HalfByes != now.HalfByes, "explain.since.absent")
	add(was.Rank != now.Rank, "explain.since.rank", was.Rank, now.Rank)
	add(was.Rating != now.Rating, "explain.since.rating")
	add(was.StartCorrection != now.StartCorrection, "explain.since.start")
	add(was.Club != now.Club || was.Country != now.Country, "explain.since.home")
	return list
}

// roundChanges lists the differences in the games and byes of an earlier round.
func roundChanges(t *tournament.Tournament, was, now *tournament.Round) []Sentence {
	var list []Sentence
	others, entered := len(was.Games) != len(now.Games), 0
	for i := range was.Games {
		g := &was.Games[i]
		at := slices.IndexFunc(now.Games, func(h tournament.Game) bool { return h.Has(g.Black) && h.Has(g.White) })
		if at < 0 {
			others = true
			continue
		}
		h := &now.Games[at]
		args := []any{now.Number, t.NameOf(h.Black), t.NameOf(h.White)}
		if g.Black != h.Black || g.Handicap != h.Handicap {
			list = append(list, Sentence{"explain.since.terms", args})
		}
		if g.Advancing != h.Advancing {
			list = append(list, Sentence{"explain.since.goeson", []any{now.Number, sideName(t, h.Black), sideName(t, h.White)}})
		}
		switch {
		case decisionOf(h) == decisionOf(g):
		case !g.Decided().Known():
			entered++
		default:
			list = append(list, Sentence{"explain.since.result", args})
		}
	}
	if entered > 0 {
		list = append(list, Sentence{"explain.since.entered", []any{entered, now.Number}})
	}
	if others {
		list = append(list, Sentence{"explain.since.pairs", []any{now.Number}})
	}
	a, b := slices.Sorted(slices.Values(was.Byes)), slices.Sorted(slices.Values(now.Byes))
	if !slices.Equal(a, b) {
		list = append(list, Sentence{"explain.since.byes", []any{now.Number}})
	}
	return list
}

// sideName returns the name of a side of a knockout: a player, or their team.
func sideName(t *tournament.Tournament, id tournament.PlayerID) string {
	if team := t.TeamOf(id); t.Settings.Teams.Boards > 0 && team != nil {
		return team.Name
	}
	return t.NameOf(id)
}

// A decision is the part of a result that counts for later draws.
type decision struct {
	winner  tournament.PlayerID
	outcome tournament.Outcome
	played  bool
}

func decisionOf(g *tournament.Game) decision {
	d := decision{outcome: g.Decided().Outcome, played: g.Decided().Played()}
	switch g.Decided().Outcome {
	case tournament.BlackWins:
		d.winner = g.Black
	case tournament.WhiteWins:
		d.winner = g.White
	}
	if d.winner != 0 {
		d.outcome = tournament.BlackWins // whatever the colour
	}
	return d
}
