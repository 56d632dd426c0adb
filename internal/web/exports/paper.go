package exports

import (
	"fmt"

	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A roundPaper lists the prints of one round.
type roundPaper struct {
	Number int
	Sheets []page.Link
}

func (p *exportsPage) addPaper(t *tournament.Tournament) {
	public, home := "/t/"+t.Info.Slug, p.Event.Home
	for n := len(t.Rounds); n >= 1; n-- {
		round := roundPaper{Number: n}
		if t.Rounds[n-1].Published {
			round.Sheets = append(round.Sheets,
				page.Link{Text: p.T("exports.bytable"), Address: fmt.Sprintf("%s/print/tables/%d", public, n)},
				page.Link{Text: p.T("exports.byname"), Address: fmt.Sprintf("%s/print/names/%d", public, n)})
		}
		round.Sheets = append(round.Sheets, page.Link{
			Text: p.T("exports.slips"), Address: fmt.Sprintf("%s/print/slips/%d", home, n),
		})
		p.Rounds = append(p.Rounds, round)
	}
	add := func(key, address string) { p.Prints = append(p.Prints, page.Link{Text: p.T(key), Address: address}) }
	add("sheets.all", home+"/print/all")
	add("sheets.welcome", home+"/print/welcome")
	add("exports.startlist", public+"/print/players")
	add("sheets.badges", home+"/print/badges")
	add("sheets.cards", home+"/print/cards")
	add("sheets.blank", home+"/print/blank")
	add("frame.standings", public+"/print/standings")
	add("frame.crosstable", public+"/print/crosstable")
	if page.OfTeams(t) {
		add("frame.teams", public+"/teams")
	}
	if len(page.Knockouts(t)) > 0 {
		add("frame.bracket", public+"/bracket")
	}
	add("prizes.title", home+"/prizes/list")
	add("prizes.script", home+"/prizes/script")
	add("prizes.certificates", home+"/prizes/certificates")
	add("changes.title", home+"/ratings/changes")
}
