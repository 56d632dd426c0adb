package public

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A columnView is the heading of a column, with a link that sorts by it.
type columnView struct {
	Name, Help string
	wide       bool
	// Short is the name beside the numbers of opponents, "" for all but rounds.
	Short string
	// Next is the address that shows the next criterion where only one fits beside the first; On marks the one shown.
	Next string
	On   bool
	// Address is the table sorted by the column. Sorted is "ascending" or "descending" in that table, else ""; Arrow
	// shows that order, except for places.
	Address, Sorted, Arrow string
}

// The columns of the standings.
type standingsColumns struct {
	Place, Player, Club columnView
	Criteria, Rounds    []columnView
}

// longHead is how many letters of a criterion fit into a narrow column.
const longHead = 5

// Size returns the class of a column with a long name or with words, "" for others.
func (c columnView) Size() string {
	switch {
	case c.wide:
		return "wide"
	case utf8.RuneCountInString(c.Name) > longHead:
		return "long"
	}
	return ""
}

// width returns the width of a criterion in the standings, as in public.css.
func (c columnView) width() int {
	return map[string]int{"": 48, "long": 64, "wide": 104}[c.Size()]
}

// Values of "sort" in an address; besides these a criterion, or the number of a round. A hyphen before it reverses the
// order.
const (
	byPlace = ""
	byName  = "name"
	byClub  = "club"
)

// Sorts reports whether the standings can be sorted by a value of "sort".
func (v *Visit) Sorts(by string) bool {
	by = strings.TrimPrefix(by, "-")
	if n, err := strconv.Atoi(by); err == nil {
		return n >= 1 && n <= v.Tournament.Current() && by == strconv.Itoa(n)
	}
	return slices.Contains([]string{byName, byClub}, by) ||
		slices.Contains(v.Tournament.Settings.Criteria, tournament.Criterion(by)) ||
		slices.Contains(v.Standings(0).Criteria, tournament.Criterion(by))
}

// newStandingsColumns returns the columns of the standings after round n.
func (v *Visit) newStandingsColumns(criteria []tournament.Criterion, n int) standingsColumns {
	team := "standings.player"
	if v.Query.Get("by") != "player" && page.OfTeams(v.Tournament) {
		team = "team.column"
	}
	columns := standingsColumns{
		Place:  v.column(byPlace, v.Lang.T("standings.place"), "ascending"),
		Player: v.column(byName, v.Lang.T(team), "ascending"),
		Club:   v.column(byClub, v.Lang.T("field.club"), "ascending"),
	}
	for i, view := range page.Criteria(v.Lang, criteria) {
		column := v.column(string(criteria[i]), view.Name, "descending")
		column.Help, column.wide = view.Help, view.Wide
		columns.Criteria = append(columns.Criteria, column)
	}
	showOne(columns.Criteria)
	for r := 1; r <= n; r++ {
		column := v.column(strconv.Itoa(r), v.Lang.T("frame.round", r), "descending")
		column.Short = strconv.Itoa(r)
		columns.Rounds = append(columns.Rounds, column)
	}
	return columns
}

// showOne marks the criterion beside the first on narrow screens: the criterion of the order, or the second. It links
// each criterion to the next.
func showOne(criteria []columnView) {
	if len(criteria) < 2 {
		return
	}
	others := criteria[1:]
	on := max(0, slices.IndexFunc(others, func(c columnView) bool { return c.Sorted != "" }))
	others[on].On = true
	for i := range others {
		if len(others) > 1 {
			others[i].Next = others[(i+1)%len(others)].Address
		}
	}
}

// column returns the heading of a column. first is the order of the link's first click.
func (v *Visit) column(by, name, first string) columnView {
	second := map[string]string{"ascending": "descending", "descending": "ascending"}[first]
	c := columnView{Name: name, Address: v.with("sort", by)}
	switch v.Query.Get("sort") {
	case by:
		c.Sorted = first
		if by != byPlace {
			c.Address = v.with("sort", "-"+by)
		}
	case "-" + by:
		c.Sorted = second
	}
	if by != byPlace {
		c.Arrow = map[string]string{"ascending": "↑", "descending": "↓"}[c.Sorted]
	}
	return c
}

// with returns the address of the page with one parameter changed, or without it if value is "".
func (v *Visit) with(name, value string) string {
	q := maps.Clone(v.Query)
	if q == nil {
		q = url.Values{}
	}
	q.Set(name, value)
	if value == "" {
		q.Del(name)
	}
	if len(q) == 0 {
		return v.Path
	}
	return v.Path + "?" + q.Encode()
}

// outcomes are the signs of a round from the best to the worst.
const outcomes = "+=?-"

// sortRows sorts the lines of each pool by the query; equals keep the order of places.
func (v *Visit) sortRows(rows []standingsRow, criteria []tournament.Criterion, n int) {
	by, reversed := strings.CutPrefix(v.Query.Get("sort"), "-")
	if by == byPlace {
		return
	}
	for i := range rows {
		rows[i].Step = false
	}
	var order func(a, b *standingsRow) int
	round, _ := strconv.Atoi(by)
	at := slices.Index(criteria, tournament.Criterion(by))
	switch {
	case round > 0 && round <= n:
		order = func(a, b *standingsRow) int {
			return cmp.Compare(outcomeOf(a.row, round), outcomeOf(b.row, round))
		}
	case at >= 0:
		order = func(a, b *standingsRow) int {
			return results.Better(criteria[at:at+1], a.row.Scores[at:at+1], b.row.Scores[at:at+1])
		}
	}
	for _, pool := range byPool(rows) {
		heading := pool[0].Pool
		pool[0].Pool = ""
		switch {
		case by == byName:
			i18n.Sort(v.Lang, pool, func(r standingsRow) string { return r.Player.Name })
		case by == byClub:
			i18n.Sort(v.Lang, pool, func(r standingsRow) string { return r.Player.Country + " " + r.Player.Club })
		case order != nil:
			slices.SortStableFunc(pool, func(a, b standingsRow) int { return order(&a, &b) })
		}
		if reversed {
			slices.Reverse(pool)
		}
		pool[0].Pool = heading
	}
}

func outcomeOf(r *results.Row, round int) int {
	return strings.IndexByte(outcomes, r.Cells[round-1].Sign)
}
