package page

import (
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// A GameView is one game of a round as pages show it (partial "game").
type GameView struct {
	ID, Table    int
	Black, White PlayerView
	// Open is set while the players choose the colours at the board.
	Open bool
	// Terms are handicap and komi, such as "3 stones", TermsWords the same in words.
	Terms, TermsWords string
	// Handicap is "–" in an even game; Komi is a decimal of the language.
	Handicap, Komi string
	Result         ResultView
	// Odds are the expected score by ratings, such as "38–62 %", OddsWords the same in words; "" if pages do not show
	// them.
	Odds, OddsWords string
	// Game is the address of the game's public page; Recorded is set once its record is attached.
	Game     string
	Recorded bool
	// Corrected is the time of day of a correction after a later round was published, CorrectedAt the same with the
	// day; "" without one.
	Corrected, CorrectedAt string
	// Match is the heading above the game if a round has several kinds of games.
	Match string
}

// NewGameView returns the view of a game, without Odds and Match.
func NewGameView(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) GameView {
	v := GameView{
		ID: g.ID, Table: g.Table, Black: NewPlayerView(t, g.Black), White: NewPlayerView(t, g.White), Open: g.ColoursOpen && !t.ChoosesKomi(g),
		Terms: ShortTerms(lang, g), TermsWords: LongTerms(lang, g), Handicap: "–", Komi: lang.Decimal(g.Komi.String()),
		Result: NewResultView(lang, g.Decided()),
		Game:   "/t/" + t.Info.Slug + "/games/" + strconv.Itoa(g.ID), Recorded: g.Record != "",
	}
	if t.ChoosesKomi(g) {
		v.Terms, v.TermsWords, v.Komi = "k?", lang.T("handicap.terms.chosen"), "?"
	}
	if g.Handicap > 0 {
		v.Handicap = strconv.Itoa(g.Handicap)
	}
	if !g.Corrected.IsZero() {
		v.Corrected = lang.T("game.corrected", lang.Clock(g.Corrected))
		v.CorrectedAt = lang.T("game.corrected", lang.Moment(g.Corrected))
	}
	return v
}

// ShortTerms formats handicap and komi for rows of games: "komi 6.5", "2 stones", "2 stones, k5.5" with an unusual komi.
func ShortTerms(lang *i18n.Language, g *tournament.Game) string {
	komi := lang.Decimal(g.Komi.String())
	if g.Handicap == 0 {
		return strings.ToLower(lang.T("game.komi")) + "\u00a0" + komi
	}
	stones := lang.T("draw.stones", g.Handicap)
	if g.Komi == 0 || g.Komi == 1 {
		return stones
	}
	return stones + ", k" + komi
}

// LongTerms formats handicap and komi in words.
func LongTerms(lang *i18n.Language, g *tournament.Game) string {
	switch g.Handicap {
	case 0:
		return lang.T("handicap.terms.even", g.Komi)
	case 1:
		return lang.T("handicap.terms.first", g.Komi)
	}
	return lang.T("handicap.terms.stones", g.Handicap, g.Komi)
}

// Odds formats the expected score of a game by ratings, Black first, briefly and in
// words; "" for a game with a stand-in.
func Odds(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) (short, words string) {
	if t.StandIn(g.Black) || t.StandIn(g.White) {
		return "", ""
	}
	formula := rating.OptionsOf(t.Settings).Formula
	black, _ := formula.Odds(formula.Start(t.Player(g.Black)), formula.Start(t.Player(g.White)), g.Handicap, g.Komi)
	percent := Percent(black)
	return lang.T("gain.odds", percent, 100-percent), lang.T("draw.expected", percent, 100-percent)
}

// FormatSeen formats the game and revision that a form was filled with.
func FormatSeen(g *tournament.Game) string {
	return strconv.Itoa(g.ID) + "." + strconv.Itoa(g.Revision)
}

// ParseSeen returns the revision in a text of FormatSeen, -1 if it is of another game.
func ParseSeen(text string, g *tournament.Game) int {
	id, revision, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(revision)
	if err != nil || id != strconv.Itoa(g.ID) {
		return -1
	}
	return n
}
