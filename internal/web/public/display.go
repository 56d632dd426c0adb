package public

import (
	"fmt"
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A displayPage is for a projector in the playing hall: slides of the current
// pairings by name and by table, then of the standings.
type displayPage struct {
	page.Base
	Dark   bool
	Other  string // the address of the page in the other colours
	Slides []slideView
}

// A slideView is one screenful. One of its lists is filled.
type slideView struct {
	Kind  string // "names", "tables", "matches", "standings" or "wait"
	Title string
	Part  string // such as "2/3", if a list takes several slides
	Seats [][]seatView
	Games [][]page.GameView
	// Matches are the games of a slide where teams play.
	Matches []page.MatchView
	Rows    [][]standingsRow
	Start   string
}

// The lines and columns that fit on a slide, in letters of a twenty-seventh of the
// screen's height.
const (
	slideLines   = 14
	slideColumns = 2
)

func showDisplay(v *Visit) (string, any, error) {
	t := v.Tournament
	view := displayPage{
		Base: v.Base(v.Lang.T("frame.hall"), "/hall").AtRound(t.Current()), Dark: v.Query.Get("theme") != "light",
	}
	view.Other = v.Path
	if view.Dark {
		view.Other += "?theme=light"
	}
	r := t.Round(t.Current())
	if r != nil && r.Missing() > 0 {
		seats := v.seatsByName(r)
		for _, columns := range slides(seats, slideLines, slideColumns) {
			view.Slides = append(view.Slides, slideView{
				Kind: "names", Title: v.Lang.T("hall.names", r.Number), Seats: columns,
			})
		}
		number(view.Slides)
		tables := len(view.Slides)
		matches, games := v.matchesAndGames(r)
		for part := range slices.Chunk(matches, max(1, slideLines/(t.Settings.Teams.Boards+1))) {
			view.Slides = append(view.Slides, slideView{
				Kind: "matches", Title: v.Lang.T("hall.matches", r.Number), Matches: part,
			})
		}
		for _, columns := range slides(games, slideLines, 1) {
			view.Slides = append(view.Slides, slideView{
				Kind: "tables", Title: v.Lang.T("hall.tables", r.Number), Games: columns,
			})
		}
		number(view.Slides[tables:])
	}
	n := v.After
	if n > 0 {
		first := len(view.Slides)
		rows := v.standingsRows
		if page.OfTeams(t) {
			rows = v.teamRows
		}
		for _, part := range byPool(rows(n)) {
			title := standingsTitle(v, n)
			if part[0].Pool != "" {
				title += " · " + part[0].Pool
			}
			for _, columns := range slides(part, slideLines, slideColumns) {
				view.Slides = append(view.Slides, slideView{Kind: "standings", Title: title, Rows: columns})
			}
		}
		number(view.Slides[first:])
	}
	view.Slides = append(view.Slides, waitSlide(v.Lang, t))
	return "display", view, nil
}

// waitSlide returns the last slide: the clock, and the start of the round.
func waitSlide(lang *i18n.Language, t *tournament.Tournament) slideView {
	slide := slideView{Kind: "wait", Title: t.Info.Name}
	for i := range t.Rounds { // the last round with a time, even if it is still a draft
		r := &t.Rounds[i]
		if r.Start.IsZero() {
			continue
		}
		slide.Start = lang.T("hall.start", r.Number, lang.Clock(r.Start))
	}
	return slide
}

// slides splits a list into screens of columns of lines. It evens out the lines so
// that the last screen is not nearly empty.
func slides[T any](list []T, lines, columns int) [][][]T {
	screens := (len(list) + lines*columns - 1) / (lines * columns)
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

// byPool splits standings where a pool begins.
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

// number writes "2/3" on slides that belong together.
func number(list []slideView) {
	for i := range list {
		if len(list) > 1 {
			list[i].Part = fmt.Sprintf("%d/%d", i+1, len(list))
		}
	}
}
