package record

import (
	"html/template"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/diagram"
	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/gamerecord"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// A pencilView is the form in which a referee sets points of the count by hand.
type pencilView struct {
	Record string // its hash
	Board  template.HTML
	// Black, White and Nobody are points in common notation, such as "D4 Q16".
	Black, White, Nobody string
	Reason               string
	// Readings are the readings of seki, for rules that give no points there.
	Readings []readingView
	// Set is when something is set by hand, Open when the form was refused.
	Set, Open bool
}

// A readingView is a reading of seki to choose.
type readingView struct {
	Value, Text string
	Chosen      bool
}

// readings are the names of the readings in the order of the form.
var readings = []string{"", "literal", "group"}

// newPencilView returns the form for a game that is counted, else nil.
func newPencilView(lang *i18n.Language, g *tournament.Game, review *director.Review) *pencilView {
	v := review.Verdict
	if !v.Counted {
		return nil
	}
	p := g.Pencil
	view := &pencilView{
		Record: review.Hash, Black: named(p.Black, v.Rows), White: named(p.White, v.Rows), Nobody: named(p.Nobody, v.Rows),
		Reason: p.Reason, Set: p.Sets(),
	}
	if v.System.Scoring == rules.Territory && v.System.SekiEyes != rules.SekiPoints {
		view.choose(lang, p.Reading)
	}
	d := diagram.Diagram{Board: v.Board, Title: lang.T("record.pencil.board"), Dead: v.Dead, Owner: v.Score.Owner}
	view.Board = template.HTML(d.SVG()) // our own, escaped there
	return view
}

// choose lists the readings with one chosen.
func (v *pencilView) choose(lang *i18n.Language, chosen string) {
	v.Readings = nil
	for _, name := range readings {
		key := "record.pencil.practical"
		if name != "" {
			key = "record.pencil." + name
		}
		v.Readings = append(v.Readings, readingView{name, lang.T(key), name == chosen})
	}
}

// named writes points of a record in common notation.
func named(points string, rows int) string {
	var names []string
	for text := range strings.FieldsSeq(points) {
		if p, ok := rules.ParsePoint(text); ok {
			names = append(names, p.Name(rows))
		}
	}
	return strings.Join(names, " ")
}

// unnamed is the inverse of named, for points that a person has typed.
func unnamed(text string, rows int) (string, error) {
	var points []rules.Point
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\t' }) {
		p, ok := rules.PointNamed(name, rows)
		if !ok || slices.Contains(points, p) {
			return "", fault.New(fault.Invalid, "record.pencil.point", fault.Clip(name))
		}
		points = append(points, p)
	}
	return gamerecord.WritePoints(points), nil
}

// setPencil sets the points of the form, or takes back what was set.
func (s *Room) setPencil(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	var p gamerecord.Pencil
	if c.PostForm("do") != "back" {
		review, err := s.Director.Review(c.Request.Context(), t, g.ID)
		if err != nil {
			return err
		}
		for _, field := range []struct {
			name string
			into *string
		}{{"black", &p.Black}, {"white", &p.White}, {"nobody", &p.Nobody}} {
			if *field.into, err = unnamed(c.PostForm(field.name), review.Verdict.Rows); err != nil {
				return err
			}
		}
		p.Reading, p.Reason = c.PostForm("reading"), strings.TrimSpace(c.PostForm("reason"))
		if !p.Sets() {
			return fault.New(fault.Invalid, "record.pencil.nothing")
		}
	}
	return s.Editor(c).Game(g.ID).SetPencil(c.Request.Context(), c.PostForm("record"), p)
}

// refused fills the form with what was sent.
func (v *pencilView) refused(c *gin.Context, lang *i18n.Language) {
	v.Open = true
	v.Black, v.White, v.Nobody, v.Reason = c.PostForm("black"), c.PostForm("white"), c.PostForm("nobody"), c.PostForm("reason")
	if v.Readings != nil {
		v.choose(lang, c.PostForm("reading"))
	}
}
