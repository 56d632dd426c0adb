package workbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A ledger is the sheet with formulas for scores and tie-breaks. Its rows are the players by their number in the
// standings, so that formulas find an opponent's score by the number.
type ledger struct {
	list
	s        *results.Standings
	from, to int // rows
	// The first columns of blocks with one column per round, 0 for none: the opponent's number, the points of the game,
	// the value of rounds without a game in wins and in McMahon scores, the stones that count in sums, and the value of
	// the round in opponents' sums.
	opponents, points, idleWins, idleMMS, stones, counted int
	// start, wins and mms are the columns of scores.
	start, wins, mms int
}

// tieBreakSheet computes the criteria of the standings that are sums, and makes their columns in the standings refer to
// these formulas. Criteria among equals, and criteria of a knockout, stay numbers.
func tieBreakSheet(t *tournament.Tournament, s *results.Standings, standings *sheet, say file.Label) sheet {
	if s.After == 0 || len(s.Rows) == 0 {
		return sheet{}
	}
	l := &ledger{list: newList(t, say, len(s.Rows)), s: s, from: headRow + 1, to: headRow + len(s.Rows)}
	l.id, l.keep = "tiebreaks", 2
	l.add(say("column.no"), func(i int) any { return s.Rows[i].Line })
	l.players(func(i int) tournament.PlayerID { return s.Rows[i].Player }, "name")
	l.addRounds()
	l.addScores()
	l.addCriteria(&standings.tables[0])
	return sheet{name: say("workbook.tiebreaks"), title: say("workbook.tiebreaks.title", s.After), note: say("workbook.tiebreaks.note"), tables: []table{l.table}}
}

// add adds a column and returns its number.
func (l *ledger) add(title string, value func(i int) any) int {
	l.titled(title, value)
	return len(l.columns)
}

// block adds a column for each round and returns the number of the first; 0 and no columns if optional and all values
// are empty.
func (l *ledger) block(key string, optional bool, value func(i, q int) any) int {
	first := len(l.columns) + 1
	empty := true
	for i := range l.rows {
		for q := range l.s.After {
			empty = empty && value(i, q) == nil
		}
	}
	if optional && empty {
		return 0
	}
	for q := range l.s.After {
		l.add(l.say(key, q+1), func(i int) any { return value(i, q) })
	}
	return first
}

// number is the value of a cell of player i, 0 for an empty one.
func (l *ledger) number(col, i int) float64 {
	value := l.rows[i][col-1]
	if formula, ok := value.(calculated); ok {
		value = formula.value
	}
	switch v := value.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// sum returns the sum of a block for player i.
func (l *ledger) sum(first, i int) (sum float64) {
	for q := range l.s.After {
		sum += l.number(first+q, i)
	}
	return sum
}

// half returns a score as a number, nil for 0.
func half(s tournament.Score) any {
	if s == 0 {
		return nil
	}
	return float64(s) / 2
}

// addRounds adds the summands: opponents, points, rounds without a game, stones.
func (l *ledger) addRounds() {
	scoring := &l.t.Settings.Scoring
	l.opponents = l.block("workbook.opponent", false, func(i, q int) any {
		if c := l.cell(i, q); c.Kind == results.Game {
			return c.Line
		}
		return nil
	})
	l.points = l.block("workbook.roundpoints", false, func(i, q int) any {
		if g, points := l.game(i, q); g != nil {
			return float64(points) / 2
		}
		return nil
	})
	l.idleWins = l.block("workbook.idlewins", true, l.idle(scoring.WinsBye, scoring.WinsAbsent))
	if l.needs(tournament.SumOfMMS) {
		l.idleMMS = l.block("workbook.idlemms", true, l.idle(scoring.MMSBye, scoring.MMSAbsent))
		l.stones = l.block("workbook.stones", true, func(i, q int) any {
			c := l.cell(i, q)
			switch {
			case c.Kind != results.Game || c.Handicap == 0 || scoring.PlainSOS:
				return nil
			case c.Black:
				return -c.Handicap
			}
			return c.Handicap
		})
	}
	if scoring.UnplayedHalf {
		l.counted = l.block("workbook.counted", false, func(i, q int) any {
			if g, points := l.game(i, q); l.cell(i, q).Kind == results.Game && g.Decided().Played() {
				return float64(points) / 2
			}
			return 0.5
		})
	}
}

// cell returns the round with index q of the player with index i in the standings.
func (l *ledger) cell(i, q int) *results.Cell { return &l.s.Rows[i].Cells[q] }

// game returns the game of that player in that round, or nil, and the points.
func (l *ledger) game(i, q int) (*tournament.Game, tournament.Score) {
	id := l.s.Rows[i].Player
	g := l.t.Rounds[q].Game(id)
	if g == nil || l.cell(i, q).Kind == results.Annulled {
		return nil, 0
	}
	black, white := g.Decided().Points()
	if g.Black == id {
		return g, black
	}
	return g, white
}

// idle returns the value of a round without a game, for given values of byes and absences.
func (l *ledger) idle(bye, absent tournament.Score) func(i, q int) any {
	return func(i, q int) any {
		switch c := l.cell(i, q); {
		case c.StandIn:
		case c.Kind == results.Bye:
			return half(bye)
		case c.Kind == results.Walkover:
			return half(2)
		case c.Kind == results.HalfBye:
			return half(1)
		case c.Kind == results.Absent:
			return half(absent)
		}
		return nil
	}
}

// needs reports whether a criterion of the standings uses a score.
func (l *ledger) needs(basis tournament.Basis) bool {
	return slices.ContainsFunc(l.s.Criteria, func(c tournament.Criterion) bool {
		if basis == tournament.SumOfMMS && (c == tournament.MMS || c == tournament.CUSSM) {
			return true
		}
		return c.Sums() == basis
	})
}

// here is a cell of the row of player i, across the cells of a block in it.
func (l *ledger) here(col, i int) string { return "$" + column(col) + strconv.Itoa(l.from+i) }

func (l *ledger) across(first, rounds, i int) string {
	return l.here(first, i) + ":" + l.here(first+rounds-1, i)
}

func (l *ledger) all(col int) string {
	return fmt.Sprintf("$%s$%d:$%s$%d", column(col), l.from, column(col), l.to)
}

// after is the formula of the score after some rounds: the start, the points, and the rounds without a game, whose sum
// is rounded down if RoundDown is set.
func (l *ledger) after(start, idle, rounds, i int) string {
	var sum []string
	if start > 0 {
		sum = append(sum, l.here(start, i))
	}
	sum = append(sum, "SUM("+l.across(l.points, rounds, i)+")")
	if idle > 0 {
		points := "SUM(" + l.across(idle, rounds, i) + ")"
		if l.t.Settings.Scoring.RoundDown {
			points = "INT(" + points + ")"
		}
		sum = append(sum, points)
	}
	return strings.Join(sum, "+")
}

// addScores adds the columns of the scores.
func (l *ledger) addScores() {
	if l.needs(tournament.SumOfMMS) {
		l.start = l.add(l.say("workbook.startscore"), func(i int) any {
			return float64(results.StartScore(l.t.Settings, l.t.Player(l.s.Rows[i].Player))) / 2
		})
		l.mms = l.add("MMS", func(i int) any {
			return calculated{l.after(l.start, l.idleMMS, l.s.After, i), float64(l.s.Rows[i].MMS) / 2}
		})
	}
	l.wins = l.add("NBW", func(i int) any {
		return calculated{l.after(0, l.idleWins, l.s.After, i), float64(l.s.Rows[i].NBW) / 2}
	})
}

// A side holds the columns for sums of opponents' wins or McMahon scores.
type side struct {
	// score is the column of opponents' scores, entries the first column of the summands, sums the column of the sums,
	// own the column of the player's start, 0 for wins.
	score, entries, sums, own int
}

// addSide adds the scores of opponents by round, and their sums.
func (l *ledger) addSide(name string, score, start, stones int) side {
	d := side{score: score, own: start}
	if l.counted > 0 {
		d.score = l.add(l.say("workbook.foropponents", name), func(i int) any {
			formula, value := "SUM("+l.across(l.counted, l.s.After, i)+")", l.sum(l.counted, i)
			if start > 0 {
				formula, value = l.here(start, i)+"+"+formula, l.number(start, i)+value
			}
			return calculated{formula, value}
		})
	}
	key := "workbook.entry.wins"
	if start > 0 {
		key = "workbook.entry.mms"
	}
	d.entries = l.block(key, false, func(i, q int) any {
		opponent, own, value, added := l.here(l.opponents+q, i), "0", 0.0, ""
		if start > 0 {
			own, value = l.here(start, i), l.number(start, i)
		}
		if line := int(l.number(l.opponents+q, i)); line > 0 {
			value = l.number(d.score, line-1)
			if stones > 0 {
				value += l.number(stones+q, i)
			}
		}
		if stones > 0 {
			added = "+" + l.here(stones+q, i)
		}
		return calculated{"IF(" + opponent + `="",` + own + ",INDEX(" + l.all(d.score) + "," + opponent + ")" + added + ")", value}
	})
	d.sums = l.add(l.say("workbook.sum", name), func(i int) any {
		return calculated{"SUM(" + l.across(d.entries, l.s.After, i) + ")", l.sum(d.entries, i)}
	})
	return d
}

// addCriteria adds the criteria, with the program's number beside each and a comparison.
func (l *ledger) addCriteria(standings *table) {
	sides := map[tournament.Basis]side{}
	if l.needs(tournament.SumOfWins) {
		sides[tournament.SumOfWins] = l.addSide("NBW", l.wins, 0, 0)
	}
	if l.mms > 0 && slices.ContainsFunc(l.s.Criteria, func(c tournament.Criterion) bool { return c.Sums() == tournament.SumOfMMS }) {
		sides[tournament.SumOfMMS] = l.addSide("MMS", l.mms, l.start, l.stones)
	}
	first := len(standings.columns) - len(l.s.Criteria)
	if standings.columns[len(standings.columns)-1].title == l.say("column.pool") {
		first--
	}
	var same []func(i int) string
	for k, c := range l.s.Criteria {
		formula := l.formula(c, sides)
		if formula == nil {
			continue
		}
		name := "tourney_" + strings.ReplaceAll(string(c), "-", "_")
		value := func(i int) any { return scoreCell(l.t, &l.s.Rows[i], l.s.Criteria, k) }
		sum := l.add(l.say("workbook.calculated", string(c)), func(i int) any { return calculated{formula(i), value(i)} })
		l.columns[sum-1].defines = name
		program := l.add(l.say("workbook.byprogram", string(c)), value)
		same = append(same, func(i int) string { return l.here(sum, i) + "=" + l.here(program, i) })
		for i := range standings.rows {
			standings.rows[i][first+k] = calculated{"INDEX(" + name + ",$A" + strconv.Itoa(headRow+1+i) + ")", value(i)}
		}
	}
	if len(same) == 0 {
		return
	}
	l.add("✓", func(i int) any {
		var parts []string
		for _, s := range same {
			parts = append(parts, s(i))
		}
		return calculated{"IF(AND(" + strings.Join(parts, ",") + `),"✓","✗")`, "✓"}
	})
}

// formula returns the formula of a criterion for a player, nil for a criterion without one.
func (l *ledger) formula(c tournament.Criterion, sides map[tournament.Basis]side) func(i int) string {
	n := l.s.After
	d := sides[c.Sums()]
	without := func(lowest int) func(i int) string {
		return func(i int) string {
			formula := l.here(d.sums, i)
			if lowest >= n {
				return "0"
			}
			for k := range lowest {
				formula += fmt.Sprintf("-SMALL(%s,%d)", l.across(d.entries, n, i), k+1)
			}
			return formula
		}
	}
	cumulated := func(start, idle int) func(i int) string {
		return func(i int) string {
			var sum []string
			for q := range n {
				sum = append(sum, l.after(start, idle, q+1, i))
			}
			return strings.Join(sum, "+")
		}
	}
	switch c {
	case tournament.NBW:
		return func(i int) string { return l.here(l.wins, i) }
	case tournament.MMS:
		return func(i int) string { return l.here(l.mms, i) }
	case tournament.CUSSW:
		return cumulated(0, l.idleWins)
	case tournament.CUSSM:
		return cumulated(l.start, l.idleMMS)
	case tournament.SOSW, tournament.SOSM:
		return without(0)
	case tournament.SOSW1, tournament.SOSM1:
		return without(1)
	case tournament.SOSW2, tournament.SOSM2:
		return without(2)
	case tournament.SODOSW, tournament.SODOSM:
		return func(i int) string {
			opponents := l.across(l.opponents, n, i)
			return "SUMPRODUCT((" + opponents + `<>"")*` + l.across(d.entries, n, i) + "*" + l.across(l.points, n, i) + ")"
		}
	case tournament.SOSOSW, tournament.SOSOSM:
		return func(i int) string {
			var sum []string
			for q := range n {
				opponent, own := l.here(l.opponents+q, i), "0"
				if d.own > 0 {
					own = l.here(d.own, i) + "*" + strconv.Itoa(n)
				}
				sum = append(sum, "IF("+opponent+`="",`+own+",INDEX("+l.all(d.sums)+","+opponent+"))")
			}
			return strings.Join(sum, "+")
		}
	}
	return nil
}
