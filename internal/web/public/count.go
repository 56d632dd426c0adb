package public

import (
	"html/template"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules/counting"
	"tourney/internal/rules/diagram"
	"tourney/internal/web/page"
)

// A countPage shows how a game is counted, step by step on the board.
type countPage struct {
	page.Base
	page.GameView
	Steps []stepView
}

// A stepView is one step of a count.
type stepView struct {
	Number int
	Text   string
	Board  template.HTML
	// Before and After are the numbers of the adjacent steps, 0 for none.
	Before, After int
}

func showCount(v *Visit) (string, any, error) {
	g, err := v.game()
	if err != nil {
		return "", nil, err
	}
	if g.Record == "" {
		return "", nil, fault.New(fault.NotFound, "record.missing", g.Table)
	}
	review, err := v.Review(v.Ctx, g.ID)
	if err != nil {
		return "", nil, err
	}
	if !review.Verdict.Counted {
		return "", nil, fault.New(fault.NotFound, "record.steps.none")
	}
	view := countPage{GameView: page.NewGameView(v.Lang, v.Tournament, g)}
	view.Base = v.Base(v.Lang.T("record.steps.title"), "/games").AtRound(g.Round)
	view.Sheet = v.Lang.T("frame.round", g.Round) + ", " + v.Lang.T("now.card.table", g.Table)
	steps := counting.Steps(review.Verdict)
	for i, s := range steps {
		step := stepView{Number: i + 1, Text: stepText(v.Lang, s), Before: i}
		if i+1 < len(steps) {
			step.After = i + 2
		}
		d := diagram.Diagram{Board: s.Board, Title: step.Text, Dead: s.Dead, Laid: s.Laid, Owner: s.Owner}
		step.Board = page.Drawing(d)
		view.Steps = append(view.Steps, step)
	}
	return "count", view, nil
}

// stepText describes a step of a count.
func stepText(lang *i18n.Language, s counting.Step) string {
	args := make([]any, len(s.Numbers))
	for i, n := range s.Numbers {
		args[i] = lang.Decimal(n.String())
	}
	return lang.T("record.steps."+string(s.Kind), args...)
}
