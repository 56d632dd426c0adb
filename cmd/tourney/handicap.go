package main

import (
	"fmt"
	"strings"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
)

// handicapFor prints the handicap and komi of two players. The stronger one takes White, in any order of the ranks.
func handicapFor(c *call) error {
	names := joined(handicap.Systems(), func(s handicap.System) string { return s.Name })
	system := c.flags.String("system", "finnish", "handicap system: "+names)
	size := c.flags.Int("size", 0, "lines of the board (default: those of the system)")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse("BLACK-RANK", "WHITE-RANK")
	if err != nil {
		return err
	}
	black, err := rank.Parse(args[0])
	if err != nil {
		return inUsage(err)
	}
	white, err := rank.Parse(args[1])
	if err != nil {
		return inUsage(err)
	}
	named, err := handicap.Named(*system)
	if err != nil {
		return inUsage(err)
	}
	if *size == 0 {
		*size = named.Size
	}
	if *size < 2 || *size > 25 {
		return misused("settings.size", *size)
	}
	s, err := handicap.ForSize(*system, *size)
	if err != nil {
		return inUsage(err)
	}
	if rank.Steps(black, white) > 0 {
		black, white = white, black
	}
	terms := s.Policy.Between(white.Index(), black.Index())
	points := []string{}
	for _, p := range rules.Handicap(*size, *size, terms.Stones()) {
		points = append(points, p.Name(*size))
	}
	if *asJSON {
		return c.encode(struct {
			Black      string   `json:"black"`
			White      string   `json:"white"`
			System     string   `json:"system"`
			Size       int      `json:"size"`
			Difference int      `json:"difference"`
			Handicap   int      `json:"handicap"`
			Stones     int      `json:"stones"`
			Komi       float64  `json:"komi"`
			First      string   `json:"first"`
			Placement  []string `json:"placement"`
		}{
			black.String(), white.String(), s.Name, *size, rank.Steps(white, black),
			terms.Number, terms.Stones(), float64(terms.Komi) / 2, firstMove(terms), points,
		})
	}
	fmt.Fprintln(c.stdout, c.lang.T("handicap.players", black, white, c.lang.T("handicap.name."+s.Name), *size))
	if err := c.printSizeNote(*system, s, *size); err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, c.lang.T("handicap.first."+firstMove(terms), terms.Stones(), terms.Komi))
	if len(points) > 0 {
		fmt.Fprintln(c.stdout, c.lang.T("handicap.points", strings.Join(points, " ")))
	}
	return nil
}

// printSizeNote prints a note if a system is for another size of the board: another system is used, or its terms are
// unchanged.
func (c *call) printSizeNote(asked string, s handicap.System, size int) error {
	system, err := handicap.Named(asked)
	switch {
	case err != nil:
		return err
	case s.Name != system.Name:
		fmt.Fprintln(c.stdout, c.lang.T("handicap.other", c.lang.T("handicap.name."+system.Name), system.Size, size))
	case s.Size != size && !s.AnySize:
		fmt.Fprintln(c.stdout, c.lang.T("handicap.unchanged", system.Size, size))
	}
	return nil
}

// firstMove returns the player of the first move after the handicap stones.
func firstMove(t handicap.Terms) string {
	if t.Stones() > 0 {
		return "white"
	}
	return "black"
}
