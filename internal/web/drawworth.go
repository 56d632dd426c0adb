package web

import (
	"context"
	"math/big"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A chosenView is the unfolded part of a row: why these two, and what can be
// changed.
type chosenView struct {
	Page      *drawPage
	Table     int
	Fixed     bool
	Why       []reasonView
	Expected  string // the score to be expected of the two
	Handicaps []option
	Komi      string
	Ask       string // address that asks before the game is taken out
}

// An option is one choice of a list.
type option struct {
	Value, Text string
	Selected    bool
}

// A reasonView is what one criterion gives a game.
type reasonView struct {
	Name, Text  string
	Percent     int
	Value, Most string
}

// A costView is what the draw is worth as it stands.
type costView struct {
	Total, Best, Loss string
	// Perfect says that nothing is lost to changes by hand.
	Perfect bool
	// Last is the last change, LastCost what it cost in all, Shares where.
	Last, LastCost string
	Shares         []string
}

func (d *drawing) unfold(g *tournament.Game) *chosenView {
	v := &chosenView{Page: d.page, Table: g.Table, Fixed: g.Result.Known(), Komi: d.page.Decimal(g.Komi.String()), Ask: d.page.Path + "?ask=unpair&table=" + strconv.Itoa(g.Table)}
	_, v.Expected = odds(d.page.Language, d.snapshot.Tournament, g)
	for n := range 10 {
		v.Handicaps = append(v.Handicaps, option{strconv.Itoa(n), strconv.Itoa(n), n == g.Handicap})
	}
	for _, p := range d.weighed.Games {
		if p.Game.ID != g.ID {
			continue
		}
		for _, share := range p.Shares {
			if share.Most > 0 {
				v.Why = append(v.Why, d.why(g, share))
			}
		}
	}
	return v
}

// why says one share in words.
func (d *drawing) why(g *tournament.Game, share pairing.Share) reasonView {
	p := d.page
	v := reasonView{
		Name: p.T("share." + share.Criterion), Percent: int(100 * float64(share.Value) / float64(share.Most)),
		Value: grouped(big.NewInt(share.Value)), Most: grouped(big.NewInt(share.Most)),
	}
	level := ".part"
	switch share.Value {
	case share.Most:
		level = ".full"
	case 0:
		level = ".none"
	}
	black, white := d.points(g.Black), d.points(g.White)
	switch share.Criterion {
	case "score":
		if black.Floor() == white.Floor() {
			v.Text = p.T("why.score.full", black)
		} else {
			v.Text = p.T("why.score.part", black, white)
		}
	case "handicap":
		v.Text = p.T("why.handicap", g.Handicap)
	case "random", "seeding", "dudd":
		v.Text = p.T("why."+share.Criterion, v.Percent)
	default:
		v.Text = p.T("why." + share.Criterion + level)
	}
	return v
}

// fillCost tells what the draft is worth and what the last change cost.
func (s *Server) fillCost(ctx context.Context, d *drawing) error {
	if d.weighed.Best == nil {
		return nil
	}
	loss := new(big.Int).Sub(d.weighed.Best, d.weighed.Total)
	d.page.Cost = &costView{
		Total: grouped(d.weighed.Total), Best: grouped(d.weighed.Best), Loss: grouped(loss), Perfect: loss.Sign() == 0,
	}
	t := d.snapshot.Tournament
	entries, _, err := s.director.Log(ctx, t.Info.Slug, 0)
	if err != nil {
		return err
	}
	if len(entries) == 0 || entries[0].Version != t.Version || !strings.HasPrefix(entries[0].Action, "draw.") && !strings.HasPrefix(entries[0].Action, "game.") {
		return nil
	}
	was, err := d.snapshot.WeighBefore(ctx, entries[0].Changes, d.r.Number)
	if err != nil || was == nil || len(was.Games) != len(d.weighed.Games) {
		return err
	}
	d.page.Cost.Last = say(d.page.Language, logged{entries[0]})
	d.page.Cost.tell(d.page.Language, was, d.weighed)
	return nil
}

// tell says what a change cost, in all and by criterion.
func (v *costView) tell(lang *i18n.Language, was, now *pairing.Draw) {
	v.LastCost = grouped(new(big.Int).Sub(was.Total, now.Total))
	sum := func(d *pairing.Draw, criterion int) *big.Int {
		total := new(big.Int)
		for _, g := range d.Games {
			total.Add(total, big.NewInt(g.Shares[criterion].Value))
		}
		return total
	}
	for i, name := range pairing.Criteria() {
		diff := new(big.Int).Sub(sum(now, i), sum(was, i))
		switch diff.Sign() {
		case 1:
			v.Shares = append(v.Shares, lang.T("draw.cost.share", lang.T("share."+name), "+"+grouped(diff)))
		case -1:
			v.Shares = append(v.Shares, lang.T("draw.cost.share", lang.T("share."+name), grouped(diff)))
		}
	}
}

// grouped writes a whole number with its thousands apart and a true minus.
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
