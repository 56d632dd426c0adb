package fault

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestFaultsAreFoundThroughWrapping(t *testing.T) {
	cause := errors.New("disk on fire")
	err := fmt.Errorf("save: %w", Wrap(cause, Conflict, "game.changed", 7, "B+R"))
	f, ok := As(err)
	if !ok || f.Kind != Conflict || f.Key != "game.changed" || len(f.Args) != 2 {
		t.Errorf("As gives %+v, %v", f, ok)
	}
	if !errors.Is(err, cause) {
		t.Error("the cause is lost")
	}
	if !Is(err, "game.changed") || Is(err, "game.missing") || Is(cause, "game.changed") || Is(nil, "") {
		t.Error("Is compares keys wrongly")
	}
	if got, want := err.Error(), "save: game.changed: 7, B+R (disk on fire)"; got != want {
		t.Errorf("for the log: %q, want %q", got, want)
	}
}

func TestClip(t *testing.T) {
	forty := strings.Repeat("ä", 40)
	for text, want := range map[string]string{
		"": "", "Äijälä": "Äijälä", forty: forty, forty + "b": forty + "…", strings.Repeat("x", 1<<20): strings.Repeat("x", 40) + "…",
		"\xff\xfe": "\xff\xfe",
	} {
		if got := Clip(text); got != want {
			t.Errorf("Clip(%.50q) = %q, want %q", text, got, want)
		}
	}
}
