package roster

import "testing"

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
