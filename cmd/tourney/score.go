package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rules"
	"tourney/internal/sgf"
)

// A count is the JSON of score.
type count struct {
	Rules   string    `json:"rules"`
	Black   sideCount `json:"black"`
	White   sideCount `json:"white"`
	Neutral int       `json:"neutral"`
	Dead    []string  `json:"dead"`
	Result  string    `json:"result"`
}

// A sideCount is one player's count in parts. Prisoners and territory make up
// territory scoring, territory and stones area scoring.
type sideCount struct {
	Territory    int      `json:"territory"`
	Prisoners    int      `json:"prisoners"`
	Stones       int      `json:"stones"`
	Compensation int      `json:"compensation"`
	Komi         *float64 `json:"komi,omitempty"`
	Total        float64  `json:"total"`
}

// score counts the final position of a record.
func score(c *call) error {
	name := c.rulesFlag()
	dead := c.flags.String("dead", "", "dead stones in SGF coordinates, such as \"ia bb\", instead of the record's marks")
	prisoners := c.flags.String("prisoners", "", "B,W: stones captured by Black and by White before the position")
	komi := c.flags.String("komi", "", "komi instead of the record's")
	stones := c.flags.Int("handicap", 0, "handicap stones instead of the record's")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse("FILE")
	if err != nil {
		return err
	}
	system, err := rulesNamed(*name)
	if err != nil {
		return inUsage(err)
	}
	game, err := c.firstGame(args[0])
	if err != nil {
		return err
	}
	var o rules.Options
	set := c.flagsSet()
	if set["dead"] {
		if o.Dead, err = points(*dead, game); err != nil {
			return err
		}
	}
	if set["prisoners"] {
		if o.Prisoners, err = twoNumbers(*prisoners); err != nil {
			return inUsage(err)
		}
	}
	if set["komi"] {
		k, err := handicap.ParseKomi(*komi)
		if err != nil {
			return inUsage(err)
		}
		half := rules.HalfPoints(k)
		o.Komi = &half
	}
	if set["handicap"] {
		o.Handicap = stones
	}
	v := rules.Check(game, system, o)
	if v.Board == nil {
		for _, f := range v.Findings {
			fmt.Fprintf(c.stderr, "%s: %s\n", args[0], c.lang.T(f.Key(), f.Args...))
		}
		return errFailed
	}
	if *asJSON {
		return c.encode(countOf(v))
	}
	return c.printCount(v)
}

// firstGame reads a record, and prints to stderr why it cannot be read, or that
// the file has more games.
func (c *call) firstGame(path string) (game sgf.Game, err error) {
	games, findings, err := record(path)
	switch {
	case err != nil:
		return game, err
	case games.Len() == 0:
		for _, f := range findings {
			fmt.Fprintf(c.stderr, "%s:%d:%d: %s\n", path, f.Line, f.Column, c.lang.T(string(f.Kind), f.Text))
		}
		return game, errFailed
	case games.Len() > 1:
		fmt.Fprintln(c.stderr, "tourney:", c.lang.T("command.score.first", path, games.Len()))
	}
	return games.Game(0), nil
}

func countOf(v *rules.Verdict) count {
	s := v.Score
	komi := float64(s.White.Komi) / 2
	n := count{Rules: v.System.Name, Black: sideOf(s.Black), White: sideOf(s.White), Neutral: s.Neutral, Dead: []string{}, Result: s.Outcome().String()}
	n.White.Komi = &komi
	for _, p := range v.Dead {
		n.Dead = append(n.Dead, p.Name(v.Rows))
	}
	return n
}

func sideOf(s rules.Side) sideCount {
	return sideCount{
		Territory: s.Territory, Prisoners: s.Prisoners(), Stones: s.Stones, Compensation: s.Compensation, Total: float64(s.Total) / 2,
	}
}

// printCount prints the parts of the count line by line.
func (c *call) printCount(v *rules.Verdict) error {
	fmt.Fprintln(c.stdout, c.lang.T("record.count.rules", rules.SystemName(v.System.Name), c.lang.T("rules.custom.scoring."+string(v.System.Scoring))))
	out := c.table(tabwriter.AlignRight)
	fmt.Fprintf(out, "\t%s\t\n", c.headings("column.black", "column.white"))
	for _, p := range v.CountParts() {
		fmt.Fprintf(out, "%s\t%s\t%s\t\n", c.lang.T(p.Key), c.number(p.Black), c.number(p.White))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if v.Score.Neutral > 0 {
		fmt.Fprintln(c.stdout, c.lang.T("record.count.neutral", v.Score.Neutral))
	}
	if !v.Counted {
		fmt.Fprintln(c.stdout, c.lang.T("record.count.alive"))
	}
	_, err := fmt.Fprintln(c.stdout, c.lang.T("command.score.result", v.Score.Outcome()))
	return err
}

// points parses SGF coordinates of points on the board of a game: two letters
// each, column and row from the upper left, capitals after z.
func points(s string, game sgf.Game) ([]rules.Point, error) {
	list := []rules.Point{}
	cols, rows, _ := game.Size()
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '[' || r == ']' }) {
		p, ok := rules.ParsePoint(word)
		if !ok || p.Col() >= cols || p.Row() >= rows {
			return nil, fault.New(fault.Invalid, "command.score.point", fault.Clip(word), cols, rows)
		}
		list = append(list, p)
	}
	return list, nil
}

// twoNumbers parses "B,W".
func twoNumbers(s string) ([2]int, error) {
	black, white, _ := strings.Cut(s, ",")
	b, errB := strconv.Atoi(strings.TrimSpace(black))
	w, errW := strconv.Atoi(strings.TrimSpace(white))
	if errB != nil || errW != nil || b < 0 || w < 0 || b > 100000 || w > 100000 {
		return [2]int{}, fault.New(fault.Invalid, "rules.prisoners", s)
	}
	return [2]int{b, w}, nil
}
