package strengths

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/results/strength"
	"tourney/internal/tournament"
)

// A proposalView is a proposed rank with its reason.
type proposalView struct {
	Name, Address     string // Address is the player's page at the desk
	Present, Proposed string
	Reason            string
	By                []string // results with, without and against handicap
	Strength          string
	Form              string // address of its form
}

func newProposalView(lang *i18n.Language, t *tournament.Tournament, p strength.Proposal) proposalView {
	id := tournament.PlayerID(p.Person)
	v := proposalView{
		Name: t.NameOf(id), Address: playerAddress(t, id), Present: p.Present.String(), Proposed: p.Proposed.String(),
		Strength: inWords(lang, p.Strength), Form: address(t, id),
	}
	expected := math.Round(10*p.Expected) / 10
	v.Reason = lang.T("strength.reason", p.Games, p.Won, lang.Date(strength.Date(p.First)), expected)
	v.By = byHandicap(lang, p.By)
	return v
}

// byHandicap returns the results with handicap, in even games, and against handicap, such as "3 of 4 with handicap".
func byHandicap(lang *i18n.Language, by []strength.Record) (texts []string) {
	parts := []struct {
		key  string
		sign int
		strength.Record
	}{{key: "strength.by.received", sign: 1}, {key: "strength.by.even"}, {key: "strength.by.given", sign: -1}}
	for i := range parts {
		part := &parts[i]
		for _, r := range by {
			if cmp.Compare(r.Handicap, 0) == part.sign {
				part.Games += r.Games
				part.Won += r.Won
			}
		}
		if part.Games > 0 {
			texts = append(texts, lang.T(part.key, part.Won, part.Games))
		}
	}
	return texts
}

func playerAddress(t *tournament.Tournament, id tournament.PlayerID) string {
	return fmt.Sprint("/desk/", t.Info.Slug, "/players/", id)
}

// likely is the number of deviations around a strength that hold four of five true strengths.
const likely = 1.2816

// ends returns the ranks between which a strength is likely.
func ends(s strength.Strength) (low, high strength.Strength) {
	return strength.Strength{Ranks: s.Ranks - likely*s.Deviation}, strength.Strength{Ranks: s.Ranks + likely*s.Deviation}
}

// inWords returns a strength as a rank with its range, such as "4k, between 5k and 3k".
func inWords(lang *i18n.Language, s strength.Strength) string {
	low, high := ends(s)
	if low.Rank() == high.Rank() {
		return s.Rank().String()
	}
	return lang.T("strength.range", s.Rank(), low.Rank(), high.Rank())
}

// A memberView is a row of the table of members.
type memberView struct {
	Name, Address string
	Rank          string
	Strength      string // as a rank
	Range         string
	Games         int
	Trend         trendView

	ranks float64
}

// A trendView is the line of a strength over the season, in a box of 160 by 32.
type trendView struct {
	// Band and Line are lists of points: the likely range, and the strength. Ranks is the path of the declared ranks.
	Band, Line, Ranks string
	Words             string
}

// The size of a trendView.
const trendWidth, trendHeight = 160.0, 32.0

// addMembers fills Members, the strongest first, and Newcomers.
func (p *strengthsPage) addMembers(t *tournament.Tournament, h *strength.History, today int) {
	games, ranks := strength.Of(t)
	played := map[int]int{}
	begin := today
	for _, g := range games {
		begin = min(begin, g.Day)
		if g.Result.Rated() {
			p.Games++
			played[g.Black]++
			played[g.White]++
		}
	}
	for i := range t.Players {
		player := &t.Players[i]
		person := int(player.ID)
		switch {
		case player.Forgotten || player.Status == tournament.Withdrawn || t.StandIn(player.ID):
			continue
		case played[person] == 0:
			p.Newcomers = append(p.Newcomers, player.Name())
			continue
		}
		now := h.At(person, today)
		v := memberView{
			Name: player.Name(), Address: playerAddress(t, player.ID), Rank: player.Rank.String(), Strength: now.Rank().String(),
			Games: played[person], ranks: now.Ranks,
		}
		low, high := ends(now)
		v.Range = p.T("strength.between", low.Rank(), high.Rank())
		own := slices.DeleteFunc(slices.Clone(ranks), func(d strength.Declared) bool { return d.Person != person })
		line := append(h.Line(person), strength.Point{Day: today, Strength: now})
		v.Trend = newTrendView(line, own, begin, today)
		v.Trend.Words = p.T("strength.trend", line[0].Rank(), p.Date(strength.Date(line[0].Day)), now.Rank())
		p.Members = append(p.Members, v)
	}
	i18n.Sort(p.Language, p.Newcomers, func(name string) string { return name })
	i18n.Sort(p.Language, p.Members, func(v memberView) string { return v.Name })
	slices.SortStableFunc(p.Members, func(a, b memberView) int { return cmp.Compare(b.ranks, a.ranks) })
}

// newTrendView draws a line from the begin of the season until today.
func newTrendView(line []strength.Point, ranks []strength.Declared, begin, today int) trendView {
	const least = 4 // ranks from bottom to top
	bottom, top := math.Inf(1), math.Inf(-1)
	see := func(y float64) { bottom, top = min(bottom, y), max(top, y) }
	for _, at := range line {
		low, high := ends(at.Strength)
		see(low.Ranks)
		see(high.Ranks)
	}
	for _, d := range ranks {
		see(float64(d.Rank.Index()))
	}
	if short := least - (top - bottom); short > 0 {
		bottom, top = bottom-short/2, top+short/2
	}
	x := func(day int) float64 { return trendWidth * float64(max(day-begin, 0)) / float64(max(today-begin, 1)) }
	y := func(ranks float64) float64 { return 1 + (trendHeight-2)*(top-ranks)/(top-bottom) }
	point := func(day int, ranks float64) string { return fmt.Sprintf("%.1f,%.1f", x(day), y(ranks)) }
	var middle, above, below []string
	for _, at := range line {
		low, high := ends(at.Strength)
		middle = append(middle, point(at.Day, at.Ranks))
		above = append(above, point(at.Day, high.Ranks))
		below = append(below, point(at.Day, low.Ranks))
	}
	slices.Reverse(below)
	v := trendView{Line: strings.Join(middle, " "), Band: strings.Join(append(above, below...), " ")}
	for i, d := range ranks {
		step := "L" // from the rank before
		if i == 0 {
			step = "M"
		} else {
			v.Ranks += fmt.Sprintf("H%.1f", x(d.Day))
		}
		v.Ranks += step + point(d.Day, float64(d.Rank.Index()))
	}
	v.Ranks += fmt.Sprintf("H%.1f", trendWidth)
	return v
}
