package roster

import (
	"strings"
	"testing"
)

// A heading names the round of its column in any language, with a time or a question
// beside it; one about several rounds or about results does not.
func TestHeadingsOfRounds(t *testing.T) {
	for _, tt := range []struct {
		headings string
		round    int
		absent   bool
	}{
		{"R1 | Round 1 | round #1 | Round no. 1 | Rd 1 | 1st round | First round | Round One | Round I | 1. Runde | 1. Runde (10:00) | 1. Runde 10 Uhr | Runde 1 | Round 1 (10:00) | Round 1: 10:00 | Round 1 - 10:00 | " +
			"Round 1, Saturday 28.11. | Round 1 Sat 10.00 | Will you play round 1? | Can you play in Round 1 (Sat 10:00)? | Tour 1 | Ronda 1 | Turno 1 | Тур 1 | 1 тур | Omgång 1 | Ronde 1 | 1ère ronde | 1. kierros | Kierros 1 (la 10.00) | " +
			"Osallistun 1. kierrokselle | Ensimmäinen kierros | K1 | Runda 1 | Pierwsza runda | I runda | Runda I | 1. kolo | První kolo | 1. forduló | Erste Runde | Första ronden | 第1回戦 | 1라운드 | 第1轮 | ラウンド1 | 1. kör | Voor 1", 1, false},
		{"Round 12 | R12 | 12. kierros", 12, false},
		{"Round II | II runda | Second round | Toinen kierros | Round Two | 2nd round (11:30-13:00)", 2, false},
		{"Absent round 1 | Bye in round 1 | Not playing round 1 | Poissa 1. kierros | Nieobecny runda 1 | Chybí 1. kolo", 1, true},
		{"Rounds 1-3 | Rounds | Round | Round 1-3 | Rounds 1 and 2 | Round 1 and 2 | 1. and 2. round | 1.-3. kierros | R1-R3 | R1, R2 | Round 1/5 | Round at 10:00 | Result round 1 | Round 1 opponent | Points after round 3 | " +
			"Round 1 table | Number of rounds | How many rounds? | Runda i godzina | Kolo v sobotu | Rank | Saturday | Round 99 | Name | 1 | I | No 1 | Ground 1 | 5k | Aino 5 k | ", 0, false},
	} {
		for heading := range strings.SplitSeq(tt.headings, "|") {
			heading = strings.TrimSpace(heading)
			n, _, absent := roundHeading(heading)
			if n != tt.round || absent != tt.absent {
				t.Errorf("%q names round %d, absent %v; want %d, %v", heading, n, absent, tt.round, tt.absent)
			}
			if c, sure := columnOf(heading); tt.round > 0 && (c.round() != tt.round || sure < 60) || tt.round == 0 && c.round() > 0 {
				t.Errorf("%q is the heading of %q, sure %d", heading, c, sure)
			}
		}
	}
}

func FuzzRoundHeading(f *testing.F) {
	for _, s := range []string{"Round 1 (10:00)", "1. Runde", "第1回戦", "1. and 2. round", "Round no. 1:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, heading string) {
		if n, _, _ := roundHeading(heading); n < 0 || n > 64 {
			t.Fatalf("%q names round %d", heading, n)
		}
	})
}
