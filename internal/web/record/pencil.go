package record

import (
	"html/template"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A pencilView is the form in which a referee sets points of the count by hand.
type pencilView struct {
	Record string // its hash
	Board  template.HTML
	Sides  []pencilSide
	Reason string
	// Readings are the readings of seki, for rules that give no points there.
	Readings []readingView
	// Illegal is set when the record leaves illegal moves on the board that the rules remove, Enforced when the count
	// is without them.
	Illegal, Enforced bool
	// Set is true if points are set by hand, Open if the form was refused.
	Set, Open bool
}

// A pencilSide is a receiver of points. On a click, the script gives a point to the Chosen side.
type pencilSide struct {
	Name, Text string
	Points     string // in common notation, such as "D4 Q16"
	Chosen     bool
}

// pencilSides are the sides by name.
var pencilSides = []struct {
	name string
	of   func(p *gamerecord.Pencil) *string
}{
	{"black", func(p *gamerecord.Pencil) *string { return &p.Black }},
	{"white", func(p *gamerecord.Pencil) *string { return &p.White }},
	{"nobody", func(p *gamerecord.Pencil) *string { return &p.Nobody }},
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
		Record: review.Hash, Reason: p.Reason, Set: p.Sets(), Enforced: p.Enforced,
		Illegal: len(v.Standing) > 0 && v.System.IllegalMove != rules.IllegalLoses,
	}
	for i, side := range pencilSides {
		points := strings.Join(gamerecord.NamedPoints(*side.of(&p), v.Rows), " ")
		view.Sides = append(view.Sides, pencilSide{side.name, lang.T("record.pencil." + side.name), points, i == 0})
	}
	if v.System.Scoring == rules.Territory && v.System.SekiEyes != rules.SekiPoints {
		view.choose(lang, p.Reading)
	}
	d := diagram.Diagram{Board: v.Board, Title: lang.T("record.pencil.board"), Dead: v.Dead, Owner: v.Score.Owner}
	view.Board = page.Drawing(d)
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

// readPoints parses points that a person typed in common notation.
func readPoints(text string, rows int) (string, error) {
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

// setPencil sets the points of the form, or clears all points set by hand.
func (s *Handlers) setPencil(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	var p gamerecord.Pencil
	if c.PostForm("do") != "back" {
		review, err := s.Director.Review(c.Request.Context(), t, g.ID)
		if err != nil {
			return err
		}
		for _, side := range pencilSides {
			if *side.of(&p), err = readPoints(c.PostForm(side.name), review.Verdict.Rows); err != nil {
				return err
			}
		}
		p.Reading, p.Reason = c.PostForm("reading"), strings.TrimSpace(c.PostForm("reason"))
		p.Enforced = c.PostForm("enforced") != ""
		if !p.Sets() {
			return fault.New(fault.Invalid, "record.pencil.nothing")
		}
	}
	return s.Editor(c).Game(g.ID).SetPencil(c.Request.Context(), c.PostForm("record"), p)
}

// refused fills the form with its sent values.
func (v *pencilView) refused(c *gin.Context, lang *i18n.Language) {
	v.Open, v.Reason, v.Enforced = true, c.PostForm("reason"), c.PostForm("enforced") != ""
	for i := range v.Sides {
		v.Sides[i].Points = c.PostForm(v.Sides[i].Name)
	}
	if v.Readings != nil {
		v.choose(lang, c.PostForm("reading"))
	}
}
