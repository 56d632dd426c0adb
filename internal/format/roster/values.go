package roster

import (
	"regexp"
	"strconv"
	"strings"

	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// blank are the signs of an empty cell, nothing the words for it.
var (
	blank   = wordSet("- -- – — ? . /")
	nothing = wordSet("n/a none brak není")
)

func isBlank(s string) bool { return s == "" || blank[s] }

func isNothing(s string) bool { return isBlank(s) || nothing[strings.ToLower(s)] }

var yearOfBirth = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)(?:\D|$)`)

// readBorn reads the year of a birthday in any form; ok is false when the cell holds no year.
func readBorn(s string) (year int, ok bool) {
	if isNothing(s) {
		return 0, true
	}
	m := yearOfBirth.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	year, _ = strconv.Atoi(m[1])
	return year, true
}

// payments are sums with at most two decimals, beside a currency of a few letters or a
// sign.
var payments = regexp.MustCompile(`^(?:[\pL\p{Sc}]{0,4} ?)?(\d{1,7})(?:[.,](\d{1,2}))?(?:,-)? ?[\pL\p{Sc}]{0,4}\.?$`)

// paidWords mean a payment, in addition to the words for yes.
var paidWords = wordSet("paid maksettu maksanut suoritettu zaplacone zaplacono oplacone zaplaceno uhrazeno bezahlt betald betalt paye")

// readPayment reads a sum, or a word for a payment, for which the sum is 0. a are the answers of the column.
func readPayment(cell string, a *answers) (sum tournament.Money, paid, ok bool) {
	if paid, ok = a.read(cell); ok {
		return 0, paid, true
	}
	if m := payments.FindStringSubmatch(cell); m != nil {
		n, _ := strconv.Atoi(m[1] + (m[2] + "00")[:2]) // of nine digits at most
		return tournament.Money(n), n > 0, true
	}
	return 0, true, paidWords[spelling.Fold(cell)]
}
