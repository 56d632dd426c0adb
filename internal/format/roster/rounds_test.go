package roster

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// roundsOf is a set of rounds from its numbers.
func roundsOf(numbers string) (set tournament.Rounds) {
	for _, r := range numbers {
		set = set.With(int(r - '0'))
	}
	return set
}

// Every usual spelling of rounds is read, in columns of missed and of played rounds; any other spelling is reported.
func TestRoundsAreReadOrTold(t *testing.T) {
	for _, tt := range []struct{ cells, absent, attends string }{
		{"1-3 | 1–3 | 1..3 | 1...3 | 1…3 | 1 - 3 | 1.-3. | 1.–3. | 1. - 3. | 1.—3. | 1−3 | 1~3 | 1→3 | 1->3 | R1-R3 | r1–r3 | K1-K3 | R1 - R3 | 1st-3rd | 1 to 3 | 1 do 3 | 1 bis 3 | from 1 to 3 | od 1. do 3. | od 1. kola do 3. kola | " +
			"rounds 1-3 | Kierrokset 1–3 | kola 1-3 | rundy 1-3 | 1-2, 3 | 1,2,3 | 1 2 3 | 1;2;3 | 1/2/3 | 1 & 2-3 | 1, 2 and 3 | 1, 2 ja 3 | 1 i 2 i 3 | 1+2+3 | 1-2-3 | <4 | <=3 | ≤3 | before 4 | ennen 4. kierrosta | " +
			"first 3 | first 3 rounds | (1-3) | only 1-3 | vain 1-3 | １－３ | R1, R2, R3 | 3,2,1 | rd 1-3", "123", "45"},
		{"4+ | 4- | 4-> | 4→ | 4… | 4.. | 4.- | 4. - | >3 | > 3 | >=4 | ≥4 | 4-5 | 4, 5 | from 4 | from round 4 | from round 4 on | 4 onwards | 4 on | ab 4 | ab Runde 4 | od 4 | od 4. kola | 4 alkaen | 4. kierroksesta alkaen | " +
			"after 3 | after round 3 | po 3 | po 3. rundzie | nach 3 | 3. kierroksen jälkeen | R4+ | K4- | last 2", "45", "123"},
		{"not 1-3 | ei 1.-3. | misses 1,2,3", "123", "123"},
		{"2 | 2. | R2 | K2 | round 2 | Round no. 2 | 2nd | 2. kierros | kolo 2 | #2 | (2)", "2", "1345"},
		{"1,3 | 1 3 | 1.3 | R1 & R3 | 1+3 | 1 and 3 | first and 3", "13", "245"},
		{"not 2 | ei 2 | nie 2 | ne 2 | no 2 | except 2 | bez 2 | misses 2 | not round 2 | ei pelaa 2. kierrosta | nehraje 2", "2", "2"},
		{"all except 2 | all but 2 | kaikki paitsi 2 | wszystkie oprócz 2 | vše kromě 2 | all, not 2", "1345", "2"},
		{"all | kaikki | wszystkie | všechny | alla | yes | x", "12345", ""},
		{"none | no | 0 | ei | nie | ne", "", "12345"},
		{" | - | – | — | ?", "", ""},
		{"5+ | last | viimeinen | poslední", "5", "1234"},
	} {
		for cell := range strings.SplitSeq(tt.cells, "|") {
			cell = strings.TrimSpace(cell)
			absent, ok := readRounds(cell, 5, true)
			attends, same := readRounds(cell, 5, false)
			want, wantAttends := roundsOf(tt.absent), roundsOf(tt.attends)
			if !ok || !same || absent != want || attends != wantAttends {
				t.Errorf("%q: absent %s %v, or %s %v where it names those played; want %s, %s",
					cell, roundList(absent), ok, roundList(attends), same, roundList(want), roundList(wantAttends))
			}
		}
	}
	for cell := range strings.SplitSeq("-2 | 3-1 | 6 | 4-9 | >5 | <1 | 1? | 2* | 1-3? | from 7 pm | 2026-03-01 | 1 (late) | maybe | half | yes 1-3 | ok, 2 | 1 all | 1:3 pm | 1=3 | until 3 | do 3 | 3 asti | > | + | to 3 | 1 to | 4 or 5 | every second | 1 x 3 | 2>4 | last two | 99999999999999999999", "|") {
		cell = strings.TrimSpace(cell)
		if absent, ok := readRounds(cell, 5, true); ok {
			t.Errorf("%q is read as absent in %s", cell, roundList(absent))
		}
	}
}

// A list with an element outside of the tournament keeps its other rounds, and the element is reported.
func TestListsOfRoundsKeepTheirRounds(t *testing.T) {
	for _, tt := range []struct{ cell, absent, attends, rest string }{
		{"2, 3, 4, 5, 6", "2345", "1", "6"},
		{"4-7", "45", "123", "6, 7"},
		{"1, 3 & 9", "13", "245", "9"},
		{"R2; R8", "2", "1345", "8"},
		{"1, 3?", "1", "2345", "3?"},
		{"2, perhaps 4", "2", "1345", "perhaps 4"},
		{"3-1, 4", "4", "1235", "3-1"},
		{"0, 2", "2", "1345", "0"},
		{"6", "", "", "-"},
		{"maybe 1", "", "", "-"},
		{"ok, 2, 7", "2", "1345", "ok, 7"},
	} {
		for heading, want := range map[string]string{"Absent": tt.absent, "Rounds": tt.attends} {
			s, err := Read([]byte("Name\tRank\t"+heading+"\nAho, Aino\t5k\t"+tt.cell+"\nBerg, Bo\t3k\t\n"), &tournament.Tournament{Settings: tournament.Settings{Rounds: 5}}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			rest, got := "", s.Rows[0].Player.Absent
			for _, f := range s.Rows[0].Findings {
				if rest = "-"; f.Key == "roster.row.rounds.part" {
					rest = f.Args[2].(string)
				}
			}
			if got != roundsOf(want) || rest != tt.rest {
				t.Errorf("%q under %s: absent in %s, %q is reported; want %s, %q", tt.cell, heading, roundList(got), rest, roundList(roundsOf(want)), tt.rest)
			}
		}
	}
}

// A set of rounds in any spelling reads as that set or is reported, never as another set.
func TestRoundsAreNeverHalfRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rounds := rapid.IntRange(3, 9).Draw(t, "rounds")
		mark := rapid.SampledFrom([]string{"", "R", "r", "K", "round ", "kolo "}).Draw(t, "mark")
		stop := rapid.SampledFrom([]string{"", "."}).Draw(t, "stop")
		span := rapid.SampledFrom([]string{"-", "–", " – ", "…", "..", "->", " to ", "~", "—", "/", "%", ">", "=", " x "}).Draw(t, "span")
		sign := rapid.SampledFrom([]string{",", ", ", ";", " ", "/", " & ", "+", " and ", ". ", "|", " ! ", "?", "*"}).Draw(t, "sign")
		var want tournament.Rounds
		var parts []string
		for n := 1; n <= rounds; n++ {
			end := min(n+rapid.IntRange(0, 2).Draw(t, "more"), rounds)
			if !rapid.Bool().Draw(t, "named") {
				continue
			}
			part := fmt.Sprint(mark, n, stop)
			if end > n {
				part += fmt.Sprint(span, mark, end, stop)
			}
			for ; n <= end; n++ {
				want = want.With(n)
			}
			parts = append(parts, part)
		}
		if span == "/" || stop+sign == ".. " { // 1/3 are two rounds, and 1..3 a span
			return
		}
		cell := strings.Join(parts, sign)
		got, ok := readRounds(cell, rounds, true)
		if ok && got != want {
			t.Fatalf("%q of %d rounds is read as %s, want %s", cell, rounds, roundList(got), roundList(want))
		}
	})
}

func FuzzRounds(f *testing.F) {
	for _, s := range []string{"1.-3.", "4+", ">3", "all but 2", "od 2 do 4", "R1-R3, R5", "3. kierroksen jälkeen"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, s string, missed bool) {
		absent, _ := readRounds(s, 5, missed)
		for n := 6; n <= tournament.MaxRounds; n++ {
			if absent.Has(n) {
				t.Fatalf("%q names round %d of 5", s, n)
			}
		}
	})
}
