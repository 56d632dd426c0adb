package workbook

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/event/prizes"
	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// The IDs of the tables in which other tables look up players' rows.
const (
	standingsID = "standings"
	playersID   = "players"
)

// identity returns the columns that identify a player, with separate columns for the parts of the name.
func identity(numbers []federationNumber, say file.Label) []heading {
	columns := []heading{{title: say("column.family"), words: true, role: named}, {title: say("column.given"), words: true, role: named},
		{title: say("column.rank")}, {title: say("column.rating")}, {title: say("column.country")}, {title: say("column.club"), words: true}}
	for _, n := range numbers {
		columns = append(columns, heading{title: say("column." + n.column)})
	}
	return columns
}

// identityOf returns a player's cells in the columns of identity.
func identityOf(p *tournament.Player, numbers []federationNumber) []any {
	cells := []any{person{p.Family, p.ID}, p.Given, p.Rank.String(), ratingCell(p), p.Country, p.Club}
	for _, n := range numbers {
		cells = append(cells, n.of(p))
	}
	return cells
}

// standingsSheet is the wall list for sorting and copying by a secretary. Its cells link to the opponents' rows, with a
// description in words.
func standingsSheet(t *tournament.Tournament, s *results.Standings, say file.Label) sheet {
	numbers := federationNumbers(t.Players)
	l := table{id: standingsID, keep: 4, sorts: true}
	l.columns = append([]heading{{title: say("column.no")}, {title: say("column.place"), role: placing}}, identity(numbers, say)...)
	for n := 1; n <= s.After; n++ {
		l.columns = append(l.columns, heading{title: say("column.round.short", n), role: rounds})
	}
	for _, c := range s.Criteria {
		l.columns = append(l.columns, heading{title: criterionTitle(c, say)})
	}
	pools := poolPlaces(t, s.After)
	if len(pools) > 0 && t.Settings.Teams.Boards == 0 {
		l.columns = append(l.columns, heading{title: say("column.pool")})
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		row := append([]any{r.Line, r.Place}, identityOf(t.Player(r.Player), numbers)...)
		for n, c := range r.Cells {
			row = append(row, wallCell(t, n+1, c, say))
		}
		for c := range s.Criteria {
			row = append(row, scoreCell(r, c))
		}
		if at, ok := pools[r.Player]; ok {
			row = append(row, at.pool+strconv.Itoa(at.place)) // A1 is the first of pool A
		}
		l.rows = append(l.rows, row)
	}
	page := sheet{name: say("workbook.standings"), title: standingsTitle(t, s, say), tables: []table{l}}
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
	more := func(p *tournament.Player) []any { return []any{ratingCell(p), p.EGD, p.Country, p.Club} }
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
	l := playersTable(t, say)
	l.id = playersID
	return sheet{name: l.sheet, title: l.title, tables: []table{l}}
}

// startSheet is the public playersSheet: listed players and stand-ins, without categories.
func startSheet(t *tournament.Tournament, say file.Label) sheet {
	shown := *t
	who := t.Participation()
	shown.Players = slices.DeleteFunc(slices.Clone(t.Players), func(p tournament.Player) bool {
		return !who.Has(p.ID) && who.Part(p.ID) != tournament.PartStandIn
	})
	page := playersSheet(&shown, say)
	l := &page.tables[0]
	tags := slices.IndexFunc(l.columns, func(h heading) bool { return h.title == say("column.tags") })
	l.columns = slices.Delete(l.columns, tags, tags+1)
	for i, row := range l.rows {
		l.rows[i] = slices.Delete(row, tags, tags+1)
	}
	return page
}

// ratingSheet has the ratings before and after of all players with rated games, in the order of the standings.
func ratingSheet(t *tournament.Tournament, s *results.Standings, say file.Label) sheet {
	report := rating.Rate(t, rating.OptionsOf(t.Settings))
	numbers := federationNumbers(t.Players)
	l := table{id: "ratings", keep: 3, sorts: true}
	l.columns = append([]heading{{title: say("column.place"), role: placing}}, slices.DeleteFunc(identity(numbers, say), func(h heading) bool {
		return h.title == say("column.rating") || h.title == say("column.club")
	})...)
	l.columns = append(l.columns, heading{title: say("gain.games")}, heading{title: say("gain.score")}, heading{title: say("gain.expected")},
		heading{title: say("gain.before")}, heading{title: say("gain.after")}, heading{title: say("gain.points"), role: gain},
		heading{title: say("gain.suggestion")})
	for i := range s.Rows {
		c := report.Player(s.Rows[i].Player)
		if c == nil || c.Games == 0 {
			continue
		}
		p := t.Player(c.Player)
		row := []any{s.Rows[i].Place, person{p.Family, p.ID}, p.Given, p.Rank.String(), p.Country}
		for _, n := range numbers {
			row = append(row, n.of(p))
		}
		var suggested any
		if c.Suggested.Valid() {
			suggested = c.Suggested.String()
		}
		row = append(row, c.Games, float64(c.Score)/2, math.Round(c.Expected*100)/100, tenths(c.Before))
		if report.Formula != rating.AGA { // that federation rates the tournament as a whole
			row = append(row, tenths(c.After), tenths(tenths(c.After)-tenths(c.Before)), suggested)
		}
		l.rows = append(l.rows, row)
	}
	if len(l.rows) == 0 {
		return sheet{}
	}
	return sheet{name: say("workbook.ratings"), title: say("workbook.ratings.title"), tables: []table{l}}
}

// tenths rounds to one decimal.
func tenths(x float64) float64 { return math.Round(x*10) / 10 }

// groupSheets has the players of each prize group, in the order of the group, with their prizes.
func groupSheets(t *tournament.Tournament, s *results.Standings, say file.Label) []sheet {
	numbers := federationNumbers(t.Players)
	var list []sheet
	for _, group := range prizes.Groups(t, s) {
		l := table{id: "group", keep: 3, sorts: true}
		l.columns = append([]heading{{title: say("column.place"), role: placing}}, identity(numbers, say)...)
		for _, c := range group.Criteria {
			l.columns = append(l.columns, heading{title: criterionTitle(c, say)})
		}
		l.columns = append(l.columns, heading{title: strings.TrimSpace(say("workbook.money") + " " + t.Settings.Prizes.Currency)},
			heading{title: say("workbook.standings")})
		for i, r := range group.Rows {
			row := append([]any{group.Places[i]}, identityOf(t.Player(r.Player), numbers)...)
			for c := range group.Criteria {
				row = append(row, scoreCell(r, c))
			}
			var money any
			if w := slices.IndexFunc(group.Winners, func(w prizes.Winner) bool { return w.Player == r.Player }); w >= 0 {
				money = sum(group.Winners[w].Money)
			}
			l.rows = append(l.rows, append(row, money, s.Row(r.Player).Place))
		}
		if len(l.rows) > 0 {
			list = append(list, sheet{name: group.Prize.Name, title: strings.TrimSuffix(group.Prize.Name+" · "+Entitled(&group.Prize, say), " · "), tables: []table{l}})
		}
	}
	return list
}

// settingsSheet has the description of the tournament and its settings.
func settingsSheet(t *tournament.Tournament, say file.Label) sheet {
	facts, settings := tournamentTable(t, say), settingsTable(t, say)
	return sheet{name: facts.sheet, title: facts.title, tables: []table{facts, settings}, onePage: true}
}
