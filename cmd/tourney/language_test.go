package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

// englishWords are words of the English labels that do not occur in the other languages.
var englishWords = regexp.MustCompile(`(?i)\b(legal|moves?|rules?|games?|files?|note|warning|error|without|result|territory|stones?|black|white|total|` +
	`points?|marked|placement|first|after|round|place|name|rank|table|absent|seed|inputs|reproduced|changed|costs|before|score|expected|` +
	`class|country|last|reads|writes|nothing|start|phones|open|kept|stop)\b`)

// Commands print all text for people in the user's language.
func TestOutputInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	cup, tn := cupOf(t, 11, func(*tournament.Whole) {})
	black, white := tn.Player(tn.Round(2).Games[0].Black).Family, tn.Player(tn.Round(2).Games[2].White).Family
	wrong := write(t, "a.sgf", "(;GM[1]FF[4]SZ[9]RE[B+3.5];B[ee];W[ee];B[cc];B[cd];B[])(;GM[1]SZ[9]KM[5.5];B[ee];W[];B[])")
	none := write(t, "none.sgf", "-")
	list := write(t, "l.csv", "Name;Rank;Club\nAho Aino;5k;HGK\n")
	for _, tt := range []struct {
		args     string
		expected [4]string // in English, Finnish, Polish and Czech
	}{
		{"check " + wrong, [4]string{"a.sgf, game 1: NOT LEGAL, rules: Japanese, 5 moves, ", "peli 1: EI LAILLINEN, säännöt: Japanilaiset, 5 siirtoa, ",
			"partia 1: NIEZGODNY Z ZASADAMI, zasady: Japońskie, 5 ruchów, ", "partie 1: PROTI PRAVIDLŮM, pravidla: Japonská, 5 tahů, "}},
		{"check " + wrong, [4]string{"\n  error: Move 2, E5: ", "\n  virhe: Siirto 2, E5: ", "\n  błąd: Ruch 2, E5: ", "\n  chyba: Tah 2, E5: "}},
		{"check " + wrong, [4]string{"\n  warning: Move 5: ", "\n  varoitus: Siirto 5: ", "\n  ostrzeżenie: Ruch 5: ", "\n  varování: Tah 5: "}},
		{"check " + wrong, [4]string{"game 2: legal, ", "peli 2: laillinen, ", "partia 2: zgodny z zasadami, ", "partie 2: podle pravidel, "}},
		{"check " + wrong + " " + none, [4]string{"none.sgf: cannot be read", "none.sgf: ei voida lukea", "none.sgf: nie można odczytać", "none.sgf: nelze přečíst"}},
		{"check " + wrong + " " + none, [4]string{"2 files, 2 games; breaking a rule or unreadable: 2", "2 tiedostoa, 2 peliä; ", "2 pliki, 2 partie; ", "2 soubory, 2 partie; "}},
		{"score " + wrong, [4]string{"Rules: Japanese (territory and prisoners)", "Säännöt: Japanilaiset (", "Zasady: Japońskie (", "Pravidla: Japonská ("}},
		{"score " + wrong, [4]string{"Black  White", "Musta  Valkoinen", "Czarne  Białe", "Černý  Bílý"}},
		{"score " + wrong, [4]string{"\nResult: W+6.5\n", "\nTulos: valkoinen +6,5\n", "\nWynik: białe +6,5\n", "\nVýsledek: bílý +6,5\n"}},
		{"check " + wrong, [4]string{"5 moves, W+6.5\n", "siirtoa, valkoinen +6,5\n", "ruchów, białe +6,5\n", "tahů, bílý +6,5\n"}},
		{"score " + wrong, [4]string{"neutral points", "neutraalia", "neutralnych", "neutrální"}},
		{"score " + wrong, [4]string{"every stone counts as alive", "kaikki kivet lasketaan eläviksi", "wszystkie liczą się jako żywe", "všechny se počítají jako živé"}},
		{"handicap 5k 2d", [4]string{"Black 5k, White 2d, 19 × 19 (Finnish", "Musta 5k, valkoinen 2d", "Czarne 5k, białe 2d", "Černý 5k, bílý 2d"}},
		{"handicap 5k 2d", [4]string{"White moves first.\nPlacement: Q16", "Valkoinen aloittaa.\nKivien paikat: Q16", "białe.\nRozmieszczenie: Q16", "bílý.\nRozmístění: Q16"}},
		{"handicap 3k 3k", [4]string{"komi: 6.5. Black moves", "komi: 6,5. Musta", "komi: 6,5. Zaczynają czarne", "komi: 6,5. Začíná černý"}},
		{"standings " + cup, [4]string{"Standings after round 1\n\nPlace  Name", "Tilanne 1. kierroksen", "Klasyfikacja po rundzie 1", "Pořadí po 1. kole"}},
		{"standings " + cup, [4]string{"  R1", "  K1", "  R1", "  K1"}},
		{"pair " + cup + " --round 2 --seed 3", [4]string{"Cup, round 2, total ", "Cup, 2. kierros, summa ", "Cup, runda 2, suma ", "Cup, 2. kolo, součet "}},
		{"pair " + cup + " --round 2 --seed 3", [4]string{"\nbye: ", "\nvapaakierros: ", "\npauza: ", "\nvolný los: "}},
		{"pair " + cup + " --round 2 --seed 3", [4]string{"Table  Black", "Pöytä  Musta", "Stolik  Czarne", "Stůl  Černý"}},
		{"pair " + cup + " --round 2 --verify", [4]string{"Yes: drawing again", "Oli: uusi paritus", "Tak: ponowne", "Ano: nové"}},
		{"pair " + cup + " --round 2 --seed 3 --why " + black + " --why " + white, [4]string{" costs ", " maksaa ", " kosztuje ", " stojí "}},
		{"rate " + cup, [4]string{"  After", "Jälkeen", "Przed", "Před"}},
		{"rate " + cup, [4]string{"Cup, EGF since 2021, class B", "EGF vuodesta 2021, luokka B", "EGF od 2021, klasa B", "EGF od roku 2021, třída B"}},
		{"lookup " + list + " aho", [4]string{"Name      Rank  Rating  Country", "Nimi      Taso", "Nazwisko i imię  Stopień", "Příjmení a jméno  Třída"}},
		{"formats", [4]string{"Format ", "Muoto ", "Format ", "Formát "}},
		{"formats", [4]string{"the whole tournament", "koko turnaus", "cały turniej", "celý turnaj"}},
	} {
		t.Run(strings.TrimSpace(tt.expected[0]), func(t *testing.T) {
			for i, language := range []string{"C", "fi_FI.UTF-8", "pl_PL.UTF-8", "cs_CZ.UTF-8"} {
				t.Setenv("LC_ALL", language)
				var out, errs strings.Builder
				code := run(t.Context(), strings.Fields(tt.args), &out, &errs)
				if code == 2 || !strings.Contains(out.String(), tt.expected[i]) {
					t.Errorf("tourney %s in %s: exit %d, %q is not in\n%s%s", tt.args, language, code, tt.expected[i], out.String(), errs.String())
				}
				if found := englishWords.FindString(out.String()); i > 0 && found != "" {
					t.Errorf("tourney %s in %s prints %q:\n%s", tt.args, language, found, out.String())
				}
			}
		})
	}
}

// The language changes no key, number or code of the JSON.
func TestJSONIsTheSameInEveryLanguage(t *testing.T) {
	cup, _ := cupOf(t, 10, func(*tournament.Whole) {})
	game := write(t, "a.sgf", "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[cc];B[];W[])")
	for _, args := range []string{"check " + game, "score " + game, "handicap 5k 2d", "standings " + cup, "rate " + cup, "formats"} {
		t.Run(called(strings.Fields(args)...), func(t *testing.T) {
			var printed []string
			for _, language := range []string{"C", "fi", "pl", "cs"} {
				t.Setenv("LC_ALL", language)
				var out, errs strings.Builder
				if code := run(t.Context(), append(strings.Fields(args), "--json"), &out, &errs); code != 0 {
					t.Fatalf("tourney %s: exit %d %s", args, code, errs.String())
				}
				printed = append(printed, out.String())
			}
			if fmt.Sprint(printed[0], printed[0], printed[0]) != fmt.Sprint(printed[1], printed[2], printed[3]) {
				t.Errorf("tourney %s --json differs from language to language:\n%s", args, strings.Join(printed, ""))
			}
		})
	}
}

func TestServeGreetsInEveryLanguage(t *testing.T) {
	for language, expected := range map[string][]string{
		"C":  {"\nOpen        http://127", "\nData        ", "\nFirst start: choose", "Stop with Ctrl-C"},
		"fi": {"\nAvaa        http://127", "\nTiedot      ", "\nEnsimmäinen käynnistys: ", "Lopeta näppäimillä Ctrl-C"},
		"pl": {"\nOtwórz      http://127", "\nDane        ", "\nPierwsze uruchomienie: ", "Zatrzymaj przez Ctrl-C"},
		"cs": {"\nOtevřete    http://127", "\nData        ", "\nPrvní spuštění: ", "Ukončíte klávesami Ctrl-C"},
	} {
		t.Run(language, func(t *testing.T) {
			t.Setenv("LC_ALL", language)
			ctx, cancel := context.WithCancel(t.Context())
			out := &stopAt{text: "Ctrl-C", stop: cancel}
			var errs strings.Builder
			code := run(ctx, []string{"serve", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", "127.0.0.1:0"}, out, &errs)
			for _, want := range expected {
				if code != 0 || !strings.Contains(out.String(), want) {
					t.Errorf("in %s: exit %d, %q is not in\n%s%s", language, code, want, out.String(), errs.String())
				}
			}
		})
	}
}

// The log for people describes errors in their language; the log for programs keeps the keys.
func TestLogInWords(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	why := fault.Wrap(errors.New("no route"), fault.Unavailable, "relay.unreachable", "hub.example.org")
	for _, tt := range []struct {
		language string
		json     bool
		want     string
	}{
		{"en", false, catalog.Language("en").Error(why) + " (relay.unreachable: hub.example.org (no route))"},
		{"fi", false, catalog.Language("fi").Error(why) + " (relay.unreachable: hub.example.org (no route))"},
		{"fi", true, `"why":"relay.unreachable: hub.example.org (no route)"`},
	} {
		var said strings.Builder
		c := &call{stderr: &said, lang: catalog.Language(tt.language)}
		c.newLog(&server{json: tt.json}).Warn("publishing", "hub", "hub.example.org", "why", why, "else", io.EOF)
		if !strings.Contains(said.String(), tt.want) || !strings.Contains(said.String(), "EOF") {
			t.Errorf("%s, JSON %v: %s", tt.language, tt.json, said.String())
		}
	}
}
