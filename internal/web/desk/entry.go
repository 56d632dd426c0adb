package desk

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An entryForm holds the common fields of the desk's forms: the state of the desk, and the editor of its director.
type entryForm struct {
	snapshot *director.Snapshot
	state    page.DeskState
	editor   *director.Editor
}

// withForm returns the action that runs do with the sent form.
func (s *Handlers) withForm(do func(c *gin.Context, f entryForm) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		t := snapshot.Tournament
		f := entryForm{snapshot: snapshot, editor: s.Editor(c)}
		f.state = page.DeskState{
			Slug: t.Info.Slug, Round: page.Natural(c.PostForm("round")), Table: page.Natural(c.PostForm("table")),
			Find: page.Clip(c.PostForm("find")), Game: page.Natural(c.PostForm("game")),
		}
		if f.state.Round > t.Current() {
			return s.leaveRound(c, t, f.state.Round, c.PostForm("line"))
		}
		if t.IsOpen() {
			f.state.Round = 0
			return do(c, f)
		}
		if f.state.Round < 1 {
			return fault.New(fault.NotFound, "round.unpublished", fault.Clip(c.PostForm("round")))
		}
		return do(c, f)
	})
}

// postLine carries out one line of the field.
func (s *Handlers) postLine(c *gin.Context, f entryForm) error {
	text := c.PostForm("line")
	next, err := s.execute(c, f, text)
	if err != nil {
		f.state.Table = next.Table
		if fault.Is(err, "reason.needed") {
			f.state.Ask = page.Clip(text)
		}
		return s.showRefused(c, f, text, err)
	}
	return s.showNext(c, next)
}

// execute carries out a line and returns the next state of the desk.
func (s *Handlers) execute(c *gin.Context, f entryForm, text string) (page.DeskState, error) {
	if f.snapshot.Tournament.IsOpen() {
		if next, done, err := s.executeNames(c, f, text); done || err != nil {
			return next, err
		}
	}
	line, err := parseLine(text, newLineWords(s.Language(c), f.snapshot.Tournament))
	if err != nil {
		return f.state, err
	}
	if line.Why != "" {
		f.editor = f.editor.Because(line.Why)
	}
	next := page.DeskState{Slug: f.state.Slug, Round: f.state.Round}
	switch line.Does {
	case lineWhy:
		return s.explainLast(c, f)
	case lineEmpty:
		return next, nil
	case lineTable:
		if err := f.at(line.Table); err != nil {
			return f.state, err
		}
		next.Table = line.Table
		return next, nil
	case lineUndo:
		return s.undoLast(c, f)
	case lineNext:
		next.Table = nextMissing(listed(f.snapshot.Tournament, next.Round), f.state.Table)
		return next, nil
	case lineFind:
		return f.find(line.Words)
	case lineHelp:
		next.Help = true
		return next, nil
	}
	if line.Table == 0 {
		line.Table = f.state.Table
	}
	if line.Table == 0 {
		return f.state, fault.New(fault.Invalid, "desk.line.where", text)
	}
	e := tournament.Entry{Mode: tournament.Typed, Round: next.Round, Table: line.Table, Result: line.Result}
	g := listed(f.snapshot.Tournament, e.Round).At(e.Table)
	switch {
	case g == nil || !doubtful(f.snapshot.Tournament, g, e.Result):
	case line.Why == "" && !confirmed(c, text):
		next.Table, next.Ask = e.Table, page.Clip(text)
		return next, checkResult(f.snapshot.Tournament, g, e.Result)
	case corrects(f.snapshot.Tournament, g, e.Result):
		// A second Enter after the question, or a line with its reason.
		e.Mode = tournament.Chosen
		next.Last = e.Table
		return next, s.enter(c, f, e, c.PostForm("seen-"+strconv.Itoa(e.Table)))
	}
	if err := s.enter(c, f, e, c.PostForm("seen-"+strconv.Itoa(line.Table))); err != nil {
		if fault.Is(err, "desk.clear.theirs") {
			f.state.Table = line.Table // the panel has a button that clears
		}
		return f.state, err
	}
	next.Last = line.Table
	return next, nil
}

// at returns a fault if the round does not have the table.
func (f entryForm) at(table int) error {
	if listed(f.snapshot.Tournament, f.state.Round).At(table) == nil {
		return missing(f.state.Round, table)
	}
	return nil
}

// find narrows the list to a name, or chooses the only table with it.
func (f entryForm) find(words string) (page.DeskState, error) {
	next := page.DeskState{Slug: f.state.Slug, Round: f.state.Round}
	if words == "" {
		return next, nil
	}
	t := f.snapshot.Tournament
	var tables []int
	games := listed(t, next.Round).Games
	for i := range games {
		if hasNames(t, &games[i], words) {
			tables = append(tables, games[i].Table)
		}
	}
	switch len(tables) {
	case 0:
		return f.state, fault.New(fault.NotFound, "desk.line.nobody", words, next.Round)
	case 1:
		next.Table = tables[0]
	default:
		next.Find = words
	}
	return next, nil
}

// nextMissing returns the first table without a result after a table, continuing
// at the first table; 0 when all have results.
func nextMissing(r *tournament.Round, after int) int {
	missing := page.NewProgressView(r).Missing
	if len(missing) == 0 {
		return 0
	}
	i := slices.IndexFunc(missing, func(table int) bool { return table > after })
	return missing[max(i, 0)]
}

// postResult enters the result chosen in the panel of a table, or decides between
// two that contradict each other. A correction of an earlier round needs a
// confirmation, as if it had been typed.
func (s *Handlers) postResult(c *gin.Context, f entryForm) error {
	r, err := parsePanel(c, f.snapshot.Tournament)
	g := chosenGame(listed(f.snapshot.Tournament, f.state.Round), f.state)
	if err == nil && g != nil && corrects(f.snapshot.Tournament, g, r) {
		if err = checkResult(f.snapshot.Tournament, g, r); err == nil {
			return s.showNext(c, page.DeskState{
				Slug: f.state.Slug, Round: f.state.Round, Table: g.Table,
				Ask: strconv.Itoa(g.Table) + " " + newLineWords(s.Language(c), f.snapshot.Tournament).formatShort(r),
			})
		}
	}
	if err == nil {
		e := tournament.Entry{Mode: tournament.Chosen, Round: f.state.Round, Table: f.state.Table, Game: f.state.Game, Result: r}
		err = s.enter(c, f, e, c.PostForm("seen"))
	}
	if err != nil {
		return s.showRefused(c, f, "", err)
	}
	return s.showNext(c, page.DeskState{Slug: f.state.Slug, Round: f.state.Round, Last: f.state.Table})
}

// parsePanel parses the pressed button: a whole result, or the winner by a margin.
func parsePanel(c *gin.Context, t *tournament.Tournament) (tournament.Result, error) {
	text := c.PostForm("result")
	if winner := c.PostForm("winner"); winner != "" {
		margin := strings.TrimSpace(c.PostForm("margin"))
		if _, err := strconv.ParseFloat(strings.Replace(margin, ",", ".", 1), 64); err != nil {
			return tournament.Result{}, fault.New(fault.Invalid, "result.margin", fault.Clip(margin))
		}
		if most := t.MostMargin(); page.TooWide(margin, most) {
			return tournament.Result{}, fault.New(fault.Invalid, "result.margin.most", most)
		}
		text = winner + "+" + margin
	}
	r, err := tournament.ParseResult(text)
	if err != nil {
		return r, err
	}
	r.Unrated = c.PostForm("unrated") != "" && r.Known()
	return r, nil
}

// locate completes an entry with the shown game, and returns a fault for a result that this game cannot have.
func (f entryForm) locate(e tournament.Entry, seen string) (tournament.Entry, error) {
	t := f.snapshot.Tournament
	id, revision, _ := strings.Cut(seen, ".")
	g := listed(t, e.Round).At(e.Table)
	if e.Game > 0 {
		g = t.Game(e.Game)
	}
	if g == nil {
		return e, missing(e.Round, e.Table)
	}
	if id != strconv.Itoa(g.ID) {
		return e, fault.New(fault.Conflict, "desk.changed", e.Table)
	}
	e.Game, e.Round = g.ID, g.Round
	var err error
	if e.Seen, err = strconv.Atoi(revision); err != nil {
		return e, fault.Wrap(err, fault.Conflict, "desk.changed", e.Table)
	}
	return e, t.CheckMargin(g, e.Result)
}

// enter enters a result; seen is the shown game and its revision.
func (s *Handlers) enter(c *gin.Context, f entryForm, e tournament.Entry, seen string) error {
	e, err := f.locate(e, seen)
	if err != nil {
		return err
	}
	_, err = f.editor.Enter(c.Request.Context(), e)
	if refused, ok := fault.As(err); ok && refused.Key == "desk.clear.theirs" {
		args := slices.Clone(refused.Args)
		args[1] = history.AuthorOrSomebody(s.Language(c), f.snapshot.Tournament, fmt.Sprint(args[1])) // the author's name
		return fault.New(refused.Kind, refused.Key, args...)
	}
	return err
}

// postUndo undoes the last entry, or the change with the form's version.
func (s *Handlers) postUndo(c *gin.Context, f entryForm) (err error) {
	next := page.DeskState{Slug: f.state.Slug, Round: f.state.Round}
	if version := page.Natural(c.PostForm("version")); version > 0 {
		next.Answer = version
		err = f.editor.Undo(c.Request.Context(), version)
	} else {
		next, err = s.undoLast(c, f)
	}
	if err != nil {
		return s.showRefused(c, f, "", err)
	}
	return s.showNext(c, next)
}

// explainLast adds a reason to the last entry of this desk and shows it again.
func (s *Handlers) explainLast(c *gin.Context, f entryForm) (page.DeskState, error) {
	e, err := f.editor.Log().ExplainLast(c.Request.Context())
	next := page.DeskState{Slug: f.state.Slug, Round: f.state.Round}
	for _, change := range e.Changes {
		if change.Game != nil && change.Game.New != nil {
			next.Last = change.Game.New.Table
			if !f.snapshot.Tournament.IsOpen() {
				next.Round = change.Game.New.Round
			}
		}
	}
	return next, err
}

// postWhy adds a reason to the entry with the form's version.
func (s *Handlers) postWhy(c *gin.Context, f entryForm) error {
	if err := f.editor.Log().Explain(c.Request.Context(), page.Natural(c.PostForm("version"))); err != nil {
		return s.showRefused(c, f, "", err)
	}
	return s.showNext(c, page.DeskState{Slug: f.state.Slug, Round: f.state.Round, Last: f.state.Table})
}

// undoLast undoes the last entry of this desk, chooses its table and names the entry.
func (s *Handlers) undoLast(c *gin.Context, f entryForm) (page.DeskState, error) {
	undone, err := f.editor.Log().UndoLast(c.Request.Context())
	if err != nil {
		return f.state, err
	}
	next := page.DeskState{Slug: f.state.Slug, Round: f.state.Round, Answer: undone.Version}
	for _, change := range undone.Changes {
		if change.Game != nil && change.Game.New != nil {
			next.Table = change.Game.New.Table
			if !f.snapshot.Tournament.IsOpen() {
				next.Round = change.Game.New.Round
			}
		}
	}
	return next, nil
}

// postDeskName names the desk of this browser. An empty name changes nothing.
func (s *Handlers) postDeskName(c *gin.Context, f entryForm) error {
	name, err := site.DeskName(c.PostForm("name"))
	if err == nil && name == "" {
		return s.Redirect(c, f.state.Path())
	}
	session, _ := s.Session(c) // the role of the address requires one
	if err == nil {
		err = s.Director.Access().NameDesk(c.Request.Context(), session, name)
	}
	if err != nil {
		return s.showRefused(c, f, "", err)
	}
	s.SetCookie(c, site.DeskCookie, url.QueryEscape(name), site.DeviceLife)
	return s.Redirect(c, f.state.Path())
}

// hasOtherDesks reports whether another desk has entered a result, or this one has another name than a first desk.
func hasOtherDesks(t *tournament.Tournament, here accounts.Session) bool {
	if !strings.HasSuffix(here.DeskName, " 1") {
		return true
	}
	return slices.ContainsFunc(t.Rounds, func(r tournament.Round) bool {
		return slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Desk != "" && g.Desk != here.Desk })
	})
}

// showNext shows the desk in its next state: browsers get a redirect, htmx gets the page at once.
func (s *Handlers) showNext(c *gin.Context, next page.DeskState) error {
	if !site.IsHTMX(c) {
		return s.Redirect(c, next.Desk())
	}
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	page, err := s.roundPage(c, snapshot, next)
	if err != nil {
		return err
	}
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "desk", Name: "live", Data: page})
}

// showRefused shows the desk with a refused line and the reason. A failed save is not a refusal: the script keeps the
// line, and shows the reason above the page.
func (s *Handlers) showRefused(c *gin.Context, f entryForm, line string, err error) error {
	if refused, ok := fault.As(err); !ok || refused.Kind == fault.Unavailable && site.IsHTMX(c) {
		return err
	}
	snapshot, failed := s.Snapshot(c)
	if failed != nil {
		return failed
	}
	view, failed := s.roundPage(c, snapshot, f.state)
	if failed != nil {
		return failed
	}
	view.Line, view.Fault = page.Clip(line), view.Error(err)
	if site.IsHTMX(c) {
		status := site.StatusOf(err)
		if fault.Is(err, "undo.nothing") { // an answer, not an error for the browser's console
			status = http.StatusOK
		}
		return s.RenderPart(c, status, site.Part{Page: "desk", Name: "live", Data: view})
	}
	return s.RenderStatus(c, site.StatusOf(err), "desk", view)
}
