package exports

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A roundPaper lists the prints of one round.
type roundPaper struct {
	Number int
	Sheets []page.Link
}

// backQuery makes a public list link back to this page.
const backQuery = "?from=exports"

// paperOf returns the prints of a round. Lists for players exist after its publication.
func (p *exportsPage) paperOf(t *tournament.Tournament, n int) roundPaper {
	public, home, number := "/t/"+t.Info.Slug, p.Event.Home, "/"+strconv.Itoa(n)
	round := roundPaper{Number: n}
	if t.Rounds[n-1].Published {
		round.Sheets = append(round.Sheets,
			page.Link{Text: p.T("export.page.bytable"), Address: public + "/print/tables" + number + backQuery},
			page.Link{Text: p.T("export.page.byname"), Address: public + "/print/names" + number + backQuery})
	}
	round.Sheets = append(round.Sheets, page.Link{Text: p.T("export.page.slips"), Address: home + "/print/slips" + number})
	return round
}

// addPaper adds the prints: first the current prints for the hall, then earlier rounds and other lists.
func (p *exportsPage) addPaper(t *tournament.Tournament) {
	public, home := "/t/"+t.Info.Slug, p.Event.Home
	link := func(key, address string) page.Link { return page.Link{Text: p.T(key), Address: address} }
	startList, standings := link("export.page.startlist", public+"/print/players"+backQuery), link("frame.standings", public+"/print/standings"+backQuery)
	if p.Round = len(t.Rounds); p.Round > 0 {
		for _, sheet := range p.paperOf(t, p.Round).Sheets { // which start with a small letter
			first, size := utf8.DecodeRuneInString(sheet.Text)
			sheet.Text = string(unicode.ToUpper(first)) + sheet.Text[size:]
			p.Now = append(p.Now, sheet)
		}
		p.Now = append(p.Now, standings)
		if p.Round < t.Settings.Rounds || t.Rounds[p.Round-1].Missing() > 0 { // another day may follow
			p.Now = append(p.Now, link("paper.all", home+"/print/all"))
		}
		p.Prints = append(p.Prints, startList)
	} else {
		p.Now = []page.Link{startList, link("paper.welcome", home+"/print/welcome"), link("paper.badges", home+"/print/badges")}
	}
	for n := len(t.Rounds) - 1; n >= 1; n-- {
		p.Rounds = append(p.Rounds, p.paperOf(t, n))
	}
	if p.Round > 0 {
		p.Prints = append(p.Prints, link("paper.welcome", home+"/print/welcome"), link("paper.badges", home+"/print/badges"))
	}
	p.Prints = append(p.Prints, link("paper.cards", home+"/print/cards"), link("paper.blank", home+"/print/blank"),
		link("frame.crosstable", public+"/print/crosstable"+backQuery))
	if page.OfTeams(t) {
		p.Prints = append(p.Prints, link("frame.teams", public+"/teams"))
	}
	if len(page.Knockouts(t)) > 0 {
		p.Prints = append(p.Prints, link("frame.bracket", public+"/bracket"))
	}
	if p.Roles.May(role.Conclude) {
		p.Prints = append(p.Prints, link("prize.page.title", home+"/prizes/list"), link("prize.page.script", home+"/prizes/script"),
			link("prize.page.certificates", home+"/prizes/certificates"))
	}
	if p.Roles.May(role.Arrange) {
		p.Prints = append(p.Prints, link("gain.page.title", home+"/ratings/changes"))
	}
}
