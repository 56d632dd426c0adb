package sgf

import (
	"slices"
	"strings"
)

// isBinary reports whether text is binary data, such as a picture or an archive:
// more than a twentieth of it is control characters.
func isBinary(text string) bool {
	const few, most = 16, 1 << 16
	text = text[:min(len(text), most)]
	n := 0
	for _, c := range []byte(text) {
		if isControl(c) {
			n++
		}
	}
	return n > few+len(text)/20
}

func isControl(c byte) bool { return c < ' ' && !isSpace(c) || c == 0x7f }

// withoutControls replaces each control character by a space. They have no meaning in a record, and with them a written
// record could be binary when it is read again.
func withoutControls(text string) string {
	for i := range len(text) {
		if isControl(text[i]) {
			clean := []byte(text)
			for ; i < len(clean); i++ {
				if isControl(clean[i]) {
					clean[i] = ' '
				}
			}
			return string(clean)
		}
	}
	return text
}

// properties are the names that have a meaning in a game of Go.
var properties = func() map[key]bool {
	set := map[key]bool{}
	for _, name := range strings.Fields("AB AE AN AP AR AW B BL BM BR BT C CA CP CR DD DM DO DT EV FF FG GB GC GM GN GW HA HO IT KM KO " +
		"LB LN MA MN N OB ON OT OW PB PC PL PM PW RE RO RU SL SO SQ ST SZ TB TE TM TR TW UC US V VW W WL WR WT") {
		set[keyOf(name)] = true
	}
	return set
}()

// dropChance drops the trees of a text that is not a game record but has parentheses, such as "for(;;)": it has
// findings, and none of its properties has a meaning.
func (p *parser) dropChance() {
	ofCharset := []Kind{CharsetGuessed, CharsetUnknown, CharsetDiffers, CharsetLossy}
	isOdd := func(f Finding) bool { return !slices.Contains(ofCharset, f.Kind) }
	if !slices.ContainsFunc(p.list, isOdd) || len(p.c.games) == 0 || p.full {
		return
	}
	for i := range p.c.props {
		if properties[p.c.props[i].key] {
			return
		}
	}
	p.c.games = nil
	for i := range p.list {
		p.list[i].Node = Node{}
	}
	if p.fullList() {
		p.list = p.list[1:] // the last is MoreFindings
	}
	p.list = slices.Insert(p.list, 0, Finding{Kind: TreeMissing, Severity: Error})
}
