package desk

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/tournament"
	"tourney/internal/web/public"
)

// postAccept accepts the record of a game despite its findings.
func (s *Handlers) postAccept(c *gin.Context, f entryForm) error {
	g, err := public.PublishedGame(f.snapshot.Tournament, c.Param("game"))
	if err != nil {
		return err
	}
	err = s.Editor(c).Game(g.ID).AcceptRecord(c.Request.Context(), c.PostForm("seen"))
	if err != nil {
		return s.showRefused(c, f, "", err)
	}
	return s.showNext(c, f.state)
}

// A findingView is a game whose record contradicts the entered data.
type findingView struct {
	Table   int
	Address string
	// Accept is the address that accepts the record.
	Accept string
	Texts  []string
	// Evidence identifies the accepted findings; "" if Texts does not list all of them, so that they cannot be accepted
	// here.
	Evidence string
}

// mostFindings limits the findings shown of one record.
const mostFindings = 2

// findings returns, by their tables, the games of a round whose record breaks a rule, cannot be
// read to its end, or contradicts the game or its result. Games whose findings
// were accepted are left out.
func (s *Handlers) findings(c *gin.Context, p *roundPage, t *tournament.Tournament, r *tournament.Round) (map[int]*findingView, error) {
	found := map[int]*findingView{}
	for i := range r.Games {
		g := &r.Games[i]
		if g.Record == "" || g.Settled() {
			continue
		}
		review, err := s.Director.Review(c.Request.Context(), t, g.ID)
		if err != nil {
			return nil, err
		}
		id := strconv.Itoa(g.ID)
		view := &findingView{
			Table: g.Table, Address: p.Event.Home + "/games/" + id, Accept: p.Event.Home + "/accept/" + id,
			Texts: public.RecordFindings(p.Language, g, review),
		}
		switch {
		case len(view.Texts) == 0:
			continue
		case len(view.Texts) <= mostFindings:
			view.Evidence = g.Evidence()
		default:
			view.Texts = view.Texts[:mostFindings]
		}
		found[g.Table] = view
	}
	return found, nil
}
