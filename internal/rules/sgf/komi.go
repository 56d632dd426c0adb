package sgf

import "strings"

// Komi returns the komi in half points: 13 is 6.5. It is read from KM in any form that an
// amount has, 650 as hundredths, and a quarter as one of a stone, which is two points: 3.75
// and 375 are 7.5 points. Fox writes 0 in even games that had the komi of their rules, Sina
// the komi in KO. It is not ok when the record names no komi, or no such number below 1,000
// points; then Info("KM") is the difference.
func (g Game) Komi() (halfPoints int, ok bool) {
	k := g.komi()
	return k.halfPoints, k.ok
}

// A komi is a parsed komi of a record.
type komi struct {
	halfPoints   int
	ok, standard bool
	hundredths   bool // written in hundredths, as servers do
	stones       bool // written in stones, as the Chinese count
	server       bool // taken from the rules that a server names
	inKO         bool // written in KO
}

// komi returns the komi with the ways in which it was understood.
func (g Game) komi() komi {
	text := g.Info("KM")
	if text == "" {
		k := komiOf(g.Root().Text("KO"))
		k.inKO = k.ok
		return k
	}
	k := komiOf(text)
	if !k.ok || k.halfPoints != 0 || !g.isFromFox() {
		return k
	}
	if stones, _ := g.Handicap(); stones == 0 {
		k.server, k.halfPoints = true, 13
		if strings.EqualFold(strings.TrimSpace(g.Info("RU")), "chinese") {
			k.halfPoints = 15
		}
	}
	return k
}

// isFromFox reports whether the record is of the server Fox, which names itself in a separate AP, sometimes behind
// another program's.
func (g Game) isFromFox() bool {
	for p := range g.Root().Properties() {
		if p.Name() != "AP" {
			continue
		}
		for v := range p.Values() {
			if strings.HasPrefix(strings.ToLower(v), "foxwq") {
				return true
			}
		}
	}
	return false
}

// komiOf parses a komi. No komi has a hundred points, so whole numbers from there on are hundredths if they are whole
// quarters.
func komiOf(s string) komi {
	const hundred = 100 * 4
	n, standard, ok := quarters(s)
	if !ok {
		return looseKomi(s)
	}
	k := komi{ok: true, standard: standard}
	if (n >= hundred || n <= -hundred) && n%100 == 0 {
		n /= 100
		k.hundredths = true
	}
	k.stones = n%2 != 0
	k.halfPoints = amount{quarters: n}.halfPoints()
	return k
}

// komiWords are the words that stand beside a komi.
var komiWords = wordSet("komi p pt pts point points moku zi piste pistettä pist pkt punkt punkty punktu punktów bod body bodu bodů b " +
	"punkte punkten pts очко очка очков stones stone kiveä kamieni kamienie kamenů 贴 貼 黑贴 黑貼 贴目 貼目 コミ コミ出し 先番 덤")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// looseKomi parses a komi in another form than the format's: one amount, with komiWords
// beside it or without words.
func looseKomi(s string) (k komi) {
	s, _, _ = strings.Cut(plainAmounts(s), "(") // the rest explains
	all := amountsIn(s)
	if len(all) != 1 || all[0].isMove {
		return k
	}
	a := all[0]
	before, negative := strings.CutSuffix(s[:a.start], "-")
	for _, w := range strings.FieldsFunc(before+" "+s[a.end:], isNoWord) {
		if !komiWords[w] {
			return k
		}
	}
	k = komi{halfPoints: a.halfPoints(), ok: true, stones: a.stones || a.quarters%2 != 0}
	if negative {
		k.halfPoints = -k.halfPoints
	}
	return k
}

// isNoWord reports whether a character stands between words.
func isNoWord(r rune) bool { return strings.ContainsRune(" .,;:()[]+", r) }
