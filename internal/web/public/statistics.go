package public

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A statisticsPage counts games and players.
type statisticsPage struct {
	page.Base
	Games  string
	Weaker string // how often the weaker player won; "" for few games
	Charts []chartView
	Empty  *emptyView // before the first round
}

// A chartView is a row of bars and its table (partial "chart").
type chartView struct {
	Title string
	Heads []string // of the table: the label's, then one for each part
	Bars  []barView
}

// A barView is one bar: parts next to each other, each as wide as its count.
type barView struct {
	Label string
	Parts []barPart
	Total int
}

// A barPart is one part of a bar, in percent of the widest bar.
type barPart struct {
	X, Width float64
	Count    int
}

// fewestUnequal is the fewest games between different ranks that allow a chart about the handicap.
const fewestUnequal = 5

func showStatistics(v *Visit) (string, any, error) {
	page := statisticsPage{Base: v.Base(v.Lang.T("frame.statistics"), "/statistics")}
	if v.Tournament.Current() == 0 {
		page.Empty = v.empty()
		return "statistics", page, nil
	}
	games := results.StatisticsOf(v.Tournament, v.Tournament.Current())
	page.Games = v.Lang.T("statistics.games", games.Played.Games())
	if games.Played.Games() > 0 {
		heads := []string{"game.terms", "game.stone.black", "workbook.jigo", "game.stone.white"}
		page.Charts = append(page.Charts,
			newChart(v.Lang, "statistics.handicap", heads, handicapBars(v.Lang, games.ByHandicap)))
	}
	if games.Stronger+games.Weaker >= fewestUnequal {
		page.Weaker = v.Lang.T("statistics.weaker", games.Weaker, games.Stronger+games.Weaker)
	}
	page.Charts = append(page.Charts,
		newChart(v.Lang, "statistics.groups", []string{"statistics.score", "frame.players"}, v.scoreBars()),
		newChart(v.Lang, "statistics.ranks", []string{"field.rank", "frame.players"}, rankBars(v.Tournament)))
	if bars := countryBars(v.Tournament); len(bars) > 1 {
		page.Charts = append(page.Charts, newChart(v.Lang, "statistics.countries", []string{"field.country", "frame.players"}, bars))
	}
	if bars := roundBars(v.Tournament); len(bars) > 1 {
		heads := []string{"field.round", "game.stone.black", "workbook.jigo", "game.stone.white"}
		page.Charts = append(page.Charts, newChart(v.Lang, "field.rounds", heads, bars))
	}
	return "statistics", page, nil
}

func handicapBars(lang *i18n.Language, by map[int]results.Tally) []barView {
	var bars []barView
	for _, h := range slices.Sorted(maps.Keys(by)) {
		label := lang.T("statistics.even")
		if h > 0 {
			label = lang.T("draw.stones", h)
		}
		bars = append(bars, barView{Label: label, Parts: counts(by[h].Black, by[h].Jigo, by[h].White)})
	}
	return bars
}

// scoreBars counts the players of each score, the best first: the score groups of
// the next draw.
func (v *Visit) scoreBars() []barView {
	standings := v.Standings(v.Tournament.Current())
	return countBars(standings.Rows, func(r *results.Row) (int, string) {
		return int(v.scoreOf(r)), v.Lang.Decimal(v.scoreOf(r).String())
	})
}

// rankBars counts the players of each rank. In a small field, where most bars would be one player, five ranks share
// one.
func rankBars(t *tournament.Tournament) []barView {
	players := t.Participants()
	each := countBars(players, func(p **tournament.Player) (int, string) { return int((*p).Rank), (*p).Rank.String() })
	if len(players) >= 3*len(each) {
		return each
	}
	return countBars(players, func(p **tournament.Player) (int, string) {
		band := int((*p).Rank-rank.Dan(1)) / fewRanks // of the dans
		if (*p).Rank < rank.Dan(1) {
			band = -1 - int(rank.Kyu1-(*p).Rank)/fewRanks
		}
		first := rank.Dan(1) + rank.Rank(fewRanks*band)
		return band, (first + fewRanks - 1).String() + " – " + first.String()
	})
}

// countryBars counts the players of each country, the most first.
func countryBars(t *tournament.Tournament) []barView {
	count := map[string]int{}
	for _, p := range t.Participants() {
		if p.Country != "" {
			count[p.Country]++
		}
	}
	countries := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	var bars []barView
	for _, c := range countries[:min(mostCountries, len(countries))] {
		bars = append(bars, barView{Label: c, Parts: counts(count[c])})
	}
	return bars
}

// mostCountries is how many countries have a bar.
const mostCountries = 12

// roundBars counts the games of each round that Black won, and White.
func roundBars(t *tournament.Tournament) []barView {
	var bars []barView
	var before results.Tally
	for n := 1; n <= t.Current(); n++ {
		played := results.StatisticsOf(t, n).Played
		if played.Games() > before.Games() {
			bars = append(bars, barView{
				Label: strconv.Itoa(n), Parts: counts(played.Black-before.Black, played.Jigo-before.Jigo, played.White-before.White),
			})
		}
		before = played
	}
	return bars
}

// fewRanks is how many ranks share a bar in a small field.
const fewRanks = 5

// countBars counts the elements of a list by a number, the greatest first.
func countBars[T any](list []T, by func(*T) (int, string)) []barView {
	count, label := map[int]int{}, map[int]string{}
	low, high := 0, -1
	for i := range list {
		n, text := by(&list[i])
		if high < low {
			low, high = n, n
		}
		low, high = min(low, n), max(high, n)
		count[n]++
		label[n] = text
	}
	var bars []barView
	for n := high; n >= low; n-- {
		if count[n] > 0 {
			bars = append(bars, barView{Label: label[n], Parts: counts(count[n])})
		}
	}
	return bars
}

func counts(list ...int) []barPart {
	parts := make([]barPart, len(list))
	for i, n := range list {
		parts[i].Count = n
	}
	return parts
}

// newChart lays out the bars; the longest is a hundred percent wide. title and
// heads are the keys of messages.
func newChart(lang *i18n.Language, title string, heads []string, bars []barView) chartView {
	most := 1
	for i := range bars {
		for _, p := range bars[i].Parts {
			bars[i].Total += p.Count
		}
		most = max(most, bars[i].Total)
	}
	for _, b := range bars {
		x := 0.0
		for i := range b.Parts {
			p := &b.Parts[i]
			p.X, p.Width = x, 100*float64(p.Count)/float64(most)
			x += p.Width
		}
	}
	chart := chartView{Title: lang.T(title), Bars: bars}
	for _, key := range heads {
		chart.Heads = append(chart.Heads, lang.T(key))
	}
	return chart
}
