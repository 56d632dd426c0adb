package spelling

import (
	"slices"
	"strings"
	"testing"

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
				key := func(name string) string { return WithoutDigraphs(Fold(name)) }
				if !slices.Contains(Sounds(key(typed)), Sound(key(listed))) {
					t.Errorf("%s sounds %q, %s %q", typed, Sounds(key(typed)), listed, Sound(key(listed)))
				}
			}
		}
	}
	for _, pair := range []string{"Ivanov Ivanin", "Schmidt Schneider", "Kos Koch", "Novak Nowik", "Mata Matta Motta"} {
		words := strings.Fields(strings.ToLower(pair))
		if last := words[len(words)-1]; slices.Contains(Sounds(words[0]), Sound(last)) {
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
		woman, man, _ := strings.Cut(Fold(pair), " ")
		if !slices.Contains(Counterparts(Sound(woman)), Sound(man)) || !slices.Contains(Counterparts(Sound(man)), Sound(woman)) {
			t.Errorf("%s: %q and %q", pair, Counterparts(Sound(woman)), Counterparts(Sound(man)))
		}
	}
	for _, none := range []string{"li", "ova", "wu", "ka"} {
		if got := Counterparts(none); slices.ContainsFunc(got, func(s string) bool { return len(s) < shortestStem }) {
			t.Errorf("%s: %q", none, got)
		}
	}
}

// Any word has sounds, few, and the first is the sound of the word itself.
func TestSoundsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching("(sch|tz|ch|ck|j|z|c|h|[a-zčшя]){1,40}").Draw(t, "word")
		all := Sounds(word)
		if len(all) == 0 || len(all) > 20 || all[0] != Sound(word) || slices.Contains(all, "") {
			t.Fatalf("%q sounds %q", word, all)
		}
		for _, s := range all {
			for _, c := range Counterparts(s) {
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
		short, name, _ := strings.Cut(Fold(pair), " ")
		if !slices.ContainsFunc(Nicknames(Sound(WithoutDigraphs(short))), func(g []string) bool { return slices.Contains(g, Sound(WithoutDigraphs(name))) }) {
			t.Errorf("%s is no name for %s", short, name)
		}
	}
}
