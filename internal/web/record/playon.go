package record

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A continuePage plays on from the end of a stored record.
type continuePage struct {
	page.Base
	page.GameView
	// Action is the address of the page, Back the address of the record.
	Action, Back string
	// Terms are the rules for playing on, as texts.
	Terms []string
	Play  *playView
}

// A continuation is a game that continues from the end of its record.
type continuation struct {
	page  *continuePage
	board boardGame
	// save stores the longer record, if the current record has the hash from.
	save func(ctx context.Context, from string, record []byte) error
}

// showPlayOn shows the board for playing on at the desk.
func (s *Handlers) showPlayOn(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	game, err := s.gamePage(c, snapshot, g)
	if err != nil {
		return err
	}
	review, err := s.Director.Review(c.Request.Context(), snapshot.Tournament, g.ID)
	if err != nil {
		return err
	}
	return s.continueGame(c, continuation{
		&continuePage{Base: game.Base, GameView: game.GameView, Back: game.Address},
		boardGame{lang: game.Language, t: snapshot.Tournament, g: g, from: review}, s.Editor(c).Game(g.ID).ReplaceRecord,
	})
}

// showPlayOnToPlayers shows that board to the players. Fault: they are not settling the game.
func (s *Handlers) showPlayOnToPlayers(c *gin.Context, r *report) error {
	review, err := s.settling(c, r)
	if err != nil {
		return err
	}
	board := r.board()
	board.from = review
	return s.continueGame(c, continuation{
		&continuePage{Base: r.page.Base, GameView: r.page.GameView, Back: r.page.Action}, board, s.Director.On(r.actor(), r.t.Info.Slug).Game(r.g.ID).PlayOn,
	})
}

// continueGame shows the board at the end of the record, or runs a step on it. Fault: "record.on.over", or
// "record.changed" for moves after another record.
func (s *Handlers) continueGame(c *gin.Context, on continuation) error {
	from := on.board.from.Hash
	if c.Request.Method == http.MethodPost && c.PostForm("from") != from {
		return fault.New(fault.Conflict, "record.changed")
	}
	if !on.board.from.Verdict.GoesOn() {
		return fault.New(fault.Conflict, "record.on.over")
	}
	on.page.Action = on.page.Back + "/on"
	on.page.Terms = terms(on.board.lang, on.board.t.Settings.RuleSystem())
	show := func(status int, v *playView) error {
		on.page.Play = v
		return s.RenderStatus(c, status, "playon", on.page)
	}
	if c.Request.Method != http.MethodPost {
		v, err := on.board.playView("", "")
		if err != nil {
			return err
		}
		return show(http.StatusOK, v)
	}
	return s.stepBoard(c, on.board, func(record string) error {
		if err := on.save(c.Request.Context(), from, []byte(record)); err != nil {
			return err
		}
		return redirectFully(c, on.page.Back)
	}, show)
}

// terms returns the rules for players who settle a dispute by playing on.
func terms(lang *i18n.Language, s rules.System) (said []string) {
	switch s.PassStone {
	case rules.PassCostsAfterDisagreement:
		said = append(said, lang.T("record.on.equal"))
	case rules.PassCostsStone:
		said = append(said, lang.T("record.on.cost"))
	}
	switch s.LifeAndDeath {
	case rules.PlayOut:
		said = append(said, lang.T("record.on.take"))
	case rules.PlayOutOnce:
		said = append(said, lang.T("record.on.once"))
	}
	return said
}
