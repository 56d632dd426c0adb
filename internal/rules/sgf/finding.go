package sgf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Severity is how much a finding matters for the record.
type Severity int8

// The severities, from harmless to grave.
const (
	Note    Severity = iota // worth knowing, nothing is wrong with the record
	Warning                 // against the format, but the meaning is clear
	Error                   // something could not be read and was left out
)

// String returns "note", "warning" or "error".
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// A Kind names the subject of a finding; it is also the key of the message that
// explains it in the reader's language.
type Kind string

// The kinds of findings. In brackets: Finding.Text; then Finding.Read, where the value was
// understood differently from its letter.
const (
	FileEmpty     Kind = "sgf.file.empty"    // no text at all
	FileTooLarge  Kind = "sgf.file.large"    // more bytes than Options.Bytes; nothing was read [the bound]
	FileBinary    Kind = "sgf.file.binary"   // no text but other data; nothing was read
	FileOther     Kind = "sgf.file.other"    // a file of another kind; nothing was read [its name]
	TreeMissing   Kind = "sgf.tree.missing"  // no game tree in the text
	TreeEmpty     Kind = "sgf.tree.empty"    // a tree without a node
	TreeOpen      Kind = "sgf.tree.open"     // the text ends inside a tree
	TreeTooDeep   Kind = "sgf.tree.deep"     // variations nest deeper than Options.Depth; the rest was not read [the bound]
	TooManyGames  Kind = "sgf.games.many"    // more games than Options.Games; the rest was not read [the bound]
	TooManyNodes  Kind = "sgf.nodes.many"    // more nodes than Options.Nodes; the rest was not read [the bound]
	TooManyValues Kind = "sgf.values.many"   // more values than Options.Values; the rest was not read [the bound]
	NodeMissing   Kind = "sgf.node.missing"  // a property where a semicolon should be [the property]
	NodeStray     Kind = "sgf.node.stray"    // a node after variations, read as one more variation
	NameOdd       Kind = "sgf.name.odd"      // a property name without a capital letter [the name]
	ValueMissing  Kind = "sgf.value.missing" // a property without value, left out [the property]
	ValueStray    Kind = "sgf.value.stray"   // a value without property, left out
	ValueOpen     Kind = "sgf.value.open"    // a value without its closing bracket [the property]
	TextStray     Kind = "sgf.text.stray"    // text that belongs to nothing, left out [the text]
	MoreFindings  Kind = "sgf.findings.more" // there were more findings than are listed

	CharsetGuessed Kind = "sgf.charset.guessed" // no or a wrong character set is named [the one taken]
	CharsetUnknown Kind = "sgf.charset.unknown" // the named character set is unknown [its name]
	CharsetDiffers Kind = "sgf.charset.differs" // the text is not in the character set that it names [the name]
	CharsetLossy   Kind = "sgf.charset.lossy"   // some characters could not be read [the character set]

	GameOther       Kind = "sgf.game.other"      // GM names another game than Go [the value]
	SizeBad         Kind = "sgf.size.bad"        // SZ cannot be read; 19 was taken, or the clear meaning [the value]
	SizeTooLarge    Kind = "sgf.size.large"      // SZ is beyond the points that can be named [the value]
	KomiBad         Kind = "sgf.komi.bad"        // KM was not understood [the value]
	KomiRead        Kind = "sgf.komi.read"       // KM is not in the form of the format [the value; half points]
	KomiKO          Kind = "sgf.komi.ko"         // the komi is in KO of the root [the value; half points]
	KomiHundredths  Kind = "sgf.komi.hundredths" // KM was read as hundredths [the value; half points]
	KomiStones      Kind = "sgf.komi.stones"     // KM was read as stones of two points each [the value; half points]
	KomiServer      Kind = "sgf.komi.server"     // KM is a server's form for the komi of its rules [the value; half points]
	HandicapBad     Kind = "sgf.handicap.bad"    // HA is not 0 or a number from 2 [the value]
	ResultBad       Kind = "sgf.result.bad"      // RE is not in the form of the format, and was not understood [the value]
	ResultRead      Kind = "sgf.result.read"     // RE is not in the form of the format [the value; the Result]
	NameRank        Kind = "sgf.name.rank"       // a rank stands behind the name in PB or PW [the value; the name]
	PointBad        Kind = "sgf.point.bad"       // a value that is not a point, left out [property and value]
	PointOffBoard   Kind = "sgf.point.off"       // a point outside the board, left out [property and value]
	ValueTwice      Kind = "sgf.value.twice"     // several values where one counts, the first [the property]
	MovesTogether   Kind = "sgf.move.two"        // Black and White move in one node, played in the order written
	BlackMovesTwice Kind = "sgf.move.two.black"  // Black moves more than once in one node
	WhiteMovesTwice Kind = "sgf.move.two.white"  // White moves more than once in one node
	MoveWithSetup   Kind = "sgf.move.setup"      // a move and set-up stones in one node; the set-up comes first
	BranchEnded     Kind = "sgf.branch.ended"    // another branch than the first ends with two passes [; the Branches]
	BranchLonger    Kind = "sgf.branch.longer"   // another branch is longer than the first [; the Branches]
	BranchShort     Kind = "sgf.branch.short"    // the moves part shortly before the end of the first branch [; the Branches]
	SetupOverlap    Kind = "sgf.setup.overlap"   // a point is set up twice in one node
)

// A Finding is one remark about a file.
type Finding struct {
	Kind     Kind
	Severity Severity
	Text     string // the part in question, at most 60 characters; see Kind
	Read     any    // its meaning: half points, a Result or a name; see Kind
	Node     Node   // the zero Node if the finding belongs to no node
	Offset   int    // in bytes of the text as UTF-8 without byte order mark
	Line     int    // from 1
	Column   int    // from 1, in characters
}

// Error formats the finding for developers; people read the message of Kind.
func (f Finding) Error() string {
	s := fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Kind)
	if f.Text != "" {
		s += fmt.Sprintf(" (%s)", f.Text)
	}
	return s
}

// maxFindings bounds the list.
const maxFindings = 100

// findings collects the findings of one text.
type findings struct {
	text string
	list []Finding
}

// fullList reports whether no more findings are listed.
func (fs *findings) fullList() bool { return len(fs.list) > maxFindings }

// add lists a finding; the last in a full list is MoreFindings.
func (fs *findings) add(f Finding) {
	if fs.fullList() {
		return
	}
	if len(fs.list) == maxFindings { // at the end of the text, so that it stays last
		f = Finding{Kind: MoreFindings, Offset: len(fs.text)}
	}
	f.Text = excerpt(f.Text)
	if read, ok := f.Read.(string); ok {
		f.Read = excerpt(read)
	}
	fs.list = append(fs.list, f)
}

// locate sorts the findings by place, fills in lines and columns and returns them.
func (fs *findings) locate() []Finding {
	slices.SortStableFunc(fs.list, func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
	line, start, at := 1, 0, 0
	for i := range fs.list {
		f := &fs.list[i]
		between := fs.text[at:f.Offset]
		if n := strings.Count(between, "\n"); n > 0 {
			line += n
			start = at + strings.LastIndexByte(between, '\n') + 1
		}
		at = f.Offset
		f.Line, f.Column = line, 1+utf8.RuneCountInString(fs.text[start:at])
	}
	return fs.list
}

// excerpt shortens a quotation, so that a hostile file cannot make its findings
// large.
func excerpt(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n == most {
			return strings.Clone(s[:i]) + "…"
		}
		n++
	}
	return s
}
