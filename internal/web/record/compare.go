package record

import (
	"html/template"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A comparePage shows the differences between a new record and the stored record of the game.
type comparePage struct {
	page.Base
	page.GameView
	// Action is the address that posts Field with Value to replace the record; Back is the address that keeps it.
	Action, Back, Field, Value string
	// Name is the name of the file, Says describes the first difference of the moves.
	Name, Says string
	Kept, New  comparedView
	Headers    []headerView
	// Rival is set for another new record of the same game. Kept shows it, and its Field and Value choose it.
	Rival *rivalView
}

// A rivalView is another record of the same game.
type rivalView struct{ Name, Field, Value string }

// A comparedView is one of the two records (template "compared").
type comparedView struct {
	*i18n.Language
	Title string
	// Board is the position after Moves. Moves begins at the first difference of the records.
	Board  template.HTML
	Moves  []continuedMove
	Length string
	// Result is the result by the record, "" for none.
	Result string
}

// A continuedMove is a move from the first difference of two records on.
type continuedMove struct {
	Number int
	Black  bool
	Point  string
}

// A headerView is a property of the game that differs.
type headerView struct{ Text, Kept, New string }

// showCompared compares record number :file with the stored record of its game.
func (s *pileHandlers) showCompared(c *gin.Context, p *pile) error {
	view, i, ok := p.compared(c.Param("file"))
	if !ok || p.matches[i].Games[0].Kept == "" {
		return fault.New(fault.NotFound, "records.compare.gone")
	}
	fit := p.matches[i].Games[0]
	kept, err := s.Director.Review(c.Request.Context(), p.snapshot.Tournament, fit.Game.ID)
	if err != nil {
		return err
	}
	file, _ := gamerecord.Read(p.matches[i].Data)
	view.compare(kept, file.Game(0), fit.Verdict)
	return s.Render(c, "compare", view)
}

// showRivals compares record number :file with number :other of the same game.
func (s *pileHandlers) showRivals(c *gin.Context, p *pile) error {
	view, i, ok := p.compared(c.Param("file"))
	other, j, there := p.compared(c.Param("other"))
	if !ok || !there || !slices.Contains(p.matches[i].Rivals, j) {
		return fault.New(fault.NotFound, "records.compare.gone")
	}
	file, _ := gamerecord.Read(p.matches[i].Data)
	first := director.NewReview(p.snapshot.Tournament, p.matches[j].Games[0].Game, string(p.matches[j].Data))
	view.compare(first, file.Game(0), p.matches[i].Games[0].Verdict)
	view.Rival = &rivalView{other.Name, other.Field, other.Value}
	view.Kept.Title, view.New.Title = other.Name, view.Name
	return s.Render(c, "compare", view)
}

// compared returns the comparison of a record, by its number, with Kept, New and Says still empty. ok is false unless
// the record fits exactly one game.
func (p *pile) compared(number string) (view *comparePage, i int, ok bool) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(p.matches) || len(p.matches[i].Games) != 1 {
		return nil, 0, false
	}
	fit := p.matches[i].Games[0]
	return &comparePage{
		Base: p.page.Base, GameView: page.NewGameView(p.page.Language, p.snapshot.Tournament, fit.Game), Action: p.page.Action, Back: p.page.Action,
		Field: "game-" + strconv.Itoa(i), Value: optionOf(fit), Name: p.view(i, &p.matches[i]).Name,
	}, i, true
}

// compare fills the differences between the stored record and another record with its verdict.
func (p *comparePage) compare(kept *director.Review, other sgf.Game, v *rules.Verdict) {
	lang := p.Language
	p.Title = lang.T("records.compare.title", p.Table)
	both := gamerecord.Compare(kept.Record, other)
	p.Says = comparisonText(lang, both)
	p.Kept = newComparedView(lang, side{kept.Verdict, kept.Record, both.Common, both.Kept})
	if both.Symmetry != 0 {
		p.Says = lang.T("records.compare.turned") + " " + p.Says
		other = both.Symmetry.Of(other)
	}
	p.New = newComparedView(lang, side{v, other, both.Common, both.Other})
	p.Kept.Title, p.Kept.Length = lang.T("records.compare.kept"), lang.T("record.length", both.KeptMoves)
	p.New.Title, p.New.Length = lang.T("records.compare.new"), lang.T("record.length", both.OtherMoves)
	for _, h := range both.Headers {
		if h.Kept == "" || h.Other == "" {
			continue // nothing to decide by
		}
		p.Headers = append(p.Headers, headerView{lang.T("records.header." + h.Property), page.Clip(h.Kept), page.Clip(h.Other)})
	}
}

// replacing returns the action that runs do with a game that has a record, and the new record of the token in the
// address.
func (s *pileHandlers) replacing(do func(c *gin.Context, snapshot *director.Snapshot, r *replacement) error) site.Action {
	return s.withGame(func(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
		up, err := s.Uploads.Get(c.Request.Context(), c.Param("token"), snapshot.Tournament.Info.Slug)
		switch {
		case err != nil:
			return err
		case g.Record == "" || len(up.Files) != 1:
			return fault.New(fault.NotFound, "records.compare.gone")
		}
		return do(c, snapshot, &replacement{g, up})
	})
}

// A replacement is a new record for a game that has one.
type replacement struct {
	game *tournament.Game
	up   site.Upload
}

// showReplacing compares the stored record of a game with the new one.
func (s *pileHandlers) showReplacing(c *gin.Context, snapshot *director.Snapshot, r *replacement) error {
	t, g := snapshot.Tournament, r.game
	kept, err := s.Director.Review(c.Request.Context(), t, g.ID)
	if err != nil {
		return err
	}
	base := s.DeskBase(c, snapshot, "", "").AtRound(g.Round)
	home := base.Event.Home + "/games/" + strconv.Itoa(g.ID)
	view := &comparePage{
		Base: base, GameView: page.NewGameView(base.Language, t, g), Action: home + "/compare/" + r.up.Token, Back: home,
		Field: "seen", Value: g.Record, Name: r.up.Files[0].Name,
	}
	other := director.NewReview(t, g, string(r.up.Files[0].Data))
	view.compare(kept, other.Record, other.Verdict)
	return s.Render(c, "compare", view)
}

// replace stores the new record. It fails if the form's field seen is not the stored record's hash.
func (s *pileHandlers) replace(c *gin.Context, snapshot *director.Snapshot, r *replacement) error {
	game := s.Editor(c).Game(r.game.ID)
	if err := game.ReplaceRecord(c.Request.Context(), c.PostForm("seen"), r.up.Files[0].Data); err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/games/"+strconv.Itoa(r.game.ID))
}

// comparisonText describes the first difference of two records.
func comparisonText(lang *i18n.Language, c gamerecord.Comparison) string {
	switch {
	case c.Same():
		return lang.T("records.compare.same")
	case c.Common == 0:
		return lang.T("records.compare.first")
	case len(c.Kept) == 0 || len(c.Other) == 0:
		return lang.T("records.compare.longer", c.Common)
	}
	return lang.T("records.compare.part", c.Common+1)
}

// A side is one of two records with its moves from the first difference on.
type side struct {
	verdict *rules.Verdict
	record  sgf.Game
	common  int
	moves   []sgf.Move
}

func newComparedView(lang *i18n.Language, s side) comparedView {
	view := comparedView{Language: lang}
	if result, ok := tournament.ResultOf(s.verdict); ok {
		view.Result = page.Text(lang, result)
	}
	d := diagram.Diagram{
		Board: positionAfter(s.record, s.common+len(s.moves)), Title: lang.T("game.board", s.common+len(s.moves)), Last: rules.Pass,
		Numbers: map[rules.Point]int{},
	}
	if d.Board == nil {
		return view
	}
	for i, m := range s.moves {
		at, name := rules.PointOf(m.Point), lang.T("record.play.pass")
		if at != rules.Pass {
			name = at.Name(d.Board.Rows())
			d.Numbers[at] = s.common + i + 1
		}
		view.Moves = append(view.Moves, continuedMove{s.common + i + 1, m.Color == sgf.Black, name})
	}
	for at := range d.Numbers {
		if d.Board.Stone(at) == rules.Empty {
			delete(d.Numbers, at) // captured later
		}
	}
	view.Board = page.Drawing(d)
	return view
}

// positionAfter returns the position after a number of moves of the main line; nil for a record without a board.
func positionAfter(g sgf.Game, moves int) *rules.Board {
	cols, rows, ok := g.Size()
	game, err := rules.NewGame(cols, rows)
	if !ok || err != nil {
		return nil
	}
	for n := range g.MainLine() {
		if moves < 0 || game.Overworked() {
			break
		}
		if n.HasSetup() {
			game.SetUp(n)
		}
		for m := range n.Moves() {
			if moves--; moves >= 0 {
				game.Play(rules.Color(m.Color), rules.PointOf(m.Point))
			}
		}
		if moves == 0 {
			break
		}
	}
	return game.Board
}
