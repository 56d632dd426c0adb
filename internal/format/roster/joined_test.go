package roster

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
)

// readOf lists the players of a list, with the rounds that they miss, and the keys of the findings.
func readOf(t *testing.T, text string) (players, keys []string) {
	t.Helper()
	tn := &tournament.Tournament{}
	tn.Settings.Rounds = 3
	s, err := Read([]byte(text), tn, Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, r := range s.Rows {
		p := r.Player
		players = append(players, strings.TrimSpace(fmt.Sprintf("%s, %s %s %s %s", p.Family, p.Given, p.Rank, p.Club, strings.Trim(roundList(p.Absent), "–"))))
	}
	for _, f := range s.AllFindings() {
		keys = append(keys, f.Key)
	}
	return players, keys
}

// Headings may take two rows: a word over several columns, and their own headings below it.
func TestHeadingsOfTwoRows(t *testing.T) {
	for name, text := range map[string]string{
		"names below":  "Open 2026;;;;\nName;;Grade;Club\nFamily;Given;;\nAho;Aino;2d;Test\nBerg;Bo;5k;Lund\n",
		"rounds below": "Player;;Rank;Club;Rounds;;\nLast name;First name;;;1;2;3\nAho;Aino;2d;Test;x;x;x\nBerg;Bo;5k;Lund;yes;yes;yes\n",
		"all below":    "Player;Player;Rank;Club\nSurname;Given name;Rank;Club\nAho;Aino;2d;Test\nBerg;Bo;5k;Lund\n",
	} {
		players, keys := readOf(t, text)
		if diff := cmp.Diff([]string{"Aho, Aino 2d Test", "Berg, Bo 5k Lund"}, players); diff != "" || strings.Contains(fmt.Sprint(keys), "roster.row") {
			t.Errorf("%s: %v (-want +got):\n%s", name, keys, diff)
		}
	}
	players, _ := readOf(t, "Player;;Rank;Absent;;\nLast name;First name;;1;2;3\nAho;Aino;2d;;x;\nBerg;Bo;5k;x;;x\n")
	if diff := cmp.Diff([]string{"Aho, Aino 2d  2", "Berg, Bo 5k  1, 3"}, players); diff != "" {
		t.Errorf("absent below (-want +got):\n%s", diff)
	}
}

// A column of numbers without a heading shifts the headings to the left.
func TestShiftedHeadings(t *testing.T) {
	players, keys := readOf(t, "Name;Rank;Club\n1;Aho, Aino;2d;Test\n2;Berg, Bo;5k;Lund\n")
	if diff := cmp.Diff([]string{"Aho, Aino 2d Test", "Berg, Bo 5k Lund"}, players); diff != "" || !strings.Contains(fmt.Sprint(keys), "roster.shifted") {
		t.Errorf("%v (-want +got):\n%s", keys, diff)
	}
	players, keys = readOf(t, "Name;Rank;Club\n1;5k;Test\n2;5k;Lund\n") // numbers in place of names
	if len(players) != 2 || strings.Contains(fmt.Sprint(keys), "roster.shifted") {
		t.Error(players, keys)
	}
}

// A rating of 0 beside no rank is the mark of a player without a rating, not of a 21k.
func TestZeroIsNoRating(t *testing.T) {
	players, keys := readOf(t, "Name;Rank;Rating\nAho, Aino;2d;2100\nBerg, Bo;;0\nCerny, Cyril;21k;0\n")
	if diff := cmp.Diff([]string{"Aho, Aino 2d", "Berg, Bo 20k", "Cerny, Cyril 21k"}, players); diff != "" || !strings.Contains(fmt.Sprint(keys), "roster.row.rank.newcomer") {
		t.Errorf("%v (-want +got):\n%s", keys, diff)
	}
}

// Headings in the languages of the neighbours.
func TestHeadingsOfNeighbours(t *testing.T) {
	for _, head := range []string{
		"Spielername;Spielstärke;Heimatverein;Abwesend in Runde", "Namn;Styrka;Klubb;Deltar inte i rond", "Naam;Speelsterkte;Vereniging;Afwezig in ronde",
		"ФИО;Ранг;Клуб;Не играет в турах", "Nom;Niveau;Ville;Absent(e) aux rondes", "Name;Strength;Club;Will miss rounds", "Deltagare;Grad;Hemort;Frånvarande ronder",
	} {
		players, keys := readOf(t, head+"\nAho, Aino;2d;Test;1, 3\nBerg, Bo;5k;Lund;2\n")
		if diff := cmp.Diff([]string{"Aho, Aino 2d Test 1, 3", "Berg, Bo 5k Lund 2"}, players); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", head, keys, diff)
		}
	}
	for cell, want := range map[string]string{"jamais": "", "aucune": "", "ingen": "", "geen": "", "keine": "", "никогда": "", "2 och 3": "2, 3", "2 till 3": "2, 3", "с 2 по 3": "2, 3", "1 t/m 2": "1, 2", "de 1 à 3": "1, 2, 3", "1 à 3": "1, 2, 3", "de la ronde 1 à la 3": "1, 2, 3", "del 1 al 3": "1, 2, 3", "de 1 a 3": "1, 2, 3", "dal 1 al 3": "1, 2, 3",
		"von 1 bis 3": "1, 2, 3", "van 1 tot 3": "1, 2, 3", "vanaf 2": "2, 3", "1 a 3": "1, 3"} {
		if want == "" {
			want = "–"
		}
		if absent, ok := readRounds(cell, 3, true); !ok || roundList(absent) != want {
			t.Errorf("%q: %q %v, want %q", cell, roundList(absent), ok, want)
		}
	}
}
