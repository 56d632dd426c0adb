package roster

import (
	"testing"

	"tourney/internal/i18n"
	"tourney/templates"
)

// What tourney itself calls a player who has withdrawn or is on the reserve list is read as that in every language.
func TestOwnWordsOfTheStatusAreRead(t *testing.T) {
	all, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range all.Languages() {
		for key, want := range map[string]registration{
			"player.status.withdrawn": cancelled, "registration.finding.gone": cancelled, "registration.reserve": waiting, "player.status.checked-in": registered,
			"player.status.preliminary": registered,
		} {
			if word := lang.T(key, 2); readStatus(word) != want || readNote(word) != want {
				t.Errorf("%s: %q is read as %d and %d, want %d", lang.Code(), word, readStatus(word), readNote(word), want)
			}
		}
	}
}

func TestWordsOfTheStatus(t *testing.T) {
	for word, want := range map[string]registration{
		"odstoupil": cancelled, "Odstoupila z turnaje": cancelled, "omluven": cancelled, "nepřijede": cancelled, "zrezygnowała": cancelled, "nie przyjedzie": cancelled,
		"keskeyttänyt": cancelled, "estynyt": cancelled, "jää pois": cancelled, "can't make it": cancelled, "storno": cancelled, "återbud": cancelled,
		"zurückgezogen": cancelled, "annulé": cancelled, "vegetarian": registered, "Odstoupil Jan 5k": cancelled,
	} {
		if got := readStatus(word); got != want {
			t.Errorf("%q is read as %d, want %d", word, got, want)
		}
	}
	for _, note := range []string{"neodstoupil jsem, jen přijdu pozdě", "can't make round 1", "cancelled round 2", "omluven 1. kolo"} {
		if got := readNote(note); got != doubted {
			t.Errorf("the note %q is read as %d", note, got)
		}
	}
}
