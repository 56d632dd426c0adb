package ratinglist

import (
	"slices"
	"strings"
	"testing"

	"tourney/internal/spelling"

	"pgregory.net/rapid"
)

// Names that sound alike, in the spellings of several countries.
func TestSounds(t *testing.T) {
	for _, names := range []string{
		"Kuznetsova Kuznecova Kuznecowa Kusnezowa Kouznetsova Kuzņecova", "Mitsukov Micukow Mizukow Mitsoukov Micukov", "Iwanow Ivanov Ivanoff Iwanoff",
		"Shchukin Schtschukin Szczukin Ščukin", "Zhukov Schukow Żukow Žukov", "Chernykh Tschernych Czernych Černych Tchernykh",
		"Andrey Andrei Andrej", "Yuriy Jurij Yuri Iouri", "Dmitriy Dmitri Dmitrij", "Kovalyov Kovalev Kowaljow Kowalew", "Khlebnikov Chlebnikow Hlebnikov",
		"Yelena Jelena Elena", "Solovyov Soloviev Solowjow", "Lipetskiy Lipecki Lipecký Lipetsky", "Virtanen Wirtanen", "Christina Kristina", "Aleksey Alexej Aleksei",
	} {
		all := strings.Fields(names)
		for _, typed := range all {
			for _, listed := range all {
				key := func(name string) string { return spellings.Replace(spelling.Fold(name)) }
				if !slices.Contains(sounds(key(typed)), sound(key(listed))) {
					t.Errorf("%s sounds %q, %s %q", typed, sounds(key(typed)), listed, sound(key(listed)))
				}
			}
		}
	}
	for _, pair := range []string{"Ivanov Ivanin", "Schmidt Schneider", "Kos Koch", "Novak Nowik", "Mata Matta Motta"} {
		words := strings.Fields(strings.ToLower(pair))
		if last := words[len(words)-1]; slices.Contains(sounds(words[0]), sound(last)) {
			t.Errorf("%s sounds like %s", words[0], last)
		}
	}
}

// Family names of women and men.
func TestCounterparts(t *testing.T) {
	for _, pair := range []string{
		"Horáková Horák", "Svobodová Svoboda", "Němcová Němec", "Marková Marek", "Novotná Novotný", "Krejčová Krejčo", "Ivanova Ivanov", "Lebedeva Lebedev",
		"Pushkina Pushkin", "Belinskaya Belinskiy", "Kowalska Kowalski", "Nowicka Nowicki", "Lipecká Lipecký", "Kazlauskienė Kazlauskas", "Kazlauskaitė Kazlauskas",
		"Kalniņa Kalniņš", "Galanopoulou Galanopoulos",
	} {
		woman, man, _ := strings.Cut(spelling.Fold(pair), " ")
		if !slices.Contains(counterparts(sound(woman)), sound(man)) || !slices.Contains(counterparts(sound(man)), sound(woman)) {
			t.Errorf("%s: %q and %q", pair, counterparts(sound(woman)), counterparts(sound(man)))
		}
	}
	for _, none := range []string{"li", "ova", "wu", "ka"} {
		if got := counterparts(none); slices.ContainsFunc(got, func(s string) bool { return len(s) < shortestStem }) {
			t.Errorf("%s: %q", none, got)
		}
	}
}

// Any word has sounds, few, and the first is the sound of the word itself.
func TestSoundsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching("(sch|tz|ch|ck|j|z|c|h|[a-zčшя]){1,40}").Draw(t, "word")
		all := sounds(word)
		if len(all) == 0 || len(all) > 20 || all[0] != sound(word) || slices.Contains(all, "") {
			t.Fatalf("%q sounds %q", word, all)
		}
		for _, s := range all {
			for _, c := range counterparts(s) {
				if c == s || len(c) < shortestStem {
					t.Fatalf("%q has the counterpart %q", s, c)
				}
			}
		}
	})
}

// The table of nicknames has groups of different names, and common nicknames.
func TestNicknames(t *testing.T) {
	language := ""
	for line := range strings.Lines(nicknameTable) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			language = strings.TrimSpace(line)
			continue
		}
		names := strings.Fields(line)
		if len(names) < 2 {
			t.Errorf("%s: %q is alone", language, names)
		}
		for i, name := range names {
			if slices.Contains(names[:i], name) {
				t.Errorf("%s: %s has %s twice", language, names[0], name)
			}
		}
	}
	for _, pair := range []string{
		"Jussi Juhani", "Sasha Aleksandr", "Sascha Alexandra", "Kasia Katarzyna", "Honza Jan", "Pepa Josef", "Misha Mikhail", "Mischa Michail", "Bill William",
		"Hans Johannes", "Gosia Małgorzata", "Pista István", "Paco Francisco", "Beppe Giuseppe", "Kees Cornelis", "Lasse Lars", "Nelu Ion", "Serge Sergio",
	} {
		short, name, _ := strings.Cut(spelling.Fold(pair), " ")
		if !slices.ContainsFunc(nameGroups()[sound(spellings.Replace(short))], func(g nameGroup) bool { return slices.Contains(g, sound(spellings.Replace(name))) }) {
			t.Errorf("%s is no name for %s", short, name)
		}
	}
}
