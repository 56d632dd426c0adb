package spelling

import (
	"slices"
	"strings"
)

// alphabets replaces spellings of the same sound in the alphabets and transliterations of European Go countries:
// Mitsukov, Micukow; Zhukov, Schukow, Żukow; Kuznetsova, Kusnezowa. Hissing sounds become s, with a t before them c.
var alphabets = strings.NewReplacer(
	"schtsch", "sc", "shch", "sc", "szcz", "sc", "tsch", "c", "tsh", "c", "tch", "c", "cz", "c", "cs", "c", "ch", "c", "ts", "c", "tz", "c",
	"sch", "s", "sh", "s", "sz", "s", "zh", "s", "zs", "s", "z", "s",
	"kh", "h", "gh", "g", "gue", "ge", "gui", "gi", "ph", "f", "th", "t", "dt", "t", "ck", "k", "qu", "kv", "q", "k", "x", "ks",
	"w", "v", "y", "i", "j", "i", "ou", "u",
)

// soft replaces what alphabets leaves different: Kovalyov, Kovalev; Gretchen, Grecen.
var soft = strings.NewReplacer("iev", "ev", "iov", "ev", "tc", "c")

// Sound returns the key of an indexed word in a spelling that is equal for all
// alphabets.
func Sound(key string) string {
	if rest, ok := strings.CutPrefix(key, "chr"); ok {
		key = "kr" + rest
	}
	s := soft.Replace(single(alphabets.Replace(key)))
	if strings.HasPrefix(s, "ie") {
		s = s[1:] // Yelena, Jelena, Elena
	}
	if strings.HasSuffix(s, "off") || strings.HasSuffix(s, "eff") {
		s = s[:len(s)-2] + "v" // Romanoff
	}
	if s == key {
		return key // one string in memory
	}
	return s
}

// single writes ii and ss once, which other alphabets have for i and s: Nataliia,
// Kossygin. Other double letters are typos.
func single(s string) string {
	for _, double := range []string{"ii", "ss"} {
		for strings.Contains(s, double) {
			s = strings.ReplaceAll(s, double, double[1:])
		}
	}
	return s
}

// Sounds returns the sound of a key, then its sounds in other alphabets: z is ts in German, ch is kh in Polish, j is zh
// in French, ck is tsk in Czech.
func Sounds(key string) []string {
	keys := []string{key}
	for _, letters := range [][2]string{{"z", "ts"}, {"ch", "h"}, {"j", "z"}, {"ck", "tsk"}} {
		for _, k := range keys {
			if strings.Contains(k, letters[0]) {
				keys = append(keys, strings.ReplaceAll(k, letters[0], letters[1]))
			}
		}
	}
	var all []string
	for _, k := range keys {
		all = append(all, Sound(k))
	}
	for _, letters := range [][2]string{{"c", "s"}, {"h", "c"}, {"ck", "k"}} {
		all = append(all, strings.ReplaceAll(all[0], letters[0], letters[1]))
	}
	return distinct(all)
}

// distinct returns words without repeats, in their order.
func distinct(words []string) []string {
	var all []string
	for _, w := range words {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// genders are the endings of women's family names and of the same name of men, as
// Sound writes them: Czech and Slovak, Russian and Bulgarian, Polish,
// Lithuanian, Latvian, Greek.
var genders = [][2]string{
	{"ova", ""}, {"ova", "a"}, {"ova", "o"}, {"va", "v"}, {"na", "n"}, {"a", "i"}, {"aia", "i"}, {"aia", "oi"},
	{"iene", "as"}, {"iene", "is"}, {"aite", "as"}, {"ite", "is"}, {"ute", "us"}, {"a", "s"}, {"e", "is"},
	{"pulu", "pulos"}, {"idu", "idis"}, {"aki", "akis"},
}

// shortestStem is the number of letters before the ending of a name that has a
// form for each gender.
const shortestStem = 3

// Counterparts returns the sounds of the forms that a family name may have for the
// other gender: Horáková and Horák, Němcová and Němec, Ivanova and Ivanov.
func Counterparts(sound string) []string {
	var all []string
	for _, g := range genders {
		for side, ending := range g {
			if stem, ok := strings.CutSuffix(sound, ending); ok && len(stem) >= shortestStem {
				all = append(all, stem+g[1-side])
			}
		}
	}
	// The e of Němec is dropped before an ending.
	const dropped = 'e'
	if stem, ok := strings.CutSuffix(sound, "ova"); ok && len(stem) >= shortestStem {
		all = append(all, stem[:len(stem)-1]+string(dropped)+stem[len(stem)-1:])
	}
	if n := len(sound); n > shortestStem && sound[n-2] == dropped {
		all = append(all, sound[:n-2]+sound[n-1:]+"ova")
	}
	return all
}
