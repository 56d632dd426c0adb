package record

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/recordmatch"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A boardGame is a game whose moves are played in on a board. The moves so far
// travel with the form, two letters each; the server checks every one.
type boardGame struct {
	lang *i18n.Language
	t    *tournament.Tournament
	g    *tournament.Game
	// from is the record that the moves continue, nil for a game from its beginning.
	from *director.Review
}

// A playView is the board and what can be played on it (partial "play").
type playView struct {
	Board  template.HTML
	Moves  string // two letters each, "--" for a pass
	From   string // the hash of the record that the moves continue, "" for none
	Number int    // of the next move
	Black  bool   // is next
	Next   string // the player of the next move, "B" or "W", "" when none may follow
	Played string // the last move in words, "" before the first
	Passed bool   // the last move is a pass
	Stood  string // the stones in words
	// Placing names the handicap stone that Black places next, "" for none.
	Placing string
	// Said explains the passes at the end, "" without any; Over is set when no move may follow.
	Said     string
	Over     bool
	Captured [2]int
	// Typed is a refused move, Fault the reason.
	Typed, Fault string
}

// passMove stands for a pass among the moves.
const passMove = "--"

// playView returns the position after some moves; typed is a refused move.
func (b boardGame) playView(moves, typed string) (*playView, error) {
	v, err := b.verdict(moves)
	if err != nil {
		return nil, err
	}
	d := diagram.Diagram{Board: v.Board, Title: b.lang.T("game.board", v.Moves)}
	if v.Ko != rules.Pass {
		d.Kos = []rules.Point{v.Ko}
	}
	if len(moves) > 0 {
		if p, ok := rules.ParsePoint(moves[len(moves)-2:]); ok && v.Board.Stone(p) != rules.Empty {
			d.Last = p
		}
	}
	toPlay := b.toPlay(len(moves) / 2)
	view := &playView{
		Board: page.Drawing(d),
		Moves: moves, Number: v.Moves + 1, Black: toPlay == rules.Black, Placing: b.placing(moves), Stood: public.StonesOf(b.lang, v.Board),
		Passed: strings.HasSuffix(moves, passMove), Said: b.passText(v), Over: v.Over(), Captured: v.Captured, Typed: typed,
	}
	if b.from != nil {
		view.From = b.from.Hash
	}
	if !view.Over {
		view.Next = toPlay.String()
	}
	if b.from != nil && moves == "" { // a page for playing on starts after both passes
		view.Said = ""
	}
	view.Played, err = b.played(moves, v)
	return view, err
}

// played describes the last of some moves in words; "" for handicap stones and before the first move. v is the verdict
// on the moves.
func (b boardGame) played(moves string, v *rules.Verdict) (string, error) {
	if len(moves)/2 <= b.freeStones() {
		return "", nil
	}
	before, err := b.verdict(moves[:len(moves)-2])
	if err != nil {
		return "", err
	}
	by := b.toPlay(len(moves)/2 - 1)
	move := playedMove{
		by: by, number: v.Moves, point: b.lang.T("game.pass"),
		taken: v.Captured[by-rules.Black] - before.Captured[by-rules.Black],
	}
	if p, ok := rules.ParsePoint(moves[len(moves)-2:]); ok {
		move.point = p.Name(v.Rows)
	}
	return move.text(b.lang), nil
}

// A playedMove is a move for a description in words. point is its name, taken the number of captured stones.
type playedMove struct {
	by            rules.Color
	point         string
	number, taken int
}

func (m playedMove) text(lang *i18n.Language) string {
	key := "record.replay.black"
	if m.by == rules.White {
		key = "record.replay.white"
	}
	if m.taken > 0 {
		return lang.T(key+".takes", m.number, m.point, m.taken)
	}
	return lang.T(key, m.number, m.point)
}

// passText explains the passes at the end of the moves; "" if the game continues.
func (b boardGame) passText(v *rules.Verdict) string {
	switch {
	case v.Owes != rules.Empty:
		return b.lang.T("record.play.owes", v.Owes)
	case v.Stage == rules.Ended:
		return b.lang.T("record.play.ended")
	case v.Stage == rules.Stopped && v.System.Resumes():
		return b.lang.T("record.play.stopped")
	case v.Stage == rules.Stopped:
		return b.lang.T("record.play.over")
	}
	return ""
}

// size returns the columns and rows of the board.
func (b boardGame) size() (cols, rows int) {
	if b.from != nil {
		return b.from.Verdict.Cols, b.from.Verdict.Rows
	}
	return b.t.Settings.Size, b.t.Settings.Size
}

// freeStones returns the number of handicap stones that Black places freely as first moves: all, under rules with free
// placement or if the board has too few fixed points.
func (b boardGame) freeStones() int {
	if b.from != nil {
		return 0
	}
	system := b.t.Settings.RuleSystem()
	return system.FreeStones(b.t.Settings.Size, b.g.Handicap)
}

// placing names the handicap stone to place after some moves, "" when all are placed.
func (b boardGame) placing(moves string) string {
	if n := len(moves) / 2; n < b.freeStones() {
		return b.lang.T("record.play.place", n+1, b.g.Handicap)
	}
	return ""
}

// toPlay returns the next player after some moves, which include the handicap stones that Black places.
func (b boardGame) toPlay(moves int) rules.Color {
	if b.from != nil {
		next := max(b.from.Verdict.Next, rules.Black) // unknown after stones set up by hand
		if moves%2 == 1 {
			return next.Opponent()
		}
		return next
	}
	n := moves - b.freeStones()
	if n < 0 || (n%2 == 0) == (b.g.Handicap < 2) {
		return rules.Black
	}
	return rules.White
}

// verdict returns the verdict of the rules on some moves.
func (b boardGame) verdict(moves string) (*rules.Verdict, error) {
	text, err := b.record(moves)
	if err != nil {
		return nil, err
	}
	c, _ := gamerecord.Read([]byte(text))
	return rules.Check(c.Game(0), b.t.Settings.RuleSystem(), rules.Options{}), nil
}

// record returns moves as a record of the game.
func (b boardGame) record(moves string) (string, error) {
	cols, rows := b.size()
	if len(moves)%2 != 0 || len(moves) > 2*gamerecord.MostMoves {
		return "", fault.New(fault.Invalid, "record.moves", len(moves)/2, gamerecord.MostMoves)
	}
	free := b.freeStones()
	var stones []sgf.Point
	var played []sgf.Move
	for i := 0; i < len(moves); i += 2 {
		m := sgf.Move{Color: sgf.Color(b.toPlay(i / 2)), Point: sgf.Pass}
		if name := moves[i : i+2]; name != passMove || i/2 < free {
			p, ok := rules.ParsePoint(name)
			if !ok || p.Col() >= cols || p.Row() >= rows {
				return "", fault.New(fault.Invalid, "rules.point", page.Clip(name))
			}
			m.Point = p.Record()
		}
		if i/2 < free {
			stones = append(stones, m.Point)
		} else {
			played = append(played, m)
		}
	}
	if b.from != nil {
		return b.from.Record.Extend(b.marked(), played...), nil
	}
	if free == 0 {
		for _, p := range rules.Handicap(cols, rows, b.g.Handicap) {
			stones = append(stones, p.Record())
		}
	}
	var text sgf.Builder
	text.Set("SZ", strconv.Itoa(b.t.Settings.Size))
	recordmatch.WriteHead(&text, b.t, b.g)
	if len(stones) > 0 {
		text.Set("HA", strconv.Itoa(b.g.Handicap))
		text.Add("AB", stones...)
	}
	for _, m := range played {
		text.Play(m)
	}
	return text.String(), nil
}

// marked returns the stones of the dead chains at the end of the earlier record.
func (b boardGame) marked() (stones []sgf.Point) {
	v := b.from.Verdict
	for _, p := range v.Dead {
		v.Board.Chain(p, func(q rules.Point) { stones = append(stones, q.Record()) })
	}
	return stones
}

// step returns the moves after one step of the form: a move at a point, a pass or an undo. refused is the reason if the
// rules forbid the move.
func (b boardGame) step(do, moves, at string) (after, refused string, err error) {
	before, err := b.verdict(moves)
	if err != nil {
		return "", "", err
	}
	lang, handicap := b.lang, b.placing(moves)
	cols, rows := b.size()
	switch {
	case do == "undo":
		return moves[:max(len(moves)-2, 0)], "", nil
	case before.Over():
		return moves, b.passText(before), nil
	case do == "pass" && handicap != "":
		return moves, handicap, nil
	case do == "pass":
		return moves + passMove, "", nil
	}
	p, ok := parsePoint(at, cols, rows)
	if !ok {
		return moves, lang.T("record.play.point", page.Clip(at)), nil
	}
	if handicap != "" && before.Board.Stone(p) != rules.Empty {
		return moves, lang.T("record.play.refused", p.Name(rows), lang.T("rules.occupied")), nil
	}
	after = moves + p.SGF()
	v, err := b.verdict(after)
	if err != nil {
		return "", "", err
	}
	for _, f := range v.Findings {
		if f.Move == v.Moves && f.Severity == rules.Error {
			return moves, lang.T("record.play.refused", p.Name(rows), lang.T(f.Key(), f.Args...)), nil
		}
	}
	return after, "", nil
}

// parsePoint parses a point as people write it, Q16, or as records do, pd, in small
// letters or capitals. Boards of more than 26 lines need both cases in records.
func parsePoint(text string, cols, rows int) (rules.Point, bool) {
	text = strings.TrimSpace(text)
	for y := range rows {
		for x := range cols {
			p := rules.At(x, y)
			inRecord := text == p.SGF() || max(cols, rows) <= 26 && strings.EqualFold(text, p.SGF())
			if inRecord || strings.EqualFold(text, p.Name(rows)) {
				return p, true
			}
		}
	}
	return rules.Pass, false
}

// stepBoard answers one step on the board: show renders the page with the new position
// or the reason of a refusal, done attaches the record at the end.
func (s *Handlers) stepBoard(
	c *gin.Context, b boardGame, done func(record string) error, show func(status int, v *playView) error,
) error {
	moves, at := c.PostForm("moves"), c.PostForm("at")
	if c.PostForm("do") == "save" {
		if moves == "" {
			return fault.New(fault.Invalid, "record.play.nothing")
		}
		record, err := b.record(moves)
		if err != nil {
			return err
		}
		return done(record)
	}
	after, refused, err := b.step(c.PostForm("do"), moves, at)
	if err != nil {
		return err
	}
	status, typed := http.StatusOK, ""
	if refused != "" {
		typed = at
	}
	if refused != "" && !site.IsHTMX(c) { // for htmx a refusal is an ordinary answer
		status = http.StatusUnprocessableEntity
	}
	view, err := b.playView(after, typed)
	if err != nil {
		return err
	}
	view.Fault = refused
	return show(status, view)
}

// redirectFully redirects to an address. For htmx it sends a header that loads the whole page, with the scripts of that
// page.
func redirectFully(c *gin.Context, address string) error {
	if site.IsHTMX(c) {
		c.Header("HX-Redirect", address)
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// postPlay runs one step of the desk's board.
func (s *Handlers) postPlay(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	page, err := s.gamePage(c, snapshot, g)
	if err != nil {
		return err
	}
	return s.stepBoard(c, boardGame{lang: page.Language, t: snapshot.Tournament, g: g},
		func(record string) error {
			err := s.Editor(c).Game(page.ID).ReplaceRecord(c.Request.Context(), "", []byte(record))
			if err != nil {
				return err
			}
			return redirectFully(c, page.Address)
		},
		func(status int, v *playView) error {
			page.Play = v
			return s.RenderStatus(c, status, "gamedesk", page)
		})
}
