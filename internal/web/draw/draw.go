package draw

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A roundPage is the draw of one round. Before publication directors make it,
// check it and change it; after publication they can repair it.
type roundPage struct {
	page.Base
	Round int
	// Path is the page's address without a chosen game.
	Path             string
	Drawn, Published bool
	// Final says since when the final standings are announced; "" before. Then nothing can be changed.
	Final string
	// CanWithhold is set while the publication can be undone, CanStart while the start of the round can be changed.
	CanWithhold, CanStart bool
	// Ties are the matches without a winner: of the round before, whose winners
	// play this one, or of the round itself once it is published.
	Ties []tieView
	// Early is set while the round before is not published.
	Early bool
	// Ready counts the players to pair, Announced the players with a place and no check-in, Reserves the reserve list.
	// Away names the checked-in players who skip the round.
	Ready, Announced, Reserves int
	Away                       string
	// Start and Day are when the clocks start, as the language writes a time and a day.
	Seed, Start, Day string
	// Next is the seed of the next draw, as it was typed if it was refused.
	Next   string
	Locked int
	// OfTeams is set when teams play.
	OfTeams    bool
	Ask        *askView
	Rows       []gameRow
	Byes, Idle []seatedView
	// Picks are the changes for which players can be ticked.
	Picks pickView
	// Ticked are the players who were ticked for a change that was refused.
	Ticked map[tournament.PlayerID]bool
	// Checks are the warnings before a draw, Points the checks of the draw.
	Checks []page.CheckView
	Points []pointView
	// First is the page that mends a grave check before a draw; nil without one.
	First *page.Link
	// Scored is set when the players' scores differ, ScoreName heads their columns.
	// Warned is set when a game has a mark.
	Scored, Warned bool
	ScoreName      string
	// Solved is set when the draw is an optimum. Then some players can be paired again.
	Solved bool
	// Verify is the address that makes the draw again and compares; "" for a draw
	// by hand.
	Verify string
	// Grave counts the checks that found something hardly ever intended.
	Grave int
	// Quality is nil if no criterion decides. Cost compares the draw with the best one; may be nil. Computing is set
	// during that computation.
	Quality   *qualityView
	Cost      *costView
	Computing bool
	// Last is the latest change, Undone the change that was undone last; both may
	// be nil.
	Last, Undone *stepView
	// Me is the name of the reader in the log.
	Me string
	// Running is set while the draw is being made, Stopped after a director has
	// stopped it.
	Running *page.RunningView
	Stopped bool
	Fault   string
	// Plan is set when the weights do not decide all pairings of the round.
	Plan *planFacts
	// Open is the table whose game is explained, 0 for none.
	Open int
}

// Refetch returns the address of this page after a change of the draw. The script adds the players that are selected
// then.
func (p *roundPage) Refetch() string {
	switch {
	case p.Ask != nil:
		return p.Address
	case p.Open > 0:
		return p.Path + "?table=" + strconv.Itoa(p.Open)
	}
	return p.Path
}

// Failed returns the checks that found something.
func (p *roundPage) Failed() []pointView { return p.points(false) }

// Passed returns the checks without a finding.
func (p *roundPage) Passed() []pointView { return p.points(true) }

func (p *roundPage) points(passed bool) (list []pointView) {
	for _, v := range p.Points {
		if passed == (v.Class == "done") {
			list = append(list, v)
		}
	}
	return list
}

// HasPanel reports whether the panel beside the games has content.
func (p *roundPage) HasPanel() bool {
	return p.Picks.Any() || p.CanStart || p.Computing || p.Quality != nil || p.Cost != nil || len(p.Points) > 0
}

// Columns returns how many columns the table of games has.
func (p *roundPage) Columns() int {
	n := 8 // table, two stones and names, handicap, komi, links
	for _, more := range []bool{p.Scored, p.Scored, p.Published, p.Warned} {
		if more {
			n++
		}
	}
	return n
}

// IdleColumns returns how many columns are left of the table of games beside the name of a player
// without a game.
func (p *roundPage) IdleColumns() int {
	if p.Scored {
		return p.Columns() - 4
	}
	return p.Columns() - 3
}

// An askView asks for confirmation before a change that loses work: what will
// happen, and the button that does it.
type askView struct {
	Text, Do, Button string
	Table            int
	Players          []tournament.PlayerID
	// Changes list the differences, Cost compares the draws; both may be empty.
	Changes []history.ChangedView
	Cost    *changeCost
	// Seeded adds a field for the seed, Explained one for the reason.
	Seeded, Explained bool
	// Fields are the fields of the button, for the second request.
	Fields []fieldView
	// Links lead to what prevents the change, More counts those left out.
	Links []page.Link
	More  int
}

// A fieldView is a field that a question sends again.
type fieldView struct{ Name, Value string }

// A gameRow is one game of the draw as a row of the page.
type gameRow struct {
	page.GameView
	// BlackScore and WhiteScore are the scores before the round.
	BlackScore, WhiteScore string
	// Address leads to the row with the reasons shown, or hidden if they are; Why is the
	// same without the place on the page.
	Address, Why string
	Locked       bool
	// Stones is the handicap in words for phones.
	Stones string
	// Fixed is set when the game has a result and keeps its players.
	Fixed bool
	// Changed is set when the game differs from the published one.
	Changed bool
	Marks   []markView
	Chosen  *chosenView
	Page    *roundPage
	// Turned is set when White plays for the first team of the match and stands
	// first.
	Turned bool
	// Head is the heading above this game, "" for none.
	Head string
	// Match is the heading of a match, set for its first board only. Free are its
	// boards without an opponent, set for its last board only.
	Match *matchHead
	Free  []page.BoardView
}

// Class returns the row's CSS classes: chosen, changed since publication, turned.
func (r gameRow) Class() string {
	var classes []string
	switch {
	case r.Chosen != nil:
		classes = append(classes, "current")
	case r.Changed:
		classes = append(classes, "altered")
	}
	if r.Turned {
		classes = append(classes, "turned")
	}
	return strings.Join(classes, " ")
}

// A sideView is a player's side of a row.
type sideView struct {
	page.PlayerView
	Page *roundPage
	// Colour is "black" or "white"; of a team the colour of its first board.
	Colour string
	// Score is the score before the round.
	Score string
	// Fixed is set when the player cannot be picked, Open while the players choose the colours at the board.
	Fixed, Open bool
	// Won is set for the winner of the game.
	Won bool
}

// Ticked reports whether the player is selected.
func (v sideView) Ticked() bool { return v.Page.Ticked[v.ID] }

// Side returns a player or team without a game as a side of a row.
func (p *roundPage) Side(v seatedView) sideView {
	return sideView{PlayerView: v.PlayerView, Page: p, Score: v.Score, Fixed: !p.Picks.Any()}
}

// Detail returns what a row has no room for: the whole name, country and club.
func (v sideView) Detail() string {
	return strings.Join(strings.Fields(v.Name+" "+v.Country+" "+v.Club), " ")
}

// Sides returns the two sides in the order in which they stand.
func (r gameRow) Sides() [2]sideView {
	black := sideView{r.Black, r.Page, "black", r.BlackScore, r.Fixed, r.Open, r.Result.Black}
	white := sideView{r.White, r.Page, "white", r.WhiteScore, r.Fixed, r.Open, r.Result.White}
	if r.Turned {
		return [2]sideView{white, black}
	}
	return [2]sideView{black, white}
}

// A markView is a short mark beside a game, such as a criterion that it breaks.
type markView struct {
	Text  string
	Grave bool
	// Plain is set for a fact that needs no action.
	Plain bool
}

// Class returns the mark's CSS classes.
func (v markView) Class() string {
	switch {
	case v.Grave:
		return "tag error"
	case v.Plain:
		return "tag"
	}
	return "tag warning"
}

// A seatedView is a player or team as the lists beside the games show them: with
// a bye, or without an opponent.
type seatedView struct {
	page.PlayerView
	Score string
	// Why explains the bye, or why the player has no game; Candidates is the address that lists possible opponents.
	Why, Candidates string
	// Bye is set when the player has one.
	Bye bool
}

func (s *Handlers) showDraw(c *gin.Context, snapshot *director.Snapshot, n int) error {
	page, err := s.roundPage(c, snapshot, n)
	if err != nil {
		return err
	}
	return s.Render(c, "draw", page)
}

// roundPage returns the page of round n; when a game is chosen by the address, with
// its details.
func (s *Handlers) roundPage(c *gin.Context, snapshot *director.Snapshot, n int) (*roundPage, error) {
	t := snapshot.Tournament
	view := &roundPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("draw.title", n), "draw").AtRound(n), Round: n}
	view.Path, view.OfTeams, view.Me = page.DrawPath(t, n), page.OfTeams(t), s.DeskActor(c).Name
	if running, err := s.showRun(c.Request.Context(), view, t); running || err != nil {
		return view, err
	}
	if list := t.Frozen(); list != nil {
		view.Final = view.T("draw.final", view.Moment(list.At))
	}
	view.count(t)
	view.Early = n > 1 && n > t.Current()+1
	view.Seed, view.Next = "1", "1"
	view.Plan, view.Ties = newPlanFacts(view, t, n), newTies(view.Language, t, n)
	d := &details{handlers: s, snapshot: snapshot, r: t.Round(n), page: view, chosen: page.Natural(c.Query("table"))}
	if d.r != nil && d.r.At(d.chosen) != nil {
		view.Open = d.chosen
	}
	switch {
	case d.r != nil:
		return view, d.fillDrawn(c)
	case view.Early:
		return view, nil
	}
	d.r = &tournament.Round{Number: n}
	if err := d.fillReadiness(); err != nil {
		return nil, err
	}
	return view, d.fillSteps(c.Request.Context())
}

// fillDrawn fills the page of a round that has a draw.
func (d *details) fillDrawn(c *gin.Context) error {
	t, p, ctx := d.snapshot.Tournament, d.page, c.Request.Context()
	p.Drawn, p.Published, p.Solved = true, d.r.Published, page.Weighed(t, d.r.Number)
	p.CanWithhold = d.r.Published && d.r.Number == len(t.Rounds) && len(d.r.Finished()) == 0
	p.CanStart = p.Final == "" && !(d.r.Published && len(d.r.Games) > 0 && d.r.Missing() == 0)
	if d.r.Drawn.Seed > 0 {
		p.Seed = strconv.FormatUint(d.r.Drawn.Seed, 10)
	}
	p.Next = p.Seed
	if !d.r.Start.IsZero() {
		p.Start = p.Clock(d.r.Start)
	}
	if day := startDay(t, d.r.Number); !day.IsZero() {
		p.Day = p.Date(day)
	}
	p.Start, p.Day = page.Clip(c.DefaultQuery("start", p.Start)), page.Clip(c.DefaultQuery("day", p.Day)) // as typed beside a button
	if d.r.Drawn.Inputs != "" {
		p.Verify = p.Path + "/verify"
	}
	for _, fill := range []func(context.Context) error{d.fillGames, d.fillCost, d.fillSteps} {
		if err := fill(ctx); err != nil {
			return err
		}
	}
	if err := d.fillQuestion(c); err != nil || p.Ask != nil {
		return err
	}
	return d.selectPlayers(c, page.PlayerIDs(append(c.QueryArray("player"), c.PostFormArray("player")...)))
}

// fillQuestion fills the question that the address names.
func (d *details) fillQuestion(c *gin.Context) (err error) {
	p, what := d.page, c.Query("ask")
	p.Ask, err = d.askPublished(c, what)
	if _, refused := fault.As(err); refused {
		p.Fault = p.Error(err)
		return nil
	}
	if err == nil && p.Ask == nil {
		p.Ask = d.confirmation(what)
	}
	return err
}

// count counts the players of the round and the others.
func (p *roundPage) count(t *tournament.Tournament) {
	places, away := t.Places(), []string{}
	p.Reserves = len(places.Reserves)
	for i := range t.Players {
		switch player := &t.Players[i]; {
		case t.StandIn(player.ID):
		case player.Plays(p.Round):
			p.Ready++
		case player.Status == tournament.CheckedIn:
			away = append(away, page.NewPlayerView(t, player.ID).Brief)
		case places.Expects(player):
			p.Announced++
		}
	}
	if len(away) > 0 {
		p.Away = p.T("draw.away", strings.Join(away, ", "))
	}
}

// details gathers what the page of a round shows.
type details struct {
	handlers *Handlers
	snapshot *director.Snapshot
	r        *tournament.Round
	page     *roundPage
	chosen   int
	draw     *pairing.Draw
}

// fillGames lists the games, the byes, the players without a game, and the
// checks.
func (d *details) fillGames(ctx context.Context) (err error) {
	t, p := d.snapshot.Tournament, d.page
	checks := d.snapshot.Checks(d.r.Number)
	if d.draw, err = d.explain(ctx); err != nil {
		return err
	}
	heads := page.Headings(p.Language, t, d.r.Number)
	for i := range d.r.Games {
		p.Rows = append(p.Rows, d.row(&d.r.Games[i], checks))
		p.Rows[i].Head = heads[d.r.Games[i].Table]
		if d.r.Games[i].Locked {
			p.Locked++
		}
		if chosen := p.Rows[i].Chosen; chosen != nil {
			if err := d.addOthers(ctx, chosen, &d.r.Games[i]); err != nil {
				return err
			}
		}
	}
	for i := range t.Players {
		id := t.Players[i].ID
		switch {
		case d.r.HasBye(id):
			p.Byes = append(p.Byes, d.seated(id))
		case t.Players[i].Plays(d.r.Number) && d.r.Game(id) == nil:
			v := d.seated(id)
			v.Why = p.T(idleReason(t, d.r.Number, id))
			p.Idle = append(p.Idle, v)
		}
	}
	if p.OfTeams {
		d.groupByMatch()
	}
	for _, list := range [][]seatedView{p.Byes, p.Idle} {
		i18n.Sort(p.Language, list, func(v seatedView) string { return v.Name })
	}
	p.Picks = p.picks()
	p.fillColumns(t)
	d.fillPoints(checks)
	d.fillQuality()
	return nil
}

// fillColumns decides which columns the table of games has.
func (p *roundPage) fillColumns(t *tournament.Tournament) {
	scores := map[string]bool{}
	for _, row := range p.Rows {
		scores[row.BlackScore], scores[row.WhiteScore] = true, true
		p.Warned = p.Warned || len(row.Marks) > 0
		if row.Match != nil {
			scores[row.Match.sides[0].Score], scores[row.Match.sides[1].Score] = true, true
		}
	}
	p.Scored = len(scores) > 1
	switch p.ScoreName = p.T("draw.score.wins"); {
	case p.OfTeams:
		p.ScoreName = p.T("draw.score")
	case t.Settings.System == tournament.McMahon:
		p.ScoreName = p.T("draw.score.mms")
	}
}

// explain returns the draw with the reasons for its games. While they are still
// being computed, games changed by the director are not marked in it.
func (d *details) explain(ctx context.Context) (*pairing.Draw, error) {
	switch known, err := d.compute(ctx); {
	case err != nil:
		return nil, err
	case known:
		return d.snapshot.Explain(ctx, d.r.Number)
	}
	d.page.Computing = d.showsCost()
	return pairing.Evaluate(d.snapshot.Tournament, d.r.Number)
}

// row returns the row of a game, with the marks of the checks that concern it.
func (d *details) row(g *tournament.Game, checks []pairing.Check) gameRow {
	p := d.page
	row := gameRow{
		GameView: page.NewGameView(p.Language, d.snapshot.Tournament, g), BlackScore: d.score(g.Black), WhiteScore: d.score(g.White),
		Address: d.choose(g.Table), Why: p.Path + "?table=" + strconv.Itoa(g.Table), Locked: g.Locked, Fixed: g.Result.Known() || p.Final != "", Page: p,
		Stones: p.T("draw.even"),
	}
	if g.Handicap > 0 {
		row.Stones = p.T("draw.stones", g.Handicap)
	}
	for _, c := range checks {
		if c.Round == d.r.Number && (slices.Contains(c.Tables, g.Table) || len(c.Tables) == 0 && slices.ContainsFunc(c.Players, g.Has)) {
			gap := d.points(g.Black) - d.points(g.White)
			row.Marks = append(row.Marks, markView{Text: mark(p.Language, markKey(d.snapshot.Tournament, c.Key), timesIn(c), max(gap, -gap)), Grave: c.Grave})
		}
	}
	row.Marks = append(row.Marks, d.constraintMarks(g)...)
	if g.ByHand {
		row.Marks = append(row.Marks, markView{Text: p.T("draw.byhand"), Plain: true})
	}
	if g.Table == d.chosen {
		row.Chosen = d.newChosenView(g)
		row.Address, row.Why = p.Path+"#t"+strconv.Itoa(g.Table), p.Path
	}
	return row
}

// choose returns the address of the page with the game of a table chosen.
func (d *details) choose(table int) string {
	return d.page.Path + "?table=" + strconv.Itoa(table) + "#chosen"
}

// score returns the score by which a player is paired, as text.
func (d *details) score(id tournament.PlayerID) string { return d.page.Decimal(d.points(id).String()) }

// points returns the score by which a player is paired, before the round.
func (d *details) points(id tournament.PlayerID) tournament.Score {
	return pointsIn(d.snapshot.Standings(d.r.Number-1), d.snapshot.Tournament, id)
}

// pointsIn returns the score by which a player is paired: McMahon points in a
// McMahon tournament, otherwise wins.
func pointsIn(standings *results.Standings, t *tournament.Tournament, id tournament.PlayerID) tournament.Score {
	row := standings.Row(id)
	switch {
	case row == nil:
		return 0
	case t.Settings.System == tournament.McMahon:
		return row.MMS
	}
	return row.NBW
}

// entrants are the players or the teams of a round. Teams have no score.
type entrants struct {
	of     *tournament.Tournament // with teams as players where teams play
	before *results.Standings     // before the round; nil where teams play
}

func entrantsOf(snapshot *director.Snapshot, of *tournament.Tournament, n int) entrants {
	if of != snapshot.Tournament {
		return entrants{of: of}
	}
	return entrants{of, snapshot.Standings(n - 1)}
}

// view returns a player or team with their score before the round.
func (e entrants) view(lang *i18n.Language, id tournament.PlayerID) seatedView {
	v := seatedView{PlayerView: page.NewPlayerView(e.of, id)}
	if e.before != nil {
		v.Score = lang.Decimal(pointsIn(e.before, e.of, id).String())
	}
	return v
}

func (d *details) seated(id tournament.PlayerID) seatedView {
	v := seatedView{
		PlayerView: page.NewPlayerView(d.snapshot.Tournament, id), Score: d.score(id),
		Candidates: d.page.candidatesPath(id), Bye: d.r.HasBye(id),
	}
	if why, ok := d.draw.ExplainBye(id); ok {
		v.Why = page.Text(d.page.Language, why)
	}
	if v.StandIn {
		v.Score = d.page.T("constraint.page.ghost.mark")
	}
	return v
}

// candidatesPath returns the address that lists a player's possible opponents.
func (p *roundPage) candidatesPath(id tournament.PlayerID) string {
	return p.Path + "/meet/" + strconv.Itoa(int(id))
}

// confirmationText returns the text about a number of games, with a sentence about locked games if there are any.
func (p *roundPage) confirmationText(key string, games int) string {
	text := p.T(key, games)
	if p.Locked > 0 {
		text += " " + p.T(key+".locked", p.Locked)
	}
	return text
}

// confirmation returns the question about a change that loses work, nil for none.
func (d *details) confirmation(what string) *askView {
	p, games := d.page, len(d.r.Games)
	switch {
	case what == "pair" && !d.r.Published:
		return &askView{
			Text: p.confirmationText("draw.ask.pair", games-p.Locked), Do: "pair", Button: p.T("draw.again"), Seeded: true,
		}
	case what == "drop" && !d.r.Published:
		return &askView{Text: p.confirmationText("draw.ask.drop", games), Do: "drop", Button: p.T("draw.ask.drop.do")}
	case what == "publish" && !d.r.Published && p.Grave > 0:
		return &askView{
			Text: p.T("draw.ask.publish", p.Grave), Do: "publish", Button: p.T("draw.publish.anyway"),
			Fields: []fieldView{{"start", p.Start}, {"day", p.Day}},
		}
	case what == "withhold" && d.r.Published:
		if stands := d.askUnpublish(); stands != nil {
			return stands
		}
		return &askView{Text: p.T("draw.ask.withhold", games), Do: "withhold", Button: p.T("draw.withhold"), Explained: true}
	case what == "unpair" && d.r.At(d.chosen) != nil:
		g := page.NewGameView(p.Language, d.snapshot.Tournament, d.r.At(d.chosen))
		return &askView{
			Text: p.T("draw.ask.unpair", d.chosen, g.Black.Name, g.White.Name), Do: "unpair",
			Button: p.T("draw.unpair"), Table: d.chosen,
		}
	}
	return nil
}
