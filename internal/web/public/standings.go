package public

import (
	"slices"
	"strconv"

	"tourney/internal/exchange/publish"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/web/page"
)

// A standingsPage is the order after a round, as a wall list.
type standingsPage struct {
	page.Base
	After    int
	Progress *page.ProgressView // of the round, while results are missing
	Rounds   []page.RoundLink   // the standings after other rounds
	Criteria []page.CriterionView
	// Conventions explain how the criteria are computed.
	Conventions []string
	Rows        []standingsRow
	Played      []int // the rounds that have a column
	// Lists lead to the standings of teams and of players, where teams play; OfTeams
	// is set if these are the teams'. Boards are the players' results by board.
	Lists   []page.Link
	OfTeams bool
	Boards  []boardStanding
}

// Columns counts the columns of the table.
func (p *standingsPage) Columns() int { return 6 + len(p.Criteria) + len(p.Played) }

// Slim reports whether the table fits on an upright page.
func (p *standingsPage) Slim() bool { return len(p.Criteria)+len(p.Played) <= mostUpright }

// mostAcross is how many criteria and rounds fit beside the names on a desk's
// screen.
const mostAcross = 15

// Broad reports whether the table is wider than the desk's screen, and scrolls.
func (p *standingsPage) Broad() bool { return len(p.Criteria)+len(p.Played) > mostAcross }

// mostUpright is how many criteria and rounds fit on an upright page.
const mostUpright = 9

// A standingsRow is one player's line.
type standingsRow struct {
	// Line counts the rows from 1; the cells of the rounds refer to it. Players who
	// share a place have a line each.
	Line, Place int
	Why         string // the address of the page that explains the place
	// Moved is the number of places that the player gained since the round before,
	// negative if they lost some; MovedWords is the same in words.
	Moved      int
	MovedWords string
	// Pool is the heading above the first line of a pool, "" elsewhere.
	Pool string
	// Qualified names the stage that the player has qualified for, "" for none.
	Qualified string
	Player    page.PlayerView
	Scores    []string
	Cells     []cellView
}

// Up returns the number of places gained, else 0.
func (r standingsRow) Up() int { return max(0, r.Moved) }

// Down returns the number of places lost, else 0.
func (r standingsRow) Down() int { return max(0, -r.Moved) }

// A cellView is one round in the wall list.
type cellView struct {
	Text, Words, Address string
	Won                  bool
}

func showStandings(v *Visit) (string, any, error) {
	n := v.After
	view := standingsPage{Base: v.Base(v.Lang.T("frame.standings"), "/standings"), After: n}
	if n > 0 {
		view.Title = v.Lang.T("standings.after", n)
		if p := page.NewProgressView(v.Tournament.Round(n)); p.Done < p.Total {
			view.Progress = &p
			view.Title = v.Lang.T("standings.provisional", n)
		}
	}
	query := "?"
	if page.OfTeams(v.Tournament) {
		view.OfTeams = v.Query.Get("by") != "player"
		view.Lists = v.listLinks("/standings", n)
		if !view.OfTeams {
			query = "?by=player&"
			view.Boards = boardStandings(v.Lang, v.Tournament, n)
		}
	}
	for r := 1; r <= v.Tournament.Current(); r++ {
		view.Rounds = append(view.Rounds, page.RoundLink{
			Number: r, Address: v.Path + query + "after=" + strconv.Itoa(r), Current: r == n,
		})
	}
	for r := 1; r <= n; r++ {
		view.Played = append(view.Played, r)
	}
	if view.OfTeams {
		view.Criteria, view.Rows = page.Criteria(v.Lang, v.Tournament.Settings.Criteria), v.teamRows(n)
	} else {
		view.Criteria, view.Rows = page.Criteria(v.Lang, v.Standings(n).Criteria), v.standingsRows(n)
		for _, key := range publish.Conventions(v.Tournament, v.Standings(n).Criteria) {
			view.Conventions = append(view.Conventions, v.Lang.T(key))
		}
	}
	return "standings", &view, nil
}

// listLinks returns the links to the list of teams and that of players after round n.
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
	qualified, next := qualified(v, n)
	for _, list := range v.rankings(n) {
		for i := range list.Rows {
			id := list.Rows[i].Player
			row := v.standingsRow(list, i, v.cell)
			row.Why = v.whyPath(id, n)
			if i == 0 {
				row.Pool = list.pool
			}
			if slices.Contains(qualified, id) {
				row.Qualified = next
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// standingsRow returns line i of a ranking of players or of teams.
func (v *Visit) standingsRow(list ranking, i int, cell func(round int, c results.Cell) cellView) standingsRow {
	r := &list.Rows[i]
	row := standingsRow{Line: r.Line, Place: r.Place, Player: page.NewPlayerView(v.Tournament, r.Player)}
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

// cellKeys are the messages of rounds without a game.
var cellKeys = map[results.CellKind]string{
	results.Bye: "cell.bye", results.HalfBye: "cell.halfbye", results.Absent: "cell.absent",
	results.NotAssigned: "cell.unpaired", results.NotEntered: "cell.notentered",
}

func (v *Visit) cell(round int, c results.Cell) cellView {
	view := cellView{Text: c.String(), Won: c.Sign == '+'}
	if c.Kind != results.Game {
		key := cellKeys[c.Kind]
		if c.StandIn {
			key = "cell.helper"
		}
		view.Words = v.Lang.T("cell.round", round, v.Lang.T(key))
		return view
	}
	opponent := page.NewPlayerView(v.Tournament, c.Opponent)
	g := v.Tournament.Round(round).Game(c.Opponent)
	view.Address = opponent.Address
	if g.Record != "" {
		view.Address = v.To("/games/" + strconv.Itoa(g.ID))
	}
	view.Words = v.Lang.T("cell.game", round, opponent.Name, opponent.Rank, page.LongTerms(v.Lang, g), page.Text(v.Lang, g.Result))
	if !g.Corrected.IsZero() {
		view.Words += " · " + v.Lang.T("game.corrected", v.Lang.Moment(g.Corrected))
	}
	return view
}
