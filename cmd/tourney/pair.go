package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// pair draws one round of the tournament in a file from its players and the
// rounds before. Later games in the file do not count.
func pair(c *call) error {
	round := c.flags.Int("round", 0, "the round to pair")
	seed := c.flags.Uint64("seed", 1, "decides what the settings leave to chance")
	weights := c.flags.Bool("weights", false, "with --json: the weights of all pairs too")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	if *round < 1 {
		return c.misused("--round names the round to pair, from 1")
	}
	t, err := c.tournament(args[0])
	if err != nil {
		return err
	}
	if *round > len(t.Rounds)+1 {
		return fault.New(fault.Invalid, "round.range", *round, min(len(t.Rounds)+1, t.Settings.Rounds))
	}
	t.Rounds = t.Rounds[:*round-1]
	draw, err := pairing.Make(c.ctx, t, *round, pairing.Options{Seed: *seed})
	if err != nil {
		return err
	}
	report := exchange.ReportDraw(t, draw, *weights && *asJSON)
	if err := c.lookOver(t, draw); err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(c.stdout).Encode(report)
	}
	fmt.Fprintf(c.stdout, "%s, round %d, total %s\n\n", t.Info.Name, *round, report.Total)
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "table\tblack\trank\twhite\trank\thandicap\tkomi")
	for _, g := range draw.Games {
		black, white := t.Player(g.Game.Black), t.Player(g.Game.White)
		fmt.Fprintf(w, "%d\t%s\t%v\t%s\t%v\t%d\t%v\n",
			g.Game.Table, black.Name(), black.Rank, white.Name(), white.Rank, g.Game.Handicap, g.Game.Komi)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, list := range []struct {
		word  string
		names []string
	}{{"bye", report.Bye}, {"absent", report.Absent}} {
		if len(list.names) > 0 {
			fmt.Fprintf(c.stdout, "%s: %s\n", list.word, strings.Join(list.names, ", "))
		}
	}
	return nil
}

// lookOver says on stderr what in a draw is hardly ever meant so, and who meets
// again or is from one club.
func (c *call) lookOver(t *tournament.Tournament, draw *pairing.Draw) error {
	drafted := t.Clone()
	if err := draw.Draft(drafted, "tourney "+version); err != nil {
		return err
	}
	for _, check := range pairing.Checks(drafted, draw.Round) {
		if check.Grave || check.Subject == "rematch" {
			fmt.Fprintln(c.stderr, "tourney:", c.say.T(check.Key, check.Args...))
		}
	}
	return nil
}
