package draw

import (
	"cmp"
	"slices"
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
	// Now is set for the present opponent, Table for a player with a game.
	Now, Table bool
	// Why is the address of the page with the cost of the pair, Cost the cost itself if it is computed; both may be
	// empty.
	Why, Cost string
	Meet      *meetView
	// draw is the round with the pair; nil if it is not computed.
	draw *pairing.Draw
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
	view.fill(snapshot, id, list)
	if len(list) < mostCompared && !view.Planned && page.Weighed(t, n) {
		if err := s.addCosts(c, view, snapshot); err != nil {
			return err
		}
	}
	view.sort()
	if len(view.Rows) > mostCandidates && c.Query("all") == "" {
		view.Rows, view.All = view.Rows[:mostCandidates], view.Address+"?all=yes"
	}
	return s.Render(c, "candidates", view)
}

// sort sorts the rows: the present opponent first and players with a result last, the others by the cost of the pair.
func (p *candidatesPage) sort() {
	place := func(row *candidateRow) int {
		switch {
		case row.Now:
			return 0
		case row.Played:
			return 3
		case row.draw == nil && row.Table:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(p.Rows, func(a, b candidateRow) int {
		by := cmp.Compare(place(&a), place(&b))
		if by == 0 && a.draw != nil && b.draw != nil {
			by = b.draw.Compare(a.draw)
		}
		return by
	})
}

// addCosts adds the cost of a game with the player for each candidate, and the button that makes this draw. Without a
// cost, the row keeps its link to the page that computes it.
func (s *Handlers) addCosts(c *gin.Context, p *candidatesPage, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	stands, err := pairing.Evaluate(t.Entrants(), p.Round)
	if err != nil {
		return err
	}
	for i := range p.Rows {
		row := &p.Rows[i]
		if row.Now || row.Played {
			continue
		}
		if row.Why != "" {
			row.draw, err = s.bestWith(c, p, snapshot, row)
		}
		if err == nil && row.draw == nil && row.Meet != nil { // only an exchange is possible
			var next *tournament.Tournament
			if next, err = s.preview(change{ctx: c.Request.Context(), t: t, n: p.Round, players: row.Meet.Players}, row.Meet.Do); err == nil {
				row.draw, err = pairing.Evaluate(next.Entrants(), p.Round)
			}
		}
		if _, refused := fault.As(err); refused || row.draw == nil {
			continue
		}
		if err != nil {
			return err
		}
		if row.draw.Compare(stands) != 0 || len(row.draw.Games) == len(stands.Games) {
			row.Cost = newChangeCost(p.Language, stands, row.draw).brief
		}
	}
	return nil
}

// bestWith returns the best draw in which the player meets the player of a row, and lets the button of the row make it. It
// returns nil if that would remove a result.
func (s *Handlers) bestWith(c *gin.Context, p *candidatesPage, snapshot *director.Snapshot, row *candidateRow) (*pairing.Draw, error) {
	two := []tournament.PlayerID{p.Player.ID, row.ID}
	other, err := snapshot.Instead(c.Request.Context(), p.Round, two[0], two[1])
	switch {
	case err != nil || other == nil:
		return nil, err
	case row.Meet == nil:
	case dropsResults(snapshot.Tournament.Round(p.Round), other):
		return nil, nil
	default:
		row.Meet = &meetView{"meet", two}
	}
	return other.Draw, nil
}

// fill lists the candidates.
func (p *candidatesPage) fill(snapshot *director.Snapshot, id tournament.PlayerID, list []pairing.Candidate) {
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
	for _, c := range list {
		row := p.candidate(snapshot, of, c)
		row.Now = r.Game(id) != nil && r.Game(id).Has(c.Player)
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
		row.Seat, row.Table = p.T("now.card.table", c.Table), true
	default:
		row.Seat = p.T("draw.idle")
	}
	return row
}
