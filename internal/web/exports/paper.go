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
				page.Link{Text: p.T("exports.bytable"), Address: fmt.Sprintf("%s/round/%d", public, n)},
				page.Link{Text: p.T("exports.byname"), Address: fmt.Sprintf("%s/round/%d?by=name", public, n)})
		}
		round.Sheets = append(round.Sheets, page.Link{
			Text: p.T("exports.slips"), Address: fmt.Sprintf("%s/print/slips/%d", home, n),
		})
		p.Rounds = append(p.Rounds, round)
	}
	add := func(key, address string) { p.Prints = append(p.Prints, page.Link{Text: p.T(key), Address: address}) }
	add("exports.startlist", public+"/players")
	add("frame.standings", public+"/standings")
	add("frame.crosstable", public+"/crosstable")
	if page.OfTeams(t) {
		add("frame.teams", public+"/teams")
	}
	if len(page.Knockouts(t)) > 0 {
		add("frame.bracket", public+"/bracket")
	}
	add("prizes.title", home+"/prizes")
	add("prizes.script", home+"/prizes/script")
	add("prizes.certificates", home+"/prizes/certificates")
	add("changes.title", home+"/ratings/changes")
}
