package desk

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A roundPage is the desk of one round: its tables, first the tables without a result, the field for results and
// commands, and the chosen table.
type roundPage struct {
	page.Base
	page.DeskState
	Progress page.ProgressView
	// Seen are the games that no row shows, in their revisions; forms send them back, like the games of the rows.
	Seen []seenView
	// Waiting are the games without a result or with a question, Entered the others, the latest first, or by table once
	// final. The first Asking games of Waiting have a question: two results, or a record that contradicts the entered one.
	Waiting, Entered []gameRow
	Asking           int
	Byes             []page.PlayerView
	Chosen           *panelView
	Done             *doneView
	// NoShows are questions about absent players, Answered is the answer just given to one; may be nil.
	NoShows  []noShowView
	Answered *answeredView
	// Earlier is the bar above an earlier round, Question the question about a
	// typed line; both may be nil.
	Earlier  *earlierView
	Question *questionView
	// AsksReason is set for a whole page with a question that needs a reason: the focus is on it. In a part of a page
	// the script moves the focus.
	AsksReason bool
	// Dispute describes the contradiction of the result just entered here; may be nil.
	Dispute *disputeView
	// Line is a refused line, Fault the reason.
	Line, Fault string
	// Ready is set when all results are entered.
	Ready bool
	Today *todayView
	// Evening is set in open play.
	Evening *eveningView
	// Requests are the open requests of players; may be nil.
	Requests *requestsView
	// Here is the name of this desk, "" for the only desk; Me is the director at it.
	Here string
	Me   director.Actor
	// Records is the address of the form for all game records of the round.
	Records string
	// Published is set for a tournament on a hub or as files.
	Published bool
	// Print are the links to the round's printed sheets.
	Print []page.Link
	Keys  []keyView
	// OtherKeys are the rarer ones.
	OtherKeys []keyView
	// Final describes the announced final standings, which keep the results as they are; "" without them.
	Final string
	// Reports is set while players can report missing results.
	Reports bool
	// Margin is an example of a win of Black by a margin that most games of the round can have, such as b3.5, and By the
	// margin.
	Margin, By string
	// Hints explain the letters for Black and White.
	Hints []hintView
}

// ShowsToday reports whether the panel has the next steps. A chosen table and the keys take their place, except when
// all results are in.
func (p *roundPage) ShowsToday() bool {
	return p.Chosen == nil && !p.Help || p.Today != nil && p.Today.Act != nil && !p.Today.Act.Later
}

// A seenView is a game in a revision, see page.FormatSeen.
type seenView struct {
	Table int
	Seen  string
}

// A gameRow is one game of the round.
type gameRow struct {
	page.GameView
	Address string
	// Seen is the shown revision, see page.FormatSeen.
	Seen    string
	Current bool
	// Older is set for a game of open play whose table has had another game since: a typed line means that one.
	Older bool
	// Confirmation describes the opponent's confirmation of a player's report, "" if none is necessary; Confirmed is set
	// when it exists.
	Confirmation string
	Confirmed    bool
	// Settling lists the players' statements about the end of their game.
	Settling *history.SettlingView
	// By and At name the author and the time of the result; without one, At is the time since the start. Who is the
	// author in a few letters.
	By, Who, At string
	Dispute     *disputeView
	// Finding is the contradiction between the record and the entered result; may be nil.
	Finding *findingView
	// Head is the match above its first board in the list; nil above the others, and without teams.
	Head *page.MatchView
}

// A doneView is the result just entered here.
type doneView struct {
	Text string
	// Instead names the result that a correction replaced.
	Instead []page.PieceView
	// Match is the score of the match; nil when no teams play.
	Match *page.MatchView
	// Unexplained is the version of a correction without a reason, 0 for others. Why is the reason of an explained one.
	Unexplained int
	Why         string
}

// showDesk shows the desk of a round; without a number, of the last published round.
func (s *Handlers) showDesk(c *gin.Context, snapshot *director.Snapshot) error {
	if !s.May(c, role.Results) {
		return s.Redirect(c, s.firstPage(c, snapshot.Tournament))
	}
	if snapshot.Tournament.IsOpen() && c.Param("round") != "" {
		return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug)
	}
	before := snapshot.Tournament.Current() == 0 && c.Param("round") == "" && !snapshot.Tournament.IsOpen()
	if site.IsHTMX(c) && before != (c.GetHeader("HX-Target") == preparationID) { // round 1 was published or withdrawn
		c.Header("HX-Refresh", "true")
		c.Status(http.StatusNoContent)
		return nil
	}
	if before {
		return s.showPreparation(c, snapshot)
	}
	state, err := readAddress(c, snapshot.Tournament)
	if gone, ok := errors.AsType[*goneRound](err); ok {
		return s.leaveRound(c, snapshot.Tournament, gone.round, "")
	}
	if err != nil {
		return err
	}
	show := func() error {
		page, err := s.roundPage(c, snapshot, state)
		if err != nil {
			return err
		}
		if c.GetHeader("HX-Target") == "live" {
			return s.RenderPart(c, http.StatusOK, site.Part{Page: "desk", Name: "refreshed", Data: page})
		}
		return s.Render(c, "desk", page)
	}
	if c.GetHeader("HX-Trigger") == "live" { // not a click
		return s.Refreshes.Run(c.Request.Context(), show)
	}
	return show()
}

// firstPage returns the first page of people without the right to enter results: a captain's team, or the files.
func (s *Handlers) firstPage(c *gin.Context, t *tournament.Tournament) string {
	if !s.May(c, role.Print) {
		return page.TeamPath(t, tournament.PlayerID(s.Rights(c).Team))
	}
	return "/desk/" + t.Info.Slug + "/exports"
}

// readAddress parses the state of the desk from the address.
func readAddress(c *gin.Context, t *tournament.Tournament) (page.DeskState, error) {
	state := page.DeskState{
		Slug: t.Info.Slug, Round: t.Current(), Find: page.Clip(c.Query("find")), Ask: page.Clip(c.Query("ask")),
		Help: c.Query("keys") != "",
	}
	if t.IsOpen() {
		state.Round = 0
	} else if text := c.Param("round"); text != "" {
		n, err := strconv.Atoi(text)
		if err == nil && n > t.Current() && site.IsHTMX(c) {
			return state, &goneRound{n}
		}
		if err != nil || n < 1 || n > t.Current() {
			return state, fault.New(fault.NotFound, "round.unpublished", fault.Clip(text))
		}
		state.Round = n
	}
	state.Game = page.Natural(c.Query("game"))
	state.Table, state.Last, state.Answer = page.Natural(c.Query("table")), page.Natural(c.Query("last")), page.Natural(c.Query("said"))
	return state, nil
}

// roundPage returns the desk in a state.
func (s *Handlers) roundPage(c *gin.Context, snapshot *director.Snapshot, state page.DeskState) (*roundPage, error) {
	t := snapshot.Tournament
	lang := s.Language(c)
	session, _ := s.Session(c) // the role of the address requires one
	view := &roundPage{
		Base: s.DeskBase(c, snapshot, titleOf(lang, t, state.Round), "").AtRound(state.Round), DeskState: state, Me: s.DeskActor(c),
	}
	if hasOtherDesks(t, session) {
		view.Here = session.DeskName
	}
	view.Notice = goneNotice(c, view.Language, t)
	view.Address = state.Desk() // also after a refused form, which has another address
	words := newLineWords(view.Language, t)
	r := listed(t, state.Round)
	view.fillHints(t, r, words)
	var err error
	if _, view.Published, err = s.Beyond.Published(c.Request.Context(), t.Info.Slug); err != nil {
		return nil, err
	}
	if err := s.fillToday(c, view, snapshot, s.Director.Now()); err != nil {
		return nil, err
	}
	if t.IsOpen() {
		if view.Evening, err = s.eveningView(c.Request.Context(), view, snapshot, s.Director.Now()); err != nil {
			return nil, err
		}
	}
	view.Progress = page.NewProgressView(r)
	view.Ready = len(view.Progress.Missing) == 0 && !t.IsOpen()
	if !t.IsOpen() {
		view.fillPrint(t, r.Number)
		view.Earlier = view.earlier(t, r)
	}
	view.fillQuestion(t, words)
	view.AsksReason = view.Question != nil && view.Question.Correction && !site.IsHTMX(c)
	view.checkFind(t, r)
	if final := t.Frozen(); final != nil {
		view.Final = view.T("desk.final", view.Moment(final.At))
	}
	view.Reports = t.Settings.PlayersDecide() && !view.Ready
	findings, err := s.findings(c, view, t, r)
	if err != nil {
		return nil, err
	}
	view.fillGames(t, r, findings)
	if !t.IsOpen() {
		view.fillNoShows(t)
	}
	if err := s.fillAnswered(c.Request.Context(), view, t); err != nil {
		return nil, err
	}
	if view.Done == nil {
		return view, nil
	}
	return view, s.fillDone(c.Request.Context(), view, t, r.At(view.Last))
}

// fillHints explains the letters of lines, and all keys if the reader asks for them.
func (p *roundPage) fillHints(t *tournament.Tournament, r *tournament.Round, words lineWords) {
	p.Hints = []hintView{{words.Black, p.T("game.stone.black")}, {words.White, p.T("game.stone.white")}}
	jigo := slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return t.MayBeJigo(&g) })
	p.By = p.Decimal(exampleMargin(r))
	p.Margin = words.Black[0] + p.By
	if p.Help {
		keys := newKeyViews(p.Language, words, p.Margin, jigo)
		p.Keys, p.OtherKeys = keys[:usualKeys], keys[usualKeys:]
	}
}

// fillPrint adds the links to the sheets and the records of a round.
func (p *roundPage) fillPrint(t *tournament.Tournament, round int) {
	public, number := "/t/"+t.Info.Slug+"/print", "/"+strconv.Itoa(round)
	p.Print = []page.Link{
		{Text: p.T("desk.print.tables"), Address: public + "/tables" + number + "?from=desk"},
		{Text: p.T("desk.print.names"), Address: public + "/names" + number + "?from=desk"},
		{Text: p.T("desk.print.slips"), Address: p.Event.Home + "/print/slips" + number + "?from=desk"},
	}
	p.Records = p.Event.Home + "/round" + number + "/records"
}

// fillDone adds the replaced result to a correction just entered.
func (s *Handlers) fillDone(ctx context.Context, p *roundPage, t *tournament.Tournament, g *tournament.Game) error {
	entries, _, err := s.Director.Log(ctx, t.Info.Slug, 0, director.LogFilter{})
	if err != nil {
		return err
	}
	for _, e := range entries {
		for _, change := range e.Changes {
			if change.Game == nil || change.Game.New == nil || change.Game.New.ID != g.ID {
				continue
			}
			if was := change.Game.Old; was != nil && was.Result.Known() && change.Game.New.Result == g.Result && was.Result != g.Result {
				p.Done.Instead = page.Pieces(p.Language, p.instead(t, was, g.Result))
				if p.Done.Why = e.Reason; e.Reason == "" {
					p.Done.Unexplained = e.Version
				}
			}
			return nil // the latest entry of the game
		}
	}
	return nil
}

// fillGames fills the lists of games; findings are the contradictions of records by their tables.
func (p *roundPage) fillGames(t *tournament.Tournament, r *tournament.Round, findings map[int]*findingView) {
	p.Byes = page.ByeViews(t, r)
	current := func(g *tournament.Game) bool { return r.At(g.Table) == g }
	boards := page.MatchBoards(page.MatchViews(p.Language, t, r))
	var entered []*tournament.Game
	chosen, last := chosenGame(r, p.DeskState), r.At(p.Last)
	for i := range r.Games {
		g := &r.Games[i]
		if g == chosen {
			p.Chosen = p.newPanelView(t, g)
			p.Chosen.Board = boards[g.ID]
		}
		switch {
		case g != last:
		case g.Dispute.Open():
			p.Dispute = p.newDisputeView(t, g)
		case g.Result.Known() && p.Me.Entered(g.EnteredBy, g.Desk):
			p.Done = &doneView{
				Text: p.T("desk.done", g.Table, page.NewPlayerView(t, g.Black).Name, page.NewPlayerView(t, g.White).Name, g.Result),
			}
			p.Done.Match = boards[g.ID].Match
		}
		switch {
		case !p.matches(t, g) && !current(g):
		case !p.matches(t, g):
			p.Seen = append(p.Seen, seenView{g.Table, page.FormatSeen(g)})
		case g.Result.Known() && !g.Dispute.Open() && findings[g.Table] == nil:
			entered = append(entered, g)
		default:
			row := p.newGameRow(t, g)
			row.Current = g == chosen
			row.Finding, row.Older = findings[g.Table], !current(g)
			p.Waiting = append(p.Waiting, row)
		}
	}
	// Questions come first.
	slices.SortStableFunc(p.Waiting, func(a, b gameRow) int {
		return cmp.Or(page.First(a.Dispute != nil, b.Dispute != nil), page.First(a.Finding != nil, b.Finding != nil))
	})
	if p.Asking = slices.IndexFunc(p.Waiting, func(row gameRow) bool { return row.Dispute == nil && row.Finding == nil }); p.Asking < 0 {
		p.Asking = len(p.Waiting)
	}
	if p.Final == "" {
		slices.SortStableFunc(entered, func(a, b *tournament.Game) int { return b.EnteredAt.Compare(a.EnteredAt) })
	}
	for _, g := range entered {
		row := p.newGameRow(t, g)
		row.Current = g == chosen
		if row.Older = !current(g); row.Older {
			row.Address = page.DeskState{Slug: p.Slug, Table: g.Table, Game: g.ID, Find: p.Find}.Desk()
		}
		p.Entered = append(p.Entered, row)
	}
	groupByMatch(p.Waiting[p.Asking:], boards)
	groupByMatch(p.Entered, boards)
}

// chosenGame returns the chosen game of those listed, or nil.
func chosenGame(r *tournament.Round, state page.DeskState) *tournament.Game {
	for i := range r.Games {
		if g := &r.Games[i]; state.Game > 0 && g.ID == state.Game {
			return g
		}
	}
	return r.At(state.Table)
}

// checkFind resets the search, with a fault, if no game of the round matches its name.
func (p *roundPage) checkFind(t *tournament.Tournament, r *tournament.Round) {
	if p.Find == "" || slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return hasNames(t, &g, p.Find) }) {
		return
	}
	p.Fault = p.T("desk.line.nobody", p.Find, r.Number)
	if r.Number == 0 {
		p.Fault = p.T("open.nobody", p.Find)
	}
	p.Find = ""
}

// matches reports whether a game matches the searched name.
func (p *roundPage) matches(t *tournament.Tournament, g *tournament.Game) bool {
	return p.Find == "" || hasNames(t, g, p.Find)
}

// hasNames reports whether all words occur in the names of the two players.
func hasNames(t *tournament.Tournament, g *tournament.Game, words string) bool {
	names := spelling.SearchText(page.NewPlayerView(t, g.Black).Name) + spelling.SearchText(page.NewPlayerView(t, g.White).Name)
	for _, word := range spelling.Words(words) {
		if !strings.Contains(names, word) {
			return false
		}
	}
	return true
}

func (p *roundPage) newGameRow(t *tournament.Tournament, g *tournament.Game) gameRow {
	row := gameRow{
		GameView: page.NewGameView(p.Language, t, g), Address: p.Choose(g.Table), Seen: page.FormatSeen(g), By: history.AuthorName(p.Language, t, g.EnteredBy),
	}
	start := t.Round(g.Round).Start
	switch {
	case !g.EnteredAt.IsZero():
		row.At = p.Clock(g.EnteredAt)
	case !g.Began.IsZero():
		row.At = p.Clock(g.Began)
	case !start.IsZero():
		row.At = p.T("desk.since", p.Clock(start))
	}
	author, _ := tournament.Reporter(g.EnteredBy)
	row.Who = shortAuthor(t, author, row.By)
	switch opponent := g.Opponent(author); {
	case g.Dispute.Open():
		row.Dispute, row.Result = p.newDisputeView(t, g), page.NewResultView(p.Language, tournament.Result{})
	case tournament.IsOnTablet(g.ConfirmedBy):
		row.Confirmed, row.Confirmation = true, p.T("report.both.tablet")
	case g.ConfirmedBy != "":
		row.Confirmed, row.Confirmation = true, p.T("desk.confirmed", history.AuthorName(p.Language, t, g.ConfirmedBy))
	case opponent != 0:
		row.Confirmation = p.T("desk.unconfirmed", t.NameOf(opponent))
	}
	if row.Settling = history.NewSettlingView(p.Language, t, g.Settling); row.Settling != nil && g.EnteredAt.IsZero() {
		row.At = p.T("desk.settling")
	}
	return row
}

// shortAuthor returns the author of a result for a narrow column: the name of a desk without its user's, or the family
// name of a player. by is the full name.
func shortAuthor(t *tournament.Tournament, player tournament.PlayerID, by string) string {
	const most = 12
	short := by
	if _, desk, named := strings.Cut(by, " · "); named {
		short = desk
	} else if p := t.Player(player); p != nil {
		short = p.Family
	}
	if letters := []rune(short); len(letters) > most {
		short = string(letters[:most-1]) + "…"
	}
	return short
}
