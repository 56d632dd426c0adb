package public

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A standingsPage is the order after a round, as a wall list.
type standingsPage struct {
	page.Base
	After    int
	Progress *page.ProgressView // of the round, while results are missing
	Rounds   []page.RoundLink   // the standings after other rounds; without an address for future rounds
	Columns  standingsColumns
	// Criteria are the criteria of the columns.
	Criteria []page.CriterionView
	// Conventions explain how the criteria are computed.
	Conventions []string
	Rows        []standingsRow
	More        *moreView  // after a part of them
	Empty       *emptyView // without rows
	// Part says how many of the lines a frame of another site has; "" for all of them.
	Part string
	// Shared is set if players share a place, Handicaps if a cell has a handicap, Moves if a place has changed.
	Shared, Handicaps, Moves bool
	// longest is the width of the longest name, see page.PlayerView.Breadth.
	longest int
	// Lists are links to the standings of teams and of players, if teams play; OfTeams is set for the standings of
	// teams. Boards are the players' results by board.
	Lists   []page.Link
	OfTeams bool
	Boards  []boardStanding
}

// Count counts the columns of the table.
func (p *standingsPage) Count() int { return 4 + len(p.Columns.Criteria) + len(p.Columns.Rounds) }

// A wallShape is what all lines of the standings have in common: the number of columns, and the index of the criterion
// that is on.
type wallShape struct{ Columns, On int }

// Shape returns the shape of the lines.
func (p *standingsPage) Shape() wallShape {
	on := slices.IndexFunc(p.Columns.Criteria, func(c columnView) bool { return c.On })
	return wallShape{p.Count(), on}
}

// The widths of columns in the standings in pixels, as in public.css. The place, its change and the country take
// fixedWidth.
const (
	pageWidth, fixedWidth, clubWidth = 1296, 116, 128
	namedRound, numberedRound        = 152, 64
	widestName                       = 240
	fewRounds                        = 3
	// A table of mostNeed steps of width, or more, scrolls.
	needStep, mostNeed = 80, 12
)

// Layout returns classes of the table: "names" if the rounds have room for the names of opponents, "club" if the clubs
// have room, and "few" for few rounds.
func (p *standingsPage) Layout() string {
	var classes []string
	left := p.besideNames()
	if left >= 0 {
		classes = append(classes, "names")
	}
	if left >= clubWidth && !p.OfTeams {
		classes = append(classes, "club")
	}
	if len(p.Columns.Rounds) <= fewRounds {
		classes = append(classes, "few")
	}
	return strings.Join(classes, " ")
}

// Broad reports whether the table is wider than any page.
func (p *standingsPage) Broad() bool { return p.Need() == mostNeed }

// Need returns the width of the rounds and criteria in steps, with the numbers of opponents: the end of a class, from
// which public.css decides.
func (p *standingsPage) Need() int {
	width := numberedRound*len(p.Columns.Rounds) + p.criteriaWidth()
	return min((width+needStep-1)/needStep, mostNeed)
}

// besideNames returns the width that names of opponents leave on a wide page.
func (p *standingsPage) besideNames() int {
	name := min(max(8*p.longest+44, 200), widestName)
	return pageWidth - fixedWidth - name - namedRound*len(p.Columns.Rounds) - p.criteriaWidth()
}

func (p *standingsPage) criteriaWidth() (width int) {
	for _, c := range p.Columns.Criteria {
		width += c.width()
	}
	return width
}

// mostFramed is the number of lines in a frame of another site.
const mostFramed = 12

// frame keeps the first lines for a frame of another site.
func (p *standingsPage) frame(v *Visit) {
	if all := len(p.Rows); v.Framed && all > mostFramed {
		p.Rows = p.Rows[:mostFramed]
		p.Part = v.Lang.T("standings.part", mostFramed, all)
	}
}

// A standingsRow is one player's line.
type standingsRow struct {
	// Place is the place as text, "8=" for a shared one. Number counts the lines of the ranking from 1.
	Place  string
	Number int
	Shared bool
	Why    string // the address of the page that explains the place
	// Moved is the number of places that the player gained since the round before,
	// negative if they lost some; MovedWords is the same in words.
	Moved      int
	MovedWords string
	// Pool is the heading above the first line of a pool, "" elsewhere. Step is set on the
	// first line of a score.
	Pool string
	Step bool
	// Qualified names the stage that the player has qualified for, "" for none.
	Qualified string
	Player    page.PlayerView
	Scores    []string
	Cells     []cellView
	row       *results.Row
}

// Up returns the number of places gained, else 0.
func (r standingsRow) Up() int { return max(0, r.Moved) }

// Down returns the number of places lost, else 0.
func (r standingsRow) Down() int { return max(0, -r.Moved) }

// A cellView is one round of a player or team in the standings.
type cellView struct {
	// Stone is set if there is an opponent and the colours are known, Black if the player had
	// Black.
	Stone, Black   bool
	Handicap       int                 // 0 for none
	Name           string              // the opponent, or a text instead of a game
	Brief          string              // the opponent's line, for narrow screens; without a game a short text
	Opponent       tournament.PlayerID // 0 without a game
	Sign           string              // "+", "−", "=" or "?", with "!" if the game was decided by default; "½" without a game
	Words, Address string
	Won, Lost      bool
}

func showStandings(v *Visit) (string, any, error) {
	if v.Tournament.IsOpen() {
		return showSeason(v)
	}
	view := v.standingsPage()
	view.Rows, view.More = partOf(v, &view.Base, view.Rows)
	view.frame(v)
	return "standings", view, nil
}

// standingsPage returns the page with all rows.
func (v *Visit) standingsPage() *standingsPage {
	n := v.After
	view := standingsPage{Base: v.Base(v.standingsTitle(n), "/standings"), After: n}
	view.Print = v.sameQuery("/print/standings")
	if n > 0 {
		if p := page.NewProgressView(v.Tournament.Round(n)); p.Done < p.Total {
			view.Progress = &p
		}
	}
	if page.OfTeams(v.Tournament) {
		view.OfTeams = v.Query.Get("by") != "player"
		view.Lists = v.listLinks("/standings", n)
		if !view.OfTeams {
			view.Boards = boardStandings(v.Lang, v.Tournament, n)
		}
	}
	for r := 1; r <= max(v.Tournament.Settings.Rounds, v.Tournament.Current()); r++ {
		link := page.RoundLink{Number: r, Current: r == n}
		if r <= v.Tournament.Current() {
			link.Address = v.with("after", strconv.Itoa(r))
		}
		view.Rounds = append(view.Rounds, link)
	}
	var criteria []tournament.Criterion
	if view.OfTeams {
		criteria, view.Rows = v.Tournament.Settings.Criteria, v.teamRows(n)
	} else {
		criteria, view.Rows = v.Standings(n).Criteria, v.standingsRows(n)
		for _, key := range workbook.Conventions(v.Tournament, criteria) {
			view.Conventions = append(view.Conventions, v.Lang.T(key))
		}
	}
	if len(view.Rows) == 0 {
		view.Empty = v.empty()
	}
	view.Criteria = page.Criteria(v.Lang, criteria)
	view.Columns = v.newStandingsColumns(criteria, n)
	v.sortRows(view.Rows, criteria, n)
	view.measure()
	return &view
}

// measure reads from the rows what the table and its legend need to show.
func (p *standingsPage) measure() {
	for i := range p.Rows {
		row := &p.Rows[i]
		p.longest = max(p.longest, row.Player.Breadth())
		p.Shared, p.Moves = p.Shared || row.Shared, p.Moves || row.Moved != 0
		p.Handicaps = p.Handicaps || slices.ContainsFunc(row.Cells, func(c cellView) bool { return c.Handicap > 0 })
	}
}

// standingsTitle names the standings after round n, or during it while results are missing.
func (v *Visit) standingsTitle(n int) string {
	switch {
	case n == 0:
		return v.Lang.T("frame.standings")
	case v.Tournament.Round(n).Missing() > 0:
		return v.Lang.T("standings.during", n)
	}
	return v.Lang.T("standings.after", n)
}

// listLinks returns the links to the lists of teams and of players after round n.
func (v *Visit) listLinks(path string, n int) []page.Link {
	players := v.Query.Get("by") == "player"
	after := "after=" + strconv.Itoa(n)
	return []page.Link{
		{Text: v.Lang.T("frame.teams"), Address: v.To(path + "?" + after), Current: !players},
		{Text: v.Lang.T("frame.players"), Address: v.To(path + "?" + after + "&by=player"), Current: players},
	}
}

// standingsRows returns the lines of the standings after round n, pool by pool.
func (v *Visit) standingsRows(n int) []standingsRow { return v.firstRows(n, math.MaxInt) }

// firstRows returns the first of these lines, at most the given number.
func (v *Visit) firstRows(n, most int) []standingsRow {
	var rows []standingsRow
	qualified, next := v.qualified(n)
	for _, list := range v.rankings(n) {
		first := len(rows)
		for i := range min(len(list.Rows), most-first) {
			id := list.Rows[i].Player
			row := v.standingsRow(list, i, v.cell)
			row.Why = v.whyPath(id, n)
			if i == 0 {
				row.Pool = list.pool
			}
			row.Step = i > 0 && list.Rows[i].Scores[0] != list.Rows[i-1].Scores[0]
			if slices.Contains(qualified, id) {
				row.Qualified = next
			}
			rows = append(rows, row)
		}
		list.numberOpponents(rows[first:])
	}
	return rows
}

// numberOpponents sets the lines of the opponents in the cells of the ranking's rows.
func (list ranking) numberOpponents(rows []standingsRow) {
	for i := range rows {
		for q, c := range list.Rows[i].Cells {
			if opponent := list.Row(c.Opponent); c.Opponent != 0 && opponent != nil && opponent.Line > 0 {
				rows[i].Cells[q].Brief = strconv.Itoa(opponent.Line)
			}
		}
	}
}

// standingsRow returns line i of a ranking of players or of teams.
func (v *Visit) standingsRow(list ranking, i int, cell func(round int, c results.Cell) cellView) standingsRow {
	r := &list.Rows[i]
	row := standingsRow{
		row: r, Place: list.Place(r), Number: r.Line, Shared: list.Shared(r), Player: page.NewPlayerView(v.Tournament, r.Player),
	}
	for c := range r.Scores {
		row.Scores = append(row.Scores, v.scoreText(list.Standings, r, c))
	}
	for q, c := range r.Cells {
		row.Cells = append(row.Cells, cell(q+1, c))
	}
	if list.before != nil {
		row.Moved = list.before.Row(r.Player).Place - r.Place
		row.MovedWords = movedWords(v.Lang, row.Moved)
	}
	return row
}

func movedWords(lang *i18n.Language, by int) string {
	switch {
	case by > 0:
		return lang.T("standings.up", by)
	case by < 0:
		return lang.T("standings.down", -by)
	}
	return ""
}

// longestBrief is how many letters of a text instead of a game fit beside the numbers of opponents.
const longestBrief = 6

// surname returns the name of an opponent in a round of the standings.
func (v *Visit) surname(p page.PlayerView) string {
	if v.surnames == nil {
		v.surnames = page.Surnames(v.Tournament)
	}
	return cmp.Or(v.surnames[p.ID], p.Name)
}

// cell returns one round of a player.
func (v *Visit) cell(round int, c results.Cell) cellView {
	view := cellView{Sign: signText(c), Won: c.Sign == '+', Lost: c.Sign == '-', Brief: "–"}
	if c.Kind != results.Game {
		key := page.CellKeys[c.Kind]
		if c.StandIn {
			key = "standings.cell.helper"
		}
		view.Name = v.Lang.T(key)
		view.Words = v.Lang.T("standings.cell.round", round, view.Name)
		if utf8.RuneCountInString(view.Name) <= longestBrief {
			view.Brief = view.Name
		}
		if c.Sign == '-' || c.Kind == results.Annulled { // "absent" is enough
			view.Sign = ""
		}
		return view
	}
	opponent := page.NewPlayerView(v.Tournament, c.Opponent)
	g := v.Tournament.Round(round).Game(c.Opponent)
	view.Opponent, view.Handicap = c.Opponent, c.Handicap
	view.Stone, view.Black, view.Name, view.Address = !g.ColoursOpen && !v.Tournament.ChoosesKomi(g), c.Black, v.surname(opponent), opponent.Address
	if g.Record != "" {
		view.Address = v.To("/games/" + strconv.Itoa(g.ID))
	}
	key := "standings.cell.game.white"
	switch {
	case !view.Stone:
		key = "standings.cell.game"
	case c.Black:
		key = "standings.cell.game.black"
	}
	view.Words = v.Lang.T(key, round, opponent.Name, opponent.Rank, page.LongTerms(v.Lang, g), page.Text(v.Lang, g.Decided()))
	if !g.Corrected.IsZero() {
		view.Words += " · " + v.Lang.T("game.corrected", v.Lang.Moment(g.Corrected))
	}
	return view
}

// signText returns the outcome of a round with the minus sign of the language's numbers. Half a point without a game is
// not a jigo.
func signText(c results.Cell) string {
	text := string(c.Sign)
	switch {
	case c.Sign == '-':
		text = "−"
	case c.Sign == '=' && c.Kind != results.Game && !c.StandIn:
		text = "½"
	}
	if c.Default {
		text += "!"
	}
	return text
}
