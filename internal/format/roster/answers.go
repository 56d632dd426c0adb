package roster

import (
	"slices"
	"strings"

	"tourney/internal/spelling"
)

// answerWords are the words and signs for yes and no, a language or a form a row.
// A word of both, such as the A of ano and of absent, is read by the other words
// of its columns.
var answerWords = answersOf([][2]string{
	{"x v ✓ ✔ ✅ ☑ 🗸 × + 1 ok on true", "- – — 0 ✗ ✘ ❌ ☒ ☐ ✕ ✖ false off"},
	{"○ ◯ 〇 ⭕", "× ✕ ✖"},
	{"yes y yep", "no n nope not"},
	{"present p attending attends here", "absent a away missing"},
	{"in", "out"},
	{"playing plays play", "bye byes skip skips"},
	{"kyllä k joo on tosi pelaa paikalla osallistuu mukana", "ei e en epätosi poissa vapaa ei_pelaa"},
	{"tak t prawda gra obecny obecna", "nie n fałsz pauza nieobecny nieobecna nie_gra"},
	{"ano a jo pravda hraje přítomen přítomna účast", "ne n nepravda nehraje nepřítomen nepřítomna chybí"},
	{"áno a hrá", "nie n nehrá"},
	{"ja j jo sant spelar spiller", "nej nei n falskt frånvarande"},
	{"ja j wahr spielt anwesend dabei", "nein n nee falsch abwesend fehlt spielfrei"},
	{"oui o vrai joue", "non n faux exempt"},
	{"sí si s verdadero vero sim verdadeiro presente", "no n não falso ausente assente"},
	{"igen i igaz játszik", "nem n hamis"},
	{"da d adevărat", "nu n ne fals"},
	{"evet doğru", "hayır yanlış yok"},
	{"да + истина играет будет", "нет ложь не"},
	{"так т", "ні н"}, {"jah ja j", "ei e"}, {"jā ja j", "nē n"}, {"taip t", "ne n"}, {"ναι", "όχι"},
	{"はい 有 出席 参加 出", "いいえ 無 欠席 不参加 欠 休"}, {"是 有 参加", "否 无 不 不参加 缺席"}, {"네 예 참가 참석", "아니요 아니오 불참"},
})

// An answerRow holds the words for no and for yes of one language.
type answerRow [2]map[string]bool

func answersOf(table [][2]string) (rows []answerRow) {
	for _, line := range table {
		row := answerRow{{}, {}}
		for side, words := range line {
			for word := range strings.FieldsSeq(words) {
				row[1-side][answerKey(word)] = true
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// answerKey returns the form of an answer for comparing.
func answerKey(cell string) string {
	cell = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(cell)), "\ufe0f")
	if key := spelling.Fold(cell); key != "" {
		return key
	}
	return cell
}

// mostAnswers limits the different words of some columns that are read together.
const mostAnswers = 50

// An answers reads the words of some columns of yes and no. The zero answers read only the words with one meaning
// everywhere.
type answers struct {
	// words are the words in the columns. yes and no are set if some of the words mean that, no not by a sign such as
	// -. unclear is set if some words are unknown.
	words            []string
	yes, no, unclear bool
	// said holds a person's answers for some words.
	said map[string]bool
}

// newAnswers returns the answers of columns with these cells; said holds a person's answers for some words.
func newAnswers(cells []string, said map[string]bool) *answers {
	a := &answers{said: map[string]bool{}}
	for word, yes := range said {
		a.said[answerKey(word)] = yes
	}
	for _, cell := range cells {
		if key := answerKey(cell); key != "" && !slices.Contains(a.words, key) && len(a.words) < mostAnswers {
			a.words = append(a.words, key)
		}
	}
	for _, key := range a.words {
		yes, ok := a.read(key)
		a.yes, a.no, a.unclear = a.yes || yes, a.no || ok && !yes && !isBlank(key), a.unclear || !ok
	}
	return a
}

// read returns whether a cell means yes; ok is false if that is unknown, as for an empty cell.
func (a *answers) read(cell string) (yes, ok bool) {
	key := answerKey(cell)
	if yes, ok = a.said[key]; ok || key == "" {
		return yes, ok
	}
	if (key == "x" || key == "o") && slices.Contains(a.words, "x") && slices.Contains(a.words, "o") {
		return false, false // a cross is a yes in Europe and a no in Japan
	}
	// The word means no or yes in any row, and in one with an opposite word.
	var found, beside [2]bool
	for _, row := range answerWords {
		for side := range row {
			if row[side][key] {
				found[side] = true
				beside[side] = beside[side] || slices.ContainsFunc(a.words, func(w string) bool { return w != key && row[1-side][w] })
			}
		}
	}
	if found[0] && found[1] {
		found = beside
	}
	return found[1], found[0] != found[1]
}

// readAnswer reads a single answer.
func readAnswer(cell string) (yes, ok bool) { return (&answers{}).read(cell) }
