package settings

import (
	"cmp"
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A clubView is a club and its share of the players.
type clubView struct {
	Name, Share string
	Local       bool
}

// A familyView is a family name of several players.
type familyView struct {
	Name    string
	Players []page.PlayerView
	// Near is set if two of them are of one club, Apart if wishes already keep all pairs of them apart.
	Near, Apart bool
}

// expectedPlayers returns the tournament with the players expected in the next round, or
// their teams. Before the first check-in all announced players are expected.
func (d *constraintFiller) expectedPlayers() *tournament.Tournament {
	t := d.t.Clone()
	if !slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return p.Status == tournament.CheckedIn }) {
		for _, p := range t.Participants() {
			if p.Status == tournament.Preliminary {
				p.Status = tournament.CheckedIn
			}
		}
	}
	return t.Entrants()
}

// mostClubs limits the clubs that the page compares.
const mostClubs = 4

// addClubs adds the largest clubs, and the local one.
func (d *constraintFiller) addClubs() {
	t, page := d.expectedPlayers(), d.page
	count, name, all := map[string]int{}, map[string]string{}, 0
	for i := range t.Players {
		p := &t.Players[i]
		if !p.Plays(page.Round) || t.StandIn(p.ID) {
			continue
		}
		all++
		if key := spelling.Fold(p.Club); key != "" {
			count[key]++
			name[key] = cmp.Or(name[key], p.Club)
		}
	}
	var keys []string
	for key, n := range count {
		if n > 1 {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	club, country := pairing.Local(t, page.Round)
	for _, key := range keys[:min(mostClubs, len(keys))] {
		page.Clubs = append(page.Clubs, clubView{
			Name: name[key], Share: page.T("constraint.page.share", count[key], all, 100*count[key]/all), Local: club != "" && key == spelling.Fold(club),
		})
	}
	if d.s.LocalClub == 0 {
		return
	}
	switch {
	case club != "":
		page.LocalNow = append(page.LocalNow, page.T("constraint.page.local.now", club))
	case all > 0:
		page.LocalNow = append(page.LocalNow, page.T("constraint.page.local.none", d.s.LocalClub))
	}
	if country != "" {
		page.LocalNow = append(page.LocalNow, page.T("constraint.page.local.country", country))
	}
}

// families lists the family names of several players, first the names with two players of one club.
func (d *constraintFiller) families() []familyView {
	if d.page.Teams {
		return nil
	}
	byName := map[string][]*tournament.Player{}
	var keys []string
	for i := range d.t.Players {
		p := &d.t.Players[i]
		if p.Status == tournament.Withdrawn {
			continue
		}
		key := spelling.Fold(p.Family)
		if byName[key] == nil {
			keys = append(keys, key)
		}
		byName[key] = append(byName[key], p)
	}
	var families []familyView
	for _, key := range keys {
		if len(byName[key]) > 1 {
			families = append(families, d.family(byName[key]))
		}
	}
	i18n.Sort(d.page.Language, families, func(f familyView) string { return f.Name })
	slices.SortStableFunc(families, func(a, b familyView) int { return page.First(a.Near, b.Near) })
	return families
}

func (d *constraintFiller) family(players []*tournament.Player) familyView {
	v := familyView{Name: players[0].Family, Apart: true}
	for i, p := range players {
		v.Players = append(v.Players, d.side(p.ID))
		for _, q := range players[:i] {
			v.Near = v.Near || p.Club != "" && spelling.Equal(p.Club, q.Club)
			v.Apart = v.Apart && slices.ContainsFunc(d.s.Wishes, func(w tournament.Wish) bool {
				return w.Kind == tournament.Apart && (w.A == p.ID && w.B == q.ID || w.A == q.ID && w.B == p.ID)
			})
		}
	}
	return v
}
