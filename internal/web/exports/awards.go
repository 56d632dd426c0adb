package exports

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// wrongField returns the column of a fault in a row.
func wrongField(err error) string {
	switch {
	case fault.Is(err, "prize.name"):
		return "name"
	case fault.Is(err, "prize.money"):
		return "money"
	case fault.Is(err, "prize.places"):
		return "places"
	}
	return "limits"
}

// parseAwards parses the awards of a prize by place: amounts with blanks between them, or amounts and things with commas,
// such as "150, 100 and a cup". It reports whether the text is valid.
func parseAwards(text string, to *tournament.Prize) bool {
	text = strings.Trim(text, " ,;")
	awards := strings.Fields(strings.ReplaceAll(text, ";", " "))
	if strings.ContainsFunc(text, unicode.IsLetter) {
		awards = strings.Split(strings.ReplaceAll(text, ";", ", "), ", ")
	}
	for i, award := range awards {
		award = strings.Trim(award, " ,")
		amount, thing, _ := strings.Cut(award, " ")
		m, err := parseMoney(amount)
		if err != nil {
			if amount, thing = "", award; !strings.ContainsFunc(award, unicode.IsLetter) {
				return false
			}
		}
		to.Money = append(to.Money, m)
		if thing = strings.TrimSpace(thing); thing != "" {
			to.Things = append(append(to.Things, make([]string, i-len(to.Things))...), thing)
		}
	}
	return true
}

// formatAwards formats awards for parseAwards.
func formatAwards(p *tournament.Prize) string {
	var awards []string
	for i := range max(len(p.Money), len(p.Things)) {
		award := ""
		if i < len(p.Money) && (p.Money[i] > 0 || i >= len(p.Things) || p.Things[i] == "") {
			award = p.Money[i].String()
		}
		if i < len(p.Things) {
			award = strings.TrimSpace(award + " " + p.Things[i])
		}
		awards = append(awards, award)
	}
	if len(p.Things) > 0 {
		return strings.Join(awards, ", ")
	}
	return strings.Join(awards, " ")
}

var yearsPattern = regexp.MustCompile(`^(\d{4})?(\s*[-–]\s*)?(\d{4})?$`)

// parseYears parses the years of birth of an age group: 2008–, –1965, 2004–2007, 2010
// or none. It reports whether the text is valid.
func parseYears(text string, to *tournament.Prize) bool {
	m := yearsPattern.FindStringSubmatch(text)
	if m == nil || text != "" && m[1] == "" && m[3] == "" {
		return false
	}
	from, last := page.Natural(m[1]), page.Natural(m[3])
	if m[2] == "" {
		from = max(from, last)
		last = from
	}
	to.BornFrom, to.BornTo = from, last
	return true
}

// formatYears formats years for parseYears.
func formatYears(p *tournament.Prize) string {
	year := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	if p.BornFrom == p.BornTo {
		return year(p.BornFrom)
	}
	return year(p.BornFrom) + "–" + year(p.BornTo)
}

// parseMoney parses 100, 33.5 or 33,50.
func parseMoney(text string) (tournament.Money, error) {
	whole, cents, _ := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if len(cents) > 2 {
		return 0, strconv.ErrSyntax
	}
	n, err := strconv.ParseUint(whole+(cents + "00")[:2], 10, 50)
	return tournament.Money(n), err
}
