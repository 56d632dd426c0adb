package public

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A gamePage is the public page of one game, with its record if it has one.
type gamePage struct {
	page.Base
	page.GameView
	Round  int
	Record *RecordView
	// Live is set while the game is played live; Record are then the published moves.
	Live *LiveView
	// Disputed is set while the desk decides between two results.
	Disputed bool
	// Meeting is the address of the page that explains the pairing; may be empty.
	Meeting string
}

func showGame(v *Visit) (string, any, error) {
	g, err := v.game()
	if err != nil {
		return "", nil, err
	}
	view := gamePage{GameView: page.NewGameView(v.Lang, v.Tournament, g), Round: g.Round}
	if v.Tournament.Settings.ShowOdds {
		view.Odds, view.OddsWords = page.Odds(v.Lang, v.Tournament, g)
	}
	view.Base = v.Base(v.Lang.T("game.title", view.Black.Name, view.White.Name), "/games").AtRound(g.Round)
	view.Meeting = v.meetingPath(g.Black, g.Round)
	view.Sheet = v.Lang.T("frame.round", g.Round) + ", " + v.Lang.T("now.card.table", g.Table)
	if game, ok := v.Live[g.ID]; ok && g.Record == "" {
		view.Live, view.Record = v.newLiveView(g, game), NewRecordView(v.Lang, g, v.liveReview(g, game))
		return "game", view, nil
	}
	if g.Record == "" {
		view.Disputed = g.Dispute.Open()
		return "game", view, nil
	}
	review, err := v.Review(v.Ctx, g.ID)
	if err != nil {
		return "", nil, err
	}
	view.Record = NewRecordView(v.Lang, g, review)
	// Whether an illegal move loses the game is a decision of the desk.
	view.Record.Findings = slices.DeleteFunc(view.Record.Findings, func(f FindingView) bool { return f.Loses })
	view.Record.File = v.To("/games/" + strconv.Itoa(g.ID) + "/record")
	if view.Record.Count != nil {
		view.Record.Count.Steps = v.To("/games/" + strconv.Itoa(g.ID) + "/count")
	}
	return "game", view, nil
}

// StartBoard returns the board before the first move of a game: empty, or with the handicap stones
// where the rules place them.
func StartBoard(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) template.HTML {
	size := t.Settings.Size
	board, err := rules.NewBoard(size, size)
	if err != nil { // the settings hold only sizes that boards have
		return ""
	}
	title := lang.T("game.start.empty")
	if g.Handicap > 1 && t.Settings.RuleSystem().Placement == rules.FixedPlacement {
		var names []string
		for _, p := range rules.Handicap(size, size, g.Handicap) {
			board.Set(p, rules.Black)
			names = append(names, p.Name(size))
		}
		if len(names) > 0 {
			title = lang.T("game.start", strings.Join(names, ", "))
		}
	}
	d := diagram.Diagram{Board: board, Title: title}
	return page.Drawing(d)
}

// game returns the published game with the number in the address.
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
