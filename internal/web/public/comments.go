package public

import (
	"strings"
	"unicode/utf8"

	"tourney/internal/i18n"
	"tourney/internal/rules/sgf"
)

// Bounds on the comments of a record that a page shows, in bytes: of one comment
// and of all together. Later steps are cut first.
const (
	mostComment  = 4 << 10
	mostComments = 128 << 10
)

// A CommentView is the comment of a record at one step, with the name of the
// position and judgements of the move.
type CommentView struct {
	Step, Number int
	Point        string // of the move; "" before the first
	InVariation  bool   // whether the step belongs to a variation
	Name, Text   string
	Remarks      []string
}

// judgements are the properties that judge a move or a position, and their
// messages.
var judgements = []struct{ property, key string }{
	{"TE", "record.remark.good"}, {"BM", "record.remark.bad"}, {"DO", "record.remark.doubtful"}, {"IT", "record.remark.interesting"},
	{"GB", "record.remark.black"}, {"GW", "record.remark.white"}, {"DM", "record.remark.even"}, {"UC", "record.remark.unclear"},
}

// commentsOf returns the comments of a record. rows is the height of the board, main
// the number of steps of the main line.
func commentsOf(lang *i18n.Language, steps []step, rows, main int) (list []CommentView) {
	left := mostComments
	for i, s := range steps {
		c := CommentView{
			Step: i, Number: s.Number, InVariation: i >= main, Name: strings.TrimSpace(s.node.Text("N")),
			Text: s.comment(),
		}
		for _, r := range judgements {
			if s.node.Has(r.property) {
				c.Remarks = append(c.Remarks, lang.T(r.key))
			}
		}
		if c.Name == "" && c.Text == "" && len(c.Remarks) == 0 {
			continue
		}
		c.Name, c.Text = shortened(c.Name, mostComment), shortened(c.Text, mostComment)
		if left -= len(c.Name) + len(c.Text); left < 0 {
			break
		}
		c.Point = s.point(rows)
		list = append(list, c)
	}
	return list
}

// comment returns the text of a step. At the beginning, the comment on the whole game precedes the comment on the
// position.
func (s *step) comment() string {
	text := s.node.Text("C")
	if s.Up < 0 {
		text = s.node.Text("GC") + "\n" + text
	}
	return strings.TrimSpace(text)
}

// shortened cuts a text to at most most bytes, between two characters.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// mostMarks bounds the marks that one step shows.
const mostMarks = 400

// markSigns are the marks that records put on points.
var markSigns = []struct{ property, sign string }{{"TR", "△"}, {"SQ", "□"}, {"CR", "○"}, {"MA", "×"}}

// marksOf returns the labels and marks of a node: two letters for the point, then
// the label.
func marksOf(n sgf.Node) (list []string) {
	add := func(p sgf.Point, text string) bool {
		list = append(list, p.String()+text)
		return len(list) < mostMarks
	}
	for p, text := range n.Labels() {
		r := []rune(strings.TrimSpace(text))
		if len(r) > 0 && !add(p, string(r[:min(len(r), 3)])) {
			return list
		}
	}
	for _, s := range markSigns {
		for p := range n.Points(s.property).All() {
			if !add(p, s.sign) {
				return list
			}
		}
	}
	return list
}
