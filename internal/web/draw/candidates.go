package draw

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A finderPage lists whom one player could meet in a round.
type finderPage struct {
	page.Base
	Round int
	// Path is the address of the round's draw.
	Path   string
	Player seatedView
	// Now says what the player does in the round as it stands.
	Now  string
	Rows []candidateRow
	// All is the address of the whole list when it is cut short.
	All   string
	Total int
	// Scores says that there are scores to be shown, Planned that the system's
	// plan says whom the player meets.
	Scores, Planned bool
	// Priced says that rows have a cost.
	Priced bool
}

// A candidateRow is somebody whom the player could meet.
type candidateRow struct {
	seatedView
	// Gap is how many points he has more; "" for none.
	Gap string
	// Black says that the candidate would take Black.
	Black             bool
	Terms, TermsWords string
	Marks             []markView
	// Seat says where he is now.
	Seat string
	// Weak is the criterion by which the pair loses most against the best that
	// somebody else would bring; "" for none.
	Weak string
	// Why is the address that prices the pair exactly, Cost what it costs where
	// that is known already; both may be empty.
	Why, Cost string
	Meet      *meetView
}

// mostCandidates is how many are listed at first.
const mostCandidates = 60

// mostPriced is how many players a round may have for the finder to solve it
// anew for everybody whom one of them could meet.
const mostPriced = 120

func (s *Room) showFinder(c *gin.Context) error {
	snapshot, n, err := s.PlannedRound(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	r, of, id := t.Round(n), sides(t), side(t, tournament.PlayerID(page.Natural(c.Param("player"))))
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
	view := &finderPage{
		Base:  s.DeskBase(c, snapshot, s.Language(c).T("draw.finder", p.Name(), n), "draw", n),
		Round: n, Path: page.DrawPath(t, n), Total: len(list), Scores: of == t,
	}
	view.fill(snapshot, of, id, list, c.Query("all") != "")
	if len(list) < mostPriced && !view.Planned && page.Weighed(t, n) {
		if err := view.price(c, snapshot, id); err != nil {
			return err
		}
	}
	return s.Render(c, "finder", view)
}

// price says of everybody listed what it would cost to let the two meet. Pairs
// that have no price keep the question.
func (p *finderPage) price(c *gin.Context, snapshot *director.Snapshot, id tournament.PlayerID) error {
	stands, err := pairing.Evaluate(sides(snapshot.Tournament), p.Round)
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
			row.Cost, p.Priced = strings.TrimSpace(cost.Text+" "+cost.Worse), true
		}
	}
	return nil
}

func (p *finderPage) fill(snapshot *director.Snapshot, of *tournament.Tournament, id tournament.PlayerID, list []pairing.Candidate, all bool) {
	t, standings := snapshot.Tournament, snapshot.Standings(p.Round-1)
	r := of.Round(p.Round)
	p.Player = p.person(standings, of, id)
	switch g := r.Game(id); {
	case g != nil:
		p.Now = p.T("draw.finder.now", g.Table, page.NewPlayerView(of, g.Opponent(id)).Name)
	case r.HasBye(id):
		p.Now = p.T("draw.finder.bye")
	default:
		p.Now = p.T("draw.finder.idle")
	}
	best := bests(list)
	p.Planned = len(list) > 0 && pairing.WhyNot(t, p.Round, id, list[0].Player) != nil
	for i, c := range list {
		if i == mostCandidates && !all {
			p.All = p.Address + "?all=yes"
			break
		}
		row := p.candidate(standings, of, c)
		row.Weak = p.weak(c, best)
		if p.Scores {
			row.Gap = p.signed(pointsIn(standings, t, c.Player) - pointsIn(standings, t, id))
			row.Meet = meeting(r, id, c.Player)
		}
		if p.Planned || !r.HasBye(id) && !r.HasBye(c.Player) {
			row.Why = p.Path + "/why?a=" + strconv.Itoa(int(id)) + "&b=" + strconv.Itoa(int(c.Player))
		}
		p.Rows = append(p.Rows, row)
	}
}

// candidate is somebody whom a player could meet, and where he is now.
func (p *finderPage) candidate(standings *results.Standings, of *tournament.Tournament, c pairing.Candidate) candidateRow {
	row := candidateRow{
		seatedView: p.person(standings, of, c.Player), Black: c.Game.Black == c.Player,
		Terms: page.ShortTerms(p.Language, &c.Game), TermsWords: page.LongTerms(p.Language, &c.Game),
	}
	if c.Met > 0 {
		row.Marks = append(row.Marks, markView{p.T("draw.finder.met", c.Met), true})
	}
	if c.Apart {
		row.Marks = append(row.Marks, markView{p.T("mark.steer.apart"), true})
	}
	switch {
	case of.Round(p.Round).HasBye(c.Player):
		row.Seat = p.T("round.bye")
	case c.Table > 0:
		row.Seat = p.T("card.table", c.Table)
	default:
		row.Seat = p.T("draw.idle")
	}
	return row
}

// signed writes by how much somebody has more points.
func (p *finderPage) signed(gap tournament.Score) string {
	switch {
	case gap > 0:
		return "+" + p.Decimal(gap.String())
	case gap < 0:
		return "\u2212" + p.Decimal((-gap).String())
	}
	return ""
}

func (p *finderPage) person(standings *results.Standings, of *tournament.Tournament, id tournament.PlayerID) seatedView {
	v := seatedView{PlayerView: page.NewPlayerView(of, id)}
	if p.Scores {
		v.Score = p.Decimal(pointsIn(standings, of, id).String())
	}
	return v
}

// bests returns the most that any candidate brings by each criterion.
func bests(list []pairing.Candidate) []int64 {
	best := make([]int64, len(pairing.Criteria()))
	for _, c := range list {
		for i, s := range c.Shares {
			best[i] = max(best[i], s.Value)
		}
	}
	return best
}

// weak names the criterion by which a pair loses most, not having met and the
// director's wishes aside: those are marks. What says nothing about a pair, as
// seeding about two of different groups, is no loss.
func (p *finderPage) weak(c pairing.Candidate, best []int64) string {
	name, worst, percent := "", int64(0), 0
	for i, s := range c.Shares {
		if loss := best[i] - s.Value; s.Most > 0 && s.Criterion != "duplicate" && s.Criterion != "wish" && loss > worst {
			name, worst, percent = s.Criterion, loss, int(100*float64(s.Value)/float64(best[i]))
		}
	}
	if name == "" {
		return ""
	}
	return p.T("draw.finder.weak", p.T("share."+name), percent)
}
