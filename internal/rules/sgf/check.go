package sgf

import (
	"strings"

	"tourney/internal/i18n/charset"
)

// check reports properties of Go that cannot be read, and sets the board size of
// each game.
func (p *parser) check() {
	for i := range p.c.games {
		g := p.c.Game(i)
		p.checkRoot(g)
		if !g.IsGo() || !p.c.games[i].sizeOK {
			continue // no board to compare points with
		}
		for n := range g.Nodes() {
			p.checkNode(n)
		}
		p.checkBranches(g)
	}
}

// checkBranches reports another branch than the first that may be the game as it was played.
func (p *parser) checkBranches(g Game) {
	b, ok := g.Branches()
	if !ok {
		return
	}
	f := Finding{Kind: b.kind(), Severity: Note, Read: b, Node: b.Other.Leaf}
	if b.Likely() {
		f.Severity = Warning
	}
	if at := int(p.c.nodes[b.Other.Leaf.i].prop); at < len(p.c.props) {
		f.Offset = int(p.c.props[at].name)
	}
	p.add(f)
}

// An infoCheck tests the value of a property about the game. Its read value is Finding.Read.
type infoCheck struct {
	name string
	kind Kind
	odd  func(Game) (read any, odd bool)
}

// komiCheck is the infoCheck of one way in which a komi was understood.
func komiCheck(kind Kind, odd func(k komi) bool) infoCheck {
	name := "KM"
	if kind == KomiKO {
		name = "KO"
	}
	return infoCheck{name, kind, func(g Game) (any, bool) {
		k := g.komi()
		if !k.ok {
			return nil, odd(k)
		}
		return k.halfPoints, odd(k)
	}}
}

var infoChecks = []infoCheck{
	komiCheck(KomiBad, func(k komi) bool { return !k.ok }),
	komiCheck(KomiRead, func(k komi) bool { return k.ok && !k.standard && !k.stones }),
	komiCheck(KomiHundredths, func(k komi) bool { return k.hundredths }),
	komiCheck(KomiStones, func(k komi) bool { return k.stones }),
	komiCheck(KomiServer, func(k komi) bool { return k.server }),
	komiCheck(KomiKO, func(k komi) bool { return k.inKO }),
	{"HA", HandicapBad, func(g Game) (any, bool) { n, ok := g.Handicap(); return nil, !ok || n == 1 }},
	{"RE", ResultBad, func(g Game) (any, bool) { r, standard := g.Result(); return nil, !standard && r == Result{} }},
	{"RE", ResultRead, Game.looseResult},
	{"PB", NameRank, func(g Game) (any, bool) { return g.rankApart(Black) }},
	{"PW", NameRank, func(g Game) (any, bool) { return g.rankApart(White) }},
}

// rankApart returns the name of a player, and whether a rank stood behind it.
func (g Game) rankApart(c Color) (name any, apart bool) {
	n, rank := splitRank(g.Info(playerProperties[c].name))
	if rank == "" {
		return nil, false
	}
	return n, true
}

// looseResult returns the result if RE is not in the form of the format.
func (g Game) looseResult() (read any, loose bool) {
	r, standard := g.Result()
	if standard || r == (Result{}) {
		return nil, false
	}
	return r, true
}

func (p *parser) checkRoot(g Game) {
	root := g.Root()
	p.checkSize(g)
	if g.i > 0 && !strings.EqualFold(root.Text("CA"), p.c.Game(0).Root().Text("CA")) && !charset.IsASCII(p.text) {
		p.addAt(CharsetDiffers, Note, root, "CA")
	}
	if !g.IsGo() {
		p.addAt(GameOther, Error, root, "GM")
		return
	}
	p.checkAgain(g)
	for _, c := range infoChecks {
		n := g.infoNode(c.name)
		if n.Text(c.name) == "" {
			continue
		}
		if read, odd := c.odd(g); odd {
			severity := Warning
			if c.kind == NameRank {
				severity = Note
			}
			p.addRead(Finding{Kind: c.kind, Severity: severity, Node: n, Read: read}, c.name)
		}
	}
}

// checkAgain reports values about the game that differ from the first one, which counts.
func (p *parser) checkAgain(g Game) {
	first := map[key]string{}
	for n := range g.MainLine() {
		for i, end := n.props(); i < end; i++ {
			k := p.c.props[i].key
			switch k {
			case 'S'<<8 | 'Z', 'K'<<8 | 'M', 'H'<<8 | 'A', 'R'<<8 | 'E', 'R'<<8 | 'U', 'P'<<8 | 'B', 'P'<<8 | 'W':
			default:
				continue
			}
			for j, last := (Property{p.c, i}).values(); j < last; j++ {
				v := p.c.values[j]
				text := p.text[v.start:v.end]
				if was, again := first[k]; !again {
					first[k] = text
				} else if text != was {
					p.add(Finding{Kind: ValueTwice, Severity: Warning, Text: Property{p.c, i}.Name(), Node: n, Offset: int(v.start)})
				}
			}
		}
	}
}

func (p *parser) checkSize(g Game) {
	e := &p.c.games[g.i]
	e.columns, e.rows, e.sizeOK = 19, 19, true
	n := g.infoNode("SZ")
	text := n.Text("SZ")
	if text == "" {
		return
	}
	columns, rows, standard, ok := size(text)
	kind, severity := SizeBad, Error
	switch {
	case !ok:
		e.sizeOK = false
	case columns > MaxSize || rows > MaxSize:
		e.sizeOK = false
		kind = SizeTooLarge
	default:
		e.columns, e.rows = int8(columns), int8(rows)
		severity = Warning
	}
	if !standard || !e.sizeOK {
		p.addAt(kind, severity, n, "SZ")
	}
}

// addAt adds a finding about the value of a node's property.
func (p *parser) addAt(kind Kind, severity Severity, n Node, name string) {
	p.addRead(Finding{Kind: kind, Severity: severity, Node: n}, name)
}

// addRead completes a finding about the value of a property of its node, and adds it.
func (p *parser) addRead(f Finding, name string) {
	if q, ok := f.Node.property(name); ok {
		f.Offset = int(f.Node.c.props[q.i].name)
	}
	f.Text = f.Node.Text(name)
	p.add(f)
}

// checkNode checks moves, set-up stones and marks.
func (p *parser) checkNode(n Node) {
	black, white, lists := 0, 0, 0
	first, end := n.props()
	for i := first; i < end; i++ {
		switch k := p.c.props[i].key; k {
		case keyB:
			black++
			p.checkMove(n, i)
		case keyW:
			white++
			p.checkMove(n, i)
		case keyAB, keyAW, keyAE:
			lists++
			p.checkPoints(n, i, Error)
		case 'T'<<8 | 'B', 'T'<<8 | 'W', 'M'<<8 | 'A', 'T'<<8 | 'R', 'C'<<8 | 'R',
			'S'<<8 | 'Q', 'S'<<8 | 'L', 'D'<<8 | 'D', 'V'<<8 | 'W':
			p.checkPoints(n, i, Warning)
		}
	}
	at := int(p.c.nodes[n.i].prop)
	if at < len(p.c.props) {
		at = int(p.c.props[at].name)
	}
	found := func(kind Kind) { p.add(Finding{Kind: kind, Severity: Warning, Node: n, Offset: at}) }
	switch {
	case black+white < 2:
	case white == 0:
		found(BlackMovesTwice)
	case black == 0:
		found(WhiteMovesTwice)
	default:
		found(MovesTogether)
	}
	if black+white > 0 && lists > 0 {
		found(MoveWithSetup)
	}
	if lists > 1 {
		b, w, e := n.Points("AB"), n.Points("AW"), n.Points("AE")
		if b.intersects(w) || b.intersects(e) || w.intersects(e) {
			found(SetupOverlap)
		}
	}
}

func (p *parser) checkMove(n Node, i int32) {
	first, end := Property{p.c, i}.values()
	if end-first > 1 {
		p.add(Finding{
			Kind: ValueTwice, Severity: Warning, Text: Property{p.c, i}.Name(), Node: n,
			Offset: int(p.c.values[first+1].start),
		})
	}
	if _, ok := n.move(i); !ok {
		p.badPoint(n, i, first, Error)
	}
}

func (p *parser) checkPoints(n Node, i int32, severity Severity) {
	g := &p.c.games[n.game]
	first, end := Property{p.c, i}.values()
	for j := first; j < end; j++ {
		v := p.c.values[j]
		if v.start == v.end && end-first == 1 {
			return // the empty list
		}
		a, b, ok := rectangle(p.text[v.start:v.end])
		if !ok || !g.on(a) || !g.on(b) {
			p.badPoint(n, i, j, severity)
		}
	}
}

func (p *parser) badPoint(n Node, i, j int32, severity Severity) {
	if p.fullList() {
		return // and save the cost of the text
	}
	v := p.c.values[j]
	text := p.text[v.start:v.end]
	kind := PointBad
	if _, _, ok := rectangle(text); ok {
		kind = PointOffBoard
	}
	text = Property{p.c, i}.Name() + "[" + excerpt(text) + "]"
	p.add(Finding{Kind: kind, Severity: severity, Text: text, Node: n, Offset: int(v.start)})
}
