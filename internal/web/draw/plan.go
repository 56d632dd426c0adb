package draw

import (
	"context"
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A planFacts describes a round that is not open to all players: its system has a
// plan, or only some players have qualified.
type planFacts struct {
	// Stage names the system and, in a knockout, the round of matches.
	Stage string
	// Seeds is the address that orders its players.
	Seeds string
	// Plays describes the players who take part. Beside describes the system in
	// which the others play on, Others does so in a few words; both are "" when the
	// others rest.
	Plays, Beside, Others string
	// Waits names the results that are needed before the round can be drawn; ""
	// for none.
	Waits string
	// Meets lists the pairs of a round that is not drawn yet.
	Meets []string
}

// newPlanFacts returns nil for rounds that are open to all players and paired by weights.
func newPlanFacts(p *roundPage, t *tournament.Tournament, n int) *planFacts {
	stage := t.Settings.Stage(n)
	if !stage.Seeded() {
		return nil
	}
	facts := &planFacts{
		Stage: p.T("system." + string(stage.System)), Seeds: page.SeedsPath(t, stage.From),
	}
	if name := page.RoundName(p.Language, t, n); name != "" {
		facts.Stage += " · " + name
	}
	switch {
	case stage.System.Eliminates():
		facts.Plays = p.T("draw.plan.knockout")
		if n > 1 {
			facts.Waits = missingBefore(p, t, n)
		}
	case stage.Pooled():
		facts.Plays = p.T("draw.plan.pools", len(pairing.Seeds(t, n)), stage.Format.Pools)
	case stage.System.Planned():
		facts.Plays = p.T("draw.plan.robin", len(pairing.Seeds(t, n)))
	default:
		facts.Plays = p.T("draw.plan.qualified", len(pairing.Seeds(t, n)))
	}
	if stage.Qualify > 0 && n == stage.From && n > 1 {
		facts.Waits = missingBefore(p, t, n)
	}
	if beside, ok := t.Settings.SideStage(n); ok {
		facts.Beside, facts.Others = p.T("draw.plan.beside", beside.System), p.T("draw.plan.others", beside.System)
	}
	if t.Round(n) == nil && facts.Waits == "" && facts.Beside == "" && stage.System.Planned() {
		facts.Meets = meets(p.Language, t, n)
	}
	return facts
}

// meets lists the pairs of round n by the plan of its system, and its byes; nil where it cannot be drawn yet.
func meets(lang *i18n.Language, t *tournament.Tournament, n int) (list []string) {
	next := t.Clone()
	d, err := pairing.Make(context.Background(), next, n, pairing.Options{Seed: 1}) // the plan needs no search
	if err != nil || d.Draft(next, "") != nil {
		return nil
	}
	r, of := next.Round(n), next.Entrants()
	pair := func(a, b tournament.PlayerID) {
		list = append(list, lang.T("draw.why.pair", of.Player(a).Name(), of.Player(b).Name()))
	}
	if matches, _ := next.Matches(n); len(matches) > 0 {
		for _, m := range matches {
			pair(m.A, m.B)
		}
		return list
	}
	for _, g := range r.Games {
		pair(g.Black, g.White)
	}
	for _, id := range r.Byes {
		list = append(list, of.Player(id).Name()+": "+lang.T("round.bye"))
	}
	return list
}

// idleReason returns the message about a player of round n without a game or a bye.
func idleReason(t *tournament.Tournament, n int, id tournament.PlayerID) string {
	switch stage := t.Settings.Stage(n); {
	case !stage.System.Eliminates() && stage.Qualify == 0:
		return "draw.idle"
	case !slices.Contains(pairing.Seeds(t, n), id) && stage.Qualify > 0:
		return "draw.out.qualified"
	case !slices.Contains(pairing.Seeds(t, n), id):
		return "draw.out.late"
	case n == stage.From:
		return "draw.idle"
	}
	return "draw.out"
}

// missingBefore describes how many results of the round before are missing; "" for
// none.
func missingBefore(p *roundPage, t *tournament.Tournament, n int) string {
	r := t.Round(n - 1)
	if r == nil || !r.Published || r.Missing() == 0 {
		return ""
	}
	return p.T("draw.plan.waits", n-1, r.Missing())
}

// fillReadiness lists the checks that fail before the draw is made.
func (d *details) fillReadiness() error {
	p, n := d.page, d.r.Number
	if p.Ready == 0 {
		p.First = &page.Link{Text: p.T("draw.checkin"), Address: p.Event.Home + "/players"}
		p.Checks = append(p.Checks, page.CheckView{Text: p.T("draw.nobody"), Grave: true})
	}
	empty := d.snapshot.Tournament.Clone()
	if err := empty.SetDraft(n, nil, nil, tournament.Drawn{}); err != nil {
		return err
	}
	for _, check := range pairing.Checks(empty, n) {
		if check.Subject == "results" || check.Subject == "requests" || check.Key == "check.presence.rounds" || check.Key == "check.presence.late" {
			p.Checks = append(p.Checks, d.check(check))
			if check.Grave && check.Subject == "results" && p.First == nil {
				p.First = &page.Link{Text: p.T("workbook.results.apply"), Address: page.DeskState{Slug: d.snapshot.Tournament.Info.Slug, Round: check.Round}.Desk()}
			}
		}
	}
	return nil
}

// A tieView is a match of a knockout without a winner: the side that advances, and
// two buttons to decide otherwise.
type tieView struct {
	// Path is the address of its round's draw.
	Path string
	A, B page.PlayerView
	Text string
}

// newTies lists the matches without a winner of round n, or of the round before
// if round n is not published.
func newTies(lang *i18n.Language, t *tournament.Tournament, n int) []tieView {
	if r := t.Round(n); r == nil || !r.Published {
		n--
	}
	players := t.Entrants()
	var views []tieView
	for _, m := range pairing.UndecidedMatches(t, n) {
		v := tieView{Path: page.DrawPath(t, n), A: page.NewPlayerView(players, m.A), B: page.NewPlayerView(players, m.B)}
		v.Text = lang.T("desk.advance.open", v.A.Name, v.B.Name, n)
		if m.Advancing != 0 {
			v.Text = lang.T("desk.advance.decided", v.A.Name, v.B.Name, n, players.Player(m.Advancing).Name(), m.By)
		}
		views = append(views, v)
	}
	return views
}
