package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A wishView is a wish about two players, or about more of whom each is kept
// apart from each.
type wishView struct {
	Players []playerView
	Kind    tournament.WishKind
	// When says for which rounds it matters, Notes what stands in its way.
	When  string
	Notes []string
	// Over says that it matters no more.
	Over bool
}

// A wishList is the wishes of a kind, as rows of the page.
type wishList struct {
	*steeringPage
	Wishes []wishView
}

// A steeredView is a table or a helper, and what is to be known about it.
type steeredView struct {
	playerView
	Table string
	When  string
	Note  string
	// Warn says that it cannot work as it is.
	Warn bool
}

// A clubView is a club and its share of the field.
type clubView struct {
	Name, Share string
	Local       bool
}

// A familyView is a family name that several players have.
type familyView struct {
	Name    string
	Players []playerView
	// Near says that some of them are of one club; Apart that each is already
	// kept apart from each.
	Near, Apart bool
}

func (s *Server) steeringPage(c *gin.Context, snapshot *director.Snapshot) *steeringPage {
	t := snapshot.Tournament
	page := &steeringPage{
		base:  s.deskBase(c, snapshot, s.language(c).T("steering.title"), "draw", 0),
		Round: t.Current() + 1, Teams: t.Settings.Teams.Boards > 0,
	}
	page.Draw = drawPath(t, min(page.Round, t.Settings.Rounds))
	page.setForms("", nil, "")
	page.Who = everybody(page.Language, t)
	for n := page.Round; n < t.Settings.Rounds; n++ {
		page.Rounds = append(page.Rounds, n)
	}
	if page.Round <= t.Settings.Rounds {
		switch system := t.Settings.Stage(page.Round).System; {
		case solved(t, page.Round) && system.Planned():
			page.Plan = page.T("steering.beside", page.Round, system)
		case system.Planned():
			page.Plan = page.T("steering.planned", page.Round, system)
		case system == tournament.Free:
			page.Plan = page.T("steering.free", page.Round)
		}
	}
	steered := steeredNow{page: page, t: t, s: &t.Settings.Steering}
	steered.wishes()
	steered.tables()
	steered.helpers()
	steered.clubs()
	page.Families = steered.families()
	page.Facts = steered.facts(snapshot)
	page.Family = t.Settings.Steering.Family
	if n := t.Settings.Steering.LocalClub; n > 0 {
		page.LocalClub = strconv.Itoa(n)
	}
	if n := t.Settings.Steering.Room; n > 0 {
		page.Room = strconv.Itoa(n)
	}
	return page
}

// A steeredNow fills the page from the tournament as it is.
type steeredNow struct {
	page *steeringPage
	t    *tournament.Tournament
	s    *tournament.Steering
}

// person shows a player or a team.
func (d *steeredNow) person(id tournament.PlayerID) playerView { return newSideView(d.t, id) }

// newSideView shows a player or a team.
func newSideView(t *tournament.Tournament, id tournament.PlayerID) playerView {
	if team := t.Team(id); team != nil {
		return playerView{ID: id, Name: team.Name}
	}
	return newPlayerView(t, id)
}

func (d *steeredNow) wishes() {
	d.page.Apart.steeringPage, d.page.Together.steeringPage = d.page, d.page
	for _, w := range d.s.Wishes {
		if w.Kind == tournament.Together {
			d.page.Together.Wishes = append(d.page.Together.Wishes, d.wish([]tournament.PlayerID{w.A, w.B}, w))
		}
	}
	for _, group := range cliques(d.s.Wishes) {
		d.page.Apart.Wishes = append(d.page.Apart.Wishes, d.wish(group.players, group.wish))
	}
}

func (d *steeredNow) wish(players []tournament.PlayerID, w tournament.Wish) wishView {
	v := wishView{Kind: w.Kind}
	v.When, v.Over = d.when(w.Until)
	for i, id := range players {
		v.Players = append(v.Players, d.person(id))
		if p := d.t.Player(id); p != nil && p.Status == tournament.Withdrawn {
			v.Notes = append(v.Notes, d.page.T("steering.withdrawn", p.Name()))
		}
		for _, other := range players[:i] {
			v.Notes = append(v.Notes, d.met(other, id, w)...)
			if w.Kind == tournament.Together && d.t.Current() > 0 && len(d.meetings(other, id)) > 0 {
				v.Over = true
			}
		}
	}
	return v
}

// when says for which rounds something that ends after a round matters, 0 for
// never, and whether that is over.
func (d *steeredNow) when(until int) (words string, over bool) {
	n, rounds := d.page.Round, d.t.Settings.Rounds
	switch {
	case until > 0 && until < n:
		return d.page.T("steering.over", until), true
	case n > rounds:
		return d.page.T("steering.done"), true
	case until == n:
		return d.page.T("steering.once", n), false
	case until > 0:
		return d.page.T("steering.range", n, until), false
	}
	return d.page.T("steering.from", n), false
}

// meetings are the published rounds in which two have met.
func (d *steeredNow) meetings(a, b tournament.PlayerID) []int {
	var rounds []int
	for n := 1; n <= d.t.Current(); n++ {
		if g := d.t.Round(n).Game(a); g != nil && g.Has(b) {
			rounds = append(rounds, n)
		}
	}
	return rounds
}

// met says where two have met, and that a draft has a game that is not wished.
func (d *steeredNow) met(a, b tournament.PlayerID, w tournament.Wish) []string {
	var notes []string
	names := []any{d.person(a).Name, d.person(b).Name}
	for _, n := range d.meetings(a, b) {
		notes = append(notes, d.page.T("steering.met", append(names, n)...))
	}
	draft := d.t.Round(d.page.Round)
	if draft == nil || !w.Holds(draft.Number) {
		return notes
	}
	g := draft.Game(a)
	switch together := g != nil && g.Has(b); {
	case together && w.Kind == tournament.Apart:
		notes = append(notes, d.page.T("steering.draft.against", append(names, g.Table, draft.Number)...))
	case together:
		notes = append(notes, d.page.T("steering.draft.meet", append(names, g.Table, draft.Number)...))
	}
	return notes
}

func (d *steeredNow) tables() {
	from, _ := d.when(0)
	for _, seat := range d.s.Seats {
		d.page.Seats = append(d.page.Seats, steeredView{playerView: d.person(seat.Player), Table: strconv.Itoa(seat.Table), When: from})
	}
	for _, r := range d.s.Blocked {
		d.page.Blocked = append(d.page.Blocked, steeredView{Table: r.String(), When: from})
	}
}

func (d *steeredNow) helpers() {
	for _, id := range d.s.Ghosts {
		p := d.t.Player(id)
		if p == nil {
			continue
		}
		v := steeredView{playerView: d.person(id)}
		v.When, _ = d.when(0)
		switch {
		case p.Status == tournament.Withdrawn:
			v.Note, v.Warn = d.page.T("steering.ghost.withdrawn"), true
		case p.Status == tournament.Preliminary:
			v.Note, v.Warn = d.page.T("steering.ghost.preliminary"), true
		case p.Absent.Has(d.page.Round):
			v.Note, v.Warn = d.page.T("steering.ghost.absent", d.page.Round), true
		}
		var played []string
		for i := range d.t.Rounds {
			if g := d.t.Rounds[i].Game(id); g != nil {
				played = append(played, d.page.T("steering.ghost.played", i+1, d.person(g.Opponent(id)).Name))
			}
		}
		if v.Note == "" {
			v.Note = strings.Join(played, " · ")
		}
		d.page.Ghosts = append(d.page.Ghosts, v)
	}
}

// field returns the tournament as it is to be expected in the next round: as
// teams where teams meet, and with everybody there before the first is.
func (d *steeredNow) field() *tournament.Tournament {
	t := d.t.Clone()
	if !slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return p.Status == tournament.CheckedIn }) {
		for i := range t.Players {
			if p := &t.Players[i]; p.Status == tournament.Preliminary {
				p.Status = tournament.CheckedIn
			}
		}
	}
	if d.page.Teams {
		return t.OfTeams()
	}
	return t
}

// mostClubs is how many clubs the page compares.
const mostClubs = 4

// clubs shows the greatest clubs, and which the rule is about.
func (d *steeredNow) clubs() {
	field, page := d.field(), d.page
	count, name, all := map[string]int{}, map[string]string{}, 0
	for i := range field.Players {
		p := &field.Players[i]
		if !p.Plays(page.Round) || field.Ghost(p.ID) {
			continue
		}
		all++
		if key := tournament.Fold(p.Club); key != "" {
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
	club, country := pairing.Local(field, page.Round)
	for _, key := range keys[:min(mostClubs, len(keys))] {
		page.Clubs = append(page.Clubs, clubView{
			Name: name[key], Share: page.T("steering.share", count[key], all, 100*count[key]/all), Local: club != "" && key == tournament.Fold(club),
		})
	}
	if d.s.LocalClub == 0 {
		return
	}
	switch {
	case club != "":
		page.LocalNow = append(page.LocalNow, page.T("steering.local.now", club))
	case all > 0:
		page.LocalNow = append(page.LocalNow, page.T("steering.local.none", d.s.LocalClub))
	}
	if country != "" {
		page.LocalNow = append(page.LocalNow, page.T("steering.local.country", country))
	}
}

// families lists the family names that several players have, those of one club
// first.
func (d *steeredNow) families() []familyView {
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
		key := tournament.Fold(p.Family)
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
	slices.SortStableFunc(families, func(a, b familyView) int {
		switch {
		case a.Near == b.Near:
			return 0
		case a.Near:
			return -1
		}
		return 1
	})
	return families
}

func (d *steeredNow) family(players []*tournament.Player) familyView {
	v := familyView{Name: players[0].Family, Apart: true}
	for i, p := range players {
		v.Players = append(v.Players, d.person(p.ID))
		for _, q := range players[:i] {
			v.Near = v.Near || p.Club != "" && tournament.Fold(p.Club) == tournament.Fold(q.Club)
			v.Apart = v.Apart && slices.ContainsFunc(d.s.Wishes, func(w tournament.Wish) bool {
				return w.Kind == tournament.Apart && (w.A == p.ID && w.B == q.ID || w.A == q.ID && w.B == p.ID)
			})
		}
	}
	return v
}

// facts say who fills in and whether the draft is as is wished.
func (d *steeredNow) facts(snapshot *director.Snapshot) []checkView {
	page, n := d.page, d.page.Round
	if n > d.t.Settings.Rounds {
		return []checkView{{Text: page.T("steering.finished")}}
	}
	var facts []checkView
	if !page.Teams {
		facts = append(facts, checkView{Text: d.odd()})
	}
	draw := link{Text: page.T("steering.draw", n), Address: drawPath(d.t, n)}
	if d.t.Round(n) == nil {
		return facts
	}
	for _, check := range snapshot.Checks(n) {
		if slices.Contains([]string{"steer.check.apart", "steer.check.wish", "steer.check.blocked", "steer.check.room", "steer.check.seat", "check.rematch.family"}, check.Key) {
			facts = append(facts, checkView{Text: page.T(check.Key, check.Args...), Grave: check.Grave, Links: []link{draw}})
		}
	}
	return facts
}

// odd says how many play, and who takes the odd place.
func (d *steeredNow) odd() string {
	page, n := d.page, d.page.Round
	playing := 0
	var helper string
	for i := range d.t.Players {
		if p := &d.t.Players[i]; p.Plays(n) && !d.t.Ghost(p.ID) {
			playing++
		}
	}
	for _, g := range slices.Backward(page.Ghosts) {
		if !g.Warn {
			helper = g.Name
		}
	}
	switch {
	case playing%2 == 0:
		return page.T("steering.even", playing, n)
	case helper != "":
		return page.T("steering.odd.helper", playing, n, helper)
	}
	return page.T("steering.odd.bye", playing, n)
}

// A clique are players of whom each is kept apart from each until the same
// round.
type clique struct {
	players []tournament.PlayerID
	wish    tournament.Wish
}

// cliques puts the wishes to keep two apart together, where players hang
// together by no fewer pairs than all.
func cliques(wishes []tournament.Wish) []clique {
	type end struct {
		player tournament.PlayerID
		until  int
	}
	at := map[end][]int{} // the wishes about a player
	for i, w := range wishes {
		if w.Kind == tournament.Apart {
			at[end{w.A, w.Until}] = append(at[end{w.A, w.Until}], i)
			at[end{w.B, w.Until}] = append(at[end{w.B, w.Until}], i)
		}
	}
	var out []clique
	told := make([]bool, len(wishes))
	for i, w := range wishes {
		if told[i] || w.Kind != tournament.Apart {
			continue
		}
		players, inside, pairs := []tournament.PlayerID{w.A}, map[tournament.PlayerID]bool{w.A: true}, []clique{}
		for k := 0; k < len(players); k++ {
			for _, j := range at[end{players[k], w.Until}] {
				o := wishes[j]
				for _, id := range []tournament.PlayerID{o.A, o.B} {
					if !inside[id] {
						inside[id], players = true, append(players, id)
					}
				}
				if !told[j] {
					told[j], pairs = true, append(pairs, clique{[]tournament.PlayerID{o.A, o.B}, o})
				}
			}
		}
		if k := len(players); len(pairs) == k*(k-1)/2 {
			pairs = []clique{{players, w}}
		}
		out = append(out, pairs...)
	}
	return out
}
