package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestSimulate(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	args := strings.Fields("simulate --players 12 --runs 20 --bar 1d,3d --rounds 3,4 --seed 7")
	code, out, errs := line(t, append(args, "--json")...)
	var got simulation
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || errs != "" {
		t.Fatalf("exit %d, %v: %s %s", code, err, out, errs)
	}
	if got.Players != 12 || got.Runs != 20 || got.Seed != 7 || len(got.Variants) != 4 {
		t.Errorf("%+v", got)
	}
	if v := got.Variants[1]; v.Bar.String() != "1d" || v.Rounds != 4 || v.Played != 4 || v.Strongest.Name != "Player0001" ||
		v.Strongest.Wins <= 0 || v.Strongest.Margin <= 0 || len(v.Gaps) != 10 || len(v.Handicaps) != 10 || len(v.Colours) != 5 || len(v.Firsts) != 5 || len(v.Winners) == 0 {
		t.Errorf("%+v", v)
	}
	if _, again, _ := line(t, append(args, "--json")...); again != out {
		t.Error("the same seed gives other numbers")
	}
	code, out, _ = line(t, args...)
	for _, want := range []string{"bar 1d", "bar 3d", "4 rounds", "Strongest comes first", " % ±", "Likeliest winners", "Player0001"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %q in\n%s", code, want, out)
		}
	}
}

// The command uses the file's settings, but not its games.
func TestSimulateFile(t *testing.T) {
	t.Parallel()
	sheet := write(t, "list.csv", "Name;Rank\nSalo Anna;4d\nBerg Nils;1k\nMroz Jan;5k\nLund Eva;6k\n")
	native := filepath.Join(t.TempDir(), "cup.json")
	if code, _, errs := line(t, "convert", sheet, native); code != 0 {
		t.Fatal(errs)
	}
	code, out, errs := line(t, "simulate", native, "--system", "round-robin", "--rounds", "3", "--runs", "5", "--json")
	var got simulation
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, errs)
	}
	if v := got.Variants[0]; got.Players != 4 || v.System != "round-robin" || v.Strongest.Name != "Salo Anna" || v.Repeats != 0 {
		t.Errorf("%+v", got)
	}
}

func TestSimulateRefuses(t *testing.T) {
	t.Parallel()
	alone := write(t, "alone.csv", "Name;Rank\nSalo Anna;4d\n")
	for _, tt := range []struct {
		args     string
		code     int
		expected string
	}{
		{"", 2, "a FILE or a number of --players"},
		{"x.json --players 8", 2, "a FILE or a number of --players"},
		{"a b", 2, "usage: tourney simulate"},
		{alone + " --preset egf", 2, "--preset needs --players"},
		{"--players 1", 2, "2 to 5000 players, not 1"},
		{"--players 5001", 2, "2 to 5000 players, not 5001"},
		{"--players 8 --runs 0", 2, "1 to 10000 times, not 0"},
		{"--players 8 --runs 10001", 2, "1 to 10000 times"},
		{"--players 8 --spread -1", 2, "0 to 1000 points"},
		{"--players 8 --spread NaN", 2, "0 to 1000 points"},
		{"--players 8 --bar moon", 2, "moon"},
		{"--players 8 --rounds four", 2, "four"},
		{"--players 8 --rounds 99", 2, "99"},
		{"--players 8 --rounds 1,2,3,4,5 --correction 0,1,2,3,4", 2, "1 to 24 settings"},
		{"--players 8 --system open", 2, "Choose another system"},
		{"--players 8 --system moon", 2, "moon"},
		{"--players 8 --preset swiss --bar 1d", 2, "Only McMahon has a bar"},
		{"--players 8 --preset moon", 2, "moon"},
		{alone, 1, "Only one player"},
		{"missing.json", 1, "File not found: missing.json"},
		{"--help", 0, `"sharedFirst"`},
	} {
		t.Run("simulate "+called(strings.Fields(tt.args)...), func(t *testing.T) {
			code, out, errs := line(t, append([]string{"simulate"}, strings.Fields(tt.args)...)...)
			if code != tt.code || !strings.Contains(errs, tt.expected) {
				t.Errorf("tourney simulate %s: exit %d, want %d; prints %q, want %q in it\n%s", tt.args, code, tt.code, errs, tt.expected, out)
			}
		})
	}
}
