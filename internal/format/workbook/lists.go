package workbook

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/event/prizes"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// The IDs of the tables in which other tables look up players' rows.
const (
	standingsID = "standings"
	playersID   = "players"
)

// standingsSheet is the wall list for sorting and copying by a secretary. Its cells link to the opponents' rows, with a
// description in words.
func standingsSheet(t *tournament.Tournament, s *results.Standings, say file.Label) sheet {
	keys := identity(t.Players)
	l := newStandings(t, s, say, func(i, q int) any { return wallCell(t, q+1, s.Rows[i].Cells[q], say) }, keys...)
	l.id, l.keep = standingsID, 4
	for q := range s.After { // behind number, place and player
		l.columns[2+len(keys)+q].role = rounds
	}
	page := sheet{name: say("workbook.standings"), title: standingsTitle(t, s, say), tables: []table{l.table}}
	if s.After > 0 {
		page.note = say("workbook.legend")
	}
	return page
}

// wallCell is a cell of the wall list with a link to the opponent.
func wallCell(t *tournament.Tournament, round int, c results.Cell, say file.Label) any {
	if c.Kind != results.Game {
		return c.String()
	}
	g, p := t.Round(round).Game(c.Opponent), t.Player(c.Opponent)
	colour := say("game.stone.white")
	if c.Black {
		colour = say("game.stone.black")
	}
	tip := []string{p.Name() + " " + p.Rank.String(), colour}
	if c.Handicap > 0 {
		tip = append(tip, say("column.handicap")+" "+strconv.Itoa(c.Handicap))
	}
	return opponent{c.String(), strings.Join(append(tip, resultWords(g.Decided(), say)), " · "), c.Opponent}
}

// resultWords returns a result in words.
func resultWords(r tournament.Result, say file.Label) string {
	key, args := r.Message()
	return say(key, args...)
}

// shortResult is a result as on round sheets: W+3.5 with the reader's decimal mark, or words for a game without a
// winner.
func shortResult(r tournament.Result, say file.Label) any {
	rated := r
	rated.Unrated = false
	text := rated.String()
	if mark := say("language.decimal"); len(mark) == 1 { // a message key has no decimal mark
		text = strings.Replace(text, ".", mark, 1)
	}
	switch r.Outcome {
	case tournament.Unknown:
		return nil
	case tournament.BlackWins, tournament.WhiteWins, tournament.Jigo:
	default:
		text = resultWords(rated, say)
	}
	if r.Unrated {
		text = say("result.unrated", text)
	}
	return text
}

// roundSheet has the pairings of a round in the order of the tables with space for signatures, then the players with a
// bye or an absence. Details not needed at the table are beside the printed columns.
func roundSheet(t *tournament.Tournament, r *tournament.Round, say file.Label) sheet {
	black, white := say("column.black"), say("column.white")
	of := func(side, key string) string { return say("workbook.of", side, say("column."+key)) }
	l := table{id: "round", keep: 1, sorts: true}
	l.columns = []heading{{title: say("column.table")},
		{title: of(black, "family"), words: true}, {title: of(black, "given"), words: true}, {title: of(black, "rank")},
		{title: of(white, "family"), words: true}, {title: of(white, "given"), words: true}, {title: of(white, "rank")},
		{title: say("column.handicap")}, {title: say("column.komi")}, {title: say("column.result")},
		{title: say("workbook.signature", black), words: true, room: 18}, {title: say("workbook.signature", white), words: true, room: 18}}
	for _, side := range []string{black, white} {
		l.columns = append(l.columns, heading{title: of(side, "rating"), role: aside}, heading{title: of(side, "egd"), role: aside},
			heading{title: of(side, "country"), role: aside}, heading{title: of(side, "club"), words: true, role: aside})
	}
	more := func(p *tournament.Player) []any {
		return []any{ratingCell(t, p.Rating), p.EGD, p.Country, p.Club}
	}
	for i := range r.Games {
		g := &r.Games[i]
		b, w := t.Player(g.Black), t.Player(g.White)
		row := []any{g.Table, person{b.Family, b.ID}, b.Given, b.Rank.String(), person{w.Family, w.ID}, w.Given, w.Rank.String(),
			g.Handicap, float64(g.Komi) / 2, shortResult(g.Decided(), say), nil, nil}
		l.rows = append(l.rows, slices.Concat(row, more(b), more(w)))
	}
	who := t.Participation()
	for _, p := range byName(t) {
		words := idleWords(who, r, &p, say)
		if words == "" {
			continue
		}
		row := []any{nil, person{p.Family, p.ID}, p.Given, p.Rank.String(), words, nil, nil, nil, nil, nil, nil, nil}
		l.rows = append(l.rows, append(row, more(&p)...))
	}
	name := say("workbook.round", r.Number)
	return sheet{name: name, title: name, tables: []table{l}, tall: 21}
}

// idleWords returns the reason why a player has no game in a round; "" for a player with a game, outside the list or
// not yet entered.
func idleWords(who tournament.Participation, r *tournament.Round, p *tournament.Player, say file.Label) string {
	switch {
	case r.Game(p.ID) != nil || !who.Has(p.ID):
		return ""
	case r.HasBye(p.ID):
		return say("standings.cell.bye")
	case p.HalfByes.Has(r.Number):
		return say("standings.cell.halfbye")
	case p.Absent.Has(r.Number):
		return say("standings.cell.absent")
	case p.Status == tournament.Withdrawn:
		return say("player.status." + p.Status.String())
	case p.Status == tournament.Preliminary:
		return ""
	}
	return say("standings.cell.unpaired")
}

// playersSheet has all players in the order of the names. Its columns can be read back from the workbook.
func playersSheet(t *tournament.Tournament, say file.Label) sheet {
	return sheetOf(playersTable(t, say, "absent", "tags", "status"))
}

// startSheet is the public playersSheet: listed players and stand-ins, without categories.
func startSheet(t *tournament.Tournament, say file.Label) sheet {
	shown := *t
	who := t.Participation()
	shown.Players = slices.DeleteFunc(slices.Clone(t.Players), func(p tournament.Player) bool {
		return !who.Has(p.ID) && who.Part(p.ID) != tournament.PartStandIn
	})
	return sheetOf(playersTable(&shown, say, "absent", "status"))
}

// ratingSheet has the ratings before and after of all players with rated games, in the order of the standings.
func ratingSheet(t *tournament.Tournament, s *results.Standings, say file.Label) sheet {
	report := rating.Rate(t, rating.OptionsOf(t.Settings))
	var rated []*rating.Change
	for i := range s.Rows {
		if c := report.Player(s.Rows[i].Player); c != nil && c.Games > 0 {
			rated = append(rated, c)
		}
	}
	l := newList(t, say, len(rated))
	l.id, l.keep, l.sorts = "ratings", 3, true
	l.add("column.place", func(i int) any { return s.Row(rated[i].Player).Place }).role = placing
	l.players(func(i int) tournament.PlayerID { return rated[i].Player }, slices.DeleteFunc(identity(t.Players), func(key string) bool {
		return key == "rating" || key == "club"
	})...)
	l.columns = append(l.columns, heading{title: say("gain.games")}, heading{title: say("gain.score")}, heading{title: say("gain.expected")},
		heading{title: say("gain.before")}, heading{title: say("gain.after")}, heading{title: say("gain.points"), role: gain},
		heading{title: say("gain.suggestion")})
	for i, c := range rated {
		l.rows[i] = append(l.rows[i], c.Games, float64(c.Score)/2, math.Round(c.Expected*100)/100)
		if report.Formula == rating.AGA { // that federation rates the tournament as a whole
			l.rows[i] = append(l.rows[i], ratingCell(t, rank.Points(int(c.Before))))
			continue
		}
		var suggested any
		if c.Suggested.Valid() {
			suggested = c.Suggested.String()
		}
		l.rows[i] = append(l.rows[i], tenths(c.Before), tenths(c.After), tenths(tenths(c.After)-tenths(c.Before)), suggested)
	}
	if len(l.rows) == 0 {
		return sheet{}
	}
	return sheet{name: say("workbook.ratings"), title: say("workbook.ratings.title"), tables: []table{l.table}}
}

// tenths rounds to one decimal.
func tenths(x float64) float64 { return math.Round(x*10) / 10 }

// groupSheets has the players of each prize group, in the order of the group, with their prizes.
func groupSheets(t *tournament.Tournament, s *results.Standings, say file.Label) []sheet {
	var sheets []sheet
	for _, group := range prizes.Groups(t, s) {
		l := newList(t, say, len(group.Rows))
		l.id, l.keep, l.sorts = "group", 3, true
		of := func(i int) tournament.PlayerID { return group.Rows[i].Player }
		l.add("column.place", func(i int) any { return group.Places[i] }).role = placing
		l.players(of, identity(t.Players)...)
		l.criteria(group.Criteria, func(i int) *results.Row { return group.Rows[i] })
		l.money(func(i int) tournament.Money {
			w := slices.IndexFunc(group.Winners, func(w prizes.Winner) bool { return w.Player == of(i) })
			if w < 0 {
				return 0
			}
			return group.Winners[w].Money
		})
		l.add("workbook.standings", func(i int) any { return s.Row(of(i)).Place })
		if len(l.rows) > 0 {
			sheets = append(sheets, sheet{name: group.Prize.Name, title: strings.TrimSuffix(group.Prize.Name+" · "+Entitled(&group.Prize, say), " · "), tables: []table{l.table}})
		}
	}
	return sheets
}

// settingsSheet has the description of the tournament and its settings.
func settingsSheet(t *tournament.Tournament, say file.Label) sheet {
	facts, settings := tournamentTable(t, say), settingsTable(t, say)
	return sheet{name: facts.sheet, title: facts.title, tables: []table{facts, settings}, onePage: true}
}
