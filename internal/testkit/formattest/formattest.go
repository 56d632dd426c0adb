// Package formattest has tournaments and helpers that the tests of the formats share. It imports no format, so that
// the tests inside each may import it.
package formattest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// must ends a test of package testing or rapid at an error.
func must(t interface {
	Helper()
	Fatal(...any)
}, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ReadTestdata returns the content of a file.
func ReadTestdata(t testing.TB, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	must(t, err)
	return data
}

// GothaFile returns one of the OpenGotha files among the sample files.
func GothaFile(t testing.TB, name string) []byte {
	return golden.ReadSample(t, "opengotha", name, name+".xml")
}

var GothaSamples = []struct {
	Name                             string
	System                           tournament.System
	Players, Rounds, Games, Handicap int
	Floor, Bar                       rank.Rank
}{
	{"simplemm", tournament.McMahon, 16, 5, 40, 11, rank.Kyu20, rank.Dan4},
	{"simpleswiss", tournament.Swiss, 32, 7, 112, 0, rank.Kyu30, rank.Dan9},
	{"notsosimpleswiss", tournament.Swiss, 35, 10, 170, 0, rank.Kyu30, rank.Dan9},
	{"Toulouse2024", tournament.McMahon, 38, 6, 105, 21, rank.Kyu20, rank.Kyu(2)},
}

// Brief formats findings as "line: key args".
func Brief(findings []file.Finding) []string {
	var out []string
	for _, n := range findings {
		text := fmt.Sprintf("%d: %s", n.Line, n.Key)
		for _, a := range n.Args {
			text += fmt.Sprintf(" %v", a)
		}
		out = append(out, text)
	}
	return out
}

// Keys returns the keys of findings.
func Keys(findings []file.Finding) []string {
	var out []string
	for _, n := range findings {
		out = append(out, n.Key)
	}
	return out
}

// Listed formats players, games and byes, one a line.
func Listed(tn *tournament.Tournament) []string {
	var out []string
	for i := range tn.Players {
		p := &tn.Players[i]
		text := fmt.Sprintf("%s, %s %s %s %s %s %q", p.Family, p.Given, p.Rank, p.Rating, p.Country, p.Status, p.Club)
		if p.StartCorrection != 0 {
			text += fmt.Sprintf(" %+d", p.StartCorrection)
		}
		for n := 1; n <= tn.Settings.Rounds; n++ {
			if p.Absent.Has(n) {
				text += fmt.Sprintf(" -%d", n)
			}
		}
		out = append(out, text+" "+strings.Join([]string{p.EGD, p.FFG, p.AGA}, "/"))
	}
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			out = append(out, fmt.Sprintf("%d.%d %d-%d h%d k%s %s", r.Number, g.Table, g.Black, g.White, g.Handicap, g.Komi, g.Result))
		}
		for _, id := range r.Byes {
			out = append(out, fmt.Sprintf("%d bye %d", r.Number, id))
		}
	}
	return out
}

// RatingsEqual lets cmp compare ratings by value.
func RatingsEqual() cmp.Option {
	return cmp.Comparer(func(a, b rank.Rating) bool { return a == b })
}

// Readers and writers of a format.
type (
	Reader = func([]byte) (*tournament.Tournament, []file.Finding, error)
	Writer = func(io.Writer, *tournament.Tournament, file.Label) ([]file.Finding, error)

	NativeReader = func([]byte) (tournament.Whole, []file.Finding, error)
	NativeWriter = func(io.Writer, tournament.Whole, file.Label) ([]file.Finding, error)
)

// AsFile returns the output of write for a tournament, and its findings.
func AsFile(t testing.TB, write Writer, tn *tournament.Tournament) (string, []file.Finding) {
	t.Helper()
	var b bytes.Buffer
	findings, err := write(&b, tn, nil)
	must(t, err)
	return b.String(), findings
}

// ReadsSafely checks that a reader answers any input with a tournament or a fault, and that the tournament can be
// written and read again natively.
func ReadsSafely(t *testing.T, data []byte, read Reader, writeNative NativeWriter, readNative NativeReader) *tournament.Tournament {
	tn, _, err := read(data)
	if err != nil {
		if _, ok := fault.As(err); !ok {
			t.Fatalf("not a fault: %v", err)
		}
		return nil
	}
	var b bytes.Buffer
	_, err = writeNative(&b, tournament.Whole{Tournament: tn}, nil)
	must(t, err)
	if _, _, err := readNative(b.Bytes()); err != nil {
		t.Fatalf("read, but not a tournament: %v\n%s", err, b.Bytes())
	}
	return tn
}

// Workbook returns an .xlsx with rows on its first sheet.
func Workbook(t testing.TB, rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for i, row := range rows {
		must(t, f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row))
	}
	b, err := f.WriteToBuffer()
	must(t, err)
	return b.Bytes()
}

// ZipOf returns an archive of one file.
func ZipOf(t testing.TB, name, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	must(t, err)
	_, err = w.Write([]byte(content))
	must(t, err)
	must(t, z.Close())
	return b.Bytes()
}

// withSheet returns a workbook whose first sheet is the given XML.
func withSheet(t testing.TB, sheet []byte) []byte {
	t.Helper()
	model := Workbook(t, []any{"Name"})
	from, err := zip.NewReader(bytes.NewReader(model), int64(len(model)))
	must(t, err)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range from.File {
		if f.Name != "xl/worksheets/sheet1.xml" {
			must(t, z.Copy(f))
			continue
		}
		w, err := z.Create(f.Name)
		must(t, err)
		_, err = w.Write(sheet)
		must(t, err)
	}
	must(t, z.Close())
	return b.Bytes()
}

// Bomb returns a small workbook whose first sheet unpacks to size bytes; lies
// makes the archive state a small size.
func Bomb(t testing.TB, size int, lies bool) []byte {
	t.Helper()
	data := withSheet(t, bytes.Repeat([]byte(" "), size))
	if !lies {
		return data
	}
	stated := binary.LittleEndian.AppendUint32(nil, uint32(size))
	return bytes.ReplaceAll(data, stated, binary.LittleEndian.AppendUint32(nil, 1000))
}

// Tall returns a workbook of headings and n players.
func Tall(t testing.TB, n int) []byte {
	t.Helper()
	var sheet strings.Builder
	sheet.WriteString(`<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	row := func(name, grade string) {
		fmt.Fprintf(&sheet, `<row><c t="inlineStr"><is><t>%s</t></is></c><c t="inlineStr"><is><t>%s</t></is></c></row>`, name, grade)
	}
	row("Name", "Rank")
	for i := range n {
		row("Aho"+strconv.Itoa(i)+" Aino", "5k")
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	return withSheet(t, []byte(sheet.String()))
}

// Filled returns a workbook with other values in some cells of a sheet.
func Filled(t testing.TB, workbook []byte, sheet string, cells map[string]any) []byte {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(workbook))
	must(t, err)
	defer func() { _ = f.Close() }()
	for at, value := range cells {
		must(t, f.SetCellValue(sheet, at, value))
	}
	b, err := f.WriteToBuffer()
	must(t, err)
	return b.Bytes()
}
