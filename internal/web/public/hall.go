package public

import (
	"fmt"
	"slices"

	"tourney/internal/web/page"
)

// A hallPage is for the projector: the current pairings by name and by table,
// then the standings, a slide each.
type hallPage struct {
	page.Base
	Dark   bool
	Other  string // the address of the page in the other colours
	Slides []slideView
}

// A slideView is one screenful. One of its lists is filled.
type slideView struct {
	Kind  string // "names", "tables", "matches", "standings" or "wait"
	Title string
	Part  string // "2/3" when a list takes several slides
	Seats [][]seatView
	Games [][]page.GameView
	// Matches are a slide's games where teams play.
	Matches []page.MatchView
	Rows    [][]standingsRow
	Start   string
}

// How much fits on a slide in letters of a twenty-seventh of the screen's
// height: columns of so many lines.
const (
	hallLines   = 14
	hallColumns = 2
)

func showHall(v *Visit) (string, any, error) {
	t := v.Tournament
	view := hallPage{Base: v.Base(v.Lang.T("frame.hall"), "/hall").AtRound(t.Current()), Dark: v.Query.Get("theme") != "light"}
	view.Other = v.Path
	if view.Dark {
		view.Other += "?theme=light"
	}
	r := t.Round(t.Current())
	if r != nil && r.Missing() > 0 {
		seats := v.seats(r)
		for _, columns := range slides(seats, hallLines, hallColumns) {
			view.Slides = append(view.Slides, slideView{Kind: "names", Title: v.Lang.T("hall.names", r.Number), Seats: columns})
		}
		number(view.Slides)
		tables := len(view.Slides)
		matches, games := v.board(r)
		for part := range slices.Chunk(matches, max(1, hallLines/(t.Settings.Teams.Boards+1))) {
			view.Slides = append(view.Slides, slideView{Kind: "matches", Title: v.Lang.T("hall.matches", r.Number), Matches: part})
		}
		for _, columns := range slides(games, hallLines, 1) {
			view.Slides = append(view.Slides, slideView{Kind: "tables", Title: v.Lang.T("hall.tables", r.Number), Games: columns})
		}
		number(view.Slides[tables:])
	}
	n, err := v.After()
	if err != nil {
		return "", nil, err
	}
	if n > 0 {
		first := len(view.Slides)
		rows := v.standingsRows
		if page.OfTeams(t) {
			rows = v.teamRows
		}
		for _, part := range byPool(rows(n)) {
			title := v.Lang.T("standings.after", n)
			if part[0].Pool != "" {
				title += " · " + part[0].Pool
			}
			for _, columns := range slides(part, hallLines, hallColumns) {
				view.Slides = append(view.Slides, slideView{Kind: "standings", Title: title, Rows: columns})
			}
		}
		number(view.Slides[first:])
	}
	view.Slides = append(view.Slides, v.wait())
	return "hall", view, nil
}

// wait is the last slide: the time now, and when the round starts.
func (v *Visit) wait() slideView {
	t := v.Tournament
	slide := slideView{Kind: "wait", Title: t.Info.Name}
	for i := range t.Rounds { // the last that has a time: of a draft nothing else is told
		r := &t.Rounds[i]
		if r.Start.IsZero() {
			continue
		}
		slide.Start = v.Lang.T("hall.start", r.Number, v.Lang.Clock(r.Start))
	}
	return slide
}

// slides cuts a list into screenfuls of columns of lines, evening out the
// lines so that the last screen is not nearly empty.
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

// byPool cuts standings where a pool begins.
func byPool(rows []standingsRow) [][]standingsRow {
	var parts [][]standingsRow
	for i := range rows {
		if i == 0 || rows[i].Pool != "" {
			parts = append(parts, nil)
		}
		last := &parts[len(parts)-1]
		*last = append(*last, rows[i])
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
