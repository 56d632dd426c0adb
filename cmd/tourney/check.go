package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
)

// A verdict is the JSON of one record.
type verdict struct {
	File     string    `json:"file"`
	Game     int       `json:"game,omitempty"` // in a file with several, from 1
	Rules    string    `json:"rules"`
	Size     any       `json:"size"` // 19, or "19x13"
	Moves    int       `json:"moves"`
	Legal    bool      `json:"legal"`
	Findings []finding `json:"findings"`
	More     int       `json:"more,omitempty"` // findings left out
	Captures captures  `json:"captures"`
	Position string    `json:"position"`
	Result   string    `json:"result"`
	outcome  rules.Outcome
}

type captures struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// A finding is one remark about a record; Line and Column are set for the text of the file.
type finding struct {
	Move     int    `json:"move"`
	Point    string `json:"point,omitempty"`
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Text     string `json:"text"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

var severities = []string{"note", "warning", "error"}

// isSound reports whether the record breaks no rule and was read completely.
func (v *verdict) isSound() bool {
	return v.Legal && !slices.ContainsFunc(v.Findings, func(f finding) bool { return f.Severity == severities[sgf.Error] })
}

// check judges game records. It fails if one breaks a rule or cannot be read
// completely.
func check(c *call) error {
	name, branch := c.rulesFlag(), c.branchFlag()
	asJSON := c.flags.Bool("json", false, "answer in JSON, one object per line")
	files, err := c.parse("FILE…")
	if err != nil {
		return err
	}
	system, err := rulesNamed(*name)
	if err != nil {
		return inUsage(err)
	}
	other, err := isOther(*branch)
	if err != nil {
		return err
	}
	r := recordReader{call: c, system: system, other: other}
	debug.SetMemoryLimit(checkMemory)
	broken, games := 0, 0
	report := func(v verdict) error {
		if v.Size != nil {
			games++
		}
		if len(files) > 1 {
			c.endProgress() // the verdict replaces it
		}
		if !v.isSound() {
			broken++
		}
		if *asJSON {
			return c.encode(v)
		}
		return c.printVerdict(v)
	}
	for i, file := range files {
		c.progress(i, len(files))
		err := r.check(file, report)
		if err == nil {
			continue
		}
		if _, ok := fault.As(err); !ok || len(files) == 1 {
			return err
		}
		// The loop continues with the other files.
		unread := finding{Rule: "file", Severity: severities[sgf.Error], Text: c.lang.Error(err)}
		if err := report(verdict{File: file, Rules: system.Name, Findings: []finding{unread}}); err != nil {
			return err
		}
	}
	c.progress(len(files), len(files))
	if len(files) > 1 && !*asJSON {
		fmt.Fprintln(c.stdout, c.lang.T("check.sum", c.lang.T("check.files", len(files)), c.lang.T("check.games", games), broken))
	}
	if broken > 0 {
		return errFailed
	}
	return nil
}

// checkMemory is the limit above which memory is collected eagerly: a hostile file should not need more than the
// program itself.
const checkMemory = 32 << 20

// rulesFlag defines --rules.
func (c *call) rulesFlag() *string {
	return c.flags.String("rules", "japanese", "rule system: "+ruleNames()+
		"; changed by NAME,PARAMETER=VALUE,…, such as japanese,suicide=multi-stone-allowed")
}

func ruleNames() string {
	return joined(rules.Systems(), func(s rules.System) string { return s.Name })
}

// rulesNamed returns the rules of --rules.
func rulesNamed(text string) (rules.System, error) {
	system, err := rules.Parse(text)
	var refused rules.ParameterError
	if !errors.As(err, &refused) {
		return system, err
	}
	if refused.Name == "" {
		return system, fault.New(fault.Invalid, "rules.unknown", fault.Clip(refused.Value), ruleNames())
	}
	var names []string
	for _, p := range rules.Parameters() {
		values := strings.Join(p.Values, "|")
		if values == "" {
			values = "6.5"
		}
		if p.Name == refused.Name {
			return system, fault.New(fault.Invalid, "rules.value", p.Name, fault.Clip(refused.Value), values)
		}
		names = append(names, p.Name)
	}
	return system, fault.New(fault.Invalid, "rules.parameter", fault.Clip(refused.Name), strings.Join(names, ", "))
}

// record reads a file of game records within the reader's limits.
func record(path string) (*sgf.Collection, []sgf.Finding, error) {
	in, err := open(path)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	return sgf.Read(in, sgf.Options{})
}

// branchFlag defines --branch.
func (c *call) branchFlag() *string {
	return c.flags.String("branch", "first", "the branch of a record that is the game: first, or other for the one that a remark names")
}

// isOther reports whether --branch names the other branch.
func isOther(branch string) (bool, error) {
	switch branch {
	case "first", "other":
		return branch == "other", nil
	}
	return false, fault.New(fault.Invalid, "command.branch", fault.Clip(branch))
}

// A recordReader reads files of game records for check and score.
type recordReader struct {
	*call
	system rules.System
	// other is set to read the other branch of an ambiguous record.
	other bool
}

// game returns a game along the chosen branch.
func (r *recordReader) game(g sgf.Game) sgf.Game {
	if b, ok := g.Branches(); ok && r.other {
		return g.Along(b.Other)
	}
	return g
}

// findings returns the findings of the reader. The finding about branches is left out if a person chose the branch.
func (r *recordReader) findings(list []sgf.Finding) []finding {
	read := []finding{} // never null in JSON
	for _, f := range list {
		_, isBranch := f.Read.(sgf.Branches)
		if isBranch && r.other {
			continue
		}
		key, args := gamerecord.Message(f)
		text := r.lang.T(key, args...)
		if isBranch {
			text += " " + r.lang.T("command.branch.other")
		}
		read = append(read, finding{Rule: key, Severity: severities[f.Severity], Text: text, Line: f.Line, Column: f.Column})
	}
	return read
}

// check reports the verdict on every game of a file, one after the other. The first verdict has the findings about the
// file.
func (r *recordReader) check(path string, report func(verdict) error) error {
	games, list, err := record(path)
	if err != nil {
		return err
	}
	read := r.findings(list)
	if games.Len() == 0 {
		return report(verdict{File: path, Rules: r.system.Name, Findings: read})
	}
	n := 0
	for game := range games.Games() {
		n++
		v := r.verdict(rules.Check(r.game(game), r.system, rules.Options{}))
		v.File = path
		if games.Len() > 1 {
			v.Game = n
		}
		if n == 1 {
			v.Findings = append(read, v.Findings...)
		}
		if err := report(v); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) verdict(r *rules.Verdict) verdict {
	byBlack, byWhite := r.Captured[0], r.Captured[1]
	v := verdict{
		Rules: r.System.Name, Size: r.Cols, Moves: r.Moves, Legal: r.Legal && r.Board != nil, Findings: []finding{}, More: r.More,
		Captures: captures{byBlack, byWhite}, Position: r.Position(), Result: r.Outcome().String(), outcome: r.Outcome(),
	}
	if r.Cols != r.Rows {
		v.Size = fmt.Sprintf("%dx%d", r.Cols, r.Rows)
	}
	v.Findings = append(v.Findings, c.findingsOf(r)...)
	return v
}

// findingsOf returns the findings of a verdict.
func (c *call) findingsOf(v *rules.Verdict) (list []finding) {
	for _, f := range v.Findings {
		point := ""
		if f.Point != rules.Pass {
			point = f.Point.Name(v.Rows)
		}
		list = append(list, finding{
			Move: f.Move, Point: point, Rule: string(f.Rule), Severity: severities[f.Severity], Text: c.lang.T(f.Key(), f.Args...),
		})
	}
	return list
}

// printVerdict prints one verdict for people.
func (c *call) printVerdict(v verdict) error {
	name := v.File
	if v.Game > 0 {
		name = c.lang.T("check.game", v.File, v.Game)
	}
	key := "check.legal"
	if !v.Legal {
		key = "check.illegal"
	}
	if v.Size == nil {
		fmt.Fprintln(c.stdout, c.lang.T("check.unread", name))
	} else {
		fmt.Fprintln(c.stdout, c.lang.T(key, name, rules.SystemName(v.Rules), c.lang.T("record.length", v.Moves), v.outcome))
	}
	if err := c.printFindings(v.Findings); err != nil {
		return err
	}
	if v.More > 0 {
		fmt.Fprintf(c.stdout, "  %s: %s\n", c.lang.T("command.severity.note"), c.lang.T("sgf.findings.more"))
	}
	return nil
}

// printFindings prints findings, one a line.
func (c *call) printFindings(list []finding) error {
	for _, f := range list {
		if _, err := fmt.Fprintf(c.stdout, "  %s: %s\n", c.lang.T("command.severity."+f.Severity), c.formatFinding(f)); err != nil {
			return err
		}
	}
	return nil
}

// formatFinding formats a finding with its place in the game or in the text.
func (c *call) formatFinding(f finding) string {
	switch {
	case f.Move > 0 && f.Point != "":
		return c.lang.T("record.verdict.at", f.Move, f.Point, f.Text)
	case f.Move > 0:
		return c.lang.T("record.verdict.move", f.Move, f.Text)
	case f.Line > 0:
		return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Text)
	}
	return f.Text
}
