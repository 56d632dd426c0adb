package settings

import (
	"cmp"
	"maps"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A registeredView describes the effect of settings on the registered players.
type registeredView struct {
	Title string
	Parts []registeredPart
}

// A registeredPart is a few lines on one subject.
type registeredPart struct {
	Name string
	Rows []registeredRow
}

// A registeredRow is a number with its name.
type registeredRow struct{ Name, Value string }

// mostGroups is the most McMahon groups with a line each.
const mostGroups = 8

// newRegisteredView describes the groups, the rounds and the handicaps of the participants except withdrawn ones. It
// returns nil for fewer than two players, and for teams.
func newRegisteredView(lang *i18n.Language, t *tournament.Tournament) *registeredView {
	now := t.Settings
	players := t.Remaining()
	if len(players) < 2 || now.Teams.Boards > 0 {
		return nil
	}
	groups := groupsOf(now, players)
	v := &registeredView{Title: lang.T("settings.registered.title", len(players))}
	if now.System == tournament.McMahon {
		v.Parts = append(v.Parts, registeredPart{Name: lang.T("settings.registered.groups"), Rows: groupRows(lang, now, groups)})
	}
	if top := groups[0].size(); top > 1 && (now.System == tournament.McMahon || now.System == tournament.Swiss) {
		name := "settings.registered.unbeaten"
		if len(groups) > 1 {
			name = "settings.registered.unbeaten.top"
		}
		rounds := now.Length(now.Stage(1))
		v.Parts = append(v.Parts, registeredPart{Rows: []registeredRow{
			{lang.T(name, rounds), lang.T("settings.registered.most", (top-1)>>rounds+1)}, // each round halves them
		}})
	}
	if rows := handicapRows(lang, now, groups); rows != nil {
		name := "settings.registered.games"
		if len(groups) > 1 {
			name = "settings.registered.games.group"
		}
		v.Parts = append(v.Parts, registeredPart{Name: lang.T(name), Rows: rows})
	}
	return v
}

// A startGroup is the players with the same starting score. strengths counts them by the strength for handicaps.
type startGroup struct {
	start     tournament.Score
	strengths map[int]int
}

func (g startGroup) size() int {
	n := 0
	for _, count := range g.strengths {
		n += count
	}
	return n
}

// groupsOf returns the McMahon groups, the strongest first. In other systems all players are one group.
func groupsOf(s tournament.Settings, players []*tournament.Player) []startGroup {
	groups := map[tournament.Score]startGroup{}
	for _, p := range players {
		start := tournament.Score(0)
		if s.System == tournament.McMahon {
			start = results.StartScore(s, p)
		}
		if _, ok := groups[start]; !ok {
			groups[start] = startGroup{start, map[int]int{}}
		}
		groups[start].strengths[p.Rank.Index()]++
	}
	return slices.SortedFunc(maps.Values(groups), func(a, b startGroup) int { return cmp.Compare(b.start, a.start) })
}

// groupRows returns the sizes of the McMahon groups. If there are many, the inner ones share one row.
func groupRows(lang *i18n.Language, s tournament.Settings, groups []startGroup) []registeredRow {
	var rows []registeredRow
	between := groups[:0:0]
	for i, g := range groups {
		if len(groups) > mostGroups && i > 0 && i < len(groups)-1 {
			between = append(between, g)
			continue
		}
		index := g.start.Floor() + rank.Kyu30.Index()
		name := rank.FromIndex(index).String()
		switch {
		case s.Bar == s.Floor: // all players are one group
			name = lang.T("settings.registered.everybody")
		case index >= s.Bar.Index():
			name = lang.T("settings.registered.bar", name)
		case index <= s.Floor.Index():
			name = lang.T("settings.registered.floor", name)
		}
		rows = append(rows, registeredRow{name, lang.T("player.count", g.size())})
	}
	if len(between) > 0 {
		bySize := func(a, b startGroup) int { return cmp.Compare(a.size(), b.size()) }
		least, most := slices.MinFunc(between, bySize).size(), slices.MaxFunc(between, bySize).size()
		sizes := lang.T("player.count", most)
		switch {
		case least < most:
			sizes = lang.T("settings.registered.between.sizes", least, most)
		case len(between) > 1:
			sizes = lang.T("settings.registered.between.each", most)
		}
		rows = slices.Insert(rows, 1, registeredRow{lang.T("settings.registered.between", len(between)), sizes})
	}
	return rows
}

// handicapRows returns the distribution of handicaps in a hundred possible games within the groups. It returns nil if
// all games are even, and for handicaps by score, because the scores there are equal.
func handicapRows(lang *i18n.Language, s tournament.Settings, groups []startGroup) []registeredRow {
	if s.Handicap.Basis == handicap.ByMMS || s.Handicap.Ceiling == 0 && len(s.Handicap.Steps) == 0 {
		return nil
	}
	unlimited := s.Handicap
	unlimited.Ceiling = rank.Steps(rank.Dan(9), rank.Kyu30) + 1
	kinds := []struct {
		key  string
		most int // the greatest handicap of the kind
	}{{"settings.registered.even", 0}, {"settings.registered.few", 3}, {"settings.registered.some", 6}, {"settings.registered.many", 99}}
	counts, capped, all := make([]int, len(kinds)), 0, 0
	for _, g := range groups {
		for a, n := range g.strengths {
			for b, m := range g.strengths {
				pairs := n * m
				switch {
				case b > a:
					continue
				case a == b:
					pairs = n * (n - 1) / 2
				}
				number := s.Handicap.Between(a, b).Number
				for i, kind := range kinds {
					if number <= kind.most {
						counts[i] += pairs
						break
					}
				}
				if unlimited.Difference(a, b) > s.Handicap.Limit() {
					capped += pairs
				}
				all += pairs
			}
		}
	}
	if all == 0 {
		return nil
	}
	percent := func(n int) string { return lang.T("gain.percent", (200*n+all)/(2*all)) }
	var rows []registeredRow
	for i, kind := range kinds {
		if counts[i] > 0 {
			rows = append(rows, registeredRow{lang.T(kind.key), percent(counts[i])})
		}
	}
	if capped > 0 {
		rows = append(rows, registeredRow{lang.T("settings.registered.capped", s.Handicap.Limit()), percent(capped)})
	}
	return rows
}
