package roster

import (
	"strings"
	"testing"
)

// Words for yes and no are read in every language, by the other words of their columns if they mean both; no word is
// guessed.
func TestAnswers(t *testing.T) {
	for _, pair := range strings.Fields(`yes/no y/n x/- 1/0 true/false TRUE/FALSE +/- ✓/✗ ✔️/✘ ✅/❌ ○/× kyllä/ei K/E joo/ei tosi/epätosi tak/nie t/n PRAWDA/FAŁSZ ano/ne a/n A/N áno/nie
		ja/nej ja/nei ja/nein J/N oui/non o/n sí/no si/no s/n sim/não igen/nem i/n да/нет Да/Нет da/nu da/ne evet/hayır EVET/HAYIR так/ні jah/ei jā/nē taip/ne ναι/όχι
		はい/いいえ 出席/欠席 是/否 네/아니요 present/absent P/A in/out playing/bye plays/- pelaa/poissa gra/pauza hraje/nehraje spielt/spielfrei joue/exempt presente/ausente`) {
		yes, no, _ := strings.Cut(pair, "/")
		a := newAnswers([]string{yes, no, ""}, nil)
		if is, ok := a.read(yes); !ok || !is {
			t.Errorf("%s: %s is read as %v, %v", pair, yes, is, ok)
		}
		if is, ok := a.read(no); !ok || is {
			t.Errorf("%s: %s is read as %v, %v", pair, no, is, ok)
		}
		if !a.yes || a.no == (no == "-") || a.unclear {
			t.Errorf("%s: has yes %v, no %v, unclear %v", pair, a.yes, a.no, a.unclear)
		}
	}
	for _, words := range []string{"W/B", "a", "x/o", "maybe", "?", "p/n/a", "2", "Tengen", "jawohl"} {
		cells := strings.Split(words, "/")
		if yes, ok := newAnswers(cells, nil).read(cells[len(cells)-1]); ok {
			t.Errorf("%s: the last word is read as %v", words, yes)
		}
	}
	if yes, ok := newAnswers([]string{"W", "B"}, map[string]bool{"w": true, "B": false}).read("W"); !ok || !yes {
		t.Error("what a person says about a word is not heard")
	}
	if _, ok := readAnswer(""); ok {
		t.Error("an empty cell says something")
	}
}
