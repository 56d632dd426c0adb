package draw

import (
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A chosenView is the open part of a row: why these two play each other, and
// what can be changed.
type chosenView struct {
	Page      *roundPage
	Table     int
	Fixed     bool
	Why       []page.ReasonView
	Players   []page.PlayerReasonsView
	Expected  string // expected score of the two
	Handicaps []form.OptionView
	Komi      string
	Unpair    string // address of the question before the game is removed
	// Plan describes the game's place in the system's plan; empty where criteria
	// decided.
	Plan []string
	// WhyNot asks about other opponents of the two.
	WhyNot *whyNotForm
}

// A costView compares the draw as it stands with the best one.
type costView struct {
	Total, Best string
	// Perfect is set when changes by hand lost nothing.
	Perfect bool
}

// A changeCost is the cost of a change of a draw.
type changeCost struct {
	Text string
	// Worse and Better name the criteria that lost and gained, New the checks that
	// fail now and did not before.
	Worse, Better string
	New           []markView
	// Numbers are the differences in total and by criterion.
	Numbers []string
}

// newChosenView returns the open part of a game's row.
func (d *details) newChosenView(g *tournament.Game) *chosenView {
	p, t := d.page, d.snapshot.Tournament
	v := &chosenView{
		Page: p, Table: g.Table, Fixed: g.Result.Known(), Komi: p.Decimal(g.Komi.String()),
		Unpair: p.Path + "?ask=unpair&table=" + strconv.Itoa(g.Table),
	}
	_, v.Expected = page.Odds(p.Language, t, g)
	for n := range 10 {
		v.Handicaps = append(v.Handicaps, form.OptionView{Value: strconv.Itoa(n), Text: strconv.Itoa(n), Current: n == g.Handicap})
	}
	e := d.draw.Explain(g.Table)
	v.Why = page.Reasons(p.Language, e)
	v.Players = page.PlayerReasons(p.Language, t, e)
	for i := range v.Players {
		v.Players[i].Candidates = p.candidatesPath(v.Players[i].ID)
	}
	v.Plan = page.Texts(p.Language, e.Plan)
	v.WhyNot = newWhyNotForm(p.Language, t, whyNotQuestion{
		round: p.Round, a: g.Black, some: []tournament.PlayerID{g.Black, g.White},
	})
	return v
}

// showsCost reports whether the page shows the cost of the draw: only of a draft
// that is an optimum.
func (d *details) showsCost() bool { return d.page.Solved && !d.r.Published }

// fillCost fills the cost of the draft, if the page shows it and it is known.
func (d *details) fillCost(ctx context.Context) error {
	if !d.showsCost() || d.page.Computing {
		return nil
	}
	weighed, err := d.snapshot.EvaluateWithBest(ctx, d.r.Number)
	if err != nil || weighed.Best == nil {
		return err
	}
	loss := new(big.Int).Sub(weighed.Best, weighed.Total)
	d.page.Cost = &costView{
		Total: grouped(weighed.Total), Best: grouped(weighed.Best), Perfect: loss.Sign() == 0,
	}
	return nil
}

// costOfChange returns the cost of a change of the page's round; nil when the two
// draws cannot be compared because one has more games.
func costOfChange(p *roundPage, was, now *tournament.Tournament) (*changeCost, error) {
	before, err := pairing.Evaluate(was, p.Round)
	if err != nil {
		return nil, err
	}
	after, err := pairing.Evaluate(now, p.Round)
	if err != nil || len(before.Games) != len(after.Games) {
		return nil, err
	}
	cost := newChangeCost(p.Language, before, after)
	cost.New = newMarks(p.Language, was, now, p.Round)
	return cost, nil
}

// newChangeCost returns the cost of a change in total and by criterion.
func newChangeCost(lang *i18n.Language, was, now *pairing.Draw) *changeCost {
	v := &changeCost{}
	switch loss := new(big.Int).Sub(was.Total, now.Total); loss.Sign() {
	case 1:
		v.Text = lang.T("draw.cost.this")
	case -1:
		v.Text = lang.T("draw.cost.gain")
	default:
		v.Text = lang.T("draw.cost.nothing")
	}
	number := func(name string, diff *big.Int) {
		text := grouped(diff)
		if diff.Sign() > 0 {
			text = "+" + text
		}
		v.Numbers = append(v.Numbers, lang.T("draw.cost.share", name, text))
	}
	number(lang.T("draw.verify.total"), new(big.Int).Sub(now.Total, was.Total))
	sum := func(d *pairing.Draw, criterion int) *big.Int {
		total := new(big.Int)
		for _, g := range d.Games {
			total.Add(total, big.NewInt(g.Shares[criterion].Value))
		}
		return total
	}
	var worse, better []string
	for i, name := range pairing.Criteria() {
		diff := new(big.Int).Sub(sum(now, i), sum(was, i))
		switch diff.Sign() {
		case 1:
			better = append(better, lang.T("share."+name))
		case -1:
			worse = append(worse, lang.T("share."+name))
		}
		if diff.Sign() != 0 {
			number(lang.T("share."+name), diff)
		}
	}
	if len(worse) > 0 {
		v.Worse = lang.T("draw.cost.worse", strings.Join(worse, ", "))
	}
	if len(better) > 0 {
		v.Better = lang.T("draw.cost.better", strings.Join(better, ", "))
	}
	return v
}

// A placedCheck is a check that a game or a player fails.
type placedCheck struct {
	key          string
	black, white tournament.PlayerID // of the game, or one player
}

// placedChecks returns the checks that the games and players of round n fail, and
// whether they are grave.
func placedChecks(t *tournament.Tournament, n int) map[placedCheck]bool {
	found := map[placedCheck]bool{}
	r := t.Round(n)
	for _, c := range pairing.Checks(t, n) {
		switch {
		case c.Round != n || c.Subject == "tables" || c.Subject == "presence" || c.Subject == "bye":
		case len(c.Tables) > 0:
			for _, table := range c.Tables {
				if g := r.At(table); g != nil {
					found[placedCheck{c.Key, min(g.Black, g.White), max(g.Black, g.White)}] = c.Grave
				}
			}
		default:
			for _, id := range c.Players {
				found[placedCheck{c.Key, id, 0}] = c.Grave
			}
		}
	}
	return found
}

// newMarks returns marks for the checks that fail after a change of round n and
// did not before.
func newMarks(lang *i18n.Language, was, now *tournament.Tournament, n int) []markView {
	var marks []markView
	seen, standings := placedChecks(was, n), results.After(now, n-1)
	for b, grave := range placedChecks(now, n) {
		if _, old := seen[b]; old {
			continue
		}
		where, gap := page.NewPlayerView(now, b.black).Name, 0
		if g := now.Round(n).Game(b.black); b.white != 0 && g != nil {
			where = lang.T("card.table", g.Table)
			gap = pointsIn(standings, now, g.Black).Floor() - pointsIn(standings, now, g.White).Floor()
		}
		marks = append(marks, markView{lang.T("draw.cost.new", mark(lang, b.key, max(gap, -gap)), where), grave})
	}
	slices.SortFunc(marks, func(a, b markView) int { return strings.Compare(a.Text, b.Text) })
	return marks
}

// grouped formats a whole number with thin spaces between its thousands and a
// true minus sign.
func grouped(n *big.Int) string {
	text := new(big.Int).Abs(n).String()
	const space = "\u202f"
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + space + text[i:]
	}
	if n.Sign() < 0 {
		return "\u2212" + text
	}
	return text
}
