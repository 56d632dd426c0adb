package workbook

import (
	"tourney/internal/format/file"
	"tourney/internal/format/resultsheet"
	"tourney/internal/tournament"
)

// entrySheet is the worksheet for entering results outside the program. It has the games of the present round, and
// games of earlier rounds without a result.
func entrySheet(t *tournament.Tournament, say file.Label) sheet {
	black, white := say("column.black"), say("column.white")
	of := func(side, key string) string { return say("workbook.of", side, say("column."+key)) }
	letter := resultsheet.NewBlack(say("desk.line.black"))
	l := table{id: "results", keep: 2, sorts: true, choices: letter.Choices(), most: t.Settings.Size * t.Settings.Size}
	l.columns = []heading{{title: say("column.round.title")}, {title: say("column.table")},
		{title: of(black, "family"), words: true}, {title: of(black, "given"), words: true}, {title: of(black, "rank")},
		{title: of(white, "family"), words: true}, {title: of(white, "given"), words: true}, {title: of(white, "rank")},
		{title: say("column.handicap")}, {title: say("column.komi")},
		{title: say("column.result"), role: choice, room: 14, defines: resultsheet.ResultName},
		{title: say("workbook.results.margin"), role: margin, room: 12, defines: resultsheet.MarginName},
		{title: say("workbook.results.key"), role: hidden, defines: resultsheet.GameName}}
	for n := 1; n <= t.Current(); n++ {
		for i := range t.Round(n).Games {
			g := &t.Round(n).Games[i]
			if n < t.Current() && g.Decided().Known() {
				continue
			}
			b, w := t.Player(g.Black), t.Player(g.White)
			chosen, points := letter.Split(g.Decided())
			var by any
			if points > 0 {
				by = points
			}
			l.rows = append(l.rows, []any{n, g.Table, person{b.Family, b.ID}, b.Given, b.Rank.String(), person{w.Family, w.ID}, w.Given, w.Rank.String(),
				g.Handicap, float64(g.Komi) / 2, chosen, by, letter.Key(t.Info.Slug, g)})
		}
	}
	if len(l.rows) == 0 {
		return sheet{}
	}
	return sheet{name: say("workbook.results.name"), title: say("workbook.results.title", t.Current()), note: say("workbook.results.note"), tables: []table{l}}
}
