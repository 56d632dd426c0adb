package record

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An onPage plays on from the end of a stored record.
type onPage struct {
	page.Base
	page.GameView
	Round int
	// Action is the address of the page, Back that of the record.
	Action, Back string
	Play         *playView
}

// goOn returns the page of a game that goes on from the end of its record.
func (s *Room) goOn(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) (*onPage, boardGame, error) {
	game, err := s.gamePage(c, snapshot, g)
	if err != nil {
		return nil, boardGame{}, err
	}
	review, err := s.Director.Review(c.Request.Context(), snapshot.Tournament, g.ID)
	switch {
	case err != nil:
		return nil, boardGame{}, err
	case !review.Verdict.GoesOn():
		return nil, boardGame{}, fault.New(fault.Conflict, "record.on.over")
	}
	view := &onPage{Base: game.Base, GameView: game.GameView, Round: game.Round, Action: game.Address + "/on", Back: game.Address}
	return view, boardGame{lang: view.Language, t: snapshot.Tournament, g: g, from: review}, nil
}

func (s *Room) showOn(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	view, board, err := s.goOn(c, snapshot, g)
	if err != nil {
		return err
	}
	if view.Play, err = board.playView("", ""); err != nil {
		return err
	}
	return s.RenderStatus(c, http.StatusOK, "on", view)
}

// postOn takes one step of the game that goes on.
func (s *Room) postOn(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	view, board, err := s.goOn(c, snapshot, g)
	if err != nil {
		return err
	}
	return s.stepBoard(c, board,
		func(record string) error {
			if err := s.Editor(c).Game(g.ID).AttachRecord(c.Request.Context(), []byte(record)); err != nil {
				return err
			}
			return reload(c, view.Back)
		},
		func(status int, v *playView) error {
			view.Play = v
			return s.RenderStatus(c, status, "on", view)
		})
}
