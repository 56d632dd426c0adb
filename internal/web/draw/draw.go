package draw

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A drawPage is the draw of one round: to be made, looked over, changed and
// published, or to be repaired once it is.
type drawPage struct {
	page.Base
	Round int
	// Path is the page's address with nothing chosen.
	Path             string
	Drawn, Published bool
	// Ties are the matches without a winner that decide who plays the round, or
	// those of the round itself once it is published.
	Ties []tieView
	// Early says that the round before must be published first.
	Early bool
	// Ready is how many would be paired, Away how many are checked in but do
	// not play, Announced how many have not checked in.
	Ready, Away, Announced int
	Seed, Start            string
	// Next is the seed of the draw to come, as typed if it was refused.
	Next   string
	Locked int
	// OfTeams says that teams play.
	OfTeams    bool
	Ask        *askView
	Rows       []drawRow
	Byes, Idle []seatedView
	// Picks are the changes that players are ticked for.
	Picks pickView
	// Ticked are the players who were ticked for a change that was refused.
	Ticked map[tournament.PlayerID]bool
	// Checks are what is missing before the draw, Subjects what has been looked
	// at in it.
	Checks   []page.CheckView
	Subjects []subjectView
	// Solved says that the draw is an optimum, so that some can be paired anew.
	Solved bool
	// ByHand says that the director alone says who plays whom.
	ByHand bool
	// Verify is the address at which the draw is made again, "" for one by hand.
	Verify string
	// Grave says that a check found what is hardly ever meant so.
	Grave bool
	// Cost is what the draw is worth; may be nil. Weighing says that it is being
	// worked out.
	Cost     *costView
	Weighing bool
	// Last is the latest change, Undone one that was taken back; both may be nil.
	Last, Undone *stepView
	// Me is the name that the log gets.
	Me string
	// Running is set while the draw is being made, Stopped after somebody has
	// stopped it.
	Running *page.RunningView
	Stopped bool
	Fault   string
	// Plan is set where not everybody is paired by the objective.
	Plan *planFacts
}

// An askView asks before something is thrown away: what will happen, and the
// button that does it.
type askView struct {
	Text, Do, Button string
	Table            int
	Players          []tournament.PlayerID
	// Changes say what will differ, Cost what that costs; both may be empty.
	Changes []history.ChangedView
	Cost    *changeCost
	// Seed is asked for too when Seeded.
	Seeded bool
	// Links are what stands against it, More how many are left out.
	Links []page.Link
	More  int
}

// tick ticks players again.
func (p *drawPage) tick(players []tournament.PlayerID) {
	p.Ticked = map[tournament.PlayerID]bool{}
	for _, id := range players {
		p.Ticked[id] = true
	}
	for i := range p.Rows {
		p.Rows[i].Ticked = p.Ticked
	}
}

// A drawRow is one game of the draw.
type drawRow struct {
	page.GameView
	// BlackScore and WhiteScore are the scores before the round.
	BlackScore, WhiteScore string
	Address                string
	Locked                 bool
	// Fixed says that the game has a result and keeps its players.
	Fixed bool
	// Changed says that the game differs from what was published.
	Changed bool
	Marks   []markView
	Chosen  *chosenView
	// Ticked are those of the page.
	Ticked map[tournament.PlayerID]bool
	// Turned says that White is of the match's upper team and stands first.
	Turned bool
	// Head heads this and the games that follow, "" for none.
	Head string
	// Match heads the boards of a match; nil for all but the first of them. Free
	// are the boards without an opponent, below the last of them.
	Match *drawMatch
	Free  []page.BoardView
}

// Class is the row's look: unfolded, changed since the publication, turned.
func (r drawRow) Class() string {
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

// A markView is a small sign that a criterion is broken.
type markView struct {
	Text  string
	Grave bool
}

// A seatedView is a player with a bye or nothing.
type seatedView struct {
	page.PlayerView
	Score string
	// Why says why he has the bye, Finder where to look for an opponent.
	Why, Finder string
}

func (s *Room) showDraw(c *gin.Context) error {
	snapshot, n, err := s.PlannedRound(c)
	if err != nil {
		return err
	}
	page, err := s.drawPage(c, snapshot, n)
	if err != nil {
		return err
	}
	return s.Render(c, "draw", page)
}

func (s *Room) drawPage(c *gin.Context, snapshot *director.Snapshot, n int) (*drawPage, error) {
	t := snapshot.Tournament
	view := &drawPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("draw.title", n), "draw", n), Round: n}
	view.Path, view.OfTeams, view.Me = page.DrawPath(t, n), page.OfTeams(t), s.DeskActor(c).Name
	if s.showRun(view, t.Info.Slug, t.Version) {
		return view, nil
	}
	view.count(t)
	view.Early = n > 1 && n > t.Current()+1
	view.Seed, view.Next = "1", "1"
	view.ByHand = t.Settings.Stage(n).System == tournament.Free
	view.Plan, view.Ties = newPlanFacts(view, t, n), newTies(view.Language, t, n)
	d := &drawing{room: s, snapshot: snapshot, r: t.Round(n), page: view, chosen: page.Natural(c.Query("table"))}
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

// fillDrawn fills the page of a round that is drawn.
func (d *drawing) fillDrawn(c *gin.Context) error {
	t, p, ctx := d.snapshot.Tournament, d.page, c.Request.Context()
	p.Drawn, p.Published, p.Solved = true, d.r.Published, page.Weighed(t, d.r.Number)
	if d.r.Drawn.Seed > 0 {
		p.Seed = strconv.FormatUint(d.r.Drawn.Seed, 10)
	}
	p.Next = p.Seed
	if !d.r.Start.IsZero() {
		p.Start = d.r.Start.In(page.Zone(t)).Format(startForm)
	}
	if d.r.Drawn.Inputs != "" {
		p.Verify = p.Path + "/verify"
	}
	for _, fill := range []func(context.Context) error{d.fillGames, d.fillCost, d.fillSteps} {
		if err := fill(ctx); err != nil {
			return err
		}
	}
	return d.fillQuestion(c)
}

// fillQuestion asks what the address wants to be asked.
func (d *drawing) fillQuestion(c *gin.Context) (err error) {
	p, what := d.page, c.Query("ask")
	p.Ask, err = d.askPublished(c, what)
	if _, refused := fault.As(err); refused {
		p.Fault = p.Error(err)
		return nil
	}
	if err == nil && p.Ask == nil {
		p.Ask = d.ask(what)
	}
	return err
}

// count counts who plays the round, and who does not.
func (p *drawPage) count(t *tournament.Tournament) {
	for i := range t.Players {
		switch player := &t.Players[i]; {
		case t.Ghost(player.ID):
		case player.Plays(p.Round):
			p.Ready++
		case player.Status == tournament.CheckedIn:
			p.Away++
		case player.Status == tournament.Preliminary:
			p.Announced++
		}
	}
}

// A drawing fills the page of a round.
type drawing struct {
	room     *Room
	snapshot *director.Snapshot
	r        *tournament.Round
	page     *drawPage
	chosen   int
	draw     *pairing.Draw
}

// fillGames lists who meets whom, who has a bye and who nothing, and what is to
// be looked at.
func (d *drawing) fillGames(ctx context.Context) (err error) {
	t, p := d.snapshot.Tournament, d.page
	checks := d.snapshot.Checks(d.r.Number)
	if d.draw, err = d.explained(ctx); err != nil {
		return err
	}
	heads := page.Headings(p.Language, t, d.r.Number)
	for i := range d.r.Games {
		p.Rows = append(p.Rows, d.row(&d.r.Games[i], checks))
		p.Rows[i].Head = heads[d.r.Games[i].Table]
		if d.r.Games[i].Locked {
			p.Locked++
		}
	}
	for i := range t.Players {
		id := t.Players[i].ID
		switch {
		case d.r.HasBye(id):
			p.Byes = append(p.Byes, d.seated(id))
		case t.Players[i].Plays(d.r.Number) && d.r.Game(id) == nil:
			p.Idle = append(p.Idle, d.seated(id))
		}
	}
	if p.OfTeams {
		d.byMatches()
	}
	for _, list := range [][]seatedView{p.Byes, p.Idle} {
		i18n.Sort(p.Language, list, func(v seatedView) string { return v.Name })
	}
	p.Picks = p.picks()
	d.fillSubjects(checks)
	return nil
}

// explained returns the draw to be explained; as long as it is being worked out,
// the games that are the director's are not told apart in it.
func (d *drawing) explained(ctx context.Context) (*pairing.Draw, error) {
	switch known, err := d.compute(ctx); {
	case err != nil:
		return nil, err
	case known:
		return d.snapshot.Explain(ctx, d.r.Number)
	}
	d.page.Weighing = d.weighs()
	return pairing.Evaluate(d.snapshot.Tournament, d.r.Number)
}

func (d *drawing) row(g *tournament.Game, checks []pairing.Check) drawRow {
	p := d.page
	row := drawRow{
		GameView: page.NewGameView(p.Language, d.snapshot.Tournament, g), BlackScore: d.score(g.Black), WhiteScore: d.score(g.White),
		Address: d.choose(g.Table), Locked: g.Locked, Fixed: g.Result.Known(),
	}
	for _, c := range checks {
		if c.Round == d.r.Number && (slices.Contains(c.Tables, g.Table) || len(c.Tables) == 0 && slices.ContainsFunc(c.Players, g.Has)) {
			gap := d.points(g.Black).Floor() - d.points(g.White).Floor()
			row.Marks = append(row.Marks, markView{mark(p.Language, c.Key, max(gap, -gap)), c.Grave})
		}
	}
	row.Marks = append(row.Marks, d.asked(g)...)
	if g.ByHand {
		row.Marks = append(row.Marks, markView{Text: p.T("draw.byhand")})
	}
	if g.Table == d.chosen {
		row.Chosen = d.unfold(g)
		row.Address = p.Path + "#t" + strconv.Itoa(g.Table)
	}
	return row
}

// choose is the address of the page with a game unfolded.
func (d *drawing) choose(table int) string {
	return d.page.Path + "?table=" + strconv.Itoa(table) + "#chosen"
}

// score is what a player has before the round: McMahon points, or wins.
func (d *drawing) score(id tournament.PlayerID) string { return d.page.Decimal(d.points(id).String()) }

func (d *drawing) points(id tournament.PlayerID) tournament.Score {
	return pointsIn(d.snapshot.Standings(d.r.Number-1), d.snapshot.Tournament, id)
}

// pointsIn returns what a player is paired by: McMahon points, or wins.
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

func (d *drawing) seated(id tournament.PlayerID) seatedView {
	v := seatedView{PlayerView: page.NewPlayerView(d.snapshot.Tournament, id), Score: d.score(id), Finder: d.page.finder(id)}
	if said, ok := d.draw.ExplainBye(id); ok {
		v.Why = page.Text(d.page.Language, said)
	}
	if v.Helper {
		v.Score = d.page.T("steering.ghost.mark")
	}
	return v
}

// finder is the address at which a player's possible opponents are listed.
func (p *drawPage) finder(id tournament.PlayerID) string {
	return p.Path + "/meet/" + strconv.Itoa(int(id))
}

// ask returns the question about something that throws work away, or nil.
func (d *drawing) ask(what string) *askView {
	p, games := d.page, len(d.r.Games)
	switch {
	case what == "pair" && !d.r.Published:
		return &askView{Text: p.T("draw.ask.pair", games-p.Locked, p.Locked), Do: "pair", Button: p.T("draw.again"), Seeded: true}
	case what == "drop" && !d.r.Published:
		return &askView{Text: p.T("draw.ask.drop", games, p.Locked), Do: "drop", Button: p.T("draw.drop")}
	case what == "publish" && !d.r.Published:
		return &askView{Text: p.T("draw.ask.publish", d.graveChecks()), Do: "publish", Button: p.T("draw.publish.anyway")}
	case what == "withhold" && d.r.Published:
		if stands := d.withheld(); stands != nil {
			return stands
		}
		return &askView{Text: p.T("draw.ask.withhold", games), Do: "withhold", Button: p.T("draw.withhold")}
	case what == "unpair" && d.r.At(d.chosen) != nil:
		g := page.NewGameView(p.Language, d.snapshot.Tournament, d.r.At(d.chosen))
		return &askView{Text: p.T("draw.ask.unpair", d.chosen, g.Black.Name, g.White.Name), Do: "unpair", Button: p.T("draw.unpair"), Table: d.chosen}
	}
	return nil
}

// startForm is how a form's field holds a day and time.
const startForm = "2006-01-02T15:04"
