package draw

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
)

// A changeCost is the cost of a change of a draw.
type changeCost struct {
	// Text is the verdict, with the differences in games and stones that decide it; Beside are the other differences, ""
	// for none. Gain is set when the draw gets better.
	Text, Beside string
	Gain         bool
	// brief is the verdict in few words.
	brief string
	// New are the checks that fail now and did not before.
	New []markView
	// Numbers are the differences in total and by criterion.
	Numbers []string
}

// newChangeCost returns the cost of a change in words, and by criterion.
func newChangeCost(lang *i18n.Language, was, now *pairing.Draw) *changeCost {
	v := &changeCost{}
	v.addNumber(lang, lang.T("draw.verify.total"), new(big.Int).Sub(now.Total, was.Total))
	facts := meetingsWords(lang, was, now) // counted and graded, by whether something gets worse
	for i, name := range pairing.Criteria() {
		before, after := sumOf(was, i), sumOf(now, i)
		diff := new(big.Int).Sub(after.value, before.value)
		if diff.Sign() != 0 {
			v.addNumber(lang, lang.T("explain.share."+name), diff)
		}
		text, more := "", after.games-before.games
		switch {
		case name == "handicap":
			text, more = stonesWords(lang, was, now)
		case name == "duplicate", name == "score":
			text = counted(lang, "draw.cost."+name, more)
		case name == "wish" && after.kept != before.kept:
			text, more = counted(lang, "draw.cost.wish", after.kept-before.kept), before.kept-after.kept
		case name == "dudd" && after.games != before.games:
			continue // the games across score groups have been counted
		}
		switch {
		case text != "" && more > 0:
			facts["worse"] = append(facts["worse"], text)
		case text != "":
			facts["better"] = append(facts["better"], text)
		case diff.Sign() != 0 && name != "random":
			way := "better"
			if diff.Sign() < 0 {
				way = "worse"
			}
			facts[way] = append(facts[way], lang.T("draw.cost."+name+"."+way))
		}
	}
	v.judge(lang, now.Compare(was), facts["worse"], facts["better"])
	return v
}

// judge words the verdict: a draw that gets worse, -1, stays as good, 0, or gets better, 1.
func (v *changeCost) judge(lang *i18n.Language, sign int, worse, better []string) {
	list := func(key string, facts []string) string {
		if len(facts) == 0 {
			return ""
		}
		return lang.T(key, strings.Join(facts, ", "))
	}
	price, gain := list("draw.cost.but", worse), list("draw.cost.but", better)
	switch v.Gain = sign > 0; {
	case sign < 0:
		v.Text, v.Beside = cmp.Or(list("draw.cost.worse", worse), lang.T("draw.cost.this")), gain
		v.brief = v.Text
		if len(worse) > 0 {
			v.brief, _, _ = strings.Cut(worse[0], " (")
		}
	case sign == 0:
		v.brief = lang.T("draw.cost.nothing")
		v.Text, v.Beside = v.brief, strings.TrimSpace(list("draw.cost.worse", worse)+" "+list("draw.cost.better", better))
	case len(worse) > 0:
		v.Text, v.Beside, v.brief = cmp.Or(list("draw.cost.better", better), lang.T("draw.cost.gain")), price, lang.T("draw.cost.gain")
	default:
		v.Text, v.brief = cmp.Or(list("draw.cost.better", better), lang.T("draw.cost.gain")), lang.T("draw.cost.gain")
	}
}

// meetingsWords returns texts about more, fewer, sooner or later repeated games, by "worse" and "better". If the only
// new meetings are second ones, the criterion for rematches counts them instead.
func meetingsWords(lang *i18n.Language, was, now *pairing.Draw) map[string][]string {
	facts := map[string][]string{}
	add := func(key string, more int) {
		if text := counted(lang, key, more); text != "" {
			way := "better"
			if more > 0 {
				way = "worse"
			}
			facts[way] = append(facts[way], text)
		}
	}
	duplicate := slices.Index(pairing.Criteria(), "duplicate")
	before, after := was.Repeats, now.Repeats
	more, rematches := after.Meetings-before.Meetings, sumOf(now, duplicate).games-sumOf(was, duplicate).games
	if more != rematches {
		add("draw.cost.meetings", more)
	}
	add("draw.cost.before", after.RoundBefore-before.RoundBefore)
	if more == 0 && rematches == 0 && after.RoundBefore == before.RoundBefore {
		add("draw.cost.ago", after.Last-before.Last)
	}
	return facts
}

func (v *changeCost) addNumber(lang *i18n.Language, name string, diff *big.Int) {
	text := formatBig(diff)
	if diff.Sign() > 0 {
		text = "+" + text
	}
	v.Numbers = append(v.Numbers, lang.T("draw.cost.share", name, text))
}

// A criterionSum is what the games of a draw are worth by one criterion: the sum, the most that
// one game could be worth, how many games fall short of that, and how many are worth anything.
type criterionSum struct {
	value       *big.Int
	most        int64
	games, kept int
}

func sumOf(d *pairing.Draw, criterion int) criterionSum {
	sum := criterionSum{value: new(big.Int)}
	for _, g := range d.Games {
		s := g.Shares[criterion]
		sum.value.Add(sum.value, big.NewInt(s.Value))
		sum.most = max(sum.most, s.Most)
		if s.Value < s.Most {
			sum.games++
		}
		if s.Value > 0 {
			sum.kept++
		}
	}
	return sum
}

// counted returns the text about games that a change costs or saves by a criterion; "" for 0.
func counted(lang *i18n.Language, key string, more int) string {
	switch {
	case more > 0:
		return lang.T(key+".more", more)
	case more < 0:
		return lang.T(key+".fewer", -more)
	}
	return ""
}

// mostTablesNamed is how many tables a sentence about a change names.
const mostTablesNamed = 2

// stonesWords returns the difference in handicap stones, negative for fewer, and a phrase with the tables if they are
// few; "" for no difference.
func stonesWords(lang *i18n.Language, was, now *pairing.Draw) (text string, stones int) {
	before := map[int]int{}
	for _, g := range was.Games {
		before[g.Game.Table] = g.Game.Handicap
		stones -= g.Game.Handicap
	}
	var tables, then, since []string
	for _, g := range now.Games {
		stones += g.Game.Handicap
		if old, known := before[g.Game.Table]; !known || old != g.Game.Handicap {
			tables, since = append(tables, strconv.Itoa(g.Game.Table)), append(since, strconv.Itoa(g.Game.Handicap))
			then = append(then, strconv.Itoa(old))
		}
	}
	if stones == 0 {
		return "", 0
	}
	text = counted(lang, "draw.cost.stones", stones)
	if len(was.Games) != len(now.Games) || len(tables) > mostTablesNamed {
		return text, stones
	}
	return lang.T("draw.cost.stones.at", len(tables), text, joinTexts(lang, tables), joinTexts(lang, since), joinTexts(lang, then)), stones
}

// joinTexts joins texts in the manner of the language: 2, 5 and 6.
func joinTexts(lang *i18n.Language, texts []string) string {
	texts = slices.Clone(texts)
	for len(texts) > 2 {
		texts = append([]string{texts[0] + ", " + texts[1]}, texts[2:]...)
	}
	if len(texts) == 2 {
		return lang.T("draw.and", texts[0], texts[1])
	}
	return texts[0]
}
