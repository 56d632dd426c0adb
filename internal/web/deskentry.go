package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A deskForm is what every form of the desk sends along: where it was.
type deskForm struct {
	snapshot *director.Snapshot
	state    deskState
	by       director.Actor
}

// readDeskForm reads the state that the form was shown in.
func (s *Server) readDeskForm(c *gin.Context) (deskForm, error) {
	snapshot, err := s.visible(c)
	if err != nil {
		return deskForm{}, err
	}
	t := snapshot.Tournament
	f := deskForm{snapshot: snapshot, by: s.deskActor(c)}
	f.state = deskState{Slug: t.Info.Slug, Round: natural(c.PostForm("round")), Table: natural(c.PostForm("table")), Find: clip(c.PostForm("find"))}
	if f.state.Round < 1 || f.state.Round > t.Current() {
		return f, fault.New(fault.NotFound, "round.unpublished", fault.Clip(c.PostForm("round")))
	}
	return f, nil
}

// postLine carries out one line of the desk's field.
func (s *Server) postLine(c *gin.Context) error {
	f, err := s.readDeskForm(c)
	if err != nil {
		return err
	}
	text := c.PostForm("line")
	next, err := s.obey(c, f, text)
	if err != nil {
		return s.deskAgain(c, f, text, err)
	}
	return s.deskThen(c, next)
}

// obey does what a line asks for and returns where the desk is then.
func (s *Server) obey(c *gin.Context, f deskForm, text string) (deskState, error) {
	line, err := parseLine(text)
	if err != nil {
		return f.state, err
	}
	next := deskState{Slug: f.state.Slug, Round: f.state.Round}
	switch line.Does {
	case lineEmpty:
		return next, nil
	case lineTable:
		next.Table = line.Table
		return next, f.at(line.Table)
	case lineUndo:
		return s.undoLast(c, f)
	case lineNext:
		next.Table = nextMissing(f.snapshot.Tournament.Round(next.Round), f.state.Table)
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
		return f.state, fault.New(fault.Invalid, "line.where", text)
	}
	e := tournament.Entry{Round: next.Round, Table: line.Table, Result: line.Result}
	next.Last = line.Table
	return next, s.enter(c, f, e, c.PostForm("seen-"+strconv.Itoa(line.Table)), true)
}

// at refuses a table that the round has not.
func (f deskForm) at(table int) error {
	if f.snapshot.Tournament.Round(f.state.Round).At(table) == nil {
		return fault.New(fault.NotFound, "game.missing", f.state.Round, table)
	}
	return nil
}

// find narrows the list to a name, or chooses the only table that has it.
func (f deskForm) find(words string) (deskState, error) {
	next := deskState{Slug: f.state.Slug, Round: f.state.Round}
	if words == "" {
		return next, nil
	}
	t := f.snapshot.Tournament
	var tables []int
	for i := range t.Round(next.Round).Games {
		if g := &t.Round(next.Round).Games[i]; plays(t, g, words) {
			tables = append(tables, g.Table)
		}
	}
	switch len(tables) {
	case 0:
		return f.state, fault.New(fault.NotFound, "line.nobody", words, next.Round)
	case 1:
		next.Table = tables[0]
	default:
		next.Find = words
	}
	return next, nil
}

// nextMissing returns the first table without a result after a table, going
// round; 0 when there is none.
func nextMissing(r *tournament.Round, after int) int {
	missing := newProgressView(r).Missing
	if len(missing) == 0 {
		return 0
	}
	i := slices.IndexFunc(missing, func(table int) bool { return table > after })
	return missing[max(i, 0)]
}

// postResult enters the result chosen for a table in the panel, or decides
// between two that contradict each other.
func (s *Server) postResult(c *gin.Context) error {
	f, err := s.readDeskForm(c)
	if err != nil {
		return err
	}
	r, err := parsePanel(c)
	if err == nil {
		err = s.enter(c, f, tournament.Entry{Round: f.state.Round, Table: f.state.Table, Result: r}, c.PostForm("seen"), false)
	}
	if err != nil {
		return s.deskAgain(c, f, "", err)
	}
	return s.deskThen(c, deskState{Slug: f.state.Slug, Round: f.state.Round, Last: f.state.Table})
}

// parsePanel reads the button that was pressed: a whole result, or the winner
// of a margin.
func parsePanel(c *gin.Context) (tournament.Result, error) {
	text := c.PostForm("result")
	if winner := c.PostForm("winner"); winner != "" {
		margin := strings.TrimSpace(c.PostForm("margin"))
		if _, err := strconv.ParseFloat(strings.Replace(margin, ",", ".", 1), 64); err != nil {
			return tournament.Result{}, fault.New(fault.Invalid, "result.margin", fault.Clip(margin))
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

// enter records a result. One that contradicts what somebody else has entered
// is kept beside it until it is decided which is right: always when the other
// came in unseen, and when ask is set also when it was there to be seen, since
// a line is typed without looking.
func (s *Server) enter(c *gin.Context, f deskForm, e tournament.Entry, seen string, ask bool) error {
	ctx := c.Request.Context()
	g := f.snapshot.Tournament.Round(e.Round).At(e.Table)
	if g == nil {
		return fault.New(fault.NotFound, "game.missing", e.Round, e.Table)
	}
	id, revision, _ := strings.Cut(seen, ".")
	if id != strconv.Itoa(g.ID) {
		return fault.New(fault.Conflict, "desk.changed", e.Table)
	}
	e.Game = g.ID
	var err error
	if e.Seen, err = strconv.Atoi(revision); err != nil {
		return fault.Wrap(err, fault.Conflict, "desk.changed", e.Table)
	}
	if ask && e.Result.Known() && g.Result.Known() && g.Result != e.Result && g.EnteredBy != f.by.Name && !g.Dispute.Open() {
		return s.director.Contest(ctx, f.by, f.state.Slug, e)
	}
	_, _, err = s.director.Record(ctx, f.by, f.state.Slug, e)
	if !fault.Is(err, "game.changed") {
		return err
	}
	err = s.director.Contest(ctx, f.by, f.state.Slug, e)
	if fault.Is(err, "result.uncontested") {
		// The other has cleared the result, or changed the game itself.
		return fault.New(fault.Conflict, "desk.changed", e.Table)
	}
	return err
}

// postUndo takes the last entry back.
func (s *Server) postUndo(c *gin.Context) error {
	f, err := s.readDeskForm(c)
	if err != nil {
		return err
	}
	next, err := s.undoLast(c, f)
	if err != nil {
		return s.deskAgain(c, f, "", err)
	}
	return s.deskThen(c, next)
}

// undoLast takes the last entry made here back and chooses its table.
func (s *Server) undoLast(c *gin.Context, f deskForm) (deskState, error) {
	undone, err := s.director.UndoLast(c.Request.Context(), f.by, f.state.Slug)
	if err != nil {
		return f.state, err
	}
	next := deskState{Slug: f.state.Slug, Round: f.state.Round}
	for _, change := range undone.Changes {
		if change.Game != nil && change.Game.Now != nil {
			next.Round, next.Table = change.Game.Now.Round, change.Game.Now.Table
		}
	}
	return next, nil
}

// postDeskName names the desk that this browser stands on.
func (s *Server) postDeskName(c *gin.Context) error {
	f, err := s.readDeskForm(c)
	if err != nil {
		return err
	}
	name := strings.Join(strings.Fields(c.PostForm("name")), " ")
	const mostName = 24
	if len([]rune(name)) > mostName {
		return s.deskAgain(c, f, "", fault.New(fault.TooLarge, "desk.name.long", mostName))
	}
	s.setCookie(c, deskCookie, url.QueryEscape(name), 365*24*time.Hour)
	return s.back(c, f.state.Path())
}

// deskThen shows the desk in its next state: by a redirect, or to scripts at
// once.
func (s *Server) deskThen(c *gin.Context, next deskState) error {
	if !isHTMX(c) {
		return s.back(c, next.Desk())
	}
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	return s.renderPart(c, http.StatusOK, "desk", "live", s.deskPage(c, snapshot, next))
}

// deskAgain shows the desk with a refused form as it was sent, and the reason.
func (s *Server) deskAgain(c *gin.Context, f deskForm, line string, err error) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	snapshot, failed := s.visible(c)
	if failed != nil {
		return failed
	}
	page := s.deskPage(c, snapshot, f.state)
	page.Line, page.Fault = clip(line), page.Error(err)
	if isHTMX(c) {
		return s.renderPart(c, statusOf(err), "desk", "live", page)
	}
	return s.renderStatus(c, statusOf(err), "desk", page)
}
