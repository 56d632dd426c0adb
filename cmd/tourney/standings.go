package main

import (
	"fmt"
	"io"

	"tourney/internal/event/federations"
	"tourney/internal/fault"
	"tourney/internal/format/workbook"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// standings prints the standings after a round of a file's tournament, by default after the last published round: of
// the players, or of the teams.
func standings(c *call) error {
	round := c.flags.Int("round", 0, "the round after which (default: the last published one)")
	teams := c.flags.Bool("teams", false, "team standings, where teams play")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse("FILE")
	if err != nil {
		return err
	}
	t, err := c.tournament(args[0])
	if err != nil {
		return err
	}
	if t.IsOpen() {
		return c.season(t, *round, *asJSON)
	}
	switch {
	case *round < 0, *round > max(t.Settings.Rounds, len(t.Rounds)):
		return fault.New(fault.Invalid, "round.range", *round, t.Settings.Rounds)
	case *round > len(t.Rounds):
		return fault.New(fault.NotFound, "round.missing", *round)
	case *round == 0:
		*round = t.Current()
	case !t.Round(*round).Published:
		return fault.New(fault.NotFound, "round.unpublished", *round)
	}
	title := "standings.after"
	if r := t.Round(*round); r != nil && r.Missing() > 0 {
		title = "standings.during"
	}
	s := results.After(t, *round)
	if *teams {
		if t.Settings.Teams.Boards == 0 {
			return fault.New(fault.Invalid, "team.none")
		}
		s, t = results.Teams(t, *round), t.OfTeams()
	}
	if *asJSON {
		return c.encode(workbook.ReportStandings(t, s))
	}
	fmt.Fprintf(c.stdout, "%s\n%s\n\n", t.Info.Name, c.lang.T(title, s.After))
	w := c.table(0)
	fmt.Fprint(w, c.headings("column.place", "column.name", "column.rank"))
	for _, name := range s.Criteria {
		fmt.Fprintf(w, "\t%s", name)
	}
	for n := 1; n <= s.After; n++ {
		fmt.Fprintf(w, "\t%s", c.lang.T("column.round.short", n))
	}
	fmt.Fprintln(w)
	if *teams || !c.pools(w, t, s.After) {
		c.rows(w, t, s)
	}
	return w.Flush()
}

// season prints the points of all evenings of open play, which has no rounds.
func (c *call) season(t *tournament.Tournament, round int, asJSON bool) error {
	if round != 0 {
		return fault.New(fault.Conflict, "open.rounds")
	}
	report, err := workbook.ReportSeason(t)
	switch {
	case err != nil:
		return err
	case asJSON:
		return c.encode(report)
	}
	fmt.Fprintf(c.stdout, "%s\n\n", t.Info.Name)
	w := c.table(0)
	fmt.Fprintln(w, c.headings("column.place", "column.name", "column.rank", "evening.won", "evening.points"))
	for _, line := range report.Players {
		points := ""
		for _, score := range line.Scores {
			points = fmt.Sprint(score)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", line.Place, line.Name, line.Rank, c.lang.Decimal(fmt.Sprint(line.Wins)), c.lang.Decimal(points))
	}
	return w.Flush()
}

// pools prints the standings of the pools of a round, and reports whether the round has pools.
func (c *call) pools(w io.Writer, t *tournament.Tournament, after int) bool {
	stage := t.Settings.Stage(after)
	if after == 0 || !stage.Pooled() {
		return false
	}
	for k, players := range pairing.Pools(t, after) {
		fmt.Fprintln(w, c.lang.T("system.pools.name", pairing.PoolName(k)))
		c.rows(w, t, results.Among(t, stage.From, after, players))
	}
	return true
}

func (c *call) rows(w io.Writer, t *tournament.Tournament, s *results.Standings) {
	for i := range s.Rows {
		row := &s.Rows[i]
		p := t.Player(row.Player)
		fmt.Fprintf(w, "%d\t%s\t%v", row.Place, p.Name(), p.Rank)
		for j := range row.Scores {
			fmt.Fprintf(w, "\t%s", c.lang.Decimal(federations.Score(t, s.Criteria[j], row.Text(j))))
		}
		for _, cell := range row.Cells {
			fmt.Fprintf(w, "\t%v", cell)
		}
		fmt.Fprintln(w)
	}
}
