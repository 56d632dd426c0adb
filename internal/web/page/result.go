package page

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A ResultView is a result as a pill (partial "result"): a stone for the winner, a short text after it, and all of it
// in words.
type ResultView struct {
	Known        bool
	Black, White bool // the winner
	Text, Words  string
}

// NewResultView returns the view of a result. Words also describes a missing one.
func NewResultView(lang *i18n.Language, r tournament.Result) ResultView {
	v := ResultView{Known: r.Known(), Words: lang.T("result.unknown")}
	if !v.Known {
		return v
	}
	v.Words = Text(lang, r)
	switch r.Outcome {
	case tournament.BlackWins, tournament.WhiteWins:
		v.Black, v.White = r.Outcome == tournament.BlackWins, r.Outcome == tournament.WhiteWins
		v.Text = "+" + afterPlus(lang, r)
	case tournament.Jigo:
		v.Text = lang.T("result.jigo")
	case tournament.BothLose:
		v.Text = "0–0"
	case tournament.BothWin:
		v.Text = "1–1"
	default:
		v.Text = "–"
	}
	return v
}

// manners are the ends of the keys of results, for the winner and the loser.
var manners = map[tournament.Manner]string{
	tournament.ByPoints: ".points", tournament.ByResignation: ".resignation", tournament.ByTime: ".time", tournament.ByForfeit: ".forfeit",
}

// Outcome returns the result of a game for one of its players: a sign and words.
func Outcome(lang *i18n.Language, g *tournament.Game, id tournament.PlayerID) (sign, words string) {
	r := g.Decided()
	black, white := r.Points()
	if g.White == id {
		black, white = white, black
	}
	switch {
	case r.Outcome != tournament.BlackWins && r.Outcome != tournament.WhiteWins:
		return "", NewResultView(lang, r).Words
	case black > white:
		return "+", lang.T("entry.won"+manners[r.Manner], tournament.Score(r.Margin))
	}
	return "−", lang.T("entry.lost"+manners[r.Manner], tournament.Score(r.Margin))
}

// afterPlus returns the part of a result after the plus sign.
func afterPlus(lang *i18n.Language, r tournament.Result) string {
	_, text, _ := strings.Cut(strings.TrimSuffix(r.String(), "/unrated"), "+")
	return lang.Decimal(text)
}

// ShortResult formats a result for use inside a sentence: ●+R, ○+3.5, or in words.
func ShortResult(lang *i18n.Language, r tournament.Result) string {
	v := NewResultView(lang, r)
	switch {
	case r.Unrated:
		return v.Words
	case v.Black:
		return "●" + v.Text
	case v.White:
		return "○" + v.Text
	}
	return v.Words
}

// A PieceView is a part of a sentence, with or without a stone before it (partial "pieces"). Pages draw the stones,
// because as letters they turn white on a dark page.
type PieceView struct {
	Black, White bool
	Words, Text  string
}

// Pieces splits a sentence at the stones that ShortResult put into it.
func Pieces(lang *i18n.Language, text string) []PieceView {
	var out []PieceView
	var next PieceView
	for {
		i := strings.IndexAny(text, "●○")
		if i < 0 {
			next.Text = text
			return append(out, next)
		}
		next.Text = text[:i]
		out = append(out, next)
		next = PieceView{Black: true, Words: lang.T("game.stone.black")}
		if strings.HasPrefix(text[i:], "○") {
			next = PieceView{White: true, Words: lang.T("game.stone.white")}
		}
		text = text[i+len("●"):]
	}
}
