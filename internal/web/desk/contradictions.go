package desk

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/tournament"
	"tourney/internal/web/public"
)

// postAccept leaves the record of a game as it is, from the list of the desk.
func (s *Room) postAccept(c *gin.Context) error {
	f, err := s.readDeskForm(c)
	if err != nil {
		return err
	}
	g, err := public.PublishedGame(f.snapshot.Tournament, c.Param("game"))
	if err != nil {
		return err
	}
	err = s.Editor(c).Game(g.ID).AcceptRecord(c.Request.Context(), c.PostForm("seen"))
	if err != nil {
		return s.deskAgain(c, f, "", err)
	}
	return s.deskThen(c, f.state)
}

// A contradictionView is a record that says something else than the desk.
type contradictionView struct {
	Table   int
	Address string
	// Accept is where it is left as it is.
	Accept string
	Texts  []string
	// Evidence is what may be left as it is; "" where Texts are not all.
	Evidence string
}

// mostContradictions is how much of a record the desk is told at once.
const mostContradictions = 2

// contradictions lists the games of a round whose record breaks a rule, cannot
// be read whole, or contradicts the game or its result, unless somebody has left
// it so.
func (s *Room) contradictions(c *gin.Context, p *deskPage, t *tournament.Tournament, r *tournament.Round) error {
	for i := range r.Games {
		g := &r.Games[i]
		if g.Record == "" || g.Settled() {
			continue
		}
		review, err := s.Director.Review(c.Request.Context(), t, g.ID)
		if err != nil {
			return err
		}
		id := strconv.Itoa(g.ID)
		view := contradictionView{Table: g.Table, Address: p.Event.Home + "/games/" + id, Accept: p.Event.Home + "/accept/" + id, Texts: public.RecordFindings(p.Language, g, review)}
		switch {
		case len(view.Texts) == 0:
			continue
		case len(view.Texts) <= mostContradictions:
			view.Evidence = g.Evidence()
		default:
			view.Texts = view.Texts[:mostContradictions]
		}
		p.Contradictions = append(p.Contradictions, view)
	}
	return nil
}
