package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/pairing/simulate"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// simulationHelp follows the flags.
const simulationHelp = `
The tournament is played with everybody in FILE who has not withdrawn, or with
an invented field; games of the file do not count. Results follow the EGF rating
system. Settings that are not varied are those of the file, or of --preset.

A LIST compares settings side by side; all lists combine, at most 24 in all:

  tourney simulate cup.json --bar 1d,3d --correction 0,1,2 --rounds 4,5

The same field, settings and seed give the same numbers.

JSON: {"tournament", "players", "runs", "seed", "seedText", "spread", "variants": [{
  "system", "bar", "correction", "rounds"   the settings
  "played"            rounds until the plan was through
  "strongest"         {"name", "wins", "margin", "place"}: of the highest
                      rating; how often first, from 0 to 1, how far chance may
                      be off (95 %), mean place
  "sharedFirst", "first", "firsts"   how often several share the first place,
                      how many are first on average; parts of the runs with 1,
                      2, 3, 4 and 5 or more
  "gap", "gaps"       ranks apart in a game, mean; parts of the games by 0 … 8
                      and 9 or more ranks
  "handicap", "handicaps"   the same for the handicap
  "even", "open"      parts of the games without handicap, and of those which
                      the weaker side wins one time in four or more
  "repeats"           games of two who had met before, a tournament
  "imbalance", "colours"   even games more with one colour, mean of the players;
                      parts of the players by 0 … 3 and 4 or more
  "winners"           [{"name", "chance"}], the likeliest first
}]}
`

// A simulation is the JSON of simulate.
type simulation struct {
	Tournament string      `json:"tournament"`
	Players    int         `json:"players"`
	Runs       int         `json:"runs"`
	Seed       uint64      `json:"seed"`
	SeedText   uint64      `json:"seedText,string"` // may pass 2^53
	Spread     float64     `json:"spread"`
	Variants   []simulated `json:"variants"`
}

// A simulated is one set of settings with its results.
type simulated struct {
	System     tournament.System `json:"system"`
	Bar        rank.Rank         `json:"bar"`
	Correction int               `json:"correction"`
	Rounds     int               `json:"rounds"`
	Played     int               `json:"played"`
	Strongest  struct {
		Name   string  `json:"name"`
		Wins   float64 `json:"wins"`
		Margin float64 `json:"margin"`
		Place  float64 `json:"place"`
	} `json:"strongest"`
	SharedFirst float64   `json:"sharedFirst"`
	First       float64   `json:"first"`
	Firsts      []float64 `json:"firsts"`
	Gap         float64   `json:"gap"`
	Gaps        []float64 `json:"gaps"`
	Handicap    float64   `json:"handicap"`
	Handicaps   []float64 `json:"handicaps"`
	Even        float64   `json:"even"`
	Open        float64   `json:"open"`
	Repeats     float64   `json:"repeats"`
	Imbalance   float64   `json:"imbalance"`
	Colours     []float64 `json:"colours"`
	Winners     []winner  `json:"winners"`
}

type winner struct {
	Name   string  `json:"name"`
	Chance float64 `json:"chance"`
}

// simulateFor plays a tournament many times under one or several settings.
func simulateFor(c *call) error {
	players := c.flags.Int("players", 0, "instead of FILE: invent this many players")
	preset := c.flags.String("preset", "egf", "with --players: the settings, one of "+presetNames())
	runs := c.flags.Int("runs", 100, fmt.Sprintf("how often the tournament is played, at most %d", simulate.MostRuns))
	seed := c.flags.Uint64("seed", 1, "decides the results")
	spread := c.flags.Float64("spread", 0, "how far ratings are off, in points (standard deviation)")
	var lists struct{ systems, bars, corrections, rounds string }
	c.flags.StringVar(&lists.systems, "system", "", "systems to compare: "+systemNames())
	c.flags.StringVar(&lists.bars, "bar", "", "bars to compare, as 1d,3d")
	c.flags.StringVar(&lists.corrections, "correction", "", "handicap corrections to compare, as 0,1,2")
	c.flags.StringVar(&lists.rounds, "rounds", "", "numbers of rounds to compare, as 4,5")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	c.more = simulationHelp
	args, err := c.parse("[FILE]")
	given := c.flagsSet()
	switch {
	case err != nil:
		return err
	case len(args) == 0 && !given["players"] || len(args) == 1 && given["players"]:
		return misused("command.simulate.field")
	case given["preset"] && !given["players"]:
		return misused("command.simulate.preset")
	case *runs == 0:
		return misused("simulate.runs", *runs, simulate.MostRuns)
	}
	var choices simulate.Choices
	for _, err := range []error{
		parseInto(&choices.Systems, lists.systems, simulate.ParseSystems), parseInto(&choices.Bars, lists.bars, simulate.ParseBars),
		parseInto(&choices.Corrections, lists.corrections, simulate.ParseNumbers), parseInto(&choices.Rounds, lists.rounds, simulate.ParseNumbers),
	} {
		if err != nil {
			return inUsage(err)
		}
	}
	t, err := c.simulatedField(args, *players, *preset)
	if err != nil {
		return err
	}
	invented := len(args) == 0 // then the error is not about a file
	variants, err := simulate.Variations(t.Settings, choices)
	switch {
	case err != nil && invented:
		return inUsage(err)
	case err != nil:
		return err
	}
	defer c.endProgress()
	reports, err := simulate.Compare(c.ctx, t, variants, simulate.Options{Runs: *runs, Seed: *seed, Spread: *spread, Progress: c.progress})
	_, refused := fault.As(err)
	switch {
	case fault.Is(err, "simulate.runs"), fault.Is(err, "simulate.spread"), refused && invented:
		return inUsage(err)
	case err != nil:
		return err
	case !*asJSON:
		return c.printSimulation(t, variants, reports, *seed)
	}
	s := simulation{Tournament: t.Info.Name, Players: reports[0].Players, Runs: reports[0].Runs, Seed: *seed, SeedText: *seed, Spread: *spread}
	for i, r := range reports {
		s.Variants = append(s.Variants, newSimulated(t, &variants[i].Settings, r))
	}
	return c.encode(s)
}

func newSimulated(t *tournament.Tournament, s *tournament.Settings, r *simulate.Report) simulated {
	v := simulated{
		System: s.System, Bar: s.Bar, Correction: s.Handicap.Correction, Rounds: s.Rounds, Played: r.Rounds,
		SharedFirst: r.SharedFirst, First: r.FirstShared, Firsts: r.Firsts, Gap: r.RankGap, Gaps: r.Gaps,
		Handicap: r.Handicap, Handicaps: r.Handicaps, Even: r.Even, Open: r.Open, Repeats: r.Repeats,
		Imbalance: r.Imbalance, Colours: r.Colours, Winners: []winner{},
	}
	v.Strongest.Name, v.Strongest.Place = t.NameOf(r.Strongest), r.StrongestPlace
	v.Strongest.Wins, v.Strongest.Margin = r.StrongestWins, r.Margin(r.StrongestWins)
	for _, w := range r.Winners {
		v.Winners = append(v.Winners, winner{t.NameOf(w.Player), w.Chance})
	}
	return v
}

// printSimulation prints the reports side by side.
func (c *call) printSimulation(t *tournament.Tournament, variants []simulate.Variant, reports []*simulate.Report, seed uint64) error {
	shared, own := simulate.SplitLabels(variants)
	facts := append([]string{t.Info.Name, c.lang.T("simulate.facts", reports[0].Players, reports[0].Runs, seed)}, texts(c.lang, shared)...)
	fmt.Fprintf(c.stdout, "%s\n\n", strings.Join(facts, ", "))
	widest := 0
	for _, m := range simulate.Measures() {
		widest = max(widest, utf8.RuneCountInString(c.lang.T("simulate.of."+m.Name)))
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	line := func(name string, cells []string) {
		fmt.Fprintf(w, "%-*s\t%s\t\n", widest, name, strings.Join(cells, "\t"))
	}
	for _, key := range []string{"simulate.system", "simulate.bar", "simulate.correction", "simulate.rounds"} {
		if cells := c.labels(own, key); cells != nil {
			line("", cells)
		}
	}
	for _, m := range simulate.Measures() {
		var cells []string
		for _, r := range reports {
			cells = append(cells, page.Measure(c.lang, m, r))
		}
		line(c.lang.T("simulate.of."+m.Name), cells)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return c.printWinners(t, own, reports)
}

// labels formats each variant's value under a key; nil if it was not varied.
func (c *call) labels(own [][]simulate.Label, key string) []string {
	cells, varied := make([]string, len(own)), false
	for i, labels := range own {
		for _, l := range labels {
			if l.Key == key {
				cells[i], varied = c.lang.T(l.Key, l.Args...), true
			}
		}
	}
	if !varied {
		return nil
	}
	return cells
}

func (c *call) printWinners(t *tournament.Tournament, own [][]simulate.Label, reports []*simulate.Report) error {
	const most = 5
	fmt.Fprintf(c.stdout, "\n%s\n", c.lang.T("simulate.winners"))
	for i, r := range reports {
		if len(own[i]) > 0 {
			fmt.Fprint(c.stdout, strings.Join(texts(c.lang, own[i]), ", "), ": ")
		}
		names := joined(r.Winners[:min(len(r.Winners), most)], func(w simulate.Winner) string {
			return t.NameOf(w.Player) + " " + c.lang.T("simulate.part", page.Percent(w.Chance))
		})
		if _, err := fmt.Fprintln(c.stdout, names); err != nil {
			return err
		}
	}
	return nil
}

// parseInto parses a list into its target.
func parseInto[T any](to *[]T, text string, parse func(string) ([]T, error)) (err error) {
	*to, err = parse(text)
	return err
}

func presetNames() string {
	return joined(tournament.Presets(), func(p tournament.Preset) string { return p.Name })
}

func systemNames() string {
	drawn := slices.DeleteFunc(tournament.Systems(), func(s tournament.System) bool { return s == tournament.Open })
	return joined(drawn, func(s tournament.System) string { return string(s) })
}

// simulatedField reads the players from the file, or invents them.
func (c *call) simulatedField(args []string, players int, preset string) (*tournament.Tournament, error) {
	if len(args) > 0 {
		return c.tournament(args[0])
	}
	settings, err := tournament.PresetNamed(preset)
	if err != nil {
		return nil, inUsage(err)
	}
	t, err := simulate.Invented(players, settings)
	return t, inUsage(err)
}
