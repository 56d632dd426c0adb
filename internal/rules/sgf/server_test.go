package sgf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/testkit/golden"
)

// TestServers reads records as each server writes them, by invented players.
func TestServers(t *testing.T) {
	for _, tt := range []struct {
		server, charset, file string
		black, white          string // name and rank
		komi, handicap        int
		result                Result
		found                 string // values with an unusual meaning, as text=reading
	}{
		{
			"KGS", "utf-8", "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]KM[6.50]TM[1800]OT[5x30 byo-yomi]\n" +
				"PW[taimi]PB[pihlaja3]WR[2k]BR[3k?]DT[2026-05-02]PC[The KGS Go Server at http://www.gokgs.com/]C[taimi [2k\\]: hi\n]RE[W+Resign]\n" +
				";B[pd]BL[1795.2];W[dp]WL[1790.1])",
			"pihlaja3 3k?", "taimi 2k", 13, 0, Result{White, ByResignation, 0}, "",
		},
		{
			"KGS, handicap", "utf-8", "(;GM[1]FF[4]CA[UTF-8]RU[Japanese]SZ[19]HA[2]KM[0.50]TM[600]OT[25/600 Canadian]PW[taimi]PB[pihlaja3]" +
				"AB[pd][dp]RE[B+Time];W[dd];B[pp])",
			"pihlaja3 ", "taimi ", 1, 2, Result{Black, OnTime, 0}, "",
		},
		{
			"OGS", "utf-8", "(;FF[4]\nCA[UTF-8]\nGM[1]\nDT[2026-05-02]\nPC[OGS: https://online-go.com/game/1]\nGN[Round 2]\nPB[Aino Laine]\nPW[Meri Kuusi]\n" +
				"BR[5k]\nWR[4k]\nTM[1800]OT[5x30 byo-yomi]\nRE[B+Disconnection]\nSZ[19]\nKM[6.5]\nRU[Japanese]\n;B[pd]\n(;W[dp]\n))",
			"Aino Laine 5k", "Meri Kuusi 4k", 13, 0, Result{Black, Won, 0}, "B+Disconnection={B 5 0}",
		},
		{
			"Fox, Japanese", "utf-8", "(;GM[1]FF[4]  SZ[19]  GN[]  DT[2026-05-02]  PB[松柏甲]  PW[seita]  BR[3段]  WR[15级]  KM[650]HA[0]RU[Japanese]" +
				"AP[GNU Go:3.8]RE[W+2.50]TM[1200]TC[3]TT[30]AP[foxwq]RL[0]  ;B[pd];W[dp])",
			"松柏甲 3段", "seita 15级", 13, 0, Result{White, ByPoints, 5}, "650=13",
		},
		{
			"Fox, Chinese", "gb18030", "(;GM[1]FF[4]SZ[19]GN[野狐围棋]DT[2026-05-02]PB[松柏甲]PW[青山乙]BR[3段]WR[3段]KM[375]HA[0]RU[Chinese]AP[foxwq]" +
				"RE[白中盘胜];B[pd];W[dp])",
			"松柏甲 3段", "青山乙 3段", 15, 0, Result{White, ByResignation, 0}, "375=15 375=15 白中盘胜={W 2 0}",
		},
		{
			"Fox, no komi written", "utf-8", "(;GM[1]FF[4]SZ[19]PB[seita]PW[kanerva]BR[2段]WR[2段]KM[0]HA[0]RU[Japanese]AP[GNU Go:3.8]RE[B+R]AP[foxwq];B[pd])",
			"seita 2段", "kanerva 2段", 13, 0, Result{Black, ByResignation, 0}, "0=13",
		},
		{
			"Fox, no komi written, Chinese", "utf-8", "(;GM[1]SZ[19]PB[seita]PW[kanerva]KM[0]HA[0]RU[Chinese]AP[foxwq]RE[B+3.75];B[pd])",
			"seita ", "kanerva ", 15, 0, Result{Black, ByPoints, 15}, "0=15 B+3.75={B 1 15}",
		},
		{
			"Fox, handicap", "utf-8", "(;GM[1]SZ[19]PB[seita]PW[kanerva]KM[0]HA[3]RU[Japanese]AP[foxwq]AB[pd][dp][pp]RE[B+12];W[dd])",
			"seita ", "kanerva ", 0, 3, Result{Black, ByPoints, 24}, "",
		},
		{
			"Tygem", "euc-kr", "(;GM[1]FF[3]SZ[19]GN[대국]DT[2026-05-02]PB[소나무(7D)]PW[자작나무 (6단)]KM[6.5]HA[0]RE[흑 불계승]US[tygem];B[pd];W[dp])",
			"소나무 7D", "자작나무 6단", 13, 0, Result{Black, ByResignation, 0}, "흑 불계승={B 2 0} 소나무(7D)=소나무 자작나무 (6단)=자작나무",
		},
		{
			"Tygem, English", "utf-8", "(;GM[1]FF[3]SZ[19]PB[seita (7D)]PW[kanerva (6D)]KM[6.5]RE[Black wins by resignation];B[pd];W[dp])",
			"seita 7D", "kanerva 6D", 13, 0, Result{Black, ByResignation, 0},
			"Black wins by resignation={B 2 0} seita (7D)=seita kanerva (6D)=kanerva",
		},
		{
			"IGS", "utf-8", "(;\nGM[1]EV[Internet Go Server game: taimi vs pihlaja]\nUS[Brought to you by IGS PANDANET]\nCoPyright[\n  Copyright (c) PANDANET Inc.\n]\n" +
				"GN[taimi-pihlaja(B) IGS]RE[W+34.5]\nPW[taimi]WR[11k+]NW[18]\nPB[pihlaja]BR[12k ]NB[17]\nPC[IGS:  igs.joyjoy.net 6969]DT[2026-04-10]\n" +
				"SZ[19]TM[60]KM[0.500000]LT[]\nRR[Normal]\nHA[2]AB[pd][dp]C[\n]\n;W[pp]WL[45])",
			"pihlaja 12k", "taimi 11k+", 1, 2, Result{White, ByPoints, 69}, "",
		},
		{
			"IGS, Japanese client", "shift_jis", "(;GM[1]SZ[19]GN[第一局の囲碁]PB[松の木 三段]PW[竹の子 5級]KM[6.5]RE[黒3目半勝];B[pd];W[dp])",
			"松の木 三段", "竹の子 5級", 13, 0, Result{Black, ByPoints, 7}, "黒3目半勝={B 1 7} 松の木 三段=松の木 竹の子 5級=竹の子",
		},
		{
			"a Taiwanese server", "big5", "(;GM[1]SZ[19]GN[圍棋比賽第一局]PB[松樹]PW[竹林]KM[7.5]RE[白棋超時負];B[pd];W[dp])",
			"松樹 ", "竹林 ", 15, 0, Result{Black, OnTime, 0}, "白棋超時負={B 3 0}",
		},
	} {
		t.Run(tt.server, func(t *testing.T) {
			c, found := Parse(encode(t, tt.charset, tt.file), Options{})
			g := c.Game(0)
			if got := g.Name(Black) + " " + g.Rank(Black); got != tt.black {
				t.Errorf("Black is %q, want %q", got, tt.black)
			}
			if got := g.Name(White) + " " + g.Rank(White); got != tt.white {
				t.Errorf("White is %q, want %q", got, tt.white)
			}
			komi, ok := g.Komi()
			handicap, _ := g.Handicap()
			result, _ := g.Result()
			if !ok || komi != tt.komi || handicap != tt.handicap || result != tt.result {
				t.Errorf("komi %d (%t), handicap %d, %v, want %d, %d, %v", komi, ok, handicap, result, tt.komi, tt.handicap, tt.result)
			}
			var read []string
			for _, f := range found {
				switch {
				case f.Read != nil:
					read = append(read, fmt.Sprintf("%s=%v", f.Text, f.Read))
				case f.Kind != CharsetGuessed:
					t.Errorf("unexpected finding: %v", f)
				}
			}
			if got := strings.Join(read, " "); !slices.Equal(sorted(got), sorted(tt.found)) {
				t.Errorf("understood differently: %q, want %q", got, tt.found)
			}
			roundTrip(t, c)
		})
	}
}

func TestSplitRank(t *testing.T) {
	for text, want := range map[string]string{
		"Aino Laine":                 "Aino Laine|",
		"Aino Laine 5k":              "Aino Laine|5k",
		"Aino Laine, 5 kyu":          "Aino Laine|5 kyu",
		"Aino Laine [5k]":            "Aino Laine|5k",
		"Aino Laine[5k?]":            "Aino Laine|5k?",
		"Aino Laine(12K*)":           "Aino Laine|12K*",
		"Laine Aino 1 dan":           "Laine Aino|1 dan",
		"Laine Aino 1d+":             "Laine Aino|1d+",
		"taimi [?]":                  "taimi|?",
		"taimi [-]":                  "taimi|-",
		"Kuka?":                      "Kuka?|",
		"松柏甲9段":                      "松柏甲|9段",
		"松柏甲 九段":                     "松柏甲|九段",
		"松柏甲（3级）":                    "松柏甲|3级",
		"noob5k":                     "noob5k|",
		"agent7d":                    "agent7d|",
		"5k":                         "5k|",
		"[5k]":                       "[5k]|",
		"Anna-Maria":                 "Anna-Maria|",
		"":                           "|",
		strings.Repeat("x 5k ", 100): strings.TrimSpace(strings.Repeat("x 5k ", 100)) + "|",
	} {
		name, rank := splitRank(text)
		if name+"|"+rank != want {
			t.Errorf("splitRank(%q) = %q, %q, want %q", text, name, rank, want)
		}
	}
}

// TestSplitRankAppended appends a rank to any name, in every way, and gets the name.
func TestSplitRankAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`\p{Lu}\p{Ll}{1,8}( \p{Lu}[\p{Ll}'-]{1,8}\p{Ll}){0,2}`).Draw(t, "name")
		rank := rapid.StringMatching(`([1-9]|[12][0-9]|30)( ?)(k|d|p|K|D|kyu|dan|段|级)[?*+]?`).Draw(t, "rank")
		around := rapid.SampledFrom([]string{" %s", ", %s", " [%s]", "[%s]", " (%s)", "(%s)", "（%s）"}).Draw(t, "around")
		got, behind := splitRank(name + fmt.Sprintf(around, rank))
		if got != name || behind != rank {
			t.Fatalf("%q and %q come back as %q and %q", name, rank, got, behind)
		}
		if again, none := splitRank(got); again != name || none != "" {
			t.Fatalf("the bare name %q was split into %q and %q", name, again, none)
		}
	})
}

// TestServerData checks the players' names in the shared records of servers.
func TestServerData(t *testing.T) {
	for file, want := range map[string]string{
		"katrain__fox_sgf_works.sgf":                   "KM 13",
		"katrain__panda1.sgf":                          "KM 1",
		"sente__34839594-255-IDW64-noob_bot_3.sgf":     "KM 15",
		"gnugo__kgs_GNU-HISOKA10.sgf":                  "KM 1",
		"gnugo__kgs_tournament10_TheGNUGo-Dariush.sgf": "KM 15",
	} {
		c, found := Parse(golden.ReadSample(t, "sgf", "games", file), Options{})
		komi, ok := c.Game(0).Komi()
		if got := fmt.Sprint("KM ", komi); !ok || got != want || has(found, KomiServer) != (file == "katrain__fox_sgf_works.sgf") {
			t.Errorf("%s: %s, want %s; findings %v", file, got, want, found)
		}
		for _, color := range []Color{Black, White} {
			if g := c.Game(0); g.Name(color) == "" || g.Name(color) != strings.TrimSpace(g.Root().Text(playerProperties[color].name)) {
				t.Errorf("%s: a nickname was cut: %q", file, g.Name(color))
			}
		}
	}
}
