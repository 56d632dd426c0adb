package sgf

import (
	"slices"
	"strings"
)

// isBinary reports whether text is other data, such as a picture or an
// archive: more than a twentieth of it is control characters.
func isBinary(text string) bool {
	const few, most = 16, 1 << 16
	text = text[:min(len(text), most)]
	n := 0
	for _, c := range []byte(text) {
		if c < ' ' && !isSpace(c) || c == 0x7f {
			n++
		}
	}
	return n > few+len(text)/20
}

// properties are the names that the format gives meaning in a game of Go.
var properties = func() map[key]bool {
	set := map[key]bool{}
	for _, name := range strings.Fields("AB AE AN AP AR AW B BL BM BR BT C CA CP CR DD DM DO DT EV FF FG GB GC GM GN GW HA HO IT KM KO " +
		"LB LN MA MN N OB ON OT OW PB PC PL PM PW RE RO RU SL SO SQ ST SZ TB TE TM TR TW UC US V VW W WL WR WT") {
		set[keyOf(name)] = true
	}
	return set
}()

// dropChance takes out trees that signs of another text seem to be, such as
// "for(;;)": something in the file is odd, and no property in it means anything.
func (p *parser) dropChance() {
	isOdd := func(f Finding) bool { return !strings.HasPrefix(string(f.Kind), "sgf.charset.") }
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
		p.list = p.list[1:] // of which the last says that there are more
	}
	p.list = slices.Insert(p.list, 0, Finding{Kind: TreeMissing, Severity: Error})
}
