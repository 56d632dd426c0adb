package recordmatch

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tourney/internal/rules/sgf"
)

// A place has the round and table in a record; 0 for missing ones.
type place struct{ round, table int }

// number matches a number behind one of some words.
func number(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + words + `)[ ._#:-]*(?:no?\.? *)?(\d{1,4})(?:\D|$)`)
}

// The words for round and table in the languages of our pages, German and French, and the
// letters that people shorten them to.
var (
	roundNumber = number(`round|rnd|rd|r|kierros|kierr|runda|rundzie|kolo|k|runde|ronde`)
	tableNumber = number(`table|tbl|tab|board|bd|t|b|pöytä|pöydän|pöydässä|stół|stolik|stůl|stul|deska|tisch|brett|plateau|p`)
	roundFirst  = regexp.MustCompile(`(?i)(?:^|\D)(\d{1,2})\. *(?:kierros|runda|kolo|runde|round|ronde)`)
	tableFirst  = regexp.MustCompile(`(?i)(?:^|\D)(\d{1,4})\. *(?:pöytä|stół|stolik|stůl|tisch|brett|table)`)
	// ownName is the name of a record downloaded here: round and table at the end.
	ownName = regexp.MustCompile(`-(\d{1,2})-(\d{1,4})(?: ?\(\d+\))?$`)
	onlyDay = regexp.MustCompile(`(\d{4})[-/._年 ]{1,2}(\d{1,2})[-/._月 ]{1,2}(\d{1,2})`)
	isCount = regexp.MustCompile(`^\d{1,3}$`)
)

// placeOf reads round and table from the record and the name of its file, in this order.
func placeOf(slug, name string, g sgf.Game) (p place) {
	if ro := strings.TrimSpace(g.Info("RO")); isCount.MatchString(ro) {
		p.round = atoi(ro)
	}
	name = strings.ReplaceAll(name, `\`, "/")
	base := path.Base(name)
	base = strings.TrimSuffix(base, path.Ext(base))
	if m := ownName.FindStringSubmatch(base); m != nil && strings.HasPrefix(base, slug+"-") {
		p.fill(atoi(m[1]), atoi(m[2]))
	}
	for _, text := range []string{g.Info("RO"), g.Info("EV"), g.Info("GN"), g.Info("PC"), base, path.Dir(name)} {
		const longest = 300
		text = onlyDay.ReplaceAllString(text[:min(len(text), longest)], " ")
		p.fill(firstNumber(text, roundNumber, roundFirst), firstNumber(text, tableNumber, tableFirst))
	}
	if isCount.MatchString(base) {
		p.fill(0, atoi(base))
	}
	return p
}

// fill sets the missing numbers.
func (p *place) fill(round, table int) {
	if p.round == 0 {
		p.round = round
	}
	if p.table == 0 {
		p.table = table
	}
}

// firstNumber returns the number of the first matching pattern, 0 without one.
func firstNumber(text string, patterns ...*regexp.Regexp) int {
	for _, p := range patterns {
		if m := p.FindStringSubmatch(text); m != nil {
			return atoi(m[1])
		}
	}
	return 0
}

// atoi returns a number of a few digits.
func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0 // longer than any number here
	}
	return n
}

// dayOf returns the first day in DT, zero without one.
func dayOf(g sgf.Game) time.Time {
	text := g.Info("DT")
	const longest = 100
	m := onlyDay.FindStringSubmatch(text[:min(len(text), longest)])
	if m == nil {
		return time.Time{}
	}
	day := time.Date(atoi(m[1]), time.Month(atoi(m[2])), atoi(m[3]), 0, 0, 0, 0, time.UTC)
	if int(day.Month()) != atoi(m[2]) || day.Day() != atoi(m[3]) {
		return time.Time{} // such as 31 February
	}
	return day
}
