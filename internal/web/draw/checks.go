package draw

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A pointView is a line of the list of checks: a finding, or a subject without findings.
type pointView struct {
	page.CheckView
	// Subject is the subject of the check, Class "done", "attention" or "grave".
	Subject, Class string
}

// fillPoints lists all subjects of the checks, also subjects without a finding if fine has a message.
func (d *details) fillPoints(checks []pairing.Check) {
	p := d.page
	wasted := slices.ContainsFunc(checks, func(c pairing.Check) bool { return c.Key == "check.bye.wasted" })
	for _, subject := range pairing.Subjects() {
		found := len(p.Points)
		for _, check := range checks {
			if check.Subject != subject {
				continue
			}
			point := pointView{d.check(check), subject, "attention"}
			switch {
			case check.Grave:
				point.Class = "grave"
				p.Grave++
			case check.Key == "check.bye.given" && !wasted:
				point.Class = "done"
			}
			p.Points = append(p.Points, point)
		}
		if key := d.passedText(subject); len(p.Points) == found && key != "" {
			p.Points = append(p.Points, pointView{page.CheckView{Text: p.T(key)}, subject, "done"})
		}
	}
}

// passedText returns the message of a subject without a finding. It is "" if the check does not apply: without an
// earlier round, in a planned draw, or after results.
func (d *details) passedText(subject string) string {
	finished := len(d.r.Finished())
	played := d.r.Published && finished > 0
	key := "draw.fine." + subject
	switch {
	case played && finished == len(d.r.Games),
		d.r.Published && subject == "requests": // a published round has no check of requests
		return ""
	case played && (subject == "ranks" || subject == "noshow"), subject == "noshow" && d.r.Number == 1:
		return ""
	case d.page.Plan != nil && (subject == "gap" || subject == "colours"), subject == "bye" && len(d.r.Byes) > 0:
		return ""
	case subject == "colours" && slices.ContainsFunc(d.snapshot.Tournament.Rounds[:d.r.Number], func(r tournament.Round) bool {
		return slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Handicap > 0 })
	}):
		return key + ".even" // the giver of a handicap has White
	}
	return key
}

// check returns a check in words, with links to where it can be fixed.
func (d *details) check(c pairing.Check) page.CheckView {
	p, t := d.page, d.snapshot.Tournament
	v := page.CheckView{Text: p.T(c.Key, c.Args...), Grave: c.Grave}
	about := len(c.Tables)
	if about == 0 {
		about = len(c.Players)
	}
	if about > mostLinks {
		v.More = p.T("desk.missing.more", about-mostLinks)
	}
	if len(c.Tables) > 0 {
		v.Before = p.T("draw.check.table", len(c.Tables))
	}
	switch {
	case c.Key == "check.tables.gap": // the last games can be moved to the free tables
		last := d.choose(d.r.Games[len(d.r.Games)-1].Table)
		v.Links = tableLinks(c.Tables, func(int) string { return last })
	case len(c.Tables) > 0:
		v.Links = tableLinks(c.Tables, func(table int) string {
			if c.Round != d.r.Number {
				return page.DeskState{Slug: t.Info.Slug, Round: c.Round, Table: table}.Desk()
			}
			return d.choose(table)
		})
	case c.Subject == "requests":
		v.Links = d.requestLinks(c.Players)
	case len(c.Players) > 0:
		for _, id := range c.Players[:min(mostLinks, len(c.Players))] {
			address := d.place(id)
			if c.Round != d.r.Number {
				address = p.Event.Home + "/draw/" + strconv.Itoa(c.Round)
			}
			v.Links = append(v.Links, page.Link{Text: page.NewPlayerView(t, id).Name, Address: address})
		}
	default:
		v.Links = []page.Link{d.fixLink(c)}
	}
	return v
}

// requestLinks returns links to the first open requests of players about the round.
func (d *details) requestLinks(players []tournament.PlayerID) (links []page.Link) {
	t := d.snapshot.Tournament
	for _, r := range day.Open(t) {
		if len(links) < mostLinks && t.Concerns(r, d.r.Number) && slices.Contains(players, r.Player) {
			address := d.page.Event.Home + "/day#request-" + strconv.Itoa(r.ID)
			links = append(links, page.Link{Text: page.NewPlayerView(t, r.Player).Name, Address: address})
		}
	}
	return links
}

// tableLinks returns links to the first tables of a check, named by number.
func tableLinks(tables []int, address func(table int) string) (links []page.Link) {
	for _, table := range tables[:min(mostLinks, len(tables))] {
		links = append(links, page.Link{Text: strconv.Itoa(table), Address: address(table)})
	}
	return links
}

// mostLinks limits the links of one check.
const mostLinks = 8

// place returns the address where a player's pairing can be changed: their game,
// the list of the byes, or their possible opponents.
func (d *details) place(id tournament.PlayerID) string {
	switch g := d.r.Game(id); {
	case g != nil:
		return d.choose(g.Table)
	case d.r.HasBye(id):
		return d.page.Path + "#idle"
	}
	return d.page.candidatesPath(id)
}

// fixLink returns the link that fixes a check about no particular table or player.
func (d *details) fixLink(c pairing.Check) page.Link {
	p := d.page
	switch {
	case c.Subject == "presence" && c.Key != "check.presence.rounds":
		return page.Link{Text: p.T("frame.players"), Address: p.Event.Home + "/players"}
	case c.Subject == "tables":
		return page.Link{Text: p.T("constraint.page.title"), Address: p.Event.Home + "/steering#room"}
	case c.Subject != "ranks":
		return page.Link{Text: p.T("frame.settings"), Address: p.Event.Home + "/settings"}
	case d.r.Published:
		return page.Link{Text: p.T("draw.verify"), Address: p.Path + "/verify"}
	}
	return page.Link{Text: p.T("draw.again"), Address: p.Path + "?ask=pair"}
}

// markKey returns the key of a check as its short text counts scores: in wins or in points.
func markKey(t *tournament.Tournament, key string) string {
	switch {
	case key != "check.gap.group" && key != "check.gap.score":
		return key
	case t.Settings.System == tournament.McMahon || page.OfTeams(t):
		return "check.gap.points"
	}
	return "check.gap.score"
}

// mark returns a short text for a check, see markKey. times is the value of timesIn, gap the difference of the scores.
func mark(lang *i18n.Language, key string, times int, gap tournament.Score) string {
	key = "mark." + strings.Replace(key, "check.", "", 1)
	if times > 0 {
		return lang.T(key, times)
	}
	return lang.T(key, gap)
}

// timesIn returns how often the players of a check have met before, 0 for a check of another kind.
func timesIn(c pairing.Check) int {
	if c.Key != "check.rematch.times" && c.Key != "team.check.times" {
		return 0
	}
	return c.Args[1].(int)
}

// constraintMarks returns the marks of a wished game, or of one with a stand-in.
func (d *details) constraintMarks(g *tournament.Game) []markView {
	t, p := d.snapshot.Tournament, d.page
	var marks []markView
	if slices.ContainsFunc(t.Settings.Constraints.Wishes, func(w tournament.Wish) bool {
		return w.Kind == tournament.Together && w.Holds(g.Round) && g.Has(w.A) && g.Has(w.B)
	}) {
		marks = append(marks, markView{Text: p.T("mark.wished"), Plain: true})
	}
	if t.StandIn(g.Black) || t.StandIn(g.White) {
		marks = append(marks, markView{Text: p.T("constraint.page.ghost.mark"), Plain: true})
	}
	return marks
}
