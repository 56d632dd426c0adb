package main

import (
	"flag"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The usage of every command names each of its flags, and the help writes them with two dashes.
func TestUsageNamesEveryFlag(t *testing.T) {
	flagLine := regexp.MustCompile(`(?m)^  (-\S+)`)
	for _, c := range commands {
		code, out, errs := line(t, "help", c.name)
		if code != 0 || errs != "" {
			t.Errorf("help %s: exit %d, %s", c.name, code, errs)
		}
		usage, rest, _ := strings.Cut(out, "\n\n")
		for _, found := range flagLine.FindAllStringSubmatch(rest, -1) {
			if name := found[1]; !strings.HasPrefix(name, "--") {
				t.Errorf("help %s writes %s", c.name, name)
			} else if !regexp.MustCompile(name + `(?:[\s\]]|$)`).MatchString(usage) {
				t.Errorf("the usage of %s lacks %s: %s", c.name, name, usage)
			}
		}
	}
}

// A wrong command line, independent of the files, prints one sentence before the usage, with exit code 2. Bad input has
// exit code 1.
func TestWrongUsage(t *testing.T) {
	good := write(t, "cup.csv", "Name;Rank\nAho Aino;5k\nBerg Bo;3k\n")
	record := write(t, "a.sgf", "(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[];W[])")
	data := filepath.Join(t.TempDir(), "none.db")
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"hlep", 2, "Unknown command “hlep”. Did you mean “help”?"},
		{"standigs " + good, 2, "Unknown command “standigs”. Did you mean “standings”?"},
		{"handicap 3k", 2, "WHITE-RANK is missing.\nusage: tourney handicap"},
		{"handicap", 2, "BLACK-RANK is missing.\nusage: "},
		{"handicap 3k 1d 2d", 2, "“2d” is one word too many.\nusage: "},
		{"backup --db " + data, 2, "OUT is missing.\nusage: "},
		{"restore --db " + data, 2, "BACKUP is missing.\nusage: "},
		{"verify", 2, "DB is missing.\nusage: "},
		{"check", 2, "FILE is missing.\nusage: "},
		{"lookup", 2, "WORDS is missing.\nusage: "},
		{"lookup " + good, 2, "WORDS is missing.\nusage: "},
		{"simulate --players x", 2, "--players takes a whole number, not “x”.\nusage: "},
		{"simulate --players", 2, "--players needs a value.\nusage: "},
		{"simulate --players=", 2, "--players takes a whole number, not “”.\nusage: "},
		{"simulate --spread far --players 9", 2, "--spread takes a number, not “far”.\nusage: "},
		{"simulate --players 1", 2, "A simulation has 2 to 5000 players, not 1.\nusage: "},
		{"simulate --players 9 --runs 0", 2, "The tournament can be played 1 to "},
		{"simulate --players 9 --rounds many", 2, "“many” isn't a whole number."},
		{"simulate --players 9 --preset moon", 2, "Unknown preset “moon”"},
		{"simulate", 2, "Name either a FILE or a number of --players.\nusage: "},
		{"load --desks 0", 2, "--desks must be from 1 to 1000.\nusage: "},
		{"load --for 3", 2, "--for takes a time such as 30s or 5m, not “3”.\nusage: "},
		{"load --url moon --name Anna", 2, "“moon” is not the address of a server."},
		{"check --json=maybe " + record, 2, "--json takes no value, true or false, not “maybe”.\nusage: "},
		{"serve --tls --domain go.example.org --db " + data, 2, "Choose one: --tls, --cert with --key, or --domain."},
		{"serve --cert a --db " + data, 2, "Choose one: --tls, --cert with --key, or --domain."},
		{"verify " + data, 1, "File not found: " + data}, // and creates nothing
		{"serve --smtp moon", 2, "Write the mail server as smtp://"},
		{"rate --class Z " + good, 2, "“Z” isn't a class of an event."},
		{"score --komi much " + record, 2, "“much” isn't a komi."},
		{"score --prisoners many " + record, 2, "“many” isn't a count of prisoners."},
		{"convert " + good + " --to moon", 2, "Unknown format “moon”."},
		{"pair " + good + " --round 99", 1, "Round 99 does not exist: the tournament has rounds 1 to "},
		{"pair " + good + " --round 2", 1, "Round 2 cannot be paired yet; rounds 1 to 1 can be paired now."},
		{"standings " + good + " --round 99", 1, "Round 99 does not exist: the tournament has rounds 1 to "},
		{"standings " + good + " --round 2", 1, "Round 2 has not been paired yet."},
		{"pair " + good + " --round 1 --why Nobody --why Berg", 1, "No player in the list is called “Nobody”."},
		{"pair " + good + " --round 1 --why Aho,Aion --why Berg", 1, "No player is called “Aho Aion”. Is it Aho Aino?"},
		{"standings -- --round", 1, "File not found: --round"},
	} {
		args := strings.Fields(tt.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], ",", " ")
		}
		code, out, errs := line(t, args...)
		if code != tt.code || !strings.Contains(errs, tt.want) || out != "" {
			t.Errorf("tourney %s: exit %d, want %d; prints %q, want %q in it, and %q", tt.args, code, tt.code, errs, tt.want, out)
		}
	}
}

// Errors of the command line are in the language of the environment.
func TestWrongUsageInEveryLanguage(t *testing.T) {
	for lang, want := range map[string]string{
		"fi_FI.UTF-8": "tourney: Valitsinta --rond ei ole. Tarkoititko --round?\nkäyttö: tourney standings FILE",
		"pl_PL.UTF-8": "tourney: Nie ma opcji --rond. Czy chodzi o --round?\nużycie: tourney standings FILE",
		"cs":          "tourney: Volba --rond neexistuje. Myslíte --round?\npoužití: tourney standings FILE",
	} {
		t.Setenv("LC_ALL", lang)
		var out, errs strings.Builder
		if code := run(t.Context(), []string{"standings", "--rond", "3", "a"}, &out, &errs); code != 2 || !strings.HasPrefix(errs.String(), want) {
			t.Errorf("%s: exit %d, %q", lang, code, errs.String())
		}
	}
}

// Flags may be before, between and after the words, with "=" or a blank before the value.
func TestFlagsStandAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &call{flags: flag.NewFlagSet("test", flag.ContinueOnError)}
		size, json := c.flags.Int("size", 19, ""), c.flags.Bool("json", false, "")
		words := rapid.SliceOf(rapid.StringMatching(`[a-z.]{1,8}|-`)).Draw(t, "words")
		number := rapid.IntRange(-9, 99).Draw(t, "number")
		yes, sized := []string{"--json"}, []string{"--size", strconv.Itoa(number)}
		if rapid.Bool().Draw(t, "equals") {
			yes, sized = []string{"-json=true"}, []string{"-size=" + strconv.Itoa(number)}
		}
		first := rapid.IntRange(0, len(words)).Draw(t, "first")
		second := rapid.IntRange(first, len(words)).Draw(t, "second")
		c.args = slices.Concat(words[:first], yes, words[first:second], sized, words[second:])
		got, err := c.parse("[WORDS…]")
		if err != nil || !slices.Equal(got, words) || *size != number || !*json {
			t.Errorf("%q gives %q, size %d, json %v, %v", c.args, got, *size, *json, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"a --size 9 b", "--json --size=x", "-- --json", "--size", "-", "---json=maybe"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := &call{flags: flag.NewFlagSet("test", flag.ContinueOnError), args: strings.Fields(line)}
		c.flags.Int("size", 19, "")
		c.flags.Bool("json", false, "")
		if slices.ContainsFunc(c.args, func(a string) bool {
			a = strings.TrimLeft(a, "-")
			return a == "h" || strings.HasPrefix(a, "help") || strings.HasPrefix(a, "h=")
		}) {
			return // prints the help
		}
		if words, err := c.parse("[WORDS…]"); err == nil && len(words) > len(c.args) {
			t.Errorf("%q gives %q", line, words)
		}
	})
}
