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
	// Text is the verdict, worse or better. Facts are the differences in games and stones, losses first; Worse counts
	// the losses. First is the first fact without the tables; "" for none.
	Text, First string
	Facts       []string
	Worse       int
	// New are the checks that fail now and did not before.
	New []markView
	// Numbers are the differences in total and by criterion.
	Numbers []string
}

// newChangeCost returns the cost of a change in words, and by criterion.
func newChangeCost(lang *i18n.Language, was, now *pairing.Draw) *changeCost {
	v := &changeCost{Text: lang.T("draw.cost.nothing")}
	switch now.Compare(was) {
	case -1:
		v.Text = lang.T("draw.cost.this")
	case 1:
		v.Text = lang.T("draw.cost.gain")
	}
	v.addNumber(lang, lang.T("draw.verify.total"), new(big.Int).Sub(now.Total, was.Total))
	facts := meetingsWords(lang, was, now) // counted and graded, by whether something gets worse
	grades, stones := map[string][]string{}, ""
	for i, name := range pairing.Criteria() {
		before, after := sumOf(was, i), sumOf(now, i)
		diff := new(big.Int).Sub(after.value, before.value)
		if diff.Sign() != 0 {
			v.addNumber(lang, lang.T("explain.share."+name), diff)
		}
		text, more := "", after.games-before.games
		switch {
		case name == "handicap":
			stones, text, more = stonesWords(lang, was, now)
		case name == "duplicate", name == "score":
			text = counted(lang, "draw.cost."+name, more)
		case name == "dudd" && after.games != before.games:
			continue // the games across score groups have been counted
		}
		switch {
		case text != "" && more > 0:
			facts["worse"] = append(facts["worse"], text)
		case text != "":
			facts["better"] = append(facts["better"], text)
		case diff.Sign() != 0 && name != "random":
			key := grade(diff, max(before.most, after.most))
			grades[key] = append(grades[key], lang.T("explain.share."+name))
		}
	}
	for _, way := range []string{"worse", "better"} {
		v.Facts = append(v.Facts, facts[way]...)
		for _, key := range []string{way + ".much", way, way + ".slightly"} {
			if list := grades[key]; list != nil {
				v.Facts = append(v.Facts, lang.T("draw.cost."+key, strings.Join(list, ", ")))
			}
		}
		if way == "worse" {
			v.Worse = len(v.Facts)
		}
	}
	if len(v.Facts) > 0 {
		v.First = v.Facts[0]
	}
	if stones != "" && strings.HasPrefix(v.First, stones) {
		v.First = stones + "."
	}
	return v
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

// words returns the facts, joined; without facts, the verdict.
func (v *changeCost) words() string {
	if len(v.Facts) == 0 {
		return v.Text
	}
	return strings.Join(v.Facts, " ")
}

// brief returns the first fact; without facts, the verdict.
func (v *changeCost) brief() string { return cmp.Or(v.First, v.Text) }

func (v *changeCost) addNumber(lang *i18n.Language, name string, diff *big.Int) {
	text := formatBig(diff)
	if diff.Sign() > 0 {
		text = "+" + text
	}
	v.Numbers = append(v.Numbers, lang.T("draw.cost.share", name, text))
}

// A criterionSum is what the games of a draw are worth by one criterion: the sum, the most that
// one game could be worth, and how many games fall short of that.
type criterionSum struct {
	value *big.Int
	most  int64
	games int
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

// grade returns how much worse or better a criterion gets, measured by the most that one game
// could be worth: "worse.slightly" to "better.much".
func grade(diff *big.Int, most int64) string {
	key, part := "better", 1.0
	if diff.Sign() < 0 {
		key = "worse"
	}
	if most > 0 {
		part, _ = new(big.Rat).SetFrac(new(big.Int).Abs(diff), big.NewInt(most)).Float64()
	}
	switch {
	case part < .2:
		return key + ".slightly"
	case part > .8:
		return key + ".much"
	}
	return key
}

// mostTablesNamed is how many tables a sentence about a change names.
const mostTablesNamed = 2

// stonesWords returns the difference in handicap stones, negative for fewer, a phrase for it, and a sentence with the
// tables if they are few; both "" for no difference.
func stonesWords(lang *i18n.Language, was, now *pairing.Draw) (phrase, text string, stones int) {
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
		return "", "", 0
	}
	phrase = counted(lang, "draw.cost.stones", stones)
	if len(was.Games) != len(now.Games) || len(tables) > mostTablesNamed {
		return phrase, phrase + ".", stones
	}
	return phrase, lang.T("draw.cost.stones.at", len(tables), phrase, joinTexts(lang, tables), joinTexts(lang, since), joinTexts(lang, then)), stones
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
