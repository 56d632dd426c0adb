package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rules"
	"tourney/internal/rules/sgf"
)

// A count is the JSON of score.
type count struct {
	Rules   string    `json:"rules"`
	Black   sideCount `json:"black"`
	White   sideCount `json:"white"`
	Neutral int       `json:"neutral"`
	Dead    []string  `json:"dead"`
	Result  string    `json:"result"`
	// Findings are the findings about the file and the game.
	Findings []finding `json:"findings"`
}

// A sideCount is one player's count in parts. Territory scoring adds prisoners and territory, area scoring territory
// and stones.
type sideCount struct {
	Territory    int      `json:"territory"`
	Prisoners    int      `json:"prisoners"`
	Stones       int      `json:"stones"`
	Compensation int      `json:"compensation"`
	Komi         *float64 `json:"komi,omitempty"`
	Total        float64  `json:"total"`
}

// scoreFlags are the flags of score that change the count.
type scoreFlags struct {
	dead, prisoners, komi *string
	handicap              *int
	enforce               *bool
}

func (c *call) scoreFlags() scoreFlags {
	return scoreFlags{
		dead:      c.flags.String("dead", "", "dead stones in SGF coordinates, such as \"ia bb\", instead of the record's marks"),
		prisoners: c.flags.String("prisoners", "", "B,W: stones captured by Black and by White before the position"),
		komi:      c.flags.String("komi", "", "komi instead of the record's"),
		handicap:  c.flags.Int("handicap", 0, "handicap stones instead of the record's"),
		enforce:   c.flags.Bool("enforce", false, "count without the moves that broke a rule, as these rules have it, instead of the board as it lies"),
	}
}

// options returns the changes of a game's count by the set flags.
func (f *scoreFlags) options(set map[string]bool, game sgf.Game) (o rules.Options, err error) {
	o.Enforce = *f.enforce
	if set["dead"] {
		if o.Dead, err = points(*f.dead, game); err != nil {
			return o, err
		}
	}
	if set["prisoners"] {
		if o.Prisoners, err = twoNumbers(*f.prisoners); err != nil {
			return o, inUsage(err)
		}
	}
	if set["komi"] {
		k, err := handicap.ParseKomi(*f.komi)
		if err != nil {
			return o, inUsage(err)
		}
		half := rules.HalfPoints(k)
		o.Komi = &half
	}
	if set["handicap"] {
		cols, rows, _ := game.Size()
		if n := *f.handicap; n < 0 || n > cols*rows {
			return o, misused("command.score.handicap", cols*rows, n)
		}
		o.Handicap = f.handicap
	}
	return o, nil
}

// score counts the final position of a record.
func score(c *call) error {
	name, branch, flags := c.rulesFlag(), c.branchFlag(), c.scoreFlags()
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	args, err := c.parse("FILE")
	if err != nil {
		return err
	}
	r := recordReader{call: c}
	if r.system, err = rulesNamed(*name); err != nil {
		return inUsage(err)
	}
	if r.other, err = isOther(*branch); err != nil {
		return inUsage(err)
	}
	game, found, err := r.firstGame(args[0])
	if err != nil {
		return err
	}
	o, err := flags.options(c.flagsSet(), game)
	if err != nil {
		return err
	}
	v := rules.Check(game, r.system, o)
	if v.Board == nil {
		for _, f := range v.Findings {
			fmt.Fprintf(c.stderr, "%s: %s\n", args[0], c.lang.T(f.Key(), f.Args...))
		}
		return errFailed
	}
	found = append(found, c.findingsOf(v)...)
	if *asJSON {
		n := countOf(v)
		n.Findings = found
		return c.encode(n)
	}
	if err := c.printCount(v); err != nil {
		return err
	}
	return c.printFindings(found)
}

// firstGame reads a record. It prints to stderr the reason of a failure, or that the file has more games.
func (r *recordReader) firstGame(path string) (game sgf.Game, found []finding, err error) {
	games, list, err := record(path)
	found = r.findings(list)
	switch {
	case err != nil:
		return game, nil, err
	case games.Len() == 0:
		for _, f := range found {
			fmt.Fprintf(r.stderr, "%s:%d:%d: %s\n", path, f.Line, f.Column, f.Text)
		}
		return game, nil, errFailed
	case games.Len() > 1:
		fmt.Fprintln(r.stderr, "tourney:", r.lang.T("command.score.first", path, games.Len()))
	}
	return r.game(games.Game(0)), found, nil
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
	if s, ok := v.ByTerritory(); ok {
		fmt.Fprintln(c.stdout, c.lang.T("record.count.otherwise", c.number(s.Black.Total), c.number(s.White.Total)))
	}
	if !v.Counted && v.Score.Neutral > 0 { // otherwise a finding
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
