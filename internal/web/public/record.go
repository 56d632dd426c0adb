package public

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A RecordView is a game record: its final position, its moves, and the findings of the check (partial "record").
type RecordView struct {
	Board template.HTML
	// Paper is the final position with the numbers of the moves; Elsewhere are the
	// moves whose stones are not on it, such as "57 Q16".
	Paper     template.HTML
	Elsewhere []string
	// Replay is the data of the replay script, "" for a record of a larger board than the game's. Words are the
	// sentences of the script. Repetition, Suicide and Next decide which moves of the reader are legal.
	Replay, Words       string
	Repetition, Suicide string
	Next                rules.Color
	// Stood names the stones of the final position.
	Stood string
	File  string
	// Verdict is the outcome of the check in a sentence. Fine is set if every move is readable and legal.
	Fine     bool
	Verdict  string
	Findings []FindingView
	// Notes are oddities of the file that the parser accepted.
	Notes []FindingView
	Moves []MoveView
	// Comments are the comments of the record, in the order of the replay.
	Comments []CommentView
	// Count is the count of the final position part by part, if the dead stones are
	// known.
	Count *CountTable
	// Everywhere is the record under all rule systems; nil if it was not played.
	Everywhere *EverywhereView
	// Gives is the result by the record and By its source. HasResult is set if it exists, Agrees if the entered result
	// is the same.
	Gives             page.ResultView
	By                string
	HasResult, Agrees bool
	Captured          [2]int
}

// A FindingView is one finding of the check. Move and Point are its place on the
// board, Step is the step of the replay after that move, 0 for none.
type FindingView struct {
	Level, Text, Point string
	Move, Step         int
	// Loses is set for the consequence of an illegal move.
	Loses bool
}

// A MoveView is a line of the list of moves.
type MoveView struct {
	Number, Step int
	Black, Wrong bool
	Commented    bool // whether there is a comment
	Point        string
}

// A CountTable is a count part by part (partial "counted").
type CountTable struct {
	*i18n.Language
	Rows []CountRow
	// Otherwise has the totals by territory, if the rules let players count either way.
	Otherwise string
	// Referee describes the points set by a referee, "" for none.
	Referee string
	// Steps is the address of the page that shows the count on the board, "" for none.
	Steps string
}

// A CountRow is one part of the count of the final position, for Black and
// White.
type CountRow struct {
	Text         string
	Black, White string
	Sum          bool
}

// NewRecordView returns the view of a game's record from its review.
func NewRecordView(lang *i18n.Language, g *tournament.Game, review *director.Review) *RecordView {
	v := review.Verdict
	var steps []step
	if !v.Larger {
		steps = replay(review.Record, v)
	}
	unread := review.Unread()
	key := "record.verdict.legal"
	switch {
	case !v.Legal:
		key = "record.verdict.illegal"
	case len(unread) > 0:
		key = "record.verdict.unread"
	}
	view := &RecordView{
		Replay: script(steps), Words: replayWords(lang), Repetition: string(v.System.Repetition), Suicide: string(v.System.Suicide), Next: v.Next,
		Stood: StonesOf(lang, v.Board), Fine: key == "record.verdict.legal", Verdict: lang.T(key, rules.SystemName(v.System.Name)), Captured: v.Captured,
	}
	for _, f := range unread {
		view.Findings = append(view.Findings, FindingView{Level: f.Severity.String(), Text: readText(lang, f)})
	}
	ends, main := mainLine(steps)
	view.Comments = commentsOf(lang, steps, v.Rows, main)
	wrong := view.findings(lang, v, ends)
	view.moves(steps, main, v, wrong)
	for _, f := range review.Read {
		if f.Severity < sgf.Error {
			view.Notes = append(view.Notes, FindingView{Level: f.Severity.String(), Text: readText(lang, f)})
		}
	}
	if result, ok := tournament.ResultOf(v); ok {
		view.HasResult, view.Gives, view.By = true, page.NewResultView(lang, result), lang.T("record.verdict.gives")
		if v.Counted && (result.Manner == tournament.ByPoints || result.Outcome == tournament.Jigo) {
			view.By = lang.T("record.verdict.counted")
		}
		view.Agrees = review.Agrees(g)
	}
	view.diagrams(lang, v, steps)
	view.Everywhere = newEverywhereView(lang, review)
	if v.Counted {
		view.Count = countTable(lang, v)
		view.Count.Referee = refereeText(lang, g.Pencil, v.Rows)
	}
	return view
}

// StonesOf names the stones of a position, for people who cannot see the board.
func StonesOf(lang *i18n.Language, b *rules.Board) string {
	black, white := diagram.Stones(b)
	return lang.T("record.replay.stones", black, white)
}

// mainLine returns the step after each move of the main line, by its number,
// and how many steps it has.
func mainLine(steps []step) (ends map[int]int, n int) {
	ends = map[int]int{}
	for n < len(steps) && steps[n].Up == n-1 {
		ends[steps[n].Number] = n
		n++
	}
	return ends, n
}

// findings adds the findings of a verdict, the gravest first, and returns the
// illegal moves.
func (r *RecordView) findings(lang *i18n.Language, v *rules.Verdict, ends map[int]int) (wrong []int) {
	found := slices.Clone(v.Findings)
	slices.SortStableFunc(found, func(a, b rules.Finding) int { return int(b.Severity) - int(a.Severity) })
	for _, f := range found {
		view := FindingView{Level: f.Severity.String(), Text: lang.T(f.Key(), f.Args...), Move: f.Move, Step: ends[f.Move]}
		view.Loses = f.Rule == rules.RuleIllegalLoses || f.Rule == rules.RuleIllegalLosesOff
		if f.Point != rules.Pass {
			view.Point = f.Point.Name(v.Rows)
		}
		if f.Severity == rules.Error && f.Move > 0 {
			wrong = append(wrong, f.Move)
		}
		r.Findings = append(r.Findings, view)
	}
	if v.More > 0 {
		r.Findings = append(r.Findings, FindingView{Level: "note", Text: lang.T("sgf.findings.more")})
	}
	return wrong
}

func (r *RecordView) moves(steps []step, main int, v *rules.Verdict, wrong []int) {
	for i, s := range steps[:main] {
		if s.Move == "" {
			continue
		}
		r.Moves = append(r.Moves, MoveView{
			Number: s.Number, Step: i, Black: s.Color == "B", Point: s.point(v.Rows), Wrong: slices.Contains(wrong, s.Number),
			Commented: slices.ContainsFunc(r.Comments, func(c CommentView) bool { return c.Step == i }),
		})
	}
}

// diagrams sets the diagrams of the final position: for screens with the territory,
// for paper with the numbers of the moves.
func (r *RecordView) diagrams(lang *i18n.Language, v *rules.Verdict, steps []step) {
	d := diagram.Diagram{Board: v.Board, Title: lang.T("game.board", v.Moves), Dead: v.Dead}
	paper := diagram.Diagram{Board: v.Board, Title: d.Title, Numbers: map[rules.Point]int{}}
	for _, m := range r.Moves {
		p, ok := rules.ParsePoint(steps[m.Step].Move)
		if !ok || steps[m.Step].Move == "pass" {
			continue
		}
		if slices.Contains(v.Unplaced, m.Number) {
			r.Elsewhere = append(r.Elsewhere, strconv.Itoa(m.Number)+" "+m.Point)
			continue
		}
		d.Last = p
		if stands := v.Board.Stone(p); paper.Numbers[p] == 0 && stands != rules.Empty && (stands == rules.Black) == m.Black {
			paper.Numbers[p] = m.Number
		} else {
			r.Elsewhere = append(r.Elsewhere, strconv.Itoa(m.Number)+" "+m.Point)
		}
		if m.Wrong {
			d.Wrong = append(d.Wrong, p)
		}
	}
	if v.Counted {
		d.Owner = v.Score.Owner
	}
	if v.Ko != rules.Pass {
		d.Kos = []rules.Point{v.Ko}
	}
	if d.Last != rules.Pass && v.Board.Stone(d.Last) == rules.Empty {
		d.Last = rules.Pass // it was captured
	}
	r.Board, r.Paper = page.Drawing(d), page.Drawing(paper)
}

// refereeText describes the points of a count that a referee set by hand.
func refereeText(lang *i18n.Language, p gamerecord.Pencil, rows int) string {
	if !p.Sets() {
		return ""
	}
	var parts []string
	for _, set := range []struct{ key, points string }{
		{"record.pencil.said.black", p.Black}, {"record.pencil.said.white", p.White}, {"record.pencil.said.nobody", p.Nobody},
	} {
		if names := gamerecord.NamedPoints(set.points, rows); len(names) > 0 {
			parts = append(parts, lang.T(set.key, strings.Join(names, ", ")))
		}
	}
	if p.Reading != "" {
		parts = append(parts, lang.T("record.pencil.said."+p.Reading))
	}
	if p.Enforced {
		parts = append(parts, lang.T("record.pencil.said.enforced"))
	}
	return lang.T("record.pencil.said", strings.Join(parts, "; "), p.Reason)
}

func countTable(lang *i18n.Language, v *rules.Verdict) *CountTable {
	var rows []CountRow
	for _, p := range v.CountParts() {
		rows = append(rows, CountRow{Text: lang.T(p.Key), Black: lang.Decimal(p.Black), White: lang.Decimal(p.White)})
	}
	rows[len(rows)-1].Sum = true
	table := &CountTable{Language: lang, Rows: rows}
	if s, ok := v.ByTerritory(); ok {
		table.Otherwise = lang.T("record.count.otherwise", lang.Decimal(s.Black.Total.String()), lang.Decimal(s.White.Total.String()))
	}
	return table
}

// RecordFindings describes the findings about the record of a game.
func RecordFindings(lang *i18n.Language, g *tournament.Game, review *director.Review) (texts []string) {
	for _, f := range review.Unread() {
		texts = append(texts, readText(lang, f))
	}
	if f, ok := review.Branch(); ok {
		texts = append(texts, readText(lang, f))
	}
	for _, f := range review.Contradictions(g) {
		texts = append(texts, describeFinding(lang, f, review.Verdict.Rows))
	}
	return texts
}

// readText renders a finding of the parser.
func readText(lang *i18n.Language, f sgf.Finding) string {
	key, args := gamerecord.Message(f)
	return lang.T(key, args...)
}

// describeFinding renders a finding with its move and point.
func describeFinding(lang *i18n.Language, f rules.Finding, rows int) string {
	text := lang.T(f.Key(), f.Args...)
	switch {
	case f.Move > 0 && f.Point == rules.Pass:
		return lang.T("record.verdict.move", f.Move, text)
	case f.Move > 0:
		return lang.T("record.verdict.at", f.Move, f.Point.Name(rows), text)
	}
	return text
}
