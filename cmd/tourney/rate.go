package main

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// A rateReport is the JSON of rate. Ratings are EGF points, rounded to hundredths.
type rateReport struct {
	Formula rating.Formula `json:"formula"`
	// Class is omitted with the American formula, which has no classes and no new ratings, unless the event is unrated.
	Class   rating.Class `json:"class,omitempty"`
	Players []rateLine   `json:"players"`
}

// A rateLine is the effect of the tournament on one player.
type rateLine struct {
	Name   string  `json:"name"`
	Before float64 `json:"before"`
	// After is omitted if the formula has no new rating.
	After     *float64 `json:"after,omitempty"`
	Games     int      `json:"games"`
	Score     float64  `json:"score"`
	Expected  float64  `json:"expected"`
	New       bool     `json:"new,omitempty"`
	Suggested string   `json:"suggested,omitempty"`
	// Lift is the alternative starting rating of the European database; Lifted is set if it applies.
	Lift   float64 `json:"lift,omitempty"`
	Lifted bool    `json:"lifted,omitempty"`
}

// rate prints the effect of the tournament in a file on ratings.
func rate(c *call) error {
	formulas := rating.Formulas()
	formula := c.flags.String("formula", formulas[0].String(), "formula: "+joined(formulas, rating.Formula.String))
	class := c.flags.String("class", "", "class of the event, A to D or none (default: the one in the file, else by the clock)")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse("FILE")
	if err != nil {
		return err
	}
	options := rating.Options{}
	if options.Formula, err = rating.ParseFormula(*formula); err != nil {
		return inUsage(err)
	}
	if options.Class, err = rating.ParseClass(*class); err != nil {
		return inUsage(err)
	}
	t, err := c.tournament(args[0])
	if err != nil {
		return err
	}
	options.Class = cmp.Or(options.Class, rating.OptionsOf(t.Settings).Class)
	report := rating.Rate(t, options)
	answer := newRateReport(t, report)
	if *asJSON {
		return c.encode(answer)
	}
	if err := c.rateTable(t.Info.Name, answer); err != nil {
		return err
	}
	if report.Formula == rating.AGA {
		fmt.Fprintf(c.stdout, "\n%s\n", c.lang.T("gain.aga"))
	}
	for i, p := range answer.Players {
		declared := report.Players[i].Declared.String()
		switch {
		case p.Lifted:
			last := t.Player(report.Players[i].Player).LastRank.String()
			fmt.Fprintf(c.stdout, "\n%s: %s\n", p.Name, c.lang.T("gain.lifted", declared, last, int(p.Before), int(p.Lift)))
		case p.Lift > 0 && p.Games > 0:
			fmt.Fprintf(c.stdout, "\n%s: %s\n", p.Name, c.lang.T("gain.lift", declared, int(p.Before), int(p.Lift)))
		}
	}
	return nil
}

func newRateReport(t *tournament.Tournament, report *rating.Report) rateReport {
	answer := rateReport{Formula: report.Formula, Class: report.Class, Players: []rateLine{}}
	whole := report.Formula == rating.AGA
	if whole && report.Class.Weight() > 0 {
		answer.Class = ""
	}
	for _, p := range report.Players {
		line := rateLine{
			Name: t.Player(p.Player).Name(), Before: hundredths(p.Before), Games: p.Games,
			Score: float64(p.Score) / 2, Expected: hundredths(p.Expected), New: p.New, Suggested: p.Suggested.String(), Lift: p.Lift,
			Lifted: p.Games > 0 && p.Start > p.Before,
		}
		if !whole {
			after := hundredths(p.After)
			line.After = &after
		}
		answer.Players = append(answer.Players, line)
	}
	return answer
}

// rateTable prints the line of every player, with new ratings if the formula has them.
func (c *call) rateTable(name string, r rateReport) error {
	title := []string{name, c.lang.T("rating.formula." + r.Formula.String())}
	if r.Class != "" {
		title = append(title, c.lang.T("rating.class."+string(r.Class)))
	}
	fmt.Fprintf(c.stdout, "%s\n\n", strings.Join(title, ", "))
	w := c.table(tabwriter.AlignRight)
	keys := []string{"gain.before", "gain.after", "gain.points", "gain.games", "gain.score", "gain.expected", "gain.suggestion"}
	if r.Formula == rating.AGA {
		keys = []string{"gain.before", "gain.games", "gain.score", "gain.expected"}
	}
	fmt.Fprintf(w, "%s\t %s\n", c.headings(keys...), c.lang.T("column.name"))
	for _, p := range r.Players {
		cells := []string{fmt.Sprintf("%.0f", p.Before)}
		if p.After != nil {
			cells = append(cells, c.fixed("%.1f", *p.After), c.fixed("%+.1f", *p.After-p.Before))
		}
		cells = append(cells, strconv.Itoa(p.Games), c.number(p.Score), c.fixed("%.2f", p.Expected))
		if p.After != nil {
			cells = append(cells, p.Suggested)
		}
		fmt.Fprintf(w, "%s\t %s\n", strings.Join(cells, "\t"), p.Name)
	}
	return w.Flush()
}

func hundredths(x float64) float64 { return math.Round(100*x) / 100 }
