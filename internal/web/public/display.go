package public

import (
	"fmt"
	"slices"
	"time"

	"tourney/internal/event/day"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A displayPage is for a projector in the playing hall. During a round it shows the seats, between rounds the
// standings, at the end the winners.
type displayPage struct {
	page.Base
	Dark   bool
	Other  string // the address of the page in the other colours
	Slides []slideView
	Clock  *page.ClockView
	// Next is the start of the round after the shown one, "" if unknown.
	Next string
	// Reveal is set at the prize-giving: the winners appear one after the other.
	Reveal bool
	// Join invites to open play, "" outside an evening.
	Join string
	// OfTeams is set for standings of teams.
	OfTeams bool
}

// A slideView is one screenful. One of its lists is filled; the lists have a part for each
// column of the screen.
type slideView struct {
	Kind        string // "names", "tables", "matches", "standings", "winners", "evening" or "wait"
	Title, Hint string
	Part        string // such as "2/3", if a list takes several slides
	// Columns and Lines are the layout: the size of the letters follows from these.
	Columns, Lines int
	Seats          [][]seatView
	Games          [][]page.GameView
	Byes           []page.PlayerView // below the games
	Next           []string          // the known matches of the next round, below the standings
	// Matches are the games of a slide where teams play.
	Matches [][]page.MatchView
	Heads   []page.CriterionView // of the scores in Rows
	Rounds  []string             // headings of the rounds in Rows; nil without room
	Rows    [][]standingsRow
	Winners []CeremonyView
	Evening *eveningView
}

// Wide reports whether the first score is in words.
func (s slideView) Wide() bool { return len(s.Heads) > 0 && s.Heads[0].Wide }

// A screenful is the layout of one kind of list. A list takes the fewest columns with at most large lines, whose letters
// can be read from the end of a hall. If it is longer, its letters become smaller up to most lines, before it takes a
// second slide.
type screenful struct{ large, most, columns int }

var (
	nameScreen = screenful{13, 18, 3}
	gameScreen = screenful{9, 12, 2}
)

const (
	matchLines   = 12
	prizesAtOnce = 6
	mostRounds   = 5 // beside the names, in one column
)

func showDisplay(v *Visit) (string, any, error) {
	t := v.Tournament
	view := &displayPage{
		Base: v.Base(v.Lang.T("frame.hall"), "/hall").AtRound(t.Current()), Dark: v.Query.Get("theme") != "light",
		Reveal: v.Query.Get("show") == "prizes", OfTeams: page.OfTeams(t),
	}
	view.Other = v.Path
	if view.Dark {
		view.Other += "?theme=light"
	}
	n := t.Current()
	switch r := t.Round(n); {
	case view.Reveal:
		view.addWinners(v)
	case t.IsOpen():
		if err := view.addEvening(v); err != nil {
			return "", nil, err
		}
	case r != nil && r.Missing() > 0:
		view.setClock(v, n)
		view.addRound(v, r)
	case n >= t.Settings.Rounds:
		view.addWinners(v)
		view.addStandings(v, n)
	default:
		view.setClock(v, n+1)
		view.addStandings(v, n)
	}
	if len(view.Slides) == 0 {
		view.Slides = []slideView{{Kind: "wait", Title: t.Info.Name, Hint: v.Lang.Dates(t.Info.Begin.Time, t.Info.End.Time)}}
	}
	for i := range view.Slides {
		v.shorten(&view.Slides[i])
	}
	return "display", view, nil
}

// shorten shortens the names of a slide with several columns.
func (v *Visit) shorten(s *slideView) {
	if s.Columns == 1 {
		return
	}
	short := func(list ...*page.PlayerView) {
		for _, view := range list {
			if p := v.Tournament.Player(view.ID); p != nil {
				view.Name = page.ShortName(p)
			}
		}
	}
	for _, seats := range s.Seats {
		for i := range seats {
			short(&seats[i].Player)
		}
	}
	for _, games := range s.Games {
		for i := range games {
			short(&games[i].Black, &games[i].White)
		}
	}
	for _, matches := range s.Matches {
		for i := range matches {
			for k := range matches[i].Boards {
				short(&matches[i].Boards[k].A, &matches[i].Boards[k].B)
			}
		}
	}
	for _, prize := range s.Winners {
		for i := range prize.Winners {
			short(&prize.Winners[i].PlayerView)
		}
	}
	for _, rows := range s.Rows {
		for i := range rows {
			short(&rows[i].Player)
		}
	}
	if s.Evening != nil {
		for _, games := range slices.Concat(s.Evening.Playing, s.Evening.Ended) {
			for i := range games {
				short(&games[i].Black, &games[i].White)
			}
		}
	}
}

// setClock sets the clock of round n, the current or next one, and the start of the following round.
func (p *displayPage) setClock(v *Visit, n int) {
	t := v.Tournament
	p.Clock = page.NewClockView(v.Lang, t, time.Time{}) // the page is cached, as in clock
	if next := day.StartOf(t, n+1); !next.IsZero() && n < t.Settings.Rounds {
		p.Next = v.Lang.T("hall.start", n+1, v.Lang.Clock(next))
	}
}

// addRound adds the seats by name, all at once if they fit, then the games by table.
func (p *displayPage) addRound(v *Visit, r *tournament.Round) {
	title := page.RoundTitle(v.Lang, v.Tournament, r.Number)
	first := len(p.Slides)
	for _, columns := range slides(v.seatsByName(r), nameScreen) {
		p.add(slideView{Kind: "names", Title: title, Hint: v.Lang.T("hall.names"), Seats: columns}, len(columns), len(columns[0]))
	}
	number(p.Slides[first:])
	first = len(p.Slides)
	matches, games := v.matchesAndGames(r)
	inMatches := screenful{1, max(1, matchLines/(v.Tournament.Settings.Teams.Boards+1)), gameScreen.columns}
	for _, columns := range slides(matches, inMatches) {
		p.add(slideView{Kind: "matches", Title: title, Hint: v.Lang.T("hall.matches"), Matches: columns}, gameScreen.columns, matchLines)
	}
	for _, columns := range slides(games, gameScreen) {
		p.add(slideView{Kind: "tables", Title: title, Hint: v.Lang.T("hall.tables"), Games: columns}, len(columns), len(columns[0]))
	}
	if last := &p.Slides[len(p.Slides)-1]; last.Columns == 1 && len(games) < gameScreen.large {
		if last.Byes, _ = v.byesAndAbsent(r); len(last.Byes) > 0 {
			last.Lines = max(last.Lines, len(games)+1)
		}
	}
	number(p.Slides[first:])
}

// addStandings adds the standings after round n.
func (p *displayPage) addStandings(v *Visit, n int) {
	if n == 0 {
		return
	}
	first := len(p.Slides)
	rows, heads := v.standingsRows, v.Standings(n).Criteria
	if page.OfTeams(v.Tournament) {
		rows, heads = v.teamRows, v.Teams(n).Criteria
	}
	for _, part := range byPool(rows(n)) {
		for _, columns := range slides(part, nameScreen) {
			slide := slideView{
				Kind: "standings", Title: v.standingsTitle(n), Hint: part[0].Pool, Heads: page.Criteria(v.Lang, heads[:min(2, len(heads))]),
				Rows: columns,
			}
			if len(columns) == 1 && !page.OfTeams(v.Tournament) {
				slide.addRounds(v, n)
			}
			p.add(slide, len(columns), len(columns[0]))
		}
	}
	if slides := p.Slides[first:]; len(slides) == 1 {
		slides[0].Next = v.nextMatches(n + 1)
	}
	number(p.Slides[first:])
}

// mostNext is how many matches of the next round fit below the standings.
const mostNext = 2

// nextMatches returns the matches of round n of a bracket with both sides, such as "Final: Helsinki – Turku"; nil if they
// are too many.
func (v *Visit) nextMatches(n int) (list []string) {
	tree, ok := pairing.Tree(v.Tournament, n)
	if !ok || n > v.Tournament.Settings.Rounds {
		return nil
	}
	for i := range tree.Matches {
		m := &tree.Matches[i]
		a, b := m.Sides[0].Player, m.Sides[1].Player
		if m.Round == n && !m.Spared && a != 0 && b != 0 {
			names := page.NewPlayerView(v.Tournament, a).Name + " – " + page.NewPlayerView(v.Tournament, b).Name
			list = append(list, page.Text(v.Lang, tree.Name(m))+": "+names)
		}
	}
	if len(list) > mostNext {
		return nil
	}
	return list
}

// addRounds keeps the last rounds up to round n in the only column.
func (s *slideView) addRounds(v *Visit, n int) {
	from := max(0, n-mostRounds)
	for r := from + 1; r <= n; r++ {
		s.Rounds = append(s.Rounds, v.Lang.T("frame.round", r))
	}
	for i := range s.Rows[0] {
		s.Rows[0][i].Cells = s.Rows[0][i].Cells[from:]
	}
}

// add appends a slide of columns of lines.
func (p *displayPage) add(s slideView, columns, lines int) {
	s.Columns, s.Lines = columns, layoutLines[len(layoutLines)-1]
	if i := slices.IndexFunc(layoutLines, func(n int) bool { return n >= lines }); i >= 0 {
		s.Lines = layoutLines[i]
	}
	p.Slides = append(p.Slides, s)
}

// layoutLines are the numbers of lines with a class in hall.css. A shorter list keeps the height of the first.
var layoutLines = []int{5, 6, 7, 8, 9, 10, 12, 14, 16, 18}

// addWinners adds the prizes with their winners.
func (p *displayPage) addWinners(v *Visit) {
	list, _ := Ceremonies(v.Lang, v.Snapshot)
	list = slices.DeleteFunc(list, func(c CeremonyView) bool { return len(c.Winners) == 0 })
	first := len(p.Slides)
	for part := range slices.Chunk(list, prizesAtOnce) {
		slide := slideView{Kind: "winners", Title: v.Lang.T("prize.page.title"), Hint: v.Tournament.Info.Name, Winners: part}
		p.add(slide, 2, max(8, prizeLines(part)))
	}
	number(p.Slides[first:])
}

// prizeLines returns the number of lines of the prizes, two beside each other.
func prizeLines(list []CeremonyView) (n int) {
	for pair := range slices.Chunk(list, 2) {
		n += 2 // the heading, and room below
		n += max(len(pair[0].Winners), len(pair[len(pair)-1].Winners))
	}
	return n
}

// slides splits a list into screens of columns of lines. It evens out the lines so that the last screen is not nearly
// empty.
func slides[T any](list []T, f screenful) [][][]T {
	columns := 1
	for columns < f.columns && len(list) > columns*f.large {
		columns++
	}
	screens := (len(list) + f.most*columns - 1) / (f.most * columns)
	if screens == 0 {
		return nil
	}
	perColumn := (len(list) + screens*columns - 1) / (screens * columns)
	var out [][][]T
	for screen := range slices.Chunk(list, perColumn*columns) {
		out = append(out, slices.Collect(slices.Chunk(screen, perColumn)))
	}
	return out
}

// byPool splits standings into pools.
func byPool(rows []standingsRow) [][]standingsRow {
	var parts [][]standingsRow
	first := 0
	for i := range rows {
		if i+1 == len(rows) || rows[i+1].Pool != "" {
			parts = append(parts, rows[first:i+1])
			first = i + 1
		}
	}
	return parts
}

// number sets "2/3" on the slides of one list.
func number(list []slideView) {
	for i := range list {
		if len(list) > 1 {
			list[i].Part = fmt.Sprintf("%d/%d", i+1, len(list))
		}
	}
}
