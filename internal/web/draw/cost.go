package draw

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
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
	// Title asks why the two meet. Others are other opponents that they might have had,
	// Compare the address that compares any two.
	Title   string
	Others  []alternativeView
	Compare string
	// Locked is set while a new draw keeps the game.
	Locked bool
}

// An alternativeView is another possible game of one of the two: the names of the pair, its cost, and the address of
// its page.
type alternativeView struct{ Names, Text, Address string }

// A qualityView is the quality of a draw, from 0 to 100, and a text about the loss.
type qualityView struct {
	Percent int
	Lost    string
}

// A costView compares the current draw with the best one.
type costView struct {
	// Text is the verdict: the draw is the best one, or a better one exists.
	Text        string
	Total, Best string
	// Meetings and BestMeetings count earlier meetings; both are 0 if both draws avoid all repeated games.
	Meetings, BestMeetings int
}

// newChosenView returns the open part of a game's row.
func (d *details) newChosenView(g *tournament.Game) *chosenView {
	p, t := d.page, d.snapshot.Tournament
	v := &chosenView{
		Page: p, Table: g.Table, Fixed: g.Result.Known() || p.Final != "", Komi: p.Decimal(g.Komi.String()),
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
	v.Title, v.Compare, v.Locked = p.T("draw.why.two", v.Players[0].Brief, v.Players[1].Brief), p.whyNotPath(g.Black, 0), g.Locked
	return v
}

// whyNotPath returns the address of the page with the cost of a game of two players; b is 0 before its choice.
func (p *roundPage) whyNotPath(a, b tournament.PlayerID) string {
	path := p.Path + "/why?a=" + strconv.Itoa(int(a))
	if b == 0 {
		return path
	}
	return path + "&b=" + strconv.Itoa(int(b))
}

// mostOthers is how many other opponents of each of the two an open row lists.
const mostOthers = 2

// mostAlternatives is how many other games an open row lists.
const mostAlternatives = 3

// addOthers lists the best other opponents of the two in a game that criteria decided. Small tournaments show their
// costs too.
func (d *details) addOthers(ctx context.Context, v *chosenView, g *tournament.Game) error {
	t, n := d.snapshot.Tournament, d.r.Number
	of := t.Entrants()
	pair := [2]tournament.PlayerID{side(t, g.Black), side(t, g.White)}
	if v.Fixed || t.StandIn(g.Black) || t.StandIn(g.White) || pairing.WhyNot(t, n, pair[0], pair[1]) != nil {
		return nil
	}
	for i, id := range pair {
		list, err := pairing.Opponents(t, n, id)
		if err != nil {
			return err
		}
		met := list[slices.IndexFunc(list, func(c pairing.Candidate) bool { return c.Player == pair[1-i] })].Met
		list = slices.DeleteFunc(list, func(c pairing.Candidate) bool {
			return c.Player == pair[1-i] || c.Met > met || c.Apart || of.Round(n).HasBye(c.Player)
		})
		slices.SortStableFunc(list, func(a, b pairing.Candidate) int {
			return cmp.Or(cmp.Compare(a.Met, b.Met), cmp.Compare(b.Weight, a.Weight))
		})
		for _, c := range list[:min(mostOthers, mostAlternatives-len(v.Others), len(list))] {
			one := alternativeView{Address: d.page.whyNotPath(id, c.Player)}
			one.Names = d.page.T("draw.why.pair", page.NewPlayerView(of, id).Brief, page.NewPlayerView(of, c.Player).Brief)
			if len(of.Players) < mostCompared {
				if one.Text, err = d.otherCost(ctx, id, c.Player); err != nil {
					return err
				}
			}
			v.Others = append(v.Others, one)
		}
	}
	return nil
}

// otherCost returns the cost of a game of two other players as text; "" if no such draw exists.
func (d *details) otherCost(ctx context.Context, a, b tournament.PlayerID) (string, error) {
	other, err := d.snapshot.Instead(ctx, d.r.Number, a, b)
	if _, refused := fault.As(err); refused {
		return "", nil
	}
	if err != nil || other == nil {
		return "", err
	}
	stands, err := pairing.Evaluate(d.snapshot.Tournament.Entrants(), d.r.Number)
	if err != nil {
		return "", err
	}
	return newChangeCost(d.page.Language, stands, other.Draw).brief, nil
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
	text := "draw.cost.best"
	if d.byeMoves() {
		text = "draw.cost.best.bye"
	}
	if !weighed.IsBest() {
		text = "draw.cost.loss"
		if slices.ContainsFunc(d.page.Points, func(v pointView) bool { return v.Subject == "ranks" && v.Class != "done" }) {
			text = "draw.cost.stale"
		}
		if q := d.page.Quality; q != nil {
			q.Percent = min(q.Percent, 99) // where it is 100, colours are worse
		}
	}
	d.page.Cost = &costView{
		d.page.T(text), formatBig(weighed.Total), formatBig(weighed.Best), weighed.Repeats.Meetings, weighed.BestRepeats.Meetings,
	}
	return nil
}

// byeMoves reports whether a new draw could move the bye. The director gave the bye, or the draft was repaired around
// it.
func (d *details) byeMoves() bool {
	return slices.ContainsFunc(d.r.Byes, func(id tournament.PlayerID) bool {
		why, ok := d.draw.ExplainBye(id)
		return ok && (why.Key == "explain.bye.next" || why.Key == "explain.bye.hand")
	})
}

// fillQuality fills the quality of the draw, if criteria decide.
func (d *details) fillQuality() {
	q, ok := d.draw.Quality()
	if !ok || !d.page.Solved {
		return
	}
	d.page.Quality = &qualityView{q.Percent, d.page.T("draw.quality.full")}
	if q.Weakest != "" {
		d.page.Quality.Lost = d.page.T("draw.quality.lost", d.page.T("explain.share."+q.Weakest))
	}
}

// costOfChange returns the cost of a change of the page's round; nil when the two
// draws cannot be compared because one has more games.
func costOfChange(p *roundPage, was, now *tournament.Tournament) (*changeCost, error) {
	before, err := pairing.Evaluate(was, p.Round)
	if err != nil {
		return nil, err
	}
	after, err := pairing.Evaluate(now, p.Round)
	if err != nil || len(before.Games) != len(after.Games) || len(before.Byes) != len(after.Byes) {
		return nil, err
	}
	cost := newChangeCost(p.Language, before, after)
	cost.New = newMarks(p.Language, was, now, p.Round)
	if tables := turnedColours(was.Round(p.Round), now.Round(p.Round)); 0 < len(tables) && len(tables) <= mostTablesNamed {
		cost.Beside = strings.TrimSpace(cost.Beside + " " + p.T("draw.cost.colours", len(tables), joinTexts(p.Language, tables)))
	}
	return cost, nil
}

// turnedColours returns the tables at which a player stays, but gets another opponent and the other colour.
func turnedColours(was, now *tournament.Round) (tables []string) {
	for _, g := range now.Games {
		before := was.At(g.Table)
		if before != nil && !(g.Has(before.Black) && g.Has(before.White)) && (g.White == before.Black || g.Black == before.White) {
			tables = append(tables, strconv.Itoa(g.Table))
		}
	}
	return tables
}

// A placedCheck is a check that a game or a player fails.
type placedCheck struct {
	key          string
	times        int                 // see timesIn
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
					found[placedCheck{c.Key, timesIn(c), min(g.Black, g.White), max(g.Black, g.White)}] = c.Grave
				}
			}
		default:
			for _, id := range c.Players {
				found[placedCheck{c.Key, timesIn(c), id, 0}] = c.Grave
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
		where, gap := page.NewPlayerView(now, b.black).Name, tournament.Score(0)
		if g := now.Round(n).Game(b.black); b.white != 0 && g != nil {
			where = lang.T("now.card.table", g.Table)
			gap = pointsIn(standings, now, g.Black) - pointsIn(standings, now, g.White)
		}
		marks = append(marks, markView{Text: lang.T("draw.cost.new", mark(lang, markKey(now, b.key), b.times, max(gap, -gap)), where), Grave: grave})
	}
	slices.SortFunc(marks, func(a, b markView) int { return strings.Compare(a.Text, b.Text) })
	return marks
}

// formatBig formats a whole number with thin spaces between its thousands and a
// true minus sign.
func formatBig(n *big.Int) string {
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
