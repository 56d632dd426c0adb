package public

import (
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An EverywhereView is the record under all rule systems.
type EverywhereView struct {
	// Title names the systems whose moves or count differ from the tournament's own.
	Title string
	Rows  []SystemView
}

// A SystemView is the record under one rule system.
type SystemView struct {
	Name string
	// Move is the first move that the system forbids, 0 if all moves are legal. Text is the reason, By the rule of the
	// system.
	Move     int
	Point    string
	Text, By string
	// Gives is the result if HasResult, Counts the way of counting, "" without a count.
	Gives     page.ResultView
	HasResult bool
	Counts    string
	// Differs is set if moves or count differ from the tournament's own.
	Differs bool
}

// newEverywhereView compares the verdicts of all systems with the tournament's verdict; nil for a record without a
// game, or without a result and a count.
func newEverywhereView(lang *i18n.Language, review *director.Review) *EverywhereView {
	own := review.Verdict
	ownResult, ownHas := tournament.ResultOf(own)
	if own.Board == nil || own.Larger || !ownHas && !own.Counted {
		return nil
	}
	view := &EverywhereView{}
	var differ []string
	ownMove, _ := own.Illegal()
	for _, v := range review.All() {
		row := SystemView{Name: page.Text(lang, rules.SystemName(v.System.Name))}
		if v.Counted {
			row.Counts = lang.T("rules.custom.scoring." + string(v.System.Scoring))
		}
		f, wrong := v.Illegal()
		if wrong {
			row.Move, row.Point, row.Text, row.By = f.Move, f.Point.Name(v.Rows), lang.T(f.Key(), f.Args...), ruleWords(lang, v.System, f.Rule)
		}
		result, has := tournament.ResultOf(v)
		if row.HasResult = has; has {
			row.Gives = page.NewResultView(lang, result)
		}
		row.Differs = f.Move != ownMove.Move || has != ownHas || has && result != ownResult
		if row.Differs {
			differ = append(differ, row.Name)
		}
		view.Rows = append(view.Rows, row)
	}
	view.Title = lang.T("record.everywhere.same")
	if len(differ) > 0 {
		view.Title = lang.T("record.everywhere", strings.Join(differ, ", "))
	}
	return view
}

// ruleWords cites the text of a system about the rule that a move breaks; "" for a rule of all systems.
func ruleWords(lang *i18n.Language, s rules.System, rule rules.Rule) string {
	says := ""
	switch rule {
	case rules.RuleKo, rules.RuleSuperko:
		says = "rules.custom.repetition." + string(s.Repetition)
	case rules.RuleSuicide:
		says = "rules.custom.suicide." + string(s.Suicide)
	default:
		return ""
	}
	return lang.T("record.everywhere.by", lang.T("rules.source."+s.Name), lang.T(says))
}
