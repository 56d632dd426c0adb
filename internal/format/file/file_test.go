package file

import (
	"strings"
	"testing"
)

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Spring Cup 2026": "spring-cup-2026", "Žižkov — Öpen!": "zizkov-open", "春の大会": "tournament", "": "tournament", "--a--": "a",
		strings.Repeat("ab ", 100): strings.TrimSuffix(strings.Repeat("ab-", 20), "-"),
	} {
		t.Run("name "+name, func(t *testing.T) {
			if got := Slug(name); got != want {
				t.Errorf("%q becomes %q, want %q", name, got, want)
			}
		})
	}
}
