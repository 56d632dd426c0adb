package page

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// ShortResult writes a result inside a sentence: ●+R, ○+3.5, or in words.
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

// A PieceView is a part of a sentence, after a stone or none (partial
// "pieces"). Stones are drawn: as letters they turn white on a dark page.
type PieceView struct {
	Black, White bool
	Words, Text  string
}

// Pieces parts a sentence at the stones that brief put into it.
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
		next = PieceView{Black: true, Words: lang.T("stone.black")}
		if strings.HasPrefix(text[i:], "○") {
			next = PieceView{White: true, Words: lang.T("stone.white")}
		}
		text = text[i+len("●"):]
	}
}
