package i18n

import (
	"testing"
	"time"
)

func TestParseClock(t *testing.T) {
	en := catalogs(t).Language("en")
	for text, want := range map[string]string{
		"14:00": "14:00", "14.05": "14:05", "9:30": "09:30", "9 30": "09:30", "930": "09:30", "1400": "14:00", "14": "14:00",
		"0": "00:00", "00:00": "00:00", "23:59": "23:59", "2 pm": "14:00", "2:15 p.m.": "14:15", "12am": "00:00", "12 PM": "12:00",
		" 14:00 ": "14:00",
		"":        "", "24:00": "", "14:60": "", "14:5": "", "noon": "", "13 pm": "", "0 am": "", "-1": "", "14:00:00": "", "２pm": "",
	} {
		got := ""
		if since, ok := en.ParseClock(text); ok {
			got = time.Time{}.Add(since).Format("15:04")
		}
		if got != want {
			t.Errorf("ParseClock(%q) = %q, want %q", text, got, want)
		}
	}
}

// Every language reads back the times of day that it writes.
func FuzzParseClock(f *testing.F) {
	for _, text := range []string{"14:00", "2 pm", "1400", "a", "99", ":"} {
		f.Add(text)
	}
	languages := catalogs(f).Languages()
	f.Fuzz(func(t *testing.T, text string) {
		for _, lang := range languages {
			since, ok := lang.ParseClock(text)
			if !ok {
				continue
			}
			written := lang.Clock(time.Time{}.Add(since))
			if again, ok := lang.ParseClock(written); !ok || again != since {
				t.Errorf("%s: %q is %v, written %q, which reads back as %v", lang.Code(), text, since, written, again)
			}
		}
	})
}
