package roster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// said formats the findings of a list and of its rows: place, severity, key and values.
func said(s *Sheet) (out []string) {
	for _, f := range append(slices.Clone(s.Findings), rowFindingsOf(s)...) {
		out = append(out, strings.TrimSpace(fmt.Sprintln(append([]any{fmt.Sprintf("%d/%d %s %s", f.Line, f.Column, f.Severity, strings.TrimPrefix(f.Key, "roster."))}, f.Args...)...)))
	}
	return out
}

func rowFindingsOf(s *Sheet) (all []file.Finding) {
	for _, r := range s.Rows {
		all = append(all, r.Findings...)
	}
	return all
}

// Unknown parts of a list are read correctly or reported, never mistaken for another part.
func TestListsAreReadOrTold(t *testing.T) {
	for _, tt := range []struct {
		name, list     string
		players, notes []string
	}{
		{"a quotation mark in front of a word", "Family\tGiven\tRank\tQuestion\nAho\tAino\t2d\t\nBerg\tBo\t3k\t\"Wi-fi\" at the venue?\nCerny\tCy\t4k\t\n",
			[]string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||", "Cerny|Cy|4k||||||||"}, []string{"0/4 info column.ignored Question"}},
		{"a quotation mark that swallows rows", "Name;Rank;Club\nAho, Aino;2d;\"Tengen\nBerg, Bo;3k;Turku\nCerny, Cy;4k;Go\"\n",
			[]string{"Aho|Aino|2d|||\"Tengen|||||", "Berg|Bo|3k|||Turku|||||", "Cerny|Cy|4k|||Go\"|||||"}, []string{"2/3 warning quote 2 3"}},
		{"short rows in quotation marks", "Name;Rank;Club;Age\nAho, Aino;2d;\"Tengen\nBerg, Bo;3k\nCerny, Cy;4k\"\nDay, Di;5k;Lund;7\n",
			[]string{"Aho|Aino|2d|||Tengen Berg, Bo;3k Cerny, Cy;4k|||||", "Day|Di|5k|||Lund|||||"}, []string{"0/4 info column.ignored Age", "2/0 warning row.lines 4"}},
		{"an address of several lines", "Timestamp,Name,Rank,Address\n2026/03/01,\"Aho, Aino\",2d,\"Road 1\n100 Town\nLand\"\n2026/03/01,\"Berg, Bo\",3k,\"Road 2\n200 Town\nLand\"\n",
			[]string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"}, []string{"0/1 info column.ignored Timestamp", "0/4 info column.ignored Address", "0/0 info lines 2 2"}},
		{"a heading over two columns", "Name,,Rank\nAho,Aino,2d\nBerg,Bo,3k\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"}, []string{"0/2 warning order Aho Aino"}},
		{"a heading over two columns, given name first", "Name,,Rank\nPekka,Aho,2d\nJuha,Berg,3k\n", []string{"Aho|Pekka|2d||||||||", "Berg|Juha|3k||||||||"}, []string{"0/2 warning order Aho Pekka"}},
		{"given names without a heading", "Surname;;Rank\nAho;Aino;2d\nBerg;Bo;3k\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"}, []string{"0/2 warning order Aho Aino"}},
		{"a column without a heading", "Name;Rank;\nAho, Aino;2d;vegetarian\nBerg, Bo;3k;\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"}, []string{"0/3 info column.unnamed 3 vegetarian"}},
		{"a note without a heading", "Name;Rank;\nAho, Aino;2d;\nBerg, Bo;3k;cancelled\n", []string{"Aho|Aino|2d||||||||", "(Berg|Bo|3k||||||||)"},
			[]string{"0/3 info column.unnamed 3 cancelled", "3/3 warning row.note.cancelled cancelled"}},
		{"thousands", "Name;Rank;Rating\nAho, Aino;2d;2,105\nBerg, Bo;11k;950\n", []string{"Aho|Aino|2d|2105|||||||", "Berg|Bo|11k|950|||||||"}, []string{"0/3 warning thousands 2,105 2105"}},
		{"thousands in place of ranks", "Name;Rank\nAho, Aino;2.105\nBerg, Bo;3k\n", []string{"Aho|Aino|1d|2105|||||||", "Berg|Bo|3k||||||||"}, []string{"2/2 warning row.rank.read 2.105 1d"}},
		{"apostrophes in ratings", "Name;Rank;Rating\nAho, Aino;2d;2'105\nBerg, Bo;1k;1 950\n", []string{"Aho|Aino|2d|2105|||||||", "Berg|Bo|1k|1950|||||||"}, nil},
		{"American members never rated", "AGA ID,Last,First,Rating\n1,Aho,Aino,0.0\n2,Berg,Bo,-21.9\n3,Cerny,Cy,3.4\n",
			[]string{"Aho|Aino|20k||||||||", "Berg|Bo|21k|-40|||||||", "Cerny|Cy|3d|2290|||||||"},
			[]string{"0/4 warning american -21.9 21k -40", "2/2 warning row.rank.newcomer 0.0 20k", "3/2 warning row.rank.rating -40 21k", "4/2 warning row.rank.rating 2290 3d"}},
		{"American ratings in place of ranks", "Name;Rank\nAho, Aino;3.2\nBerg, Bo;0.0\nCerny, Cy;-4.1\n", []string{"Aho|Aino|3d|2270|||||||", "Berg|Bo|20k||||||||", "Cerny|Cy|4k|1740|||||||"},
			[]string{"2/2 warning row.rank.read 3.2 3d", "3/2 warning row.rank.newcomer 0.0 20k", "4/2 warning row.rank.read -4.1 4k"}},
		{"a question about rounds not played", "Name;Rank;Which rounds will you not play?\nAho, Aino;2d;1.–3.\nBerg, Bo;3k;none\n", []string{"Aho|Aino|2d|||||1,2,3|||", "Berg|Bo|3k||||||||"}, []string{}},
		{"a count of rounds", "Name;Rank;Number of rounds\nAho, Aino;2d;3\n", []string{"Aho|Aino|2d||||||||"}, []string{"0/3 info column.ignored Number of rounds"}},
		{"words for no rank", "Name;Rank;Club\nAho, Aino;new;new\nBerg, Bo;brak;brak\nCerny, Cy;unrated;none\nDay, Di;-;-\n",
			[]string{"Aho|Aino|20k|||new|||||", "Berg|Bo|20k||||||||", "Cerny|Cy|20k||||||||", "Day|Di|||||||||"},
			[]string{"2/2 warning row.rank.newcomer new 20k", "3/2 warning row.rank.newcomer brak 20k", "4/2 warning row.rank.newcomer unrated 20k", "5/2 error row.rank.missing"}},
		{"ranks of federations and servers", "Name;Rank\nAho, Aino;AGA 2d\nBerg, Bo;3d EGF\nCerny, Cy;KGS 5k\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3d||||||||", "Cerny|Cy|5k||||||||"},
			[]string{"2/2 warning row.rank.read AGA 2d 2d", "3/2 warning row.rank.read 3d EGF 3d", "4/2 warning row.rank.read KGS 5k 5k"}},
		{"French answers", "Nom;Prénom;Niveau;Ronde 1;Ronde 2\nAho;Aino;1D;oui;non\nBerg;Bo;5K;non;oui\n", []string{"Aho|Aino|1d|||||2|||", "Berg|Bo|5k|||||1|||"}, nil},
		{"unknown answers", "Name;Rank;R1;R2\nAho, Aino;2d;W;B\nBerg, Bo;3k;B;W\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"},
			[]string{"2/3 error row.presence W 1", "2/4 error row.presence B 2", "3/3 error row.presence B 1", "3/4 error row.presence W 2"}},
		{"no answer", "Name;Rank;R1\nAho, Aino;2d;yes\nBerg, Bo;3k;no\nCerny, Cy;4k;\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k|||||1|||", "Cerny|Cy|4k|||||1|||"}, []string{"4/3 warning row.presence.empty 1"}},
		{"marks of those who play", "Name;Rank;R1;R2\nAho, Aino;2d;x;\nBerg, Bo;3k;-;x\n", []string{"Aho|Aino|2d|||||2|||", "Berg|Bo|3k|||||1|||"}, nil},
		{"marks of those who do not", "Name;Rank;R1;R2\nAho, Aino;2d;bye;\nBerg, Bo;3k;;\nCerny, Cy;3k;;bye\n", []string{"Aho|Aino|2d|||||1|||", "Berg|Bo|3k||||||||", "Cerny|Cy|3k|||||2|||"}, []string{"0/3 warning rounds.no"}},
		{"absent in a round", "Name;Rank;Absent round 2\nAho, Aino;2d;x\nBerg, Bo;3k;\n", []string{"Aho|Aino|2d|||||2|||", "Berg|Bo|3k||||||||"}, nil},
		{"results of rounds", "Name;Rank;R1;R2\nAho, Aino;2d;2+/w0;3-\nBerg, Bo;3k;1-/b0;0+\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"},
			[]string{"0/4 warning rounds.results", "0/3 info column.ignored R1", "0/4 info column.ignored R2"}},
		{"a day", "Name;Rank;Saturday\nAho, Aino;2d;yes\nBerg, Bo;3k;no\n", []string{"Aho|Aino|2d||||||||", "Berg|Bo|3k||||||||"}, []string{"0/3 warning column.day Saturday"}},
		{"rounds in other languages", "Name;Rank;Rounds\nAho, Aino;2d;non\nBerg, Bo;3k;oui\nCerny, Cy;4k;perhaps\nDay, Di;5k;1 maybe\n",
			[]string{"Aho|Aino|2d|||||1,2,3,4,5|||", "Berg|Bo|3k||||||||", "Cerny|Cy|4k||||||||", "Day|Di|5k||||||||"},
			[]string{"4/3 error row.rounds.word perhaps", "5/3 warning row.rounds 1 maybe 5"}},
		{"notes about taking part", "Name;Rank;Notes\nAho, Aino;2d;vegetarian\nBerg, Bo;3k;cancelled\nCerny, Cy;4k;reserve list\nDay, Di;5k;only Saturday\nEk, Eva;6k;not round 1\nFox, Flo;7k;PERUUTTANUT\nGil, Gin;8k;has not cancelled, only late\n",
			[]string{"Aho|Aino|2d|||||||vegetarian|", "(Berg|Bo|3k|||||||cancelled|)", "(Cerny|Cy|4k|||||||reserve list|)", "Day|Di|5k|||||||only Saturday|", "Ek|Eva|6k|||||||not round 1|", "(Fox|Flo|7k|||||||PERUUTTANUT|)", "Gil|Gin|8k|||||||has not cancelled, only late|"},
			[]string{"3/3 warning row.note.cancelled cancelled", "4/3 warning row.note.waiting reserve list", "5/3 warning row.note only Saturday", "6/3 warning row.note not round 1", "7/3 warning row.note.cancelled PERUUTTANUT", "8/3 warning row.note has not cancelled, only late"}},
		{"a status beside the name", "Name;Rank\nAho Aino (peruttu);2d\n", []string{"(Aho|Aino|2d|||||||peruttu|)"},
			[]string{"0/1 warning order Aho Aino", "2/1 warning row.note.cancelled peruttu"}},
		{"letters encoded twice", "Name;Rank\nMÃ¤kinen, PÃ¤ivi;2d\nBerg, Bo;3k\n", []string{"Mäkinen|Päivi|2d||||||||", "Berg|Bo|3k||||||||"}, []string{"0/0 warning mended 1 MÃ¤kinen, PÃ¤ivi Mäkinen, Päivi"}},
		{"a lost letter", "Name;Rank\nM\ufffdkinen, Aino;2d\n", []string{"Mkinen|Aino|2d||||||||"}, []string{"2/1 warning row.name.letter M\ufffdkinen Aino"}},
		{"names that are none", "Name;Rank\nTBA;2d\n?;3k\nBye;4k\n", []string{"TBA||2d||||||||", "?||3k||||||||", "Bye||4k||||||||"},
			[]string{"2/1 warning row.name.none TBA", "3/1 warning row.name.none ?", "4/1 warning row.name.none Bye"}},
		{"a name like a rank in a mail", "Kim Dan 5 kyu Lund\nAho Aino 2d Oulu\n", []string{"Kim|Dan|5k|||Lund|||||", "Aho|Aino|2d|||Oulu|||||"}, []string{"0/0 warning guessed", "0/1 warning order Kim Dan"}},
		{"rows above the headings", "Anna Aho 5k\nName;Rank\nBerg, Bo;3k\n", []string{"Berg|Bo|3k||||||||"}, []string{"1/0 warning above Anna Aho 5k"}},
		{"a row in the wrong column", "Name;Rank;Shoe\nAho, Aino;2d;7\n;;Berg Bo\n;;8\n", []string{"Aho|Aino|2d||||||||"}, []string{"0/3 info column.ignored Shoe", "3/0 info unused Berg Bo", "0/0 info blank 1"}},
		{"countries with accents", "Name;Rank;Country\nAho, Aino;2d;ČR\nBerg, Bo;3k;Côte d’Ivoire\nCerny, Cy;3k;CR\n", []string{"Aho|Aino|2d||CZ||||||", "Berg|Bo|3k||CI||||||", "Cerny|Cy|3k||CR||||||"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sheetOf(t, tt.list, Options{})
			if diff := cmp.Diff(tt.players, lines(s)); diff != "" {
				t.Errorf("players (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notes, said(s), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// A person answers for unknown words, and types the rounds of a player.
func TestAnswersOfAPerson(t *testing.T) {
	const list = "Name;Rank;R1;R2;Notes\nAho, Aino;2d;W;B;\nBerg, Bo;3k;B;W;only Saturday\n"
	s := sheetOf(t, list, Options{})
	if !slices.Equal(s.Unclear, []string{"W", "B"}) {
		t.Errorf("asks about %q", s.Unclear)
	}
	o := Options{Answers: map[string]bool{"W": true, "B": false}, Repairs: map[int]map[Column]string{3: {colAbsent: "2"}}}
	s = sheetOf(t, list, o)
	if got := lines(s); !slices.Equal(got, []string{"Aho|Aino|2d|||||2|||", "Berg|Bo|3k|||||2||only Saturday|"}) || len(said(s)) > 0 {
		t.Errorf("read %q, %q", got, said(s))
	}
	o.Repairs[3][colAbsent] = "sometimes"
	if got := said(sheetOf(t, list, o)); !slices.Equal(got, []string{"3/1 error row.rounds.typed sometimes 5"}) {
		t.Errorf("rounds that are none are answered %q", got)
	}
}

// Names whose accents are encoded otherwise are the same names.
func TestAccentsEncodedOtherwise(t *testing.T) {
	tn := formattest.Club(t, tournament.Player{Family: "Ha\u0308ma\u0308la\u0308inen", Given: "Aino", Rank: rank.Dan(2)}, tournament.Player{Family: "Åkesson", Given: "Åke", Rank: rank.Kyu(6)})
	s, err := Read([]byte("Family,Given,Rank\nHämäläinen,Aino,2d\n\u212bkesson , A\u030ake,6k\nA\u030akesson,Åke,6k\n"), tn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, left := s.Count(); left != 3 || s.Rows[0].Player.Family != "Hämäläinen" {
		t.Errorf("%d rows are left out: %q", left, said(s))
	}
}

// A text without ranks is refused once, whatever lines it has; one with ranks is not.
func TestTextsThatAreNoLists(t *testing.T) {
	for _, text := range []string{"root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1::/:/bin/false\n", "Some words.\n", "# Title\n\nA sentence; another one, with a comma.\n- a point\n", "Name;Age\nAho;5\nBerg;6\nCerny;7\n",
		"10:00 INFO started\n10:01 WARN 5k requests\n10:02 INFO done\n"} {
		_, findings, err := ReadPlayers([]byte(text))
		if !fault.Is(err, "roster.unlike") || len(findings) > 0 {
			t.Errorf("%q: %v, %d findings", text, err, len(findings))
		}
	}
	if _, _, err := ReadPlayers([]byte("Name;Rank\nAho, Aino;5k\nBerg, Bo;\n")); !fault.Is(err, "roster.rows.wrong") {
		t.Error(err)
	}
}

// No player of a list vanishes: each is read, or named by a finding with the line, a span of lines or the text.
func TestNoPlayerVanishes(t *testing.T) {
	words := []string{"", "x", "no", "W", "2,105", "3.2", "0.0", "cancelled", "only Saturday", "\"Wi-fi\" here", "\"", "Total", "a\"b", "Rank", "1.-3.", "-", "Peru", "see\tbelow", "Name", "R1", "MÃ¤", "?", "5k", "\"quoted\"", "(late)", "1 d", "Round 1"}
	rapid.Check(t, func(t *rapid.T) {
		sign := rapid.SampledFrom([]string{";", "\t", ",", "|"}).Draw(t, "sign")
		any := func(name string) string { return rapid.SampledFrom(words).Draw(t, name) }
		head := rapid.SampledFrom([]string{"Name", "Name;Rank", "Name;;Rank", "Name;Rank;Notes", "Name;Rank;R1;R2", "Rank;Name;Rating;;Absent", "Family;Given;Rank;Club", ";;Name;Rank", "Player;Grade;Will you play round 1?"}).Draw(t, "headings")
		width := strings.Count(head, ";") + 1
		var text strings.Builder
		if rapid.Bool().Draw(t, "title") {
			text.WriteString("Spring " + any("title") + "\n")
		}
		text.WriteString(strings.ReplaceAll(head, ";", sign) + "\n")
		headings := strings.Split(head, ";")
		n := rapid.IntRange(1, 8).Draw(t, "players")
		for i := range n {
			cells := make([]string, width)
			for c := range cells {
				switch headings[c] {
				case "Name", "Player", "Family":
					cells[c] = rapid.SampledFrom([]string{"", "", "\"", "Dr. ", "1. "}).Draw(t, "mark") + fmt.Sprintf("Zq%cx", 'a'+i) + rapid.SampledFrom([]string{"", " Bo", "\"", " (late)", " 5k", ", Aino"}).Draw(t, "behind")
				case "Rank", "Grade":
					cells[c] = rapid.SampledFrom([]string{"5k", "1d", "", "new", "\"5k", "5k\"", "KGS 3d", "2,105", "strong"}).Draw(t, "rank")
				default:
					cells[c] = any("cell")
				}
			}
			if rapid.IntRange(0, 9).Draw(t, "short") == 0 {
				cells = cells[:1+slices.IndexFunc(cells, func(c string) bool { return strings.Contains(c, "Zq") })]
			}
			text.WriteString(strings.Join(cells, sign) + "\n")
			if rapid.IntRange(0, 9).Draw(t, "between") == 0 {
				text.WriteString(any("between") + "\n")
			}
		}
		tn := &tournament.Tournament{}
		tn.Settings.Rounds = 5
		s, err := Read([]byte(text.String()), tn, Options{})
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return // refused with a fault
		}
		named := func(i int) bool {
			name := fmt.Sprintf("Zq%cx", 'a'+i)
			line := 0
			for l, content := range strings.Split(text.String(), "\n") {
				if strings.Contains(content, name) {
					line = l + 1
				}
			}
			for _, r := range s.Rows {
				if strings.Contains(r.Player.Name(), name) {
					return true
				}
			}
			for _, f := range append(slices.Clone(s.Findings), rowFindingsOf(s)...) {
				if f.Line == line && f.Line > 0 || strings.Contains(fmt.Sprint(f.Args...), name) {
					return true
				}
				if f.Key == "roster.row.lines" && f.Line <= line && line <= f.Args[0].(int) || f.Key == "roster.lines" && line > f.Args[1].(int) {
					return true
				}
			}
			return false
		}
		for i := range n {
			if !named(i) {
				t.Fatalf("player %d of\n%s\nis neither read nor named: %q, %q", i, text.String(), lines(s), said(s))
			}
		}
	})
}
