package public

import (
	"cmp"
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
	// longest is the width of the longest name, see page.PlayerView.Breadth.
	longest int
	// Lists are links to the standings of teams and of players, if teams play; OfTeams is set for the standings of
	// teams. Boards are the players' results by board.
	Lists   []page.Link
	OfTeams bool
	Boards  []boardStanding
}

// Count counts the columns of the table.
func (p *standingsPage) Count() int {
	n := 3 + len(p.Columns.Criteria) + len(p.Columns.Rounds)
	if p.Clubs() {
		n++
	}
	return n
}

// The widths of columns in the standings, in pixels of a page of 1296. A round needs at least leastRoundWidth; from
// goodRoundWidth on, the clubs get a column.
const (
	placeWidth, clubWidth, criterionWidth = 80, 128, 68
	leastRoundWidth, goodRoundWidth       = 92, 136
)

// nameWidths are the widths of the column of names.
var nameWidths = []struct {
	class string
	width int
}{{"brief", 200}, {"middling", 256}, {"long", 312}}

// nameWidth returns the narrowest width that holds the longest name, and its class.
func (p *standingsPage) nameWidth() (class string, width int) {
	for _, w := range nameWidths {
		if class, width = w.class, w.width; 8*p.longest+32 <= width {
			break
		}
	}
	return class, width
}

// mostFixedColumns is the most rounds that have columns of a fixed width: more would leave too little for names.
const mostFixedColumns = 3

// Width names the layout of the columns: "few" rounds; "brief", "middling" or "long" names; or "broad" for a table that
// is wider than the page and scrolls.
func (p *standingsPage) Width() string {
	class, left := p.nameSpace()
	switch {
	case left < leastRoundWidth*len(p.Columns.Rounds):
		return "broad"
	case len(p.Columns.Rounds) <= mostFixedColumns:
		return "few"
	}
	return class
}

// nameSpace returns the class of the names' width, and the width that remains for the rounds.
func (p *standingsPage) nameSpace() (class string, left int) {
	class, width := p.nameWidth()
	return class, 1296 - placeWidth - criterionWidth*len(p.Columns.Criteria) - width
}

// Clubs reports whether the clubs have a column.
func (p *standingsPage) Clubs() bool { return !p.OfTeams && p.hasSpace() }

// hasSpace reports whether the width suffices for more than the surnames of opponents.
func (p *standingsPage) hasSpace() bool {
	_, left := p.nameSpace()
	return left-clubWidth >= goodRoundWidth*len(p.Columns.Rounds)
}

// A standingsRow is one player's line.
type standingsRow struct {
	Place int
	Why   string // the address of the page that explains the place
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

// Signs returns the outcomes of all rounds in a line, "·" for a round without one.
func (r standingsRow) Signs() string {
	signs := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		signs[i] = cmp.Or(c.Sign, "·")
	}
	return strings.Join(signs, " ")
}

// A cellView is one round of a player or team in the standings.
type cellView struct {
	// Stone is set if there is an opponent and the colours are known, Black if the player had
	// Black.
	Stone, Black   bool
	Name           string // the opponent, or a text instead of a game
	Brief          string // the opponent's place, for narrow screens; "–" without a game
	Sign           string // "+", "−", "=" or "?", with "!" if the game was decided by default; "½" without a game
	Words, Address string
	Won            bool
}

// Long reports whether the name needs smaller letters.
func (c cellView) Long() bool { return utf8.RuneCountInString(c.Name) > 11 }

func showStandings(v *Visit) (string, any, error) {
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
	for i := range view.Rows {
		view.longest = max(view.longest, view.Rows[i].Player.Breadth())
	}
	view.Criteria = page.Criteria(v.Lang, criteria)
	view.Columns = v.newStandingsColumns(criteria, n)
	if view.hasSpace() { // for "Round 1"
		for i := range view.Columns.Rounds {
			column := &view.Columns.Rounds[i]
			column.Name, column.Help = column.Help, ""
		}
	}
	v.sortRows(view.Rows, criteria, n)
	return "standings", &view, nil
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
func (v *Visit) standingsRows(n int) []standingsRow {
	var rows []standingsRow
	qualified, next := v.qualified(n)
	for _, list := range v.rankings(n) {
		for i := range list.Rows {
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
		nameByPlace(list, rows[len(rows)-len(list.Rows):])
	}
	return rows
}

// nameByPlace sets the places of the opponents in the cells of a ranking's rows.
func nameByPlace(list ranking, rows []standingsRow) {
	places := map[tournament.PlayerID]int{}
	for i := range list.Rows {
		places[list.Rows[i].Player] = list.Rows[i].Place
	}
	for i := range rows {
		for q, c := range list.Rows[i].Cells {
			if place := places[c.Opponent]; place > 0 {
				rows[i].Cells[q].Brief = strconv.Itoa(place)
			}
		}
	}
}

// standingsRow returns line i of a ranking of players or of teams.
func (v *Visit) standingsRow(list ranking, i int, cell func(round int, c results.Cell) cellView) standingsRow {
	r := &list.Rows[i]
	row := standingsRow{row: r, Place: r.Place, Player: page.NewPlayerView(v.Tournament, r.Player)}
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

// cell returns one round of a player.
func (v *Visit) cell(round int, c results.Cell) cellView {
	view := cellView{Sign: signText(c), Won: c.Sign == '+', Brief: "–"}
	if c.Kind != results.Game {
		key := page.CellKeys[c.Kind]
		if c.StandIn {
			key = "standings.cell.helper"
		}
		view.Name = v.Lang.T(key)
		view.Words = v.Lang.T("standings.cell.round", round, view.Name)
		if c.Sign == '-' || c.Kind == results.Annulled { // "absent" is enough
			view.Sign = ""
		}
		return view
	}
	opponent := page.NewPlayerView(v.Tournament, c.Opponent)
	g := v.Tournament.Round(round).Game(c.Opponent)
	view.Stone, view.Black, view.Name, view.Address = !g.ColoursOpen && !v.Tournament.ChoosesKomi(g), c.Black, opponent.Surname, opponent.Address
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
