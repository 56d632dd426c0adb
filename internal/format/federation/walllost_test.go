package federation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// anyWallList draws a tournament and returns it as lines of a wall list; players are P0X and so on.
func anyWallList(t *rapid.T) (tn *tournament.Tournament, lines []string) {
	n, rounds := rapid.IntRange(2, 8).Draw(t, "players"), rapid.IntRange(1, 3).Draw(t, "rounds")
	preset, err := tournament.PresetNamed(rapid.SampledFrom([]string{"egf", "swiss"}).Draw(t, "preset"))
	if err != nil {
		t.Fatal(err)
	}
	preset.Rounds = rounds
	if tn, err = tournament.New(tournament.Info{Slug: "any", Name: "Any", Place: "Oulu", Country: "FI"}, preset); err != nil {
		t.Fatal(err)
	}
	var ids []tournament.PlayerID
	for i := range n {
		p := tournament.Player{Family: fmt.Sprintf("P%dX", i), Given: "G", Rank: rank.Kyu(1 + i), Status: tournament.CheckedIn, Country: "FI", Club: "Club"}
		id, err := tn.AddPlayer(p, tournament.AllowNamesakes)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for r := range rounds {
		order := rapid.Permutation(ids).Draw(t, "order")
		var games []tournament.Game
		for k := 0; k+1 < len(order); k += 2 {
			outcome := rapid.SampledFrom([]tournament.Outcome{tournament.BlackWins, tournament.WhiteWins, tournament.Jigo}).Draw(t, "outcome")
			games = append(games, tournament.Game{Table: k/2 + 1, Black: order[k], White: order[k+1], Komi: 13, Result: tournament.Result{Outcome: outcome}})
		}
		if err := tn.SetDraft(r+1, games, order[len(games)*2:], tournament.Drawn{}); err != nil {
			t.Fatal(err)
		}
		tn.Rounds[r].Published = true
	}
	var b strings.Builder
	if _, err := WriteEGD(&b, tn, nil); err != nil {
		t.Fatal(err)
	}
	return tn, strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// Whatever words and signs are mixed into a wall list, each player and each game of it is read, or a finding names its
// line.
func TestNothingVanishesFromWallLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		written, lines := anyWallList(t)
		players, lineOf := map[int]string{}, map[string]int{}
		for i, line := range lines {
			if strings.HasPrefix(line, ";") {
				continue
			}
			players[i+1] = nameInTest.FindString(line)
			lineOf[players[i+1]] = i + 1
			if rapid.IntRange(0, 2).Draw(t, "mixed") == 0 {
				lines[i] = mixed(t, line)
			}
		}
		sign := rapid.SampledFrom([]string{" ", "\t", ";", "|", ","}).Draw(t, "sign")
		titled := rapid.Bool().Draw(t, "titled")
		for i, line := range lines {
			if titles := strings.HasPrefix(line, "; Pl"); !strings.HasPrefix(line, ";") || titles && titled && sign == "\t" {
				lines[i] = strings.Join(strings.Fields(line), sign)
			}
		}
		text := strings.Join(lines, "\n")
		tn, findings, err := ReadWall([]byte(text))
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		var names []string
		for i := range tn.Players {
			names = append(names, nameInTest.FindString(tn.Players[i].Name()))
		}
		checkNoneLost(t, players, names, findings, text)
		games := func(tn *tournament.Tournament) map[string]bool {
			all := map[string]bool{}
			for _, r := range tn.Rounds {
				for _, g := range r.Games {
					black, white := nameInTest.FindString(tn.Player(g.Black).Name()), nameInTest.FindString(tn.Player(g.White).Name())
					if won, lost := g.Result.Points(); won < lost || won == lost && black > white {
						black, white = white, black
					}
					all[fmt.Sprint(r.Number, black, " ", white)] = true
				}
			}
			return all
		}
		read := games(tn)
		for game := range games(written) {
			black, white, _ := strings.Cut(game[1:], " ")
			told := slices.ContainsFunc(findings, func(f file.Finding) bool {
				return f.Severity > file.Info && (f.Line == lineOf[black] || f.Line == lineOf[white])
			})
			if !read[game] && !told {
				t.Fatalf("the game %s is lost in silence: %v, read %v\n%s", game, formattest.Brief(findings), read, text)
			}
		}
	})
}

// Every printed place and score is the computed one, or findings report the difference. The standings have the order of the file.
func TestPrintedNumbersAreCompared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, lines := anyWallList(t)
		var rows [][]string
		first := 0
		for i, line := range lines {
			if strings.HasPrefix(line, "; Pl") {
				titles := rapid.SampledFrom([]string{"MMS SOS SOSOS", "mm s sos", "Pts. SB X", "Score", "", "P ? SOS-1"}).Draw(t, "titles")
				if rapid.Bool().Draw(t, "other titles") {
					lines[i] = "; Pl Name Rk Co Club " + titles
				}
			}
			if !strings.HasPrefix(line, ";") {
				first = min(cmp.Or(first, i), i)
				rows = append(rows, strings.Fields(line))
			}
		}
		rows = rapid.Permutation(rows).Draw(t, "rows") // not in the order of the places
		for i := range rows {
			for c := 6; wallFigure.MatchString(rows[i][c]); c++ {
				if rapid.IntRange(0, 9).Draw(t, "slip") == 0 {
					rows[i][c] = fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "number"))
				}
			}
			lines[first+i] = strings.Join(rows[i], " ")
		}
		text := strings.Join(lines, "\n")
		tn, findings, err := ReadWall([]byte(text))
		if err != nil {
			t.Fatal(err, text)
		}
		told := formattest.Keys(findings)
		computed := results.By(tn, tn.Current(), tn.Settings.Criteria)
		rowOf := map[string]*results.Row{}
		for i := range tn.Players {
			rowOf[tn.Players[i].Family] = computed.Row(tn.Players[i].ID)
		}
		differ, unread := 0, 0
		for _, f := range findings {
			switch f.Key {
			case "resultsheet.scores":
				differ += f.Args[1].(int)
			case "resultsheet.column":
				unread++
			}
		}
		numbers := 0
		for i, row := range rows {
			for c := 6; wallFigure.MatchString(row[c]); c++ {
				if i == 0 {
					numbers++
				}
			}
		}
		if missing := numbers*len(rows) - sameNumbers(rows, rowOf) - unread*len(rows); missing > differ {
			t.Fatalf("%d numbers differ, %d are told: %v %v\n%s", missing, differ, tn.Settings.Criteria, formattest.Brief(findings), text)
		}
		slices.SortFunc(rows, func(a, b []string) int { x, _ := strconv.Atoi(a[0]); y, _ := strconv.Atoi(b[0]); return x - y })
		for k, row := range results.After(tn, tn.Current()).Rows {
			if name := tn.Player(row.Player).Family; name != rows[k][1] && !slices.Contains(told, "resultsheet.numbers") {
				t.Fatalf("%s is number %d, in the file %s: %v\n%s", name, k+1, rows[k][1], formattest.Brief(findings), text)
			}
		}
	})
}

// sameNumbers counts the printed numbers that are among the computed ones of their player.
func sameNumbers(rows [][]string, rowOf map[string]*results.Row) (n int) {
	for _, row := range rows {
		for c := 6; wallFigure.MatchString(row[c]); c++ {
			printed, _ := numberOf(row[c])
			if slices.Contains(rowOf[row[1]].Scores, printed) {
				n++
			}
		}
	}
	return n
}
