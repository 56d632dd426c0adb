package draw

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A candidatesPage lists the possible opponents of one player in a round.
type candidatesPage struct {
	page.Base
	Round int
	// Path is the address of the round's draw.
	Path   string
	Player seatedView
	// Now describes the player's game or bye in the current draw.
	Now  string
	Rows []candidateRow
	// All is the address of the whole list, "" when all are listed.
	All   string
	Total int
	// Scores is set when there are scores to show, Planned when the system prescribes the opponent.
	Scores, Planned bool
	// HasCosts is set when rows have a cost.
	HasCosts bool
}

// A candidateRow is a possible opponent.
type candidateRow struct {
	seatedView
	// Black is set when the candidate would take Black.
	Black bool
	// Game has the handicap and the komi of the game.
	Game  page.GameView
	Marks []markView
	// Seat is the candidate's current place: a table, the bye, or nowhere. Played is set when the game there, or the
	// player's own, has a result.
	Seat   string
	Played bool
	// Why is the address of the page with the cost of the pair, Cost the cost itself if it is computed; both may be
	// empty.
	Why, Cost string
	Meet      *meetView
}

// mostCandidates is how many candidates are listed at first.
const mostCandidates = 10

// From mostCompared players on, pages show no costs: each cost is a new draw of the whole round.
const mostCompared = 120

func (s *Handlers) showCandidates(c *gin.Context, snapshot *director.Snapshot, n int) error {
	t := snapshot.Tournament
	r, of, id := t.Round(n), t.Entrants(), side(t, tournament.PlayerID(page.Natural(c.Param("player"))))
	p := of.Player(id)
	switch {
	case r == nil:
		return fault.New(fault.NotFound, "round.missing", n)
	case p == nil:
		return fault.New(fault.NotFound, "player.missing", int(id))
	case !p.Plays(n) && of.Round(n).Game(id) == nil:
		return fault.New(fault.Conflict, "player.away", p.Name(), n)
	}
	list, err := pairing.Opponents(t, n, id)
	if err != nil {
		return err
	}
	view := &candidatesPage{
		Base:  s.DeskBase(c, snapshot, s.Language(c).T("draw.finder", p.Name(), n), "draw").AtRound(n),
		Round: n, Path: page.DrawPath(t, n), Total: len(list), Scores: of == t,
	}
	view.fill(snapshot, id, list, c.Query("all") != "")
	if len(list) < mostCompared && !view.Planned && page.Weighed(t, n) {
		if err := view.addCosts(c, snapshot, id); err != nil {
			return err
		}
	}
	return s.Render(c, "candidates", view)
}

// addCosts adds the cost of a game with the player for each listed candidate. Without a cost, the row keeps its link to
// the page that computes it.
func (p *candidatesPage) addCosts(c *gin.Context, snapshot *director.Snapshot, id tournament.PlayerID) error {
	stands, err := pairing.Evaluate(snapshot.Tournament.Entrants(), p.Round)
	if err != nil {
		return err
	}
	for i := range p.Rows {
		row := &p.Rows[i]
		if row.Why == "" {
			continue
		}
		other, err := snapshot.Instead(c.Request.Context(), p.Round, id, row.ID)
		_, refused := fault.As(err)
		switch {
		case err != nil && !refused:
			return err
		case err == nil && other != nil:
			cost := newChangeCost(p.Language, stands, other.Draw)
			row.Cost, p.HasCosts = cost.brief, true
		}
	}
	return nil
}

// fill lists the candidates, all of them or the first few.
func (p *candidatesPage) fill(snapshot *director.Snapshot, id tournament.PlayerID, list []pairing.Candidate, all bool) {
	t := snapshot.Tournament
	of := t.Entrants()
	r := of.Round(p.Round)
	p.Player = entrantsOf(snapshot, of, p.Round).view(p.Language, id)
	switch g := r.Game(id); {
	case g != nil:
		p.Now = p.T("draw.finder.now", g.Table, page.NewPlayerView(of, g.Opponent(id)).Name)
	case r.HasBye(id):
		p.Now = p.T("draw.finder.bye")
	default:
		p.Now = p.T("draw.finder.idle")
	}
	p.Planned = len(list) > 0 && pairing.WhyNot(t, p.Round, id, list[0].Player) != nil
	for i, c := range list {
		if i == mostCandidates && !all {
			p.All = p.Address + "?all=yes"
			break
		}
		row := p.candidate(snapshot, of, c)
		if p.Scores {
			row.Meet = meeting(r, id, c.Player)
			own, other := r.Game(id), r.Game(c.Player)
			row.Played = own != nil && own.Result.Known() || other != nil && other.Result.Known()
		}
		if p.Planned || !r.HasBye(id) && !r.HasBye(c.Player) {
			row.Why = p.Path + "/why?a=" + strconv.Itoa(int(id)) + "&b=" + strconv.Itoa(int(c.Player))
		}
		p.Rows = append(p.Rows, row)
	}
}

func (p *candidatesPage) candidate(snapshot *director.Snapshot, of *tournament.Tournament, c pairing.Candidate) candidateRow {
	row := candidateRow{
		seatedView: entrantsOf(snapshot, of, p.Round).view(p.Language, c.Player), Black: c.Game.Black == c.Player,
		Game: page.NewGameView(p.Language, of, &c.Game),
	}
	if c.LastMet > 0 {
		row.Marks = append(row.Marks, markView{Text: p.T("draw.finder.met", c.Met, c.LastMet), Grave: true})
	}
	if c.Apart {
		row.Marks = append(row.Marks, markView{Text: p.T("mark.constraint.apart"), Grave: true})
	}
	switch {
	case of.Round(p.Round).HasBye(c.Player):
		row.Seat = p.T("round.bye")
	case c.Table > 0:
		row.Seat = p.T("now.card.table", c.Table)
	default:
		row.Seat = p.T("draw.idle")
	}
	return row
}
