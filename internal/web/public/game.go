package public

import (
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A gamePage is one game as everybody sees it, with its record if it has one.
type gamePage struct {
	page.Base
	page.GameView
	Round  int
	Record *RecordView
	// Meeting is the address of the page that explains the pairing; may be empty.
	Meeting string
}

func showGame(v *Visit) (string, any, error) {
	g, err := v.game()
	if err != nil {
		return "", nil, err
	}
	view := gamePage{GameView: page.NewGameView(v.Lang, v.Tournament, g), Round: g.Round}
	view.Odds, view.OddsWords = page.Odds(v.Lang, v.Tournament, g)
	view.Base = v.Base(v.Lang.T("game.title", view.Black.Name, view.White.Name), "/round").AtRound(g.Round)
	view.Meeting = v.meetingPath(g.Black, g.Round)
	view.Sheet = v.Lang.T("frame.round", g.Round) + ", " + v.Lang.T("card.table", g.Table)
	if g.Record == "" {
		return "game", view, nil
	}
	review, err := v.Review(v.Ctx, g.ID)
	if err != nil {
		return "", nil, err
	}
	view.Record = NewRecordView(v.Lang, g, review)
	view.Record.File = v.To("/games/" + strconv.Itoa(g.ID) + "/record")
	return "game", view, nil
}

// game returns the published game whose number the address names.
func (v *Visit) game() (*tournament.Game, error) {
	return PublishedGame(v.Tournament, v.Params["game"])
}

// PublishedGame returns the game with a number, if its round is published.
func PublishedGame(t *tournament.Tournament, number string) (*tournament.Game, error) {
	id, err := strconv.Atoi(number)
	g := t.Game(id)
	if err != nil || g == nil || !t.Round(g.Round).Published {
		return nil, fault.New(fault.NotFound, "game.unknown", page.Clip(number))
	}
	return g, nil
}
