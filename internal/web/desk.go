package web

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A deskPage is the desk of one round: its tables, those without a result
// first, the field that takes everything, and the chosen table.
type deskPage struct {
	base
	deskState
	Start    string
	Progress progressView
	// Missing are the first tables without a result, Others how many more.
	Missing []chipView
	Others  int
	// Seen are all games of the round as this page shows them, sent back with
	// every entry.
	Seen []seenView
	// Waiting have no result yet or one in dispute; Entered are the others, the
	// latest first.
	Waiting, Entered []deskRow
	Byes             []playerView
	// Matches are the matches of the round, where teams play.
	Matches []matchView
	// Contradictions are records that say something else.
	Contradictions []contradictionView
	Chosen         *panelView
	Done           *doneView
	// NoShows are the players to be asked about, Answered is what was just said of
	// one; may be nil.
	NoShows  []noShowView
	Answered *answeredView
	// Earlier says that other rounds have followed, Question what is asked before
	// a line counts; both may be nil.
	Earlier  *earlierView
	Question *questionView
	// Asked says that what was just entered here contradicts another entry.
	Asked []pieceView
	// Line is a line that was refused, Fault why.
	Line, Fault string
	// Next is the address of the next draw once all results are in, NextRound
	// its number.
	Next      string
	NextRound int
	// Final is the address of the standings after this round.
	Final string
	// Here is the name of this desk, Me who enters at it.
	Here string
	Me   director.Actor
	// Print are the sheets of the round.
	Print []link
	Keys  []keyView
	// Hints say the letters for Black and White.
	Hints []hintView
}

// A deskState is what the address of a desk says.
type deskState struct {
	Slug  string
	Round int
	// Table is the chosen one, Last the one just entered; 0 for none.
	Table, Last int
	// Said is the version of an answer about a player, 0 for none.
	Said int
	// Find narrows the list to a name.
	Find string
	// Ask is a line that is asked about before it counts.
	Ask  string
	Help bool
}

// Desk is the address of the desk in this state.
func (d deskState) Desk() string {
	q := url.Values{}
	for key, n := range map[string]int{"table": d.Table, "last": d.Last, "said": d.Said} {
		if n > 0 {
			q.Set(key, strconv.Itoa(n))
		}
	}
	if d.Find != "" {
		q.Set("find", d.Find)
	}
	if d.Ask != "" {
		q.Set("ask", d.Ask)
	}
	if d.Help {
		q.Set("keys", "all")
	}
	address := d.Path()
	if len(q) > 0 {
		address += "?" + q.Encode()
	}
	return address
}

// Path is the address of the desk with nothing chosen.
func (d deskState) Path() string {
	if d.Round == 0 {
		return "/desk/" + d.Slug
	}
	return "/desk/" + d.Slug + "/round/" + strconv.Itoa(d.Round)
}

// Choose is the address of the desk with a table chosen.
func (d deskState) Choose(table int) string {
	return deskState{Slug: d.Slug, Round: d.Round, Table: table, Find: d.Find}.Desk()
}

// Close is the address of the desk without the list of keys.
func (d deskState) Close() string {
	d.Help = false
	return d.Desk()
}

// A chipView is a table without a result.
type chipView struct {
	Table   int
	Address string
	Current bool
}

// A seenView is a game as the desk has it before its eyes: "17.2" is game 17
// in its second revision.
type seenView struct {
	Table int
	Value string
}

// A deskRow is one game of the round.
type deskRow struct {
	gameView
	Address string
	Current bool
	// By and At say who entered the result, and when.
	By, At  string
	Dispute *disputeView
}

// A doneView is what was just entered here.
type doneView struct {
	Text string
	// Instead says what a correction replaced.
	Instead []pieceView
	// Match is how the match stands by now; nil where no teams play.
	Match *matchView
}

// A keyView explains what may be typed.
type keyView struct{ Keys, Text string }

// A hintView says what some letters behind a table mean.
type hintView struct {
	Letters []string
	Text    string
}

// showDesk shows the desk of a round; without a number, of the last published.
func (s *deskRoom) showDesk(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	state, err := readDesk(c, snapshot.Tournament)
	if err != nil {
		return err
	}
	page, err := s.deskPage(c, snapshot, state)
	if err != nil {
		return err
	}
	return s.render(c, "desk", page)
}

// readDesk reads the state from the address.
func readDesk(c *gin.Context, t *tournament.Tournament) (deskState, error) {
	state := deskState{Slug: t.Info.Slug, Round: t.Current(), Find: clip(c.Query("find")), Ask: clip(c.Query("ask")), Help: c.Query("keys") != ""}
	if text := c.Param("round"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > t.Current() {
			return state, fault.New(fault.NotFound, "round.unpublished", fault.Clip(text))
		}
		state.Round = n
	}
	state.Table, state.Last, state.Said = natural(c.Query("table")), natural(c.Query("last")), natural(c.Query("said"))
	return state, nil
}

// natural reads a number that may be missing or nonsense: 0 then.
func natural(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// mostChips is how many tables without a result are named one by one.
const mostChips = 12

func (s *deskRoom) deskPage(c *gin.Context, snapshot *director.Snapshot, state deskState) (*deskPage, error) {
	t := snapshot.Tournament
	lang := s.language(c)
	title := lang.T("desk.title")
	session, _ := s.session(c) // needLogin has found one
	if state.Round > 0 {
		title = roundTitle(lang, t, state.Round)
	}
	page := &deskPage{base: s.deskBase(c, snapshot, title, "", state.Round), deskState: state, Here: session.DeskName, Me: s.deskActor(c)}
	page.Address = state.Desk() // a refused form is shown at its own
	words := newLineWords(page.Language, t)
	page.Hints = []hintView{{words.Black, page.T("stone.black")}, {words.White, page.T("stone.white")}, {[]string{"j"}, page.T("result.jigo")}}
	if state.Help {
		page.Keys = deskKeys(page.Language, words)
	}
	r := t.Round(state.Round)
	if r == nil {
		page.NextRound, page.Next = 1, page.Event.Home+"/draw/1"
		return page, nil
	}
	if !r.Start.IsZero() {
		page.Start = page.Clock(r.Start)
	}
	page.Progress = newProgressView(r)
	missing := page.Progress.Missing
	page.Others = max(0, len(missing)-mostChips)
	for _, table := range missing[:len(missing)-page.Others] {
		page.Missing = append(page.Missing, chipView{table, state.Choose(table), table == state.Table})
	}
	if len(page.Missing) == 0 && state.Round == t.Current() && state.Round < t.Settings.Rounds {
		page.NextRound = state.Round + 1
		page.Next = page.Event.Home + "/draw/" + strconv.Itoa(page.NextRound)
	}
	page.Final = "/t/" + t.Info.Slug + "/standings?after=" + strconv.Itoa(r.Number)
	public := "/t/" + t.Info.Slug + "/round/" + strconv.Itoa(r.Number)
	page.Print = []link{
		{Text: page.T("desk.print.tables"), Address: public}, {Text: page.T("desk.print.names"), Address: public + "?by=name"},
		{Text: page.T("desk.print.slips"), Address: page.Event.Home + "/print/slips/" + strconv.Itoa(r.Number)},
	}
	page.Earlier = page.earlier(t, r)
	page.question(t, words)
	page.list(t, r)
	page.noShows(t)
	if err := s.answer(c.Request.Context(), page, t); err != nil {
		return nil, err
	}
	if err := s.contradictions(c, page, t, r); err != nil || page.Done == nil {
		return page, err
	}
	return page, s.fillDone(c.Request.Context(), page, t.Info.Slug, r.At(page.Last))
}

// fillDone says of a correction what it replaced.
func (s *deskRoom) fillDone(ctx context.Context, p *deskPage, slug string, g *tournament.Game) error {
	entries, _, err := s.director.Log(ctx, slug, 0)
	if err != nil {
		return err
	}
	for _, e := range entries {
		for _, change := range e.Changes {
			if change.Game == nil || change.Game.Now == nil || change.Game.Now.ID != g.ID {
				continue
			}
			if was := change.Game.Was; was != nil && was.Result.Known() && change.Game.Now.Result == g.Result && was.Result != g.Result {
				p.Done.Instead = pieces(p.Language, p.instead(was, g.Result))
			}
			return nil // the latest entry of the game
		}
	}
	return nil
}

// list fills in the games of the round.
func (p *deskPage) list(t *tournament.Tournament, r *tournament.Round) {
	p.Byes = byeViews(t, r)
	p.Matches, _ = matchViews(p.Language, t, r)
	boards := boardOf(p.Matches)
	var entered []*tournament.Game
	for i := range r.Games {
		g := &r.Games[i]
		p.Seen = append(p.Seen, seenView{g.Table, seenText(g)})
		if g.Table == p.Table {
			p.Chosen = p.panel(t, g)
			p.Chosen.Board = boards[g.ID]
		}
		switch {
		case g.Table != p.Last:
		case g.Dispute.Open():
			p.Asked = p.dispute(g).Text
		case g.Result.Known() && p.Me.Entered(g.EnteredBy, g.Desk):
			p.Done = &doneView{Text: p.T("desk.done", g.Table, newPlayerView(t, g.Black).Name, newPlayerView(t, g.White).Name, g.Result)}
			p.Done.Match = boards[g.ID].Match
		}
		switch {
		case !p.shows(t, g):
		case g.Result.Known() && !g.Dispute.Open():
			entered = append(entered, g)
		default:
			p.Waiting = append(p.Waiting, p.row(t, g))
		}
	}
	// Questions come first.
	slices.SortStableFunc(p.Waiting, func(a, b deskRow) int {
		switch {
		case (a.Dispute == nil) == (b.Dispute == nil):
			return 0
		case a.Dispute != nil:
			return -1
		}
		return 1
	})
	slices.SortStableFunc(entered, func(a, b *tournament.Game) int { return b.EnteredAt.Compare(a.EnteredAt) })
	for _, g := range entered {
		p.Entered = append(p.Entered, p.row(t, g))
	}
}

// shows reports whether a game passes the narrowing by name.
func (p *deskPage) shows(t *tournament.Tournament, g *tournament.Game) bool {
	return p.Find == "" || plays(t, g, p.Find)
}

// plays reports whether all the words stand in the names of the two players.
func plays(t *tournament.Tournament, g *tournament.Game, words string) bool {
	names := tournament.Fold(newPlayerView(t, g.Black).Name + " " + newPlayerView(t, g.White).Name)
	for _, word := range strings.Fields(tournament.Fold(words)) {
		if !strings.Contains(names, word) {
			return false
		}
	}
	return true
}

func (p *deskPage) row(t *tournament.Tournament, g *tournament.Game) deskRow {
	row := deskRow{
		gameView: newGameView(p.Language, t, g), Address: p.Choose(g.Table), Current: g.Table == p.Table, By: by(p.Language, g.EnteredBy),
	}
	if !g.EnteredAt.IsZero() {
		row.At = p.Clock(g.EnteredAt)
	}
	if g.Dispute.Open() {
		row.Dispute = p.dispute(g)
	}
	return row
}

// seenText is the game and revision that a desk looks at.
func seenText(g *tournament.Game) string { return strconv.Itoa(g.ID) + "." + strconv.Itoa(g.Revision) }

// deskKeys explains all that the field takes.
func deskKeys(lang *i18n.Language, words lineWords) []keyView {
	keys := []keyView{
		{"12", lang.T("desk.key.table")},
		{"12" + strings.Join(words.Black, " 12"), lang.T("result.black")},
		{"12" + strings.Join(words.White, " 12"), lang.T("result.white")},
	}
	for _, k := range []struct{ keys, key string }{
		{"12b3.5", "desk.key.points"}, {"12br", "desk.key.resign"},
		{"12bt", "desk.key.time"}, {"12bf", "desk.key.forfeit"}, {"12bi", "desk.key.illegal"}, {"12j", "desk.key.jigo"},
		{"12 0-0", "desk.key.bothlose"}, {"12 1-1", "desk.key.bothwin"}, {"12nr", "desk.key.void"}, {"12x", "desk.key.notplayed"},
		{"12b*", "desk.key.unrated"}, {"12?", "desk.key.clear"}, {"b w j …", "desk.key.chosen"}, {"u ⏎", "desk.key.undo"},
		{"n ⏎", "desk.key.next"}, {"/", "desk.key.find"}, {"↑ ↓", "desk.key.arrows"}, {"? ⏎", "desk.key.help"},
	} {
		keys = append(keys, keyView{k.keys, lang.T(k.key)})
	}
	return keys
}

// deskCookie is what the desk in this browser was called last.
const deskCookie = "desk"

// deskActor returns who enters here: the user, at the desk of this login.
func (s *site) deskActor(c *gin.Context) director.Actor {
	session, _ := s.session(c) // needLogin has found one
	return director.Actor{Name: session.User + " · " + session.DeskName, Desk: session.Desk}
}

// editor returns what changes the tournament of the address, in the name of who
// enters here.
func (s *site) editor(c *gin.Context) *director.Editor {
	return s.director.On(s.deskActor(c), c.Param("slug"))
}
