package public

import (
	"strconv"
	"strings"

	"tourney/internal/web/page"
	"tourney/internal/web/paper"
)

// A SheetsPage is sheets of paper: shown as they will be printed.
type SheetsPage struct {
	page.Base
	Sheets []paper.Sheet
	// Parts are links to the papers in a document of several ones, with the numbers of their sheets.
	Parts []page.Link
	// Back is the address of the page before the sheets, Other of other sheets of the same kind.
	Back  string
	Other page.Link
	// Cards is the form for a range of tables; nil on sheets other than cards.
	Cards *CardsForm
}

// A CardsForm chooses the cards of tables, as typed.
type CardsForm struct{ From, To, Room string }

// sheets returns the page of a list with a title. back is the page of the same list. "from" in the address leads back to the desk or
// its page of exports instead.
func (v *Visit) sheets(title string, l paper.List, section, back string) (string, any, error) {
	switch desk := "/desk/" + v.Tournament.Info.Slug; v.Query.Get("from") {
	case "desk":
		back = desk
	case "exports":
		back = desk + "/exports"
	}
	return "sheets", SheetsPage{Base: v.Base(title, section), Sheets: l.Sheets(), Back: back}, nil
}

// sameQuery returns an address below the tournament's own with the query of this page.
func (v *Visit) sameQuery(path string) string {
	at := Visit{Path: v.To(path), Query: v.Query}
	return at.Address()
}

func printTables(v *Visit) (string, any, error) {
	n, err := v.Round()
	if err != nil {
		return "", nil, err
	}
	return v.sheets(v.roundTitle(n, "export.page.bytable"), v.TableList(n), "/round", v.To("/round/"+strconv.Itoa(n)))
}

func printNames(v *Visit) (string, any, error) {
	n, err := v.Round()
	if err != nil {
		return "", nil, err
	}
	return v.sheets(v.roundTitle(n, "export.page.byname"), v.NameList(n), "/round", v.To("/round/"+strconv.Itoa(n)+"?by=name"))
}

func printStandings(v *Visit) (string, any, error) {
	if v.Tournament.IsOpen() {
		l := v.seasonList()
		return v.sheets(l.Title, l, "/standings", v.sameQuery("/standings"))
	}
	l := v.StandingsList()
	return v.sheets(l.Title, l, "/standings", v.sameQuery("/standings"))
}

func printPlayers(v *Visit) (string, any, error) {
	l := v.StartList()
	return v.sheets(l.Title, l, "/players", v.sameQuery("/players"))
}

func printCrossTable(v *Visit) (string, any, error) {
	_, data, err := showCrossTable(v)
	if err != nil {
		return "", nil, err
	}
	cross, list := data.(*crossPage), v.StandingsList()
	if !cross.Crowded {
		list = v.crossList(cross)
	}
	return v.sheets(list.Title, list, "/crosstable", v.sameQuery("/crosstable"))
}

// roundTitle returns the title of a list of a round.
func (v *Visit) roundTitle(n int, order string) string {
	return page.RoundTitle(v.Lang, v.Tournament, n) + ", " + v.Lang.T(order)
}

// roundNote returns the note beside the number of a round on its lists.
func (v *Visit) roundNote(n int, order string) string {
	if start := v.Tournament.Round(n).Start; !start.IsZero() {
		return v.Lang.Moment(start) + ", " + order
	}
	return order
}

// TableList returns the games of a published round in the order of the tables.
func (v *Visit) TableList(n int) paper.List {
	l := paper.List{
		Title: page.RoundTitle(v.Lang, v.Tournament, n), Note: v.roundNote(n, v.Lang.T("export.page.bytable")),
		Columns: []paper.Column{
			{Head: v.Lang.T("game.table"), Kind: paper.Strong},
			{Kind: paper.Stone}, {Head: v.Lang.T("game.stone.black"), Kind: paper.Name},
			{Kind: paper.Stone}, {Head: v.Lang.T("game.stone.white"), Kind: paper.Name},
			{Head: v.Lang.T("game.handicap.short"), Kind: paper.Number},
			{Head: v.Lang.T("game.komi"), Kind: paper.Number},
			{Head: v.Lang.T("game.result"), Kind: paper.Other},
		},
	}
	add := func(g *page.GameView) {
		result := paper.Cell{}
		if g.Result.Known {
			result = paper.Cell{Text: g.Result.Text, Black: g.Result.Black && !g.Result.White, White: g.Result.White && !g.Result.Black}
		}
		l.Rows = append(l.Rows, paper.Row{Cells: []paper.Cell{
			{Text: strconv.Itoa(g.Table)},
			{Black: true}, boldName(&g.Black, g.Result.Black),
			{White: true}, boldName(&g.White, g.Result.White),
			{Text: g.Handicap}, {Text: g.Komi}, result,
		}})
	}
	r := v.Tournament.Round(n)
	matches, games := v.matchesAndGames(r)
	for _, m := range matches {
		l.Rows = append(l.Rows, paper.Row{Group: m.A.Name + " – " + m.B.Name})
		for _, b := range m.Boards {
			if b.Game != nil {
				add(b.Game)
			}
		}
	}
	for i := range games {
		if games[i].Match != "" {
			l.Rows = append(l.Rows, paper.Row{Group: games[i].Match})
		}
		add(&games[i])
	}
	byes, _ := v.byesAndAbsent(r)
	for i := range byes {
		cells := make([]paper.Cell, len(l.Columns))
		cells[2], cells[4] = nameCell(&byes[i]), paper.Cell{Text: v.Lang.T("standings.cell.bye")}
		l.Rows = append(l.Rows, paper.Row{Cells: cells})
	}
	return l
}

// nameCell returns the cell of a player's name and rank.
func nameCell(p *page.PlayerView) paper.Cell {
	return paper.Cell{Text: p.Brief, Short: p.Short, After: p.Rank}
}

// boldName returns the cell of a player's name and rank, bold for the winner of a game.
func boldName(p *page.PlayerView, won bool) paper.Cell {
	cell := nameCell(p)
	cell.Bold = won
	return cell
}

// NameList returns the players of a published round in the order of their names.
func (v *Visit) NameList(n int) paper.List {
	l := paper.List{
		Title: page.RoundTitle(v.Lang, v.Tournament, n), Note: v.roundNote(n, v.Lang.T("export.page.byname")),
		Columns: []paper.Column{
			{Head: v.Lang.T("standings.player"), Kind: paper.Name},
			{Head: v.Lang.T("game.table"), Kind: paper.Strong}, {Kind: paper.Stone},
			{Head: v.Lang.T("game.opponent"), Kind: paper.Other},
			{Head: v.Lang.T("game.handicap.short"), Kind: paper.Number},
		},
		Narrow: []int{0, 1, 2},
	}
	for _, s := range v.seatsByName(v.Tournament.Round(n)) {
		cells := []paper.Cell{nameCell(&s.Player), {}, {}, {Text: s.Text}, {}}
		if s.Text == "" {
			cells[1].Text = strconv.Itoa(s.Table)
			cells[2] = paper.Cell{Black: s.Black && !s.Open, White: !s.Black && !s.Open}
			cells[3] = paper.Cell{Text: s.Opponent.Brief, After: s.Opponent.Rank}
			cells[4].Text = s.Handicap
		}
		l.Rows = append(l.Rows, paper.Row{Cells: cells})
	}
	return l
}

// StartList returns the players in the order of their names, to be corrected by hand.
func (v *Visit) StartList() paper.List {
	players := v.playersPage()
	l := paper.List{
		Title: v.Lang.T("export.page.startlist"), Note: players.Count,
		Columns: []paper.Column{
			{Kind: paper.Number}, {Head: v.Lang.T("standings.player"), Kind: paper.Name},
			{Head: v.Lang.T("field.club"), Kind: paper.Other}, {Head: v.Lang.T("field.rating"), Kind: paper.Number},
			{Kind: paper.Other},
		},
	}
	for i, p := range players.Players {
		var missed []string
		for n, plays := range p.Plays {
			if !plays && p.Status == "" {
				missed = append(missed, strconv.Itoa(n+1))
			}
		}
		status := p.Status
		if missed != nil {
			status = v.Lang.T("paper.missed", strings.Join(missed, ", "))
		}
		l.Rows = append(l.Rows, paper.Row{Cells: []paper.Cell{
			{Text: strconv.Itoa(i + 1)}, nameCell(&p.PlayerView),
			{Text: strings.TrimSpace(p.Country + " " + p.Club)}, {Text: p.Rating}, {Text: status},
		}})
	}
	return l
}

// StandingsList returns the standings as a wall list: with the names of the opponents, or with their places if the names
// are too wide.
func (v *Visit) StandingsList() paper.List {
	s := v.standingsPage()
	if l := v.standingsList(s, false); l.Fits() {
		return l
	}
	return v.standingsList(s, true)
}

// standingsList shows opponents by the numbers of their lines, or by name.
func (v *Visit) standingsList(s *standingsPage, byLine bool) paper.List {
	l := paper.List{Title: s.Title}
	if s.Progress != nil {
		l.Note = v.Lang.T("round.results", s.Progress.Done, s.Progress.Total)
	}
	name := "standings.player"
	if s.OfTeams {
		name = "team.column"
	}
	l.Columns = []paper.Column{
		{Kind: paper.Number}, {Head: v.Lang.T(name), Kind: paper.Name}, {Kind: paper.Other},
	}
	for _, c := range s.Criteria {
		l.Columns = append(l.Columns, paper.Column{Head: c.Name, Kind: paper.Number})
	}
	for n := range s.Columns.Rounds {
		l.Columns = append(l.Columns, paper.Column{Head: strconv.Itoa(n + 1), Kind: paper.Other})
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Pool != "" {
			l.Rows = append(l.Rows, paper.Row{Group: r.Pool})
		}
		from := r.Player.Country
		if r.Player.Team != "" {
			from = r.Player.Team
		}
		row := paper.Row{Cells: []paper.Cell{
			numberCell(r.Place, r.Number, byLine && r.Shared), nameCell(&r.Player), {Text: from},
		}}
		for i, score := range r.Scores {
			row.Cells = append(row.Cells, paper.Cell{Text: score, Bold: i == 0})
		}
		for i := range r.Cells {
			c := &r.Cells[i]
			opponent := c.Name
			if byLine {
				opponent = c.Brief
			}
			row.Cells = append(row.Cells, paper.Cell{
				Text: strings.TrimSpace(c.Sign + " " + opponent), Short: strings.TrimSpace(c.Sign + " " + cut(opponent)), Bold: c.Won, Black: c.Stone && c.Black, White: c.Stone && !c.Black,
			})
		}
		row.Last = i+1 < len(s.Rows) && s.Rows[i+1].Pool == "" && len(r.Scores) > 0 && r.Scores[0] != s.Rows[i+1].Scores[0]
		l.Rows = append(l.Rows, row)
	}
	return l
}

// cut returns the beginning of a long name.
func cut(name string) string {
	const most = 9
	if letters := []rune(name); len(letters) > most+1 {
		return string(letters[:most]) + "."
	}
	return name
}

// numberCell returns the cell of a place. A shared place has the number of the line after it where opponents have numbers.
func numberCell(place string, line int, numbered bool) paper.Cell {
	cell := paper.Cell{Text: place, Bold: true}
	if numbered {
		cell.After = strconv.Itoa(line)
	}
	return cell
}

// crossList returns the cross table.
func (v *Visit) crossList(cross *crossPage) paper.List {
	l := paper.List{Title: cross.Title, Note: cross.Standings}
	if !cross.OfTeams {
		l.Note += " (" + v.Lang.T("paper.cross") + ")"
	}
	l.Columns = []paper.Column{{Kind: paper.Number}, {Head: v.Lang.T("standings.player"), Kind: paper.Name}}
	for _, r := range cross.Rows {
		l.Columns = append(l.Columns, paper.Column{Head: strconv.Itoa(r.Number), Kind: paper.Box})
	}
	if cross.Byes {
		l.Columns = append(l.Columns, paper.Column{Head: v.Lang.T("round.bye"), Kind: paper.Box})
	}
	l.Columns = append(l.Columns, paper.Column{Head: cross.Criteria[0].Name, Kind: paper.Number}) // two are too wide
	if cross.Places {
		l.Columns = append(l.Columns, paper.Column{Head: v.Lang.T("standings.place"), Kind: paper.Number})
	}
	for _, r := range cross.Rows {
		if r.Pool != "" {
			l.Rows = append(l.Rows, paper.Row{Group: r.Pool})
		}
		row := paper.Row{Cells: []paper.Cell{{Text: strconv.Itoa(r.Number)}, nameCell(&r.Player)}}
		for _, c := range r.Cells {
			text := c.Text()
			if c.Self {
				text = "×"
			}
			row.Cells = append(row.Cells, paper.Cell{Text: text, Bold: c.Won()})
		}
		if cross.Byes {
			row.Cells = append(row.Cells, paper.Cell{Text: r.Byes})
		}
		row.Cells = append(row.Cells, paper.Cell{Text: r.Scores[0], Bold: true})
		if cross.Places {
			row.Cells = append(row.Cells, paper.Cell{Text: r.Place, Bold: true})
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}
