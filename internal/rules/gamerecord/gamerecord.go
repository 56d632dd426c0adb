package gamerecord

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/sgf"
)

// Bounds on a game record. Real games stay far below, with all variations and
// comments of a program.
const (
	MostBytes = 1 << 20
	MostMoves = 2000
	mostNodes = 100_000
)

// Read parses a game record within these bounds.
func Read(data []byte) (*sgf.Collection, []sgf.Finding) {
	return sgf.Parse(data, sgf.Options{Bytes: MostBytes, Nodes: mostNodes})
}

// Message returns the message that explains a finding of Read.
func Message(f sgf.Finding) (key string, args []any) {
	switch read := f.Read.(type) {
	case sgf.Result:
		return string(f.Kind), []any{f.Text, rules.Outcome(read)}
	case int:
		return string(f.Kind), []any{f.Text, rules.HalfPoints(read)}
	case sgf.Branches:
		return string(f.Kind), []any{read.Fork + 1, read.Main.Moves, read.Other.Moves}
	}
	return string(f.Kind), []any{f.Text, f.Read}
}

// Hash returns the SHA-256 of a record in hexadecimal.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// A Judged record is a record that can be stored.
type Judged struct {
	// Text is the record as stored, Hash the Hash of it.
	Hash, Text string
	// By are the rules of the judgement, Cols and Rows the size of the board.
	By         rules.System
	Cols, Rows int
}

// Judge judges a text as the record of one game under a system; that takes up to
// a second. UTF-8 is kept as it is, other encodings are converted. Faults:
// "record.several", "record.moves", or the key of the finding that makes the text
// no record.
func Judge(data []byte, by rules.System) (Judged, error) {
	c, findings := Read(data)
	switch {
	case c.Len() == 0 && len(findings) > 0:
		gravest := slices.MaxFunc(findings, func(a, b sgf.Finding) int { return cmp.Compare(a.Severity, b.Severity) })
		return Judged{}, fault.New(fault.Invalid, string(gravest.Kind), gravest.Text)
	case c.Len() != 1:
		return Judged{}, fault.New(fault.Invalid, "record.several", c.Len())
	}
	v := rules.Check(c.Game(0), by, rules.Options{})
	switch {
	case v.Board == nil:
		return Judged{}, fault.New(fault.Invalid, v.Findings[0].Key(), v.Findings[0].Args...)
	case v.Moves > MostMoves:
		return Judged{}, fault.New(fault.Invalid, "record.moves", v.Moves, MostMoves)
	}
	text := string(data)
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 { // UTF-16 may be UTF-8 with zero bytes
		var b bytes.Buffer
		if err := sgf.Write(&b, c); err != nil {
			return Judged{}, err
		}
		text = strings.ToValidUTF8(b.String(), "\uFFFD")
	}
	text = strings.ReplaceAll(text, "\x00", "\uFFFD") // PostgreSQL stores no zero byte, and the hash is of the stored text
	return Judged{Hash: Hash(text), Text: text, By: by, Cols: v.Cols, Rows: v.Rows}, nil
}

// A Choice is one game of a file with several, or one branch of a game, with its record and
// the details that distinguish it.
type Choice struct {
	Black, White, Date, Result string
	Moves                      int
	// Branch is set for a branch, Ended for a branch that two passes end.
	Branch, Ended bool
	Text          string
}

// OtherBranch returns the record of a game along another branch than its first that may be the
// game as it was played. It is not ok for a file without such a game, or of several games.
func OtherBranch(data []byte) (record []byte, ok bool) {
	c, _ := Read(data)
	if c.Len() != 1 {
		return nil, false
	}
	g := c.Game(0)
	b, ok := g.Branches()
	if !ok || !b.Likely() {
		return nil, false
	}
	return []byte(strings.ToValidUTF8(g.Along(b.Other).String(), "\uFFFD")), true
}

// CheckBranch returns a fault for a record whose first branch may not be the game as it was
// played: "record.branches", then Branches are the choice.
func CheckBranch(data []byte) error {
	if list := Branches(data); len(list) > 0 {
		return fault.New(fault.Invalid, "record.branches", list[1].Moves, list[0].Moves)
	}
	return nil
}

// Branches lists the branch of a record that may be the game as it was played, and its first
// branch; none if the first is the game beyond doubt.
func Branches(data []byte) (list []Choice) {
	other, ok := OtherBranch(data)
	if !ok {
		return nil
	}
	first, _ := Read(data)
	c, _ := Read(other)
	b, _ := first.Game(0).Branches()
	list = []Choice{newChoice(c.Game(0)), newChoice(first.Game(0))}
	list[0].Branch, list[0].Ended, list[1].Branch = true, b.Other.Ended, true
	return list
}

func newChoice(g sgf.Game) Choice {
	c := Choice{
		Black: g.Info("PB"), White: g.Info("PW"), Date: g.Info("DT"), Result: g.Info("RE"),
		Text: strings.ToValidUTF8(g.String(), "\uFFFD"),
	}
	for n := range g.MainLine() {
		for range n.Moves() {
			c.Moves++
		}
	}
	return c
}

// mostChoices bounds the games of a file to choose from.
const mostChoices = 200

// Choices lists the games of Go in a file, for choosing one.
func Choices(data []byte) (list []Choice) {
	c, _ := Read(data)
	for g := range c.Games() {
		if len(list) == mostChoices {
			break
		}
		if !g.IsGo() {
			continue
		}
		list = append(list, newChoice(g))
	}
	return list
}
