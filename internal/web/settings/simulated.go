package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing/simulate"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A simulatedView is the results of a simulation, the variants side by side.
type simulatedView struct {
	// Facts describe the common part of all variants.
	Facts    []string
	Stale    bool // players or settings have changed since
	Usable   bool // the settings of a variant can be applied
	Many     bool
	Variants []variantView
	Rows     []measureView
	Plots    []plotView
	Winners  []contenderView
}

// A variantView is a column, with a description in one text and line by line.
type variantView struct {
	Number int
	Name   string
	Lines  []string
}

// A measureView is one number of every variant, and an explanation.
type measureView struct {
	Name, Help string
	Cells      []valueView
}

// A valueView is a number of a variant; Width is its bar, in percent.
type valueView struct {
	Variant, Text string
	Width         float64
}

// A plotView is a chart with a row for each variant.
type plotView struct {
	Title, Help string
	// Legend names the parts of the rows; empty for rows with one bar.
	Legend []string
	Rows   []plotRow
}

// A plotRow is one row of a chart, a hundred wide.
type plotRow struct {
	Label string
	// Words describe the row for screen readers.
	Words, Value string
	Parts        []plotPart
	// From and To bound the value by its margin; equal if that is unknown.
	From, To float64
}

// A plotPart is a stretch of a row in the Kind-th colour.
type plotPart struct {
	Kind     int
	X, Width float64
}

// A contenderView is a possible winner, player or team, with the chances.
type contenderView struct {
	Name, Rank string
	Cells      []valueView
}

// variantName formats the differences of a variant.
func variantName(lang *i18n.Language, labels []simulate.Label) string {
	if len(labels) == 0 {
		return lang.T("simulate.asis")
	}
	return strings.Join(page.Texts(lang, labels), ", ")
}

func newSimulatedView(lang *i18n.Language, one *simulation, now *tournament.Tournament) *simulatedView {
	const many = 4 // columns that fit on upright paper
	shared, own := simulate.SplitLabels(one.variants)
	v := &simulatedView{
		Facts: append(page.Texts(lang, shared), lang.T("simulate.facts", one.Result[0].Players, one.Result[0].Runs, one.About.Plan.Options.Seed)),
		Stale: outdated(one.t, now), Usable: now.Current() == 0, Many: len(one.Result) > many,
	}
	for i, labels := range own {
		name := variantName(lang, labels)
		lines := page.Texts(lang, labels)
		if lines == nil {
			lines = []string{name}
		}
		v.Variants = append(v.Variants, variantView{i + 1, name, lines})
	}
	for _, m := range simulate.Measures() {
		row := measureView{Name: lang.T("simulate.of." + m.Name), Help: lang.T("simulate.says." + m.Name)}
		for i, r := range one.Result {
			row.Cells = append(row.Cells, valueView{Variant: v.Variants[i].Name, Text: page.Measure(lang, m, r)})
		}
		v.Rows = append(v.Rows, row)
	}
	v.addPlots(lang, one)
	v.addContenders(lang, one)
	return v
}

// outdated reports whether the inputs of a simulation have changed.
func outdated(was, now *tournament.Tournament) bool {
	return slices.ContainsFunc(was.Diff(now), func(c tournament.Change) bool { return c.Settings != nil || c.Player != nil })
}

func (v *simulatedView) addPlots(lang *i18n.Language, one *simulation) {
	strongest := plotView{
		Title: lang.T("simulate.plot.strongest", one.t.NameOf(one.Result[0].Strongest)), Help: lang.T("simulate.plot.says.strongest"),
	}
	most := 1.0 // repeated games; at least one, so that a few look few
	for _, r := range one.Result {
		most = max(most, r.Repeats)
	}
	repeats := plotView{Title: lang.T("simulate.plot.repeats"), Help: lang.T("simulate.plot.says.repeats")}
	for i, r := range one.Result {
		value, margin := 100*r.StrongestWins, 100*r.Margin(r.StrongestWins)
		text := lang.T("simulate.about", page.Percent(r.StrongestWins), page.Percent(margin/100))
		strongest.Rows = append(strongest.Rows, plotRow{
			Label: v.Variants[i].Name, Words: text, Value: text, Parts: []plotPart{{Width: value}},
			From: max(0, value-margin), To: min(100, value+margin),
		})
		text = lang.Decimal(strconv.FormatFloat(r.Repeats, 'f', 2, 64))
		repeats.Rows = append(repeats.Rows, plotRow{
			Label: v.Variants[i].Name, Words: text, Value: text, Parts: []plotPart{{Width: 100 * r.Repeats / most}},
		})
	}
	v.Plots = append(v.Plots, strongest)
	even := lang.T("statistics.even")
	for _, d := range []struct {
		name   string
		of     func(r *simulate.Report) []float64
		legend []string
		// ends are the numbers at which the parts after the first begin.
		ends []int
	}{
		{"gaps", func(r *simulate.Report) []float64 { return r.Gaps }, []string{"0", "1", "2", "3", "4–5", "6+"}, []int{1, 2, 3, 4, 6}},
		{"handicaps", func(r *simulate.Report) []float64 { return r.Handicaps }, []string{even, "1", "2", "3", "4–5", "6+"}, []int{1, 2, 3, 4, 6}},
		{"colours", func(r *simulate.Report) []float64 { return r.Colours }, []string{"0", "1", "2", "3+"}, []int{1, 2, 3}},
		{"firsts", func(r *simulate.Report) []float64 { return r.Firsts }, []string{"1", "2", "3", "4+"}, []int{1, 2, 3}},
	} {
		p := plotView{
			Title: lang.T("simulate.plot." + d.name), Help: lang.T("simulate.plot.says." + d.name), Legend: d.legend,
		}
		for i, r := range one.Result {
			row := stackedRow(lang, d.of(r), d.ends, d.legend)
			row.Label = v.Variants[i].Name
			p.Rows = append(p.Rows, row)
		}
		v.Plots = append(v.Plots, p)
	}
	v.Plots = slices.Insert(v.Plots, 3, repeats)
}

// stackedRow returns the row with the parts of a whole; parts between two ends are summed.
func stackedRow(lang *i18n.Language, parts []float64, ends []int, legend []string) plotRow {
	row := plotRow{}
	var words []string
	x, from := 0.0, 0
	for kind := range len(ends) + 1 {
		to := len(parts)
		if kind < len(ends) {
			to = ends[kind]
		}
		sum := 0.0
		for _, p := range parts[from:to] {
			sum += p
		}
		row.Parts = append(row.Parts, plotPart{kind, x, 100 * sum})
		words = append(words, fmt.Sprintf("%s: %s", legend[kind], lang.T("simulate.part", page.Percent(sum))))
		x, from = x+100*sum, to
	}
	row.Words = strings.Join(words, ", ")
	return row
}

// addContenders adds the players most likely to win under any variant.
func (v *simulatedView) addContenders(lang *i18n.Language, one *simulation) {
	const most = 8
	best := map[tournament.PlayerID]float64{}
	chances := make([]map[tournament.PlayerID]float64, len(one.Result))
	for i, r := range one.Result {
		chances[i] = map[tournament.PlayerID]float64{}
		for _, w := range r.Winners {
			chances[i][w.Player] = w.Chance
			best[w.Player] = max(best[w.Player], w.Chance)
		}
	}
	ids := slices.SortedFunc(maps.Keys(best), func(a, b tournament.PlayerID) int {
		return cmp.Or(cmp.Compare(best[b], best[a]), cmp.Compare(a, b))
	})
	for _, id := range ids[:min(most, len(ids))] {
		c := contenderView{Name: one.t.NameOf(id)}
		if p := one.t.Player(id); p != nil && one.t.Team(id) == nil {
			c.Rank = p.Rank.String()
		}
		for i := range one.Result {
			chance := chances[i][id]
			c.Cells = append(c.Cells, valueView{v.Variants[i].Name, lang.T("simulate.part", page.Percent(chance)), 100 * chance})
		}
		v.Winners = append(v.Winners, c)
	}
}
