package people

import (
	"slices"

	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// roundNote describes parts of the current round that a change of a player does not change: the terms of a running
// game, the open game or bye of a departed player, a latecomer's missing game. The link is the page for such a change.
// Both are empty if the player has no such part, and in open play.
func roundNote(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player) (text string, link page.Link) {
	n := t.Current()
	r := t.Round(n)
	if r == nil || t.IsOpen() {
		return "", page.Link{}
	}
	late, _ := day.Unpaired(t)
	g, desk := r.Game(p.ID), page.DeskState{Slug: t.Info.Slug, Round: n}
	switch {
	case g != nil && g.Result.Known():
		return "", page.Link{}
	case g != nil && p.Status != tournament.CheckedIn:
		desk.Table = g.Table
		return lang.T("registration.round.open", g.Table), page.Link{Text: lang.T("registration.round.table", g.Table), Address: desk.Desk()}
	case g != nil && hasOldTerms(t, g):
		desk.Table = g.Table
		return lang.T("registration.round.terms", g.Table, page.LongTerms(lang, g)),
			page.Link{Text: lang.T("registration.round.table", g.Table), Address: desk.Desk()}
	case r.HasBye(p.ID) && p.Status != tournament.CheckedIn && r.Missing() > 0:
		return lang.T("registration.round.bye", n), page.Link{Text: lang.T("frame.desk"), Address: desk.Desk()}
	case slices.Contains(late, p.ID):
		return lang.T("registration.round.late", n), page.Link{Text: lang.T("registration.round.pair"), Address: desk.Desk() + "#late"}
	}
	return "", page.Link{}
}

// hasOldTerms reports whether the terms of a running game differ from the terms by the current data of its two players.
func hasOldTerms(t *tournament.Tournament, g *tournament.Game) bool {
	if g.ByHand || t.ChoosesKomi(g) {
		return false
	}
	now := pairing.NewGame(t, g.Round, g.Black, g.White)
	return now.Handicap != g.Handicap || now.Komi != g.Komi || now.Handicap > 0 && now.Black != g.Black
}
