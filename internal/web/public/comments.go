package public

import (
	"strings"
	"unicode/utf8"

	"tourney/internal/i18n"
	"tourney/internal/sgf"
)

// Bounds on what a page shows of a record's words, in bytes: of one comment
// and of all of them, in the order of the steps.
const (
	mostComment  = 4 << 10
	MostComments = 128 << 10
)

// A CommentView is what a record says at one step: its name, what it thinks of
// the move or the position, and its comment.
type CommentView struct {
	Step, Number int
	Point        string // of the move; nothing before the first
	Aside        bool   // the step belongs to a variation
	Name, Text   string
	Remarks      []string
}

// remarks are the properties that judge a move or a position, and their
// messages.
var remarks = []struct{ property, key string }{
	{"TE", "remark.good"}, {"BM", "remark.bad"}, {"DO", "remark.doubtful"}, {"IT", "remark.interesting"},
	{"GB", "remark.black"}, {"GW", "remark.white"}, {"DM", "remark.even"}, {"UC", "remark.unclear"},
}

// commentsOf gathers what a record says at its steps; rows name the points,
// main is the number of steps of the main line.
func commentsOf(lang *i18n.Language, steps []step, rows, main int) (list []CommentView) {
	left := MostComments
	for i, s := range steps {
		c := CommentView{Step: i, Number: s.Number, Aside: i >= main, Name: strings.TrimSpace(s.node.Text("N")), Text: s.words()}
		for _, r := range remarks {
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

// words are the comments of a step: on the whole game at its beginning, then
// on the position.
func (s *step) words() string {
	text := s.node.Text("C")
	if s.Up < 0 {
		text = s.node.Text("GC") + "\n" + text
	}
	return strings.TrimSpace(text)
}

// shortened cuts a text after some bytes, between two characters.
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

// signs are the marks that records put on points.
var signs = []struct{ property, sign string }{{"TR", "△"}, {"SQ", "□"}, {"CR", "○"}, {"MA", "×"}}

// marksOf lists the labels and marks of a node: two letters for the point and
// what stands there.
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
	for _, s := range signs {
		for p := range n.Points(s.property).All() {
			if !add(p, s.sign) {
				return list
			}
		}
	}
	return list
}
