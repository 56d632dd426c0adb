package i18n

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// avoided lists words of each language that stand for an idea with another word in docs/translating.md, and forms that
// read badly. \b is a boundary of a word in any alphabet. Keys that begin with one of except may have the word.
var avoided = []struct {
	language, word, better string
	except                 []string
}{
	{"en", `(?i)\bforg(et|ot|otten)\b`, "erase", []string{"command.serve.forgotten", "link.page.forget", "login.forgotten", "standby."}},
	{"en", `(?i)\b(while|once) there is (a|one) line\b`, "connection", nil},
	{"en", `(?i)\bseeds? \{`, "random number, or seed number", []string{"explain.", "seeds."}},
	{"en", `(?i)\blog of access\b`, "access log", nil},

	{"fi", `(?i)\blyö`, "vangita", nil},
	{"fi", `(?i)\bpassi(n|a|t|en|in|ksi)?\b`, "passaus", nil},
	{"fi", `(?i)\blasku(n|a|ssa)?\b`, "pistelasku", []string{"standings.down"}},
	{"fi", `(?i)\blipuk`, "tuloslappu", nil},
	{"fi", `(?i)\bseura(n|sta|lla|t)?\b|\bseuro(i|j)`, "kerho", nil},
	{"fi", `(?i)\bpeliai[kj]a`, "miettimisaika", nil},
	{"fi", `(?i)\b(pelaaja|osallistuja|tulos)?lista(n|a|lla|lta|ssa|an)?\b`, "luettelo", nil},
	{"fi", `(?i)\bunoh(d|t)`, "poistaa tiedot", []string{"command.serve.forgotten", "link.page.forget", "login.forgotten", "standby."}},
	{"fi", `(?i)\bsuor(a|at|an|assa|asta|ien|ista|ia) pel`, "peli suorana", nil},
	{"fi", `(?i)\buroty|\btoimesta\b|\bsiemenlu`, "yllätys; active voice; satunnaisluku", nil},
	{"fi", `(?i)\bkierro(s|ksen|sta|ksella|kselta|kselle|ksesta|kseen) \{`, "{0}. kierros", []string{"bracket.match.", "draw.ask.published", "tournament.page.round"}},

	{"pl", `(?i)\bzawodni[kc]`, "gracz", nil},
	{"pl", `(?i)\bdogryw`, "byo-yomi", nil},
	{"pl", `(?i)\bprzepis(y|ów|ach|ami|om)\b`, "zasady", nil},
	{"pl", `(?i)\blink(u|i|iem|ów|ami)?\b|\bkartecz`, "odnośnik; karta wyników", nil},
	{"pl", `(?i)\b(za)?import`, "wczytać", nil},
	{"pl", `(?i)\bobaj\b`, "obie strony, or a sentence without it", nil},
	{"pl", `(?i)\bkamie(ń|nie|ni|nia) handicapu\b`, "kamień handicapowy", nil},
	{"pl", `\btw[oó]j`, "Twój", nil},
	{"pl", `(?i)\bkart[ay] wyniku\b`, "karta wyników", nil},
	{"pl", `(?i)\bprzybyci`, "obecność", nil},
	{"pl", `(?i)\bzapomn`, "usunąć dane", []string{"command.serve.forgotten", "link.page.forget", "login.forgotten", "standby."}},
	{"pl", `(?i)\bziarn`, "liczba losowa", nil},
	{"pl", `\((a|y|ie|ą)\)|/a\b| …`, "a sentence for everybody; no blank before …", nil},

	{"cs", `(?i)\btv(ůj|é|oje|oji|ojí|ou|ém|ým|ého)\b|\b(máš|jsi|hraješ|můžeš)\b`, "vy", nil},
	{"cs", `(?i)\bpass(u|em|y|ů)?\b|\bpassuj`, "pas", []string{"live.kind"}},
	{"cs", `(?i)\bsvaz`, "federace", nil},
	{"cs", `(?i)\bimport`, "načíst", nil},
	{"cs", `(?i)\bpárov`, "losování", nil},
	{"cs", `(?i)\bpublik`, "zveřejnit", nil},
	{"cs", `(?i)\bv záznamu (to|jej) lze`, "protokol", nil},
	{"cs", `(?i)\blistin`, "seznam", nil},
	{"cs", `(?i)\bprodlouž`, "byo-yomi", nil},
	{"cs", `(?i)\bkol(o|a|e|u|em) \{`, "{0}. kolo", nil},
	{"cs", `(?i)\bprezen`, "potvrdit přítomnost", nil},
	{"cs", `(?i)\bzapome[nň]`, "smazat údaje", []string{"command.serve.forgotten", "link.page.forget", "login.forgotten", "standby."}},
	{"cs", `(?i)\bsemínk`, "náhodné číslo", nil},
	{"cs", `\((a|á|la)\)| …`, "a sentence for everybody; no blank before …", nil},

	{"de", `(?i)\bHandicap|\bBye\b|\bgoban`, "Vorgabe; Freilos; Brett", nil},
	{"de", `[a-zäöüß,] (Sie|Ihnen|Ihr(e|en|em|er)?)\b`, "du, ihr", nil},
	{"de", `(?i)\bTurnierdirektor|\bRound\b`, "Turnierleitung; Runde", nil},

	{"fr", `(?i)\btours?\b|\brounds?\b`, "ronde", []string{"bracket.match", "criterion.STAGE", "explain.bye.away"}},
	{"fr", `(?i)\bplateau|\bla (rating|cote)\b|\btu\b|\bton\b`, "goban; échelle; vous", nil},
	{"fr", `\((e|es|euse|euses|ice)\)`, "a sentence for everybody", nil},
}

// TestOneWordForOneThing finds words that were decided against. Another message with such a word is most likely the
// same slip again; a message that means something else is an exception in the table.
func TestOneWordForOneThing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	c := catalogs(t)
	for _, a := range avoided {
		word := regexp.MustCompile(inAnyAlphabet(a.word))
		for key, m := range textsOf(c.Language(a.language)) {
			if slices.ContainsFunc(a.except, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
				continue
			}
			for form, text := range m {
				if found := word.FindString(text); found != "" {
					t.Errorf("%s %s %s has %q, better %q: %s", a.language, key, form, found, a.better, text)
				}
			}
		}
	}
}

// inAnyAlphabet returns a pattern whose \b also applies to letters that are not ASCII: one before a letter or a group
// begins a word, any other one ends it.
func inAnyAlphabet(pattern string) string {
	var out strings.Builder
	for rest := pattern; ; {
		before, after, found := strings.Cut(rest, `\b`)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		next, _ := utf8.DecodeRuneInString(after)
		if unicode.IsLetter(next) || next == '(' {
			out.WriteString(`(?:^|\PL)`)
		} else {
			out.WriteString(`(?:\PL|$)`)
		}
		rest = after
	}
}

// quotes are the quotation marks of each language.
var quotes = map[string]string{"en": "“”", "fi": "”", "pl": "„”", "cs": "„“", "de": "„“", "fr": "«»"}

func TestQuotationMarks(t *testing.T) {
	c := catalogs(t)
	for code, own := range quotes {
		others := strings.Join(slices.DeleteFunc(strings.Split("“”„«»", ""), func(mark string) bool {
			return strings.Contains(own, mark)
		}), "")
		for key, m := range textsOf(c.Language(code)) {
			for _, text := range m {
				if strings.ContainsAny(text, others) {
					t.Errorf("%s %s has other quotation marks than %s: %s", code, key, own, text)
				}
			}
		}
	}
}

// French has a narrow no-break space inside its quotation marks and before signs of two parts. A colon inside a number
// or an address has none.
func TestFrenchSpaces(t *testing.T) {
	missing := regexp.MustCompile(`[^\x{202f}][»;!?]|[\pL}] ?:(\s|$)|«[^\x{202f}]`)
	literal := regexp.MustCompile(`\? ce texte|! décidée|, \? pas finie|\(;`) // the names of keys and signs
	for key, m := range textsOf(catalogs(t).Language("fr")) {
		for _, text := range m {
			if found := missing.FindString(literal.ReplaceAllString(text, "")); found != "" {
				t.Errorf("%s has %q: %s", key, found, text)
			}
		}
	}
}

// TestNamesInListsBeginAlike finds names that stand in one list, some with a small and some with a capital letter.
func TestNamesInListsBeginAlike(t *testing.T) {
	c := catalogs(t)
	listed := regexp.MustCompile(`^(system|preset|rules|handicap\.name)\.[a-z0-9-]+$`)
	isCapital := func(text string) bool {
		first, _ := utf8.DecodeRuneInString(text)
		return !unicode.IsLower(first)
	}
	for key, english := range textsOf(c.Language(Fallback)) {
		if !listed.MatchString(key) || !isCapital(english["other"]) {
			continue
		}
		for _, l := range c.Languages() {
			if text := l.T(key); !isCapital(text) {
				t.Errorf("%s %s begins with a small letter: %s", l.Code(), key, text)
			}
		}
	}
}

// TestNumbersAreWritten finds a decimal point where the language has a comma, and ranges whose dash stands beside a
// minus.
func TestNumbersAreWritten(t *testing.T) {
	c := catalogs(t)
	point, dashes := regexp.MustCompile(`(?:^|[^0-9.])[0-9]+\.5(?:[^0-9.]|$)`), regexp.MustCompile(`−[0-9]+–|–−`)
	literal := []string{"api.", "result.invalid", "sgf.result.bad", "sgf.komi.bad", "workbook.results."} // notations of files and programs
	for _, l := range c.Languages() {
		for key, m := range textsOf(l) {
			for _, text := range m {
				if dashes.MatchString(text) {
					t.Errorf("%s %s has a dash beside a minus: %s", l.Code(), key, text)
				}
				isLiteral := slices.ContainsFunc(literal, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
				if l.T("language.decimal") == "," && !isLiteral && point.MatchString(text) {
					t.Errorf("%s %s has a decimal point: %s", l.Code(), key, text)
				}
			}
		}
	}
}
