package roster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/format/file"
)

// Lists as people send them, with the players read and the findings.
func TestSheetReadsWhatPeopleSend(t *testing.T) {
	for _, tt := range []struct {
		name, list     string
		players, notes []string
	}{
		{"American ratings", "AGA ID,Last,First,Rating\n1001,Aho,Aino,3.2\n1002,Berg,Bo,-4.1\n1003,Cox,Cy,5",
			[]string{"Aho|Aino|3d|2270|||||||", "Berg|Bo|4k|1740|||||||", "Cox|Cy|5d|2450|||||||"},
			[]string{"2/2 warning roster.row.rank.rating 2270 3d", "3/2 warning roster.row.rank.rating 1740 4k", "4/2 warning roster.row.rank.rating 2450 5d"}},
		{"American ratings without numbers", "Name;Rank;Rating\nAho, Aino;3d;3.7\nBerg, Bo;5k;-5.5", []string{"Aho|Aino|3d|2320|||||||", "Berg|Bo|5k|1600|||||||"}, nil},
		{"European ratings", "Name;Rank;Rating\nAho, Aino;3d;2302.5\nBerg, Bo;20k;100", []string{"Aho|Aino|3d|2302|||||||", "Berg|Bo|20k|100|||||||"}, nil},
		{"an American rating as the rank", "Name;Rank\nAho, Aino;3.2", []string{"Aho|Aino|3d|2270|||||||"}, []string{"2/2 warning roster.row.rank.read 3.2 3d"}},
		{"a mail", "1. Pekka Heinonen 12k Helsinki\n- Laura Toivonen 9 kyu Tampere\n3) Anna Aho (2d) HGS\n4. Sofia Lind 2-dan\n• Mikko Laine, 5k, FI Turku",
			[]string{"Heinonen|Pekka|12k|||Helsinki|||||", "Toivonen|Laura|9k|||Tampere|||||", "Aho|Anna|2d|||HGS|||||", "Lind|Sofia|2d||||||||", "Laine|Mikko|5k||FI|Turku|||||"}, nil},
		{"a mail with numbers", "Aino Aho 2d Helsinki\nBo Berg 3d (90000123)\nCy Cox 4k Turku FI",
			[]string{"Aho|Aino|2d|||Helsinki|||||", "Berg|Bo|3d||||90000123||||", "Cox|Cy|4k||FI|Turku|||||"},
			[]string{"2/1 info roster.row.name.number 90000123"}},
		{"a total", "Name;Rank\nAho, Aino;2d\nYhteensä 26;\nTotal: 26 players;\nRazem;26", []string{"Aho|Aino|2d||||||||"}, nil},
		{"a player called Suma", "Name;Rank\nSuma;2d", []string{"Suma||2d||||||||"}, nil},
		{"a title above the headings", "Last update: 12.3.2026\nFirst Name;Last Name;Rank\nAino;Aho;2d", []string{"Aho|Aino|2d||||||||"}, nil},
		{"countries", "Name;Rank;Country\nAho, A;2d;D\nBerg, B;2d;Holland\nCox, C;2d;Georgia\nDay, D;2d;A\nEk, E;2d;U.S.A.\nFox, F;2d;I",
			[]string{"Aho|A|2d||DE||||||", "Berg|B|2d||NL||||||", "Cox|C|2d||GE||||||", "Day|D|2d||AT||||||", "Ek|E|2d||US||||||", "Fox|F|2d||IT||||||"}, nil},
		{"a status", "Name;Rank;Status\nAho, A;2d;confirmed\nBerg, B;2d;Cancelled\nCox, C;2d;waiting list\nDay, D;2d;varasijalla\nEk, E;2d;peruttu",
			[]string{"Aho|A|2d||||||||", "(Berg|B|2d||||||||)", "(Cox|C|2d||||||||)", "(Day|D|2d||||||||)", "(Ek|E|2d||||||||)"},
			[]string{"3/3 warning roster.row.cancelled Cancelled", "4/3 warning roster.row.waiting waiting list", "5/3 warning roster.row.waiting varasijalla", "6/3 warning roster.row.cancelled peruttu"}},
		{"numbers and titles in names", "Name;Rank\nAho Aino (90000001);2d\nDr. Bo Berg;3d\nCox Cy PIN 90000002;4d",
			[]string{"Aho|Aino|2d||||90000001||||", "Bo|Berg|3d||||||||", "Cox|Cy|4d||||90000002||||"},
			[]string{"2/1 info roster.row.name.number 90000001", "3/1 info roster.row.name.title Dr.", "4/1 info roster.row.name.number 90000002"}},
		{"doubtful ranks", "Name;Rank\nAho, A;NR\nBerg, B;DDK\nCox, C;4-5k\nDay, D;35k",
			[]string{"Aho|A|20k||||||||", "Berg|B|15k||||||||", "Cox|C|4k||||||||", "Day|D|30k||||||||"},
			[]string{"2/2 warning roster.row.rank.newcomer NR 20k", "3/2 warning roster.row.rank.read DDK 15k", "4/2 warning roster.row.rank.read 4-5k 4k", "5/2 warning roster.row.rank.read 35k 30k"}},
		{"days for ranks", "Name;Rank\nAho, A;2-Jan\nBerg, B;3.5.\nCox, C;2026-05-03\nDay, D;2-dan",
			[]string{"Aho|A|||||||||", "Berg|B|||||||||", "Cox|C|||||||||", "Day|D|2d||||||||"},
			[]string{"2/2 error roster.row.rank.day 2-Jan", "3/2 error roster.row.rank.day 3.5.", "4/2 error roster.row.rank.day 2026-05-03"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sheetOf(t, tt.list, Options{})
			if diff := cmp.Diff(tt.players, lines(s)); diff != "" {
				t.Errorf("players (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notes, problems(s)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCountryReadsPlatesAndNames(t *testing.T) {
	for text, want := range map[string]string{"D": "DE", "f": "FR", "Holland": "NL", "Gruzja": "GE", "FI": "FI", "Uusi-Seelanti": "NZ", "Z": "", "Atlantis": ""} {
		if code, ok := Country(text); code != want || ok != (want != "") {
			t.Errorf("Country(%q) = %q, %v", text, code, ok)
		}
	}
}

// A player, club or town named like a total does not make the row a total.
func TestTotalsNameNobody(t *testing.T) {
	s := sheetOf(t, "Family;Given;Rank;Club\nAho;Aino;2d;Testila\nSum;Kai;;Testila\nBerg;Bo;;Total\nTotal;;;\nTotal;25;1 200;\n;Players;26;Total\n", Options{})
	var names []string
	for i := range s.Rows {
		names = append(names, s.Rows[i].Player.Name())
	}
	if want := []string{"Aho Aino", "Sum Kai", "Berg Bo"}; !slices.Equal(names, want) {
		t.Errorf("read %q, want %q", names, want)
	}
}

// People of one name are distinguished by their numbers without comparing each with
// all others.
func TestManyNamesakes(t *testing.T) {
	var list strings.Builder
	list.WriteString("Family;Given;Rank;EGD;FFG\n")
	for i := range mostRows - 2 {
		fmt.Fprintf(&list, "Aho;Aino;2d;%d;\n", 90000000+i)
	}
	list.WriteString("Aho;Aino;2d;90000003;\nAho;Aino;2d;;9000001\n")
	s := sheetOf(t, list.String(), Options{})
	ready, doubtful, _, left := s.Count()
	if ready != 1 || doubtful != mostRows-3 || left != 2 {
		t.Errorf("%d ready, %d doubtful, %d left out", ready, doubtful, left)
	}
	if n := len(s.AllFindings()); n > 2*mostRows {
		t.Errorf("%d findings", n)
	}
	for row, want := range map[int]int{mostRows - 2: 5, mostRows - 1: 2} {
		r := s.Rows[row]
		if !r.Excluded || len(r.Findings) != 1 || r.Findings[0].Key != "roster.row.twice" || r.Findings[0].Args[0] != want {
			t.Errorf("row %d: %+v", row, r)
		}
	}
}

// A total is not an example of the order of names.
func TestTotalsAreNoNames(t *testing.T) {
	s := sheetOf(t, "Name;Rank\nAho, Aino;2d\nBerg, Bo;3d\nTotal 2;\n", Options{})
	if slices.ContainsFunc(s.Findings, func(n file.Finding) bool { return n.Key == "roster.order" }) {
		t.Errorf("the findings are %v", s.Findings)
	}
}
